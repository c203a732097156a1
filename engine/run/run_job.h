// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/executors/executor.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/run_source.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace streamscope {

struct ShownRanks;

/// A run that the user asked for.
struct RunRequest
{
    RunSource experiment; ///< a built-in one or a Program file's
    Parameters parameters;
    std::string device; ///< device id; empty = the default device
    ClockChoice clock = ClockChoice::Auto;
    bool checkClocks = false;
    bool keepRaw = false; ///< RunOptions::keepRaw
    bool blocks = false;  ///< record every block of the kernels
};

/// The result of a run or an import, with everything that views and exports need.
struct RunResult
{
    RunRequest request;
    Program program;
    Recording recording;
    RunAnalysis analysis;
    std::optional<PredictionRange> range; ///< of a simulated makespan, where the profile has residuals
    std::chrono::system_clock::time_point finishedAt;
    std::shared_ptr<const ImportReport> import; ///< null for a run; set for an imported trace, which has no experiment
    std::shared_ptr<const ShownRanks> ranks;    ///< of a job whose ranks are shown on one axis; else null
};

/// True for a simulated run.
inline bool isSimulated(const RunResult &result)
{
    return result.recording.device.kind == DeviceKind::Simulated;
}

/// The options from the knobs that every run has.
RunOptions runOptionsOf(const Parameters &parameters);

/// Builds the Program, runs it on `executor` and analyses the recording. Synchronous. Throws as Executor::run() and
/// Experiment::build().
RunResult runOn(Executor &executor, const RunRequest &request, const RunControl &control);

} // namespace streamscope
