// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/kernel_calls.h"

#include "engine/executors/cuda/runtime/cuda_error.h"

namespace streamscope {

KernelCalls::KernelCalls(const Program &program, const ProgramResources &resources)
    : m_places(program.operations.size(), -1)
{
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        if (program.operations[i].kind != OperationKind::Kernel)
            continue;
        m_places[i] = static_cast<std::int32_t>(m_calls.size());
        m_calls.push_back(callOf(program.operations[i], resources));
    }
}

KernelCalls::Call KernelCalls::callOf(const Operation &operation, const ProgramResources &resources)
{
    const KernelWork &work = operation.kernel;
    Call call;
    call.kind = work.kind;
    call.shape = {launchedBlocks(work), work.block, work.sharedMemory};
    call.stream = resources.stream(operation.stream);
    if (work.kind == KernelKind::Spin) {
        call.work = operation.durationNs;
        return call;
    }
    call.tf32 = work.precision == MatrixPrecision::Tf32;
    call.work = work.kind == KernelKind::Tensor ? additionsOf(work) : work.workPerElement;
    call.elements = work.elements;
    call.in = static_cast<const float *>(resources.address(operation.reads.front()));
    call.out = static_cast<float *>(resources.address(operation.writes.front()));
    return call;
}

void KernelCalls::launch(std::size_t operation, KernelStamp *stamps, BlockStamp *blocks) const
{
    const Call &call = m_calls[static_cast<std::size_t>(m_places[operation])];
    const auto steps = static_cast<int>(call.work);
    switch (call.kind) {
    case KernelKind::Spin:
        STREAMSCOPE_CUDA(launchSpin(call.work, call.shape, stamps, call.stream, blocks));
        break;
    case KernelKind::Stream:
        STREAMSCOPE_CUDA(launchStream(call.in, call.out, call.elements, call.shape, stamps, call.stream, blocks));
        break;
    case KernelKind::Tensor:
        STREAMSCOPE_CUDA(
            launchTensor(call.in, call.out, call.elements, steps, call.tf32, call.shape, stamps, call.stream, blocks));
        break;
    case KernelKind::Fma:
        // x·1 + 1: as many multiply-adds as asked for, and a result that can be checked exactly (expected_data.h)
        constexpr float one = 1.0F;
        STREAMSCOPE_CUDA(
            launchFma(call.in, call.out, call.elements, steps, one, call.shape, stamps, call.stream, blocks));
        break;
    }
}

} // namespace streamscope
