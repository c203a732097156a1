// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/record/record_actions.h"

#include "engine/run/named_run.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/language/translated.h"
#include "gui/record/record_dialog.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>

namespace streamscope {

RecordActions::RecordActions(const Parts &parts) : m_parts(parts)
{
    connect(parts.actions.record, &QAction::triggered, this, &RecordActions::ask);
    connect(parts.actions.recordAgain, &QAction::triggered, this, &RecordActions::again);
    connect(parts.bar, &RecordBar::startWanted, this, [this] { m_recording->startRecording(); });
    connect(parts.bar, &RecordBar::stopWanted, this, [this] { m_recording->stopRecording(); });
    connect(parts.bar, &RecordBar::endWanted, this, [this] { m_recording->endProgram(); });
    connect(parts.bar, &RecordBar::againWanted, this, &RecordActions::again);
    connect(parts.bar, &RecordBar::closed, this, [this] {
        m_isClosed = true;
        showBar();
    });
    connect(&parts.workspace, &Workspace::shownChanged, this, &RecordActions::showBar);
    connect(&m_live, &LiveTrace::loaded, this, &RecordActions::take);
    connect(&m_live, &LiveTrace::failed, this, [this](const QString &problem) {
        m_parts.messages->complain(problem);
        if (m_document)
            m_parts.workspace.endRecording(m_document, problem);
    });
    showBar();
}

RecordActions::~RecordActions()
{
    m_parts.workspace.disconnect(this);
}

void RecordActions::ask()
{
    if (isRunning()) { // one at a time
        if (m_document)
            m_parts.workspace.bringToFront(m_document);
        else
            m_parts.messages->note(
                tr("“%1”, whose tab was closed, has not ended yet.").arg(m_recording->command().command.simplified()));
        return;
    }
    auto *dialog = new RecordDialog(
        RecordedCommand::fromJson(Settings::recordedCommand()), m_parts.dialogs,
        [this](const RecordedCommand &command) { return start(command, nullptr); }, m_parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void RecordActions::again()
{
    if (!m_recording || isRunning())
        return;
    const RecordedCommand command = m_recording->command();
    const QString problem = start(command, m_document ? m_document->result() : m_former);
    if (!problem.isEmpty())
        m_parts.messages->complain(problem);
}

QString RecordActions::start(const RecordedCommand &command, const std::shared_ptr<const RunResult> &former)
{
    auto recording = std::make_unique<ProgramRecording>(command);
    try {
        recording->start();
    } catch (const std::exception &error) {
        return translated(error.what());
    }
    Settings::recordedCommand.set(command.toJson());
    m_recording = std::move(recording);
    m_live.begin();
    m_former = former;
    m_isClosed = false;
    connect(m_recording.get(), &ProgramRecording::changed, this, &RecordActions::follow);
    connect(m_recording.get(), &ProgramRecording::printed, m_parts.log, &LogView::add);
    connect(m_recording.get(), &ProgramRecording::complained, m_parts.messages, &MessageBar::complain);
    connect(m_recording.get(), &ProgramRecording::ended, this, &RecordActions::finish);
    m_parts.messages->clear();
    m_parts.log->add(tr("Recording %1 into %2").arg(command.command.simplified(), m_recording->folder()));
    m_document = m_parts.workspace.openRecording(command.title(), m_recording->folder());
    showBar();
    return {};
}

void RecordActions::follow()
{
    if (m_document && isRunning())
        m_live.follow(m_recording->filesOfOperations(), m_recording->look().total.operations, m_document->kernelTags());
    showBar();
}

void RecordActions::take(const Workspace::RecordedState &state, bool isLast)
{
    if (!m_document)
        return;
    m_parts.workspace.showRecorded(m_document, state);
    if (!isLast)
        return;
    m_parts.workspace.endRecording(m_document);
    const QString path = m_document->ranks().isEmpty() ? m_document->path() : m_recording->folder();
    Settings::addRecentFile(path);
    const bool compares = m_former && m_parts.workspace.source() == m_document;
    if (compares)
        m_parts.comparison->compareWith(namedRun(m_former));
    tellEnd();
}

void RecordActions::finish()
{
    const RecordingFolder::Outcome &outcome = *m_recording->outcome();
    m_parts.log->add(tr("The program %1").arg(m_recording->endText()));
    if (outcome.total.operations > 0 && m_document) {
        m_live.readLast(m_recording->filesOfOperations(), m_document->kernelTags());
    } else if (m_document) {
        const QString nothing = tr("Nothing was recorded: the program ran nothing on a GPU with CUDA while the "
                                   "recording was on.");
        m_parts.workspace.endRecording(m_document, nothing); // the timeline says it
        m_parts.log->add(nothing);
    }
    showBar();
}

/// "Recorded 12,345 operations of 2 processes (2.1 MiB) in /home/me/recording-20260102-101112".
void RecordActions::tellEnd()
{
    const RecordingFolder::Outcome &outcome = *m_recording->outcome();
    QString text = QString::fromStdString(recordedText(outcome.total));
    text[0] = text[0].toUpper();
    m_parts.messages->note(
        tr("%1 in %2").arg(text, pathText(outcome.place))
        + (outcome.problem.empty() ? QString() : tr(" (%1)").arg(QString::fromStdString(outcome.problem))));
}

void RecordActions::showBar()
{
    const bool isInFront = m_recording && m_document && m_parts.workspace.source() == m_document;
    if (m_recording)
        m_parts.bar->setRecording(*m_recording);
    m_parts.bar->setVisible(isInFront && !m_isClosed);
    m_parts.actions.recordAgain->setEnabled(m_recording && !isRunning());
}

bool RecordActions::mayClose(const Document *document)
{
    if (!isRunning() || (document && document != m_document))
        return true;
    QMessageBox box(QMessageBox::Question, tr("A program is being recorded"), {}, QMessageBox::Cancel, m_parts.window);
    box.setObjectName(QStringLiteral("recordQuestion"));
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("“%1” is still running.").arg(m_recording->command().command.simplified()));
    box.setInformativeText(
        tr("It ends with its tab. What was recorded so far stays in %1.").arg(m_recording->folder()));
    const QPushButton *const end = box.addButton(tr("&Stop the program"), QMessageBox::DestructiveRole);
    box.exec();
    if (box.clickedButton() != end)
        return false;
    m_recording->endProgram();
    return true;
}

} // namespace streamscope
