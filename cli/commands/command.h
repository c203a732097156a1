// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <stop_token>

namespace streamscope {

/// What kind of Qt application object a command needs. None may exist while the command line is parsed: `--help` must
/// work without a display.
enum class ApplicationKind { Core, Picture };

/// One subcommand. It declares its options on construction and runs after they were parsed.
class Command
{
public:
    Command() = default;
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;
    virtual ~Command() = default;

    virtual ApplicationKind applicationKind() const { return ApplicationKind::Core; }
    /// `stop`: the user wants the program to end. @returns the exit code. @throws InputError (exit code 2) or anything
    /// else (exit code 1).
    virtual int run(const std::stop_token &stop) = 0;

    CLI::App *app = nullptr; ///< set by the make function; tells whether this command was given
};

std::unique_ptr<Command> makeDevicesCommand(CLI::App &parent);
std::unique_ptr<Command> makeExperimentsCommand(CLI::App &parent);
std::unique_ptr<Command> makeRunCommand(CLI::App &parent);
std::unique_ptr<Command> makeSweepCommand(CLI::App &parent);
std::unique_ptr<Command> makeCompareCommand(CLI::App &parent);
std::unique_ptr<Command> makeCalibrateCommand(CLI::App &parent);
std::unique_ptr<Command> makeAnalyzeCommand(CLI::App &parent);
std::unique_ptr<Command> makeConvertCommand(CLI::App &parent);
std::unique_ptr<Command> makeFreshRunCommand(CLI::App &parent);

} // namespace streamscope
