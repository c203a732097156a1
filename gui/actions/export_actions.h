// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

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

/// Writes what is shown to files and to the clipboard, in the background.
class ExportActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    ExportActions(const Workspace &workspace, const WindowActions &actions, const FileDialogs &dialogs,
                  const TimelineWidget *timeline, MessageBar *messages, QWidget *window);

    /// The suffix chooses the format. exported() answers.
    void exportTo(const QString &path);

    /// Exports a trace whose operations lie on another machine, in its background; calls one of the two.
    struct Elsewhere
    {
        using Failed = std::function<void(const QString &problem)>;
        std::function<void(const QString &path, const ImageOptions &options, const std::function<void()> &done,
                           const Failed &failed)>
            write;
        std::function<void(const ImageOptions &options, const std::function<void(const QImage &)> &done,
                           const Failed &failed)>
            picture;
    };
    void setElsewhere(Elsewhere elsewhere) { m_elsewhere = std::move(elsewhere); }

Q_SIGNALS:
    /// The file was written, or a message says why not.
    void exported(const QString &path);

private:
    void exportChosen(const WindowActions::Export &entry);
    void copyPicture();
    PictureSource shownPicture() const;
    ImageOptions imageOptions() const;

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
