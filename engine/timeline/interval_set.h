// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
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

/// Adds an interval to a list for an IntervalSet. It extends the last one that it touches, so that a list of work that
/// follows each other stays short.
void addInOrder(const IntervalSet::Interval &interval, std::vector<IntervalSet::Interval> &intervals);

/// The length of all sets together, without making their union.
std::int64_t unionLength(const std::vector<IntervalSet> &sets);

} // namespace streamscope
