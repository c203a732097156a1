// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_forest.h"

#include <array>
#include <cstdint>

namespace streamscope {

/// A whole leaf of an IntervalForest, divided into cells: intervals that start in the same pixel and are narrow, or one
/// that is wide.
struct LeafScan
{
    static constexpr auto places = static_cast<std::uint32_t>(IntervalForest::leafSize);

    std::array<std::int32_t, places> pixels; ///< in which each place starts; of wide ones something below 0
    std::array<std::uint32_t, places> busy;  ///< sum of the durations of the leaf up to and with that place
    /// Of those up to there in the same cell the longest: its duration, and at the lower end its place, in such a way
    /// that the first of several counts.
    std::array<std::uint32_t, places> longest;
    std::uint32_t ends; ///< bits: which places are the last of a cell
    bool isKept;        ///< false: a length is missing, and nothing else is true

    static constexpr unsigned placeBits = 4;
    static_assert(1U << placeBits == places);
    std::uint32_t longestNs(std::size_t place) const { return longest[place] >> placeBits; }
    std::uint32_t longestAt(std::size_t place) const { return places - 1 - longest[place] % places; }
};

/// @param startNs of the leaf, from where pixel 0 begins; exact as a double, and with all offsets. All starts are at
/// pixel 0 or later, and few enough pixels from there for 32 bits.
/// @param narrowNs the longest duration that is narrow
void scanLeaf(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
              LeafScan &scan);

} // namespace streamscope
