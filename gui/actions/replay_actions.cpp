// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/replay_actions.h"

#include "engine/formats/text/time_text.h"
#include "engine/run/what_if/replayed_run.h"
#include "engine/run/what_if/stand_in_run.h"
#include "gui/actions/trace_range.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/language/translated.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/workspace.h"

#include <QAction>

namespace streamscope {

QString replayText(const ReplayedRun &run)
{
    const Replay &replay = *run.replay;
    QString text = QObject::tr("Replayed on %1: %2 off, 95 % of the starts within %3.")
                       .arg(QString::fromStdString("sim:" + run.model.profile), replayErrorText(replay),
                            timeText(replay.startErrors.p95));
    for (const std::string &note : replayNotes(run))
        text += QLatin1Char(' ') + translated(note);
    return text;
}

ReplayActions::ReplayActions(Workspace &workspace, ComparisonController *comparison, const WindowActions &actions,
                             const TimelineState *timeline, MessageBar *messages)
    : m_workspace(workspace), m_comparison(comparison), m_actions(actions), m_timeline(timeline), m_messages(messages)
{
    connect(actions.replayTrace, &QAction::triggered, this, [this] { replay(std::nullopt); });
    connect(actions.runReplay, &QAction::triggered, this, &ReplayActions::runReplay);
    connect(actions.replayRange, &QAction::triggered, this, [this] { replay(selectedRange()); });
    update();
}

void ReplayActions::update()
{
    const auto &result = m_workspace.shown().result;
    const bool isOneTrace = m_workspace.isTraceInFront() && !m_workspace.shown().isElsewhere
                            && !(result && (result->ranks || result->recording.timeline.fold()));
    m_actions.replayTrace->setEnabled(isOneTrace);
    const DeviceInfo *device = m_workspace.device();
    m_actions.runReplay->setEnabled(isOneTrace && device && !m_workspace.runs().isBusy() && !m_comparison->isRunning());
    m_actions.runReplay->setText(device ? tr("Run replay &on %1").arg(QString::fromStdString(device->id))
                                        : tr("Run replay &on a device"));
    m_actions.replayRange->setEnabled(isOneTrace && selectedRange().has_value());
    m_actions.replayRange->setVisible(m_workspace.isTraceInFront()); // no entry for it over an experiment's timeline
}

std::optional<TimeRange> ReplayActions::selectedRange() const
{
    return selectedTraceRange(m_workspace, *m_timeline);
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
        tr("Replaying"),
        [this, text, range] {
            m_messages->note(*text);
            Q_EMIT replayed(range.value_or(TimeRange()));
        });
}

/// A selected range, if there is one, else the whole trace.
void ReplayActions::runReplay()
{
    const Shown trace = m_workspace.shownAlone();
    const std::string device = m_workspace.device()->id;
    const TimeRange range = selectedRange().value_or(TimeRange());
    const auto text = std::make_shared<QString>(); // of the run, for when it is shown
    m_comparison->compareWithRun(
        [trace, device, range, text](const RunControl &control) {
            const ReplayedRun replayed = replayRun(trace.result, {}, range, control.stop);
            const Replay &replay = *replayed.replay;
            const auto run = std::make_shared<const RunResult>(
                runStandIns(replay.program(), replay.profile, runTitle(*trace.result).toStdString(), device, control));
            *text = standInText(*run, replay.measuredNs());
            Shown before = trace;
            before.result = replayedPart(replayed);
            return ComparisonController::Sides{before, namedRun(run)};
        },
        device, [this, text] { m_messages->note(*text); });
}

} // namespace streamscope
