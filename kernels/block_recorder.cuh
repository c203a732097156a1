// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "kernels/globaltimer.cuh"

namespace streamscope {

/// Records one block: made when it enters, ended when all its threads are done. `Records` are the last parameters of
/// the kernel, where the records go: none, KernelStamp *, or KernelStamp * (may be null) and BlockStamp *. Each is a
/// variant of the kernel's code, and a plain run's has neither recording code nor parameters for it, as one written by
/// hand.
template <typename... Records>
class BlockRecorder;

template <>
class BlockRecorder<>
{
public:
    __device__ void end() {}
};

template <>
class BlockRecorder<KernelStamp *>
{
public:
    __device__ explicit BlockRecorder(KernelStamp *stamps) : m_stamps(stamps) { stampStart(m_stamps); }
    __device__ void end() { stampEnd(m_stamps); }

private:
    KernelStamp *m_stamps;
};

/// The kernel's stamps and the block's own record take the same reading of the timer, so a block never lies outside its
/// kernel.
template <>
class BlockRecorder<KernelStamp *, BlockStamp *>
{
public:
    __device__ BlockRecorder(KernelStamp *stamps, BlockStamp *blocks) : m_stamps(stamps), m_blocks(blocks)
    {
        if (threadIdx.x != 0)
            return;
        m_start = globalTimer();
        if (m_stamps)
            atomicMin(&slotOfThisSm(m_stamps)->firstStart, m_start);
    }

    __device__ void end()
    {
        __syncthreads();
        if (threadIdx.x != 0)
            return;
        const unsigned long long now = globalTimer();
        if (m_stamps)
            atomicMax(&slotOfThisSm(m_stamps)->lastEnd, now);
        m_blocks[blockIdx.x] = {m_start, now, multiprocessor(), 0};
    }

private:
    __device__ static unsigned multiprocessor()
    {
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        return sm;
    }

    KernelStamp *m_stamps;
    BlockStamp *m_blocks;
    unsigned long long m_start = 0;
};

/// Calls `launch` with the records that are asked for: the last arguments of the kernel.
template <typename Launch>
cudaError_t launchRecorded(KernelStamp *stamps, BlockStamp *blocks, const Launch &launch)
{
    if (blocks)
        return launch(stamps, blocks);
    return stamps ? launch(stamps) : launch();
}

} // namespace streamscope
