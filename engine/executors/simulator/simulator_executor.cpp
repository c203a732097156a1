// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"

#include "engine/executors/checks/program_checks.h"
#include "engine/executors/simulator/simulated_time.h"
#include "engine/executors/simulator/simulation.h"
#include "engine/executors/timing/block_recording.h"
#include "engine/executors/timing/traced_profile.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

/// One run and how long it took: from the first call, or from the opening of the gate where one held the streams, as a
/// measurement of gated work is taken.
struct SimulatedRun
{
    SimulatedTimes times;
    std::vector<Simulation::Inserted> inserted;
    std::int64_t makespan = 0;
};

/// The streams whose fork and join take the host's time. Where no stream waits for the NULL stream these calls take
/// next to none: seen on H200s with up to 104 streams.
std::size_t forkedStreams(const Program &program)
{
    const bool blocking = std::any_of(program.streams.begin(), program.streams.end(), [](const Stream &stream) {
        return !stream.nonBlocking || stream.kind != StreamKind::Created;
    });
    return program.submission == Submission::Live && blocking ? program.streams.size() : 0;
}

/// When the event that ends a measured run sees that a copy has ended at `end`. Behind a gate its channel looks first
/// when the gate opens, and then as every channel that waits for another engine: on H200s one, four, eight and sixteen
/// copies of 2 to 32 KiB to the host took 9.8, 18, 26 and 35 us. `turned`: all of them follow copies to the device in
/// their streams; then the looks are 1.2 us sooner: 22 of 23 drawn runs ended 0 to 0.6 us behind whole periods, and
/// those with copies to the host alone 1.5 to 2 us (H200s). For copies of another device the first look comes later: 1
/// to 27 copies from one H200 to another, checked there, took 22, 31, 39, 55, 64 and 88 us.
std::int64_t copySeen(const DeviceProfile &profile, const Program &program, std::int64_t gateOpened,
                      const Operation &copy, bool turned, std::int64_t end)
{
    const double period = profile.copies.semaphoreRetryNs;
    constexpr double seenNs = 1600, furtherDeviceNs = 4700, soonerNs = 1230;
    constexpr double withCopyShare = 0.12; // in a graph of one branch the event comes with the copy
    if (program.submission != Submission::Gated || period <= 0)
        return end + wholeNs(profile.copies.joinNs * (turned && isGraphOfOneBranch(program) ? withCopyShare : 1));
    const double first =
        static_cast<double>(gateOpened) + (program.deviceOf(copy) > 0 ? furtherDeviceNs : 0) - (turned ? soonerNs : 0);
    return wholeNs(first + std::ceil((static_cast<double>(end) - first) / period) * period + seenNs);
}

/// Behind a gate the stream of the last event waits for one stream after the other, and passes those that have ended
/// 0.16 us apart: 105 to 150 streams that end together held it by 14 to 34 us (four H200s). Streams without work cost
/// nothing.
std::int64_t joined(const Program &program, const SimulatedTimes &times)
{
    constexpr double passNs = 160;
    std::vector<std::int64_t> ends(program.streams.size(), unknownTime);
    for (std::size_t i = 0; i < times.size(); ++i)
        if (const std::int32_t stream = program.operations[i].stream; stream >= 0)
            ends[stream] = std::max(ends[stream], times.end(i));
    std::erase(ends, unknownTime);
    std::int64_t end = 0;
    for (std::size_t i = 0; i < ends.size(); ++i)
        end = std::max(end, ends[i] + wholeNs(passNs * static_cast<double>(ends.size() - 1 - i)));
    return end;
}

/// All copies to the host follow one to the device in their stream.
bool copiesTurn(const Program &program)
{
    std::vector<OperationKind> before(program.streams.size(), OperationKind::Sync);
    for (const Operation &operation : program.operations) {
        if (operation.stream < 0)
            continue;
        if (operation.kind == OperationKind::D2H && before[operation.stream] != OperationKind::H2D)
            return false;
        before[operation.stream] = operation.kind;
    }
    return true;
}

/// When a measured run would end: its last event comes a moment after a copy, and not before the host has made it wait
/// for each stream.
std::int64_t endOf(const DeviceProfile &profile, const Program &program, std::int64_t gateOpened,
                   const SimulatedTimes &times)
{
    std::int64_t issued = 0;
    std::int64_t end =
        program.submission == Submission::Gated && profile.compute.queueVisitNs > 0 ? joined(program, times) : 0;
    const bool turned = program.submission != Submission::Live && copiesTurn(program);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const bool copy = isHostCopy(program.operations[i].kind);
        end = std::max(end, copy ? copySeen(profile, program, gateOpened, program.operations[i], turned, times.end(i))
                                 : times.end(i));
        issued = std::max(issued, times.returned(i));
    }
    return std::max(end, issued + wholeNs(profile.host.joinNs * static_cast<double>(forkedStreams(program))));
}

/// What a measured run does before its first call: each stream waits for the event that begins the run. Behind a gate
/// and in a graph this is done when the time begins.
std::int64_t forkNs(const DeviceProfile &profile, const Program &program)
{
    return wholeNs(profile.host.forkNs * static_cast<double>(forkedStreams(program)));
}

SimulatedRun simulateOnce(const DeviceProfile &profile, const Program &program, const SimulationOptions &options,
                          const RunControl &control, BlockRecords *blocks = nullptr)
{
    Simulation simulation(profile, program, options);
    if (blocks)
        simulation.recordBlocks(*blocks);
    SimulatedRun run;
    run.times = simulation.run(control.stop);
    run.inserted = simulation.insertedDependencies();
    run.makespan = endOf(profile, program, simulation.gateOpened(), run.times) + forkNs(profile, program);
    run.makespan -= std::min(simulation.gateOpened(), run.makespan);
    return run;
}

SimulationOptions simulationOptions(const RunOptions &options, int run)
{
    SimulationOptions simulation;
    if (options.jitter)
        simulation.jitterSeed = options.seed + static_cast<std::uint64_t>(run);
    return simulation;
}

/// Rule S5: a hazard, because it passes whatever it was meant to wait for.
void noteUnrecordedWaits(const Program &program, Recording &recording)
{
    const auto awaited = awaitedRecords(program);
    for (std::size_t i = 0; i < awaited.size(); ++i)
        if (program.operations[i].kind == OperationKind::EventWait && awaited[i] < 0)
            recording.notes.push_back(
                Phrase("engine",
                       "Hazard: %1 waits for event '%2', which was not recorded before the call: it passes at once.")
                    .arg(operationText(program, i), program.events[program.operations[i].event]));
}

void noteJitter(const DeviceProfile &profile, const RunOptions &options, Recording &recording)
{
    if (!options.jitter)
        return;
    const DeviceProfile::Jitter &jitter = profile.jitter;
    const bool none = jitter.copy.points.empty() && jitter.kernel.points.empty() && jitter.hostCall.points.empty();
    recording.notes.push_back(
        none ? QT_TRANSLATE_NOOP("engine", "The profile holds no measured spreads: every run is the same.")
             : Phrase("engine", "Times are drawn from the profile's measured spreads, by seed %1.").arg(options.seed));
}

bool hasUnnumbered(const BlockRecords &records)
{
    return std::find(records.blocks().begin(), records.blocks().end(), unknownBlock) != records.blocks().end();
}

void noteBlocks(const std::string &problem, Recording &recording)
{
    if (!problem.empty())
        recording.notes.push_back(problem);
    if (hasUnnumbered(recording.timeline.blocks()))
        recording.notes.push_back(
            QT_TRANSLATE_NOOP("engine", "The model runs a kernel that computes as a few waves on every SM that it can "
                                        "fill: its blocks have no numbers and are fewer than were launched."));
}

} // namespace

Recording SimulatorExecutor::run(const Program &program, const RunOptions &options, const RunControl &control)
{
    const DeviceProfile profile = tracedProfile(m_profile, program);
    const DeviceInfo &info = profile.info;
    requireRunnable(program, info, profile.links.devices);
    requireDeviceMemory(program, info);

    Recording recording;
    recording.device = info;
    // Without jitter the model has no noise: every run is the one of the picture.
    const int runs = options.jitter ? options.repeat : 0, total = runs + 1;
    for (int i = 0; i < runs; ++i) {
        control.checkStop();
        control.report(i, total, Phrase("engine", "simulated run %1 of %2").arg(i + 1, runs));
        recording.makespans.plain.push_back(
            simulateOnce(profile, program, simulationOptions(options, i), control).makespan);
    }
    control.checkStop();
    control.report(runs, total, QT_TRANSLATE_NOOP("engine", "simulated run for the picture"));
    BlockRecords blocks;
    const std::string blockProblem = options.blocks ? blockRecordingProblem(program) : std::string();
    BlockRecords *const record = options.blocks && blockProblem.empty() ? &blocks : nullptr;
    SimulatedRun run = simulateOnce(profile, program, simulationOptions(options, 0), control, record);
    recording.makespans.plain.resize(static_cast<std::size_t>(options.repeat), run.makespan);
    recording.timeline = makeTimeline(program, std::move(run.times));
    recording.timeline.setBlocks(std::move(blocks), Clock::Model);
    recording.makespans.instrumented = run.makespan;
    recording.verificationText =
        QT_TRANSLATE_NOOP("engine", "A simulation moves no data, so there is nothing to check.");
    recording.notes.push_back(
        Phrase("engine", "Every time is a prediction of the model of %1, not a measurement.").arg(info.name));
    for (std::string &note : clampedPriorities(program, info))
        recording.notes.push_back(std::move(note));
    noteBlocks(blockProblem, recording);
    noteUnrecordedWaits(program, recording);
    for (const auto &[allocation, free] : run.inserted)
        recording.notes.push_back(Phrase("engine", "The memory pool made %1 wait for %2 to use its memory again.")
                                      .arg(operationText(program, allocation), operationText(program, free)));
    noteJitter(profile, options, recording);
    if (info.profileSource)
        recording.environment.emplace_back("profile", *info.profileSource);
    if (options.checkClocks)
        recording.clockCheck.emplace().problem =
            QT_TRANSLATE_NOOP("engine", "a simulated device has no clocks to check");
    control.report(total, total, "done");
    return recording;
}

} // namespace streamscope
