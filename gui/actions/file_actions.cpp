// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/file_actions.h"

#include "engine/formats/traces/trace_format.h"
#include "experiments/registry.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/actions/unsaved_question.h"
#include "gui/actions/window_actions.h"
#include "gui/parameters/parameter_form.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/path_text.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace streamscope {

namespace {

/// A trace is read on another thread and may be read again, so it cannot be a pipe.
void requireRegular(const InputFile &file)
{
    if (!file.regular)
        throw InputError(file.path + ": the window reads traces from files only; write it into one first");
}

} // namespace

FileActions::FileActions(Workspace &workspace, const WindowActions &actions, const FileDialogs &dialogs,
                         ParameterForm *form, MessageBar *messages, QWidget *window)
    : m_workspace(workspace), m_actions(actions), m_dialogs(dialogs), m_form(form), m_messages(messages),
      m_window(window)
{
    connect(actions.open, &QAction::triggered, this, &FileActions::openChosen);
    connect(actions.save, &QAction::triggered, this, [this] { save(false); });
    connect(actions.saveAs, &QAction::triggered, this, [this] { save(true); });
    connect(actions.clearRecent, &QAction::triggered, this, [this] {
        Settings::recentFiles.set({});
        updateRecentMenu();
    });
    connect(actions.recentMenu, &QMenu::aboutToShow, this, &FileActions::updateRecentMenu);
    connect(&workspace.runs(), &RunController::failed, this, &FileActions::showFailure);
    updateRecentMenu();
}

void FileActions::open(const QString &path)
{
    try {
        const InputFile file = openInput(pathOf(path));
        if (looksLikeTrace(file)) {
            requireRegular(file);
            openTrace(path, false);
            return;
        }
        Preset preset = loadPreset(file, experiments());
        const QString absolute = QFileInfo(path).absoluteFilePath();
        if (!mayReplaceFront())
            return;
        if (m_workspace.front().path() == absolute) // the answer may have been to save it
            preset = loadPreset(pathOf(path), experiments());
        m_workspace.open(std::move(preset), absolute);
        remember(path);
        m_messages->clear();
        Q_EMIT m_messages->said(tr("Opened %1").arg(path));
    } catch (const std::exception &error) {
        m_messages->complain(QString::fromUtf8(error.what()));
    }
    updateRecentMenu();
}

void FileActions::openTrace(const QString &path, bool salvage)
{
    m_trace = QFileInfo(path).absoluteFilePath();
    m_messages->clear();
    remember(path);
    m_workspace.openTrace(m_trace, salvage);
}

/// A run or an import failed.
void FileActions::showFailure(const QString &message, Remedy remedy)
{
    m_messages->complain(message);
    if (remedy == Remedy::Salvage)
        m_messages->offer(tr("Open the intact part"), [this] { openTrace(m_trace, true); });
}

bool FileActions::saveTo(const QString &path)
{
    m_workspace.commitTyping();
    if (const QString problem = m_form->firstProblem(); !problem.isEmpty()) {
        m_messages->complain(problem);
        return false;
    }
    try {
        m_workspace.front().save(QFileInfo(path).absoluteFilePath());
        remember(path);
        m_messages->note(tr("Saved %1").arg(path));
        return true;
    } catch (const std::exception &error) {
        m_messages->complain(QString::fromUtf8(error.what()));
        return false;
    }
}

void FileActions::openChosen()
{
    const QString path = m_dialogs.toOpen(
        tr("Open a preset, a program or a trace"), Settings::folder(),
        tr("Presets, programs and traces (%1);;All files (*)").arg(QString::fromStdString(traceFilePatterns())));
    if (!path.isEmpty())
        open(path);
}

bool FileActions::save(bool asksForName)
{
    const PresetDocument &document = m_workspace.front();
    QString path = document.path();
    if (asksForName || path.isEmpty()) {
        // Suggests the document's name also while a trace is shown, so that the trace is not overwritten.
        const QString name = QFileInfo(document.displayName()).completeBaseName();
        path = m_dialogs.toSave(tr("Save “%1”").arg(document.displayName()),
                                QStringLiteral("%1/%2.json").arg(Settings::folder(), name),
                                tr("Presets and programs (*.json)"));
        if (QFileInfo(path).suffix().isEmpty())
            path = withSuffix(m_window, path, QStringLiteral("json"));
    }
    return !path.isEmpty() && saveTo(path);
}

bool FileActions::choose(const Preset &builtIn)
{
    const bool isFront = m_workspace.front().isFrom(builtIn); // also the second click of a double click
    if (!isFront && !mayReplaceFront())
        return false;
    m_workspace.choose(builtIn);
    if (!isFront)
        m_messages->clear();
    return true;
}

bool FileActions::mayReplaceFront()
{
    m_workspace.commitTyping();
    PresetDocument &front = m_workspace.front();
    if (!front.isModified() || !front.isOwn())
        return true;
    const UnsavedAnswer answer = askAboutUnsaved(m_window, {&front});
    return answer == UnsavedAnswer::Discard || (answer == UnsavedAnswer::Save && saveAll({&front}));
}

bool FileActions::mayEnd()
{
    m_workspace.commitTyping();
    const auto unsaved = m_workspace.unsaved();
    const UnsavedAnswer answer = unsaved.empty() ? UnsavedAnswer::Save : askAboutUnsaved(m_window, unsaved);
    if (answer == UnsavedAnswer::Discard)
        m_workspace.letGo();
    return answer == UnsavedAnswer::Discard || (answer == UnsavedAnswer::Save && saveAll(unsaved));
}

bool FileActions::saveAll(const std::vector<PresetDocument *> &documents)
{
    return std::all_of(documents.begin(), documents.end(), [this](PresetDocument *document) {
        m_workspace.bringToFront(document);
        return save(false);
    });
}

void FileActions::remember(const QString &path)
{
    Settings::addRecentFile(path);
    Settings::setFolder(QFileInfo(path).absolutePath());
    updateRecentMenu();
}

void FileActions::updateRecentMenu()
{
    QMenu *menu = m_actions.recentMenu;
    menu->clear();
    const QStringList files = Settings::recentFiles();
    for (const QString &file : files) {
        QAction *action = menu->addAction(file);
        action->setEnabled(fileExists(pathOf(file))); // greyed: it was there once
        connect(action, &QAction::triggered, this, [this, file] { open(file); });
    }
    menu->addSeparator();
    menu->addAction(m_actions.clearRecent);
    menu->setEnabled(!files.isEmpty());
}

} // namespace streamscope
