// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How rows come into a draft, move and go.
#include "gui/program_editor/program_draft.h"
#include "gui/program_editor/program_draft_rows.h"

#include <algorithm>
#include <utility>

namespace streamscope {

using namespace draft;

namespace {

constexpr const char *idKey = "id";
constexpr qint64 usualBytes = qint64{16} << 20;

/// `name`, or with a number behind it where a row of `rows` has it.
QString freeName(const QJsonArray &rows, const QString &name)
{
    const auto isTaken = [&rows](const QString &candidate) {
        return std::any_of(rows.begin(), rows.end(), [&candidate](const QJsonValue &row) {
            return row.toObject().value(QLatin1String(idKey)).toString() == candidate;
        });
    };
    QString candidate = name;
    for (int number = 2; isTaken(candidate); ++number)
        candidate = name % QLatin1Char(' ') % QString::number(number);
    return candidate;
}

} // namespace

int ProgramDraft::deviceOfStream(const QString &id) const
{
    for (const QJsonValue stream : m_streams)
        if (stream.toObject().value(QLatin1String(idKey)).toString() == id)
            return stream.toObject().value(QLatin1String("device")).toInt();
    return 0; // a default stream that no row describes
}

int ProgramDraft::lastDevice() const
{
    int last = 0;
    for (const QJsonArray *rows : {&m_streams, &m_buffers})
        for (const QJsonValue row : *rows)
            last = std::max(last, row.toObject().value(QLatin1String("device")).toInt());
    return last;
}

QString ProgramDraft::streamFor(int row)
{
    if (row > 0)
        if (const QJsonValue before = operation(row - 1).value(QLatin1String("stream")); before.isString())
            return before.toString();
    return m_streams.isEmpty() ? addStreamOn(0) : firstStream();
}

QString ProgramDraft::streamOn(int device, int row)
{
    if (const QString near = streamFor(row); deviceOfStream(near) == device)
        return near;
    for (const QJsonValue stream : m_streams)
        if (const QString id = stream.toObject().value(QLatin1String(idKey)).toString(); deviceOfStream(id) == device)
            return id;
    return addStreamOn(device);
}

QString ProgramDraft::addStreamOn(int device)
{
    QStringList ids;
    for (const QJsonValue stream : m_streams)
        ids << stream.toObject().value(QLatin1String(idKey)).toString();
    int number = 0;
    while (ids.contains(QString::number(number)))
        ++number;
    QJsonObject stream{{QLatin1String(idKey), QString::number(number)},
                       {QStringLiteral("flags"), QStringLiteral("non-blocking")}};
    if (device > 0)
        stream.insert(QStringLiteral("device"), device);
    m_streams.append(stream);
    return QString::number(number);
}

QString ProgramDraft::addBufferOn(int device, const QString &name)
{
    const QString id = freeName(m_buffers, name);
    QJsonObject buffer{{QLatin1String(idKey), id},
                       {QStringLiteral("place"), QStringLiteral("device")},
                       {QStringLiteral("bytes"), usualBytes}};
    if (device > 0)
        buffer.insert(QStringLiteral("device"), device);
    m_buffers.append(buffer);
    return id;
}

int ProgramDraft::insertOperation(int row, const QString &kind)
{
    if (kind == QLatin1String("peer"))
        return insertPeerCopy(row);
    if (kind == QLatin1String("collective"))
        return insertAllReduce(row);
    QJsonObject added = plainOperation(kind);
    if (usesAny(kind, field::stream))
        added.insert(QStringLiteral("stream"), streamFor(row));
    if (const QString thread = QStringLiteral("thread"); row > 0 && operation(row - 1).contains(thread))
        added.insert(thread, operation(row - 1).value(thread));
    m_operations.insert(row, added);
    return 1;
}

/// From the stream's device to another one: the first there is, else the next.
int ProgramDraft::insertPeerCopy(int row)
{
    const QString stream = streamFor(row);
    const int from = deviceOfStream(stream), to = from == 0 ? 1 : 0;
    QJsonObject copy = plainOperation(QStringLiteral("peer"));
    copy.insert(QStringLiteral("stream"), stream);
    copy.insert(QStringLiteral("reads"), QJsonArray{addBufferOn(from, QStringLiteral("source %1").arg(from))});
    copy.insert(QStringLiteral("writes"), QJsonArray{addBufferOn(to, QStringLiteral("copy %1").arg(to))});
    m_operations.insert(row, copy);
    return 1;
}

/// In place, one operation per device: that is one group.
int ProgramDraft::insertAllReduce(int row)
{
    int group = 0;
    for (const QJsonValue operation : m_operations)
        group = std::max(group, operation.toObject().value(QLatin1String("group")).toInt(-1) + 1);
    const int devices = std::max(lastDevice(), 1) + 1;
    for (int device = 0; device < devices; ++device) {
        QJsonObject rank = plainOperation(QStringLiteral("collective"));
        const QJsonArray buffer{addBufferOn(device, QStringLiteral("sum %1").arg(device))};
        rank.insert(QStringLiteral("name"), QStringLiteral("all-reduce %1").arg(group));
        rank.insert(QStringLiteral("group"), group);
        rank.insert(QStringLiteral("stream"), streamOn(device, row + device));
        rank.insert(QStringLiteral("reads"), buffer);
        rank.insert(QStringLiteral("writes"), buffer);
        m_operations.insert(row + device, rank);
    }
    return devices;
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
    addStreamOn(0);
}

bool ProgramDraft::removeStream(int row)
{
    const QJsonValue id = m_streams.at(row).toObject().value(QLatin1String(idKey));
    for (const QJsonValue operation : m_operations)
        if (operation.toObject().value(QLatin1String("stream")) == id)
            return false;
    m_streams.removeAt(row);
    return true;
}

} // namespace streamscope
