// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/clock_alignment.h"
#include "engine/executors/timing/clock_line.h"
#include "engine/executors/timing/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/copy_latency.h"
#include "engine/timeline/raw_run.h"

#include <optional>
#include <vector>

namespace streamscope {

/// The times of an instrumented run's operations, and how well its clocks could be aligned.
struct RecordedTimes
{
    std::vector<OperationTimes> times;   ///< from the start of the run: the earliest known moment is 0
    std::vector<std::int64_t> submitted; ///< when the host's calls returned, on the same axis; see CopyTiming
    ClockAlignment host;
    ClockAlignment globalTimer; ///< from all brackets; not consistent when a clock drifted or jumped
    /// How much more time passed on %globaltimer than on the events' clock between the probes before and after the run,
    /// ns.
    std::int64_t timerDrift = 0;
    /// True when the drift is larger than the probes' uncertainty; it was corrected.
    bool timerDrifted = false;
    ClockLine fromGlobalTimer{0, 0, 0, 0}; ///< from %globaltimer to the axis of `times`
};

/// Combines the times of events, kernel stamps, watched memory and the host's clock of an instrumented run.
/// @throws RunError naming the operation when its event or stamp is lost, when a watched copy's end was not seen, or
///         was seen before its stream reached the copy.
RecordedTimes collectTimes(const Program &program, const RawRun &raw, bool oneEngineForBothDirections,
                           const CopyLatencies &latencies);

/// The same for a run under CUPTI: `device` has the operations' starts and ends on %globaltimer, unknown when not
/// recorded; the other times come from the host's clock.
RecordedTimes collectCuptiTimes(const Program &program, const RawRun &raw, const std::vector<OperationTimes> &device);

} // namespace streamscope
