// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"
#include "engine/executors/quick_core.h"
#include "engine/timeline/copy_latency.h"

namespace streamscope {

/// What one measurement works on. All of it outlives the call.
struct MeasuringTask
{
    const Program &program;
    const RunOptions &options;
    const RunControl &control;
    const DeviceInfo &device;
    const CopyLatencies &latencies; ///< all zero where nobody measured them
    QuickCore &core;                ///< of the calling thread
    int ordinal = 0;                ///< CUDA's number of the Program's first device
};

/// One Program on the current device: warm-up, plain runs, the run of the picture, the comparison with CUPTI where it
/// is asked for, and a look at the data after each. Fills in makespans, timeline, verification, notes, environment and
/// clock check of `recording`.
/// @throws CudaError, std::bad_alloc, Cancelled.
void measure(const MeasuringTask &task, Recording &recording);

} // namespace streamscope
