// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/what_if_actions.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/io/files.h"
#include "engine/program/errors.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/actions/program_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/what_if/what_if_text.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/path_text.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

namespace streamscope {

namespace {

ProgramFile changedProgramFile(const WhatIfTrial &trial)
{
    ProgramFile file;
    file.program = trial.result->program;
    file.program.title = namedAfter(trial.start->base, *trial.result).title.toStdString();
    file.device = trial.result->device;
    file.parameters = Parameters(runParameters());
    file.parameters.set("submission", std::string(submissionName(file.program.submission)));
    return file;
}

} // namespace

WhatIfActions::WhatIfActions(WhatIfPanel *panel, const Parts &parts)
    : m_panel(panel), m_controller(new WhatIfController(parts.workspace, parts.window)), m_parts(parts)
{
    panel->setController(m_controller);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { chooseUndo(now); });
    connect(m_controller, &WhatIfController::listReplaced, this, [this] { chooseUndo(m_parts.window->focusWidget()); });
    connect(panel, &WhatIfPanel::showWanted, this, &WhatIfActions::show);
    connect(panel, &WhatIfPanel::saveWanted, this, &WhatIfActions::save);
    connect(panel, &WhatIfPanel::editWanted, this, &WhatIfActions::edit);
    connect(panel, &WhatIfPanel::copyWanted, this, &WhatIfActions::copyCommand);
}

void WhatIfActions::chooseUndo(const QWidget *focus)
{
    if (!focus || focus->window() != m_parts.window) // a menu that opens has no focus widget
        return;
    const bool inPanel = m_panel->isAncestorOf(focus) && m_controller->list();
    m_parts.workspace.undoGroup()->setActiveStack(inPanel ? m_controller->list()->undoStack()
                                                          : m_parts.workspace.front().undoStack());
}

void WhatIfActions::apply(const QString &change)
{
    WhatIfList *list = m_controller->list();
    const WhatIfTarget target = whatIfTarget(m_parts.workspace);
    if (!list || !target)
        return;
    list->add(parseChange(change.toStdString()));
    compare([target, changes = list->changes()](const std::stop_token &stop) {
        return tryChanges(whatIfStart(target, stop), changes, stop);
    });
}

void WhatIfActions::show()
{
    compare([trial = *m_controller->trial()](const std::stop_token &) { return trial; });
}

/// The trace itself, or the unchanged experiment as the model has it, beside what the changes make of it.
void WhatIfActions::compare(const std::function<WhatIfTrial(const std::stop_token &)> &trialOf)
{
    m_parts.comparison->compare(
        [before = m_parts.workspace.shownAlone(), trialOf](const RunControl &control) {
            const WhatIfTrial trial = trialOf(control.stop);
            if (!trial.result)
                throw InputError(trial.rows.empty() ? "no change is on" : trial.rows.back().note.toStdString());
            Shown a = before;
            a.prediction = trial.start->unchanged;
            if (!a.isTrace()) {
                a.drawn = Shown::Drawn::Prediction;
                a.result.reset(); // a run is not what the changes were tried on
            }
            if (trial.start->base.replay)
                a.result = replayedPart(*trial.start->base.replay);
            return ComparisonController::Sides{a, namedAfter(trial.start->base, *trial.result)};
        },
        tr("Comparing"));
}

void WhatIfActions::save()
{
    const WhatIfTrial trial = *m_controller->trial(); // the one in front when the dialog opened
    const QString suggestion = QFileInfo(QString::fromStdString(trial.start->base.title)).completeBaseName();
    QString path = m_parts.dialogs.toSave(
        tr("Save the changed program"),
        QStringLiteral("%1/%2 %3.json").arg(Settings::folder(), suggestion, tr("changed")), tr("Programs (*.json)"));
    if (QFileInfo(path).suffix().isEmpty())
        path = withSuffix(m_parts.window, path, QStringLiteral("json"));
    if (path.isEmpty())
        return;
    BackgroundTask::startAnother(
        this,
        [trial, path](const RunControl &) {
            writeFileWhole(pathOf(path), programFileJson(changedProgramFile(trial)));
            return path;
        },
        [messages = m_parts.messages](const QString &saved) { messages->note(tr("Saved %1").arg(saved)); });
}

void WhatIfActions::edit()
{
    const ProgramFile file = changedProgramFile(*m_controller->trial()); // another document in front drops the trial
    m_parts.programs->open(file);
}

QString WhatIfActions::commandTarget() const
{
    const Workspace &workspace = m_parts.workspace;
    if (workspace.isTraceInFront())
        return QString::fromStdString(workspace.shownAlone().result->import->source);
    const PresetDocument &document = workspace.front();
    if (document.isModified())
        return {};
    return document.path().isEmpty() ? QString::fromStdString(document.preset().name) : document.path();
}

void WhatIfActions::copyCommand()
{
    const QString target = commandTarget();
    if (target.isEmpty()) {
        m_parts.messages->complain(tr("The command reads the experiment from its file: save it first (Ctrl+S)."));
        return;
    }
    const QString command = whatIfCommand(target, m_controller->list()->changes());
    QApplication::clipboard()->setText(command);
    m_parts.messages->note(tr("On the clipboard: %1").arg(command));
}

} // namespace streamscope
