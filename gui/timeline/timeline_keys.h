// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <map>
#include <optional>
#include <vector>

class QKeyEvent;

namespace streamscope {

/// Everything that can be done to a timeline with a key.
enum class TimelineCommand {
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    ScrollUp,
    ScrollDown,
    FitSelection,
    FitAll,
    ZoomToSelection,
    ZoomBack,
    NextOperation,
    PreviousOperation,
    NextLane,
    PreviousLane,
    FollowForward,
    FollowBack,
    Clear,
    Find,
    FindNext,
    FindPrevious,
    AddMarker,
    NextMarker,
    PreviousMarker,
    DeleteMarker,
    Arrows,
    CriticalPath,
    PinLane,
    HideLane,
    ShowAllLanes,
    LaneUp,
    LaneDown,
    LaneTaller,
    LaneFlatter,
    FoldGroup,
    NextGrouping,
    Help,
};
inline constexpr int timelineCommandCount = static_cast<int>(TimelineCommand::Help) + 1;

/// Whose habits the keys and the pointer follow.
enum class KeyProfile { Perfetto, Tracy, Nsight };
inline constexpr int keyProfileCount = 3;

/// What the pointer does under a profile, beside what it does under all of them.
struct PointerHabits
{
    bool wheelZooms = false;      ///< the plain wheel zooms at the pointer; else it scrolls and Ctrl+wheel zooms
    bool rightDragPans = false;   ///< else the right button opens a menu only
    bool middleDragZooms = false; ///< to what was dragged over; else it pans
};

/// The one list from which keys, the help and rebinding come.
class TimelineKeys
{
public:
    KeyProfile profile() const { return m_profile; }
    /// Keys that a person has bound stay.
    void setProfile(KeyProfile profile) { m_profile = profile; }
    PointerHabits habits() const;

    QList<QKeySequence> keys(TimelineCommand command) const;
    /// An empty list takes a command's keys away. What else had one of the keys loses it.
    void bind(TimelineCommand command, const QList<QKeySequence> &keys);
    void unbindAll() { m_bound.clear(); }
    const std::map<TimelineCommand, QList<QKeySequence>> &bound() const { return m_bound; }

    /// Shift makes zooming and panning faster where it means nothing else.
    struct Press
    {
        TimelineCommand command;
        bool fast = false;
    };
    std::optional<Press> commandFor(const QKeyEvent &event) const;

    QByteArray toJson() const;
    static TimelineKeys fromJson(const QByteArray &json);

    /// The keys and the pointer's habits as a table in rich text.
    QString helpHtml() const;

    /// For people: "Zoom in".
    static QString title(TimelineCommand command);
    /// For files: "zoom-in".
    static QString id(TimelineCommand command);
    static QString profileTitle(KeyProfile profile);

private:
    KeyProfile m_profile = KeyProfile::Perfetto;
    std::map<TimelineCommand, QList<QKeySequence>> m_bound;
};

} // namespace streamscope
