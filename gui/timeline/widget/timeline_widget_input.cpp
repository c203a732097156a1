// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What people do to the timeline: keys, wheel, mouse, tooltips.
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/marks/merged_differences.h"
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/scene/block_text.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/time_text.h"
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
        const ComparedRuns *compared = m_content->compared();
        QString text = compared ? comparedToolTip(*compared, bar->span, bar->count,
                                                  MergedDifferences(*m_content, scene()).of(*bar))
                                : spanToolTip(m_content->timeline(), bar->span, bar->count);
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
                    .arg(axisLengthText(*m_content, laneData.busyNs));
        if (laneData.blockedNs > 0)
            text += tr(", waiting in synchronisations for %1").arg(axisLengthText(*m_content, laneData.blockedNs));
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
        QToolTip::showText(globalPosition, blockLaneToolTip(*m_content, m_content->blockLanes()[lane.index]),
                           viewport());
        return true;
    }
    return false;
}

/// The operation at `position`, be it its bar or one of its blocks; −1 where there is none.
int TimelineWidget::operationAt(const QPointF &position) const
{
    if (const auto bar = scene().barAt(position))
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
        setBlockLaneScale(m_blockLaneScale * std::pow(zoomPerNotch, angle.y() / 120.0));
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
