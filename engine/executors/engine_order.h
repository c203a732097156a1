// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/operation_times.h"
#include "engine/program/program.h"

#include <vector>

namespace streamscope {

/// Corrects the starts of copies that were timed with events. An event fires when its stream reaches it, so the event
/// before a copy shows when the copy was ready, not when its engine took it. Ends are right, and an engine serves one
/// copy after the other: sorted by end, a copy starts at the end of the one before it, or at its own event, whichever
/// is later. (reference: CUDA Runtime API, cudaEventElapsedTime; measured beside CUPTI on an H200, error of the start
/// 5–25 µs.)
///
/// Expects the event's time in `start` of every copy and fills in `ready` (the event's time), `start` (corrected) and
/// the clock `event+engine`. `oneEngineForBothDirections` says that H2D and D2H share an engine.
void correctCopyStarts(const Program &program, bool oneEngineForBothDirections, std::vector<OperationTimes> &times);

} // namespace streamscope
