// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "kernels/globaltimer.cuh"

namespace streamscope {

/// The records that a kernel writes. Each combination is a variant of the kernel's code, so a plain run has no
/// recording code.
enum class Recording { None, Stamps, Blocks };

/// The variant for these output addresses.
inline Recording recordingFor(const KernelStamp *stamps, const BlockStamp *blocks)
{
    if (blocks)
        return Recording::Blocks;
    return stamps ? Recording::Stamps : Recording::None;
}

/// Records one block: made when it enters, ended when all its threads are done. The kernel's stamps and the block's own
/// record take the same reading of the timer, so a block never lies outside its kernel.
template <Recording recording>
class BlockRecorder
{
public:
    __device__ BlockRecorder(KernelStamp *stamps, BlockStamp *blocks) : m_stamps(stamps), m_blocks(blocks)
    {
        if (recording == Recording::None || threadIdx.x != 0)
            return;
        m_start = globalTimer();
        if (recording == Recording::Stamps || m_stamps)
            atomicMin(&slotOfThisSm(m_stamps)->firstStart, m_start);
    }

    __device__ void end()
    {
        if (recording == Recording::None)
            return;
        __syncthreads();
        if (threadIdx.x != 0)
            return;
        const unsigned long long now = globalTimer();
        if (recording == Recording::Stamps || m_stamps)
            atomicMax(&slotOfThisSm(m_stamps)->lastEnd, now);
        if (recording == Recording::Blocks)
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

} // namespace streamscope
