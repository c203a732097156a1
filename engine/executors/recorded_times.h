// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/clock_alignment.h"
#include "engine/executors/clock_line.h"
#include "engine/executors/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/copy_latency.h"
#include "engine/timeline/raw_run.h"

#include <optional>
#include <vector>

namespace streamscope {

/// What an instrumented run tells about its operations, and how well its clocks could be aligned.
struct RecordedTimes
{
    std::vector<OperationTimes> times;   ///< from the start of the run: the earliest moment known is 0
    std::vector<std::int64_t> submitted; ///< when the host's calls were back, on the same axis; see CopyTiming
    ClockAlignment host;
    ClockAlignment globalTimer; ///< by all brackets; not consistent where the clocks drifted or one jumped
    /// How much further %globaltimer went than the events' clock from the probes before the run to those after it, ns.
    std::int64_t timerDrift = 0;
    /// The drift is beyond what the probes leave open, and was taken out.
    bool timerDrifted = false;
    ClockLine fromGlobalTimer{0, 0, 0, 0}; ///< from %globaltimer to the axis of `times`
};

/// Puts together what events, kernel stamps, watched memory and the host's clock recorded in an instrumented run.
/// @throws RunError when an operation has lost its event or its stamp, when nobody saw a watched copy arrive, or that
///         before its stream came to it, naming it.
RecordedTimes collectTimes(const Program &program, const RawRun &raw, bool oneEngineForBothDirections,
                           const CopyLatencies &latencies);

/// The same from a traced run: `device` has the operations' starts and ends on the clock of %globaltimer, unknown where
/// nothing was recorded; the host's clock tells the rest.
RecordedTimes collectTracedTimes(const Program &program, const RawRun &raw, const std::vector<OperationTimes> &device);

} // namespace streamscope
