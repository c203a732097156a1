// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The other direction of program_file.cpp: a Program as a file. What has its default value is left out.
#include "engine/formats/files/program_file.h"

#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/traced_device_json.h"
#include "engine/formats/text/json_object.h"
#include "engine/program/errors.h"
#include "engine/program/experiment.h"
#include "engine/program/text/phrase.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <set>

namespace streamscope {

namespace {

qint64 whole(std::uint64_t value)
{
    return static_cast<qint64>(value);
}

class ProgramWriter
{
public:
    explicit ProgramWriter(const Program &program) : m_program(program) {}
    void write(QJsonObject &file) const;

private:
    QJsonObject streamJson(const Stream &stream) const;
    QJsonObject bufferJson(const Buffer &buffer) const;
    QJsonObject operationJson(const Operation &op) const;
    void addFields(QJsonObject &object, const Operation &op) const;
    void addKernel(QJsonObject &object, const Operation &op) const;
    void addSync(QJsonObject &object, const Operation &op) const;
    QJsonArray rangesJson(const Operation &op, const BufferRanges &ranges) const;

    const Program &m_program;
};

/// A file tells things apart by their names.
template <typename List, typename NameOf>
void requireDifferent(const List &list, const char *what, NameOf nameOf)
{
    std::set<std::string> seen;
    for (const auto &entry : list)
        if (const std::string name = nameOf(entry); name.empty() || !seen.insert(name).second)
            throw InputError(
                Phrase("engine", "a program file needs a different name for each %1; '%2' is not").arg(what, name));
}

void ProgramWriter::write(QJsonObject &file) const
{
    requireDifferent(m_program.streams, "stream", [](const Stream &s) { return s.id; });
    requireDifferent(m_program.buffers, "buffer", [](const Buffer &b) { return b.id; });
    requireDifferent(m_program.events, "event", [](const std::string &e) { return e; });
    QJsonArray streams, buffers, events, operations;
    for (const Stream &stream : m_program.streams)
        streams.append(streamJson(stream));
    for (const Buffer &buffer : m_program.buffers)
        buffers.append(bufferJson(buffer));
    for (const std::string &event : m_program.events)
        events.append(jsonText(event));
    for (const Operation &op : m_program.operations)
        operations.append(operationJson(op));
    file.insert(QStringLiteral("title"), jsonText(m_program.title));
    if (m_program.submission != Submission::Live)
        file.insert(QStringLiteral("submission"), jsonText(submissionName(m_program.submission)));
    if (m_program.poolReleaseThreshold > 0)
        file.insert(QStringLiteral("pool_release_threshold"), whole(m_program.poolReleaseThreshold));
    if (m_program.connections > 0)
        file.insert(QStringLiteral("connections"), m_program.connections);
    if (m_program.coldStart)
        file.insert(QStringLiteral("cold_start"), true);
    if (!m_program.peerAccess)
        file.insert(QStringLiteral("peer_access"), false);
    if (m_program.traced)
        file.insert(QStringLiteral("traced_device"), tracedDeviceJson(*m_program.traced));
    file.insert(QStringLiteral("streams"), streams);
    if (!buffers.isEmpty())
        file.insert(QStringLiteral("buffers"), buffers);
    if (!events.isEmpty())
        file.insert(QStringLiteral("events"), events);
    file.insert(QStringLiteral("operations"), operations);
}

QJsonObject ProgramWriter::streamJson(const Stream &stream) const
{
    QJsonObject object{{QStringLiteral("id"), jsonText(stream.id)}};
    // Written out always: an id may look like a default stream's and be none.
    if (stream.kind != StreamKind::Created || stream.id == detail::legacyStreamId
        || stream.id == detail::perThreadStreamId)
        object.insert(QStringLiteral("kind"),
                      jsonText(stream.kind == StreamKind::Created         ? "created"
                               : stream.kind == StreamKind::LegacyDefault ? detail::legacyStreamId
                                                                          : detail::perThreadStreamId));
    if (stream.device != 0)
        object.insert(QStringLiteral("device"), stream.device);
    if (stream.priority != 0)
        object.insert(QStringLiteral("priority"), stream.priority);
    if (stream.nonBlocking)
        object.insert(QStringLiteral("flags"), QStringLiteral("non-blocking"));
    if (stream.kind == StreamKind::PerThreadDefault && stream.thread != 0)
        object.insert(QStringLiteral("thread"), stream.thread);
    return object;
}

QJsonObject ProgramWriter::bufferJson(const Buffer &buffer) const
{
    const bool host = buffer.place == BufferPlace::Host;
    QJsonObject object{{QStringLiteral("id"), jsonText(buffer.id)},
                       {QStringLiteral("place"), jsonText(host ? "host" : "device")},
                       {QStringLiteral("bytes"), whole(buffer.bytes)}};
    if (host)
        object.insert(QStringLiteral("host_memory"), jsonText(hostMemoryName(buffer.hostMemory)));
    else if (buffer.device != 0)
        object.insert(QStringLiteral("device"), buffer.device);
    return object;
}

QJsonObject ProgramWriter::operationJson(const Operation &op) const
{
    QJsonObject object{{QStringLiteral("op"), jsonText(kindName(op.kind))}};
    if (!op.name.empty())
        object.insert(QStringLiteral("name"), jsonText(op.name));
    if (op.stream >= 0)
        object.insert(QStringLiteral("stream"), jsonText(m_program.streams[static_cast<std::size_t>(op.stream)].id));
    if (op.chunk >= 0)
        object.insert(QStringLiteral("chunk"), op.chunk);
    if (op.thread != 0)
        object.insert(QStringLiteral("thread"), op.thread);
    if (op.graph >= 0)
        object.insert(QStringLiteral("graph"), op.graph);
    if (op.source >= 0)
        object.insert(QStringLiteral("source"), op.source);
    if (op.callNs >= 0)
        object.insert(QStringLiteral("call_us"), jsonMicroseconds(op.callNs));
    if (op.timeFactor() != 1)
        object.insert(QStringLiteral("time_factor"), op.timeFactor());
    addFields(object, op);
    if (!op.reads.empty())
        object.insert(QStringLiteral("reads"), rangesJson(op, op.reads));
    if (!op.writes.empty())
        object.insert(QStringLiteral("writes"), rangesJson(op, op.writes));
    return object;
}

void ProgramWriter::addFields(QJsonObject &object, const Operation &op) const
{
    if (uses(op.kind, field::event))
        object.insert(QStringLiteral("event"), jsonText(m_program.events[static_cast<std::size_t>(op.event)]));
    if (uses(op.kind, field::bytes))
        object.insert(QStringLiteral("bytes"), whole(op.bytes));
    if (uses(op.kind, field::duration))
        object.insert(QStringLiteral("duration_us"), jsonMicroseconds(op.durationNs));
    if (op.kind == OperationKind::Kernel)
        addKernel(object, op);
    else if (op.kind == OperationKind::Sync)
        addSync(object, op);
    else if (op.kind == OperationKind::Collective)
        object.insert(QStringLiteral("group"), op.group());
    else if (op.memsetValue != 0 && op.kind == OperationKind::Memset)
        object.insert(QStringLiteral("value"), op.memsetValue);
    if (!isAllocation(op.kind))
        return;
    if (op.allocation != AllocationPlace::Device)
        object.insert(QStringLiteral("place"), jsonText(allocationPlaceName(op.allocation)));
    if (op.stream < 0 && op.device != 0)
        object.insert(QStringLiteral("device"), op.device);
    if (op.stream < 0 && op.durationNs > 0)
        object.insert(QStringLiteral("hold_us"), jsonMicroseconds(op.durationNs));
}

void ProgramWriter::addKernel(QJsonObject &object, const Operation &op) const
{
    const KernelWork &work = op.kernel;
    object.insert(QStringLiteral("kernel"), jsonText(kernelKindName(work.kind)));
    if (work.kind == KernelKind::Spin)
        object.insert(QStringLiteral("duration_us"), jsonMicroseconds(op.durationNs));
    else
        object.insert(QStringLiteral("elements"), whole(work.elements));
    if (work.kind == KernelKind::Fma || work.kind == KernelKind::Tensor)
        object.insert(QStringLiteral("kernel_work"), static_cast<qint64>(work.workPerElement));
    if (work.kind == KernelKind::Tensor && work.precision != MatrixPrecision::Bf16)
        object.insert(QStringLiteral("precision"), jsonText(matrixPrecisionName(work.precision)));
    const KernelWork plain;
    const auto add = [&object](const char *key, std::uint32_t value, std::uint32_t fallback) {
        if (value != fallback)
            object.insert(QLatin1String(key), static_cast<qint64>(value));
    };
    add("grid", work.grid, plain.grid);
    add("block", work.block, plain.block);
    add("shared_memory", work.sharedMemory, plain.sharedMemory);
    add("registers", work.registers, plain.registers);
}

void ProgramWriter::addSync(QJsonObject &object, const Operation &op) const
{
    object.insert(QStringLiteral("what"), jsonText(syncScopeName(op.syncScope)));
    if (op.durationNs > 0)
        object.insert(QStringLiteral("duration_us"), jsonMicroseconds(op.durationNs));
    if (op.syncMethod != SyncMethod::Blocking)
        object.insert(QStringLiteral("method"), jsonText(syncMethodName(op.syncMethod)));
    if (op.syncScope == SyncScope::Event)
        object.insert(QStringLiteral("event"), jsonText(m_program.events[static_cast<std::size_t>(op.event)]));
    if (op.syncScope == SyncScope::Device && op.device != 0)
        object.insert(QStringLiteral("device"), op.device);
}

QJsonArray ProgramWriter::rangesJson(const Operation &op, const BufferRanges &ranges) const
{
    QJsonArray list;
    for (const BufferRange &range : ranges) {
        const Buffer &buffer = m_program.buffers[static_cast<std::size_t>(range.buffer)];
        const std::uint64_t natural = detail::naturalRangeBytes(op);
        if (range.offset == 0 && range.bytes == (natural > 0 ? natural : buffer.bytes))
            list.append(jsonText(buffer.id));
        else
            list.append(QJsonObject{{QStringLiteral("buffer"), jsonText(buffer.id)},
                                    {QStringLiteral("offset"), whole(range.offset)},
                                    {QStringLiteral("bytes"), whole(range.bytes)}});
    }
    return list;
}

/// Those of every run that differ from their defaults; `submission` stands beside them, for it is the Program's.
QJsonObject parametersJson(const Parameters &parameters)
{
    QJsonObject object;
    for (const ParameterSpec &spec : parameters.specs())
        if (spec.name != "submission" && parameters.value(spec.name) != spec.defaultValue)
            object.insert(jsonText(spec.name), toJson(parameters.value(spec.name)));
    return object;
}

} // namespace

QByteArray programFileJson(const ProgramFile &file)
{
    QJsonObject object{{QStringLiteral("format"), QStringLiteral("streamscope-program")},
                       {QStringLiteral("version"), 1}};
    ProgramWriter(file.program).write(object);
    if (!file.description.empty())
        object.insert(QStringLiteral("description"), jsonText(file.description));
    if (!file.device.empty())
        object.insert(QStringLiteral("device"), jsonText(file.device));
    if (const QJsonObject parameters = parametersJson(file.parameters); !parameters.isEmpty())
        object.insert(QStringLiteral("parameters"), parameters);
    return QJsonDocument(object).toJson();
}

} // namespace streamscope
