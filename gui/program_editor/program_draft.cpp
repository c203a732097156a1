// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_editor/program_draft.h"

#include "engine/program/errors.h"
#include "gui/language/translated.h"
#include "gui/program_editor/program_draft_rows.h"

#include <QJsonDocument>

namespace streamscope {

using namespace draft;

namespace {

constexpr const char *streamKeys[ProgramDraft::streamColumns] = {"id", "kind", "flags", "priority", "device"};

bool isAllocation(const QString &kind)
{
    return kind == QLatin1String("alloc") || kind == QLatin1String("free");
}

/// Of no stream, so that it names its device itself.
bool hasOwnDevice(const QJsonObject &operation)
{
    const QString kind = kindOf(operation);
    return (isAllocation(kind) && !operation.contains(QLatin1String("stream")))
           || (kind == QLatin1String("sync")
               && operation.value(QLatin1String("what")).toString() == QLatin1String("device"));
}

/// What the file takes where the key is absent.
QString usualText(const QString &key)
{
    if (key == QLatin1String("device") || key == QLatin1String("thread"))
        return QStringLiteral("0");
    if (key == QLatin1String("place"))
        return QStringLiteral("device");
    return key == QLatin1String("host_memory") ? QStringLiteral("pinned") : QString();
}

} // namespace

void ProgramDraft::setProgram(const ProgramFile &file)
{
    setRows(programFileJson(file));
}

void ProgramDraft::setRows(const QByteArray &rows)
{
    m_rest = QJsonDocument::fromJson(rows).object();
    m_streams = m_rest.take(QStringLiteral("streams")).toArray();
    m_buffers = m_rest.take(QStringLiteral("buffers")).toArray();
    m_operations = m_rest.take(QStringLiteral("operations")).toArray();
}

QByteArray ProgramDraft::rows() const
{
    QJsonObject file = m_rest;
    file.insert(QStringLiteral("streams"), m_streams);
    if (!m_buffers.isEmpty())
        file.insert(QStringLiteral("buffers"), m_buffers);
    file.insert(QStringLiteral("operations"), m_operations);
    return QJsonDocument(file).toJson();
}

std::shared_ptr<const ProgramFile> ProgramDraft::read(QString &problem) const
{
    try {
        problem.clear();
        return std::make_shared<const ProgramFile>(readProgramFile(rows(), "this program"));
    } catch (const InputError &error) {
        problem = translated(error.what());
        return nullptr;
    }
}

/// The key that a column stands for in this operation; empty where it stands for none.
QString ProgramDraft::keyOf(const QJsonObject &operation, OperationColumn column) const
{
    const QString kind = kindOf(operation);
    const bool kernel = kind == QLatin1String("kernel"), sync = kind == QLatin1String("sync");
    const QString what = operation.value(QLatin1String(kernel ? "kernel" : "what")).toString();
    const auto when = [](bool applies, const char *key) { return applies ? QString::fromLatin1(key) : QString(); };
    switch (column) {
    case OperationColumn::Kind:
        return QStringLiteral("op");
    case OperationColumn::Name:
        return QStringLiteral("name");
    case OperationColumn::Stream:
        return when(sync ? what == QLatin1String("stream") : usesAny(kind, field::stream | field::maybeStream),
                    "stream");
    case OperationColumn::Device:
        return when(hasOwnDevice(operation), "device");
    case OperationColumn::What:
        return kernel ? QStringLiteral("kernel")
                      : when(sync || kind == QLatin1String("collective"), sync ? "what" : "group");
    case OperationColumn::Size:
        return kernel ? when(what != QLatin1String("spin"), "elements") : when(usesAny(kind, field::bytes), "bytes");
    case OperationColumn::Work:
        return when(kernel && (what == QLatin1String("fma") || what == QLatin1String("tensor")), "kernel_work");
    case OperationColumn::Duration:
        return when(kernel ? what == QLatin1String("spin") : usesAny(kind, field::duration), "duration_us");
    case OperationColumn::Grid:
        return when(kernel, "grid");
    case OperationColumn::Memory:
        return isAllocation(kind)
                   ? when(!operation.contains(QLatin1String("stream")), "place")
                   : when(isOneOf(kind, {"h2d", "d2h"}) && hostMemoryText(operation).isEmpty(), "host_memory");
    case OperationColumn::Event:
        return when(usesAny(kind, field::event) || (sync && what == QLatin1String("event")), "event");
    case OperationColumn::Reads:
    case OperationColumn::Writes: {
        const bool reads = column == OperationColumn::Reads;
        return when(usesAny(kind, reads ? field::reads : field::writes), reads ? "reads" : "writes");
    }
    case OperationColumn::Thread:
        return QStringLiteral("thread");
    }
    return {};
}

QString ProgramDraft::deviceText(const QJsonObject &operation) const
{
    const QJsonValue stream = operation.value(QLatin1String("stream"));
    return stream.isString() ? QString::number(deviceOfStream(stream.toString())) : QString();
}

/// What the buffer on the host says; empty where none is listed.
QString ProgramDraft::hostMemoryText(const QJsonObject &operation) const
{
    const bool fromHost = kindOf(operation) == QLatin1String("h2d");
    if (!fromHost && kindOf(operation) != QLatin1String("d2h"))
        return {};
    const QJsonArray ranges = operation.value(QLatin1String(fromHost ? "reads" : "writes")).toArray();
    const int buffer = ranges.isEmpty() ? -1 : bufferNamed(bufferOf(ranges.first()));
    return buffer < 0 ? QString() : bufferText(buffer, BufferColumn::Memory);
}

bool ProgramDraft::hasCell(int row, OperationColumn column) const
{
    return !keyOf(operation(row), column).isEmpty();
}

QString ProgramDraft::operationText(int row, OperationColumn column) const
{
    const QString key = keyOf(operation(row), column);
    if (key.isEmpty() && column == OperationColumn::Device)
        return deviceText(operation(row));
    if (key.isEmpty() && column == OperationColumn::Memory)
        return hostMemoryText(operation(row));
    const QJsonValue value = key.isEmpty() ? QJsonValue() : operation(row).value(key);
    if (value.isUndefined())
        return usualText(key);
    if (value.isArray())
        return rangesText(value.toArray());
    if (key == QLatin1String("bytes") && value.isDouble())
        return sizeText(value.toInteger());
    return value.isDouble() ? QString::number(value.toDouble(), 'g', 12) : value.toString();
}

/// Empty where there is none.
QString ProgramDraft::firstStream() const
{
    return m_streams.isEmpty() ? QString() : m_streams.first().toObject().value(QLatin1String("id")).toString();
}

bool ProgramDraft::setOperationText(int row, OperationColumn column, const QString &typed)
{
    QJsonObject changed = operation(row);
    const QString key = keyOf(changed, column);
    if (key.isEmpty())
        return false;
    if (isNumber(key)) {
        const auto number = numberFor(key, typed);
        if (!number)
            return false;
        changed.insert(key, *number);
    } else if (column == OperationColumn::Kind) {
        changed = withKind(changed, typed, firstStream());
    } else if (column == OperationColumn::What) {
        changed =
            key == QLatin1String("kernel") ? withKernel(changed, typed) : withSyncScope(changed, typed, firstStream());
    } else {
        const bool isList = column == OperationColumn::Reads || column == OperationColumn::Writes;
        const QJsonValue value = isList ? QJsonValue(rangesOf(typed)) : QJsonValue(typed);
        changed.insert(key, value);
        if (isList ? value.toArray().isEmpty() : typed.isEmpty())
            changed.remove(key);
        if (column == OperationColumn::Stream && isAllocation(kindOf(changed)) && !typed.isEmpty())
            for (const char *itsOwn : {"device", "place"}) // a stream says where
                changed.remove(QLatin1String(itsOwn));
    }
    growBuffers(changed);
    m_operations.replace(row, changed);
    return true;
}

QStringList ProgramDraft::operationChoices(int row, OperationColumn column) const
{
    if (column == OperationColumn::Kind)
        return allKinds();
    const QString kind = kindOf(operation(row));
    if (column == OperationColumn::Memory)
        return isAllocation(kind) ? QStringList{QStringLiteral("device"), QStringLiteral("pinned-host")}
                                  : bufferChoices(BufferColumn::Memory);
    if (column == OperationColumn::What && kind == QLatin1String("collective"))
        return {};
    if (column == OperationColumn::What)
        return kind == QLatin1String("kernel")
                   ? QStringList{QStringLiteral("spin"), QStringLiteral("fma"), QStringLiteral("stream"),
                                 QStringLiteral("tensor")}
                   : QStringList{QStringLiteral("device"), QStringLiteral("stream"), QStringLiteral("event")};
    if (column != OperationColumn::Stream)
        return {};
    QStringList ids;
    if (isAllocation(kind))
        ids << QString(); // by the host, outside of streams
    for (const QJsonValue stream : m_streams)
        ids << stream.toObject().value(QLatin1String("id")).toString();
    for (const char *always : {detail::legacyStreamId, detail::perThreadStreamId})
        if (!ids.contains(QLatin1String(always)))
            ids << QString::fromLatin1(always);
    return ids;
}

QString ProgramDraft::streamText(int row, StreamColumn column) const
{
    const QString key = QLatin1String(streamKeys[static_cast<int>(column)]);
    const QJsonValue value = m_streams.at(row).toObject().value(key);
    if (isNumber(key))
        return QString::number(value.toInt());
    return value.toString(column == StreamColumn::Kind    ? QStringLiteral("created")
                          : column == StreamColumn::Flags ? QStringLiteral("blocking")
                                                          : QString());
}

bool ProgramDraft::setStreamText(int row, StreamColumn column, const QString &typed)
{
    const QString key = QLatin1String(streamKeys[static_cast<int>(column)]);
    QJsonObject stream = m_streams.at(row).toObject();
    const auto value = isNumber(key) ? numberFor(key, typed) : std::optional(QJsonValue(typed));
    if (!value || typed.isEmpty())
        return false;
    if (column == StreamColumn::Id) {
        const QJsonValue before = stream.value(key);
        for (qsizetype i = 0; i < m_operations.size(); ++i)
            if (QJsonObject operation = m_operations.at(i).toObject();
                operation.value(QLatin1String("stream")) == before) {
                operation.insert(QStringLiteral("stream"), typed);
                m_operations.replace(i, operation);
            }
    }
    stream.insert(key, *value);
    if (column == StreamColumn::Kind && typed != QLatin1String(detail::perThreadStreamId))
        stream.remove(QStringLiteral("thread")); // only those belong to one
    m_streams.replace(row, stream);
    return true;
}

QStringList ProgramDraft::streamChoices(StreamColumn column)
{
    if (column == StreamColumn::Kind)
        return {QStringLiteral("created"), QStringLiteral("null"), QStringLiteral("per-thread")};
    if (column == StreamColumn::Flags)
        return {QStringLiteral("blocking"), QStringLiteral("non-blocking")};
    return {};
}

} // namespace streamscope
