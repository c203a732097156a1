// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/operation_times.h"

#include "engine/executors/timing/simulated_times.h"
#include "engine/program/order/program_order.h"

#include <algorithm>
#include <utility>

namespace streamscope {

std::vector<std::int32_t> streamPredecessors(const Program &program)
{
    const StreamRules rules(program.streams);
    std::vector<std::int32_t> last(program.streams.size(), -1);
    std::vector<std::int32_t> predecessors(program.operations.size(), -1);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!isInStream(operation))
            continue;
        std::int32_t &before = last[rules.same(operation.stream)];
        predecessors[i] = std::exchange(before, static_cast<std::int32_t>(i));
    }
    return predecessors;
}

std::vector<std::int32_t> awaitedRecords(const Program &program)
{
    std::vector<std::int32_t> awaited(program.operations.size(), -1);
    for (const EventLink &link : eventLinksOf(program))
        awaited[link.to] = static_cast<std::int32_t>(link.from);
    return awaited;
}

void fillReadyTimes(const Program &program, std::vector<OperationTimes> &times, std::int64_t opening)
{
    const ProgramOrder order(program);
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i].ready != unknownTime)
            continue;
        std::int64_t ready = times[i].issue;
        if (opening != unknownTime && program.operations[i].stream >= 0)
            ready = std::max(ready, opening);
        for (const std::int32_t earlier : order.before(i))
            if (times[earlier].end != unknownTime)
                ready = std::max(ready, times[earlier].end);
        // Two clocks may disagree by a microsecond; nothing executes before it is ready.
        times[i].ready =
            ready == unknownTime || times[i].start == unknownTime ? ready : std::min(ready, times[i].start);
    }
}

namespace {

StreamRole roleOf(const Stream &stream)
{
    if (stream.kind == StreamKind::LegacyDefault)
        return StreamRole::LegacyDefault;
    const bool takesNoPart = stream.kind == StreamKind::Created && stream.nonBlocking;
    return takesNoPart ? StreamRole::NonBlocking : StreamRole::Blocking;
}

MemoryKind memoryOf(HostMemory memory)
{
    return memory == HostMemory::Pageable ? MemoryKind::Pageable : MemoryKind::Pinned;
}

/// The Program knows what memory its copies use; no clock has to say it.
void describeCopy(const Program &program, const Operation &operation, Span &span)
{
    if (!isCopy(operation.kind))
        return;
    const MemoryKind host = memoryOf(program.hostMemoryOf(operation));
    span.from = operation.kind == OperationKind::H2D ? host : MemoryKind::Device;
    span.to = operation.kind == OperationKind::D2H ? host : MemoryKind::Device;
}

/// Our kernels use one dimension.
LaunchShape shapeOf(const KernelWork &work)
{
    return {{launchedBlocks(work), 1, 1}, {work.block, 1, 1}, work.registers, work.sharedMemory};
}

/// `timesOf` is asked for each operation once, in issue order.
template <typename TimesOf>
Timeline timelineOf(const Program &program, TimesOf timesOf)
{
    Timeline timeline;
    timeline.reserve(program.operations.size());
    for (const Stream &stream : program.streams)
        timeline.addStream({stream.id, stream.device, stream.priority, roleOf(stream)});
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        const OperationTimes times = timesOf(i);
        Span span;
        span.issue = times.issue;
        span.ready = times.ready;
        span.start = times.start;
        span.end = times.end;
        span.returned = times.returned;
        span.bytes = operation.bytes;
        span.name =
            timeline.intern(operation.name.empty() ? kindName(operation.kind) : std::string_view(operation.name));
        span.stream = operation.stream;
        span.chunk = operation.chunk;
        span.thread = operation.thread;
        span.kind = operation.kind;
        span.engine = engineOf(operation.kind);
        span.clock = times.clock;
        describeCopy(program, operation, span);
        timeline.append(span);
        if (operation.kind == OperationKind::Kernel)
            timeline.setLaunchShape(i, shapeOf(operation.kernel));
    }
    timeline.setEventLinks(eventLinksOf(program));
    return timeline;
}

} // namespace

Timeline makeTimeline(const Program &program, const std::vector<OperationTimes> &times)
{
    return timelineOf(program, [&times](std::size_t i) { return times[i]; });
}

Timeline makeTimeline(const Program &program, SimulatedTimes times)
{
    return timelineOf(program, [&times](std::size_t i) { return times.take(i); });
}

} // namespace streamscope
