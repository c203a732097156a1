// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replayed_syncs.h"

#include "engine/program/medians.h"
#include "engine/program/usual_return.h"

#include <algorithm>

namespace streamscope {

std::optional<ReplayedSyncs::Awaited> ReplayedSyncs::awaitedBy(const TraceStep &step, std::optional<Record> record)
{
    Awaited awaited;
    awaited.device = step.stream >= 0 ? m_timeline.streams()[static_cast<std::size_t>(step.stream)].device
                                      : m_work.deviceOf(step.thread);
    const std::optional<std::int64_t> all = m_work.endOf(-1, awaited.device);
    if (!all)
        return std::nullopt;
    const bool waitsForAll = step.kind == HostCallKind::DeviceSync && (!step.unnamed || *all <= step.end);
    if (waitsForAll) {
        awaited.end = *all;
        return awaited;
    }
    if (step.kind == HostCallKind::StreamSync) {
        awaited.scope = SyncScope::Stream;
        awaited.stream = step.stream >= 0 ? step.stream : m_work.streamOf(step);
        if (awaited.stream < 0)
            return std::nullopt;
        m_inferred += step.stream < 0 ? 1 : 0;
        const std::optional<std::int64_t> end = m_work.endOf(awaited.stream, awaited.device);
        if (!end)
            return std::nullopt;
        awaited.end = *end;
        return awaited;
    }
    awaited.scope = SyncScope::Event;
    if (record) {
        awaited.event = record->event;
        awaited.end = record->end;
        return awaited;
    }
    awaited.operation = step.foundDone ? m_work.lastOf(step.thread) : m_work.eventOf(step);
    if (!awaited.operation || (step.polls() && awaited.operation->end + AwaitedWork::eventLateNs < step.asked))
        return std::nullopt;
    awaited.end = awaited.operation->end;
    ++m_inferred;
    return awaited;
}

void ReplayedSyncs::add(const TraceStep &step, const Awaited &awaited, std::int32_t thread)
{
    Operation &op = m_parts.add(OperationKind::Sync, thread, Operation::none);
    op.syncScope = awaited.scope;
    op.syncMethod = step.polls() || step.foundDone ? SyncMethod::Polling : SyncMethod::Blocking;
    if (step.spans == 1) {
        op.source = static_cast<std::int32_t>(step.firstSpan);
        op.name = m_parts.name(m_timeline.nameIndices()[step.firstSpan]);
    }
    if (op.syncScope == SyncScope::Device)
        op.device = m_parts.device(awaited.device);
    else if (op.syncScope == SyncScope::Stream)
        op.stream = m_parts.stream(awaited.stream);
    else
        op.event = awaited.operation ? m_parts.recordBehind(awaited.operation->operation) : awaited.event;
    const std::int64_t done = std::max(step.begin, awaited.end);
    op.callNs = std::clamp<std::int64_t>(step.end - done, 0, step.duration());
    if (awaited.end > step.begin && !step.polls())
        m_returns.push_back(op.callNs);
    else if (!step.polls())
        m_idle.push_back(m_parts.last());
}

void ReplayedSyncs::separateIdle(std::vector<Operation> &operations)
{
    constexpr std::size_t enough = 5;
    std::int64_t returnNs = usualReturnNs;
    if (m_returns.size() >= enough)
        returnNs = upperMedian(m_returns);
    for (const std::int32_t sync : m_idle) {
        Operation &op = operations[static_cast<std::size_t>(sync)];
        op.durationNs = op.callNs;
        op.callNs = std::min(op.callNs, returnNs);
    }
}

} // namespace streamscope
