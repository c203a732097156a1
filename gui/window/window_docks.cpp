// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/window_docks.h"

#include "gui/comparison/comparison_panel.h"
#include "gui/parameters/explanation_view.h"
#include "gui/parameters/parameter_form.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/range_panel.h"
#include "gui/results/repeats_panel.h"
#include "gui/timeline/text/translation.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/widgets/log_view.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

namespace streamscope {

WindowDocks::WindowDocks(QMainWindow *window, const ExperimentList &known, std::vector<Preset> presets)
    : experiments(new ExperimentTree(known, std::move(presets))), parameters(new ParameterForm),
      explanation(new ExplanationView), device(new DevicePanel), selection(new SelectionPanel), range(new RangePanel),
      findings(new FindingsPanel), operations(new OperationsTable), repeats(new RepeatsPanel), overlap(new OverlapView),
      comparison(new ComparisonPanel), whatIf(new WhatIfPanel), log(new LogView)
{
    parameters->setObjectName(QStringLiteral("parameterForm"));
    window->setDockNestingEnabled(true);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window->setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    m_left = {add(window, "dockExperiments", tr("Experiments"), experiments),
              add(window, "dockParameters", tr("Parameters"), parameters),
              add(window, "dockExplanation", tr("What this shows"), explanation)};
    m_right = {add(window, "dockFindings", tr("Findings"), findings),
               add(window, "dockSelection", tr("Selection"), selection),
               add(window, "dockDevice", tr("Device"), device)};
    m_whatIf = add(window, "dockWhatIf", tr("What if"), whatIf);
    m_bottom = {add(window, "dockOperations", tr("Operations"), operations),
                add(window, "dockRepeats", tr("Repeats"), repeats),
                add(window, "dockRange", tr("Range"), range),
                add(window, "dockOverlap", tr("Overlap"), overlap),
                add(window, "dockComparison", tr("Comparison"), comparison),
                m_whatIf,
                add(window, "dockLog", tr("Log"), log)};
    arrange(window);
}

QDockWidget *WindowDocks::add(QMainWindow *window, const char *name, const QString &title, QWidget *panel)
{
    auto *dock = new QDockWidget(title, window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(panel);
    return dock;
}

void WindowDocks::arrange(QMainWindow *window) const
{
    const auto place = [&](Qt::DockWidgetArea area, const std::vector<QDockWidget *> &docks) {
        for (QDockWidget *dock : docks) {
            dock->setFloating(false);
            window->addDockWidget(area, dock);
            dock->show();
        }
    };
    place(Qt::LeftDockWidgetArea, m_left);
    place(Qt::RightDockWidgetArea, m_right);
    place(Qt::BottomDockWidgetArea, m_bottom);
    for (std::size_t i = 1; i < m_bottom.size(); ++i)
        window->tabifyDockWidget(m_bottom[0], m_bottom[i]);
    m_whatIf->hide();
    m_bottom[0]->raise();
    window->resizeDocks({m_left[0], m_right[0]}, {300, 300}, Qt::Horizontal);
    window->resizeDocks({m_left[0], m_left[1], m_left[2]}, {230, 330, 200}, Qt::Vertical);
    window->resizeDocks({m_right[0], m_right[1], m_right[2]}, {240, 250, 270}, Qt::Vertical);
    window->resizeDocks({m_bottom[0]}, {220}, Qt::Vertical);
}

void WindowDocks::showWhatIf() const
{
    m_whatIf->show();
    m_whatIf->raise();
    whatIf->setFocus();
}

void WindowDocks::showComparison() const
{
    for (QDockWidget *dock : m_bottom)
        if (dock->objectName() == QLatin1String("dockComparison")) {
            dock->show();
            dock->raise();
        }
}

void WindowDocks::fillMenu(QMenu *menu) const
{
    for (const auto *docks : {&m_left, &m_right, &m_bottom}) {
        for (QDockWidget *dock : *docks)
            menu->addAction(dock->toggleViewAction());
    }
}

} // namespace streamscope
