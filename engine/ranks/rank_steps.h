// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_trace.h"
#include "engine/timeline/ranges/time_range.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The steps of a rank (findSteps()) with their times, each to the begin of the next one on the GPU; one without a
/// name, over all operations of its GPUs, where the trace has no steps. `zero`: the Timeline's 0 by the trace's own
/// clock, nanoseconds.
std::vector<RankStep> stepsOfRank(const ImportedTrace &trace, const RankUse &use, std::int64_t zero);

} // namespace streamscope
