// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/compare_actions.h"

#include "engine/formats/traces/trace_format.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QMenu>

namespace streamscope {

CompareActions::CompareActions(const Workspace &workspace, ComparisonController *controller,
                               const WindowActions &actions, const FileDialogs &dialogs, const ComparisonBar *bar,
                               MessageBar *messages)
    : m_workspace(workspace), m_controller(controller), m_actions(actions), m_dialogs(dialogs), m_messages(messages)
{
    connect(actions.compareMenu, &QMenu::aboutToShow, this, &CompareActions::fillMenu);
    connect(actions.compareFile, &QAction::triggered, this, &CompareActions::compareWithFile);
    connect(actions.comparePrediction, &QAction::triggered, controller, &ComparisonController::compareWithPrediction);
    connect(actions.closeComparison, &QAction::triggered, controller, &ComparisonController::close);
    connect(actions.stop, &QAction::triggered, controller, &ComparisonController::cancel);
    connect(actions.keepAsBaseline, &QAction::triggered, this, &CompareActions::keepAsBaseline);
    for (const auto &[action, scale] : {std::pair(actions.compareAbsolute, ComparisonScale::Absolute),
                                        std::pair(actions.compareNormalised, ComparisonScale::Normalised)})
        connect(action, &QAction::triggered, controller,
                [controller, wanted = scale] { controller->setScale(wanted); });
    connect(bar, &ComparisonBar::scaleChosen, controller, &ComparisonController::setScale);
    connect(bar, &ComparisonBar::swapWanted, controller, &ComparisonController::swap);
    connect(actions.swapComparison, &QAction::triggered, controller, &ComparisonController::swap);
    connect(bar, &ComparisonBar::closed, controller, &ComparisonController::close);
    fillMenu();
}

/// The runs of the session change: the menu is made when it opens.
void CompareActions::fillMenu()
{
    QMenu *menu = m_actions.compareMenu;
    menu->clear(); // deletes the entries of the runs, which are its own
    menu->addActions({m_actions.comparePrediction, m_actions.compareFile});
    menu->addSection(tr("Runs of this session"));
    const NamedRun now = m_workspace.shown().run().value_or(NamedRun());
    int number = 0;
    for (const NamedRun &run : m_workspace.history().runs()) {
        if (run.recording == now.recording)
            continue;
        QAction *entry = menu->addAction(historyText(run, now));
        entry->setObjectName(QStringLiteral("compareRun%1").arg(number++));
        entry->setToolTip(QStringList(run.parameters.begin(), run.parameters.end()).join(QStringLiteral(" · ")));
        connect(entry, &QAction::triggered, m_controller, [this, run] { m_controller->compareWith(run); });
    }
    if (number == 0)
        menu->addAction(tr("None yet but this one"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(m_actions.keepAsBaseline);
    menu->addSeparator();
    menu->addActions({m_actions.compareAbsolute, m_actions.compareNormalised});
    menu->addSeparator();
    menu->addActions({m_actions.swapComparison, m_actions.closeComparison});
    update();
}

void CompareActions::update()
{
    const Shown &shown = m_workspace.shown();
    const bool hasRun = shown.drawn != Shown::Drawn::Nothing && !shown.isElsewhere;
    m_actions.compareFile->setEnabled(hasRun);
    m_actions.keepAsBaseline->setEnabled(hasRun);
    m_actions.comparePrediction->setEnabled(shown.drawn == Shown::Drawn::Run && m_workspace.experiment()
                                            && m_workspace.device());
    for (QAction *action : {m_actions.swapComparison, m_actions.closeComparison})
        action->setEnabled(shown.comparison != nullptr);
    (m_controller->scale() == ComparisonScale::Normalised ? m_actions.compareNormalised : m_actions.compareAbsolute)
        ->setChecked(true);
}

void CompareActions::compareWithFile()
{
    const QString path =
        m_dialogs.toOpen(tr("Compare with a run or a trace"), Settings::folder(),
                         tr("Runs and traces (%1);;All files (*)").arg(QString::fromStdString(traceFilePatterns())));
    if (!path.isEmpty())
        m_controller->compareWithFile(path);
}

void CompareActions::keepAsBaseline()
{
    if (const auto run = m_workspace.shown().run()) {
        m_controller->keepAsBaseline();
        m_messages->note(tr("Kept as the baseline: %1. The change of the next run is counted from it.")
                             .arg(historyText(*run, *run)));
    }
}

} // namespace streamscope
