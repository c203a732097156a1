// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/tune_actions.h"

#include "engine/run/devices.h"
#include "engine/run/tune/experiment_tuning.h"
#include "engine/run/tune/tune.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QPointer>

#include <utility>

namespace streamscope {

namespace {

/// The outcome for the window.
struct Tuned
{
    Preset best;
    QString text;
};

std::shared_ptr<const RunResult> runOf(const Preset &preset, const std::string &device, const RunControl &control)
{
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    return std::make_shared<const RunResult>(runOn(*openDevice(device, control), request, control));
}

/// The start as it is to be shown alone, and the best one.
ComparisonController::Sides bothSides(Shown start, const Preset &before, const Preset &best, const std::string &device,
                                      const std::stop_token &stop)
{
    const RunControl quiet{stop, {}};
    start.drawn = Shown::Drawn::Run;
    start.prediction.reset();
    start.result = runOf(before, device, quiet);
    return {std::move(start), namedRun(runOf(best, device, quiet))};
}

QString textOf(const Tuning &tuning)
{
    QStringList lines;
    for (const std::string &line : tuningLines(tuning))
        lines << QString::fromStdString(line);
    return lines.join(QStringLiteral("; "));
}

} // namespace

TuneActions::TuneActions(Workspace &workspace, ComparisonController *comparison, const WindowActions &actions,
                         MessageBar *messages)
    : m_workspace(workspace), m_comparison(comparison), m_messages(messages)
{
    connect(actions.tune, &QAction::triggered, this, &TuneActions::tune);
}

bool TuneActions::canTune(const Workspace &workspace)
{
    const PresetDocument *document = workspace.experiment();
    return document && document->preset().experiment && !document->preset().experiment.program() && workspace.device();
}

void TuneActions::tune()
{
    if (!canTune(m_workspace))
        return;
    m_workspace.commitTyping();
    m_messages->clear();
    PresetDocument *const document = m_workspace.experiment();
    const Preset preset = document->preset();
    const std::string device = m_workspace.device()->id;
    const auto tuned = std::make_shared<Tuned>();
    m_comparison->compareWithRun(
        [preset, device, tuned, shown = m_workspace.shownAlone()](const RunControl &control) {
            ExperimentTuning target({preset.experiment, preset.parameters, {}}, openDevice(device, control));
            const Tuning tuning = streamscope::tune(target, defaultTuningBudget, control);
            control.checkStop();
            tuned->best = preset;
            tuned->best.parameters = target.parametersAt(tuning.bestRun().place);
            tuned->text = textOf(tuning);
            return bothSides(shown, preset, tuned->best, device, control.stop);
        },
        device,
        [this, tuned, document = QPointer(document)] {
            if (document)
                document->setValues(tuned->best, tr("tune"));
            m_messages->note(tuned->text);
        });
}

} // namespace streamscope
