// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/stream_gaps.h"

#include "engine/analysis/device_figures.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <optional>

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

/// A time in which a stream did not execute, and the operations before and after it.
struct Gap
{
    Interval time;
    std::uint32_t from, to; ///< spans
    Span previous, next;
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
            if (role == StreamRole::LegacyDefault && isWork(timeline.kinds()[i]))
                m_legacy.push_back(static_cast<std::uint32_t>(i));
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

    static bool isWork(OperationKind kind) { return runsOnGpu(kind) || kind == OperationKind::HostFunction; }
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
    void explain(std::int32_t stream, Gap gap, StreamGaps &gaps) const;
    void explainWaiting(std::int32_t stream, const Gap &gap, StreamGaps &gaps) const;
    void explainUntilReady(std::int32_t stream, const Gap &gap, StreamGaps &gaps) const;
    bool toldToWait(std::int32_t stream, const Gap &gap) const;

    /// What the NULL stream's order puts before an operation: when that ended, and the NULL stream's operation.
    struct Barrier
    {
        std::int64_t end = 0;
        std::uint32_t operation = 0;
    };
    std::optional<Barrier> barrierOf(std::int32_t stream, const Gap &gap) const;

    const Timeline &m_timeline;
    std::map<std::int32_t, StreamOperations> m_streams;
    std::vector<CoveredTime> m_engines; ///< when each executed, by Engine
    CoveredTime m_default, m_held;
    std::vector<std::uint32_t> m_legacy; ///< work of the NULL stream, in the order of issue
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
            explain(stream,
                    {{from, to},
                     executing[last],
                     executing[i],
                     m_timeline.span(executing[last]),
                     m_timeline.span(executing[i])},
                    gaps);
            gaps.longestNs = std::max(gaps.longestNs, to - from);
        }
        if (m_timeline.ends()[executing[i]] >= from)
            last = i;
    }
}

void DeviceView::explain(std::int32_t stream, Gap gap, StreamGaps &gaps) const
{
    const auto add = [&gaps](GapCause cause, std::int64_t ns) {
        addTime(gaps.byCause[static_cast<std::size_t>(cause)], ns);
    };
    const Span &next = gap.next;
    if (next.issue != unknownTime && next.issue > gap.time.begin) {
        const Interval late{gap.time.begin, std::min(next.issue, gap.time.end)};
        const std::int64_t full = m_held.within(late);
        add(GapCause::QueueFull, full);
        add(GapCause::HostLate, late.end - late.begin - full);
        gap.time.begin = late.end;
    }
    if (gap.time.end <= gap.time.begin)
        return;
    if (next.ready != unknownTime)
        explainUntilReady(stream, gap, gaps);
    else if (next.issue == unknownTime)
        add(GapCause::Unknown, gap.time.end - gap.time.begin);
    else
        explainWaiting(stream, gap, gaps);
}

/// True when the stream was told to wait for an event between the two.
bool DeviceView::toldToWait(std::int32_t stream, const Gap &gap) const
{
    const std::vector<std::int64_t> &waits = m_streams.at(stream).waits;
    const std::int64_t from = gap.previous.issue == unknownTime ? gap.previous.start : gap.previous.issue;
    const auto first = std::lower_bound(waits.begin(), waits.end(), from);
    return first != waits.end() && *first <= gap.next.start;
}

/// A blocking stream waits for what the NULL stream was given before, and the NULL stream for what blocking streams
/// were given before.
std::optional<DeviceView::Barrier> DeviceView::barrierOf(std::int32_t stream, const Gap &gap) const
{
    const TimelineStream &own = m_timeline.streams()[static_cast<std::size_t>(stream)];
    if (own.role == StreamRole::Blocking) {
        const auto next = std::lower_bound(m_legacy.begin(), m_legacy.end(), gap.to);
        if (next == m_legacy.begin() || *(next - 1) < gap.from)
            return std::nullopt;
        return Barrier{m_timeline.ends()[*(next - 1)], *(next - 1)};
    }
    if (own.role != StreamRole::LegacyDefault)
        return std::nullopt;
    Barrier barrier{gap.time.begin, gap.to};
    for (std::uint32_t i = gap.from + 1; i < gap.to; ++i) {
        const std::int32_t other = m_timeline.streamIndices()[i];
        if (other >= 0 && isWork(m_timeline.kinds()[i]) && m_timeline.device(i) == own.device
            && m_timeline.streams()[static_cast<std::size_t>(other)].role == StreamRole::Blocking)
            barrier.end = std::max(barrier.end, m_timeline.ends()[i]);
    }
    return barrier;
}

/// Our own runs know when the operation was ready, and in which order everything was issued.
void DeviceView::explainUntilReady(std::int32_t stream, const Gap &gap, StreamGaps &gaps) const
{
    const auto add = [&gaps](GapCause cause, std::int64_t ns) {
        addTime(gaps.byCause[static_cast<std::size_t>(cause)], ns);
    };
    const std::int64_t ready = std::clamp(gap.next.ready, gap.time.begin, gap.time.end);
    std::int64_t held = gap.time.begin; // until then by the NULL stream's order
    if (const std::optional<Barrier> barrier = barrierOf(stream, gap)) {
        held = std::clamp(barrier->end, gap.time.begin, ready);
        if (held - gap.time.begin > gaps.longestBarrierNs) {
            gaps.longestBarrierNs = held - gap.time.begin;
            gaps.barrier = barrier->operation;
        }
    }
    add(GapCause::DefaultStream, held - gap.time.begin);
    add(toldToWait(stream, gap) ? GapCause::EventWait : GapCause::Launch, ready - held);
    add(GapCause::EngineWait, gap.time.end - ready);
}

void DeviceView::explainWaiting(std::int32_t stream, const Gap &gap, StreamGaps &gaps) const
{
    const auto add = [&gaps](GapCause cause, std::int64_t ns) {
        addTime(gaps.byCause[static_cast<std::size_t>(cause)], ns);
    };
    std::int64_t left = gap.time.end - gap.time.begin;
    if (left <= launchNs) {
        add(GapCause::Launch, left);
        return;
    }
    if (toldToWait(stream, gap)) {
        add(GapCause::EventWait, left);
        return;
    }
    if (m_timeline.streams()[stream].role == StreamRole::Blocking) {
        const std::int64_t barrier = m_default.within(gap.time);
        if (barrier > 0) {
            add(GapCause::DefaultStream, barrier);
            left -= barrier;
        }
        if (barrier > 0 || left == 0) {
            add(left <= longestLaunchNs ? GapCause::Launch : GapCause::Unknown, left);
            return;
        }
    }
    const std::int64_t others = m_engines[static_cast<std::size_t>(gap.next.engine)].within(gap.time);
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
