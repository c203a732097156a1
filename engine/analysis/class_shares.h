// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/residuals.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <optional>

namespace streamscope {

/// The shares of a simulated run's time by class: for each class the union of the times in which its operations
/// execute, and as HostCalls the time in which nothing executes. Classes that run at the same time count once each.
ClassShares classShares(const Program &program, const Recording &recording);

/// The range of a prediction by the residuals of its profile; empty where there are none (null: the same).
std::optional<PredictionRange> predictionRange(const Residuals *residuals, const Program &program,
                                               const Recording &recording);

} // namespace streamscope
