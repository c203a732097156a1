// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <map>
#include <optional>
#include <vector>

class QKeyEvent;

namespace streamscope {

/// The commands of a timeline that keys can trigger.
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
    Counters,
    Help,
};
inline constexpr int timelineCommandCount = static_cast<int>(TimelineCommand::Help) + 1;

/// The profile of keys and pointer: the conventions of a known tool.
enum class KeyProfile { Perfetto, Tracy, Nsight };
inline constexpr int keyProfileCount = 3;

/// The pointer's behaviour that differs between profiles.
struct PointerHabits
{
    bool wheelZooms = false;      ///< the plain wheel zooms at the pointer; false: it scrolls, and Ctrl+wheel zooms
    bool rightDragPans = false;   ///< false: the right button only opens a menu
    bool middleDragZooms = false; ///< zooms to the dragged range; false: pans
};

/// The list of commands for keys, help and rebinding.
class TimelineKeys
{
public:
    KeyProfile profile() const { return m_profile; }
    /// Keys bound by the user stay.
    void setProfile(KeyProfile profile) { m_profile = profile; }
    PointerHabits habits() const;

    QList<QKeySequence> keys(TimelineCommand command) const;
    /// For people: "F, Ctrl+E".
    QString keysText(TimelineCommand command) const;
    /// An empty list removes a command's keys. Another command that had one of the keys loses it.
    void bind(TimelineCommand command, const QList<QKeySequence> &keys);
    void unbindAll() { m_bound.clear(); }
    const std::map<TimelineCommand, QList<QKeySequence>> &bound() const { return m_bound; }

    /// Shift makes zooming and panning faster unless it has another meaning.
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

    Q_DECLARE_TR_FUNCTIONS(TimelineKeys)

private:
    KeyProfile m_profile = KeyProfile::Perfetto;
    std::map<TimelineCommand, QList<QKeySequence>> m_bound;
};

} // namespace streamscope
