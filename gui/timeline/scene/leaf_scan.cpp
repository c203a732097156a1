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

MixScale::MixScale(const TagClasses &classes, double pixelsPerNs)
    : perNs(pixelsPerNs * TagMix::whole), high(classes.count > TagMix::lanes),
      groupsPerNs(static_cast<std::uint64_t>(std::min(pixelsPerNs, 1.0) * 1024 * 4294967296.0))
{
    for (std::size_t tag = 0; classes.isMixed() && tag < ones.size(); ++tag)
        ones[tag] = TagMix::single(classes.of[tag], 1);
}

TagMix MixScale::of(double ns, std::uint32_t tag) const
{
    const auto amount = static_cast<std::uint64_t>(std::min(ns * perNs, 4.0 * TagMix::whole) + 0.5);
    const TagMix &one = ones[tag % TagClasses::tags];
    return {one.low * amount, one.high * amount};
}

STREAMSCOPE_WIDE_LOOPS
void mixLeaf(const IntervalPyramid::KeptLeaf &leaf, const MixScale &scale, std::uint32_t narrowNs, LeafScan &scan)
{
    constexpr std::uint32_t size = LeafScan::leafPlaces;
    const std::uint32_t at = scan.count - size;
    const auto perNs = static_cast<float>(scale.perNs);
    std::uint32_t amounts[size];
    for (std::uint32_t k = 0; k < size; ++k) {
        const std::uint32_t ns = std::min(leaf.lengths[k] >> IntervalPyramid::tagBits, narrowNs); // others do not count
        amounts[k] = static_cast<std::uint32_t>(
            static_cast<std::int32_t>(static_cast<float>(static_cast<std::int32_t>(ns)) * perNs + 0.5F));
    }
    std::uint64_t low = at > 0 ? scan.low[at - 1] : 0;
    for (std::uint32_t k = 0; k < size; ++k) {
        low += scale.ones[leaf.lengths[k] % TagClasses::tags].low * amounts[k];
        scan.low[at + k] = low;
    }
    if (!scale.high)
        return;
    std::uint64_t high = at > 0 ? scan.high[at - 1] : 0;
    for (std::uint32_t k = 0; k < size; ++k) {
        high += scale.ones[leaf.lengths[k] % TagClasses::tags].high * amounts[k];
        scan.high[at + k] = high;
    }
}

} // namespace streamscope
