// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_entry.h"

#include "engine/formats/text/decimal.h"

#include <QDataStream>
#include <QIODevice>

#include <algorithm>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include <zlib.h>

namespace streamscope {

namespace {

constexpr quint32 magic = 0x53535249;          // "SSRI"
constexpr quint32 version = 3;                 // raise it when the meaning of a RankTrace changes
constexpr quint32 longestContent = 512U << 20; // unpacked

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

bool areInRange(std::initializer_list<std::int64_t> times)
{
    return std::ranges::all_of(times, isTimeInRange);
}

bool isSound(const RankCollective &collective, std::size_t names)
{
    for (const RankWork &work : collective.before) // a number of a name that is not there would be read beyond the list
        if (work.name >= names || !isTimeInRange(work.ns))
            return false;
    return areInRange({collective.start, collective.end, collective.idleBeforeNs}) && collective.start <= collective.end
           && collective.members >= 0 && collective.members <= mostRanks && collective.sequence >= -1;
}

bool isSound(const RankStep &step)
{
    const RankTimes &times = step.times;
    return step.begin <= step.end
           && areInRange({step.begin, step.end, times.computeNs, times.exposedCommunicationNs, times.exposedCopyNs,
                          times.idleNs});
}

/// As a trace is when it is read.
bool isSound(const RankTrace &trace)
{
    const auto names = trace.names.size();
    return trace.rank >= -1 && trace.rank <= mostRanks && trace.worldSize >= 0 && trace.worldSize <= mostRanks
           && std::ranges::all_of(trace.collectives, [names](const auto &one) { return isSound(one, names); })
           && std::ranges::is_sorted(trace.collectives, {}, &RankCollective::start)
           && std::ranges::all_of(trace.steps, [](const RankStep &step) { return isSound(step); });
}

void startStream(QDataStream &stream)
{
    stream.setVersion(QDataStream::Qt_6_4);
}

/// Empty for data that do not unpack to `length` bytes. (qUncompress() makes room for whatever the data want.)
QByteArray unpacked(const QByteArray &packed, quint32 length)
{
    QByteArray content(static_cast<qsizetype>(length), Qt::Uninitialized);
    uLongf size = length;
    const auto *bytes = reinterpret_cast<const Bytef *>(packed.constData());
    const bool whole =
        uncompress(reinterpret_cast<Bytef *>(content.data()), &size, bytes, static_cast<uLong>(packed.size())) == Z_OK;
    return whole && size == length ? content : QByteArray();
}

} // namespace

QByteArray rankContentBytes(RankTrace trace)
{
    QByteArray content;
    QDataStream stream(&content, QIODevice::WriteOnly);
    startStream(stream);
    Put put(stream);
    fields(put, trace);
    return content;
}

std::optional<RankTrace> readRankContent(const QByteArray &content)
{
    QDataStream stream(content);
    startStream(stream);
    RankTrace trace;
    Take take(stream);
    fields(take, trace);
    if (stream.status() != QDataStream::Ok || !stream.atEnd() || !isSound(trace))
        return std::nullopt;
    return trace;
}

QByteArray rankEntryBytes(RankTrace trace, const RankFileState &file)
{
    const QByteArray content = rankContentBytes(std::move(trace));
    QByteArray entry;
    QDataStream head(&entry, QIODevice::WriteOnly);
    startStream(head);
    // Without the length that Qt puts before packed bytes.
    head << magic << version << file.size << file.changedMs << static_cast<quint32>(content.size())
         << qCompress(content, 1).sliced(sizeof(quint32));
    return entry;
}

std::optional<RankTrace> readRankEntry(const QByteArray &entry, const RankFileState &file)
{
    QDataStream head(entry);
    startStream(head);
    quint32 foundMagic = 0, foundVersion = 0, length = 0;
    RankFileState found;
    head >> foundMagic >> foundVersion >> found.size >> found.changedMs >> length;
    // zlib packs a thousand bytes into one, and not more.
    if (head.status() != QDataStream::Ok || foundMagic != magic || foundVersion != version || found != file
        || length > longestContent || length / 1'100 > static_cast<quint64>(entry.size()))
        return std::nullopt;
    QByteArray packed;
    head >> packed;
    return head.status() == QDataStream::Ok ? readRankContent(unpacked(packed, length)) : std::nullopt;
}

} // namespace streamscope
