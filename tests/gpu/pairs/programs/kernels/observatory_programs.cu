// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as observatories, weather services and seismology run them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t ensembleStep = nullptr; ///< of observatory_ensemble()

// Of observatory_shots(): ordinary memory of the host that was registered.
constexpr std::size_t shotBytes = 4 * mib, shotPlaces = 4;
char *recordedShots = nullptr;

// Of observatory_ensemble(): four members of a forecast, 16 MiB apart, and what their neighbours know of them.
constexpr std::size_t members = 4, memberBytes = 32 * kib, memberApart = 16 * mib, shownAt = 4 * mib;
constexpr std::size_t edgesAt = 64 * mib, edgesBytes = 16 * kib, meanAt = 80 * mib;
constexpr int cloudBlocks = 8;

// Of observatory_alerts(): what a window is compared with, and what was found in it.
constexpr std::size_t levelsAt = 8 * mib, levelsBytes = kib, foundAt = 16 * mib, foundBytes = 16 * kib;

/// Of observatory_volumes(): each of both programs has a pool of its own, and the volume it took last.
struct Volumes
{
    cudaMemPool_t pool = nullptr;
    void *held = nullptr;
};
std::array<Volumes, 2> volumesOf{};
constexpr std::size_t volumeBytes = 16 * mib;

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

/// What two antennas have in common.
__global__ void baseline_pass(const float *first, const float *second, float *visibility, int iterations)
{
    const std::size_t i = self();
    take(visibility, first[i] * second[i], iterations);
}

/// Takes values over into an image, a spectrum or a mean.
__global__ void over_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// The same in another place.
__global__ void derive_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

/// Adds to values that were set to zero.
__global__ void add_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] += worked(from[i], 0.001F, iterations);
}

/// Four neighbouring values become one, which is added to what was set to zero: times of a pulsar, pixels of a mask.
__global__ void fold_pass(const float4 *from, float *to, int iterations)
{
    const std::size_t i = self();
    const float4 four = from[i];
    to[i] += worked(0.25F * (four.x + four.y + four.z + four.w), 0.001F, iterations);
}

/// A tile of a satellite with the calibration of 1,024 places.
__global__ void calibrate_pass(const float *tile, const float *calibration, float *product, int iterations)
{
    const std::size_t i = self();
    take(product, 0.5F * tile[i] + 0.5F * calibration[i % 1024], iterations);
}

/// A member of a forecast goes on with the values at the edges of its domain, of which there are 4,096.
__global__ void dynamics_pass(float *member, const float *edges, int iterations)
{
    take(member, edges[self() % 4096], iterations);
}

/// Four members that lie 16 MiB apart; the mean was set to zero.
__global__ void mean_pass(const float *first, float *mean, int iterations)
{
    constexpr std::size_t apart = memberApart / sizeof(float);
    const std::size_t i = self();
    const float sum = first[i] + first[i + apart] + first[i + 2 * apart] + first[i + 3 * apart];
    mean[i] += worked(0.25F * sum, 0.001F, iterations);
}

/// Fills the GPU with a map of 4,096 values, which come again and again.
__global__ void reproject_pass(const float *sky, float *map, int iterations)
{
    take(map, sky[self() % 4096], iterations);
}

__global__ void archive_pass(float *pictures, int iterations)
{
    churn(pictures, iterations);
}

/// Where the spots of a wave front stand.
__global__ void centroid_pass(const float *spots, float *slopes, int iterations)
{
    take(slopes, spots[self()], iterations);
}

/// Sources of a field, held against a catalogue.
__global__ void match_pass(const float *sources, float *matches, int iterations)
{
    take(matches, sources[self()], iterations);
}

__global__ void telemetry_pass(float *state, int iterations)
{
    churn(state, iterations);
}

/// Looks for what stands out of the levels, of which there are 256.
__global__ void trigger_pass(const float *window, const float *levels, float *found, int iterations)
{
    take(found, window[self()] - 0.1F * levels[threadIdx.x], iterations);
}

void copyTo(std::size_t offset, const char *source, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, source, bytes, cudaMemcpyHostToDevice, stream));
}

/// The events that a capture has used are of no use to other programs until they are recorded again.
void recordAllEvents()
{
    for (const cudaEvent_t event : lab.events)
        check(cudaEventRecord(event, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
}

/// A step of four members on four streams: each one goes on and shows the next one what it has; behind that one's
/// event follow two kernels with it. Their mean goes back.
void ensembleWork(cudaStream_t first, int dynamics, int physics)
{
    const std::array<cudaStream_t, members> streams{first, lab.streams[1], lab.streams[2], lab.streams[3]};
    copyIn(edgesAt, edgesBytes, first);
    check(cudaMemsetAsync(at(meanAt), 0, memberBytes, first));
    check(cudaEventRecord(lab.events[members], first));
    for (std::size_t member = 0; member < members; ++member) {
        const std::size_t here = member * memberApart;
        if (member > 0)
            check(cudaStreamWaitEvent(streams[member], lab.events[members], 0));
        dynamics_pass<<<blocksFor(memberBytes), blockThreads, 0, streams[member]>>>(at(here), at(edgesAt), dynamics);
        check(cudaMemcpyAsync(at(here + shownAt), at(here), memberBytes, cudaMemcpyDeviceToDevice, streams[member]));
        check(cudaEventRecord(lab.events[member], streams[member]));
    }
    for (std::size_t member = 0; member < members; ++member) {
        const std::size_t here = member * memberApart, next = (member + 1) % members;
        check(cudaStreamWaitEvent(streams[member], lab.events[next], 0));
        over_pass<<<blocksFor(memberBytes), blockThreads, 0, streams[member]>>>(at(next * memberApart + shownAt),
                                                                                at(here), physics);
        launch(advect_pass, cloudBlocks, dynamics, streams[member], here);
    }
    for (std::size_t member = 1; member < members; ++member)
        order(streams[member], first, members + member);
    mean_pass<<<blocksFor(memberBytes), blockThreads, 0, first>>>(at(0), at(meanAt), physics);
    copyOut(meanAt, memberBytes, first);
}

/// Asks each 5 us whether a stream is done.
void askUntilDone(cudaStream_t stream)
{
    cudaError_t state = cudaStreamQuery(stream);
    while (state == cudaErrorNotReady) {
        workOnHost(5);
        state = cudaStreamQuery(stream);
    }
    check(state);
    cudaGetLastError(); // "not ready" is no error
}

/// Stands for a program's own function that tells of an earthquake: the levels of the next window follow from what was
/// found in this one. `time` is how many microseconds it takes.
void CUDART_CB tellOfIt(void *time)
{
    std::memcpy(lab.in + levelsAt, lab.out + foundAt, levelsBytes);
    workOnHost(*static_cast<const int *>(time));
}

} // namespace

extern "C" {

/// Dumps of a correlator: the voltages of 16 antennas in, a kernel of few blocks for each of 16 baselines, one that
/// takes them over into the image, the image back, a wait, and work of the host. After: the kernels of the baselines go
/// to 4 streams in turn, which begin behind the copy in, and the first stream waits for them.
int observatory_correlator(int after, int baseline, int image)
{
    constexpr std::size_t antennas = 16, bytes = 12 * kib, visibilitiesAt = 16 * mib, imageAt = 32 * mib, count = 4;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t dump = 0; dump < 16; ++dump) {
        copyTo(0, lab.in + dump % 4 * mib, antennas * bytes, stream);
        if (after) {
            check(cudaEventRecord(lab.events[0], stream));
            for (std::size_t number = 1; number <= count; ++number)
                check(cudaStreamWaitEvent(lab.streams[number], lab.events[0], 0));
        }
        for (std::size_t one = 0; one < antennas; ++one) {
            const std::size_t other = (one + 1 + one % 5) % antennas;
            const cudaStream_t own = after ? lab.streams[1 + one % count] : stream;
            baseline_pass<<<blocksFor(bytes), blockThreads, 0, own>>>(at(one * bytes), at(other * bytes),
                                                                      at(visibilitiesAt + one * bytes), baseline);
        }
        if (after) {
            for (std::size_t number = 1; number <= count; ++number)
                order(lab.streams[number], stream, number);
        }
        over_pass<<<blocksFor(antennas * bytes), blockThreads, 0, stream>>>(at(visibilitiesAt), at(imageAt), image);
        copyOut(imageAt, antennas * bytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(10);
    }
    return finish();
}

/// Blocks of a pulsar search: rows of a filter bank in by a 2D copy, series set to zero, two kernels, the series back,
/// and a wait behind each block. After: chunks of rows in turn on 2 streams.
int observatory_trials(int chunks, int trial, int whiten)
{
    constexpr std::size_t blocks = 6, apart = 32 * mib, seriesAt = 16 * mib;
    constexpr std::size_t width = 64 * kib, pitch = 96 * kib;
    const std::size_t rows = 256 / static_cast<std::size_t>(chunks), part = rows * width / 4;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(chunks); ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % 2];
            const std::size_t power = block * apart + chunk * rows * width;
            const std::size_t series = block * apart + seriesAt + chunk * part;
            check(cudaMemcpy2DAsync(at(power), width, lab.in + block * apart + chunk * rows * pitch, pitch, width, rows,
                                    cudaMemcpyHostToDevice, stream));
            check(cudaMemsetAsync(at(series), 0, part, stream));
            fold_pass<<<blocksFor(part), blockThreads, 0, stream>>>(reinterpret_cast<const float4 *>(at(power)),
                                                                    at(series), trial);
            launch(blend_pass, blocksFor(part), whiten, stream, series);
            copyOut(series, part, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Exposures in turn on 3 streams with buffers of their own: work of the host that unpacks one, a copy in, a mask set
/// to zero, a kernel that stacks it, one for its stars, these back, and an event that the host waits for. After: it
/// waits when the stream is used again, before its work.
int observatory_exposures(int after, int stack, int stars)
{
    constexpr std::size_t exposures = 45, count = 3, apart = 16 * mib, stackAt = 4 * mib, maskAt = 8 * mib;
    constexpr std::size_t starsAt = 12 * mib, bytes = mib, headerBytes = 64 * kib, starsBytes = 16 * kib;
    for (std::size_t exposure = 0; exposure < exposures; ++exposure) {
        const std::size_t slot = exposure % count, here = slot * apart;
        const cudaStream_t stream = lab.streams[slot];
        if (after && exposure >= count)
            check(cudaEventSynchronize(lab.events[slot]));
        std::memcpy(lab.in + here, lab.pageable + exposure % 16 * headerBytes, headerBytes);
        workOnHost(40);
        copyIn(here, bytes, stream);
        check(cudaMemsetAsync(at(here + maskAt), 0, starsBytes, stream));
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(here + stackAt), stack);
        add_pass<<<blocksFor(starsBytes), blockThreads, 0, stream>>>(at(here), at(here + maskAt), stars);
        over_pass<<<blocksFor(starsBytes), blockThreads, 0, stream>>>(at(here + maskAt), at(here + starsAt), stars);
        copyOut(here + starsAt, starsBytes, stream);
        check(cudaEventRecord(lab.events[slot], stream));
        if (!after)
            check(cudaEventSynchronize(lab.events[slot]));
    }
    for (std::size_t slot = 0; after && slot < count; ++slot)
        check(cudaEventSynchronize(lab.events[(exposures + slot) % count]));
    return finish();
}

/// Registers the memory of observatory_shots(), once, and fills it.
int observatory_shots_prepare()
{
    if (!recordedShots) {
        recordedShots = static_cast<char *>(std::malloc(shotPlaces * shotBytes));
        check(cudaHostRegister(recordedShots, shotPlaces * shotBytes, cudaHostRegisterDefault));
    }
    std::memcpy(recordedShots, lab.in, shotPlaces * shotBytes);
    return finish();
}

/// For observatory_advised_programs.cu.
char *observatory_shots_memory()
{
    return recordedShots;
}

/// Shots of a seismic survey from registered memory, in four buffers in turn: a shot in, a kernel for the waves, one
/// that takes them over into the image; behind each eighth a part of the image back, a wait, and work of the host.
/// After: the copies in have a stream of their own, and events keep the buffers.
int observatory_shots(int after, int wave, int image)
{
    constexpr std::size_t apart = 8 * mib, imageAt = 64 * mib, wavesAt = 96 * mib, used = 4;
    constexpr int blocks = 4096;
    const cudaStream_t compute = lab.streams[0], copies = after ? lab.streams[1] : compute;
    for (std::size_t shot = 0; shot < 24; ++shot) {
        const std::size_t slot = shot % shotPlaces;
        if (after && shot >= shotPlaces)
            check(cudaStreamWaitEvent(copies, lab.events[used + slot], 0));
        copyTo(slot * apart, recordedShots + slot * shotBytes, shotBytes, copies);
        if (after)
            order(copies, compute, slot);
        derive_pass<<<blocks, blockThreads, 0, compute>>>(at(slot * apart), at(wavesAt), wave);
        if (after)
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

/// Tiles of a satellite: a calibration in, a tile in, two kernels, a product back; the host asks again and again
/// whether the stream is done, and works. After: tiles are copied two steps ahead, into the third of three buffers, on
/// a stream of their own. What used that buffer is done: the host knows it.
int observatory_tiles(int after, int calibrate, int mask)
{
    constexpr std::size_t tiles = 30, slots = 3, ahead = 2, apart = 16 * mib, bytes = 3 * mib;
    constexpr std::size_t calibrationAt = 64 * mib, productAt = 80 * mib, maskBytes = 64 * kib;
    const cudaStream_t stream = lab.streams[0], copies = after ? lab.streams[1] : stream;
    const auto load = [&](std::size_t tile) {
        copyTo(tile % slots * apart, lab.in + tile % 4 * apart, bytes, copies);
        if (after)
            check(cudaEventRecord(lab.events[tile % slots], copies));
    };
    for (std::size_t tile = 0; after && tile < ahead; ++tile)
        load(tile);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        const std::size_t slot = tile % slots;
        if (after && tile + ahead < tiles)
            load(tile + ahead);
        copyTo(calibrationAt, lab.in + calibrationAt + tile * 4 * kib, 4 * kib, stream);
        if (!after)
            load(tile);
        else
            check(cudaStreamWaitEvent(stream, lab.events[slot], 0));
        calibrate_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(slot * apart), at(calibrationAt),
                                                                      at(productAt), calibrate);
        launch(critical_pass, blocksFor(maskBytes), mask, stream, productAt);
        copyOut(productAt, maskBytes, stream);
        askUntilDone(stream);
        workOnHost(20);
    }
    return finish();
}

/// Captures the graph that observatory_ensemble() launches after the change.
int observatory_ensemble_prepare(int dynamics, int physics)
{
    capture([=](cudaStream_t stream) { ensembleWork(stream, dynamics, physics); }, ensembleStep);
    recordAllEvents();
    return finish();
}

/// Steps of a forecast with four members, a wait behind each step, and work of the host. After: a step is one graph
/// with four branches, which wait for each other on the way.
int observatory_ensemble(int after, int dynamics, int physics)
{
    const cudaStream_t stream = lab.streams[0];
    for (int step = 0; step < 30; ++step) {
        if (after)
            check(cudaGraphLaunch(ensembleStep, stream));
        else
            ensembleWork(stream, dynamics, physics);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Scenes of which a mask of clouds is made, in pieces of some lines on one stream: lines in, the mask set to zero, a
/// kernel, the mask back; behind a scene an event that the host waits for, and work of the host. After: fewer pieces.
int observatory_mask(int pieces, int iterations)
{
    constexpr std::size_t scenes = 6, apart = 16 * mib, maskAt = 8 * mib, bytes = 3 * mib;
    const std::size_t part = bytes / static_cast<std::size_t>(pieces), masked = part / 4;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t scene = 0; scene < scenes; ++scene) {
        for (std::size_t piece = 0; piece < static_cast<std::size_t>(pieces); ++piece) {
            const std::size_t lines = scene * apart + piece * part, mask = scene * apart + maskAt + piece * masked;
            copyIn(lines, part, stream);
            check(cudaMemsetAsync(at(mask), 0, masked, stream));
            fold_pass<<<blocksFor(masked), blockThreads, 0, stream>>>(reinterpret_cast<const float4 *>(at(lines)),
                                                                      at(mask), iterations);
            copyOut(mask, masked, stream);
        }
        check(cudaEventRecord(lab.events[0], stream));
        check(cudaEventSynchronize(lab.events[0]));
        workOnHost(30);
    }
    return finish();
}

/// One of two threads with a stream each, both of whose kernels fill the GPU: a map of the sky in, a kernel, a wait and
/// work of the host. The map goes back at the end. After: no wait but the last.
int observatory_observers(int after, int thread, int iterations)
{
    constexpr std::size_t bytes = 16 * kib, mapAt = 16 * mib;
    const std::size_t here = static_cast<std::size_t>(thread) * 64 * mib;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    meetOtherThread();
    for (std::size_t step = 0; step < 28; ++step) {
        copyTo(here, lab.in + here + step * bytes, bytes, stream);
        reproject_pass<<<2112, blockThreads, 0, stream>>>(at(here), at(here + mapAt), iterations);
        if (!after)
            check(cudaStreamSynchronize(stream));
        workOnHost(10);
    }
    copyOut(here + mapAt, 64 * kib, stream);
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Turns of adaptive optics beside an archive: a kernel of many short blocks on a stream of its own, for which nobody
/// waits; on another one spots in by a 2D copy, two kernels of few blocks, the mirror back, and a wait. After: that
/// stream is urgent.
int observatory_optics(int after, int archive, int spot)
{
    constexpr std::size_t archiveAt = 64 * mib, slopesAt = 16 * mib, width = 256, rows = 32, apart = 16 * kib;
    constexpr int few = 8;
    const cudaStream_t behind = lab.streams[0], stream = after ? lab.urgent : lab.streams[1];
    for (std::size_t turn = 0; turn < 40; ++turn) {
        launch(archive_pass, 10560, archive, behind, archiveAt);
        check(cudaMemcpy2DAsync(at(0), width, lab.in + turn * apart, 2 * width, width, rows, cudaMemcpyHostToDevice,
                                stream));
        centroid_pass<<<few, blockThreads, 0, stream>>>(at(0), at(slopesAt), spot);
        launch(critical_pass, few, spot, stream, slopesAt);
        copyOut(slopesAt, width * rows, stream);
        check(cudaStreamSynchronize(stream));
    }
    check(cudaStreamSynchronize(behind));
    return finish();
}

/// Fields in turn on 3 streams: sources in, a kernel that matches them, matches back. Behind each field a kernel on the
/// NULL stream for the state of the telescope, which cudaMemcpy takes back. Before: the streams and the NULL stream
/// wait for each other. After: they do not.
int observatory_fields(int after, int match, int telemetry)
{
    constexpr std::size_t count = 3, apart = 16 * mib, matchesAt = 8 * mib, stateAt = 64 * mib;
    constexpr std::size_t bytes = 512 * kib, used = 128 * kib, back = 32 * kib, stateBytes = 4 * kib;
    for (std::size_t field = 0; field < 36; ++field) {
        const std::size_t slot = field % count, here = slot * apart;
        const cudaStream_t stream = after ? lab.streams[slot] : lab.blocking[slot];
        copyTo(here, lab.in + here + field / count * bytes, bytes, stream);
        match_pass<<<blocksFor(used), blockThreads, 0, stream>>>(at(here), at(here + matchesAt), match);
        copyOut(here + matchesAt, back, stream);
        launch(telemetry_pass, blocksFor(stateBytes), telemetry, nullptr, stateAt);
        check(cudaMemcpy(lab.out + stateAt, at(stateAt), stateBytes, cudaMemcpyDeviceToHost));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Scans of four dishes with a stream and buffers each: a signal in, two kernels, a spectrum back; an event, and a wait
/// for the four streams behind a scan. Before: each dish waits for the event of the dish before, as it had to when they
/// shared a buffer. After: it does not.
int observatory_dishes(int after, int channel, int average)
{
    constexpr std::size_t dishes = 4, apart = 16 * mib, spectrumAt = 8 * mib, bytes = 128 * kib, used = 33 * kib;
    for (std::size_t scan = 0; scan < 20; ++scan) {
        for (std::size_t dish = 0; dish < dishes; ++dish) {
            const cudaStream_t stream = lab.streams[dish];
            const std::size_t here = dish * apart;
            if (!after && dish > 0)
                check(cudaStreamWaitEvent(stream, lab.events[dish - 1], 0));
            copyTo(here, lab.in + here + scan * bytes, bytes, stream);
            over_pass<<<blocksFor(used), blockThreads, 0, stream>>>(at(here), at(here + spectrumAt), channel);
            launch(churn_pass, blocksFor(used), average, stream, here + spectrumAt);
            copyOut(here + spectrumAt, used, stream);
            check(cudaEventRecord(lab.events[dish], stream));
        }
        for (std::size_t dish = 0; dish < dishes; ++dish)
            check(cudaStreamSynchronize(lab.streams[dish]));
    }
    return finish();
}

/// Windows of an early warning, issued at once on one stream: levels and a window in, a kernel that looks for what
/// stands out, this back, and a function of the host that tells of it and sets the levels of the next window. On
/// another stream, pictures of the windows for somebody who looks at them. After: the function takes half as long.
int observatory_alerts(int after, int trigger, int picture)
{
    int us = after ? 30 : 60; // all functions of the host have read it when this one returns
    constexpr std::size_t windowBytes = 64 * kib, pictureAt = 32 * mib;
    const cudaStream_t stream = lab.streams[0], pictures = lab.streams[1];
    for (std::size_t window = 0; window < 32; ++window) {
        copyIn(levelsAt, levelsBytes, stream);
        copyTo(0, lab.in + window % 8 * windowBytes, windowBytes, stream);
        trigger_pass<<<blocksFor(foundBytes), blockThreads, 0, stream>>>(at(0), at(levelsAt), at(foundAt), trigger);
        copyOut(foundAt, foundBytes, stream);
        check(cudaLaunchHostFunc(stream, tellOfIt, &us));
        if (window % 4 == 3)
            launch(backdrop_pass, 96, picture, pictures, pictureAt);
    }
    check(cudaStreamSynchronize(stream));
    check(cudaStreamSynchronize(pictures));
    return finish();
}

/// A pool for each of both programs, which keeps its memory after the change and not before, and its first volume.
int observatory_volumes_prepare(int after)
{
    Volumes &mine = volumesOf[after ? 1 : 0];
    if (mine.pool)
        return finish();
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    check(cudaMemPoolCreate(&mine.pool, &properties));
    std::uint64_t threshold = after ? UINT64_MAX : 0;
    check(cudaMemPoolSetAttribute(mine.pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    check(cudaMallocFromPoolAsync(&mine.held, volumeBytes, mine.pool, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// Volumes of a weather radar: the host gives the last one back and takes memory for the next one from the pool, sets
/// it to zero, and copies a scan in; two kernels, a product back, a wait, and work of the host. A volume is always held
/// while the host waits, so that the pool then has nothing to give back, whatever it keeps.
int observatory_volumes(int after, int volume, int product)
{
    constexpr std::size_t bytes = mib, productAt = 32 * mib;
    constexpr int blocks = 264;
    Volumes &mine = volumesOf[after ? 1 : 0];
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t scan = 0; scan < 32; ++scan) {
        check(cudaFreeAsync(mine.held, stream));
        mine.held = nullptr;
        check(cudaMallocFromPoolAsync(&mine.held, volumeBytes, mine.pool, stream));
        if (!mine.held)
            return finish();
        float *const values = static_cast<float *>(mine.held);
        check(cudaMemsetAsync(values, 0, volumeBytes, stream));
        copyTo(0, lab.in + scan % 8 * bytes, bytes, stream);
        add_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), values, volume);
        over_pass<<<blocks, blockThreads, 0, stream>>>(values, at(productAt), product);
        copyOut(productAt, blocks * kib, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(10);
    }
    return finish();
}

} // extern "C"
