// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/replay/trace/trace_steps.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What a node of a launched graph waited for beside the node before it in its stream. No file has the edges of a
/// graph, nor says which nodes a call had handed over when.
struct GraphNode
{
    static constexpr std::uint32_t none = UINT32_MAX;
    std::uint32_t after = none;   ///< a node of another stream: its place among the nodes
    bool handedOverLater = false; ///< the call had not handed it over with those before it
};

/// For each span of the step. Times are concluded so (H200s under CUPTI, graphs of one to twelve streams):
/// - A kernel, memset or copy on the device starts 0.2 to 1.4 us behind the node that it waits for, a host copy or what
///   is behind one up to 12 us. Where the node before it in its stream does not explain its start, and a copy engine
///   that was at work does not, it waited for the node of another stream that ended last before it.
/// - What nothing explains, and starts while the call lasts or up to 12 us behind it, the call handed over later. Of a
///   graph of one stream that is what starts just behind the call, long after the node before it.
std::vector<GraphNode> graphNodes(const Timeline &timeline, const TraceStep &step);

} // namespace streamscope
