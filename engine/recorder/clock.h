// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <ctime>

namespace streamscope::recorder {

inline std::int64_t clockNs(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// The clock of all times in a recording: it never jumps.
inline std::int64_t nowNs()
{
    return clockNs(CLOCK_MONOTONIC);
}

} // namespace streamscope::recorder
