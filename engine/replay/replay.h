// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/executors/timing/simulated_times.h"
#include "engine/replay/program/replayed_program.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// A trace, the Program that does the same, and how well the simulator reproduces the trace with it.
struct Replay
{
    ReplayedProgram trace;
    /// The profile, with the latencies that this trace shows. Changed Programs are simulated on it, too.
    DeviceProfile profile;
    SimulatedTimes times;        ///< of the unchanged Program; 0 is trace.begin
    std::int64_t replayedNs = 0; ///< from 0 to the end of the last operation or waiting call

    /// Differences of the operations' starts, replayed − measured, as amounts in nanoseconds.
    struct StartErrors
    {
        std::int64_t median = 0, p95 = 0;
    } startErrors;

    const Program &program() const { return trace.program; }
    std::int64_t measuredNs() const { return trace.measuredNs(); }
    /// (replayed − measured) / measured.
    double error() const;
    /// Above this share of the measured time a replay's error must be said before any prediction.
    static constexpr double acceptableError = 0.05;
    bool isAcceptable() const;
};

/// Replays a recording on a model of its device. The lengths of kernels, copies and calls are those of the trace; when
/// each of them runs is up to the model.
/// @throws InputError when there is nothing to replay, RunError as a simulation does, Cancelled.
Replay replay(const Recording &recording, const DeviceProfile &profile, TimeRange range = {},
              const std::stop_token &stop = {});

/// From 0 to the end of the last operation of a GPU or synchronisation: what `replayedNs` is for any changed Program.
std::int64_t spanOf(const Program &program, const SimulatedTimes &times);

} // namespace streamscope
