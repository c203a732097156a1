// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as a workshop would collect them from its guests, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t smallGraph = nullptr, firstGraph = nullptr, secondGraph = nullptr;
char *onePinned = nullptr; ///< of pinned_alloc_loop(): the buffer that is allocated once

// Of graph_in_turn(): what the graph copies in, where its result lies, and the zeros behind that.
constexpr std::size_t turnBytes = 256 * kib, turnResult = 16 * mib, turnZeros = 64 * kib;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

/// The largest value that some rounds of the same work find. Each round finds the same one, so that one is enough.
__global__ void search_pass(float *data, int iterations, int rounds)
{
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    const float first = data[i];
    float largest = 0;
    for (int round = 0; round < rounds; ++round) {
        float value = first;
        asm volatile("" : "+f"(value)); // else one round would be enough for the compiler, too
        largest = fmaxf(largest, worked(value, 0.001F, iterations));
    }
    data[i] = largest;
}

/// Like churn_pass, but the result lies elsewhere.
__global__ void scratch_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    to[i] = worked(from[i], 0.001F, iterations);
}

using Slots = std::array<std::atomic<bool>, 3>;
Slots freeSlots;

/// A function of the host that gives a buffer back.
void CUDART_CB giveBack(void *slot)
{
    static_cast<std::atomic<bool> *>(slot)->store(true);
}

/// Takes the buffer when it is free; after two seconds all the same.
void take(std::atomic<bool> &slot)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (!slot.exchange(false)) {
        if (std::chrono::steady_clock::now() > until) {
            check(cudaErrorLaunchTimeout);
            return;
        }
    }
}

/// Memory set to zero, a copy in, eight short kernels, a copy on the device and a copy back.
void smallWork(cudaStream_t stream, int iterations)
{
    check(cudaMemsetAsync(lab.device + turnResult + turnBytes, 0, turnZeros, stream));
    copyIn(0, turnBytes, stream);
    for (int kernel = 0; kernel < 8; ++kernel)
        launch(churn_pass, blocksFor(turnBytes), iterations, stream);
    check(cudaMemcpyAsync(lab.device + turnResult, lab.device, turnBytes, cudaMemcpyDeviceToDevice, stream));
    copyOut(0, 64 * kib, stream);
}

} // namespace

extern "C" {

/// One of two threads that answer requests. The first has a stream, and pinned memory; the second works on the NULL
/// stream, with cudaMemcpy from and to pageable memory. Before: the stream and the NULL stream wait for each other.
/// After: the stream is a non-blocking one.
int workshop_null_stream_copies(int after, int thread, int wide, int narrow)
{
    constexpr std::size_t requests = 40, back = 256 * kib, small = 48 * kib, other = 128 * mib;
    meetOtherThread();
    if (thread == 0) {
        const cudaStream_t stream = after ? lab.streams[0] : lab.blocking[0];
        for (std::size_t request = 0; request < requests; ++request) {
            copyIn(0, mib, stream);
            launch(churn_pass, 60, wide, stream);
            launch(advect_pass, 60, wide, stream);
            copyOut(0, back, stream);
            check(cudaStreamSynchronize(stream));
        }
        return finish();
    }
    for (std::size_t request = 0; request < requests; ++request) {
        check(cudaMemcpy(lab.device + other, lab.pageable, small, cudaMemcpyHostToDevice));
        launch(blend_pass, blocksFor(small), narrow, nullptr, other);
        check(cudaMemcpy(lab.pageable + 8 * mib, lab.device + other, small, cudaMemcpyDeviceToHost));
    }
    return finish();
}

/// Steps on one stream with three buffers in turn, which a function of the host gives back: work of the host, a copy
/// in, a kernel, a copy back. After: the kernels look at all data once, not twice.
int workshop_buffers_given_back(int after, int iterations)
{
    constexpr std::size_t steps = 40, bytes = 2 * mib;
    const cudaStream_t stream = lab.streams[0];
    for (std::atomic<bool> &slot : freeSlots)
        slot.store(true);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t slot = step % freeSlots.size(), offset = slot * 16 * mib;
        take(freeSlots[slot]);
        workOnHost(40);
        copyIn(offset, bytes, stream);
        search_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(offset), iterations, after ? 1 : 2);
        copyOut(offset, 64 * kib, stream);
        check(cudaLaunchHostFunc(stream, giveBack, &freeSlots[slot]));
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Requests in turn on two streams with a buffer each, with work of the host that needs no buffer, and a wait for an
/// event behind each. After: the host waits for the event before it issues the next request to the same stream, when
/// its work for that is done.
int workshop_two_buffers(int after, int iterations)
{
    constexpr std::size_t requests = 40, slots = 2;
    for (std::size_t request = 0; request < requests; ++request) {
        const std::size_t slot = request % slots, offset = slot * 32 * mib;
        workOnHost(80);
        if (after && request >= slots)
            check(cudaEventSynchronize(lab.events[slot]));
        copyIn(offset, mib, lab.streams[slot]);
        launch(churn_pass, 44, iterations, lab.streams[slot], offset);
        copyOut(offset, 256 * kib, lab.streams[slot]);
        check(cudaEventRecord(lab.events[slot], lab.streams[slot]));
        if (!after)
            check(cudaEventSynchronize(lab.events[slot]));
    }
    for (std::size_t slot = 0; after && slot < slots; ++slot)
        check(cudaEventSynchronize(lab.events[slot]));
    return finish();
}

/// Captures the graph that workshop_graph_in_turn() launches.
int workshop_graph_in_turn_prepare(int iterations)
{
    capture([=](cudaStream_t stream) { smallWork(stream, iterations); }, smallGraph);
    return finish();
}

/// Turns of a graph with a memset, copies and short kernels, and of a single kernel on what the graph left, with a
/// wait. After: the host waits once, at the end.
int workshop_graph_in_turn(int after, int single)
{
    constexpr int turns = 60;
    const cudaStream_t stream = lab.streams[0];
    for (int turn = 0; turn < turns; ++turn) {
        check(cudaGraphLaunch(smallGraph, stream));
        launch(blend_pass, blocksFor(turnBytes + turnZeros), single, stream, turnResult);
        if (!after || turn + 1 == turns)
            check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Captures the two graphs that workshop_full_graphs() launches.
int workshop_full_graphs_prepare(int iterations)
{
    constexpr int kernels = 5, blocks = 2112;
    const auto first = [=](cudaStream_t stream) {
        check(cudaMemsetAsync(lab.device + 128 * mib, 0, 4 * kib, stream));
        for (int kernel = 0; kernel < kernels; ++kernel)
            launch(churn_pass, blocks, iterations, stream);
        copyOut(0, 16 * kib, stream);
    };
    const auto second = [=](cudaStream_t stream) {
        for (int kernel = 0; kernel < kernels; ++kernel)
            launch(blend_pass, blocks, iterations, stream, 64 * mib);
    };
    capture(first, firstGraph);
    capture(second, secondGraph);
    return finish();
}

/// Turns of two graphs with data of their own and a wait, whose kernels fill the GPU. After: the second graph has a
/// stream of its own.
int workshop_full_graphs(int after)
{
    for (int turn = 0; turn < 8; ++turn) {
        check(cudaGraphLaunch(firstGraph, lab.streams[0]));
        check(cudaGraphLaunch(secondGraph, lab.streams[after ? 1 : 0]));
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Steps that take two pieces of scratch memory from the pool in the order of the stream, and give them back, with a
/// wait behind each eighth. What it does is always the same: the pool's attribute is the change.
int workshop_pool_every_eighth(int keep, int iterations)
{
    constexpr std::size_t steps = 24, back = 16 * kib;
    constexpr int blocks = 2048;
    const cudaStream_t stream = lab.streams[0];
    poolKeepsMemory(keep != 0);
    for (std::size_t step = 0; step < steps; ++step) {
        float *large = nullptr, *small = nullptr;
        check(cudaMallocAsync(reinterpret_cast<void **>(&large), 24 * mib, stream));
        scratch_pass<<<blocks, blockThreads, 0, stream>>>(at(step % 8 * mib), large, iterations);
        check(cudaMallocAsync(reinterpret_cast<void **>(&small), 8 * mib, stream));
        scratch_pass<<<blocks, blockThreads, 0, stream>>>(large, small, iterations);
        check(cudaFreeAsync(large, stream));
        check(cudaMemcpyAsync(lab.out + step * back, small, back, cudaMemcpyDeviceToHost, stream));
        check(cudaFreeAsync(small, stream));
        if (step % 8 == 7)
            check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Tiles of an image: a 2D copy in, a kernel and a 2D copy back, each tile with a buffer of its own. After: the copies
/// back have a stream of their own, and both directions run at once.
int workshop_tiles_two_directions(int after, int iterations)
{
    constexpr std::size_t tiles = 24, width = 4 * kib, rows = 1024, pitch = 2 * width;
    const cudaStream_t compute = lab.streams[0], back = after ? lab.streams[1] : compute;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        char *const data = lab.device + tile * rows * width;
        const std::size_t host = tile * rows * pitch;
        check(cudaMemcpy2DAsync(data, width, lab.in + host, pitch, width, rows, cudaMemcpyHostToDevice, compute));
        launch(churn_pass, blocksFor(rows * width), iterations, compute, tile * rows * width);
        if (after)
            order(compute, back, tile);
        check(cudaMemcpy2DAsync(lab.out + host, pitch, data, width, width, rows, cudaMemcpyDeviceToHost, back));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Allocates the buffer that workshop_pinned_alloc_loop() uses after the change.
int workshop_pinned_alloc_loop_prepare()
{
    if (!onePinned)
        check(cudaMallocHost(reinterpret_cast<void **>(&onePinned), 2 * mib));
    return finish();
}

/// Calls of a function that allocates pinned memory, fills it, copies it in, and frees it when its kernel and its copy
/// back are done. After: one pinned buffer, allocated before, for all of them.
int workshop_pinned_alloc_loop(int after, int iterations)
{
    constexpr std::size_t bytes = 2 * mib;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t turn = 0; turn < 10; ++turn) {
        char *memory = onePinned;
        if (!after)
            check(cudaMallocHost(reinterpret_cast<void **>(&memory), bytes));
        if (!memory)
            return finish();
        std::memcpy(memory, lab.in + turn * bytes, bytes);
        check(cudaMemcpyAsync(lab.device, memory, bytes, cudaMemcpyHostToDevice, stream));
        launch(churn_pass, blocksFor(bytes), iterations, stream);
        copyOut(0, mib, stream);
        check(cudaStreamSynchronize(stream));
        if (!after)
            check(cudaFreeHost(memory));
    }
    return finish();
}

} // extern "C"
