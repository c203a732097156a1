// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/bare_machine.h"
#include "cli/command.h"
#include "cli/console.h"

#include "engine/formats/input_file.h"
#include "engine/program/errors.h"
#include "gui/window_app.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <exception>
#include <new>

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
    if (command.applicationKind() == ApplicationKind::Core) {
        const QCoreApplication application(argc, argv);
        return command.run();
    }
    // A picture needs fonts and so a platform, but no display.
    if (!hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    prepareBareMachine();
    const QGuiApplication application(argc, argv);
    return command.run();
}

int openFiles(int &argc, char **argv, const std::vector<std::string> &files)
{
    for (const std::string &file : files)
        if (!fileExists(file) && !isFolder(file))
            throw InputError("there is no file or subcommand '" + file + "'; see streamscope --help");
    if (!hasDisplay())
        throw RunError("there is no display for the window; without one use: streamscope run PRESET --image F.png");
    prepareBareMachine();
    return openWindow(argc, argv, files);
}

/// Runs `action` and turns what it throws into one line and an exit code.
template <typename Action>
int guarded(Action action)
{
    try {
        return action();
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

int realMain(int argc, char **argv)
{
    CLI::App app("StreamScope: a desktop lab for CUDA streams. Without a subcommand it opens the window.",
                 "streamscope");
    app.set_version_flag("--version", std::string("streamscope " STREAMSCOPE_VERSION));
    app.require_subcommand(0, 1);
    std::vector<std::string> files;
    app.add_option("FILE", files, "Presets, program files and traces to open in the window");
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(makeDevicesCommand(app));
    commands.push_back(makeExperimentsCommand(app));
    commands.push_back(makeRunCommand(app));
    commands.push_back(makeSweepCommand(app));
    commands.push_back(makeCompareCommand(app));
    commands.push_back(makeCalibrateCommand(app));
    commands.push_back(makeAnalyzeCommand(app));
    commands.push_back(makeConvertCommand(app));
    commands.push_back(makeFreshRunCommand(app));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : exitWrongUse; // CLI11's own codes are 100 and more
    }
    for (const auto &command : commands)
        if (*command->app)
            return guarded([&] { return runCommand(*command, argc, argv); });
    return guarded([&] { return openFiles(argc, argv, files); });
}

} // namespace

} // namespace streamscope

int main(int argc, char **argv)
{
    return streamscope::realMain(argc, argv);
}
