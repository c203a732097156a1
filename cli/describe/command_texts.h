// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace streamscope {

/// What can stand at a place of the command line.
enum class ValueKind : std::uint8_t {
    None,   ///< a flag
    File,   ///< a name of a file or a folder
    Target, ///< a preset, an experiment or a file
    Device,
    Knob,   ///< name=value
    Change, ///< as `streamscope changes` lists them
    Choice, ///< one of `choices`
    Lesson,
    Other,
};

/// An option or a positional argument, as it is declared.
struct OptionText
{
    std::vector<std::string> names; ///< "--csv", "-h"; of a positional its name alone
    std::string value;              ///< as --help shows it, such as "TEXT"; empty: a flag
    std::string description;
    std::vector<std::string> choices;
    ValueKind kind = ValueKind::Other;
    bool required = false, repeats = false;
};

/// A subcommand, or the program itself without one.
struct CommandText
{
    std::string name; ///< empty: the program itself
    std::string description, footer;
    std::vector<OptionText> options, positionals;
};

/// The program first, then its subcommands in the order of --help; hidden ones and hidden options are left out.
std::vector<CommandText> commandTexts(const CLI::App &app);

/// The words that take the place of a kind of value, such as the names of all presets.
std::vector<std::string> wordsOf(ValueKind kind, const OptionText &option);

} // namespace streamscope
