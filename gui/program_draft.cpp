// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/program_draft.h"

#include "engine/program/errors.h"

#include <QJsonDocument>
#include <QRegularExpression>

#include <optional>

namespace streamscope {

namespace {

QString text(std::string_view s)
{
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

bool isOneOf(const QString &kind, std::initializer_list<const char *> kinds)
{
    for (const char *name : kinds)
        if (kind == QLatin1String(name))
            return true;
    return false;
}

QString kindOf(const QJsonObject &operation)
{
    return operation.value(QLatin1String("op")).toString();
}

QString rangeText(const QJsonValue &range)
{
    if (range.isString())
        return range.toString();
    const QJsonObject object = range.toObject();
    return object.value(QLatin1String("buffer")).toString() % QLatin1Char('@')
           % QString::number(object.value(QLatin1String("offset")).toInteger()) % QLatin1Char('+')
           % QString::number(object.value(QLatin1String("bytes")).toInteger());
}

QJsonValue rangeOf(const QString &typed)
{
    static const QRegularExpression part(QStringLiteral("^(.*)@(\\d+)\\+(\\d+)$"));
    const auto match = part.match(typed);
    if (!match.hasMatch())
        return typed;
    return QJsonObject{{QStringLiteral("buffer"), match.captured(1)},
                       {QStringLiteral("offset"), match.captured(2).toLongLong()},
                       {QStringLiteral("bytes"), match.captured(3).toLongLong()}};
}

QJsonArray rangesOf(const QString &typed)
{
    QJsonArray list;
    for (const QString &name : typed.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty())
            list.append(rangeOf(name.trimmed()));
    return list;
}

/// A number of bytes or of anything else; parseValue() knows the units.
std::optional<qint64> numberOf(const QString &typed)
{
    ParameterSpec spec;
    spec.name = "size";
    spec.type = ParameterType::Size;
    try {
        return std::get<std::int64_t>(parseValue(spec, typed.trimmed().toStdString()));
    } catch (const InputError &) {
        return std::nullopt;
    }
}

QString sizeText(qint64 value)
{
    ParameterSpec spec;
    spec.type = ParameterType::Size;
    return text(valueText(spec, std::int64_t{value}));
}

const QStringList &allKinds()
{
    static const QStringList kinds = [] {
        QStringList list;
        for (int i = 0; i < operationKindCount; ++i)
            list << text(kindName(static_cast<OperationKind>(i)));
        return list;
    }();
    return kinds;
}

/// What an operation of this kind needs, with values that show something.
QJsonObject plainOperation(const QString &kind)
{
    QJsonObject operation{{QStringLiteral("op"), kind}};
    if (isOneOf(kind, {"h2d", "d2h", "d2d", "peer", "memset", "alloc", "free", "collective"}))
        operation.insert(QStringLiteral("bytes"), qint64{16} << 20);
    if (isOneOf(kind, {"host_function", "host_work"}))
        operation.insert(QStringLiteral("duration_us"), 200);
    if (isOneOf(kind, {"event_record", "event_wait"}))
        operation.insert(QStringLiteral("event"), QStringLiteral("e0"));
    if (kind == QLatin1String("kernel")) {
        operation.insert(QStringLiteral("kernel"), QStringLiteral("spin"));
        operation.insert(QStringLiteral("duration_us"), 500);
        operation.insert(QStringLiteral("grid"), 16);
    }
    if (kind == QLatin1String("sync"))
        operation.insert(QStringLiteral("what"), QStringLiteral("device"));
    if (kind == QLatin1String("collective"))
        operation.insert(QStringLiteral("group"), 0);
    return operation;
}

bool needsStream(const QString &kind)
{
    return !isOneOf(kind, {"host_work", "sync", "alloc", "free"});
}

} // namespace

void ProgramDraft::setProgram(const ProgramFile &file)
{
    m_rest = QJsonDocument::fromJson(programFileJson(file)).object();
    m_streams = m_rest.take(QStringLiteral("streams")).toArray();
    m_operations = m_rest.take(QStringLiteral("operations")).toArray();
}

std::shared_ptr<const ProgramFile> ProgramDraft::read(QString &problem) const
{
    QJsonObject file = m_rest;
    file.insert(QStringLiteral("streams"), m_streams);
    file.insert(QStringLiteral("operations"), m_operations);
    try {
        problem.clear();
        return std::make_shared<const ProgramFile>(readProgramFile(QJsonDocument(file).toJson(), "this program"));
    } catch (const InputError &error) {
        problem = QString::fromUtf8(error.what());
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
        return when(sync ? what == QLatin1String("stream") : kind != QLatin1String("host_work"), "stream");
    case OperationColumn::What:
        return kernel ? QStringLiteral("kernel") : when(sync, "what");
    case OperationColumn::Size:
        return kernel ? when(what != QLatin1String("spin"), "elements")
                      : when(plainOperation(kind).contains(QLatin1String("bytes")), "bytes");
    case OperationColumn::Work:
        return when(kernel && (what == QLatin1String("fma") || what == QLatin1String("tensor")), "kernel_work");
    case OperationColumn::Duration:
        return when(kernel ? what == QLatin1String("spin") : isOneOf(kind, {"host_function", "host_work"}),
                    "duration_us");
    case OperationColumn::Grid:
        return when(kernel, "grid");
    case OperationColumn::Event:
        return when(isOneOf(kind, {"event_record", "event_wait"}) || (sync && what == QLatin1String("event")), "event");
    case OperationColumn::Reads:
    case OperationColumn::Writes: {
        const bool names = !isOneOf(kind, {"event_record", "event_wait", "alloc", "free", "sync"});
        const bool reads = column == OperationColumn::Reads;
        return when(names && !(reads && kind == QLatin1String("memset")), reads ? "reads" : "writes");
    }
    }
    return {};
}

bool ProgramDraft::hasCell(int row, OperationColumn column) const
{
    return !keyOf(operation(row), column).isEmpty();
}

QString ProgramDraft::operationText(int row, OperationColumn column) const
{
    const QString key = keyOf(operation(row), column);
    const QJsonValue value = key.isEmpty() ? QJsonValue() : operation(row).value(key);
    if (value.isArray()) {
        QStringList names;
        for (const QJsonValue range : value.toArray())
            names << rangeText(range);
        return names.join(QStringLiteral(", "));
    }
    if (key == QLatin1String("bytes") && value.isDouble())
        return sizeText(value.toInteger());
    return value.isDouble() ? QString::number(value.toDouble(), 'g', 12) : value.toString();
}

bool ProgramDraft::setOperationText(int row, OperationColumn column, const QString &typed)
{
    QJsonObject changed = operation(row);
    const QString key = keyOf(changed, column);
    if (key.isEmpty())
        return false;
    switch (column) {
    case OperationColumn::Kind: { // what the new kind has no use for would be an error in a file
        const QJsonObject before = changed;
        changed = plainOperation(typed);
        for (const char *kept : {"name", "stream", "chunk", "bytes", "duration_us", "event"})
            if (const QString k = QString::fromLatin1(kept);
                before.contains(k)
                && (changed.contains(k) || k == QLatin1String("name") || k == QLatin1String("chunk")
                    || (k == QLatin1String("stream") && needsStream(typed))))
                changed.insert(k, before.value(k));
        if (needsStream(typed) && !changed.contains(QLatin1String("stream")) && !m_streams.isEmpty())
            changed.insert(QStringLiteral("stream"), m_streams.first().toObject().value(QLatin1String("id")));
        break;
    }
    case OperationColumn::Size:
    case OperationColumn::Work:
    case OperationColumn::Grid: {
        const auto number = numberOf(typed);
        if (!number)
            return false;
        changed.insert(key, *number);
        break;
    }
    case OperationColumn::Duration: {
        bool isNumber = false;
        const double microseconds = typed.toDouble(&isNumber);
        if (!isNumber)
            return false;
        changed.insert(key, microseconds);
        break;
    }
    case OperationColumn::Reads:
    case OperationColumn::Writes:
        changed.insert(key, rangesOf(typed));
        if (changed.value(key).toArray().isEmpty())
            changed.remove(key);
        break;
    case OperationColumn::What: {
        QJsonObject fresh = plainOperation(kindOf(changed));
        fresh.insert(key, typed);
        if (isOneOf(typed, {"fma", "stream", "tensor"}) && key == QLatin1String("kernel")) {
            fresh.remove(QStringLiteral("duration_us"));
            fresh.remove(QStringLiteral("grid"));
            fresh.insert(QStringLiteral("elements"), qint64{1} << 22);
            if (typed != QLatin1String("stream"))
                fresh.insert(QStringLiteral("kernel_work"), 256);
        } else if (key == QLatin1String("what") && typed == QLatin1String("event")) {
            fresh.insert(QStringLiteral("event"), QStringLiteral("e0"));
        } else if (key == QLatin1String("what") && typed == QLatin1String("stream") && !m_streams.isEmpty()) {
            fresh.insert(QStringLiteral("stream"), m_streams.first().toObject().value(QLatin1String("id")));
        }
        for (const char *kept : {"name", "stream", "chunk", "reads", "writes"})
            if (const QString k = QString::fromLatin1(kept); changed.contains(k) && key == QLatin1String("kernel"))
                fresh.insert(k, changed.value(k));
        changed = fresh;
        break;
    }
    default:
        if (typed.isEmpty())
            changed.remove(key);
        else
            changed.insert(key, typed);
    }
    m_operations.replace(row, changed);
    return true;
}

QStringList ProgramDraft::operationChoices(int row, OperationColumn column) const
{
    if (column == OperationColumn::Kind)
        return allKinds();
    if (column == OperationColumn::What)
        return kindOf(operation(row)) == QLatin1String("kernel")
                   ? QStringList{QStringLiteral("spin"), QStringLiteral("fma"), QStringLiteral("stream"),
                                 QStringLiteral("tensor")}
                   : QStringList{QStringLiteral("device"), QStringLiteral("stream"), QStringLiteral("event")};
    if (column != OperationColumn::Stream)
        return {};
    QStringList ids;
    for (const QJsonValue stream : m_streams)
        ids << stream.toObject().value(QLatin1String("id")).toString();
    for (const char *always : {detail::legacyStreamId, detail::perThreadStreamId})
        if (!ids.contains(QLatin1String(always)))
            ids << QString::fromLatin1(always);
    return ids;
}

QString ProgramDraft::streamText(int row, StreamColumn column) const
{
    const QJsonObject stream = m_streams.at(row).toObject();
    switch (column) {
    case StreamColumn::Id:
        return stream.value(QLatin1String("id")).toString();
    case StreamColumn::Kind:
        return stream.value(QLatin1String("kind")).toString(QStringLiteral("created"));
    case StreamColumn::Flags:
        return stream.value(QLatin1String("flags")).toString(QStringLiteral("blocking"));
    case StreamColumn::Priority:
        return QString::number(stream.value(QLatin1String("priority")).toInt());
    case StreamColumn::Device:
        return QString::number(stream.value(QLatin1String("device")).toInt());
    }
    return {};
}

bool ProgramDraft::setStreamText(int row, StreamColumn column, const QString &typed)
{
    static constexpr const char *keys[streamColumns] = {"id", "kind", "flags", "priority", "device"};
    const QString key = QString::fromLatin1(keys[static_cast<int>(column)]);
    QJsonObject stream = m_streams.at(row).toObject();
    if (column == StreamColumn::Priority || column == StreamColumn::Device) {
        bool isNumber = false;
        stream.insert(key, typed.toInt(&isNumber));
        if (!isNumber)
            return false;
    } else if (typed.isEmpty()) {
        return false;
    } else if (column == StreamColumn::Id) {
        const QJsonValue before = stream.value(key);
        for (qsizetype i = 0; i < m_operations.size(); ++i)
            if (QJsonObject operation = m_operations.at(i).toObject();
                operation.value(QLatin1String("stream")) == before) {
                operation.insert(QStringLiteral("stream"), typed);
                m_operations.replace(i, operation);
            }
    }
    if (column < StreamColumn::Priority)
        stream.insert(key, typed);
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

void ProgramDraft::insertOperation(int row, const QString &kind)
{
    QJsonObject added = plainOperation(kind);
    if (needsStream(kind)) {
        QJsonValue stream;
        if (row > 0)
            stream = operation(row - 1).value(QLatin1String("stream"));
        if (!stream.isString()) {
            if (m_streams.isEmpty())
                addStream();
            stream = m_streams.first().toObject().value(QLatin1String("id"));
        }
        added.insert(QStringLiteral("stream"), stream);
    }
    m_operations.insert(row, added);
}

void ProgramDraft::removeOperation(int row)
{
    m_operations.removeAt(row);
}

void ProgramDraft::duplicateOperation(int row)
{
    m_operations.insert(row + 1, m_operations.at(row).toObject());
}

bool ProgramDraft::moveOperation(int row, int by)
{
    const int to = row + by;
    if (to < 0 || to >= operationCount())
        return false;
    const QJsonValue moved = m_operations.takeAt(row);
    m_operations.insert(to, moved);
    return true;
}

void ProgramDraft::addStream()
{
    QStringList ids;
    for (const QJsonValue stream : m_streams)
        ids << stream.toObject().value(QLatin1String("id")).toString();
    int number = 0;
    while (ids.contains(QString::number(number)))
        ++number;
    m_streams.append(QJsonObject{{QStringLiteral("id"), QString::number(number)},
                                 {QStringLiteral("flags"), QStringLiteral("non-blocking")}});
}

bool ProgramDraft::removeStream(int row)
{
    const QJsonValue id = m_streams.at(row).toObject().value(QLatin1String("id"));
    for (const QJsonValue operation : m_operations)
        if (operation.toObject().value(QLatin1String("stream")) == id)
            return false;
    m_streams.removeAt(row);
    return true;
}

} // namespace streamscope
