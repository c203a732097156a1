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
    std::uint64_t node = 0;   ///< graph node, increases in order of capture; 0 outside of graphs
    std::uint32_t stream = 0; ///< CUPTI's number of the stream
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

/// What tells which operation a record is of, where several host threads issue: CUPTI's number of each of the Program's
/// streams, and when the host called for each operation. Both empty for one thread.
struct IssuedCalls
{
    std::vector<std::uint32_t> streams;
    std::vector<CallTimes> calls;
};

/// The times of one run's operations on CUPTI's clock; unknown for operations that the device does not execute. Records
/// in order of correlation are the operations in order of issue, of one host thread as a whole, of several in each
/// stream; so the costly external correlation ids are not needed. `records` are sorted by correlation and end with the
/// run; earlier records (a reset of stamps) are ignored.
/// @throws RunError when numbers or kinds do not match, or when calls of two threads on one stream overlapped.
std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records,
                                         const IssuedCalls &issued = {});

} // namespace streamscope
