// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// How a time differed from step to step, in nanoseconds. Quantiles between two samples are interpolated.
struct TimeSpread
{
    std::int64_t least = 0, lower = 0, median = 0, upper = 0, most = 0; ///< lower, upper: quartiles

    bool operator==(const TimeSpread &) const = default;
};

/// One operation of a folded step.
struct FoldedOperation
{
    TimeSpread start; ///< since the begin of its step
    TimeSpread duration;
    std::uint32_t steps = 0; ///< that have it

    bool operator==(const FoldedOperation &) const = default;
};

/// Says that a Timeline is no run: it is one step made of many, in which each operation reaches from the median of its
/// starts to the median of its ends.
struct Fold
{
    std::uint32_t steps = 0;                 ///< that were folded
    std::uint32_t allSteps = 0;              ///< of the run
    std::size_t leftOut = 0;                 ///< operations that fewer than half of the steps have
    TimeSpread duration;                     ///< of the steps
    std::vector<FoldedOperation> operations; ///< by span

    /// "median of 38 of 40 steps"
    std::string text() const
    {
        const std::string all = std::to_string(allSteps) + " steps";
        return "median of " + (steps == allSteps ? all : std::to_string(steps) + " of " + all);
    }
};

} // namespace streamscope
