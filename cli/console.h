// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QJsonObject>

#include <string>
#include <string_view>

namespace streamscope {

/// Gives each of the three standard descriptors that is closed something to be, so that no file that is opened later
/// takes its number and receives what is printed. Writing to a closed stdout still fails. Call it first of all.
void secureStandardDescriptors();

/// A line of text for stdout (for stderr after textToStandardError()); made safe for a terminal.
void printLine(const std::string &line = {});
/// Data for stdout, as it is; on a terminal lines are made safe.
void printData(std::string_view data);
void printJson(const QJsonObject &object);

/// For a command that writes its data to stdout as a file (--csv /dev/stdout): its words must not stand between.
void textToStandardError();

/// Nobody reads stdout any more, as behind `| head`: the program ends with exit code 1 and without a word.
struct NobodyReads
{};

/// Before the program says that all went well: whether all that was printed has arrived.
/// @throws RunError with the reason, NobodyReads.
void requirePrinted();

/// A message for stderr, with the program's name in front; made safe for a terminal.
void printMessage(const std::string &message);

/// Rewrites one line on stderr while something runs. Does nothing where stderr is no terminal.
class ProgressLine
{
public:
    ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;
    ~ProgressLine(); ///< clears the line

    void show(int done, int total, const std::string &what);

private:
    bool m_terminal;
    bool m_shown = false;
};

} // namespace streamscope
