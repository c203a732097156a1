// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What people do to the timeline: keys, wheel, mouse, tooltips.
#include "gui/timeline/timeline_widget.h"

#include "gui/timeline/block_text.h"
#include "gui/timeline/prediction_overlay.h"
#include "gui/timeline/span_text.h"
#include "gui/timeline/time_text.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace streamscope {

namespace {

constexpr double zoomPerNotch = 1.2; ///< as Qt Creator and close to Tracy's 25 %

} // namespace

bool TimelineWidget::event(QEvent *event)
{
    // Esc clears what is selected here before it may mean anything else in the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (plain && key->key() == Qt::Key_Escape && (m_selected || m_range)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool TimelineWidget::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        if (!showToolTip(help->pos(), help->globalPos()))
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave && m_pointer) {
        m_pointer.reset();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

bool TimelineWidget::showToolTip(const QPoint &position, const QPoint &globalPosition)
{
    if (!hasContent())
        return false;
    if (const SceneBar *bar = scene().barAt(position)) {
        QString text = spanToolTip(m_content->timeline(), bar->span, bar->count);
        const Timeline *predicted = m_prediction ? &m_prediction->timeline : nullptr;
        if (const QString note = predictionText(m_content->timeline(), predicted, bar->span); !note.isEmpty())
            text += tr("\nPredicted: %1").arg(note);
        QToolTip::showText(globalPosition, text, viewport());
        return true;
    }
    if (showBlockToolTip(position, globalPosition))
        return true;
    for (const SceneLane &lane : scene().lanes) {
        if (!lane.rect.contains(position) || position.x() > m_labelWidth)
            continue;
        const Lane &laneData = m_content->groups()[static_cast<std::size_t>(lane.group)]
                                   .lanes[static_cast<std::size_t>(lane.indexInGroup)]
                                   .lane;
        QString text = QString::fromStdString(laneData.label);
        if (!laneData.detail.empty())
            text += QStringLiteral(", ") + QString::fromStdString(laneData.detail);
        text += tr("\n%n operation(s), executing for %1 in all", nullptr, static_cast<int>(laneData.spans.size()))
                    .arg(timeText(laneData.busyNs));
        if (laneData.blockedNs > 0)
            text += tr(", waiting in synchronisations for %1").arg(timeText(laneData.blockedNs));
        QToolTip::showText(globalPosition, text, viewport());
        return true;
    }
    return false;
}

bool TimelineWidget::showBlockToolTip(const QPoint &position, const QPoint &globalPosition)
{
    if (const SceneBlock *block = scene().blockAt(position)) {
        // The pixel under the pointer, kept inside the bar: beside a narrow one it was meant, too.
        const double pixel = 1 / scene().devicePixelRatio;
        const double x = std::clamp(std::floor(position.x() / pixel) * pixel, block->rect.left(),
                                    std::max(block->rect.left(), block->rect.right() - pixel));
        QToolTip::showText(
            globalPosition,
            blocksToolTip(*m_content, block->first, block->past, scene().xToTime(x), scene().xToTime(x + pixel)),
            viewport());
        return true;
    }
    for (const SceneBlockLane &lane : scene().blockLanes) {
        if (!lane.rect.contains(position) || position.x() > m_labelWidth)
            continue;
        QToolTip::showText(globalPosition,
                           blockLaneToolTip(*m_content, m_content->timeline().blocks().lanes()[lane.index]),
                           viewport());
        return true;
    }
    return false;
}

/// The operation at `position`, be it its bar or one of its blocks; −1 where there is none.
int TimelineWidget::operationAt(const QPointF &position) const
{
    if (const SceneBar *bar = scene().barAt(position))
        return static_cast<int>(bar->span);
    const SceneBlock *block = scene().blockAt(position);
    return block ? static_cast<int>(block->kernel) : -1;
}

void TimelineWidget::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineWidget::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void TimelineWidget::keyPressEvent(QKeyEvent *event)
{
    if (!hasContent() || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const double step = plotWidth() * (event->modifiers() & Qt::ShiftModifier ? 0.2 : 0.1); // Shift: twice as far
    const double pointerX = m_pointer ? m_pointer->x() : m_labelWidth + plotWidth() / 2;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoomAt(pointerX, zoomPerKey);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoomAt(pointerX, 1 / zoomPerKey);
    case Qt::Key_A:
    case Qt::Key_Left:
        return pan(-step);
    case Qt::Key_D:
    case Qt::Key_Right:
        return pan(step);
    case Qt::Key_Up:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Down:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_F:
        return fitSelection();
    case Qt::Key_0:
    case Qt::Key_Home:
        return fitAll();
    case Qt::Key_Period:
        return stepSelection(1);
    case Qt::Key_Comma:
        return stepSelection(-1);
    case Qt::Key_Escape:
        return clearSelection();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineWidget::wheelEvent(QWheelEvent *event)
{
    const QPointF pixels = event->pixelDelta();
    const QPointF angle = event->angleDelta();
    if ((event->modifiers() & Qt::ControlModifier) && (event->modifiers() & Qt::ShiftModifier)) {
        setBlockLaneScale(m_blockLaneScale * std::pow(zoomPerNotch, angle.y() / 120.0));
    } else if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(event->position().x(), std::pow(zoomPerNotch, (angle.y() != 0 ? angle.y() : angle.x()) / 120.0));
    } else {
        const QPointF move = pixels.isNull() ? angle / 120.0 * 60.0 : pixels;
        const bool sideways = event->modifiers() & Qt::ShiftModifier;
        const double x = sideways && move.x() == 0 ? move.y() : move.x();
        if (x != 0)
            pan(-x);
        if (!sideways && move.y() != 0)
            verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(std::lround(move.y())));
    }
    event->accept();
}

void TimelineWidget::mousePressEvent(QMouseEvent *event)
{
    if (!hasContent())
        return;
    const bool pans = event->button() == Qt::MiddleButton
                      || (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
    if (!pans && event->button() != Qt::LeftButton)
        return;
    m_gesture = pans ? Gesture::Pan : Gesture::Press;
    m_pressPosition = m_lastPosition = event->position();
    if (pans)
        viewport()->setCursor(Qt::ClosedHandCursor);
}

void TimelineWidget::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF position = event->position();
    const bool overPlot = hasContent() && position.x() >= m_labelWidth;
    m_pointer = overPlot ? std::optional(position) : std::nullopt;
    if (m_gesture == Gesture::Press && std::abs(position.x() - m_pressPosition.x()) >= QApplication::startDragDistance()
        && m_pressPosition.x() >= m_labelWidth)
        m_gesture = Gesture::Range;
    if (m_gesture == Gesture::Range) {
        const std::int64_t a = scene().xToTime(m_pressPosition.x());
        const std::int64_t b =
            scene().xToTime(std::clamp(position.x(), m_labelWidth, static_cast<double>(viewport()->width())));
        setRange(TimeRange{std::min(a, b), std::max(a, b)});
    } else if (m_gesture == Gesture::Pan) {
        pan(m_lastPosition.x() - position.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value()
                                      + static_cast<int>(std::lround(m_lastPosition.y() - position.y())));
    }
    m_lastPosition = position;
    viewport()->update();
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_gesture == Gesture::Press) {
        setRange(std::nullopt);
        selectSpan(operationAt(event->position()));
    }
    m_gesture = Gesture::None;
    viewport()->unsetCursor();
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!hasContent() || event->button() != Qt::LeftButton)
        return;
    const int span = operationAt(event->position());
    if (span < 0)
        return;
    selectSpan(span);
    setRange(std::nullopt);
    fitSelection();
}

// --- painting ---

} // namespace streamscope
