// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/decimal.h"
#include "engine/formats/text/demangled_name.h"
#include "engine/formats/traces/chrome_event.h"
#include "engine/formats/traces/host/nsight_host_events.h"
#include "engine/formats/traces/nsight_info.h"
#include "engine/formats/traces/recorded/column_decoder.h"
#include "engine/formats/traces/recorded/cupti_numbers.h"
#include "engine/formats/traces/recorded/recorded_facts.h"
#include "engine/formats/traces/recorded/recorded_texts.h"
#include "engine/formats/traces/recorded/recorded_waits.h"
#include "engine/formats/traces/recorded/recording_windows.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace streamscope {

namespace {

using recording::RowKind;

constexpr std::uint64_t migrationsOwner = ~std::uint64_t{0};

class RecordingReader
{
public:
    RecordingReader(ByteSource &bytes, const ReaderInput &input)
        : m_bytes(bytes), m_input(input), m_source(bytes, input.name, input.memory), m_texts(input.memory),
          m_facts(input.memory), m_builder(input.memory, input.options.hostEvents), m_waits(m_builder, input.memory),
          m_rows(input.memory)
    {
        m_builder.setDeviceClock(Clock::Cupti);
    }

    ImportedTrace read();

private:
    struct KnownCall
    {
        TraceCall call; ///< what its name says
        bool synchronises = false, known = false;
    };

    void readChunks();
    void readChunk(const RecordedChunk &chunk);
    template <typename Row>
    void takeAll(const RecordedChunk &chunk)
    {
        for (const Row &row : m_rows.read<Row>(chunk, m_source))
            take(row);
        m_trace.report.eventsRead += chunk.rows;
    }
    void take(const recording::ClockRow &row) { m_windows.add(row); }
    void take(const recording::SwitchRow &row) { m_windows.add(row, text(row.cause)); }
    void take(const recording::DroppedRow &row);
    void take(const recording::SynchronizationRow &row) { m_waits.add(row); }
    void take(const recording::EventRecordRow &row) { m_waits.add(row); }
    void take(const recording::AllocationRow &)
    {
        skip("allocation or release of memory (the host's call is kept instead)");
    }
    void take(const recording::FactRow &row) { m_facts.add(text(row.key), text(row.value)); }
    void take(const recording::ContextRow &row);
    void take(const recording::StreamRow &row);
    void take(const recording::ThreadRow &row);
    void take(const recording::KernelRow &row);
    void take(const recording::CopyRow &row);
    void take(const recording::MemsetRow &row);
    void take(const recording::GraphRow &row);
    void take(const recording::MigrationRow &row);
    void take(const recording::CallRow &row);
    void take(const recording::OverheadRow &row);
    void take(const recording::RangeRow &row);
    void skip(const char *reason) { ++m_trace.report.skipped[reason]; }
    std::string_view text(std::uint32_t number) const { return m_texts.at(number, m_source); }
    bool soundTimes(std::int64_t start, std::int64_t end);
    /// Fills in times, stream and call; false for a row that is skipped.
    template <typename Row>
    bool takePlace(const Row &row, TraceOperation &operation);
    std::int32_t streamOf(std::uint32_t device, std::uint32_t context, std::uint32_t stream);
    std::uint32_t kernelName(std::uint32_t number);
    const KnownCall &callNamed(std::uint32_t number);
    std::int32_t threadOf(std::uint32_t thread);
    const std::string &process();
    void describeStreams();
    void tellOddities();

    ByteSource &m_bytes;
    const ReaderInput &m_input;
    ChunkSource m_source;
    RecordedTexts m_texts;
    RecordedFacts m_facts;
    TraceBuilder m_builder;
    RecordedWaits m_waits;
    RowReader m_rows;
    RecordingWindows m_windows;
    ImportedTrace m_trace;
    struct Place
    {
        std::uint32_t device, context, stream;
        auto operator<=>(const Place &) const = default;
    };
    std::map<Place, std::int32_t> m_streams;
    std::pair<Place, std::int32_t> m_lastStream{{}, -1}; ///< neighbours mostly have one
    std::map<std::pair<std::uint32_t, std::uint32_t>, recording::StreamRow> m_streamRows; ///< by context, stream
    std::map<std::uint32_t, recording::ContextRow> m_contexts;
    std::map<std::uint32_t, std::uint32_t> m_deviceOfContext;
    std::set<int> m_devices;                  ///< that ran something
    std::vector<std::uint32_t> m_kernelNames; ///< by text: 1 + the timeline's name
    std::vector<KnownCall> m_calls;           ///< by text
    std::unordered_map<std::uint32_t, std::int32_t> m_threads;
    std::pair<std::uint32_t, std::int32_t> m_lastThread{0, -1};
    std::string m_process;
    std::map<std::string, std::uint64_t, std::less<>> m_dropped; ///< records by cause
    std::uint64_t m_migrations = 0, m_graphLaunches = 0;
    bool m_complete = false; ///< the last chunk says that the file was closed
};

bool RecordingReader::soundTimes(std::int64_t start, std::int64_t end)
{
    const bool inRange = isTimeInRange(start) && isTimeInRange(end);
    if (inRange && start <= end)
        return true;
    skip(inRange ? "row that ends before it starts" : "row whose times are out of range");
    return false;
}

std::int32_t RecordingReader::streamOf(std::uint32_t device, std::uint32_t context, std::uint32_t stream)
{
    const Place place{device, context, stream};
    if (m_lastStream.second >= 0 && m_lastStream.first == place)
        return m_lastStream.second;
    const auto [entry, isNew] = m_streams.try_emplace(place, -1);
    if (isNew) {
        entry->second =
            m_builder.stream(static_cast<int>(device), context, stream, "context " + std::to_string(context));
        m_deviceOfContext.try_emplace(context, device);
        m_devices.insert(static_cast<int>(device));
    }
    m_lastStream = *entry;
    return entry->second;
}

template <typename Row>
bool RecordingReader::takePlace(const Row &row, TraceOperation &operation)
{
    if (!soundTimes(row.start, row.end))
        return false;
    if (row.device >= TraceBuilder::maxDevices) {
        skip("row whose device number is out of range");
        return false;
    }
    operation.start = row.start;
    operation.end = row.end;
    operation.stream = streamOf(row.device, row.context, row.stream);
    operation.call = keyOfCorrelation(row.correlation);
    return true;
}

void RecordingReader::take(const recording::ContextRow &row)
{
    m_input.memory.take(nodeBytes(sizeof row));
    m_contexts[row.context] = row;
    if (row.device < TraceBuilder::maxDevices)
        m_deviceOfContext[row.context] = row.device;
}

void RecordingReader::take(const recording::StreamRow &row)
{
    m_input.memory.take(nodeBytes(sizeof row));
    m_streamRows[{row.context, row.stream}] = row;
}

std::uint32_t RecordingReader::kernelName(std::uint32_t number)
{
    const std::string_view mangled = text(number);
    if (m_kernelNames.size() < m_texts.size()) {
        m_input.memory.take((m_texts.size() - m_kernelNames.size()) * sizeof(std::uint32_t));
        m_kernelNames.resize(m_texts.size());
    }
    std::uint32_t &known = m_kernelNames[number];
    if (known == 0)
        known = 1 + m_builder.intern(mangled.empty() ? std::string("unnamed") : demangledName(mangled));
    return known - 1;
}

void RecordingReader::take(const recording::KernelRow &row)
{
    TraceOperation operation;
    operation.name = kernelName(row.name);
    if (!takePlace(row, operation))
        return;
    LaunchShape shape{{row.grid[0], row.grid[1], row.grid[2]},
                      {row.block[0], row.block[1], row.block[2]},
                      row.registers,
                      row.staticSharedMemory};
    if (row.sharedMemory <= ~shape.sharedMemory)
        shape.sharedMemory += row.sharedMemory;
    if (shape != LaunchShape())
        operation.shape = m_builder.internShape(shape);
    m_builder.add(operation);
}

void RecordingReader::take(const recording::CopyRow &row)
{
    TraceOperation operation;
    if (!takePlace(row, operation))
        return;
    const NsightCopy copy = nsightCopy(row.direction); // the same numbers
    operation.kind = copy.kind;
    operation.bytes = row.bytes;
    operation.from = cuptiMemoryKind(row.fromMemory);
    operation.to = cuptiMemoryKind(row.toMemory);
    if (copy.kind == OperationKind::Peer)
        operation.shape = TraceBuilder::peers(row.fromDevice, row.toDevice);
    operation.name =
        m_builder.intern("Memcpy " + std::string(copy.name) + " (" + std::string(memoryKindName(operation.from))
                         + " -> " + std::string(memoryKindName(operation.to)) + ")");
    m_builder.add(operation);
}

void RecordingReader::take(const recording::MemsetRow &row)
{
    TraceOperation operation;
    if (!takePlace(row, operation))
        return;
    operation.kind = OperationKind::Memset;
    operation.bytes = row.bytes;
    operation.to = cuptiMemoryKind(row.memory);
    operation.name = m_builder.intern("Memset (" + std::string(memoryKindName(operation.to)) + ")");
    m_builder.add(operation);
}

void RecordingReader::take(const recording::GraphRow &row)
{
    TraceOperation operation;
    if (!takePlace(row, operation))
        return;
    ++m_graphLaunches;
    operation.name = m_builder.intern("CUDA graph " + std::to_string(row.graph));
    m_builder.add(operation);
}

void RecordingReader::take(const recording::MigrationRow &row)
{
    const std::optional<OperationKind> direction = cuptiTransfer(row.counter);
    if (!direction) {
        skip("fault of managed memory, or another count");
        return;
    }
    const std::uint32_t device = *direction == OperationKind::D2H ? row.fromDevice : row.toDevice;
    if (!soundTimes(row.start, row.end))
        return;
    if (device >= TraceBuilder::maxDevices) {
        skip("row whose device number is out of range");
        return;
    }
    TraceOperation operation;
    operation.start = row.start;
    operation.end = row.end;
    operation.kind = *direction;
    operation.bytes = row.value;
    operation.from = operation.to = MemoryKind::Managed;
    operation.stream = m_builder.stream(static_cast<int>(device), migrationsOwner, -1, "page migrations");
    m_builder.describeStream(operation.stream, 0, StreamRole::Migration);
    operation.name = m_builder.intern(*direction == OperationKind::H2D   ? "Memcpy unified HtoD (Managed -> Managed)"
                                      : *direction == OperationKind::D2H ? "Memcpy unified DtoH (Managed -> Managed)"
                                                                         : "Memcpy unified DtoD (Managed -> Managed)");
    ++m_migrations;
    m_builder.add(operation);
}

const std::string &RecordingReader::process()
{
    if (m_process.empty())
        m_process = m_facts.value("pid").empty() ? "0" : m_facts.value("pid");
    return m_process;
}

std::int32_t RecordingReader::threadOf(std::uint32_t thread)
{
    if (m_lastThread.second >= 0 && m_lastThread.first == thread)
        return m_lastThread.second;
    const auto [entry, isNew] = m_threads.try_emplace(thread, -1);
    if (isNew) {
        m_input.memory.take(nodeBytes(sizeof *entry));
        entry->second = m_builder.hostThread(process(), std::to_string(thread));
    }
    m_lastThread = *entry;
    return entry->second;
}

void RecordingReader::take(const recording::ThreadRow &row)
{
    const std::string number = std::to_string(row.thread);
    if (const std::string_view name = text(row.name); !name.empty())
        m_builder.nameThread(process(), number, std::string(name) + " (" + number + ")");
}

const RecordingReader::KnownCall &RecordingReader::callNamed(std::uint32_t number)
{
    std::string_view name = text(number);
    if (m_calls.size() < m_texts.size()) {
        m_input.memory.take((m_texts.size() - m_calls.size()) * sizeof(KnownCall));
        m_calls.resize(m_texts.size());
    }
    KnownCall &known = m_calls[number];
    if (!known.known) {
        if (const std::size_t version = name.rfind("_v"); version != std::string_view::npos)
            name = name.substr(0, version); // cudaLaunchKernel_v7000
        const CallRole role = callRole(name);
        known.call.name = m_builder.intern(name.empty() ? "unnamed" : name);
        known.call.kind = hostCallKind(name);
        known.call.issues = role == CallRole::Issues;
        known.synchronises = role == CallRole::Synchronises;
        known.known = true;
    }
    return known;
}

void RecordingReader::take(const recording::CallRow &row)
{
    const KnownCall &known = callNamed(row.name);
    if (!soundTimes(row.start, row.end))
        return;
    TraceCall call = known.call;
    call.begin = row.start;
    call.end = row.end;
    call.key = keyOfCorrelation(row.correlation);
    call.thread = threadOf(row.thread);
    call.result = row.result;
    call.driver = row.driver != 0;
    call.hasOwnSpan = known.synchronises && !call.driver;
    ++m_trace.report.host.calls;
    m_builder.addCall(call);
}

void RecordingReader::take(const recording::OverheadRow &row)
{
    if (!soundTimes(row.start, row.end))
        return;
    const std::string name = cuptiOverheadName(row.kind);
    TraceCall call;
    call.begin = row.start;
    call.end = row.end;
    call.thread = row.thread == recording::none ? -1 : threadOf(row.thread);
    call.name = m_builder.intern(name);
    call.kind = overheadKind(name);
    m_builder.addCall(call);
}

void RecordingReader::take(const recording::RangeRow &row)
{
    constexpr std::uint8_t mark = 3;
    const std::string_view name = text(row.name), domain = text(row.domain);
    if (row.kind == mark) {
        skip("NVTX mark (it has no length)");
        return;
    }
    if (!soundTimes(row.start, row.end))
        return;
    const std::string_view operatorName = operatorOfRange(name);
    NewHostEvent event;
    event.begin = row.start;
    event.end = row.end;
    event.kind = operatorName.empty() ? HostEventKind::Range : HostEventKind::Operator;
    event.name = m_builder.internEvent(!operatorName.empty() ? operatorName : name.empty() ? "unnamed range" : name);
    event.thread = threadOf(row.thread);
    event.style = m_builder.rangeStyle({std::string(domain), row.colour});
    ++m_trace.report.host.ranges;
    m_builder.addEvent(event);
}

void RecordingReader::take(const recording::DroppedRow &row)
{
    const std::string cause(text(row.cause));
    m_input.memory.take(nodeBytes(cause.size()));
    std::uint64_t &records = m_dropped[cause];
    records = records + row.records < records ? ~std::uint64_t{0} : records + row.records;
}

void RecordingReader::readChunk(const RecordedChunk &chunk)
{
    m_complete = false;
    switch (chunk.kind) {
    case RowKind::Index: // the last one of a closed file names itself
        m_complete = m_rows.read<recording::IndexRow>(chunk, m_source).back().offset == chunk.offset;
        break;
    case RowKind::Text:
        m_texts.read(chunk, m_source);
        break;
    case RowKind::Fact:
        takeAll<recording::FactRow>(chunk);
        break;
    case RowKind::Clock:
        takeAll<recording::ClockRow>(chunk);
        break;
    case RowKind::Switch:
        takeAll<recording::SwitchRow>(chunk);
        break;
    case RowKind::Dropped:
        takeAll<recording::DroppedRow>(chunk);
        break;
    case RowKind::Thread:
        takeAll<recording::ThreadRow>(chunk);
        break;
    case RowKind::Context:
        takeAll<recording::ContextRow>(chunk);
        break;
    case RowKind::Stream:
        takeAll<recording::StreamRow>(chunk);
        break;
    case RowKind::Kernel:
        takeAll<recording::KernelRow>(chunk);
        break;
    case RowKind::Copy:
        takeAll<recording::CopyRow>(chunk);
        break;
    case RowKind::Memset:
        takeAll<recording::MemsetRow>(chunk);
        break;
    case RowKind::Graph:
        takeAll<recording::GraphRow>(chunk);
        break;
    case RowKind::Migration:
        takeAll<recording::MigrationRow>(chunk);
        break;
    case RowKind::Call:
        takeAll<recording::CallRow>(chunk);
        break;
    case RowKind::Synchronization:
        takeAll<recording::SynchronizationRow>(chunk);
        break;
    case RowKind::EventRecord:
        takeAll<recording::EventRecordRow>(chunk);
        break;
    case RowKind::Allocation:
        takeAll<recording::AllocationRow>(chunk);
        break;
    case RowKind::Overhead:
        takeAll<recording::OverheadRow>(chunk);
        break;
    case RowKind::Range:
        takeAll<recording::RangeRow>(chunk);
        break;
    default: // of a later recorder
        m_trace.report.skipped["row of a kind that this StreamScope does not know"] += chunk.rows;
    }
}

void RecordingReader::readChunks()
{
    if (!m_source.readHeader())
        return;
    RecordedChunk chunk;
    while (m_source.next(chunk)) {
        readChunk(chunk);
        m_input.control.step(m_bytes.done(), m_bytes.total());
    }
}

void RecordingReader::describeStreams()
{
    for (const auto &[place, index] : m_streams) {
        if (const auto row = m_streamRows.find({place.context, place.stream}); row != m_streamRows.end())
            m_builder.describeStream(index, row->second.priority, cuptiStreamRole(row->second.flag));
        const auto context = m_contexts.find(place.context);
        if (context != m_contexts.end() && context->second.nullStream == place.stream)
            m_builder.describeStream(index, 0, StreamRole::LegacyDefault);
    }
}

void RecordingReader::tellOddities()
{
    std::vector<std::string> &warnings = m_trace.report.warnings;
    for (const auto &[cause, records] : m_dropped)
        warnings.push_back(std::to_string(records) + (records == 1 ? " record was" : " records were")
                           + " lost while recording: " + (cause.empty() ? "the recorder does not say why" : cause)
                           + ".");
    if (m_migrations > 0)
        warnings.push_back(
            Phrase("engine", "%1 migrations of managed memory have a lane of their own and count as no copies.")
                .arg(m_migrations));
    if (m_graphLaunches > 0)
        warnings.push_back(
            Phrase("engine", "%1 launches of CUDA graphs were recorded as a whole: what copies and kernels they hold "
                             "is unknown, and each counts as one kernel (record graphs node by node to see them).")
                .arg(m_graphLaunches));
}

ImportedTrace RecordingReader::read()
{
    ImportReport &report = m_trace.report;
    try {
        readChunks();
        if (!m_complete)
            report.warnings.push_back(
                QT_TRANSLATE_NOOP("engine", "The recording ends early (the program was killed, or is still running): "
                                            "what it had written is here."));
    } catch (InputError &error) {
        if (error.remedy != Remedy::Salvage || !m_input.options.salvage)
            throw;
        report.brokenAt = error.problem;
        report.warnings.push_back(
            Phrase("engine", "The file is broken: %1. What stands before is here.").arg(error.problem));
    }
    report.clockBase = "the monotonic clock of the machine that recorded it, in nanoseconds";
    report.baseTimeNs = m_windows.wallClockOffset();
    m_facts.describe(m_trace, m_devices);
    tellOddities();
    m_waits.finish(
        [this](std::uint32_t context, std::uint32_t stream) {
            const auto device = m_deviceOfContext.find(context);
            return device == m_deviceOfContext.end() ? -1 : streamOf(device->second, context, stream);
        },
        [this](std::uint32_t context) {
            const auto device = m_deviceOfContext.find(context);
            return device == m_deviceOfContext.end() ? -1 : static_cast<int>(device->second);
        },
        report);
    describeStreams();
    report.host.threads = m_builder.hostThreads();
    m_builder.finish(m_trace);
    if (const std::string windows = m_windows.text(report.originNs); !windows.empty())
        report.warnings.push_back(windows);
    return std::move(m_trace);
}

FormatMatch matchRecording(std::string_view head)
{
    return head.starts_with(std::string_view(recording::magic, sizeof recording::magic)) ? FormatMatch::Certain
                                                                                         : FormatMatch::No;
}

ImportedTrace readRecordedTrace(const InputFile &file, const ReaderInput &input)
{
    return RecordingReader(*file.bytes, input).read();
}

const RegisteredFormat registeredRecording{{"recording", "StreamScope recording", "ssrec",
                                            "a recording is made by: streamscope record -- PROGRAM", matchRecording,
                                            readRecordedTrace}};

} // namespace

} // namespace streamscope
