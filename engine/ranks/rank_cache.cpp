// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_cache.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <type_traits>
#include <utility>

namespace streamscope {

namespace {

constexpr quint32 magic = 0x53535249;          // "SSRI"
constexpr quint32 version = 2;                 // raise it when the meaning of a RankTrace changes
constexpr qint64 longestEntry = 64LL << 20;    // packed
constexpr quint32 longestContent = 512U << 20; // unpacked
const QString suffix = QStringLiteral(".rank");

/// Writes what fields() names.
class Put
{
public:
    explicit Put(QDataStream &stream) : m_stream(stream) {}

    template <typename T>
    void operator()(T &value)
    {
        if constexpr (std::is_integral_v<T>)
            m_stream << static_cast<qint64>(value);
        else if constexpr (std::is_same_v<T, std::string>)
            m_stream << QByteArray::fromRawData(value.data(), static_cast<qsizetype>(value.size()));
        else
            fields(*this, value);
    }
    template <typename T>
    void operator()(std::vector<T> &list)
    {
        m_stream << static_cast<quint32>(list.size());
        for (T &one : list)
            (*this)(one);
    }

private:
    QDataStream &m_stream;
};

/// Reads what fields() names; the stream tells whether all was there.
class Take
{
public:
    explicit Take(QDataStream &stream) : m_stream(stream) {}

    template <typename T>
    void operator()(T &value)
    {
        if constexpr (std::is_integral_v<T>) {
            qint64 stored = 0;
            m_stream >> stored;
            value = static_cast<T>(stored);
        } else if constexpr (std::is_same_v<T, std::string>) {
            QByteArray bytes;
            m_stream >> bytes;
            value = bytes.toStdString();
        } else {
            fields(*this, value);
        }
    }
    template <typename T>
    void operator()(std::vector<T> &list)
    {
        quint32 size = 0;
        m_stream >> size;
        for (quint32 i = 0; i < size && m_stream.status() == QDataStream::Ok; ++i) // whatever `size` claims
            (*this)(list.emplace_back());
    }

private:
    QDataStream &m_stream;
};

template <typename Archive>
void fields(Archive &archive, RankWork &work)
{
    archive(work.name);
    archive(work.ns);
}

template <typename Archive>
void fields(Archive &archive, RankTimes &times)
{
    archive(times.computeNs);
    archive(times.exposedCommunicationNs);
    archive(times.exposedCopyNs);
    archive(times.idleNs);
}

template <typename Archive>
void fields(Archive &archive, RankStep &step)
{
    archive(step.name);
    archive(step.begin);
    archive(step.end);
    archive(step.times);
}

template <typename Archive>
void fields(Archive &archive, RankCollective &collective)
{
    archive(collective.name);
    archive(collective.communicator);
    archive(collective.bytes);
    archive(collective.sequence);
    archive(collective.start);
    archive(collective.end);
    archive(collective.members);
    archive(collective.before);
    archive(collective.idleBeforeNs);
}

template <typename Archive>
void fields(Archive &archive, RankTrace &trace)
{
    archive(trace.path);
    archive(trace.rank);
    archive(trace.rankFromName);
    archive(trace.worldSize);
    archive(trace.operations);
    archive(trace.names);
    archive(trace.collectives);
    archive(trace.steps);
}

/// A number of a name that is not there would be read beyond the list.
bool isSound(const RankTrace &trace)
{
    for (const RankCollective &collective : trace.collectives)
        for (const RankWork &work : collective.before)
            if (work.name >= trace.names.size())
                return false;
    return true;
}

QString entryPath(const std::string &folder, const QFileInfo &file)
{
    const QByteArray path = file.absoluteFilePath().toUtf8();
    return QString::fromStdString(folder) + QLatin1Char('/')
           + QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex()) + suffix;
}

void startStream(QDataStream &stream)
{
    stream.setVersion(QDataStream::Qt_6_4);
}

qint64 changeOf(const QFileInfo &file)
{
    return file.lastModified().toMSecsSinceEpoch();
}

} // namespace

RankCache::RankCache()
    : m_folder([] {
          const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
          return cache.isEmpty() ? std::string() : QString(cache + QStringLiteral("/streamscope/ranks")).toStdString();
      }())
{}

std::optional<RankTrace> RankCache::load(const std::string &path) const
{
    const QFileInfo file(QString::fromStdString(path));
    QFile entry(entryPath(m_folder, file));
    if (m_folder.empty() || !file.isFile() || !entry.open(QIODevice::ReadOnly) || entry.size() > longestEntry)
        return std::nullopt;
    QDataStream head(&entry);
    startStream(head);
    quint32 foundMagic = 0, foundVersion = 0, length = 0;
    qint64 size = 0, changed = 0;
    QByteArray packed;
    head >> foundMagic >> foundVersion >> size >> changed >> length;
    if (head.status() != QDataStream::Ok || foundMagic != magic || foundVersion != version || size != file.size()
        || changed != changeOf(file) || length > longestContent)
        return std::nullopt;
    head >> packed;
    const QByteArray content = qUncompress(packed);
    if (static_cast<quint32>(content.size()) != length)
        return std::nullopt;
    QDataStream stream(content);
    startStream(stream);
    RankTrace trace;
    Take take(stream);
    fields(take, trace);
    if (stream.status() != QDataStream::Ok || !stream.atEnd() || !isSound(trace))
        return std::nullopt;
    trace.path = path;
    return trace;
}

void RankCache::store(const std::string &path, RankTrace trace) const
{
    const QFileInfo file(QString::fromStdString(path));
    if (m_folder.empty() || !file.isFile() || !QDir().mkpath(QString::fromStdString(m_folder)))
        return;
    QByteArray content;
    QDataStream stream(&content, QIODevice::WriteOnly);
    startStream(stream);
    Put put(stream);
    fields(put, trace);
    QSaveFile entry(entryPath(m_folder, file));
    if (!entry.open(QIODevice::WriteOnly))
        return;
    QDataStream head(&entry);
    startStream(head);
    head << magic << version << file.size() << changeOf(file) << static_cast<quint32>(content.size())
         << qCompress(content, 1);
    if (head.status() == QDataStream::Ok)
        entry.commit();
}

void RankCache::trim(std::uint64_t bytes) const
{
    if (m_folder.empty())
        return;
    const QDir folder(QString::fromStdString(m_folder));
    std::uint64_t kept = 0;
    for (const QFileInfo &entry : folder.entryInfoList({QLatin1Char('*') + suffix}, QDir::Files, QDir::Time)) {
        kept += static_cast<std::uint64_t>(entry.size()); // the newest first
        if (kept > bytes)
            QFile::remove(entry.filePath());
    }
}

} // namespace streamscope
