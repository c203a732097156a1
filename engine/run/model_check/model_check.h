// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/executor.h"
#include "engine/program/experiment.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// One configuration of an experiment, and how long its plain runs took on a device. Times in nanoseconds.
struct MeasuredConfiguration
{
    const Experiment *experiment = nullptr; ///< not owned; lives as long as the process
    Parameters parameters;
    std::string device; ///< its name: "NVIDIA H200"
    std::int64_t medianNs = 0, minimumNs = 0, firstQuartileNs = 0, thirdQuartileNs = 0;
};

/// Which configurations a check draws.
struct ModelCheckGrid
{
    std::vector<const Experiment *> experiments;
    int configurations = 20; ///< of each experiment, ≥ 1
    std::uint64_t seed = 1;
    int devices = 1;                                  ///< that one run may use
    bool realGpu = false;                             ///< leave out what only a simulated device runs
    std::int64_t longestNs = 50'000'000;              ///< predicted makespan of one run
    std::uint64_t mostBytes = std::uint64_t{2} << 30; ///< memory of one run: host, all devices, allocations
    /// Beyond two of each experiment, only configurations whose predicted range is at least this wide, upper end /
    /// lower end - 1: what the model knows well teaches it nothing. An experiment of which it knows all gets fewer.
    double leastRange = 0;
    /// Of each experiment, configurations that need a process of their own: for a cold start, or for other connections
    /// than usual. Each takes a second more.
    int mostWithProcess = 1'000'000;
};

/// What is not in a check, and why: one line.
struct ModelCheckSkip
{
    std::string experiment;
    std::string reason;
};

/// Configurations to measure: `medianNs` and the other times are 0.
struct ModelCheckPlan
{
    std::vector<MeasuredConfiguration> configurations;
    std::vector<ModelCheckSkip> skipped;
};

/// Draws configurations that `model` can predict, within the limits of `grid`. An experiment whose draws all miss them
/// gets fewer or none. @throws Cancelled.
ModelCheckPlan planModelCheck(const ModelCheckGrid &grid, const DeviceProfile &model, const RunControl &control);

/// A measured configuration beside its prediction.
struct CheckedConfiguration
{
    MeasuredConfiguration measured;
    std::int64_t predictedNs = 0;
    WorkMix mix;                          ///< of the predicted run
    std::optional<PredictionRange> range; ///< empty where the model has no residuals

    double error() const { return static_cast<double>(predictedNs) / static_cast<double>(measured.medianNs) - 1; }
};

/// Predictions, and the configurations that the model cannot run.
struct ModelCheck
{
    std::vector<CheckedConfiguration> rows;
    std::vector<ModelCheckSkip> skipped;
};

/// Predicts each measured configuration with `model`. @throws Cancelled.
ModelCheck predictConfigurations(const std::vector<MeasuredConfiguration> &measured, const DeviceProfile &model,
                                 const RunControl &control);

/// Every parameter as `name=value`, separated by spaces, as `--set` takes them. `all` false: only those that differ
/// from the defaults of the experiment and the check.
std::string settingsText(const Parameters &parameters, bool all = true);

} // namespace streamscope
