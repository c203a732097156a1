// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/node_walk.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// An address in the code: the buffer, and where in it.
struct CodeAddress
{
    const BufferGroup *group = nullptr;
    std::string place;  ///< index into the group's array; empty where the group is one buffer
    std::string offset; ///< in elements; empty at the buffer's begin
    std::string chunk;  ///< the number of the chunk that begins there; empty between two chunks
    std::uint64_t bytes = 0;
};

/// Walks the statements of a Program with their loops.
class StatementWalk : public NodeWalk
{
public:
    /// `chunkName`: how the code names the elements of a chunk.
    StatementWalk(const CodeLayout &layout, std::string_view chunkName) : m_layout(layout), m_chunkName(chunkName) {}

    /// What a host thread issues.
    void walkAll(int thread) { walk(withLoops(m_layout.statements(thread))); }
    /// Blocks that capture the graphs of some operations.
    void walkGraphs() { walk(withLoops(m_layout.graphBlocks())); }

protected:
    /// Takes the operation's values with nextIndex() and nextAddresses(), in the order of CodeLayout::statements().
    virtual void writeOperation(const Operation &operation, std::size_t index) = 0;

    /// Takes the graph's number with nextIndex().
    virtual void writeLaunch() = 0;

    virtual void writeHandOver(int thread) = 0;
    /// Takes the number of the hand-over with nextIndex().
    virtual void writeAwait(int thread) = 0;

    void writeLine(const CodeNode &node) final;
    /// "chunk" for the loop over all pieces of the work.
    std::string variableOf(const CodeNode &loop) const override;

    const CodeLayout &layout() const { return m_layout; }
    const Program &program() const { return m_layout.program(); }
    std::vector<CodeAddress> nextAddresses(const BufferRanges &ranges);

private:
    const CodeLayout &m_layout;
    const std::string_view m_chunkName;
};

} // namespace streamscope
