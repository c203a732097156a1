// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as the samples of toolkits show them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

constexpr int side = 512; ///< points of heat_graph() in both directions
cudaGraphExec_t heatTurn = nullptr;

constexpr int summedBlocks = 1024, summedEach = 16;                    ///< blocks, and values for each thread
constexpr int summedValues = summedBlocks * blockThreads * summedEach; ///< 16 MiB
constexpr std::size_t summedBytes = summedValues * sizeof(float), scratchBytes = summedBytes + mib;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

/// The mean of a point and its four neighbours, in the other array. The edges are edge_heat's.
__global__ void spread_heat(const float *from, float *to)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int x = i % side, y = i / side;
    if (x == 0 || x == side - 1 || y == 0 || y == side - 1)
        return;
    to[i] = 0.2F * (from[i] + from[i - 1] + from[i + 1] + from[i - side] + from[i + side]);
}

/// No heat goes over the edges: their points are as warm as those beside them.
__global__ void edge_heat(float *to)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i == 0 || i >= side - 1)
        return;
    to[i] = to[i + side];
    to[(side - 1) * side + i] = to[(side - 2) * side + i];
    to[i * side] = to[i * side + 1];
    to[i * side + side - 1] = to[i * side + side - 2];
}

/// Twenty iterations, an even number: the next twenty go on in the right array.
void heatIterations(cudaStream_t stream)
{
    constexpr int blocks = side * side / blockThreads;
    for (std::size_t iteration = 0; iteration < 20; ++iteration) {
        float *const from = at(iteration % 2 * mib), *const to = at((iteration + 1) % 2 * mib);
        spread_heat<<<blocks, blockThreads, 0, stream>>>(from, to);
        edge_heat<<<side / blockThreads, blockThreads, 0, stream>>>(to);
    }
    check(cudaMemcpyAsync(lab.out, at(0) + side * side / 2, sizeof(float), cudaMemcpyDeviceToHost, stream));
}

__global__ void square_all(const float *data, float *squares)
{
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    squares[i] = data[i] * data[i];
}

/// Each block adds up so many values for each of its threads, always in the same order.
__global__ void sum_blocks(const float *data, int each, float *sums)
{
    const float *const mine = data + static_cast<std::size_t>(blockIdx.x) * blockDim.x * each;
    float sum = 0;
    for (int k = 0; k < each; ++k)
        sum += mine[k * blockThreads + static_cast<int>(threadIdx.x)];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

} // namespace

extern "C" {

/// A kernel over an array and its copy back, again and again. After: chunks in turn on as many streams.
int published_array_in_streams(int chunkCount, int iterations)
{
    constexpr std::size_t bytes = 64 * mib;
    const auto chunks = static_cast<std::size_t>(chunkCount);
    const std::size_t part = bytes / chunks;
    for (int turn = 0; turn < 6; ++turn) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[chunk];
            launch(churn_pass, blocksFor(part), iterations, stream, chunk * part);
            copyOut(chunk * part, part, stream);
        }
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Turns of three kernels with data of their own, and a wait. After: each kernel has a stream of its own.
int published_concurrent_kernels(int after, int first, int second, int third)
{
    constexpr int blocks = 16;
    const auto streamOf = [&](std::size_t kernel) { return lab.streams[after ? kernel : 0]; };
    for (int turn = 0; turn < 40; ++turn) {
        launch(churn_pass, blocks, first, streamOf(0));
        launch(blend_pass, blocks, second, streamOf(1), 64 * mib);
        launch(advect_pass, blocks, third, streamOf(2), 128 * mib);
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Frames in turn in four buffers: a copy in, a kernel, a copy back. After: the copy in of the next frame is issued
/// before this frame's kernel, and each direction has a stream of its own.
int published_multi_copy_frames(int after, int iterations)
{
    constexpr std::size_t frames = 16, buffers = 4, bytes = 16 * mib;
    const cudaStream_t compute = lab.streams[0], in = after ? lab.streams[1] : compute;
    const cudaStream_t back = after ? lab.streams[2] : compute;
    const auto copyAhead = [&](std::size_t frame) {
        const std::size_t buffer = frame % buffers;
        if (frame >= buffers)
            check(cudaStreamWaitEvent(in, lab.events[32 + buffer], 0)); // the buffer has been copied back
        copyIn(buffer * bytes, bytes, in);
        check(cudaEventRecord(lab.events[buffer], in));
    };
    if (after)
        copyAhead(0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const std::size_t buffer = frame % buffers, offset = buffer * bytes;
        if (!after)
            copyIn(offset, bytes, in);
        else {
            if (frame + 1 < frames)
                copyAhead(frame + 1);
            check(cudaStreamWaitEvent(compute, lab.events[buffer], 0));
        }
        launch(churn_pass, blocksFor(bytes), iterations, compute, offset);
        if (after)
            order(compute, back, 16 + buffer);
        copyOut(offset, bytes, back);
        if (after)
            check(cudaEventRecord(lab.events[32 + buffer], back));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// A function that needs scratch memory, called again and again. After: it gets memory that was allocated before.
int published_scratch_allocation(int after)
{
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t turn = 0; turn < 40; ++turn) {
        float *scratch = at(128 * mib);
        if (!after)
            check(cudaMalloc(reinterpret_cast<void **>(&scratch), scratchBytes));
        float *const sums = scratch + summedValues, *const total = sums + summedBlocks;
        const float *const data = at(turn % 4 * summedBytes);
        square_all<<<summedBlocks * summedEach, blockThreads, 0, stream>>>(data, scratch);
        sum_blocks<<<summedBlocks, blockThreads, 0, stream>>>(scratch, summedEach, sums);
        sum_blocks<<<1, blockThreads, 0, stream>>>(sums, summedBlocks / blockThreads, total);
        check(cudaMemcpyAsync(lab.out + turn * sizeof(float), total, sizeof(float), cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        if (!after)
            check(cudaFree(scratch));
    }
    return finish();
}

/// Captures the graph that published_heat_graph() launches.
int published_heat_graph_prepare()
{
    capture(heatIterations, heatTurn);
    return finish();
}

/// Iterations of a heat equation in two arrays; after each twenty the host waits for one value and looks at it. After:
/// each twenty are one launch of a graph.
int published_heat_graph(int after)
{
    for (int turn = 0; turn < 30; ++turn) {
        if (after)
            check(cudaGraphLaunch(heatTurn, lab.streams[0]));
        else
            heatIterations(lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
        if (*reinterpret_cast<const volatile float *>(lab.out) < 0) // it never is
            break;
    }
    return finish();
}

} // extern "C"
