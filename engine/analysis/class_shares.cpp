// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/class_shares.h"

#include "engine/timeline/interval_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

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
        return operation.kernel.kind == KernelKind::Spin ? WorkClass::KernelsSpin : WorkClass::KernelsComputed;
    case OperationKind::Memset:
    case OperationKind::D2D:
        return WorkClass::KernelsComputed;
    case OperationKind::HostFunction:
    case OperationKind::HostWork:
        return WorkClass::HostFunctions;
    case OperationKind::Alloc:
    case OperationKind::Free:
        return WorkClass::Allocation;
    case OperationKind::EventRecord:
    case OperationKind::EventWait:
    case OperationKind::Sync:
        break;
    }
    return std::nullopt;
}

/// A host function begins when its stream has reached it: how long it takes to be called is part of its cost.
std::int64_t beginOf(const Timeline &timeline, std::size_t index)
{
    const std::int64_t start = timeline.starts()[index];
    if (timeline.kinds()[index] != OperationKind::HostFunction || timeline.ready(index) == unknownTime)
        return start;
    return std::min(timeline.ready(index), start);
}

using Intervals = std::vector<IntervalSet::Interval>;

std::array<Intervals, workClassCount> timesByClass(const Program &program, const Timeline &timeline)
{
    std::array<Intervals, workClassCount> times;
    for (std::size_t i = 0; i < timeline.size() && i < program.operations.size(); ++i) {
        const auto workClass = classOf(program, program.operations[i]);
        if (!workClass)
            continue;
        Intervals &list = times[static_cast<std::size_t>(*workClass)];
        if (list.empty())
            list.reserve(timeline.size() - i); // of millions, a list that grows stands in memory twice
        list.push_back({beginOf(timeline, i), timeline.ends()[i]});
        if (!isAllocation(timeline.kinds()[i]))
            continue;
        if (const Span span = timeline.span(i); span.held() > 0)
            list.push_back({span.issue, span.returned});
    }
    return times;
}

} // namespace

ClassShares classShares(const Program &program, const Recording &recording)
{
    ClassShares shares{};
    std::vector<IntervalSet> sets;
    for (Intervals &times : timesByClass(program, recording.timeline))
        sets.emplace_back(std::move(times));
    for (std::size_t i = 0; i < workClassCount; ++i)
        shares[i] = static_cast<double>(sets[i].length());
    const std::int64_t idle = recording.makespans.median() - unionLength(sets);
    shares[static_cast<std::size_t>(WorkClass::HostCalls)] = static_cast<double>(std::max<std::int64_t>(idle, 0));
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    if (sum <= 0)
        shares[static_cast<std::size_t>(WorkClass::HostCalls)] = 1;
    else
        for (double &share : shares)
            share /= sum;
    return shares;
}

std::optional<PredictionRange> predictionRange(const Residuals *residuals, const Program &program,
                                               const Recording &recording)
{
    if (!residuals || residuals->rows.empty())
        return std::nullopt;
    const auto predicted = static_cast<double>(recording.makespans.median());
    const auto factors = residuals->factorsOf(classShares(program, recording), predicted);
    if (!factors)
        return std::nullopt;
    return PredictionRange{std::llround(predicted * std::max(factors->low, 0.0)),
                           std::llround(predicted * factors->high)};
}

} // namespace streamscope
