// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/comparison_totals.h"

#include "engine/analysis/range_figures.h"
#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
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

std::optional<double> plainMedian(const NamedRun &run)
{
    const Makespans &makespans = run.recording->makespans;
    return makespans.plain.empty() ? std::nullopt : std::optional(static_cast<double>(makespans.median()));
}

std::optional<double> unionOf(const RangeFigures &figures, OperationKind kind)
{
    const auto found = std::find_if(figures.kinds.begin(), figures.kinds.end(),
                                    [kind](const KindFigures &candidate) { return candidate.kind == kind; });
    return found == figures.kinds.end() ? std::nullopt : std::optional(static_cast<double>(found->unionNs));
}

/// Percent of the time of copies; empty without a copy.
std::optional<double> hiddenPercent(const RangeFigures &figures)
{
    if (figures.copyNs <= 0)
        return std::nullopt;
    return static_cast<double>(figures.overlapNs) / static_cast<double>(figures.copyNs) * 100;
}

/// "42.1 %".
QString hiddenText(double percent)
{
    return QString::number(percent, 'f', 1) + QStringLiteral(" %");
}

} // namespace

std::vector<ComparedTotal> comparisonTotals(const ComparedRuns &compared)
{
    std::vector<ComparedTotal> totals;
    const auto a = plainMedian(compared.run(Side::A)), b = plainMedian(compared.run(Side::B));
    if (a || b)
        totals.push_back({tr("Makespan"), tr("The median of the plain runs, which carry no instrumentation"), a, b});
    totals.push_back({tr("In the picture"), tr("From the first to the last time of the run that is drawn"),
                      static_cast<double>(compared.comparison->spanA),
                      static_cast<double>(compared.comparison->spanB)});
    const RangeFigures ofA = wholeOf(compared.run(Side::A).recording->timeline);
    const RangeFigures ofB = wholeOf(compared.run(Side::B).recording->timeline);
    totals.push_back({tr("Busy"), tr("At least one copy, kernel, memset or collective ran"),
                      static_cast<double>(ofA.busyNs), static_cast<double>(ofB.busyNs)});
    for (int i = 0; i < operationKindCount; ++i) {
        const auto kind = static_cast<OperationKind>(i);
        const auto unionA = unionOf(ofA, kind), unionB = unionOf(ofB, kind);
        if (unionA.value_or(0) > 0 || unionB.value_or(0) > 0)
            totals.push_back({kindTitle(kind), tr("How long at least one of this kind ran"), unionA, unionB});
    }
    if (ofA.overlapNs > 0 || ofB.overlapNs > 0)
        totals.push_back({tr("Copies hidden"), tr("Share of the time of copies in which kernels ran, too"),
                          hiddenPercent(ofA), hiddenPercent(ofB), ComparedTotal::Unit::Percent});
    return totals;
}

QString totalText(const ComparedTotal &total, Side side)
{
    const std::optional<double> &value = side == Side::A ? total.a : total.b;
    if (!value)
        return tr("none");
    return total.unit == ComparedTotal::Unit::Percent ? hiddenText(*value) : timeText(std::llround(*value));
}

QString totalChangeText(const ComparedTotal &total)
{
    if (!total.a || !total.b)
        return {};
    const double change = *total.b - *total.a;
    if (total.unit == ComparedTotal::Unit::Percent)
        return tr("%1%2 percentage points")
            .arg(change < 0 ? QStringLiteral("−") : QStringLiteral("+"), QString::number(std::abs(change), 'f', 1));
    const QString time = signedTimeText(std::llround(change));
    const QString share = translated(changeText(std::llround(*total.a), std::llround(*total.b)));
    return share.isEmpty() || change == 0 ? time : time + QStringLiteral(", ") + share;
}

} // namespace streamscope
