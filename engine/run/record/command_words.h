// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// A command as one types it for a shell, taken apart without one.
struct CommandWords
{
    std::vector<std::pair<std::string, std::string>> variables; ///< NAME=value in front of the program
    std::vector<std::string> words;                             ///< the program and its arguments; may be empty
    std::string shellSign; ///< the first sign without quotes that only a shell would obey: ">", "$HOME"; empty: none
};

/// Understands spaces, 'text', "text" with a backslash before " and backslash, and a backslash before any other
/// character; one at the end of a line joins it with the next. @throws InputError for a quote that is not closed.
CommandWords splitCommand(const std::string &text);

/// The command with quotes where a shell needs them.
std::string commandText(const std::vector<std::string> &words);

} // namespace streamscope
