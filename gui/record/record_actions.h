// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/record/live_trace.h"
#include "gui/record/program_recording.h"
#include "gui/record/record_bar.h"

#include <QPointer>

#include <memory>

namespace streamscope {

class ComparisonController;
class LogView;
class MessageBar;
struct FileDialogs;
struct WindowActions;

/// Record program and Record again: the dialog, the program that is being recorded, its document and the bar above the
/// timeline, which is in sight while the document is in front.
class RecordActions : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Workspace &workspace;
        const WindowActions &actions;
        const FileDialogs &dialogs;
        ComparisonController *comparison;
        RecordBar *bar;
        MessageBar *messages;
        LogView *log;
        QWidget *window;
    };

    /// Owns none of them.
    explicit RecordActions(const Parts &parts);
    ~RecordActions() override;

    /// False where the user wants a program that runs in this document, or in any one for null, to go on. It is asked
    /// to end otherwise.
    bool mayClose(const Document *document);

private:
    void ask();
    void again();
    /// @returns why the program does not start, empty when it does.
    QString start(const RecordedCommand &command, const std::shared_ptr<const RunResult> &former);
    void follow();
    void take(const Workspace::RecordedState &state, bool isLast);
    void finish();
    void tellEnd();
    void showBar();
    bool isRunning() const { return m_recording && m_recording->isRunning(); }

    Parts m_parts;
    std::unique_ptr<ProgramRecording> m_recording; ///< the one that runs, or ran last
    QPointer<TraceDocument> m_document;            ///< of the recording
    LiveTrace m_live;
    std::shared_ptr<const RunResult> m_former; ///< of the same command, to be compared with
    bool m_isClosed = false;                   ///< the bar, after the end
};

} // namespace streamscope
