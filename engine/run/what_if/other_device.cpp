// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/other_device.h"

#include "engine/device/block_waves.h"
#include "engine/executors/checks/fitting_blocks.h"
#include "engine/executors/simulator/cost_model.h"
#include "engine/program/shared/repeated_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace streamscope {

void fitStandIns(const DeviceProfile &here, const DeviceProfile &there, Program &program)
{
    const CostModel costsHere(here, program), costsThere(there, program);
    const double gapHere = std::max(here.compute.blockGapNs, 0.0), gapThere = std::max(there.compute.blockGapNs, 0.0);
    RepeatedKernels kernels;
    for (Operation &operation : program.operations) {
        if (operation.kind != OperationKind::Kernel || operation.kernel->kind != KernelKind::Spin
            || operation.source == Operation::none)
            continue;
        const std::int64_t blocks = operation.kernel->grid, atOnceHere = costsHere.blocksAtOnce(operation);
        const std::int64_t waves = wavesOf(blocks, atOnceHere);
        const double length = kernelNs(waves, static_cast<double>(operation.durationNs), gapHere);
        KernelWork work = fittingBlocks(operation.kernel, there.info);
        operation.kernel = kernels.shared(work);
        const std::int64_t atOnceThere = costsThere.blocksAtOnce(operation);
        const std::int64_t wavesThere = std::min(waves, mostWaves(length, gapThere));
        const double part = static_cast<double>(blocks) / static_cast<double>(atOnceHere);
        work.grid = static_cast<std::uint32_t>(
            waves == 1 ? std::min(blocks, atOnceThere)
                       : std::min<std::int64_t>(std::llround(part * static_cast<double>(atOnceThere)),
                                                atOnceThere * wavesThere));
        operation.kernel = kernels.shared(work);
        operation.durationNs = blockNs(length, wavesOf(work.grid, atOnceThere), gapThere);
    }
}

} // namespace streamscope
