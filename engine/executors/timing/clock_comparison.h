// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/clock_check.h"

#include <vector>

namespace streamscope {

/// Fills groups and samples of a ClockCheck from our times and a reference's times of the same run. Both vectors are
/// parallel to the operations; operations unknown to the reference (unknownTime) are left out. The reference is first
/// moved by the median difference of the ends, separately for each of our clocks, because the clocks' origins differ.
ClockCheck compareClocks(const Program &program, const std::vector<OperationTimes> &ours,
                         const std::vector<OperationTimes> &reference);

} // namespace streamscope
