// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"
#include "cli/common/target.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/run/trace_job.h"
#include "engine/run/tune/change_tuning.h"
#include "engine/run/tune/experiment_tuning.h"
#include "engine/run/tune/tune.h"

#include <charconv>
#include <unistd.h>

namespace streamscope {

namespace {

class TuneCommand final : public Command
{
public:
    explicit TuneCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("tune", "Find the best streams, chunks, order, memory … of a workload on a device");
        m_target.addTo(*app, "How many plain runs to time for each combination on a GPU; a simulation needs one");
        app->add_option("--budget", m_budget,
                        "How many combinations to measure at most, the start included; "
                            + std::to_string(defaultTuningBudget) + " when not given");
        app->add_option("--vary", m_axes,
                        "name=values as for sweep: turn these knobs, instead of those that the experiment declares")
            ->allow_extra_args(false);
        app->add_option("--save", m_save,
                        "Save the best combination as a preset (.json); of a program or a trace the changed program");
        app->add_flag("--json", m_json, "Print the result as JSON (streamscope-tune)");
    }

    int run(const std::stop_token &stop) override
    {
        const std::size_t budget = budgetOf(m_budget);
        Outputs outputs({m_save});
        if (isFileTarget(m_target.target()) && looksLikeTrace(openInput(loneTrace(m_target.target()))))
            tuneTrace(budget, outputs, stop);
        else if (Preset preset = m_target.preset(); preset.experiment.program() && m_axes.empty())
            tuneProgram(preset, budget, outputs, stop);
        else
            tuneExperiment(std::move(preset), budget, outputs, stop);
        outputs.commit(stop);
        return stop.stop_requested() ? 1 : 0;
    }

private:
    void tuneExperiment(Preset preset, std::size_t budget, Outputs &outputs, const std::stop_token &stop) const
    {
        ExperimentTuningRequest request{preset.experiment, preset.parameters, {}};
        for (const std::string &axis : m_axes)
            request.axes.push_back(parseSweepAxis(request.start, axis));
        ExperimentTuning target(std::move(request), openDeviceFor(preset, m_target.device()));
        const Tuning tuning = namingFile(preset.file, [&] { return tuneWithProgress(target, budget, stop); });
        preset.parameters = target.parametersAt(tuning.bestRun().place);
        outputs.write(m_save, [&] { return presetJson(preset); });
    }

    void tuneProgram(const Preset &preset, std::size_t budget, Outputs &outputs, const std::stop_token &stop) const
    {
        auto device = openDeviceFor(preset, m_target.device());
        const WhatIfBase base =
            whatIfBase(buildProgram(*preset.experiment, preset.parameters), device->device(), preset.title, stop);
        tuneChanges(base, std::move(device), runOptionsOf(preset.parameters), budget, outputs, stop);
    }

    void tuneTrace(std::size_t budget, Outputs &outputs, const std::stop_token &stop) const
    {
        if (m_target.setsValues() || !m_axes.empty())
            throw InputError("--set, --repeat and --vary: a trace has no values to set");
        ImportOptions options;
        options.memoryLimit = m_target.memoryLimit();
        const auto trace = std::make_shared<const RunResult>(openTrace({m_target.target(), options}, {stop, {}}));
        const WhatIfBase base =
            whatIfBase(namingFile(m_target.target(), [&] { return replayRun(trace, m_target.device(), {}, stop); }));
        tuneChanges(base, nullptr, {}, budget, outputs, stop);
    }

    void tuneChanges(const WhatIfBase &base, std::unique_ptr<Executor> device, const RunOptions &options,
                     std::size_t budget, Outputs &outputs, const std::stop_token &stop) const
    {
        ChangeTuning target(base, std::move(device), options, stop);
        const Tuning tuning = tuneWithProgress(target, budget, stop);
        outputs.write(m_save, [&] {
            const WhatIf best = whatIf(base, target.changesAt(tuning.bestRun().place), {}, stop);
            ProgramFile file;
            file.program = *best.program;
            file.program.title = namedAfter(base, best).title.toStdString();
            file.device = best.device;
            return programFileJson(file);
        });
    }

    static std::size_t budgetOf(const std::string &text)
    {
        if (text.empty())
            return defaultTuningBudget;
        std::size_t budget = 0;
        const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), budget);
        if (error != std::errc{} || last != text.data() + text.size() || budget < 1 || budget > mostTuningBudget)
            throw InputError("--budget '" + text + "' is no number of runs; allowed: 1 to "
                             + std::to_string(mostTuningBudget));
        return budget;
    }

    Tuning tuneWithProgress(TuningTarget &target, std::size_t budget, const std::stop_token &stop) const
    {
        ProgressLine line;
        RunControl control = line.runControl(stop);
        if (!m_json && isatty(STDOUT_FILENO) != 0) // lines on a terminal are progress enough
            control.progress = nullptr;
        Tuning tuning = tune(target, budget, control, [this](const Tuning &soFar) {
            if (!m_json)
                printLine(lastRunLine(soFar));
        });
        tell(tuning);
        return tuning;
    }

    void tell(const Tuning &tuning) const
    {
        if (m_json)
            return printJson(tuningJson(tuning));
        for (const std::string &line : tuningLines(tuning))
            printLine(line);
    }

    TargetArguments m_target;
    std::string m_budget, m_save;
    std::vector<std::string> m_axes;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeTuneCommand(CLI::App &parent)
{
    return std::make_unique<TuneCommand>(parent);
}

} // namespace streamscope
