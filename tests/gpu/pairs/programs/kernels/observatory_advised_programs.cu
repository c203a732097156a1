// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the advice makes of programs of observatory_programs.cu, under the rules of programs.cu. The programs before the
// change are those of that file themselves.
#include "lab.cuh"

using namespace pairs;

extern "C" char *observatory_shots_memory();

namespace {

// Of observatory_advised_correlator(): each of 16 baselines has blocks of its own.
constexpr unsigned antennas = 16, baselineBlocks = 12;

/// Of observatory_advised_volumes(): a pool of its own, and the volume it took last.
constexpr std::size_t volumeBytes = 16 * mib;
cudaMemPool_t volumePool = nullptr;
void *heldVolume = nullptr;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

void copyTo(std::size_t offset, const char *source, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, source, bytes, cudaMemcpyHostToDevice, stream));
}

// --- The kernels of observatory_programs.cu, as they are there

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ void take(float *to, float value, int iterations)
{
    *to = 0.5F * *to + 0.5F * worked(value, 0.001F, iterations);
}

__global__ void over_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    take(to + i, from[i], iterations);
}

__global__ void derive_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

__global__ void add_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] += worked(from[i], 0.001F, iterations);
}

__global__ void fold_pass(const float4 *from, float *to, int iterations)
{
    const std::size_t i = self();
    const float4 four = from[i];
    to[i] += worked(0.25F * (four.x + four.y + four.z + four.w), 0.001F, iterations);
}

// --- And one that is new

/// What pairs of antennas have in common, for all baselines at once: blockIdx.y is the baseline.
__global__ void baselines_pass(const float *voltages, float *visibilities, int iterations)
{
    const std::size_t i = self(), values = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    const std::size_t one = blockIdx.y, other = (one + 1 + one % 5) % antennas;
    take(visibilities + one * values + i, voltages[one * values + i] * voltages[other * values + i], iterations);
}

} // namespace

extern "C" {

/// observatory_correlator() with `merge:kernel`: one kernel does the work of the 16 that a dump has for its baselines.
int observatory_advised_correlator(int baseline, int image)
{
    constexpr std::size_t bytes = antennas * baselineBlocks * blockThreads * sizeof(float);
    constexpr std::size_t visibilitiesAt = 16 * mib, imageAt = 32 * mib;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t dump = 0; dump < 16; ++dump) {
        copyTo(0, lab.in + dump % 4 * mib, bytes, stream);
        baselines_pass<<<dim3(baselineBlocks, antennas), blockThreads, 0, stream>>>(at(0), at(visibilitiesAt),
                                                                                    baseline);
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(visibilitiesAt), at(imageAt), image);
        copyOut(imageAt, bytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(10);
    }
    return finish();
}

/// observatory_trials() with `prefetch`: the next block's copy is issued before this block's kernels, on a stream of
/// its own. Each block has a buffer of its own, as before, so that a copy waits for none. The wait behind a block is
/// for the device, as before, and so for the next block's copy, too.
int observatory_advised_trials(int trial, int whiten)
{
    constexpr std::size_t blocks = 6, apart = 32 * mib, seriesAt = 16 * mib;
    constexpr std::size_t rows = 256, width = 64 * kib, pitch = 96 * kib, bytes = rows * width / 4;
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    const auto load = [&](std::size_t block) {
        const std::size_t here = block * apart;
        check(cudaMemcpy2DAsync(at(here), width, lab.in + here, pitch, width, rows, cudaMemcpyHostToDevice, copies));
        check(cudaEventRecord(lab.events[block % 2], copies));
    };
    load(0);
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t power = block * apart, series = power + seriesAt;
        if (block + 1 < blocks)
            load(block + 1);
        check(cudaStreamWaitEvent(compute, lab.events[block % 2], 0));
        check(cudaMemsetAsync(at(series), 0, bytes, compute));
        fold_pass<<<blocksFor(bytes), blockThreads, 0, compute>>>(reinterpret_cast<const float4 *>(at(power)),
                                                                  at(series), trial);
        launch(blend_pass, blocksFor(bytes), whiten, compute, series);
        copyOut(series, bytes, compute);
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// observatory_shots() with `prefetch`: the next shot's copy is issued before this shot's kernels, on a stream of its
/// own, when the waves have read what was in its buffer, the one of four that comes next.
int observatory_advised_shots(int wave, int image)
{
    constexpr std::size_t shots = 24, slots = 4, apart = 8 * mib, bytes = 4 * mib, used = 4;
    constexpr std::size_t imageAt = 64 * mib, wavesAt = 96 * mib;
    constexpr int blocks = 4096;
    const char *const recorded = observatory_shots_memory();
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    const auto load = [&](std::size_t shot) {
        const std::size_t slot = shot % slots;
        if (shot >= slots)
            check(cudaStreamWaitEvent(copies, lab.events[used + slot], 0));
        copyTo(slot * apart, recorded + slot * bytes, bytes, copies);
        check(cudaEventRecord(lab.events[slot], copies));
    };
    load(0);
    for (std::size_t shot = 0; shot < shots; ++shot) {
        const std::size_t slot = shot % slots;
        if (shot + 1 < shots)
            load(shot + 1);
        check(cudaStreamWaitEvent(compute, lab.events[slot], 0));
        derive_pass<<<blocks, blockThreads, 0, compute>>>(at(slot * apart), at(wavesAt), wave);
        check(cudaEventRecord(lab.events[used + slot], compute));
        over_pass<<<blocks, blockThreads, 0, compute>>>(at(wavesAt), at(imageAt), image);
        if (shot % 8 == 7) {
            copyOut(imageAt, 256 * kib, compute);
            check(cudaStreamSynchronize(compute));
            workOnHost(20);
        }
    }
    return finish();
}

/// A pool like that of observatory_volumes() before the change, and its first volume.
int observatory_advised_volumes_prepare()
{
    if (volumePool)
        return finish();
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    check(cudaMemPoolCreate(&volumePool, &properties));
    std::uint64_t threshold = 0;
    check(cudaMemPoolSetAttribute(volumePool, cudaMemPoolAttrReleaseThreshold, &threshold));
    check(cudaMallocFromPoolAsync(&heldVolume, volumeBytes, volumePool, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// observatory_volumes() with `prefetch`: the next scan's copy is issued before this scan's kernels, on a stream of its
/// own, into the other of two buffers. What read that buffer is done: the host has waited for it.
int observatory_advised_volumes(int volume, int product)
{
    constexpr std::size_t scans = 32, bytes = mib, productAt = 32 * mib;
    constexpr int blocks = 264;
    const cudaStream_t compute = lab.streams[0], copies = lab.streams[1];
    const auto load = [&](std::size_t scan) {
        copyTo(scan % 2 * bytes, lab.in + scan % 8 * bytes, bytes, copies);
        check(cudaEventRecord(lab.events[scan % 2], copies));
    };
    load(0);
    for (std::size_t scan = 0; scan < scans; ++scan) {
        check(cudaFreeAsync(heldVolume, compute));
        heldVolume = nullptr;
        check(cudaMallocFromPoolAsync(&heldVolume, volumeBytes, volumePool, compute));
        if (!heldVolume)
            return finish();
        float *const values = static_cast<float *>(heldVolume);
        check(cudaMemsetAsync(values, 0, volumeBytes, compute));
        if (scan + 1 < scans)
            load(scan + 1);
        check(cudaStreamWaitEvent(compute, lab.events[scan % 2], 0));
        add_pass<<<blocksFor(bytes), blockThreads, 0, compute>>>(at(scan % 2 * bytes), values, volume);
        over_pass<<<blocks, blockThreads, 0, compute>>>(values, at(productAt), product);
        copyOut(productAt, blocks * kib, compute);
        check(cudaStreamSynchronize(compute));
        workOnHost(10);
    }
    return finish();
}

} // extern "C"
