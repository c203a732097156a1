// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/interval_set.h"

#include <algorithm>

namespace streamscope {

IntervalSet::IntervalSet(std::vector<Interval> intervals) : m_intervals(std::move(intervals))
{
    const auto before = [](const Interval &a, const Interval &b) { return a.begin < b.begin; };
    if (!std::is_sorted(m_intervals.begin(), m_intervals.end(), before))
        std::sort(m_intervals.begin(), m_intervals.end(), before);
    // Where they lie: traces have millions of them.
    std::size_t kept = 0;
    for (const Interval &interval : m_intervals) {
        if (interval.end <= interval.begin)
            continue;
        if (kept > 0 && interval.begin <= m_intervals[kept - 1].end)
            m_intervals[kept - 1].end = std::max(m_intervals[kept - 1].end, interval.end);
        else
            m_intervals[kept++] = interval;
    }
    m_intervals.resize(kept);
}

std::int64_t IntervalSet::length() const
{
    std::int64_t sum = 0;
    for (const Interval &interval : m_intervals)
        sum += interval.end - interval.begin;
    return sum;
}

void IntervalSet::add(const IntervalSet &other)
{
    if (other.empty())
        return;
    std::vector<Interval> all = std::move(m_intervals);
    all.insert(all.end(), other.m_intervals.begin(), other.m_intervals.end());
    *this = IntervalSet(std::move(all));
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

IntervalSet IntervalSet::without(const IntervalSet &other) const
{
    std::vector<Interval> left;
    auto cut = other.m_intervals.begin();
    for (Interval one : m_intervals) {
        while (cut != other.m_intervals.end() && cut->end <= one.begin)
            ++cut;
        for (auto next = cut; next != other.m_intervals.end() && next->begin < one.end; ++next) {
            if (one.begin < next->begin)
                left.push_back({one.begin, next->begin});
            one.begin = next->end;
        }
        if (one.begin < one.end)
            left.push_back(one);
    }
    return IntervalSet(std::move(left));
}

} // namespace streamscope
