// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/clock_check_text.h"
#include "cli/common/console.h"
#include "cli/common/image_arguments.h"
#include "cli/common/outputs.h"
#include "cli/common/summaries.h"
#include "cli/common/target.h"

#include "engine/formats/files/raw_times_file.h"
#include "engine/formats/reports/report.h"
#include "engine/formats/traces/blocks_csv.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/program/errors.h"
#include "engine/run/advice/advice.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "engine/timeline/ranges/time_range.h"
#include "gui/pictures/timeline_image.h"

namespace streamscope {

namespace {

class RunCommand final : public Command
{
public:
    explicit RunCommand(CLI::App &parent)
    {
        app = parent.add_subcommand(
            "run", "Run a preset, an experiment or a program file, print a summary and write what is asked for");
        m_target.addTo(*app, "How many plain runs to time");
        app->add_option("--clock", m_clock, "By which clock a real GPU is timed: auto, events, watch or cupti");
        app->add_flag("--check-clocks", m_checkClocks, "Run once more under CUPTI and print how far our times lie off");
        app->add_option(
            "--raw-times", m_rawTimes,
            "Write what events, kernel stamps, watched memory and the host's clock recorded, before anything "
            "is corrected, as JSON; with --check-clocks also what CUPTI recorded of the same run. Not of "
            "a run that CUPTI timed: with --clock events or watch, or --check-clocks, on a real GPU");
        app->add_flag("--blocks", m_blocks, "Record on which SM and when each block of the kernels ran");
        app->add_option("--csv", m_csv, "Write the operations as CSV");
        app->add_option("--blocks-csv", m_blocksCsv, "Write the blocks as CSV; implies --blocks");
        app->add_option("--image", image, "Write the timeline as .png, .svg or .pdf");
        app->add_option("--trace", m_trace,
                        "Write Chrome trace JSON for Perfetto and Kineto's readers; a name in .gz packs it");
        m_look.addScale(*app);
        m_look.addRange(*app, "a:b, the part of the run that the image shows: 1ms:2.5ms");
        app->add_option("--report", m_report, "Write the report as JSON");
        app->add_flag("--no-advice", m_noAdvice, "Try no changes on the simulator");
    }

    int run(const std::stop_token &stop) override
    {
        const Preset preset = m_target.preset();
        parseClockChoice(m_clock);
        m_look.check(image);
        Outputs outputs({m_csv, m_blocksCsv, image, m_trace, m_report, m_rawTimes});
        RunResult result = execute(preset, stop);
        if (!m_noAdvice)
            addAdvice(result.analysis, adviseRun(result, {stop, {}}));
        requireRawTimes(result);
        write(result, outputs);
        outputs.commit(stop);
        for (const std::string &line : runSummary(result))
            printLine(line);
        if (result.recording.clockCheck)
            for (const std::string &line : clockCheckLines(*result.recording.clockCheck))
                printLine(line);
        outputs.tell();
        return result.recording.verification == Verification::Failed ? 1 : 0;
    }

private:
    RunRequest requestOf(const Preset &preset) const
    {
        return {preset.experiment,
                preset.parameters,
                {}, // it is open
                parseClockChoice(m_clock),
                m_checkClocks,
                !m_rawTimes.empty(),
                m_blocks || !m_blocksCsv.empty()};
    }

    RunResult execute(const Preset &preset, const std::stop_token &stop) const
    {
        ProgressLine line;
        namingFile(preset.file,
                   [&] { askForConnections(buildProgram(*preset.experiment, preset.parameters).connections); });
        const auto executor = openDeviceFor(preset, m_target.device());
        return namingFile(preset.file, [&] { return runOn(*executor, requestOf(preset), line.runControl(stop)); });
    }

    /// Said before anything is written.
    void requireRawTimes(const RunResult &result) const
    {
        if (!m_rawTimes.empty() && !result.recording.raw)
            throw InputError("--raw-times: nothing was timed by events or watched memory in this run; use it on a real "
                             "GPU with --clock events or watch, or --check-clocks");
    }

    void write(const RunResult &result, Outputs &outputs) const
    {
        const Recording &recording = result.recording;
        outputs.write(m_csv, [&] { return operationsCsv(recording.timeline); });
        outputs.write(m_blocksCsv, [&](OutputFile &file) { writeBlocksCsv(recording.timeline, file); });
        outputs.write(
            m_trace, [&](OutputFile &file) { writeChromeTrace(recording, nullptr, file); },
            OutputFile::Packing::ByName);
        outputs.write(m_report, [&] {
            return reportJson(result.request.experiment, result.request.parameters, recording, result.analysis, nullptr,
                              result.range);
        });
        outputs.write(m_rawTimes, [&] {
            return rawTimesJson(result.request.experiment->id(), result.request.parameters, *recording.raw);
        });
        outputs.write(image, [&] { return timelineImage(result, imageFormatOf(image), m_look.options()); });
    }

    ImageArguments m_look;
    TargetArguments m_target;
    std::string m_csv, m_blocksCsv, m_trace, m_report, m_rawTimes;
    std::string m_clock = "auto";
    bool m_checkClocks = false;
    bool m_blocks = false, m_noAdvice = false;
};

} // namespace

std::unique_ptr<Command> makeRunCommand(CLI::App &parent)
{
    return std::make_unique<RunCommand>(parent);
}

} // namespace streamscope
