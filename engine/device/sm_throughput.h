// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace streamscope {

/// @file
/// What an SM does with more warps on it: first more, then no more. Fitted to traces of H200s, programs before and
/// after a change: kernels with 16 warps on each SM took 50 us alone and 98 us two at a time; with 8 warps 97 alone and
/// 109 two at a time, and others 83 alone and 117 to 138 three at a time; a kernel of 64 warps in four pieces took 440
/// us for a piece alone, with 32, and 855 for two at a time; six of 8 warps took 8.8 us each and 28.6 as one.

/// Warps on each SM that a kernel of `blocks` blocks of `threads` threads has blocks on, alone on a device of `sms` SMs
/// (1 …) that holds `atOnce` of its blocks.
inline double warpsOnSm(std::int64_t blocks, std::int64_t threads, std::int64_t atOnce, std::int64_t sms)
{
    constexpr std::int64_t warp = 32;
    const std::int64_t there = std::min(blocks, atOnce);
    return static_cast<double>((there + sms - 1) / sms * ((threads + warp - 1) / warp));
}

/// The part of the most that an SM does which it does with so many warps, 0 … 1. 8, 16 and 32 warps do 0.52, 0.77 and
/// 0.95.
inline double smThroughput(double warps)
{
    constexpr double manyWarps = 11;
    return 1 - std::exp(-warps / manyWarps);
}

/// How much longer a block takes on an SM with so many warps (more than 0) than it would on an empty one; at least 1.
inline double blockStretch(double warps)
{
    constexpr double few = 0.01;
    const double warp = std::fmax(warps, few);
    return warp / smThroughput(warp) * smThroughput(few) / few;
}

} // namespace streamscope
