// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/trace_builder.h"

#include "engine/formats/text/decimal.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/origins/host_context.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t hourNs = 3'600'000'000'000;

} // namespace

std::int32_t TraceBuilder::stream(int device, std::uint64_t owner, std::int64_t number, const std::string &qualifier)
{
    const auto [entry, isNew] = m_streams.try_emplace({device, owner, number}, -1);
    if (!isNew)
        return entry->second;
    m_memory.take(streamBytes);
    if (m_streams.size() > maxStreams)
        throw InputError(Phrase("engine", "more than %1 streams: this is no trace of a GPU").arg(maxStreams));
    std::string id = number < 0 ? qualifier : std::to_string(number);
    if (m_ids.count({device, id}) > 0)
        id += " (" + (qualifier.empty() ? std::to_string(owner) : qualifier) + ")";
    if (m_ids.count({device, id}) > 0)
        id += " " + std::to_string(m_streams.size());
    m_ids.emplace(device, id);
    TimelineStream made;
    made.id = id;
    made.device = device;
    return entry->second = m_timeline.addStream(std::move(made));
}

void TraceBuilder::describeStream(std::int32_t stream, int priority, StreamRole role)
{
    m_timeline.describeStream(stream, priority, role);
}

void TraceBuilder::add(const TraceOperation &operation)
{
    Span span; // what it becomes; a pending one is given back while the timeline grows, but for the list of its order
    span.start = operation.start;
    span.end = operation.end;
    span.bytes = operation.bytes;
    m_memory.take(memoryOf(span));
    m_operations.push_back({operation.start, operation.end, static_cast<std::int64_t>(operation.call), unknownTime,
                            operation.bytes, operation.name, operation.stream, -1, CallTable::none, operation.shape,
                            operation.collective, operation.kind, operation.from, operation.to});
}

std::uint32_t TraceBuilder::internShape(const LaunchShape &shape)
{
    const std::size_t known = m_timeline.launchShapes().size();
    const std::uint32_t number = m_timeline.internShape(shape);
    if (m_timeline.launchShapes().size() > known)
        m_memory.take(nodeBytes(sizeof shape) + 3 * sizeof shape);
    return number;
}

std::uint32_t TraceBuilder::peers(std::int64_t from, std::int64_t to)
{
    const bool known = from >= 0 && from < maxDevices && to >= 0 && to < maxDevices;
    return known ? static_cast<std::uint32_t>(1 + from * maxDevices + to) : 0;
}

std::uint32_t TraceBuilder::collective(Collective collective)
{
    // A growing list holds its old and its new place for each entry for a while, and the Timeline has one, too.
    m_memory.take(6 * sizeof collective + collective.name.size() + collective.communicator.size());
    m_collectives.push_back(std::move(collective));
    return static_cast<std::uint32_t>(m_collectives.size());
}

void TraceBuilder::addWait(const TraceOperation &wait, const std::optional<TraceRecord> &record)
{
    TraceOperation operation = wait;
    operation.kind = OperationKind::EventWait;
    if (record) {
        m_memory.take(recordBytes);
        m_records.push_back(*record);
    }
    operation.bytes = record ? m_records.size() : 0;
    add(operation);
}

void TraceBuilder::addTarget(const TraceTarget &target)
{
    m_memory.take(sizeof target);
    m_targets.push_back(target);
}

std::optional<std::int64_t> TraceBuilder::calledAt(std::uint64_t key) const
{
    const std::uint32_t call = m_calls.find(key);
    return call != CallTable::none ? std::optional(m_calls.begin(call)) : std::nullopt;
}

HostCallKind TraceBuilder::kindOf(std::uint64_t key) const
{
    const std::uint32_t call = m_calls.find(key);
    return call != CallTable::none ? m_calls.kind(call) : HostCallKind::Other;
}

std::int32_t TraceBuilder::hostThread(std::string_view process, std::string_view thread)
{
    const std::string_view last = m_lastHostThread;
    if (last.size() == process.size() + 1 + thread.size() && last.starts_with(process) && last.ends_with(thread)
        && last[process.size()] == '/')
        return m_lastHostNumber;
    m_lastHostThread = std::string(process) + '/' + std::string(thread);
    const auto [entry, isNew] =
        m_hostThreads.try_emplace(m_lastHostThread, static_cast<std::int32_t>(m_hostThreads.size()));
    if (isNew) {
        m_memory.take(nodeBytes(sizeof *entry) + m_lastHostThread.size());
        const auto number = static_cast<std::int32_t>(m_processes.size());
        m_processOf.push_back(m_processes.try_emplace(std::string(process), number).first->second);
    }
    return m_lastHostNumber = entry->second;
}

void TraceBuilder::nameThread(std::string_view process, std::string_view thread, std::string_view name)
{
    constexpr std::size_t mostNames = 65'536, longest = 200;
    if (m_threadNames.size() >= mostNames || name.empty())
        return;
    const auto [entry, isNew] = m_threadNames.try_emplace(std::string(process) + '/' + std::string(thread));
    if (!isNew)
        return;
    m_memory.take(nodeBytes(sizeof *entry) + entry->first.size() + longest);
    entry->second = name.substr(0, longest);
}

std::uint32_t TraceBuilder::internEvent(std::string_view name)
{
    if (!m_keepsEvents)
        return 0;
    const std::size_t known = m_events.names();
    const std::uint32_t index = m_events.intern(name);
    if (m_events.names() > known)
        m_memory.take(memoryOfName(name));
    return index;
}

void TraceBuilder::addEvent(const NewHostEvent &event)
{
    if (!m_keepsEvents)
        return;
    m_memory.take(HostEventList::bytesPerEvent);
    m_events.add(event);
}

EventThread TraceBuilder::threadOf(std::int32_t thread)
{
    EventThread made;
    made.number = numberOf(thread);
    for (const auto &[key, number] : m_hostThreads)
        if (number == thread) {
            const std::size_t slash = std::min(key.find('/'), key.size() - 1);
            made.process = key.substr(0, slash);
            const auto named = m_threadNames.find(key);
            made.name = named != m_threadNames.end() ? named->second : "thread " + key.substr(slash + 1);
        }
    return made;
}

void TraceBuilder::makeEvents(std::int64_t origin)
{
    if (!m_keepsEvents)
        return;
    if (m_events.size() > 0)
        m_timeline.setHostEvents(m_events.make(origin, [this](std::int32_t thread) { return threadOf(thread); }));
    resolveStacks();
    setHostOrigins(
        m_timeline, [this](std::size_t bytes) { m_memory.take(bytes); }, m_stacks);
}

std::uint32_t TraceBuilder::stack(std::string_view text)
{
    const auto known = m_stackNumbers.find(text);
    if (known != m_stackNumbers.end())
        return known->second;
    const auto number = static_cast<std::uint32_t>(m_stacks.texts.size());
    m_memory.take(2 * (text.size() + sizeof(std::string)) + nodeBytes(sizeof number));
    m_stackNumbers.emplace(text, number);
    m_stacks.texts.emplace_back(text);
    return number;
}

void TraceBuilder::keepStack(std::uint32_t position, std::uint32_t stack)
{
    if (stack == 0)
        return;
    if (const std::size_t needed = position + std::size_t{1}; m_stackAt.capacity() < needed) {
        const std::size_t capacity = std::max(needed, 2 * m_stackAt.capacity());
        m_memory.take((capacity - m_stackAt.capacity()) * 2 * sizeof stack); // while it is copied there are two
        m_stackAt.reserve(capacity);
    }
    m_stackAt.resize(position + std::size_t{1}, 0);
    m_stackAt[position] = stack;
}

/// A call of the driver counts as the call of the runtime around it; without CUDA's own functions both have one stack.
void TraceBuilder::resolveStacks()
{
    if (m_stackAt.empty())
        return;
    m_memory.take(m_timeline.hostCalls().size() * sizeof(std::uint32_t));
    m_stacks.ofCall.assign(m_timeline.hostCalls().size(), 0);
    for (std::uint32_t position = 0; position < m_stackAt.size(); ++position)
        if (const std::uint32_t place = m_calls.placeOf(position); place != CallTable::none && m_stackAt[position] > 0)
            if (std::uint32_t &stack = m_stacks.ofCall[place]; stack == 0)
                stack = m_stackAt[position];
    m_stackAt = {};
    m_stackNumbers.clear();
}

void TraceBuilder::addCall(const TraceCall &call)
{
    TraceCall known = call;
    known.process = call.thread < 0 ? -1 : m_processOf[static_cast<std::size_t>(call.thread)];
    const std::uint32_t position = m_calls.add(known);
    keepStack(position, call.stack);
    if (!call.hasOwnSpan)
        return;
    TraceOperation operation;
    operation.start = call.begin;
    operation.end = call.end;
    operation.name = call.name;
    operation.kind = OperationKind::Sync;
    add(operation);
    Pending &pending = m_operations[m_operations.size() - 1];
    pending.call = position;
    pending.thread = call.thread;
}

/// Some profilers leave records behind whose times were never set.
void TraceBuilder::dropZeroStarts(ImportReport &report)
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    bool zeros = false;
    for (const Pending &operation : m_operations) {
        if (operation.start == 0)
            zeros = true;
        else
            first = std::min(first, operation.start);
    }
    if (!zeros || first == std::numeric_limits<std::int64_t>::max() || first < hourNs)
        return;
    const auto kept = std::remove_if(m_operations.begin(), m_operations.end(),
                                     [](const Pending &operation) { return operation.start == 0; });
    const auto size = static_cast<std::size_t>(kept - m_operations.begin());
    report.skipped["operation without a recorded start (0)"] += m_operations.size() - size;
    m_operations.truncate(size);
}

void TraceBuilder::join(ImportReport &report)
{
    std::uint64_t without = 0, late = 0;
    std::set<std::int32_t> processes;
    for (Pending &operation : m_operations) {
        const auto key = static_cast<std::uint64_t>(operation.issue);
        operation.issue = unknownTime;
        const bool onGpu = runsOnGpu(operation.kind);
        if (!onGpu && operation.kind != OperationKind::EventWait)
            continue;
        const std::uint32_t call = key == TraceCall::noKey ? CallTable::none : m_calls.find(key);
        const bool known = call != CallTable::none && (!onGpu || m_calls.issues(call));
        without += onGpu && !known ? 1 : 0;
        if (!known)
            continue;
        operation.call = call;
        if (!onGpu)
            continue; // a wait has the times of its call as start and end
        late += m_calls.begin(call) > operation.start ? 1 : 0;
        operation.issue = m_calls.begin(call);
        operation.returned = m_calls.end(call);
        operation.thread = m_calls.thread(call);
        if (operation.thread >= 0)
            processes.insert(m_processOf[static_cast<std::size_t>(operation.thread)]);
    }
    report.processes = static_cast<int>(processes.size());
    report.sharedNumbers = m_calls.sharedKeys();
    if (report.sharedNumbers > 0)
        report.warnings.push_back(
            (report.sharedNumbers == 1 ? Phrase(
                 "engine",
                 "Calls of several processes have the same %1 number: which of them issued an operation is unknown.")
                                       : Phrase("engine", "Calls of several processes have the same %1 numbers: which "
                                                          "of them issued an operation is unknown."))
                .arg(report.sharedNumbers));
    const auto warn = [&report](std::uint64_t count, const char *one, const Phrase &many) {
        if (count > 0)
            report.warnings.push_back(count == 1 ? std::string(one) : many.arg(count));
    };
    warn(without,
         QT_TRANSLATE_NOOP("engine", "1 operation has no runtime call in the file (issued before the capture, or by a "
                                     "graph): when it was issued is unknown."),
         Phrase("engine", "%1 operations have no runtime call in the file (issued before the capture, or by a graph): "
                          "when they were issued is unknown."));
    warn(late,
         QT_TRANSLATE_NOOP("engine", "1 operation starts before the call that issued it: the clocks of host and GPU do "
                                     "not agree."),
         Phrase("engine", "%1 operations start before the call that issued them: the clocks of host and GPU do not "
                          "agree."));
}

void TraceBuilder::countOverlaps(ImportReport &report) const
{
    std::vector<std::uint32_t> order(m_operations.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [this](std::uint32_t i) {
        const Pending &operation = m_operations[i];
        return std::tuple(operation.stream, operation.start, operation.end);
    };
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); };
    if (!std::is_sorted(order.begin(), order.end(), before))
        std::sort(order.begin(), order.end(), before);
    std::uint64_t overlaps = 0;
    std::int64_t ns = 0, busyTo = 0;
    std::int32_t stream = -1;
    for (const std::uint32_t i : order) {
        const Pending &operation = m_operations[i];
        if (operation.stream < 0 || !runsOnGpu(operation.kind))
            continue;
        if (operation.stream != stream) {
            stream = operation.stream;
            busyTo = operation.start;
        }
        if (operation.start < busyTo) {
            ++overlaps;
            addTime(ns, std::min(busyTo, operation.end) - operation.start);
        }
        busyTo = std::max(busyTo, operation.end);
    }
    if (overlaps > 0)
        report.warnings.push_back(
            Phrase("engine",
                   "%1 operations start before the one before them in their stream ends (%2 ns in all; programmatic "
                   "dependent launch, or the profiler's times): they are drawn in sub-rows and counted once.")
                .arg(overlaps, ns));
}

void TraceBuilder::describeDevices(ImportReport &report, const Recording &recording) const
{
    std::map<std::int64_t, ImportReport::Device> devices;
    std::vector<char> used(m_timeline.streams().size());
    for (const Pending &operation : m_operations) {
        if (operation.stream < 0 || !runsOnGpu(operation.kind))
            continue;
        const int device = m_timeline.streams()[operation.stream].device;
        ++devices[device].operations;
        if (!used[operation.stream]) {
            used[operation.stream] = 1;
            ++devices[device].streams;
        }
    }
    const std::vector<ImportReport::Device> named = std::exchange(report.devices, {}); // by the reader
    for (auto &[id, device] : devices) {
        device.id = id;
        device.name = recording.device.name;
        for (const ImportReport::Device &known : named)
            if (known.id == id)
                device.name = known.name;
        report.devices.push_back(std::move(device));
    }
}

/// By call, how many operations it issued.
std::vector<std::uint32_t> TraceBuilder::operationsOfCalls() const
{
    std::vector<std::uint32_t> count(m_calls.size());
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        if (const std::uint32_t call = m_operations[i].call; call != CallTable::none)
            ++count[call];
    return count;
}

/// The operations of one call (of a graph, say) follow each other, even where another thread issued at the same time.
void TraceBuilder::sortByIssue()
{
    const std::vector<std::uint32_t> count = operationsOfCalls();
    const auto group = [&count](const Pending &p) {
        return p.call == CallTable::none || count[p.call] < 2 ? std::uint32_t{0} : p.call + 1;
    };
    const auto before = [&](const Pending &a, const Pending &b) {
        return std::tuple(issuedAt(a), group(a), a.start, a.end, a.stream)
               < std::tuple(issuedAt(b), group(b), b.start, b.end, b.stream);
    };
    if (!std::is_sorted(m_operations.begin(), m_operations.end(), before))
        std::sort(m_operations.begin(), m_operations.end(), before);
}

/// In order of time; those beyond maxThreads share the last number.
std::int32_t TraceBuilder::numberOf(std::int32_t thread)
{
    if (thread < 0)
        return 0;
    std::int32_t &number = m_threadNumbers[static_cast<std::size_t>(thread)];
    if (number < 0)
        number = std::min(m_nextThread++, maxThreads - 1);
    return number;
}

/// Threads that issue operations first, then those that only call.
void TraceBuilder::numberThreads()
{
    m_threadNumbers.assign(m_hostThreads.size(), -1);
    for (std::size_t i = 0; i < m_operations.size(); ++i)
        numberOf(m_operations[i].thread);
}

HostCalls TraceBuilder::mergeCalls(std::int64_t origin, ImportReport &report)
{
    CallTable::LeftOut leftOut;
    HostCalls calls = m_calls.merge(
        origin, [this](std::int32_t thread) { return numberOf(thread); }, leftOut);
    if (leftOut.nested > 0)
        report.skipped["call recorded again within itself (the driver's in the runtime's)"] += leftOut.nested;
    if (leftOut.withoutStart > 0)
        report.skipped["call without a recorded start (0)"] += leftOut.withoutStart;
    if (leftOut.outOfRange > 0)
        report.skipped["call years before or after the operations"] += leftOut.outOfRange;
    report.calls = calls.size();
    resolveTargets(calls);
    m_calls.release();
    return calls;
}

void TraceBuilder::resolveTargets(HostCalls &calls) const
{
    const StreamsByNumber byNumber = m_targets.empty() ? StreamsByNumber() : streamsByNumber();
    const auto placeOf = [this](std::uint64_t key) {
        return key == TraceCall::noKey ? CallTable::none : m_calls.placeOf(m_calls.find(key));
    };
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        const TraceTarget &target = m_targets[i];
        const std::uint32_t place = placeOf(target.call);
        if (place == CallTable::none)
            continue;
        HostCall &call = calls[place];
        if (target.stream >= 0)
            call.stream = knownStream(target.device, target.owner, target.stream, byNumber);
        if (const std::uint32_t record = placeOf(target.record); record != CallTable::none && record != place)
            call.record = record;
    }
}

Span TraceBuilder::spanOf(const Pending &p, std::int64_t origin) const
{
    Span span;
    span.start = p.start - origin;
    span.end = p.end - origin;
    if (p.issue != unknownTime) {
        span.issue = p.issue - origin;
        span.returned = p.returned - origin;
    }
    if (p.kind == OperationKind::Sync) { // the call itself
        span.issue = span.start;
        span.returned = span.end;
    }
    span.bytes = p.kind == OperationKind::EventWait ? 0 : p.bytes;
    span.name = p.name;
    span.stream = p.stream;
    span.thread = p.thread < 0 ? 0 : m_threadNumbers[static_cast<std::size_t>(p.thread)];
    span.kind = p.kind;
    span.engine = engineOf(p.kind);
    span.clock = runsOnGpu(p.kind) || m_deviceClock == Clock::Imported ? m_deviceClock : Clock::Host;
    span.from = p.from;
    span.to = p.to;
    return span;
}

void TraceBuilder::moveOperations(std::int64_t origin, HostCalls &calls, ImportReport &report)
{
    m_timeline.reserve(m_operations.size());
    m_operations.consume([&](const Pending &operation) {
        const std::size_t index = m_timeline.size();
        ++report.kept[static_cast<std::size_t>(operation.kind)];
        m_timeline.append(spanOf(operation, origin));
        if (operation.kind != OperationKind::Peer)
            m_timeline.setLaunchShape(index, operation.shape);
        else if (operation.shape > 0)
            m_timeline.setPeerDevices(index, {static_cast<int>((operation.shape - 1) / maxDevices),
                                              static_cast<int>((operation.shape - 1) % maxDevices)});
        if (operation.collective > 0)
            m_timeline.setCollective(index, std::move(m_collectives[operation.collective - 1]));
        if (const std::uint32_t place = m_calls.placeOf(operation.call); place != CallTable::none)
            calls[place].addSpan(static_cast<std::uint32_t>(index));
    });
}

void TraceBuilder::finish(ImportedTrace &trace)
{
    ImportReport &report = trace.report;
    dropZeroStarts(report);
    join(report);
    countOverlaps(report);
    describeDevices(report, trace.recording);
    sortByIssue();
    std::int64_t origin = std::numeric_limits<std::int64_t>::max();
    for (const Pending &operation : m_operations)
        origin = std::min({origin, issuedAt(operation), operation.start});
    if (m_operations.empty())
        origin = m_calls.size() > 0 ? m_calls.firstBegin() : 0;
    report.originNs = origin;
    std::vector<EventLink> links = linkEvents(report);
    numberThreads();
    HostCalls calls = mergeCalls(origin, report);
    moveOperations(origin, calls, report);
    m_timeline.setEventLinks(std::move(links));
    m_timeline.setHostCalls(std::move(calls));
    if (const std::size_t far = m_events.keepWithin(origin + earliestTimeNs, origin + latestTimeNs))
        report.skipped["event of the host years before or after the operations"] += far;
    makeEvents(origin);
    trace.recording.timeline = std::move(m_timeline);
    setMakespanFromTimeline(trace.recording);
}

void setMakespanFromTimeline(Recording &recording)
{
    const Timeline &timeline = recording.timeline;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        const OperationKind kind = timeline.kinds()[i];
        if (!runsOnGpu(kind) && !isHostWork(kind))
            continue;
        first = std::min(first, timeline.starts()[i]);
        last = std::max(last, timeline.ends()[i]);
    }
    recording.makespans.instrumented = first <= last ? last - first : 0;
}

} // namespace streamscope
