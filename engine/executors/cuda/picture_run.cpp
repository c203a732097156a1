// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/picture_run.h"

#include "engine/executors/clock_line.h"
#include "engine/executors/cuda/clock_probes.h"
#include "engine/timeline/recording.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

namespace streamscope {

namespace {

/// CUPTI's clock in the middle of a pause of the idle device: CUPTI's device times may differ by some microseconds from
/// its host time.
std::int64_t momentOfQuiet(const CuptiRecorder *recorder)
{
    constexpr std::chrono::microseconds margin(100);
    if (!recorder)
        return 0;
    std::this_thread::sleep_for(margin);
    const std::int64_t now = recorder->now();
    std::this_thread::sleep_for(margin);
    return now;
}

} // namespace

PictureRun takePictureRun(CudaRun &run, const std::stop_token &stop, CuptiRecorder *recorder)
{
    PictureRun result;
    ClockProbes probes(run.clockStream());
    result.before.begin = momentOfQuiet(recorder);
    probes.take();
    result.before.end = result.run.begin = momentOfQuiet(recorder);
    result.makespan = run.runOnce(stop);
    result.run.end = result.after.begin = momentOfQuiet(recorder);
    probes.take();
    result.after.end = momentOfQuiet(recorder);
    result.raw = run.raw();
    result.heldByGate = run.heldByGate();
    if (run.watch()) {
        MemoryWatch::Seen seen = run.watch()->read();
        result.raw.watched = std::move(seen.times);
        result.watchDrift = seen.drift;
    }
    if (run.blocks())
        result.blocks = run.blocks()->read();
    probes.addTo(result.raw, run.origin());
    result.probes = probes.stamps();
    return result;
}

bool sawEverything(const PictureRun &run)
{
    return std::find(run.raw.watched.begin(), run.raw.watched.end(), unknownTime) == run.raw.watched.end();
}

void keepBlocksOfClosest(std::int64_t makespan, std::vector<PictureRun> &runs)
{
    const PictureRun &closest = closestTo(makespan, runs);
    for (PictureRun &run : runs)
        if (&run != &closest)
            run.blocks = {};
}

const PictureRun &closestTo(std::int64_t makespan, const std::vector<PictureRun> &runs)
{
    return *std::min_element(runs.begin(), runs.end(), [makespan](const PictureRun &a, const PictureRun &b) {
        return std::abs(a.makespan - makespan) < std::abs(b.makespan - makespan);
    });
}

std::int64_t medianMakespan(const std::vector<PictureRun> &runs)
{
    Makespans makespans;
    for (const PictureRun &run : runs)
        makespans.plain.push_back(run.makespan);
    return makespans.median();
}

std::vector<OperationTimes> cuptiTimes(const Program &program, const PictureRun &run,
                                       const std::vector<CuptiRecord> &records, std::int64_t *drift)
{
    const ClockLine clock = cuptiOnGlobalTimer(records, run.before, run.after, run.probes);
    if (drift)
        *drift = clock.drift();
    std::vector<OperationTimes> times = matchRecords(program, recordsIn(records, run.run));
    for (OperationTimes &t : times)
        if (t.start != unknownTime) {
            t.start = clock.at(t.start);
            t.end = clock.at(t.end);
        }
    return times;
}

} // namespace streamscope
