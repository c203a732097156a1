// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/origins/device_ranges.h"

#include "engine/timeline/origins/open_events.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace streamscope {

namespace {

/// The first row in which nothing overlaps. Beyond the last row they share it.
void arrange(std::vector<DeviceRange> &ranges)
{
    constexpr std::size_t mostRows = 64;
    std::vector<std::int64_t> ends; // by row
    int device = -1;
    for (DeviceRange &range : ranges) {
        if (range.device != device) {
            device = range.device;
            ends.clear();
        }
        auto row = std::find_if(ends.begin(), ends.end(), [&](std::int64_t end) { return end <= range.start; });
        if (row == ends.end())
            row = ends.size() < mostRows ? ends.insert(ends.end(), 0) : ends.end() - 1;
        *row = std::max(*row, range.end);
        range.row = static_cast<int>(row - ends.begin());
    }
}

} // namespace

std::vector<DeviceRange> deviceRanges(const Timeline &timeline)
{
    const HostEvents *events = timeline.hostEvents();
    if (!events || events->count(HostEventKind::Range) == 0)
        return {};
    const OpenEvents open(timeline);
    std::map<std::pair<std::uint32_t, int>, DeviceRange> found;
    const Timeline::Ends ends = timeline.ends();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!runsOnGpu(timeline.kinds()[i]))
            continue;
        const int device = timeline.device(i);
        const std::int64_t start = timeline.starts()[i], end = ends[i];
        open.forEach(open.at(i), [&](std::uint32_t event) {
            if (events->kind(event) != HostEventKind::Range)
                return;
            const auto [entry, isNew] =
                found.try_emplace({event, device}, DeviceRange{start, end, event, 0, device, 0});
            DeviceRange &range = entry->second;
            range.start = std::min(range.start, start);
            range.end = std::max(range.end, end);
            ++range.operations;
        });
    }
    std::vector<DeviceRange> ranges;
    ranges.reserve(found.size());
    for (const auto &[key, range] : found)
        ranges.push_back(range);
    std::stable_sort(ranges.begin(), ranges.end(), [](const DeviceRange &a, const DeviceRange &b) {
        return std::tuple(a.device, a.start, -a.end) < std::tuple(b.device, b.start, -b.end);
    });
    arrange(ranges);
    return ranges;
}

} // namespace streamscope
