// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_times.h"

#include "engine/analysis/communication.h"
#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <utility>

namespace streamscope {

RankTimes &RankTimes::operator+=(const RankTimes &other)
{
    computeNs += other.computeNs;
    exposedCommunicationNs += other.exposedCommunicationNs;
    exposedCopyNs += other.exposedCopyNs;
    idleNs += other.idleNs;
    return *this;
}

RankUse::RankUse(const Timeline &timeline, const std::vector<bool> &names)
{
    std::vector<IntervalSet::Interval> compute, communication, copies;
    const Timeline::Ends ends = timeline.ends();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const OperationKind kind = timeline.kinds()[i];
        const IntervalSet::Interval interval{timeline.starts()[i], ends[i]};
        if (timeline.isMigration(i))
            continue;
        if (communicates(timeline, i, names))
            communication.push_back(interval);
        else if (kind == OperationKind::Kernel || kind == OperationKind::Memset)
            compute.push_back(interval);
        else if (isCopy(kind))
            copies.push_back(interval);
    }
    IntervalSet all(std::move(compute));
    m_compute = unionOf(all);
    all.add(IntervalSet(std::move(communication)));
    m_work = unionOf(all);
    all.add(IntervalSet(std::move(copies)));
    m_anything = unionOf(all);
}

RankUse::Union RankUse::unionOf(const IntervalSet &intervals)
{
    Union made;
    std::int64_t length = 0;
    for (const IntervalSet::Interval &one : intervals.intervals()) {
        made.begins.push_back(one.begin);
        made.ends.push_back(one.end);
        made.before.push_back(length);
        length += one.end - one.begin;
    }
    return made;
}

std::int64_t RankUse::Union::lengthUpTo(std::int64_t time) const
{
    const auto next = std::ranges::lower_bound(begins, time);
    if (next == begins.begin())
        return 0;
    const auto last = static_cast<std::size_t>(next - begins.begin()) - 1;
    return before[last] + std::min(time, ends[last]) - begins[last];
}

RankTimes RankUse::timesIn(std::int64_t begin, std::int64_t end) const
{
    if (end <= begin)
        return {};
    const auto lengthOf = [begin, end](const Union &of) { return of.lengthUpTo(end) - of.lengthUpTo(begin); };
    const std::int64_t compute = lengthOf(m_compute), work = lengthOf(m_work), anything = lengthOf(m_anything);
    return {compute, work - compute, anything - work, end - begin - anything};
}

} // namespace streamscope
