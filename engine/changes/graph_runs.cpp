// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/graph_runs.h"

#include "engine/changes/between_launches.h"
#include "engine/changes/patterns/repetition.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/order/program_order.h"
#include "engine/program/order/stream_rules.h"

#include <algorithm>

namespace streamscope {

namespace {

/// What other threads have issued to the streams that an operation comes after.
class OtherThreads
{
public:
    explicit OtherThreads(const Program &program)
        : m_operations(program.operations), m_rules(program.streams), m_last(program.streams.size(), Operation::none),
          m_seen(static_cast<std::size_t>(program.threadCount()), m_last)
    {}

    /// Calls `between` with the thread of each that was not yet there at this thread's operation before.
    template <typename Between>
    void issue(std::size_t index, Between between)
    {
        const Operation &operation = m_operations[index];
        std::vector<std::int32_t> &seen = m_seen[static_cast<std::size_t>(operation.thread)];
        for (const std::int32_t stream : m_rules.comesAfter(operation.stream)) {
            const auto s = static_cast<std::size_t>(stream);
            if (m_last[s] == seen[s])
                continue;
            seen[s] = m_last[s];
            const std::int32_t thread = m_operations[static_cast<std::size_t>(m_last[s])].thread;
            if (thread != operation.thread)
                between(thread);
        }
        m_last[static_cast<std::size_t>(m_rules.same(operation.stream))] = static_cast<std::int32_t>(index);
    }

private:
    const std::vector<Operation> &m_operations;
    const StreamRules m_rules;
    std::vector<std::int32_t> m_last;              ///< by stream: the last one that was issued to it
    std::vector<std::vector<std::int32_t>> m_seen; ///< the same at each thread's last operation
};

} // namespace

GraphRuns::GraphRuns(const ChangeInput &input)
    : m_input(input), m_operations(input.program.operations), m_launchWork(input.program),
      m_wanted(static_cast<std::size_t>(input.values.integer("nodes"))), m_node(m_operations.size(), false),
      m_segment(m_operations.size(), 0), m_graph(m_operations.size(), Operation::none),
      m_inside(m_operations.size(), false)
{
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        m_node[i] = isNode(i);
        m_next = std::max(m_next, m_operations[i].graph + 1);
    }
    addBetween();
    dropOpenEvents();
    collectRuns();
}

/// A capture takes all that is issued in it: memsets and copies inside the device that a library issues between the
/// selected launches are nodes, too.
void GraphRuns::addBetween()
{
    const auto mayBe = [](const Operation &operation) {
        return operation.graph < 0 && (operation.kind == OperationKind::Memset || operation.kind == OperationKind::D2D);
    };
    for (const std::size_t between : betweenLaunches(m_operations, m_node, mayBe))
        m_node[between] = true;
}

bool GraphRuns::isNode(std::size_t index) const
{
    const Operation &operation = m_operations[index];
    if (!m_input.selected[index] || operation.graph >= 0)
        return false;
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
        return m_input.program.hostMemoryOf(operation) != HostMemory::Pageable;
    case OperationKind::D2D:
    case OperationKind::Peer:
    case OperationKind::Kernel:
    case OperationKind::Memset:
    case OperationKind::HostFunction:
        return true;
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
        return !isOnDefaultStream(operation);
    default:
        return false;
    }
}

bool GraphRuns::isOnDefaultStream(const Operation &operation) const
{
    return m_input.program.streams[static_cast<std::size_t>(operation.stream)].kind == StreamKind::LegacyDefault;
}

/// Between two operations of a thread with the same number there are only nodes and the work of launching them, and no
/// other thread issues what its streams wait for. A graph
/// is captured from the default stream's operations or from those of other streams, never from both.
void GraphRuns::countSegments()
{
    const auto threads = static_cast<std::size_t>(m_input.program.threadCount());
    std::vector<std::int32_t> count(threads, 0);
    std::vector<bool> wasOnDefaultStream(threads, false);
    OtherThreads others(m_input.program);
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const auto thread = static_cast<std::size_t>(m_operations[i].thread);
        if (threads > 1 && isInStream(m_operations[i]))
            others.issue(i, [&](std::int32_t other) { // one graph cannot stand on both sides of it
                ++count[static_cast<std::size_t>(other)];
                ++count[thread];
            });
        const bool onDefaultStream = m_node[i] && isOnDefaultStream(m_operations[i]);
        if (m_node[i] ? onDefaultStream != wasOnDefaultStream[thread] : !m_launchWork.belongsToLaunch(m_operations[i]))
            ++count[thread];
        if (m_node[i])
            wasOnDefaultStream[thread] = onDefaultStream;
        m_segment[i] = count[thread];
    }
}

/// A graph holds an event when it holds the record and all that waits for it. An event that leaves its graph is none of
/// its nodes and ends the run, which may open further ones.
void GraphRuns::dropOpenEvents()
{
    constexpr int mostRounds = 20;
    const std::vector<std::int32_t> seen = recordsSeen(m_input.program);
    bool stable = false;
    for (int round = 0; round < mostRounds && !stable; ++round) {
        countSegments();
        stable = dropOpenEventsOnce(seen);
    }
    if (!stable)
        for (std::size_t i = 0; i < m_operations.size(); ++i)
            if (uses(m_operations[i].kind, field::event))
                m_node[i] = false;
    countSegments();
    m_lastWait.assign(m_operations.size(), Operation::none);
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        if (m_node[i] && seen[i] >= 0)
            m_lastWait[static_cast<std::size_t>(seen[i])] = static_cast<std::int32_t>(i);
}

bool GraphRuns::dropOpenEventsOnce(const std::vector<std::int32_t> &seen)
{
    bool stable = true;
    const auto drop = [&](std::size_t index) {
        stable = stable && !m_node[index];
        m_node[index] = false;
    };
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        if (seen[i] < 0) {
            if (m_operations[i].kind == OperationKind::EventWait)
                drop(i); // waits for something from before
            continue;
        }
        const auto record = static_cast<std::size_t>(seen[i]);
        const bool together = m_node[i] && m_node[record] && m_operations[i].thread == m_operations[record].thread
                              && m_segment[i] == m_segment[record];
        if (together)
            continue;
        drop(record);
        if (m_operations[i].kind == OperationKind::EventWait)
            drop(i);
    }
    return stable;
}

void GraphRuns::collectRuns()
{
    struct Run
    {
        std::vector<std::int32_t> nodes;
        std::int32_t segment = -1;
    };
    std::vector<Run> open(static_cast<std::size_t>(m_input.program.threadCount()));
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        if (!m_node[i])
            continue;
        Run &run = open[static_cast<std::size_t>(m_operations[i].thread)];
        if (m_segment[i] != run.segment) {
            cutRun(run.nodes);
            run.nodes.clear();
        }
        run.segment = m_segment[i];
        run.nodes.push_back(static_cast<std::int32_t>(i));
    }
    for (const Run &run : open)
        cutRun(run.nodes);
    findWorkInside();
}

/// Work of a thread goes when the launches before and behind it are in the same graph.
void GraphRuns::findWorkInside()
{
    const auto threads = static_cast<std::size_t>(m_input.program.threadCount());
    std::vector<std::int32_t> next(m_operations.size(), Operation::none); // by work: the graph behind it
    std::vector<std::int32_t> behind(threads, Operation::none), before(threads, Operation::none);
    for (std::size_t i = m_operations.size(); i-- > 0;) {
        const auto thread = static_cast<std::size_t>(m_operations[i].thread);
        if (m_operations[i].kind == OperationKind::HostWork)
            next[i] = behind[thread];
        else
            behind[thread] = m_graph[i];
    }
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const auto thread = static_cast<std::size_t>(m_operations[i].thread);
        if (m_operations[i].kind == OperationKind::HostWork)
            m_inside[i] = next[i] >= 0 && next[i] == before[thread];
        else
            before[thread] = m_graph[i];
    }
}

std::size_t GraphRuns::sizeFor(const std::vector<std::int32_t> &run) const
{
    constexpr std::size_t mostOfStep = 1024, step = 32;
    constexpr std::size_t enough = 128; // a longer one wins little more, and its first node waits for the longer call
    if (m_wanted > 0)
        return m_wanted;
    const std::size_t period = repetitionOf(m_input.program, run);
    if (period >= step)
        return std::min(period, mostOfStep);
    const std::size_t graphs = (run.size() + enough - 1) / enough;
    return (run.size() / graphs + period - 1) / period * period;
}

void GraphRuns::cutRun(const std::vector<std::int32_t> &run)
{
    if (run.empty())
        return;
    const std::size_t size = sizeFor(run);
    std::size_t first = 0;
    std::int32_t open = Operation::none; // the last wait for a record of the graph
    for (std::size_t i = 0; i < run.size(); ++i) {
        open = std::max(open, m_lastWait[static_cast<std::size_t>(run[i])]);
        const bool last = i + 1 == run.size();
        if (!last && (i + 1 - first < size || open > run[i]))
            continue;
        takeGraph(run, first, i + 1);
        first = i + 1;
    }
}

void GraphRuns::takeGraph(const std::vector<std::int32_t> &run, std::size_t first, std::size_t last)
{
    const std::size_t count = last - first;
    const std::size_t least = m_wanted > 0 ? std::min(fewestNodes, m_wanted) : fewestNodes;
    if (count < least)
        return;
    const auto operation = [&](std::size_t i) -> const Operation & {
        return m_operations[static_cast<std::size_t>(run[i])];
    };
    for (std::size_t i = first; i < last; ++i) {
        m_graph[static_cast<std::size_t>(run[i])] = m_next;
        m_joinsStreams = m_joinsStreams || operation(i).stream != operation(first).stream;
    }
    ++m_next;
    ++m_graphs;
    m_nodes += count;
    m_mostNodes = std::max(m_mostNodes, count);
}

} // namespace streamscope
