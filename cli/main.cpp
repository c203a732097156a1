// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/bare_machine.h"
#include "cli/common/console.h"
#include "cli/common/interrupt.h"
#include "cli/common/terminal_text.h"
#include "cli/record/program_to_record.h"
#include "gui/help/version_text.h"

#include "engine/formats/io/input_file.h"
#include "engine/program/errors.h"
#include "engine/remote/ssh_host.h"
#include "gui/window/window_app.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <exception>
#include <iostream>
#include <new>
#include <sstream>

namespace streamscope {

namespace {

constexpr int exitRunFailed = 1;
constexpr int exitWrongUse = 2;

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
           || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

int runCommand(Command &command, int &argc, char **argv)
{
    if (command.handlesSignals && command.draws) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        prepareBareMachine();
        const QGuiApplication application(argc, argv);
        return command.run({});
    }
    if (command.handlesSignals) {
        const QCoreApplication application(argc, argv);
        return command.run({});
    }
    if (command.image.empty()) {
        const InterruptWatcher interrupt;
        const QCoreApplication application(argc, argv);
        return command.run(interrupt.token());
    }
    // A picture needs fonts and so a platform, but no display.
    if (!hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    prepareBareMachine();
    const InterruptWatcher interrupt; // before the platform's threads
    const QGuiApplication application(argc, argv);
    return command.run(interrupt.token());
}

int openFiles(int &argc, char **argv, const std::vector<std::string> &files)
{
    for (const std::string &file : files)
        if (isSshAddress(file))
            parseSshFile(file);
        else if (!fileExists(file) && !isFolder(file))
            throw InputError("there is no file or subcommand '" + file + "'; see streamscope --help");
    if (!hasDisplay())
        throw RunError("there is no display for the window; without one use: streamscope run PRESET --image F.png");
    prepareBareMachine();
    return openWindow(argc, argv, files);
}

/// Runs `action` and turns its exceptions into one line and an exit code.
template <typename Action>
int guarded(Action action)
{
    try {
        const int code = action();
        requirePrinted();
        return code;
    } catch (const NobodyReads &) {
        return exitRunFailed;
    } catch (const InputError &error) {
        printMessage(error.what());
        return exitWrongUse;
    } catch (const std::bad_alloc &) {
        printMessage("not enough host memory for this");
    } catch (const std::exception &error) {
        printMessage(error.what());
    }
    return exitRunFailed;
}

/// --help, --version, and what the parser complains about.
int answer(const CLI::App &app, const CLI::ParseError &error)
{
    std::ostringstream help, complaint;
    const bool good = app.exit(error, help, complaint) == 0; // CLI11's own codes are 100 and more
    printData(help.str());
    std::istringstream lines(complaint.str());
    for (std::string line; std::getline(lines, line);)
        std::cerr << terminalText(line) << '\n';
    return good ? 0 : exitWrongUse;
}

/// "--csv ''" is an error: most likely a script's variable is empty.
void requireNoEmptyValue(const CLI::App &command)
{
    for (const CLI::Option *option : command.get_options())
        for (const std::string &value : option->results())
            if (value.empty())
                throw InputError(option->get_name() + ": its value is empty");
}

int realMain(int argc, char **argv)
{
    secureStandardDescriptors();
    makeWriteSignalsErrors();
    const std::vector<std::string> program = takeProgramToRecord(argc, argv);
    CLI::App app("StreamScope: a desktop lab for CUDA streams. Without a subcommand it opens the window.",
                 "streamscope");
    app.set_version_flag("--version", versionText(), "Print version, commit, Qt, CUDA and licence");
    app.require_subcommand(0, 1);
    std::vector<std::string> files;
    app.add_option(
        "FILE", files,
        "Presets, program files and traces to open in the window; ssh://HOST/PATH: a trace on another machine");
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(makeDevicesCommand(app));
    commands.push_back(makeExperimentsCommand(app));
    commands.push_back(makeChangesCommand(app));
    commands.push_back(makeLessonsCommand(app));
    commands.push_back(makeLessonCommand(app));
    commands.push_back(makeRunCommand(app));
    commands.push_back(makeSweepCommand(app));
    commands.push_back(makeMergeCommand(app));
    commands.push_back(makeTuneCommand(app));
    commands.push_back(makeCodegenCommand(app));
    commands.push_back(makeCompareCommand(app));
    commands.push_back(makeReplayCommand(app));
    commands.push_back(makeWhatIfCommand(app));
    commands.push_back(makeCalibrateCommand(app));
    commands.push_back(makeAnalyzeCommand(app));
    commands.push_back(makeConvertCommand(app));
    commands.push_back(makeCheckModelCommand(app));
    commands.push_back(makeRecordCommand(app, program));
    commands.push_back(makeDescribeCommand(app));
    commands.push_back(makeEngineCommand(app));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return guarded([&] { return answer(app, error); });
    }
    for (const auto &command : commands)
        if (*command->app)
            return guarded([&] {
                requireNoEmptyValue(*command->app);
                return runCommand(*command, argc, argv);
            });
    return guarded([&] { return openFiles(argc, argv, files); });
}

} // namespace

} // namespace streamscope

int main(int argc, char **argv)
{
    return streamscope::realMain(argc, argv);
}
