// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/engine_message.h"

#include "engine/formats/io/available_memory.h"
#include "engine/program/text/phrase.h"

#include <QtEndian>

#include <algorithm>
#include <string>

namespace streamscope {

namespace {

constexpr char streamMark[] = {'S', 't', 'r', 'S', 'c', 'E', 'n', 'g'};
constexpr qsizetype markSize = sizeof streamMark;
constexpr qsizetype openingSize = markSize + qsizetype{sizeof(quint32)};
constexpr qsizetype headSize = 1 + qsizetype{sizeof(quint64)};

template <typename T>
void appendNumber(QByteArray &bytes, T number)
{
    const T ordered = qToBigEndian(number);
    bytes.append(reinterpret_cast<const char *>(&ordered), sizeof ordered);
}

} // namespace

OtherStreamVersion::OtherStreamVersion(std::uint32_t theirs)
    : BrokenStream("it speaks version " + std::to_string(theirs) + " of the engine's stream, and this program version "
                   + std::to_string(engineStreamVersion)),
      version(theirs)
{}

QByteArray streamOpening(std::uint32_t version)
{
    QByteArray bytes(streamMark, markSize);
    appendNumber(bytes, quint32{version});
    return bytes;
}

QByteArray messageBytes(MessageKind kind, const QByteArray &content)
{
    QByteArray bytes;
    bytes.reserve(headSize + content.size());
    bytes.append(static_cast<char>(kind));
    appendNumber(bytes, static_cast<quint64>(content.size()));
    return bytes.append(content);
}

std::uint64_t largestContent(MessageKind kind)
{
    constexpr std::uint64_t words = 1 << 16, list = 1 << 24;
    switch (kind) {
    case MessageKind::AskDevices:
    case MessageKind::Bye:
        return 0;
    case MessageKind::Cancel:
    case MessageKind::Hello:
    case MessageKind::Open:
    case MessageKind::AskProfile:
    case MessageKind::OpenTrace:
    case MessageKind::AskBar:
    case MessageKind::AskRange:
    case MessageKind::AskSearch:
    case MessageKind::Progress:
    case MessageKind::Error:
        return words;
    case MessageKind::Devices:
    case MessageKind::Opened:
    case MessageKind::Profile:
    case MessageKind::AskRows:
    case MessageKind::Bar:
    case MessageKind::Range:
    case MessageKind::Found:
    case MessageKind::AskWork:
    case MessageKind::Work:
        return list;
    case MessageKind::Run:
    case MessageKind::TraceOpened:
    case MessageKind::Rows:
        return std::uint64_t{1} << 32;
    case MessageKind::Result:
        return std::uint64_t{1} << 38;
    }
    throw BrokenStream("there is no message of kind " + std::to_string(static_cast<int>(kind)));
}

MessageReader::MessageReader(std::uint64_t memoryLimit)
    : m_memoryLimit(memoryLimit > 0 ? memoryLimit : defaultMemoryLimit())
{}

bool MessageReader::takeOpening()
{
    const auto begins = std::min<qsizetype>(m_in.size(), markSize);
    if (!std::equal(m_in.begin(), m_in.begin() + begins, streamMark))
        throw BrokenStream("these bytes are no stream of an engine");
    if (m_in.size() < openingSize)
        return false;
    if (const auto version = qFromBigEndian<quint32>(m_in.constData() + markSize); version != engineStreamVersion)
        throw OtherStreamVersion(version);
    m_in.remove(0, openingSize);
    return m_isOpen = true;
}

std::optional<EngineMessage> MessageReader::next()
{
    if ((!m_isOpen && !takeOpening()) || m_in.size() < headSize)
        return std::nullopt;
    const auto kind = static_cast<MessageKind>(m_in.front());
    const auto size = qFromBigEndian<quint64>(m_in.constData() + 1);
    if (size > largestContent(kind))
        throw BrokenStream("a message of " + std::to_string(size) + " bytes is too long for its kind");
    if (size > m_memoryLimit)
        throw RunError(
            Phrase("engine",
                   "the result has %1 MiB, more than this machine's memory can take; record fewer blocks or operations")
                .arg(size >> 20));
    if (static_cast<quint64>(m_in.size() - headSize) < size)
        return std::nullopt;
    EngineMessage message{kind, {}};
    if (static_cast<quint64>(m_in.size() - headSize) == size) { // the usual case, and no second copy of a large result
        message.content = std::move(m_in.remove(0, headSize));
        m_in = {};
    } else {
        message.content = m_in.mid(headSize, static_cast<qsizetype>(size));
        m_in.remove(0, headSize + static_cast<qsizetype>(size));
    }
    return message;
}

} // namespace streamscope
