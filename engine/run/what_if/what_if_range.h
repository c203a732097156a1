// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/device/residuals.h"
#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// What a prediction from a trace may be off by. Each part is such that four cases of five are within it.
struct WhatIfDoubts
{
    FactorRange model;      ///< of the simulated time: the residuals of the device's profile
    double replayError = 0; ///< a share of the time, as all that follow
    double gpuIdle = 0; ///< of the predicted time, the share in which the GPU does nothing and the host sets the pace
    double changes = 0; ///< of what the changes took away or added
    double otherRanks = 0; ///< waits for them
    double lateGraphs = 0; ///< above the predicted time only: see lateGraphsOf()
};

/// When the changed program runs: in turn with the one before, or at another time, when others use the host more, or
/// less.
enum class RunsAt : std::uint8_t { InTurn, AnotherTime };

/// The range around `predictedNs`. The parts do not depend on each other: their squares add up.
PredictionRange whatIfRange(std::int64_t predictedNs, const WhatIfDoubts &doubts, RunsAt when = RunsAt::AnotherTime);

/// What graphs of copies and kernels on several streams may take longer than the model says, a share of the time; 0 for
/// a Program without such graphs.
double lateGraphsOf(const Program &program);

/// The share of a simulated run in which no operation executes on a GPU.
double gpuIdleShare(const Program &program, std::int64_t makespanNs, const TimesOfRun &timesOf);

} // namespace streamscope
