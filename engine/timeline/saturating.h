// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <limits>

namespace streamscope {

/// Adds to a sum of times. The sum stays at the largest or smallest value instead of overflowing; only hostile traces
/// reach it.
inline void addTime(std::int64_t &sum, std::int64_t ns)
{
    if (__builtin_add_overflow(sum, ns, &sum))
        sum = ns > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

} // namespace streamscope
