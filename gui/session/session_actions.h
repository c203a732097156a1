// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/workspace/session/session_substance.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <functional>

namespace streamscope {

class FileActions;
class MessageBar;
class Workspace;
struct FileDialogs;
struct KeptSession;
struct SessionImage;
struct WindowActions;

/// Saves the tabs of the window as a session file and opens such files, both on other threads.
class SessionActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    struct Parts
    {
        Workspace &workspace;
        const WindowActions &actions;
        const FileDialogs &dialogs;
        FileActions &files;
        MessageBar *messages;
        QWidget *window;
        std::function<void(const KeptSession &)> restore;
        std::function<QByteArray()> layout; ///< of the window's panels
    };
    explicit SessionActions(const Parts &parts);

    void open(const QString &path);
    void saveTo(const QString &path);
    /// Asks where the session of this window is on the disk and not as it is now. @returns false when the window is to
    /// stay open.
    bool mayEnd();

private:
    void openChosen();
    void save(bool asksForName);
    bool saveNow();
    SessionImage image();
    void isSavedAs(const QString &path, SessionSubstance substance);

    Parts m_parts;
    QString m_path;           ///< of the session that was opened or saved last; empty: none
    SessionSubstance m_saved; ///< of the window, when m_path was opened or saved
    BackgroundTask m_opening;
};

} // namespace streamscope
