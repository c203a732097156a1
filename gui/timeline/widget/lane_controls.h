// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/lane_arrangement.h"

#include <QObject>
#include <QPointF>

class QMouseEvent;
class QPainter;
class QWidget;

namespace streamscope {

class TimelineState;
struct TimelineTheme;

/// Input on the lane labels of a timeline: fold headings, drag lanes, resize them at their lower edge, and a menu for
/// other commands. All end in TimelineState::setArrangement().
class LaneControls : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive the object.
    LaneControls(TimelineState *state, QWidget *viewport);

    /// True when the event was for the labels.
    bool press(const QMouseEvent &event);
    bool move(const QMouseEvent &event);
    bool release(const QMouseEvent &event);
    bool showMenu(const QPoint &position, const QPoint &globalPosition);

    /// The lane that keys act on: the lane last clicked or stepped to, else the selection's lane, else the first.
    QString currentLane() const;
    void setCurrentLane(const QString &key);
    /// The lane before or behind the current one, as they are drawn.
    void step(bool next);

    void togglePinned(const QString &key);
    void hide(const QString &key);
    void showAll();
    void showCounters(bool shown);
    void shift(const QString &key, bool down);
    void scaleHeight(const QString &key, double factor);
    void toggleFold(const QString &headingKey);
    /// Folds the heading over the lane.
    void toggleFoldOf(const QString &laneKey);

    /// Paints the mark of the current lane and the drop place of a dragged lane.
    void paint(QPainter &painter, const TimelineTheme &theme, bool focused) const;

private:
    enum class Gesture { None, Press, Drag, Resize };

    template <typename Change>
    void change(Change change);
    QString headingOf(const QString &laneKey) const;
    /// In the reach of a lane's lower edge.
    bool isOnEdge(const QPointF &position) const;

    TimelineState *m_state;
    QWidget *m_viewport;
    QString m_current;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressed;
    QString m_grabbed;
    double m_grabbedHeight = 1, m_grabbedRows = 1, m_grabbedRow = 1;
    QString m_target; ///< while dragging: the lane under the pointer
    bool m_behind = false;
};

} // namespace streamscope
