// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"

#include "engine/executors/block_recording.h"
#include "engine/executors/program_checks.h"
#include "engine/executors/simulator/simulation.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

std::int64_t lastEnd(const std::vector<OperationTimes> &times)
{
    std::int64_t end = 0;
    for (const OperationTimes &t : times)
        end = std::max(end, t.end);
    return end;
}

bool hasUnnumbered(const BlockRecords &records)
{
    return std::find(records.blocks().begin(), records.blocks().end(), unknownBlock) != records.blocks().end();
}

} // namespace

Recording SimulatorExecutor::run(const Program &program, const RunOptions &options, const RunControl &control)
{
    requireRunnable(program, m_profile.info);
    if (m_profile.info.memoryBytes)
        requireMemory("device", program.deviceBytes(), *m_profile.info.memoryBytes, m_profile.info.name);

    Recording recording;
    recording.device = m_profile.info;
    // The model has no noise, so repeats only show that; warm-up would show nothing at all.
    const int total = options.repeat + 1;
    for (int i = 0; i < options.repeat; ++i) {
        control.checkStop();
        control.report(i, total, "simulated run " + std::to_string(i + 1) + " of " + std::to_string(options.repeat));
        recording.makespans.plain.push_back(lastEnd(Simulation(m_profile, program).run(control.stop)));
    }
    control.report(options.repeat, total, "simulated run for the picture");
    Simulation simulation(m_profile, program);
    BlockRecords blocks;
    const std::string problem = options.blocks ? blockRecordingProblem(program) : std::string();
    if (options.blocks && problem.empty())
        simulation.recordBlocks(blocks);
    const auto times = simulation.run(control.stop);
    recording.timeline = makeTimeline(program, times);
    recording.timeline.setBlocks(std::move(blocks), Clock::Model);
    if (!problem.empty())
        recording.notes.push_back(problem);
    recording.makespans.instrumented = lastEnd(times);
    recording.verificationText = "A simulation moves no data, so there is nothing to check.";
    recording.notes.push_back("Every time is a prediction of the model of " + m_profile.info.name
                              + ", not a measurement.");
    if (hasUnnumbered(recording.timeline.blocks()))
        recording.notes.push_back("The model runs a kernel that computes as one wave on every SM that it can fill: its "
                                  "blocks have no numbers and are fewer than were launched.");
    if (m_profile.info.profileSource)
        recording.environment.emplace_back("profile", *m_profile.info.profileSource);
    if (options.checkClocks)
        recording.clockCheck.emplace().problem = "a simulated device has no clocks to check";
    control.report(total, total, "done");
    return recording;
}

} // namespace streamscope
