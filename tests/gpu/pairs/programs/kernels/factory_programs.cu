// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as companies run them in production and in industry, under the rules of programs.cu.
#include "lab.cuh"

#include <utility>

using namespace pairs;

namespace {

cudaGraphExec_t flowSteps = nullptr; ///< of factory_flow_domains()

// Of factory_hash_join(): a table that fits into the cache of the GPU.
constexpr std::size_t tableAt = 192 * mib;
constexpr unsigned tableBits = 18;

// Of factory_flow_domains(): two domains, each with two halos in turn.
constexpr std::size_t domainBytes = 128 * kib, haloBytes = 16 * kib, otherDomain = 32 * mib, haloAt = 16 * mib;
constexpr std::size_t flowStepCount = 8, residualAt = 64 * mib;
constexpr std::size_t flowEvents = 6; ///< two for each domain, one for the begin and one for the end

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// The same work by names of their own.
__global__ void tenant_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void trace_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void interior_pass(float *data, int iterations)
{
    churn(data, iterations);
}
__global__ void scale_pass(float *data, int iterations)
{
    churn(data, iterations);
}

/// A tour that changes by random numbers: 1,024 of them, which come again and again.
__global__ void two_opt_pass(float *tour, const float *random, int iterations)
{
    const std::size_t i = self();
    tour[i] = 0.5F * tour[i] + 0.5F * worked(random[i % 1024], 0.001F, iterations);
}

/// One block adds up `count` values, always in the same order; `keep` of the old total stays.
__global__ void length_pass(const float *data, int count, float *total, float keep)
{
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += blockThreads)
        sum += data[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *total = keep * *total + sum;
}

__device__ float found(const float *table, float key)
{
    return table[__float_as_uint(key) * 2654435761U >> (32 - tableBits)];
}

/// What the table has for four keys, and work with it: one row for each thread.
__global__ void probe_pass(const float4 *keys, const float *table, float *rows, int iterations)
{
    const std::size_t i = self();
    const float4 key = keys[i];
    const float sum = found(table, key.x) + found(table, key.y) + found(table, key.z) + found(table, key.w);
    rows[i] = worked(sum, 0.001F, iterations);
}

/// The edge of a domain takes up the halo.
__global__ void edge_pass(float *edge, const float *halo, int iterations)
{
    const std::size_t i = self();
    edge[i] = worked(0.5F * edge[i] + 0.5F * halo[i], 0.001F, iterations);
}

/// Adds what a tenant has used to its counters, which were set to zero.
__global__ void bill_pass(float *counters, const float *prices, int iterations)
{
    const std::size_t i = self();
    counters[i] += worked(prices[i], 0.001F, iterations);
}

constexpr int levels = blockThreads; ///< of bytes in a block that is compressed: one for each thread

/// How many values there are of each level. Whole numbers, in whatever order they come.
__global__ void count_pass(const float *block, float *counts)
{
    __shared__ unsigned mine[levels];
    mine[threadIdx.x] = 0;
    __syncthreads();
    const int level = static_cast<int>(block[self()] * levels);
    atomicAdd(&mine[min(max(level, 0), levels - 1)], 1U);
    __syncthreads();
    if (mine[threadIdx.x] > 0)
        atomicAdd(&counts[threadIdx.x], static_cast<float>(mine[threadIdx.x]));
}

/// Half as many values as the block has, from it and its counts.
__global__ void encode_pass(const float2 *block, const float *counts, float *encoded, int iterations)
{
    const std::size_t i = self();
    const float2 two = block[i];
    encoded[i] = worked(two.x + two.y / (1.0F + counts[threadIdx.x]), 0.001F, iterations);
}

/// What goes into a checkpoint, at a place of its own.
__global__ void snapshot_pass(const float *state, float *snapshot, int iterations)
{
    const std::size_t i = self();
    snapshot[i] = worked(state[i], 0.001F, iterations);
}

/// The first 16 blocks of a tile that was traced go into a picture.
__global__ void denoise_pass(const float *tile, float *picture, int iterations)
{
    const std::size_t i = self();
    picture[i] = worked(tile[i], 0.001F, iterations);
}

/// A step of a Fourier transform: sums and differences of values that are `half` apart.
__global__ void butterfly_pass(const float *from, float *to, int half, int iterations)
{
    const int i = static_cast<int>(self());
    const float mine = from[i], other = from[i ^ half];
    to[i] = worked(0.5F * ((i & half) != 0 ? other - mine : mine + other), 0.001F, iterations);
}

/// Adds to peaks that were set to zero.
__global__ void peaks_pass(const float *spectrum, float *peaks)
{
    const std::size_t i = self();
    peaks[i] += fabsf(spectrum[i]) + fabsf(spectrum[i + static_cast<std::size_t>(gridDim.x) * blockDim.x]);
}

/// Prices of a grid from scenarios; the book takes them up, so that the last ones count most.
__global__ void risk_pass(const float *scenarios, float *book, int iterations)
{
    const std::size_t i = self();
    book[i] = 0.5F * book[i] + 0.5F * worked(scenarios[i], 0.001F, iterations);
}

/// Stands for a program's own function that puts a tile into the frame, and tells who shows it.
void CUDART_CB assemble(void * /*frame*/)
{
    workOnHost(30);
}

/// Eight steps of two domains with a stream each: the edge, whose values go to the halo of the other domain, and what
/// lies inside. Then the residual goes back. The second stream begins behind the first, which waits for it at the end.
void flowWork(cudaStream_t first, int edge, int interior)
{
    constexpr std::size_t begun = 4, ended = 5;
    const std::array<cudaStream_t, 2> streams{first, lab.streams[1]};
    order(first, streams[1], begun);
    for (std::size_t step = 0; step < flowStepCount; ++step) {
        const std::size_t halo = haloAt + step % 2 * mib, nextHalo = haloAt + (step + 1) % 2 * mib;
        for (std::size_t domain = 0; domain < streams.size(); ++domain) {
            const std::size_t other = 1 - domain, here = domain * otherDomain;
            const cudaStream_t stream = streams[domain];
            if (step > 0) // the halo is there, and the edge of the other domain has used the one that comes next
                check(cudaStreamWaitEvent(stream, lab.events[2 * other + (step - 1) % 2], 0));
            edge_pass<<<blocksFor(haloBytes), blockThreads, 0, stream>>>(at(here), at(here + halo), edge);
            check(cudaMemcpyAsync(at(other * otherDomain + nextHalo), at(here), haloBytes, cudaMemcpyDeviceToDevice,
                                  stream));
            check(cudaEventRecord(lab.events[2 * domain + step % 2], stream));
            launch(interior_pass, blocksFor(domainBytes), interior, stream, here + haloBytes);
        }
    }
    order(streams[1], first, ended);
    length_pass<<<1, blockThreads, 0, first>>>(at(haloBytes), 1024, at(residualAt), 0.5F);
    check(cudaMemcpyAsync(lab.out + residualAt, at(residualAt), sizeof(float), cudaMemcpyDeviceToHost, first));
}

} // namespace

extern "C" {

/// One of four threads with a stream each that look for a short route by annealing: random numbers of the round, in a
/// place of their own, go in, the tour changes, one block finds its length, and the tour is kept by a copy on the
/// device. The best one goes back at the end. Before: a wait behind each round. After: only at the end.
int factory_annealing(int after, int thread, int iterations)
{
    constexpr std::size_t rounds = 50, randomBytes = 4 * kib, tourBytes = 32 * kib;
    const auto own = static_cast<std::size_t>(thread) * 32 * mib;
    const std::size_t tour = own + 8 * mib, kept = own + 12 * mib, length = own + 16 * mib;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    for (std::size_t round = 0; round < rounds; ++round) {
        const std::size_t random = own + round * randomBytes;
        workOnHost(25);
        std::memcpy(lab.in + random, lab.pageable + round * randomBytes, randomBytes);
        copyIn(random, randomBytes, stream);
        two_opt_pass<<<blocksFor(tourBytes), blockThreads, 0, stream>>>(at(tour), at(random), iterations);
        length_pass<<<1, blockThreads, 0, stream>>>(at(tour), 8192, at(length), 0.5F);
        check(cudaMemcpyAsync(at(kept), at(tour), tourBytes, cudaMemcpyDeviceToDevice, stream));
        if (!after)
            check(cudaStreamSynchronize(stream));
    }
    copyOut(kept, tourBytes, stream);
    copyOut(length, sizeof(float), stream);
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// A hash join in batches: keys in, a kernel that looks for them in a table on the device, rows back, and a wait.
/// After: chunks in turn on 2 streams.
int factory_hash_join(int chunks, int iterations)
{
    constexpr std::size_t batches = 4, bytes = 16 * mib, rowsAt = 128 * mib;
    const std::size_t part = bytes / static_cast<std::size_t>(chunks), rowBytes = part / 4;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(chunks); ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % 2];
            const std::size_t keys = batch * bytes + chunk * part, rows = rowsAt + batch * bytes + chunk * rowBytes;
            copyIn(keys, part, stream);
            probe_pass<<<blocksFor(rowBytes), blockThreads, 0, stream>>>(reinterpret_cast<const float4 *>(at(keys)),
                                                                         at(tableAt), at(rows), iterations);
            copyOut(rows, rowBytes, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Captures the graph that factory_flow_domains() launches after the change.
int factory_flow_domains_prepare(int edge, int interior)
{
    capture([=](cudaStream_t stream) { flowWork(stream, edge, interior); }, flowSteps);
    for (std::size_t event = 0; event < flowEvents; ++event) // events of a capture are of no use to other programs
        check(cudaEventRecord(lab.events[event], lab.streams[0]));
    return finish();
}

/// A flow in two domains that exchange their halos on the device: eight steps on two streams with events, the residual
/// back, a wait, and a look at it. After: the eight steps are one graph with two branches.
int factory_flow_domains(int after, int edge, int interior)
{
    for (int turn = 0; turn < 25; ++turn) {
        if (after)
            check(cudaGraphLaunch(flowSteps, lab.streams[0]));
        else
            flowWork(lab.streams[0], edge, interior);
        check(cudaStreamSynchronize(lab.streams[0]));
        workOnHost(10);
    }
    return finish();
}

/// One of two threads. The first serves tenants in turn on two streams, and waits for a stream before it is used again.
/// The second makes their bills on the NULL stream: counters set to zero, a short kernel, a copy back to pageable
/// memory, and its own work. Before: the streams and the NULL stream wait for each other. After: they do not.
int factory_tenants_bills(int after, int thread, int wide, int narrow)
{
    constexpr std::size_t requests = 48, bytes = 256 * kib, back = 64 * kib;
    constexpr std::size_t bills = 24, countersAt = 128 * mib, pricesAt = 160 * mib, counterBytes = 16 * kib;
    meetOtherThread();
    if (thread == 0) {
        for (std::size_t request = 0; request < requests; ++request) {
            const std::size_t slot = request % 2, offset = slot * 32 * mib;
            const cudaStream_t stream = after ? lab.streams[slot] : lab.blocking[slot];
            check(cudaStreamSynchronize(stream));
            workOnHost(15);
            copyIn(offset, bytes, stream);
            launch(tenant_pass, 40, wide, stream, offset);
            copyOut(offset, back, stream);
        }
        for (std::size_t slot = 0; slot < 2; ++slot)
            check(cudaStreamSynchronize(after ? lab.streams[slot] : lab.blocking[slot]));
        return finish();
    }
    for (std::size_t bill = 0; bill < bills; ++bill) {
        check(cudaMemsetAsync(at(countersAt), 0, counterBytes, nullptr));
        bill_pass<<<blocksFor(counterBytes), blockThreads>>>(at(countersAt), at(pricesAt), narrow);
        check(cudaMemcpy(lab.pageable + 8 * mib, at(countersAt), counterBytes, cudaMemcpyDeviceToHost));
        workOnHost(60);
    }
    return finish();
}

/// Frames of a video that are made smaller: scratch memory for the planes from the pool, which is set to zero, written
/// and copied on the device, given back in the order of the stream, and a wait behind each frame. What the program does
/// is always the same; it says first whether the pool keeps its memory at a wait, and that is the change.
int factory_transcode(int keep, int iterations)
{
    constexpr std::size_t frames = 24, slots = 4, back = 64 * kib;
    constexpr std::array<std::size_t, 3> planes{24 * mib, 12 * mib, 6 * mib};
    constexpr int blocks = 264;
    const cudaStream_t stream = lab.streams[0];
    poolKeepsMemory(keep != 0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const std::size_t offset = frame % slots * 8 * mib;
        std::array<void *, planes.size()> scratch{};
        for (std::size_t plane = 0; plane < planes.size(); ++plane) {
            check(cudaMallocAsync(&scratch[plane], planes[plane], stream));
            if (!scratch[plane])
                return finish();
        }
        copyIn(offset, mib, stream);
        auto *const luma = static_cast<float *>(scratch[0]);
        auto *const chroma = static_cast<float *>(scratch[1]);
        auto *const small = static_cast<float *>(scratch[2]);
        snapshot_pass<<<blocks, blockThreads, 0, stream>>>(at(offset), luma, iterations);
        scale_pass<<<blocks, blockThreads, 0, stream>>>(luma, iterations);
        check(cudaMemcpyAsync(chroma, luma, mib / 4, cudaMemcpyDeviceToDevice, stream));
        scale_pass<<<blocks / 4, blockThreads, 0, stream>>>(chroma, iterations);
        check(cudaMemsetAsync(small, 0, planes[2], stream));
        bill_pass<<<blocksFor(back), blockThreads, 0, stream>>>(small, chroma, iterations);
        check(cudaMemcpyAsync(lab.out + frame * back, small, back, cudaMemcpyDeviceToHost, stream));
        for (void *const memory : scratch)
            check(cudaFreeAsync(memory, stream));
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Blocks of data that are compressed, 12 in a batch on 4 streams, and a wait behind a batch. Before: all copies in,
/// then for all blocks counts set to zero and two kernels, then all copies back. After: block after block.
int factory_compress(int after, int iterations)
{
    constexpr std::size_t blocks = 12, bytes = 4 * mib, encodedAt = 96 * mib, countsAt = 192 * mib;
    constexpr int stages = 3;
    const auto stage = [&](std::size_t block, int number) {
        const cudaStream_t stream = lab.streams[block % 4];
        const std::size_t offset = block * bytes, encoded = encodedAt + offset, counts = countsAt + block * 4 * kib;
        if (number == 0) {
            copyIn(offset, bytes, stream);
        } else if (number == 1) {
            check(cudaMemsetAsync(at(counts), 0, levels * sizeof(float), stream));
            count_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(offset), at(counts));
            encode_pass<<<blocksFor(bytes) / 2, blockThreads, 0, stream>>>(reinterpret_cast<const float2 *>(at(offset)),
                                                                           at(counts), at(encoded), iterations);
        } else {
            copyOut(encoded, bytes / 2, stream);
        }
    };
    for (int batch = 0; batch < 4; ++batch) {
        if (after) {
            for (std::size_t block = 0; block < blocks; ++block)
                for (int number = 0; number < stages; ++number)
                    stage(block, number);
        } else {
            for (int number = 0; number < stages; ++number)
                for (std::size_t block = 0; block < blocks; ++block)
                    stage(block, number);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Checkpoints of 96 MiB that stream to pinned memory in chunks, in turn on 2 streams: a kernel that takes the state to
/// another place, and a copy back; behind a checkpoint a wait. After: fewer chunks.
int factory_checkpoints(int chunks, int iterations)
{
    constexpr std::size_t checkpoints = 3, bytes = 96 * mib, snapshotAt = 128 * mib;
    const std::size_t part = bytes / static_cast<std::size_t>(chunks);
    for (std::size_t checkpoint = 0; checkpoint < checkpoints; ++checkpoint) {
        for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(chunks); ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % 2];
            const std::size_t state = chunk * part, snapshot = snapshotAt + state;
            snapshot_pass<<<blocksFor(part), blockThreads, 0, stream>>>(at(state), at(snapshot), iterations);
            copyOut(snapshot, part, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Tiles of a picture in two buffers: one stream traces rays, another one takes the noise out of the tile before,
/// copies it back, and has a function of the host that puts it into the frame. After: `denoise` is half as large.
int factory_ray_tiles(int trace, int denoise)
{
    constexpr std::size_t tiles = 30, slots = 2, pictureAt = 128 * mib, back = 16 * kib;
    constexpr int blocks = 132, few = 16;
    const cudaStream_t rays = lab.streams[0], finishing = lab.streams[1];
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        const std::size_t slot = tile % slots, offset = slot * 32 * mib, picture = pictureAt + tile * back;
        if (tile >= slots)
            check(cudaStreamWaitEvent(rays, lab.events[slots + slot], 0));
        launch(trace_pass, blocks, trace, rays, offset);
        order(rays, finishing, slot);
        denoise_pass<<<few, blockThreads, 0, finishing>>>(at(offset), at(picture), denoise);
        check(cudaEventRecord(lab.events[slots + slot], finishing));
        copyOut(picture, back, finishing);
        check(cudaLaunchHostFunc(finishing, assemble, nullptr));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Windows of what sensors of a turbine have measured: 32 KiB in, four steps of a Fourier transform on few blocks,
/// peaks set to zero, a kernel that adds to them, 16 KiB back, a wait, and work of the host with the peaks. Before:
/// from and to pageable memory. After: pinned memory.
int factory_turbine(int after, int iterations)
{
    constexpr std::size_t windows = 20, bytes = 32 * kib, peaksAt = 64 * mib, backAt = 8 * mib;
    constexpr int blocks = static_cast<int>(bytes / sizeof(float) / blockThreads);
    const cudaStream_t stream = lab.streams[0];
    char *const source = after ? lab.in : lab.pageable;
    char *const target = after ? lab.out : lab.pageable + backAt;
    for (std::size_t window = 0; window < windows; ++window) {
        std::size_t from = 0, to = mib;
        check(cudaMemcpyAsync(at(from), source + window * bytes, bytes, cudaMemcpyHostToDevice, stream));
        for (int half = 1; half <= 512; half *= 8) {
            butterfly_pass<<<blocks, blockThreads, 0, stream>>>(at(from), at(to), half, iterations);
            std::swap(from, to);
        }
        check(cudaMemsetAsync(at(peaksAt), 0, bytes / 2, stream));
        peaks_pass<<<blocks / 2, blockThreads, 0, stream>>>(at(from), at(peaksAt));
        check(cudaMemcpyAsync(target, at(peaksAt), bytes / 2, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    return finish();
}

/// The risk of a book under scenarios: a copy in of 2 MiB, a kernel, one that adds up, 4 bytes back, a wait, and work
/// of the host with the sum. Before: the scenarios lie in pageable memory. After: in pinned memory, and those of the
/// next step are copied before the kernels of this one, on a stream of their own and into the other of two buffers.
int factory_risk_grid(int after, int iterations)
{
    constexpr std::size_t steps = 24, slots = 2, parts = 8, bytes = 2 * mib, bookAt = 128 * mib, sumAt = 160 * mib;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    const auto load = [&](std::size_t step) { // the kernel that used the buffer is done: the host has waited for it
        const char *const source = (after ? lab.in : lab.pageable) + step % parts * bytes;
        check(cudaMemcpyAsync(at(step % slots * 32 * mib), source, bytes, cudaMemcpyHostToDevice, copies));
        if (after)
            check(cudaEventRecord(lab.events[step % slots], copies));
    };
    if (after)
        load(0);
    for (std::size_t step = 0; step < steps; ++step) {
        if (!after)
            load(step);
        else if (step + 1 < steps)
            load(step + 1);
        if (after)
            check(cudaStreamWaitEvent(compute, lab.events[step % slots], 0));
        risk_pass<<<blocksFor(bytes), blockThreads, 0, compute>>>(at(step % slots * 32 * mib), at(bookAt), iterations);
        length_pass<<<1, blockThreads, 0, compute>>>(at(bookAt), 4096, at(sumAt), 0.0F);
        check(cudaMemcpyAsync(lab.out + sumAt + step * sizeof(float), at(sumAt), sizeof(float), cudaMemcpyDeviceToHost,
                              compute));
        check(cudaStreamSynchronize(compute));
        workOnHost(15);
    }
    return finish();
}

} // extern "C"
