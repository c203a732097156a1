// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <QObject>

class QLabel;
class QProgressBar;
class QStatusBar;

namespace streamscope {

class ComparisonController;
class LogView;
class MessageBar;
class Workspace;
struct DeviceCatalog;

/// What the window says of runs, imports and comparisons: their progress in the status bar, their end in the log, and
/// in the message bar what the user must know.
class RunMessages : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    RunMessages(Workspace &workspace, const ComparisonController *comparison, QStatusBar *status, MessageBar *messages,
                LogView *log);

private:
    void showBusy();
    void sayFinished(const RunResult &result);
    void sayImport(const ImportReport &report);

    Workspace &m_workspace;
    const ComparisonController *m_comparison;
    MessageBar *m_messages;
    LogView *m_log;
    QLabel *m_text;
    QProgressBar *m_progress;
};

} // namespace streamscope
