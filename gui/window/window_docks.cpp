// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/window_docks.h"

#include "gui/code/code_page.h"
#include "gui/comparison/comparison_panel.h"
#include "gui/help/manual_window.h"
#include "gui/lessons/lesson_panel.h"
#include "gui/parameters/experiment_panel.h"
#include "gui/parameters/explanation_view.h"
#include "gui/parameters/parameter_form.h"
#include "gui/ranks/ranks_panel.h"
#include "gui/results/names_panel.h"
#include "gui/results/operations_panel.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/results/range_panel.h"
#include "gui/results/repeats_panel.h"
#include "gui/sweep/sweep_panel.h"
#include "gui/timeline/text/translation.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/widgets/log_view.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QTabWidget>

#include <algorithm>

namespace streamscope {

namespace {

const QString pagesSuffix = QStringLiteral("Pages");

/// The pages among which the panel is; null: it is no page.
QTabWidget *bookOf(const std::vector<QTabWidget *> &books, QWidget *panel)
{
    const auto found =
        std::find_if(books.begin(), books.end(), [panel](QTabWidget *book) { return book->indexOf(panel) >= 0; });
    return found == books.end() ? nullptr : *found;
}

QDockWidget *dockOf(QWidget *panel)
{
    QWidget *widget = panel;
    while (widget && !qobject_cast<QDockWidget *>(widget))
        widget = widget->parentWidget();
    return qobject_cast<QDockWidget *>(widget);
}

} // namespace

WindowDocks::WindowDocks(QMainWindow *window, const ExperimentList &known, std::vector<Preset> presets)
    : experiments(new ExperimentTree(known, std::move(presets))), parameters(new ParameterForm),
      explanation(new ExplanationView), device(new DevicePanel), selection(new SelectionPanel), range(new RangePanel),
      ranks(new RanksPanel), findings(new FindingsPanel), names(new NamesPanel), operationsPage(new OperationsPanel),
      operations(operationsPage->table()), repeats(new RepeatsPanel), overlap(new OverlapView),
      comparison(new ComparisonPanel), whatIf(new WhatIfPanel), sweep(new SweepPanel), code(new CodePage),
      log(new LogView), lesson(new LessonPanel)
{
    parameters->setObjectName(QStringLiteral("parameterForm"));
    experimentPanel = new ExperimentPanel(experiments, parameters);
    window->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_left = add(window, "dockExperiments", tr("Experiments"), experimentPanel);
    m_right = addPages(
        window, "dockInspector", tr("Inspector"),
        {{tr("Advice"), findings}, {tr("Selection"), selection}, {tr("Device"), device}, {tr("About"), explanation}});
    m_bottom = addPages(window, "dockTables", tr("Tables"),
                        {{tr("By name"), names},
                         {tr("Operations"), operationsPage},
                         {tr("Overlap"), overlap},
                         {tr("Range"), range},
                         {tr("Ranks"), ranks},
                         {tr("Repeats"), repeats},
                         {tr("Comparison"), comparison},
                         {tr("What if"), whatIf},
                         {tr("Sweep"), sweep},
                         {tr("Code"), code},
                         {tr("Log"), log}});
    m_lesson = add(window, "dockLesson", tr("Lesson"), lesson);
    nameManualPages();
    arrange(window);
}

/// What F1 opens.
void WindowDocks::nameManualPages() const
{
    setManualPage(experimentPanel, "experiments.md");
    setManualPage(findings, "advice.md");
    setManualPage(selection, "analysis.md");
    setManualPage(ranks, "ranks.md");
    setManualPage(overlap, "analysis.md");
    setManualPage(repeats, "measuring.md");
    setManualPage(comparison, "comparing.md");
    setManualPage(whatIf, "what-if.md");
    setManualPage(lesson, "lessons.md#in-the-window");
    setManualPage(sweep, "window.md#sweep");
    setManualPage(code, "code.md");
    setManualPage(names, "window.md#doing-things");
    setManualPage(operationsPage, "window.md#doing-things");
}

QDockWidget *WindowDocks::add(QMainWindow *window, const char *name, const QString &title, QWidget *panel) const
{
    auto *dock = new QDockWidget(title, window);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(panel);
    return dock;
}

QDockWidget *WindowDocks::addPages(QMainWindow *window, const char *name, const QString &title,
                                   const std::vector<std::pair<QString, QWidget *>> &pages)
{
    auto *book = new QTabWidget;
    book->setObjectName(QLatin1String(name) + pagesSuffix);
    book->setDocumentMode(true);
    for (const auto &[text, panel] : pages)
        book->addTab(panel, text);
    m_books.push_back(book);
    return add(window, name, title, book);
}

void WindowDocks::arrange(QMainWindow *window) const
{
    const auto place = [&](Qt::DockWidgetArea area, QDockWidget *dock) {
        dock->setFloating(false);
        window->addDockWidget(area, dock);
        dock->show();
    };
    place(Qt::LeftDockWidgetArea, m_left);
    place(Qt::RightDockWidgetArea, m_right);
    place(Qt::BottomDockWidgetArea, m_bottom);
    place(Qt::RightDockWidgetArea, m_lesson);
    window->tabifyDockWidget(m_right, m_lesson);
    m_lesson->hide();
    m_bottom->hide();
    for (QTabWidget *book : m_books)
        book->setCurrentIndex(0);
    window->resizeDocks({m_left, m_right}, {265, 215}, Qt::Horizontal);
    window->resizeDocks({m_bottom}, {220}, Qt::Vertical);
}

void WindowDocks::open(QWidget *panel) const
{
    turnTo(panel);
    if (QDockWidget *dock = dockOf(panel)) {
        dock->show();
        dock->raise();
    }
    panel->setFocus();
}

void WindowDocks::openLesson(QMainWindow *window) const
{
    constexpr int readable = 380; ///< pixels
    open(lesson);
    if (!m_lesson->isFloating() && m_lesson->width() < readable)
        window->resizeDocks({m_lesson}, {readable}, Qt::Horizontal);
}

void WindowDocks::turnTo(QWidget *panel) const
{
    if (QTabWidget *book = bookOf(m_books, panel))
        book->setCurrentWidget(panel);
}

void WindowDocks::setPageVisible(QWidget *panel, bool visible) const
{
    if (QTabWidget *book = bookOf(m_books, panel))
        book->setTabVisible(book->indexOf(panel), visible);
}

void WindowDocks::fillMenu(QMenu *menu) const
{
    for (QDockWidget *dock : docks())
        menu->addAction(dock->toggleViewAction());
    QMenu *pages = menu->addMenu(tr("Open pa&ge"));
    for (QTabWidget *book : m_books)
        for (int i = 0; i < book->count(); ++i)
            pages->addAction(book->tabText(i), book, [this, page = book->widget(i)] { open(page); });
}

void WindowDocks::setPresenting(bool presents) const
{
    if (presents) {
        m_hidden.clear();
        for (QDockWidget *dock : docks())
            if (!dock->isHidden())
                m_hidden.push_back(dock);
    }
    for (QDockWidget *dock : m_hidden)
        dock->setVisible(!presents);
    if (!presents)
        m_hidden.clear();
}

} // namespace streamscope
