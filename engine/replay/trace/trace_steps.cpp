// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/trace_steps.h"

#include "engine/replay/trace/polls.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

namespace streamscope {

namespace {

bool isInTrace(const Timeline &timeline, std::size_t span)
{
    const OperationKind kind = timeline.kinds()[span];
    return (runsOnGpu(kind) || kind == OperationKind::HostFunction) && !timeline.isMigration(span);
}

HostCallKind callKindOf(const Timeline &timeline, const Span &span)
{
    switch (span.kind) {
    case OperationKind::Kernel:
    case OperationKind::Collective:
        return HostCallKind::Launch;
    case OperationKind::Memset:
        return HostCallKind::Memset;
    case OperationKind::EventRecord:
        return HostCallKind::EventRecord;
    case OperationKind::EventWait:
        return HostCallKind::StreamWait;
    case OperationKind::HostFunction:
        return HostCallKind::HostFunction;
    case OperationKind::Alloc:
        return HostCallKind::Alloc;
    case OperationKind::Free:
        return HostCallKind::Free;
    case OperationKind::Sync: {
        const HostCallKind named = hostCallKind(timeline.name(span.name));
        return isSynchronisation(named) ? named
               : span.stream >= 0       ? HostCallKind::StreamSync
                                        : HostCallKind::DeviceSync;
    }
    case OperationKind::HostWork:
        return HostCallKind::Other;
    default:
        return HostCallKind::Copy;
    }
}

/// A CSV does not say when calls returned; what the host itself does ends with its call.
std::int64_t returnOf(const Span &span)
{
    if (span.returned != unknownTime)
        return span.returned;
    const bool ofTheHost = span.kind == OperationKind::Sync || span.kind == OperationKind::HostWork
                           || (isAllocation(span.kind) && span.stream < 0);
    return ofTheHost ? span.end : span.issue;
}

/// cudaMemcpy, not cudaMemcpyAsync.
bool blocks(HostCallKind kind, std::string_view name)
{
    return kind == HostCallKind::Copy && name.find("emcpy") != std::string_view::npos
           && name.find("Async") == std::string_view::npos;
}

class StepCollector
{
public:
    explicit StepCollector(const Timeline &timeline) : m_timeline(timeline), m_covered(timeline.size(), false) {}

    std::vector<TraceStep> collect()
    {
        if (m_timeline.hostCalls().empty())
            addFromSpans();
        else
            addCalls();
        addUncalled();
        sortByBegin();
        joinPolls(m_timeline, m_steps);
        return std::move(m_steps);
    }

private:
    void cover(const TraceStep &step)
    {
        m_threads = std::max(m_threads, step.thread + 1);
        for (std::uint32_t i = 0; i < step.spans; ++i)
            m_covered[step.firstSpan + i] = true;
    }

    void addCalls()
    {
        const HostCalls &calls = m_timeline.hostCalls();
        m_steps.reserve(calls.size());
        for (const HostCall &call : calls) {
            TraceStep step;
            step.begin = call.begin;
            step.end = std::max(call.begin, call.end);
            step.firstSpan = call.firstSpan;
            step.spans = call.firstSpan == HostCall::none ? 0 : call.spans;
            step.record = call.record;
            step.name = call.name;
            step.thread = call.thread;
            step.stream = call.stream;
            step.kind = call.kind;
            step.blocking = blocks(call.kind, m_timeline.name(call.name));
            cover(step);
            m_steps.push_back(step);
        }
    }

    /// Spans that were issued by one call follow each other.
    void addFromSpans()
    {
        for (std::uint32_t i = 0; i < m_timeline.size();) {
            const Span span = m_timeline.span(i);
            std::uint32_t end = i + 1;
            if (span.issue == unknownTime) {
                ++i;
                continue;
            }
            TraceStep step;
            step.kind = callKindOf(m_timeline, span);
            if (runsOnGpu(span.kind) && span.returned != unknownTime)
                while (end < m_timeline.size() && sharesCall(span, m_timeline.span(end)))
                    ++end;
            if (end - i > 1)
                step.kind = HostCallKind::GraphLaunch;
            step.begin = span.issue;
            step.end = std::max(span.issue, returnOf(span));
            step.firstSpan = i;
            step.spans = end - i;
            step.thread = span.thread;
            step.stream = span.stream;
            step.unnamed = span.kind == OperationKind::Sync && span.stream < 0
                           && !isSynchronisation(hostCallKind(m_timeline.name(span.name)));
            cover(step);
            if (span.kind == OperationKind::EventRecord)
                m_recordSteps[i] = static_cast<std::uint32_t>(m_steps.size());
            m_steps.push_back(step);
            i = end;
        }
        linkWaits();
    }

    /// Our own runs know which record each wait refers to.
    void linkWaits()
    {
        std::map<std::uint32_t, std::uint32_t> recordOf; // by wait
        for (const EventLink &link : m_timeline.eventLinks())
            if (const auto record = m_recordSteps.find(link.from); record != m_recordSteps.end())
                recordOf[link.to] = record->second;
        for (TraceStep &step : m_steps)
            if (const auto record = recordOf.find(step.firstSpan); record != recordOf.end())
                step.record = record->second;
    }

    static bool sharesCall(const Span &a, const Span &b)
    {
        return b.issue == a.issue && b.returned == a.returned && b.thread == a.thread;
    }

    void addUncalled()
    {
        std::vector<std::int32_t> threadOf(m_timeline.streams().size(), -1);
        for (std::uint32_t i = 0; i < m_timeline.size(); ++i) {
            const std::int32_t stream = m_timeline.streamIndices()[i];
            if (m_covered[i] || stream < 0 || !isInTrace(m_timeline, i))
                continue;
            std::int32_t &thread = threadOf[static_cast<std::size_t>(stream)];
            if (thread < 0)
                thread = m_threads++;
            TraceStep step;
            step.kind = callKindOf(m_timeline, m_timeline.span(i));
            step.begin = step.end = m_timeline.starts()[i];
            step.firstSpan = i;
            step.spans = 1;
            step.thread = thread;
            step.stream = stream;
            step.assumed = true;
            m_steps.push_back(step);
        }
    }

    /// Steps refer to each other by index.
    void sortByBegin()
    {
        const auto before = [](const TraceStep &a, const TraceStep &b) { return a.begin < b.begin; };
        if (std::is_sorted(m_steps.begin(), m_steps.end(), before))
            return;
        std::vector<std::uint32_t> order(m_steps.size()), place(m_steps.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return before(m_steps[a], m_steps[b]); });
        for (std::uint32_t i = 0; i < order.size(); ++i)
            place[order[i]] = i;
        std::vector<TraceStep> sorted;
        sorted.reserve(m_steps.size());
        for (const std::uint32_t i : order) {
            sorted.push_back(m_steps[i]);
            if (sorted.back().record != HostCall::none)
                sorted.back().record = place[sorted.back().record];
        }
        m_steps = std::move(sorted);
    }

    const Timeline &m_timeline;
    std::vector<bool> m_covered;
    std::vector<TraceStep> m_steps;
    std::map<std::uint32_t, std::uint32_t> m_recordSteps; ///< step of each span that records
    std::int32_t m_threads = 0;
};

} // namespace

bool TraceStep::acts() const
{
    switch (kind) {
    case HostCallKind::Query:
    case HostCallKind::Profiler:
    case HostCallKind::DriverWork:
    case HostCallKind::Other:
        return spans > 0 && !assumed;
    default:
        return !assumed;
    }
}

std::vector<TraceStep> traceSteps(const Timeline &timeline)
{
    return StepCollector(timeline).collect();
}

} // namespace streamscope
