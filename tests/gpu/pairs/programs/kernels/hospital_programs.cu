// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as hospitals, genomics labs, radiotherapy and drug discovery run them, under the rules of
// programs.cu.
#include "hospital.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t gatingFrame = nullptr; ///< of hospital_gating()

// Of hospital_gating(): lines of a scanner and the picture made of them, a breathing belt, and how the patient moved.
constexpr std::size_t linesBytes = 64 * kib, pictureAt = 16 * mib, beltAt = 32 * mib, beltBytes = 4 * kib;
constexpr std::size_t breathAt = 48 * mib, motionAt = 64 * mib, motionBytes = kib;

/// The largest of 16 neighbouring values: a projection of a volume, the events in a signal.
__global__ void largest_pass(const float4 *from, float *to, int iterations)
{
    const std::size_t i = self();
    float largest = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        const float4 four = from[4 * i + k];
        largest = fmaxf(fmaxf(largest, fmaxf(four.x, four.y)), fmaxf(four.z, four.w));
    }
    to[i] = worked(largest, 0.001F, iterations);
}

/// What the picture adds up to, and the breath of 256 places.
__global__ void motion_pass(const float *picture, int count, const float *breath, float *motion)
{
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += blockThreads)
        sum += picture[i];
    sum = blockSum(sum);
    const float moved = 0.5F * motion[threadIdx.x] + 0.5F * breath[threadIdx.x];
    motion[threadIdx.x] = threadIdx.x == 0 ? sum : moved;
}

__global__ void bonded_pass(const float *positions, float *forces, int iterations)
{
    const std::size_t i = self();
    forces[i] = worked(positions[i], 0.001F, iterations);
}

/// Forces of atoms that are near, beside those of the bonds.
__global__ void nonbonded_pass(const float *positions, float *forces, int iterations)
{
    take(forces, positions[self()], iterations);
}

/// Forces of atoms that are far away, on a grid of few points.
__global__ void reciprocal_pass(const float *positions, float *grid, int iterations)
{
    const std::size_t i = self();
    grid[i] = worked(positions[i], 0.001F, iterations);
}

/// Where the atoms are next. The grid has so many points, which come again and again.
__global__ void integrate_pass(const float *positions, const float *forces, const float *grid, std::size_t gridPoints,
                               float *next)
{
    const std::size_t i = self();
    next[i] = 0.8F * positions[i] + 0.1F * forces[i] + 0.1F * grid[i % gridPoints];
}

/// What goes through leaves of which there are 1,024.
__global__ void leaves_pass(const float *leaves, float *fluence, int iterations)
{
    take(fluence, leaves[self() % 1024], iterations);
}

/// The events that a capture has used are of no use to other programs until they are recorded again.
void recordAllEvents()
{
    for (const cudaEvent_t event : lab.events)
        check(cudaEventRecord(event, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
}

/// A frame of a scanner beside a beam: lines in, five kernels for the picture; on another stream what a belt measured
/// in, and two kernels for the breath; when both are done, one block says how the patient moved, and that goes back.
void gatingWork(cudaStream_t first, int picture, int breath)
{
    constexpr int blocks = 64, few = 4;
    const cudaStream_t second = lab.streams[1];
    order(first, second, 0);
    copyIn(0, linesBytes, first);
    derive_pass<<<blocks, blockThreads, 0, first>>>(at(0), at(pictureAt), picture);
    for (int kernel = 0; kernel < 4; ++kernel)
        launch(blend_pass, blocks, picture, first, pictureAt);
    copyIn(beltAt, beltBytes, second);
    over_pass<<<few, blockThreads, 0, second>>>(at(beltAt), at(breathAt), breath);
    launch(churn_pass, few, breath, second, breathAt);
    order(second, first, 1);
    motion_pass<<<1, blockThreads, 0, first>>>(at(pictureAt), blocks * blockThreads, at(breathAt), at(motionAt));
    copyOut(motionAt, motionBytes, first);
}

} // namespace

extern "C" {

/// Frames of an ultrasound scanner: a picture on one stream and the flow of blood on another, each with a copy in, a
/// kernel and a copy back; the host draws the frame before meanwhile. Behind each third frame a library for the
/// electrocardiogram uses the NULL stream. Before: the streams and the NULL stream wait for each other. After: they do
/// not.
int hospital_ultrasound(int after, int beam, int flow, int heart)
{
    constexpr std::size_t frames = 36, apart = 8 * mib, flowAt = 64 * mib, shownAt = 128 * mib, vesselsAt = 144 * mib;
    constexpr std::size_t heartAt = 160 * mib, traceAt = 161 * mib, bytes = mib, flowBytes = 256 * kib;
    constexpr std::size_t shownBytes = 132 * kib, vesselsBytes = 64 * kib, heartBytes = 4 * kib;
    const cudaStream_t picture = after ? lab.streams[0] : lab.blocking[0];
    const cudaStream_t vessels = after ? lab.streams[1] : lab.blocking[1];
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const std::size_t slot = frame % 2, other = 1 - slot;
        copyTo(slot * apart, lab.in + frame % 4 * apart, bytes, picture);
        over_pass<<<blocksFor(shownBytes), blockThreads, 0, picture>>>(at(slot * apart), at(shownAt), beam);
        copyBack(shownAt + slot * mib, shownAt, shownBytes, picture);
        check(cudaEventRecord(lab.events[slot], picture));
        copyTo(flowAt + slot * apart, lab.in + flowAt + frame % 4 * apart, flowBytes, vessels);
        over_pass<<<blocksFor(vesselsBytes), blockThreads, 0, vessels>>>(at(flowAt + slot * apart), at(vesselsAt),
                                                                         flow);
        copyBack(vesselsAt + slot * mib, vesselsAt, vesselsBytes, vessels);
        check(cudaEventRecord(lab.events[2 + slot], vessels));
        if (frame % 3 == 2) {
            copyIn(heartAt, heartBytes, nullptr);
            over_pass<<<blocksFor(heartBytes), blockThreads>>>(at(heartAt), at(traceAt), heart);
            copyOut(traceAt, heartBytes, nullptr);
        }
        if (frame > 0) {
            check(cudaEventSynchronize(lab.events[other]));
            check(cudaEventSynchronize(lab.events[2 + other]));
            workOnHost(20);
        }
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// One of two threads that align reads to a genome, with two streams in turn and buffers for each: the host packs
/// reads, and issues a copy in, a kernel that aligns, one of few blocks that goes back along the path, and a copy back;
/// when they are there, it keeps the paths. Before: it waits at once. After: when it uses the stream again.
int hospital_reads(int after, int thread, int align, int path)
{
    constexpr std::size_t batches = 24, count = 2, apart = 32 * mib, scoresAt = 8 * mib, pathsAt = 16 * mib;
    constexpr std::size_t bytes = 264 * kib, scoresBytes = bytes / 4, pathsBytes = 8 * kib, keptAt = 64 * mib;
    const std::size_t own = static_cast<std::size_t>(thread) * 96 * mib;
    const auto streamOf = [=](std::size_t slot) {
        return lab.streams[static_cast<std::size_t>(thread) * count + slot];
    };
    const auto keep = [=](std::size_t batch) {
        const std::size_t slot = batch % count;
        check(cudaStreamSynchronize(streamOf(slot)));
        std::memcpy(lab.out + own + keptAt + batch * pathsBytes, lab.out + own + slot * apart + pathsAt, pathsBytes);
    };
    meetOtherThread();
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t slot = batch % count, here = own + slot * apart;
        const cudaStream_t stream = streamOf(slot);
        if (after && batch >= count)
            keep(batch - count);
        std::memcpy(lab.in + here, lab.pageable + (batches * static_cast<std::size_t>(thread) + batch) * bytes, bytes);
        workOnHost(40);
        copyIn(here, bytes, stream);
        fold_pass<<<blocksFor(scoresBytes), blockThreads, 0, stream>>>(foursAt(here), at(here + scoresAt), align);
        over_pass<<<blocksFor(pathsBytes), blockThreads, 0, stream>>>(at(here + scoresAt), at(here + pathsAt), path);
        copyOut(here + pathsAt, pathsBytes, stream);
        if (!after)
            keep(batch);
    }
    for (std::size_t batch = batches - count; after && batch < batches; ++batch)
        keep(batch);
    return finish();
}

/// Monitors of 24 beds, each of which has a buffer of its own: what they measured in, a kernel that looks for alarms,
/// these back, a wait, and work of the host. Before: a copy for each bed. After: the host puts them side by side first,
/// and issues one copy.
int hospital_beds(int after, int iterations)
{
    constexpr std::size_t seconds = 40, beds = 24, apart = 4 * mib, bytes = 8 * kib, togetherAt = 128 * mib;
    constexpr std::size_t alarmsAt = 16 * mib, alarmsBytes = beds * bytes / 4;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t second = 0; second < seconds; ++second) {
        for (std::size_t bed = 0; bed < beds; ++bed) {
            const char *const measured = lab.in + bed * apart + second * bytes;
            if (after)
                std::memcpy(lab.in + togetherAt + bed * bytes, measured, bytes);
            else
                copyTo(bed * bytes, measured, bytes, stream);
        }
        if (after)
            copyTo(0, lab.in + togetherAt, beds * bytes, stream);
        fold_pass<<<blocksFor(alarmsBytes), blockThreads, 0, stream>>>(foursAt(0), at(alarmsAt), iterations);
        copyOut(alarmsAt, alarmsBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    return finish();
}

/// Captures the graph that hospital_gating() launches after the change.
int hospital_gating_prepare(int picture, int breath)
{
    capture([=](cudaStream_t stream) { gatingWork(stream, picture, breath); }, gatingFrame);
    recordAllEvents();
    return finish();
}

/// Frames of a scanner that says when the beam is on: the work of a frame on two streams, a wait, and work of the host.
/// After: a frame is one graph with two branches.
int hospital_gating(int after, int picture, int breath)
{
    const cudaStream_t stream = lab.streams[0];
    for (int frame = 0; frame < 50; ++frame) {
        if (after)
            check(cudaGraphLaunch(gatingFrame, stream));
        else
            gatingWork(stream, picture, breath);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Batches of reads whose short words are counted: memory for the words and for the sorted ones from the pool, more or
/// less of it from batch to batch, reads in, three kernels, counts back, the memory is given back, a wait, and work of
/// the host. What the program does is always the same; it says first whether the pool keeps its memory at a wait, and
/// that is the change.
int hospital_words(int keep, int find, int count)
{
    constexpr std::size_t batches = 20, apart = 16 * mib, bytes = 4 * mib, countsAt = 128 * mib, countsBytes = 64 * kib;
    const cudaStream_t stream = lab.streams[0];
    poolKeepsMemory(keep != 0);
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t scratch = (16 + batch % 3 * 8) * mib;
        void *words = nullptr, *sorted = nullptr;
        check(cudaMallocAsync(&words, scratch, stream));
        check(cudaMallocAsync(&sorted, scratch, stream));
        if (!words || !sorted)
            return finish();
        copyTo(0, lab.in + batch % 8 * apart, bytes, stream);
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), static_cast<float *>(words), find);
        check(cudaMemsetAsync(sorted, 0, scratch, stream));
        add_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(static_cast<const float *>(words),
                                                                static_cast<float *>(sorted), count);
        over_pass<<<blocksFor(countsBytes), blockThreads, 0, stream>>>(static_cast<const float *>(sorted), at(countsAt),
                                                                       count);
        copyBack(batch * countsBytes, countsAt, countsBytes, stream);
        check(cudaFreeAsync(words, stream));
        check(cudaFreeAsync(sorted, stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    return finish();
}

/// Steps of molecular dynamics with positions in two places in turn: forces of bonds, of atoms that are near, and of
/// those far away, which the next step uses; new positions, a sample of the forces back, a wait for the device, and
/// work of the host. Before: on one stream. After: the forces of atoms far away have a stream of their own, and need no
/// order but the wait.
int hospital_docking(int after, int bonded, int nonbonded, int reciprocal)
{
    constexpr std::size_t steps = 40; // an even number: the next run goes on in the right place
    constexpr std::size_t positionsAt = 0, apart = 8 * mib, forcesAt = 32 * mib, gridAt = 64 * mib;
    constexpr int atoms = 120, gridBlocks = 40;
    const cudaStream_t stream = lab.streams[0], far = after ? lab.streams[1] : stream;
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t now = step % 2, next = 1 - now;
        const float *const positions = at(positionsAt + now * apart);
        bonded_pass<<<atoms, blockThreads, 0, stream>>>(positions, at(forcesAt), bonded);
        nonbonded_pass<<<atoms, blockThreads, 0, stream>>>(positions, at(forcesAt), nonbonded);
        reciprocal_pass<<<gridBlocks, blockThreads, 0, far>>>(positions, at(gridAt + now * apart), reciprocal);
        integrate_pass<<<atoms, blockThreads, 0, stream>>>(positions, at(forcesAt), at(gridAt + next * apart),
                                                           gridBlocks * blockThreads, at(positionsAt + next * apart));
        copyBack(forcesAt, forcesAt, 4 * kib, stream);
        check(cudaDeviceSynchronize());
        workOnHost(10);
    }
    return finish();
}

/// Frames of an endoscope: a kernel of few blocks for the recorder, for which nobody waits; on another stream the frame
/// in, two kernels of few blocks that look for polyps, what they found back, a wait, and work of the host. After: that
/// stream is urgent; there is room for both.
int hospital_endoscope(int after, int film, int find)
{
    constexpr std::size_t frames = 30, bytes = 192 * kib, foundAt = 32 * mib, foundBytes = bytes / 4;
    constexpr std::size_t filmAt = 64 * mib;
    const cudaStream_t recorder = lab.streams[0], stream = after ? lab.urgent : lab.streams[1];
    for (std::size_t frame = 0; frame < frames; ++frame) {
        launch(recorder_pass, 64, film, recorder, filmAt);
        copyTo(0, lab.in + frame % 4 * mib, bytes, stream);
        fold_pass<<<blocksFor(foundBytes), blockThreads, 0, stream>>>(foursAt(0), at(foundAt), find);
        launch(critical_pass, blocksFor(foundBytes), find, stream, foundAt);
        copyOut(foundAt, foundBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    check(cudaStreamSynchronize(recorder));
    return finish();
}

/// Captures the graph that both programs of hospital_control_points() launch.
int hospital_control_points_prepare(int iterations)
{
    capture(
        [=](cudaStream_t stream) {
            leaves_pass<<<doseBlocks, blockThreads, 0, stream>>>(at(0), at(fluenceAt), iterations);
            for (int kernel = 0; kernel < 4; ++kernel)
                launch(churn_pass, doseBlocks, iterations, stream, fluenceAt);
            over_pass<<<doseBlocks, blockThreads, 0, stream>>>(at(fluenceAt), at(doseAt), iterations);
        },
        controlPoint);
    return finish();
}

/// Control points of a radiation that is computed again from its log: the host makes the leaves in pinned memory of the
/// point's own, and issues a copy in, a graph of six kernels, a function of the host that writes them down, and an
/// event; behind each twelfth point the dose back, a wait for the stream, and work of the host. Before: the host waits
/// for each event. After: it does not.
int hospital_control_points(int after)
{
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t point = 0; point < points; ++point) {
        char *const leaves = lab.in + point * leavesBytes;
        std::memcpy(leaves, lab.pageable + point * leavesBytes, leavesBytes);
        workOnHost(12);
        copyTo(0, leaves, leavesBytes, stream);
        check(cudaGraphLaunch(controlPoint, stream));
        check(cudaLaunchHostFunc(stream, writeDown, &pointNumbers[point]));
        check(cudaEventRecord(lab.events[0], stream));
        if (!after)
            check(cudaEventSynchronize(lab.events[0]));
        if (point % 12 == 11) {
            copyOut(doseAt, doseBlocks * kib, stream);
            check(cudaStreamSynchronize(stream));
            workOnHost(20);
        }
    }
    return finish();
}

/// Studies of four series, each on a stream of its own: slices in, a kernel, a smaller picture back; behind a study a
/// wait for the device, and work of the host. Before: series after series. After: all copies in, then all kernels, then
/// all copies back.
int hospital_studies(int after, int iterations)
{
    constexpr std::size_t studies = 10, series = 4, apart = 16 * mib, smallAt = 8 * mib, bytes = 4 * mib;
    constexpr std::size_t smallBytes = bytes / 4;
    for (std::size_t study = 0; study < studies; ++study) {
        const auto issue = [=](std::size_t one, int stage) {
            const std::size_t here = one * apart;
            const cudaStream_t stream = lab.streams[one];
            if (stage == 0)
                copyTo(here, lab.in + here + study % 2 * bytes, bytes, stream);
            else if (stage == 1)
                fold_pass<<<blocksFor(smallBytes), blockThreads, 0, stream>>>(foursAt(here), at(here + smallAt),
                                                                              iterations);
            else
                copyOut(here + smallAt, smallBytes, stream);
        };
        for (int stage = 0; after && stage < 3; ++stage) {
            for (std::size_t one = 0; one < series; ++one)
                issue(one, stage);
        }
        for (std::size_t one = 0; !after && one < series; ++one) {
            for (int stage = 0; stage < 3; ++stage)
                issue(one, stage);
        }
        check(cudaDeviceSynchronize());
        workOnHost(20);
    }
    return finish();
}

/// Signals of a sequencer in pieces, in turn on two streams: a piece in, a kernel that looks for events, these back;
/// behind a batch a wait for the device, and work of the host. After: fewer pieces.
int hospital_signals(int pieces, int iterations)
{
    constexpr std::size_t batches = 10, bytes = 8 * mib, eventsAt = 128 * mib, eventsBytes = bytes / 16;
    const std::size_t part = bytes / static_cast<std::size_t>(pieces), found = part / 16;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t target = eventsAt + batch * eventsBytes;
        for (std::size_t piece = 0; piece < static_cast<std::size_t>(pieces); ++piece) {
            const cudaStream_t stream = lab.streams[piece % 2];
            copyTo(piece * part, lab.in + batch * bytes + piece * part, part, stream);
            largest_pass<<<blocksFor(found), blockThreads, 0, stream>>>(foursAt(piece * part),
                                                                        at(target + piece * found), iterations);
            copyOut(target + piece * found, found, stream);
        }
        check(cudaDeviceSynchronize());
        workOnHost(30);
    }
    return finish();
}

/// Volumes of a scanner in turn on two streams with buffers of their own, issued at once: a volume in, a kernel for its
/// projection, this back; a wait at the end. After: a volume is cut into chunks, in turn on its stream and a new one.
int hospital_projections(int chunks, int iterations)
{
    constexpr std::size_t volumes = 24, count = 2, bytes = 8 * mib, apart = 16 * mib, projectionsAt = 64 * mib;
    const std::size_t part = bytes / static_cast<std::size_t>(chunks), small = part / 16;
    for (std::size_t volume = 0; volume < volumes; ++volume) {
        const std::size_t slot = volume % count;
        for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(chunks); ++chunk) {
            const cudaStream_t stream = lab.streams[slot + chunk % 2 * count];
            const std::size_t here = slot * apart + chunk * part;
            const std::size_t projection = projectionsAt + slot * apart + chunk * small;
            copyTo(here, lab.in + volume * bytes + chunk * part, part, stream);
            largest_pass<<<blocksFor(small), blockThreads, 0, stream>>>(foursAt(here), at(projection), iterations);
            copyBack(volume * bytes / 16 + chunk * small, projection, small, stream);
        }
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Batches of histories of particles with two tallies in turn: on a stream of its own, behind the event of the batch
/// that used it last, a tally is set to zero; behind its event a kernel, which writes all of it, and the tally back;
/// the host works on the batch before meanwhile. After: the tallies are not set to zero; the events stay.
int hospital_tallies(int after, int iterations)
{
    constexpr std::size_t batches = 30, apart = 16 * mib, bytes = 528 * kib, talliesAt = 64 * mib, used = 2;
    const cudaStream_t stream = lab.streams[0], clearing = lab.streams[1];
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t slot = batch % 2, tally = talliesAt + slot * apart;
        if (batch >= 2)
            check(cudaStreamWaitEvent(clearing, lab.events[used + slot], 0));
        if (!after)
            check(cudaMemsetAsync(at(tally), 0, bytes, clearing));
        order(clearing, stream, slot);
        history_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(batch * 4 * kib), at(tally), iterations);
        copyOut(tally, bytes, stream);
        check(cudaEventRecord(lab.events[used + slot], stream));
        if (batch > 0) {
            check(cudaEventSynchronize(lab.events[used + 1 - slot]));
            workOnHost(30);
        }
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

} // extern "C"
