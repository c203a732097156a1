// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/range_figures.h"

#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

namespace {

using Intervals = std::vector<IntervalSet::Interval>;

IntervalSet unionOf(const std::array<IntervalSet, operationKindCount> &sets, bool (*wanted)(OperationKind))
{
    Intervals all;
    for (std::size_t kind = 0; kind < sets.size(); ++kind)
        if (wanted(static_cast<OperationKind>(kind)))
            all.insert(all.end(), sets[kind].intervals().begin(), sets[kind].intervals().end());
    return IntervalSet(std::move(all));
}

void add(KindFigures &figures, std::int64_t part, std::int64_t whole, std::uint64_t bytes)
{
    figures.shortestNs = figures.count == 0 ? whole : std::min(figures.shortestNs, whole);
    figures.longestNs = std::max(figures.longestNs, whole);
    figures.meanNs += static_cast<double>(whole);
    figures.sumNs += part;
    ++figures.count;
    if (whole > 0)
        figures.bytes += static_cast<std::uint64_t>(static_cast<double>(bytes) * static_cast<double>(part)
                                                    / static_cast<double>(whole));
}

} // namespace

double KindFigures::gigabytesPerSecond() const
{
    return unionNs > 0 ? static_cast<double>(bytes) / static_cast<double>(unionNs) : 0;
}

RangeFigures figuresOfRange(const Timeline &timeline, std::int64_t beginNs, std::int64_t endNs)
{
    RangeFigures figures;
    figures.beginNs = std::min(beginNs, endNs);
    figures.endNs = std::max(beginNs, endNs);
    std::array<KindFigures, operationKindCount> byKind;
    std::array<Intervals, operationKindCount> parts;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const std::int64_t start = timeline.starts()[i], end = std::max(start, timeline.ends()[i]);
        const bool instantInside = start == end && start >= figures.beginNs && start < figures.endNs;
        if (!instantInside && (end <= figures.beginNs || start >= figures.endNs))
            continue;
        const auto kind = static_cast<std::size_t>(timeline.kinds()[i]);
        const IntervalSet::Interval part{std::max(start, figures.beginNs), std::min(end, figures.endNs)};
        const bool copies = isCopy(timeline.kinds()[i]);
        add(byKind[kind], part.end - part.begin, end - start, copies ? timeline.bytes(i) : 0);
        if (part.end > part.begin)
            parts[kind].push_back(part);
    }
    std::array<IntervalSet, operationKindCount> sets;
    for (std::size_t kind = 0; kind < sets.size(); ++kind) {
        if (byKind[kind].count == 0)
            continue;
        sets[kind] = IntervalSet(std::move(parts[kind]));
        byKind[kind].kind = static_cast<OperationKind>(kind);
        byKind[kind].unionNs = sets[kind].length();
        byKind[kind].meanNs /= static_cast<double>(byKind[kind].count);
        figures.count += byKind[kind].count;
        figures.kinds.push_back(byKind[kind]);
    }
    const IntervalSet copies = unionOf(sets, [](OperationKind kind) { return isCopy(kind); });
    const IntervalSet kernels = unionOf(sets, [](OperationKind kind) { return kind == OperationKind::Kernel; });
    figures.busyNs = unionOf(sets, runsOnGpu).length();
    figures.copyNs = copies.length();
    figures.kernelNs = kernels.length();
    figures.overlapNs = copies.intersectionWith(kernels).length();
    return figures;
}

} // namespace streamscope
