// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/widget/timeline_keys.h"
#include "gui/timeline/widget/timeline_state.h"

#include <QObject>
#include <QPointF>
#include <QString>

#include <functional>
#include <optional>

class QEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace streamscope {

class LaneControls;

/// Keys, wheel, mouse and touch of a timeline: turns each into a change of its TimelineState.
class TimelineInput : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive the object.
    /// @param viewport for the mouse pointer's shape and as the parent of dialogs
    TimelineInput(TimelineState *state, LaneControls *lanes, QWidget *viewport);

    const TimelineKeys &keys() const { return m_keys; }
    void setKeys(const TimelineKeys &keys) { m_keys = keys; }
    /// Asks the user for the note of a marker; empty = no change. Replaceable, so that tests need no dialog.
    using NoteEditor = std::function<std::optional<QString>(const QString &note)>;
    void setNoteEditor(NoteEditor editor) { m_editNote = std::move(editor); }

    /// Shows a menu about the step or the range of the host whose bar has these times. False: there is none for it.
    using TimesMenu = std::function<bool(const TimeRange &times, const QPoint &globalPosition)>;
    void setTimesMenu(TimesMenu menu) { m_timesMenu = std::move(menu); }

    /// Executes the command of a key; `fast`: with Shift. False when the command does not apply now.
    bool perform(TimelineCommand command, bool fast = false);
    void zoom(bool in);
    /// Ends a gesture.
    void cancel() { m_gesture = Gesture::None; }
    bool isPanning() const { return m_gesture == Gesture::Pan; }

    /// True for a key of the timeline that the window must not take.
    bool wants(const QKeyEvent &event) const;
    bool press(const QKeyEvent &event);
    void turn(const QWheelEvent &event);
    /// True for a gesture that zooms.
    bool pinch(const QEvent &event);
    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release(const QMouseEvent &event);
    void doubleClick(const QMouseEvent &event);
    void leave();
    /// True when the menu was shown, or when the event is the end of a drag.
    bool showMenu(const QPoint &position, const QPoint &globalPosition);

Q_SIGNALS:
    void helpWanted();
    void findWanted();
    void findStepWanted(bool next);

private:
    enum class Gesture { None, Press, Range, Pan, Zoom };

    bool performOnLane(TimelineCommand command);
    bool performOnMarks(TimelineCommand command);
    bool performOnDependencies(TimelineCommand command);
    bool performOutside(TimelineCommand command);
    void editMarker();
    void deleteMarker();
    bool useBookmark(const QKeyEvent &event);
    void dragRange(const QMouseEvent &event);

    TimelineState *m_state;
    LaneControls *m_lanes;
    QWidget *m_viewport;
    TimelineKeys m_keys;
    NoteEditor m_editNote;
    TimesMenu m_timesMenu;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressPosition, m_lastPosition;
    std::int64_t m_pressNs = 0; ///< where a range begins, snapped
};

} // namespace streamscope
