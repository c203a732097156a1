// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// For every free the alloc whose memory it releases: the oldest earlier one in the list of the same size and place
/// that no other free has released. −1 for a free without one, which releases memory from before the run, and for all
/// other operations. `program` must be sound (findProblems()).
std::vector<std::int32_t> freedAllocations(const Program &program);

} // namespace streamscope
