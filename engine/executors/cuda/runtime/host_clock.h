// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <chrono>
#include <cstdint>

namespace streamscope {

/// The host's steady clock in nanoseconds.
inline std::int64_t hostNow()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Keeps the calling thread busy.
inline void workOnHost(std::int64_t nanoseconds)
{
    const std::int64_t end = hostNow() + nanoseconds;
    while (hostNow() < end) {
    }
}

} // namespace streamscope
