// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/graph_nodes.h"
#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <vector>

namespace streamscope {

/// A graph is launched into the stream of its first node: all its branches come behind what was issued to that stream
/// before, and what comes next there is behind all of them. Streams are the Timeline's.
class GraphBranches
{
public:
    /// `timeline` must outlive it.
    explicit GraphBranches(const Timeline &timeline) : m_timeline(timeline) {}

    /// `operation` of the Program is what `span` became.
    void issued(std::uint32_t span, std::int32_t operation)
    {
        m_latest[m_timeline.streamIndices()[span]] = {operation, m_timeline.ends()[span]};
    }
    /// The host has waited for all that ended until `time`: nothing else needs to.
    void synchronised(std::int64_t time);

    struct Wait
    {
        std::uint32_t span = 0; ///< whose stream waits
        std::int32_t operation = 0;
    };
    /// Of the branches that nothing else begins. Call before the graph's nodes are issued.
    std::vector<Wait> beginsOf(const TraceStep &step, const std::vector<GraphNode> &nodes) const;
    /// The graph is issued. `added`: by node, the operation.
    void ended(const TraceStep &step, const std::vector<GraphNode> &nodes, const std::vector<std::int32_t> &added);
    /// The operations for which the next one in `stream` waits; from then on nobody does.
    std::vector<std::int32_t> takeEnds(std::int32_t stream);

private:
    std::int32_t streamOf(const TraceStep &step, std::uint32_t node) const
    {
        return m_timeline.streamIndices()[step.firstSpan + node];
    }

    const Timeline &m_timeline;
    struct Issued
    {
        std::int32_t operation = 0;
        std::int64_t end = 0; ///< in the Timeline's times
    };
    std::map<std::int32_t, Issued> m_latest;            ///< by stream
    std::map<std::int32_t, std::vector<Issued>> m_ends; ///< of branches, by the stream launched into
};

} // namespace streamscope
