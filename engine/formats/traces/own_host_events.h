// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The category of an event of the host in StreamScope's Chrome traces: Kineto's where it has one.
const char *chromeCategoryOf(HostEventKind kind);

/// "threads" and "host" of the header, each with a comma before it: how the file names its threads, and what the trace
/// held of which `events` were made. Either may be null.
std::string hostHeaderJson(const HostEvents *events, const ImportReport *import);

/// What issued an operation, each part with a comma before it; people read it beside the slice, too.
std::string originJson(const HostOrigins &origins, std::uint32_t span);

/// What says of an event that is `event` of `events`, for its arguments; the rest stands in the event itself.
std::string hostEventJson(const HostEvents &events, std::uint32_t event, std::uint32_t thread);

/// By event of `thread`: the row of the picture in which it lies within an event or beside it, and never across an
/// edge. Mostly 0; profilers round, and ranges of NVTX may end in any order.
std::vector<std::uint32_t> nestedRows(const HostEvents &events, const EventThread &thread);

/// Reads the events of the host from StreamScope's own Chrome traces.
class OwnHostEvents
{
public:
    explicit OwnHostEvents(MemoryBudget &memory) : m_memory(&memory) {}

    /// The list "threads" of the header. @throws JsonError, also for impossible values.
    void readThreads(JsonCursor &cursor);
    /// The object "streamscope_event" of an event. Times in the Timeline's.
    void readEvent(JsonCursor &cursor, HostEventKind kind, std::string_view name, std::int64_t begin, std::int64_t end);
    /// Null where the file has none.
    std::shared_ptr<const HostEvents> made();

private:
    MemoryBudget *m_memory;
    std::vector<EventThread> m_threads;
    HostEventList m_list;
};

} // namespace streamscope
