// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the commands of TimelineKeys do.
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/widget/lane_controls.h"

#include <QInputDialog>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace streamscope {

bool TimelineWidget::perform(TimelineCommand command, bool fast)
{
    if (!hasContent())
        return false;
    const double step = plotWidth() * (fast ? 0.2 : 0.1);
    const double zoom = fast ? zoomPerKey * zoomPerKey : zoomPerKey;
    QScrollBar *vertical = verticalScrollBar();
    switch (command) {
    case TimelineCommand::ZoomIn:
        zoomAt(pointerX(), zoom);
        return true;
    case TimelineCommand::ZoomOut:
        zoomAt(pointerX(), 1 / zoom);
        return true;
    case TimelineCommand::PanLeft:
        pan(-step);
        return true;
    case TimelineCommand::PanRight:
        pan(step);
        return true;
    case TimelineCommand::ScrollUp:
    case TimelineCommand::ScrollDown: {
        const int lines = (command == TimelineCommand::ScrollUp ? -1 : 1) * (fast ? 4 : 1);
        vertical->setValue(vertical->value() + lines * vertical->singleStep());
        return true;
    }
    case TimelineCommand::FitSelection:
        fitSelection();
        return true;
    case TimelineCommand::FitAll:
        fitAll();
        return true;
    case TimelineCommand::ZoomToSelection:
        if (m_range)
            fitRange(m_range->beginNs, m_range->endNs);
        else
            fitSelection();
        return true;
    case TimelineCommand::ZoomBack:
        zoomBack();
        return true;
    case TimelineCommand::NextOperation:
        stepSelection(1);
        return true;
    case TimelineCommand::PreviousOperation:
        stepSelection(-1);
        return true;
    case TimelineCommand::Clear:
        clearSelection();
        return true;
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
        return performOnLane(command) || performOnMarks(command) || performOnDependencies(command);
    }
}

bool TimelineWidget::performOnLane(TimelineCommand command)
{
    constexpr double heightStep = 1.25;
    const QString lane = m_laneControls->currentLane();
    switch (command) {
    case TimelineCommand::NextLane:
    case TimelineCommand::PreviousLane:
        m_laneControls->step(command == TimelineCommand::NextLane);
        return true;
    case TimelineCommand::PinLane:
        m_laneControls->togglePinned(lane);
        return true;
    case TimelineCommand::HideLane:
        m_laneControls->hide(lane);
        return true;
    case TimelineCommand::ShowAllLanes:
        m_laneControls->showAll();
        return true;
    case TimelineCommand::LaneUp:
    case TimelineCommand::LaneDown:
        m_laneControls->shift(lane, command == TimelineCommand::LaneDown);
        return true;
    case TimelineCommand::LaneTaller:
    case TimelineCommand::LaneFlatter:
        m_laneControls->scaleHeight(lane, command == TimelineCommand::LaneTaller ? heightStep : 1 / heightStep);
        return true;
    case TimelineCommand::FoldGroup:
        m_laneControls->toggleFoldOf(lane);
        return true;
    case TimelineCommand::NextGrouping: {
        LaneArrangement arrangement = m_arrangement;
        arrangement.grouping =
            static_cast<LaneGrouping>((static_cast<int>(arrangement.grouping) + 1) % laneGroupingCount);
        setArrangement(arrangement);
        return true;
    }
    default:
        return false;
    }
}

bool TimelineWidget::performOnMarks(TimelineCommand command)
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
        goToMarker(command == TimelineCommand::NextMarker);
        return true;
    default:
        return false;
    }
}

void TimelineWidget::changeMarks(const std::function<void(TimelineMarks &)> &change)
{
    const TimelineMarks former = m_marks;
    change(m_marks);
    if (m_marks == former)
        return;
    viewport()->update();
    Q_EMIT marksChanged();
}

/// At the pointer (on an edge that is near), or where the selected operation starts; near a marker, its note.
void TimelineWidget::editMarker()
{
    std::int64_t ns = scene().xToTime(pointerX());
    if (!m_pointer && m_selected)
        ns = m_content->timeline().starts()[*m_selected];
    else if (const auto edge = m_pointer ? snappedEdge(*m_content, scene(), *m_pointer) : std::nullopt)
        ns = edge->ns;
    const auto known = m_marks.near(ns, m_axis.pixelsToLength(8));
    if (!known) {
        changeMarks([ns](TimelineMarks &marks) { marks.add({ns, {}}); });
        return;
    }
    const QString note = m_marks.markers[*known].note;
    const auto edited = m_editNote ? m_editNote(note) : [&]() -> std::optional<QString> {
        bool accepted = false;
        const QString text = QInputDialog::getText(this, tr("Marker"), tr("Note"), QLineEdit::Normal, note, &accepted);
        return accepted ? std::optional(text) : std::nullopt;
    }();
    if (edited)
        changeMarks([&](TimelineMarks &marks) { marks.markers[*known].note = *edited; });
}

void TimelineWidget::deleteMarker()
{
    const auto nearest = m_marks.near(scene().xToTime(pointerX()), m_axis.pixelsToLength(m_pointer ? 30 : plotWidth()));
    if (nearest)
        changeMarks([&](TimelineMarks &marks) {
            marks.markers.erase(marks.markers.begin() + static_cast<std::ptrdiff_t>(*nearest));
        });
}

void TimelineWidget::goToMarker(bool forward)
{
    const std::int64_t middle = m_axis.xToTime(plotWidth() / 2);
    const std::int64_t pixel = std::max<std::int64_t>(1, m_axis.pixelsToLength(1));
    if (const auto marker = m_marks.next(forward ? middle + pixel : middle - pixel, forward)) {
        m_history.endBurst();
        pan(m_axis.timeToX(m_marks.markers[*marker].ns) - plotWidth() / 2);
    }
}

bool TimelineWidget::useBookmark(const QKeyEvent &event)
{
    if (event.key() < Qt::Key_1 || event.key() > Qt::Key_9)
        return false;
    const auto number = static_cast<std::size_t>(event.key() - Qt::Key_0);
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::ControlModifier) {
        changeMarks([&](TimelineMarks &marks) {
            marks.bookmarks[number] = TimelineBookmark{m_axis, verticalScrollBar()->value()};
        });
        return true;
    }
    if (modifiers != Qt::NoModifier || !m_marks.bookmarks[number])
        return false;
    m_history.endBurst();
    setAxis(m_marks.bookmarks[number]->axis);
    verticalScrollBar()->setValue(m_marks.bookmarks[number]->scrollY);
    return true;
}

/// Selects the gap between the selected operation and `span`, or, where there is none, what both have in common.
void TimelineWidget::measureTo(std::uint32_t span)
{
    const Timeline &timeline = m_content->timeline();
    std::uint32_t first = *m_selected, second = span;
    if (timeline.starts()[second] < timeline.starts()[first])
        std::swap(first, second);
    const std::int64_t a = std::min(timeline.ends()[first], timeline.ends()[second]);
    const std::int64_t b = timeline.starts()[second];
    setRange(TimeRange{std::min(a, b), std::max(a, b)});
}

} // namespace streamscope
