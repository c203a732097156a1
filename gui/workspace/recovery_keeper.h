// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>
#include <QTimer>

namespace streamscope {

class RecoveryFolder;
class Workspace;

/// Keeps the recovery file of this process up to date, so that a signal or a crash loses no unsaved work. The file
/// exists only while a document is unsaved.
class RecoveryKeeper : public QObject
{
    Q_OBJECT

public:
    /// Neither is owned.
    RecoveryKeeper(const Workspace &workspace, RecoveryFolder &folder, QObject *parent = nullptr);

    /// The delay from the first of several changes to writing the file.
    void setDelay(int milliseconds) { m_timer.setInterval(milliseconds); }
    void keepNow();

Q_SIGNALS:
    /// Emitted once when the file cannot be written.
    void failed(const QString &problem);

private:
    void changed();

    const Workspace &m_workspace;
    RecoveryFolder &m_folder;
    QTimer m_timer;
    bool m_hasFailed = false;
};

} // namespace streamscope
