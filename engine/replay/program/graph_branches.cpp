// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/graph_branches.h"

#include "engine/program/program.h"
#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <set>

namespace streamscope {

std::vector<GraphBranches::Wait> GraphBranches::beginsOf(const TraceStep &step,
                                                         const std::vector<GraphNode> &nodes) const
{
    std::vector<Wait> waits;
    const auto before = m_latest.find(streamOf(step, 0));
    if (before == m_latest.end())
        return waits;
    std::set<std::int32_t> begun{streamOf(step, 0)};
    for (std::uint32_t i = 0; i < step.spans; ++i)
        if (isReplayed(m_timeline, step.firstSpan + i) && begun.insert(streamOf(step, i)).second
            && nodes[i].after == GraphNode::none)
            waits.push_back({step.firstSpan + i, before->second.operation});
    return waits;
}

void GraphBranches::ended(const TraceStep &step, const std::vector<GraphNode> &nodes,
                          const std::vector<std::int32_t> &added)
{
    std::map<std::int32_t, std::uint32_t> lasts; // nodes, by stream
    for (std::uint32_t i = 0; i < step.spans; ++i)
        if (added[i] != Operation::none)
            lasts[streamOf(step, i)] = i;
    const std::int32_t stream = streamOf(step, 0);
    for (const auto &[branch, last] : lasts)
        if (branch != stream && std::ranges::find(nodes, last, &GraphNode::after) == nodes.end())
            m_ends[stream].push_back({added[last], m_timeline.ends()[step.firstSpan + last]});
}

void GraphBranches::synchronised(std::int64_t time)
{
    const auto isDone = [time](const Issued &issued) { return issued.end <= time; };
    std::erase_if(m_latest, [&](const auto &latest) { return isDone(latest.second); });
    for (auto &[stream, ends] : m_ends)
        std::erase_if(ends, isDone);
}

std::vector<std::int32_t> GraphBranches::takeEnds(std::int32_t stream)
{
    std::vector<std::int32_t> operations;
    if (const auto ends = m_ends.extract(stream))
        for (const Issued &end : ends.mapped())
            operations.push_back(end.operation);
    return operations;
}

} // namespace streamscope
