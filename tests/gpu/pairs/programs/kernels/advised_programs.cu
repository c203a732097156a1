// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the advice makes of programs of the first two sets, under the rules of programs.cu. The programs before the
// change are those of the first two sets themselves.
#include "lab.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t sevenTurns = nullptr, sixTurns = nullptr;

/// Like churn_pass, but the result lies elsewhere.
__global__ void churn_into(const float *from, float *to, int iterations)
{
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    float value = from[i];
#pragma unroll 8
    for (int k = 0; k < iterations; ++k)
        value = fmaf(value, 0.999F, 0.001F);
    to[i] = value;
}

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

/// The copy of a step, when the kernel of two steps before, which may have used the buffer, is done.
void copyAhead(std::size_t step, std::size_t offset, std::size_t bytes, cudaStream_t copies)
{
    if (step >= 2)
        check(cudaStreamWaitEvent(copies, lab.events[16 + step % 2], 0));
    copyIn(offset, bytes, copies);
    check(cudaEventRecord(lab.events[step % 2], copies));
}

} // namespace

extern "C" {

/// Memory with other values in each place, which come again every 64 MiB, or as it was before.
int advised_fill(int numbered)
{
    constexpr std::size_t period = 64 * mib;
    float *const in = reinterpret_cast<float *>(lab.in);
    std::memset(lab.in, 0, arenaBytes);
    if (numbered) {
        for (std::size_t i = 0; i < period / sizeof(float); ++i)
            in[i] = static_cast<float>(i * 7919 % 65521) / 65521.0F;
        for (std::size_t offset = period; offset < arenaBytes; offset += period)
            std::memcpy(lab.in + offset, lab.in, period);
    }
    std::memset(lab.out, 0, arenaBytes);
    check(cudaMemcpy(lab.device, lab.in, arenaBytes, cudaMemcpyHostToDevice));
    check(cudaDeviceSynchronize());
    return finish();
}

/// What the device has goes behind what the program copied back.
int advised_fetch(int offsetMib, int sizeKib)
{
    const std::size_t bytes = static_cast<std::size_t>(sizeKib) * kib;
    const std::size_t offset = static_cast<std::size_t>(offsetMib) * mib;
    check(cudaMemcpy(lab.out + offset, lab.device + offset, bytes, cudaMemcpyDeviceToHost));
    return finish();
}

const void *advised_out()
{
    return lab.out;
}

/// unsync_copies() with `prefetch`: the next step's copy is issued before this step's kernel, on a stream of its own
/// and into the other of two buffers. The host waits after each step, as before.
int advised_unsync_copies(int iterations)
{
    constexpr std::size_t steps = 10, buffer = 64 * mib;
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    const auto copy = [&](std::size_t step) { copyAhead(step, step % 2 * buffer, 48 * mib, copies); };
    copy(0);
    for (std::size_t step = 0; step < steps; ++step) {
        if (step + 1 < steps)
            copy(step + 1);
        check(cudaStreamWaitEvent(compute, lab.events[step % 2], 0));
        launch(churn_pass, 132, iterations, compute, step % 2 * buffer);
        check(cudaEventRecord(lab.events[16 + step % 2], compute));
        check(cudaStreamSynchronize(compute));
    }
    return finish();
}

/// move_copies() with `prefetch`: the next step's copy is issued before this step's kernel, on a stream of its own,
/// when the kernel before is done. Each step has a buffer of its own, as before.
int advised_move_copies(int iterations)
{
    constexpr std::size_t steps = 16, bytes = 16 * mib;
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    const auto copy = [&](std::size_t step) { copyAhead(step, step * bytes, bytes, copies); };
    copy(0);
    for (std::size_t step = 0; step < steps; ++step) {
        if (step + 1 < steps)
            copy(step + 1);
        check(cudaStreamWaitEvent(compute, lab.events[step % 2], 0));
        launch(churn_pass, blocksFor(bytes), iterations, compute, step * bytes);
        check(cudaEventRecord(lab.events[16 + step % 2], compute));
    }
    check(cudaStreamSynchronize(compute));
    return finish();
}

/// drop_copy_back() with two buffers in turn: a kernel reads the last result, writes the other buffer, and waits for
/// the copy back of two steps before.
int advised_drop_copy_back(int iterations)
{
    constexpr std::size_t steps = 14, buffer = 64 * mib; // an even number: the next run goes on in the right buffer
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t from = (step + 1) % 2 * buffer, to = step % 2 * buffer;
        if (step >= 2)
            check(cudaStreamWaitEvent(compute, lab.events[16 + step % 2], 0));
        churn_into<<<4224, blockThreads, 0, compute>>>(at(from), at(to), iterations);
        order(compute, copies, step % 2);
        copyOut(to, 12 * mib, copies);
        check(cudaEventRecord(lab.events[16 + step % 2], copies));
    }
    check(cudaStreamSynchronize(copies));
    return finish();
}

/// One of the two threads of ring_threads() with `prefetch`: the next step's buffer is awaited, filled and copied, on a
/// stream of its own, before this step's kernel.
int advised_ring_threads(int thread, int iterations)
{
    constexpr std::size_t steps = 30, slots = 4;
    const auto self = static_cast<std::size_t>(thread);
    const cudaStream_t compute = lab.streams[self], copies = lab.streams[2 + self];
    const auto slotOf = [&](std::size_t step) { return self * slots + step % slots; };
    const auto copy = [&](std::size_t step) {
        const std::size_t slot = slotOf(step);
        if (step >= slots)
            check(cudaEventSynchronize(lab.events[slot])); // so the device's buffer is free, too
        workOnHost(30);
        copyIn(slot * 16 * mib, mib, copies);
        check(cudaEventRecord(lab.events[16 + slot], copies));
    };
    meetOtherThread();
    copy(0);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t slot = slotOf(step);
        if (step + 1 < steps)
            copy(step + 1);
        check(cudaStreamWaitEvent(compute, lab.events[16 + slot], 0));
        launch(churn_pass, 66, iterations, compute, slot * 16 * mib);
        copyOut(slot * 16 * mib, 128 * kib, compute);
        check(cudaEventRecord(lab.events[slot], compute));
    }
    check(cudaStreamSynchronize(compute));
    return finish();
}

/// alloc_loop() with `prefetch`: the next step's buffer is allocated and its copy issued, on a stream of its own,
/// before this step's kernel. Two buffers exist at a time; each step still allocates and frees one.
int advised_alloc_loop(int iterations)
{
    constexpr std::size_t steps = 12;
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    std::array<float *, 2> buffers{};
    const auto copy = [&](std::size_t step) {
        float *&buffer = buffers[step % 2];
        check(cudaMalloc(reinterpret_cast<void **>(&buffer), 32 * mib));
        check(cudaMemcpyAsync(buffer, lab.in, 4 * mib, cudaMemcpyHostToDevice, copies));
        check(cudaEventRecord(lab.events[step % 2], copies));
    };
    copy(0);
    for (std::size_t step = 0; step < steps; ++step) {
        if (step + 1 < steps)
            copy(step + 1);
        check(cudaStreamWaitEvent(compute, lab.events[step % 2], 0));
        churn_pass<<<2112, blockThreads, 0, compute>>>(buffers[step % 2], iterations);
        check(cudaMemcpyAsync(lab.out, buffers[step % 2], mib, cudaMemcpyDeviceToHost, compute));
        check(cudaStreamSynchronize(compute));
        check(cudaFree(buffers[step % 2]));
    }
    return finish();
}

/// alloc_loop() with a buffer that is allocated once, before.
int missed_alloc_once(int iterations)
{
    for (int step = 0; step < 12; ++step) {
        copyIn(0, 4 * mib, lab.streams[0]);
        launch(churn_pass, 2112, iterations, lab.streams[0]);
        copyOut(0, mib, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// server_events() with the wait for a result where its stream is used again, and at the end.
int advised_server_events(int iterations)
{
    constexpr std::size_t requests = 24, streams = 4;
    for (std::size_t request = 0; request < requests; ++request) {
        const cudaStream_t stream = lab.streams[request % streams];
        const std::size_t offset = request % streams * 32 * mib;
        if (request >= streams)
            check(cudaEventSynchronize(lab.events[request - streams]));
        workOnHost(15);
        copyIn(offset, mib, stream);
        launch(churn_pass, 44, iterations, stream, offset);
        copyOut(offset, 256 * kib, stream);
        check(cudaEventRecord(lab.events[request], stream));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Captures the graphs that advised_graph_steps() launches.
int advised_graph_steps_prepare(int iterations)
{
    const auto turns = [=](int count) {
        return [=](cudaStream_t stream) {
            for (int turn = 0; turn < count; ++turn)
                smallTurn(stream, 132, iterations);
        };
    };
    capture(turns(7), sevenTurns);
    capture(turns(6), sixTurns);
    return finish();
}

/// graph_steps() as graphs of 98, 98 and 84 nodes.
int advised_graph_steps(int /*iterations*/)
{
    for (const cudaGraphExec_t graph : {sevenTurns, sevenTurns, sixTurns})
        check(cudaGraphLaunch(graph, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

} // extern "C"
