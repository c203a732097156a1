// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/decimal.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/formats/text/sqlite_database.h"
#include "engine/formats/traces/chrome_event.h"
#include "engine/formats/traces/host/nsight_call_chains.h"
#include "engine/formats/traces/host/nsight_host_events.h"
#include "engine/formats/traces/nsight_info.h"
#include "engine/formats/traces/trace_builder.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace streamscope {

namespace {

constexpr std::uint64_t rowsPerStep = 16'384;
constexpr std::uint64_t migrationOwner = ~std::uint64_t{0};
constexpr std::int64_t pidMask = ~std::int64_t{0xffffff}; // of a globalTid: the rest is the thread

const std::string kernelTable = "CUPTI_ACTIVITY_KIND_KERNEL";
const std::string copyTable = "CUPTI_ACTIVITY_KIND_MEMCPY";
const std::string memsetTable = "CUPTI_ACTIVITY_KIND_MEMSET";
const std::string callTable = nsightCallTable;
const std::string syncTable = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
const std::string eventTable = "CUPTI_ACTIVITY_KIND_CUDA_EVENT";
const std::string graphTable = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
const std::string overheadTable = "PROFILER_OVERHEAD";

std::uint64_t bytesAt(const SqliteQuery &row, int column)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(row.integer(column), 0));
}

MemoryKind memoryAt(const SqliteQuery &row, int column)
{
    return row.isNull(column) ? MemoryKind::Unknown : nsightMemoryKind(row.integer(column));
}

class NsightReader
{
public:
    NsightReader(SqliteDatabase database, const ReaderInput &input)
        : m_database(std::move(database)), m_input(input), m_builder(input.memory, input.options.hostEvents)
    {}

    ImportedTrace read()
    {
        requireNsight(m_database, m_input.name);
        readNsightVersions(m_database, m_trace.report);
        readStrings();
        for (const std::string *table :
             {&kernelTable, &copyTable, &memsetTable, &callTable, &eventTable, &syncTable, &graphTable, &overheadTable})
            if (m_database.has(*table))
                m_rowsTotal += m_database.rowsAtMost(*table);
        if (m_database.has(nsightChainTable) && m_input.options.hostEvents)
            readTable(nsightChainTable, "stacks of calls", [this] { readChains(); });
        readTable(callTable, "when the host issued the operations", [this] { readCalls(); });
        readTable(kernelTable, "kernels", [this] { readKernels(); });
        readTable(copyTable, "copies", [this] { readCopies(); });
        readTable(memsetTable, "memsets", [this] { readMemsets(); });
        if (m_database.has(eventTable))
            readTable(eventTable, "records of events", [this] { readRecords(); });
        readTable(syncTable, "waits of streams for events", [this] { readSyncs(); });
        if (m_database.has(graphTable))
            readTable(graphTable, "graphs", [this] { readGraphs(); });
        if (m_database.has(overheadTable))
            readTable(overheadTable, "the profiler's own work", [this] { readOverhead(); });
        readHostEvents();
        m_trace.report.host.threads = m_builder.hostThreads();
        readStreamRoles();
        readNsightDevices(m_database, m_trace);
        m_builder.finish(m_trace);
        return std::move(m_trace);
    }

private:
    /// Where an operation ran, as every activity table says it, in the columns after start and end.
    struct Place
    {
        std::int64_t device, context, stream, correlation, globalPid;
    };
    static std::vector<std::string> withPlace(std::vector<std::string> more)
    {
        std::vector<std::string> columns{"start",    "end",           "deviceId", "contextId",
                                         "streamId", "correlationId", "globalPid"};
        columns.insert(columns.end(), more.begin(), more.end());
        return columns;
    }
    static constexpr int firstMore = 7;

    template <typename Read>
    void readTable(const std::string &table, const char *what, Read read)
    {
        ImportReport &report = m_trace.report;
        if (!m_database.has(table)) {
            report.warnings.push_back(
                Phrase("engine", "The table %1 is missing: %2 were not collected.").arg(table, what));
            return;
        }
        try {
            read();
        } catch (InputError &error) {
            error.remedy = Remedy::Salvage;
            if (!m_input.options.salvage)
                throw;
            report.brokenAt += (report.brokenAt.empty() ? "" : "; ") + std::string(error.what());
            report.warnings.push_back(
                Phrase("engine", "The file is broken: %1. What stands before is here.").arg(std::string(error.what())));
        }
    }

    void readStrings();
    void readChains();
    void readCalls();
    void readKernels();
    void readCopies();
    void readMemsets();
    void readRecords();
    void readSyncs();
    const char *eventNumber();
    std::optional<TraceRecord> recordBefore(std::uint64_t event, std::int64_t time) const;
    void readGraphs();
    void readHostEvents();
    void readOverhead();
    void addTarget(const Place &place, std::uint64_t record);
    void readStreamRoles();

    void countRow();
    /// Calls take(row, operation) for each row of an activity table, with the times, the stream and the call filled in.
    template <typename Take>
    void forEachOperation(const std::string &table, const std::vector<std::string> &columns, Take take)
    {
        SqliteQuery row = m_database.select(table, withPlace(columns));
        while (row.next()) {
            countRow();
            TraceOperation operation;
            if (takeTimes(row, operation) && takePlace(row, operation))
                take(row, operation);
        }
    }
    bool takeTimes(const SqliteQuery &row, TraceOperation &operation);
    std::int32_t streamOf(const Place &place);
    bool takePlace(const SqliteQuery &row, TraceOperation &operation, bool migration = false);
    std::string_view stringOf(std::int64_t id);
    std::uint32_t nameAt(const SqliteQuery &row, int column);
    /// A number for a call, an event or a context of a process.
    std::uint64_t keyOf(std::int64_t globalPid, std::int64_t number);
    std::int32_t threadOf(std::int64_t globalTid);

    SqliteDatabase m_database;
    const ReaderInput &m_input;
    ImportedTrace m_trace;
    TraceBuilder m_builder;
    std::optional<SqliteQuery> m_strings;
    std::string m_string;
    std::unordered_map<std::int64_t, std::uint32_t> m_names; ///< StringIds.id → the timeline's name
    std::int64_t m_lastTid = 0;                              ///< neighbours mostly have one
    std::int32_t m_lastThread = -1;
    std::int64_t m_lastPid = 0; ///< neighbours mostly have one
    std::uint64_t m_lastProcess = 0;
    std::unordered_map<std::int64_t, std::uint64_t> m_processes; ///< globalPid → number
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::vector<std::int32_t>>
        m_streams; ///< pid, context, stream
    std::map<std::array<std::int64_t, 4>, std::int32_t>
        m_places; ///< device, pid, context, stream → the timeline's stream
    struct TimedRecord
    {
        std::int64_t time; ///< of the call
        TraceRecord record;
    };
    std::unordered_map<std::uint64_t, std::vector<TimedRecord>> m_recordsOf; ///< by process and event
    std::unordered_map<std::int64_t, std::uint32_t> m_chains; ///< by number in the file, the builder's stack
    std::uint64_t m_rowsTotal = 0, m_rowsDone = 0;
};

void NsightReader::readStrings()
{
    if (m_database.has("StringIds"))
        m_strings = m_database.select("StringIds", {"value"}, "id = ?1");
    else
        m_trace.report.warnings.push_back(
            QT_TRANSLATE_NOOP("engine", "The table StringIds is missing: operations have no names."));
}

std::string_view NsightReader::stringOf(std::int64_t id)
{
    m_string.clear();
    if (m_strings) {
        m_strings->bind(id);
        if (m_strings->next())
            m_string = decodeText(m_strings->text(0).substr(0, 4'096));
    }
    return m_string;
}

std::uint32_t NsightReader::nameAt(const SqliteQuery &row, int column)
{
    if (row.isText(column)) // some people write the names into the tables
        return m_builder.intern(decodeText(row.text(column).substr(0, 4'096)));
    const std::int64_t id = row.integer(column);
    const auto [entry, isNew] = m_names.try_emplace(id, 0);
    if (isNew) {
        m_input.memory.take(nodeBytes(sizeof *entry));
        const std::string_view name = stringOf(id);
        entry->second = m_builder.intern(name.empty() ? "unnamed" : name);
    }
    return entry->second;
}

void NsightReader::countRow()
{
    ++m_trace.report.eventsRead;
    if (++m_rowsDone % rowsPerStep == 0)
        m_input.control.step(m_rowsDone, std::max(m_rowsTotal, m_rowsDone));
}

bool NsightReader::takeTimes(const SqliteQuery &row, TraceOperation &operation)
{
    operation.start = row.integer(0);
    operation.end = row.integer(1);
    const bool inRange = isTimeInRange(operation.start) && isTimeInRange(operation.end);
    const char *problem = row.isNull(0) || row.isNull(1)    ? "row without times"
                          : !inRange                        ? "row whose times are out of range"
                          : operation.end < operation.start ? "row that ends before it starts"
                                                            : nullptr;
    if (problem)
        ++m_trace.report.skipped[problem];
    return !problem;
}

std::uint64_t NsightReader::keyOf(std::int64_t globalPid, std::int64_t number)
{
    if (globalPid != m_lastPid || m_processes.empty()) {
        m_lastPid = globalPid;
        const auto [process, isNew] = m_processes.try_emplace(globalPid, m_processes.size());
        m_input.memory.take(isNew ? nodeBytes(sizeof *process) : 0);
        m_lastProcess = process->second;
    }
    return (m_lastProcess & 0x7fffffff) << 32 | (static_cast<std::uint64_t>(number) & 0xffffffff);
}

/// The upper part of a globalTid is the process.
std::int32_t NsightReader::threadOf(std::int64_t globalTid)
{
    if (globalTid != m_lastTid || m_lastThread < 0) {
        m_lastTid = globalTid;
        m_lastThread = m_builder.hostThread(std::to_string(globalTid >> 24), std::to_string(globalTid));
    }
    return m_lastThread;
}

bool NsightReader::takePlace(const SqliteQuery &row, TraceOperation &operation, bool migration)
{
    const Place place{row.integer(2), row.integer(3), row.integer(4), row.integer(5), row.integer(6)};
    if (place.device < 0 || place.device >= TraceBuilder::maxDevices) {
        ++m_trace.report.skipped["row whose device number is out of range"];
        return false;
    }
    const int device = static_cast<int>(place.device);
    if (migration) {
        operation.stream = m_builder.stream(device, migrationOwner, -1, "page migrations");
        m_builder.describeStream(operation.stream, 0, StreamRole::Migration);
        operation.call = TraceCall::noKey;
        return true;
    }
    operation.stream = streamOf(place);
    operation.call = row.isNull(5) ? TraceCall::noKey : keyOf(place.globalPid, place.correlation);
    return true;
}

std::int32_t NsightReader::streamOf(const Place &place)
{
    const auto [entry, isNew] =
        m_places.try_emplace({place.device, place.globalPid, place.context, place.stream}, std::int32_t{-1});
    if (isNew) {
        const std::int64_t pid = place.globalPid / 0x1000000 % 0x1000000;
        entry->second =
            m_builder.stream(static_cast<int>(place.device), keyOf(place.globalPid, place.context), place.stream,
                             "process " + std::to_string(pid) + ", context " + std::to_string(place.context));
        m_streams[{pid, place.context, place.stream}].push_back(entry->second);
    }
    return entry->second;
}

void NsightReader::readChains()
{
    m_chains = readNsightCallChains({m_database, m_input.memory, [this] { countRow(); },
                                     [this](std::int64_t id) { return std::string(stringOf(id)); },
                                     [this](std::string_view text) { return m_builder.stack(text); }});
}

void NsightReader::readCalls()
{
    std::unordered_map<std::int64_t, TraceCall> known; // by nameId: what the name says
    const auto callOf = [&](std::int64_t nameId) {
        const auto [entry, isNew] = known.try_emplace(nameId);
        if (isNew) {
            m_input.memory.take(nodeBytes(sizeof *entry));
            std::string name(stringOf(nameId));
            if (const std::size_t version = name.rfind("_v"); version != std::string::npos)
                name.resize(version); // cudaLaunchKernel_v7000
            TraceCall &call = entry->second;
            const CallRole role = callRole(name);
            call.name = m_builder.intern(name.empty() ? "unnamed" : name);
            call.kind = hostCallKind(name);
            call.driver = !name.starts_with("cuda");
            call.issues = role == CallRole::Issues;
            call.hasOwnSpan = role == CallRole::Synchronises && !call.driver;
        }
        return entry->second;
    };
    SqliteQuery row = m_database.select(
        callTable, {"start", "end", "globalTid", "correlationId", "nameId", "returnValue", "callchainId"});
    while (row.next()) {
        countRow();
        TraceOperation times;
        if (!takeTimes(row, times))
            continue;
        TraceCall call = callOf(row.integer(4));
        call.begin = times.start;
        call.end = times.end;
        call.thread = threadOf(row.integer(2));
        call.result = static_cast<std::int32_t>(row.integer(5));
        if (const auto chain = m_chains.find(row.integer(6)); chain != m_chains.end() && !row.isNull(6))
            call.stack = chain->second;
        if (!row.isNull(3))
            call.key = keyOf(row.integer(2) & pidMask, row.integer(3));
        ++m_trace.report.host.calls;
        m_builder.addCall(call);
    }
}

void NsightReader::readKernels()
{
    const char *name = "demangledName";
    for (const char *column : {"mangledName", "shortName", "demangledName"})
        if (m_database.hasColumn(kernelTable, column))
            name = column;
    std::vector<std::string> columns{name};
    columns.insert(columns.end(), nsightShapeColumns.begin(), nsightShapeColumns.end());
    forEachOperation(kernelTable, columns, [this](const SqliteQuery &row, TraceOperation &operation) {
        operation.name = nameAt(row, firstMore);
        if (const LaunchShape shape = nsightShapeAt(row, firstMore + 1); shape != LaunchShape())
            operation.shape = m_builder.internShape(shape);
        m_builder.add(operation);
    });
}

void NsightReader::readCopies()
{
    SqliteQuery row = m_database.select(
        copyTable, withPlace({"bytes", "copyKind", "srcKind", "dstKind", "srcDeviceId", "dstDeviceId"}));
    std::uint64_t migrations = 0;
    while (row.next()) {
        countRow();
        TraceOperation operation;
        const NsightCopy kind = nsightCopy(row.integer(firstMore + 1));
        if (!takeTimes(row, operation) || !takePlace(row, operation, kind.migration))
            continue;
        migrations += kind.migration ? 1 : 0;
        operation.kind = kind.kind;
        operation.bytes = bytesAt(row, firstMore);
        operation.from = memoryAt(row, firstMore + 2);
        operation.to = memoryAt(row, firstMore + 3);
        if (kind.kind == OperationKind::Peer)
            operation.shape = TraceBuilder::peers(row.integer(firstMore + 4), row.integer(firstMore + 5));
        operation.name =
            m_builder.intern("Memcpy " + std::string(kind.name) + " (" + std::string(memoryKindName(operation.from))
                             + " -> " + std::string(memoryKindName(operation.to)) + ")");
        m_builder.add(operation);
    }
    if (migrations > 0)
        m_trace.report.warnings.push_back(
            Phrase("engine", "%1 migrations of managed memory have a lane of their own and count as no copies.")
                .arg(migrations));
}

void NsightReader::readMemsets()
{
    forEachOperation(memsetTable, {"bytes", "memKind"}, [this](const SqliteQuery &row, TraceOperation &operation) {
        operation.kind = OperationKind::Memset;
        operation.bytes = bytesAt(row, firstMore);
        operation.to = memoryAt(row, firstMore + 1);
        operation.name = m_builder.intern("Memset (" + std::string(memoryKindName(operation.to)) + ")");
        m_builder.add(operation);
    });
}

/// Events are told apart by eventSyncId, which is another for each record; before 2024 there is only the handle.
const char *NsightReader::eventNumber()
{
    const bool ids = m_database.hasColumn(eventTable, "eventSyncId") && m_database.hasColumn(syncTable, "eventSyncId");
    return ids ? "eventSyncId" : "eventId";
}

/// What the call of this row is about. The number of no stream is the largest.
void NsightReader::addTarget(const Place &place, std::uint64_t record)
{
    constexpr std::int64_t noStream = std::numeric_limits<std::uint32_t>::max();
    if (place.device < 0 || place.device >= TraceBuilder::maxDevices)
        return;
    m_builder.addTarget({keyOf(place.globalPid, place.correlation), static_cast<int>(place.device),
                         keyOf(place.globalPid, place.context), place.stream == noStream ? -1 : place.stream, record});
}

void NsightReader::readRecords()
{
    SqliteQuery row = m_database.select(
        eventTable, {"deviceId", "contextId", "streamId", "correlationId", "globalPid", eventNumber()});
    while (row.next()) {
        countRow();
        const Place place{row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4)};
        if (row.isNull(3))
            continue;
        addTarget(place, TraceCall::noKey);
        const std::uint64_t call = keyOf(place.globalPid, place.correlation);
        const auto time = m_builder.calledAt(call);
        if (place.device < 0 || place.device >= TraceBuilder::maxDevices || row.isNull(5) || !time)
            continue;
        m_input.memory.take(nodeBytes(sizeof(m_recordsOf)) + 3 * sizeof(TimedRecord));
        m_recordsOf[keyOf(place.globalPid, row.integer(5))].push_back(
            {*time, {static_cast<int>(place.device), keyOf(place.globalPid, place.context), place.stream, call}});
    }
    for (auto &[event, records] : m_recordsOf)
        std::sort(records.begin(), records.end(),
                  [](const TimedRecord &a, const TimedRecord &b) { return a.time < b.time; });
}

/// The last one of the event whose call came before `time`.
std::optional<TraceRecord> NsightReader::recordBefore(std::uint64_t event, std::int64_t time) const
{
    const auto found = m_recordsOf.find(event);
    if (found == m_recordsOf.end())
        return std::nullopt;
    const std::vector<TimedRecord> &records = found->second;
    const auto past = std::partition_point(records.begin(), records.end(),
                                           [time](const TimedRecord &record) { return record.time <= time; });
    return past != records.begin() ? std::optional((past - 1)->record) : std::nullopt;
}

/// By the name of the joined call: what the table itself says differs from version to version.
void NsightReader::readSyncs()
{
    SqliteQuery row = m_database.select(syncTable, withPlace({eventNumber()}));
    std::uint64_t waitRows = 0, rows = 0;
    while (row.next()) {
        countRow();
        ++rows;
        const Place place{row.integer(2), row.integer(3), row.integer(4), row.integer(5), row.integer(6)};
        const HostCallKind kind = m_builder.kindOf(keyOf(place.globalPid, place.correlation));
        const bool waits = kind == HostCallKind::StreamWait, forEvent = waits || kind == HostCallKind::EventSync;
        const std::optional<TraceRecord> record =
            forEvent && !row.isNull(firstMore)
                ? recordBefore(keyOf(place.globalPid, row.integer(firstMore)), row.integer(0))
                : std::nullopt;
        addTarget(place, record ? record->call : TraceCall::noKey);
        TraceOperation operation;
        if (!waits) {
            ++m_trace.report.skipped["synchronisation row (the host's call is kept instead)"];
            continue;
        }
        if (!takeTimes(row, operation) || !takePlace(row, operation))
            continue;
        ++waitRows;
        operation.name = m_builder.intern("Stream Wait Event");
        m_builder.addWait(operation, record);
    }
    if (rows > 0)
        m_trace.report.warnings.push_back(
            Phrase("engine", "%1 synchronisation rows are waiting, not work, and count as neither busy nor idle. Waits "
                             "of a stream for an event among them: %2.")
                .arg(rows, waitRows));
}

void NsightReader::readGraphs()
{
    std::uint64_t launches = 0;
    forEachOperation(graphTable, {"graphId"}, [&](const SqliteQuery &row, TraceOperation &operation) {
        ++launches;
        operation.name = m_builder.intern("CUDA graph " + std::to_string(row.integer(firstMore)));
        m_builder.add(operation);
    });
    if (launches > 0)
        m_trace.report.warnings.push_back(
            Phrase("engine",
                   "%1 launches of CUDA graphs were recorded as a whole: what copies and kernels they hold is unknown, "
                   "and each counts as one kernel (nsys profile --cuda-graph-trace=node records them).")
                .arg(launches));
}

void NsightReader::readHostEvents()
{
    const NsightHostInput input{m_database,
                                [this] { countRow(); },
                                [this](std::int64_t globalTid) { return threadOf(globalTid); },
                                [this](std::int64_t id) { return std::string(stringOf(id)); },
                                [this](std::string_view name) { return m_builder.internEvent(name); },
                                [this](const RangeStyle &style) { return m_builder.rangeStyle(style); },
                                [this](const NewHostEvent &event) { m_builder.addEvent(event); },
                                [this](std::int64_t globalTid, const std::string &name) {
                                    m_builder.nameThread(std::to_string(globalTid >> 24), std::to_string(globalTid),
                                                         name);
                                },
                                [this](const char *reason) { ++m_trace.report.skipped[reason]; }};
    if (m_database.has(nsightRangeTable) && m_database.hasColumn(nsightRangeTable, "eventType"))
        readTable(nsightRangeTable, "ranges", [&] { readNsightRanges(input, m_trace.report.host.ranges); });
    if (m_database.has(nsightSystemTable))
        readTable(nsightSystemTable, "calls of the system", [&] { readNsightSystemCalls(input); });
    if (m_database.has(nsightThreadTable))
        readTable(nsightThreadTable, "names of threads", [&] { readNsightThreadNames(input); });
}

void NsightReader::readOverhead()
{
    SqliteQuery row = m_database.select(overheadTable, {"start", "end", "globalTid", "nameId"});
    while (row.next()) {
        countRow();
        TraceOperation times;
        if (!takeTimes(row, times))
            continue;
        TraceCall call;
        call.begin = times.start;
        call.end = times.end;
        call.thread = row.isNull(2) ? -1 : threadOf(row.integer(2));
        call.name = nameAt(row, 3);
        call.kind = overheadKind(stringOf(row.integer(3)));
        m_builder.addCall(call);
    }
}

void NsightReader::readStreamRoles()
{
    const auto describe = [this](std::int64_t process, std::int64_t context, std::int64_t stream, int priority,
                                 StreamRole role) {
        if (const auto found = m_streams.find({process, context, stream}); found != m_streams.end())
            for (const std::int32_t index : found->second)
                m_builder.describeStream(index, priority, role);
    };
    if (m_database.has("TARGET_INFO_CUDA_STREAM")) {
        SqliteQuery row =
            m_database.select("TARGET_INFO_CUDA_STREAM", {"processId", "contextId", "streamId", "priority", "flag"});
        while (row.next()) {
            const std::int64_t flag = row.integer(4);
            // −5 is stored as 4294967291.
            const auto priority =
                static_cast<int>(static_cast<std::int32_t>(static_cast<std::uint32_t>(row.integer(3))));
            describe(row.integer(0), row.integer(1), row.integer(2), priority,
                     flag == 1   ? StreamRole::Blocking
                     : flag == 2 ? StreamRole::NonBlocking
                     : flag == 3 ? StreamRole::LegacyDefault
                                 : StreamRole::Ordinary);
        }
    }
    for (const auto &[table, column] :
         {std::pair<const char *, const char *>{"TARGET_INFO_CUDA_CONTEXT_INFO", "nullStreamId"},
          {"TARGET_INFO_CUDA_NULL_STREAM", "streamId"}}) {
        if (!m_database.has(table))
            continue;
        SqliteQuery row = m_database.select(table, {"processId", "contextId", column});
        while (row.next())
            describe(row.integer(0), row.integer(1), row.integer(2), 0, StreamRole::LegacyDefault);
    }
}

FormatMatch matchNsight(std::string_view head)
{
    using namespace std::string_view_literals;
    return head.starts_with("SQLite format 3\0"sv) ? FormatMatch::Certain : FormatMatch::No;
}

/// A database that lies on the disk is read there.
ImportedTrace readNsight(const InputFile &file, const ReaderInput &input)
{
    if (file.regular) {
        ImportedTrace trace = NsightReader(SqliteDatabase::open(file.path, input.control.stop), input).read();
        trace.report.bytesRead = file.bytes->total();
        return trace;
    }
    const std::string bytes = readWholeDatabase(*file.bytes, input);
    return NsightReader(SqliteDatabase::openBytes(bytes, input.name, input.control.stop), input).read();
}

const RegisteredFormat registered{{"nsight", "Nsight Systems SQLite", "sqlite",
                                   "a .nsys-rep report becomes readable with: nsys export --type sqlite", matchNsight,
                                   readNsight}};

} // namespace

} // namespace streamscope
