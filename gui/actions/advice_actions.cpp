// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/advice_actions.h"

#include "engine/analysis/explain/explanation.h"
#include "engine/run/advice/advice.h"
#include "engine/run/advice/advice_code.h"
#include "gui/actions/what_if_actions.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/workspace.h"

#include <QAction>

namespace streamscope {

namespace {

/// The findings with the advice among them.
RunAnalysis advisedAnalysis(const std::shared_ptr<const RunResult> &result, const RunControl &control)
{
    RunAnalysis analysis = result->analysis;
    addAdvice(analysis, result->import ? adviseTrace(result, {}, control) : adviseRun(*result, control));
    return analysis;
}

} // namespace

AdviceActions::AdviceActions(const Parts &parts) : m_parts(parts)
{
    connect(&parts.workspace, &Workspace::shownChanged, this, &AdviceActions::follow);
    connect(parts.findings, &FindingsPanel::applyWanted, this, &AdviceActions::apply);
    connect(parts.actions.explain, &QAction::triggered, this, &AdviceActions::explainSelected);
    connect(parts.timeline, &TimelineState::spanSelected, this, [this] { // at once where it costs nothing
        const auto recording = m_parts.workspace.shown().recording();
        if (recording && isQuick(recording->timeline.size()))
            explainSelected();
    });
    connect(&m_advice, &BackgroundTask::progress, parts.findings, &FindingsPanel::showProgress);
    follow();
}

void AdviceActions::update()
{
    const Shown &shown = m_parts.workspace.shown();
    m_parts.actions.explain->setEnabled(m_parts.timeline->selectedSpan() && shown.recording() && !shown.comparison);
}

/// Of the values that ran. On another device than the chosen one the run would be no baseline.
std::optional<Preset> AdviceActions::turned(const QString &change) const
{
    const auto result = m_parts.workspace.shownAlone().result;
    const DeviceInfo *device = m_parts.workspace.device();
    const PresetDocument *document = m_parts.workspace.experiment();
    if (!document)
        return std::nullopt;
    Preset preset = document->preset();
    if (!result || result->import || result->request.experiment != preset.experiment || !device
        || device->id != result->recording.device.id)
        return std::nullopt;
    const auto parameters = turnedKnobs(parseChange(change.toStdString()), result->request.parameters);
    if (!parameters)
        return std::nullopt;
    preset.parameters = *parameters;
    return preset;
}

void AdviceActions::apply(const QString &change)
{
    if (m_parts.workspace.shown().isElsewhere) {
        m_parts.messages->note(
            tr("The prediction comes from the other machine. To go on with %1, fetch the trace to this "
               "computer.")
                .arg(change));
        m_parts.messages->offer(m_parts.actions.fetchRemote->text().remove(QLatin1Char('&')),
                                [action = m_parts.actions.fetchRemote] { action->trigger(); });
        return;
    }
    const std::optional<Preset> next = turned(change);
    if (!next) {
        m_parts.changes.apply(change);
        return;
    }
    if (!m_parts.actions.run->isEnabled()) {
        m_parts.messages->complain(tr("A run is at work on the device: stop it (Esc), or wait for it."));
        return;
    }
    m_parts.comparison->compareNextRun();
    m_parts.workspace.experiment()->setValues(*next, tr("apply %1").arg(change));
    m_parts.workspace.run();
}

void AdviceActions::follow()
{
    const auto result = m_parts.workspace.shownAlone().result; // also under a comparison
    const bool grows = m_parts.workspace.shown().grows;        // changes are tried when all operations are here
    if (m_parts.workspace.shown().isElsewhere)
        return followElsewhere(m_parts.workspace.shown());
    if (result == m_result && result && grows == m_grows)
        return;
    m_result = result;
    m_grows = grows;
    m_advice.cancel();
    Q_EMIT codeChanged({}, {});
    if (!result || result->analysis.devices.empty() || grows) { // changes are tried at its end
        m_parts.findings->setAnalysis(result ? &result->analysis : nullptr,
                                      result ? result->recording.notes : std::vector<std::string>());
        return;
    }
    m_parts.findings->setAnalysis(&result->analysis, result->recording.notes, true);
    m_advice.start([result](const RunControl &control) { return advisedAnalysis(result, control); },
                   [this, result](const RunAnalysis &analysis) {
                       m_parts.findings->setAnalysis(&analysis, result->recording.notes);
                       showCode(*result, analysis);
                   },
                   [this, result](const QString &problem) {
                       std::vector<std::string> notes = result->recording.notes;
                       notes.push_back(tr("No change could be tried: %1").arg(problem).toStdString());
                       m_parts.findings->setAnalysis(&result->analysis, notes);
                   });
}

/// Its machine tries the changes: see RemoteAdvice.
void AdviceActions::followElsewhere(const Shown &shown)
{
    if (shown.result != m_result) {
        m_result = shown.result;
        m_advice.cancel();
    }
    Q_EMIT codeChanged({}, {});
    if (!shown.result) {
        m_parts.findings->setAnalysis(nullptr);
        return;
    }
    std::vector<std::string> notes = shown.result->recording.notes;
    if (!shown.adviceProblem.isEmpty())
        notes.push_back(tr("No change could be tried: %1").arg(shown.adviceProblem).toStdString());
    const bool isTrying =
        !shown.adviceThere && shown.adviceProblem.isEmpty() && !shown.result->analysis.devices.empty();
    m_parts.findings->setAnalysis(shown.adviceThere ? shown.adviceThere.get() : &shown.result->analysis, notes,
                                  isTrying);
}

void AdviceActions::showCode(const RunResult &result, const RunAnalysis &analysis)
{
    const std::string lines = adviceCode(analysis);
    const std::string_view language = codeLanguageOf(hintLanguageOf(result));
    if (!lines.empty())
        Q_EMIT codeChanged(QString::fromStdString(lines),
                           QLatin1String(language.data(), static_cast<qsizetype>(language.size())));
}

void AdviceActions::explainSelected()
{
    const Shown &shown = m_parts.workspace.shown();
    const std::optional<std::uint32_t> span = m_parts.timeline->selectedSpan();
    const auto recording = shown.recording();
    if (!span || !recording || shown.comparison)
        return;
    m_explanation.startOrDo(
        recording->timeline.size(),
        [recording, program = shown.program(), span = *span](const RunControl &) {
            return explain(recording->timeline, program.get(), span);
        },
        [this, recording, span = *span](const Explanation &explanation) {
            if (m_parts.timeline->selectedSpan() == span)
                m_parts.selection->setExplanation(recording->timeline, explanation);
        });
}

} // namespace streamscope
