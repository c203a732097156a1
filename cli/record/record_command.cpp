// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/record/attached_recording.h"
#include "cli/record/launched_program.h"

#include "engine/program/errors.h"
#include "engine/recorder/control.h"
#include "engine/run/record/command_words.h"
#include "engine/run/record/launcher_step.h"
#include "engine/run/record/record_options.h"
#include "engine/run/record/recorder_library.h"
#include "engine/run/record/recording_folder.h"

#include <optional>
#include <unistd.h>

namespace streamscope {

namespace {

/// Why a program that ran has left no operation, as far as that is known from outside.
const char *whyNothing(const RecordOptions &options)
{
    if (options.waits)
        return "nobody started the recording, or nothing ran on a GPU with CUDA after that";
    if (options.steps)
        return "nothing ran on a GPU with CUDA in these steps; a step is what streamscope_record_step() marks, or a "
               "repeated NVTX range";
    if (options.delayMs > 0)
        return "nothing ran on a GPU with CUDA after the delay";
    return "the program ran nothing on a GPU with CUDA";
}

std::string outcomeText(const RecordOptions &options, const RecordingFolder::Outcome &outcome)
{
    const std::string place = commandText({outcome.place});
    std::string text = recordedText(outcome.total) + " in " + place + "; open it with: streamscope " + place;
    if (outcome.total.operations == 0)
        text = std::string("nothing recorded: ") + whyNothing(options)
               + (!outcome.files.empty() ? "; what else is known of it is in " + place : std::string());
    return outcome.problem.empty() ? text : text + " (" + outcome.problem + ")";
}

class RecordCommand final : public Command
{
public:
    RecordCommand(CLI::App &parent, std::vector<std::string> program) : m_program(std::move(program))
    {
        handlesSignals = true;
        app =
            parent.add_subcommand("record", "Record what any program does on its GPUs: streamscope record [OPTIONS] -- "
                                            "PROGRAM ARGS…");
        app->add_option("--output", m_output,
                        "Folder for the recording, made if need be, or a file NAME.ssrec for that of one process; "
                        "recording-DATE-TIME when not given");
        auto *delay = app->add_option("--delay", m_delay, "Start the recording so many seconds after CUDA");
        auto *duration = app->add_option("--duration", m_duration, "End the recording after so many seconds");
        app->add_option("--steps", m_steps, "Record the steps A to B, counted from 0")
            ->type_name("A:B")
            ->excludes(delay)
            ->excludes(duration);
        auto *wait = app->add_flag("--wait-for-start", m_options.waits,
                                   "Record nothing until the program, the signal or --attach starts it");
        wait->excludes(delay)->excludes(app->get_option("--steps"));
        app->add_flag("--no-apis", m_noApis, "Leave out the calls of the runtime and the driver");
        app->add_option("--graphs", m_graphs, "CUDA graphs as their nodes, or each launch as a whole")
            ->check(CLI::IsMember({"nodes", "whole"}));
        app->add_option("--signal", m_signal, "This signal starts and stops the recording in turns, as USR1");
        app->add_option("--attach", m_process,
                        "Record a process that was started with --wait-for-start, until Ctrl-C or for --duration")
            ->type_name("PID");
        app->add_option("PROGRAM", m_stray)->group("");
        app->footer("Input, output, signals, terminal and exit code are those of the program. Program, loops and "
                    "Python can start and stop it, too: docs/recording.md.");
    }

    int run(const std::stop_token &) override
    {
        setOptions();
        if (!m_process.empty())
            return attach();
        if (!m_stray.empty())
            throw InputError("'" + m_stray.front()
                             + "': put -- in front of the program: streamscope record [OPTIONS] -- " + m_stray.front()
                             + " …");
        if (m_program.empty() || m_program.front().empty())
            throw InputError("no program is given: streamscope record [OPTIONS] -- PROGRAM ARGS…");
        return launch();
    }

private:
    void setOptions()
    {
        if (!m_delay.empty())
            m_options.delayMs = recordMilliseconds("--delay", m_delay);
        if (!m_duration.empty())
            m_options.durationMs = recordMilliseconds("--duration", m_duration);
        if (!m_steps.empty())
            m_options.steps = recordSteps(m_steps);
        if (!m_signal.empty())
            m_options.signal = recordSignal(m_signal);
        m_options.apis = !m_noApis;
        m_options.graphNodes = m_graphs != "whole";
    }

    int attach()
    {
        for (const char *other :
             {"--output", "--delay", "--steps", "--wait-for-start", "--no-apis", "--graphs", "--signal"})
            if (app->get_option(other)->count() > 0)
                throw InputError(std::string("--attach takes no ") + other
                                 + ": that was settled when the process started");
        if (!m_program.empty() || !m_stray.empty())
            throw InputError("--attach takes no program: the process runs already");
        return recordAttached(m_process, m_options.durationMs);
    }

    int launch()
    {
        const std::string library = recorderLibrary();
        if (const std::string other = otherToolIn(environ, library); !other.empty())
            throw InputError(other
                             + " is set: another tool is loaded into CUDA programs, and CUDA takes one at a time; "
                               "run: env -u "
                             + other + " streamscope record …");
        RecordingFolder folder(m_output, {}, launcherStep());
        std::optional<ProgramEnd> end;
        try {
            end = runProgram(m_program, recordVariables(m_options, folder.path(), library));
        } catch (const NotStarted &failure) {
            folder.discard();
            printMessage(failure.message);
            return failure.exitCode;
        }
        printMessage(outcomeText(m_options, folder.finish()));
        endAs(*end);
    }

    std::vector<std::string> m_program, m_stray;
    std::string m_output, m_delay, m_duration, m_steps, m_graphs, m_signal, m_process;
    bool m_noApis = false;
    RecordOptions m_options;
};

} // namespace

std::unique_ptr<Command> makeRecordCommand(CLI::App &parent, const std::vector<std::string> &program)
{
    return std::make_unique<RecordCommand>(parent, program);
}

} // namespace streamscope
