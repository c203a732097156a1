// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/trace_builder.h"

#include "engine/program/errors.h"
#include "engine/timeline/saturating.h"

#include <algorithm>
#include <numeric>

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
        throw InputError("more than " + std::to_string(maxStreams) + " streams: this is no trace of a GPU");
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
                            operation.bytes, operation.name, operation.stream, operation.thread, operation.kind,
                            operation.from, operation.to});
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

void TraceBuilder::addRecordCall(std::uint64_t key, std::int64_t begin)
{
    m_memory.take(nodeBytes(sizeof key + sizeof begin));
    m_recordCalls.emplace(key, begin);
}

std::optional<std::int64_t> TraceBuilder::recordedAt(std::uint64_t key) const
{
    const auto found = m_recordCalls.find(key);
    return found != m_recordCalls.end() ? std::optional(found->second) : std::nullopt;
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
    if (isNew)
        m_memory.take(nodeBytes(sizeof *entry) + m_lastHostThread.size());
    return m_lastHostNumber = entry->second;
}

void TraceBuilder::addCall(std::uint64_t key, std::int64_t begin, std::int64_t end, bool driver, std::int32_t thread)
{
    m_memory.take(sizeof(Call));
    m_calls.push_back({key << 1 | (driver ? 1U : 0U), begin, end, thread});
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
    const auto before = [](const Call &a, const Call &b) { return a.key != b.key ? a.key < b.key : a.begin < b.begin; };
    if (!std::is_sorted(m_calls.begin(), m_calls.end(), before))
        std::sort(m_calls.begin(), m_calls.end(), before);
    std::uint64_t without = 0, late = 0;
    auto hint = m_calls.begin(); // operations mostly come in the order of their calls
    for (Pending &operation : m_operations) {
        const auto key = static_cast<std::uint64_t>(operation.issue);
        operation.issue = unknownTime;
        if (!runsOnGpu(operation.kind))
            continue;
        if (key == noCall) {
            ++without;
            continue;
        }
        if (hint == m_calls.end() || hint->key >> 1 != key) {
            hint = std::lower_bound(m_calls.begin(), m_calls.end(), key << 1,
                                    [](const Call &call, std::uint64_t wanted) { return call.key < wanted; });
            if (hint == m_calls.end() || hint->key >> 1 != key) {
                ++without;
                continue;
            }
        }
        late += hint->begin > operation.start ? 1 : 0;
        operation.issue = hint->begin;
        operation.returned = hint->end;
        operation.thread = hint->thread;
        if (hint + 1 != m_calls.end() && (hint + 1)->key >> 1 != key)
            ++hint;
    }
    m_calls.clear();
    if (without > 0)
        report.warnings.push_back(std::to_string(without)
                                  + " operations have no runtime call in the file (issued before the capture, or by a "
                                    "graph): when they were issued is unknown.");
    if (late > 0)
        report.warnings.push_back(std::to_string(late)
                                  + " operations start before the call that issued them: the clocks of host and GPU "
                                    "do not agree.");
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
        report.warnings.push_back(std::to_string(overlaps)
                                  + " operations start before the one before them in their stream ends ("
                                  + std::to_string(ns)
                                  + " ns in all; programmatic dependent launch, or the profiler's times): they are "
                                    "drawn in sub-rows and counted once.");
}

/// By device and number, −1 where several contexts have it: Kineto does not say the context of a record.
TraceBuilder::StreamsByNumber TraceBuilder::streamsByNumber() const
{
    StreamsByNumber streams;
    for (const auto &[place, index] : m_streams) {
        const auto [entry, isNew] = streams.try_emplace({std::get<0>(place), std::get<2>(place)}, index);
        if (!isNew)
            entry->second = -1;
    }
    return streams;
}

TraceBuilder::StreamOrder TraceBuilder::issuedOperations() const
{
    StreamOrder order(m_timeline.streams().size());
    for (std::uint32_t i = 0; i < m_operations.size(); ++i) {
        const Pending &operation = m_operations[i];
        if (operation.stream >= 0 && runsOnGpu(operation.kind) && operation.issue != unknownTime)
            order[static_cast<std::size_t>(operation.stream)].push_back(i);
    }
    return order;
}

/// In m_operations, sorted: from the last operation that was issued to a stream before the event was recorded there, to
/// the wait and to the first one issued behind it.
std::vector<EventLink> TraceBuilder::linkEvents(ImportReport &report) const
{
    std::vector<EventLink> links;
    if (m_records.empty())
        return links;
    const StreamOrder order = issuedOperations();
    const StreamsByNumber byNumber = streamsByNumber();
    const auto streamOf = [&](const TraceRecord &record) {
        if (const auto found = m_streams.find({record.device, record.owner, record.stream}); found != m_streams.end())
            return found->second;
        const auto alone = byNumber.find({record.device, record.stream});
        return alone != byNumber.end() ? alone->second : -1;
    };
    const auto issuedBefore = [this](std::uint32_t i, std::int64_t time) { return m_operations[i].issue < time; };
    std::uint64_t unknown = 0;
    for (std::uint32_t i = 0; i < m_operations.size(); ++i) {
        const Pending &wait = m_operations[i];
        if (wait.kind != OperationKind::EventWait || wait.bytes == 0)
            continue;
        const TraceRecord &record = m_records[wait.bytes - 1];
        const std::int32_t stream = streamOf(record);
        const std::optional<std::int64_t> time = recordedAt(record.call);
        if (stream < 0 || !time) {
            ++unknown;
            continue;
        }
        const std::vector<std::uint32_t> &recorded = order[static_cast<std::size_t>(stream)];
        const auto past = std::lower_bound(recorded.begin(), recorded.end(), *time, issuedBefore);
        if (past == recorded.begin())
            continue; // nothing was there to wait for
        links.push_back({*(past - 1), i});
        const std::vector<std::uint32_t> &waiting = order[static_cast<std::size_t>(wait.stream)];
        const auto next = std::lower_bound(waiting.begin(), waiting.end(), wait.start, issuedBefore);
        if (next != waiting.end())
            links.push_back({*(past - 1), *next});
    }
    if (unknown > 0)
        report.warnings.push_back(std::to_string(unknown)
                                  + " waits of a stream are for events whose record is not in the file: no arrow shows "
                                    "what they waited for.");
    return links;
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

void TraceBuilder::finish(ImportedTrace &trace)
{
    ImportReport &report = trace.report;
    dropZeroStarts(report);
    join(report);
    countOverlaps(report);
    describeDevices(report, trace.recording);
    const auto issued = [](const Pending &p) { return p.issue == unknownTime ? p.start : p.issue; };
    const auto before = [&](const Pending &a, const Pending &b) {
        return std::tuple(issued(a), a.start, a.end, a.stream) < std::tuple(issued(b), b.start, b.end, b.stream);
    };
    if (!std::is_sorted(m_operations.begin(), m_operations.end(), before))
        std::sort(m_operations.begin(), m_operations.end(), before);
    std::int64_t origin = std::numeric_limits<std::int64_t>::max();
    for (const Pending &operation : m_operations)
        origin = std::min({origin, issued(operation), operation.start});
    report.originNs = m_operations.empty() ? 0 : origin;
    std::vector<EventLink> links = linkEvents(report);
    m_timeline.reserve(m_operations.size());
    std::vector<std::int32_t> numbers(m_hostThreads.size(), -1);
    auto numberOf = [&numbers, next = std::int32_t{0}](std::int32_t thread) mutable {
        if (thread < 0)
            return std::int32_t{0};
        std::int32_t &number = numbers[static_cast<std::size_t>(thread)];
        if (number < 0)
            number = std::min(next++, maxThreads - 1); // those beyond share the last one
        return number;
    };
    m_operations.consume([&](const Pending &p) {
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
        span.thread = numberOf(p.thread);
        span.kind = p.kind;
        span.engine = engineOf(p.kind);
        span.clock = Clock::Imported;
        span.from = p.from;
        span.to = p.to;
        ++report.kept[static_cast<std::size_t>(p.kind)];
        m_timeline.append(span);
    });
    m_timeline.setEventLinks(std::move(links));
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
