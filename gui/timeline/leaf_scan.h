// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_forest.h"

#include <array>
#include <cstdint>

namespace streamscope {

/// Some leaves of an IntervalForest that follow each other, divided into cells: intervals that start in the same pixel
/// and are narrow, or one that is wide.
struct LeafScan
{
    static constexpr std::uint32_t mostLeaves = 4;
    static constexpr auto leafPlaces = static_cast<std::uint32_t>(IntervalForest::leafSize);
    static constexpr std::uint32_t places = mostLeaves * leafPlaces;
    static constexpr unsigned placeBits = 6;
    static_assert(1U << placeBits == places);
    static constexpr std::uint32_t mostNarrowNs = (1U << (32 - placeBits)) - 1;

    std::uint32_t count = 0;                 ///< of places
    std::array<std::int32_t, places> pixels; ///< in which each place starts; of wide ones something below 0
    std::array<std::uint64_t, places> busy;  ///< sum of the durations up to and with that place
    /// Of those up to there in the same cell the longest: its duration, and at the lower end its place, in such a way
    /// that the first of several counts. Nothing for wide ones.
    std::array<std::uint32_t, places> longest;
    std::uint64_t ends = 0; ///< bits: which places are the last of a cell

    /// Counts one more leaf. Bits of `opens` say which of its places begin a cell, the first against the place before.
    void addEnds(std::uint32_t opens)
    {
        constexpr std::uint64_t one = 1;
        const std::uint64_t open = count > 0 ? one << (count - 1) : 0; // what was the last place until now
        const std::uint64_t late = opens;                              // each bit is one place behind an end
        ends = (ends & ~open) | (count > 0 ? late << (count - 1) : late >> 1);
        count += leafPlaces;
        ends |= one << (count - 1);
    }

    std::uint32_t longestNs(std::size_t place) const { return longest[place] >> placeBits; }
    std::uint32_t longestAt(std::size_t place) const { return places - 1 - longest[place] % places; }
};

/// Adds the next leaf to a scan of fewer than mostLeaves.
/// @param startNs of the leaf, from where pixel 0 begins; exact as a double, and with all offsets. All starts are at
/// pixel 0 or later, and few enough pixels from there for 32 bits.
/// @param narrowNs the longest duration that is narrow, ≤ mostNarrowNs
/// @returns false where a length was not kept: nothing was added
bool scanLeaf(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
              LeafScan &scan);

/// The same on every processor; scanLeaf() takes a faster way where there is one.
bool scanLeafAnywhere(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
                      LeafScan &scan);

} // namespace streamscope
