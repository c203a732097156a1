// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/engine_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace streamscope {

namespace {

/// One correction of one run.
class Correction
{
public:
    Correction(const Program &program, const CopyTiming &timing, std::vector<OperationTimes> &times)
        : m_program(program), m_timing(timing), m_times(times), m_predecessors(streamPredecessors(program))
    {
        for (std::size_t i = 0; i < times.size(); ++i) {
            m_eventEnds.push_back(times[i].end);
            if (isCopy(kind(i)) && times[i].ready != unknownTime && times[i].end != unknownTime)
                m_served[{program.streams[program.operations[i].stream].device,
                          servingEngine(engineOf(kind(i)), m_timing.oneEngineForBothDirections)}]
                    .push_back(i);
        }
        for (auto &[engine, copies] : m_served)
            std::stable_sort(copies.begin(), copies.end(), [&times](std::size_t a, std::size_t b) {
                return std::pair(times[a].end, times[a].ready) < std::pair(times[b].end, times[b].ready);
            });
    }

    void run()
    {
        for (const auto &[engine, copies] : m_served)
            for (std::size_t k = 0; k < copies.size(); ++k)
                correct(copies[k], k > 0 ? static_cast<std::int32_t>(copies[k - 1]) : -1);
    }

private:
    bool watched(std::size_t i) const { return i < m_timing.watched.size() && m_timing.watched[i]; }
    OperationKind kind(std::size_t i) const { return m_program.operations[i].kind; }

    CopyLatency latencyOf(std::size_t i) const
    {
        if (!isHostCopy(kind(i)))
            return {};
        return kind(i) == OperationKind::H2D ? m_timing.latencies.h2d : m_timing.latencies.d2h;
    }

    std::int64_t fromReady(std::size_t i, const CopyLatency &latency) const
    {
        const std::int32_t before = m_predecessors[i];
        // The first one is held by nothing but its call, for which there is a latency of its own, or by a gate, which
        // is a kernel with an event behind it.
        if (m_times[i].ready == m_times[i].issue)
            return 0;
        if (before < 0)
            return m_program.submission == Submission::Gated ? latency.afterKernel : 0;
        const OperationKind front = kind(static_cast<std::size_t>(before));
        if (front == OperationKind::Kernel)
            return latency.afterKernel;
        const std::int64_t noEvent = watched(static_cast<std::size_t>(before)) ? latency.afterCopy : 0;
        return std::max<std::int64_t>(0, (front == kind(i) ? latency.afterCopy : latency.afterOther) - noEvent);
    }

    /// How long the engine of the other direction will still be busy at `time` with a copy that it has had for `since`
    /// at least; 0 when it has none.
    std::int64_t otherDirectionLeft(std::size_t i, std::int64_t time, std::int64_t since) const
    {
        if (!isHostCopy(kind(i)) || m_timing.oneEngineForBothDirections)
            return 0;
        const Engine other = kind(i) == OperationKind::H2D ? Engine::CopyD2H : Engine::CopyH2D;
        const auto found = m_served.find({m_program.streams[m_program.operations[i].stream].device, other});
        if (found == m_served.end())
            return 0;
        const std::vector<std::size_t> &copies = found->second;
        const auto next = std::lower_bound(copies.begin(), copies.end(), time,
                                           [this](std::size_t copy, std::int64_t t) { return m_eventEnds[copy] < t; });
        if (next == copies.end() || std::max(m_times[*next].ready, m_times[*next].start) >= time - since)
            return 0;
        return m_eventEnds[*next] - time;
    }

    /// `alone`, or `beside` while the other direction goes on being busy. Where that is about to end, the two ends come
    /// together and the truth lies anywhere between: 1 us more than alone is what was seen most.
    static std::int64_t chosen(std::int64_t left, std::int64_t alone, std::int64_t beside)
    {
        constexpr std::int64_t aboutToEnd = 2'200;
        constexpr std::int64_t seenMost = 1'000;
        if (left > aboutToEnd)
            return beside;
        return left > 0 ? std::min(alone + seenMost, std::max(alone, beside)) : alone;
    }

    /// From when the engine could take copy `i` after copy `previous`.
    std::int64_t engineFree(std::size_t i, std::size_t previous, const CopyLatency &latency) const
    {
        const std::int64_t end = m_eventEnds[previous];
        if (watched(previous))
            return end;
        return end + chosen(otherDirectionLeft(i, end, 0), latency.queued, latency.queuedBeside);
    }

    /// `previous`: the copy that the engine served before; −1 for the first.
    void correct(std::size_t i, std::int32_t previous)
    {
        OperationTimes &t = m_times[i];
        const CopyLatency latency = latencyOf(i);
        t.start = t.ready + fromReady(i, latency);
        if (previous >= 0)
            t.start = std::max(t.start, engineFree(i, static_cast<std::size_t>(previous), latency));
        if (i < m_timing.submitted.size() && m_timing.submitted[i] != unknownTime)
            t.start = std::max(t.start, m_timing.submitted[i] + latency.afterSubmit);
        if (i < m_timing.reached.size() && m_timing.reached[i] != unknownTime)
            t.start = std::max(t.start, m_timing.reached[i]);
        if (!watched(i))
            t.end -= chosen(otherDirectionLeft(i, t.end, latency.endBeside), 0, latency.endBeside);
        t.end = std::max(t.end, t.ready);
        t.start = std::clamp(t.start, t.ready, t.end);
        t.clock = watched(i) ? Clock::Watch : Clock::EventEngine;
    }

    const Program &m_program;
    const CopyTiming &m_timing;
    std::vector<OperationTimes> &m_times;
    std::vector<std::int32_t> m_predecessors;
    std::vector<std::int64_t> m_eventEnds;                               ///< as they came, which the latencies refer to
    std::map<std::pair<int, Engine>, std::vector<std::size_t>> m_served; ///< by end
};

} // namespace

void correctCopyStarts(const Program &program, const CopyTiming &timing, std::vector<OperationTimes> &times)
{
    Correction(program, timing, times).run();
}

} // namespace streamscope
