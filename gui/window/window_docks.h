// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/parameters/experiment_tree.h"

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
class WhatIfPanel;

/// The panels around the timeline and their places. Docks own the panels, the window owns the docks.
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
    WhatIfPanel *whatIf;
    LogView *log;

    /// Moves every dock back to its default place.
    void arrange(QMainWindow *window) const;
    /// Opens the panel of changes, in front of its neighbours.
    void showWhatIf() const;
    /// Opens the table of a comparison, in front of its neighbours.
    void showComparison() const;
    /// Adds a toggle action for each dock.
    void fillMenu(QMenu *menu) const;

private:
    QDockWidget *m_whatIf = nullptr; ///< closed at first
    QDockWidget *add(QMainWindow *window, const char *name, const QString &title, QWidget *panel);

    std::vector<QDockWidget *> m_left, m_right, m_bottom;
};

} // namespace streamscope
