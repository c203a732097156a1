// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/recorded_times.h"

#include "engine/executors/engine_order.h"
#include "engine/program/errors.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Collects one run's times from their different clocks.
class Collector
{
public:
    Collector(const Program &program, const CudaRun &run, const ClockProbes &probes)
        : m_program(program), m_run(run), m_stamps(run.readStamps())
    {
        m_result.times.resize(program.operations.size());
        for (std::int32_t i = 0; i < run.plan().events; ++i)
            m_events.push_back(run.eventTime(i));
        probes.addTo(m_result.host, m_result.globalTimer, run.origin());
        bracketStamps();
    }

    /// Of a traced run.
    Collector(const Program &program, const CudaRun &run, const ClockProbes &probes,
              const std::vector<OperationTimes> &device)
        : m_program(program), m_run(run), m_stamps(run.readStamps()), m_device(&device)
    {
        m_result.times.resize(program.operations.size());
        probes.addTo(m_result.host, m_result.globalTimer, run.origin());
    }

    RecordedTimes collectTraced()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            collectOneTraced(i);
        placeEvents();
        fillReadyTimes(m_program, m_result.times);
        startAtZero();
        return std::move(m_result);
    }

    RecordedTimes collect(bool oneEngineForBothDirections, const CopyLatencies &latencies)
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            collectOne(i);
        placeEvents();
        fillReadyTimes(m_program, m_result.times);
        startMemsets();
        collectSubmissions();
        correctCopyStarts(m_program, {oneEngineForBothDirections, latencies, m_result.submitted}, m_result.times);
        keepStreamOrder();
        startAtZero();
        return std::move(m_result);
    }

private:
    /// Every kernel between two events of its stream narrows the alignment of %globaltimer down.
    void bracketStamps()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const InstrumentationPlan::Entry &entry = m_run.plan().entries[i];
            if (entry.stamp < 0)
                continue;
            const KernelStamp &stamp = m_stamps[static_cast<std::size_t>(entry.stamp)];
            if (stamp.lastEnd == 0)
                throw RunError("kernel '" + m_program.operations[i].name + "' left no time stamp; it did not run");
            if (entry.bracketBefore >= 0 && entry.bracketAfter >= 0)
                m_result.globalTimer.addBracket(event(entry.bracketBefore), static_cast<std::int64_t>(stamp.firstStart),
                                                static_cast<std::int64_t>(stamp.lastEnd), event(entry.bracketAfter));
        }
    }

    void collectOne(std::size_t index)
    {
        const Operation &operation = m_program.operations[index];
        const InstrumentationPlan::Entry &entry = m_run.plan().entries[index];
        const HostCall &call = m_run.hostCalls()[index];
        OperationTimes &t = m_result.times[index];
        placeCall(call, t);
        t.clock = Clock::Event;
        if (entry.stamp >= 0) {
            placeKernel(m_stamps[static_cast<std::size_t>(entry.stamp)], t);
        } else if (operation.kind == OperationKind::EventRecord) {
            t.ready = t.start = t.end = event(entry.after);
        } else if (entry.after >= 0) {
            t.end = event(entry.after); // the start is found when everything else is known
        } else {
            timeOnHost(operation, call, t);
        }
    }

    void placeCall(const HostCall &call, OperationTimes &t) const
    {
        t.issue = call.begin + m_result.host.offset();
        t.returned = call.end + m_result.host.offset();
    }

    void placeKernel(const KernelStamp &stamp, OperationTimes &t) const
    {
        t.start = static_cast<std::int64_t>(stamp.firstStart) + m_result.globalTimer.offset();
        t.end = static_cast<std::int64_t>(stamp.lastEnd) + m_result.globalTimer.offset();
        t.clock = Clock::GlobalTimer;
    }

    void collectOneTraced(std::size_t index)
    {
        const HostCall &call = m_run.hostCalls()[index];
        const OperationTimes &traced = (*m_device)[index];
        const std::int32_t stamp = m_stamps.empty() ? -1 : m_run.plan().entries[index].stamp;
        OperationTimes &t = m_result.times[index];
        placeCall(call, t);
        t.clock = Clock::Cupti;
        if (stamp >= 0) {
            placeKernel(m_stamps[static_cast<std::size_t>(stamp)], t);
        } else if (traced.start != unknownTime) {
            t.start = traced.start + m_result.globalTimer.offset();
            t.end = traced.end + m_result.globalTimer.offset();
        } else {
            timeOnHost(m_program.operations[index], call, t);
        }
    }

    void timeOnHost(const Operation &operation, const HostCall &call, OperationTimes &t) const
    {
        if (operation.kind != OperationKind::Sync && operation.kind != OperationKind::HostWork)
            return;
        t.ready = t.start = t.issue;
        t.end = call.end + m_result.host.offset();
        t.clock = Clock::Host;
    }

    /// A wait is over when its stream has reached it and the record has happened; it needs no event of its own. In a
    /// traced run the same goes for records.
    void placeEvents()
    {
        const auto predecessors = streamPredecessors(m_program);
        const auto awaited = awaitedRecords(m_program);
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const OperationKind kind = m_program.operations[i].kind;
            if (kind != OperationKind::EventWait && !(m_device && kind == OperationKind::EventRecord))
                continue;
            OperationTimes &t = m_result.times[i];
            t.start = t.end = t.issue;
            if (predecessors[i] >= 0)
                t.start = t.end = std::max(t.start, m_result.times[static_cast<std::size_t>(predecessors[i])].end);
            if (awaited[i] >= 0)
                t.end = std::max(t.end, m_result.times[static_cast<std::size_t>(awaited[i])].end);
        }
    }

    /// Nothing tells when a memset started but that its stream had reached it.
    void startMemsets()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            if (OperationTimes &t = m_result.times[i]; m_program.operations[i].kind == OperationKind::Memset)
                t.start = t.ready = std::min(t.ready, t.end);
    }

    void collectSubmissions()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const Operation &operation = m_program.operations[i];
            const bool tells = isCopy(operation.kind) && m_program.hostMemoryOf(operation) != HostMemory::Pageable;
            m_result.submitted.push_back(tells ? m_run.hostCalls()[i].submitted + m_result.host.offset() : unknownTime);
        }
    }

    /// Operations of one stream do not overlap; where two clocks say so by their uncertainty, the later start gives
    /// way.
    void keepStreamOrder()
    {
        const auto predecessors = streamPredecessors(m_program);
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            if (predecessors[i] < 0)
                continue;
            OperationTimes &t = m_result.times[i];
            const std::int64_t before = m_result.times[static_cast<std::size_t>(predecessors[i])].end;
            if (t.start < before && before - t.start <= m_result.globalTimer.uncertainty())
                t.start = std::min(before, t.end);
        }
    }

    void startAtZero()
    {
        std::int64_t earliest = 0;
        for (const OperationTimes &t : m_result.times)
            earliest = std::min(earliest, t.issue);
        for (OperationTimes &t : m_result.times)
            for (std::int64_t *time : {&t.issue, &t.ready, &t.start, &t.end, &t.returned})
                *time -= *time == unknownTime ? 0 : earliest;
        m_result.fromGlobalTimer = m_result.globalTimer.offset() - earliest;
        for (std::int64_t &time : m_result.submitted)
            time -= time == unknownTime ? 0 : earliest;
    }

    std::int64_t event(std::int32_t index) const { return m_events[static_cast<std::size_t>(index)]; }

    const Program &m_program;
    const CudaRun &m_run;
    std::vector<KernelStamp> m_stamps;
    const std::vector<OperationTimes> *m_device = nullptr; ///< of a traced run
    std::vector<std::int64_t> m_events;
    RecordedTimes m_result;
};

} // namespace

RecordedTimes collectTimes(const Program &program, const CudaRun &run, const ClockProbes &probes,
                           bool oneEngineForBothDirections, const CopyLatencies &latencies)
{
    return Collector(program, run, probes).collect(oneEngineForBothDirections, latencies);
}

RecordedTimes collectTracedTimes(const Program &program, const CudaRun &run, const ClockProbes &probes,
                                 const std::vector<OperationTimes> &device)
{
    return Collector(program, run, probes, device).collectTraced();
}

} // namespace streamscope
