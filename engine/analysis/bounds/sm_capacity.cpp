// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/bounds/sm_capacity.h"

#include <algorithm>

namespace streamscope {

namespace {

// Where a device does not say: the limits of most compute capabilities, and no limit on shared memory.
constexpr int usualThreads = 2048;
constexpr int usualSlots = 32;
constexpr std::uint64_t noLimit = std::uint64_t{1} << 50;

/// From compute capability 8.0 on the hardware keeps 1 KiB of shared memory for itself in every block.
std::int64_t reserveOf(const DeviceInfo &device)
{
    return device.computeMajor.value_or(0) >= 8 ? 1024 : 0;
}

} // namespace

SmCapacity::SmCapacity(const DeviceInfo &device)
    : m_multiprocessors(std::max(device.multiprocessors.value_or(1), 1)),
      m_reserve(reserveOf(device)), m_ofOne{device.maxThreadsPerMultiprocessor.value_or(usualThreads),
                                            device.maxBlocksPerMultiprocessor.value_or(usualSlots),
                                            static_cast<std::int64_t>(
                                                device.sharedMemoryPerMultiprocessor.value_or(noLimit))}
{}

SmResources SmCapacity::needs(const KernelWork &work) const
{
    constexpr std::int64_t warp = 32;
    const std::int64_t threads = (std::int64_t{std::max<std::uint32_t>(work.block, 1)} + warp - 1) / warp * warp;
    return {std::min(threads, m_ofOne[0]), 1, std::min(std::int64_t{work.sharedMemory} + m_reserve, m_ofOne[2])};
}

std::int64_t SmCapacity::blocks(const KernelWork &work) const
{
    const SmResources need = needs(work);
    std::int64_t fit = m_ofOne[1];
    for (std::size_t i = 0; i < need.size(); ++i)
        if (need[i] > 0)
            fit = std::min(fit, m_ofOne[i] / need[i]);
    return std::max<std::int64_t>(fit, 1) * m_multiprocessors;
}

std::int64_t SmCapacity::atOnce(const KernelWork &work) const
{
    return std::min<std::int64_t>(launchedBlocks(work), blocks(work));
}

std::int64_t SmCapacity::waves(const KernelWork &work) const
{
    const std::int64_t most = blocks(work);
    return (std::int64_t{launchedBlocks(work)} + most - 1) / most;
}

} // namespace streamscope
