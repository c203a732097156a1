// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/nsight/nsight_writer.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/sqlite_writer.h"
#include "engine/formats/traces/chrome_names.h"
#include "engine/formats/traces/nsight/nsight_places.h"
#include "engine/timeline/host/host_events.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace streamscope {

namespace {

constexpr int rangeRow = 59, domainRow = 75;                                        // ENUM_NSYS_EVENT_TYPE
constexpr int eventWaited = 1, streamWaits = 2, streamWaited = 3, deviceWaited = 4; // ENUM_CUPTI_SYNC_TYPE

/// The columns that every table of operations begins with.
std::vector<std::string> withPlaceColumns(std::vector<std::string> more)
{
    std::vector<std::string> columns{"start INTEGER NOT NULL",    "end INTEGER NOT NULL",
                                     "deviceId INTEGER NOT NULL", "contextId INTEGER NOT NULL",
                                     "greenContextId INTEGER",    "streamId INTEGER NOT NULL",
                                     "correlationId INTEGER",     "globalPid INTEGER"};
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

/// ENUM_CUDA_MEMCPY_OPER.
int copyNumber(OperationKind kind, bool migration)
{
    switch (kind) {
    case OperationKind::H2D:
        return migration ? 11 : 1;
    case OperationKind::D2H:
        return migration ? 12 : 2;
    case OperationKind::Peer:
        return 10;
    default:
        return migration ? 13 : 8;
    }
}

/// ENUM_CUDA_MEM_KIND.
SqliteValue memoryNumber(MemoryKind kind)
{
    return kind == MemoryKind::Unknown ? SqliteValue() : SqliteValue(static_cast<int>(kind) - 1);
}

int syncNumber(HostCallKind kind)
{
    switch (kind) {
    case HostCallKind::EventSync:
        return eventWaited;
    case HostCallKind::StreamWait:
        return streamWaits;
    case HostCallKind::StreamSync:
        return streamWaited;
    default:
        return deviceWaited;
    }
}

bool isOverhead(HostCallKind kind)
{
    return kind == HostCallKind::Profiler || kind == HostCallKind::DriverWork;
}

class NsightWriter
{
public:
    NsightWriter(const Recording &recording, const ImportReport *import)
        : m_recording(recording), m_timeline(recording.timeline), m_import(import), m_places(recording.timeline),
          m_origin(import ? import->originNs : 0),
          m_strings(m_database.table("StringIds", {"id INTEGER NOT NULL PRIMARY KEY", "value TEXT NOT NULL"})),
          m_calls(m_database.table("CUPTI_ACTIVITY_KIND_RUNTIME",
                                   {"start INTEGER NOT NULL", "end INTEGER NOT NULL", "eventClass INTEGER NOT NULL",
                                    "globalTid INTEGER", "correlationId INTEGER", "nameId INTEGER NOT NULL",
                                    "returnValue INTEGER NOT NULL", "callchainId INTEGER"})),
          m_kernels(m_database.table(
              "CUPTI_ACTIVITY_KIND_KERNEL",
              withPlaceColumns({"demangledName INTEGER NOT NULL", "shortName INTEGER NOT NULL",
                                "registersPerThread INTEGER NOT NULL", "gridX INTEGER NOT NULL",
                                "gridY INTEGER NOT NULL", "gridZ INTEGER NOT NULL", "blockX INTEGER NOT NULL",
                                "blockY INTEGER NOT NULL", "blockZ INTEGER NOT NULL",
                                "staticSharedMemory INTEGER NOT NULL", "dynamicSharedMemory INTEGER NOT NULL"}))),
          m_copies(m_database.table(
              "CUPTI_ACTIVITY_KIND_MEMCPY",
              withPlaceColumns({"bytes INTEGER NOT NULL", "copyKind INTEGER NOT NULL", "srcKind INTEGER",
                                "dstKind INTEGER", "srcDeviceId INTEGER", "dstDeviceId INTEGER"}))),
          m_memsets(m_database.table("CUPTI_ACTIVITY_KIND_MEMSET",
                                     withPlaceColumns({"bytes INTEGER NOT NULL", "memKind INTEGER"}))),
          m_syncs(m_database.table(
              "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
              withPlaceColumns({"syncType INTEGER NOT NULL", "eventId INTEGER NOT NULL", "eventSyncId INTEGER"}))),
          m_records(m_database.table("CUPTI_ACTIVITY_KIND_CUDA_EVENT",
                                     {"timestamp INTEGER", "deviceId INTEGER NOT NULL", "contextId INTEGER NOT NULL",
                                      "greenContextId INTEGER", "streamId INTEGER NOT NULL", "correlationId INTEGER",
                                      "globalPid INTEGER", "eventId INTEGER NOT NULL", "eventSyncId INTEGER"}))
    {}

    std::uint64_t write(OutputFile &file)
    {
        writeTarget();
        writeCalls();
        writeOperations();
        writeHostEvents();
        file.write(m_database.bytes());
        return m_leftOut;
    }

private:
    std::int64_t stringId(std::string_view text)
    {
        const auto [entry, isNew] = m_ids.try_emplace(std::string(text), static_cast<std::int64_t>(m_ids.size()) + 1);
        if (isNew)
            m_strings.add({entry->second, text});
        return entry->second;
    }
    std::int64_t nameId(std::uint32_t name)
    {
        if (m_nameIds.size() <= name)
            m_nameIds.resize(m_timeline.names().size() + 1);
        if (m_nameIds[name] == 0)
            m_nameIds[name] = stringId(m_timeline.name(name));
        return m_nameIds[name];
    }
    std::int64_t time(std::int64_t timelineTime) const { return timelineTime + m_origin; }

    void writeTarget();
    void writeStreams();
    void writeCalls();
    void writeSyncs();
    void writeOperations();
    void writeOperation(std::size_t index, const Span &span, const SqliteValue &correlation);
    SqliteValue callOf(std::size_t index, const Span &span);
    void writeHostEvents();
    void writeRange(SqliteTable &table, const HostEvent &event, std::int64_t thread, const std::string &text);

    const Recording &m_recording;
    const Timeline &m_timeline;
    const ImportReport *m_import;
    NsightPlaces m_places;
    const std::int64_t m_origin;
    SqliteWriter m_database;
    SqliteTable m_strings, m_calls, m_kernels, m_copies, m_memsets, m_syncs, m_records;
    std::unordered_map<std::string, std::int64_t> m_ids;
    std::vector<std::int64_t> m_nameIds;     ///< by name of the timeline
    std::vector<std::uint32_t> m_callOfSpan; ///< 1 + index of the call; 0 for none
    std::unordered_map<std::string, std::int64_t> m_domains;
    std::uint64_t m_leftOut = 0;
};

void NsightWriter::writeTarget()
{
    SqliteTable meta = m_database.table("META_DATA_EXPORT", {"name TEXT NOT NULL", "value TEXT"});
    meta.add({"EXPORT_PRODUCT_NAME", "StreamScope"});
    meta.add({"EXPORT_SCHEMA_VERSION", "3.25.0"});
    if (m_import && m_import->baseTimeNs)
        m_database.table("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs INTEGER"}).add({*m_import->baseTimeNs});
    SqliteTable gpus = m_database.table("TARGET_INFO_GPU",
                                        {"id INTEGER NOT NULL", "name TEXT", "smCount INTEGER", "asyncEngines INTEGER",
                                         "computeMajor INTEGER", "computeMinor INTEGER", "totalMemory INTEGER"});
    const auto known = [](const auto &value) { return value ? SqliteValue(*value) : SqliteValue(); };
    const DeviceInfo &device = m_recording.device;
    std::vector<ImportReport::Device> devices{{0, device.name}};
    if (m_import && !m_import->devices.empty())
        devices = m_import->devices;
    for (const ImportReport::Device &gpu : devices)
        gpus.add({gpu.id, gpu.name, known(device.multiprocessors), device.asyncEngineCount, known(device.computeMajor),
                  known(device.computeMinor), known(device.memoryBytes)});
    writeStreams();
}

void NsightWriter::writeStreams()
{
    SqliteTable streams = m_database.table(
        "TARGET_INFO_CUDA_STREAM",
        {"streamId INTEGER NOT NULL", "hwId INTEGER NOT NULL", "vmId INTEGER NOT NULL", "processId INTEGER NOT NULL",
         "contextId INTEGER NOT NULL", "priority INTEGER NOT NULL", "flag INTEGER NOT NULL"});
    for (std::size_t i = 0; i < m_timeline.streams().size(); ++i) {
        const TimelineStream &stream = m_timeline.streams()[i];
        const NsightPlaces::Stream place = m_places.stream(static_cast<std::int32_t>(i));
        if (stream.role == StreamRole::Migration || (stream.role == StreamRole::Ordinary && stream.priority == 0))
            continue;
        streams.add({place.stream, 0, 0, m_places.pid(), place.context, stream.priority,
                     static_cast<int>(stream.role)}); // ENUM_CUPTI_STREAM_TYPE counts alike
    }
}

/// The number of a call is its place in the list, from 1 on.
void NsightWriter::writeCalls()
{
    const HostCalls &calls = m_timeline.hostCalls();
    std::optional<SqliteTable> overhead;
    m_callOfSpan.resize(m_timeline.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const HostCall &call = calls[i];
        const std::int64_t thread = m_places.globalTid(call.thread);
        if (isOverhead(call.kind)) {
            if (!overhead)
                overhead = m_database.table("PROFILER_OVERHEAD",
                                            {"start INTEGER NOT NULL", "end INTEGER NOT NULL", "globalTid INTEGER",
                                             "correlationId INTEGER", "nameId INTEGER"});
            overhead->add({time(call.begin), time(call.end), thread, SqliteValue(), nameId(call.name)});
            continue;
        }
        m_calls.add(
            {time(call.begin), time(call.end), 0, thread, i + 1, nameId(call.name), call.result, SqliteValue()});
        for (std::uint32_t span = 0; span < call.spans; ++span)
            m_callOfSpan[call.firstSpan + span] = static_cast<std::uint32_t>(i) + 1;
        if (call.kind != HostCallKind::EventRecord || call.stream < 0)
            continue;
        const NsightPlaces::Stream place = m_places.stream(call.stream);
        m_records.add({SqliteValue(), place.device, place.context, SqliteValue(), place.stream, i + 1,
                       m_places.globalPid(), i + 1, i + 1});
    }
    writeSyncs();
}

/// Waits of a stream are operations, too, and follow with these.
void NsightWriter::writeSyncs()
{
    const HostCalls &calls = m_timeline.hostCalls();
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const HostCall &call = calls[i];
        if (!isSynchronisation(call.kind) || (call.stream < 0 && call.record == HostCall::none))
            continue;
        const NsightPlaces::Stream place = m_places.stream(call.stream);
        const std::uint32_t record = call.record == HostCall::none ? 0 : call.record + 1;
        m_syncs.add({time(call.begin), time(call.end), place.device, place.context, SqliteValue(), place.stream, i + 1,
                     m_places.globalPid(), syncNumber(call.kind), record,
                     record > 0 ? SqliteValue(record) : SqliteValue()});
    }
}

/// Our own runs know when each operation was issued, but have no list of calls.
SqliteValue NsightWriter::callOf(std::size_t index, const Span &span)
{
    if (m_callOfSpan[index] > 0)
        return m_callOfSpan[index];
    if (span.issue == unknownTime)
        return {};
    const std::uint64_t correlation = m_timeline.hostCalls().size() + index + 1;
    const std::int64_t returned = span.returned == unknownTime ? span.issue : span.returned;
    const std::string name =
        span.kind == OperationKind::Sync ? chromeName(m_timeline, span) : chromeCallName(span.kind);
    m_calls.add({time(span.issue), time(std::max(returned, span.issue)), 0, m_places.globalTid(span.thread),
                 correlation, stringId(name), 0, SqliteValue()});
    return correlation;
}

void NsightWriter::writeOperations()
{
    for (std::size_t i = 0; i < m_timeline.size(); ++i) {
        const Span span = m_timeline.span(i);
        const bool hostOnly = span.kind == OperationKind::HostWork || span.kind == OperationKind::HostFunction;
        if (hostOnly)
            ++m_leftOut;
        else
            writeOperation(i, span, callOf(i, span));
    }
}

void NsightWriter::writeOperation(std::size_t index, const Span &span, const SqliteValue &correlation)
{
    const NsightPlaces::Stream place = m_places.stream(span.stream);
    const std::int64_t start = time(span.start), end = time(span.end), pid = m_places.globalPid();
    const SqliteValue none;
    if (isCopy(span.kind)) {
        const PeerDevices *peers = m_timeline.peerDevices(index);
        m_copies.add({start, end, place.device, place.context, none, place.stream, correlation, pid, span.bytes,
                      copyNumber(span.kind, m_timeline.isMigration(index)), memoryNumber(span.from),
                      memoryNumber(span.to), peers ? SqliteValue(peers->from) : none,
                      peers ? SqliteValue(peers->to) : none});
    } else if (span.kind == OperationKind::Kernel || span.kind == OperationKind::Collective) {
        const LaunchShape *known = m_timeline.launchShape(index);
        const LaunchShape shape = known ? *known : LaunchShape();
        const std::int64_t name = nameId(span.name);
        m_kernels.add({start, end, place.device, place.context, none, place.stream, correlation, pid, name,
                       stringId(shortKernelName(m_timeline.name(span.name))), shape.registers, shape.grid[0],
                       shape.grid[1], shape.grid[2], shape.block[0], shape.block[1], shape.block[2], 0,
                       shape.sharedMemory});
    } else if (span.kind == OperationKind::Memset) {
        m_memsets.add({start, end, place.device, place.context, none, place.stream, correlation, pid, span.bytes,
                       memoryNumber(span.to)});
    } else if (span.kind == OperationKind::EventWait && span.stream >= 0) {
        const std::uint32_t call = m_callOfSpan[index];
        const std::uint32_t record = call > 0 ? m_timeline.hostCalls()[call - 1].record : HostCall::none;
        m_syncs.add({start, end, place.device, place.context, none, place.stream, correlation, pid, streamWaits,
                     record == HostCall::none ? 0 : record + 1,
                     record == HostCall::none ? none : SqliteValue(record + 1)});
    } // of the others, the calls of the host say all
}

void NsightWriter::writeRange(SqliteTable &table, const HostEvent &event, std::int64_t thread, const std::string &text)
{
    const RangeStyle &style = m_timeline.hostEvents()->styles()[event.style];
    std::int64_t domain = 0;
    if (!style.domain.empty()) {
        const auto [entry, isNew] =
            m_domains.try_emplace(style.domain, static_cast<std::int64_t>(m_domains.size()) + 1);
        domain = entry->second;
        if (isNew)
            table.add({time(event.begin), SqliteValue(), domainRow, SqliteValue(), style.domain, thread, SqliteValue(),
                       domain});
    }
    table.add({time(event.begin), time(event.end), rangeRow,
               style.colour == 0 ? SqliteValue() : SqliteValue(style.colour), SqliteValue(), thread, stringId(text),
               domain});
}

void NsightWriter::writeHostEvents()
{
    const HostEvents *events = m_timeline.hostEvents();
    if (!events)
        return;
    SqliteTable ranges = m_database.table("NVTX_EVENTS", {"start INTEGER NOT NULL", "end INTEGER",
                                                          "eventType INTEGER NOT NULL", "color INTEGER", "text TEXT",
                                                          "globalTid INTEGER", "textId INTEGER", "domainId INTEGER"});
    SqliteTable system = m_database.table(
        "OSRT_API", {"start INTEGER NOT NULL", "end INTEGER NOT NULL", "globalTid INTEGER", "nameId INTEGER NOT NULL"});
    SqliteTable names =
        m_database.table("ThreadNames", {"nameId INTEGER NOT NULL", "priority INTEGER", "globalTid INTEGER"});
    for (const EventThread &thread : events->threads()) {
        const std::int64_t tid = m_places.globalTid(thread.number);
        const std::string suffix = " (" + std::to_string(tid & 0xffffff) + ")";
        if (thread.name.ends_with(suffix))
            names.add({stringId(thread.name.substr(0, thread.name.size() - suffix.size())), SqliteValue(), tid});
        for (std::uint32_t i = thread.first; i < thread.past; ++i) {
            const HostEvent event = (*events)[i];
            if (event.kind == HostEventKind::Range)
                writeRange(ranges, event, tid, events->name(i));
            else if (event.kind == HostEventKind::Operator) // as PyTorch writes them
                writeRange(ranges, event, tid, events->name(i) + ", op_id = 0");
            else if (event.kind == HostEventKind::OsCall)
                system.add({time(event.begin), time(event.end), tid, stringId(events->name(i))});
        }
    }
}

} // namespace

std::uint64_t writeNsightDatabase(const Recording &recording, const ImportReport *import, OutputFile &file)
{
    return NsightWriter(recording, import).write(file);
}

} // namespace streamscope
