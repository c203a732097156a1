// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/lessons/kept_run_folder.h"
#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/widgets/application_theme.h"
#include "gui/window/document_tabs.h"
#include "gui/window/main_window.h"
#include "gui/workspace/settings.h"
#include "tests/support/model_testers.h"

#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QTabWidget>
#include <QTest>

#include <memory>

// The main window in a test, and what a person does with it.

namespace streamscope::test {

/// A window as at the very first start, in the light theme, on the screen, with an experiment of known figures.
inline std::unique_ptr<MainWindow> firstWindow()
{
    QFile::remove(Settings::fileName());
    QDir(KeptRunFolder::standardPath()).removeRecursively();
    applyTheme(ApplicationTheme::Light);
    auto window = std::make_unique<MainWindow>();
    window->resize(1440, 900); // more than the screen of the offscreen platform
    window->workspace().start(*window->findChild<ExperimentTree *>()->preset("large-pipeline"));
    watchModels(*window);
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get()))
        qFatal("the window does not appear");
    return window;
}

/// Opens the dock of a panel with its page in front, as the menu View does.
inline void openPage(QWidget &window, QWidget *panel)
{
    for (QWidget *widget = panel; widget != &window; widget = widget->parentWidget()) {
        if (auto *book = qobject_cast<QTabWidget *>(widget->parentWidget()->parentWidget()))
            book->setCurrentWidget(widget);
        if (auto *dock = qobject_cast<QDockWidget *>(widget))
            dock->show();
    }
}

/// Clicks the tab of a document.
inline void clickTab(const QWidget &window, int index)
{
    auto *tabs = window.findChild<DocumentTabs *>();
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(index).center());
}

/// Types a value into the field of a knob.
inline void setKnob(const QWidget &window, const char *name, const QString &text)
{
    auto *line = window.findChild<ParameterForm *>("parameterForm")->field(name)->editor()->findChild<QLineEdit *>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
}

} // namespace streamscope::test
