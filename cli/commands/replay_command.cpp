// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/image_arguments.h"
#include "cli/common/outputs.h"
#include "cli/common/target.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/run/compared_runs.h"
#include "engine/run/what_if/replayed_run.h"
#include "gui/comparison/comparison_picture.h"

namespace streamscope {

namespace {

class ReplayCommand final : public Command
{
public:
    explicit ReplayCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("replay", "Run a trace again on a simulated device, and say how well that fits");
        m_arguments.addTo(*app);
        app->add_option("--device", m_device, "sim:NAME or sim:PATH.json; else the model of the trace's device");
        app->add_option("--program", m_program, "Save what was replayed as a program file (.json)");
        app->add_option("--csv", m_csv, "Write the replayed operations as CSV, with the trace's own times");
        app->add_option("--image", image, "Draw the trace above its replay as .png, .svg or .pdf");
        m_look.addScale(*app);
        app->add_flag("--json", m_json, "Print the result as JSON (streamscope-replay)");
    }

    int run(const std::stop_token &stop) override
    {
        m_look.check(image);
        Outputs outputs({m_program, m_csv, image});
        const auto trace = std::make_shared<const RunResult>(m_arguments.open(stop, !image.empty()));
        const TimeRange range = m_arguments.range().value_or(TimeRange());
        const ReplayedRun run = namingFile(m_arguments.path(), [&] { return replayRun(trace, m_device, range, stop); });
        if (m_json)
            printJson(replayJson(run));
        else
            for (const std::string &line : replayLines(run))
                printLine(line);
        outputs.write(m_program, [&] {
            ProgramFile file;
            file.program = run.replay->program();
            file.program.title = runTitle(*trace).toStdString();
            file.device = "sim:" + run.model.profile;
            return programFileJson(file);
        });
        outputs.write(m_csv, [&] { return operationsCsv(namedReplay(run).recording->timeline); });
        outputs.write(image, [&] {
            const auto compared = std::make_shared<const ComparedRuns>(namedRun(replayedPart(run)), namedReplay(run),
                                                                       ComparisonScale::Absolute);
            return recordingImage(comparisonPicture(compared), imageFormatOf(image), m_look.options());
        });
        outputs.commit(stop);
        if (!m_json)
            outputs.tell();
        return 0;
    }

private:
    TraceArguments m_arguments;
    std::string m_device, m_program, m_csv;
    ImageArguments m_look;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeReplayCommand(CLI::App &parent)
{
    return std::make_unique<ReplayCommand>(parent);
}

} // namespace streamscope
