// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/replay_actions.h"

#include "engine/formats/text/time_text.h"
#include "engine/run/what_if/replayed_run.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/workspace.h"

#include <QAction>

namespace streamscope {

QString replayText(const ReplayedRun &run)
{
    const Replay &replay = *run.replay;
    QString text = QObject::tr("Replayed on %1: %2 off, 95 % of the starts within %3.")
                       .arg(QString::fromStdString("sim:" + run.model.profile),
                            replayErrorText(replay), timeText(replay.startErrors.p95));
    for (const std::string &note : replayNotes(run))
        text += QLatin1Char(' ') + QString::fromStdString(note);
    return text;
}

ReplayActions::ReplayActions(const Workspace &workspace, ComparisonController *comparison, const WindowActions &actions,
                             const TimelineState *timeline, MessageBar *messages)
    : m_workspace(workspace), m_comparison(comparison), m_actions(actions), m_timeline(timeline), m_messages(messages)
{
    connect(actions.replayTrace, &QAction::triggered, this, [this] { replay(std::nullopt); });
    connect(actions.replayRange, &QAction::triggered, this, [this] { replay(selectedRange()); });
    update();
}

void ReplayActions::update()
{
    m_actions.replayTrace->setEnabled(m_workspace.isTraceInFront());
    m_actions.replayRange->setEnabled(selectedRange().has_value());
    m_actions.replayRange->setVisible(m_workspace.isTraceInFront()); // no entry for it over an experiment's timeline
}

std::optional<TimeRange> ReplayActions::selectedRange() const
{
    const std::optional<TimeRange> range = m_timeline->selectedRange();
    if (!range || !m_workspace.isTraceInFront())
        return std::nullopt;
    const auto compared = m_comparison->compared();
    return compared ? TimeRange{compared->ownTime(Side::A, range->begin), compared->ownTime(Side::A, range->end)}
                    : range;
}

void ReplayActions::replay(std::optional<TimeRange> range)
{
    const Shown trace = m_workspace.shownAlone();
    if (!trace.isTrace())
        return;
    const auto text = std::make_shared<QString>(); // of the replay, for when it is shown
    m_comparison->compare(
        [trace, range, text](const RunControl &control) {
            const ReplayedRun run = replayRun(trace.result, {}, range.value_or(TimeRange()), control.stop);
            *text = replayText(run);
            Shown replayed = trace;
            replayed.result = replayedPart(run);
            return ComparisonController::Sides{replayed, namedReplay(run)};
        },
        tr("Replaying"), [this, text] { m_messages->note(*text); });
}

} // namespace streamscope
