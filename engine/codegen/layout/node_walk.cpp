// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/node_walk.h"

#include <algorithm>
#include <array>

namespace streamscope {

void NodeWalk::walk(const std::vector<CodeNode> &nodes)
{
    for (const CodeNode &node : nodes) {
        std::vector<LoopedValue> values;
        for (const CodeValue &value : node.values)
            values.push_back({value.first, value.cycle, {}});
        walk(node, std::move(values));
    }
}

/// `values` are those of the node, with the strides of the open loops.
void NodeWalk::walk(const CodeNode &node, std::vector<LoopedValue> values)
{
    if (node.isBlock())
        return walkBlock(node, values);
    if (!node.isLoop()) {
        m_values = std::move(values);
        m_next = 0;
        writeLine(node);
        return;
    }
    const OpenLoop loop{variableOf(node), node.count};
    m_values = values;
    openLoop(loop, node);
    m_loops.push_back(loop);
    std::size_t at = 0;
    for (const CodeNode &inner : node.body) {
        std::vector<LoopedValue> own(values.begin() + static_cast<std::ptrdiff_t>(at),
                                     values.begin() + static_cast<std::ptrdiff_t>(at + inner.values.size()));
        for (std::size_t v = 0; v < own.size(); ++v)
            own[v].strides.push_back(node.values[at + v].stride);
        at += inner.values.size();
        walk(inner, std::move(own));
    }
    m_loops.pop_back();
    closeLoop(node);
}

void NodeWalk::walkBlock(const CodeNode &node, const std::vector<LoopedValue> &values)
{
    m_values = values;
    m_next = 0;
    openBlock(node);
    auto at = values.begin() + static_cast<std::ptrdiff_t>(node.body.front().values.size());
    for (auto inner = node.body.begin() + 1; inner != node.body.end(); ++inner) {
        const auto end = at + static_cast<std::ptrdiff_t>(inner->values.size());
        walk(*inner, std::vector<LoopedValue>(at, end));
        at = end;
    }
    closeBlock(node);
}

std::string NodeWalk::variableOf(const CodeNode &) const
{
    constexpr std::array names{"i", "j", "k", "l", "m"};
    return names[std::min(m_loops.size(), names.size() - 1)];
}

} // namespace streamscope
