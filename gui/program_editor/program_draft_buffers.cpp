// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The buffers that a draft lists.
#include "gui/program_editor/program_draft.h"
#include "gui/program_editor/program_draft_rows.h"

namespace streamscope {

using namespace draft;

namespace {

constexpr const char *keys[ProgramDraft::bufferColumns] = {"id", "place", "device", "host_memory", "bytes"};
constexpr const char *rangeKeys[] = {"reads", "writes"};

bool isOnHost(const QJsonObject &buffer)
{
    return buffer.value(QLatin1String("place")).toString() == QLatin1String("host");
}

/// `range` with another buffer.
QJsonValue withBuffer(const QJsonValue &range, const QString &name)
{
    if (range.isString())
        return name;
    QJsonObject part = range.toObject();
    part.insert(QStringLiteral("buffer"), name);
    return part;
}

void renameIn(QJsonArray &operations, const QString &before, const QString &after)
{
    for (qsizetype i = 0; i < operations.size(); ++i) {
        QJsonObject operation = operations.at(i).toObject();
        for (const char *key : rangeKeys) {
            QJsonArray ranges = operation.value(QLatin1String(key)).toArray();
            for (qsizetype r = 0; r < ranges.size(); ++r)
                if (bufferOf(ranges.at(r)) == before)
                    ranges.replace(r, withBuffer(ranges.at(r), after));
            if (!ranges.isEmpty())
                operation.insert(QLatin1String(key), ranges);
        }
        operations.replace(i, operation);
    }
}

/// Bytes that an operation works on where it names a whole buffer; 0 where nothing says it.
qint64 bytesOf(const QJsonObject &operation)
{
    constexpr qint64 floatBytes = 4;
    return std::max(operation.value(QLatin1String("bytes")).toInteger(),
                    operation.value(QLatin1String("elements")).toInteger() * floatBytes);
}

} // namespace

int ProgramDraft::bufferNamed(const QString &name) const
{
    for (int row = 0; row < bufferCount(); ++row)
        if (bufferText(row, BufferColumn::Id) == name)
            return row;
    return -1;
}

QString ProgramDraft::bufferText(int row, BufferColumn column) const
{
    const QJsonObject buffer = m_buffers.at(row).toObject();
    if (!hasBufferCell(row, column))
        return {};
    const QJsonValue value = buffer.value(QLatin1String(keys[static_cast<int>(column)]));
    if (column == BufferColumn::Size)
        return sizeText(value.toInteger());
    if (column == BufferColumn::Device)
        return QString::number(value.toInt());
    return value.toString(column == BufferColumn::Memory ? QStringLiteral("pinned") : QString());
}

bool ProgramDraft::hasBufferCell(int row, BufferColumn column) const
{
    const bool host = isOnHost(m_buffers.at(row).toObject());
    return column == BufferColumn::Device ? !host : column == BufferColumn::Memory ? host : true;
}

bool ProgramDraft::setBufferText(int row, BufferColumn column, const QString &typed)
{
    QJsonObject buffer = m_buffers.at(row).toObject();
    const QString key = QLatin1String(keys[static_cast<int>(column)]);
    const auto value = isNumber(key) ? numberFor(key, typed) : std::optional(QJsonValue(typed));
    if (!value || typed.isEmpty() || !hasBufferCell(row, column))
        return false;
    if (column == BufferColumn::Id)
        renameIn(m_operations, bufferText(row, column), typed);
    if (column == BufferColumn::Place && typed != buffer.value(key).toString())
        for (const char *ofTheOther : {"device", "host_memory"})
            buffer.remove(QLatin1String(ofTheOther));
    buffer.insert(key, *value);
    m_buffers.replace(row, buffer);
    return true;
}

QStringList ProgramDraft::bufferChoices(BufferColumn column)
{
    if (column == BufferColumn::Place)
        return {QStringLiteral("device"), QStringLiteral("host")};
    if (column == BufferColumn::Memory)
        return {QStringLiteral("pinned"), QStringLiteral("pageable"), QStringLiteral("write-combined"),
                QStringLiteral("registered")};
    return {};
}

void ProgramDraft::addBuffer()
{
    addBufferOn(0, QStringLiteral("data"));
}

bool ProgramDraft::removeBuffer(int row)
{
    const QString name = bufferText(row, BufferColumn::Id);
    for (const QJsonValue operation : m_operations)
        for (const char *key : rangeKeys)
            for (const QJsonValue range : operation.toObject().value(QLatin1String(key)).toArray())
                if (bufferOf(range) == name)
                    return false;
    m_buffers.removeAt(row);
    return true;
}

/// A larger operation needs larger buffers, too. Parts of buffers stay unchanged.
void ProgramDraft::growBuffers(const QJsonObject &operation)
{
    const qint64 needed = bytesOf(operation);
    for (const char *key : rangeKeys)
        for (const QJsonValue range : operation.value(QLatin1String(key)).toArray()) {
            const int row = range.isString() ? bufferNamed(range.toString()) : -1;
            if (row < 0)
                continue;
            QJsonObject buffer = m_buffers.at(row).toObject();
            if (buffer.value(QLatin1String("bytes")).toInteger() < needed)
                buffer.insert(QStringLiteral("bytes"), needed);
            m_buffers.replace(row, buffer);
        }
}

} // namespace streamscope
