// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The workspace's runs and predictions, and what is shown of them.
#include "engine/program/errors.h"
#include "engine/run/named_run.h"
#include "gui/workspace/path_text.h"
#include "gui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

struct PredictionAnswer
{
    PredictionAnswer(const RunRequest &request, const DeviceInfo &device, const RunControl &control)
    {
        try {
            prediction = std::make_shared<const Prediction>(predict(request, device, control));
        } catch (const InputError &error) { // values that do not fit together: a run would say it
            problem = QString::fromUtf8(error.what());
        } catch (const RunError &error) {
            problem = QString::fromUtf8(error.what());
        }
    }

    std::shared_ptr<const Prediction> prediction;
    QString problem;
};

} // namespace

void Workspace::run()
{
    if (std::exchange(m_isTraceInFront, false)) {
        ++m_frontNumber;
        update(); // a comparison stays: the run will take the place of its run A
    }
    const Preset &preset = m_front->preset();
    RunRequest request;
    request.experiment = preset.experiment;
    request.parameters = preset.parameters;
    request.device = preset.device;
    request.blocks = m_recordsBlocks;
    m_asking = m_front.get();
    m_runs.run(std::move(request));
}

void Workspace::openTrace(const QString &path, bool salvage)
{
    m_asking.clear();
    m_runs.open({pathOf(path), {salvage}});
}

void Workspace::setTraceInFront(bool inFront)
{
    if (std::exchange(m_isTraceInFront, inFront) == inFront)
        return;
    ++m_frontNumber;
    m_comparison.reset();
    update();
}

void Workspace::bringTraceToFront()
{
    if (hasTraceBehind())
        setTraceInFront(true);
}

/// A comparison stays in front of the run that takes the place of its run A: with that run, another one is made.
void Workspace::take(const std::shared_ptr<const RunResult> &result)
{
    m_history.add(namedRun(result));
    if (result->import) {
        m_trace = result;
        m_traceView = std::make_shared<DocumentView>();
        m_isTraceInFront = true;
        ++m_frontNumber;
    } else if (m_asking) {
        m_asking->setResult(result);
    }
    m_asking.clear();
    update();
}

void Workspace::setDevices(std::shared_ptr<const DeviceCatalog> catalog)
{
    m_devices = std::move(catalog);
    predict();
    update();
}

const DeviceInfo *Workspace::device() const
{
    if (!m_devices)
        return nullptr;
    const std::string &chosen = m_front->preset().device;
    const auto found = std::find_if(m_devices->devices.begin(), m_devices->devices.end(), [&](const DeviceInfo &info) {
        return info.id == (chosen.empty() ? m_devices->defaultId : chosen);
    });
    return found == m_devices->devices.end() ? nullptr : &*found;
}

void Workspace::setPredicts(bool predicts)
{
    m_predicts = predicts;
    predict();
    update();
}

void Workspace::setRecordsBlocks(bool records)
{
    m_recordsBlocks = records;
    update();
}

std::shared_ptr<const Prediction> Workspace::prediction() const
{
    return m_prediction && isCurrent(*m_prediction, m_front->preset(), device()) ? m_prediction : nullptr;
}

void Workspace::predict()
{
    const Preset &preset = m_front->preset();
    const DeviceInfo *on = device();
    if (!m_predicts || !on || !preset.experiment || prediction()) {
        m_predicting.cancel();
        return;
    }
    m_predicting.start([request = RunRequest{preset.experiment, preset.parameters, preset.device},
                        on = *on](const RunControl &control) { return PredictionAnswer(request, on, control); },
                       [this](const PredictionAnswer &answer) { takePrediction(answer.prediction, answer.problem); },
                       [this](const QString &problem) {
                           takePrediction(nullptr, problem);
                           Q_EMIT BackgroundProblems::instance().arose(problem);
                       });
}

void Workspace::takePrediction(const std::shared_ptr<const Prediction> &prediction, const QString &problem)
{
    m_prediction = prediction;
    update();
    Q_EMIT predicted(prediction, problem);
}

void Workspace::showComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &run)
{
    if (!m_comparison)
        m_comparisonView = std::make_shared<DocumentView>();
    m_comparison = std::move(comparison);
    m_comparedRun = run;
    m_comparedRun.comparison.reset(); // after another scale was chosen
    update();
}

void Workspace::closeComparison()
{
    m_comparison.reset();
    update();
}

ShownState Workspace::state() const
{
    ShownState state;
    if (m_isTraceInFront)
        state.trace = m_trace.lock();
    state.name = m_front->displayName();
    state.preset = m_front->preset();
    state.result = m_front->result();
    state.prediction = m_prediction;
    state.device = device();
    state.predicts = m_predicts;
    state.recordsBlocks = m_recordsBlocks;
    return state;
}

Shown Workspace::shownAlone() const
{
    return shownOf(state());
}

void Workspace::update()
{
    ShownState now = state();
    if (m_comparison) {
        now.comparison = m_comparison;
        now.comparedRun = m_comparedRun;
    } else {
        m_comparedRun = {};
    }
    Shown next = shownOf(now);
    if (!m_comparison && std::exchange(m_indexed, next.recording()) != next.recording())
        prepareContent(next.drawn == Shown::Drawn::Prediction);
    next.content = m_comparison ? m_comparison->content : m_content;
    next.view = m_comparison ? m_comparisonView : next.isTrace() ? m_traceView : m_front->view();
    m_shown = std::move(next);
    Q_EMIT shownChanged();
}

/// The index of a large run takes up to a second, so it is made on another thread.
void Workspace::prepareContent(bool isPrediction)
{
    m_content.reset();
    m_indexing.cancel();
    if (!m_indexed)
        return;
    const std::size_t parts = m_indexed->timeline.size() + m_indexed->timeline.blocks().size();
    m_indexing.startOrDo(
        parts,
        [recording = m_indexed, isPrediction](const RunControl &) {
            return std::make_shared<const TimelineContent>(recording, isPrediction);
        },
        [this, isAwaited = !isQuick(parts)](const std::shared_ptr<const TimelineContent> &content) {
            m_content = content;
            if (isAwaited)
                update();
        });
}

} // namespace streamscope
