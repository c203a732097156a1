// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "cli/describe/command_texts.h"

#include <string>
#include <vector>

namespace streamscope {

/// A page for man(1) in the macros of man(7): of the program, or of one subcommand. `all` is for SEE ALSO.
std::string manPage(const CommandText &command, const std::vector<CommandText> &all);

/// Completion of the command line: subcommands, options, and values where they are known. Each is a file for its shell.
std::string bashCompletion(const std::vector<CommandText> &commands);
std::string zshCompletion(const std::vector<CommandText> &commands);
std::string fishCompletion(const std::vector<CommandText> &commands);

/// The page docs/reference.md: every subcommand with its options, and every knob of every experiment.
std::string referencePage(const std::vector<CommandText> &commands);

} // namespace streamscope
