// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/timeline/recording.h"

#include <deque>
#include <utility>
#include <vector>

namespace streamscope {

/// Reads the additional fields of StreamScope's own Chrome traces, from which the same Timeline can be made again.
/// chrome_trace_writer.cpp writes them.
class OwnTrace
{
public:
    explicit OwnTrace(MemoryBudget &memory) : m_memory(&memory) {}

    /// The top-level object `streamscope`. @throws JsonError, also for impossible values.
    void readHeader(JsonCursor &cursor);
    bool hasHeader() const { return m_hasHeader; }
    std::int64_t offset() const { return m_offset; } ///< events in the file are later than their spans by this

    /// The object `streamscope` of an event that represents a span. `start` and `end` are the event's times.
    void readSpan(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end);

    std::size_t size() const { return m_spans.size(); }
    /// Moves everything into the recording, in order of issue.
    void finish(Recording &recording);

private:
    struct Numbered
    {
        std::int64_t index;
        Span span;
    };
    std::vector<EventLink> linkedSpans() const;
    void readStreams(JsonCursor &cursor);
    void readDevice(JsonCursor &cursor);
    void readMakespans(JsonCursor &cursor);

    MemoryBudget *m_memory;
    bool m_hasHeader = false;
    std::int64_t m_offset = 0; ///< added to every time in the file
    DeviceInfo m_device;
    Makespans m_makespans;
    Timeline m_timeline;
    std::deque<Numbered> m_spans;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_links; ///< EventLink by the file's numbers
};

} // namespace streamscope
