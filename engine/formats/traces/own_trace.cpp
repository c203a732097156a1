// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/own_trace.h"

#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/text/csv_rows.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <climits>
#include <optional>

namespace streamscope {

namespace {

std::int64_t integerAt(JsonCursor &cursor)
{
    const auto value = parseInteger(cursor.text());
    if (!value)
        cursor.fail(QT_TRANSLATE_NOOP("engine", "a whole number should be here"));
    return *value;
}

std::uint64_t bytesAt(JsonCursor &cursor)
{
    const auto value = parseBytes(cursor.text());
    if (!value)
        cursor.fail(QT_TRANSLATE_NOOP("engine", "a number of bytes should be here"));
    return *value;
}

int smallAt(JsonCursor &cursor, std::int64_t least, std::int64_t most)
{
    const std::int64_t value = integerAt(cursor);
    if (value < least || value > most)
        cursor.fail(Phrase("engine", "a number from %1 to %2 should be here").arg(least, most));
    return static_cast<int>(value);
}

/// Not longer than a table takes it.
std::string textAt(JsonCursor &cursor)
{
    const std::string_view text = cursor.string();
    if (text.size() > CsvRows::longestField)
        cursor.fail(Phrase("engine", "a text longer than %1 bytes").arg(CsvRows::longestField));
    return decodeJsonString(text);
}

constexpr int maxDevices = TraceBuilder::maxDevices;
constexpr std::size_t maxStreams = TraceBuilder::maxStreams;
constexpr std::uint64_t linkBytes =
    3 * (sizeof(std::pair<std::int64_t, std::int64_t>) + sizeof(EventLink)); // lists that grow
constexpr std::size_t maxSamples = 100'000;                                  // ten times what `repeat` allows

} // namespace

void OwnTrace::readStreams(JsonCursor &cursor)
{
    cursor.forEachElement([&] {
        TimelineStream stream;
        cursor.forEachMember([&](std::string_view key) {
            if (key == "id")
                stream.id = textAt(cursor);
            else if (key == "device")
                stream.device = smallAt(cursor, 0, maxDevices - 1);
            else if (key == "priority")
                stream.priority = smallAt(cursor, INT_MIN, INT_MAX);
            else if (key == "role")
                stream.role = static_cast<StreamRole>(smallAt(cursor, 0, static_cast<int>(StreamRole::Migration)));
            else
                cursor.skipValue();
        });
        if (m_timeline.streams().size() >= maxStreams)
            cursor.fail(Phrase("engine", "more than %1 streams").arg(maxStreams));
        m_timeline.addStream(std::move(stream));
    });
}

void OwnTrace::readDevice(JsonCursor &cursor)
{
    cursor.forEachMember([&](std::string_view key) {
        if (key == "id")
            m_device.id = textAt(cursor);
        else if (key == "name")
            m_device.name = textAt(cursor);
        else if (key == "kind")
            m_device.kind = cursor.string() == "cuda" ? DeviceKind::Cuda : DeviceKind::Simulated;
        else if (key == "async_engine_count")
            m_device.asyncEngineCount = smallAt(cursor, 0, 1'000);
        else if (key == "multiprocessors")
            m_device.multiprocessors = smallAt(cursor, 0, maxMultiprocessors);
        else
            cursor.skipValue();
    });
}

void OwnTrace::readMakespans(JsonCursor &cursor)
{
    const auto list = [&cursor](std::vector<std::int64_t> &values) {
        cursor.forEachElement([&] {
            if (values.size() == maxSamples)
                cursor.fail(Phrase("engine", "more than %1 times of runs").arg(maxSamples));
            values.push_back(integerAt(cursor));
        });
    };
    cursor.forEachMember([&](std::string_view key) {
        if (key == "plain")
            list(m_makespans.plain);
        else if (key == "instrumented")
            m_makespans.instrumented = integerAt(cursor);
        else if (key == "instrumented_samples")
            list(m_makespans.instrumentedSamples);
        else
            cursor.skipValue();
    });
}

void OwnTrace::readCounts(JsonCursor &cursor)
{
    HostEventCounts counts;
    cursor.forEachMember([&](std::string_view key) {
        std::uint64_t *const count = key == "threads"         ? &counts.threads
                                     : key == "calls"         ? &counts.calls
                                     : key == "operators"     ? &counts.operators
                                     : key == "ranges"        ? &counts.ranges
                                     : key == "python_frames" ? &counts.pythonFrames
                                                              : nullptr;
        if (count)
            *count = bytesAt(cursor);
        else
            cursor.skipValue();
    });
    m_counts = counts;
}

void OwnTrace::readHeader(JsonCursor &cursor)
{
    *this = OwnTrace(*m_memory);
    cursor.forEachMember([&](std::string_view key) {
        if (key == "version") {
            if (integerAt(cursor) != 1)
                cursor.fail(QT_TRANSLATE_NOOP("engine", "this version of StreamScope's trace is not known; 1 is"));
        } else if (key == "offset_ns") {
            m_offset = integerAt(cursor);
            if (m_offset < 0 || m_offset > -earliestTimeNs)
                cursor.fail(QT_TRANSLATE_NOOP("engine", "an offset that StreamScope never writes"));
        } else if (key == "globaltimer_step_ns") {
            m_timeline.setGlobalTimerStep(smallAt(cursor, 0, 1'000'000'000));
        } else if (key == "device") {
            readDevice(cursor);
        } else if (key == "makespan_ns") {
            readMakespans(cursor);
        } else if (key == "streams") {
            readStreams(cursor);
        } else if (key == "threads") {
            m_events.readThreads(cursor);
        } else if (key == "host") {
            readCounts(cursor);
        } else {
            cursor.skipValue();
        }
    });
    m_hasHeader = true;
}

namespace {

bool isSound(const Span &span)
{
    for (const std::int64_t time : {span.issue, span.ready, span.returned})
        if (time != unknownTime && !isTimeInRange(time))
            return false;
    return isTimeInRange(span.start) && isTimeInRange(span.end) && span.end >= span.start;
}

} // namespace

/// Takes one part of what issued an operation. False for any other key, which is not consumed.
bool OwnTrace::readOrigin(std::string_view key, JsonCursor &cursor, HostOrigin &origin)
{
    for (std::size_t part = 0; part < originPartCount; ++part) {
        if (key != originPartName(static_cast<OriginPart>(part)))
            continue;
        const std::string text = textAt(cursor);
        const std::size_t known = m_origins.texts().size();
        origin[part] = m_origins.intern(text);
        if (m_origins.texts().size() > known)
            m_memory->take(memoryOfName(text));
        return true;
    }
    return false;
}

void OwnTrace::readSpan(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end)
{
    Numbered numbered{};
    Span &span = numbered.span;
    std::vector<std::int64_t> waitsFor;
    HostOrigin origin{};
    span.start = start - m_offset;
    span.end = end - m_offset;
    std::string name = decodeJsonString(eventName, CsvRows::longestField);
    const auto streams = static_cast<std::int64_t>(m_timeline.streams().size());
    cursor.forEachMember([&](std::string_view key) {
        bool known = true;
        if (key == "index")
            numbered.index = integerAt(cursor);
        else if (key == "name")
            name = textAt(cursor);
        else if (key == "kind")
            known = parseKind(cursor.string(), span.kind);
        else if (key == "engine")
            known = parseEngine(cursor.string(), span.engine);
        else if (key == "clock")
            known = parseClock(cursor.string(), span.clock);
        else if (key == "stream")
            span.stream = smallAt(cursor, -1, streams - 1);
        else if (key == "chunk")
            span.chunk = smallAt(cursor, -1, 2'147'483'647);
        else if (key == "thread")
            span.thread = smallAt(cursor, 0, TraceBuilder::maxThreads - 1);
        else if (key == "bytes")
            span.bytes = bytesAt(cursor);
        else if (key == "start_ns") // where the event shows the host's call
            span.start = integerAt(cursor);
        else if (key == "end_ns")
            span.end = integerAt(cursor);
        else if (key == "issue_ns")
            span.issue = integerAt(cursor);
        else if (key == "ready_ns")
            span.ready = integerAt(cursor);
        else if (key == "returned_ns")
            span.returned = integerAt(cursor);
        else if (key == "waits_for")
            cursor.forEachElement([&] { waitsFor.push_back(integerAt(cursor)); });
        else if (key == "from")
            span.from = parseMemoryKind(cursor.string());
        else if (key == "to")
            span.to = parseMemoryKind(cursor.string());
        else if (!readOrigin(key, cursor, origin))
            cursor.skipValue();
        if (!known)
            cursor.fail(Phrase("engine", "'%1' has a value that StreamScope never writes").arg(key));
    });
    if (!isSound(span))
        cursor.fail(QT_TRANSLATE_NOOP("engine", "the times of an operation are out of order or out of range"));
    m_memory->take(memoryOf(span) + sizeof(Numbered) + waitsFor.size() * linkBytes);
    for (const std::int64_t other : waitsFor)
        m_links.emplace_back(other, numbered.index);
    span.name = internCounted(m_timeline, name, *m_memory);
    const std::size_t origins = m_origins.origins();
    numbered.origin = m_origins.add(origin);
    if (m_origins.origins() > origins)
        m_memory->take(nodeBytes(2 * sizeof origin) + sizeof(std::uint32_t));
    m_spans.push_back(numbered);
}

void OwnTrace::describeLaunch(const LaunchShape &shape)
{
    if (shape == LaunchShape())
        return;
    const std::size_t known = m_timeline.launchShapes().size();
    m_spans.back().shape = m_timeline.internShape(shape);
    if (m_timeline.launchShapes().size() > known)
        m_memory->take(2 * (nodeBytes(sizeof shape) + 3 * sizeof shape)); // once more in the order of issue
}

void OwnTrace::describeCollective(Collective collective)
{
    m_memory->take(6 * sizeof collective + collective.name.size() + collective.communicator.size());
    m_collectives.push_back(std::move(collective));
    m_spans.back().collective = static_cast<std::uint32_t>(m_collectives.size());
}

void OwnTrace::readCall(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end)
{
    NumberedCall numbered{0, -1, -1, {}};
    HostCall &call = numbered.call;
    call.begin = start - m_offset;
    call.end = end - m_offset;
    std::string name = decodeJsonString(eventName, CsvRows::longestField);
    const auto streams = static_cast<std::int64_t>(m_timeline.streams().size());
    cursor.forEachMember([&](std::string_view key) {
        if (key == "index")
            numbered.index = integerAt(cursor);
        else if (key == "name")
            name = textAt(cursor);
        else if (key == "kind") {
            if (!parseHostCallKind(cursor.string(), call.kind))
                cursor.fail(QT_TRANSLATE_NOOP("engine", "a kind of call that StreamScope never writes"));
        } else if (key == "thread")
            call.thread = smallAt(cursor, 0, TraceBuilder::maxThreads - 1);
        else if (key == "stream")
            call.stream = smallAt(cursor, -1, streams - 1);
        else if (key == "begin_ns") // where the event shows an operation
            call.begin = integerAt(cursor);
        else if (key == "end_ns")
            call.end = integerAt(cursor);
        else if (key == "record")
            numbered.record = integerAt(cursor);
        else if (key == "first_span")
            numbered.firstSpan = integerAt(cursor);
        else if (key == "result")
            call.result = smallAt(cursor, INT_MIN, INT_MAX);
        else if (key == "spans")
            call.spans = static_cast<std::uint32_t>(smallAt(cursor, 0, INT_MAX));
        else
            cursor.skipValue();
    });
    if (!isTimeInRange(call.begin) || !isTimeInRange(call.end) || call.end < call.begin)
        cursor.fail(QT_TRANSLATE_NOOP("engine", "the times of a call are out of order or out of range"));
    m_memory->take(sizeof(NumberedCall) + sizeof(HostCall) + 2 * sizeof(std::uint32_t));
    call.name = internCounted(m_timeline, name, *m_memory);
    m_calls.push_back(numbered);
}

void OwnTrace::readEvent(JsonCursor &cursor, HostEventKind kind, std::string_view name, std::int64_t start,
                         std::int64_t end)
{
    m_events.readEvent(cursor, kind, name, start - m_offset, end - m_offset);
}

HostEventCounts OwnTrace::hostCounts(const Timeline &timeline) const
{
    return m_counts ? *m_counts : countsOfHost(timeline);
}

/// In sorted m_spans: how many have this number at most.
std::uint32_t OwnTrace::behind(std::int64_t span) const
{
    const auto found = std::partition_point(m_spans.begin(), m_spans.end(),
                                            [span](const Numbered &known) { return known.index <= span; });
    return static_cast<std::uint32_t>(found - m_spans.begin());
}

/// In sorted m_spans; a broken file may have fewer spans than its numbers say.
std::optional<std::uint32_t> OwnTrace::placeOf(std::int64_t span) const
{
    const std::uint32_t past = behind(span);
    return past > 0 && m_spans[past - 1].index == span ? std::optional(past - 1) : std::nullopt;
}

std::vector<EventLink> OwnTrace::linkedSpans() const
{
    std::vector<EventLink> links;
    for (const auto &[from, to] : m_links)
        if (const auto first = placeOf(from), second = placeOf(to); first && second)
            links.push_back({*first, *second});
    return links;
}

/// By begin, with the places of their spans and records. Call it while m_spans is sorted and whole.
HostCalls OwnTrace::sortedCalls()
{
    std::sort(m_calls.begin(), m_calls.end(),
              [](const NumberedCall &a, const NumberedCall &b) { return a.index < b.index; });
    const auto placeOfCall = [this](std::int64_t index) {
        const auto found = std::partition_point(m_calls.begin(), m_calls.end(),
                                                [index](const NumberedCall &known) { return known.index < index; });
        return index >= 0 && found != m_calls.end() && found->index == index
                   ? static_cast<std::uint32_t>(found - m_calls.begin())
                   : HostCall::none;
    };
    HostCalls calls;
    calls.reserve(m_calls.size());
    for (const NumberedCall &numbered : m_calls) {
        HostCall call = numbered.call;
        call.record = placeOfCall(numbered.record);
        if (const auto first = call.spans > 0 ? placeOf(numbered.firstSpan) : std::nullopt) {
            call.firstSpan = *first;
            call.spans = behind(numbered.firstSpan + call.spans - 1) - *first;
        } else {
            call.spans = 0;
        }
        calls.append(call);
    }
    m_calls.clear();
    calls.sortByBegin();
    return calls;
}

void OwnTrace::finish(Recording &recording)
{
    const auto before = [](const Numbered &a, const Numbered &b) { return a.index < b.index; };
    if (!std::is_sorted(m_spans.begin(), m_spans.end(), before))
        std::stable_sort(m_spans.begin(), m_spans.end(), before);
    std::vector<EventLink> links = linkedSpans();
    HostCalls calls = sortedCalls();
    // The file has its own order, by lanes; names are numbered in the order of issue.
    Timeline timeline;
    timeline.setGlobalTimerStep(m_timeline.globalTimerStep());
    for (const TimelineStream &stream : m_timeline.streams())
        timeline.addStream(stream);
    timeline.reserve(m_spans.size());
    for (; !m_spans.empty(); m_spans.pop_front()) {
        Span span = m_spans.front().span;
        span.name = internCounted(timeline, m_timeline.name(span.name), *m_memory);
        timeline.append(span);
        const std::size_t place = timeline.size() - 1;
        if (const std::uint32_t shape = m_spans.front().shape; shape > 0)
            timeline.setLaunchShape(place, m_timeline.launchShapes()[shape - 1]);
        if (const std::uint32_t collective = m_spans.front().collective; collective > 0)
            timeline.setCollective(place, std::move(m_collectives[collective - 1]));
        if (m_spans.front().origin > 0)
            m_origins.set(place, m_spans.front().origin);
    }
    for (std::size_t i = 0; i < calls.size(); ++i)
        calls[i].name = internCounted(timeline, m_timeline.name(calls[i].name), *m_memory);
    timeline.setHostCalls(std::move(calls));
    timeline.setEventLinks(std::move(links));
    timeline.setOrigins(std::move(m_origins));
    timeline.setHostEvents(m_events.made());
    recording.timeline = std::move(timeline);
    recording.device = m_device;
    recording.makespans = m_makespans;
}

} // namespace streamscope
