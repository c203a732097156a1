// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/clocks/clock_fit.h"
#include "engine/ranks/matched_collectives.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

enum class RankClock : std::uint8_t {
    Own,     ///< it agrees with the others: nothing is changed
    Aligned, ///< moved onto the reference by the ends of collectives
    Refused, ///< unknown: the rank is in no figure
};

/// The clock of one rank beside the reference, the rank with the most collectives.
struct RankAlignment
{
    RankClock clock = RankClock::Refused;
    ClockFit fit; ///< identity for an own clock; for a refused one `fit.refusal` says why
    /// Median difference between the ends of this rank's collectives and those of the others, nanoseconds, after the
    /// alignment; empty where there are no others.
    std::optional<std::int64_t> residualNs;

    bool isKnown() const { return clock != RankClock::Refused; }
    std::int64_t time(std::int64_t own) const { return clock == RankClock::Aligned ? fit.toReference(own) : own; }
};

/// The clocks of all ranks, by the ends of their collectives: an all-reduce ends on all ranks at nearly one time. A
/// clock that agrees with the others stays as it is.
std::vector<RankAlignment> alignClocks(const std::vector<RankTrace> &ranks,
                                       const std::vector<MatchedCollective> &collectives);

} // namespace streamscope
