// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "gui/actions/window_actions.h"
#include "gui/pictures/timeline_image.h"

#include <QObject>

#include <functional>
#include <utility>

namespace streamscope {

class MessageBar;
class TimelineWidget;
class Workspace;
struct FileDialogs;

/// Writes what is shown to files and to the clipboard, in the background. Work that takes its time says how far it is,
/// beside a button that stops it.
class ExportActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    ExportActions(const Workspace &workspace, const WindowActions &actions, const FileDialogs &dialogs,
                  const TimelineWidget *timeline, MessageBar *messages, QWidget *window);

    /// The suffix chooses the format. exported() answers, unless it is stopped: then nothing is written.
    void exportTo(const QString &path);

    /// What exports a trace whose operations lie on another machine: work for another thread, which a stop request ends
    /// there, too. Both are of the trace in front; empty where it is of this machine.
    struct Elsewhere
    {
        using Write = std::function<void(const RunControl &control)>;
        using Paint = std::function<QImage(const RunControl &control)>;
        std::function<Write(const QString &path, const ImageOptions &options)> write;
        std::function<Paint(const ImageOptions &options)> picture;
    };
    void setElsewhere(Elsewhere elsewhere) { m_elsewhere = std::move(elsewhere); }

Q_SIGNALS:
    /// The file was written, or a message says why not.
    void exported(const QString &path);

private:
    void exportChosen(const WindowActions::Export &entry);
    void copyPicture();
    Elsewhere::Write writeHere(const QString &path, bool isPicture) const;
    PictureSource shownPicture() const;
    ImageOptions imageOptions() const;

    template <typename Work, typename Done>
    void startWork(const QString &what, Work work, Done done, const std::function<void(const QString &)> &failed);
    void tellWritten(const QString &path);
    void tellCopied(const QImage &image);

    Elsewhere m_elsewhere;
    const Workspace &m_workspace;
    const WindowActions &m_actions;
    const FileDialogs &m_dialogs;
    const TimelineWidget *m_timeline;
    MessageBar *m_messages;
    QWidget *m_window;
};

} // namespace streamscope
