// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <limits>

namespace streamscope {

namespace {

bool beginsBefore(const IntervalSet::Interval &a, const IntervalSet::Interval &b)
{
    return a.begin < b.begin;
}

/// The spans of a run in order of issue are nearly in order of their starts: each moves a few places back.
void sortByBegin(std::vector<IntervalSet::Interval> &intervals)
{
    constexpr std::size_t fewPlaces = 8;
    std::size_t moves = 0;
    for (std::size_t i = 1; i < intervals.size() && moves <= fewPlaces * intervals.size(); ++i) {
        const IntervalSet::Interval moved = intervals[i];
        std::size_t place = i;
        for (; place > 0 && beginsBefore(moved, intervals[place - 1]); --place)
            intervals[place] = intervals[place - 1];
        intervals[place] = moved;
        moves += i - place;
    }
    if (moves > fewPlaces * intervals.size())
        std::sort(intervals.begin(), intervals.end(), beginsBefore);
}

} // namespace

IntervalSet::IntervalSet(std::vector<Interval> intervals) : m_intervals(std::move(intervals))
{
    sortByBegin(m_intervals);
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

void addInOrder(const IntervalSet::Interval &interval, std::vector<IntervalSet::Interval> &intervals)
{
    if (!intervals.empty() && interval.begin >= intervals.back().begin && interval.begin <= intervals.back().end)
        intervals.back().end = std::max(intervals.back().end, interval.end);
    else if (interval.end > interval.begin)
        intervals.push_back(interval);
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
    std::vector<Interval> all(m_intervals.size() + other.m_intervals.size());
    std::merge(m_intervals.begin(), m_intervals.end(), other.m_intervals.begin(), other.m_intervals.end(), all.begin(),
               beginsBefore);
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

std::int64_t unionLength(const std::vector<IntervalSet> &sets)
{
    std::vector<std::size_t> next(sets.size(), 0);
    std::int64_t length = 0, until = std::numeric_limits<std::int64_t>::min();
    for (;;) {
        const IntervalSet::Interval *first = nullptr;
        std::size_t from = 0;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            if (next[i] == sets[i].intervals().size())
                continue;
            if (const IntervalSet::Interval &other = sets[i].intervals()[next[i]];
                !first || other.begin < first->begin) {
                first = &other;
                from = i;
            }
        }
        if (!first)
            return length;
        ++next[from];
        if (first->end <= until)
            continue;
        length += first->end - std::max(first->begin, until);
        until = first->end;
    }
}

} // namespace streamscope
