// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"
#include "gui/sweep/knob_landscapes.h"
#include "gui/sweep/window_sweep.h"

#include <QObject>

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
    /// Owns none of them.
    ExperimentPanels(Workspace &workspace, const WindowDocks &docks, const MainToolBar *tools, FileActions &files,
                     MessageBar *messages);

private:
    void showExperiment();
    void showValues();
    void change(const std::string &name, const ParameterValue &value);

    Workspace &m_workspace;
    WindowSweep m_sweep{m_workspace};
    KnobLandscapes m_landscapes;
    const WindowDocks &m_docks;
    const MainToolBar *m_tools;
    MessageBar *m_messages;
};

} // namespace streamscope
