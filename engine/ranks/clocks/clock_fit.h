// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

/// One collective by two clocks, on a rank and on another one. Times in nanoseconds.
struct ClockPair
{
    std::int64_t own = 0; ///< the end by the rank's clock
    std::int64_t ownStart = 0;
    std::int64_t reference = 0; ///< the end on the other rank, by the reference clock
    std::int64_t referenceStart = 0;
    /// The last start among further ranks, by the reference clock; empty where there are none.
    std::optional<std::int64_t> othersStart{};
    std::int64_t transferNs = 0; ///< shortest duration known of the collective; the ends differ by no more
    std::uint32_t sort = 0;      ///< collectives of one kind and size have one number
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

/// Fits a line through the ends, against outliers in up to a quarter of them: first by weighted medians, then by
/// fitEnds(). Fewer than eight pairs give an offset only, and the drift of a short run is drawn to 0 as far as it
/// cannot be told from errors. Refused: fewer than three pairs, and clocks that no line connects.
ClockFit fitClock(std::vector<ClockPair> pairs);

} // namespace streamscope
