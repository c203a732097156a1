// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/what_if_actions.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/io/files.h"
#include "engine/program/errors.h"
#include "engine/run/what_if/stand_in_run.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/actions/program_actions.h"
#include "gui/actions/trace_range.h"
#include "gui/actions/window_actions.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/what_if/what_if_text.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/command_line_text.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

namespace streamscope {

namespace {

ProgramFile changedProgramFile(const WhatIfTrial &trial)
{
    ProgramFile file;
    file.program = *trial.result->program;
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
    connect(panel, &WhatIfPanel::runWanted, this, &WhatIfActions::run);
    connect(parts.actions.whatIf, &QAction::triggered, this, &WhatIfActions::open);
    connect(&parts.workspace, &Workspace::shownChanged, panel,
            [panel, &workspace = parts.workspace] { panel->setDevice(workspace.device()); });
    connect(panel, &WhatIfPanel::saveWanted, this, &WhatIfActions::save);
    connect(panel, &WhatIfPanel::editWanted, this, &WhatIfActions::edit);
    connect(panel, &WhatIfPanel::copyWanted, this, &WhatIfActions::copyCommand);
}

void WhatIfActions::chooseUndo(const QWidget *focus)
{
    if (!focus || focus->window() != m_parts.window) // a menu that opens has no focus widget
        return;
    const bool inPanel = m_panel->isAncestorOf(focus) && m_controller->list();
    Document *source = m_parts.workspace.source();
    m_parts.workspace.undoGroup()->setActiveStack(inPanel  ? m_controller->list()->undoStack()
                                                  : source ? source->undoStack()
                                                           : nullptr);
}

void WhatIfActions::open()
{
    if (const auto range = selectedTraceRange(m_parts.workspace, *m_parts.timeline))
        m_controller->setRange(*range);
    m_parts.openPanel();
}

void WhatIfActions::follow(TimeRange range)
{
    m_controller->setRange(range);
}

/// Advice is about the whole trace.
void WhatIfActions::apply(const QString &change)
{
    WhatIfList *list = m_controller->list();
    const WhatIfTarget target = whatIfTarget(m_parts.workspace);
    if (!list || !target)
        return;
    m_controller->setRange({});
    list->add(parseChange(change.toStdString()));
    compare([target, changes = list->changes()](const std::stop_token &stop) {
        return tryChanges(whatIfStart(target, stop), changes, stop);
    });
}

void WhatIfActions::show()
{
    compare([trial = *m_controller->trial()](const std::stop_token &) { return trial; });
}

void WhatIfActions::compare(const std::function<WhatIfTrial(const std::stop_token &)> &trialOf)
{
    m_parts.comparison->compare(
        [shown = m_parts.workspace.shownAlone(), trialOf](const RunControl &control) {
            const WhatIfTrial trial = trialOf(control.stop);
            if (!trial.result)
                throw InputError(trial.rows.empty() ? QT_TRANSLATE_NOOP("engine", "no change is on")
                                                    : trial.rows.back().note.toStdString());
            return ComparisonController::Sides{before(shown, *trial.start),
                                               namedAfter(trial.start->base, *trial.result)};
        },
        tr("Comparing"));
}

/// The trace itself, or the unchanged experiment as the model has it.
Shown WhatIfActions::before(Shown shown, const WhatIfStart &start)
{
    shown.prediction = start.unchanged;
    if (!shown.isTrace()) {
        shown.drawn = Shown::Drawn::Prediction;
        shown.result.reset(); // a run is not what the changes were tried on
    }
    if (start.base.replay)
        shown.result = replayedPart(*start.base.replay);
    return shown;
}

void WhatIfActions::run()
{
    if (m_parts.workspace.runs().isBusy()) {
        m_parts.messages->complain(tr("A run is at work on the device: stop it (Esc), or wait for it."));
        return;
    }
    const std::string device = m_parts.workspace.device()->id;
    const auto text = std::make_shared<QString>(); // of the run, for when it is shown
    m_parts.comparison->compareWithRun(
        [shown = m_parts.workspace.shownAlone(), trial = *m_controller->trial(), device,
         text](const RunControl &control) {
            const WhatIfBase &base = trial.start->base;
            const NamedRun after = namedAfter(base, *trial.result);
            const auto run = std::make_shared<const RunResult>(
                runStandIns(*trial.result->program, *base.profile, after.title.toStdString(), device, control));
            *text = standInText(*run, base.beforeNs());
            return ComparisonController::Sides{before(shown, *trial.start), namedRun(run)};
        },
        device, [this, text] { m_parts.messages->note(*text); });
}

void WhatIfActions::save()
{
    const WhatIfTrial trial = *m_controller->trial(); // the one in front when the dialog opened
    const QString suggestion = QFileInfo(QString::fromStdString(trial.start->base.title)).completeBaseName();
    QString path =
        m_parts.dialogs.toSave(tr("Save the changed program"),
                               QStringLiteral("%1/%2 %3.json").arg(Settings::saveFolder(), suggestion, tr("changed")),
                               tr("Programs (*.json)"));
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
    if (const TraceDocument *trace = workspace.trace())
        return shellQuoted(trace->path());
    const PresetDocument *document = workspace.experiment();
    if (!document->isModified() && !document->path().isEmpty())
        return shellQuoted(document->path());
    if (document->preset().experiment.program() && document->isModified())
        return {};
    return targetText(document->preset(), m_parts.builtIn(document->preset().name));
}

void WhatIfActions::copyCommand()
{
    const QString target = commandTarget();
    if (target.isEmpty()) {
        m_parts.messages->complain(tr("The command reads the program from its file: save it first (Ctrl+S)."));
        return;
    }
    const QString command = whatIfCommand(target, m_controller->range(), m_controller->list()->changes());
    QApplication::clipboard()->setText(command);
    m_parts.messages->note(tr("On the clipboard: %1").arg(command));
}

} // namespace streamscope
