// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/leaf_scan.h"

#include "engine/timeline/wide_loops.h"

#include <algorithm>

namespace streamscope {

// No branch depends on the data: the processor would mispredict the end of each pixel. Sums and longest intervals are
// computed for every place, and the caller reads those of the last place in each pixel.
STREAMSCOPE_WIDE_LOOPS
bool scanLeaf(const IntervalPyramid::KeptLeaf &leaf, double startNs, double pixelsPerNs, std::uint32_t narrowNs,
              LeafScan &scan)
{
    constexpr std::uint32_t size = LeafScan::leafPlaces;
    const std::uint32_t at = scan.count;
    std::int32_t pixels[size];
    std::uint32_t lengths[size], keys[size], missing = 0;
    std::int32_t *cells = scan.pixels.data() + at;
    for (std::uint32_t k = 0; k < size; ++k) {
        // The same arithmetic as PixelGrid.
        const double x = (startNs + static_cast<double>(static_cast<std::int32_t>(leaf.offsets[k]))) * pixelsPerNs;
        pixels[k] = static_cast<std::int32_t>(x + 2) - 2;
    }
    for (std::uint32_t k = 0; k < size; ++k) {
        const std::uint32_t length = leaf.lengths[k] >> IntervalPyramid::tagBits;
        lengths[k] = length;
        cells[k] = length > narrowNs ? ~static_cast<std::int32_t>(at + k) : pixels[k]; // differs from all others
        keys[k] = length << LeafScan::placeBits | (LeafScan::places - 1 - at - k);
        missing |= leaf.lengths[k] == IntervalPyramid::far ? 1U : 0U;
    }
    if (missing != 0)
        return false;
    std::uint64_t busy = at > 0 ? scan.busy[at - 1] : 0;
    std::uint32_t longest = at > 0 ? scan.longest[at - 1] : 0, ends = 0; // of this leaf, each one place late
    std::int32_t cell = at > 0 ? scan.pixels[at - 1] : cells[0];
    for (std::uint32_t k = 0; k < size; ++k) {
        const std::uint32_t opens = cells[k] != cell ? 1 : 0;
        cell = cells[k];
        ends |= opens << k;
        busy += lengths[k];
        longest = std::max(longest & (opens - 1), keys[k]);
        scan.busy[at + k] = busy;
        scan.longest[at + k] = longest;
    }
    scan.addEnds(ends);
    return true;
}

} // namespace streamscope
