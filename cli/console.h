// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QJsonObject>

#include <string>

namespace streamscope {

/// Data for stdout; a line break is added.
void printLine(const std::string &line = {});
void printJson(const QJsonObject &object);

/// A message for stderr, with the program's name in front.
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
