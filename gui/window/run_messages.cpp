// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/run_messages.h"

#include "gui/comparison/comparison_controller.h"
#include "gui/language/translated.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/text/run_text.h"
#include "gui/workspace/workspace.h"

#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>

namespace streamscope {

RunMessages::RunMessages(Workspace &workspace, const ComparisonController *comparison, QStatusBar *status,
                         MessageBar *messages, LogView *log)
    : m_workspace(workspace), m_comparison(comparison), m_messages(messages), m_log(log), m_text(new QLabel(status)),
      m_progress(new QProgressBar(status))
{
    m_text->setObjectName(QStringLiteral("progressText"));
    m_progress->setObjectName(QStringLiteral("progress"));
    m_progress->setMaximumWidth(220);
    m_progress->setMaximumHeight(status->fontMetrics().height() + 4);
    m_progress->hide();
    status->addWidget(m_text, 1);
    status->addPermanentWidget(m_progress);

    const RunController &runs = workspace.runs();
    connect(&runs, &RunController::busyChanged, this, &RunMessages::showBusy);
    connect(comparison, &ComparisonController::busyChanged, this, &RunMessages::showBusy);
    const auto showProgress = [this](int done, int total, const QString &what) {
        m_progress->setRange(0, total);
        m_progress->setValue(done);
        m_text->setText(translated(what));
    };
    connect(&runs, &RunController::progress, this, showProgress);
    connect(comparison, &ComparisonController::progress, this, showProgress);
    connect(&runs, &RunController::started, log, [log] { log->add(tr("Started")); });
    connect(&runs, &RunController::finished, this,
            [this](const std::shared_ptr<const RunResult> &result) { sayFinished(*result); });
    connect(&runs, &RunController::stopped, messages, [messages](const QString &notice) {
        messages->note(notice.isEmpty() ? tr("Stopped. Showing the previous run.") : translated(notice));
    });
    connect(&runs, &RunController::devicesListed, log, [log](const std::shared_ptr<const DeviceCatalog> &catalog) {
        log->add(tr("CUDA: %1").arg(translated(catalog->cudaStatus)));
    });
    connect(messages, &MessageBar::said, log, &LogView::add);
    connect(&workspace, &Workspace::frontChanged, messages, &MessageBar::clear); // it was about the other document
    connect(&BackgroundProblems::instance(), &BackgroundProblems::arose, messages, &MessageBar::complain,
            Qt::QueuedConnection); // it may arise while something is painted
}

void RunMessages::showBusy()
{
    const bool runs = m_workspace.runs().isBusy();
    const bool compares = !runs && m_comparison->isBusy();
    m_progress->setVisible(runs || compares);
    m_progress->setRange(0, 0);
    m_text->setText(compares ? m_comparison->doing() : QString());
}

void RunMessages::sayFinished(const RunResult &result)
{
    m_messages->clear();
    QStringList figures;
    for (const RunFigure &figure : runFigures(result))
        figures << figure.label + QLatin1Char(' ') + figure.value;
    m_log->add((result.import ? tr("Opened a trace of %1: %2") : tr("Run finished on %1: %2"))
                   .arg(deviceText(result.recording.device), figures.join(QStringLiteral(", "))));
    for (const std::string &note : result.recording.notes)
        m_log->add(translated(note));
    if (result.recording.verification == Verification::Failed)
        m_messages->complain(tr("The results are wrong: %1").arg(translated(result.recording.verificationText)));
    if (result.import)
        sayImport(*result.import);
}

void RunMessages::sayImport(const ImportReport &report)
{
    for (const std::string &line : importLines(report))
        m_log->add(translated(line));
    const QString name = QFileInfo(QString::fromStdString(report.source)).fileName();
    if (!report.brokenAt.empty())
        m_messages->note(tr("%1 is broken; its intact part is shown: %2").arg(name, translated(report.brokenAt)));
    else if (report.keptInAll() == 0)
        m_messages->note(tr("%1 holds no operation of a GPU: there is nothing to draw.").arg(name));
}

} // namespace streamscope
