// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// One collective: all its ranks, or the one kernel of it that a trace of one rank shows.
struct CollectiveUnit
{
    std::vector<std::int32_t> ranks; ///< operations
    std::uint64_t bytes = 0;         ///< of each rank
    bool selected = true;            ///< all ranks are
    /// The collective directly before it on the streams of all ranks, with only event records and waits between, so
    /// that both can be one; −1: none.
    std::int32_t before = -1;
    /// The records between, which then stand behind both.
    std::vector<std::int32_t> records;
    /// The first operation that waits for one of the records; the number of operations where none does.
    std::int32_t firstWait = 0;
};

/// True for a kernel of NCCL whose bytes the trace tells.
bool isCollectiveKernel(const Operation &operation);

/// All collectives of a Program, in the order of their last ranks.
std::vector<CollectiveUnit> collectivesOf(const Program &program, const std::vector<bool> &selected);

} // namespace streamscope
