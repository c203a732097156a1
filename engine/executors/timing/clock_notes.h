// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/recorded_times.h"
#include "engine/executors/timing/watch_plan.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <string>

namespace streamscope {

// Notes that the user needs to read the times of a GPU run: their clocks, and how well the clocks were aligned.

/// Adds the uncertainty of the clocks' alignment to the recording's environment, and a note when a clock drifted or
/// jumped.
void noteAlignment(const RecordedTimes &recorded, Recording &recording);

/// One or two sentences about the starts of copies that were timed by events (errors: docs/measurements/clocks.md).
std::string eventsNote(const Program &program, const RecordedTimes &recorded);

/// The same for a run with watched copies: which copies were watched, and why the others were not.
std::string watchNote(const Program &program, const WatchPlan &plan);

} // namespace streamscope
