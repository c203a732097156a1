// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/recorded_times.h"
#include "engine/executors/watch_plan.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <string>

namespace streamscope {

/// What a person must know to read the times of a GPU run: by which clock they are, how well the clocks were aligned.

/// Adds how near the clocks came to each other to the environment, and a note where one of them drifted or jumped.
void noteAlignment(const RecordedTimes &recorded, Recording &recording);

/// One or two sentences for a run whose copies were timed by events. How far off the starts can be:
/// docs/measurements/clocks.md.
std::string eventsNote(const Program &program, const RecordedTimes &recorded);

/// The same for a run with watched copies: which, and why the others are not.
std::string watchNote(const Program &program, const WatchPlan &plan);

} // namespace streamscope
