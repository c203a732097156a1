// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/copy_latency.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What is known about copies without a profiler.
struct CopyTiming
{
    bool oneEngineForBothDirections = false;
    CopyLatencies latencies;
    /// By operation: when the host's call was back; unknownTime where that says nothing, as for pageable copies, whose
    /// call lasts as long as the copy. Empty: not known for any.
    std::vector<std::int64_t> submitted;
    /// By operation: when a graph came to it; unknownTime where nobody looked. Empty: not known for any.
    std::vector<std::int64_t> reached = {};
    /// By operation: its end was seen in its destination, not by an event. Empty: none.
    std::vector<bool> watched = {};
};

/// Finds the starts of copies that were timed with events. An event fires when its stream reaches it, so it cannot
/// show when an engine took a copy. But three things must have happened before: what is in front in the stream is over
/// (`ready`), the engine is done with the copy that it served before (an engine serves one after the other, so they are
/// sorted by their ends), and the host's call has been made. Each takes its calibrated latency to come into effect; the
/// last of the three is the start. Ends are right but where both directions are busy: then the event is late by a
/// calibrated time, too.
///
/// The latencies are those between events. Behind a copy that was watched there is none, for which its engine would
/// have drained: the engine takes the next copy of the direction at once, whichever stream it is in, and one of the
/// other direction comes as much sooner. A watched end is not late while the other direction is busy. What passes
/// between a kernel, or the host's call, and a copy behind it is the same with and without events.
///
/// Expects `ready` and `end` (the event behind it, or when it was seen) of every copy; fills in `start`, corrects `end`
/// and sets the clock `event+engine`, or `watch`. Nothing leaves [ready, end].
void correctCopyStarts(const Program &program, const CopyTiming &timing, std::vector<OperationTimes> &times);

} // namespace streamscope
