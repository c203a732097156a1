// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/instrumentation_plan.h"

#include <algorithm>

namespace streamscope {

namespace {

/// After such a call the host may come back long after the GPU ran dry: an event that fired before the call says
/// nothing about when the next operation became ready.
bool mayHoldTheHost(const Program &program, const Operation &operation)
{
    if (operation.kind == OperationKind::Sync || operation.kind == OperationKind::HostWork
        || isAllocation(operation.kind))
        return true;
    return isHostCopy(operation.kind) && program.hostMemoryOf(operation) == HostMemory::Pageable;
}

/// `watch`: null where nothing is watched.
InstrumentationPlan planEvents(const Program &program, const WatchPlan *watch)
{
    constexpr std::int32_t none = InstrumentationPlan::none;
    InstrumentationPlan plan;
    plan.entries.resize(program.operations.size());
    // By stream: the event that is the last thing in it, and the kernel that is.
    std::vector<std::int32_t> lastEvent(program.streams.size(), none), lastKernel(program.streams.size(), none);

    const auto bracketLastKernel = [&](std::int32_t stream, std::int32_t event) {
        if (lastKernel[stream] >= 0)
            plan.entries[lastKernel[stream]].bracketAfter = event;
    };
    const auto stampless = [&program](std::size_t i) { return program.deviceOf(program.operations[i]) != 0; };
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        InstrumentationPlan::Entry &entry = plan.entries[i];
        const std::int32_t stream = operation.stream;
        if (watch)
            entry.watched = watch->wordOf[i];
        if (entry.watched >= 0 || (watch && operation.kind == OperationKind::EventRecord)) {
            lastEvent[stream] = none;
            lastKernel[stream] = none;
            continue;
        }
        if (operation.kind == OperationKind::Collective || (operation.kind == OperationKind::Kernel && stampless(i))) {
            entry.before = plan.events++;
            entry.after = plan.events++;
            lastEvent[stream] = entry.after;
            lastKernel[stream] = none;
            continue;
        }
        switch (operation.kind) {
        case OperationKind::H2D:
        case OperationKind::D2H:
        case OperationKind::D2D:
        case OperationKind::Peer:
        case OperationKind::Memset:
            if (program.submission == Submission::Graph)
                entry.before = plan.events++;
            entry.after = plan.events++;
            bracketLastKernel(stream, entry.after); // loose by the length of this operation, but true
            lastEvent[stream] = entry.after;
            lastKernel[stream] = none;
            break;
        case OperationKind::Kernel:
            entry.stamp = plan.stamps++;
            entry.bracketBefore = lastEvent[stream];
            lastEvent[stream] = none;
            lastKernel[stream] = static_cast<std::int32_t>(i);
            break;
        case OperationKind::EventRecord:
            entry.after = plan.events++;
            bracketLastKernel(stream, entry.after);
            lastEvent[stream] = entry.after;
            lastKernel[stream] = none;
            break;
        case OperationKind::Alloc:
        case OperationKind::Free:
            if (stream >= 0) // without one it is the host's call that takes the time
                entry.after = plan.events++;
            break;
        case OperationKind::HostFunction:
        case OperationKind::EventWait:
            lastEvent[stream] = none;
            lastKernel[stream] = none;
            break;
        default:
            break;
        }
        if (mayHoldTheHost(program, operation)) {
            std::fill(lastEvent.begin(), lastEvent.end(), none);
            std::fill(lastKernel.begin(), lastKernel.end(), none);
        }
    }
    return plan;
}

} // namespace

InstrumentationPlan planInstrumentation(const Program &program)
{
    return planEvents(program, nullptr);
}

InstrumentationPlan planInstrumentation(const Program &program, const WatchPlan &watch)
{
    return planEvents(program, &watch);
}

} // namespace streamscope
