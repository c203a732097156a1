// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>

namespace streamscope {

/// More blocks than this are not recorded: 132 SMs with 100,000 blocks each and room to spare. On a GPU they take 384
/// MiB of its memory, on the host 640 MiB while they are put in order.
inline constexpr std::uint64_t mostRecordedBlocks = 1ULL << 24;

/// Blocks that one run of `program` launches.
std::uint64_t launchedBlocks(const Program &program);

/// Empty, or why no block of `program` is recorded. All or none: a lane in which some are missing would show an idle SM
/// where there was a busy one.
std::string blockRecordingProblem(const Program &program);

} // namespace streamscope
