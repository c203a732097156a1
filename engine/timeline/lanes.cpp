// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/lanes.h"

#include "engine/program/text/phrase.h"
#include "engine/timeline/free_rows.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

/// How much of [start, end) lies behind `coveredTo`, which moves on to `end`. For spans sorted by start.
std::int64_t newlyCovered(std::int64_t start, std::int64_t end, std::int64_t &coveredTo)
{
    const std::int64_t from = std::max(start, coveredTo);
    coveredTo = std::max(coveredTo, end);
    return std::max<std::int64_t>(end - from, 0);
}

/// One span of a lane during the layout, with the often-used fields together.
struct Placed
{
    std::int64_t begin;
    std::int64_t end;
    std::uint32_t span;
    std::uint32_t tag;

    auto operator<=>(const Placed &) const = default;
};

/// Spans for the lanes, in the order of the Timeline: one pass over its columns serves all lanes, where a pass for each
/// lane would fetch every cache line once per lane.
class Distributor
{
public:
    Distributor(const Timeline &timeline, const TimelinePart &part, std::vector<Lane> &lanes)
        : m_timeline(timeline), m_first(part.firstSpan), m_past(std::min(part.endSpan, timeline.size())),
          m_tags(part.tags), m_lanes(lanes)
    {}

    /// `laneOf(i)` is the lane of span i, or −1.
    template <typename LaneOf>
    void distribute(LaneOf laneOf)
    {
        std::vector<std::size_t> counts;
        for (std::size_t i = m_first; i < m_past; ++i) {
            const std::int32_t lane = laneOf(i);
            if (lane < 0)
                continue;
            if (static_cast<std::size_t>(lane) >= counts.size())
                counts.resize(static_cast<std::size_t>(lane) + 1);
            ++counts[static_cast<std::size_t>(lane)];
        }
        m_placed.resize(m_lanes.size());
        for (std::size_t i = 0; i < counts.size(); ++i)
            m_placed[i].reserve(counts[i]);
        for (std::size_t i = m_first; i < m_past; ++i) {
            const std::int32_t lane = laneOf(i);
            if (lane < 0)
                continue;
            const auto span = static_cast<std::uint32_t>(i);
            const auto [begin, end] = intervalOn(m_lanes[static_cast<std::size_t>(lane)].kind, m_timeline, span);
            m_placed[static_cast<std::size_t>(lane)].push_back({begin, end, span, m_tags.of(m_timeline, span)});
        }
    }

    void layOutLanes();

private:
    const Timeline &m_timeline;
    std::size_t m_first, m_past; ///< spans
    SpanTags m_tags;
    std::vector<Lane> &m_lanes;
    std::vector<std::vector<Placed>> m_placed; ///< by lane
};

void addUpBusy(Lane &lane, const std::vector<Placed> &placed)
{
    std::int64_t busyTo = unknownTime, sum = 0;
    for (const Placed &span : placed)
        sum += newlyCovered(span.begin, span.end, busyTo);
    (lane.kind == LaneKind::Sync ? lane.blockedNs : lane.busyNs) = sum;
}

/// Gives each span the first free sub-row and sorts the spans by rows, which become stretches of the lane's.
void intoRows(Lane &lane, std::vector<Placed> &placed)
{
    RowLayout layout;
    for (const Placed &span : placed)
        layout.add(span.begin, span.end);
    layout.sortByRow(placed.data());
    std::size_t at = 0;
    for (const std::size_t count : layout.counts()) {
        LaneRow &row = lane.rows.emplace_back();
        row.first = at;
        row.past = at += count;
    }
}

/// The Source for a row's index, from a sorted copy, because the columns of the Timeline are far apart in memory.
struct PlacedIntervals
{
    const Placed *placed;

    std::uint32_t id(std::size_t i) const { return placed[i].span; }
    std::int64_t begin(std::size_t i) const { return placed[i].begin; }
    std::int64_t end(std::size_t i) const { return placed[i].end; }
    std::uint32_t tag(std::size_t i) const { return placed[i].tag; }
};

void indexWaiting(LaneRow &row, const Lane &lane, const Timeline &timeline, const SpanTags &tags)
{
    if (lane.kind != LaneKind::Stream || !timeline.anyReady())
        return;
    std::int64_t shownTo = unknownTime;
    for (std::size_t i = row.first; i < row.past; ++i) {
        const LaneInterval waiting = waitingOf(timeline, lane.spans[i]);
        if (std::max(waiting.begin, shownTo) < waiting.end)
            row.waitingSpans.push_back(lane.spans[i]);
        shownTo = intervalOn(lane.kind, timeline, lane.spans[i]).end;
    }
    row.waitingSpans.shrink_to_fit();
    const WaitingIntervals intervals{timeline, row, lane.spans.data(), tags};
    row.waiting = IntervalPyramid(intervals, row.waitingSpans.size(), true);
}

/// Classes for the tags of a row: each kind of operation has its own, and so have the kernels' names that take most of
/// the time; the other names share the last class. Where there are too many kinds, the smallest do.
TagClasses classesOf(const Placed *placed, std::size_t count)
{
    std::array<std::int64_t, TagClasses::tags> totals{};
    for (std::size_t i = 0; i < count; ++i)
        totals[placed[i].tag % TagClasses::tags] += placed[i].end - placed[i].begin;
    const auto isKernel = [](std::uint8_t tag) {
        return tag >= operationKindCount || tag == static_cast<std::uint8_t>(OperationKind::Kernel);
    };
    std::vector<std::uint8_t> kinds, kernels;
    for (std::uint8_t tag = 0; tag < TagClasses::tags; ++tag)
        if (totals[tag] > 0)
            (isKernel(tag) ? kernels : kinds).push_back(tag);
    const auto byTime = [&totals](std::uint8_t a, std::uint8_t b) { return totals[a] > totals[b]; };
    std::stable_sort(kinds.begin(), kinds.end(), byTime);
    std::stable_sort(kernels.begin(), kernels.end(), byTime);
    std::vector<std::uint8_t> own = kinds;
    own.insert(own.end(), kernels.begin(), kernels.end());
    const bool hasRest = own.size() > TagClasses::most;
    TagClasses classes;
    if (hasRest) {
        own.resize(TagClasses::most - 1);
        classes.tag[TagClasses::most - 1] = TagClasses::others;
        classes.of.fill(TagClasses::most - 1);
    }
    std::sort(own.begin(), own.end()); // copies below kernels, in every row
    for (std::size_t i = 0; i < own.size(); ++i) {
        classes.tag[i] = own[i];
        classes.of[own[i]] = static_cast<std::uint8_t>(i);
    }
    classes.count = hasRest ? TagClasses::most : own.size();
    return classes;
}

/// A thread is in one call at a time: the nodes of a graph share the bar of their launch, which is that of the first.
void shareCalls(std::vector<Placed> &placed)
{
    const auto isSameCall = [](const Placed &a, const Placed &b) {
        return a.begin == b.begin && a.end == b.end && a.end > a.begin;
    };
    placed.erase(std::unique(placed.begin(), placed.end(), isSameCall), placed.end());
}

/// Puts the spans of a lane in order, into sub-rows and under an index, and adds up the busy time.
void layOut(Lane &lane, std::vector<Placed> placed, const Timeline &timeline, const SpanTags &tags)
{
    if (!std::is_sorted(placed.begin(), placed.end())) // a stream's spans mostly are
        std::sort(placed.begin(), placed.end());
    if (lane.kind == LaneKind::Host)
        shareCalls(placed);
    addUpBusy(lane, placed);
    intoRows(lane, placed);
    lane.spans.reserve(placed.size());
    for (const Placed &span : placed)
        lane.spans.push_back(span.span);
    const bool isMixed = lane.kind == LaneKind::Stream || lane.kind == LaneKind::Engine; // on the host all look alike
    for (LaneRow &row : lane.rows) {
        const Placed *first = placed.data() + row.first;
        const std::size_t count = row.past - row.first;
        row.executing =
            IntervalPyramid(PlacedIntervals{first}, count, true, isMixed ? classesOf(first, count) : TagClasses());
        indexWaiting(row, lane, timeline, tags);
    }
}

void Distributor::layOutLanes()
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        layOut(m_lanes[i], std::move(m_placed[i]), m_timeline, m_tags);
}

std::string priorityText(int priority)
{
    return priority == 0 ? std::string() : Phrase("engine", "priority %1").arg(priority);
}

std::vector<Lane> streamLanes(const Timeline &timeline, const TimelinePart &part)
{
    std::vector<Lane> lanes;
    for (std::size_t i = part.firstStream; i < std::min(part.endStream, timeline.streams().size()); ++i) {
        const TimelineStream &stream = timeline.streams()[i];
        Lane lane;
        lane.label = stream.role == StreamRole::Migration ? QT_TRANSLATE_NOOP("engine", "Page migrations")
                                                          : Phrase("engine", "Stream %1").arg(stream.id);
        lane.detail = stream.role == StreamRole::LegacyDefault ? QT_TRANSLATE_NOOP("engine", "default stream")
                                                               : priorityText(stream.priority);
        lane.device = stream.device;
        lane.stream = static_cast<std::int32_t>(i);
        lanes.push_back(std::move(lane));
    }
    Distributor distributor(timeline, part, lanes);
    const auto first = static_cast<std::int32_t>(part.firstStream);
    distributor.distribute([&timeline, first](std::size_t i) {
        return timeline.kinds()[i] == OperationKind::Sync ? -1 : timeline.streamIndices()[i] - first;
    });
    distributor.layOutLanes();
    return lanes;
}

/// Where several devices have such an engine: short, with the device in front.
std::string engineLabelOf(const std::string &gpu, Engine engine, const DeviceInfo &device)
{
    constexpr std::array<const char *, 5> labels{"copy H2D", "copy D2H", "copy D2D", "copy peer", "SMs"};
    const bool shared = engine == Engine::CopyH2D && device.hasOneCopyEngine();
    return gpu + ' ' + (shared ? "copy" : labels[static_cast<std::size_t>(engine)]);
}

std::string engineLabel(Engine engine, const DeviceInfo &device)
{
    if (engine == Engine::CopyH2D && device.hasOneCopyEngine())
        return QT_TRANSLATE_NOOP("engine", "Copy engine");
    constexpr std::array<const char *, 5> labels{
        QT_TRANSLATE_NOOP("engine", "Copy engine H2D"), QT_TRANSLATE_NOOP("engine", "Copy engine D2H"),
        QT_TRANSLATE_NOOP("engine", "Copy engine D2D"), QT_TRANSLATE_NOOP("engine", "Copy engine peer"),
        QT_TRANSLATE_NOOP("engine", "Compute (SMs)")};
    return labels[static_cast<std::size_t>(engine)];
}

std::vector<Lane> engineLanes(const Timeline &timeline, const DeviceInfo &device, const TimelinePart &part)
{
    std::vector<Lane> lanes;
    constexpr std::size_t engines = 7;
    std::vector<std::int32_t> laneAt; ///< by device and engine; −1 for none yet
    const auto laneFor = [&](std::size_t span, Engine engine) {
        const int ordinal = timeline.device(span);
        const std::size_t place = static_cast<std::size_t>(std::max(ordinal, 0)) * engines
                                  + static_cast<std::size_t>(servingEngine(engine, device.hasOneCopyEngine()));
        if (place >= laneAt.size())
            laneAt.resize(place + 1, -1);
        if (laneAt[place] >= 0)
            return laneAt[place];
        laneAt[place] = static_cast<std::int32_t>(lanes.size());
        Lane lane;
        lane.kind = LaneKind::Engine;
        lane.engine = servingEngine(engine, device.hasOneCopyEngine());
        lane.device = ordinal;
        lane.label = engineLabel(lane.engine, device);
        if (lane.engine == Engine::CopyH2D && device.hasOneCopyEngine())
            lane.detail = QT_TRANSLATE_NOOP("engine", "serves both directions");
        lanes.push_back(std::move(lane));
        return laneAt[place];
    };
    const auto isOnEngine = [](Engine engine) { return engine != Engine::Host && engine != Engine::None; };
    Distributor distributor(timeline, part, lanes);
    distributor.distribute(
        [&](std::size_t i) { return isOnEngine(timeline.engines()[i]) ? laneFor(i, timeline.engines()[i]) : -1; });
    distributor.layOutLanes();
    if (std::any_of(lanes.begin(), lanes.end(), [&](const Lane &lane) { return lane.device != lanes.front().device; }))
        for (Lane &lane : lanes)
            lane.label = engineLabelOf(timeline.deviceLabel(lane.device - part.firstDevice), lane.engine, device);
    // The way of the data: in, compute, out.
    constexpr std::array<int, 7> order{0, 2, 3, 4, 1, 5, 6};
    std::sort(lanes.begin(), lanes.end(), [&](const Lane &a, const Lane &b) {
        return std::pair(a.device, order[static_cast<std::size_t>(a.engine)])
               < std::pair(b.device, order[static_cast<std::size_t>(b.engine)]);
    });
    return lanes;
}

/// The host threads of `part`, in order.
std::vector<std::int32_t> threadsOf(const Timeline &timeline, const TimelinePart &part)
{
    std::set<std::int32_t> threads;
    for (std::size_t i = part.firstSpan; timeline.anyThread() && i < std::min(part.endSpan, timeline.size()); ++i)
        threads.insert(timeline.thread(i));
    if (threads.empty())
        threads.insert(0);
    return {threads.begin(), threads.end()};
}

/// `many`: there are other threads with lanes.
std::string hostLabel(std::int32_t thread, bool many, bool waits)
{
    if (!many)
        return waits ? QT_TRANSLATE_NOOP("engine", "Host waits") : QT_TRANSLATE_NOOP("engine", "Host");
    return waits ? Phrase("engine", "Host thread %1 waits").arg(thread)
                 : Phrase("engine", "Host thread %1").arg(thread);
}

std::vector<Lane> hostLanes(const Timeline &timeline, const TimelinePart &part)
{
    const std::vector<std::int32_t> threads = threadsOf(timeline, part);
    std::vector<Lane> lanes;
    for (const std::int32_t thread : threads)
        for (const LaneKind kind : {LaneKind::Host, LaneKind::Sync}) {
            Lane lane;
            lane.kind = kind;
            lane.thread = thread;
            lane.label = hostLabel(thread, threads.size() > 1, kind == LaneKind::Sync);
            lanes.push_back(std::move(lane));
        }
    Distributor distributor(timeline, part, lanes);
    distributor.distribute([&timeline, &threads](std::size_t i) {
        const bool onHost = timeline.engines()[i] == Engine::Host;
        const bool waits = onHost && timeline.kinds()[i] == OperationKind::Sync;
        if (!onHost && !(timeline.anyReturned() && timeline.span(i).held() > 0))
            return -1;
        const auto thread = std::lower_bound(threads.begin(), threads.end(), timeline.thread(i)) - threads.begin();
        return static_cast<std::int32_t>(2 * thread + (waits ? 1 : 0));
    });
    distributor.layOutLanes();
    std::erase_if(lanes, [](const Lane &lane) { return lane.spans.empty(); });
    return lanes;
}

} // namespace

LaneInterval intervalOn(LaneKind lane, const Timeline &timeline, std::uint32_t index)
{
    const std::int64_t start = timeline.starts()[index];
    const bool onHost = lane == LaneKind::Host || lane == LaneKind::Sync;
    const std::int64_t returned = onHost ? timeline.returned(index) : unknownTime;
    const std::int64_t issue = returned != unknownTime ? timeline.issue(index) : unknownTime;
    if (issue != unknownTime)
        return {issue, std::max(issue, returned)};
    return {start, std::max(start, timeline.ends()[index])};
}

std::int64_t WaitingIntervals::begin(std::size_t i) const
{
    const std::uint32_t index = span(i);
    const std::int64_t begin = waitingOf(timeline, index).begin;
    // The span before this one in the row; among equals in time any will do, for they end where this one starts.
    const ExecutingIntervals executing{timeline, LaneKind::Stream, spans + row.first};
    const std::size_t position = row.executing.size() > 0
                                     ? row.executing.firstStartingAt(executing, timeline.starts()[index])
                                     : static_cast<std::size_t>(0);
    return position > 0 ? std::max(begin, executing.end(position - 1)) : begin;
}

std::size_t Lane::memoryBytes() const
{
    std::size_t bytes = spans.capacity() * sizeof(std::uint32_t) + rows.capacity() * sizeof(LaneRow);
    for (const LaneRow &row : rows)
        bytes += row.executing.memoryBytes() + row.waiting.memoryBytes()
                 + row.waitingSpans.capacity() * sizeof(std::uint32_t);
    return bytes;
}

std::optional<LanePosition> positionOn(const Lane &lane, const Timeline &timeline, std::uint32_t span)
{
    const auto [begin, end] = intervalOn(lane.kind, timeline, span);
    const bool sharesBars = lane.kind == LaneKind::Host && end > begin;
    for (std::size_t r = 0; r < lane.rows.size(); ++r) {
        const LaneRow &row = lane.rows[r];
        const ExecutingIntervals intervals{timeline, lane.kind, lane.spans.data() + row.first};
        for (std::size_t i = row.executing.firstStartingAt(intervals, begin);
             i < row.executing.size() && intervals.begin(i) == begin; ++i)
            if (intervals.span(i) == span || (sharesBars && intervals.end(i) == end))
                return LanePosition{r, row.first + i};
    }
    return std::nullopt;
}

std::optional<std::uint32_t> neighbourOn(const Lane &lane, const Timeline &timeline, std::uint32_t span, bool next)
{
    const auto key = [&](std::uint32_t other) {
        const LaneInterval interval = intervalOn(lane.kind, timeline, other);
        return Placed{interval.begin, interval.end, other, 0};
    };
    const Placed here = key(span);
    std::optional<Placed> best;
    for (const LaneRow &row : lane.rows) {
        const auto first = lane.spans.begin() + static_cast<std::ptrdiff_t>(row.first);
        const auto past = lane.spans.begin() + static_cast<std::ptrdiff_t>(row.past);
        const auto later =
            std::upper_bound(first, past, here, [&](const Placed &a, std::uint32_t b) { return a < key(b); });
        const auto earlier =
            std::lower_bound(first, past, here, [&](std::uint32_t a, const Placed &b) { return key(a) < b; });
        if (next && later != past && (!best || key(*later) < *best))
            best = key(*later);
        if (!next && earlier != first && (!best || *best < key(*(earlier - 1))))
            best = key(*(earlier - 1));
    }
    return best ? std::optional(best->span) : std::nullopt;
}

std::vector<Lane> buildLanes(const Timeline &timeline, const DeviceInfo &device, Grouping grouping,
                             const TimelinePart &part)
{
    std::vector<Lane> lanes;
    switch (grouping) {
    case Grouping::Host:
        lanes = hostLanes(timeline, part);
        break;
    case Grouping::Streams:
        lanes = streamLanes(timeline, part);
        break;
    case Grouping::Engines:
        lanes = engineLanes(timeline, device, part);
        break;
    }
    return lanes;
}

} // namespace streamscope
