// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as forums and issue trackers discuss them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t sweepsGraph = nullptr;

// Of forum_worth_a_graph(): two fields in turn, their right side, and the residual.
constexpr std::size_t fieldBytes = 4 * mib, otherField = 16 * mib, rightSide = 32 * mib, residualAt = 64 * mib;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Like churn_pass, but the result lies elsewhere.
__global__ void filter_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

/// Adds what it makes of the values to those that are there.
__global__ void accumulate_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] += worked(from[i], 0.001F, iterations);
}

/// A sweep over a periodic field: both neighbours and the right side.
__global__ void sweep_pass(const float *from, const float *right, float *to, int iterations)
{
    const std::size_t i = self(), count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    const float before = from[i == 0 ? count - 1 : i - 1], behind = from[i + 1 == count ? 0 : i + 1];
    to[i] = 0.25F * (before + behind) + 0.5F * worked(right[i], 0.001F, iterations);
}

/// One block adds up how far `count` values of two fields are apart.
__global__ void residual_pass(const float *one, const float *other, int count, float *residual)
{
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += blockThreads)
        sum += fabsf(one[i] - other[i]);
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *residual = sum;
}

/// Sixteen sweeps, from one field to the other and back, and how far the last two of them are apart.
void sweeps(cudaStream_t stream, int iterations)
{
    const int blocks = blocksFor(fieldBytes);
    for (int sweep = 0; sweep < 16; ++sweep) {
        float *const from = at(sweep % 2 ? otherField : 0), *const to = at(sweep % 2 ? 0 : otherField);
        sweep_pass<<<blocks, blockThreads, 0, stream>>>(from, at(rightSide), to, iterations);
    }
    residual_pass<<<1, blockThreads, 0, stream>>>(at(0), at(otherField), 8192, at(residualAt));
    copyOut(residualAt, sizeof(float), stream);
}

} // namespace

extern "C" {

/// Matrices in pageable memory, copied in row by row with cudaMemcpy; a kernel on each, and its first rows go back.
/// After: a matrix, whose rows lie side by side, is one copy.
int forum_row_copies(int after, int iterations)
{
    constexpr std::size_t rows = 160, rowBytes = 8 * kib, bytes = rows * rowBytes, result = 8 * mib;
    const std::size_t piece = after ? bytes : rowBytes;
    for (int matrix = 0; matrix < 16; ++matrix) {
        for (std::size_t offset = 0; offset < bytes; offset += piece)
            check(cudaMemcpy(lab.device + offset, lab.pageable + offset, piece, cudaMemcpyHostToDevice));
        launch(churn_pass, blocksFor(bytes), iterations, nullptr);
        check(cudaMemcpy(lab.pageable + result, lab.device, 8 * rowBytes, cudaMemcpyDeviceToHost));
    }
    return finish();
}

/// Steps of a copy in, five short kernels and a copy back, with cudaDeviceSynchronize behind each of them to look for
/// errors. After: only behind the copy back, whose data the host needs.
int forum_error_checks(int after, int longer, int shorter)
{
    constexpr std::size_t bytes = 512 * kib;
    const cudaStream_t stream = lab.streams[0];
    const int blocks = blocksFor(bytes);
    const auto checked = [&] {
        check(cudaGetLastError());
        if (!after)
            check(cudaDeviceSynchronize());
    };
    for (int step = 0; step < 40; ++step) {
        copyIn(0, bytes, stream);
        checked();
        launch(churn_pass, blocks, longer, stream);
        checked();
        launch(blend_pass, blocks, shorter, stream);
        checked();
        launch(advect_pass, blocks, shorter, stream);
        checked();
        launch(churn_pass, blocks, longer, stream);
        checked();
        launch(blend_pass, blocks, shorter, stream);
        checked();
        copyOut(0, 64 * kib, stream);
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Batches in chunks in turn on 4 streams, each a copy in, a kernel and a copy back, and a wait. After: fewer chunks.
int forum_too_many_chunks(int chunkCount, int iterations)
{
    constexpr std::size_t bytes = 16 * mib;
    const std::size_t chunks = static_cast<std::size_t>(chunkCount), part = bytes / chunks;
    for (int batch = 0; batch < 16; ++batch) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % 4];
            copyIn(chunk * part, part, stream);
            launch(churn_pass, blocksFor(part), iterations, stream, chunk * part);
            copyOut(chunk * part, part, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Video frames in 4 buffers and three stages, each with a stream of its own: upload, three kernels, download. Events
/// order them. After: the stream of the uploads has the highest priority.
int forum_video_stages(int after, int first, int second, int third)
{
    constexpr std::size_t slots = 4, bytes = 6 * mib;
    constexpr std::size_t uploaded = 0, computed = slots, downloaded = 2 * slots; // their first events
    const cudaStream_t upload = after ? lab.urgent : lab.streams[0];
    const cudaStream_t compute = lab.streams[1], download = lab.streams[2];
    const int blocks = blocksFor(bytes);
    for (std::size_t frame = 0; frame < 40; ++frame) {
        const std::size_t slot = frame % slots, offset = slot * 32 * mib;
        if (frame >= slots)
            check(cudaStreamWaitEvent(upload, lab.events[downloaded + slot], 0));
        copyIn(offset, bytes, upload);
        order(upload, compute, uploaded + slot);
        launch(churn_pass, blocks, first, compute, offset);
        launch(blend_pass, blocks, second, compute, offset);
        launch(advect_pass, blocks, third, compute, offset);
        order(compute, download, computed + slot);
        copyOut(offset, bytes, download);
        check(cudaEventRecord(lab.events[downloaded + slot], download));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Frames that take scratch memory from the pool in the order of the stream, and give it back; one wait, at the end.
/// What it does is always the same: the pool's attribute is the change.
int forum_threshold_one_wait(int keep, int iterations)
{
    constexpr std::size_t frames = 60, bytes = 8 * mib, back = 16 * kib;
    const cudaStream_t stream = lab.streams[0];
    const int blocks = blocksFor(bytes);
    poolKeepsMemory(keep != 0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        float *const source = at(frame % 8 * bytes), *const target = at(64 * mib + frame % 8 * bytes);
        float *scratch = nullptr;
        check(cudaMallocAsync(reinterpret_cast<void **>(&scratch), bytes, stream));
        if (!scratch)
            return finish();
        filter_pass<<<blocks, blockThreads, 0, stream>>>(source, scratch, iterations);
        filter_pass<<<blocks, blockThreads, 0, stream>>>(scratch, target, iterations);
        check(cudaFreeAsync(scratch, stream));
        check(cudaMemcpyAsync(lab.out + frame * back, target, back, cudaMemcpyDeviceToHost, stream));
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// One of two threads. The first is a control loop: values of sensors in, a kernel, commands back, a wait and its own
/// work. The second writes a log: a kernel, its data to pageable memory, a wait and its own work. After: the memory of
/// the log is pinned.
int forum_telemetry_thread(int after, int thread, int narrow, int wide)
{
    constexpr std::size_t sensors = 32 * kib, logAt = 64 * mib, logBytes = 12 * mib;
    meetOtherThread();
    if (thread == 0) {
        const cudaStream_t stream = lab.streams[0];
        for (int step = 0; step < 120; ++step) {
            copyIn(0, sensors, stream);
            launch(churn_pass, blocksFor(sensors), narrow, stream);
            copyOut(0, 4 * kib, stream);
            check(cudaStreamSynchronize(stream));
            workOnHost(20);
        }
        return finish();
    }
    const cudaStream_t stream = lab.streams[1];
    char *const target = after ? lab.out + 128 * mib : lab.pageable;
    for (int entry = 0; entry < 8; ++entry) {
        launch(blend_pass, 64, wide, stream, logAt);
        check(cudaMemcpyAsync(target, lab.device + logAt, logBytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(200);
    }
    return finish();
}

/// Steps of a narrow kernel that adds to one of two large buffers, its copy back, zeros for the other buffer, which the
/// next step adds to, and a wait for the device. After: the zeros have a stream of their own.
int forum_clear_other_buffer(int after, int iterations)
{
    constexpr std::size_t bytes = 96 * mib, source = 2 * bytes, used = 60 * kib;
    const cudaStream_t compute = lab.streams[0], clear = lab.streams[after ? 1 : 0];
    for (std::size_t step = 0; step < 60; ++step) {
        const std::size_t here = step % 2 * bytes, other = (step + 1) % 2 * bytes;
        accumulate_pass<<<blocksFor(used), blockThreads, 0, compute>>>(at(source), at(here), iterations);
        copyOut(here, used, compute);
        check(cudaMemsetAsync(lab.device + other, 0, bytes, clear));
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Captures the graph that forum_worth_a_graph() launches after the change.
int forum_worth_a_graph_prepare(int iterations)
{
    capture([=](cudaStream_t stream) { sweeps(stream, iterations); }, sweepsGraph);
    return finish();
}

/// Turns of sixteen sweeps of a solver, a residual back, and a wait. After: the sweeps and the copy are one graph.
int forum_worth_a_graph(int after, int iterations)
{
    const cudaStream_t stream = lab.streams[0];
    for (int turn = 0; turn < 10; ++turn) {
        if (after)
            check(cudaGraphLaunch(sweepsGraph, stream));
        else
            sweeps(stream, iterations);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

} // extern "C"
