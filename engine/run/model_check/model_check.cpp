// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/model_check.h"

#include "engine/analysis/work_mix.h"
#include "engine/executors/checks/cuda_checks.h"
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/program/text/translatable.h"
#include "engine/run/model_check/configuration_draw.h"
#include "engine/run/run_job.h"
#include "engine/run/run_outcome.h"
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace streamscope {

namespace {

constexpr int drawsPerConfiguration = 100;     ///< many draws run too long
constexpr std::size_t mostOperations = 20'000; ///< of a drawn Program: more take longer than longestNs anyway

std::string countedText(const char *what, std::size_t index, std::size_t total)
{
    return std::string(what) + " " + std::to_string(index + 1) + " of " + std::to_string(total);
}

std::uint64_t bytesOf(const Program &program)
{
    std::uint64_t bytes = program.hostBytes();
    for (int device = 0; device < program.deviceCount(); ++device)
        bytes += program.deviceBytes(device);
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Alloc) // as if nothing were given back: a pool may do so
            bytes += operation.bytes;
    return bytes;
}

/// The model has no noise: one run says all.
Recording simulate(SimulatorExecutor &model, const Program &program, const std::stop_token &stop)
{
    RunOptions options;
    options.repeat = options.warmup = 0;
    RunControl quiet;
    quiet.stop = stop;
    return model.run(program, options, quiet);
}

/// Draws the configurations of one experiment.
class ExperimentPlanner
{
public:
    ExperimentPlanner(const Experiment &experiment, const ModelCheckGrid &grid, const DeviceProfile &profile)
        : m_experiment(experiment), m_grid(grid), m_draw(experiment, profile.info.greatestPriority, grid.seed),
          m_model(profile), m_devices(std::min(grid.devices, profile.links.devices))
    {}

    void addTo(ModelCheckPlan &plan, const std::stop_token &stop)
    {
        const std::size_t before = plan.configurations.size();
        const auto wanted = static_cast<std::size_t>(m_grid.configurations);
        std::vector<Parameters> found;
        for (int i = 0; found.size() < wanted && i < m_grid.configurations * drawsPerConfiguration; ++i) {
            Parameters drawn = m_draw.next();
            if (std::find(found.begin(), found.end(), drawn) != found.end() || !fits(drawn, stop))
                continue;
            plan.configurations.push_back({&m_experiment, drawn, {}});
            found.push_back(std::move(drawn));
        }
        if (plan.configurations.size() == before)
            plan.skipped.push_back({m_experiment.id(), reason()});
    }

private:
    bool fits(const Parameters &parameters, const std::stop_token &stop)
    {
        bool good = false;
        outcomeOf([&] { // values that do not fit together are drawn again
            const Program program = buildProgram(m_experiment, parameters);
            if (m_grid.realGpu)
                requireCudaRuns(program, m_model.device());
            good = hasDevices(program) && program.operations.size() <= mostOperations
                   && bytesOf(program) <= m_grid.mostBytes
                   && simulate(m_model, program, stop).makespans.median() <= m_grid.longestNs;
        });
        return good;
    }

    bool hasDevices(const Program &program)
    {
        const int needed = program.deviceCount();
        m_fewestDevices = std::min(m_fewestDevices.value_or(needed), needed);
        return needed <= m_devices;
    }

    std::string reason() const
    {
        if (m_fewestDevices.value_or(0) > m_devices)
            return "it needs " + std::to_string(*m_fewestDevices) + " GPUs, there is " + std::to_string(m_devices);
        return "no drawn configuration is short and small enough";
    }

    const Experiment &m_experiment;
    const ModelCheckGrid &m_grid;
    ConfigurationDraw m_draw;
    SimulatorExecutor m_model;
    int m_devices;
    std::optional<int> m_fewestDevices;
};

bool isSteady(const Statistics &s)
{
    constexpr double mostSpread = 0.05;
    return s.thirdQuartile - s.firstQuartile <= mostSpread * s.median;
}

void measure(MeasuredConfiguration &configuration, Executor &executor, int rounds, const std::stop_token &stop)
{
    RunControl quiet;
    quiet.stop = stop;
    quiet.checkStop();
    const Program program = buildProgram(*configuration.experiment, configuration.parameters);
    // Whether the right data came back is no question here: some experiments race on purpose.
    std::vector<std::int64_t> makespans;
    Statistics s;
    for (int round = 0; round < rounds && !(round > 0 && isSteady(s)); ++round) {
        const Recording recording = executor.run(program, runOptionsOf(configuration.parameters), quiet);
        makespans.insert(makespans.end(), recording.makespans.plain.begin(), recording.makespans.plain.end());
        s = statisticsOf(makespans);
    }
    if (s.minimum <= 0)
        throw RunError(QT_TRANSLATE_NOOP("engine", "the run took no time"));
    configuration.medianNs = std::llround(s.median);
    configuration.minimumNs = s.minimum;
    configuration.firstQuartileNs = std::llround(s.firstQuartile);
    configuration.thirdQuartileNs = std::llround(s.thirdQuartile);
}

} // namespace

ModelCheckPlan planModelCheck(const ModelCheckGrid &grid, const DeviceProfile &model, const RunControl &control)
{
    ModelCheckPlan plan;
    const std::size_t total = grid.experiments.size();
    for (std::size_t i = 0; i < total; ++i) {
        control.checkStop();
        control.report(static_cast<int>(i), static_cast<int>(total),
                       countedText("drawing configurations: experiment", i, total));
        ExperimentPlanner(*grid.experiments[i], grid, model).addTo(plan, control.stop);
    }
    return plan;
}

ModelCheckMeasurement
measureConfigurations(const std::vector<MeasuredConfiguration> &configurations, Executor &executor,
                      const RunControl &control,
                      const std::function<void(const std::vector<MeasuredConfiguration> &)> &measured, int rounds)
{
    ModelCheckMeasurement result;
    const std::size_t total = configurations.size();
    try {
        for (std::size_t i = 0; i < total; ++i) {
            MeasuredConfiguration row = configurations[i];
            control.report(static_cast<int>(i), static_cast<int>(total),
                           countedText("configuration", i, total) + ", " + row.experiment->id());
            row.device = executor.device().name;
            const RunOutcome outcome = outcomeOf([&] { measure(row, executor, rounds, control.stop); });
            if (outcome.status != SweepStatus::Ok) {
                auto &list = outcome.status == SweepStatus::Refused ? result.refused : result.failed;
                list.push_back({row.experiment->id(), settingsText(row.parameters) + ": " + outcome.error});
                continue;
            }
            result.rows.push_back(std::move(row));
            if (measured)
                measured(result.rows);
        }
    } catch (const Cancelled &) {
        result.stopped = true;
    }
    control.report(static_cast<int>(total), static_cast<int>(total), "done");
    return result;
}

ModelCheck predictConfigurations(const std::vector<MeasuredConfiguration> &measured, const DeviceProfile &model,
                                 const RunControl &control)
{
    ModelCheck check;
    SimulatorExecutor executor(model);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        control.checkStop();
        control.report(static_cast<int>(i), static_cast<int>(measured.size()),
                       countedText("prediction", i, measured.size()));
        const MeasuredConfiguration &row = measured[i];
        const RunOutcome outcome = outcomeOf([&] {
            const Program program = buildProgram(*row.experiment, row.parameters);
            const Recording recording = simulate(executor, program, control.stop);
            check.rows.push_back({row, recording.makespans.median(), workMix(program, recording),
                                  predictionRange(executor.residuals(), program, recording)});
        });
        if (outcome.status != SweepStatus::Ok)
            check.skipped.push_back({row.experiment->id(), settingsText(row.parameters) + ": " + outcome.error});
    }
    return check;
}

std::string settingsText(const Parameters &parameters, bool all)
{
    std::string text;
    for (const ParameterSpec &spec : parameters.specs()) {
        const bool ofTheCheck = spec.name == "repeat" || spec.name == "warmup";
        const ParameterValue &value = parameters.value(spec.name);
        if (all || (!ofTheCheck && value != spec.defaultValue))
            text += (text.empty() ? "" : " ") + spec.name + "=" + valueText(spec, value);
    }
    return text;
}

} // namespace streamscope
