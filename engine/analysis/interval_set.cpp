// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/interval_set.h"

#include <algorithm>

namespace streamscope {

IntervalSet::IntervalSet(std::vector<Interval> intervals)
{
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval &a, const Interval &b) { return a.begin < b.begin; });
    for (const Interval &interval : intervals) {
        if (interval.end <= interval.begin)
            continue;
        if (!m_intervals.empty() && interval.begin <= m_intervals.back().end)
            m_intervals.back().end = std::max(m_intervals.back().end, interval.end);
        else
            m_intervals.push_back(interval);
    }
}

std::int64_t IntervalSet::length() const
{
    std::int64_t sum = 0;
    for (const Interval &interval : m_intervals)
        sum += interval.end - interval.begin;
    return sum;
}

IntervalSet IntervalSet::unionWith(const IntervalSet &other) const
{
    std::vector<Interval> all = m_intervals;
    all.insert(all.end(), other.m_intervals.begin(), other.m_intervals.end());
    return IntervalSet(std::move(all));
}

IntervalSet IntervalSet::intersectionWith(const IntervalSet &other) const
{
    std::vector<Interval> common;
    auto a = m_intervals.begin();
    auto b = other.m_intervals.begin();
    while (a != m_intervals.end() && b != other.m_intervals.end()) {
        const Interval both{std::max(a->begin, b->begin), std::min(a->end, b->end)};
        if (both.begin < both.end)
            common.push_back(both);
        if (a->end < b->end)
            ++a;
        else
            ++b;
    }
    return IntervalSet(std::move(common));
}

} // namespace streamscope
