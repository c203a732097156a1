// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/experiment_tree.h"

class QDockWidget;
class QMainWindow;
class QMenu;

namespace streamscope {

class ComparisonPanel;
class DevicePanel;
class ExplanationView;
class FindingsPanel;
class LogView;
class OperationsTable;
class OverlapView;
class ParameterForm;
class RangePanel;
class RepeatsPanel;
class SelectionPanel;

/// The panels around the timeline and where they stand. The panels belong to their docks, the docks to the window.
struct WindowDocks
{
    WindowDocks(QMainWindow *window, const ExperimentList &experiments, std::vector<Preset> presets);

    ExperimentTree *experiments;
    ParameterForm *parameters;
    ExplanationView *explanation;
    DevicePanel *device;
    SelectionPanel *selection;
    RangePanel *range;
    FindingsPanel *findings;
    OperationsTable *operations;
    RepeatsPanel *repeats;
    OverlapView *overlap;
    ComparisonPanel *comparison;
    LogView *log;

    /// Puts every dock back where it was at the first start.
    void arrange(QMainWindow *window) const;
    /// Adds a switch for each dock.
    void fillMenu(QMenu *menu) const;

private:
    QDockWidget *add(QMainWindow *window, const char *name, const QString &title, QWidget *panel);

    std::vector<QDockWidget *> m_left, m_right, m_bottom;
};

} // namespace streamscope
