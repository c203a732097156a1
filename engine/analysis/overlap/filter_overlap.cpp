// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/overlap/filter_overlap.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t fewestFilters = 2, mostFilters = 3;

/// The executing time of one filter's operations, and how many there are.
struct Executed
{
    IntervalSet times;
    std::uint64_t operations = 0;
};

Executed executedIn(const Timeline &timeline, const SpanQuery &query, TimeRange range)
{
    const SpanMatcher matcher(query, timeline);
    const Timeline::Ends ends = timeline.ends();
    std::vector<IntervalSet::Interval> parts;
    Executed executed;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        if (query.anyKind && (!runsOnGpu(timeline.kinds()[i]) || timeline.isMigration(i)))
            continue;
        const std::int64_t start = timeline.starts()[i], end = std::max<std::int64_t>(start, ends[i]);
        const bool inside = start < range.end && (end > range.begin || start >= range.begin); // length 0 counts, too
        if (!inside || !matcher.matches(i))
            continue;
        ++executed.operations;
        parts.push_back({std::max(start, range.begin), std::min(end, range.end)});
    }
    executed.times = IntervalSet(std::move(parts));
    return executed;
}

} // namespace

std::vector<OverlapFilter> parseOverlapFilters(const std::vector<std::string> &texts)
{
    if (texts.size() < fewestFilters || texts.size() > mostFilters)
        throw InputError(texts.size() == 1 ? Phrase("engine", "an overlap is of two or three filters, each in quotes, "
                                                              "as 'kernel nccl' 'kernel !nccl'; %1 is given")
                                                 .arg(texts.size())
                                           : Phrase("engine", "an overlap is of two or three filters, each in quotes, "
                                                              "as 'kernel nccl' 'kernel !nccl'; %1 are given")
                                                 .arg(texts.size()));
    std::vector<OverlapFilter> filters;
    for (const std::string &text : texts) {
        filters.push_back({text, parseQuery(text)});
        if (!filters.back().query.problem.empty())
            throw InputError(Phrase("engine", "filter '%1': %2").arg(text, filters.back().query.problem));
        if (filters.back().query.empty())
            throw InputError(
                Phrase("engine", "filter %1 is empty: write what it asks for, as kernel, 'h2d pageable' or stream:7")
                    .arg(filters.size()));
    }
    return filters;
}

FilterOverlap overlapOf(const Timeline &timeline, const std::vector<OverlapFilter> &filters, TimeRange range,
                        std::int64_t makespanNs, OverlapTimes *times)
{
    FilterOverlap overlap;
    overlap.makespanNs = makespanNs;
    IntervalSet first, others, common;
    for (const OverlapFilter &filter : filters) {
        Executed executed = executedIn(timeline, filter.query, range);
        if (overlap.filters.empty()) {
            first = common = executed.times;
        } else {
            others.add(executed.times);
            common = common.intersectionWith(executed.times);
        }
        overlap.filters.push_back({filter.text, executed.operations, executed.times.length()});
        if (times)
            times->filters.push_back(std::move(executed.times));
    }
    IntervalSet exposed = first.without(others);
    overlap.intersectionNs = common.length();
    overlap.exposedNs = exposed.length();
    overlap.unionNs = others.length() + overlap.exposedNs;
    if (times) {
        times->intersection = std::move(common);
        times->exposed = std::move(exposed);
    }
    return overlap;
}

} // namespace streamscope
