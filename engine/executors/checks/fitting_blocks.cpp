// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/fitting_blocks.h"

#include "engine/device/block_room.h"
#include "engine/program/shared/repeated_kernels.h"

#include <algorithm>

namespace streamscope {

KernelWork fittingBlocks(KernelWork work, const DeviceInfo &device)
{
    if (device.maxThreadsPerBlock)
        work.block = std::min(work.block, static_cast<std::uint32_t>(*device.maxThreadsPerBlock));
    if (const auto shared =
            device.sharedMemoryPerBlockOptIn ? device.sharedMemoryPerBlockOptIn : device.sharedMemoryPerBlock)
        work.sharedMemory = std::min(work.sharedMemory, static_cast<std::uint32_t>(*shared));
    work.registers = static_cast<decltype(work.registers)>(registersThatFit(work.block, work.registers, device));
    return work;
}

std::size_t fitBlocks(const DeviceInfo &device, Program &program)
{
    std::size_t changed = 0;
    RepeatedKernels kernels;
    for (Operation &operation : program.operations) {
        if (operation.kind != OperationKind::Kernel || operation.source == Operation::none)
            continue;
        const KernelWork work = fittingBlocks(operation.kernel, device);
        if (work == operation.kernel.work())
            continue;
        operation.kernel = kernels.shared(work);
        ++changed;
    }
    return changed;
}

} // namespace streamscope
