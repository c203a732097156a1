// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"

#include "engine/executors/program_checks.h"
#include "engine/executors/simulator/simulation.h"

#include <algorithm>

namespace streamscope {

namespace {

std::int64_t lastEnd(const std::vector<OperationTimes> &times)
{
    std::int64_t end = 0;
    for (const OperationTimes &t : times)
        end = std::max(end, t.end);
    return end;
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
    const auto times = Simulation(m_profile, program).run(control.stop);
    recording.timeline = makeTimeline(program, times);
    recording.makespans.instrumented = lastEnd(times);
    recording.verificationText = "A simulation moves no data, so there is nothing to check.";
    recording.notes.push_back("Every time is a prediction of the model of " + m_profile.info.name
                              + ", not a measurement.");
    if (m_profile.info.profileSource)
        recording.environment.emplace_back("profile", *m_profile.info.profileSource);
    if (options.checkClocks)
        recording.clockCheck.emplace().problem = "a simulated device has no clocks to check";
    control.report(total, total, "done");
    return recording;
}

} // namespace streamscope
