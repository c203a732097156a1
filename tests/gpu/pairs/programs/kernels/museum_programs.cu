// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as archives, libraries, planetariums and television run them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

// Of museum_families(): the person, two buffers for each direction in turn, what is known of the family, its picture.
constexpr std::size_t familyBytes = 24 * kib, directionsApart = 8 * mib, otherAt = 4 * mib, familyAt = 32 * mib;
constexpr std::size_t drawnAt = 64 * mib;
constexpr int generations = 8, drawUs = 5;
cudaGraphExec_t familyGraph = nullptr;

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

/// Pieces that are packed, clouds and rain that are drawn.
__global__ void over_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// What somebody listens to.
__global__ void listen_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// The legend of a map.
__global__ void legend_pass(float *legend, int iterations)
{
    take(legend, 0.001F * static_cast<float>(self()), iterations);
}

/// One sum for each block, which goes on with the one that was there.
__global__ void checksum_pass(const float *from, float *sums, int iterations)
{
    const float sum = blockSum(worked(from[self()], 0.001F, iterations));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = 0.5F * sums[blockIdx.x] + 0.5F * sum / blockThreads;
}

/// The next generation of a family: everybody has two parents.
__global__ void generation_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self(), people = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    to[i] = worked(0.5F * (from[2 * i % people] + from[(2 * i + 1) % people]), 0.001F, iterations);
}

/// Ancestors and descendants become one family.
__global__ void family_pass(const float *ancestors, const float *descendants, float *family, int iterations)
{
    const std::size_t i = self();
    take(family, 0.5F * (ancestors[i] + descendants[i]), iterations);
}

/// Of a sky, as a projector shows it, or a question that is held against an archive: there are fewer values than
/// threads.
__global__ void bend_pass(const float *few, std::size_t count, float *to, int iterations)
{
    take(to, few[self() % count], iterations);
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

/// Stands for a program's own function that draws a family.
void CUDART_CB drawFamily(void * /*nothing*/)
{
    const float *const family = reinterpret_cast<const float *>(lab.out + familyAt);
    float *const drawn = reinterpret_cast<float *>(lab.out + drawnAt);
    for (std::size_t i = 0; i < familyBytes / sizeof(float); ++i)
        drawn[i] = 0.5F * drawn[i] + 0.5F * family[i];
    workOnHost(drawUs);
}

/// One direction of a family, one generation behind the other. Returns where the last one lies.
std::size_t familyDirection(std::size_t direction, cudaStream_t stream, int iterations)
{
    std::size_t from = 0, to = directionsApart * (direction + 1), next = to + otherAt;
    for (int generation = 0; generation < generations; ++generation) {
        generation_pass<<<blocksFor(familyBytes), blockThreads, 0, stream>>>(at(from), at(to), iterations);
        from = to;
        to = next;
        next = from;
    }
    return from;
}

/// A family: a person in, ancestors and descendants on a stream each, both put together, that back, and a function of
/// the host that draws it.
void familyWork(cudaStream_t first, int iterations)
{
    const cudaStream_t second = lab.streams[1];
    copyIn(0, familyBytes, first);
    order(first, second, 0);
    const std::size_t ancestors = familyDirection(0, first, iterations);
    const std::size_t descendants = familyDirection(1, second, iterations);
    order(second, first, 1);
    family_pass<<<blocksFor(familyBytes), blockThreads, 0, first>>>(at(ancestors), at(descendants), at(familyAt),
                                                                    iterations);
    copyOut(familyAt, familyBytes, first);
    check(cudaLaunchHostFunc(first, drawFamily, nullptr));
}

} // namespace

extern "C" {

/// Turns of an archive of sound: a long kernel that restores a tape, on a stream for which nobody waits; on another one
/// what somebody listens to: sound in, a kernel, sound back, a wait, and work of the host. After: that stream has the
/// highest priority.
int museum_tapes(int after, int restore, int listen)
{
    constexpr std::size_t bytes = 16 * kib, soundAt = 64 * mib, heardAt = 96 * mib;
    constexpr int tapeBlocks = 4224;
    const cudaStream_t archive = lab.streams[0], listener = after ? lab.urgent : lab.streams[1];
    for (std::size_t turn = 0; turn < 16; ++turn) {
        launch(churn_pass, tapeBlocks, restore, archive);
        copyTo(soundAt, lab.in + turn * bytes, bytes, listener);
        listen_pass<<<blocksFor(bytes), blockThreads, 0, listener>>>(at(soundAt), at(heardAt), listen);
        copyOut(heardAt, bytes, listener);
        check(cudaStreamSynchronize(listener));
        workOnHost(20);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Turns of three collections with a stream each: pictures in from pageable memory, a kernel that leaves a sum for each
/// block, the sums back; behind a turn a wait for the device, and work of the host. Before: stage by stage. After:
/// collection by collection.
int museum_checksums(int after, int iterations)
{
    constexpr std::size_t turns = 12, collections = 3, bytes = 2 * mib, apart = 16 * mib, sumsAt = 64 * mib;
    constexpr std::size_t turnsApart = 8 * mib, sumsBytes = bytes / blockThreads;
    const auto issue = [=](std::size_t turn, std::size_t collection, int stage) {
        const std::size_t here = collection * apart;
        const cudaStream_t stream = lab.streams[collection];
        if (stage == 0)
            copyTo(here, lab.pageable + turn % 2 * turnsApart + collection * bytes, bytes, stream);
        else if (stage == 1)
            checksum_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(sumsAt + here), iterations);
        else
            copyOut(sumsAt + here, sumsBytes, stream);
    };
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (int stage = 0; !after && stage < 3; ++stage) {
            for (std::size_t collection = 0; collection < collections; ++collection)
                issue(turn, collection, stage);
        }
        for (std::size_t collection = 0; after && collection < collections; ++collection) {
            for (int stage = 0; stage < 3; ++stage)
                issue(turn, collection, stage);
        }
        check(cudaDeviceSynchronize());
        workOnHost(20);
    }
    return finish();
}

/// Captures the graph that museum_families() launches after the change.
int museum_families_prepare(int iterations)
{
    capture([=](cudaStream_t stream) { familyWork(stream, iterations); }, familyGraph);
    recordAllEvents();
    return finish();
}

/// Families of persons, each with a wait, and work of the host. After: a family is one graph with two branches.
int museum_families(int after, int iterations)
{
    const cudaStream_t stream = lab.streams[0];
    for (int person = 0; person < 40; ++person) {
        if (after)
            check(cudaGraphLaunch(familyGraph, stream));
        else
            familyWork(stream, iterations);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Pieces of an archive in turn on two streams with buffers of their own, issued at once: a piece in, a kernel that
/// packs it, four lists back; a wait for the device at the end. After: one copy back for all lists, which lie side by
/// side.
int museum_archive(int after, int iterations)
{
    constexpr std::size_t pieces = 24, bytes = 4 * mib, apart = 16 * mib, packedAt = 64 * mib, lists = 4;
    constexpr std::size_t listsBytes = 256 * kib, keptAt = 128 * mib;
    const std::size_t count = after ? 1 : lists, part = listsBytes / count;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t slot = piece % 2, here = slot * apart, packed = packedAt + here;
        const cudaStream_t stream = lab.streams[slot];
        copyTo(here, lab.in + piece * bytes, bytes, stream);
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(packed), iterations);
        for (std::size_t list = 0; list < count; ++list)
            copyBack(keptAt + piece * listsBytes + list * part, packed + list * part, part, stream);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Frames of a map of the weather: clouds and rain on a blocking stream each, with values in, a kernel that draws, and
/// the picture back; between them a kernel for the legend, which stays on the GPU; a wait for the device, and work of
/// the host. Before: the legend is drawn on the NULL stream. After: on a stream that does not block.
int museum_weather(int after, int draw, int legend)
{
    constexpr std::size_t frames = 40, bytes = 64 * kib, apart = 16 * mib, mapsAt = 64 * mib, legendAt = 96 * mib;
    constexpr int legendBlocks = 8;
    const cudaStream_t own = after ? lab.streams[0] : nullptr;
    const auto layer = [=](std::size_t frame, std::size_t number) {
        const std::size_t here = number * apart;
        const cudaStream_t stream = lab.blocking[number];
        copyTo(here, lab.in + here + frame * bytes, bytes, stream);
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(mapsAt + here), draw);
        copyOut(mapsAt + here, bytes, stream);
    };
    for (std::size_t frame = 0; frame < frames; ++frame) {
        layer(frame, 0);
        legend_pass<<<legendBlocks, blockThreads, 0, own>>>(at(legendAt), legend);
        layer(frame, 1);
        check(cudaDeviceSynchronize());
        workOnHost(15);
    }
    return finish();
}

/// Frames of a dome: a sky in; on six streams a kernel for each projector that bends it; when all are done, one kernel
/// for the seams, and the picture back; a wait, and work of the host. `seams` is half as long after the change.
int museum_dome(int bend, int seams)
{
    constexpr std::size_t frames = 30, projectors = 6, part = 22 * kib, domeAt = 64 * mib;
    constexpr std::size_t skyValues = part / sizeof(float);
    const cudaStream_t first = lab.streams[0];
    for (std::size_t frame = 0; frame < frames; ++frame) {
        copyTo(0, lab.in + frame * part, part, first);
        check(cudaEventRecord(lab.events[0], first));
        for (std::size_t projector = 0; projector < projectors; ++projector) {
            const cudaStream_t stream = lab.streams[projector];
            if (projector > 0)
                check(cudaStreamWaitEvent(stream, lab.events[0], 0));
            bend_pass<<<blocksFor(part), blockThreads, 0, stream>>>(at(0), skyValues, at(domeAt + projector * part),
                                                                    bend);
        }
        for (std::size_t projector = 1; projector < projectors; ++projector)
            order(lab.streams[projector], first, projector);
        launch(blend_pass, blocksFor(projectors * part), seams, first, domeAt);
        copyOut(domeAt, projectors * part, first);
        check(cudaStreamSynchronize(first));
        workOnHost(15);
    }
    return finish();
}

/// One of two threads, each for a reader who searches in an archive: a question in, a kernel that holds it against the
/// archive, the answer back to pageable memory, and work of the host. Before: the host waits for the stream, too.
/// After: it does not; it was held up by the copy back until all was done.
int museum_readers(int after, int thread, int iterations)
{
    constexpr std::size_t apart = 32 * mib, questionBytes = 4 * kib, answerAt = 16 * mib, answerBytes = 60 * kib;
    constexpr std::size_t questionValues = questionBytes / sizeof(float), keptAt = 128 * mib, pageableApart = 8 * mib;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const cudaStream_t stream = lab.streams[mine];
    char *const answer = lab.pageable + mine * pageableApart;
    meetOtherThread();
    for (std::size_t question = 0; question < 40; ++question) {
        copyTo(here, lab.in + here + question * questionBytes, questionBytes, stream);
        bend_pass<<<blocksFor(answerBytes), blockThreads, 0, stream>>>(at(here), questionValues, at(here + answerAt),
                                                                       iterations);
        check(cudaMemcpyAsync(answer, at(here + answerAt), answerBytes, cudaMemcpyDeviceToHost, stream));
        if (!after)
            check(cudaStreamSynchronize(stream));
        std::memcpy(lab.out + keptAt + here, answer, answerBytes);
        workOnHost(20);
    }
    return finish();
}

} // extern "C"
