// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda/cuda_data.h"

#include "engine/codegen/layout/data_lines.h"

namespace streamscope {

namespace {

/// "0x3c3c3c3cU"
std::string hexText(std::uint32_t bits)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "0x";
    for (int shift = 28; shift >= 0; shift -= 4)
        text += digits[bits >> shift & 15U];
    return text + "U";
}

class CudaDataWalk : public NodeWalk
{
public:
    CudaDataWalk(const CodeLayout &layout, const DataLines &data, CodeText &code)
        : m_layout(layout), m_data(data), m_code(code)
    {}

protected:
    void openLoop(const OpenLoop &loop, const CodeNode &node) override
    {
        m_code.open("for (int " + loop.variable + " = 0; " + loop.variable + " < " + std::to_string(loop.count) + "; ++"
                    + loop.variable + ")" + (node.body.size() > 1 ? " {" : ""));
    }
    void closeLoop(const CodeNode &node) override { m_code.close(node.body.size() > 1 ? "}" : ""); }

    const DataLine &lineOf(const CodeNode &node) const { return m_data.lines[node.source]; }
    const BufferGroup &groupOf(const CodeNode &node) const { return m_layout.groups()[lineOf(node).group]; }
    /// Takes the buffer's place.
    std::string nextBuffer(const CodeNode &node)
    {
        const std::string place = nextIndex();
        return groupOf(node).name + (groupOf(node).buffers.size() > 1 ? "[" + place + "]" : "");
    }
    const CodeLayout &layout() const { return m_layout; }
    CodeText &code() { return m_code; }

private:
    const CodeLayout &m_layout;
    const DataLines &m_data;
    CodeText &m_code;
};

class CudaFills final : public CudaDataWalk
{
    using CudaDataWalk::CudaDataWalk;
    void writeLine(const CodeNode &node) override
    {
        const std::string buffer = nextBuffer(node);
        code().line("fillPattern(" + buffer + ", "
                    + elementsText(groupOf(node).like.bytes / sizeof(float), layout().chunkBytes(), "chunkElements")
                    + ", " + nextIndex() + ");");
    }
};

class CudaChecks final : public CudaDataWalk
{
    using CudaDataWalk::CudaDataWalk;
    void writeLine(const CodeNode &node) override
    {
        const bool bits = lineOf(node).kind == ExpectedPiece::Kind::Bits;
        std::string text = std::string("right = ") + (bits ? "isBits(" : "isPattern(") + nextBuffer(node);
        for (int value = 0; value < (bits ? 2 : 4); ++value)
            text += ", " + nextIndex();
        code().line(text + (bits ? ", " + hexText(lineOf(node).bits) : "") + ") && right;");
    }
};

} // namespace

void writeCudaFills(const CodeLayout &layout, const ExpectedData &expected, CodeText &code)
{
    const DataLines data = fillLines(layout, expected);
    CudaFills(layout, data, code).walk(data.nodes);
}

void writeCudaChecks(const CodeLayout &layout, const ExpectedData &expected, CodeText &code)
{
    const DataLines data = checkLines(layout, expected);
    CudaChecks(layout, data, code).walk(data.nodes);
}

} // namespace streamscope
