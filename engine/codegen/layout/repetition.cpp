// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/repetition.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t longestBody = 64; ///< of a loop, in nodes
constexpr std::size_t shortestPair = 3; ///< nodes that may be repeated only once
constexpr int mostDepth = 4;            ///< of loops in loops

std::int64_t modulo(std::int64_t value, std::int64_t cycle)
{
    if (cycle == 0)
        return value;
    const std::int64_t rest = value % cycle;
    return rest < 0 ? rest + cycle : rest;
}

/// The same but for the first values: the inner strides belong to the shape.
bool looksLike(const CodeNode &a, const CodeNode &b)
{
    return a.shape == b.shape && a.count == b.count && a.values.size() == b.values.size();
}

bool isSame(const std::vector<CodeNode> &nodes, std::size_t a, std::size_t b, std::size_t length)
{
    for (std::size_t i = 0; i < length; ++i)
        if (!looksLike(nodes[a + i], nodes[b + i]))
            return false;
    return true;
}

/// Whether repetition `turn` continues what the first two began.
bool continues(const std::vector<CodeNode> &nodes, std::size_t first, std::size_t length, std::int64_t turn)
{
    const std::size_t here = first + length * static_cast<std::size_t>(turn);
    if (here + length > nodes.size() || !isSame(nodes, first, here, length))
        return false;
    for (std::size_t i = 0; i < length; ++i)
        for (std::size_t v = 0; v < nodes[first + i].values.size(); ++v) {
            const CodeValue &a = nodes[first + i].values[v];
            const std::int64_t stride = modulo(nodes[first + length + i].values[v].first - a.first, a.cycle);
            if (nodes[here + i].values[v].first != modulo(a.first + stride * turn, a.cycle))
                return false;
        }
    return true;
}

struct Repeat
{
    std::size_t length = 0;
    std::int64_t count = 1;
};

/// How often the `length` nodes from `first` on stand there, one behind the other; 1 where that is no loop.
std::int64_t repeatsOf(const std::vector<CodeNode> &nodes, std::size_t first, std::size_t length)
{
    if (first + 2 * length > nodes.size() || !isSame(nodes, first, first + length, length))
        return 1;
    std::int64_t count = 2;
    while (continues(nodes, first, length, count))
        ++count;
    return count > 2 || length >= shortestPair ? count : 1;
}

CodeNode loopOf(const std::vector<CodeNode> &nodes, std::size_t first, const Repeat &repeat)
{
    CodeNode loop;
    loop.count = repeat.count;
    loop.source = nodes[first].source;
    loop.shape = "loop " + std::to_string(repeat.count) + " {";
    for (std::size_t i = 0; i < repeat.length; ++i) {
        const CodeNode &node = nodes[first + i];
        loop.body.push_back(node);
        loop.shape += node.shape + ";";
        for (std::size_t v = 0; v < node.values.size(); ++v) {
            const CodeValue &value = node.values[v];
            const std::int64_t next = nodes[first + repeat.length + i].values[v].first;
            const std::int64_t stride = modulo(next - value.first, value.cycle);
            loop.values.push_back({value.first, value.cycle, stride});
            loop.shape += std::to_string(stride) + ",";
        }
    }
    loop.shape += "}";
    return loop;
}

/// With the loops that have bodies of this length.
std::vector<CodeNode> folded(std::vector<CodeNode> nodes, std::size_t length, bool &changed)
{
    std::vector<CodeNode> result;
    for (std::size_t i = 0; i < nodes.size();) {
        const Repeat repeat{length, repeatsOf(nodes, i, length)};
        if (repeat.count == 1) {
            result.push_back(std::move(nodes[i++]));
            continue;
        }
        changed = true;
        result.push_back(loopOf(nodes, i, repeat));
        i += length * static_cast<std::size_t>(repeat.count);
    }
    return result;
}

} // namespace

/// Short bodies first, so that a loop stands within what repeats around it.
std::vector<CodeNode> withLoops(std::vector<CodeNode> statements)
{
    for (int depth = 0; depth < mostDepth; ++depth) {
        bool changed = false;
        for (std::size_t length = 1; length <= longestBody && 2 * length <= statements.size(); ++length)
            statements = folded(std::move(statements), length, changed);
        if (!changed)
            break;
    }
    return statements;
}

} // namespace streamscope
