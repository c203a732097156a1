// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as they run in the field, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

// Of histogram_graph(): where the frame lies, the next one, the counts and the levels.
constexpr std::size_t frameBytes = mib, nextFrame = 16 * mib, countsAt = 32 * mib, levelsAt = 33 * mib;
constexpr int levels = blockThreads; ///< of brightness: one for each thread of a block
cudaGraphExec_t tenFrames = nullptr;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ int levelOf(float value)
{
    return min(max(static_cast<int>(value * levels), 0), levels - 1);
}

/// How many values there are of each level; four values for each thread.
__global__ void count_levels(const float4 *frame, unsigned *counts)
{
    __shared__ unsigned mine[levels];
    mine[threadIdx.x] = 0;
    __syncthreads();
    const float4 value = frame[self()];
    atomicAdd(&mine[levelOf(value.x)], 1U);
    atomicAdd(&mine[levelOf(value.y)], 1U);
    atomicAdd(&mine[levelOf(value.z)], 1U);
    atomicAdd(&mine[levelOf(value.w)], 1U);
    __syncthreads();
    if (mine[threadIdx.x] > 0)
        atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

/// The share of values up to each level; one block.
__global__ void add_up_levels(const unsigned *counts, unsigned values, float *shares)
{
    __shared__ unsigned sums[levels];
    sums[threadIdx.x] = counts[threadIdx.x];
    for (unsigned distance = 1; distance < levels; distance *= 2) {
        __syncthreads();
        const unsigned below = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
        __syncthreads();
        sums[threadIdx.x] += below;
    }
    shares[threadIdx.x] = static_cast<float>(sums[threadIdx.x]) / static_cast<float>(values);
}

/// Each value goes half of the way to the share of its level.
__global__ void spread_levels(const float *frame, const float *shares, float *next)
{
    const std::size_t i = self();
    next[i] = 0.5F * (frame[i] + shares[levelOf(frame[i])]);
}

/// Ten frames, each from the one before.
void histogramFrames(cudaStream_t stream)
{
    constexpr unsigned values = frameBytes / sizeof(float);
    auto *const counts = reinterpret_cast<unsigned *>(at(countsAt));
    const int blocks = blocksFor(frameBytes);
    for (int frame = 0; frame < 10; ++frame) {
        check(cudaMemsetAsync(counts, 0, levels * sizeof(unsigned), stream));
        const auto *const four = reinterpret_cast<const float4 *>(at(0));
        count_levels<<<blocks / 4, blockThreads, 0, stream>>>(four, counts);
        add_up_levels<<<1, blockThreads, 0, stream>>>(counts, values, at(levelsAt));
        spread_levels<<<blocks, blockThreads, 0, stream>>>(at(0), at(levelsAt), at(nextFrame));
        check(cudaMemcpyAsync(at(0), at(nextFrame), frameBytes, cudaMemcpyDeviceToDevice, stream));
    }
}

__global__ void to_scratch(const float *data, float *scratch, int iterations)
{
    const std::size_t i = self();
    scratch[i] = worked(data[i], 0.001F, iterations);
}

__global__ void in_scratch(float *scratch, int iterations)
{
    churn(scratch, iterations);
}

/// Stands for a program's own function that takes what came back.
void CUDART_CB takeResult(void * /*data*/)
{
    workOnHost(80);
}

} // namespace

extern "C" {

/// Captures the graph that field_histogram_graph() launches.
int field_histogram_graph_prepare()
{
    capture(histogramFrames, tenFrames);
    return finish();
}

/// Frames whose levels are counted and spread out: a memset, three short kernels and a copy on the device, and a wait
/// behind ten frames. After: each ten frames are one launch of a graph.
int field_histogram_graph(int after)
{
    for (int turn = 0; turn < 20; ++turn) {
        if (after)
            check(cudaGraphLaunch(tenFrames, lab.streams[0]));
        else
            histogramFrames(lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// Steps of 32 copies on the device of blocks that lie side by side, a kernel on all of them, a copy back and a wait.
/// After: they are one copy.
int field_cache_blocks(int after, int iterations)
{
    constexpr std::size_t steps = 25, bytes = 2 * mib, source = 64 * mib;
    const std::size_t part = after ? bytes : bytes / 32;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t step = 0; step < steps; ++step) {
        char *const to = lab.device, *const from = to + source + step % 8 * bytes;
        for (std::size_t begin = 0; begin < bytes; begin += part)
            check(cudaMemcpyAsync(to + begin, from + begin, part, cudaMemcpyDeviceToDevice, stream));
        launch(churn_pass, blocksFor(bytes), iterations, stream);
        copyOut(0, 64 * kib, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// One of two threads with two streams each, which have buffers of their own: requests in turn on them, and a wait
/// behind each. After: the thread waits for a stream when it uses it again, and for both at the end.
int field_postpone_threads(int after, int thread, int iterations)
{
    constexpr std::size_t requests = 24, slots = 2;
    const std::size_t first = static_cast<std::size_t>(thread) * slots;
    meetOtherThread();
    for (std::size_t request = 0; request < requests; ++request) {
        const cudaStream_t stream = lab.streams[first + request % slots];
        const std::size_t offset = (first + request % slots) * 32 * mib;
        workOnHost(30);
        if (after && request >= slots)
            check(cudaStreamSynchronize(stream));
        copyIn(offset, mib, stream);
        launch(churn_pass, 44, iterations, stream, offset);
        copyOut(offset, 256 * kib, stream);
        if (!after)
            check(cudaStreamSynchronize(stream));
    }
    for (std::size_t slot = 0; after && slot < slots; ++slot)
        check(cudaStreamSynchronize(lab.streams[first + slot]));
    return finish();
}

/// Copies in and kernels on few SMs on one stream, and a loop on another one that waits for its small kernel each time.
/// After: the loop's stream has the highest priority, where nothing is in its way.
int field_priority_alone(int after, int bulk, int critical)
{
    constexpr std::size_t steps = 16, bytes = 8 * mib, loopData = 192 * mib;
    const cudaStream_t loop = after ? lab.urgent : lab.streams[1];
    for (std::size_t step = 0; step < steps; ++step) {
        copyIn(step * bytes, bytes, lab.streams[0]);
        launch(churn_pass, 33, bulk, lab.streams[0], step * bytes);
    }
    for (int turn = 0; turn < 60; ++turn) {
        launch(critical_pass, 16, critical, loop, loopData);
        check(cudaStreamSynchronize(loop));
        workOnHost(30);
    }
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// A kernel on each of two streams, and memory that they do not use set to zero on the NULL stream. Before: the streams
/// wait for the NULL stream and it for them. After: they do not.
int field_clear_null_stream(int after, int iterations)
{
    for (int step = 0; step < 40; ++step) {
        for (std::size_t i = 0; i < 2; ++i)
            launch(churn_pass, 60, iterations, after ? lab.streams[i] : lab.blocking[i], i * 64 * mib);
        check(cudaMemsetAsync(lab.device + 128 * mib, 0, 32 * mib, nullptr));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// A function that takes scratch memory from a pool, called again and again, with a wait behind each. What it does is
/// always the same: the pool's attribute is the change.
int field_pool_keeps(int keep, int iterations)
{
    constexpr std::size_t bytes = 32 * mib, back = 16 * kib;
    constexpr int blocks = static_cast<int>(bytes / sizeof(float) / blockThreads) / 4; // a quarter is used
    const cudaStream_t stream = lab.streams[0];
    poolKeepsMemory(keep != 0);
    for (std::size_t turn = 0; turn < 20; ++turn) {
        void *memory = nullptr;
        check(cudaMallocAsync(&memory, bytes, stream));
        auto *const scratch = static_cast<float *>(memory);
        to_scratch<<<blocks, blockThreads, 0, stream>>>(at(turn % 8 * mib), scratch, iterations);
        in_scratch<<<blocks, blockThreads, 0, stream>>>(scratch, iterations);
        check(cudaMemcpyAsync(lab.out + turn * back, scratch, back, cudaMemcpyDeviceToHost, stream));
        check(cudaFreeAsync(memory, stream));
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Steps of a copy in, a kernel that uses the first half of it, a copy back and a function of the host, all issued at
/// once on one stream. After: only the first half is copied in.
int field_half_upload(int after, int iterations)
{
    constexpr std::size_t steps = 16, slots = 4, bytes = 8 * mib, used = bytes / 2;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t offset = step % slots * bytes;
        copyIn(offset, after ? used : bytes, stream);
        launch(churn_pass, blocksFor(used), iterations, stream, offset);
        copyOut(offset, mib, stream);
        check(cudaLaunchHostFunc(stream, takeResult, nullptr));
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

} // extern "C"
