// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/tune/tuning_target.h"

namespace streamscope {

/// Runs `program` and keeps its times. A simulated device runs it once: its model has no noise.
/// @throws as Executor::run() does, RunError for wrong data.
TuningSample measuredSample(Executor &device, const Program &program, RunOptions options, const RunControl &control);

} // namespace streamscope
