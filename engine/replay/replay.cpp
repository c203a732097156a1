// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/replay.h"

#include "engine/executors/checks/fitting_blocks.h"
#include "engine/executors/checks/program_checks.h"
#include "engine/executors/simulator/simulation.h"
#include "engine/executors/timing/traced_profile.h"
#include "engine/program/medians.h"
#include "engine/program/text/phrase.h"
#include "engine/replay/inferred_null_stream.h"
#include "engine/replay/inferred_priorities.h"
#include "engine/replay/replay_fit.h"
#include "engine/replay/shared_time.h"
#include "engine/replay/trace/overlapping_calls.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

/// Fits lengths where the model stretches them: side by side on the engines they take longer than alone.
constexpr int fittingRounds = 4;
/// Beyond so many operations two rounds must do, without a copy of any.
constexpr std::size_t manyOperations = 200'000;
constexpr int roundsOfMany = 2;

Replay::StartErrors startErrors(const Recording &recording, const Replay &replay)
{
    std::vector<std::int64_t> errors;
    errors.reserve(replay.times.size());
    for (std::size_t i = 0; i < replay.times.size(); ++i) {
        const Operation &op = replay.program().operations[i];
        if (op.source < 0 || op.kind == OperationKind::Sync)
            continue;
        const std::int64_t measured = std::max<std::int64_t>(
            recording.timeline.starts()[static_cast<std::size_t>(op.source)] - replay.trace.begin, 0);
        errors.push_back(std::abs(replay.times.start(i) - measured));
    }
    Replay::StartErrors result;
    if (errors.empty())
        return result;
    const auto at = [&errors](double share) {
        return valueAt(errors, static_cast<std::ptrdiff_t>(share * static_cast<double>(errors.size() - 1) + 0.5));
    };
    result.median = at(0.5);
    result.p95 = at(0.95);
    return result;
}

/// A trace may know how many blocks fit on its own device, whoever's costs the profile has.
void takeMultiprocessors(const DeviceInfo &device, TracedDevice &traced)
{
    if (!device.multiprocessors || *device.multiprocessors < 1)
        return;
    traced.multiprocessors = device.multiprocessors;
    traced.threadsPerMultiprocessor = device.maxThreadsPerMultiprocessor;
    traced.registersPerMultiprocessor = device.registersPerMultiprocessor;
    traced.sharedMemoryPerMultiprocessor = device.sharedMemoryPerMultiprocessor;
    traced.computeMajor = device.computeMajor;
}

TracedDevice tracedDevice(const Recording &recording, const DeviceProfile &profile, TimeRange range,
                          const std::vector<std::uint32_t> &heldCopies = {})
{
    TracedDevice traced;
    if (recording.device.name != profile.info.name)
        takeMultiprocessors(recording.device, traced);
    fitLatencies(recording.timeline, range, heldCopies, profile.compute.waitingQueueNs, traced);
    return traced;
}

void simulateOnce(const Recording &recording, const std::stop_token &stop, Replay &result)
{
    result.times = Simulation(result.profile, result.program()).run(stop);
    result.replayedNs = spanOf(result.program(), result.times);
    result.startErrors = startErrors(recording, result);
}

/// How far the replay is from the trace: its length, and the starts where many are off by much.
double distance(const Replay &replay)
{
    const auto measured = static_cast<double>(std::max<std::int64_t>(replay.measuredNs(), 1));
    const double late = static_cast<double>(replay.startErrors.p95) / measured;
    return std::abs(replay.error()) + std::max(late - Replay::acceptableError, 0.0);
}

/// Keeps what inferNullStream() finds where the replay comes clearly closer to the trace with it. Of 570 traces
/// inferNullStream() finds something in seven, whose streams do wait: they come closer by 3 to 73 points. Copies that
/// wait for kernels each time are enough, where the host's own waits hide what that costs: it must not come farther.
void takeNullStream(const Recording &recording, const std::stop_token &stop, Replay &result)
{
    Program &program = result.trace.program;
    const std::vector<Stream> asInFile = program.streams;
    const auto [waiting, smallWaited, copiesWaited] = inferNullStream(recording.timeline, program);
    if (waiting == 0)
        return;
    const double clearly = copiesWaited ? -0.01 : smallWaited ? 0.02 : Replay::acceptableError;
    const auto distanceNow = [&] {
        simulateOnce(recording, stop, result);
        return distance(result);
    };
    const double with = distanceNow();
    std::vector<Stream> waitingStreams = std::exchange(program.streams, asInFile);
    if (with + clearly >= distanceNow())
        return;
    program.streams = std::move(waitingStreams);
    result.trace.notes.push_back(
        waiting == 1 ? QT_TRANSLATE_NOOP("engine", "1 stream is taken to wait for the NULL stream, and the NULL stream "
                                                   "for them: they never ran at the same time, though they could have.")
                     : Phrase("engine", "%1 streams are taken to wait for the NULL stream, and the NULL stream for "
                                        "them: they never ran at the same time, though they could have.")
                           .arg(waiting));
    if (const std::size_t implied = dropImpliedWaits(program)) {
        result.trace.edges.eventInferred -= std::min<std::uint64_t>(result.trace.edges.eventInferred, implied);
        result.trace.notes.push_back(
            Phrase("engine", "%1 of the waits for events were this order with the NULL stream, and are none.")
                .arg(implied));
    }
}

/// A fit may overshoot where kernels make room for each other: the round that comes closest stays.
void simulateFitted(const Recording &recording, const std::stop_token &stop, Replay &result)
{
    Program &program = result.trace.program;
    const bool many = program.operations.size() > manyOperations;
    std::optional<Replay> best;
    for (int round = 0;; ++round) {
        simulateOnce(recording, stop, result);
        if (round == (many ? roundsOfMany : fittingRounds))
            break;
        if (!many && (!best || distance(result) < distance(*best)))
            best = result;
        if (!fitLengths(recording.timeline, result.trace.begin, result.times, result.profile.copies.pageableAsyncBytes,
                        program))
            break;
    }
    if (best && distance(*best) < distance(result))
        result = std::move(*best);
}

/// Of kernels whose times have one another's in them the fit does not find the lengths: they are right as they are.
void tryWithoutOthers(const Recording &recording, const std::stop_token &stop, const Program &measured, Replay &result)
{
    constexpr double goodEnough = 0.02;
    std::optional<SmUse> taken;
    for (const SmUse use : {SmUse::Shared, SmUse::InTurn}) {
        if (distance(result) <= goodEnough)
            break;
        Replay tried = result;
        tried.trace.program = measured;
        if (!takeOutOthers(recording.timeline, result.profile, use, tried.trace.program))
            break;
        simulateFitted(recording, stop, tried);
        if (distance(tried) >= distance(result))
            continue;
        result = std::move(tried);
        taken = use;
    }
    if (taken)
        result.trace.notes.push_back(
            *taken == SmUse::Shared
                ? QT_TRANSLATE_NOOP("engine", "Kernels that ran together and wanted more SMs than there are are taken "
                                              "to have shared them: alone each would be shorter.")
                : QT_TRANSLATE_NOOP("engine", "Kernels that ran together and wanted more SMs than there are are taken "
                                              "to have waited for them: alone each would be shorter."));
}

} // namespace

double Replay::error() const
{
    return measuredNs() == 0 ? 0 : static_cast<double>(replayedNs - measuredNs()) / static_cast<double>(measuredNs());
}

bool Replay::isAcceptable() const
{
    return std::abs(error()) <= acceptableError;
}

std::int64_t spanOf(const Program &program, const SimulatedTimes &times)
{
    std::int64_t end = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Operation &operation = program.operations[i];
        // One whose time no file has is over when a wait says so.
        const bool isKnown =
            operation.kind == OperationKind::HostFunction && (!program.traced || operation.source >= 0);
        if (operation.kind == OperationKind::Sync)
            end = std::max(end, times.returned(i));
        else if (runsOnGpu(operation.kind) || isKnown)
            end = std::max(end, times.end(i));
    }
    return end;
}

Replay replay(const Recording &recording, const DeviceProfile &profile, TimeRange range, const std::stop_token &stop)
{
    Replay result;
    Program figures; // no operations yet: their reader needs the figures
    figures.traced = tracedDevice(recording, profile, range);
    result.profile = tracedProfile(profile, figures);
    result.trace = replayedProgram(recording, result.profile, range);
    if (!result.trace.heldCopies.empty())
        figures.traced = tracedDevice(recording, profile, range, result.trace.heldCopies);
    figures.traced->functionWakeNs = result.trace.functionWakeNs;
    result.trace.program.traced = figures.traced;
    result.profile = tracedProfile(profile, result.program());
    if (const std::size_t streams = inferPriorities(recording.timeline, result.profile, result.trace.program))
        result.trace.notes.push_back(
            streams == 1 ? QT_TRANSLATE_NOOP("engine", "1 stream is taken to have a higher priority: kernels there "
                                                       "started in front of blocks that had waited before them.")
                         : Phrase("engine", "%1 streams are taken to have a higher priority: kernels there started in "
                                            "front of blocks that had waited before them.")
                               .arg(streams));
    if (const std::size_t kernels = fitBlocks(result.profile.info, result.trace.program))
        result.trace.notes.push_back(
            kernels == 1 ? QT_TRANSLATE_NOOP("engine", "The blocks of 1 kernel ask for more than this device gives a "
                                                       "block: they have the most that it gives.")
                         : Phrase("engine", "The blocks of %1 kernels ask for more than this device gives a block: "
                                            "they have the most that it gives.")
                               .arg(kernels));
    setBlockTimes(recording.timeline, result.profile, result.trace.program);
    requireRunnable(result.program(), result.profile.info, result.profile.links.devices);
    takeNullStream(recording, stop, result);
    takeOutOverlaps(recording.timeline, result.trace.program);
    const bool many = result.program().operations.size() > manyOperations;
    const Program measured = many ? Program() : result.program();
    simulateFitted(recording, stop, result);
    if (!many)
        tryWithoutOthers(recording, stop, measured, result);
    return result;
}

} // namespace streamscope
