// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/timeline/model/name_colours.h"
#include "gui/workspace/workspace.h"

#include <QElapsedTimer>
#include <QStringList>

namespace streamscope {

/// Reads the newest state of files that grow, one state after another, each on another thread: as often as a second or
/// two, and less often where reading takes longer.
class LiveTrace : public QObject
{
    Q_OBJECT

public:
    explicit LiveTrace(QObject *parent = nullptr);

    /// Another recording begins: what is read of the former one is dropped.
    void begin();
    /// The files hold so many operations now. Reads them unless they are being read, were just read, or hold no more
    /// than then. `tags`: the colours that stay.
    void follow(const QStringList &files, std::uint64_t operations, const NameColours::Tags &tags);
    /// The files are complete: reads them once more. loaded() or failed() answers.
    void readLast(const QStringList &files, const NameColours::Tags &tags);

Q_SIGNALS:
    void loaded(const streamscope::Workspace::RecordedState &state, bool isLast);
    /// The last state could not be read.
    void failed(const QString &problem);

private:
    void read(const QStringList &files, const NameColours::Tags &tags, bool isLast);

    BackgroundTask m_reading;
    QElapsedTimer m_sinceRead;
    qint64 m_pauseMs = 0;
    std::uint64_t m_operations = 0; ///< in the state that was read
};

} // namespace streamscope
