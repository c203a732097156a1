// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// One moment by two clocks, in nanoseconds: the end of a collective on two ranks.
struct ClockPair
{
    std::int64_t own = 0;
    std::int64_t reference = 0;
};

/// How a clock runs against another one: it is ahead by `offsetNs` at `originNs`, and gains `drift` nanoseconds per
/// nanosecond.
struct ClockFit
{
    std::int64_t originNs = 0; ///< by the clock itself
    std::int64_t offsetNs = 0;
    double drift = 0;
    std::int64_t residualNs = 0; ///< median distance of the pairs from the fit
    std::string refusal;         ///< why there is no fit; else empty

    std::int64_t toReference(std::int64_t own) const;
};

/// Fits a line through the pairs, against outliers in up to a quarter of them. An end differs by some ten microseconds
/// from rank to rank, and neighbours err alike; so a drift is believed as far as the length of the run lets it be
/// told from such errors, and fewer than eight pairs give an offset only. Refused: fewer than three pairs, and
/// clocks that no line connects.
ClockFit fitClock(std::vector<ClockPair> pairs);

} // namespace streamscope
