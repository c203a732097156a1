// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/graph_nodes.h"

#include "engine/program/operation_kind.h"
#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <functional>
#include <map>
#include <span>

namespace streamscope {

namespace {

constexpr std::int64_t longestBehindCall = 12'000; // until a part of a graph that a call handed over last starts, ns

/// The nodes of one launch in the order of their starts.
class BranchReader
{
public:
    BranchReader(const Timeline &timeline, const TraceStep &step) : m_timeline(timeline), m_step(step) {}

    std::vector<GraphNode> read()
    {
        std::vector<GraphNode> nodes(m_step.spans);
        for (std::uint32_t i = 0; i < m_step.spans; ++i)
            if (isReplayed(m_timeline, m_step.firstSpan + i))
                nodes[i] = read(i);
        join(nodes);
        return nodes;
    }

private:
    struct Ended
    {
        std::uint32_t node;
        std::int32_t stream;
        OperationKind kind;
    };

    GraphNode read(std::uint32_t index)
    {
        const std::uint32_t span = m_step.firstSpan + index;
        const std::int64_t start = m_timeline.starts()[span];
        const std::int32_t stream = m_timeline.streamIndices()[span];
        const OperationKind kind = m_timeline.kinds()[span];
        const auto own = m_last.find(stream);
        const bool first = own == m_last.end();
        const bool copies = isHostCopy(kind) || (!first && isHostCopy(own->second.kind));
        const std::int64_t known = std::max(first ? unknownTime : own->second.end, engineFree(kind, start));
        const bool explained = known >= start - (copies ? longestBehindCopy : longestBehindOwn);
        GraphNode node;
        if (!explained)
            node.after = latestOther(stream, kind, known, start);
        node.handedOverLater = !m_last.empty() && node.after == GraphNode::none
                               && std::max(known, m_handedOver) < start - longestAlone
                               && start <= m_step.end + longestBehindCall;
        if (first && !explained && !node.handedOverLater && node.after == GraphNode::none)
            node.after = fork(stream, start);
        if (m_last.empty() || node.handedOverLater)
            m_handedOver = start;
        m_last[stream] = {m_timeline.ends()[span], kind};
        m_ended.emplace(m_timeline.ends()[span], Ended{index, stream, kind});
        return node;
    }

    /// A capture begins in one stream, and its other branches fork from there, mostly behind its first node.
    std::uint32_t fork(std::int32_t stream, std::int64_t start) const
    {
        const bool isFirst = stream == m_timeline.streamIndices()[m_step.firstSpan];
        return !isFirst && m_timeline.ends()[m_step.firstSpan] <= start ? 0 : GraphNode::none;
    }

    /// A capture ends where all branches have joined its first stream. The last node of a branch for which nothing
    /// waited is joined by the first node there that begins behind it.
    void join(std::vector<GraphNode> &nodes) const
    {
        std::map<std::int32_t, std::uint32_t> lasts; // by stream: its last node
        for (std::uint32_t i = 0; i < m_step.spans; ++i)
            if (isReplayed(m_timeline, m_step.firstSpan + i))
                lasts[m_timeline.streamIndices()[m_step.firstSpan + i]] = i;
        for (const GraphNode &node : nodes)
            if (node.after != GraphNode::none)
                std::erase_if(lasts, [&](const auto &last) { return last.second == node.after; });
        const std::int32_t first = m_timeline.streamIndices()[m_step.firstSpan];
        for (const auto &[stream, last] : lasts)
            if (stream != first)
                for (std::uint32_t i = last + 1; i < m_step.spans; ++i) {
                    const std::uint32_t span = m_step.firstSpan + i;
                    if (m_timeline.streamIndices()[span] != first || !isReplayed(m_timeline, span)
                        || m_timeline.starts()[span] < m_timeline.ends()[m_step.firstSpan + last]
                        || nodes[i].after != GraphNode::none)
                        continue;
                    nodes[i].after = last;
                    break;
                }
    }

    /// When the copy engine was done with the last copy before `start`.
    std::int64_t engineFree(OperationKind kind, std::int64_t start) const
    {
        if (isHostCopy(kind))
            for (auto before = m_ended.lower_bound(start); before != m_ended.begin();)
                if ((--before)->second.kind == kind)
                    return before->first;
        return unknownTime;
    }

    /// The node of another stream that ended last, but not before `since`, if it is near enough.
    std::uint32_t latestOther(std::int32_t stream, OperationKind kind, std::int64_t since, std::int64_t start) const
    {
        for (auto before = m_ended.upper_bound(start - soonest); before != m_ended.begin();) {
            --before;
            if (before->first <= since)
                break;
            if (before->second.stream == stream)
                continue;
            const bool copies = isHostCopy(kind) || isHostCopy(before->second.kind);
            return start - before->first <= (copies ? longestBehindCopy : longestBehindOther) ? before->second.node
                                                                                              : GraphNode::none;
        }
        return GraphNode::none;
    }

    static constexpr std::int64_t soonest = 200, longestBehindOwn = 600, longestBehindOther = 1'600,
                                  longestBehindCopy = 12'000, longestAlone = 4'000;

    struct Last
    {
        std::int64_t end;
        OperationKind kind;
    };

    const Timeline &m_timeline;
    const TraceStep &m_step;
    std::map<std::int32_t, Last> m_last;        ///< by stream
    std::multimap<std::int64_t, Ended> m_ended; ///< by end
    std::int64_t m_handedOver = 0;              ///< the start of the first node of the last part
};

/// Of one stream: the first nodes, copies, may run while the call hands over the rest.
std::vector<GraphNode> nodesOfOneStream(const Timeline &timeline, const TraceStep &step)
{
    constexpr std::int64_t soon = 10'000, longAfter = 4'000;
    std::vector<GraphNode> nodes(step.spans);
    if (timeline.starts()[step.firstSpan] >= step.end)
        return nodes;
    for (std::uint32_t i = 1; i < step.spans; ++i) {
        const std::uint32_t span = step.firstSpan + i;
        const std::int64_t start = timeline.starts()[span];
        if (start < step.end || start - step.end > soon || timeline.ends()[span - 1] + longAfter > start)
            continue;
        nodes[i].handedOverLater = true;
        break;
    }
    return nodes;
}

} // namespace

std::vector<GraphNode> graphNodes(const Timeline &timeline, const TraceStep &step)
{
    const auto streams = std::span(timeline.streamIndices()).subspan(step.firstSpan, step.spans);
    const bool several = std::ranges::adjacent_find(streams, std::not_equal_to<>()) != streams.end();
    return several ? BranchReader(timeline, step).read() : nodesOfOneStream(timeline, step);
}

} // namespace streamscope
