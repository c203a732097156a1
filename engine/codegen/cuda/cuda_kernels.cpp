// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda/cuda_kernels.h"

#include "engine/codegen/layout/kernel_source.h"

namespace streamscope {

std::string cudaKernels(const Program &program)
{
    std::string text;
    for (const KernelKind kind : {KernelKind::Spin, KernelKind::Fma, KernelKind::Stream, KernelKind::Tensor})
        if (launches(program, kind))
            text += kernelSource(kernelName(kind), cudaKernelTypes);
    return text;
}

std::string cudaLaunch(const Operation &operation, const std::string &stream, const std::string &in,
                       const std::string &out, const std::string &elements)
{
    const KernelWork &work = operation.kernel;
    const std::string shape = "<<<" + std::to_string(launchedBlocks(work)) + ", " + std::to_string(work.block) + ", "
                              + std::to_string(work.sharedMemory) + ", " + stream + ">>>";
    const std::string data = in + ", " + out + ", " + elements;
    switch (work.kind) {
    case KernelKind::Spin:
        return "spinKernel" + shape + "(" + std::to_string(operation.durationNs) + ");";
    case KernelKind::Fma:
        return "fmaKernel" + shape + "(" + data + ", " + std::to_string(work.workPerElement) + ", 1.0F);";
    case KernelKind::Stream:
        return "streamKernel" + shape + "(" + data + ");";
    case KernelKind::Tensor:
        break;
    }
    return tensorKernelName(work.precision) + shape + "(" + data + ", " + std::to_string(additionsOf(work)) + ");";
}

} // namespace streamscope
