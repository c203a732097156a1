// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/difference_marks.h"

#include "engine/formats/reports/comparison_words.h"
#include "gui/language/translated.h"
#include "gui/timeline/marks/narrow_differences.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/translation.h"

#include <QPainter>

#include <algorithm>

namespace streamscope {

namespace {

constexpr double footHeight = 3, dash = 5;

/// Broken for longer, unbroken for shorter: the pattern says what the colour does.
void paintFoot(QPainter &painter, const QRectF &bar, bool longer, const TimelineTheme &theme)
{
    // A bar that pinned lanes cut may be lower than a foot.
    const QRectF foot = bar.intersected({bar.left(), bar.bottom() - footHeight, bar.width(), footHeight});
    painter.fillRect(foot.adjusted(0, -1, 0, 0).intersected(bar), theme.background);
    if (!longer) {
        painter.fillRect(foot, shorterColour(theme));
        return;
    }
    for (double x = foot.left(); x < foot.right(); x += 2 * dash)
        painter.fillRect(QRectF(x, foot.top(), std::min(dash, foot.right() - x), foot.height()), longerColour(theme));
}

void paintFrame(QPainter &painter, const QRectF &bar, const QColor &colour)
{
    QPen pen(colour, 2, Qt::CustomDashLine);
    pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(1, 1, -1, -1));
}

void paintMark(QPainter &painter, const QRectF &bar, LengthChange change, Side side, const TimelineTheme &theme)
{
    switch (change) {
    case LengthChange::Same:
    case LengthChange::Unrecorded:
        break;
    case LengthChange::Longer:
    case LengthChange::Shorter:
        if (side == Side::B && bar.width() >= narrowestFoot)
            paintFoot(painter, bar, change == LengthChange::Longer, theme);
        break;
    case LengthChange::OnlyA:
    case LengthChange::OnlyB:
        if (bar.width() >= narrowestFramed)
            paintFrame(painter, bar, theme.text);
        break;
    }
}

} // namespace

QColor longerColour(const TimelineTheme &theme)
{
    return theme.dark ? QColor(0xFF, 0x8A, 0x80) : QColor(0xB0, 0x1E, 0x1E);
}

QColor shorterColour(const TimelineTheme &theme)
{
    return theme.dark ? QColor(0x6F, 0xD3, 0xC7) : QColor(0x00, 0x5A, 0x64);
}

void paintDifferences(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                      const TimelineTheme &theme)
{
    const ComparedRuns *compared = content.compared();
    if (!compared)
        return;
    painter.save();
    painter.setClipRect(scene.plotRect);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const SceneBar &bar : scene.bars.operations()) {
        if (bar.waiting || bar.rect.width() < narrowestFramed || scene.operationsOf(bar)->isOnHost())
            continue;
        paintMark(painter, bar.rect, changeOf(compared->operation(bar.span)), compared->sideOf(bar.span), theme);
    }
    paintNarrowDifferences(painter, scene.plotRect, narrowDifferences(content, scene), theme);
    painter.restore();
}

void paintCounterpart(QPainter &painter, const TimelineContent &content, const TimelineScene &scene,
                      std::uint32_t selected, const TimelineTheme &theme)
{
    const ComparedRuns *compared = content.compared();
    const auto partner = compared ? compared->counterpart(selected) : std::optional<std::uint32_t>();
    if (!partner)
        return;
    painter.save();
    painter.setClipRect(scene.plotRect);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const SceneBar &bar : scene.bars.operations())
        if (bar.span == *partner && !bar.waiting && !scene.operationsOf(bar)->isOnHost())
            paintFrame(painter, bar.rect.adjusted(-2, -2, 2, 2), theme.selection);
    painter.restore();
}

std::vector<DifferenceSample> differenceSamples(const ComparedRuns &compared)
{
    const auto foot = [](bool isLonger) {
        return [isLonger](QPainter &painter, const QRectF &rect, const TimelineTheme &theme) {
            paintFoot(painter, rect.adjusted(0, 0, 0, -4), isLonger, theme);
        };
    };
    std::vector<DifferenceSample> samples;
    for (const Side side : {Side::A, Side::B})
        if (compared.run(side).origin == RunOrigin::Predicted)
            samples.push_back({tr("outlined: %1 is predicted, nothing ran").arg(translated(sideName(side))),
                               [](QPainter &painter, const QRectF &rect, const TimelineTheme &theme) {
                                   painter.setPen(QPen(theme.style(OperationKind::Kernel).fill, 2));
                                   painter.setBrush(Qt::NoBrush);
                                   painter.drawRect(rect.adjusted(1, 1, -1, -1));
                               }});
    if (compared.has(LengthChange::Longer))
        samples.push_back({tr("▲ broken line: longer than in %1").arg(translated(sideName(Side::A))), foot(true)});
    if (compared.has(LengthChange::Shorter))
        samples.push_back({tr("▼ unbroken line: shorter than in %1").arg(translated(sideName(Side::A))), foot(false)});
    if (compared.has(LengthChange::OnlyA) || compared.has(LengthChange::OnlyB))
        samples.push_back({tr("dashed frame: only in one of the two"),
                           [](QPainter &painter, const QRectF &rect, const TimelineTheme &theme) {
                               paintFrame(painter, rect, theme.text);
                           }});
    return samples;
}

} // namespace streamscope
