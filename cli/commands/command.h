// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// One subcommand. It declares its options on construction and runs after they were parsed.
class Command
{
public:
    Command() = default;
    Command(const Command &) = delete;
    Command &operator=(const Command &) = delete;
    virtual ~Command() = default;

    /// `stop`: the user wants the program to end. @returns the exit code. @throws InputError (exit code 2) or anything
    /// else (exit code 1).
    virtual int run(const std::stop_token &stop) = 0;

    CLI::App *app = nullptr; ///< set by the make function; tells whether this command was given
    /// Of --image. A picture needs a QGuiApplication; neither this nor another application object may exist while the
    /// command line is parsed: `--help` must work without a display.
    std::string image;
    /// It decides itself about signals: `stop` never comes.
    bool handlesSignals = false;
    /// With handlesSignals: it draws pictures, see `image`, and never shows a window.
    bool draws = false;
};

std::unique_ptr<Command> makeDevicesCommand(CLI::App &parent);
std::unique_ptr<Command> makeExperimentsCommand(CLI::App &parent);
std::unique_ptr<Command> makeChangesCommand(CLI::App &parent);
std::unique_ptr<Command> makeLessonsCommand(CLI::App &parent);
std::unique_ptr<Command> makeLessonCommand(CLI::App &parent);
std::unique_ptr<Command> makeRunCommand(CLI::App &parent);
std::unique_ptr<Command> makeSweepCommand(CLI::App &parent);
std::unique_ptr<Command> makeMergeCommand(CLI::App &parent);
std::unique_ptr<Command> makeTuneCommand(CLI::App &parent);
std::unique_ptr<Command> makeCodegenCommand(CLI::App &parent);
std::unique_ptr<Command> makeCompareCommand(CLI::App &parent);
std::unique_ptr<Command> makeReplayCommand(CLI::App &parent);
std::unique_ptr<Command> makeWhatIfCommand(CLI::App &parent);
std::unique_ptr<Command> makeCalibrateCommand(CLI::App &parent);
std::unique_ptr<Command> makeAnalyzeCommand(CLI::App &parent);
std::unique_ptr<Command> makeConvertCommand(CLI::App &parent);
std::unique_ptr<Command> makeCheckModelCommand(CLI::App &parent);
/// `program`: see takeProgramToRecord().
std::unique_ptr<Command> makeRecordCommand(CLI::App &parent, const std::vector<std::string> &program);
/// `parent` must live as long as the command.
std::unique_ptr<Command> makeDescribeCommand(CLI::App &parent);
std::unique_ptr<Command> makeEngineCommand(CLI::App &parent);

} // namespace streamscope
