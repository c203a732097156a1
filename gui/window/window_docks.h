// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/parameters/experiment_tree.h"

#include <QCoreApplication>

#include <utility>

class QDockWidget;
class QMainWindow;
class QMenu;
class QTabWidget;

namespace streamscope {

class CodePage;
class ComparisonPanel;
class DevicePanel;
class ExperimentPanel;
class ExplanationView;
class FindingsPanel;
class LessonPanel;
class LogView;
class NamesPanel;
class OperationsPanel;
class OperationsTable;
class OverlapView;
class ParameterForm;
class RangePanel;
class RanksPanel;
class RepeatsPanel;
class SelectionPanel;
class SweepPanel;
class WhatIfPanel;

/// The panels around the timeline: on the left the experiments and the knobs, on the right the inspector, at the bottom
/// the tables, which are closed at first. Docks own the panels, the window owns the docks.
struct WindowDocks
{
    WindowDocks(QMainWindow *window, const ExperimentList &experiments, std::vector<Preset> presets);

    ExperimentTree *experiments;
    ExperimentPanel *experimentPanel;
    ParameterForm *parameters;
    ExplanationView *explanation;
    DevicePanel *device;
    SelectionPanel *selection;
    RangePanel *range;
    RanksPanel *ranks;
    FindingsPanel *findings;
    NamesPanel *names;
    OperationsPanel *operationsPage;
    OperationsTable *operations; ///< on its page
    RepeatsPanel *repeats;
    OverlapView *overlap;
    ComparisonPanel *comparison;
    WhatIfPanel *whatIf;
    SweepPanel *sweep;
    CodePage *code;
    LogView *log;
    LessonPanel *lesson; ///< in a dock of its own, closed until a lesson is opened

    /// Moves every dock back to its default place.
    void arrange(QMainWindow *window) const;
    /// Opens the dock of a panel, with the page of the panel in front.
    void open(QWidget *panel) const;
    /// Opens the panel of the lesson, wide enough to read.
    void openLesson(QMainWindow *window) const;
    /// Brings the page of a panel to the front; its dock stays closed where it is.
    void turnTo(QWidget *panel) const;
    /// Pages that say nothing of the document in front are not offered, such as the repeats of a trace.
    void setPageVisible(QWidget *panel, bool visible) const;
    /// Adds a toggle action for each dock, and an action that opens each page.
    void fillMenu(QMenu *menu) const;
    /// Hides all docks, or shows those that were open again.
    void setPresenting(bool presents) const;

private:
    void nameManualPages() const;
    QDockWidget *add(QMainWindow *window, const char *name, const QString &title, QWidget *panel) const;
    QDockWidget *addPages(QMainWindow *window, const char *name, const QString &title,
                          const std::vector<std::pair<QString, QWidget *>> &pages);

    /// Left, right, lesson and bottom.
    std::vector<QDockWidget *> docks() const { return {m_left, m_right, m_lesson, m_bottom}; }

    QDockWidget *m_left, *m_right, *m_bottom, *m_lesson;
    std::vector<QTabWidget *> m_books;           ///< of the right dock and of the bottom dock
    mutable std::vector<QDockWidget *> m_hidden; ///< while the window presents

    Q_DECLARE_TR_FUNCTIONS(WindowDocks)
};

} // namespace streamscope
