// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/record/recorder_connection.h"
#include "engine/run/record/recording_folder.h"
#include "gui/background/background_task.h"
#include "gui/record/recorded_command.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTimer>

#include <optional>

namespace streamscope {

/// A program that runs under the recorder, in a process group of its own: its output, what its recorders say, and what
/// lies in its files so far. The destructor ends the program.
class ProgramRecording : public QObject
{
    Q_OBJECT

public:
    explicit ProgramRecording(RecordedCommand command, QObject *parent = nullptr);
    ~ProgramRecording() override;

    /// Starts the program. @throws InputError or RunError in one line.
    void start();

    /// What is known at one moment.
    struct Look
    {
        std::vector<RecordingFile> files;
        RecordingTotal total;
        std::vector<int> processes; ///< with a recorder that answers
        std::size_t waiting = 0, recording = 0, stopped = 0;
        std::uint64_t dropped = 0; ///< records
        std::string failure;       ///< of a recorder; empty: none
    };

    const RecordedCommand &command() const { return m_command; }
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    const Look &look() const { return m_look; }
    QString folder() const;
    /// Those with an operation, absolute.
    QStringList filesOfOperations() const;
    qint64 elapsedMs() const { return m_endedAfterMs.value_or(m_clock.elapsed()); }
    /// Of a program that has ended: "exit code 3", "killed by KILL"; "ended" with code 0.
    QString endText() const;
    /// Set when the program has ended.
    const std::optional<RecordingFolder::Outcome> &outcome() const { return m_outcome; }
    /// Somebody has asked the program to end: the next time it is killed.
    bool isEnding() const { return m_isEnding; }

    void startRecording();
    void stopRecording();
    /// Asks the program to end (SIGTERM to its process group), the second time it must (SIGKILL).
    void endProgram();

Q_SIGNALS:
    /// Something that it says of itself has changed.
    void changed();
    /// A line of the program's standard output or error; of a line that is rewritten in place, its last state.
    void printed(const QString &line);
    void complained(const QString &problem);
    void ended();

private:
    void lookAround();
    void tell(bool starts);
    void readOutput(bool everything);
    void finish();
    void signalGroup(int number) const;

    RecordedCommand m_command;
    QProcess m_process;
    qint64 m_group = 0; ///< of processes
    std::unique_ptr<RecordingFolder> m_folder;
    std::shared_ptr<RecordingFiles> m_files; ///< used by m_looking alone
    QElapsedTimer m_clock;
    std::optional<qint64> m_endedAfterMs;
    std::optional<RecordingFolder::Outcome> m_outcome;
    Look m_look;
    bool m_isEnding = false;
    QByteArray m_output; ///< behind the last line break
    QTimer m_timer;
    BackgroundTask m_looking;
};

} // namespace streamscope
