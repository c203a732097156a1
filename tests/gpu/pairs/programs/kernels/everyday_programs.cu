// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as one meets them every day, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

constexpr std::size_t planeBytes = 512 * kib; ///< of halo_exchange(): 34 planes, of which the first and last are halos
constexpr std::size_t lastPlane = 33;
cudaGraphExec_t solverTurn = nullptr;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// A value from those of the planes below, here and above, and work for its length.
__device__ void stencil(const float *from, float *to, int iterations)
{
    constexpr std::size_t plane = planeBytes / sizeof(float);
    const std::size_t i = self();
    const float mean = (from[i] + from[i + plane] + from[i + 2 * plane]) / 3.0F;
    to[i + plane] = worked(mean, 0.001F, iterations);
}

__global__ void edge_pass(const float *from, float *to, int iterations)
{
    stencil(from, to, iterations);
}

__global__ void inner_pass(const float *from, float *to, int iterations)
{
    stencil(from, to, iterations);
}

/// One block adds up `count` values, always in the same order; `keep` of the old total stays.
__global__ void sum_pass(const float *data, int count, float *total, float keep)
{
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += blockThreads)
        sum += data[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *total = keep * *total + sum;
}

/// y from x and y: two inputs, one output.
__global__ void axpy_pass(const float *x, float *y, int iterations)
{
    const std::size_t i = self();
    y[i] = worked(y[i], 0.001F * x[i], iterations);
}

/// Like churn_pass, but a small table that was copied there says towards which values.
__global__ void tune_pass(float *data, const float *table, int iterations)
{
    const std::size_t i = self();
    data[i] = worked(data[i], 0.001F * table[threadIdx.x], iterations);
}

// Three kernels that do nearly nothing but read and write memory.

/// A field takes up a batch of 2^power float4, which comes again and again.
__global__ void absorb_pass(float4 *field, const float4 *batch, int power)
{
    const std::size_t i = self();
    const float4 more = batch[i & ((std::size_t{1} << power) - 1)];
    float4 value = field[i];
    value.x = fmaf(value.x, 0.9F, 0.1F * more.x);
    value.y = fmaf(value.y, 0.9F, 0.1F * more.y);
    value.z = fmaf(value.z, 0.9F, 0.1F * more.z);
    value.w = fmaf(value.w, 0.9F, 0.1F * more.w);
    field[i] = value;
}

/// Looks for values that are no numbers.
__global__ void check_pass(const float4 *field, float *found)
{
    const float4 value = field[self()];
    if (!isfinite(value.x + value.y + value.z + value.w))
        *found = 1;
}

__global__ void decay_pass(float4 *field)
{
    const std::size_t i = self();
    float4 value = field[i];
    value.x *= 0.99F;
    value.y *= 0.99F;
    value.z *= 0.99F;
    value.w *= 0.99F;
    field[i] = value;
}

/// One iteration of the solver: six short kernels, and the residual goes back.
void solverIteration(cudaStream_t stream, int matrix, int vector)
{
    constexpr int blocks = 64, values = 8192;
    float *const scalar = at(64 * mib), *const residual = scalar + 1;
    launch(churn_pass, 264, matrix, stream);
    sum_pass<<<1, blockThreads, 0, stream>>>(at(0), values, scalar, 0.0F);
    launch(blend_pass, blocks, vector, stream);
    launch(advect_pass, blocks, vector, stream, mib);
    sum_pass<<<1, blockThreads, 0, stream>>>(at(mib), values, residual, 0.0F);
    launch(blend_pass, blocks, vector, stream, 2 * mib);
    check(cudaMemcpyAsync(lab.out, residual, sizeof(float), cudaMemcpyDeviceToHost, stream));
}

} // namespace

extern "C" {

/// The pageable memory gets what the pinned memory has.
int everyday_fill_pageable()
{
    std::memcpy(lab.pageable, lab.in, pageableBytes);
    return finish();
}

/// Steps of a stencil on a periodic grid in two arrays: the planes at both ends, their way through the host to the
/// halos of the other ends, and the planes between. After: the copies have a stream of their own. They wait for the
/// planes at the ends, and these wait, in the next step, for the halos.
int everyday_halo_exchange(int after, int inner, int edge)
{
    constexpr std::size_t steps = 30; // an even number: the next run goes on in the right array
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    const int plane = blocksFor(planeBytes);
    const auto copy = [&](char *to, const char *from, cudaMemcpyKind kind) {
        check(cudaMemcpyAsync(to, from, planeBytes, kind, copies));
    };
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t from = step % 2 * 64 * mib, to = (step + 1) % 2 * 64 * mib;
        char *const grid = lab.device + to, *const last = grid + lastPlane * planeBytes;
        const std::size_t upper = (lastPlane - 2) * planeBytes;
        edge_pass<<<plane, blockThreads, 0, compute>>>(at(from), at(to), edge);
        edge_pass<<<plane, blockThreads, 0, compute>>>(at(from + upper), at(to + upper), edge);
        if (after)
            order(compute, copies, step % 2);
        copy(lab.out, grid + planeBytes, cudaMemcpyDeviceToHost);
        copy(lab.out + planeBytes, last - planeBytes, cudaMemcpyDeviceToHost);
        inner_pass<<<30 * plane, blockThreads, 0, compute>>>(at(from + planeBytes), at(to + planeBytes), inner);
        copy(last, lab.out, cudaMemcpyHostToDevice);
        copy(grid, lab.out + planeBytes, cudaMemcpyHostToDevice);
        if (after)
            order(copies, compute, 16 + step % 2);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Frames on the NULL stream: work of the host that stands for decoding, a blocking copy in from ordinary memory, three
/// kernels, a blocking copy back. After: the memory is pinned, and the copy in does not block.
int everyday_pin_frames(int after, int first, int second, int third)
{
    constexpr std::size_t frames = 16, slots = 4, bytes = 2 * mib;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const std::size_t offset = frame % slots * bytes;
        const int blocks = blocksFor(bytes);
        workOnHost(50);
        if (after)
            check(cudaMemcpyAsync(lab.device + offset, lab.in + offset, bytes, cudaMemcpyHostToDevice, nullptr));
        else
            check(cudaMemcpy(lab.device + offset, lab.pageable + offset, bytes, cudaMemcpyHostToDevice));
        launch(churn_pass, blocks, first, nullptr, offset);
        launch(blend_pass, blocks, second, nullptr, offset);
        launch(advect_pass, blocks, third, nullptr, offset);
        char *const result = after ? lab.out : lab.pageable + slots * bytes;
        check(cudaMemcpy(result + offset, lab.device + offset, bytes, cudaMemcpyDeviceToHost));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// A simulation on the NULL stream that adds up its results on the device; the host fetches the sum in each iteration
/// and only shows it. After: it does not fetch it.
int everyday_drop_estimate(int after, int iterations)
{
    constexpr int blocks = 264;
    float *const total = at(64 * mib);
    for (int turn = 0; turn < 60; ++turn) {
        launch(churn_pass, blocks, iterations, nullptr);
        sum_pass<<<1, blockThreads>>>(at(0), blocks * blockThreads, total, 0.5F);
        float estimate = 0;
        if (!after)
            check(cudaMemcpy(&estimate, total, sizeof(float), cudaMemcpyDeviceToHost));
        workOnHost(12);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Captures the graph that everyday_graph_solver() launches.
int everyday_graph_solver_prepare(int matrix, int vector)
{
    capture([=](cudaStream_t stream) { solverIteration(stream, matrix, vector); }, solverTurn);
    return finish();
}

/// Iterations of a solver: six short kernels, a residual of 4 bytes, a wait, and a look at it. After: each iteration is
/// one launch of a graph.
int everyday_graph_solver(int after, int matrix, int vector)
{
    for (int turn = 0; turn < 100; ++turn) {
        if (after)
            check(cudaGraphLaunch(solverTurn, lab.streams[0]));
        else
            solverIteration(lab.streams[0], matrix, vector);
        check(cudaStreamSynchronize(lab.streams[0]));
        if (*reinterpret_cast<const volatile float *>(lab.out) < 0) // it never is
            break;
    }
    return finish();
}

/// One of two threads with a stream each: requests with a small copy in, a kernel and a large result that the host
/// waits for. After: the result is half as large, as in half precision.
int everyday_scale_results(int after, int thread, int iterations)
{
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    const std::size_t offset = static_cast<std::size_t>(thread) * 64 * mib;
    meetOtherThread();
    for (int request = 0; request < 24; ++request) {
        workOnHost(10);
        copyIn(offset, 256 * kib, stream);
        launch(churn_pass, 66, iterations, stream, offset);
        copyOut(offset, after ? 3 * mib : 6 * mib, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Steps of 40 pieces of data that the host puts into pinned memory, each with a copy in of its own, then a kernel, a
/// copy back and a wait. After: one copy in for all pieces.
int everyday_merge_uploads(int after, int iterations)
{
    constexpr std::size_t steps = 25, pieces = 40, bytes = 16 * kib;
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            std::memcpy(lab.in + piece * bytes, lab.pageable + (step * pieces + piece) * bytes, bytes);
            if (!after)
                copyIn(piece * bytes, bytes, lab.streams[0]);
        }
        if (after)
            copyIn(0, pieces * bytes, lab.streams[0]);
        launch(churn_pass, blocksFor(pieces * bytes), iterations, lab.streams[0]);
        copyOut(0, 64 * kib, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// Steps with two buffers in turn and a stream for the copies, which yet come one after the other: two copies in, the
/// kernels on another stream, a copy back, a wait, and work with the result. After: the copies of the next step are
/// issued before the kernels of this one.
int everyday_prefetch_batches(int after, int large, int small)
{
    constexpr std::size_t steps = 18, buffer = 32 * mib, labels = 16 * mib;
    constexpr std::size_t bytes = 6 * mib, labelBytes = 512 * kib;
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    const auto copy = [&](std::size_t step) { // the kernels that used the buffer are done: the host has waited for them
        const std::size_t offset = step % 2 * buffer;
        copyIn(offset, bytes, copies);
        copyIn(offset + labels, labelBytes, copies);
        check(cudaEventRecord(lab.events[step % 2], copies));
    };
    if (after)
        copy(0);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t offset = step % 2 * buffer;
        if (!after)
            copy(step);
        else if (step + 1 < steps)
            copy(step + 1);
        check(cudaStreamWaitEvent(compute, lab.events[step % 2], 0));
        launch(churn_pass, blocksFor(bytes), large, compute, offset);
        launch(blend_pass, blocksFor(labelBytes), small, compute, offset + labels);
        copyOut(offset, 256 * kib, compute);
        check(cudaStreamSynchronize(compute));
        workOnHost(20);
    }
    return finish();
}

/// Batches of two copies in, a kernel on both and a copy back. After: chunks in turn on several streams.
int everyday_split_two_inputs(int chunkCount, int streamCount, int iterations)
{
    constexpr std::size_t bytes = 32 * mib, y = 64 * mib;
    const auto chunks = static_cast<std::size_t>(chunkCount), streams = static_cast<std::size_t>(streamCount);
    const std::size_t part = bytes / chunks;
    for (int batch = 0; batch < 4; ++batch) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % streams];
            const std::size_t offset = chunk * part;
            copyIn(offset, part, stream);
            copyIn(y + offset, part, stream);
            axpy_pass<<<blocksFor(part), blockThreads, 0, stream>>>(at(offset), at(y + offset), iterations);
            copyOut(y + offset, part, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Three kernels in each step that are limited by memory, and beside them, on another stream, the copy of the next
/// batch into the other of two buffers. After: without the kernel that only looks for mistakes.
int everyday_drop_check(int after)
{
    constexpr std::size_t steps = 30, buffer = 16 * mib, bytes = 4 * mib, field = 64 * mib, fieldBytes = 128 * mib;
    constexpr int blocks = static_cast<int>(fieldBytes / sizeof(float4) / blockThreads);
    constexpr int power = 18; // of float4: the whole batch
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    auto *const values = reinterpret_cast<float4 *>(at(field));
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t slot = step % 2;
        if (step >= 2)
            check(cudaStreamWaitEvent(copies, lab.events[16 + slot], 0)); // the buffer is free again
        copyIn(slot * buffer, bytes, copies);
        order(copies, compute, slot);
        const auto *const batch = reinterpret_cast<const float4 *>(at(slot * buffer));
        absorb_pass<<<blocks, blockThreads, 0, compute>>>(values, batch, power);
        check(cudaEventRecord(lab.events[16 + slot], compute));
        if (!after)
            check_pass<<<blocks, blockThreads, 0, compute>>>(values, at(field + fieldBytes));
        decay_pass<<<blocks, blockThreads, 0, compute>>>(values);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Steps of a small table in, in a buffer of its own, and a long kernel that reads it, on one stream. After: the tables
/// have a stream of their own, and each kernel waits for its table by an event.
int everyday_move_tables(int after, int iterations)
{
    constexpr std::size_t steps = 10, bytes = 96 * kib;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    for (std::size_t step = 0; step < steps; ++step) {
        copyIn(step * mib, bytes, copies);
        if (after)
            order(copies, compute, step);
        tune_pass<<<2112, blockThreads, 0, compute>>>(at(64 * mib), at(step * mib), iterations);
    }
    check(cudaStreamSynchronize(compute));
    return finish();
}

} // extern "C"
