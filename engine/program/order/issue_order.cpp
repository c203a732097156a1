// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/order/issue_order.h"

#include "engine/program/order/freed_allocations.h"
#include "engine/program/order/program_order.h"
#include "engine/program/order/stream_rules.h"

#include <algorithm>

namespace streamscope {

namespace {

bool refersToRecord(const Operation &operation)
{
    return operation.kind == OperationKind::EventWait
           || (operation.kind == OperationKind::Sync && operation.syncScope == SyncScope::Event);
}

/// Walks the list and finds for each operation the latest operation of each other thread that must be issued first.
class Walk
{
public:
    explicit Walk(const Program &program)
        : m_program(program), m_rules(program.streams), m_freed(freedAllocations(program)),
          m_seen(recordsSeen(program)), m_threads(static_cast<std::size_t>(program.threadCount())),
          m_last(program.streams.size(), Operation::none), m_lastRecord(program.events.size(), Operation::none),
          m_waits(program.events.size()), m_wanted(m_threads, Operation::none),
          m_reached(m_threads * m_threads, Operation::none)
    {}

    /// Appends what operation `index` waits for. Call it for each operation in the order of the list.
    void step(std::int32_t index, std::vector<std::int32_t> &before)
    {
        const Operation &operation = m_program.operations[index];
        if (isInStream(operation))
            enterStream(index, operation);
        if (operation.kind == OperationKind::Sync)
            synchronize(operation);
        if (operation.kind == OperationKind::EventRecord)
            record(index, operation.event);
        if (operation.kind == OperationKind::EventWait)
            m_waits[operation.event].push_back(index);
        want(m_seen[index]);
        want(m_freed[index]);
        take(operation.thread, before);
    }

private:
    void want(std::int32_t earlier)
    {
        if (earlier < 0)
            return;
        std::int32_t &latest = m_wanted[m_program.operations[earlier].thread];
        latest = std::max(latest, earlier);
    }

    void enterStream(std::int32_t index, const Operation &operation)
    {
        for (const std::int32_t stream : m_rules.comesAfter(operation.stream))
            want(m_last[stream]);
        m_last[m_rules.same(operation.stream)] = index;
    }

    void synchronize(const Operation &operation)
    {
        if (operation.syncScope == SyncScope::Stream)
            for (const std::int32_t stream : m_rules.comesAfter(operation.stream))
                want(m_last[stream]);
        if (operation.syncScope != SyncScope::Device)
            return;
        for (std::size_t i = 0; i < m_last.size(); ++i)
            if (m_program.streams[i].device == operation.device)
                want(m_last[i]);
    }

    /// One event object serves all records of an event: a record must not overtake the waits for the record before.
    void record(std::int32_t index, std::int32_t event)
    {
        want(m_lastRecord[event]);
        for (const std::int32_t wait : m_waits[event])
            want(wait);
        m_waits[event].clear();
        m_lastRecord[event] = index;
    }

    void take(std::int32_t thread, std::vector<std::int32_t> &before)
    {
        for (std::size_t other = 0; other < m_threads; ++other) {
            std::int32_t &reached = m_reached[static_cast<std::size_t>(thread) * m_threads + other];
            if (other != static_cast<std::size_t>(thread) && m_wanted[other] > reached) {
                before.push_back(m_wanted[other]);
                reached = m_wanted[other];
            }
            m_wanted[other] = Operation::none;
        }
    }

    const Program &m_program;
    const StreamRules m_rules;
    const std::vector<std::int32_t> m_freed, m_seen;
    const std::size_t m_threads;
    std::vector<std::int32_t> m_last;               ///< by stream: its last operation so far
    std::vector<std::int32_t> m_lastRecord;         ///< by event
    std::vector<std::vector<std::int32_t>> m_waits; ///< by event: since its last record
    std::vector<std::int32_t> m_wanted;             ///< by thread, of the operation at hand
    std::vector<std::int32_t> m_reached;            ///< by thread and other thread: for which it has waited already
};

} // namespace

IssueOrder::IssueOrder(const Program &program)
{
    const auto &operations = program.operations;
    const auto differs = [&operations](const Operation &o) { return o.thread != operations.front().thread; };
    if (std::none_of(operations.begin(), operations.end(), differs))
        return;
    Walk walk(program);
    m_first.reserve(operations.size() + 1);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        m_first.push_back(m_before.size());
        walk.step(static_cast<std::int32_t>(i), m_before);
    }
    m_first.push_back(m_before.size());
}

std::vector<std::int32_t> recordsSeen(const Program &program)
{
    std::vector<std::int32_t> last(program.events.size(), Operation::none);
    std::vector<std::int32_t> seen(program.operations.size(), Operation::none);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (operation.kind == OperationKind::EventRecord)
            last[operation.event] = static_cast<std::int32_t>(i);
        else if (refersToRecord(operation))
            seen[i] = last[operation.event];
    }
    return seen;
}

} // namespace streamscope
