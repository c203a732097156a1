// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replayed_program.h"

#include "engine/replay/program/graph_branches.h"
#include "engine/replay/program/program_parts.h"
#include "engine/replay/program/replay_notes.h"
#include "engine/replay/program/replayed_functions.h"
#include "engine/replay/program/replayed_host.h"
#include "engine/replay/program/replayed_memory.h"
#include "engine/replay/program/replayed_syncs.h"
#include "engine/replay/trace/awaited_work.h"
#include "engine/replay/trace/copy_streams.h"
#include "engine/replay/trace/graph_nodes.h"
#include "engine/replay/trace/hand_overs.h"
#include "engine/replay/trace/lock_waits.h"
#include "engine/replay/trace/replay_range.h"
#include "engine/replay/trace/thread_turns.h"
#include "engine/replay/trace/trace_steps.h"

#include <algorithm>
#include <map>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t longestLastPiece = 200'000; // of a pageable copy: 120 µs were seen on an A100, nanoseconds

/// Walks the steps of a trace in order of begin and writes what they do into a Program.
class ReplayBuilder
{
public:
    ReplayBuilder(const Recording &recording, const DeviceProfile &profile, TimeRange range)
        : m_timeline(recording.timeline), m_profile(profile), m_range(range), m_steps(traceSteps(m_timeline)),
          m_turns(m_steps), m_locks(m_timeline, m_steps, m_turns), m_handOvers(m_timeline, m_turns, m_steps),
          m_work(m_timeline), m_parts(m_timeline, m_result.program), m_functions(m_timeline, m_steps, profile, m_parts),
          m_host(m_timeline, m_turns, m_parts), m_memory(m_timeline, profile, m_work, m_parts, m_host),
          m_syncs(m_timeline, m_work, m_parts), m_branches(m_timeline)
    {}

    ReplayedProgram build()
    {
        const ReplayRange range = replayRange(m_timeline, m_steps, m_range);
        m_result.begin = range.begin;
        m_result.end = range.end;
        m_result.operations = range.operations;
        m_host.beginAt(range.begin);
        markRecords();
        for (const std::int32_t stream : // numbered in the turn in which an engine serves them
             copyStreams(m_timeline, m_steps, [this](const TraceStep &step) { return isWithin(step); }))
            m_parts.stream(stream);
        m_result.program.title = "Replay";
        m_result.program.operations.reserve(m_result.operations + m_steps.size());
        addEarlierWork(range);
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (isWithin(m_steps[i]))
                addStep(i);
        m_syncs.separateIdle(m_result.program.operations);
        for (const std::int32_t stream : m_locks.nullStreams())
            m_parts.setNullStream(stream);
        m_parts.finish();
        m_result.devices = m_parts.devices();
        m_result.threads = threads();
        m_result.heldCopies = m_memory.takeHeldCopies();
        m_result.functionWakeNs = m_functions.wakeNs();
        countStreamEdges();
        m_assumed.lockWaits = m_locks.forCopies();
        m_assumed.allocationWaits = m_locks.forAllocations();
        m_assumed.inferredSyncs = m_syncs.inferred();
        m_assumed.inferredWaits = m_result.edges.eventInferred;
        m_assumed.joinedThreads = m_turns.joined();
        m_result.notes = replayNotes(m_assumed);
        m_parts.addNotes(m_result.notes);
        return std::move(m_result);
    }

private:
    bool isWithin(const TraceStep &step) const
    {
        return step.begin >= m_result.begin && step.begin < m_result.end && step.begin < m_range.end;
    }

    int threads() const { return std::max(m_host.threads() - (m_assumed.earlier > 0 ? 1 : 0), 1); }

    /// What had been issued before the range and ends in it: a thread of its own, the last one, issues it at once.
    void addEarlierWork(const ReplayRange &range)
    {
        TraceStep issue;
        for (const TraceStep &step : m_steps) {
            issue.thread = std::max(issue.thread, step.thread + 1);
            if (isWithin(step))
                m_host.threadOf(step);
        }
        for (std::size_t i = 0; i < m_steps.size() && m_steps[i].begin < range.begin; ++i)
            if (const auto *function = m_functions.of(i); function && range.hasEnd(function->end))
                addEarlierFunction(i, *function, m_host.threadOf(issue));
            else
                addEarlier(m_steps[i], range, issue);
    }

    void addEarlierFunction(std::size_t index, const StreamFunctions::Function &function,
                            const ReplayedHost::Thread &thread)
    {
        Operation &op = m_functions.add(index, thread.number);
        op.callNs = 0;
        op.durationNs = std::min(op.durationNs, function.end - m_result.begin);
        if (!function.isApart)
            m_work.heldUntil(function.stream, function.end);
        ++m_assumed.earlier;
    }

    /// It has entered its stream; what it waits for there is in the Program as well.
    void addEarlier(const TraceStep &step, const ReplayRange &range, const TraceStep &issue)
    {
        const std::size_t first = m_result.program.operations.size();
        for (std::uint32_t span = step.firstSpan; span < step.firstSpan + step.spans; ++span) {
            if (!isReplayed(m_timeline, span) || !range.hasEnd(m_timeline.ends()[span]))
                continue;
            ReplayedHost::Thread &thread = m_host.threadOf(issue);
            m_work.recorded(range.begin); // whatever they waited for
            const std::int64_t start = m_timeline.starts()[span];
            const std::int32_t stream = m_timeline.streamIndices()[span];
            const std::int64_t former = m_work.endOf(stream, 0).value_or(range.begin);
            if (const auto *before = m_work.heldBackBy(stream, start, range.begin);
                before && start - former > AwaitedWork::eventLateNs)
                addWait(span, before->operation, thread);
            Operation &op = m_parts.work(span, thread.number, false);
            op.callNs = 0;
            if (!op.hasTimeFactor())
                op.durationNs -= std::max<std::int64_t>(range.begin - start, 0);
            m_work.issued(span, m_parts.last(), step.thread);
            m_functions.issued(thread.number, m_parts.last());
            ++m_assumed.earlier;
        }
        if (step.spans < 2 || first == m_result.program.operations.size())
            return;
        for (std::size_t i = first; i < m_result.program.operations.size(); ++i)
            m_result.program.operations[i].graph = m_graphs;
        ++m_graphs;
    }

    /// Only records that somebody waits for become operations.
    void markRecords()
    {
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const TraceStep &wait = m_steps[i];
            const bool waits = wait.kind == HostCallKind::StreamWait || wait.kind == HostCallKind::EventSync;
            if (!waits || wait.record == HostCall::none || !isWithin(wait) || !isWithin(m_steps[wait.record])
                || m_steps[wait.record].stream < 0)
                continue;
            if (wait.record < i)
                m_events.try_emplace(wait.record, Operation::none);
        }
    }

    void addStep(std::size_t index)
    {
        const TraceStep &step = m_steps[index];
        ReplayedHost::Thread &thread = m_host.threadOf(step);
        ++m_result.edges.thread;
        const bool call = !step.assumed && step.kind != HostCallKind::Profiler && step.kind != HostCallKind::DriverWork;
        m_result.profiledCalls += call ? 1 : 0;
        awaitFunction(index, thread);
        switch (step.kind) {
        case HostCallKind::EventRecord:
            m_work.recorded(step.begin);
            addRecord(index, step, thread);
            break;
        case HostCallKind::StreamWait:
            addWait(index, thread);
            break;
        case HostCallKind::DeviceSync:
        case HostCallKind::StreamSync:
        case HostCallKind::EventSync:
            addSync(index, thread);
            break;
        case HostCallKind::Free:
        case HostCallKind::Alloc:
            if (m_memory.add(step, m_locks.of(index), thread)) {
                ++m_result.edges.synchronisation;
                ++m_assumed.implicitSyncs;
            }
            break;
        case HostCallKind::HostFunction:
            if (step.spans == 0)
                addFunction(index, step, thread);
            else
                addWork(index, thread);
            break;
        case HostCallKind::Query:
        case HostCallKind::Profiler:
        case HostCallKind::DriverWork:
        case HostCallKind::Other:
            if (step.spans == 0)
                break; // the host's own time
            [[fallthrough]];
        default:
            m_assumed.emptyCalls += step.spans == 0 && issuesWork(step.kind) ? 1 : 0;
            addWork(index, thread);
        }
    }

    /// The file shows its call alone.
    void addFunction(std::size_t index, const TraceStep &step, ReplayedHost::Thread &thread)
    {
        const StreamFunctions::Function *const function = m_functions.of(index);
        if (!function) {
            ++m_assumed.unplacedFunctions;
            return; // its call is the host's own time
        }
        m_host.addGap(thread, step.begin);
        Operation &op = m_functions.add(index, thread.number);
        if (step.name != HostCall::none)
            op.name = m_parts.name(step.name);
        op.callNs = step.duration() - m_locks.of(index);
        m_result.edges.eventInferred += function->isApart ? 1 : 0;
        if (!function->isApart)
            m_work.heldUntil(function->stream, function->end);
        thread.until = std::max(thread.until, step.end);
        ++m_assumed.inferredFunctions;
    }

    /// The thread waited until others had done what it needs; the model holds it as long.
    void awaitThreads(std::size_t index, ReplayedHost::Thread &thread)
    {
        const std::int64_t awaited = m_handOvers.awaitedUntil(index, thread.until);
        m_assumed.threadWaits += awaited > thread.until ? 1 : 0;
        thread.until = awaited;
    }

    /// The thread waited until a host function had ended.
    void awaitFunction(std::size_t index, ReplayedHost::Thread &thread)
    {
        const std::optional<ReplayedFunctions::Awaited> awaited = m_functions.awaitedBy(index);
        if (!awaited)
            return;
        Operation &op = m_parts.add(OperationKind::Sync, thread.number, Operation::none);
        op.syncScope = SyncScope::Event;
        op.event = m_parts.recordBehind(awaited->operation);
        op.callNs = 0;
        ++m_assumed.functionWaits;
        thread.until = std::max(thread.until, awaited->end);
    }

    void addRecord(std::size_t index, const TraceStep &step, ReplayedHost::Thread &thread)
    {
        const auto event = m_events.find(static_cast<std::uint32_t>(index));
        if (event == m_events.end())
            return;
        m_host.addGap(thread, step.begin);
        event->second = m_parts.newEvent();
        m_recordedEnds[event->second] = m_work.endOf(step.stream, 0).value_or(step.begin);
        Operation &op = m_parts.add(OperationKind::EventRecord, thread.number, m_parts.stream(step.stream));
        op.event = event->second;
        op.callNs = step.duration() - m_locks.of(index);
        thread.until = std::max(thread.until, step.end);
    }

    void addWait(std::size_t index, ReplayedHost::Thread &thread)
    {
        const TraceStep &step = m_steps[index];
        const auto event = step.record == HostCall::none ? m_events.end() : m_events.find(step.record);
        if (event == m_events.end() || event->second < 0 || step.stream < 0) {
            // Behind its launch the library of collectives lets its streams wait for each other.
            if (!m_host.isInCollective(thread, step.begin))
                thread.waits.push_back(step.begin);
            return;
        }
        awaitThreads(index, thread);
        m_host.addGap(thread, step.begin);
        Operation &op = m_parts.add(OperationKind::EventWait, thread.number, m_parts.stream(step.stream));
        op.event = event->second;
        op.callNs = step.duration();
        thread.until = std::max(thread.until, step.end);
        ++(step.handedOver ? m_result.edges.eventInferred : m_result.edges.event);
    }

    /// The record of the event that a step waits for, where the file names it and it is in the Program.
    std::optional<ReplayedSyncs::Record> recordOf(const TraceStep &step) const
    {
        const auto known = m_events.find(step.record);
        if (known == m_events.end() || known->second < 0)
            return std::nullopt;
        return ReplayedSyncs::Record{known->second, m_recordedEnds.at(known->second)};
    }

    void addSync(std::size_t index, ReplayedHost::Thread &thread)
    {
        const TraceStep &step = m_steps[index];
        const std::optional<ReplayedSyncs::Awaited> awaited = m_syncs.awaitedBy(step, recordOf(step));
        if (!awaited)
            return;
        awaitThreads(index, thread);
        m_host.addGap(thread, step.begin);
        thread.behindCollective = false;
        m_syncs.add(step, *awaited, thread.number);
        m_branches.synchronised(awaited->end);
        thread.until = std::max(thread.until, step.end);
        if (thread.freedToPool >= 0) { // what a pool gives back it gives back now
            thread.freed = std::exchange(thread.freedToPool, Operation::none);
            thread.freedEnd = step.end;
        }
        ++m_result.edges.synchronisation;
    }

    /// What the call issued. The call is over for the operation when the operation could enter its stream: one that
    /// started before its call returned entered earlier by that much, and the rest is host work.
    void addWork(std::size_t index, ReplayedHost::Thread &thread)
    {
        const TraceStep &step = m_steps[index];
        if (step.spans > 1) {
            addGraph(index, thread);
            return;
        }
        if (step.spans == 0 || !isReplayed(m_timeline, step.firstSpan))
            return;
        beginWork(index, step.firstSpan, thread);
        Operation &op = addSpan(step, step.firstSpan, thread);
        // What goes with the driver's commands is handed over at the end of its call.
        const std::int64_t lead = m_parts.isStaged(op) && !isHeld(op) ? 0 : leadOf(step, step.firstSpan);
        ++m_result.edges.launch;
        if (isHeld(op))
            op.callNs =
                step.end >= m_timeline.ends()[step.firstSpan] ? step.end - m_timeline.ends()[step.firstSpan] : -1;
        else
            op.callNs = callOf(index, lead);
        endWork(step, op, thread, step.assumed ? step.end : step.end - lead);
    }

    /// Each part that the call hands over is a graph of its own.
    void addGraph(std::size_t index, ReplayedHost::Thread &thread)
    {
        const TraceStep &step = m_steps[index];
        const std::vector<GraphNode> nodes = graphNodes(m_timeline, step);
        std::vector<std::int32_t> added(step.spans, Operation::none);
        std::int64_t handedOver = unknownTime;
        bool split = false;
        for (std::uint32_t i = 0; i < step.spans; ++i) {
            const std::uint32_t span = step.firstSpan + i;
            if (!isReplayed(m_timeline, span))
                continue;
            std::int64_t callNs = -1;
            if (handedOver == unknownTime) {
                beginWork(index, span, thread);
                for (const GraphBranches::Wait &wait : m_branches.beginsOf(step, nodes))
                    addWait(wait.span, wait.operation, thread);
                const std::int64_t lead = leadOf(step, span);
                // The model holds the host until a pageable copy has ended; the call began before that.
                callNs = callOf(index, lead + std::max<std::int64_t>(thread.until - step.begin, 0));
                handedOver = step.end - lead;
                ++m_graphs;
            } else if (nodes[i].handedOverLater) {
                const std::int64_t now = std::max(m_timeline.starts()[span] - startNs(span), handedOver);
                callNs = now - std::exchange(handedOver, now);
                ++m_graphs;
                split = true;
            }
            const auto first = m_result.program.operations.size();
            if (nodes[i].after != GraphNode::none) {
                addWait(span, added[nodes[i].after], thread);
                ++m_assumed.graphEdges;
            }
            addSpan(step, span, thread);
            added[i] = m_parts.last();
            ++m_result.edges.graph;
            for (std::size_t part = first; part < m_result.program.operations.size(); ++part)
                m_result.program.operations[part].graph = m_graphs - 1;
            m_result.program.operations[first].callNs = callNs;
        }
        m_branches.ended(step, nodes, added);
        m_assumed.splitGraphs += split ? 1 : 0;
        if (handedOver != unknownTime)
            endWork(step, m_result.program.operations.back(), thread, handedOver);
    }

    void beginWork(std::size_t index, std::uint32_t span, ReplayedHost::Thread &thread)
    {
        const TraceStep &step = m_steps[index];
        if (step.assumed)
            m_host.addGap(thread, m_timeline.starts()[span] - startNs(span), false);
        else
            m_host.addGap(thread, step.begin);
        if (const std::optional<std::int32_t> function = m_functions.joinedBy(index)) {
            addWait(span, *function, thread);
            ++m_result.edges.eventInferred;
        }
        for (const std::int32_t end : m_branches.takeEnds(m_timeline.streamIndices()[span]))
            addWait(span, end, thread);
        addInferredWait(step, span, thread);
        m_memory.hold(step, span, thread);
    }

    /// By how much the operation entered its stream before its call returned.
    std::int64_t leadOf(const TraceStep &step, std::uint32_t span) const
    {
        const std::int64_t lead = step.end + startNs(span) - m_timeline.starts()[span];
        return step.assumed ? 0 : std::clamp<std::int64_t>(lead, 0, step.duration());
    }

    /// What the call takes until it has handed over its first operation.
    std::int64_t callOf(std::size_t index, std::int64_t lead) const
    {
        const TraceStep &step = m_steps[index];
        return step.assumed ? 0 : std::max<std::int64_t>(step.duration() - lead - m_locks.of(index), 0);
    }

    Operation &addSpan(const TraceStep &step, std::uint32_t span, ReplayedHost::Thread &thread)
    {
        Operation &op = m_parts.work(span, thread.number, !step.assumed);
        m_work.issued(span, m_parts.last(), step.thread);
        m_branches.issued(span, m_parts.last());
        m_functions.issued(thread.number, m_parts.last());
        m_assumed.uncalled += step.assumed ? 1 : 0;
        return op;
    }

    /// Behind the last operation of a call, whose thread is free from `until` on.
    void endWork(const TraceStep &step, const Operation &op, ReplayedHost::Thread &thread, std::int64_t until)
    {
        thread.behindCollective = op.kind == OperationKind::Kernel && op.bytes > 0;
        thread.until = std::max(thread.until, isHeld(op) ? endOfStaged(step, op) : until);
        if (step.blocking)
            addBlockingEnd(step, thread);
    }

    /// True for a copy whose call stages and takes part in it. Small pageable copies to the device go with the driver's
    /// commands: their call is like others.
    bool isHeld(const Operation &copy) const
    {
        return m_parts.isStaged(copy)
               && (copy.kind != OperationKind::H2D || copy.bytes > m_profile.copies.pageableAsyncBytes);
    }

    /// The call of a pageable copy to the device returns while the last piece is on its way; the model holds the host
    /// to the end, so what the host did in between counts as done.
    std::int64_t endOfStaged(const TraceStep &step, const Operation &copy) const
    {
        const std::int64_t end = m_timeline.ends()[static_cast<std::size_t>(copy.source)];
        return std::max(step.end, std::min(end, step.end + longestLastPiece));
    }

    /// cudaMemcpy from pinned memory: the call returns when the copy is done.
    void addBlockingEnd(const TraceStep &step, ReplayedHost::Thread &thread)
    {
        const Operation &copy = m_result.program.operations.back();
        const std::int64_t end = m_timeline.ends()[static_cast<std::size_t>(copy.source)];
        if (m_parts.isStaged(copy) || !isHostCopy(copy.kind) || end > step.end)
            return;
        const std::int32_t stream = copy.stream;
        m_result.program.operations.back().callNs = -1;
        Operation &op = m_parts.add(OperationKind::Sync, thread.number, stream);
        op.syncScope = SyncScope::Stream;
        op.callNs = step.end - std::max(end, step.begin);
        thread.until = std::max(thread.until, step.end);
        ++m_result.edges.synchronisation;
    }

    void addInferredWait(const TraceStep &step, std::uint32_t span, ReplayedHost::Thread &thread)
    {
        const std::int32_t stream = m_timeline.streamIndices()[span];
        if (!m_host.waited(thread, stream))
            return;
        const std::int64_t start = m_timeline.starts()[span];
        const AwaitedWork::Issued *before = nullptr;
        if (m_timeline.collective(span)) {
            before = m_work.collectedBy(step.thread, stream, start);
            m_host.dropWaitsOfCollective(thread, step.begin);
        }
        if (!before)
            before = m_work.heldBackBy(stream, start, step.end);
        if (!before)
            return;
        addWait(span, before->operation, thread);
        ++m_result.edges.eventInferred;
    }

    /// The stream of `span` waits for an operation that is there already.
    void addWait(std::uint32_t span, std::int32_t operation, const ReplayedHost::Thread &thread)
    {
        const std::int32_t event = m_parts.recordBehind(operation);
        Operation &op =
            m_parts.add(OperationKind::EventWait, thread.number, m_parts.stream(m_timeline.streamIndices()[span]));
        op.event = event;
        op.callNs = 0;
    }

    /// From its call until an operation begins on an idle device. An engine begins a copy sooner than a kernel begins:
    /// 2.3 us behind the call, not 3.8 (H200).
    std::int64_t startNs(std::uint32_t span) const
    {
        const double kernel = m_profile.compute.launchedKernelStartNs;
        const bool copy = isHostCopy(m_timeline.kinds()[span]);
        return static_cast<std::int64_t>(copy ? std::min(m_profile.copies.startNs, kernel) : kernel);
    }

    void countStreamEdges()
    {
        std::vector<bool> seen(m_result.program.streams.size(), false);
        for (const Operation &op : m_result.program.operations)
            if (op.source >= 0 && op.stream >= 0 && op.kind != OperationKind::Sync && op.thread < threads()) {
                m_result.edges.stream += seen[static_cast<std::size_t>(op.stream)] ? 1 : 0;
                seen[static_cast<std::size_t>(op.stream)] = true;
            }
        m_result.edges.thread -= std::min(m_result.edges.thread, static_cast<std::uint64_t>(threads()));
    }

    const Timeline &m_timeline;
    const DeviceProfile &m_profile;
    const TimeRange m_range;
    std::vector<TraceStep> m_steps;
    const ThreadTurns m_turns;
    const LockWaits m_locks;
    const HandOvers m_handOvers;
    AwaitedWork m_work;
    ReplayedProgram m_result;
    ProgramParts m_parts;
    ReplayedFunctions m_functions;
    ReplayedHost m_host;
    ReplayedMemory m_memory;
    ReplayedSyncs m_syncs;
    GraphBranches m_branches;
    std::map<std::uint32_t, std::int32_t> m_events;      ///< by the step that records; −1 until it did
    std::map<std::int32_t, std::int64_t> m_recordedEnds; ///< of the work before the record, by event
    std::int32_t m_graphs = 0;
    ReplayAssumptions m_assumed;
};

} // namespace

ReplayedProgram replayedProgram(const Recording &recording, const DeviceProfile &profile, TimeRange range)
{
    return ReplayBuilder(recording, profile, range).build();
}

} // namespace streamscope
