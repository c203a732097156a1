// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_text.h"
#include "engine/codegen/layout/repetition.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// Walks lines that repeat, with the loops around them. A language writes the loops and the lines.
class NodeWalk
{
public:
    NodeWalk() = default;
    NodeWalk(const NodeWalk &) = delete;
    NodeWalk &operator=(const NodeWalk &) = delete;
    virtual ~NodeWalk() = default;

    void walk(const std::vector<CodeNode> &nodes);

protected:
    virtual void openLoop(const OpenLoop &loop, const CodeNode &node) = 0;
    virtual void closeLoop(const CodeNode &node) = 0;
    /// Of a graph; openBlock() takes the values of the block's own statement. Only for nodes with blocks.
    virtual void openBlock(const CodeNode & /*node*/) {}
    virtual void closeBlock(const CodeNode & /*node*/) {}
    /// Takes the node's values with nextIndex() and nextValue(), in their order.
    virtual void writeLine(const CodeNode &node) = 0;
    /// Of the loop: i, j, k …
    virtual std::string variableOf(const CodeNode &loop) const;

    const std::vector<OpenLoop> &openLoops() const { return m_loops; }
    /// Of the line that is written, or of all lines in the loop that is about to open, with the strides of the open
    /// loops.
    const std::vector<LoopedValue> &values() const { return m_values; }
    std::string nextIndex() { return indexText(m_values[m_next++], m_loops); }
    const LoopedValue &nextValue() { return m_values[m_next++]; }

private:
    void walk(const CodeNode &node, std::vector<LoopedValue> values);
    void walkBlock(const CodeNode &node, const std::vector<LoopedValue> &values);

    std::vector<OpenLoop> m_loops;
    std::vector<LoopedValue> m_values; ///< see values()
    std::size_t m_next = 0;
};

} // namespace streamscope
