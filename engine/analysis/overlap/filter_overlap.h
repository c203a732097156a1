// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_set.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/span_query.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Operations that are asked for together, in the language of SpanQuery.
struct OverlapFilter
{
    std::string text; ///< as typed
    SpanQuery query;
};

/// @throws InputError for fewer than two or more than three texts, and for a text that is empty or cannot be
/// understood.
std::vector<OverlapFilter> parseOverlapFilters(const std::vector<std::string> &texts);

/// How the operations of several filters overlap, in integer nanoseconds. docs/analysis.md defines the figures.
struct FilterOverlap
{
    struct Filter
    {
        std::string text;
        std::uint64_t operations = 0; ///< in the range, at least in part
        std::int64_t unionNs = 0;     ///< at least one of them executed
    };
    std::int64_t makespanNs = 0; ///< the denominator of shares of the run or range
    std::vector<Filter> filters;
    std::int64_t unionNs = 0;        ///< at least one filter had an executing operation
    std::int64_t intersectionNs = 0; ///< all filters had one at once
    std::int64_t exposedNs = 0;      ///< the first filter had one and no other filter had
};

/// The times behind the figures, cut at the range's edges.
struct OverlapTimes
{
    std::vector<IntervalSet> filters;
    IntervalSet intersection, exposed;
};

/// Operations are cut at the range's edges; a bound such as >1ms asks for the whole operation. What no engine of a GPU
/// executes (events, synchronisations, work of the host) and page migrations count only where a filter names their
/// kind. Takes O(n log n) for n matching operations. `times`, if not null, gets the times.
FilterOverlap overlapOf(const Timeline &timeline, const std::vector<OverlapFilter> &filters, TimeRange range,
                        std::int64_t makespanNs, OverlapTimes *times = nullptr);

} // namespace streamscope
