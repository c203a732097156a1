// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/leaf_scan.h"

#include "engine/timeline/wide_loops.h"

#include <algorithm>

namespace streamscope {

/// Without a branch on the data: where a pixel ends a processor could only guess, and it would guess wrong once for
/// each of them. So sums and longest ones are told for every place, and who wants them picks the last in each pixel.
STREAMSCOPE_WIDE_LOOPS
void scanLeaf(const IntervalForest::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
              LeafScan &scan)
{
    constexpr std::uint32_t places = LeafScan::places;
    std::int32_t pixels[places];
    std::uint32_t lengths[places], keys[places], missing = 0;
    for (std::uint32_t k = 0; k < places; ++k) {
        // As PixelGrid has it.
        const double x = (startNs + static_cast<double>(static_cast<std::int32_t>(leaf.offsets[k]))) * pixelsPerNs;
        pixels[k] = static_cast<std::int32_t>(x + 2) - 2;
    }
    for (std::uint32_t k = 0; k < places; ++k) {
        lengths[k] = leaf.lengths[k] >> IntervalForest::tagBits;
        scan.pixels[k] = lengths[k] > narrowNs ? ~static_cast<std::int32_t>(k) : pixels[k]; // differs from all others
        keys[k] = lengths[k] << LeafScan::placeBits | (places - 1 - k);
        missing |= leaf.lengths[k] == IntervalForest::far ? 1U : 0U;
    }
    std::uint32_t busy = lengths[0], longest = keys[0], ends = 1U << (places - 1);
    scan.busy[0] = busy;
    scan.longest[0] = longest;
    for (std::uint32_t k = 1; k < places; ++k) {
        const std::uint32_t opens = scan.pixels[k] != scan.pixels[k - 1] ? 1 : 0;
        ends |= opens << (k - 1);
        busy += lengths[k];
        longest = std::max(longest & (opens - 1), keys[k]);
        scan.busy[k] = busy;
        scan.longest[k] = longest;
    }
    scan.ends = ends;
    scan.isKept = missing == 0;
}

} // namespace streamscope
