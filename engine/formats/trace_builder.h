// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/chunked_list.h"
#include "engine/formats/memory_budget.h"
#include "engine/formats/timeline_memory.h"
#include "engine/formats/trace_import.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// Where a foreign trace says that an event was recorded. The call of the record says when.
struct TraceRecord
{
    int device = 0;
    std::uint64_t owner = 0; ///< of the stream, as for TraceBuilder::stream()
    std::int64_t stream = -1;
    std::uint64_t call = 0; ///< see TraceBuilder::addRecordCall()
};

/// One operation as a foreign trace tells it, in the trace's own times.
struct TraceOperation
{
    std::int64_t start = 0, end = 0;
    std::uint64_t bytes = 0;
    std::uint64_t call = 0; ///< the key of the call that issued it; see TraceBuilder::addCall()
    std::uint32_t name = 0; ///< from TraceBuilder::intern()
    std::int32_t stream = -1;
    OperationKind kind = OperationKind::Kernel;
    MemoryKind from = MemoryKind::Unknown, to = MemoryKind::Unknown;
};

/// Collects what a reader finds and makes a Timeline of it: joins each operation with the call that issued it, moves
/// the times so that they begin at 0, puts everything in the order of issue, and says what was odd. What it holds is
/// counted before it is held.
class TraceBuilder
{
public:
    explicit TraceBuilder(MemoryBudget &memory) : m_memory(memory) {}

    static constexpr std::size_t mostStreams = 65'536;
    static constexpr int mostDevices = 1'024;

    std::uint32_t intern(std::string_view name) { return internCounted(m_timeline, name, m_memory); }

    /// The stream `number` of `owner` (a context, a process: whatever tells streams of one number apart) on a device.
    /// `qualifier` goes into the id where the number alone is taken. @throws InputError beyond mostStreams.
    std::int32_t stream(int device, std::uint64_t owner, std::int64_t number, const std::string &qualifier = {});
    void describeStream(std::int32_t stream, int priority, StreamRole role);

    void add(const TraceOperation &operation);
    /// A stream's wait for an event (the host's call: its times), and where the event was recorded if that is known.
    void addWait(const TraceOperation &wait, const std::optional<TraceRecord> &record);
    /// A call of the host that recorded an event.
    void addRecordCall(std::uint64_t key, std::int64_t begin);
    std::optional<std::int64_t> recordedAt(std::uint64_t key) const;
    /// A call of the host that may have issued operations. Keys are below 2^63; where several calls have one key, the
    /// first of the runtime's wins over the driver's.
    void addCall(std::uint64_t key, std::int64_t begin, std::int64_t end, bool driver);
    static constexpr std::uint64_t noCall = ~std::uint64_t{0};

    std::size_t size() const { return m_operations.size(); }

    /// Moves everything into `trace`: the timeline, the report's counts, its origin and its warnings.
    void finish(ImportedTrace &trace);

private:
    struct Call
    {
        std::uint64_t key; ///< shifted left by one; the lowest bit says driver
        std::int64_t begin, end;
    };
    struct Pending
    {
        std::int64_t start, end;
        std::int64_t issue; ///< the key of the call until they are joined
        std::int64_t returned;
        std::uint64_t bytes; ///< of a wait: 1 + its place in m_records, or 0
        std::uint32_t name;
        std::int32_t stream;
        OperationKind kind;
        MemoryKind from, to;
    };
    /// Operations of each stream in the order of issue, as far as that is known.
    using StreamOrder = std::vector<std::vector<std::uint32_t>>;
    /// One that is waited for, the order of the operations that it needs, and its links.
    static constexpr std::uint64_t recordBytes = sizeof(TraceRecord) + 2 * 3 * sizeof(EventLink);
    static constexpr std::uint64_t streamBytes = 1'024;

    void dropZeroStarts(ImportReport &report);
    void join(ImportReport &report);
    void countOverlaps(ImportReport &report) const;
    using StreamsByNumber = std::map<std::pair<int, std::int64_t>, std::int32_t>;
    StreamsByNumber streamsByNumber() const;
    StreamOrder issuedOperations() const;
    std::vector<EventLink> linkEvents(ImportReport &report) const;
    void describeDevices(ImportReport &report, const Recording &recording) const;

    MemoryBudget &m_memory;
    Timeline m_timeline;
    std::map<std::tuple<int, std::uint64_t, std::int64_t>, std::int32_t> m_streams;
    std::set<std::pair<int, std::string>> m_ids; ///< of the streams, by device
    ChunkedList<Pending> m_operations;
    ChunkedList<Call> m_calls;
    ChunkedList<TraceRecord> m_records; ///< that a stream waits for
    std::unordered_map<std::uint64_t, std::int64_t> m_recordCalls;
};

/// More SMs than any device has are no number of SMs.
inline constexpr int mostMultiprocessors = 1'000'000;

/// From the first start to the last end of what worked, as the makespan of a recording that has none.
void setMakespanFromTimeline(Recording &recording);

} // namespace streamscope
