// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/analysis/engines/engine_times.h"

namespace streamscope {

/// Makespan, serial time, bound, speed-up and efficiency. `times` are those of the recording.
Summary summarize(const Recording &recording, const EngineTimes &times);

} // namespace streamscope
