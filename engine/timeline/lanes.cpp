// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/lanes.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <queue>
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

/// Gives intervals that come sorted by begin the first row that is free. Somebody's trace may have a million operations
/// at once, so looking through all rows for each of them would not end; beyond the last row they share it.
class FirstFreeRow
{
public:
    std::uint16_t take(std::int64_t begin, std::int64_t end)
    {
        while (!m_taken.empty() && m_taken.top().first <= begin) {
            m_free.push(m_taken.top().second);
            m_taken.pop();
        }
        std::uint16_t row = lastRow;
        if (!m_free.empty()) {
            row = m_free.top();
            m_free.pop();
        } else if (m_count <= lastRow) {
            row = static_cast<std::uint16_t>(m_count++);
        } else {
            return row;
        }
        m_taken.emplace(end, row);
        return row;
    }
    int count() const { return m_count; }

private:
    static constexpr std::uint16_t lastRow = std::numeric_limits<std::uint16_t>::max();
    template <typename T>
    using SmallestFirst = std::priority_queue<T, std::vector<T>, std::greater<>>;

    SmallestFirst<std::pair<std::int64_t, std::uint16_t>> m_taken; ///< until when, which row
    SmallestFirst<std::uint16_t> m_free;
    int m_count = 0;
};

/// Sorts the spans of a lane, gives each the first free sub-row and adds up the busy time.
void layOut(Lane &lane, const Timeline &timeline)
{
    struct Entry
    {
        std::int64_t begin, end;
        std::uint32_t span;
    };
    std::vector<Entry> entries;
    entries.reserve(lane.spans.size());
    for (const std::uint32_t span : lane.spans) {
        const LaneInterval interval = intervalOn(lane.kind, timeline, span);
        entries.push_back({interval.begin, interval.end, span});
    }
    const auto before = [](const Entry &a, const Entry &b) {
        return std::tie(a.begin, a.end, a.span) < std::tie(b.begin, b.end, b.span);
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before))
        std::sort(entries.begin(), entries.end(), before);
    for (std::size_t i = 0; i < entries.size(); ++i)
        lane.spans[i] = entries[i].span;
    FirstFreeRow rows;
    std::int64_t busyTo = unknownTime, blockedTo = unknownTime;
    lane.rows.reserve(lane.spans.size());
    for (const auto &[begin, end, span] : entries) {
        lane.rows.push_back(rows.take(begin, end));
        if (timeline.kinds()[span] == OperationKind::Sync)
            lane.blockedNs += newlyCovered(begin, end, blockedTo);
        else
            lane.busyNs += newlyCovered(begin, end, busyTo);
    }
    lane.rowCount = std::max(1, rows.count());
}

std::string priorityText(int priority)
{
    return priority == 0 ? std::string() : "priority " + std::to_string(priority);
}

std::vector<Lane> streamLanes(const Timeline &timeline)
{
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < timeline.streams().size(); ++i) {
        const TimelineStream &stream = timeline.streams()[i];
        Lane lane;
        lane.label = stream.role == StreamRole::Migration ? "Page migrations" : "Stream " + stream.id;
        lane.detail = stream.role == StreamRole::LegacyDefault ? "default stream" : priorityText(stream.priority);
        lane.device = stream.device;
        lane.stream = static_cast<std::int32_t>(i);
        lanes.push_back(std::move(lane));
    }
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const std::int32_t stream = timeline.streamIndices()[i];
        if (stream >= 0 && timeline.kinds()[i] != OperationKind::Sync)
            lanes[stream].spans.push_back(static_cast<std::uint32_t>(i));
    }
    return lanes;
}

/// The lane on which an engine's work is drawn: one engine for both directions has one lane.
Engine laneEngine(Engine engine, const DeviceInfo &device)
{
    return engine == Engine::CopyD2H && device.hostCopyEngines() == 1 ? Engine::CopyH2D : engine;
}

std::string engineLabel(Engine engine, const DeviceInfo &device)
{
    if (engine == Engine::CopyH2D && device.hostCopyEngines() == 1)
        return "Copy engine";
    constexpr std::array<const char *, 5> labels{"Copy engine H2D", "Copy engine D2H", "Copy engine D2D",
                                                 "Copy engine peer", "Compute (SMs)"};
    return labels[static_cast<std::size_t>(engine)];
}

std::vector<Lane> engineLanes(const Timeline &timeline, const DeviceInfo &device)
{
    std::vector<Lane> lanes;
    std::map<std::pair<int, Engine>, std::size_t> known;
    const auto laneFor = [&](int ordinal, Engine engine) -> Lane & {
        const auto [entry, isNew] = known.try_emplace({ordinal, engine}, lanes.size());
        if (!isNew)
            return lanes[entry->second];
        Lane lane;
        lane.kind = LaneKind::Engine;
        lane.engine = engine;
        lane.device = ordinal;
        lane.label = engineLabel(engine, device);
        if (engine == Engine::CopyH2D && device.hostCopyEngines() == 1)
            lane.detail = "serves both directions";
        return lanes.emplace_back(std::move(lane));
    };
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const Engine engine = timeline.engines()[i];
        if (engine != Engine::Host && engine != Engine::None)
            laneFor(timeline.device(i), laneEngine(engine, device)).spans.push_back(static_cast<std::uint32_t>(i));
    }
    // The way of the data: in, compute, out.
    constexpr std::array<int, 7> order{0, 2, 3, 4, 1, 5, 6};
    std::sort(lanes.begin(), lanes.end(), [&](const Lane &a, const Lane &b) {
        return std::pair(a.device, order[static_cast<std::size_t>(a.engine)])
               < std::pair(b.device, order[static_cast<std::size_t>(b.engine)]);
    });
    return lanes;
}

std::vector<Lane> hostLane(const Timeline &timeline)
{
    Lane lane;
    lane.kind = LaneKind::Host;
    lane.label = "Host";
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.engines()[i] == Engine::Host || timeline.span(i).held() > 0)
            lane.spans.push_back(static_cast<std::uint32_t>(i));
    if (lane.spans.empty())
        return {};
    return {lane};
}

} // namespace

LaneInterval intervalOn(LaneKind lane, const Timeline &timeline, std::uint32_t index)
{
    const Span span = timeline.span(index);
    const bool call = lane == LaneKind::Host && span.issue != unknownTime && span.returned != unknownTime;
    return call ? LaneInterval{span.issue, span.returned} : LaneInterval{span.start, span.end};
}

std::vector<Lane> buildLanes(const Timeline &timeline, const DeviceInfo &device, Grouping grouping)
{
    std::vector<Lane> lanes;
    switch (grouping) {
    case Grouping::Host:
        lanes = hostLane(timeline);
        break;
    case Grouping::Streams:
        lanes = streamLanes(timeline);
        break;
    case Grouping::Engines:
        lanes = engineLanes(timeline, device);
        break;
    }
    for (Lane &lane : lanes)
        layOut(lane, timeline);
    return lanes;
}

} // namespace streamscope
