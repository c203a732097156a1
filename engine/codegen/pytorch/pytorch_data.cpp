// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/pytorch_data.h"

#include "engine/codegen/pytorch/pytorch_statements.h"

#include <bit>

namespace streamscope {

namespace {

class PytorchDataWalk : public NodeWalk
{
public:
    PytorchDataWalk(const CodeLayout &layout, const DataLines &data, CodeText &code)
        : m_layout(layout), m_data(data), m_code(code)
    {}

protected:
    void openLoop(const OpenLoop &loop, const CodeNode &) override
    {
        m_code.open("for " + loop.variable + " in range(" + std::to_string(loop.count) + "):");
    }
    void closeLoop(const CodeNode &) override { m_code.close({}); }

    const DataLine &lineOf(const CodeNode &node) const { return m_data.lines[node.source]; }
    const BufferGroup &groupOf(const CodeNode &node) const { return m_layout.groups()[lineOf(node).group]; }
    /// Takes the buffer's place.
    std::string nextBuffer(const CodeNode &node)
    {
        const std::string place = nextIndex();
        return pytorchName(groupOf(node)) + (groupOf(node).buffers.size() > 1 ? "[" + place + "]" : "");
    }
    const CodeLayout &layout() const { return m_layout; }
    CodeText &code() { return m_code; }

private:
    const CodeLayout &m_layout;
    const DataLines &m_data;
    CodeText &m_code;
};

class Fills final : public PytorchDataWalk
{
    using PytorchDataWalk::PytorchDataWalk;
    void writeLine(const CodeNode &node) override
    {
        const std::string buffer = nextBuffer(node);
        const std::uint64_t bytes = groupOf(node).like.bytes;
        const std::string elements = elementsText(bytes / sizeof(float), layout().chunkBytes(), "CHUNK");
        code().line(buffer + (bytes % sizeof(float) == 0 ? "" : "[:" + elements + "]") + ".copy_(pattern(0, " + elements
                    + ", " + nextIndex() + "))");
    }
};

class Checks final : public PytorchDataWalk
{
    using PytorchDataWalk::PytorchDataWalk;
    void writeLine(const CodeNode &node) override
    {
        const bool bits = lineOf(node).kind == ExpectedPiece::Kind::Bits;
        std::string text = std::string("right = ") + (bits ? "is_bits(" : "is_pattern(") + nextBuffer(node);
        for (int value = 0; value < (bits ? 2 : 4); ++value)
            text += ", " + nextIndex();
        if (bits)
            text += ", " + std::to_string(std::bit_cast<std::int32_t>(lineOf(node).bits));
        code().line(text + ") and right");
    }
};

} // namespace

void writePytorchFills(const CodeLayout &layout, const DataLines &fills, CodeText &code)
{
    Fills(layout, fills, code).walk(fills.nodes);
}

void writePytorchChecks(const CodeLayout &layout, const DataLines &checks, CodeText &code)
{
    code.line("right = True");
    Checks(layout, checks, code).walk(checks.nodes);
}

} // namespace streamscope
