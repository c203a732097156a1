// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/cuda/program_resources.h"
#include "engine/executors/cuda/runtime/captured_graph.h"
#include "engine/executors/cuda/runtime/cuda_handles.h"
#include "engine/program/program.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace streamscope {

/// The graphs that a Program launches among its other work (Operation::graph): each is captured once and launched by
/// one call into the stream of its first node. Its other streams wait before and behind the whole graph, so that each
/// stream keeps its order. All nodes are on the first device.
class GraphLaunches
{
public:
    /// `awaited`: by operation, the record that it waits for; see recordsSeen(). Nothing where the whole Program is one
    /// graph.
    GraphLaunches(const Program &program, const ProgramResources &resources, const std::vector<std::int32_t> &awaited);

    bool empty() const { return m_graphs.empty(); }
    bool isCaptured() const { return m_captured; }
    /// Captures all graphs on an idle device. `issue` puts one operation into its stream. @throws CudaError.
    void capture(const std::function<void(std::size_t)> &issue);

    bool isNode(std::size_t operation) const { return !m_graphOf.empty() && m_graphOf[operation] >= 0; }
    /// The nodes of the graph that begins with `operation`, in the order of the Program; empty if none does.
    const std::vector<std::size_t> &beginningWith(std::size_t operation) const;
    /// `eventOf` gives the event of a record outside of the graph. @throws CudaError.
    void launch(std::size_t first, const std::function<cudaEvent_t(std::size_t)> &eventOf) const;

    /// The record is a node, and who waits for it is not one of the same graph: that needs an event of its own.
    bool leavesGraph(std::size_t record, std::size_t waiter) const
    {
        return isNode(record) && m_graphOf[record] != m_graphOf[waiter];
    }
    /// The waiter is a node, and the record is not one of the same graph: the launch waits for it.
    bool waitsOutside(std::size_t waiter, std::size_t record) const
    {
        return isNode(waiter) && m_graphOf[record] != m_graphOf[waiter];
    }
    /// Of a record that somebody outside its graph waits for; null for others.
    const CudaEvent *outsideEvent(std::size_t record) const;

private:
    struct Graph
    {
        std::vector<std::size_t> nodes;
        std::vector<std::int32_t> streams; ///< the first node's in front
        std::vector<std::size_t> records;  ///< outside, which nodes wait for
        std::unique_ptr<CapturedGraph> captured;
        CudaEvent fork{CudaEvent::Timing::Off}, end{CudaEvent::Timing::Off};
        std::vector<CudaEvent> before; ///< of all streams but the first
    };

    void findNodes();
    void findWaits(const std::vector<std::int32_t> &awaited);
    cudaStream_t streamOf(std::int32_t stream) const { return m_resources.stream(stream); }

    const Program &m_program;
    const ProgramResources &m_resources;
    std::vector<Graph> m_graphs;
    std::vector<std::int32_t> m_graphOf; ///< by operation: into m_graphs, or −1; empty without graphs
    std::map<std::size_t, CudaEvent> m_outside;
    bool m_captured = false;
};

} // namespace streamscope
