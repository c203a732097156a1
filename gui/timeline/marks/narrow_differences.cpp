// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/narrow_differences.h"

#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/merged_differences.h"
#include "gui/timeline/scene/pixel_fill.h"

#include <QPainter>

#include <algorithm>

namespace streamscope {

namespace {

constexpr double longerHeight = 5, shorterHeight = 2, edgeHeight = 2, dashPixels = 5;
constexpr double touching = 1e-6; ///< pixels: sums of fractions are not exact

/// True for changes that wide bars show, too, in a bar that is too narrow for their mark.
bool isMarked(LengthChange change, Side side, double width)
{
    if (change == LengthChange::OnlyA || change == LengthChange::OnlyB)
        return width < narrowestFramed;
    return change != LengthChange::Same && side == Side::B && width < narrowestFoot;
}

/// False on A's lanes when B has all operations of A: then no sum is needed.
bool mayBeMarked(const ComparedRuns &compared, Side side)
{
    return side == Side::B || compared.has(LengthChange::OnlyA);
}

void paintDashes(PixelFill &fill, const QRectF &line, const QColor &colour)
{
    for (double x = line.left(); x < line.right(); x += 2 * dashPixels)
        fill.fill(QRectF(x, line.top(), std::min(dashPixels, line.right() - x), line.height()), colour);
}

/// The lowest part of a bar, or all of a lower bar.
QRectF footOf(const QRectF &bar, double height)
{
    return bar.intersected({bar.left(), bar.bottom() - height, bar.width(), height});
}

} // namespace

std::vector<NarrowDifference> narrowDifferences(const TimelineContent &content, const TimelineScene &scene)
{
    std::vector<NarrowDifference> differences;
    const ComparedRuns *compared = content.compared();
    if (!compared)
        return differences;
    MergedDifferences merged(content, scene);
    for (const SceneBar &bar : scene.bars.operations()) {
        if (bar.rect.width() >= narrowestFoot || !mayBeMarked(*compared, compared->sideOf(bar.span)))
            continue;
        const DifferenceSum sum = merged.of(bar);
        const Side side = compared->sideOf(bar.span);
        const LengthChange change = changeOf(sum, side);
        if (sum.count() == 0 || !isMarked(change, side, bar.rect.width()))
            continue;
        NarrowDifference *last = differences.empty() ? nullptr : &differences.back();
        const bool goesOn = last && last->change == change && last->rect.top() == bar.rect.top()
                            && bar.rect.left() <= last->rect.right() + touching && bar.rect.right() > last->rect.left();
        if (goesOn)
            last->rect.setRight(std::max(last->rect.right(), bar.rect.right()));
        else
            differences.push_back({bar.rect, change});
    }
    return differences;
}

void paintNarrowDifferences(QPainter &painter, const QRectF &clip, const std::vector<NarrowDifference> &differences,
                            const TimelineTheme &theme)
{
    PixelFill fill(painter, clip); // there are tens of thousands
    for (const auto &[rect, change] : differences) {
        const bool longer = change == LengthChange::Longer;
        if (change == LengthChange::OnlyA || change == LengthChange::OnlyB) {
            paintDashes(fill, footOf(rect, edgeHeight), theme.text);
            paintDashes(fill, rect.intersected({rect.left(), rect.top(), rect.width(), edgeHeight}), theme.text);
            continue;
        }
        const QRectF foot = footOf(rect, longer ? longerHeight : shorterHeight);
        fill.fill(foot.adjusted(0, -1, 0, 0).intersected(rect), theme.background);
        if (longer)
            paintDashes(fill, foot, longerColour(theme));
        else
            fill.fill(foot, shorterColour(theme));
    }
}

} // namespace streamscope
