// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/parameters/parameter_field.h"
#include "gui/sweep/knob_landscapes.h"
#include "gui/sweep/window_sweep.h"

#include <QObject>

class QAction;

namespace streamscope {

class FileActions;
class MainToolBar;
class MessageBar;
class Workspace;
struct WindowDocks;

/// The panels that show and change the experiment in front: the tree of presets, the form of its knobs, its
/// explanation, and in the tool bar its device and its repeats.
class ExperimentPanels : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them. `predict` is checked while predictions are wanted.
    ExperimentPanels(Workspace &workspace, const WindowDocks &docks, const MainToolBar *tools, FileActions &files,
                     MessageBar *messages, const QAction *predict);

private:
    void showExperiment();
    void showValues();
    /// What the chosen device says of the values with this one among them; nothing where they do not fit as they are.
    DeviceAnswer askDevice(const std::string &name, const ParameterValue &value) const;
    void change(const std::string &name, const ParameterValue &value);

    Workspace &m_workspace;
    WindowSweep m_sweep{m_workspace};
    KnobLandscapes m_landscapes;
    const WindowDocks &m_docks;
    const MainToolBar *m_tools;
    MessageBar *m_messages;
};

} // namespace streamscope
