// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/block_index.h"
#include "gui/timeline/model/time_axis.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// One bar of a row of blocks, on whole device pixels: a block, or several neighbours of one kernel that are too narrow
/// to draw separately.
struct BlockBar
{
    std::int64_t left = 0;  ///< device pixels from the left edge of the plot
    std::int64_t right = 0; ///< > left
    /// The range of records with its blocks; it may include some neighbours' blocks at both ends.
    std::size_t first = 0;
    std::size_t past = 0;
    /// BlockRecord::span. When several kernels share a pixel, the kernel of the longest block (in very dense pixels,
    /// blocks at the pixel's edges may be missed or added).
    std::uint32_t kernel = 0;
    /// The share of the bar's time in which a block ran, 0 … 1, so that sparse bars look different from busy ones.
    double coverage = 1;
    bool single = false; ///< one block, wide enough for an edge of its own
};

/// The bars of `row` on a plot that is `pixels` device pixels wide and shows time 0 of the axis at pixel 0. A block of
/// a pixel or more covers what it covers, rounded; a shorter one marks the pixel in which it starts. Bars do not
/// overlap and are in order; their number is bounded by the pixels, whatever the number of blocks.
/// @param axis of device pixels
std::vector<BlockBar> blockBars(const BlockIndex &index, const BlockRow &row, const TimeAxis &axis,
                                std::int64_t pixels);

} // namespace streamscope
