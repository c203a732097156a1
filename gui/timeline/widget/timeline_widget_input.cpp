// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What people do to the timeline: keys, wheel, mouse, tooltips.
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/widget/lane_controls.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
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
    // Our keys are ours before they may mean anything else in the window; Esc only where there is something to clear.
    if (event->type() == QEvent::ShortcutOverride && hasContent()) {
        const auto press = m_keys.commandFor(*static_cast<QKeyEvent *>(event));
        if (press && (press->command != TimelineCommand::Clear || m_selected || m_range)) {
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
        m_snap.reset();
        viewport()->update();
    }
    if (hasContent() && (event->type() == QEvent::NativeGesture || event->type() == QEvent::Gesture) && pinch(event))
        return true;
    if (event->type() == QEvent::ContextMenu && hasContent()) {
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        if (m_laneControls->showMenu(menu->pos(), menu->globalPos()))
            return true;
        if (m_keys.habits().rightDragPans && m_pressPosition != m_lastPosition)
            return true; // the end of a drag
    }
    return QAbstractScrollArea::viewportEvent(event);
}

bool TimelineWidget::showToolTip(const QPoint &position, const QPoint &globalPosition)
{
    if (!hasContent())
        return false;
    if (const auto bar = scene().barAt(position)) {
        const ContentLane &lane = *scene().lanes[bar->lane].content;
        QString text = lane.barToolTip(*m_content, scene(), *bar, position.x());
        const Timeline *predicted = m_prediction && lane.operations() ? &m_prediction->timeline : nullptr;
        if (const QString note = predictionText(m_content->timeline(), predicted, bar->span); !note.isEmpty())
            text += tr("\nPredicted: %1").arg(note);
        QToolTip::showText(globalPosition, text, viewport());
        return true;
    }
    const SceneLane *lane = position.x() <= m_labelWidth ? scene().laneAt(position.y()) : nullptr;
    if (lane)
        QToolTip::showText(globalPosition, lane->content->toolTip(*m_content), viewport());
    return lane != nullptr;
}

/// The operation of the bar at `position`; −1 without a bar.
int TimelineWidget::operationAt(const QPointF &position) const
{
    const auto bar = scene().barAt(position);
    return bar ? static_cast<int>(bar->span) : -1;
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

bool TimelineWidget::pinch(QEvent *event)
{
    if (event->type() == QEvent::NativeGesture) {
        const auto *native = static_cast<QNativeGestureEvent *>(event);
        if (native->gestureType() != Qt::ZoomNativeGesture)
            return false;
        zoomAt(native->position().x(), 1 + native->value());
        return true;
    }
    const auto *touch = static_cast<QPinchGesture *>(static_cast<QGestureEvent *>(event)->gesture(Qt::PinchGesture));
    if (!touch || !(touch->changeFlags() & QPinchGesture::ScaleFactorChanged) || touch->lastScaleFactor() <= 0)
        return false;
    zoomAt(viewport()->mapFromGlobal(touch->centerPoint()).x(), touch->scaleFactor() / touch->lastScaleFactor());
    return true;
}

void TimelineWidget::keyPressEvent(QKeyEvent *event)
{
    if (hasContent()) {
        if (useBookmark(*event))
            return;
        const auto press = m_keys.commandFor(*event);
        if (press && perform(press->command, press->fast))
            return;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void TimelineWidget::wheelEvent(QWheelEvent *event)
{
    const QPointF pixels = event->pixelDelta();
    const QPointF angle = event->angleDelta();
    const Qt::KeyboardModifiers modifiers = event->modifiers();
    const bool zooms = (modifiers & Qt::ControlModifier)
                       || (m_keys.habits().wheelZooms && !(modifiers & Qt::ShiftModifier) && angle.y() != 0);
    if ((modifiers & Qt::ControlModifier) && (modifiers & Qt::ShiftModifier)) {
        setBlockLaneScale(m_details.scale * std::pow(zoomPerNotch, angle.y() / 120.0));
    } else if (zooms) {
        zoomAt(event->position().x(), std::pow(zoomPerNotch, (angle.y() != 0 ? angle.y() : angle.x()) / 120.0));
    } else {
        const QPointF moved = pixels.isNull() ? angle / 120.0 * 60.0 : pixels;
        const bool sideways = modifiers & Qt::ShiftModifier;
        const double x = sideways && moved.x() == 0 ? moved.y() : moved.x();
        if (x != 0)
            pan(-x);
        if (!sideways && moved.y() != 0)
            verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(std::lround(moved.y())));
    }
    event->accept();
}

void TimelineWidget::mousePressEvent(QMouseEvent *event)
{
    if (!hasContent() || m_laneControls->press(*event))
        return;
    const PointerHabits habits = m_keys.habits();
    const bool middleZooms = event->button() == Qt::MiddleButton && habits.middleDragZooms;
    const bool pans = (event->button() == Qt::MiddleButton && !middleZooms)
                      || (event->button() == Qt::RightButton && habits.rightDragPans)
                      || (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
    if (!pans && !middleZooms && event->button() != Qt::LeftButton)
        return;
    m_history.endBurst();
    m_gesture = pans ? Gesture::Pan : middleZooms ? Gesture::Zoom : Gesture::Press;
    m_pressPosition = m_lastPosition = event->position();
    const bool snaps = !(event->modifiers() & Qt::AltModifier) && !middleZooms;
    const auto edge = snaps ? snappedEdge(*m_content, scene(), event->position()) : std::nullopt;
    m_pressNs = edge ? edge->ns : scene().xToTime(event->position().x());
    if (pans)
        viewport()->setCursor(Qt::ClosedHandCursor);
}

void TimelineWidget::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF position = event->position();
    if (hasContent() && m_gesture == Gesture::None && m_laneControls->move(*event))
        return;
    const bool overPlot = hasContent() && position.x() >= m_labelWidth;
    m_pointer = overPlot ? std::optional(position) : std::nullopt;
    if (m_gesture == Gesture::Press && std::abs(position.x() - m_pressPosition.x()) >= QApplication::startDragDistance()
        && m_pressPosition.x() >= m_labelWidth)
        m_gesture = Gesture::Range;
    if (m_gesture == Gesture::Range || m_gesture == Gesture::Zoom) {
        dragRange(*event);
    } else if (m_gesture == Gesture::Pan) {
        pan(m_lastPosition.x() - position.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value()
                                      + static_cast<int>(std::lround(m_lastPosition.y() - position.y())));
    }
    m_lastPosition = position;
    viewport()->update();
}

void TimelineWidget::dragRange(const QMouseEvent &event)
{
    const QPointF at(std::clamp(event.position().x(), m_labelWidth, static_cast<double>(viewport()->width())),
                     event.position().y());
    const bool snaps = m_gesture == Gesture::Range && !(event.modifiers() & Qt::AltModifier);
    m_snap = snaps ? snappedEdge(*m_content, scene(), at) : std::nullopt;
    const std::int64_t now = m_snap ? m_snap->ns : scene().xToTime(at.x());
    const std::int64_t from = event.modifiers() & Qt::AltModifier ? scene().xToTime(m_pressPosition.x()) : m_pressNs;
    setRange(TimeRange{std::min(from, now), std::max(from, now)});
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent *event)
{
    if (hasContent() && m_laneControls->release(*event))
        return;
    if (m_gesture == Gesture::Press) {
        const int span = operationAt(event->position());
        if (event->modifiers() & Qt::ControlModifier && m_selected && span >= 0) {
            measureTo(static_cast<std::uint32_t>(span));
        } else {
            setRange(std::nullopt);
            selectSpan(span);
        }
    } else if (m_gesture == Gesture::Zoom && m_range) {
        const TimeRange range = *m_range;
        setRange(std::nullopt);
        fitRange(range.beginNs, range.endNs);
    }
    m_gesture = Gesture::None;
    m_snap.reset();
    viewport()->unsetCursor();
    viewport()->update();
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

} // namespace streamscope
