// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>
#include <QTimer>

namespace streamscope {

class RecoveryFolder;
class Workspace;

/// Keeps what is not saved in the recovery file of this process while somebody works, so that an end without a question
/// (a signal, a crash) loses nothing. The file is there exactly while something is unsaved.
class RecoveryKeeper : public QObject
{
    Q_OBJECT

public:
    /// Neither is owned.
    RecoveryKeeper(const Workspace &workspace, RecoveryFolder &folder, QObject *parent = nullptr);

    /// From the first of several changes to the file.
    void setDelay(int milliseconds) { m_timer.setInterval(milliseconds); }
    void keepNow();

Q_SIGNALS:
    /// It cannot be written; said once.
    void failed(const QString &problem);

private:
    void changed();

    const Workspace &m_workspace;
    RecoveryFolder &m_folder;
    QTimer m_timer;
    bool m_hasFailed = false;
};

} // namespace streamscope
