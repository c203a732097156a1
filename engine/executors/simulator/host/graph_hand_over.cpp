// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/host/graph_hand_over.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

bool isEvent(OperationKind kind)
{
    return kind == OperationKind::EventRecord || kind == OperationKind::EventWait;
}

} // namespace

GraphHandOver::Nodes GraphHandOver::nodesOf(const Program &program, std::int32_t first)
{
    Nodes nodes;
    std::int32_t stream = -1;
    const std::size_t last = program.lastOfGraph(first);
    for (std::size_t i = first; i <= last; ++i) {
        const Operation &node = program.operations[i];
        if (node.graph != program.operations[first].graph || isEvent(node.kind))
            continue;
        ++nodes.count;
        nodes.branched = nodes.branched || (stream >= 0 && node.stream != stream);
        stream = node.stream;
    }
    return nodes;
}

GraphHandOver::GraphHandOver(const Program &program, std::int32_t first, std::int64_t beginNs, std::int64_t costNs)
    : m_program(&program), m_first(first), m_last(static_cast<std::int32_t>(program.lastOfGraph(first))),
      m_beginNs(beginNs), m_costNs(costNs), m_branched(nodesOf(program, first).branched)
{}

/// Of several branches copies inside the device go with the kernels.
bool GraphHandOver::standsAlone(std::int32_t node) const
{
    const OperationKind kind = m_program->operations[node].kind;
    return isHostCopy(kind) || kind == OperationKind::Memset || (!m_branched && isCopy(kind));
}

/// The call hands over the first branch, up to where the next one begins, and then all others (seven drawn graphs of
/// two to four branches under CUPTI: what begins on the second branch starts 2 to 3 us behind the call).
bool GraphHandOver::beginsSecondBranch(std::int32_t node) const
{
    const Operation &next = m_program->operations[node];
    return m_branched && !isEvent(next.kind) && next.stream != m_program->operations[m_first].stream;
}

std::int32_t GraphHandOver::lastOfPart(std::int32_t first) const
{
    if (m_program->operations[m_first].callNs >= 0)
        return m_last;
    std::int32_t last = first;
    while (last < m_last && !standsAlone(last) && !standsAlone(last + 1)
           && (first != m_first || !beginsSecondBranch(last + 1)))
        ++last;
    return last;
}

/// A part is there when its share of the nodes is, behind what the call does first: in calls of 34 to 61 us the kernel
/// behind a memset at the head started 9 to 14 us after the begin, of which the memset takes most. A copy or a memset
/// at the head is there soon, however many nodes follow: it started 5 to 8 us after the begin of calls of 22 to 115 us.
std::int64_t GraphHandOver::timeOf(std::int32_t first) const
{
    constexpr double doneFirst = 0.2, mostFirstNs = 5'000;
    constexpr std::int64_t headNs = 3'000;
    const std::int32_t last = lastOfPart(first);
    const double nodes = m_last - m_first + 1, handedOver = last - m_first + 1;
    const auto cost = static_cast<double>(m_costNs);
    const double firstNs = std::min(doneFirst * cost, mostFirstNs);
    std::int64_t after = last == m_last ? m_costNs : std::llround(firstNs + (cost - firstNs) * handedOver / nodes);
    const Operation &head = m_program->operations[first];
    if (first == m_first && last == first && head.kind != OperationKind::Kernel && head.callNs < 0)
        after = std::min(after, headNs);
    return m_beginNs + after;
}

} // namespace streamscope
