// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/units/tensor_grid.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::int64_t warpThreads = 32;

std::int64_t wholeParts(std::int64_t of, std::int64_t part)
{
    return (of + part - 1) / part;
}

std::int64_t warpsOf(const KernelWork &work)
{
    return std::max<std::int64_t>(work.block / warpThreads, 1);
}

std::int64_t groupsOf(const KernelWork &work)
{
    return wholeParts(static_cast<std::int64_t>(work.elements), tensorGroupElements);
}

/// Of the first `some` of all `blocks`, how many lie on the SM with the most. Where SMs have three or four blocks, a
/// few get a second one before all have one: of the first 116 of 396 blocks some SMs had two, of the first 92 of 420,
/// too, and of the first 68 of 444 none. With up to 213 blocks each gets one first. Seen by the SM of each block and
/// the times of 29 grids on an H200 with 132 SMs.
std::int64_t mostOnOne(std::int64_t some, std::int64_t blocks, std::int64_t multiprocessors)
{
    constexpr double oneEach = 0.65;
    const bool two = some <= multiprocessors && blocks > 2 * multiprocessors
                     && static_cast<double>(some) > oneEach * static_cast<double>(multiprocessors);
    return two ? 2 : wholeParts(some, multiprocessors);
}

} // namespace

TensorGrid tensorGrid(const KernelWork &work, std::int64_t multiprocessors, std::int64_t blocksAtOnce)
{
    constexpr std::int64_t floatBytes = 4;
    const std::int64_t all = groupsOf(work);
    const std::int64_t blocks = launchedBlocks(work);
    const std::int64_t warpsPerBlock = warpsOf(work);
    const std::int64_t warps = blocks * warpsPerBlock;
    // Every warp has this many rounds, and the warps of the first blocks one more.
    const std::int64_t everyone = all / warps, more = all % warps;
    const std::int64_t blocksWithMore = wholeParts(more, warpsPerBlock);
    const std::int64_t waves = wholeParts(blocks, multiprocessors * blocksAtOnce);
    // Blocks of a grid that fits at once are spread evenly. One that does not fit fills SM by SM: with TF32, five of
    // the 512 blocks that have work lie on one SM, although four would do.
    std::int64_t most = mostOnOne(blocksWithMore, blocks, multiprocessors);
    if (waves > 1 && everyone == 0)
        most = std::min(blocksWithMore, std::max(most, blocksAtOnce));
    TensorGrid grid;
    grid.rounds = std::max<std::int64_t>(everyone * waves + (more > 0 ? 1 : 0), 1);
    grid.groups = std::max<std::int64_t>((everyone * wholeParts(blocks, multiprocessors) + most)
                                             * std::min(warpsPerBlock, std::max<std::int64_t>(all, 1)),
                                         1);
    grid.roundBytes = 2 * floatBytes * tensorGroupElements * warpsPerBlock;
    return grid;
}

std::int64_t blocksWithWork(const KernelWork &work)
{
    return std::clamp<std::int64_t>(wholeParts(groupsOf(work), warpsOf(work)), 1, launchedBlocks(work));
}

std::int64_t tensorRegisters(MatrixPrecision precision)
{
    return precision == MatrixPrecision::Tf32 ? 48 : 56; // 46 to 50 and 52
}

} // namespace streamscope
