// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/json_cursor.h"
#include "engine/formats/memory_budget.h"
#include "engine/timeline/recording.h"

#include <deque>
#include <utility>
#include <vector>

namespace streamscope {

/// What our own Chrome trace says beyond what every reader of such files understands: enough to make the same Timeline
/// of it again. chrome_trace_writer.cpp writes it.
class OwnTrace
{
public:
    explicit OwnTrace(MemoryBudget &memory) : m_memory(&memory) {}

    /// The top-level object `streamscope`. @throws JsonError, also for values that cannot be.
    void readHeader(JsonCursor &cursor);
    bool hasHeader() const { return m_hasHeader; }
    std::int64_t offset() const { return m_offset; } ///< by which the events lie later than what they stand for

    /// The object `streamscope` of an event that stands for a span. `start` and `end` are the event's.
    void readSpan(JsonCursor &cursor, std::string_view eventName, std::int64_t start, std::int64_t end);

    std::size_t size() const { return m_spans.size(); }
    /// Puts everything into the recording, in the order in which it was issued.
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
    std::int64_t m_offset = 0; ///< what was added to every time
    DeviceInfo m_device;
    Makespans m_makespans;
    Timeline m_timeline;
    std::deque<Numbered> m_spans;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_links; ///< EventLink by the file's numbers
};

} // namespace streamscope
