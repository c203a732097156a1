// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/file_actions.h"

#include "engine/formats/lessons/lesson_reader.h"
#include "engine/formats/session/section_file.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/remote/ssh_host.h"
#include "engine/run/open_ranks.h"
#include "experiments/registry.h"
#include "gui/actions/file_dialogs.h"
#include "gui/actions/file_replacement.h"
#include "gui/actions/unsaved_question.h"
#include "gui/actions/window_actions.h"
#include "gui/language/translated.h"
#include "gui/parameters/parameter_form.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

namespace streamscope {

namespace {

/// A trace or a session is read on another thread and may be read again, so it cannot be a pipe.
void requireRegular(const InputFile &file)
{
    if (!file.regular)
        throw InputError(
            file.path + ": "
            + QT_TRANSLATE_NOOP("engine",
                                "the window reads traces and sessions from files only; write it into one first"));
}

} // namespace

FileActions::FileActions(Workspace &workspace, const WindowActions &actions, const FileDialogs &dialogs,
                         ParameterForm *form, MessageBar *messages, QWidget *window)
    : m_workspace(workspace), m_actions(actions), m_dialogs(dialogs), m_form(form), m_messages(messages),
      m_window(window)
{
    connect(actions.open, &QAction::triggered, this, &FileActions::openChosen);
    connect(actions.openRanks, &QAction::triggered, this, &FileActions::openChosenRanks);
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
    m_workspace.commitTyping();
    if (isSshAddress(path.toStdString())) {
        m_openElsewhere(path);
        return;
    }
    try {
        if (QFileInfo(path).isDir()) {
            const std::string lone = loneTrace(pathOf(path));
            if (lone == pathOf(path))
                openRanks({path});
            else
                open(QFile::decodeName(lone.c_str()));
            return;
        }
        if (isLessonPath(pathOf(path))) {
            m_openLesson(QFileInfo(path).absoluteFilePath());
            return;
        }
        const InputFile file = openInput(pathOf(path));
        if (looksLikeSession(file.bytes->head())) {
            requireRegular(file);
            m_openSession(path);
        } else if (looksLikeTrace(file)) {
            requireRegular(file);
            openTrace(path, false);
        } else {
            openPreset(path, loadPreset(file, experiments()));
        }
    } catch (const std::exception &error) {
        m_messages->complain(translated(error.what()));
    }
    updateRecentMenu();
}

void FileActions::openAll(const QStringList &paths)
{
    for (const QString &path : paths)
        open(path);
}

void FileActions::openRanks(const QStringList &paths)
{
    m_messages->clear();
    if (paths.size() == 1)
        remember(paths.first());
    m_workspace.openRanks(paths);
}

void FileActions::openChosenRanks()
{
    const QString folder =
        m_dialogs.toOpenFolder(tr("Open the folder with the traces of the ranks"), Settings::folder(), {});
    if (!folder.isEmpty())
        openRanks({folder});
}

void FileActions::openPreset(const QString &path, Preset preset)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    m_workspace.open(std::move(preset), absolute);
    remember(path);
    m_messages->clear();
    if (m_workspace.experiment()->isModified())
        m_messages->note(tr("%1 was open already, with changes that are not saved.").arg(QFileInfo(path).fileName()));
    else
        Q_EMIT m_messages->said(tr("Opened %1").arg(path));
}

void FileActions::openTrace(const QString &path, bool salvage)
{
    m_messages->clear();
    remember(path);
    m_workspace.openTrace(QFileInfo(path).absoluteFilePath(), salvage);
}

/// A run or an import failed.
void FileActions::showFailure(const QString &message, Remedy remedy)
{
    m_messages->complain(message);
    if (remedy == Remedy::Salvage)
        m_messages->offer(tr("Open readable part"),
                          [this, path = m_workspace.traceInFlight()] { openTrace(path, true); });
}

bool FileActions::saveTo(const QString &path)
{
    m_workspace.commitTyping();
    if (const QString problem = m_form->firstProblem(); !problem.isEmpty()) {
        m_messages->complain(problem);
        return false;
    }
    try {
        m_workspace.experiment()->save(QFileInfo(path).absoluteFilePath());
        remember(path);
        Settings::setSaveFolder(QFileInfo(path).absolutePath());
        m_messages->note(tr("Saved %1").arg(path));
        return true;
    } catch (const std::exception &error) {
        m_messages->complain(translated(error.what()));
        return false;
    }
}

void FileActions::openChosen()
{
    const QString path =
        m_dialogs.toOpen(tr("Open a preset, a program, a trace, a session or a lesson"), Settings::folder(),
                         tr("Presets, programs, traces, sessions and lessons (%1 *.streamscope *.md);;All files (*)")
                             .arg(QString::fromStdString(traceFilePatterns())));
    if (!path.isEmpty())
        open(path);
}

bool FileActions::save(bool asksForName)
{
    const PresetDocument *document = m_workspace.experiment();
    if (!document)
        return false; // a trace is a file already
    QString path = document->path();
    if (asksForName || path.isEmpty()) {
        const QString name = QFileInfo(document->displayName()).completeBaseName();
        path = m_dialogs.toSave(tr("Save “%1”").arg(document->displayName()),
                                QStringLiteral("%1/%2.json").arg(Settings::saveFolder(), name),
                                tr("Presets and programs (*.json)"));
        if (QFileInfo(path).suffix().isEmpty())
            path = withSuffix(m_window, path, QStringLiteral("json"));
    }
    return !path.isEmpty() && saveTo(path);
}

void FileActions::choose(const Preset &builtIn)
{
    m_workspace.commitTyping();
    const Document *former = &m_workspace.front();
    m_workspace.choose(builtIn);
    if (former != &m_workspace.front()) // not the second click of a double click
        m_messages->clear();
}

void FileActions::close(Document *document)
{
    m_workspace.commitTyping();
    if (m_mayClose && !m_mayClose(document))
        return;
    if (auto *preset = qobject_cast<PresetDocument *>(document); preset && preset->isModified()) {
        const UnsavedAnswer answer = askAboutUnsaved(m_window, {preset});
        if (answer == UnsavedAnswer::Cancel || (answer == UnsavedAnswer::Save && !saveAll({preset})))
            return;
    }
    m_workspace.close(document);
}

bool FileActions::mayEnd()
{
    m_workspace.commitTyping();
    if (m_mayClose && !m_mayClose(nullptr))
        return false;
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
        action->setEnabled(fileExists(pathOf(file)) || QFileInfo(file).isDir()); // greyed: it was there once
        connect(action, &QAction::triggered, this, [this, file] { open(file); });
    }
    menu->addSeparator();
    menu->addAction(m_actions.clearRecent);
    menu->setEnabled(!files.isEmpty());
}

} // namespace streamscope
