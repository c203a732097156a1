// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as airports, airlines and air traffic control run them, under the rules of programs.cu.
#include "passes.cuh"

using namespace pairs;

namespace {

// Of airport_wakes(): what is measured of the wind, the wakes behind aircraft, the wind to come, and how far apart
// aircraft have to stay.
constexpr std::size_t wakeBytes = 66 * kib, wakesAt = 16 * mib, windAt = 32 * mib, spacingAt = 64 * mib;
constexpr std::size_t windApart = 4 * mib;
constexpr int windSteps = 3;
std::array<cudaGraphExec_t, 2> wakeGraphs{}; ///< before and after: both programs of a pair exist at once

std::atomic<int> stepsShown{0};

/// Passengers walk on, by how wide the ways are around where each of them is in this step.
__global__ void walk_pass(const float *ways, float *people, std::size_t step, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    take(people, ways[(7 * self() + 31 * step) % count], iterations);
}

/// The wakes behind aircraft.
__global__ void wake_pass(const float *wind, float *wakes, int iterations)
{
    take(wakes, wind[self()], iterations);
}

/// Wakes and wind give how far apart aircraft have to stay.
__global__ void spacing_pass(const float *wakes, const float *wind, float *spacing, int iterations)
{
    const std::size_t i = self();
    take(spacing, 0.5F * (wakes[i] + wind[i]), iterations);
}

/// How long departures take: each thread looks at `parts` values, which lie as far apart as there are threads.
__global__ void departure_pass(const float *plans, int parts, float *times, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    float sum = 0;
    for (int part = 0; part < parts; ++part)
        sum += plans[static_cast<std::size_t>(part) * count + self()];
    take(times, sum / static_cast<float>(parts), iterations);
}

/// Two aircraft that may come too near.
__global__ void alert_pass(const float *plots, float *alerts, int iterations)
{
    take(alerts, plots[self()], iterations);
}

/// Stands for a program's own function that shows how far a simulation is.
void CUDART_CB showProgress(void * /*nothing*/)
{
    ++stepsShown;
    workOnHost(3);
}

/// What is measured of the wind in; wakes on one branch, the wind to come on another one; the distances behind both,
/// and back.
void wakeWork(cudaStream_t first, int wake, int wind)
{
    const cudaStream_t second = lab.streams[1];
    const int blocks = blocksFor(wakeBytes);
    copyIn(0, wakeBytes, first);
    order(first, second, 0);
    wake_pass<<<blocks, blockThreads, 0, first>>>(at(0), at(wakesAt), wake);
    std::size_t from = 0;
    for (int step = 0; step < windSteps; ++step) {
        const std::size_t to = windAt + static_cast<std::size_t>(step) * windApart;
        derive_pass<<<blocks, blockThreads, 0, second>>>(at(from), at(to), wind);
        from = to;
    }
    order(second, first, 1);
    spacing_pass<<<blocks, blockThreads, 0, first>>>(at(wakesAt), at(from), at(spacingAt), wind);
    copyOut(spacingAt, wakeBytes, first);
}

} // namespace

extern "C" {

/// Pictures of two cameras over the apron, with a stream and buffers each, issued at once: a 2D copy in of rows that
/// lie farther apart on the host, a kernel that looks for vehicles, a map back; a wait for the device at the end.
/// Before: the pictures lie in pageable memory. After: in pinned memory.
int airport_apron(int after, int iterations)
{
    constexpr std::size_t pictures = 24, rows = 1080, width = 1920, pitch = 2048, bytes = rows * width;
    constexpr std::size_t heldApart = 4 * mib, held = 4, apart = 16 * mib, foundAt = 64 * mib, mapBytes = 64 * kib;
    constexpr std::size_t mapsAt = 128 * mib;
    static_assert(bytes % (blockThreads * sizeof(float)) == 0, "a thread for each value");
    const char *const filmed = after ? lab.in : lab.pageable;
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t here = picture % 2 * apart;
        const cudaStream_t stream = lab.streams[picture % 2];
        check(cudaMemcpy2DAsync(at(here), width, filmed + picture % held * heldApart, pitch, width, rows,
                                cudaMemcpyHostToDevice, stream));
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(foundAt + here), iterations);
        copyBack(mapsAt + picture * mapBytes, foundAt + here, mapBytes, stream);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Steps of passengers who walk through a terminal, issued at once on one stream; behind each twentieth one a picture
/// of them goes back; a wait at the end. Before: behind each step a function of the host shows how far all is. After:
/// nobody shows it.
int airport_progress(int after, int iterations)
{
    constexpr std::size_t steps = 80, between = 20, peopleAt = 16 * mib, picturesAt = 64 * mib, bytes = 264 * kib;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t step = 0; step < steps; ++step) {
        walk_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), at(peopleAt), step, iterations);
        if (!after)
            check(cudaLaunchHostFunc(stream, showProgress, nullptr));
        if ((step + 1) % between == 0)
            copyBack(picturesAt + step / between * bytes, peopleAt, bytes, stream);
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Captures the graph that airport_wakes() launches, before or after the change.
int airport_wakes_prepare(int after, int wake, int wind)
{
    capture([=](cudaStream_t stream) { wakeWork(stream, wake, wind); }, wakeGraphs[after ? 1 : 0]);
    // The events that the capture has used are of no use to other programs until they are recorded again.
    for (const cudaEvent_t event : lab.events)
        check(cudaEventRecord(event, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// Aircraft that land one behind the other, each with a graph of two branches, a wait, and work of the host. The graph
/// after the change has wakes that take half as long.
int airport_wakes(int after)
{
    const cudaStream_t stream = lab.streams[0];
    for (int aircraft = 0; aircraft < 40; ++aircraft) {
        check(cudaGraphLaunch(wakeGraphs[after ? 1 : 0], stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Turns of three belts for bags with a stream each: counts are set to zero, a picture in, a kernel that looks at bags,
/// one that sorts them, the result back to pageable memory, for which the host has to wait; behind a turn a wait for
/// the device, and work of the host. Before: stage by stage. After: belt by belt.
int airport_belts(int after, int look, int sort)
{
    constexpr std::size_t turns = 20, belts = 3, bytes = 40 * kib, sortedBytes = 10 * kib, apart = 16 * mib;
    constexpr std::size_t countsAt = 4 * mib, sortedAt = 8 * mib, pageableApart = 4 * mib, keptAt = 128 * mib;
    constexpr int stages = 4;
    const auto issue = [=](std::size_t turn, std::size_t belt, int stage) {
        const std::size_t here = belt * apart;
        const cudaStream_t stream = lab.streams[belt];
        if (stage == 0) {
            check(cudaMemsetAsync(at(here + countsAt), 0, bytes, stream));
            copyTo(here, lab.in + here + turn * bytes, bytes, stream);
        } else if (stage == 1)
            add_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(here + countsAt), look);
        else if (stage == 2)
            derive_pass<<<blocksFor(sortedBytes), blockThreads, 0, stream>>>(at(here + countsAt), at(here + sortedAt),
                                                                             sort);
        else
            check(cudaMemcpyAsync(lab.pageable + belt * pageableApart, at(here + sortedAt), sortedBytes,
                                  cudaMemcpyDeviceToHost, stream));
    };
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (int stage = 0; !after && stage < stages; ++stage) {
            for (std::size_t belt = 0; belt < belts; ++belt)
                issue(turn, belt, stage);
        }
        for (std::size_t belt = 0; after && belt < belts; ++belt) {
            for (int stage = 0; stage < stages; ++stage)
                issue(turn, belt, stage);
        }
        check(cudaDeviceSynchronize());
        for (std::size_t belt = 0; belt < belts; ++belt)
            std::memcpy(lab.out + keptAt + (turn * belts + belt) * sortedBytes, lab.pageable + belt * pageableApart,
                        sortedBytes);
        workOnHost(20);
    }
    return finish();
}

/// One of two threads, each for a tower with three heads of a radar, which have a stream each: plots in, a kernel that
/// filters them, plots back; behind a turn a wait for each of the three, and work of the host.
int airport_heads(int thread, int iterations)
{
    constexpr std::size_t turns = 30, heads = 3, bytes = 16 * kib, apart = 8 * mib, filteredAt = 64 * mib;
    constexpr std::size_t keptAt = 128 * mib;
    meetOtherThread();
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (std::size_t head = 0; head < heads; ++head) {
            const std::size_t number = static_cast<std::size_t>(thread) * heads + head, here = number * apart;
            const cudaStream_t stream = lab.streams[number];
            copyTo(here, lab.in + here + turn * bytes, bytes, stream);
            over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(filteredAt + here), iterations);
            copyBack(keptAt + here + turn * bytes, filteredAt + here, bytes, stream);
        }
        for (std::size_t head = 0; head < heads; ++head)
            check(cudaStreamSynchronize(lab.streams[static_cast<std::size_t>(thread) * heads + head]));
        workOnHost(10);
    }
    return finish();
}

/// One of two threads, each for the departures of a runway: plans in, to one of two buffers in turn, a kernel that says
/// how long they take, times back, a wait for the stream, and work of the host. After: the plans of the next turn are
/// copied before the kernel of this one, on a stream of their own. Their buffer is free: the host waited for the kernel
/// that used it.
int airport_departures(int after, int thread, int iterations)
{
    constexpr std::size_t turns = 24, apart = 64 * mib, slotsApart = 8 * mib, timesAt = 32 * mib, keptAt = 128 * mib;
    constexpr int blocks = 132, parts = 24;
    constexpr std::size_t timesBytes = blocks * blockThreads * sizeof(float), bytes = parts * timesBytes;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const cudaStream_t stream = lab.streams[mine], copies = after ? lab.streams[2 + mine] : stream;
    const auto slotOf = [=](std::size_t turn) { return here + turn % 2 * slotsApart; };
    const auto ready = [=](std::size_t turn) { return lab.events[2 * mine + turn % 2]; };
    const auto load = [=](std::size_t turn) {
        copyTo(slotOf(turn), lab.in + here + turn % 12 * 4 * mib, bytes, copies);
        if (after)
            check(cudaEventRecord(ready(turn), copies));
    };
    meetOtherThread();
    if (after)
        load(0);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        if (!after)
            load(turn);
        else {
            if (turn + 1 < turns)
                load(turn + 1);
            check(cudaStreamWaitEvent(stream, ready(turn), 0));
        }
        departure_pass<<<blocks, blockThreads, 0, stream>>>(at(slotOf(turn)), parts, at(here + timesAt), iterations);
        copyBack(keptAt + here + turn * timesBytes, here + timesAt, timesBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// A forecast of who taxies where, kernels for half of the GPU's SMs, issued at once on a stream of its own; beside it
/// alerts on another one: plots in, a kernel of few blocks, alerts back, a wait for that stream, and work of the host;
/// a wait for the device at the end. After: the stream of the alerts has the highest priority.
int airport_alerts(int after, int taxi, int alert)
{
    constexpr std::size_t forecasts = 24, turns = 80, bytes = 16 * kib, waysAt = 16 * mib, plotsAt = 64 * mib;
    constexpr std::size_t alertsAt = 96 * mib, keptAt = 128 * mib;
    constexpr int taxiBlocks = 66;
    const cudaStream_t ground = lab.streams[0], air = after ? lab.urgent : lab.streams[1];
    for (std::size_t forecast = 0; forecast < forecasts; ++forecast)
        walk_pass<<<taxiBlocks, blockThreads, 0, ground>>>(at(0), at(waysAt), forecast, taxi);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(plotsAt, lab.in + turn * bytes, bytes, air);
        alert_pass<<<blocksFor(bytes), blockThreads, 0, air>>>(at(plotsAt), at(alertsAt), alert);
        copyBack(keptAt + turn * bytes, alertsAt, bytes, air);
        check(cudaStreamSynchronize(air));
        workOnHost(20);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

} // extern "C"
