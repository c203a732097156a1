// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/operation_times.h"
#include "engine/program/program.h"

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
};

/// The times of one run's operations on CUPTI's clock; unknown for what is no work of the device. One host thread
/// issues everything, so the records by correlation are the operations in the order of their issue, and no push and pop
/// around every call is needed, which costs API records. `records` are sorted by correlation and end with the run;
/// what is in front of it (a reset of stamps) is left out.
/// @throws RunError when number or kinds do not match.
std::vector<OperationTimes> matchRecords(const Program &program, const std::vector<CuptiRecord> &records);

} // namespace streamscope
