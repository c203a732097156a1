// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>

namespace streamscope {

class MessageBar;
class RemoteTrace;
struct FileDialogs;

/// Copies the file of a trace on another machine to this one, after a question with its size, and has it opened.
class RemoteFetch : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        MessageBar *messages;
        const FileDialogs &dialogs;
        QWidget *window;
        std::function<void(const QString &path)> open; ///< a file of this machine
    };
    /// Owns none of them.
    explicit RemoteFetch(const Parts &parts);

    /// `name`: of its file.
    void ask(RemoteTrace *trace, const QString &name);

private:
    void askHow(const QPointer<RemoteTrace> &trace, const QString &name, std::uint64_t bytes);
    void fetch(const RemoteTrace &trace, const QString &name, const QString &path);

    Parts m_parts;
    BackgroundTask m_sizing, m_fetching;
    QString m_what; ///< is being fetched: "t.json.gz from gpu1"
};

} // namespace streamscope
