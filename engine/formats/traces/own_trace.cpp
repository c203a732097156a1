// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/own_trace.h"

#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/text/csv_rows.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/traces/trace_builder.h"

#include <algorithm>
#include <climits>
#include <optional>

namespace streamscope {

namespace {

std::int64_t integerAt(JsonCursor &cursor)
{
    const auto value = parseInteger(cursor.text());
    if (!value)
        cursor.fail("a whole number should be here");
    return *value;
}

std::uint64_t bytesAt(JsonCursor &cursor)
{
    const auto value = parseBytes(cursor.text());
    if (!value)
        cursor.fail("a number of bytes should be here");
    return *value;
}

int smallAt(JsonCursor &cursor, std::int64_t least, std::int64_t most)
{
    const std::int64_t value = integerAt(cursor);
    if (value < least || value > most)
        cursor.fail("a number from " + std::to_string(least) + " to " + std::to_string(most) + " should be here");
    return static_cast<int>(value);
}

/// Not longer than a table takes it.
std::string textAt(JsonCursor &cursor)
{
    const std::string_view text = cursor.string();
    if (text.size() > CsvRows::longestField)
        cursor.fail("a text longer than " + std::to_string(CsvRows::longestField) + " bytes");
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
            cursor.fail("more than " + std::to_string(maxStreams) + " streams");
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
                cursor.fail("more than " + std::to_string(maxSamples) + " times of runs");
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

void OwnTrace::readHeader(JsonCursor &cursor)
{
    *this = OwnTrace(*m_memory);
    cursor.forEachMember([&](std::string_view key) {
        if (key == "version") {
            if (integerAt(cursor) != 1)
                cursor.fail("this version of StreamScope's trace is not known; 1 is");
        } else if (key == "offset_ns") {
            m_offset = integerAt(cursor);
            if (m_offset < 0 || m_offset > -earliestTimeNs)
                cursor.fail("an offset that StreamScope never writes");
        } else if (key == "globaltimer_step_ns") {
            m_timeline.setGlobalTimerStep(smallAt(cursor, 0, 1'000'000'000));
        } else if (key == "device") {
            readDevice(cursor);
        } else if (key == "makespan_ns") {
            readMakespans(cursor);
        } else if (key == "streams") {
            readStreams(cursor);
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

void OwnTrace::readSpan(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end)
{
    Numbered numbered{};
    Span &span = numbered.span;
    std::vector<std::int64_t> waitsFor;
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
        else
            cursor.skipValue();
        if (!known)
            cursor.fail("'" + std::string(key) + "' has a value that StreamScope never writes");
    });
    if (!isSound(span))
        cursor.fail("the times of an operation are out of order or out of range");
    m_memory->take(memoryOf(span) + sizeof(Numbered) + waitsFor.size() * linkBytes);
    for (const std::int64_t other : waitsFor)
        m_links.emplace_back(other, numbered.index);
    span.name = internCounted(m_timeline, name, *m_memory);
    m_spans.push_back(numbered);
}

/// In sorted m_spans; a broken file may have fewer spans than its numbers say.
std::vector<EventLink> OwnTrace::linkedSpans() const
{
    std::vector<EventLink> links;
    const auto placeOf = [this](std::int64_t index) {
        const auto found = std::partition_point(m_spans.begin(), m_spans.end(),
                                                [index](const Numbered &span) { return span.index < index; });
        const auto place = static_cast<std::uint32_t>(found - m_spans.begin());
        return found != m_spans.end() && found->index == index ? std::optional(place) : std::nullopt;
    };
    for (const auto &[from, to] : m_links)
        if (const auto first = placeOf(from), second = placeOf(to); first && second)
            links.push_back({*first, *second});
    return links;
}

void OwnTrace::finish(Recording &recording)
{
    const auto before = [](const Numbered &a, const Numbered &b) { return a.index < b.index; };
    if (!std::is_sorted(m_spans.begin(), m_spans.end(), before))
        std::stable_sort(m_spans.begin(), m_spans.end(), before);
    std::vector<EventLink> links = linkedSpans();
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
    }
    timeline.setEventLinks(std::move(links));
    recording.timeline = std::move(timeline);
    recording.device = m_device;
    recording.makespans = m_makespans;
}

} // namespace streamscope
