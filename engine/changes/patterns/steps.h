// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// One turn of a loop that a thread issues: copies, then kernels that work on what they brought.
struct LoopStep
{
    std::vector<std::int32_t> copies;  ///< the selected ones, in order of issue; never empty
    std::vector<std::int32_t> loads;   ///< work of the host that writes what the copies read
    std::vector<std::int32_t> kernels; ///< the streams on which kernels run, each once
};

/// The steps of each thread: one begins with the first selected copy behind a kernel. `isCopy` tells which operations
/// are selected copies.
std::vector<std::vector<LoopStep>> loopStepsOf(const Program &program, const std::vector<bool> &isCopy);

} // namespace streamscope
