// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The CUDA half of the pairs: each function is one program; `after` is 0 for the program as it was and 1 for the same
// program with one change. record.py builds this file and second_programs.cu as a library and calls it inside of a
// PyTorch process, whose profiler then records it. Every function returns a cudaError_t, 0 for success. Times are in
// microseconds.
#include "lab.cuh"

using namespace pairs;

extern "C" {

int lab_open()
{
    check(cudaMalloc(reinterpret_cast<void **>(&lab.device), arenaBytes));
    check(cudaMemset(lab.device, 0, arenaBytes));
    check(cudaHostAlloc(reinterpret_cast<void **>(&lab.in), arenaBytes, cudaHostAllocDefault));
    check(cudaHostAlloc(reinterpret_cast<void **>(&lab.out), arenaBytes, cudaHostAllocDefault));
    lab.pageable = static_cast<char *>(std::malloc(pageableBytes));
    std::memset(lab.pageable, 1, pageableBytes);
    for (cudaStream_t &stream : lab.streams)
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (cudaStream_t &stream : lab.blocking)
        check(cudaStreamCreate(&stream));
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    check(cudaStreamCreateWithPriority(&lab.urgent, cudaStreamNonBlocking, greatest));
    for (cudaEvent_t &event : lab.events)
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    for (const void *kernel :
         {reinterpret_cast<const void *>(churn_pass), reinterpret_cast<const void *>(backdrop_pass),
          reinterpret_cast<const void *>(critical_pass)})
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, tileBytes));
    check(cudaDeviceSynchronize());
    return finish();
}

/// How long a kernel runs, the shortest of five times; negative where it failed.
float lab_kernel_us(int blocks, int iterations, int tiled)
{
    const std::size_t sharedBytes = tiled ? tileBytes : 0;
    cudaEvent_t begin = nullptr, end = nullptr;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    float best = 1e30F;
    for (int turn = 0; turn < 6; ++turn) {
        launch(churn_pass, blocks, iterations, lab.streams[0], 0, sharedBytes); // the events stand behind work
        check(cudaEventRecord(begin, lab.streams[0]));
        launch(churn_pass, blocks, iterations, lab.streams[0], 0, sharedBytes);
        check(cudaEventRecord(end, lab.streams[0]));
        check(cudaStreamSynchronize(lab.streams[0]));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, begin, end));
        if (turn > 0 && ms < best)
            best = ms;
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    return finish() == cudaSuccess ? best * 1000 : -1;
}

/// Long copies and short kernels on one stream. After: the host waits once, at the end, in place of after each step.
int unsync_copies(int after, int iterations)
{
    constexpr int steps = 10;
    for (int step = 0; step < steps; ++step) {
        copyIn(0, 48 * mib, lab.streams[0]);
        launch(churn_pass, 132, iterations, lab.streams[0]);
        if (!after || step + 1 == steps)
            check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// One of two threads with a stream each: work of the host, then a kernel. After: no wait after each kernel.
int unsync_two_threads(int after, int thread, int iterations)
{
    constexpr int steps = 50;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    meetOtherThread();
    for (int step = 0; step < steps; ++step) {
        workOnHost(40);
        launch(churn_pass, 60, iterations, stream, static_cast<std::size_t>(thread) * 64 * mib);
        if (!after || step + 1 == steps)
            check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// A copy in, two kernels and a copy back. After: chunks in turn on 4 streams.
int split_two_kernels(int chunks, int iterations)
{
    constexpr std::size_t bytes = 128 * mib;
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const std::size_t part = bytes / static_cast<std::size_t>(chunks);
        const std::size_t offset = static_cast<std::size_t>(chunk) * part;
        const cudaStream_t stream = lab.streams[chunk % 4];
        copyIn(offset, part, stream);
        launch(churn_pass, blocksFor(part), iterations, stream, offset);
        launch(blend_pass, blocksFor(part), iterations, stream, offset);
        copyOut(offset, part, stream);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Steps of a copy in and a kernel, each with a buffer of its own, on one stream. After: the copies have a stream of
/// their own, and each kernel waits for its copy by an event.
int move_copies(int after, int iterations)
{
    constexpr std::size_t steps = 16, bytes = 16 * mib;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    for (std::size_t step = 0; step < steps; ++step) {
        copyIn(step * bytes, bytes, copies);
        if (after)
            order(copies, compute, step);
        launch(churn_pass, blocksFor(bytes), iterations, compute, step * bytes);
    }
    check(cudaStreamSynchronize(compute));
    return finish();
}

/// Turns of twenty short kernels on the same data. After: one kernel with twenty times the iterations.
int merge_kernels(int after, int iterations)
{
    constexpr int turns = 15, kernels = 20;
    for (int turn = 0; turn < turns; ++turn) {
        for (int kernel = 0; kernel < (after ? 1 : kernels); ++kernel)
            launch(churn_pass, 132, after ? kernels * iterations : iterations, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// Two batches of 16 chunks on 4 streams. Before: all copies in, then all kernels, then all copies back. After: chunk
/// after chunk.
int order_depth(int after, int iterations)
{
    constexpr std::size_t chunks = 16, bytes = 8 * mib;
    const auto stage = [&](std::size_t chunk, int number) {
        const cudaStream_t stream = lab.streams[chunk % 4];
        if (number == 0)
            copyIn(chunk * bytes, bytes, stream);
        else if (number == 1)
            launch(churn_pass, blocksFor(bytes), iterations, stream, chunk * bytes);
        else
            copyOut(chunk * bytes, bytes, stream);
    };
    for (int batch = 0; batch < 2; ++batch) {
        for (std::size_t i = 0; i < 3 * chunks; ++i)
            if (after)
                stage(i / 3, static_cast<int>(i % 3));
            else
                stage(i % chunks, static_cast<int>(i / chunks));
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Steps of two kernels and a copy back that the host waits for. After: the first kernel has half the iterations.
int scale_one(int after, int advect, int blend)
{
    for (int step = 0; step < 12; ++step) {
        launch(advect_pass, 2112, after ? advect / 2 : advect, lab.streams[0]);
        launch(blend_pass, 2112, blend, lab.streams[0]);
        copyOut(0, mib, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

/// Copies in one after the other, and beside each the kernel on what the copy before it brought. After: the kernels
/// have half the iterations.
int scale_beside_copy(int after, int iterations)
{
    constexpr std::size_t steps = 12, bytes = 32 * mib;
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t offset = step % 4 * bytes;
        if (step >= 4)
            check(cudaStreamWaitEvent(lab.streams[1], lab.events[16 + step - 4], 0)); // the buffer is free again
        copyIn(offset, bytes, lab.streams[1]);
        order(lab.streams[1], lab.streams[0], step);
        launch(advect_pass, 2112, after ? iterations / 2 : iterations, lab.streams[0], offset);
        check(cudaEventRecord(lab.events[16 + step], lab.streams[0]));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// A kernel, and a copy back on a second stream before the next kernel writes the same buffer. After: no copies back;
/// the events stay.
int drop_copy_back(int after, int iterations)
{
    constexpr std::size_t steps = 14;
    for (std::size_t step = 0; step < steps; ++step) {
        launch(churn_pass, 4224, iterations, lab.streams[0]);
        order(lab.streams[0], lab.streams[1], step);
        if (!after)
            copyOut(0, 12 * mib, lab.streams[1]);
        order(lab.streams[1], lab.streams[0], 16 + step);
    }
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// One of two threads with a stream each: work of the host, a copy in, a kernel, a copy back, a wait. After: the work
/// of the host takes half as long.
int host_two_threads(int after, int thread, int iterations)
{
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    const std::size_t offset = static_cast<std::size_t>(thread) * 64 * mib;
    meetOtherThread();
    for (int step = 0; step < 40; ++step) {
        workOnHost(after ? 60 : 120);
        copyIn(offset, mib, stream);
        launch(churn_pass, 60, iterations, stream, offset);
        copyOut(offset, 64 * kib, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Long kernels that fill the GPU on one stream, and a loop on another one that waits for its short kernel each time.
/// After: the loop's stream has the highest priority.
int priority_loop(int after, int backdrop, int critical)
{
    const cudaStream_t loop = after ? lab.urgent : lab.streams[1];
    for (int kernel = 0; kernel < 8; ++kernel)
        launch(backdrop_pass, 10 * 264, backdrop, lab.streams[0], 0, tileBytes);
    for (int step = 0; step < 40; ++step) {
        launch(critical_pass, 132, critical, loop, 64 * mib, tileBytes);
        check(cudaStreamSynchronize(loop));
        workOnHost(30);
    }
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// Captures the graph that graph_steps() launches.
int graph_steps_prepare(int iterations)
{
    capture([=](cudaStream_t stream) { smallTurn(stream, 132, iterations); });
    return finish();
}

/// Turns of a copy in, twelve short kernels and a copy back. After: each turn is one launch of a graph.
int graph_steps(int after, int iterations)
{
    for (int turn = 0; turn < 20; ++turn)
        if (after)
            check(cudaGraphLaunch(lab.graph, lab.streams[0]));
        else
            smallTurn(lab.streams[0], 132, iterations);
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// A graph in each step, and work of the host before it. After: the work of the host takes half as long.
int host_before_graph(int after, int /*iterations*/)
{
    for (int step = 0; step < 30; ++step) {
        workOnHost(after ? 50 : 100);
        check(cudaGraphLaunch(lab.graph, lab.streams[0]));
        check(cudaStreamSynchronize(lab.streams[0]));
    }
    return finish();
}

} // extern "C"
