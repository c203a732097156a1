// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"
#include "engine/replay/repeated_calls.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// A pause of the host in a recording: somebody else had the processor.
struct HostPause
{
    std::vector<std::uint32_t> work; ///< operations: the host's work that contains it
    std::int64_t usualNs = 0;        ///< what this work takes in other repetitions
    std::int64_t ns = 0;             ///< more than that
};

/// The pauses of a replayed Program. The host paused where its work between two calls took more than ten times as long
/// as in all other repetitions of the same calls, of which there are at least seven, and 0.1 ms more.
/// `threads`: repeatedCalls() of the Program.
std::vector<HostPause> hostPauses(const Program &program, const std::vector<ThreadCalls> &threads);

/// Shortens the work with these pauses to the usual.
void removePauses(const std::vector<HostPause> &pauses, Program &program);

} // namespace streamscope
