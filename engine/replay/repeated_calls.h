// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// A call of a replayed Program, and the thread's work before it.
struct ReplayedCall
{
    std::size_t signature = 0; ///< by kind and name
    std::int64_t workNs = 0;
    std::uint32_t operation = 0;
};

/// The calls of a thread. A graph is one call.
struct ThreadCalls
{
    std::vector<ReplayedCall> calls;
    /// By their place in a loop: those with the same two calls before and the same two from there on, where there are
    /// at least eight. Each list is in the order of the thread.
    std::vector<std::vector<std::uint32_t>> places;
};

/// By thread.
std::vector<ThreadCalls> repeatedCalls(const Program &program);

/// The operations of the thread's work directly before an operation.
std::vector<std::uint32_t> workBefore(const Program &program, std::uint32_t operation);

} // namespace streamscope
