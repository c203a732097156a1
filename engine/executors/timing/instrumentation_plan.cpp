// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/instrumentation_plan.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// After such a call the host may come back long after the GPU ran dry: an event that fired before the call says
/// nothing about when the next operation became ready.
bool mayHoldTheHost(const Program &program, const Operation &operation)
{
    if (operation.kind == OperationKind::Sync || operation.kind == OperationKind::HostWork
        || isAllocation(operation.kind))
        return true;
    return isHostCopy(operation.kind) && program.hostMemoryOf(operation) == HostMemory::Pageable;
}

class InstrumentationPlanner
{
public:
    /// `watch`: null where nothing is watched.
    InstrumentationPlanner(const Program &program, const WatchPlan *watch)
        : m_program(program), m_watch(watch), m_lastEvent(program.streams.size(), none),
          m_lastKernel(program.streams.size(), none)
    {
        m_plan.entries.resize(program.operations.size());
    }

    InstrumentationPlan plan()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const Operation &operation = m_program.operations[i];
            InstrumentationPlan::Entry &entry = m_plan.entries[i];
            if (m_watch)
                entry.watched = m_watch->wordOf[i];
            if (entry.watched >= 0 || (m_watch && operation.kind == OperationKind::EventRecord)) {
                forget(operation.stream);
                continue;
            }
            planOne(i, operation, entry);
            if (mayHoldTheHost(m_program, operation)) {
                std::fill(m_lastEvent.begin(), m_lastEvent.end(), none);
                std::fill(m_lastKernel.begin(), m_lastKernel.end(), none);
            }
        }
        return std::move(m_plan);
    }

private:
    static constexpr std::int32_t none = InstrumentationPlan::none;

    void forget(std::int32_t stream) { m_lastEvent[stream] = m_lastKernel[stream] = none; }

    /// Its end brackets the kernel before it: loose by the length of the operation, but true.
    void endWithEvent(std::int32_t stream, InstrumentationPlan::Entry &entry)
    {
        entry.after = m_plan.events++;
        if (m_lastKernel[stream] >= 0)
            m_plan.entries[m_lastKernel[stream]].bracketAfter = entry.after;
        m_lastEvent[stream] = entry.after;
        m_lastKernel[stream] = none;
    }

    void planKernel(std::size_t index, std::int32_t stream, InstrumentationPlan::Entry &entry)
    {
        entry.stamp = m_plan.stamps++;
        entry.bracketBefore = std::exchange(m_lastEvent[stream], none);
        m_lastKernel[stream] = static_cast<std::int32_t>(index);
    }

    void planOne(std::size_t index, const Operation &operation, InstrumentationPlan::Entry &entry)
    {
        const std::int32_t stream = operation.stream;
        const bool stampless = operation.kind == OperationKind::Kernel && m_program.deviceOf(operation) != 0;
        if (operation.kind == OperationKind::Collective || stampless) {
            entry.before = m_plan.events++;
            entry.after = m_lastEvent[stream] = m_plan.events++;
            m_lastKernel[stream] = none;
        } else if (operation.kind == OperationKind::Kernel) {
            planKernel(index, stream, entry);
        } else if (isCopy(operation.kind) || operation.kind == OperationKind::Memset) {
            if (m_program.inGraph(operation))
                entry.before = m_plan.events++;
            endWithEvent(stream, entry);
        } else if (operation.kind == OperationKind::EventRecord) {
            endWithEvent(stream, entry);
        } else if (isAllocation(operation.kind) && stream >= 0) { // else the host's call takes the time
            entry.after = m_plan.events++;
        } else if (operation.kind == OperationKind::HostFunction || operation.kind == OperationKind::EventWait) {
            forget(stream);
        }
    }

    const Program &m_program;
    const WatchPlan *m_watch;
    InstrumentationPlan m_plan;
    std::vector<std::int32_t> m_lastEvent;  ///< by stream: the event that is the last thing in it
    std::vector<std::int32_t> m_lastKernel; ///< by stream: the kernel that is
};

} // namespace

InstrumentationPlan planInstrumentation(const Program &program)
{
    return InstrumentationPlanner(program, nullptr).plan();
}

InstrumentationPlan planInstrumentation(const Program &program, const WatchPlan &watch)
{
    return InstrumentationPlanner(program, &watch).plan();
}

} // namespace streamscope
