// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/program_file.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/traced_device_json.h"
#include "engine/program/errors.h"
#include "engine/program/experiment.h"
#include "engine/program/shared/repeated_kernels.h"
#include "engine/program/text/phrase.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace streamscope {

namespace {

constexpr std::int64_t maxBytes = std::int64_t{1} << 50;
constexpr std::int64_t maxElements = std::int64_t{1} << 48;
constexpr double maxDurationUs = 1e9; // a quarter of an hour
constexpr std::int64_t maxDevices = 64;
constexpr std::int64_t maxWork = std::int64_t{1} << 30; // as findProblems()
constexpr double minTimeFactor = 1e-6, maxTimeFactor = 1e6;
constexpr std::uint64_t floatBytes = 4;

/// One of the names of an enumeration. `parse` is one of the parse functions beside it, `allowed` lists them.
template <typename Enum>
Enum choice(const JsonObject &object, const char *key, bool (*parse)(std::string_view, Enum &), const char *allowed,
            std::optional<Enum> fallback)
{
    if (fallback && !object.has(key))
        return *fallback;
    const std::string name = object.text(key);
    Enum value{};
    if (!parse(name, value))
        object.refuse(key, "\"" + name + "\"", allowed);
    return value;
}

std::int64_t integerOr(const JsonObject &object, const char *key, std::int64_t minimum, std::int64_t maximum,
                       std::int64_t fallback)
{
    return object.has(key) ? object.integer(key, minimum, maximum) : fallback;
}

std::int64_t nanoseconds(const JsonObject &object, const char *key)
{
    return std::llround(object.number(key, 0, maxDurationUs) * 1000);
}

bool parseBufferPlace(std::string_view name, BufferPlace &out)
{
    if (name != "host" && name != "device")
        return false;
    out = name == "host" ? BufferPlace::Host : BufferPlace::Device;
    return true;
}

/// "h2d, d2h, … or collective".
std::string kindNames()
{
    std::string names;
    for (const KindInfo &info : operationKinds)
        names += (names.empty()                             ? ""
                  : info.kind == operationKinds.back().kind ? " or "
                                                            : ", ")
                 + std::string(info.name);
    return names;
}

constexpr const char *hostMemoryNames = QT_TRANSLATE_NOOP("engine", "pageable, pinned, write-combined or registered");

/// A buffer while the operations that use it are being read.
struct KnownBuffer
{
    std::string place; ///< in the file, of what made it known
    bool declared = false;
    std::optional<HostMemory> hostMemory;
    std::uint64_t extent = 0; ///< of the ranges seen so far
};

/// A range whose buffer's size was not known when it was read.
struct OpenRange
{
    std::size_t operation, index;
    bool writes;
    std::string place;
};

class ProgramReader
{
public:
    explicit ProgramReader(const JsonObject &file) : m_file(file) {}
    Program read();

private:
    void readStreams();
    void readStream(const JsonObject &object);
    void readBuffers();
    void readEvents();
    Operation readOperation(const JsonObject &object);
    void readFields(const JsonObject &object, Operation &op);
    void readKernel(const JsonObject &object, Operation &op);
    void readSync(const JsonObject &object, Operation &op);
    void readAllocation(const JsonObject &object, Operation &op);
    void readRanges(const JsonObject &object, Operation &op);
    BufferRange readRange(const JsonObject &object, const std::string &place, const QJsonValue &value,
                          const Operation &op, bool writes);
    void addOwnBuffers(Operation &op);
    BufferRange ownBuffer(const Operation &op, const char *what, bool writes);

    std::int32_t streamOf(const JsonObject &object, std::int32_t thread);
    std::int32_t namedStream(const JsonObject &object);
    std::int32_t addStream(const Stream &stream);
    std::int32_t eventOf(const JsonObject &object);
    std::int32_t bufferOf(const std::string &id, const std::string &place, const Operation &op, bool writes);
    void resolveSizes();
    void finish();

    const JsonObject &m_file;
    Program m_program;
    std::map<std::string, std::int32_t> m_streams, m_events, m_buffers;
    std::set<std::int32_t> m_ofOneThread; ///< per-thread default streams for which the file names the thread
    std::vector<KnownBuffer> m_known;     ///< parallel to Program::buffers
    std::vector<OpenRange> m_open;
    RepeatedKernels m_kernels;
    std::optional<HostMemory> m_hostMemory; ///< of the operation that is being read
};

/// Where the buffers of an operation must be. Nothing where both is possible.
std::optional<BufferPlace> placeOf(const Operation &op, bool writes)
{
    switch (op.kind) {
    case OperationKind::H2D:
        return writes ? BufferPlace::Device : BufferPlace::Host;
    case OperationKind::D2H:
        return writes ? BufferPlace::Host : BufferPlace::Device;
    case OperationKind::HostFunction:
    case OperationKind::HostWork:
        return BufferPlace::Host;
    default:
        return BufferPlace::Device;
    }
}

Program ProgramReader::read()
{
    m_program.title = m_file.textOr("title", {});
    m_program.submission = choice<Submission>(m_file, "submission", parseSubmission,
                                              QT_TRANSLATE_NOOP("engine", "live, gated or graph"), Submission::Live);
    m_program.poolReleaseThreshold =
        static_cast<std::uint64_t>(integerOr(m_file, "pool_release_threshold", 0, maxBytes, 0));
    m_program.connections = static_cast<int>(integerOr(m_file, "connections", 0, 32, 0));
    m_program.peerAccess = !m_file.has("peer_access") || m_file.flag("peer_access");
    m_program.coldStart = m_file.has("cold_start") && m_file.flag("cold_start");
    if (m_file.has("traced_device"))
        m_program.traced = readTracedDevice(m_file.object("traced_device"));
    readStreams();
    readBuffers();
    readEvents();
    for (const JsonObject &object : m_file.objects("operations"))
        m_program.operations.push_back(readOperation(object));
    if (m_program.operations.empty())
        m_file.refuse("operations", QT_TRANSLATE_NOOP("engine", "an empty list"),
                      QT_TRANSLATE_NOOP("engine", "one operation at least"));
    resolveSizes();
    finish();
    return std::move(m_program);
}

void ProgramReader::readStreams()
{
    if (m_file.has("streams"))
        for (const JsonObject &object : m_file.objects("streams"))
            readStream(object);
}

void ProgramReader::readStream(const JsonObject &object)
{
    Stream stream;
    stream.id = object.text("id");
    if (stream.id.empty() || m_streams.contains(stream.id))
        object.refuse("id", "\"" + stream.id + "\"", QT_TRANSLATE_NOOP("engine", "a text that no other stream has"));
    std::string kind = stream.id == detail::legacyStreamId      ? detail::legacyStreamId
                       : stream.id == detail::perThreadStreamId ? detail::perThreadStreamId
                                                                : "created";
    kind = object.textOr("kind", kind);
    if (kind != "created" && kind != detail::legacyStreamId && kind != detail::perThreadStreamId)
        object.refuse("kind", "\"" + kind + "\"", QT_TRANSLATE_NOOP("engine", "created, null or per-thread"));
    stream.kind = kind == "created"                ? StreamKind::Created
                  : kind == detail::legacyStreamId ? StreamKind::LegacyDefault
                                                   : StreamKind::PerThreadDefault;
    stream.device = static_cast<int>(integerOr(object, "device", 0, maxDevices - 1, 0));
    stream.priority = static_cast<int>(integerOr(object, "priority", -1000, 1000, 0));
    const std::string flags = object.textOr("flags", "blocking");
    if (flags != "blocking" && flags != "non-blocking")
        object.refuse("flags", "\"" + flags + "\"", QT_TRANSLATE_NOOP("engine", "blocking or non-blocking"));
    stream.nonBlocking = flags == "non-blocking";
    if (stream.kind == StreamKind::PerThreadDefault)
        stream.thread = static_cast<int>(integerOr(object, "thread", 0, maxHostThreads - 1, 0));
    object.requireNothingElse();
    const std::int32_t index = addStream(stream);
    if (object.has("thread"))
        m_ofOneThread.insert(index);
}

std::int32_t ProgramReader::addStream(const Stream &stream)
{
    const auto index = static_cast<std::int32_t>(m_program.streams.size());
    m_program.streams.push_back(stream);
    m_streams.emplace(stream.id, index);
    return index;
}

void ProgramReader::readBuffers()
{
    if (!m_file.has("buffers"))
        return;
    for (const JsonObject &object : m_file.objects("buffers")) {
        Buffer buffer;
        buffer.id = object.text("id");
        if (buffer.id.empty() || m_buffers.contains(buffer.id))
            object.refuse("id", "\"" + buffer.id + "\"",
                          QT_TRANSLATE_NOOP("engine", "a text that no other buffer has"));
        buffer.place =
            choice<BufferPlace>(object, "place", parseBufferPlace, QT_TRANSLATE_NOOP("engine", "host or device"), {});
        buffer.bytes = static_cast<std::uint64_t>(object.integer("bytes", 1, maxBytes));
        KnownBuffer known{object.at(nullptr), true, {}, 0};
        if (buffer.place == BufferPlace::Host) {
            buffer.hostMemory =
                choice<HostMemory>(object, "host_memory", parseHostMemory, hostMemoryNames, HostMemory::Pinned);
            known.hostMemory = buffer.hostMemory;
        } else {
            buffer.device = static_cast<int>(integerOr(object, "device", 0, maxDevices - 1, 0));
        }
        object.requireNothingElse();
        m_buffers.emplace(buffer.id, static_cast<std::int32_t>(m_program.buffers.size()));
        m_program.buffers.push_back(buffer);
        m_known.push_back(known);
    }
}

void ProgramReader::readEvents()
{
    if (!m_file.has("events"))
        return;
    const QJsonArray list = m_file.value("events").toArray();
    if (list.isEmpty())
        m_file.refuse("events", jsonValueText(m_file.value("events")), QT_TRANSLATE_NOOP("engine", "a list of names"));
    for (const QJsonValue value : list) {
        const std::string name = value.toString().toStdString();
        if (name.empty() || m_events.contains(name))
            m_file.refuse("events", jsonValueText(value), QT_TRANSLATE_NOOP("engine", "names that differ"));
        m_events.emplace(name, static_cast<std::int32_t>(m_program.events.size()));
        m_program.events.push_back(name);
    }
}

Operation ProgramReader::readOperation(const JsonObject &object)
{
    Operation op;
    op.kind = choice<OperationKind>(object, "op", parseKind, kindNames().c_str(), {});
    op.name = object.textOr("name", {});
    op.chunk =
        static_cast<std::int32_t>(integerOr(object, "chunk", 0, std::numeric_limits<std::int32_t>::max(), op.chunk));
    op.thread = static_cast<std::int8_t>(integerOr(object, "thread", 0, maxHostThreads - 1, 0));
    if (object.has("graph"))
        op.graph = static_cast<std::int32_t>(object.integer("graph", 0, std::numeric_limits<std::int32_t>::max()));
    if (object.has("source"))
        op.source = static_cast<std::int32_t>(object.integer("source", 0, std::numeric_limits<std::int32_t>::max()));
    if (object.has("call_us"))
        op.callNs = nanoseconds(object, "call_us");
    if (uses(op.kind, field::bytes) && object.has("time_factor"))
        op.setTimeFactor(object.number("time_factor", minTimeFactor, maxTimeFactor));
    m_hostMemory.reset();
    readFields(object, op);
    if (uses(op.kind, field::reads | field::writes)) {
        readRanges(object, op);
        addOwnBuffers(op);
    }
    object.requireNothingElse();
    return op;
}

void ProgramReader::readFields(const JsonObject &object, Operation &op)
{
    if (uses(op.kind, field::stream) || (uses(op.kind, field::maybeStream) && object.has("stream")))
        op.stream = streamOf(object, op.thread);
    if (uses(op.kind, field::event))
        op.event = eventOf(object);
    if (uses(op.kind, field::bytes))
        op.bytes =
            static_cast<std::uint64_t>(object.integer("bytes", op.kind == OperationKind::Collective ? 1 : 0, maxBytes));
    if (uses(op.kind, field::duration))
        op.durationNs = nanoseconds(object, "duration_us");
    if (isHostCopy(op.kind) && object.has("host_memory"))
        m_hostMemory = choice<HostMemory>(object, "host_memory", parseHostMemory, hostMemoryNames, {});
    if (op.kind == OperationKind::Kernel)
        readKernel(object, op);
    else if (op.kind == OperationKind::Memset)
        op.memsetValue = static_cast<std::uint8_t>(integerOr(object, "value", 0, 255, 0));
    else if (op.kind == OperationKind::Sync)
        readSync(object, op);
    else if (op.kind == OperationKind::Collective)
        op.setGroup(static_cast<std::int32_t>(object.integer("group", 0, std::numeric_limits<std::int32_t>::max())));
    else if (isAllocation(op.kind) && op.stream == Operation::none)
        readAllocation(object, op);
}

void ProgramReader::readKernel(const JsonObject &object, Operation &op)
{
    KernelWork work;
    work.kind = choice<KernelKind>(object, "kernel", parseKernelKind,
                                   QT_TRANSLATE_NOOP("engine", "spin, fma, stream or tensor"), {});
    if (work.kind == KernelKind::Spin)
        op.durationNs = nanoseconds(object, "duration_us");
    else
        work.elements = static_cast<std::uint64_t>(object.integer("elements", 1, maxElements));
    if (work.kind == KernelKind::Fma || work.kind == KernelKind::Tensor)
        work.workPerElement = object.integer("kernel_work", 0, maxWork);
    if (work.kind == KernelKind::Tensor)
        work.precision = choice<MatrixPrecision>(object, "precision", parseMatrixPrecision,
                                                 QT_TRANSLATE_NOOP("engine", "bf16 or tf32"), MatrixPrecision::Bf16);
    work.grid =
        static_cast<std::uint32_t>(integerOr(object, "grid", work.kind == KernelKind::Spin ? 1 : 0, 2147483647, 0));
    work.block = static_cast<std::uint32_t>(integerOr(object, "block", 1, 1024, work.block));
    work.sharedMemory = static_cast<std::uint32_t>(integerOr(object, "shared_memory", 0, 1 << 30, 0));
    work.registers = static_cast<std::uint16_t>(integerOr(object, "registers", 0, 255, 0));
    op.kernel = m_kernels.shared(work);
}

void ProgramReader::readSync(const JsonObject &object, Operation &op)
{
    op.syncScope =
        choice<SyncScope>(object, "what", parseSyncScope, QT_TRANSLATE_NOOP("engine", "device, stream or event"), {});
    op.syncMethod = choice<SyncMethod>(object, "method", parseSyncMethod,
                                       QT_TRANSLATE_NOOP("engine", "blocking or polling"), SyncMethod::Blocking);
    if (object.has("duration_us"))
        op.durationNs = nanoseconds(object, "duration_us");
    if (op.syncScope == SyncScope::Stream)
        op.stream = streamOf(object, op.thread);
    else if (op.syncScope == SyncScope::Event)
        op.event = eventOf(object);
    else
        op.device = static_cast<std::int8_t>(integerOr(object, "device", 0, maxDevices - 1, 0));
}

void ProgramReader::readAllocation(const JsonObject &object, Operation &op)
{
    op.allocation =
        choice<AllocationPlace>(object, "place", parseAllocationPlace,
                                QT_TRANSLATE_NOOP("engine", "device or pinned-host"), AllocationPlace::Device);
    op.device = static_cast<std::int8_t>(integerOr(object, "device", 0, maxDevices - 1, 0));
    if (object.has("hold_us"))
        op.durationNs = nanoseconds(object, "hold_us");
}

void ProgramReader::readRanges(const JsonObject &object, Operation &op)
{
    for (const bool writes : {false, true}) {
        const char *key = writes ? "writes" : "reads";
        if (!object.has(key))
            continue;
        const QJsonValue value = object.value(key);
        const QJsonArray list = value.toArray();
        const bool single = isCopy(op.kind) || op.kind == OperationKind::Memset;
        if (!value.isArray() || (single && list.size() > 1))
            object.refuse(key, value.isArray() ? "a list of " + std::to_string(list.size()) : jsonValueText(value),
                          single ? QT_TRANSLATE_NOOP("engine", "a list of one buffer")
                                 : QT_TRANSLATE_NOOP("engine", "a list of buffers"));
        for (qsizetype i = 0; i < list.size(); ++i) {
            const std::string place = std::string(key) + "[" + std::to_string(i) + "]";
            (writes ? op.writes : op.reads).push_back(readRange(object, place, list.at(i), op, writes));
        }
    }
}

/// "d0", or {"buffer":"d0","offset":0,"bytes":4096}.
BufferRange ProgramReader::readRange(const JsonObject &object, const std::string &place, const QJsonValue &value,
                                     const Operation &op, bool writes)
{
    if (!value.isString() && !value.isObject())
        object.refuse(place.c_str(), jsonValueText(value),
                      QT_TRANSLATE_NOOP("engine", "a buffer's name or an object with 'buffer'"));
    const std::string where = object.at(place.c_str());
    BufferRange range;
    range.bytes = detail::naturalRangeBytes(op);
    if (value.isObject()) {
        const JsonObject part(value.toObject(), where, {});
        range.buffer = bufferOf(part.text("buffer"), where, op, writes);
        range.offset = static_cast<std::uint64_t>(integerOr(part, "offset", 0, maxBytes, 0));
        const bool empty = (isCopy(op.kind) || op.kind == OperationKind::Memset) && op.bytes == 0; // legal in CUDA
        range.bytes = static_cast<std::uint64_t>(
            integerOr(part, "bytes", empty ? 0 : 1, maxBytes, static_cast<std::int64_t>(range.bytes)));
        part.requireNothingElse();
    } else {
        range.buffer = bufferOf(value.toString().toStdString(), where, op, writes);
    }
    KnownBuffer &known = m_known[static_cast<std::size_t>(range.buffer)];
    known.extent = std::max(known.extent, range.offset + range.bytes);
    m_open.push_back({m_program.operations.size(), (writes ? op.writes : op.reads).size(), writes, where});
    return range;
}

/// The buffer `id` as `op` uses it. What it says about the place of the buffer must fit what is known.
std::int32_t ProgramReader::bufferOf(const std::string &id, const std::string &place, const Operation &op, bool writes)
{
    const auto found = m_buffers.find(id);
    const BufferPlace wanted = *placeOf(op, writes);
    const int device = op.stream >= 0 ? m_program.streams[static_cast<std::size_t>(op.stream)].device : 0;
    if (found == m_buffers.end()) {
        if (id.empty())
            throw InputError(Phrase("engine", "%1: a buffer needs a name").arg(place));
        if (op.kind == OperationKind::Peer)
            throw InputError(
                Phrase("engine", "%1: buffer '%2' of a peer copy is not known; list it in 'buffers' with its device")
                    .arg(place, id));
        Buffer buffer;
        buffer.id = id;
        buffer.place = wanted;
        buffer.device = wanted == BufferPlace::Device ? device : 0;
        m_program.buffers.push_back(buffer);
        m_known.push_back({place, false, {}, 0});
        m_buffers.emplace(id, static_cast<std::int32_t>(m_known.size()) - 1);
    }
    const std::int32_t index = m_buffers.at(id);
    Buffer &buffer = m_program.buffers[static_cast<std::size_t>(index)];
    KnownBuffer &known = m_known[static_cast<std::size_t>(index)];
    if (buffer.place != wanted)
        throw InputError(Phrase("engine", "%1: buffer '%2' is on the %3 (%4); expected one on the %5")
                             .arg(place, id, buffer.place == BufferPlace::Host ? "host" : "device", known.place,
                                  wanted == BufferPlace::Host ? "host" : "device"));
    if (wanted == BufferPlace::Host && m_hostMemory) {
        if (known.hostMemory.value_or(*m_hostMemory) != *m_hostMemory)
            throw InputError(
                Phrase("engine", "%1: buffer '%2' is %3 (%4); host_memory %5 does not fit")
                    .arg(place, id, hostMemoryName(*known.hostMemory), known.place, hostMemoryName(*m_hostMemory)));
        known.hostMemory = m_hostMemory;
        buffer.hostMemory = *m_hostMemory;
    }
    return index;
}

/// A sketch need not name buffers: what moves or works on data without naming any gets its own.
void ProgramReader::addOwnBuffers(Operation &op)
{
    const bool worksOnData = op.kind == OperationKind::Kernel
                             && (op.kernel->kind == KernelKind::Fma || op.kernel->kind == KernelKind::Stream);
    if (isCopy(op.kind) && op.kind != OperationKind::Peer) {
        if (op.reads.empty())
            op.reads.push_back(ownBuffer(op, "source", false));
        if (op.writes.empty())
            op.writes.push_back(ownBuffer(op, "destination", true));
    } else if (op.kind == OperationKind::Memset && op.writes.empty()) {
        op.writes.push_back(ownBuffer(op, "destination", true));
    } else if (worksOnData && op.reads.empty() && op.writes.empty()) {
        op.reads.push_back(ownBuffer(op, "data", true));
        op.writes = op.reads;
    } else if (worksOnData && (op.reads.empty() || op.writes.empty())) {
        (op.reads.empty() ? op.reads : op.writes).push_back(ownBuffer(op, "data", true));
    }
}

BufferRange ProgramReader::ownBuffer(const Operation &op, const char *what, bool writes)
{
    const std::size_t index = m_program.operations.size();
    const std::string id = std::string(what) + " of operation " + std::to_string(index);
    BufferRange range;
    range.buffer = bufferOf(id, m_file.at(nullptr) + ": operations[" + std::to_string(index) + "]", op, writes);
    range.bytes = detail::naturalRangeBytes(op);
    KnownBuffer &known = m_known[static_cast<std::size_t>(range.buffer)];
    known.extent = std::max({known.extent, range.bytes, floatBytes}); // a copy of no bytes needs a buffer, too
    return range;
}

/// "per-thread" is the default stream of whichever thread issues the operation.
std::int32_t ProgramReader::streamOf(const JsonObject &object, std::int32_t thread)
{
    const std::int32_t named = namedStream(object);
    if (m_program.streams[static_cast<std::size_t>(named)].kind != StreamKind::PerThreadDefault
        || m_ofOneThread.contains(named))
        return named;
    const std::int32_t own = perThreadStreamOf(m_program, named, thread);
    m_streams.emplace(m_program.streams[static_cast<std::size_t>(own)].id, own);
    return own;
}

std::int32_t ProgramReader::namedStream(const JsonObject &object)
{
    const std::string id = object.text("stream");
    if (const auto found = m_streams.find(id); found != m_streams.end())
        return found->second;
    if (id == detail::legacyStreamId || id == detail::perThreadStreamId) {
        Stream stream;
        stream.id = id;
        stream.kind = id == detail::legacyStreamId ? StreamKind::LegacyDefault : StreamKind::PerThreadDefault;
        return addStream(stream);
    }
    std::string allowed;
    for (const Stream &stream : m_program.streams)
        if (stream.kind == StreamKind::Created)
            allowed += "\"" + stream.id + "\", ";
    object.refuse("stream", "\"" + id + "\"", Phrase("engine", "%1\"null\" or \"per-thread\"").arg(allowed));
}

/// A record makes an event known. One that is only waited for is known, too: it was never recorded, and passes at once.
std::int32_t ProgramReader::eventOf(const JsonObject &object)
{
    const std::string name = object.text("event");
    if (name.empty())
        object.refuse("event", "\"\"", QT_TRANSLATE_NOOP("engine", "a name"));
    const auto [entry, isNew] = m_events.try_emplace(name, static_cast<std::int32_t>(m_program.events.size()));
    if (isNew)
        m_program.events.push_back(name);
    return entry->second;
}

void ProgramReader::resolveSizes()
{
    for (std::size_t i = 0; i < m_known.size(); ++i) {
        Buffer &buffer = m_program.buffers[i];
        if (!m_known[i].declared)
            buffer.bytes = m_known[i].extent;
        if (buffer.bytes == 0)
            throw InputError(
                Phrase("engine", "%1: nothing says how large buffer '%2' is; list it in 'buffers' or give 'bytes'")
                    .arg(m_known[i].place, buffer.id));
    }
    for (const OpenRange &open : m_open) {
        Operation &op = m_program.operations[open.operation];
        BufferRange &range = (open.writes ? op.writes : op.reads)[open.index];
        const Buffer &buffer = m_program.buffers[static_cast<std::size_t>(range.buffer)];
        const bool whole = !isCopy(op.kind) && op.kind != OperationKind::Memset; // those say how much themselves
        if (whole && range.bytes == 0 && range.offset < buffer.bytes)
            range.bytes = buffer.bytes - range.offset;
        if (range.offset > buffer.bytes || range.bytes > buffer.bytes - range.offset)
            throw InputError(Phrase("engine", "%1: bytes %2 to %3 lie outside of buffer '%4', which has %5")
                                 .arg(open.place, range.offset, range.offset + range.bytes, buffer.id, buffer.bytes));
    }
}

void ProgramReader::finish()
{
    const std::vector<std::string> problems = findProblems(m_program);
    if (!problems.empty())
        throw InputError(m_file.at(nullptr) + ": " + problems.front()
                         + (problems.size() > 1 ? " (and " + std::to_string(problems.size() - 1) + " more)" : ""));
}

} // namespace

std::uint64_t detail::naturalRangeBytes(const Operation &operation)
{
    if (isCopy(operation.kind) || operation.kind == OperationKind::Memset
        || operation.kind == OperationKind::Collective)
        return operation.bytes;
    const bool perElement = operation.kind == OperationKind::Kernel && operation.kernel->kind != KernelKind::Spin;
    return perElement ? operation.kernel->elements * floatBytes : 0;
}

ProgramFile readProgramFile(const JsonObject &file)
{
    file.requireFormat("streamscope-program", 1);
    ProgramFile result;
    result.program = ProgramReader(file).read();
    result.description = file.textOr("description", {});
    result.device = file.textOr("device", {});
    std::vector<ParameterSpec> specs = runParameters();
    std::erase_if(specs, [](const ParameterSpec &spec) { return spec.name == "submission"; }); // the Program's
    Parameters others(specs);
    if (file.has("parameters"))
        readParameters(file.object("parameters"), others);
    file.requireNothingElse();
    result.parameters = Parameters(runParameters());
    result.parameters.set("submission", std::string(submissionName(result.program.submission)));
    for (const ParameterSpec &spec : specs)
        result.parameters.set(spec.name, others.value(spec.name));
    return result;
}

ProgramFile readProgramFile(const QByteArray &json, const std::string &source)
{
    return readProgramFile(JsonObject::parse(json, source));
}

} // namespace streamscope
