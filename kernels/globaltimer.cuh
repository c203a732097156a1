// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "kernels/kernel_launch.h"

namespace streamscope {

/// Nanoseconds of the GPU's global timer; its step differs between devices (32 ns on an H200).
__device__ inline unsigned long long globalTimer()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__device__ inline KernelStamp *slotOfThisSm(KernelStamp *stamps)
{
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return stamps + sm % stampSlots;
}

__device__ inline void stampStart(KernelStamp *stamps)
{
    if (threadIdx.x == 0)
        atomicMin(&slotOfThisSm(stamps)->firstStart, globalTimer());
}

/// The block's exit: all its threads are done.
__device__ inline void stampEnd(KernelStamp *stamps)
{
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(&slotOfThisSm(stamps)->lastEnd, globalTimer());
}

} // namespace streamscope
