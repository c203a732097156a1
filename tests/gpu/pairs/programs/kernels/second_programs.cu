// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The second set of programs in CUDA C++, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

/// One turn of graph_turns(): short kernels of two shapes and a small copy back.
void mixedTurn(cudaStream_t stream, int wide, int narrow)
{
    for (int pair = 0; pair < 15; ++pair) {
        launch(churn_pass, 132, wide, stream);
        launch(blend_pass, 32, narrow, stream, 64 * mib);
    }
    copyOut(0, 4 * kib, stream);
}

} // namespace

extern "C" {

/// Requests in turn on four streams: a copy in, a kernel, a copy back and an event. After: the host waits once, at the
/// end, in place of after each request.
int server_events(int after, int iterations)
{
    constexpr std::size_t requests = 24;
    for (std::size_t request = 0; request < requests; ++request) {
        const cudaStream_t stream = lab.streams[request % 4];
        const std::size_t offset = request % 4 * 32 * mib;
        workOnHost(15);
        copyIn(offset, mib, stream);
        launch(churn_pass, 44, iterations, stream, offset);
        copyOut(offset, 256 * kib, stream);
        check(cudaEventRecord(lab.events[request], stream));
        if (!after)
            check(cudaEventSynchronize(lab.events[request]));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// One of two threads with a stream and a ring of four pinned buffers each: it waits until its buffer is free, fills
/// it, and issues a copy in, a kernel and a copy back. After: the kernels have half the iterations.
int ring_threads(int after, int thread, int iterations)
{
    constexpr std::size_t steps = 30, slots = 4;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    meetOtherThread();
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t slot = static_cast<std::size_t>(thread) * slots + step % slots;
        if (step >= slots)
            check(cudaEventSynchronize(lab.events[slot]));
        workOnHost(30);
        copyIn(slot * 16 * mib, mib, stream);
        launch(churn_pass, 66, after ? iterations / 2 : iterations, stream, slot * 16 * mib);
        copyOut(slot * 16 * mib, 128 * kib, stream);
        check(cudaEventRecord(lab.events[slot], stream));
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Captures the graph that graph_turns() launches.
int graph_turns_prepare(int wide, int narrow)
{
    capture([=](cudaStream_t stream) { mixedTurn(stream, wide, narrow); });
    return finish();
}

/// Turns of short kernels of two shapes, a copy back and a wait. After: each turn is one launch of a graph.
int graph_turns(int after, int wide, int narrow)
{
    for (int turn = 0; turn < 24; ++turn) {
        if (after)
            check(cudaGraphLaunch(lab.graph, lab.streams[0]));
        else
            mixedTurn(lab.streams[0], wide, narrow);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// Steps that allocate a buffer, bring data, work on it, copy the result back, wait and free. After: the kernel has
/// half the iterations.
int alloc_loop(int after, int iterations)
{
    for (int step = 0; step < 12; ++step) {
        float *buffer = nullptr;
        check(cudaMalloc(reinterpret_cast<void **>(&buffer), 32 * mib));
        check(cudaMemcpyAsync(buffer, lab.in, 4 * mib, cudaMemcpyHostToDevice, lab.streams[0]));
        churn_pass<<<2112, blockThreads, 0, lab.streams[0]>>>(buffer, after ? iterations / 2 : iterations);
        check(cudaMemcpyAsync(lab.out, buffer, mib, cudaMemcpyDeviceToHost, lab.streams[0]));
        check(cudaStreamSynchronize(lab.streams[0]));
        check(cudaFree(buffer));
    }
    return finish();
}

/// Batches of a copy in, one kernel that takes longer than the copy, a small copy back and a wait. After: each batch
/// goes in chunks in turn on several streams.
int split_long_kernel(int chunkCount, int streamCount, int iterations)
{
    constexpr std::size_t inBytes = 48 * mib, outBytes = 16 * mib;
    const auto chunks = static_cast<std::size_t>(chunkCount), streams = static_cast<std::size_t>(streamCount);
    for (int batch = 0; batch < 3; ++batch) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % streams];
            const std::size_t part = inBytes / chunks, back = outBytes / chunks;
            copyIn(chunk * part, part, stream);
            launch(churn_pass, blocksFor(part), iterations, stream, chunk * part);
            copyOut(chunk * part, back, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Steps of a kernel and a copy back of its result, each with a buffer of its own, on one stream. After: the copies
/// have a stream of their own, and each waits for its kernel by an event.
int move_results(int after, int iterations)
{
    constexpr std::size_t steps = 16, bytes = 8 * mib;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    for (std::size_t step = 0; step < steps; ++step) {
        launch(churn_pass, blocksFor(bytes), iterations, compute, step * bytes);
        if (after)
            order(compute, copies, step);
        copyOut(step * bytes, bytes, copies);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Turns of a kernel and 16 small copies back that lie side by side, and a wait. After: they are one copy.
int merge_results(int after, int iterations)
{
    constexpr std::size_t bytes = 64 * kib;
    const std::size_t copies = after ? 1 : 16;
    for (int turn = 0; turn < 30; ++turn) {
        launch(churn_pass, 132, iterations, lab.streams[0]);
        for (std::size_t copy = 0; copy < copies; ++copy)
            copyOut(copy * (bytes / copies), bytes / copies, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// Steps of 10 us of work, a buffer set to zero and a kernel. After: the buffer is not set.
int drop_memset(int after, int iterations)
{
    for (int step = 0; step < 16; ++step) {
        workOnHost(10);
        if (!after)
            check(cudaMemsetAsync(lab.device, 0, 128 * mib, lab.streams[0]));
        launch(churn_pass, 1056, iterations, lab.streams[0]);
    }
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// A kernel on each of four streams, then a short one on the NULL stream, twelve times. Before: the streams wait for
/// the NULL stream and it for them. After: they do not.
int null_stream(int after, int small, int shorter)
{
    for (int step = 0; step < 12; ++step) {
        for (std::size_t i = 0; i < 4; ++i)
            launch(churn_pass, 30, small, after ? lab.streams[i] : lab.blocking[i], i * 16 * mib);
        launch(blend_pass, 8, shorter, nullptr, 128 * mib);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Two chains of kernels that need nothing of each other, each of them too small for the GPU, in turn on one stream.
/// After: the second chain has a stream of its own.
int move_branch(int after, int first, int second)
{
    for (int step = 0; step < 15; ++step) {
        launch(churn_pass, 40, first, lab.streams[0]);
        launch(blend_pass, 60, second, after ? lab.streams[1] : lab.streams[0], 64 * mib);
        launch(advect_pass, 40, first, lab.streams[0]);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Requests on one stream: a copy in and a copy back that the host waits for, from and to ordinary memory of the host.
/// After: the memory is pinned.
int pin_server(int after, int iterations)
{
    char *const in = after ? lab.in : lab.pageable, *const out = after ? lab.out : lab.pageable + 8 * mib;
    for (int request = 0; request < 12; ++request) {
        check(cudaMemcpyAsync(lab.device, in, 6 * mib, cudaMemcpyHostToDevice, lab.streams[0]));
        launch(churn_pass, blocksFor(6 * mib), iterations, lab.streams[0]);
        check(cudaMemcpyAsync(out, lab.device, mib, cudaMemcpyDeviceToHost, lab.streams[0]));
        check(cudaStreamSynchronize(lab.streams[0]));
        workOnHost(25);
    }
    return finish();
}

} // extern "C"
