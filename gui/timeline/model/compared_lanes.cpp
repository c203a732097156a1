// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/compared_lanes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace streamscope {

namespace {

/// A stream as its own run calls it.
const TimelineStream &ownStream(const ComparedRuns &compared, const ComparedLane &lane)
{
    const std::size_t first = compared.streamsOf(lane.side).first;
    return compared.run(lane.side).recording->timeline.streams()[static_cast<std::size_t>(lane.lane.stream) - first];
}

int firstDevice(const ComparedRuns &compared, Side side)
{
    const auto [first, past] = compared.streamsOf(side);
    if (first == past)
        return 0;
    return compared.merged->timeline.streams()[first].device
           - compared.run(side).recording->timeline.streams().front().device;
}

bool doTheSame(const ComparedRuns &compared, const ComparedLane &a, const ComparedLane &b)
{
    if (a.lane.kind != b.lane.kind)
        return false;
    if (a.lane.kind == LaneKind::Stream) {
        const TimelineStream &mine = ownStream(compared, a), &other = ownStream(compared, b);
        return mine.id == other.id && mine.device == other.device;
    }
    return a.lane.engine == b.lane.engine
           && a.lane.device - firstDevice(compared, Side::A) == b.lane.device - firstDevice(compared, Side::B);
}

/// "A  Stream 2", "cuda:0 · event+engine": whose it is and by which clock is said at every lane.
void label(const ComparedRuns &compared, ComparedLane &lane, const std::string &clocks)
{
    const std::string letter = sideLetter(lane.side).toStdString();
    std::string name = lane.lane.label;
    if (lane.lane.kind == LaneKind::Stream && lane.lane.label.starts_with("Stream "))
        name = "Stream " + ownStream(compared, lane).id;
    lane.lane.label = letter + "  " + name;
    const std::string origin = compared.run(lane.side).recording->device.id + " · " + clocks;
    lane.lane.detail = lane.lane.detail.empty() ? origin : lane.lane.detail + " · " + origin;
}

std::int64_t runLength(const ComparedRuns &compared, Side side)
{
    const Timeline &own = compared.run(side).recording->timeline;
    return std::llround(static_cast<double>(own.end() - own.begin()) * axisFactor(own, compared.scale));
}

std::vector<ComparedLane> lanesOf(const ComparedRuns &compared, Side side, Grouping grouping)
{
    const Recording &own = *compared.run(side).recording;
    const auto [firstSpan, endSpan] = compared.spansOf(side);
    const auto [firstStream, endStream] = compared.streamsOf(side);
    const std::string clocks = clockNames(own.timeline).toStdString();
    std::vector<ComparedLane> lanes;
    for (Lane &lane : buildLanes(compared.merged->timeline, own.device, grouping,
                                 {firstSpan, endSpan, firstStream, endStream, firstDevice(compared, side)})) {
        ComparedLane made;
        made.lane = std::move(lane);
        made.side = side;
        made.runNs = runLength(compared, side);
        label(compared, made, clocks);
        lanes.push_back(std::move(made));
    }
    return lanes;
}

} // namespace

std::vector<ComparedLane> comparedLanes(const ComparedRuns &compared, Grouping grouping)
{
    std::vector<ComparedLane> a = lanesOf(compared, Side::A, grouping), b = lanesOf(compared, Side::B, grouping);
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> partner(a.size(), none);
    std::vector<bool> taken(b.size(), false);
    const auto pair = [&](auto fits) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t k = 0; k < b.size() && partner[i] == none; ++k) {
                if (taken[k] || !fits(a[i], b[k]))
                    continue;
                partner[i] = k;
                taken[k] = true;
            }
        }
    };
    constexpr std::size_t maxPairs = 4'000'000; ///< with more, streams are paired in order instead of by name
    if (a.size() * b.size() <= maxPairs)
        pair([&](const ComparedLane &mine, const ComparedLane &other) { return doTheSame(compared, mine, other); });
    pair([](const ComparedLane &mine, const ComparedLane &other) {
        return mine.lane.kind == LaneKind::Stream && other.lane.kind == LaneKind::Stream;
    });
    std::vector<ComparedLane> lanes;
    for (std::size_t i = 0; i < a.size(); ++i) {
        lanes.push_back(std::move(a[i]));
        if (partner[i] != none)
            lanes.push_back(std::move(b[partner[i]]));
    }
    for (std::size_t k = 0; k < b.size(); ++k)
        if (!taken[k])
            lanes.push_back(std::move(b[k]));
    return lanes;
}

std::vector<ComparedBlockLane> comparedBlockLanes(const ComparedRuns &compared)
{
    const BlockRecords &records = compared.merged->timeline.blocks();
    std::vector<ComparedBlockLane> lanes;
    for (std::size_t i = 0; i < records.lanes().size(); ++i) {
        const BlockLane &lane = records.lanes()[i];
        const Side side = compared.sideOf(records.spans()[lane.rows.front().first]);
        lanes.push_back({i, side, lane.device - firstDevice(compared, side), runLength(compared, side)});
    }
    const auto place = [&](const ComparedBlockLane &lane) {
        return std::tuple(lane.device, records.lanes()[lane.index].multiprocessor, lane.side);
    };
    std::sort(lanes.begin(), lanes.end(),
              [&](const ComparedBlockLane &one, const ComparedBlockLane &other) { return place(one) < place(other); });
    return lanes;
}

} // namespace streamscope
