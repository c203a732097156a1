// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the programs in CUDA C++ share: memory, streams, events and kernels. Times are in microseconds.
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace pairs {

constexpr int blockThreads = 256;
constexpr std::size_t kib = 1024, mib = 1024 * kib;
constexpr std::size_t arenaBytes = 256 * mib;   ///< on the device, and twice on the host
constexpr std::size_t pageableBytes = 16 * mib; ///< ordinary memory of the host
constexpr std::size_t tileBytes = 100 * kib;    ///< of shared memory: two such blocks fill an SM of an H200

/// What all programs use, made once: but for alloc_loop no program allocates anything in its measured part.
struct Lab
{
    char *device = nullptr, *in = nullptr, *out = nullptr; ///< `in` and `out` are pinned memory of the host
    char *pageable = nullptr;
    std::array<cudaStream_t, 8> streams{};
    std::array<cudaStream_t, 4> blocking{}; ///< they and the NULL stream wait for each other
    cudaStream_t urgent = nullptr;
    std::array<cudaEvent_t, 64> events{};
    cudaGraphExec_t graph = nullptr;
};
inline Lab lab;

inline std::atomic<int> firstError{cudaSuccess};

inline void check(cudaError_t error)
{
    int none = cudaSuccess;
    if (error != cudaSuccess)
        firstError.compare_exchange_strong(none, error);
}

inline int finish()
{
    check(cudaGetLastError());
    return firstError.exchange(cudaSuccess);
}

/// Work for a kernel's length: the value goes towards 1,000 times `addend`.
inline __device__ float worked(float value, float addend, int iterations)
{
#pragma unroll 8
    for (int k = 0; k < iterations; ++k)
        value = fmaf(value, 0.999F, addend);
    return value;
}

/// A kernel's length follows the iterations, and its blocks work on data of their own: it can be cut by blocks.
inline __device__ void churn(float *data, int iterations)
{
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    data[i] = worked(data[i], 0.001F, iterations);
}

/// The values of all threads of the block, added up always in the same order; on thread 0 alone.
inline __device__ float blockSum(float value)
{
    __shared__ float parts[blockThreads];
    parts[threadIdx.x] = value;
    for (unsigned half = blockThreads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    return parts[0];
}

// The same kernel by several names, so that a filter can tell them apart.
static __global__ void churn_pass(float *data, int iterations)
{
    churn(data, iterations);
}
static __global__ void blend_pass(float *data, int iterations)
{
    churn(data, iterations);
}
static __global__ void advect_pass(float *data, int iterations)
{
    churn(data, iterations);
}
static __global__ void backdrop_pass(float *data, int iterations)
{
    churn(data, iterations);
}
static __global__ void critical_pass(float *data, int iterations)
{
    churn(data, iterations);
}

template <typename Kernel>
void launch(Kernel kernel, int blocks, int iterations, cudaStream_t stream, std::size_t offset = 0,
            std::size_t sharedBytes = 0)
{
    kernel<<<blocks, blockThreads, sharedBytes, stream>>>(reinterpret_cast<float *>(lab.device + offset), iterations);
}

inline int blocksFor(std::size_t bytes)
{
    return static_cast<int>(bytes / sizeof(float) / blockThreads);
}

inline void copyIn(std::size_t offset, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, lab.in + offset, bytes, cudaMemcpyHostToDevice, stream));
}

inline void copyOut(std::size_t offset, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.out + offset, lab.device + offset, bytes, cudaMemcpyDeviceToHost, stream));
}

/// `later` goes on when all that `earlier` has now is done.
inline void order(cudaStream_t earlier, cudaStream_t later, std::size_t event)
{
    check(cudaEventRecord(lab.events[event], earlier));
    check(cudaStreamWaitEvent(later, lab.events[event], 0));
}

inline void workOnHost(int us)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(us);
    while (std::chrono::steady_clock::now() < until) {
    }
}

/// Whether the device's memory pool keeps its memory at a synchronisation. A program says it in each run: both programs
/// of a pair are made before the first is recorded, and share the pool.
inline void poolKeepsMemory(bool keeps)
{
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, 0));
    std::uint64_t threshold = keeps ? UINT64_MAX : 0;
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
}

/// Two threads go on together; after two seconds one goes on alone.
inline void meetOtherThread()
{
    static std::atomic<int> arrived{0};
    const int target = (arrived.fetch_add(1) / 2 + 1) * 2;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (arrived.load() < target && std::chrono::steady_clock::now() < until) {
    }
}

/// One turn of the programs with a graph: a copy in, twelve short kernels, a copy back.
inline void smallTurn(cudaStream_t stream, int blocks, int iterations)
{
    copyIn(0, 256 * kib, stream);
    for (int kernel = 0; kernel < 12; ++kernel)
        launch(churn_pass, blocks, iterations, stream);
    copyOut(0, 64 * kib, stream);
}

/// The operations that `turn` issues on the first stream become a graph.
template <typename Turn>
void capture(Turn turn, cudaGraphExec_t &made = lab.graph)
{
    if (made)
        check(cudaGraphExecDestroy(made));
    made = nullptr;
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(lab.streams[0], cudaStreamCaptureModeThreadLocal));
    turn(lab.streams[0]);
    check(cudaStreamEndCapture(lab.streams[0], &graph));
    check(cudaGraphInstantiate(&made, graph, 0));
    check(cudaGraphDestroy(graph));
    check(cudaGraphUpload(made, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
}

} // namespace pairs
