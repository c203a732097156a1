// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as ports, railways, power grids, farms and warehouses run them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t lorryFrame = nullptr; ///< of harbour_lorries()

// Of harbour_lorries(): points of two lidars, a picture of a camera, and where the lorry stands.
constexpr std::size_t lidarsApart = 8 * mib, pointsBytes = 32 * kib, pictureAt = 24 * mib, pictureBytes = 64 * kib;
constexpr std::size_t cloudAt = 32 * mib, cloudsApart = 8 * mib, edgesAt = 56 * mib, lorryAt = 64 * mib;

// Of harbour_grid(): how the lines are loaded, what the relays are set to, and what the host reads of the step before.
constexpr std::size_t settingsAt = 200 * mib, settingsBytes = kib, loadsAt = 16 * mib, settingsCount = 256;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Half of what was there, and half of what is worked out of one value.
__device__ void take(float *to, float value, int iterations)
{
    const std::size_t i = self();
    to[i] = 0.5F * to[i] + 0.5F * worked(value, 0.001F, iterations);
}

/// Points that become part of a cloud, tracks that go on, ways that are planned again.
__global__ void over_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// The same in another place, whatever was there.
__global__ void derive_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

/// How power flows through lines, by what was measured at their ends.
__global__ void flow_pass(const float *measured, float *loads, int iterations)
{
    take(loads, measured[self() % 16384], iterations);
}

/// Loads with relays of which there are 256.
__global__ void settle_pass(const float *settings, float *loads, int iterations)
{
    const std::size_t i = self();
    take(loads, 0.5F * loads[i] + 0.5F * settings[i % settingsCount], iterations);
}

/// What three sensors see of the same place becomes one.
__global__ void fuse_pass(const float *first, const float *second, const float *third, float *to, int iterations)
{
    const std::size_t i = self();
    take(to, (first[i] + second[i] + third[i]) / 3, iterations);
}

void copyTo(std::size_t offset, const char *source, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, source, bytes, cudaMemcpyHostToDevice, stream));
}

void copyBack(std::size_t target, std::size_t offset, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.out + target, lab.device + offset, bytes, cudaMemcpyDeviceToHost, stream));
}

/// The events that a capture has used are of no use to other programs until they are recorded again.
void recordAllEvents()
{
    for (const cudaEvent_t event : lab.events)
        check(cudaEventRecord(event, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
}

/// A frame of a gate: two lidars and a camera on a stream each; when all are done, one kernel says where the lorry
/// stands, and that goes back.
void lorryWork(cudaStream_t first, int lidar, int camera)
{
    const std::array<cudaStream_t, 2> lidars{first, lab.streams[1]};
    const cudaStream_t picture = lab.streams[2];
    order(first, lidars[1], 0);
    order(first, picture, 1);
    for (std::size_t one = 0; one < lidars.size(); ++one) {
        const std::size_t points = one * lidarsApart, cloud = cloudAt + one * cloudsApart;
        copyIn(points, pointsBytes, lidars[one]);
        over_pass<<<blocksFor(pointsBytes), blockThreads, 0, lidars[one]>>>(at(points), at(cloud), lidar);
        for (int kernel = 0; kernel < 3; ++kernel)
            launch(blend_pass, blocksFor(pointsBytes), lidar, lidars[one], cloud);
    }
    copyIn(pictureAt, pictureBytes, picture);
    over_pass<<<blocksFor(pictureBytes), blockThreads, 0, picture>>>(at(pictureAt), at(edgesAt), camera);
    for (int kernel = 0; kernel < 2; ++kernel)
        launch(churn_pass, blocksFor(pictureBytes), camera, picture, edgesAt);
    order(lidars[1], first, 2);
    order(picture, first, 3);
    fuse_pass<<<blocksFor(pointsBytes), blockThreads, 0, first>>>(at(cloudAt), at(cloudAt + cloudsApart), at(edgesAt),
                                                                  at(lorryAt), lidar);
    copyOut(lorryAt, 4 * kib, first);
}

/// Stands for a program's own function that sets relays by the loads of the step before.
void CUDART_CB setRelays(void *us)
{
    const float *const loads = reinterpret_cast<const float *>(lab.out + loadsAt);
    float *const settings = reinterpret_cast<float *>(lab.in + settingsAt);
    for (std::size_t i = 0; i < settingsCount; ++i)
        settings[i] = 0.5F * settings[i] + 0.5F * loads[i];
    workOnHost(*static_cast<const int *>(us));
}

} // namespace

extern "C" {

/// Captures the graph that harbour_lorries() launches after the change.
int harbour_lorries_prepare(int lidar, int camera)
{
    capture([=](cudaStream_t stream) { lorryWork(stream, lidar, camera); }, lorryFrame);
    recordAllEvents();
    return finish();
}

/// Frames of a gate, each with a wait, because the host opens it, and work of the host. After: a frame is one graph
/// with three branches.
int harbour_lorries(int after, int lidar, int camera)
{
    const cudaStream_t stream = lab.streams[0];
    for (int frame = 0; frame < 40; ++frame) {
        if (after)
            check(cudaGraphLaunch(lorryFrame, stream));
        else
            lorryWork(stream, lidar, camera);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Steps of a power grid, issued at once: measurements in and a kernel for the flow of power; beside it, on another
/// stream, a function of the host that sets relays by the step before; when both are done, the settings in, a kernel
/// that settles the loads, and these back. `flow` is half as long after the change.
int harbour_grid(int flow, int settle)
{
    int us = 110; // all functions of the host have read it when this one returns
    constexpr std::size_t bytes = 64 * kib, loadsBytes = 8 * kib;
    constexpr int blocks = 132;
    const cudaStream_t stream = lab.streams[0], relays = lab.streams[1];
    for (std::size_t step = 0; step < 36; ++step) {
        copyTo(0, lab.in + step * bytes, bytes, stream);
        order(stream, relays, 0);
        check(cudaLaunchHostFunc(relays, setRelays, &us));
        flow_pass<<<blocks, blockThreads, 0, stream>>>(at(0), at(loadsAt), flow);
        order(relays, stream, 1);
        copyIn(settingsAt, settingsBytes, stream);
        settle_pass<<<blocksFor(loadsBytes), blockThreads, 0, stream>>>(at(settingsAt), at(loadsAt), settle);
        copyOut(loadsAt, loadsBytes, stream);
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Turns of three radars of a harbour with a blocking stream each: an echo in and a kernel that finds tracks; the NULL
/// stream puts the tracks of all together. Behind each eighth turn these go back, and the host waits for the device.
/// Before: the host waits for each of the radars, too. After: it does not; the NULL stream does anyway.
int harbour_radars(int after, int track, int fuse)
{
    constexpr std::size_t turns = 48, radars = 3, bytes = 32 * kib, apart = 8 * mib, tracksAt = 32 * mib;
    constexpr std::size_t seaAt = 64 * mib;
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (std::size_t radar = 0; radar < radars; ++radar) {
            const std::size_t echo = radar * apart;
            const cudaStream_t stream = lab.blocking[radar];
            copyTo(echo, lab.in + echo + turn * bytes, bytes, stream);
            over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(echo), at(tracksAt + echo), track);
        }
        for (std::size_t radar = 0; !after && radar < radars; ++radar)
            check(cudaStreamSynchronize(lab.blocking[radar]));
        fuse_pass<<<blocksFor(bytes), blockThreads>>>(at(tracksAt), at(tracksAt + apart), at(tracksAt + 2 * apart),
                                                      at(seaAt), fuse);
        workOnHost(8);
        if (turn % 8 == 7) {
            copyOut(seaAt, bytes, nullptr);
            check(cudaDeviceSynchronize());
            workOnHost(20);
        }
    }
    return finish();
}

/// Pictures of fields in turn on two streams with buffers of their own: a picture in, a kernel that finds weeds, a map
/// of them back; a wait for the device at the end. Before: the pictures lie in pageable memory. After: in pinned one.
int harbour_fields(int after, int iterations)
{
    constexpr std::size_t pictures = 32, places = 8, bytes = 2 * mib, apart = 16 * mib, weedsAt = 64 * mib;
    constexpr std::size_t mapBytes = 64 * kib, keptAt = 128 * mib;
    const char *const source = after ? lab.in : lab.pageable;
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t slot = picture % 2, here = slot * apart, weeds = weedsAt + here;
        const cudaStream_t stream = lab.streams[slot];
        copyTo(here, source + picture % places * bytes, bytes, stream);
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(weeds), iterations);
        copyBack(keptAt + picture * mapBytes, weeds, mapBytes, stream);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Tiles of a mosaic of the sky in turn on two streams with buffers of their own, issued at once: a tile in, a kernel
/// that fills the GPU, the tile back; a wait for the device at the end. After: the copies back have a stream of their
/// own, and events keep the buffers.
int harbour_mosaic(int after, int iterations)
{
    constexpr std::size_t tiles = 32, bytes = 1056 * kib, apart = 16 * mib, doneAt = 64 * mib, copied = 2;
    constexpr std::size_t keptAt = 128 * mib;
    const cudaStream_t own = lab.streams[2];
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        const std::size_t slot = tile % 2, here = slot * apart, done = doneAt + here;
        const cudaStream_t stream = lab.streams[slot], back = after ? own : stream;
        copyTo(here, lab.in + here + tile / 2 % 8 * 2 * mib, bytes, stream);
        if (after && tile >= 2)
            check(cudaStreamWaitEvent(stream, lab.events[copied + slot], 0));
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(done), iterations);
        if (after)
            order(stream, back, slot);
        copyBack(keptAt + tile * 2 * mib, done, bytes, back);
        if (after)
            check(cudaEventRecord(lab.events[copied + slot], back));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Turns of a warehouse in eight zones: scratch memory from a pool that keeps it, the robots' places in, a kernel that
/// says who is in whose way, one that plans ways around, these back, zone by zone; the scratch memory is given back; a
/// wait, and work of the host. After: one copy back for all zones, which lie side by side.
int harbour_zones(int after, int conflicts, int plan)
{
    constexpr std::size_t turns = 50, zones = 8, bytes = 64 * kib, scratchBytes = 4 * mib, waysAt = 16 * mib;
    const std::size_t count = after ? 1 : zones, part = bytes / count;
    const cudaStream_t stream = lab.streams[0];
    poolKeepsMemory(true);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        void *scratch = nullptr;
        check(cudaMallocAsync(&scratch, scratchBytes, stream));
        if (!scratch)
            return finish();
        float *const ways = static_cast<float *>(scratch);
        copyTo(0, lab.in + turn * bytes, bytes, stream);
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), ways, conflicts);
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(ways, at(waysAt), plan);
        check(cudaFreeAsync(scratch, stream));
        for (std::size_t zone = 0; zone < count; ++zone)
            copyOut(waysAt + zone * part, part, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// One of two threads of a railway. The first looks at the track before each of its trains: a picture in, a kernel, a
/// mask back, a wait, and work of the host. The second one writes down how switches stand, on the NULL stream, which
/// nobody else waits for: a short kernel, cudaMemcpy back, and work of the host. Before: to pageable memory. After: to
/// pinned one.
int harbour_trains(int after, int thread, int look, int switches)
{
    constexpr std::size_t pictures = 20, lists = 16, bytes = 480 * kib, maskAt = 16 * mib, maskBytes = 32 * kib;
    constexpr std::size_t switchesAt = 64 * mib, listBytes = 64 * kib, pinnedAt = 160 * mib, keptAt = 128 * mib;
    constexpr int few = 4;
    char *const list = after ? lab.out + pinnedAt : lab.pageable;
    const cudaStream_t stream = lab.streams[0];
    meetOtherThread();
    for (std::size_t picture = 0; thread == 0 && picture < pictures; ++picture) {
        copyTo(0, lab.in + picture * bytes, bytes, stream);
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), at(maskAt), look);
        copyOut(maskAt, maskBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(10);
    }
    for (std::size_t turn = 0; thread == 1 && turn < lists; ++turn) {
        launch(blend_pass, few, switches, nullptr, switchesAt);
        check(cudaMemcpy(list, lab.device + switchesAt, listBytes, cudaMemcpyDeviceToHost));
        std::memcpy(lab.out + keptAt + turn * listBytes, list, listBytes);
        workOnHost(60);
    }
    return finish();
}

} // extern "C"
