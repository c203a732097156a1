// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace streamscope {

/// When the blocks of a kernel ran, in nanoseconds of %globaltimer: the first block's entry and the last block's exit.
struct KernelStamp
{
    unsigned long long firstStart;
    unsigned long long lastEnd;
};

/// Every launch stamps into this many slots, one per group of SMs, which the host combines: with a single slot the
/// blocks' atomics queue up and slow a kernel of 65,535 short blocks by 50 µs (measured on an H200).
inline constexpr int stampSlots = 64;
/// The value of a slot without a stamp.
inline constexpr KernelStamp emptyStamp{~0ULL, 0};

/// Where and when one block ran, in nanoseconds of %globaltimer.
struct BlockStamp
{
    unsigned long long start;
    unsigned long long end; ///< 0: the block has not ended
    unsigned multiprocessor;
    unsigned unused;
};

/// What a launch of ours asks for; the Timeline's LaunchShape says the same of any kernel.
struct LaunchSize
{
    unsigned grid = 1;            ///< blocks
    unsigned block = 256;         ///< threads per block, 1 to 1024
    std::size_t sharedMemory = 0; ///< dynamic, bytes per block
};

/// out[i] = the result of `iterations` times x = fma(x, a, a), from x = in[i], for i < elements, in a grid-stride loop.
/// One operand serves twice: three different registers fall into one register bank and halve the rate (measured on an
/// H200: 15.7 against 28.0 TFMA/s).
/// `in` and `out` may be the same. With stamps (device memory, `stampSlots` of them, each
/// emptyStamp) every block records its times; null: none, and the kernel is the one without the recording code. With
/// `blocks` (device memory, one per block of the grid) every block also leaves its own record there, with the very
/// times that it stamps; then `stamps` may still be null. Returns the launch's own error.
cudaError_t launchFma(const float *in, float *out, std::size_t elements, int iterations, float a,
                      const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks = nullptr);

/// Every block runs for `nanoseconds` of %globaltimer. More than 48 KiB of shared memory works after preloadKernels()
/// on this device, up to its opt-in limit.
cudaError_t launchSpin(long long nanoseconds, const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream,
                       BlockStamp *blocks = nullptr);

/// out[i] = in[i] + 1 for i < elements, in a grid-stride loop: bound by the device's memory. Stamps and blocks as
/// above.
cudaError_t launchStream(const float *in, float *out, std::size_t elements, const LaunchSize &shape,
                         KernelStamp *stamps, cudaStream_t stream, BlockStamp *blocks = nullptr);

/// out[i] = in[i] + steps for i < elements, each step a product of 16 x 16 matrices on the tensor cores, 16 deep with
/// BF16 and 8 deep with TF32 operands (tensorStepDepth()), summed in single precision. `in` and `out` may be the same
/// and start at a multiple of 32 bytes (CUDA Programming Guide, warp matrix functions); `shape.block` is a multiple of
/// 32; compute capability 8.0 at least. Stamps and blocks as above.
cudaError_t launchTensor(const float *in, float *out, std::size_t elements, int steps, bool tf32,
                         const LaunchSize &shape, KernelStamp *stamps, cudaStream_t stream,
                         BlockStamp *blocks = nullptr);

/// One thread that only stamps: to align %globaltimer with the clock of the events.
cudaError_t launchStamp(KernelStamp *stamps, cudaStream_t stream);

/// Reads %globaltimer `count` times in a row into `out` (device memory).
cudaError_t launchReadTimer(unsigned long long *out, int count, cudaStream_t stream);

/// Loads the code of every kernel on the current device now, so that no launch pays for it (lazy loading is the default
/// since CUDA 12.2), and lets the spin kernels take all the shared memory that a block can have.
cudaError_t preloadKernels();

} // namespace streamscope
