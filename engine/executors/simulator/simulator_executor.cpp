// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"

#include "engine/executors/checks/program_checks.h"
#include "engine/executors/simulator/run_end.h"
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

SimulatedRun simulateOnce(const DeviceProfile &profile, const Program &program, const SimulationOptions &options,
                          const RunControl &control, BlockRecords *blocks = nullptr)
{
    Simulation simulation(profile, program, options);
    if (blocks)
        simulation.recordBlocks(*blocks);
    SimulatedRun run;
    run.times = simulation.run(control.stop);
    run.inserted = simulation.insertedDependencies();
    const RunEnd end(profile, program, simulation.gateOpened());
    run.makespan = end.of(run.times) + end.forkNs();
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
