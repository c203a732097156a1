// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/kernels/sm_demand.h"

#include "engine/changes/patterns/collective_units.h"
#include "engine/device/block_room.h"
#include "engine/device/sm_throughput.h"

#include <algorithm>
#include <cstdint>

namespace streamscope {

bool isTracedKernel(const Operation &operation)
{
    return operation.kind == OperationKind::Kernel && operation.source >= 0 && !isCollectiveKernel(operation);
}

SmDemand demandOf(const Operation &kernel, const DeviceInfo &device)
{
    const KernelWork &work = kernel.kernel;
    const std::int64_t sms = std::max(1, device.multiprocessors.value_or(1)), blocks = launchedBlocks(work),
                       atOnce = blocksAtOnce(
                           blockShape(work.block, static_cast<std::int64_t>(work.sharedMemory), work.registers, device),
                           device);
    const auto partOf = [blocks](std::int64_t all) {
        return std::min(1.0, static_cast<double>(blocks) / static_cast<double>(all));
    };
    const std::int64_t most = std::min(blocks, atOnce / sms);
    return {partOf(atOnce), partOf(sms), warpsOnSm(blocks, work.block, atOnce, sms),
            warpsOnSm(most * sms, work.block, atOnce, sms)};
}

} // namespace streamscope
