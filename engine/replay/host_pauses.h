// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>

namespace streamscope {

/// Pauses of the host in a recording: somebody else had the processor.
struct HostPauses
{
    std::uint64_t count = 0;
    std::int64_t ns = 0; ///< more than usual, of all of them
};

/// Shortens pauses in a replayed Program to the usual. The host paused where its work between two calls took more than
/// ten times as long as in all other repetitions of the same calls, of which there are at least seven, and 0.1 ms more.
HostPauses removePauses(Program &program);

} // namespace streamscope
