// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/ranges/time_range.h"

#include <QObject>

#include <optional>

namespace streamscope {

class ComparisonController;
class MessageBar;
class TimelineState;
class Workspace;
struct ReplayedRun;
struct WindowActions;

/// "Replayed on sim:h200: +0.3 % off, 95 % of the starts within 42 µs", and what a user must know of the replay.
QString replayText(const ReplayedRun &run);

/// Replays the trace in front, whole or in the selected range, and shows it beside its replay.
class ReplayActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    ReplayActions(Workspace &workspace, ComparisonController *comparison, const WindowActions &actions,
                  const TimelineState *timeline, MessageBar *messages);

    /// Enables the actions that apply to what is shown.
    void update();

Q_SIGNALS:
    /// This part of the trace in front stands beside its replay now, in its own time; TimeRange(): all of it.
    void replayed(TimeRange range);

private:
    void replay(std::optional<TimeRange> range);
    /// On the chosen device, with stand-ins for the kernels.
    void runReplay();
    std::optional<TimeRange> selectedRange() const;

    Workspace &m_workspace;
    ComparisonController *m_comparison;
    const WindowActions &m_actions;
    const TimelineState *m_timeline;
    MessageBar *m_messages;
};

} // namespace streamscope
