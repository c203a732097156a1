// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_painting.h"

#include "engine/run/named_run.h"
#include "gui/timeline/marks/call_arrows.h"
#include "gui/timeline/marks/dependency_arrows.h"
#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/marks/race_marks.h"
#include "gui/timeline/marks/spread_whiskers.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/tag.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

void TimelinePainting::paint(QPainter &painter, const TimelineTheme &theme, bool cursor)
{
    m_theme = &theme;
    refreshImage();
    painter.drawImage(0, 0, m_image);
    painter.save();
    painter.setClipRect(QRectF(m_state.labelWidth(), 0, m_state.plotWidth(), scene().plotRect.bottom()));
    if (m_state.prediction())
        paintPrediction(painter, scene(), m_state.prediction()->timeline, theme);
    if (m_state.selectedSpan())
        paintCounterpart(painter, *m_state.content(), scene(), *m_state.selectedSpan(), theme);
    paintRaces(painter, scene(), m_state.races(), theme);
    paintSameName(painter);
    paintFound(painter);
    paintRange(painter);
    paintSelection(painter);
    paintCalls(painter);
    paintDependencies(painter);
    paintMarkers(painter);
    paintSnap(painter);
    paintWaiting(painter);
    if (cursor)
        paintCursor(painter);
    painter.restore();
}

void TimelinePainting::refreshImage()
{
    const double ratio = m_state.devicePixelRatio();
    const QSize size = (QSizeF(m_state.size()) * ratio).toSize();
    if (m_imageValid && m_image.devicePixelRatio() == ratio && m_image.size() == size)
        return;
    if (m_image.size() != size) {
        m_image = QImage(size, QImage::Format_RGB32); // otherwise all of it is painted over
        m_image.fill(theme().background);
    }
    m_image.setDevicePixelRatio(ratio);
    QPainter painter(&m_image);
    painter.setFont(m_state.font());
    paintPicture(painter);
    m_imageValid = true;
}

void TimelinePainting::paintPicture(QPainter &painter) const
{
    const TimelineContent &content = *m_state.content();
    const QFont font = m_state.font();
    paintScene(painter, scene(), theme());
    paintSpreads(painter, content, scene(), theme());
    paintFramedPaths(painter); // they must not hide the feet of the differences
    paintDifferences(painter, content, scene(), theme());
    const double legend = m_state.legendHeight(), pixel = 1 / m_image.devicePixelRatio();
    const QRectF strip(0, m_state.size().height() - legend, m_state.size().width(), legend);
    painter.fillRect(strip, theme().rulerBackground);
    painter.fillRect(QRectF(strip.left(), strip.top(), strip.width(), pixel), theme().frame);
    paintLegend(&painter, strip.topLeft() + QPointF(10, 3), strip.width() - 20, content, theme(), font,
                m_state.colouring());
    const QString fold = content.compared() ? QString() : foldTitle(content.timeline());
    if (content.isSimulated() || !fold.isEmpty()) {
        const QRectF ruler = scene().rulerRect;
        paintBadge(&painter, {ruler.left() + 10, ruler.top() + 3}, ruler.height() - 7,
                   !fold.isEmpty()          ? fold
                   : content.isPrediction() ? tr("Prediction")
                                            : tr("Simulated"),
                   theme(), font);
    }
}

void TimelinePainting::paintFramedPaths(QPainter &painter) const
{
    if (!m_state.showsCriticalPath() || !m_state.links().prepare())
        return;
    painter.save();
    painter.setClipRect(scene().plotRect);
    paintPaths(
        painter, *m_state.content(), scene(), [this](std::uint32_t span) { return m_state.links().isOnPath(span); },
        m_state.shownPaths(), theme());
    painter.restore();
}

/// A bright foot under each operation that was found.
void TimelinePainting::paintFound(QPainter &painter) const
{
    if (m_state.found().empty())
        return;
    for (const SceneBar &bar : scene().bars.operations()) {
        if (bar.waiting || !std::binary_search(m_state.found().begin(), m_state.found().end(), bar.span))
            continue;
        const QRectF foot(bar.rect.left(), bar.rect.bottom() - 3, std::max(2.0, bar.rect.width()), 4);
        painter.fillRect(foot.adjusted(0, -1, 0, 0), theme().background);
        painter.fillRect(foot, theme().selection);
    }
}

/// What has not come yet, so that nobody takes stretched bars for what ran.
void TimelinePainting::paintWaiting(QPainter &painter) const
{
    const ComingBars *coming = m_state.content()->coming();
    const QString text = coming ? coming->waitingText() : QString();
    const QRectF plot = scene().plotRect;
    if (!text.isEmpty())
        paintTag(painter, text, plot.right(), plot.top() + 2, plot, theme().badge, theme().badgeText);
}

/// Lines above and below each operation that is called like the one under the pointer.
void TimelinePainting::paintSameName(QPainter &painter) const
{
    const auto group = m_state.hoveredNames();
    if (!group)
        return;
    const TimelineContent &content = *m_state.content();
    const std::vector<std::uint32_t> &names = content.timeline().nameIndices();
    for (const SceneBar &bar : scene().bars.operations()) {
        if (bar.waiting || content.names().group(names[bar.span]) != *group)
            continue;
        painter.fillRect(QRectF(bar.rect.left(), bar.rect.top(), bar.rect.width(), 2), theme().text);
        painter.fillRect(QRectF(bar.rect.left(), bar.rect.bottom() - 2, bar.rect.width(), 2), theme().text);
    }
}

void TimelinePainting::paintRange(QPainter &painter) const
{
    const auto range = m_state.selectedRange();
    if (!range)
        return;
    const double left = scene().timeToX(range->begin);
    const double right = scene().timeToX(range->end);
    const QRectF area(left, scene().plotRect.top(), right - left, scene().plotRect.height());
    painter.fillRect(area, theme().range);
    painter.fillRect(QRectF(left, area.top(), 1, area.height()), theme().selection);
    painter.fillRect(QRectF(right, area.top(), 1, area.height()), theme().selection);
    paintTag(painter, axisLengthText(*m_state.content(), range->end - range->begin), (left + right) / 2,
             scene().plotRect.top() + 2, scene().plotRect, theme().selection, theme().background);
    paintRangeTable(painter, left, right);
}

/// Beside the range where there is room, else in it.
void TimelinePainting::paintRangeTable(QPainter &painter, double left, double right) const
{
    const auto &rows = m_state.rangeTable();
    if (rows.empty())
        return;
    constexpr double gap = 6;
    const QFontMetrics metrics = painter.fontMetrics();
    double labels = 0, values = 0;
    for (const auto &[label, value] : rows) {
        labels = std::max<double>(labels, metrics.horizontalAdvance(label));
        values = std::max<double>(values, metrics.horizontalAdvance(value));
    }
    const double line = metrics.height() + 2;
    QRectF box(right + gap, scene().plotRect.top() + line + 2 * gap, labels + values + 4 * gap,
               line * static_cast<double>(rows.size()) + 2 * gap);
    const QRectF plot = scene().plotRect;
    if (box.right() > plot.right() - gap)
        box.moveRight(left - gap - box.width() > plot.left() ? left - gap : plot.right() - gap);
    painter.fillRect(box, theme().frame);
    painter.fillRect(box.adjusted(1, 1, -1, -1), theme().background);
    painter.setPen(theme().text);
    QRectF row(box.left() + gap, box.top() + gap, box.width() - 2 * gap, line);
    for (const auto &[label, value] : rows) {
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, label);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, value);
        row.translate(0, line);
    }
}

void TimelinePainting::paintSelection(QPainter &painter) const
{
    if (!m_state.selectedSpan())
        return;
    painter.setPen(QPen(theme().selection, 2));
    painter.setBrush(Qt::NoBrush);
    const QRectF plot = scene().plotRect;
    painter.setClipRect(plot);
    for (const SceneBar &bar : scene().bars.operations()) {
        if (bar.span == *m_state.selectedSpan() && !bar.waiting)
            painter.drawRect(bar.rect.adjusted(-1, -1, 1, 1));
    }
    painter.setClipRect(QRectF(m_state.labelWidth(), 0, m_state.plotWidth(), plot.bottom()));
}

/// From the calls of the selected operation and of the one under the pointer.
void TimelinePainting::paintCalls(QPainter &painter) const
{
    if (!m_state.showsArrows())
        return;
    const int hovered = m_state.pointer() ? m_state.operationAt(*m_state.pointer()) : -1;
    std::vector<SceneArrow> arrows;
    if (const auto selected = m_state.selectedSpan())
        if (const auto arrow = callArrow(*m_state.content(), *selected, scene()))
            arrows.push_back(*arrow);
    if (hovered >= 0 && static_cast<std::uint32_t>(hovered) != m_state.selectedSpan())
        if (const auto arrow = callArrow(*m_state.content(), static_cast<std::uint32_t>(hovered), scene()))
            arrows.push_back(*arrow);
    painter.save();
    painter.setClipRect(scene().plotRect);
    paintArrows(painter, arrows, theme());
    painter.restore();
}

/// The arrows move with the selection; the frames of the critical path are part of the picture.
void TimelinePainting::paintDependencies(QPainter &painter) const
{
    const bool wantsArrows = m_state.selectedSpan() && m_state.showsArrows();
    if (!m_state.showsCriticalPath() && !wantsArrows)
        return;
    if (!m_state.links().prepare()) {
        const QRectF plot = scene().plotRect;
        paintTag(painter, tr("Looking for dependencies …"), plot.right(), plot.top() + 2, plot, theme().text,
                 theme().background);
        return;
    }
    painter.save();
    painter.setClipRect(scene().plotRect);
    if (wantsArrows) {
        std::vector<Dependency> list = m_state.links().of(*m_state.selectedSpan());
        std::erase_if(
            list, [](const Dependency &link) { return link.kind == DependencyKind::Host; }); // every operation has one
        paintArrows(painter, arrowsOf(list, m_state.content()->timeline(), scene()), theme());
    }
    if (m_state.showsCriticalPath() && m_state.content()->compared())
        paintPathsText(painter);
    painter.restore();
}

/// The legend of the frames, at the end of the lanes, where bars are fewest.
void TimelinePainting::paintPathsText(QPainter &painter) const
{
    const QRectF plot = scene().plotRect;
    const QString text = comparedPathsText(
        m_state.shownPaths(), {m_state.links().path(Side::A).size(), m_state.links().path(Side::B).size()});
    paintTag(painter, text, plot.right(), plot.bottom() - painter.fontMetrics().height() - 4, plot, theme().text,
             theme().background);
}

/// A line with a flag on the ruler; the note beside it where it fits.
void TimelinePainting::paintMarkers(QPainter &painter) const
{
    const QRectF plot = scene().plotRect, ruler = scene().rulerRect;
    for (std::size_t i = 0; i < m_state.marks().markers.size(); ++i) {
        const double x = std::round(scene().timeToX(m_state.marks().markers[i].ns));
        if (x < plot.left() - 200 || x > plot.right())
            continue;
        painter.fillRect(QRectF(x, ruler.top(), 1, plot.bottom() - ruler.top()), theme().badge);
        const QString &note = m_state.marks().markers[i].note;
        const QString text =
            note.isEmpty() ? QString::number(i + 1) : painter.fontMetrics().elidedText(note, Qt::ElideRight, 180);
        const QRectF flag(x, plot.top(), painter.fontMetrics().horizontalAdvance(text) + 8,
                          painter.fontMetrics().height() + 2);
        painter.fillRect(flag, theme().badge);
        painter.setPen(theme().badgeText);
        painter.drawText(flag, Qt::AlignCenter, text);
    }
}

/// A dashed line through the edge that a range has snapped to.
void TimelinePainting::paintSnap(QPainter &painter) const
{
    const auto &snap = m_state.snap();
    if (!snap)
        return;
    const double x = std::round(scene().timeToX(snap->ns)) + 0.5;
    painter.setPen(QPen(theme().selection, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, scene().rulerRect.top()), QPointF(x, scene().plotRect.bottom()));
    painter.setPen(QPen(theme().selection, 2));
    painter.drawLine(QPointF(x, snap->bar.top()), QPointF(x, snap->bar.bottom()));
}

void TimelinePainting::paintCursor(QPainter &painter) const
{
    const auto &pointer = m_state.pointer();
    if (!pointer)
        return;
    const double x = std::round(pointer->x());
    painter.fillRect(QRectF(x, scene().plotRect.top(), 1, scene().plotRect.height()), theme().mutedText);
    const std::int64_t now = scene().xToTime(pointer->x());
    const std::int64_t step = std::max<std::int64_t>(1, m_state.axis().pixelsToLength(1));
    paintTag(painter, axisText(*m_state.content(), now, step, std::max(std::abs(now), step)), x,
             scene().rulerRect.top() + 3, scene().rulerRect, theme().text, theme().background);
}

} // namespace streamscope
