// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the window does with two runs: it says what A is, offers what B may be, and lets the desk do the rest.
#include "gui/window/main_window.h"

#include "gui/comparison/comparison_bar.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/results/operations_table.h"
#include "gui/results/summary_bar.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/device_chooser.h"
#include "gui/workspace/named_run.h"
#include "gui/workspace/settings.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>

namespace streamscope {

void MainWindow::connectComparison()
{
    connect(m_actions.compareMenu, &QMenu::aboutToShow, this, &MainWindow::fillCompareMenu);
    connect(m_actions.compareFile, &QAction::triggered, this, &MainWindow::compareWithFile);
    connect(m_actions.comparePrediction, &QAction::triggered, this, &MainWindow::compareWithPrediction);
    connect(m_actions.closeComparison, &QAction::triggered, m_comparison, &ComparisonController::close);
    connect(m_actions.keepAsB, &QAction::triggered, this, [this] {
        if (const auto run = shownRun()) {
            m_comparison->keepAsB(*run);
            note(tr("Kept as B: %1. The next run is compared with it.").arg(historyText(*run, *run)));
            updateCompareActions();
        }
    });
    connect(m_actions.compareAbsolute, &QAction::triggered, this,
            [this] { m_comparison->setScale(ComparisonScale::Absolute); });
    connect(m_actions.compareNormalised, &QAction::triggered, this,
            [this] { m_comparison->setScale(ComparisonScale::Normalised); });
    connect(m_actions.stop, &QAction::triggered, m_comparison, &ComparisonController::cancel);
    connect(m_comparison, &ComparisonController::shown, this, &MainWindow::showComparison);
    connect(m_comparison, &ComparisonController::closed, this, &MainWindow::endComparison);
    connect(m_comparison, &ComparisonController::failed, this, &MainWindow::complain);
    connect(m_comparison, &ComparisonController::busyChanged, this, [this](bool busy) {
        if (!m_controller.isBusy()) {
            m_progress->setVisible(busy);
            m_progress->setRange(0, 0);
            m_progressText->setText(busy ? tr("Comparing") : QString());
        }
        updateActions();
    });
    fillCompareMenu();
}

/// The runs of the session change: the menu is made when it opens.
void MainWindow::fillCompareMenu()
{
    QMenu *menu = m_actions.compareMenu;
    menu->clear(); // deletes the entries of the runs, which are its own
    menu->addActions({m_actions.comparePrediction, m_actions.compareFile});
    menu->addSection(tr("Runs of this session"));
    const NamedRun now = shownRun().value_or(NamedRun());
    int number = 0;
    for (const NamedRun &run : m_comparison->history().runs()) {
        if (run.recording == now.recording)
            continue;
        QAction *entry = menu->addAction(historyText(run, now));
        entry->setObjectName(QStringLiteral("compareRun%1").arg(number++));
        entry->setToolTip(QStringList(run.parameters.begin(), run.parameters.end()).join(QStringLiteral(" · ")));
        connect(entry, &QAction::triggered, this, [this, run] { compareWith(run); });
    }
    if (number == 0)
        menu->addAction(tr("None yet but this one"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(m_actions.keepAsB);
    menu->addSeparator();
    menu->addActions({m_actions.compareAbsolute, m_actions.compareNormalised});
    menu->addSeparator();
    menu->addAction(m_actions.closeComparison);
    updateCompareActions();
}

void MainWindow::updateCompareActions()
{
    const bool hasRun = m_shown != nullptr;
    m_actions.compareFile->setEnabled(hasRun);
    m_actions.keepAsB->setEnabled(hasRun);
    m_actions.comparePrediction->setEnabled(hasRun && !showsPrediction() && document().preset().experiment
                                            && m_devices->deviceInfo());
    m_actions.closeComparison->setEnabled(m_comparison->isShown());
    (m_comparison->scale() == ComparisonScale::Normalised ? m_actions.compareNormalised : m_actions.compareAbsolute)
        ->setChecked(true);
}

/// What the timeline shows; of a comparison its A.
std::optional<NamedRun> MainWindow::shownRun() const
{
    if (m_comparison->isShown())
        return m_comparison->compared()->run(Side::A);
    const auto &result = m_controller.result();
    if (result && isShown(result->recording))
        return namedRun(result);
    if (showsPrediction())
        return namedPrediction(m_prediction);
    return std::nullopt;
}

void MainWindow::compareWith(const NamedRun &b)
{
    if (const auto a = shownRun())
        m_comparison->compare(*a, [b](const std::stop_token &) { return b; });
}

void MainWindow::compareWithPrediction()
{
    const auto a = shownRun();
    const DeviceInfo *device = m_devices->deviceInfo();
    const Preset &preset = document().preset();
    if (!a || !device || !preset.experiment)
        return;
    if (predictionIsCurrent()) {
        compareWith(namedPrediction(m_prediction));
        return;
    }
    const RunRequest request{preset.experiment, preset.parameters, preset.device};
    m_comparison->compare(*a, [request, device = *device](const std::stop_token &stop) {
        RunControl control;
        control.stop = stop;
        return namedPrediction(std::make_shared<const Prediction>(predict(request, device, control)));
    });
}

void MainWindow::compareWithFile()
{
    const auto a = shownRun();
    if (!a)
        return;
    const QString path = m_chooseToOpen(tr("Compare with a run or a trace"), Settings::folder(),
                                        tr("Runs and traces (*.csv *.json *.gz *.sqlite);;All files (*)"));
    if (!path.isEmpty())
        m_comparison->compareWithFile(*a, path);
}

void MainWindow::showComparison()
{
    const auto compared = m_comparison->compared();
    if (m_shown != compared->run(Side::A).recording) {
        m_shown = compared->run(Side::A).recording;
        m_docks.operations->setRecording(m_shown);
    }
    m_docks.operations->setPrediction(nullptr);
    m_summary->setPrediction({}, {});
    if (auto *dock = findChild<QDockWidget *>(QStringLiteral("dockComparison"))) {
        dock->show();
        dock->raise();
    }
    updateActions();
}

/// Brings A back as it was, or what came after it.
void MainWindow::endComparison(const TimelineView &before)
{
    if (before.content && before.recording == m_shown) {
        present(before.content);
        m_comparison->restore(before);
    } else {
        m_shown.reset();
    }
    updateView();
}

} // namespace streamscope
