// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/model_check.h"

#include "engine/analysis/work_mix.h"
#include "engine/executors/checks/cuda_checks.h"
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/run/model_check/configuration_draw.h"
#include "engine/run/run_outcome.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace streamscope {

namespace {

constexpr int drawsPerConfiguration = 100;     ///< many draws run too long
constexpr int fewestWellKnown = 2;             ///< of each experiment, see ModelCheckGrid::leastRange
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
          m_model(profile), m_devices(std::min(grid.devices, profile.links.devices)),
          m_usualConnections(profile.compute.hardwareQueues)
    {}

    void addTo(ModelCheckPlan &plan, const std::stop_token &stop)
    {
        const std::size_t before = plan.configurations.size();
        const auto wanted = static_cast<std::size_t>(m_grid.configurations);
        std::vector<Parameters> found;
        int wellKnown = 0, withProcess = 0;
        for (int i = 0; found.size() < wanted && i < m_grid.configurations * drawsPerConfiguration; ++i) {
            Parameters drawn = m_draw.next();
            if (std::find(found.begin(), found.end(), drawn) != found.end() || !fits(drawn, stop))
                continue;
            if (m_needsProcess && withProcess == m_grid.mostWithProcess)
                continue;
            if (m_range < m_grid.leastRange && ++wellKnown > fewestWellKnown) {
                if (wellKnown > m_grid.configurations)
                    break; // what it does is known
                continue;
            }
            withProcess += m_needsProcess ? 1 : 0;
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
            if (!hasDevices(program) || program.operations.size() > mostOperations
                || bytesOf(program) > m_grid.mostBytes)
                return;
            const Recording recording = simulate(m_model, program, stop);
            good = recording.makespans.median() <= m_grid.longestNs;
            m_range = rangeOf(program, recording);
            m_needsProcess =
                program.coldStart || (program.connections != 0 && program.connections != m_usualConnections);
        });
        return good;
    }

    /// How much more the upper end of the prediction's range is than the lower one; infinity where it has none.
    double rangeOf(const Program &program, const Recording &recording) const
    {
        const std::optional<PredictionRange> range = predictionRange(m_model.residuals(), program, recording);
        return range ? static_cast<double>(range->highNs) / static_cast<double>(std::max<std::int64_t>(range->lowNs, 1))
                           - 1
                     : std::numeric_limits<double>::infinity();
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
    int m_usualConnections;
    double m_range = 0;          ///< of the last that fits, as
    bool m_needsProcess = false; ///< is this
    std::optional<int> m_fewestDevices;
};

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
