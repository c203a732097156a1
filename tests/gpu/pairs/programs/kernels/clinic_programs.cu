// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as people bring them to a performance clinic, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

// Of audio_deadline(): what one block of samples takes, and how often one comes.
constexpr std::size_t audioBytes = 64 * kib;
constexpr std::chrono::microseconds audioPeriod{333};
cudaGraphExec_t audioGraph = nullptr;

// Of checked_kernels(): points of the grid in both directions, and where the vectors lie.
constexpr int side = 1024, gridBlocks = side * side / blockThreads;
constexpr std::size_t wantedAt = 0, solutionAt = 16 * mib, residualAt = 32 * mib, directionAt = 48 * mib;
constexpr std::size_t productAt = 64 * mib, sumsAt = 80 * mib, scalarsAt = 81 * mib;
cudaGraphExec_t fiveIterations = nullptr;

std::atomic<std::size_t> decoded{0}, muxed{0}; ///< pictures of decoder_muxer()

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// The same work by names of their own.
__global__ void filter_bank_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void encrypt_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void pulse_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void trace_rays_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void overlay_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void convert_pass(float *data, int iterations)
{
    churn(data, iterations);
}

/// Like the others, but the result lies elsewhere.
__global__ void encode_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

__device__ float between(float value)
{
    return value > 0.25F && value < 0.75F ? value : 0;
}

/// The sum of the values of a column that a condition holds for, by blocks; four values for each thread.
__global__ void scan_pass(const float4 *column, float *sums)
{
    const float4 value = column[self()];
    const float sum = blockSum(between(value.x) + between(value.y) + between(value.z) + between(value.w));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/// One option for each block, one path for each thread.
constexpr int optionNumbers = 16;
__global__ void price_pass(const float *options, float *prices, int iterations)
{
    const float *const mine = options + static_cast<std::size_t>(blockIdx.x) * optionNumbers;
    const float first = mine[threadIdx.x % optionNumbers] + 0.001F * static_cast<float>(threadIdx.x);
    const float sum = blockSum(fmaxf(worked(first, 0.001F, iterations) - 0.5F * mine[0], 0));
    if (threadIdx.x == 0)
        prices[blockIdx.x] = sum / blockThreads;
}

__global__ void nonbonded_pass(const float *places, float *forces, int iterations)
{
    const std::size_t i = self();
    forces[i] = worked(places[i], 0.001F, iterations);
}

__global__ void bonded_pass(const float *places, float *forces, int iterations)
{
    const std::size_t i = self();
    forces[i] += 0.1F * worked(places[i + 1], 0.001F, iterations);
}

__global__ void integrate_pass(const float *forces, float *places, float *speeds)
{
    const std::size_t i = self();
    const float speed = 0.99F * speeds[i] + 0.01F * (forces[i] - places[i]);
    speeds[i] = speed;
    places[i] += 0.1F * speed;
}

/// Stands for a program's own function that packs a frame of a trajectory.
void CUDART_CB packFrame(void * /*data*/)
{
    workOnHost(150);
}

/// The solver begins: no solution, and the residual is what is wanted.
__global__ void cg_begin(const float *wanted, float *solution, float *residual, float *direction, float *sums)
{
    const std::size_t i = self();
    const float value = wanted[i];
    solution[i] = 0;
    residual[i] = value;
    direction[i] = value;
    const float sum = blockSum(value * value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/// The product of a matrix with five diagonals and the direction, and what the direction times that is, by blocks.
__global__ void cg_product(const float *direction, float *product, float *sums)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int x = i % side, y = i / side;
    const float own = direction[i];
    float value = 4.1F * own;
    if (x > 0)
        value -= direction[i - 1];
    if (x < side - 1)
        value -= direction[i + 1];
    if (y > 0)
        value -= direction[i - side];
    if (y < side - 1)
        value -= direction[i + side];
    product[i] = value;
    const float sum = blockSum(own * value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/// The sum of all blocks, on thread 0 alone.
__device__ float sumOfSums(const float *sums)
{
    float sum = 0;
    for (int k = 0; k < gridBlocks / blockThreads; ++k)
        sum += sums[k * blockThreads + static_cast<int>(threadIdx.x)];
    return blockSum(sum);
}

/// The square of the residual is scalar 0. How far to go is scalar 1; one block.
__global__ void cg_length(const float *sums, float *scalars)
{
    const float sum = sumOfSums(sums);
    if (threadIdx.x == 0)
        scalars[1] = sum > 0 ? scalars[0] / sum : 0;
}

__global__ void cg_update(const float *scalars, const float *direction, const float *product, float *solution,
                          float *residual, float *sums)
{
    const std::size_t i = self();
    const float length = scalars[1], left = residual[i] - length * product[i];
    solution[i] += length * direction[i];
    residual[i] = left;
    const float sum = blockSum(left * left);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/// The square of the new residual, and as scalar 2 its share of the old one; one block.
__global__ void cg_ratio(const float *sums, float *scalars)
{
    const float sum = sumOfSums(sums);
    if (threadIdx.x == 0) {
        scalars[2] = scalars[0] > 0 ? sum / scalars[0] : 0;
        scalars[0] = sum;
    }
}

__global__ void cg_direction(const float *scalars, const float *residual, float *direction)
{
    const std::size_t i = self();
    direction[i] = residual[i] + scalars[2] * direction[i];
}

/// An iteration of five kernels, with `checked` behind each.
template <typename Checked>
void cgIteration(cudaStream_t stream, Checked checked)
{
    cg_product<<<gridBlocks, blockThreads, 0, stream>>>(at(directionAt), at(productAt), at(sumsAt));
    checked();
    cg_length<<<1, blockThreads, 0, stream>>>(at(sumsAt), at(scalarsAt));
    checked();
    cg_update<<<gridBlocks, blockThreads, 0, stream>>>(at(scalarsAt), at(directionAt), at(productAt), at(solutionAt),
                                                       at(residualAt), at(sumsAt));
    checked();
    cg_ratio<<<1, blockThreads, 0, stream>>>(at(sumsAt), at(scalarsAt));
    checked();
    cg_direction<<<gridBlocks, blockThreads, 0, stream>>>(at(scalarsAt), at(residualAt), at(directionAt));
    checked();
}

/// A block of samples: a copy in, seven short kernels, a copy back.
void audioBlock(cudaStream_t stream, int iterations)
{
    copyIn(0, audioBytes, stream);
    for (int kernel = 0; kernel < 7; ++kernel)
        launch(filter_bank_pass, blocksFor(audioBytes), iterations, stream);
    copyOut(0, audioBytes, stream);
}

/// Waits until so many are done; after two seconds goes on all the same.
void waitFor(const std::atomic<std::size_t> &done, std::size_t count)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (done.load() < count) {
        if (std::chrono::steady_clock::now() > until) {
            check(cudaErrorLaunchTimeout);
            return;
        }
    }
}

} // namespace

extern "C" {

/// Scans of a column in chunks in turn on two streams: a copy from pageable memory, a kernel; behind each scan the sums
/// go back and the host waits. After: the column lies in pinned memory.
int clinic_scan_chunks(int after)
{
    constexpr std::size_t scans = 8, chunks = 8, bytes = 2 * mib, sums = 64 * mib;
    constexpr int blocks = static_cast<int>(bytes / sizeof(float4) / blockThreads);
    constexpr std::size_t chunkSums = blocks * sizeof(float);
    const char *const column = after ? lab.in : lab.pageable;
    for (std::size_t scan = 0; scan < scans; ++scan) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % 2];
            const std::size_t offset = chunk * bytes;
            check(cudaMemcpyAsync(lab.device + offset, column + offset, bytes, cudaMemcpyHostToDevice, stream));
            scan_pass<<<blocks, blockThreads, 0, stream>>>(reinterpret_cast<const float4 *>(at(offset)),
                                                           at(sums + chunk * chunkSums));
        }
        order(lab.streams[1], lab.streams[0], 0);
        copyOut(sums, chunks * chunkSums, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
        workOnHost(20);
    }
    return finish();
}

/// Pulses in turn on two streams with buffers of their own, which the host fills, and a wait for the device behind each
/// of them. After: the host waits for a stream before it fills its buffer again.
int clinic_pulses(int after, int iterations)
{
    constexpr std::size_t pulses = 40, slots = 2, bytes = mib;
    for (std::size_t pulse = 0; pulse < pulses; ++pulse) {
        const std::size_t slot = pulse % slots, offset = slot * 32 * mib;
        const cudaStream_t stream = lab.streams[slot];
        if (after && pulse >= slots)
            check(cudaStreamSynchronize(stream));
        std::memcpy(lab.in + offset, lab.pageable + pulse % 16 * bytes, bytes);
        workOnHost(30);
        copyIn(offset, bytes, stream);
        launch(pulse_pass, blocksFor(bytes), iterations, stream, offset);
        copyOut(offset, 256 * kib, stream);
        if (!after)
            check(cudaDeviceSynchronize());
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Captures the graph that clinic_audio() launches after the change.
int clinic_audio_prepare(int iterations)
{
    capture([=](cudaStream_t stream) { audioBlock(stream, iterations); }, audioGraph);
    return finish();
}

/// Blocks of samples that come at fixed times. The host waits for the time in a loop, gets the samples, issues the work
/// and waits for it. After: the work of a block is one graph.
int clinic_audio(int after, int iterations)
{
    constexpr int count = 30;
    const cudaStream_t stream = lab.streams[0];
    auto due = std::chrono::steady_clock::now();
    for (std::size_t block = 0; block < count; ++block) {
        due += audioPeriod;
        while (std::chrono::steady_clock::now() < due) {
        }
        std::memcpy(lab.in, lab.pageable + block * audioBytes, audioBytes);
        if (after)
            check(cudaGraphLaunch(audioGraph, stream));
        else
            audioBlock(stream, iterations);
        check(cudaStreamSynchronize(stream));
        std::memcpy(lab.pageable + 8 * mib, lab.out, audioBytes);
    }
    return finish();
}

/// Data that is encrypted in pieces in turn on four streams: a copy in, a kernel and a copy back of each, and a wait.
/// After: larger pieces.
int clinic_pieces(int pieceKib, int iterations)
{
    constexpr std::size_t bytes = 32 * mib;
    const std::size_t piece = static_cast<std::size_t>(pieceKib) * kib;
    for (int turn = 0; turn < 5; ++turn) {
        for (std::size_t offset = 0; offset < bytes; offset += piece) {
            const cudaStream_t stream = lab.streams[offset / piece % 4];
            copyIn(offset, piece, stream);
            launch(encrypt_pass, blocksFor(piece), iterations, stream, offset);
            copyOut(offset, piece, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Steps of molecular dynamics. Each twentieth leaves a snapshot of the places, which goes back and to a function of
/// the host on the stream of the kernels. After: on a stream of their own.
int clinic_trajectory(int after, int nonbonded, int bonded)
{
    constexpr std::size_t steps = 100, every = 20, bytes = 8 * mib;
    constexpr std::size_t places = 0, speeds = 16 * mib, forces = 32 * mib, snapshots = 64 * mib;
    const int blocks = blocksFor(bytes);
    const cudaStream_t compute = lab.streams[0], back = after ? lab.streams[1] : compute;
    for (std::size_t step = 0; step < steps; ++step) {
        nonbonded_pass<<<blocks, blockThreads, 0, compute>>>(at(places), at(forces), nonbonded);
        bonded_pass<<<64, blockThreads, 0, compute>>>(at(places), at(forces), bonded);
        integrate_pass<<<blocks, blockThreads, 0, compute>>>(at(forces), at(places), at(speeds));
        if (step % every != every - 1)
            continue;
        const std::size_t taken = step / every, slot = taken % 2, offset = slot * 16 * mib;
        char *const snapshot = lab.device + snapshots + offset;
        if (after && taken >= 2)
            check(cudaStreamWaitEvent(compute, lab.events[16 + slot], 0)); // the snapshot before has been packed
        check(cudaMemcpyAsync(snapshot, lab.device + places, bytes, cudaMemcpyDeviceToDevice, compute));
        if (after)
            order(compute, back, slot);
        check(cudaMemcpyAsync(lab.out + offset, snapshot, bytes, cudaMemcpyDeviceToHost, back));
        check(cudaLaunchHostFunc(back, packFrame, nullptr));
        if (after)
            check(cudaEventRecord(lab.events[16 + slot], back));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Tiles of an image whose kernels fill the GPU once, all issued at once, and beside them a small kernel for what lies
/// over the image, again and again, which the host waits for. After: the stream of the small one is urgent.
int clinic_tiles_overlay(int after, int tile, int overlay)
{
    constexpr std::size_t tiles = 24, overlayAt = 192 * mib;
    const cudaStream_t render = lab.streams[0], front = after ? lab.urgent : lab.streams[1];
    for (std::size_t i = 0; i < tiles; ++i)
        launch(trace_rays_pass, 1056, tile, render, i * 2 * mib);
    for (int turn = 0; turn < 20; ++turn) {
        launch(overlay_pass, 16, overlay, front, overlayAt);
        check(cudaStreamSynchronize(front));
        workOnHost(100);
    }
    check(cudaStreamSynchronize(render));
    return finish();
}

/// Books of options: a copy in, a kernel that simulates, a copy back and a wait. After: chunks on a stream each.
int clinic_option_books(int chunkCount, int iterations)
{
    constexpr std::size_t books = 5, options = 2112, prices = 64 * mib;
    const auto chunks = static_cast<std::size_t>(chunkCount);
    const std::size_t each = options / chunks;
    const std::size_t inBytes = each * optionNumbers * sizeof(float), outBytes = each * sizeof(float);
    for (std::size_t book = 0; book < books; ++book) {
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[chunk];
            const std::size_t from = book * mib + chunk * inBytes, to = prices + book * mib + chunk * outBytes;
            copyIn(from, inBytes, stream);
            price_pass<<<static_cast<unsigned>(each), blockThreads, 0, stream>>>(at(from), at(to), iterations);
            copyOut(to, outBytes, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Begins the solver, and captures five of its iterations.
int clinic_checked_kernels_prepare()
{
    const cudaStream_t stream = lab.streams[0];
    cg_begin<<<gridBlocks, blockThreads, 0, stream>>>(at(wantedAt), at(solutionAt), at(residualAt), at(directionAt),
                                                      at(sumsAt));
    cg_ratio<<<1, blockThreads, 0, stream>>>(at(sumsAt), at(scalarsAt));
    check(cudaStreamSynchronize(stream));
    const auto five = [](cudaStream_t captured) {
        for (int iteration = 0; iteration < 5; ++iteration)
            cgIteration(captured, [] {});
    };
    capture(five, fiveIterations);
    return finish();
}

/// A hundred iterations of conjugate gradients whose kernels are all checked by a wait for the device, as while one
/// looks for an error. After: one wait, and each five iterations are one graph.
int clinic_checked_kernels(int after)
{
    constexpr int iterations = 100;
    const cudaStream_t stream = lab.streams[0];
    for (int iteration = 0; iteration < iterations; iteration += after ? 5 : 1) {
        if (after)
            check(cudaGraphLaunch(fiveIterations, stream));
        else
            cgIteration(stream, [] { check(cudaDeviceSynchronize()); });
    }
    if (after)
        check(cudaDeviceSynchronize());
    return finish();
}

/// One of two threads. The first decodes pictures into three buffers in turn: work of the host, a 2D copy in, a kernel,
/// an event. The second lets its stream wait for that, encodes, waits for the result and works on it. After: the work
/// of the first takes half as long; the second is the limit.
int clinic_decoder_muxer(int after, int thread, int convert, int encode)
{
    constexpr std::size_t pictures = 32, slots = 3, width = 1920, pitch = 2048, rows = 1620;
    constexpr std::size_t slotBytes = 16 * mib, packedAt = 8 * mib, packedBytes = 512 * kib;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    if (thread == 0) {
        decoded = 0;
        muxed = 0;
    }
    meetOtherThread();
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t slot = picture % slots, offset = slot * slotBytes;
        if (thread == 0) {
            if (picture >= slots)
                waitFor(muxed, picture - slots + 1);
            workOnHost(after ? 60 : 120);
            check(cudaMemcpy2DAsync(lab.device + offset, pitch, lab.in + offset, pitch, width, rows,
                                    cudaMemcpyHostToDevice, stream));
            launch(convert_pass, blocksFor(pitch * rows), convert, stream, offset);
            check(cudaEventRecord(lab.events[slot], stream));
            decoded = picture + 1;
            continue;
        }
        waitFor(decoded, picture + 1);
        check(cudaStreamWaitEvent(stream, lab.events[slot], 0));
        encode_pass<<<blocksFor(packedBytes), blockThreads, 0, stream>>>(at(offset), at(offset + packedAt), encode);
        copyOut(offset + packedAt, packedBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(60);
        muxed = picture + 1;
    }
    return finish();
}

} // extern "C"
