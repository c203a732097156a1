// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/cuda/instrumented_run.h"

#include "engine/executors/cuda/measuring/clock_probes.h"
#include "engine/executors/timing/clock_line.h"
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
std::int64_t idleMoment(const CuptiRecorder *recorder)
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

InstrumentedRun takePictureRun(CudaRun &run, const std::stop_token &stop, CuptiRecorder *recorder)
{
    InstrumentedRun result;
    ClockProbes probes(run.clockStream());
    result.before.begin = idleMoment(recorder);
    probes.take();
    result.before.end = result.run.begin = idleMoment(recorder);
    result.makespan = run.runOnce(stop);
    result.run.end = result.after.begin = idleMoment(recorder);
    probes.take();
    result.after.end = idleMoment(recorder);
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

bool sawEverything(const InstrumentedRun &run)
{
    return std::find(run.raw.watched.begin(), run.raw.watched.end(), unknownTime) == run.raw.watched.end();
}

void keepBlocksOfClosest(std::int64_t makespan, std::vector<InstrumentedRun> &runs)
{
    const InstrumentedRun &closest = closestTo(makespan, runs);
    for (InstrumentedRun &run : runs)
        if (&run != &closest)
            run.blocks = {};
}

const InstrumentedRun &closestTo(std::int64_t makespan, const std::vector<InstrumentedRun> &runs)
{
    return *std::min_element(runs.begin(), runs.end(), [makespan](const InstrumentedRun &a, const InstrumentedRun &b) {
        return std::abs(a.makespan - makespan) < std::abs(b.makespan - makespan);
    });
}

std::int64_t medianMakespan(const std::vector<InstrumentedRun> &runs)
{
    Makespans makespans;
    for (const InstrumentedRun &run : runs)
        makespans.plain.push_back(run.makespan);
    return makespans.median();
}

std::vector<OperationTimes> cuptiTimes(const Program &program, const InstrumentedRun &run,
                                       const std::vector<CuptiRecord> &records,
                                       const std::vector<std::uint32_t> &streams, std::int64_t *drift)
{
    const ClockLine clock = cuptiOnGlobalTimer(records, run.before, run.after, run.probes);
    if (drift)
        *drift = clock.drift();
    const IssuedCalls issued = streams.empty() ? IssuedCalls{} : IssuedCalls{streams, run.raw.calls};
    std::vector<OperationTimes> times = matchRecords(program, recordsIn(records, run.run), issued);
    for (OperationTimes &t : times)
        if (t.start != unknownTime) {
            t.start = clock.at(t.start);
            t.end = clock.at(t.end);
        }
    return times;
}

} // namespace streamscope
