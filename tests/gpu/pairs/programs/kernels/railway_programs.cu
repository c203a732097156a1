// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as railways run them, under the rules of programs.cu.
#include "passes.cuh"

using namespace pairs;

namespace {

// Of railway_energy(): what is measured on a line, what trains take, what the wires lose, how warm they are, and the
// load of the whole line.
constexpr std::size_t energyBytes = 264 * kib, trainsAt = 16 * mib, lossAt = 32 * mib, warmthAt = 48 * mib;
constexpr std::size_t loadAt = 64 * mib;
cudaGraphExec_t energyGraph = nullptr;

/// Counts wagons, by where each of them was in this turn.
__global__ void count_pass(const float *wagons, float *counts, std::size_t turn, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    take(counts, wagons[(self() + 37 * turn) % count], iterations);
}

/// Two sums of a section of a line become what its signals show.
__global__ void section_pass(const float *axles, const float *speeds, float *shown, int iterations)
{
    const std::size_t i = self();
    take(shown, 0.75F * axles[i] + 0.25F * speeds[i], iterations);
}

/// How late trains will be at their last station.
__global__ void forecast_pass(const float *late, float *later, int iterations)
{
    take(later, late[self()], iterations);
}

/// What is planned and what is to come give who goes first.
__global__ void decide_pass(const float *plan, const float *later, float *first, int iterations)
{
    const std::size_t i = self();
    take(first, 0.5F * (plan[i] + later[i]), iterations);
}

/// Passengers of all stations, by what they meant to do in this step.
__global__ void crowd_pass(const float *plans, float *people, std::size_t step, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    take(people, plans[(self() + 1021 * step) % count], iterations);
}

/// Whether a route through switches is free.
__global__ void interlock_pass(const float *asked, float *granted, int iterations)
{
    take(granted, asked[self()], iterations);
}

/// What trains take, what the wires lose and how warm they are give the load of a line.
__global__ void load_pass(const float *trains, const float *loss, const float *warmth, float *load, int iterations)
{
    const std::size_t i = self();
    take(load, 0.5F * trains[i] + 0.25F * (loss[i] + warmth[i]), iterations);
}

/// How worn a wire is: each thread looks at `parts` values, which lie as far apart as there are threads.
__global__ void wire_pass(const float *picture, int parts, float *worn, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    float sum = 0;
    for (int part = 0; part < parts; ++part)
        sum += picture[static_cast<std::size_t>(part) * count + self()];
    take(worn, sum / static_cast<float>(parts), iterations);
}

/// What is measured in; three branches beside each other, and behind all of them the load, which goes back.
void energyWork(cudaStream_t first, int train, int wire, int warm, int load)
{
    const cudaStream_t second = lab.streams[1], third = lab.streams[2];
    const int blocks = blocksFor(energyBytes);
    copyIn(0, energyBytes, first);
    order(first, second, 0);
    order(first, third, 1);
    over_pass<<<blocks, blockThreads, 0, first>>>(at(0), at(trainsAt), train);
    over_pass<<<blocks, blockThreads, 0, second>>>(at(0), at(lossAt), wire);
    over_pass<<<blocks, blockThreads, 0, third>>>(at(0), at(warmthAt), warm);
    order(second, first, 2);
    order(third, first, 3);
    load_pass<<<blocks, blockThreads, 0, first>>>(at(trainsAt), at(lossAt), at(warmthAt), at(loadAt), load);
    copyOut(loadAt, energyBytes, first);
}

} // namespace

extern "C" {

/// Turns of six platforms with a stream each: the host writes down who has come and copies it in, a kernel works out
/// what the boards show, and that goes back; behind a turn a wait for the device. Before: stage by stage. After:
/// platform by platform.
int railway_platforms(int after, int iterations)
{
    constexpr std::size_t turns = 16, platforms = 6, bytes = 264 * kib, apart = 16 * mib, shownAt = 8 * mib;
    constexpr int stages = 3;
    const auto issue = [=](std::size_t turn, std::size_t platform, int stage) {
        const std::size_t here = platform * apart;
        const cudaStream_t stream = lab.streams[platform];
        if (stage == 0) {
            workOnHost(8);
            copyTo(here, lab.in + here + turn * bytes, bytes, stream);
        } else if (stage == 1)
            over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(here + shownAt), iterations);
        else
            copyBack(here + turn * bytes, here + shownAt, bytes, stream);
    };
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (int stage = 0; !after && stage < stages; ++stage) {
            for (std::size_t platform = 0; platform < platforms; ++platform)
                issue(turn, platform, stage);
        }
        for (std::size_t platform = 0; after && platform < platforms; ++platform) {
            for (int stage = 0; stage < stages; ++stage)
                issue(turn, platform, stage);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Turns of a yard in which wagons are put together: first the NULL stream has a kernel of an older library that counts
/// wagons, for which nobody waits; then three tracks with a stream each, what is known of wagons in, a kernel that says
/// where each of them goes, and that back; a wait for each of the three streams, and work of the host. At the end the
/// counts go back. Before: the streams and the NULL stream wait for each other. After: they do not.
int railway_yard(int after, int sort, int count)
{
    constexpr std::size_t turns = 30, tracks = 3, bytes = 44 * kib, apart = 8 * mib, sortedAt = 64 * mib;
    constexpr std::size_t wagonsAt = 128 * mib, countsAt = 160 * mib, keptAt = 64 * mib;
    constexpr int countBlocks = 4;
    const auto streamOf = [=](std::size_t track) { return after ? lab.streams[track] : lab.blocking[track]; };
    for (std::size_t turn = 0; turn < turns; ++turn) {
        count_pass<<<countBlocks, blockThreads>>>(at(wagonsAt), at(countsAt), turn, count);
        for (std::size_t track = 0; track < tracks; ++track) {
            const std::size_t here = track * apart;
            const cudaStream_t stream = streamOf(track);
            copyTo(here, lab.in + here + turn * bytes, bytes, stream);
            over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(sortedAt + here), sort);
            copyBack(keptAt + here + turn * bytes, sortedAt + here, bytes, stream);
        }
        for (std::size_t track = 0; track < tracks; ++track)
            check(cudaStreamSynchronize(streamOf(track)));
        workOnHost(10);
    }
    copyBack(0, countsAt, countBlocks * kib, nullptr);
    check(cudaDeviceSynchronize());
    return finish();
}

/// Runs of a train that measures tracks, in chunks in turn on three streams: a copy in, a kernel that says how far the
/// rails are from where they should be, a copy back; behind a run a wait for the device, and work of the host.
int railway_tracks(int chunks, int iterations)
{
    constexpr std::size_t runs = 12, runBytes = 36 * 132 * kib, runsApart = 6 * mib, foundAt = 16 * mib;
    const std::size_t count = static_cast<std::size_t>(chunks), bytes = runBytes / count;
    for (std::size_t run = 0; run < runs; ++run) {
        for (std::size_t chunk = 0; chunk < count; ++chunk) {
            const std::size_t here = chunk * bytes, there = run * runsApart + here;
            const cudaStream_t stream = lab.streams[chunk % 3];
            copyTo(here, lab.in + there, bytes, stream);
            over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(foundAt + here), iterations);
            copyBack(there, foundAt + here, bytes, stream);
        }
        check(cudaDeviceSynchronize());
        workOnHost(20);
    }
    return finish();
}

/// Sections of a line in turn on three streams with buffers of their own: work of the host that reads what came by
/// radio, axles and speeds in, two kernels, what signals show back. Before: the host waits for the stream right behind
/// that. After: it waits before it uses the stream again.
int railway_signals(int after, int speed, int show)
{
    constexpr std::size_t sections = 48, ring = 3, bytes = 66 * kib, apart = 16 * mib, speedsAt = 4 * mib;
    constexpr std::size_t smoothAt = 8 * mib, shownAt = 12 * mib, speedsIn = 64 * mib, keptAt = 128 * mib;
    for (std::size_t section = 0; section < sections; ++section) {
        const std::size_t here = section % ring * apart;
        const cudaStream_t stream = lab.streams[section % ring];
        if (after && section >= ring)
            check(cudaStreamSynchronize(stream));
        workOnHost(20);
        copyTo(here, lab.in + section * bytes, bytes, stream);
        copyTo(here + speedsAt, lab.in + speedsIn + section * bytes, bytes, stream);
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here + speedsAt), at(here + smoothAt), speed);
        section_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(here + smoothAt), at(here + shownAt),
                                                                    show);
        copyBack(keptAt + section * bytes, here + shownAt, bytes, stream);
        if (!after)
            check(cudaStreamSynchronize(stream));
    }
    for (std::size_t slot = 0; after && slot < ring; ++slot)
        check(cudaStreamSynchronize(lab.streams[slot]));
    return finish();
}

/// Turns in which trains are put in order: how late they are in; on one branch three kernels for a plan, on another one
/// a kernel that forecasts, on a third one a copy back of what was planned before, for the archive; behind all of them
/// a kernel that decides, its answer back, a wait, and work of the host.
int railway_dispatch(int plan, int forecast)
{
    constexpr std::size_t turns = 30, bytes = 44 * kib, archiveBytes = 2 * mib, planAt = 16 * mib, apart = 4 * mib;
    constexpr std::size_t laterAt = 32 * mib, firstAt = 48 * mib, archiveAt = 64 * mib, keptAt = 128 * mib;
    constexpr int steps = 3;
    const cudaStream_t first = lab.streams[0], second = lab.streams[1], third = lab.streams[2];
    const int blocks = blocksFor(bytes);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, first);
        order(first, second, 0);
        order(first, third, 1);
        std::size_t from = 0;
        for (int step = 0; step < steps; ++step) {
            const std::size_t to = planAt + static_cast<std::size_t>(step) * apart;
            derive_pass<<<blocks, blockThreads, 0, first>>>(at(from), at(to), plan);
            from = to;
        }
        forecast_pass<<<blocks, blockThreads, 0, second>>>(at(0), at(laterAt), forecast);
        copyOut(archiveAt, archiveBytes, third);
        order(second, first, 2);
        order(third, first, 3);
        decide_pass<<<blocks, blockThreads, 0, first>>>(at(from), at(laterAt), at(firstAt), plan);
        copyBack(keptAt + turn * bytes, firstAt, bytes, first);
        check(cudaStreamSynchronize(first));
        workOnHost(15);
    }
    return finish();
}

/// Passengers of all stations, kernels of many more blocks than the GPU has room for, issued at once on a stream of
/// their own; beside it routes that are asked for on another one: a copy in, two kernels of few blocks, answers back, a
/// wait for that stream, and work of the host; a wait for the device at the end. After: that stream has the highest
/// priority.
int railway_interlocking(int after, int crowd, int route)
{
    constexpr std::size_t steps = 20, turns = 60, bytes = 32 * kib, peopleAt = 16 * mib, askedAt = 64 * mib;
    constexpr std::size_t freeAt = 80 * mib, grantedAt = 96 * mib, keptAt = 128 * mib;
    constexpr int crowdBlocks = 10560;
    const cudaStream_t slow = lab.streams[0], routes = after ? lab.urgent : lab.streams[1];
    const int blocks = blocksFor(bytes);
    for (std::size_t step = 0; step < steps; ++step)
        crowd_pass<<<crowdBlocks, blockThreads, 0, slow>>>(at(0), at(peopleAt), step, crowd);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(askedAt, lab.in + turn * bytes, bytes, routes);
        interlock_pass<<<blocks, blockThreads, 0, routes>>>(at(askedAt), at(freeAt), route);
        interlock_pass<<<blocks, blockThreads, 0, routes>>>(at(freeAt), at(grantedAt), route);
        copyBack(keptAt + turn * bytes, grantedAt, bytes, routes);
        check(cudaStreamSynchronize(routes));
        workOnHost(20);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Captures the graph that railway_energy() launches after the change.
int railway_energy_prepare(int train, int wire, int warm, int load)
{
    capture([=](cudaStream_t stream) { energyWork(stream, train, wire, warm, load); }, energyGraph);
    // The events that the capture has used are of no use to other programs until they are recorded again.
    for (const cudaEvent_t event : lab.events)
        check(cudaEventRecord(event, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// Turns of what a line takes of electricity, issued at once, with three branches that meet in each; a wait at the end.
/// Before: three streams with events. After: a graph for each turn.
int railway_energy(int after, int train, int wire, int warm, int load)
{
    const cudaStream_t stream = lab.streams[0];
    for (int turn = 0; turn < 24; ++turn) {
        if (after)
            check(cudaGraphLaunch(energyGraph, stream));
        else
            energyWork(stream, train, wire, warm, load);
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Pictures of the wire above a track, with two buffers in turn: the host waits until the picture before the last one
/// is done, and unpacks the next one; a copy in, a kernel that says how worn the wire is, that back, and an event.
/// After: the copy in is on a stream of its own. Its buffer is free: the host waited for the kernel that used it.
int railway_wires(int after, int iterations)
{
    constexpr std::size_t pictures = 40, wornBytes = 264 * kib, apart = 8 * mib, wornAt = 32 * mib, keptAt = 64 * mib;
    constexpr std::size_t held = 8, heldApart = 2 * mib;
    constexpr int parts = 4;
    constexpr std::size_t bytes = parts * wornBytes;
    const cudaStream_t stream = lab.streams[0], copies = after ? lab.streams[1] : stream;
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t slot = picture % 2, here = slot * apart;
        if (picture >= 2)
            check(cudaEventSynchronize(lab.events[slot]));
        workOnHost(150);
        copyTo(here, lab.in + picture % held * heldApart, bytes, copies);
        if (after)
            order(copies, stream, 2 + slot);
        wire_pass<<<blocksFor(wornBytes), blockThreads, 0, stream>>>(at(here), parts, at(wornAt + here), iterations);
        copyBack(keptAt + picture * wornBytes, wornAt + here, wornBytes, stream);
        check(cudaEventRecord(lab.events[slot], stream));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

} // extern "C"
