// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <string>

namespace streamscope {

/// The most blocks that are recorded: enough for 132 SMs with 100,000 blocks each. They take 384 MiB on the GPU, and
/// 640 MiB on the host while they are sorted.
inline constexpr std::uint64_t maxRecordedBlocks = 1ULL << 24;

/// Blocks that one run of `program` launches.
std::uint64_t launchedBlocks(const Program &program);

/// Why no block of `program` is recorded; empty when all are. Blocks are recorded all or none, because a missing block
/// would show a busy SM as idle.
std::string blockRecordingProblem(const Program &program);

} // namespace streamscope
