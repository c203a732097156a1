// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How the timeline paints itself: the cached scene, and what moves on top of it.
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/marks/race_marks.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/tag.h"
#include "gui/timeline/text/time_text.h"
#include "gui/timeline/widget/lane_controls.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

#include <algorithm>
#include <cmath>

namespace streamscope {

void TimelineWidget::refreshCache()
{
    const double ratio = devicePixelRatioF();
    if (m_cacheValid && m_cache.devicePixelRatio() == ratio
        && m_cache.size() == (QSizeF(viewport()->size()) * ratio).toSize())
        return;
    if (m_cache.devicePixelRatio() != ratio)
        m_sceneValid = false; // moved to another screen: Qt 6.4 sends no event for it
    if (const QSize size = (QSizeF(viewport()->size()) * ratio).toSize(); m_cache.size() != size) {
        m_cache = QImage(size, QImage::Format_RGB32); // else its memory is used again: all of it is painted over
        m_cache.fill(theme().background);
    }
    m_cache.setDevicePixelRatio(ratio);
    QPainter painter(&m_cache);
    painter.setFont(font());
    paintScene(painter, scene(), theme());
    paintFramedPaths(painter); // they must not hide the feet of the differences
    paintDifferences(painter, *m_content, scene(), theme());
    const double legend = legendHeight();
    const QRectF strip(0, viewport()->height() - legend, viewport()->width(), legend);
    painter.fillRect(strip, theme().rulerBackground);
    painter.fillRect(QRectF(strip.left(), strip.top(), strip.width(), 1 / ratio), theme().frame);
    paintLegend(&painter, strip.topLeft() + QPointF(10, 3), strip.width() - 20, *m_content, theme(), font());
    if (m_content->isSimulated()) {
        const QRectF ruler = scene().rulerRect;
        paintBadge(&painter, {ruler.left() + 10, ruler.top() + 3}, ruler.height() - 7,
                   m_content->isPrediction() ? tr("Prediction") : tr("Simulated"), theme(), font());
    }
    m_cacheValid = true;
}

void TimelineWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(font());
    if (!hasContent()) {
        paintPlaceholder(painter);
        paintFocus(painter);
        return;
    }
    refreshCache();
    painter.drawImage(0, 0, m_cache);
    painter.save();
    painter.setClipRect(QRectF(m_labelWidth, 0, plotWidth(), scene().plotRect.bottom()));
    if (m_prediction)
        paintPrediction(painter, scene(), m_prediction->timeline, theme());
    if (m_selected)
        paintCounterpart(painter, *m_content, scene(), *m_selected, theme());
    paintRaces(painter, scene(), m_races, theme());
    paintFound(painter);
    paintRange(painter);
    paintSelection(painter);
    paintDependencies(painter);
    paintMarkers(painter);
    paintSnap(painter);
    paintCursor(painter);
    painter.restore();
    painter.setClipRect(scene().plotRect.adjusted(-m_labelWidth, 0, 0, 0));
    m_laneControls->paint(painter, theme(), hasFocus());
    painter.setClipping(false);
    paintFocus(painter);
}

void TimelineWidget::paintPlaceholder(QPainter &painter) const
{
    painter.fillRect(viewport()->rect(), theme().background);
    painter.setPen(theme().mutedText);
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, m_placeholder);
}

void TimelineWidget::paintRange(QPainter &painter) const
{
    if (!m_range)
        return;
    const double left = scene().timeToX(m_range->beginNs);
    const double right = scene().timeToX(m_range->endNs);
    const QRectF area(left, scene().plotRect.top(), right - left, scene().plotRect.height());
    painter.fillRect(area, theme().range);
    painter.fillRect(QRectF(left, area.top(), 1, area.height()), theme().selection);
    painter.fillRect(QRectF(right, area.top(), 1, area.height()), theme().selection);
    paintTag(painter, axisLengthText(*m_content, m_range->endNs - m_range->beginNs), (left + right) / 2,
             scene().plotRect.top() + 2, scene().plotRect, theme().selection, theme().background);
}

/// A line with a flag on the ruler; the note beside it where it fits.
void TimelineWidget::paintMarkers(QPainter &painter) const
{
    const QRectF plot = scene().plotRect, ruler = scene().rulerRect;
    for (std::size_t i = 0; i < m_marks.markers.size(); ++i) {
        const double x = std::round(scene().timeToX(m_marks.markers[i].ns));
        if (x < plot.left() - 200 || x > plot.right())
            continue;
        painter.fillRect(QRectF(x, ruler.top(), 1, plot.bottom() - ruler.top()), theme().badge);
        const QString &note = m_marks.markers[i].note;
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
void TimelineWidget::paintSnap(QPainter &painter) const
{
    if (!m_snap)
        return;
    const double x = std::round(scene().timeToX(m_snap->ns)) + 0.5;
    painter.setPen(QPen(theme().selection, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, scene().rulerRect.top()), QPointF(x, scene().plotRect.bottom()));
    painter.setPen(QPen(theme().selection, 2));
    painter.drawLine(QPointF(x, m_snap->bar.top()), QPointF(x, m_snap->bar.bottom()));
}

void TimelineWidget::paintSelection(QPainter &painter) const
{
    if (!m_selected)
        return;
    painter.setPen(QPen(theme().selection, 2));
    painter.setBrush(Qt::NoBrush);
    const QRectF plot = scene().plotRect;
    painter.setClipRect(plot);
    for (const SceneBar &bar : scene().bars.operations()) {
        if (bar.span == *m_selected && !bar.waiting)
            painter.drawRect(bar.rect.adjusted(-1, -1, 1, 1));
    }
    painter.setClipRect(QRectF(m_labelWidth, 0, plotWidth(), plot.bottom()));
}

void TimelineWidget::paintCursor(QPainter &painter) const
{
    if (!m_pointer || m_gesture == Gesture::Pan)
        return;
    const double x = std::round(m_pointer->x());
    painter.fillRect(QRectF(x, scene().plotRect.top(), 1, scene().plotRect.height()), theme().mutedText);
    const std::int64_t now = scene().xToTime(m_pointer->x());
    const std::int64_t step = std::max<std::int64_t>(1, m_axis.pixelsToLength(1));
    paintTag(painter, axisText(*m_content, now, step, std::max(std::abs(now), step)), x, scene().rulerRect.top() + 3,
             scene().rulerRect, theme().text, theme().background);
}

void TimelineWidget::paintFocus(QPainter &painter) const
{
    if (!hasFocus())
        return;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

} // namespace streamscope
