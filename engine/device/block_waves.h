// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace streamscope {

/// @file
/// A kernel with more blocks than fit at once runs in waves. From the end of a block to the first instruction of the
/// next one in its place passes a gap (DeviceProfile::Compute::blockGapNs). All times in nanoseconds.

/// The waves of `blocks` blocks where `atOnce` (at least 1) fit.
constexpr std::int64_t wavesOf(std::int64_t blocks, std::int64_t atOnce)
{
    return (blocks + atOnce - 1) / atOnce;
}

/// The most waves that leave time for their gaps: a stand-in for a kernel that is too short for its waves has fewer.
inline std::int64_t mostWaves(double kernelNs, double gapNs)
{
    if (gapNs <= 0)
        return std::numeric_limits<std::int64_t>::max();
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(kernelNs / gapNs / 4));
}

/// How long a kernel of so many waves takes.
constexpr double kernelNs(std::int64_t waves, double blockNs, double gapNs)
{
    return static_cast<double>(waves) * (blockNs + gapNs) - gapNs;
}

/// How long each block takes in a kernel that takes `kernelNs`; at least 1.
inline std::int64_t blockNs(double kernelNs, std::int64_t waves, double gapNs)
{
    const double gaps = static_cast<double>(waves - 1) * gapNs;
    return std::max<std::int64_t>(std::llround((kernelNs - gaps) / static_cast<double>(waves)), 1);
}

} // namespace streamscope
