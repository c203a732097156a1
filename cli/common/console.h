// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"

#include <QJsonObject>

#include <stop_token>
#include <string>
#include <string_view>

namespace streamscope {

/// Opens a placeholder for each closed standard descriptor, so that no file opened later gets its number and receives
/// printed text. Writing to a closed stdout still fails. A program that this one starts finds them closed, as they
/// were. Call it before anything else.
void secureStandardDescriptors();

/// From now on a pipe without a reader and a file beyond the size limit are errors of the write call, which reports
/// them, and not signals.
void makeWriteSignalsErrors();
/// As they were before, for a program that takes the place of this process. May be called between fork() and exec().
void restoreWriteSignals();

/// A line of text for stdout (for stderr after textToStandardError()); made safe for a terminal.
void printLine(const std::string &line = {});
/// Data for stdout, unchanged; on a terminal lines are made safe.
void printData(std::string_view data);
void printJson(const QJsonObject &object);

/// For a command that writes a file to stdout (--csv /dev/stdout): moves its messages to stderr, so that they do not
/// mix with the data.
void textToStandardError();

/// Thrown when the reader of stdout has gone, as behind `| head`: the program ends with exit code 1 and without a
/// message.
struct NobodyReads
{};

/// Call before a successful exit: checks that all printed text was written.
/// @throws RunError with the reason, NobodyReads.
void requirePrinted();

/// A message for stderr, with the program's name in front; made safe for a terminal.
void printMessage(const std::string &message);

/// A progress line on stderr that is rewritten in place. Does nothing when stderr is no terminal.
class ProgressLine
{
public:
    ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;
    ~ProgressLine(); ///< clears the line

    void show(int done, int total, const std::string &what);
    /// Shows the progress of a run that `stop` ends. The line must outlive it.
    RunControl runControl(const std::stop_token &stop);

private:
    bool m_terminal;
    bool m_shown = false;
};

} // namespace streamscope
