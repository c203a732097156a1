// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/recorded_times.h"

#include "engine/executors/timing/engine_order.h"
#include "engine/executors/timing/instrumentation_plan.h"
#include "engine/program/errors.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace streamscope {

namespace {

/// Where %globaltimer lies to the events' clock: at one distance while all brackets allow one, else on a straight line
/// from the probes before the run to those after it.
ClockLine timerLine(const RawRun &raw, RecordedTimes &result)
{
    ClockAlignment before, after;
    before.addBrackets(raw.timer);
    after.addBrackets(raw.timerEnd);
    if (before.empty() || after.empty())
        return {0, result.globalTimer.offset(), 0, result.globalTimer.offset()};
    const auto middle = [](const ClockBracket &bracket) { return bracket.start + (bracket.end - bracket.start) / 2; };
    const ClockLine line(middle(raw.timer.front()), before.offset(), middle(raw.timerEnd.back()), after.offset());
    result.timerDrift = -line.drift();
    result.timerDrifted = std::abs(line.drift()) > before.uncertainty() + after.uncertainty() && before.consistent()
                          && after.consistent();
    return result.timerDrifted ? line : ClockLine(0, result.globalTimer.offset(), 0, result.globalTimer.offset());
}

/// Collects one run's times from their different clocks.
class Collector
{
public:
    /// `device`: of a run under CUPTI, on the clock of %globaltimer; null for an instrumented one.
    Collector(const Program &program, const RawRun &raw, const std::vector<OperationTimes> *device)
        : m_program(program), m_raw(raw), m_plan(planOf(program, raw)), m_device(device)
    {
        m_result.times.resize(program.operations.size());
        m_result.host.addBrackets(raw.host);
        m_result.globalTimer.addBrackets(raw.timer);
        m_result.globalTimer.addBrackets(raw.timerEnd);
        if (!device)
            bracketStamps();
        m_timer.emplace(timerLine(raw, m_result));
    }

    RecordedTimes collectFromCupti()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            collectOneOfCupti(i);
        placeEvents();
        fillReadyTimes(m_program, m_result.times, opening());
        startAtZero();
        return std::move(m_result);
    }

    RecordedTimes collect(bool oneEngineForBothDirections, const CopyLatencies &latencies)
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            collectOne(i);
        placeEvents();
        fillReadyTimes(m_program, m_result.times, opening());
        refuseContradictions();
        startWhenReady();
        collectSubmissions();
        correctCopyStarts(m_program,
                          {oneEngineForBothDirections, latencies, m_result.submitted, reachedTimes(), watchedCopies()},
                          m_result.times);
        keepStreamOrder();
        startAtZero();
        return std::move(m_result);
    }

private:
    static InstrumentationPlan planOf(const Program &program, const RawRun &raw)
    {
        return raw.watched.empty() ? planInstrumentation(program) : planInstrumentation(program, planWatch(program));
    }

    /// The streams of a gated run are let go at the fork, which is the origin of the events' clock.
    std::int64_t opening() const { return m_program.submission == Submission::Gated ? 0 : unknownTime; }

    /// Every kernel between two events of its stream narrows the alignment of %globaltimer down.
    void bracketStamps()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const InstrumentationPlan::Entry &entry = m_plan.entries[i];
            if (entry.stamp < 0 || entry.bracketBefore < 0 || entry.bracketAfter < 0)
                continue;
            const std::int64_t before = m_raw.events[static_cast<std::size_t>(entry.bracketBefore)];
            const std::int64_t after = m_raw.events[static_cast<std::size_t>(entry.bracketAfter)];
            const KernelTimes &kernel = stamp(i);
            if (before != unknownTime && after != unknownTime) // a lost event is reported where it is needed
                m_result.globalTimer.addBracket({before, kernel.firstStart, kernel.lastEnd, after});
        }
    }

    void collectOne(std::size_t index)
    {
        const Operation &operation = m_program.operations[index];
        const InstrumentationPlan::Entry &entry = m_plan.entries[index];
        const CallTimes &call = m_raw.calls[index];
        OperationTimes &t = m_result.times[index];
        placeCall(call, t);
        t.clock = Clock::Event;
        if (entry.stamp >= 0) {
            placeKernel(stamp(index), t);
        } else if (entry.watched >= 0) {
            t.end = m_timer->at(seen(index)); // as behind an event
        } else if (operation.kind == OperationKind::EventRecord && entry.after >= 0) {
            t.ready = t.start = t.end = event(index, entry.after);
        } else if (operation.kind == OperationKind::HostFunction) {
            placeFunction(index, t);
        } else if (entry.before >= 0 && !isCopy(operation.kind) && operation.kind != OperationKind::Memset) {
            t.ready = t.start = event(index, entry.before); // its waiting for SMs cannot be told from its running
            t.end = event(index, entry.after);
        } else if (entry.after >= 0) {
            t.end = event(index, entry.after); // the start is found when everything else is known
        } else {
            timeOnHost(operation, call, t);
        }
    }

    void placeCall(const CallTimes &call, OperationTimes &t) const
    {
        t.issue = call.begin + m_result.host.offset();
        t.returned = call.end + m_result.host.offset();
    }

    void placeKernel(const KernelTimes &kernel, OperationTimes &t) const
    {
        t.start = m_timer->at(kernel.firstStart);
        t.end = m_timer->at(kernel.lastEnd);
        t.clock = Clock::GlobalTimer;
    }

    void placeFunction(std::size_t index, OperationTimes &t) const
    {
        const HostInterval function = index < m_raw.functions.size() ? m_raw.functions[index] : HostInterval{};
        if (function.begin == unknownTime || function.end == unknownTime)
            throw RunError(Phrase("engine", "%1 left no times; it did not run").arg(operationText(m_program, index)));
        t.start = function.begin + m_result.host.offset();
        t.end = function.end + m_result.host.offset();
        t.clock = Clock::Host;
    }

    void collectOneOfCupti(std::size_t index)
    {
        const CallTimes &call = m_raw.calls[index];
        const OperationTimes &recorded = (*m_device)[index];
        OperationTimes &t = m_result.times[index];
        placeCall(call, t);
        t.clock = Clock::Cupti;
        if (!m_raw.stamps.empty() && m_plan.entries[index].stamp >= 0) {
            placeKernel(stamp(index), t);
        } else if (m_program.operations[index].kind == OperationKind::HostFunction) {
            placeFunction(index, t);
        } else if (recorded.start != unknownTime) {
            t.start = m_timer->at(recorded.start);
            t.end = m_timer->at(recorded.end);
        } else {
            timeOnHost(m_program.operations[index], call, t);
        }
    }

    void timeOnHost(const Operation &operation, const CallTimes &call, OperationTimes &t) const
    {
        if (isInStream(operation))
            return;
        t.ready = t.start = t.issue;
        t.end = call.end + m_result.host.offset();
        t.clock = Clock::Host;
    }

    /// A wait is over when its stream has reached it and the record has happened; it needs no event of its own. The
    /// same goes for records beside watched copies, and under CUPTI for all of them, and for allocations in a
    /// stream, of which CUPTI leaves no record.
    bool isPlaced(std::size_t index) const
    {
        const Operation &operation = m_program.operations[index];
        if (operation.kind == OperationKind::EventWait)
            return true;
        if (operation.kind == OperationKind::EventRecord && m_plan.entries[index].after < 0)
            return true;
        return m_device
               && (operation.kind == OperationKind::EventRecord
                   || (isAllocation(operation.kind) && isInStream(operation)));
    }

    void placeEvents()
    {
        const auto predecessors = streamPredecessors(m_program);
        const ProgramOrder order(m_program);
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            if (!isPlaced(i))
                continue;
            OperationTimes &t = m_result.times[i];
            t.start = t.end = std::max(t.issue, opening());
            if (predecessors[i] >= 0)
                t.start = t.end = std::max(t.start, m_result.times[static_cast<std::size_t>(predecessors[i])].end);
            for (const std::int32_t earlier : order.before(i))
                t.end = std::max(t.end, m_result.times[static_cast<std::size_t>(earlier)].end);
        }
    }

    /// No copy is seen to arrive before its stream came to it. A little of that is the clocks' uncertainty; more is a
    /// clock that jumped or a word that something else has written, and such a time is not shown.
    void refuseContradictions() const
    {
        constexpr std::int64_t little = 50'000; // ns
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const OperationTimes &t = m_result.times[i];
            if (m_plan.entries[i].watched >= 0 && t.end < t.ready - little)
                throw RunError(Phrase("engine", "%1 was seen to arrive %2 us before its stream came to it")
                                   .arg(operationText(m_program, i), (t.ready - t.end) / 1000));
        }
    }

    /// Nothing tells when a memset, or an allocation in a stream, started but that its stream had reached it.
    void startWhenReady()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            if (OperationTimes &t = m_result.times[i]; t.start == unknownTime && !isCopy(m_program.operations[i].kind))
                t.start = t.ready = std::min(t.ready, t.end);
    }

    /// A graph is handed over by one call, during which its first operations start: its end tells nothing.
    void collectSubmissions()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const Operation &operation = m_program.operations[i];
            const bool tells = !m_program.inGraph(operation) && isCopy(operation.kind)
                               && m_program.hostMemoryOf(operation) != HostMemory::Pageable;
            m_result.submitted.push_back(tells ? m_raw.calls[i].submitted + m_result.host.offset() : unknownTime);
        }
    }

    std::vector<bool> watchedCopies() const
    {
        std::vector<bool> watched;
        for (const InstrumentationPlan::Entry &entry : m_plan.entries)
            watched.push_back(entry.watched >= 0);
        return watched;
    }

    std::vector<std::int64_t> reachedTimes() const
    {
        std::vector<std::int64_t> reached;
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const std::int32_t before = m_plan.entries[i].before;
            reached.push_back(before >= 0 ? event(i, before) : unknownTime);
        }
        return reached;
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
        m_result.fromGlobalTimer = m_timer->ahead(-earliest);
        for (std::int64_t &time : m_result.submitted)
            time -= time == unknownTime ? 0 : earliest;
    }

    std::int64_t event(std::size_t operation, std::int32_t index) const
    {
        const std::int64_t time = m_raw.events[static_cast<std::size_t>(index)];
        if (time == unknownTime)
            throw RunError(Phrase("engine", "the event that times %1 was lost; run again, or use another clock")
                               .arg(operationText(m_program, operation)));
        return time;
    }

    std::int64_t seen(std::size_t operation) const
    {
        const auto word = static_cast<std::size_t>(m_plan.entries[operation].watched);
        if (word >= m_raw.watched.size() || m_raw.watched[word] == unknownTime)
            throw RunError(Phrase("engine", "no watcher saw %1 arrive; run again, or use another clock")
                               .arg(operationText(m_program, operation)));
        return m_raw.watched[word];
    }

    const KernelTimes &stamp(std::size_t operation) const
    {
        const KernelTimes &times = m_raw.stamps[static_cast<std::size_t>(m_plan.entries[operation].stamp)];
        if (times.firstStart == unknownTime || times.lastEnd == unknownTime)
            throw RunError(
                Phrase("engine", "%1 left no time stamp; it did not run").arg(operationText(m_program, operation)));
        return times;
    }

    const Program &m_program;
    const RawRun &m_raw;
    const InstrumentationPlan m_plan;
    const std::vector<OperationTimes> *m_device; ///< of a run under CUPTI
    std::optional<ClockLine> m_timer;            ///< %globaltimer on the events' clock
    RecordedTimes m_result;
};

} // namespace

RecordedTimes collectTimes(const Program &program, const RawRun &raw, bool oneEngineForBothDirections,
                           const CopyLatencies &latencies)
{
    return Collector(program, raw, nullptr).collect(oneEngineForBothDirections, latencies);
}

RecordedTimes collectCuptiTimes(const Program &program, const RawRun &raw, const std::vector<OperationTimes> &device)
{
    return Collector(program, raw, &device).collectFromCupti();
}

} // namespace streamscope
