// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_input.h"

#include "gui/timeline/widget/lane_controls.h"

#include <QApplication>
#include <QGestureEvent>
#include <QInputDialog>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double zoomPerKey = 1.5;   ///< factor of one key press or menu action
constexpr double zoomPerNotch = 1.2; ///< as Qt Creator and close to Tracy's 25 %

} // namespace

TimelineInput::TimelineInput(TimelineState *state, LaneControls *lanes, QWidget *viewport)
    : m_state(state), m_lanes(lanes), m_viewport(viewport)
{}

void TimelineInput::zoom(bool in)
{
    m_state->zoomAt(m_state->labelWidth() + m_state->plotWidth() / 2, in ? zoomPerKey : 1 / zoomPerKey);
}

// --- commands ---

bool TimelineInput::perform(TimelineCommand command, bool fast)
{
    if (!m_state->hasContent())
        return false;
    const double step = m_state->plotWidth() * (fast ? 0.2 : 0.1);
    const double zoom = fast ? zoomPerKey * zoomPerKey : zoomPerKey;
    const int lines = TimelineState::scrollStep * (fast ? 4 : 1);
    switch (command) {
    case TimelineCommand::ZoomIn:
    case TimelineCommand::ZoomOut:
        m_state->zoomAt(m_state->pointerX(), command == TimelineCommand::ZoomIn ? zoom : 1 / zoom);
        return true;
    case TimelineCommand::PanLeft:
    case TimelineCommand::PanRight:
        m_state->pan(command == TimelineCommand::PanLeft ? -step : step);
        return true;
    case TimelineCommand::ScrollUp:
    case TimelineCommand::ScrollDown:
        m_state->scrollBy(command == TimelineCommand::ScrollUp ? -lines : lines);
        return true;
    case TimelineCommand::FitSelection:
    case TimelineCommand::ZoomToSelection:
        m_state->fitSelection();
        return true;
    case TimelineCommand::FitAll:
        m_state->fitAll();
        return true;
    case TimelineCommand::ZoomBack:
        m_state->zoomBack();
        return true;
    case TimelineCommand::NextOperation:
    case TimelineCommand::PreviousOperation:
        m_state->stepSelection(command == TimelineCommand::NextOperation);
        return true;
    case TimelineCommand::Clear:
        m_state->clearSelection();
        return true;
    default:
        return performOnLane(command) || performOnMarks(command) || performOnDependencies(command)
               || performOutside(command);
    }
}

/// Commands that the window carries out.
bool TimelineInput::performOutside(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::Find:
        Q_EMIT findWanted();
        return true;
    case TimelineCommand::FindNext:
    case TimelineCommand::FindPrevious:
        Q_EMIT findStepWanted(command == TimelineCommand::FindNext);
        return true;
    case TimelineCommand::Help:
        Q_EMIT helpWanted();
        return true;
    default:
        return false;
    }
}

bool TimelineInput::performOnLane(TimelineCommand command)
{
    constexpr double step = 1.25;
    const QString lane = m_lanes->currentLane();
    switch (command) {
    case TimelineCommand::NextLane:
    case TimelineCommand::PreviousLane:
        m_lanes->step(command == TimelineCommand::NextLane);
        return true;
    case TimelineCommand::PinLane:
        m_lanes->togglePinned(lane);
        return true;
    case TimelineCommand::HideLane:
        m_lanes->hide(lane);
        return true;
    case TimelineCommand::ShowAllLanes:
        m_lanes->showAll();
        return true;
    case TimelineCommand::LaneUp:
    case TimelineCommand::LaneDown:
        m_lanes->shift(lane, command == TimelineCommand::LaneDown);
        return true;
    case TimelineCommand::LaneTaller:
    case TimelineCommand::LaneFlatter:
        m_lanes->scaleHeight(lane, command == TimelineCommand::LaneTaller ? step : 1 / step);
        return true;
    case TimelineCommand::FoldGroup:
        m_lanes->toggleFoldOf(lane);
        return true;
    case TimelineCommand::Counters:
        m_lanes->showCounters(!m_state->arrangement().counters);
        return true;
    case TimelineCommand::NextGrouping: {
        LaneArrangement arrangement = m_state->arrangement();
        arrangement.grouping =
            static_cast<LaneGrouping>((static_cast<int>(arrangement.grouping) + 1) % laneGroupingCount);
        m_state->setArrangement(arrangement);
        return true;
    }
    default:
        return false;
    }
}

bool TimelineInput::performOnMarks(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::AddMarker:
        editMarker();
        return true;
    case TimelineCommand::DeleteMarker:
        deleteMarker();
        return true;
    case TimelineCommand::NextMarker:
    case TimelineCommand::PreviousMarker:
        m_state->goToMarker(command == TimelineCommand::NextMarker);
        return true;
    default:
        return false;
    }
}

bool TimelineInput::performOnDependencies(TimelineCommand command)
{
    switch (command) {
    case TimelineCommand::Arrows:
        m_state->setArrowsShown(!m_state->showsArrows());
        return true;
    case TimelineCommand::CriticalPath:
        m_state->setShownPaths(nextPaths(m_state->shownPaths(), m_state->content()->compared() != nullptr));
        return true;
    case TimelineCommand::FollowForward:
    case TimelineCommand::FollowBack:
        m_state->followDependency(command == TimelineCommand::FollowForward);
        return true;
    default:
        return false;
    }
}

/// Sets a marker at the pointer (on an edge that is near), or where the selected operation starts. Near a marker, edits
/// its note.
void TimelineInput::editMarker()
{
    const auto &pointer = m_state->pointer();
    const auto selected = m_state->selectedSpan();
    std::int64_t ns = m_state->scene().xToTime(m_state->pointerX());
    if (!pointer && selected)
        ns = m_state->content()->timeline().starts()[*selected];
    else if (const auto edge = pointer ? snappedEdge(*m_state->content(), m_state->scene(), *pointer) : std::nullopt)
        ns = edge->ns;
    const auto known = m_state->marks().near(ns, m_state->axis().pixelsToLength(8));
    if (!known) {
        m_state->changeMarks([ns](TimelineMarks &marks) { marks.add({ns, {}}); });
        return;
    }
    const QString note = m_state->marks().markers[*known].note;
    const auto edited = m_editNote ? m_editNote(note) : [&]() -> std::optional<QString> {
        bool accepted = false;
        const QString text =
            QInputDialog::getText(m_viewport, tr("Marker"), tr("Note"), QLineEdit::Normal, note, &accepted);
        return accepted ? std::optional(text) : std::nullopt;
    }();
    if (edited)
        m_state->changeMarks([&](TimelineMarks &marks) { marks.markers[*known].note = *edited; });
}

void TimelineInput::deleteMarker()
{
    const auto nearest =
        m_state->marks().near(m_state->scene().xToTime(m_state->pointerX()),
                              m_state->axis().pixelsToLength(m_state->pointer() ? 30 : m_state->plotWidth()));
    if (nearest)
        m_state->changeMarks([&](TimelineMarks &marks) {
            marks.markers.erase(marks.markers.begin() + static_cast<std::ptrdiff_t>(*nearest));
        });
}

bool TimelineInput::useBookmark(const QKeyEvent &event)
{
    if (event.key() < Qt::Key_1 || event.key() > Qt::Key_9)
        return false;
    const auto number = static_cast<std::size_t>(event.key() - Qt::Key_0);
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier) {
        m_state->changeMarks([&](TimelineMarks &marks) {
            marks.bookmarks[number] = TimelineBookmark{m_state->axis(), m_state->scrollY()};
        });
        return true;
    }
    return modifiers == Qt::NoModifier && m_state->useBookmark(number);
}

// --- keys and wheel ---

/// Esc only where there is a selection to clear.
bool TimelineInput::wants(const QKeyEvent &event) const
{
    const auto press = m_state->hasContent() ? m_keys.commandFor(event) : std::nullopt;
    return press && (press->command != TimelineCommand::Clear || m_state->selectedSpan() || m_state->selectedRange());
}

bool TimelineInput::press(const QKeyEvent &event)
{
    if (!m_state->hasContent())
        return false;
    if (useBookmark(event))
        return true;
    const auto press = m_keys.commandFor(event);
    return press && perform(press->command, press->fast);
}

void TimelineInput::turn(const QWheelEvent &event)
{
    const QPointF pixels = event.pixelDelta();
    const QPointF angle = event.angleDelta();
    const Qt::KeyboardModifiers modifiers = event.modifiers();
    const bool zooms = (modifiers & Qt::ControlModifier)
                       || (m_keys.habits().wheelZooms && !(modifiers & Qt::ShiftModifier) && angle.y() != 0);
    if ((modifiers & Qt::ControlModifier) && (modifiers & Qt::ShiftModifier)) {
        DetailLanes details = m_state->details();
        details.scale *= std::pow(zoomPerNotch, angle.y() / 120.0);
        m_state->setDetails(details);
    } else if (zooms) {
        m_state->zoomAt(event.position().x(), std::pow(zoomPerNotch, (angle.y() != 0 ? angle.y() : angle.x()) / 120.0));
    } else {
        const QPointF moved = pixels.isNull() ? angle / 120.0 * 60.0 : pixels;
        const bool sideways = modifiers & Qt::ShiftModifier;
        const double x = sideways && moved.x() == 0 ? moved.y() : moved.x();
        if (x != 0)
            m_state->pan(-x);
        if (!sideways && moved.y() != 0)
            m_state->scrollBy(-moved.y());
    }
}

bool TimelineInput::pinch(const QEvent &event)
{
    if (!m_state->hasContent())
        return false;
    if (event.type() == QEvent::NativeGesture) {
        const auto &native = static_cast<const QNativeGestureEvent &>(event);
        if (native.gestureType() != Qt::ZoomNativeGesture)
            return false;
        m_state->zoomAt(native.position().x(), 1 + native.value());
        return true;
    }
    const auto *touch =
        static_cast<QPinchGesture *>(static_cast<const QGestureEvent &>(event).gesture(Qt::PinchGesture));
    if (!touch || !(touch->changeFlags() & QPinchGesture::ScaleFactorChanged) || touch->lastScaleFactor() <= 0)
        return false;
    m_state->zoomAt(m_viewport->mapFromGlobal(touch->centerPoint()).x(),
                    touch->scaleFactor() / touch->lastScaleFactor());
    return true;
}

// --- mouse ---

void TimelineInput::press(const QMouseEvent &event)
{
    if (!m_state->hasContent() || m_lanes->press(event))
        return;
    const PointerHabits habits = m_keys.habits();
    const bool middleZooms = event.button() == Qt::MiddleButton && habits.middleDragZooms;
    const bool pans = (event.button() == Qt::MiddleButton && !middleZooms)
                      || (event.button() == Qt::RightButton && habits.rightDragPans)
                      || (event.button() == Qt::LeftButton && event.modifiers() & Qt::ShiftModifier);
    if (!pans && !middleZooms && event.button() != Qt::LeftButton)
        return;
    m_state->endBurst();
    m_gesture = pans ? Gesture::Pan : middleZooms ? Gesture::Zoom : Gesture::Press;
    m_pressPosition = m_lastPosition = event.position();
    const bool snaps = !(event.modifiers() & Qt::AltModifier) && !middleZooms;
    const auto edge = snaps ? snappedEdge(*m_state->content(), m_state->scene(), event.position()) : std::nullopt;
    m_pressNs = edge ? edge->ns : m_state->scene().xToTime(event.position().x());
    if (pans)
        m_viewport->setCursor(Qt::ClosedHandCursor);
}

void TimelineInput::move(const QMouseEvent &event)
{
    const QPointF position = event.position();
    if (m_state->hasContent() && m_gesture == Gesture::None && m_lanes->move(event))
        return;
    const bool overPlot = m_state->hasContent() && position.x() >= m_state->labelWidth();
    if (m_gesture == Gesture::Press && std::abs(position.x() - m_pressPosition.x()) >= QApplication::startDragDistance()
        && m_pressPosition.x() >= m_state->labelWidth())
        m_gesture = Gesture::Range;
    if (m_gesture == Gesture::Range || m_gesture == Gesture::Zoom) {
        dragRange(event);
    } else if (m_gesture == Gesture::Pan) {
        m_state->pan(m_lastPosition.x() - position.x());
        m_state->scrollBy(m_lastPosition.y() - position.y());
    }
    m_lastPosition = position;
    m_state->setPointer(overPlot ? std::optional(position) : std::nullopt);
}

void TimelineInput::dragRange(const QMouseEvent &event)
{
    const TimelineScene &scene = m_state->scene();
    const bool isFree = event.modifiers() & Qt::AltModifier;
    const QPointF at(std::clamp(event.position().x(), m_state->labelWidth(), static_cast<double>(m_viewport->width())),
                     event.position().y());
    const bool snaps = m_gesture == Gesture::Range && !isFree;
    const auto edge = snaps ? snappedEdge(*m_state->content(), scene, at) : std::nullopt;
    const std::int64_t now = edge ? edge->ns : scene.xToTime(at.x());
    const std::int64_t from = isFree ? scene.xToTime(m_pressPosition.x()) : m_pressNs;
    m_state->setSnap(edge);
    m_state->setRange(TimeRange{std::min(from, now), std::max(from, now)});
}

void TimelineInput::release(const QMouseEvent &event)
{
    if (m_state->hasContent() && m_lanes->release(event))
        return;
    if (m_gesture == Gesture::Press) {
        const int span = m_state->operationAt(event.position());
        if (event.modifiers() & Qt::ControlModifier && m_state->selectedSpan() && span >= 0) {
            m_state->measureTo(static_cast<std::uint32_t>(span));
        } else {
            m_state->setRange(m_state->barTimesAt(event.position())); // of a step or a range
            m_state->selectSpan(span);
            m_state->pointAt(event.position());
        }
    } else if (const auto range = m_state->selectedRange(); m_gesture == Gesture::Zoom && range) {
        m_state->setRange(std::nullopt);
        m_state->fitRange(range->begin, range->end);
    }
    m_gesture = Gesture::None;
    m_state->setSnap(std::nullopt);
    m_viewport->unsetCursor();
    m_viewport->update();
}

void TimelineInput::doubleClick(const QMouseEvent &event)
{
    const bool chooses = m_state->hasContent() && event.button() == Qt::LeftButton;
    const int span = chooses ? m_state->operationAt(event.position()) : -1;
    const auto times = chooses ? m_state->barTimesAt(event.position()) : std::nullopt;
    if (times)
        m_state->fitRange(times->begin, times->end);
    if (span < 0)
        return;
    m_state->selectSpan(span);
    m_state->setRange(std::nullopt);
    m_state->fitSelection();
}

void TimelineInput::leave()
{
    m_state->setSnap(std::nullopt);
    m_state->setPointer(std::nullopt);
}

bool TimelineInput::showMenu(const QPoint &position, const QPoint &globalPosition)
{
    if (!m_state->hasContent())
        return false;
    if (m_lanes->showMenu(position, globalPosition)
        || (m_keys.habits().rightDragPans && m_pressPosition != m_lastPosition))
        return true;
    const auto times = m_timesMenu ? m_state->barTimesAt(position) : std::nullopt;
    return times && m_timesMenu(*times, globalPosition);
}

} // namespace streamscope
