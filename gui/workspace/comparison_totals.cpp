// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/comparison_totals.h"

#include "engine/analysis/range_figures.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

RangeFigures wholeOf(const Timeline &timeline)
{
    return figuresOfRange(timeline, timeline.begin(), timeline.end());
}

std::optional<std::int64_t> plainMedian(const NamedRun &run)
{
    const Makespans &makespans = run.recording->makespans;
    return makespans.plain.empty() ? std::nullopt : std::optional(makespans.median());
}

std::optional<std::int64_t> unionOf(const RangeFigures &figures, OperationKind kind)
{
    const auto found = std::find_if(figures.kinds.begin(), figures.kinds.end(),
                                    [kind](const KindFigures &candidate) { return candidate.kind == kind; });
    return found == figures.kinds.end() ? std::nullopt : std::optional(found->unionNs);
}

} // namespace

std::vector<ComparedTotal> comparisonTotals(const ComparedRuns &compared)
{
    std::vector<ComparedTotal> totals;
    const auto a = plainMedian(compared.run(Side::A)), b = plainMedian(compared.run(Side::B));
    if (a || b)
        totals.push_back({tr("Makespan"), tr("The median of the plain runs, which carry no instrumentation"), a, b});
    totals.push_back({tr("In the picture"), tr("From the first to the last time of the run that is drawn"),
                      compared.comparison->spanA, compared.comparison->spanB});
    const RangeFigures ofA = wholeOf(compared.run(Side::A).recording->timeline);
    const RangeFigures ofB = wholeOf(compared.run(Side::B).recording->timeline);
    totals.push_back({tr("Busy"), tr("At least one copy, kernel, memset or collective ran"), ofA.busyNs, ofB.busyNs});
    for (int i = 0; i < operationKindCount; ++i) {
        const auto kind = static_cast<OperationKind>(i);
        const auto unionA = unionOf(ofA, kind), unionB = unionOf(ofB, kind);
        if (unionA.value_or(0) > 0 || unionB.value_or(0) > 0)
            totals.push_back({kindTitle(kind), tr("How long at least one of this kind ran"), unionA, unionB});
    }
    if (ofA.overlapNs > 0 || ofB.overlapNs > 0)
        totals.push_back({tr("Copies hidden"), tr("Copies and kernels ran at once"), ofA.overlapNs, ofB.overlapNs});
    return totals;
}

QString totalChangeText(const ComparedTotal &total)
{
    if (!total.a || !total.b)
        return {};
    const std::int64_t change = *total.b - *total.a;
    if (*total.a <= 0 || change == 0)
        return signedTimeText(change);
    const double percent = static_cast<double>(change) / static_cast<double>(*total.a) * 100;
    return QStringLiteral("%1 (%2%3\u00a0%)")
        .arg(signedTimeText(change), percent < 0 ? QStringLiteral("−") : QStringLiteral("+"),
             QString::number(std::abs(percent), 'f', 1));
}

} // namespace streamscope
