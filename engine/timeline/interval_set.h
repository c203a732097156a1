// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace streamscope {

/// A set of times as sorted, disjoint, half-open intervals in nanoseconds. Touching intervals merge.
class IntervalSet
{
public:
    struct Interval
    {
        std::int64_t begin;
        std::int64_t end;
        bool operator==(const Interval &) const = default;
    };

    IntervalSet() = default;
    /// From intervals in any order; empty and reversed intervals are left out.
    explicit IntervalSet(std::vector<Interval> intervals);

    std::int64_t length() const;
    bool empty() const { return m_intervals.empty(); }
    const std::vector<Interval> &intervals() const & { return m_intervals; }
    /// Returns a copy for a temporary, so that a range-based for over the result does not dangle.
    std::vector<Interval> intervals() && { return std::move(m_intervals); }

    void add(const IntervalSet &other);
    IntervalSet intersectionWith(const IntervalSet &other) const;
    /// The times of this set that are not in `other`.
    IntervalSet without(const IntervalSet &other) const;

private:
    std::vector<Interval> m_intervals;
};

/// Lengths of sets, and of all of them together, in nanoseconds.
struct UnionLengths
{
    std::vector<std::int64_t> each;
    std::int64_t all = 0;
};
/// Takes an interval of a set; empty and reversed ones are left out.
using TakeInterval = std::function<void(std::size_t set, const IntervalSet::Interval &interval)>;
/// Gives all intervals of an item.
using IntervalsOfItem = std::function<void(std::size_t item, const TakeInterval &take)>;
/// Without lists of the intervals, of which there may be ten million. `intervalsOf` is asked twice for each item, in
/// order: nearly in the order of time, only those that overlap are kept.
UnionLengths unionLengths(std::size_t items, std::size_t sets, const IntervalsOfItem &intervalsOf);

} // namespace streamscope
