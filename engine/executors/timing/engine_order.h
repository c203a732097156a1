// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/copy_latency.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// Facts about the copies of a run, known without a profiler.
struct CopyTiming
{
    bool oneEngineForBothDirections = false;
    CopyLatencies latencies;
    /// By operation: when the host's call returned; unknownTime for pageable copies, whose call lasts as long as the
    /// copy. Empty: not known.
    std::vector<std::int64_t> submitted;
    /// By operation: when a graph reached it; unknownTime when not measured. Empty: not known.
    std::vector<std::int64_t> reached = {};
    /// By operation: true when its end was seen in its destination and not by an event. Empty: none.
    std::vector<bool> watched = {};
};

/// Computes the starts of copies that were timed with events. An event fires when its stream reaches it, so it cannot
/// show when an engine started a copy. Three causes must precede the start: the operations before it in the stream have
/// ended (`ready`), the engine has finished its previous copy (an engine serves copies one after the other, so they are
/// sorted by their ends), and the host's call has been made. Each cause has a calibrated latency; the start is the
/// latest of the three. Ends need a correction only while both directions are busy: the event then fires late by a
/// calibrated time.
///
/// The latencies were calibrated with events. There is no event behind a watched copy, so its engine does not drain:
/// the engine starts the next copy of the direction at once, from any stream, and a copy of the other direction starts
/// earlier by the same amount. A watched end is not late while the other direction is busy. The latency after a kernel
/// or after the host's call is the same with and without events.
///
/// Needs `ready` and `end` of every copy (`end`: the time of the event behind it, or when it was seen). Sets `start`,
/// corrects `end` and sets the clock `event+engine` or `watch`. All times stay in [ready, end].
void correctCopyStarts(const Program &program, const CopyTiming &timing, std::vector<OperationTimes> &times);

} // namespace streamscope
