// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_pyramid.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace streamscope {

/// Consecutive leaves of an IntervalPyramid, divided into cells: narrow intervals that start in the same pixel, or one
/// wide interval.
struct LeafScan
{
    static constexpr std::uint32_t maxLeaves = 4;
    static constexpr auto leafPlaces = static_cast<std::uint32_t>(IntervalPyramid::leafSize);
    static constexpr std::uint32_t places = maxLeaves * leafPlaces;
    static constexpr unsigned placeBits = 6;
    static_assert(1U << placeBits == places);
    static constexpr std::uint32_t maxNarrowNs = (1U << (32 - placeBits)) - 1;

    std::uint32_t count = 0;                 ///< of places
    std::array<std::int32_t, places> pixels; ///< the pixel in which each place starts; negative for wide intervals
    std::array<std::uint64_t, places> busy;  ///< sum of the durations up to and including that place
    /// The longest interval of the cell up to this place: its duration in the upper bits and its place in the lower
    /// bits, encoded so that the first one among equals wins. Undefined for wide intervals.
    std::array<std::uint32_t, places> longest;
    /// Sum of the mixes up to and including that place; only after mixLeaf(). Differences of neighbouring cells count:
    /// a sum may have run over.
    std::array<std::uint64_t, places> low, high;
    std::uint64_t ends = 0; ///< bits: which places are the last of a cell

    /// Counts one more leaf. Bits of `opens`: the places that begin a cell; the first place is compared with the place
    /// before the leaf.
    void addEnds(std::uint32_t opens)
    {
        constexpr std::uint64_t one = 1;
        const std::uint64_t open = count > 0 ? one << (count - 1) : 0; // the last place of the leaves before
        const std::uint64_t late = opens;                              // each bit is one place behind an end
        ends = (ends & ~open) | (count > 0 ? late << (count - 1) : late >> 1);
        count += leafPlaces;
        ends |= one << (count - 1);
    }

    /// Of a row whose classes are mixed.
    TagMix mix(std::size_t place, bool usesHigh) const { return {low[place], usesHigh ? high[place] : 0}; }
    std::uint32_t longestNs(std::size_t place) const { return longest[place] >> placeBits; }
    std::uint32_t longestAt(std::size_t place) const { return places - 1 - longest[place] % places; }
};

/// Adds the next leaf to a scan of fewer than maxLeaves.
/// @param startNs of the leaf, from where pixel 0 begins; exact as a double, and with all offsets. All starts are at
/// pixel 0 or later, and few enough pixels from there for 32 bits.
/// @param narrowNs the longest duration that is narrow, ≤ maxNarrowNs
/// @returns false, and adds nothing, when a length was not kept
bool scanLeaf(const IntervalPyramid::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
              LeafScan &scan);

/// What each tag adds to a mix.
struct MixScale
{
    MixScale(const TagClasses &classes, double pixelsPerNs);

    double perNs; ///< parts of TagMix::whole
    bool high;    ///< classes beyond the first word
    std::array<TagMix, TagClasses::tags> ones;
    std::uint64_t groupsPerNs; ///< in 2⁻³² of 1024 in a pixel, see TagShares

    TagMix of(double ns, std::uint32_t tag) const;
    /// Of a group that is busy for at most four pixels.
    TagMix of(std::uint32_t shares, std::uint64_t busyNs) const
    {
        const auto amount = static_cast<std::uint32_t>(std::min<std::uint64_t>((busyNs * groupsPerNs) >> 32, 4095));
        return high ? TagShares::mixOf(shares, amount) : TagShares::lowMixOf(shares, amount);
    }
};

/// Adds the mixes of the leaf that scanLeaf() has just added.
void mixLeaf(const IntervalPyramid::KeptLeaf &leaf, const MixScale &scale, std::uint32_t narrowNs, LeafScan &scan);

} // namespace streamscope
