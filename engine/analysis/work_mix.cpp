// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/work_mix.h"

#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace streamscope {

namespace {

/// Empty for an operation that takes no time of its own: events, and a synchronisation, which is waiting.
std::optional<WorkClass> classOf(const Program &program, const Operation &operation)
{
    switch (operation.kind) {
    case OperationKind::H2D:
    case OperationKind::D2H:
        return program.hostMemoryOf(operation) == HostMemory::Pageable ? WorkClass::CopiesPageable
                                                                       : WorkClass::CopiesPinned;
    case OperationKind::Peer:
    case OperationKind::Collective:
        return WorkClass::Peer;
    case OperationKind::Kernel:
        return operation.kernel->kind == KernelKind::Spin ? WorkClass::KernelsSpin : WorkClass::KernelsComputed;
    case OperationKind::Memset:
    case OperationKind::D2D:
        return WorkClass::KernelsComputed;
    case OperationKind::HostFunction:
    case OperationKind::HostWork:
        return WorkClass::HostFunctions;
    case OperationKind::Alloc:
    case OperationKind::Free:
        // What a trace measured is the host's time, of which the model says nothing.
        return operation.callNs >= 0 ? WorkClass::HostFunctions : WorkClass::Allocation;
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
    case OperationKind::Sync:
        break;
    }
    return std::nullopt;
}

/// A host function begins when its stream has reached it: how long it takes to be called is part of its cost.
std::int64_t beginOf(OperationKind kind, const ExecutedTimes &times)
{
    if (kind != OperationKind::HostFunction || times.ready == unknownTime)
        return times.start;
    return std::min(times.ready, times.start);
}

/// What executed, by class.
UnionLengths lengthsByClass(const Program &program, const TimesOfRun &timesOf)
{
    return unionLengths(program.operations.size(), workClassCount, [&](std::size_t i, const TakeInterval &take) {
        const Operation &operation = program.operations[i];
        const auto workClass = classOf(program, operation);
        if (!workClass)
            return;
        const auto set = static_cast<std::size_t>(*workClass);
        const ExecutedTimes times = timesOf(i);
        take(set, {beginOf(operation.kind, times), times.end});
        if (isAllocation(operation.kind) && times.issue != unknownTime && times.returned > times.issue)
            take(set, {times.issue, times.returned});
    });
}

std::size_t operationsWithTime(const Program &program)
{
    return static_cast<std::size_t>(std::ranges::count_if(program.operations, [&program](const Operation &operation) {
        return classOf(program, operation).has_value();
    }));
}

} // namespace

TimesOfRun timesOfRun(const Recording &recording)
{
    return [&timeline = recording.timeline](std::size_t i) -> ExecutedTimes {
        const std::int64_t returned = isAllocation(timeline.kinds()[i]) ? timeline.span(i).returned : unknownTime;
        return {timeline.issue(i), timeline.ready(i), timeline.starts()[i], timeline.ends()[i], returned};
    };
}

WorkMix workMix(const Program &program, const Recording &recording)
{
    return workMix(program, recording.makespans.median(), timesOfRun(recording));
}

WorkMix workMix(const Program &program, std::int64_t makespanNs, const TimesOfRun &timesOf)
{
    WorkMix mix{{}, operationsWithTime(program)};
    ClassShares &shares = mix.shares;
    const UnionLengths lengths = lengthsByClass(program, timesOf);
    for (std::size_t i = 0; i < workClassCount; ++i)
        shares[i] = static_cast<double>(lengths.each[i]);
    const std::int64_t idle = makespanNs - lengths.all;
    shares[static_cast<std::size_t>(WorkClass::HostCalls)] = static_cast<double>(std::max<std::int64_t>(idle, 0));
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (sum <= 0)
        shares[static_cast<std::size_t>(WorkClass::HostCalls)] = 1;
    else
        for (double &share : shares)
            share /= sum;
    return mix;
}

std::optional<PredictionRange> predictionRange(const Residuals *residuals, const Program &program,
                                               const Recording &recording)
{
    if (!residuals || residuals->rows.empty())
        return std::nullopt;
    return predictionRange(residuals, program, recording.makespans.median(), timesOfRun(recording));
}

std::optional<PredictionRange> predictionRange(const Residuals *residuals, const Program &program,
                                               std::int64_t makespanNs, const TimesOfRun &timesOf)
{
    if (!residuals || residuals->rows.empty())
        return std::nullopt;
    const auto predicted = static_cast<double>(makespanNs);
    const auto factors = residuals->factorsOf(workMix(program, makespanNs, timesOf), predicted);
    if (!factors)
        return std::nullopt;
    return PredictionRange{std::llround(predicted * std::max(factors->low, 0.0)),
                           std::llround(predicted * factors->high)};
}

} // namespace streamscope
