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
    std::int64_t transferNs = 0; ///< shortest duration known of the collective; the ends differ by no more
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

/// Fits a line through the pairs, against outliers in up to a quarter of them. No rank ends an all-reduce before the
/// last one started it, so ends differ by less than the transfer takes: a pair counts by the inverse square of that. On
/// two GPUs of one host the rank that starts last ends some 13 us later where the data move for 0.2 ms, and within 1 us
/// where they move for 10 us. Neighbours err alike; so a drift is believed as far as the length of the run lets it be
/// told from such errors, and fewer than eight pairs give an offset only. Refused: fewer than three pairs, and clocks
/// that no line connects.
ClockFit fitClock(std::vector<ClockPair> pairs);

} // namespace streamscope
