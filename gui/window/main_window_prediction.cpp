// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the window does with predictions: while the knobs differ from the last run the predicted timeline is shown, as
// outlines; beside a measurement of the same values it is laid over it.
#include "gui/window/main_window.h"

#include "gui/comparison/comparison_controller.h"
#include "gui/results/operations_table.h"
#include "gui/results/summary_bar.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/text/time_text.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/window/device_chooser.h"
#include "gui/workspace/settings.h"

#include <QAction>

#include <cmath>

namespace streamscope {

void MainWindow::connectPrediction()
{
    m_actions.predict->setChecked(Settings::predicts());
    connect(m_actions.predict, &QAction::toggled, this, [this](bool on) {
        Settings::setPredicts(on);
        askForPrediction();
        updateView();
    });
    connect(&m_predictor, &Predictor::predicted, this,
            [this](const std::shared_ptr<const Prediction> &prediction, const QString &) {
                m_prediction = prediction; // why there is none, a run would say
                updateView();
            });
}

void MainWindow::askForPrediction()
{
    const DeviceInfo *device = m_devices->deviceInfo();
    const Preset &preset = document().preset();
    if (!m_actions.predict->isChecked() || !device || !preset.experiment) {
        m_predictor.cancel();
        return;
    }
    if (!predictionIsCurrent())
        m_predictor.ask({preset.experiment, preset.parameters, preset.device}, *device);
    updateView();
}

bool MainWindow::resultIsCurrent() const
{
    const auto &result = m_controller.result();
    const Preset &preset = document().preset();
    const DeviceInfo *device = m_devices->deviceInfo();
    return result && result->request.experiment == preset.experiment && result->request.parameters == preset.parameters
           && (!device || device->id == result->recording.device.id);
}

bool MainWindow::predictionIsCurrent() const
{
    const Preset &preset = document().preset();
    const DeviceInfo *device = m_devices->deviceInfo();
    return m_prediction && m_prediction->experiment == preset.experiment
           && m_prediction->parameters == preset.parameters && device && device->id == m_prediction->device;
}

bool MainWindow::isShown(const Recording &recording) const
{
    return m_shown.get() == &recording;
}

void MainWindow::updateView()
{
    const auto &result = m_controller.result();
    const bool predicts = m_actions.predict->isChecked();
    if (m_comparison->isShown()) {
        updateActions(); // until it is closed
        return;
    }
    if (result && (m_traceInFront || resultIsCurrent() || !predicts || !m_prediction)) {
        if (!isShown(result->recording)) {
            m_shown = std::shared_ptr<const Recording>(result, &result->recording);
            m_docks.operations->setRecording(m_shown);
            showContent(false);
        }
        showPredictionBeside();
    } else if (predicts && m_prediction) {
        showPredictedRun();
    } else if (m_shown) {
        m_shown.reset();
        m_timeline->setContent(nullptr);
        m_docks.operations->setRecording(nullptr);
        m_companions->setRecording(nullptr, nullptr, {});
        m_summary->setPrediction({}, {});
    }
    updateActions();
}

/// The index of a large run takes up to a second, so it is made beside the window's thread; a small one's is made at
/// once.
void MainWindow::showContent(bool isPrediction)
{
    const auto work = [recording = m_shown, isPrediction](const RunControl &) {
        return std::make_shared<const TimelineContent>(recording, isPrediction);
    };
    const std::size_t parts = m_shown->timeline.size() + m_shown->timeline.blocks().size();
    if (!isQuick(parts))
        m_timeline->setContent(nullptr);
    m_indexing.startOrDo(parts, work,
                         [this, recording = m_shown](const std::shared_ptr<const TimelineContent> &content) {
                             if (m_shown != recording || m_comparison->isShown())
                                 return; // something else is shown by now
                             present(content);
                             updateView();
                         });
}

/// Puts the content of what is shown into the timeline, with what belongs to it.
void MainWindow::present(const std::shared_ptr<const TimelineContent> &content)
{
    const auto &result = m_controller.result();
    const bool ran = !content->isPrediction() && result;
    m_timeline->setContent(content);
    m_timeline->setRaces(ran ? result->analysis.races : m_prediction ? m_prediction->races : std::vector<Race>());
    m_companions->setRecording(m_shown, ran ? std::shared_ptr<const Program>(result, &result->program) : nullptr,
                               document().displayName());
}

bool MainWindow::showsPrediction() const
{
    return m_prediction && isShown(m_prediction->recording);
}

/// Shown only over a measurement of the same values; over a simulation it would equal the bars.
void MainWindow::showPredictionBeside()
{
    const auto &result = m_controller.result();
    const bool measured = result->recording.device.kind != DeviceKind::Simulated;
    const bool fits = m_actions.predict->isChecked() && measured && resultIsCurrent() && predictionIsCurrent()
                      && m_prediction->recording.timeline.size() == result->recording.timeline.size();
    if (!fits) {
        m_timeline->setPrediction(nullptr);
        m_docks.operations->setPrediction(nullptr);
        m_summary->setPrediction({}, {});
        return;
    }
    const std::shared_ptr<const Recording> predicted(m_prediction, &m_prediction->recording);
    m_timeline->setPrediction(predicted);
    m_docks.operations->setPrediction(predicted);
    const double difference =
        static_cast<double>(m_prediction->makespanNs()) / static_cast<double>(result->analysis.summary.makespanNs) - 1;
    m_summary->setPrediction(tr("%1, %2%3 %")
                                 .arg(timeText(m_prediction->makespanNs()),
                                      difference < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                      QString::number(std::abs(difference) * 100, 'f', 1)),
                             predictionHelp());
}

void MainWindow::showPredictedRun()
{
    if (!isShown(m_prediction->recording)) {
        m_shown = std::shared_ptr<const Recording>(m_prediction, &m_prediction->recording);
        m_docks.operations->setRecording(m_shown);
        showContent(true);
    }
    m_summary->setPrediction(timeText(m_prediction->makespanNs()), predictionHelp());
}

QString MainWindow::predictionHelp() const
{
    return tr("What the model %1 says for these values (%2). It was not run.")
        .arg(QString::fromStdString(m_prediction->model.profile), QString::fromStdString(m_prediction->model.reason));
}

} // namespace streamscope
