// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/clock_line.h"
#include "engine/executors/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/raw_run.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// One piece of work as CUPTI saw it: a kernel, a copy or a memset.
struct CuptiRecord
{
    OperationKind kind = OperationKind::Kernel;
    std::uint32_t correlation = 0; ///< rises with the host's calls
    std::int64_t start = 0;        ///< nanoseconds of CUPTI's clock
    std::int64_t end = 0;
    std::uint64_t node = 0; ///< of a graph, rises in the order in which it was captured; 0 outside of graphs
};

/// A stretch of CUPTI's clock, in nanoseconds.
struct CuptiWindow
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// Those that began in the window, in their order.
std::vector<CuptiRecord> recordsIn(const std::vector<CuptiRecord> &records, const CuptiWindow &window);

/// Turns CUPTI's times into those of %globaltimer: its kernel times are that plus an offset (on an H200 their ends
/// agree within 0.04 us). `before` and `after` the run, kernels were launched that both clocks time; `stamps` are
/// theirs in the order of their launches. The median of each set counts.
/// @throws RunError when CUPTI recorded other kernels than these.
ClockLine cuptiOnGlobalTimer(const std::vector<CuptiRecord> &records, const CuptiWindow &before,
                             const CuptiWindow &after, const std::vector<KernelTimes> &stamps);

/// The times of one run's operations on CUPTI's clock; unknown for what is no work of the device. One host thread
/// issues everything, so the records by correlation are the operations in the order of their issue, and no push and pop
/// around every call is needed, which costs API records. `records` are sorted by correlation and end with the run;
/// what is in front of it (a reset of stamps) is left out.
/// @throws RunError when number or kinds do not match.
std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records);

} // namespace streamscope
