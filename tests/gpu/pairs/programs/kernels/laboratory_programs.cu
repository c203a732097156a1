// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as scientists and engineers write them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

char *registered = nullptr; ///< of laboratory_camera(): ordinary memory that was registered with CUDA

// Of adaptive_optics(): sensors with a copy of their own each, which lie side by side.
constexpr std::size_t sensors = 8, sensorBytes = 8 * kib, commandBytes = 4 * kib;
cudaGraphExec_t opticsCycle = nullptr;

// Of weather_upload(): two fields in turn, with a graph each.
constexpr std::size_t fieldBytes = 4 * mib, otherField = 32 * mib;
std::array<cudaGraphExec_t, 2> fieldGraphs{};

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// The same work by names of their own.
__global__ void align_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void flat_field_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void beamform_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void slopes_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void reconstruct_pass(float *data, int iterations)
{
    churn(data, iterations);
}

/// Paths from 1,024 seeds, and a mean in which those of the last steps count most.
__global__ void simulate_pass(const float *seeds, float *mean, int iterations)
{
    const std::size_t i = self();
    mean[i] = 0.9F * mean[i] + 0.1F * worked(seeds[i % 1024], 0.001F, iterations);
}

constexpr int levels = blockThreads; ///< of brightness: one for each thread of a block

__device__ int levelOf(float value)
{
    return min(max(static_cast<int>(value * levels), 0), levels - 1);
}

/// How many values there are of each level; four values for each thread. Whole numbers, in whatever order they come.
__global__ void histogram_pass(const float4 *frame, float *counts)
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
        atomicAdd(&counts[threadIdx.x], static_cast<float>(mine[threadIdx.x]));
}

/// What the particles add to a charge that was set to zero.
__global__ void deposit_pass(const float *particles, float *charge, int iterations)
{
    const std::size_t i = self();
    charge[i] += worked(particles[i], 0.001F, iterations);
}

__global__ void push_pass(const float *charge, float *particles)
{
    const std::size_t i = self();
    particles[i] = 0.75F * particles[i] + 0.125F * charge[i];
}

/// A value from sixteen places of the window, for each thread.
__global__ void spectrum_pass(const float *window, float *spectrum, int iterations)
{
    const std::size_t i = self(), count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    float sum = 0;
    for (std::size_t part = 0; part < 16; ++part)
        sum += window[part * count + i];
    spectrum[i] = worked(sum / 16, 0.001F, iterations);
}

/// Adds a block of samples to a picture in which the last ones count most.
__global__ void stack_pass(const float *samples, float *picture, int iterations)
{
    const std::size_t i = self();
    picture[i] = 0.5F * picture[i] + 0.5F * worked(samples[i], 0.001F, iterations);
}

/// A block of samples that a function of the host takes from the instrument.
struct Acquired
{
    char *to = nullptr;
    const char *from = nullptr;
};
constexpr std::size_t acquiredBytes = mib, acquisitions = 40;
std::array<Acquired, acquisitions> acquired;

/// Stands for a program's own function that unpacks a block of samples.
void CUDART_CB acquire(void *data)
{
    const auto *const block = static_cast<const Acquired *>(data);
    std::memcpy(block->to, block->from, acquiredBytes);
    workOnHost(50);
}

/// A cycle of the control loop: a small copy in of each sensor, three short kernels, a small copy back.
void opticsWork(cudaStream_t stream, int iterations)
{
    constexpr int blocks = static_cast<int>(sensors * sensorBytes / sizeof(float) / blockThreads);
    for (std::size_t sensor = 0; sensor < sensors; ++sensor)
        copyIn(sensor * sensorBytes, sensorBytes, stream);
    launch(slopes_pass, blocks, iterations, stream);
    launch(reconstruct_pass, blocks, iterations, stream);
    launch(reconstruct_pass, blocks, iterations, stream);
    copyOut(0, commandBytes, stream);
}

/// Asks again and again whether the event has come; after two seconds goes on all the same.
void pollFor(cudaEvent_t event)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    cudaError_t state = cudaEventQuery(event);
    while (state == cudaErrorNotReady && std::chrono::steady_clock::now() < until) {
        workOnHost(5);
        state = cudaEventQuery(event);
    }
    cudaGetLastError(); // not ready is no error
    check(state);
}

} // namespace

extern "C" {

/// Steps of a simulation with seeds that the host makes, each in a place of its own: a small copy in, a kernel, and a
/// wait for the device; the means go back behind each sixteenth. After: the host waits only for the means.
int laboratory_monte_carlo(int after, int iterations)
{
    constexpr std::size_t steps = 64, every = 16, bytes = 4 * kib, meanAt = 64 * mib;
    constexpr int blocks = 132;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t step = 0; step < steps; ++step) {
        std::memcpy(lab.in + step * bytes, lab.pageable + step * bytes, bytes);
        workOnHost(15);
        copyIn(step * bytes, bytes, stream);
        simulate_pass<<<blocks, blockThreads, 0, stream>>>(at(step * bytes), at(meanAt), iterations);
        if (step % every == every - 1) {
            copyOut(meanAt, blocks * kib, stream);
            check(cudaStreamSynchronize(stream));
        } else if (!after) {
            check(cudaDeviceSynchronize());
        }
    }
    return finish();
}

/// One of four threads with a stream each that align batches of sequences of different sizes: work of the host that
/// packs them, a copy in, a kernel, a small copy back and a wait. After: the packing takes half as long.
int laboratory_alignment(int after, int thread, int iterations)
{
    constexpr std::size_t batches = 24;
    constexpr std::array<std::size_t, 8> sizes{96, 256, 64, 320, 160, 224, 128, 288}; // KiB
    const auto own = static_cast<std::size_t>(thread);
    const cudaStream_t stream = lab.streams[own];
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t size = sizes[(5 * batch + 3 * own) % sizes.size()];
        const std::size_t offset = own * 32 * mib + batch * mib, bytes = size * kib;
        const int packing = 80 + static_cast<int>(size) / 4; // 96 to 160 us
        workOnHost(after ? packing / 2 : packing);
        copyIn(offset, bytes, stream);
        launch(align_pass, blocksFor(bytes), iterations, stream, offset);
        copyOut(offset, 16 * kib, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Registers the memory that laboratory_camera() copies from after the change; it has what the pageable memory has.
int laboratory_camera_prepare()
{
    if (!registered) {
        registered = static_cast<char *>(std::aligned_alloc(4 * kib, pageableBytes));
        if (!registered)
            return cudaErrorMemoryAllocation;
        std::memcpy(registered, lab.pageable, pageableBytes); // so that its pages exist
        check(cudaHostRegister(registered, pageableBytes, cudaHostRegisterDefault));
    }
    std::memcpy(registered, lab.pageable, pageableBytes);
    return finish();
}

/// Frames of a camera from ordinary memory: a copy in, a kernel, counts set to zero, a kernel that counts, 1 KiB back,
/// a wait, and work of the host with the counts. After: the memory is registered.
int laboratory_camera(int after, int iterations)
{
    constexpr std::size_t frames = 20, slots = 4, bytes = 4 * mib, countsAt = 64 * mib, countBytes = kib;
    const cudaStream_t stream = lab.streams[0];
    const char *const source = after ? registered : lab.pageable;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const std::size_t offset = frame % slots * bytes;
        check(cudaMemcpyAsync(lab.device, source + offset, bytes, cudaMemcpyHostToDevice, stream));
        launch(flat_field_pass, blocksFor(bytes), iterations, stream);
        check(cudaMemsetAsync(lab.device + countsAt, 0, countBytes, stream));
        const auto *const four = reinterpret_cast<const float4 *>(at(0));
        histogram_pass<<<blocksFor(bytes) / 4, blockThreads, 0, stream>>>(four, at(countsAt));
        char *const to = lab.out + frame * countBytes;
        check(cudaMemcpyAsync(to, lab.device + countsAt, countBytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(30);
    }
    return finish();
}

/// Blocks of sound for sonar beams in three buffers, and a ring of three streams: the upload waits for the download
/// that used the buffer, the kernel for the upload, the download for the kernel. After: half of the beams go back.
int laboratory_sonar_ring(int after, int iterations)
{
    constexpr std::size_t slots = 3, bytes = 4 * mib;
    const cudaStream_t upload = lab.streams[0], compute = lab.streams[1], download = lab.streams[2];
    for (std::size_t block = 0; block < 36; ++block) {
        const std::size_t slot = block % slots, offset = slot * 32 * mib;
        if (block >= slots)
            check(cudaStreamWaitEvent(upload, lab.events[2 * slots + slot], 0));
        copyIn(offset, bytes, upload);
        order(upload, compute, slot);
        launch(beamform_pass, blocksFor(bytes), iterations, compute, offset);
        order(compute, download, slots + slot);
        copyOut(offset, after ? bytes / 2 : bytes, download);
        check(cudaEventRecord(lab.events[2 * slots + slot], download));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Captures the graph that laboratory_adaptive_optics() launches after the change.
int laboratory_adaptive_optics_prepare(int iterations)
{
    capture([=](cudaStream_t stream) { opticsWork(stream, iterations); }, opticsCycle);
    return finish();
}

/// Cycles of a control loop: the host takes what the sensors say, issues the work and an event, asks the event until it
/// has come, and works on the commands. After: the work of a cycle is one graph.
int laboratory_adaptive_optics(int after, int iterations)
{
    constexpr std::size_t cycles = 60, bytes = sensors * sensorBytes;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
        std::memcpy(lab.in, lab.pageable + cycle * bytes, bytes);
        if (after)
            check(cudaGraphLaunch(opticsCycle, stream));
        else
            opticsWork(stream, iterations);
        check(cudaEventRecord(lab.events[0], stream));
        pollFor(lab.events[0]);
        workOnHost(15);
    }
    return finish();
}

/// Steps of a plasma of two kinds of particles with a stream each: a charge set to zero, what the particles add to it,
/// and the motion of the particles. The fields are set to zero on the NULL stream before the first step, and the host
/// waits for that. Before: the streams and the NULL stream wait for each other. After: they do not.
int laboratory_plasma(int after, int iterations)
{
    constexpr std::size_t kinds = 2, bytes = 256 * kib, chargeAt = 64 * mib, fieldAt = 128 * mib;
    check(cudaMemset(lab.device + fieldAt, 0, mib));
    check(cudaDeviceSynchronize());
    for (int step = 0; step < 40; ++step) {
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            const cudaStream_t stream = after ? lab.streams[kind] : lab.blocking[kind];
            const std::size_t particles = kind * 16 * mib, charge = chargeAt + kind * 16 * mib;
            check(cudaMemsetAsync(lab.device + charge, 0, bytes, stream));
            deposit_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(particles), at(charge), iterations);
            push_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(charge), at(particles));
        }
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// A window of 8 MiB that slides over a signal by 512 KiB: what stays of it is copied on the device to the other of two
/// buffers, the rest is copied in, and a kernel on the window, a copy back, a wait and work of the host follow. After:
/// the signal lies in one long buffer, and nothing is copied on the device.
int laboratory_sliding_window(int after, int iterations)
{
    constexpr std::size_t steps = 90, bytes = 8 * mib, hop = 512 * kib, other = 16 * mib;
    constexpr std::size_t spectrumAt = 128 * mib, back = 64 * kib;
    constexpr int blocks = static_cast<int>(bytes / sizeof(float) / blockThreads) / 16;
    const cudaStream_t stream = lab.streams[0];
    const auto load = [&](std::size_t to, std::size_t from, std::size_t size) {
        check(cudaMemcpyAsync(lab.device + to, lab.in + from, size, cudaMemcpyHostToDevice, stream));
    };
    load(after ? 0 : other, 0, bytes);
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t window = after ? (step + 1) * hop : step % 2 * other, last = (step + 1) % 2 * other;
        if (!after)
            check(cudaMemcpyAsync(lab.device + window, lab.device + last + hop, bytes - hop, cudaMemcpyDeviceToDevice,
                                  stream));
        load(window + bytes - hop, bytes + step * hop, hop);
        spectrum_pass<<<blocks, blockThreads, 0, stream>>>(at(window), at(spectrumAt), iterations);
        char *const to = lab.out + step * back;
        check(cudaMemcpyAsync(to, lab.device + spectrumAt, back, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(10);
    }
    return finish();
}

/// Blocks of samples in two buffers in turn, all issued at once on one stream: a function of the host that takes them
/// from the instrument, a copy in, and a kernel that adds them to a picture, which goes back at the end. After: the
/// functions and the copies in have a stream of their own; a copy waits for the kernel that used its buffer.
int laboratory_acquisition(int after, int iterations)
{
    constexpr std::size_t slots = 2, bytes = acquiredBytes, pictureAt = 128 * mib;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    for (std::size_t block = 0; block < acquisitions; ++block) {
        const std::size_t slot = block % slots, offset = slot * 32 * mib;
        acquired[block] = {lab.in + offset, lab.pageable + block % 16 * bytes};
        check(cudaLaunchHostFunc(copies, acquire, &acquired[block]));
        if (after && block >= slots)
            check(cudaStreamWaitEvent(copies, lab.events[16 + slot], 0));
        copyIn(offset, bytes, copies);
        if (after)
            order(copies, compute, slot);
        stack_pass<<<blocksFor(bytes), blockThreads, 0, compute>>>(at(offset), at(pictureAt), iterations);
        if (after)
            check(cudaEventRecord(lab.events[16 + slot], compute));
    }
    copyOut(pictureAt, bytes, compute);
    check(cudaStreamSynchronize(compute));
    return finish();
}

/// Captures the two graphs that laboratory_weather_upload() launches.
int laboratory_weather_upload_prepare(int iterations)
{
    for (std::size_t slot = 0; slot < fieldGraphs.size(); ++slot) {
        const auto kernels = [=](cudaStream_t stream) {
            for (int kernel = 0; kernel < 4; ++kernel) {
                launch(advect_pass, blocksFor(fieldBytes), iterations, stream, slot * otherField);
                launch(blend_pass, blocksFor(fieldBytes), iterations, stream, slot * otherField);
            }
        };
        capture(kernels, fieldGraphs[slot]);
    }
    return finish();
}

/// Turns with two fields that have a graph each: a copy in, the graph, a small copy back and a wait. After: the copy of
/// the next turn is issued before the graph of this one, on a stream of its own.
int laboratory_weather_upload(int after)
{
    constexpr std::size_t turns = 40, back = 64 * kib;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    const auto load = [&](std::size_t turn) { // the graph that used the field is done: the host has waited for it
        char *const to = lab.device + turn % 2 * otherField;
        const char *const from = lab.in + turn % 8 * fieldBytes;
        check(cudaMemcpyAsync(to, from, fieldBytes, cudaMemcpyHostToDevice, copies));
        if (after)
            check(cudaEventRecord(lab.events[turn % 2], copies));
    };
    if (after)
        load(0);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        if (!after)
            load(turn);
        else if (turn + 1 < turns)
            load(turn + 1);
        if (after)
            check(cudaStreamWaitEvent(compute, lab.events[turn % 2], 0));
        check(cudaGraphLaunch(fieldGraphs[turn % 2], compute));
        const char *const result = lab.device + turn % 2 * otherField;
        check(cudaMemcpyAsync(lab.out + turn * back, result, back, cudaMemcpyDeviceToHost, compute));
        check(cudaStreamSynchronize(compute));
    }
    return finish();
}

} // extern "C"
