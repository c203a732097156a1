// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/operation.h"
#include "engine/timeline/block_records.h"
#include "engine/timeline/compact_column.h"
#include "engine/timeline/event_link.h"
#include "engine/timeline/facts/collectives.h"
#include "engine/timeline/facts/fold.h"
#include "engine/timeline/facts/peer_devices.h"
#include "engine/timeline/host/host_origins.h"
#include "engine/timeline/host_calls.h"
#include "engine/timeline/launch_shape.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace streamscope {

class HostEvents;

/// The clock of a span's start and end. CSV spelling: event, event+engine, globaltimer, cupti, host, model, imported,
/// watch, median.
enum class Clock : std::uint8_t {
    Event,
    EventEngine, ///< event times, start corrected by the order in which the engine served the copies
    GlobalTimer,
    Cupti,
    Host,
    Model,
    Imported,
    Watch,  ///< a copy: its end was seen in its destination, its start is found as for EventEngine
    Median, ///< of a folded step: no time of any run
};
inline constexpr std::size_t clockCount = 9;

std::string_view clockName(Clock clock);

/// The memory at one end of a copy, as tracing tools report it. CSV files do not carry it.
enum class MemoryKind : std::uint8_t {
    Unknown,
    Pageable,
    Pinned,
    Device,
    Array,
    Managed,
    DeviceStatic,
    ManagedStatic,
};
/// As Kineto spells it: "Pageable", "Device Static".
std::string_view memoryKindName(MemoryKind kind);
/// The inverse; Unknown for any other text.
MemoryKind parseMemoryKind(std::string_view name);
/// As in the CSV. Returns false and does not change `out` when `name` is unknown.
bool parseClock(std::string_view name, Clock &out);

/// A time that was not measured. Never drawn, never written.
inline constexpr std::int64_t unknownTime = std::numeric_limits<std::int64_t>::min();

/// One operation as it ran. Times are int64 nanoseconds from the start of the run. issue: the host called the API;
/// ready: the stream reached the operation (all earlier operations in the stream and all events it waits for are done);
/// start, end: it executed; returned: the host's call returned. The operation waited for an engine for start − ready;
/// the call held the host for returned − issue.
struct Span
{
    std::int64_t issue = unknownTime;
    std::int64_t ready = unknownTime;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t returned = unknownTime;
    std::uint64_t bytes = 0;
    std::uint32_t name = 0;   ///< index into Timeline::names()
    std::int32_t stream = -1; ///< index into Timeline::streams(); −1 = the host
    std::int32_t chunk = -1;
    std::int32_t thread = 0; ///< the host thread that issued it; 0 also where unknown
    OperationKind kind = OperationKind::Kernel;
    Engine engine = Engine::None;
    Clock clock = Clock::Model;
    MemoryKind from = MemoryKind::Unknown; ///< copies only
    MemoryKind to = MemoryKind::Unknown;

    bool operator==(const Span &) const = default;
    std::int64_t duration() const { return end - start; }
    /// How long the call held the host; 0 when unknown.
    std::int64_t held() const { return issue == unknownTime || returned == unknownTime ? 0 : returned - issue; }
    /// Time between being ready and executing; 0 when unknown.
    std::int64_t waited() const { return ready == unknownTime || ready > start ? 0 : start - ready; }
};

/// What is known about a stream beyond its number.
enum class StreamRole : std::uint8_t {
    Ordinary,      ///< nothing more is known
    Blocking,      ///< waits for the NULL stream, and the NULL stream for it
    NonBlocking,   ///< cudaStreamNonBlocking
    LegacyDefault, ///< the NULL stream
    Migration,     ///< not a stream: the driver's page migrations of managed memory
};

struct TimelineStream
{
    std::string id; ///< unique among the streams of its device
    int device = 0;
    int priority = 0;
    StreamRole role = StreamRole::Ordinary;

    bool operator==(const TimelineStream &) const = default;
};

/// What ran: spans in the order in which the host issued them, as a structure of arrays. A span takes 25 bytes, plus 4
/// for each of issue, ready, returned, bytes, chunk, a thread other than 0, a launch shape and an origin that at least
/// one span has.
class Timeline
{
public:
    /// The ends, computed from starts and lengths; indexed like a vector. The Timeline must outlive it.
    class Ends
    {
    public:
        explicit Ends(const Timeline &timeline) : m_timeline(&timeline) {}
        std::int64_t operator[](std::size_t index) const { return m_timeline->endOf(index); }
        std::size_t size() const { return m_timeline->size(); }

    private:
        const Timeline *m_timeline;
    };

    void reserve(std::size_t spans);
    std::int32_t addStream(TimelineStream stream);
    /// Sets facts about a stream that became known after addStream().
    void describeStream(std::int32_t stream, int priority, StreamRole role);
    /// The index of `name`, which is stored once.
    std::uint32_t intern(std::string_view name);
    void append(const Span &span);

    std::size_t size() const { return m_start.size(); }
    bool empty() const { return m_start.empty(); }
    Span span(std::size_t index) const;
    /// Single fields of span(), for loops.
    std::int64_t issue(std::size_t index) const;
    std::int64_t ready(std::size_t index) const;
    std::int64_t returned(std::size_t index) const;
    std::uint64_t bytes(std::size_t index) const { return m_bytes.at(index).value_or(0); }
    MemoryKind from(std::size_t index) const { return m_from[index]; }
    MemoryKind to(std::size_t index) const { return m_to[index]; }
    std::int32_t thread(std::size_t index) const { return static_cast<std::int32_t>(m_thread.at(index).value_or(0)); }
    bool anyReady() const { return !m_ready.empty(); }
    bool anyReturned() const { return !m_returned.empty(); }
    /// Several host threads issued the spans.
    bool anyThread() const { return !m_thread.empty(); }
    /// Empty for an index that intern() never returned: such a span is drawn without a name.
    const std::string &name(std::uint32_t index) const { return index < m_names.size() ? m_names[index] : m_unnamed; }
    const std::vector<std::string> &names() const { return m_names; }
    const std::vector<TimelineStream> &streams() const { return m_streams; }
    /// The device on which span `index` ran; the host's operations count for device 0.
    int device(std::size_t index) const;
    /// What people call a device: "GPU 1", or in a job of several ranks "Rank 3 · GPU 1".
    std::string deviceLabel(int device) const;
    void setDeviceLabel(int device, std::string label) { m_deviceLabels[device] = std::move(label); }
    /// Those that setDeviceLabel() gave.
    const std::unordered_map<int, std::string> &deviceLabels() const { return m_deviceLabels; }
    /// True for a page migration of managed memory, which counts as no copy.
    bool isMigration(std::size_t index) const;

    /// Columns, each of size() entries.
    const std::vector<std::int64_t> &starts() const { return m_start; }
    Ends ends() const { return Ends(*this); }
    const std::vector<OperationKind> &kinds() const { return m_kind; }
    const std::vector<Engine> &engines() const { return m_engine; }
    const std::vector<Clock> &clocks() const { return m_clock; }
    const std::vector<std::uint32_t> &nameIndices() const { return m_name; }
    const std::vector<std::int32_t> &streamIndices() const { return m_stream; } ///< −1 = the host

    /// Known waits for events, in order of EventLink::to.
    const std::vector<EventLink> &eventLinks() const { return m_eventLinks; }
    /// Takes links in any order; drops duplicates and links without two existing, different spans. Append the spans
    /// first.
    void setEventLinks(std::vector<EventLink> links);

    /// How kernel `index` was launched; null where the file or the run does not say.
    const LaunchShape *launchShape(std::size_t index) const;
    /// Its number from internShape(); 0 where nothing is known.
    std::uint32_t shapeNumber(std::size_t index) const { return index < m_shapeOf.size() ? m_shapeOf[index] : 0; }
    /// Sets it after append(). Equal shapes are stored once.
    void setLaunchShape(std::size_t index, const LaunchShape &shape) { setLaunchShape(index, internShape(shape)); }
    /// The number of a shape, which is stored once. Never 0.
    std::uint32_t internShape(const LaunchShape &shape);
    /// By a number from internShape(); 0: nothing is known.
    void setLaunchShape(std::size_t index, std::uint32_t shape);
    bool anyLaunchShape() const { return !m_shapeOf.empty(); }
    const std::vector<LaunchShape> &launchShapes() const { return m_shapes; } ///< number n stands at n − 1

    /// What a trace says about kernel `index` that communicates; null where it says nothing.
    const Collective *collective(std::size_t index) const { return m_collectives.find(index); }
    const Collectives &collectives() const { return m_collectives; }
    /// Append the span first.
    void setCollective(std::size_t index, Collective collective)
    {
        m_collectives.set(static_cast<std::uint32_t>(index), std::move(collective));
    }

    /// Between which devices peer copy `index` moves data; null where the trace is silent.
    const PeerDevices *peerDevices(std::size_t index) const
    {
        const auto found = m_peerDevices.find(index);
        return found == m_peerDevices.end() ? nullptr : &found->second;
    }
    /// Append the span first.
    void setPeerDevices(std::size_t index, PeerDevices devices) { m_peerDevices[index] = devices; }

    /// All calls of the host threads, as far as a trace has them; empty for our own runs, whose spans know the times of
    /// their calls.
    const HostCalls &hostCalls() const { return m_hostCalls; }
    /// Append the spans first.
    void setHostCalls(HostCalls calls) { m_hostCalls = std::move(calls); }
    /// Operators, ranges and Python frames of the host threads; null where the trace has none. Parts of a Timeline
    /// share them.
    const HostEvents *hostEvents() const { return m_hostEvents.get(); }
    const std::shared_ptr<const HostEvents> &sharedHostEvents() const { return m_hostEvents; }
    void setHostEvents(std::shared_ptr<const HostEvents> events) { m_hostEvents = std::move(events); }
    /// What issued each operation, in words. Empty for our own runs.
    const HostOrigins &origins() const { return m_origins; }
    HostOrigins &origins() { return m_origins; }
    void setOrigins(HostOrigins origins) { m_origins = std::move(origins); }

    /// Where this is no run but one step made of many: how their times differ. Null for a run.
    const Fold *fold() const { return m_fold.get(); }
    /// One FoldedOperation for each span. Append the spans first.
    void setFold(std::shared_ptr<const Fold> fold) { m_fold = std::move(fold); }

    /// The most bytes that the columns hold per span, without names and streams.
    static constexpr std::size_t bytesPerSpan() { return 8 + 3 * 4 + 5 + 8 * 4; }

    /// The smallest step of %globaltimer on the device that ran, in nanoseconds; 0 when not measured.
    int globalTimerStep() const { return m_globalTimerStep; }
    void setGlobalTimerStep(int nanoseconds) { m_globalTimerStep = nanoseconds; }
    /// Where and when the blocks of the kernels ran; empty when not recorded.
    const BlockRecords &blocks() const { return m_blocks; }
    /// The clock of the blocks' times; meaningless without blocks.
    Clock blockClock() const { return m_blockClock; }
    /// Takes the blocks of all kernels and arranges them into lanes. Append the spans first.
    void setBlocks(BlockRecords blocks, Clock clock);

    /// Earliest and latest time of any span, waiting included; 0 and 0 when empty.
    std::int64_t begin() const;
    std::int64_t end() const;

    /// Heap memory, without blocks.
    std::size_t memoryBytes() const;

private:
    static constexpr std::uint32_t lengthAside = std::numeric_limits<std::uint32_t>::max();
    std::int64_t endOf(std::size_t i) const
    {
        return m_length[i] == lengthAside ? m_farEnds.at(i) : m_start[i] + m_length[i];
    }

    std::vector<std::int64_t> m_start;
    std::vector<std::uint32_t> m_length;                     ///< nanoseconds
    std::unordered_map<std::size_t, std::int64_t> m_farEnds; ///< ends of spans beyond 4.3 s or before their start
    /// Distances: from start back to issue and to ready; from issue (from start when issue is unknown) forward to
    /// returned. Stored doubled; plus one when the time lies on the other side.
    CompactColumn m_issue, m_ready, m_returned;
    CompactColumn m_bytes, m_chunk, m_thread;
    std::vector<std::uint32_t> m_name;
    std::vector<std::int32_t> m_stream;
    std::vector<OperationKind> m_kind;
    std::vector<Engine> m_engine;
    std::vector<Clock> m_clock;
    std::vector<MemoryKind> m_from, m_to;
    std::vector<EventLink> m_eventLinks;
    std::vector<LaunchShape> m_shapes;
    std::unordered_map<LaunchShape, std::uint32_t, LaunchShape::Hash> m_shapeIndex;
    std::vector<std::uint32_t> m_shapeOf; ///< by span: 1 + index into m_shapes, 0 for none; empty without shapes
    HostCalls m_hostCalls;
    std::shared_ptr<const HostEvents> m_hostEvents;
    HostOrigins m_origins;
    Collectives m_collectives;
    std::unordered_map<std::size_t, PeerDevices> m_peerDevices; ///< by span
    std::shared_ptr<const Fold> m_fold;
    BlockRecords m_blocks;
    Clock m_blockClock = Clock::Model;
    std::vector<TimelineStream> m_streams;
    std::unordered_map<int, std::string> m_deviceLabels; ///< of those that are not just numbered
    std::vector<std::string> m_names;
    std::string m_unnamed;
    struct TextHash
    {
        using is_transparent = void; // look-ups need no std::string
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> m_nameIndex;
    int m_globalTimerStep = 0;
};

} // namespace streamscope
