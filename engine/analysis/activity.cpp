// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/activity.h"

#include "engine/analysis/device_figures.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace streamscope {

namespace {

/// Adds an interval's share to each part that it touches.
void spread(const IntervalSet::Interval &interval, StreamActivity &activity)
{
    const auto last = static_cast<std::int64_t>(activity.active.size()) - 1;
    const double from = static_cast<double>(interval.begin - activity.beginNs) / activity.stepNs;
    const double to = static_cast<double>(interval.end - activity.beginNs) / activity.stepNs;
    for (std::int64_t part = std::min(static_cast<std::int64_t>(from), last);
         part <= last && static_cast<double>(part) < to; ++part) {
        const auto at = static_cast<double>(part);
        activity.active[static_cast<std::size_t>(part)] += std::max(0.0, std::min(to, at + 1) - std::max(from, at));
    }
}

} // namespace

StreamActivity streamActivity(const Timeline &timeline, int device, std::size_t parts)
{
    std::map<std::int32_t, std::vector<IntervalSet::Interval>> streams;
    std::int64_t begin = std::numeric_limits<std::int64_t>::max(), end = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const std::int32_t stream = timeline.streamIndices()[i];
        if (stream < 0 || timeline.device(i) != device || !runsOnGpu(timeline.kinds()[i]) || timeline.isMigration(i))
            continue;
        const IntervalSet::Interval interval{timeline.starts()[i], timeline.ends()[i]};
        streams[stream].push_back(interval);
        begin = std::min(begin, interval.begin);
        end = std::max(end, interval.end);
    }
    StreamActivity activity;
    if (end <= begin || parts == 0)
        return activity;
    activity.beginNs = begin;
    activity.active.resize(std::min(parts, static_cast<std::size_t>(end - begin)));
    activity.stepNs = static_cast<double>(end - begin) / static_cast<double>(activity.active.size());
    for (auto &[stream, intervals] : streams) {
        const IntervalSet merged(std::move(intervals));
        for (const IntervalSet::Interval &interval : merged.intervals())
            spread(interval, activity);
    }
    return activity;
}

double CopySize::gigabytesPerSecond() const
{
    return sumNs > 0 ? static_cast<double>(bytes) * static_cast<double>(count) / static_cast<double>(sumNs) : 0;
}

std::vector<CopySize> copySizes(const Timeline &timeline, int device, std::size_t most)
{
    std::map<std::tuple<OperationKind, MemoryKind, MemoryKind, std::uint64_t>, CopySize> sizes;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (!isCopy(timeline.kinds()[i]) || timeline.device(i) != device)
            continue;
        const Span span = timeline.span(i);
        if (timeline.isMigration(i))
            continue;
        CopySize &size = sizes[{span.kind, span.from, span.to, span.bytes}];
        size.kind = span.kind;
        size.from = span.from;
        size.to = span.to;
        size.bytes = span.bytes;
        addTime(size.sumNs, span.duration());
        ++size.count;
    }
    std::vector<CopySize> list;
    list.reserve(sizes.size());
    for (const auto &[key, size] : sizes)
        list.push_back(size);
    if (list.size() > most) {
        std::sort(list.begin(), list.end(), [](const CopySize &a, const CopySize &b) { return a.sumNs > b.sumNs; });
        list.resize(most);
        std::sort(list.begin(), list.end(), [](const CopySize &a, const CopySize &b) {
            return std::tuple(a.kind, a.from, a.to, a.bytes) < std::tuple(b.kind, b.from, b.to, b.bytes);
        });
    }
    return list;
}

} // namespace streamscope
