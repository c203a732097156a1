// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/stream_gaps.h"

#include "engine/analysis/device_figures.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>

namespace streamscope {

namespace {

using Interval = IntervalSet::Interval;

/// A set of times that tells at once how much of an interval lies in it, however many pieces that has.
class CoveredTime
{
public:
    CoveredTime() = default;
    explicit CoveredTime(std::vector<Interval> intervals) : m_intervals(IntervalSet(std::move(intervals)).intervals())
    {
        m_before.reserve(m_intervals.size());
        std::int64_t sum = 0;
        for (const Interval &interval : m_intervals) {
            m_before.push_back(sum);
            sum += interval.end - interval.begin;
        }
    }

    std::int64_t within(Interval part) const { return upTo(part.end) - upTo(part.begin); }

private:
    /// How much lies before a moment.
    std::int64_t upTo(std::int64_t time) const
    {
        const auto next = std::partition_point(m_intervals.begin(), m_intervals.end(),
                                               [time](const Interval &i) { return i.begin < time; });
        if (next == m_intervals.begin())
            return 0;
        const auto last = static_cast<std::size_t>(next - m_intervals.begin()) - 1;
        return m_before[last] + std::min(m_intervals[last].end, time) - m_intervals[last].begin;
    }

    std::vector<Interval> m_intervals;
    std::vector<std::int64_t> m_before; ///< length of all intervals before this one
};

struct StreamOperations
{
    std::vector<std::uint32_t> executing; ///< sorted by start
    std::vector<std::int64_t> waits;      ///< when it was told to wait for an event, sorted
};

/// What a stream may have to wait for: all that is the same for every gap of a device.
class DeviceView
{
public:
    DeviceView(const Timeline &timeline, int device) : m_timeline(timeline)
    {
        std::vector<std::vector<Interval>> engines(engineCount);
        std::vector<Interval> defaultStream;
        for (std::size_t i = 0; i < timeline.size(); ++i) {
            const std::int32_t stream = timeline.streamIndices()[i];
            if (stream < 0 || timeline.streams()[stream].device != device)
                continue;
            const StreamRole role = timeline.streams()[stream].role;
            const Interval interval{timeline.starts()[i], timeline.ends()[i]};
            if (timeline.kinds()[i] == OperationKind::EventWait)
                m_streams[stream].waits.push_back(interval.begin);
            if (!runsOnGpu(timeline.kinds()[i]) || role == StreamRole::Migration)
                continue;
            m_streams[stream].executing.push_back(static_cast<std::uint32_t>(i));
            engines[static_cast<std::size_t>(timeline.engines()[i])].push_back(interval);
            if (role == StreamRole::LegacyDefault)
                defaultStream.push_back(interval);
        }
        for (std::vector<Interval> &engine : engines)
            m_engines.emplace_back(std::move(engine));
        m_default = CoveredTime(std::move(defaultStream));
        for (auto &[stream, operations] : m_streams)
            sortByStart(operations);
    }

    std::map<std::int32_t, StreamGaps> gaps()
    {
        std::map<std::int32_t, StreamGaps> result;
        std::vector<Interval> held; // calls that a full queue held up
        for (const auto &[stream, operations] : m_streams)
            if (!operations.executing.empty())
                measureQueue(operations, result[stream], held);
        m_held = CoveredTime(std::move(held));
        for (auto &[stream, gaps] : result)
            explainAll(stream, gaps);
        return result;
    }

private:
    static constexpr std::size_t engineCount = 7;

    void sortByStart(StreamOperations &operations) const
    {
        const auto &starts = m_timeline.starts();
        const auto before = [&](std::uint32_t a, std::uint32_t b) { return starts[a] < starts[b]; };
        if (!std::is_sorted(operations.executing.begin(), operations.executing.end(), before))
            std::stable_sort(operations.executing.begin(), operations.executing.end(), before);
        std::sort(operations.waits.begin(), operations.waits.end());
    }

    void measureQueue(const StreamOperations &operations, StreamGaps &gaps, std::vector<Interval> &held) const;
    void explainAll(std::int32_t stream, StreamGaps &gaps) const;
    void explain(std::int32_t stream, Interval gap, const Span &previous, const Span &next, GapTimes &times) const;
    void explainWaiting(std::int32_t stream, Interval gap, const Span &previous, const Span &next,
                        GapTimes &times) const;
    bool toldToWait(std::int32_t stream, const Span &previous, const Span &next) const;

    const Timeline &m_timeline;
    std::map<std::int32_t, StreamOperations> m_streams;
    std::vector<CoveredTime> m_engines; ///< when each executed, by Engine
    CoveredTime m_default, m_held;
};

/// Operations that are issued and not started, as a step function: up at the call, down at the start.
void DeviceView::measureQueue(const StreamOperations &operations, StreamGaps &gaps, std::vector<Interval> &held) const
{
    struct Edge
    {
        std::int64_t time;
        int step; // −1 sorts before +1: what starts makes room first
        std::int64_t returned;
    };
    std::vector<Edge> edges;
    for (const std::uint32_t i : operations.executing) {
        const Span span = m_timeline.span(i);
        if (span.issue == unknownTime || span.issue > span.start)
            continue;
        edges.push_back({span.issue, 1, span.returned});
        edges.push_back({span.start, -1, unknownTime});
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge &a, const Edge &b) { return std::pair(a.time, a.step) < std::pair(b.time, b.step); });
    int depth = 0;
    std::int64_t since = 0;
    for (const Edge &edge : edges) {
        if (depth >= DeviceFigures::fullQueue) {
            addTime(gaps.queueFullNs, edge.time - since);
            if (edge.step > 0 && edge.returned != unknownTime)
                held.push_back({edge.time, edge.returned});
        }
        depth += edge.step;
        since = edge.time;
        gaps.deepestQueue = std::max(gaps.deepestQueue, depth);
    }
}

void DeviceView::explainAll(std::int32_t stream, StreamGaps &gaps) const
{
    const std::vector<std::uint32_t> &executing = m_streams.at(stream).executing;
    std::size_t last = 0; // of what ran so far, the one that ended last
    for (std::size_t i = 1; i < executing.size(); ++i) {
        const std::int64_t from = m_timeline.ends()[executing[last]], to = m_timeline.starts()[executing[i]];
        if (to > from) {
            explain(stream, {from, to}, m_timeline.span(executing[last]), m_timeline.span(executing[i]), gaps.byCause);
            gaps.longestNs = std::max(gaps.longestNs, to - from);
        }
        if (m_timeline.ends()[executing[i]] >= from)
            last = i;
    }
}

void DeviceView::explain(std::int32_t stream, Interval gap, const Span &previous, const Span &next,
                         GapTimes &times) const
{
    const auto add = [&times](GapCause cause, std::int64_t ns) { addTime(times[static_cast<std::size_t>(cause)], ns); };
    if (next.issue != unknownTime && next.issue > gap.begin) {
        const Interval late{gap.begin, std::min(next.issue, gap.end)};
        const std::int64_t full = m_held.within(late);
        add(GapCause::QueueFull, full);
        add(GapCause::HostLate, late.end - late.begin - full);
        gap.begin = late.end;
    }
    if (gap.end <= gap.begin)
        return;
    if (next.issue == unknownTime && next.ready == unknownTime)
        add(GapCause::Unknown, gap.end - gap.begin);
    else
        explainWaiting(stream, gap, previous, next, times);
}

/// True when the stream was told to wait for an event between the two.
bool DeviceView::toldToWait(std::int32_t stream, const Span &previous, const Span &next) const
{
    const std::vector<std::int64_t> &waits = m_streams.at(stream).waits;
    const std::int64_t from = previous.issue == unknownTime ? previous.start : previous.issue;
    const auto first = std::lower_bound(waits.begin(), waits.end(), from);
    return first != waits.end() && *first <= next.start;
}

void DeviceView::explainWaiting(std::int32_t stream, Interval gap, const Span &previous, const Span &next,
                                GapTimes &times) const
{
    const auto add = [&times](GapCause cause, std::int64_t ns) { addTime(times[static_cast<std::size_t>(cause)], ns); };
    const bool waited = toldToWait(stream, previous, next);
    if (next.ready != unknownTime) {
        const std::int64_t ready = std::clamp(next.ready, gap.begin, gap.end);
        add(waited ? GapCause::EventWait : GapCause::Launch, ready - gap.begin);
        add(GapCause::EngineWait, gap.end - ready);
        return;
    }
    std::int64_t left = gap.end - gap.begin;
    if (left <= launchNs) {
        add(GapCause::Launch, left);
        return;
    }
    if (waited) {
        add(GapCause::EventWait, left);
        return;
    }
    if (m_timeline.streams()[stream].role == StreamRole::Blocking) {
        const std::int64_t barrier = m_default.within(gap);
        if (barrier > 0) {
            add(GapCause::DefaultStream, barrier);
            left -= barrier;
        }
        if (barrier > 0 || left == 0) {
            add(left <= longestLaunchNs ? GapCause::Launch : GapCause::Unknown, left);
            return;
        }
    }
    const std::int64_t others = m_engines[static_cast<std::size_t>(next.engine)].within(gap);
    add(GapCause::EngineWait, others);
    left -= others;
    add(left <= longestLaunchNs ? GapCause::Launch : GapCause::Unknown, left);
}

} // namespace

std::map<std::int32_t, StreamGaps> streamGaps(const Timeline &timeline, int device)
{
    return DeviceView(timeline, device).gaps();
}

} // namespace streamscope
