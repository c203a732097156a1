// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"
#include "engine/changes/patterns/call_order.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Which operations of a Program can be launched together as graphs.
class GraphRuns
{
public:
    /// A graph of fewer nodes saves less than it costs to keep.
    static constexpr std::size_t fewestNodes = 4;

    explicit GraphRuns(const ChangeInput &input);

    /// The number of the graph that an operation belongs to; Operation::none for the others.
    std::int32_t graphOf(std::size_t operation) const { return m_graph[operation]; }
    /// True for work of the host between two nodes of one graph.
    bool isInside(std::size_t operation) const { return m_inside[operation]; }

    std::size_t graphs() const { return m_graphs; }
    std::size_t nodes() const { return m_nodes; }
    std::size_t mostNodes() const { return m_mostNodes; }
    bool joinsStreams() const { return m_joinsStreams; }

private:
    bool isNode(std::size_t index) const;
    void addBetween();
    bool isOnDefaultStream(const Operation &operation) const;
    void countSegments();
    void dropOpenEvents();
    bool dropOpenEventsOnce(const std::vector<std::int32_t> &seen);
    void collectRuns();
    void findWorkInside();
    void cutRun(const std::vector<std::int32_t> &run);
    std::size_t sizeFor(const std::vector<std::int32_t> &run) const;
    void takeGraph(const std::vector<std::int32_t> &run, std::size_t first, std::size_t last);

    const ChangeInput &m_input;
    const std::vector<Operation> &m_operations;
    const LaunchWork m_launchWork;
    const std::size_t m_wanted;           ///< nodes in a graph; 0: chosen
    std::vector<bool> m_node;             ///< may be in a graph
    std::vector<std::int32_t> m_segment;  ///< by operation: how often its thread did something else before it
    std::vector<std::int32_t> m_lastWait; ///< by event record: the last wait that sees it
    std::vector<std::int32_t> m_graph;
    std::vector<bool> m_inside;
    std::int32_t m_next = 0;
    std::size_t m_graphs = 0, m_nodes = 0, m_mostNodes = 0;
    bool m_joinsStreams = false;
};

} // namespace streamscope
