// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/code_graphs.h"

#include "engine/program/order/issue_order.h"

#include <algorithm>

namespace streamscope {

namespace {

bool hasGraphs(const Program &program)
{
    return program.submission != Submission::Graph
           && std::any_of(program.operations.begin(), program.operations.end(),
                          [](const Operation &operation) { return operation.graph != Operation::none; });
}

void addNode(const Program &program, std::size_t index, std::int32_t seen, CodeGraph &graph)
{
    const Operation &operation = program.operations[index];
    if (std::find(graph.streams.begin(), graph.streams.end(), operation.stream) == graph.streams.end())
        graph.streams.push_back(operation.stream);
    if (operation.kind != OperationKind::EventWait || seen >= static_cast<std::int32_t>(graph.first))
        graph.nodes.push_back(index);
    else if (seen >= 0)
        graph.waits.push_back(index);
}

} // namespace

std::vector<CodeGraph> codeGraphs(const Program &program)
{
    std::vector<CodeGraph> graphs;
    if (!hasGraphs(program))
        return graphs;
    const std::vector<std::int32_t> seen = recordsSeen(program);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        if (program.operations[i].graph == Operation::none)
            continue;
        CodeGraph graph;
        graph.first = i;
        const std::size_t last = program.lastOfGraph(i);
        for (; i <= last; ++i)
            addNode(program, i, seen[i], graph);
        i = last;
        graphs.push_back(std::move(graph));
    }
    return graphs;
}

/// Only its own thread can reach a per-thread default stream, and the main thread forks and joins all streams.
std::string_view threadProblem(const Program &program)
{
    const auto isElsewhere = [](const Stream &stream) {
        return stream.kind == StreamKind::PerThreadDefault && stream.thread != 0;
    };
    if (program.threadCount() > 1 && std::any_of(program.streams.begin(), program.streams.end(), isElsewhere))
        return "a per-thread default stream of another host thread than the first";
    return {};
}

std::string_view graphProblem(const Program &program)
{
    if (!hasGraphs(program))
        return {};
    if (program.threadCount() > 1)
        return "a program with graphs and several host threads";
    if (program.deviceCount() > 1)
        return "a program with graphs over several devices";
    const std::vector<std::int32_t> seen = recordsSeen(program);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.graph != Operation::none && isAllocation(operation.kind))
            return "a graph that allocates memory";
        if (seen[i] < 0)
            continue;
        const auto record = static_cast<std::size_t>(seen[i]);
        if (program.operations[record].graph != Operation::none && program.lastOfGraph(record) < i)
            return "a graph with an event that something outside of it waits for";
    }
    return {};
}

} // namespace streamscope
