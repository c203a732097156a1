// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/chunk_source.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include <zlib.h>
#include <zstd.h>

namespace streamscope {

using recording::ChunkHeader;
using recording::FileHeader;

namespace {

static_assert(std::endian::native == std::endian::little, "a recording is little-endian");

std::uint32_t checksumOf(const ChunkHeader &header, std::string_view payload)
{
    const auto bytes = [](const void *at) { return static_cast<const Bytef *>(at); };
    uLong sum = crc32(0, bytes(&header), offsetof(ChunkHeader, checksum));
    sum = crc32(sum, bytes(payload.data()), static_cast<uInt>(payload.size()));
    return static_cast<std::uint32_t>(sum);
}

/// What is impossible in a header; null for a sound one.
const char *problemOf(const ChunkHeader &header)
{
    if (header.magic != recording::chunkMagic)
        return QT_TRANSLATE_NOOP("engine", "no chunk begins here");
    if (header.rows == 0 || header.rows > recording::maxRows || header.plainBytes > recording::maxPlainBytes
        || header.packedBytes == 0 || header.packedBytes > header.plainBytes)
        return QT_TRANSLATE_NOOP("engine", "its header has impossible sizes");
    // A column has at least its length and one byte for each row.
    if (header.columns == 0 || header.columns * (std::uint64_t{4} + header.rows) > header.plainBytes)
        return QT_TRANSLATE_NOOP("engine", "its header has more columns than bytes");
    return nullptr;
}

} // namespace

std::size_t ChunkSource::take(void *to, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        const std::size_t got = m_bytes.read(static_cast<char *>(to) + done, size - done);
        if (got == 0)
            break;
        done += got;
    }
    m_offset += done;
    return done;
}

void ChunkSource::reserve(std::vector<char> &buffer, std::size_t size)
{
    if (buffer.size() >= size)
        return;
    m_memory.take(size - buffer.size());
    buffer.resize(size);
}

/// Memory grows with the bytes that are there, not with what a header says. False at the end of the file.
bool ChunkSource::takePayload(std::size_t bytes)
{
    constexpr std::size_t step = std::size_t{64} << 10;
    for (std::size_t done = 0; done < bytes;) {
        const std::size_t more = std::min(bytes - done, std::max(done, step));
        reserve(m_packed, done + more);
        if (take(m_packed.data() + done, more) < more)
            return false;
        done += more;
    }
    return true;
}

bool ChunkSource::readHeader()
{
    FileHeader header{};
    if (take(&header, sizeof header) < sizeof header)
        return false;
    if (header.version != recording::version)
        throw InputError(m_name, Phrase("engine", "a recording of version %1; this StreamScope reads version %2")
                                     .arg(header.version, recording::version));
    constexpr std::uint32_t longest = 4'096;
    if (header.headerBytes < sizeof header || header.headerBytes > longest)
        throw InputError(m_name,
                         Phrase("engine", "the header of this recording is broken: it says that it has %1 bytes")
                             .arg(header.headerBytes));
    std::array<char, longest> more{};
    const std::size_t left = header.headerBytes - sizeof header;
    return take(more.data(), left) == left;
}

void ChunkSource::fail(const std::string &what) const
{
    throw InputError(m_name, Phrase("engine", "the chunk at byte %1 is broken: %2").arg(m_chunkStart, what),
                     Remedy::Salvage);
}

std::string_view ChunkSource::unpack(std::size_t packedBytes, std::size_t plainBytes)
{
    if (packedBytes == plainBytes)
        return {m_packed.data(), plainBytes};
    const unsigned long long said = ZSTD_getFrameContentSize(m_packed.data(), packedBytes);
    if (said != plainBytes && said != ZSTD_CONTENTSIZE_UNKNOWN)
        fail(QT_TRANSLATE_NOOP("engine", "it cannot be unpacked"));
    reserve(m_plain, plainBytes);
    if (!m_unpacker.unpack(m_plain.data(), plainBytes, m_packed.data(), packedBytes))
        fail(QT_TRANSLATE_NOOP("engine", "it cannot be unpacked"));
    return {m_plain.data(), plainBytes};
}

bool ChunkSource::next(RecordedChunk &chunk)
{
    m_chunkStart = m_offset;
    ChunkHeader header{};
    if (take(&header, sizeof header) < sizeof header)
        return false;
    if (const char *problem = problemOf(header))
        fail(problem);
    if (!takePayload(header.packedBytes))
        return false;
    if (checksumOf(header, {m_packed.data(), header.packedBytes}) != header.checksum)
        fail(QT_TRANSLATE_NOOP("engine", "its checksum is wrong"));
    chunk = {static_cast<recording::RowKind>(header.kind), header.columns, header.rows, m_chunkStart,
             unpack(header.packedBytes, header.plainBytes)};
    return true;
}

} // namespace streamscope
