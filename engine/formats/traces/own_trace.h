// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/formats/traces/own_host_events.h"
#include "engine/timeline/recording.h"

#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

/// Reads the additional fields of StreamScope's own Chrome traces, from which the same Timeline can be made again.
/// chrome_trace_writer.cpp writes them.
class OwnTrace
{
public:
    explicit OwnTrace(MemoryBudget &memory) : m_memory(&memory), m_events(memory) {}

    /// The top-level object `streamscope`. @throws JsonError, also for impossible values.
    void readHeader(JsonCursor &cursor);
    bool hasHeader() const { return m_hasHeader; }
    std::int64_t offset() const { return m_offset; } ///< events in the file are later than their spans by this

    /// The object `streamscope` of an event that represents a span. `start` and `end` are the event's times.
    void readSpan(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end);

    /// What is known about the span that readSpan() just read.
    void describeLaunch(const LaunchShape &shape);
    void describeCollective(Collective collective);

    /// The object `streamscope_call` of an event that represents a call of the host.
    void readCall(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end);

    /// The object `streamscope_event` of an event of the host.
    void readEvent(JsonCursor &cursor, HostEventKind kind, std::string_view name, std::int64_t start, std::int64_t end);
    /// What the file says of the trace that it was made of, else what `timeline` has. Call it after finish().
    HostEventCounts hostCounts(const Timeline &timeline) const;

    std::size_t size() const { return m_spans.size(); }
    /// Moves everything into the recording, in order of issue.
    void finish(Recording &recording);

private:
    struct Numbered
    {
        std::int64_t index;
        Span span;
        std::uint32_t shape, collective; ///< 0: none; else in m_timeline, and 1 + index into m_collectives
        std::uint32_t origin;            ///< in m_origins
    };
    struct NumberedCall
    {
        std::int64_t index, record, firstSpan; ///< −1: none
        HostCall call;
    };
    std::uint32_t behind(std::int64_t span) const;
    std::optional<std::uint32_t> placeOf(std::int64_t span) const;
    std::vector<EventLink> linkedSpans() const;
    HostCalls sortedCalls();
    void readStreams(JsonCursor &cursor);
    void readDevice(JsonCursor &cursor);
    void readMakespans(JsonCursor &cursor);
    void readCounts(JsonCursor &cursor);
    bool readOrigin(std::string_view key, JsonCursor &cursor, HostOrigin &origin);

    MemoryBudget *m_memory;
    bool m_hasHeader = false;
    std::int64_t m_offset = 0; ///< added to every time in the file
    DeviceInfo m_device;
    Makespans m_makespans;
    OwnHostEvents m_events;
    std::optional<HostEventCounts> m_counts;
    HostOrigins m_origins;
    Timeline m_timeline;
    std::deque<Numbered> m_spans;
    std::deque<NumberedCall> m_calls;
    std::vector<Collective> m_collectives;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_links; ///< EventLink by the file's numbers
};

} // namespace streamscope
