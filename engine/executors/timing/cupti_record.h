// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/clock_line.h"
#include "engine/executors/timing/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// CUPTI's record of a kernel, a copy or a memset.
struct CuptiRecord
{
    OperationKind kind = OperationKind::Kernel;
    std::uint32_t correlation = 0; ///< increases with the host's calls
    std::int64_t start = 0;        ///< nanoseconds of CUPTI's clock
    std::int64_t end = 0;
    std::uint64_t node = 0; ///< graph node, increases in order of capture; 0 outside of graphs
};

/// A range of CUPTI's clock, in nanoseconds.
struct CuptiWindow
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// The records that began in the window, in their order.
std::vector<CuptiRecord> recordsIn(const std::vector<CuptiRecord> &records, const CuptiWindow &window);

/// The map from CUPTI's clock to %globaltimer. The two differ by an offset (on an H200, ends of kernels then agree
/// within 0.04 us). Kernels that both clocks time were launched in the windows `before` and `after` the run; `stamps`
/// are their %globaltimer times in launch order. The median of each window counts.
/// @throws RunError when CUPTI recorded other kernels in the windows.
ClockLine cuptiOnGlobalTimer(const std::vector<CuptiRecord> &records, const CuptiWindow &before,
                             const CuptiWindow &after, const std::vector<KernelTimes> &stamps);

/// The times of one run's operations on CUPTI's clock; unknown for operations that the device does not execute. One
/// host thread issues everything, so records in order of correlation are the operations in order of issue, and the
/// costly external correlation ids are not needed. `records` are sorted by correlation and end with the run; earlier
/// records (a reset of stamps) are ignored.
/// @throws RunError when numbers or kinds do not match.
std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records);

} // namespace streamscope
