// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/residuals.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace streamscope {

/// What a simulated run is made of. Its shares: for each class the union of the times in which its operations
/// execute, and as HostCalls the time in which nothing executes. Classes that run at the same time count once each.
WorkMix workMix(const Program &program, const Recording &recording);

/// When an operation of a run was called, became ready, executed and let its call return: fields as of Span.
struct ExecutedTimes
{
    std::int64_t issue, ready, start, end, returned;
};
/// Asked for each operation of a Program: a run of millions needs no timeline for its figures.
using TimesOfRun = std::function<ExecutedTimes(std::size_t operation)>;
WorkMix workMix(const Program &program, std::int64_t makespanNs, const TimesOfRun &timesOf);

/// The range of a prediction by the residuals of its profile; empty where there are none (null: the same).
std::optional<PredictionRange> predictionRange(const Residuals *residuals, const Program &program,
                                               const Recording &recording);
std::optional<PredictionRange> predictionRange(const Residuals *residuals, const Program &program,
                                               std::int64_t makespanNs, const TimesOfRun &timesOf);
/// The times of a recording that has one span for each operation; it must outlive them.
TimesOfRun timesOfRun(const Recording &recording);

} // namespace streamscope
