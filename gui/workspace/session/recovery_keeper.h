// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/session/session_runs.h"
#include "gui/background/background_task.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace streamscope {

class RecoveryFolder;
class Workspace;
struct SessionImage;

/// Keeps the session of this process on the disk, so that a signal or a crash loses at most ten seconds of work. What
/// is kept is gone as soon as nothing would be lost: no document is unsaved, and there is no run and no comparison.
class RecoveryKeeper : public QObject
{
    Q_OBJECT

public:
    /// When a change is written.
    struct Pace
    {
        int afterChangeMs = 1'000;   ///< after the first of several changes
        int betweenWritesMs = 5'000; ///< at least, where changes go on; a write that takes longer comes on top
    };

    /// Neither is owned.
    RecoveryKeeper(Workspace &workspace, RecoveryFolder &folder, QObject *parent = nullptr);

    void setPace(const Pace &pace) { m_pace = pace; }
    /// How long after a change its write begins, when the last write began `sinceWriteMs` ago.
    static int delayMs(const Pace &pace, qint64 sinceWriteMs);
    /// Begins a write at once, on another thread, also where nothing has changed.
    void keepSoon();
    /// Writes what is not written yet before it returns.
    void keepNow();

public Q_SLOTS:
    /// What a session holds has changed, or may have.
    void changed();

Q_SIGNALS:
    /// All that there was when the write began is on the disk.
    void kept();
    /// Emitted once when it cannot be written.
    void failed(const QString &problem);

private:
    bool hasWork() const;
    void wait();
    void drop();
    void keep();
    SessionImage image();
    void fail(const QString &problem);

    Workspace &m_workspace;
    RecoveryFolder &m_folder;
    Pace m_pace;
    QTimer m_timer;
    QElapsedTimer m_sinceWrite; ///< not valid before the first one
    SessionParts m_parts;
    QByteArray m_former; ///< the documents, without the time, as written
    BackgroundTask m_task;
    bool m_isAsked = false; ///< something changed during a write
    bool m_hasFailed = false;
};

} // namespace streamscope
