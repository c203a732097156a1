// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/executor.h"
#include "engine/executors/timing/threads/core_selector.h"
#include "engine/timeline/copy_latency.h"

namespace streamscope {

/// The input of one measurement. All references must outlive the call.
struct MeasuringTask
{
    const Program &program;
    const RunOptions &options;
    const RunControl &control;
    const DeviceInfo &device;
    const CopyLatencies &latencies; ///< all zero when not measured
    CoreSelector &core;             ///< of the calling thread
    int ordinal = 0;                ///< CUDA's number of the Program's first device
};

/// Measures one Program on the current device: warm-up, plain runs, instrumented runs, the comparison with CUPTI when
/// asked for, and a check of the data after each run. Sets makespans, timeline, verification, notes, environment and
/// clock check of `recording`.
/// @throws CudaError, std::bad_alloc, Cancelled.
void measure(const MeasuringTask &task, Recording &recording);

} // namespace streamscope
