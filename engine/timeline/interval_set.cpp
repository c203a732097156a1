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

/// The length of a union whose intervals come nearly in the order of their begins.
class RunningUnion
{
public:
    void add(const IntervalSet::Interval &interval) { m_open.push_back(interval); }

    /// No later interval begins before `time`. Sorts once there are twice as many as were left the last time.
    void settle(std::int64_t time)
    {
        if (m_open.size() < m_enough)
            return;
        sortByBegin(m_open);
        std::size_t settled = 0;
        for (; settled < m_open.size() && m_open[settled].begin < time; ++settled) {
            if (m_open[settled].end <= m_until)
                continue;
            m_length += m_open[settled].end - std::max(m_open[settled].begin, m_until);
            m_until = m_open[settled].end;
        }
        m_open.erase(m_open.begin(), m_open.begin() + static_cast<std::ptrdiff_t>(settled));
        m_enough = std::max(fewOpen, 2 * m_open.size());
    }

    std::int64_t length()
    {
        m_enough = 0;
        settle(std::numeric_limits<std::int64_t>::max());
        return m_length;
    }

private:
    static constexpr std::size_t fewOpen = 1024;

    std::vector<IntervalSet::Interval> m_open;
    std::size_t m_enough = fewOpen;
    std::int64_t m_length = 0, m_until = std::numeric_limits<std::int64_t>::min();
};

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

UnionLengths unionLengths(std::size_t items, std::size_t sets, const IntervalsOfItem &intervalsOf)
{
    constexpr std::size_t blockSize = 1024;
    constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> earliest(items / blockSize + 2, never); // by block: of it and all behind it
    std::size_t item = 0;
    const TakeInterval look = [&](std::size_t, const IntervalSet::Interval &interval) {
        std::int64_t &begin = earliest[item / blockSize];
        if (interval.end > interval.begin)
            begin = std::min(begin, interval.begin);
    };
    for (; item < items; ++item)
        intervalsOf(item, look);
    for (std::size_t block = earliest.size() - 1; block-- > 0;)
        earliest[block] = std::min(earliest[block], earliest[block + 1]);

    std::vector<RunningUnion> each(sets);
    RunningUnion all;
    const TakeInterval take = [&](std::size_t set, const IntervalSet::Interval &interval) {
        if (interval.end <= interval.begin)
            return;
        each[set].add(interval);
        all.add(interval);
    };
    for (item = 0; item < items; ++item) {
        if (item % blockSize == 0) {
            for (RunningUnion &one : each)
                one.settle(earliest[item / blockSize]);
            all.settle(earliest[item / blockSize]);
        }
        intervalsOf(item, take);
    }
    UnionLengths lengths;
    for (RunningUnion &one : each)
        lengths.each.push_back(one.length());
    lengths.all = all.length();
    return lengths;
}

} // namespace streamscope
