// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/copy_latency.h"
#include "engine/executors/cuda/clock_probes.h"
#include "engine/executors/cuda/cuda_run.h"
#include "engine/executors/operation_times.h"

#include <vector>

namespace streamscope {

/// What an instrumented run tells about its operations, and how well its clocks could be aligned.
struct RecordedTimes
{
    std::vector<OperationTimes> times;   ///< from the start of the run: the earliest moment known is 0
    std::vector<std::int64_t> submitted; ///< when the host's calls were back, on the same axis; see CopyTiming
    ClockAlignment host;
    ClockAlignment globalTimer;
    std::int64_t fromGlobalTimer = 0; ///< add it to a time of %globaltimer to get one on the axis of `times`
};

/// Puts together what events, kernel stamps and the host's clock recorded.
/// @throws RunError when a kernel left no stamp.
RecordedTimes collectTimes(const Program &program, const CudaRun &run, const ClockProbes &probes,
                           bool oneEngineForBothDirections, const CopyLatencies &latencies);

/// The same from a traced run: `device` has the operations' starts and ends on the clock of %globaltimer, unknown where
/// nothing was recorded; the host's clock tells the rest.
RecordedTimes collectTracedTimes(const Program &program, const CudaRun &run, const ClockProbes &probes,
                                 const std::vector<OperationTimes> &device);

} // namespace streamscope
