// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstddef>
#include <vector>

namespace streamscope {

/// What one of several processes does, each of which drives a GPU.
struct RankProgram
{
    Program program;                  ///< of the first device
    std::vector<std::size_t> buffers; ///< by its buffers: where they are in the whole Program
};

/// @throws InputError where the devices do different things, or reach each other other than by collectives: then it is
/// not one script for all.
RankProgram rankProgram(const Program &program);

} // namespace streamscope
