// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/spin_length.h"

#include "engine/changes/edit/factor_parameter.h"
#include "engine/device/block_room.h"
#include "engine/device/block_waves.h"

#include <algorithm>
#include <cstdint>

namespace streamscope {

namespace {

/// Kernels of a trace had so many registers; our own do not take theirs.
std::int64_t atOnce(const Operation &kernel, const DeviceInfo &device)
{
    const KernelWork &work = kernel.kernel;
    const std::int64_t registers = kernel.source != Operation::none ? work.registers : 0;
    return blocksAtOnce(blockShape(work.block, static_cast<std::int64_t>(work.sharedMemory), registers, device),
                        device);
}

} // namespace

bool scaleSpinLength(Operation &kernel, double factor, const DeviceProfile *profile)
{
    const double gap = profile ? std::max(profile->compute.blockGapNs, 0.0) : 0;
    const std::int64_t capacity = profile ? atOnce(kernel, profile->info) : 0;
    const std::int64_t waves = profile ? wavesOf(kernel.kernel->grid, capacity) : 1;
    if (waves <= 1 || gap <= 0) {
        kernel.durationNs = scaledBy(kernel.durationNs, factor);
        return kernel.durationNs > 0;
    }
    const double length = factor * kernelNs(waves, static_cast<double>(kernel.durationNs), gap);
    const std::int64_t now = std::min(waves, mostWaves(length, gap));
    if (now < waves)
        kernel.kernel.own().grid = static_cast<std::uint32_t>(capacity * now);
    kernel.durationNs = blockNs(length, now, gap);
    return true;
}

} // namespace streamscope
