// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/chunked_list.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/traces/call_table.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/origins/call_stacks.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace streamscope {

/// The stream on which a foreign trace records an event. The host's call has the time.
struct TraceRecord
{
    int device = 0;
    std::uint64_t owner = 0; ///< the stream's owner, as in TraceBuilder::stream()
    std::int64_t stream = -1;
    std::uint64_t call = 0; ///< the key of the host's call
};

/// What a call of the host is about.
struct TraceTarget
{
    std::uint64_t call = 0; ///< its key
    int device = 0;
    std::uint64_t owner = 0;                 ///< the stream's owner, as in TraceBuilder::stream()
    std::int64_t stream = -1;                ///< −1 when unknown
    std::uint64_t record = TraceCall::noKey; ///< the key of the call that recorded the event it waits for
};

/// One operation of a foreign trace, in the trace's own times.
struct TraceOperation
{
    std::int64_t start = 0, end = 0;
    std::uint64_t bytes = 0;
    std::uint64_t call = TraceCall::noKey; ///< the key of the call that issued it
    std::uint32_t name = 0;                ///< from TraceBuilder::intern()
    std::int32_t stream = -1;
    OperationKind kind = OperationKind::Kernel;
    MemoryKind from = MemoryKind::Unknown, to = MemoryKind::Unknown;
    /// Of a kernel: from TraceBuilder::internShape(). Of a peer copy: from TraceBuilder::peers(). 0 when unknown.
    std::uint32_t shape = 0;
    std::uint32_t collective = 0; ///< from TraceBuilder::collective(); 0 for none
};

/// Collects the operations and calls of a trace and makes a Timeline: joins each operation with the call that issued
/// it, moves the times so that they begin at 0, sorts by issue, and reports oddities. Memory is counted before it is
/// allocated.
class TraceBuilder
{
public:
    /// `keepsEvents`: as ImportOptions::hostEvents.
    explicit TraceBuilder(MemoryBudget &memory, bool keepsEvents = true)
        : m_memory(memory), m_keepsEvents(keepsEvents), m_calls(memory)
    {}

    /// The clock of what the GPU did, where that is known; what the host did then has Clock::Host. Else all times are
    /// Clock::Imported.
    void setDeviceClock(Clock clock) { m_deviceClock = clock; }

    static constexpr std::size_t maxStreams = 65'536;
    static constexpr int maxDevices = 1'024;
    static constexpr int maxThreads = 1'024; ///< of the host

    std::uint32_t intern(std::string_view name) { return internCounted(m_timeline, name, m_memory); }

    std::uint32_t internShape(const LaunchShape &shape);
    /// A number for the devices that a peer copy connects; 0 for devices that no machine has.
    static std::uint32_t peers(std::int64_t from, std::int64_t to);
    /// A number for what is known about an operation that communicates.
    std::uint32_t collective(Collective collective);

    /// The stream `number` of `owner` (the context or process that distinguishes streams of the same number) on a
    /// device. `qualifier` becomes part of the id when the number alone is taken. @throws InputError beyond
    /// maxStreams.
    std::int32_t stream(int device, std::uint64_t owner, std::int64_t number, const std::string &qualifier = {});
    void describeStream(std::int32_t stream, int priority, StreamRole role);

    void add(const TraceOperation &operation);
    /// A stream's wait for an event, with the times of the host's call, and the record of the event if known.
    void addWait(const TraceOperation &wait, const std::optional<TraceRecord> &record);
    /// Says what a call is about. The call may come later.
    void addTarget(const TraceTarget &target);
    /// When the call with this key began.
    std::optional<std::int64_t> calledAt(std::uint64_t key) const;
    /// Other also where there is no such call.
    HostCallKind kindOf(std::uint64_t key) const;
    /// The host thread that the trace calls `thread` of `process`. The Timeline numbers threads anew, in order of time.
    std::int32_t hostThread(std::string_view process, std::string_view thread);
    /// How many threads hostThread() knows.
    std::size_t hostThreads() const { return m_hostThreads.size(); }
    /// What the trace calls it, for people. The first name counts.
    void nameThread(std::string_view process, std::string_view thread, std::string_view name);
    std::uint32_t internEvent(std::string_view name);
    /// A number for the functions that were open when a call was made, as CallStacks has them.
    std::uint32_t stack(std::string_view text);
    std::uint16_t rangeStyle(const RangeStyle &style) { return m_events.style(style); }
    /// An operator, a range, a Python frame or a call of the system. Its thread is from hostThread(), its name from
    /// internEvent().
    void addEvent(const NewHostEvent &event);
    /// A call of the host. A synchronisation with a span of its own becomes an operation, too.
    void addCall(const TraceCall &call);

    std::size_t size() const { return m_operations.size(); }

    /// Moves everything into `trace`: the timeline, the report's counts, its origin and its warnings.
    void finish(ImportedTrace &trace);

private:
    struct Pending
    {
        std::int64_t start, end;
        std::int64_t issue; ///< the key of the call until join()
        std::int64_t returned;
        std::uint64_t bytes; ///< of a wait: 1 + index into m_records, or 0
        std::uint32_t name;
        std::int32_t stream;
        std::int32_t thread;             ///< −1 when unknown
        std::uint32_t call;              ///< in m_calls, or none; known after join() for all but synchronisations
        std::uint32_t shape, collective; ///< as in TraceOperation
        OperationKind kind;
        MemoryKind from, to;
    };
    static std::int64_t issuedAt(const Pending &p) { return p.issue == unknownTime ? p.start : p.issue; }
    /// The operations of each stream in order of issue, where known.
    using StreamOrder = std::vector<std::vector<std::uint32_t>>;
    /// Memory of an awaited record: the record, its place in the stream order, and its links.
    static constexpr std::uint64_t recordBytes = sizeof(TraceRecord) + 6 * sizeof(EventLink);
    static constexpr std::uint64_t streamBytes = 1'024;

    void dropZeroStarts(ImportReport &report);
    void join(ImportReport &report);
    std::vector<std::uint32_t> operationsOfCalls() const;
    void sortByIssue();
    void countOverlaps(ImportReport &report) const;
    using StreamsByNumber = std::map<std::pair<int, std::int64_t>, std::int32_t>;
    StreamsByNumber streamsByNumber() const;
    std::int32_t knownStream(int device, std::uint64_t owner, std::int64_t number, const StreamsByNumber &all) const;
    StreamOrder issuedOperations() const;
    std::vector<EventLink> linkEvents(ImportReport &report) const;
    EventThread threadOf(std::int32_t thread);
    void makeEvents(std::int64_t origin);
    void keepStack(std::uint32_t position, std::uint32_t stack);
    void resolveStacks();
    void describeDevices(ImportReport &report, const Recording &recording) const;
    void numberThreads();
    std::int32_t numberOf(std::int32_t thread);
    HostCalls mergeCalls(std::int64_t origin, ImportReport &report);
    void resolveTargets(HostCalls &calls) const;
    Span spanOf(const Pending &operation, std::int64_t origin) const;
    void moveOperations(std::int64_t origin, HostCalls &calls, ImportReport &report);

    MemoryBudget &m_memory;
    bool m_keepsEvents;
    Clock m_deviceClock = Clock::Imported;
    Timeline m_timeline;
    std::map<std::tuple<int, std::uint64_t, std::int64_t>, std::int32_t> m_streams;
    std::set<std::pair<int, std::string>> m_ids; ///< of the streams, by device
    ChunkedList<Pending> m_operations;
    CallTable m_calls;
    ChunkedList<TraceTarget> m_targets;
    std::vector<Collective> m_collectives;
    ChunkedList<TraceRecord> m_records;                             ///< records that a stream waits for
    std::map<std::string, std::int32_t, std::less<>> m_hostThreads; ///< by "process/thread"
    std::map<std::string, std::int32_t, std::less<>> m_processes;
    std::map<std::string, std::string, std::less<>> m_threadNames; ///< by "process/thread"
    HostEventList m_events;
    CallStacks m_stacks;
    std::map<std::string, std::uint32_t, std::less<>> m_stackNumbers;
    std::vector<std::uint32_t> m_stackAt;  ///< by position in m_calls, as far as calls have stacks
    std::vector<std::int32_t> m_processOf; ///< by hostThread()
    std::string m_lastHostThread;          ///< most calls follow one of the same thread
    std::int32_t m_lastHostNumber = -1;
    std::vector<std::int32_t> m_threadNumbers; ///< in the Timeline, by hostThread(); −1 while it has none
    std::int32_t m_nextThread = 0;
};

/// A larger number of SMs in a trace is ignored: no device has so many.
inline constexpr int maxMultiprocessors = 1'000'000;

/// Sets the makespan of a recording that has none: from the first start to the last end of the executed operations.
void setMakespanFromTimeline(Recording &recording);

} // namespace streamscope
