// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/graph_launches.h"

#include <algorithm>

namespace streamscope {

GraphLaunches::GraphLaunches(const Program &program, const ProgramResources &resources,
                             const std::vector<std::int32_t> &awaited)
    : m_program(program), m_resources(resources)
{
    if (program.submission == Submission::Graph)
        return;
    findNodes();
    if (!empty())
        findWaits(awaited);
}

void GraphLaunches::findNodes()
{
    const std::vector<Operation> &operations = m_program.operations;
    std::vector<std::int32_t> open(static_cast<std::size_t>(m_program.threadCount()), Operation::none);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        std::int32_t &graph = open[static_cast<std::size_t>(operations[i].thread)];
        if (operations[i].graph == Operation::none) {
            graph = Operation::none;
            continue;
        }
        m_graphOf.resize(operations.size(), Operation::none);
        const bool begins =
            graph == Operation::none
            || operations[m_graphs[static_cast<std::size_t>(graph)].nodes.front()].graph != operations[i].graph;
        if (begins) {
            graph = static_cast<std::int32_t>(m_graphs.size());
            m_graphs.emplace_back();
        }
        Graph &own = m_graphs[static_cast<std::size_t>(graph)];
        own.nodes.push_back(i);
        m_graphOf[i] = graph;
        if (std::find(own.streams.begin(), own.streams.end(), operations[i].stream) == own.streams.end()) {
            if (!own.streams.empty())
                own.before.emplace_back(CudaEvent::Timing::Off);
            own.streams.push_back(operations[i].stream);
        }
    }
}

void GraphLaunches::findWaits(const std::vector<std::int32_t> &awaited)
{
    for (std::size_t i = 0; i < awaited.size(); ++i) {
        if (awaited[i] < 0)
            continue;
        const auto record = static_cast<std::size_t>(awaited[i]);
        if (leavesGraph(record, i))
            m_outside.try_emplace(record, CudaEvent::Timing::Off);
        if (waitsOutside(i, record))
            m_graphs[static_cast<std::size_t>(m_graphOf[i])].records.push_back(record);
    }
}

const std::vector<std::size_t> &GraphLaunches::beginningWith(std::size_t operation) const
{
    static const std::vector<std::size_t> none;
    if (!isNode(operation))
        return none;
    const Graph &graph = m_graphs[static_cast<std::size_t>(m_graphOf[operation])];
    return graph.nodes.front() == operation ? graph.nodes : none;
}

const CudaEvent *GraphLaunches::outsideEvent(std::size_t record) const
{
    const auto found = m_outside.find(record);
    return found == m_outside.end() ? nullptr : &found->second;
}

void GraphLaunches::capture(const std::function<void(std::size_t)> &issue)
{
    for (Graph &graph : m_graphs) {
        const cudaStream_t origin = streamOf(graph.streams.front());
        graph.captured = std::make_unique<CapturedGraph>(origin, [&] {
            graph.fork.record(origin);
            for (std::size_t s = 1; s < graph.streams.size(); ++s)
                STREAMSCOPE_CUDA(cudaStreamWaitEvent(streamOf(graph.streams[s]), graph.fork.get(), 0));
            for (const std::size_t node : graph.nodes)
                issue(node);
            for (std::size_t s = 1; s < graph.streams.size(); ++s) {
                graph.before[s - 1].record(streamOf(graph.streams[s]));
                STREAMSCOPE_CUDA(cudaStreamWaitEvent(origin, graph.before[s - 1].get(), 0));
            }
        });
    }
    m_captured = true;
}

void GraphLaunches::launch(std::size_t first, const std::function<cudaEvent_t(std::size_t)> &eventOf) const
{
    const Graph &graph = m_graphs[static_cast<std::size_t>(m_graphOf[first])];
    const cudaStream_t origin = streamOf(graph.streams.front());
    for (std::size_t s = 1; s < graph.streams.size(); ++s) {
        graph.before[s - 1].record(streamOf(graph.streams[s]));
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(origin, graph.before[s - 1].get(), 0));
    }
    for (const std::size_t record : graph.records)
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(origin, eventOf(record), 0));
    graph.captured->launch(origin);
    if (graph.streams.size() < 2)
        return;
    graph.end.record(origin);
    for (std::size_t s = 1; s < graph.streams.size(); ++s)
        STREAMSCOPE_CUDA(cudaStreamWaitEvent(streamOf(graph.streams[s]), graph.end.get(), 0));
}

} // namespace streamscope
