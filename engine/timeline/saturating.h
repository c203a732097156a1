// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace streamscope {

namespace detail {
/// int64 arithmetic that saturates instead of wrapping around.
inline std::int64_t saturatedAdd(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return b > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    return sum;
}

inline std::int64_t saturatedDifference(std::int64_t a, std::int64_t b)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return b < 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    return difference;
}

inline std::int64_t saturatedRound(double value)
{
    constexpr double limit = 9.2e18; // below 2^63, exactly convertible
    return static_cast<std::int64_t>(std::llround(std::clamp(value, -limit, limit)));
}
} // namespace detail

/// Adds to a sum of times. The sum stays at the largest or smallest value instead of overflowing; only hostile traces
/// reach it.
inline void addTime(std::int64_t &sum, std::int64_t ns)
{
    sum = detail::saturatedAdd(sum, ns);
}

} // namespace streamscope
