// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/operation_times.h"
#include "engine/program/program.h"
#include "engine/timeline/clock_check.h"

#include <vector>

namespace streamscope {

/// Fills groups and samples of a ClockCheck from what our clocks and a reference say about the same run. Both are
/// parallel to the operations; what the reference does not know (unknownTime) is left out. Before they are compared,
/// the reference is moved by the median difference of the ends, for each of our clocks by itself: ends agree, and where
/// two clocks begin to count is no error of either.
ClockCheck compareClocks(const Program &program, const std::vector<OperationTimes> &ours,
                         const std::vector<OperationTimes> &reference);

} // namespace streamscope
