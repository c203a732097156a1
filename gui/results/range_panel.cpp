// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/range_panel.h"

#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/timeline_theme.h"

#include <cmath>

namespace streamscope {

namespace {

QString shareText(std::int64_t part, std::int64_t whole)
{
    const double share = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
    return QString::number(share * 100, 'f', 1) + QStringLiteral(" %");
}

} // namespace

RangePanel::RangePanel(QWidget *parent) : FactList(parent)
{
    setObjectName(QStringLiteral("rangePanel"));
    setAccessibleName(tr("Figures of the range"));
    setFigures(nullptr);
}

std::vector<std::pair<QString, QString>> rangeRows(const RangeFigures &figures)
{
    const auto share = [](std::int64_t part, std::int64_t whole) -> QString {
        return timeText(part) + QStringLiteral(" · ") + shareText(part, whole);
    };
    std::vector<std::pair<QString, QString>> rows;
    rows.emplace_back(RangePanel::tr("Busy"), share(figures.busyNs, figures.endNs - figures.beginNs));
    if (figures.copyNs > 0 && figures.kernelNs > 0)
        rows.emplace_back(RangePanel::tr("Copies hidden"), share(figures.overlapNs, figures.copyNs));
    for (const KindFigures &kind : figures.kinds)
        rows.emplace_back(kindTitle(kind.kind),
                          QStringLiteral("%1 × · %2").arg(kind.count).arg(timeText(kind.unionNs)));
    return rows;
}

void RangePanel::setFigures(const RangeFigures *figures)
{
    if (!figures) {
        showOnly(tr("Drag over the timeline to measure a range; Ctrl+click measures between two operations."));
        return;
    }
    clear();
    addWhole(*figures, nullptr);
    for (const KindFigures &kind : figures->kinds)
        addKind(kind, figures->endNs - figures->beginNs);
    expandAll();
    fit();
}

void RangePanel::setFiguresOfTwo(const RangeFigures &baseline, const RangeFigures &thisRun)
{
    clear();
    addWhole(baseline, addHeading(translated(sideTitle(Side::A))));
    addWhole(thisRun, addHeading(translated(sideTitle(Side::B))));
    expandAll();
    fit();
}

void RangePanel::addWhole(const RangeFigures &figures, QTreeWidgetItem *under)
{
    const std::int64_t length = figures.endNs - figures.beginNs;
    addFact(tr("Range"), exactTimeText(length),
            tr("From %1 to %2").arg(exactTimeText(figures.beginNs), exactTimeText(figures.endNs)), under);
    addFact(tr("Operations"), QString::number(figures.count), tr("With some of their time in the range"), under);
    addFact(tr("Busy"), exactTimeText(figures.busyNs) + QStringLiteral(" · ") + shareText(figures.busyNs, length),
            tr("At least one copy, kernel, memset or collective ran"), under);
    addFact(tr("Idle"), exactTimeText(figures.idleNs()) + QStringLiteral(" · ") + shareText(figures.idleNs(), length),
            {}, under);
    if (figures.copyNs > 0 && figures.kernelNs > 0)
        addFact(tr("Copies hidden"),
                exactTimeText(figures.overlapNs) + QStringLiteral(" · ") + shareText(figures.overlapNs, figures.copyNs),
                tr("Copies and kernels ran at once; as a share of the time of copies"), under);
}

void RangePanel::setPending(std::int64_t lengthNs)
{
    clear();
    addFact(tr("Range"), exactTimeText(lengthNs));
    addFact(tr("Operations"), tr("adding up …"));
    fit();
}

void RangePanel::addKind(const KindFigures &kind, std::int64_t rangeNs)
{
    QTreeWidgetItem *heading = addHeading(kindTitle(kind.kind));
    addFact(tr("Count"), QString::number(kind.count), {}, heading);
    addFact(tr("Sum"),
            tr("%1 summed over %n operation(s)", nullptr, static_cast<int>(kind.count)).arg(exactTimeText(kind.sumNs)),
            tr("Of the parts in the range"), heading);
    addFact(tr("Any active (union)"),
            exactTimeText(kind.unionNs) + QStringLiteral(" · ") + shareText(kind.unionNs, rangeNs),
            tr("The union of these parts, and its share of the range"), heading);
    addFact(tr("Shortest, mean, longest"),
            QStringLiteral("%1, %2, %3")
                .arg(timeText(kind.shortestNs), timeText(std::llround(kind.meanNs)), timeText(kind.longestNs)),
            tr("Of whole operations"), heading);
    if (kind.bytes > 0)
        addFact(tr("Rate"), QString::number(kind.gigabytesPerSecond(), 'f', 2) + QStringLiteral(" GB/s"),
                tr("Bytes in the range by the time in which at least one of these copies ran; decimal gigabytes"),
                heading);
}

} // namespace streamscope
