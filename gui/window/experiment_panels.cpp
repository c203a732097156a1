// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/experiment_panels.h"

#include "engine/executors/checks/device_fit.h"
#include "engine/program/errors.h"
#include "gui/actions/file_actions.h"
#include "gui/language/translated.h"
#include "gui/parameters/experiment_panel.h"
#include "gui/parameters/explanation_view.h"
#include "gui/parameters/parameter_form.h"
#include "gui/sweep/sweep_panel.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/device_chooser.h"
#include "gui/window/main_tool_bar.h"
#include "gui/window/window_docks.h"
#include "gui/workspace/workspace.h"

#include <QSignalBlocker>
#include <QSpinBox>

namespace streamscope {

ExperimentPanels::ExperimentPanels(Workspace &workspace, const WindowDocks &docks, const MainToolBar *tools,
                                   FileActions &files, MessageBar *messages, const QAction *predict)
    : m_workspace(workspace), m_landscapes(workspace, docks.parameters, predict), m_docks(docks), m_tools(tools),
      m_messages(messages)
{
    docks.sweep->connectTo(workspace, m_sweep);
    connect(&workspace, &Workspace::replaced, this, &ExperimentPanels::showExperiment);
    connect(&workspace, &Workspace::valuesChanged, this, &ExperimentPanels::showValues);
    connect(&workspace, &Workspace::statusChanged, this, [this] {
        m_docks.experiments->markChanged([this](const Preset &preset) { return m_workspace.isModified(preset); });
    });
    connect(&workspace, &Workspace::typingEnds, docks.parameters, &ParameterForm::commit);
    connect(&workspace.runs(), &RunController::devicesListed, tools->devices(), &DeviceChooser::setCatalog);
    connect(docks.experiments, &ExperimentTree::chosen, this, [&files](const Preset &preset) { files.choose(preset); });
    docks.parameters->setDeviceCheck(
        [this](const std::string &name, const ParameterValue &value) { return askDevice(name, value); });
    connect(docks.parameters, &ParameterForm::edited, this, &ExperimentPanels::change);
    connect(docks.parameters, &ParameterForm::problemSolved, messages, &MessageBar::clear);
    connect(tools->repeat(), &QSpinBox::valueChanged, this,
            [this](int value) { change("repeat", std::int64_t{value}); });
    connect(tools->devices(), &DeviceChooser::deviceChosen, this,
            [this](const std::string &id) { m_workspace.setDevice(id); });
}

void ExperimentPanels::showExperiment()
{
    const PresetDocument *document = m_workspace.experiment();
    m_docks.experimentPanel->setHasKnobs(document);
    m_docks.setPageVisible(m_docks.explanation, document);
    m_docks.setPageVisible(m_docks.sweep, document);
    m_tools->setHasKnobs(document);
    if (!document) {
        m_docks.experiments->setCurrentItem(nullptr);
        return;
    }
    const Preset &preset = document->preset();
    m_docks.experiments->showCurrent(preset);
    m_docks.parameters->setParameters(preset.parameters, true);
}

void ExperimentPanels::showValues()
{
    m_tools->devices()->setDevice(m_workspace.deviceId());
    const PresetDocument *document = m_workspace.experiment();
    if (!document)
        return;
    const Preset &preset = document->preset();
    m_docks.parameters->setParameters(preset.parameters);
    m_docks.parameters->setResetValues(document->saved().parameters);
    m_docks.explanation->setPreset(preset, document->changes());
    QSpinBox *repeat = m_tools->repeat();
    const QSignalBlocker quiet(repeat);
    for (const ParameterSpec &spec : preset.parameters.specs())
        if (spec.name == "repeat")
            repeat->setRange(static_cast<int>(spec.minimum), static_cast<int>(spec.maximum));
    repeat->setValue(static_cast<int>(preset.parameters.integer("repeat")));
}

DeviceAnswer ExperimentPanels::askDevice(const std::string &name, const ParameterValue &value) const
{
    const PresetDocument *document = m_workspace.experiment();
    const DeviceInfo *device = m_workspace.device();
    if (!document || !device || !document->preset().experiment)
        return {};
    const Preset &preset = document->preset();
    Parameters wanted = preset.parameters;
    try {
        wanted.set(name, value);
    } catch (const InputError &) {
        return {}; // change() says it
    }
    const DeviceFit fit = fitOf(preset.experiment, wanted, *device);
    if (fit.problem.empty() && fit.notes.empty())
        return {};
    const DeviceFit before = fitOf(preset.experiment, preset.parameters, *device);
    DeviceAnswer answer;
    if (before.problem.empty()) // or else no step towards values that fit could be taken
        answer.problem = QString::fromStdString(fit.problem);
    if (fit.notes != before.notes && !fit.notes.empty())
        answer.note = translated(fit.notes.front());
    return answer;
}

void ExperimentPanels::change(const std::string &name, const ParameterValue &value)
{
    try {
        m_workspace.experiment()->setParameter(name, value);
    } catch (const InputError &error) {
        m_messages->complain(translated(error.what()));
    }
}

} // namespace streamscope
