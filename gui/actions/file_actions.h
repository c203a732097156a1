// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/errors.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <utility>
#include <vector>

namespace streamscope {

class Document;
class MessageBar;
class ParameterForm;
class PresetDocument;
class RunController;
class Workspace;
struct FileDialogs;
struct Preset;
struct WindowActions;

/// Opens and saves documents, and asks before unsaved changes are lost.
class FileActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    FileActions(Workspace &workspace, const WindowActions &actions, const FileDialogs &dialogs, ParameterForm *form,
                MessageBar *messages, QWidget *window);

    /// See MainWindow.
    void open(const QString &path);
    bool saveTo(const QString &path);
    /// Opens several; the last one is in front.
    void openAll(const QStringList &paths);
    /// Opens the traces of a job's ranks, files or folders of them, as one.
    void openRanks(const QStringList &paths);
    /// Opens a built-in preset.
    void choose(const Preset &builtIn);
    /// Closes a tab, after a question where changes would be lost.
    void close(Document *document);
    bool mayEnd();
    /// What else is asked before a document, or for null the window, closes.
    void setGuard(std::function<bool(const Document *)> mayClose) { m_mayClose = std::move(mayClose); }
    /// What opens a session file.
    void setSessions(std::function<void(const QString &path)> open) { m_openSession = std::move(open); }
    /// What opens the file of a lesson.
    void setLessons(std::function<void(const QString &path)> open) { m_openLesson = std::move(open); }
    /// What opens a trace on another machine.
    void setElsewhere(std::function<void(const QString &address)> open) { m_openElsewhere = std::move(open); }
    /// Puts the file to the recent ones.
    void remember(const QString &path);

private:
    bool save(bool asksForName);
    /// False where the save fails or is cancelled.
    bool saveAll(const std::vector<PresetDocument *> &documents);
    void openChosen();
    void openChosenRanks();
    void openTrace(const QString &path, bool salvage);
    void openPreset(const QString &path, Preset preset);
    void showFailure(const QString &message, Remedy remedy);
    void updateRecentMenu();

    Workspace &m_workspace;
    const WindowActions &m_actions;
    const FileDialogs &m_dialogs;
    ParameterForm *m_form;
    MessageBar *m_messages;
    QWidget *m_window;
    std::function<bool(const Document *)> m_mayClose;
    std::function<void(const QString &)> m_openSession, m_openLesson, m_openElsewhere;
};

} // namespace streamscope
