// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>

/// A recording: what the recorder saw of one process, in one file NAME.ssrec. Needs C++17 and nothing else, so that
/// the recorder, our reader and other programs share it. docs/recording-format.md says the same in words.
///
///     file  = FileHeader chunk*
///     chunk = ChunkHeader payload          rows of one kind, in the order in which they became known
///
/// All numbers are little-endian. The payload of a chunk, packed with zstd where packedBytes < plainBytes, is one
/// column after another: a uint32 with its bytes, then one number per row, zigzag, as LEB128. The number is the
/// difference of the value to that of the row before (the first row: to 0), modulo 2^64; of an `end` it is the
/// difference to the start of the same row. A chunk of kind Text has one column with the lengths and then all bytes. A
/// reader skips kinds and columns behind the last one that it knows.
///
/// A chunk of kind Index has one row for each chunk since the Index before. That of a file that was closed is the last
/// chunk, and its last row is about itself: a file that does not end so was cut off, or still grows.
///
/// Times are nanoseconds of CLOCK_MONOTONIC; ClockRow ties them to the wall clock. Texts are numbers: 0 is the empty
/// text, n the n-th text of the file. It stands before the rows that use it. Two numbers may mean the same text.
namespace streamscope::recording {

inline constexpr char magic[8] = {'S', 'S', 'R', 'E', 'C', 'O', 'R', 'D'};
inline constexpr std::uint32_t version = 1;              ///< a reader refuses others
inline constexpr std::uint32_t chunkMagic = 0x4b4e4843;  ///< "CHNK"
inline constexpr std::uint32_t maxRows = 65'536;         ///< of a chunk
inline constexpr std::uint32_t maxPlainBytes = 16 << 20; ///< of a chunk
inline constexpr std::uint32_t maxTextBytes = 65'536;    ///< of a text
inline constexpr std::uint32_t none = 0xffffffff;

struct FileHeader
{
    char magic[8];
    std::uint32_t version;
    std::uint32_t headerBytes; ///< of this header; chunks begin behind them
};

struct ChunkHeader
{
    std::uint32_t magic;       ///< chunkMagic
    std::uint16_t kind;        ///< RowKind
    std::uint16_t columns;     ///< at least 1
    std::uint32_t rows;        ///< 1 to maxRows
    std::uint32_t plainBytes;  ///< of the payload, unpacked: 1 to maxPlainBytes
    std::uint32_t packedBytes; ///< of the payload in the file; equal to plainBytes when it is not packed
    std::uint32_t checksum;    ///< CRC-32 (of zlib) of the fields before and of the payload in the file
};

enum class RowKind : std::uint16_t {
    Index = 0,
    Text = 1,
    Fact = 2,
    Clock = 3,
    Switch = 4,
    Dropped = 5,
    Thread = 6,
    Context = 7,
    Stream = 8,
    Kernel = 16,
    Copy = 17,
    Memset = 18,
    Graph = 19,
    Migration = 20,
    Call = 32,
    Synchronization = 33,
    EventRecord = 34,
    Allocation = 35,
    Overhead = 36,
    Range = 48,
};

/// One chunk of the file.
struct IndexRow
{
    std::uint64_t offset; ///< of its ChunkHeader
    std::uint16_t kind;
    std::uint32_t rows;
    std::int64_t firstTime, lastTime; ///< of the starts in it; 0 for kinds without time
};

/// Something known about the process, a device or the recorder: "host", "pid", "command", "rank", "device.0.name".
/// docs/recording-format.md lists the keys. A later row replaces an earlier one of the same key.
struct FactRow
{
    std::uint32_t key, value; ///< texts
};

/// The same moment on two clocks, taken at the start, at the end and about once a second.
struct ClockRow
{
    std::int64_t time;     ///< CLOCK_MONOTONIC, of all other rows
    std::int64_t wallTime; ///< CLOCK_REALTIME: nanoseconds since 1970
};

/// The recording went on or off.
struct SwitchRow
{
    std::int64_t time;
    std::uint8_t on;     ///< 1 or 0
    std::uint32_t cause; ///< text: "start of the program", "signal", "step 10", a window's name
};

/// Records that were lost, and why.
struct DroppedRow
{
    std::int64_t time;
    std::uint64_t records;
    std::uint32_t cause; ///< text: "the disk is too slow", "CUPTI"
};

/// A thread of the process.
struct ThreadRow
{
    std::uint32_t thread; ///< as the operating system numbers it
    std::uint32_t name;   ///< text
};

struct ContextRow
{
    std::uint32_t context, device;
    std::uint32_t nullStream;      ///< number of the legacy default stream
    std::uint32_t multiprocessors; ///< that it may use; 0 when unknown
};

struct StreamRow
{
    std::uint32_t context, stream;
    std::int32_t priority;
    std::uint8_t flag; ///< of CUPTI: 1 blocking, 2 non-blocking, 3 legacy default stream
};

struct KernelRow
{
    std::int64_t start, end;
    std::uint32_t device, context, stream, correlation;
    std::uint32_t name; ///< text, mangled
    std::uint32_t grid[3], block[3];
    std::uint32_t registers;                        ///< per thread
    std::uint32_t staticSharedMemory, sharedMemory; ///< per block, bytes; the second: dynamic
    std::uint32_t graph;                            ///< 0 outside graphs
    std::uint64_t graphNode;                        ///< 0 outside graphs
    std::uint32_t channel;                          ///< hardware queue
};

/// Also a peer copy: then the two devices differ.
struct CopyRow
{
    std::int64_t start, end;
    std::uint32_t device, context, stream, correlation;
    std::uint64_t bytes;
    std::uint8_t direction;             ///< of CUPTI: 1 H2D, 2 D2H, 8 D2D, 9 H2H, 10 peer
    std::uint8_t fromMemory, toMemory;  ///< of CUPTI: 1 pageable, 2 pinned, 3 device, 5 managed
    std::uint8_t asynchronous;          ///< 1 for a cudaMemcpyAsync
    std::uint32_t fromDevice, toDevice; ///< of a peer copy; else `device`
    std::uint32_t graph;
    std::uint64_t graphNode;
    std::uint32_t channel;
};

struct MemsetRow
{
    std::int64_t start, end;
    std::uint32_t device, context, stream, correlation;
    std::uint64_t bytes;
    std::uint32_t value;
    std::uint8_t memory; ///< as CopyRow::toMemory
    std::uint32_t graph;
    std::uint64_t graphNode;
    std::uint32_t channel;
};

/// A launch of a graph, recorded as one.
struct GraphRow
{
    std::int64_t start, end;
    std::uint32_t device, context, stream, correlation;
    std::uint32_t graph;
};

/// Traffic of unified memory.
struct MigrationRow
{
    std::int64_t start, end;
    std::uint64_t value;   ///< bytes, or how many, by counter
    std::uint64_t address; ///< of the memory
    std::uint8_t counter;  ///< of CUPTI: 1 bytes H2D, 2 bytes D2H, 3 CPU faults, 4 GPU fault groups, 5 thrashing, …
    std::uint32_t fromDevice, toDevice; ///< `none` for the host
    std::uint32_t stream;
};

/// A call of the runtime or the driver.
struct CallRow
{
    std::int64_t start, end;
    std::uint32_t thread, correlation;
    std::uint32_t name;  ///< text: "cudaMemcpyAsync"
    std::int32_t result; ///< 0: success
    std::uint8_t driver; ///< 1 for a call of the driver
};

struct SynchronizationRow
{
    std::int64_t start, end;
    std::uint8_t type; ///< of CUPTI: 1 event, 2 stream waits for event, 3 stream, 4 context
    std::uint32_t context, stream, correlation;
    std::uint32_t event;       ///< number of the event; `none` without one
    std::uint64_t eventRecord; ///< the record of the event it waits for: EventRecordRow::record
    std::int32_t result;
};

struct EventRecordRow
{
    std::uint32_t device, context, stream, correlation;
    std::uint32_t event;
    std::uint64_t record;    ///< rises with each record of any event
    std::int64_t deviceTime; ///< 0 when it was not taken
};

struct AllocationRow
{
    std::int64_t time;
    std::uint8_t operation; ///< of CUPTI: 1 allocation, 2 release
    std::uint8_t memory;    ///< as CopyRow::toMemory
    std::uint8_t asynchronous;
    std::uint64_t address, bytes;
    std::uint32_t device, context, stream, correlation;
};

/// Time that recording itself took, or the driver's work that only a recording shows.
struct OverheadRow
{
    std::int64_t start, end;
    std::uint32_t
        kind; ///< of CUPTI: 1 compiler; n << 16: 1 buffer flush, 2 instrumentation, 5 lazy loading, 6 full queue
    std::uint32_t thread; ///< `none` when it is not one thread's
    std::uint32_t correlation;
};

/// A range or mark of NVTX.
struct RangeRow
{
    std::int64_t start, end; ///< equal for a mark
    std::uint32_t thread;
    std::uint32_t name, domain; ///< texts; domain 0: the default one
    std::uint32_t colour;       ///< 0xAARRGGBB; 0: none was chosen
    std::uint8_t kind;          ///< 1 pushed and popped (nested), 2 started and ended (across threads), 3 mark
};

/// Calls visit(member) for each column of a row, in the order of the file. `visit.end(start, end)` stands for an `end`.
/// Row may be const. A column that is added later goes to the end.
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const IndexRow *)
{
    visit(row.offset);
    visit(row.kind);
    visit(row.rows);
    visit(row.firstTime);
    visit(row.lastTime);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const FactRow *)
{
    visit(row.key);
    visit(row.value);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const ClockRow *)
{
    visit(row.time);
    visit(row.wallTime);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const SwitchRow *)
{
    visit(row.time);
    visit(row.on);
    visit(row.cause);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const DroppedRow *)
{
    visit(row.time);
    visit(row.records);
    visit(row.cause);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const ThreadRow *)
{
    visit(row.thread);
    visit(row.name);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const ContextRow *)
{
    visit(row.context);
    visit(row.device);
    visit(row.nullStream);
    visit(row.multiprocessors);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const StreamRow *)
{
    visit(row.context);
    visit(row.stream);
    visit(row.priority);
    visit(row.flag);
}
template <typename Visit, typename Row>
void visitPlace(Visit &visit, Row &row)
{
    visit(row.start);
    visit.end(row.start, row.end);
    visit(row.device);
    visit(row.context);
    visit(row.stream);
    visit(row.correlation);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const KernelRow *)
{
    visitPlace(visit, row);
    visit(row.name);
    for (auto &size : row.grid)
        visit(size);
    for (auto &size : row.block)
        visit(size);
    visit(row.registers);
    visit(row.staticSharedMemory);
    visit(row.sharedMemory);
    visit(row.graph);
    visit(row.graphNode);
    visit(row.channel);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const CopyRow *)
{
    visitPlace(visit, row);
    visit(row.bytes);
    visit(row.direction);
    visit(row.fromMemory);
    visit(row.toMemory);
    visit(row.asynchronous);
    visit(row.fromDevice);
    visit(row.toDevice);
    visit(row.graph);
    visit(row.graphNode);
    visit(row.channel);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const MemsetRow *)
{
    visitPlace(visit, row);
    visit(row.bytes);
    visit(row.value);
    visit(row.memory);
    visit(row.graph);
    visit(row.graphNode);
    visit(row.channel);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const GraphRow *)
{
    visitPlace(visit, row);
    visit(row.graph);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const MigrationRow *)
{
    visit(row.start);
    visit.end(row.start, row.end);
    visit(row.value);
    visit(row.address);
    visit(row.counter);
    visit(row.fromDevice);
    visit(row.toDevice);
    visit(row.stream);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const CallRow *)
{
    visit(row.start);
    visit.end(row.start, row.end);
    visit(row.thread);
    visit(row.correlation);
    visit(row.name);
    visit(row.result);
    visit(row.driver);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const SynchronizationRow *)
{
    visit(row.start);
    visit.end(row.start, row.end);
    visit(row.type);
    visit(row.context);
    visit(row.stream);
    visit(row.correlation);
    visit(row.event);
    visit(row.eventRecord);
    visit(row.result);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const EventRecordRow *)
{
    visit(row.device);
    visit(row.context);
    visit(row.stream);
    visit(row.correlation);
    visit(row.event);
    visit(row.record);
    visit(row.deviceTime);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const AllocationRow *)
{
    visit(row.time);
    visit(row.operation);
    visit(row.memory);
    visit(row.asynchronous);
    visit(row.address);
    visit(row.bytes);
    visit(row.device);
    visit(row.context);
    visit(row.stream);
    visit(row.correlation);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const OverheadRow *)
{
    visit(row.start);
    visit.end(row.start, row.end);
    visit(row.kind);
    visit(row.thread);
    visit(row.correlation);
}
template <typename Visit, typename Row>
void visitColumns(Visit &visit, Row &row, const RangeRow *)
{
    visit(row.start);
    visit.end(row.start, row.end);
    visit(row.thread);
    visit(row.name);
    visit(row.domain);
    visit(row.colour);
    visit(row.kind);
}

/// The kind of each row.
template <typename Row>
inline constexpr RowKind kindOf = RowKind::Index;
template <>
inline constexpr RowKind kindOf<FactRow> = RowKind::Fact;
template <>
inline constexpr RowKind kindOf<ClockRow> = RowKind::Clock;
template <>
inline constexpr RowKind kindOf<SwitchRow> = RowKind::Switch;
template <>
inline constexpr RowKind kindOf<DroppedRow> = RowKind::Dropped;
template <>
inline constexpr RowKind kindOf<ThreadRow> = RowKind::Thread;
template <>
inline constexpr RowKind kindOf<ContextRow> = RowKind::Context;
template <>
inline constexpr RowKind kindOf<StreamRow> = RowKind::Stream;
template <>
inline constexpr RowKind kindOf<KernelRow> = RowKind::Kernel;
template <>
inline constexpr RowKind kindOf<CopyRow> = RowKind::Copy;
template <>
inline constexpr RowKind kindOf<MemsetRow> = RowKind::Memset;
template <>
inline constexpr RowKind kindOf<GraphRow> = RowKind::Graph;
template <>
inline constexpr RowKind kindOf<MigrationRow> = RowKind::Migration;
template <>
inline constexpr RowKind kindOf<CallRow> = RowKind::Call;
template <>
inline constexpr RowKind kindOf<SynchronizationRow> = RowKind::Synchronization;
template <>
inline constexpr RowKind kindOf<EventRecordRow> = RowKind::EventRecord;
template <>
inline constexpr RowKind kindOf<AllocationRow> = RowKind::Allocation;
template <>
inline constexpr RowKind kindOf<OverheadRow> = RowKind::Overhead;
template <>
inline constexpr RowKind kindOf<RangeRow> = RowKind::Range;

} // namespace streamscope::recording
