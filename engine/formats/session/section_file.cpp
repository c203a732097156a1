// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/session/section_file.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include <zlib.h>
#include <zstd.h>

namespace streamscope {

namespace {

static_assert(std::endian::native == std::endian::little, "a session is little-endian");

struct SessionHeader
{
    char magic[8];
    std::uint32_t version;
    std::uint32_t headerBytes;
};
static_assert(sizeof(SessionHeader) == 16);

/// In front of each piece of a section. A section of more than `mostPlainBytes` has several pieces.
struct PieceHeader
{
    std::uint32_t magic;
    std::uint16_t kind;
    std::uint16_t isLast; ///< 1: the section ends with this piece; else 0
    std::uint32_t number;
    std::uint32_t plainBytes;
    std::uint32_t packedBytes; ///< as plainBytes: it is not packed
    std::uint32_t checksum;    ///< CRC-32 of the header up to here and of the packed bytes
};
static_assert(sizeof(PieceHeader) == 24);

constexpr std::uint32_t pieceMagic = 0x43455350U; // "PSEC"
constexpr std::uint32_t mostPlainBytes = std::uint32_t{4} << 20;
constexpr int packingLevel = 1; // docs/measurements/sessions.md

std::uint32_t checksumOfPiece(const PieceHeader &header, const char *packed)
{
    const auto bytes = [](const void *at) { return static_cast<const Bytef *>(at); };
    uLong sum = crc32(0, bytes(&header), offsetof(PieceHeader, checksum));
    if (header.packedBytes > 0) // of no bytes at no address it would be another
        sum = crc32(sum, bytes(packed), header.packedBytes);
    return static_cast<std::uint32_t>(sum);
}

/// What is impossible in a header; null for a sound one.
const char *problemOfPiece(const PieceHeader &header)
{
    if (header.magic != pieceMagic)
        return QT_TRANSLATE_NOOP("engine", "nothing of a session begins here");
    if (header.plainBytes > mostPlainBytes || header.packedBytes > header.plainBytes || header.isLast > 1)
        return QT_TRANSLATE_NOOP("engine", "its header has impossible sizes");
    return nullptr;
}

} // namespace

class SectionWriter::Packer
{
public:
    Packer() : m_context(ZSTD_createCCtx())
    {
        if (!m_context)
            throw std::bad_alloc();
    }
    ~Packer() { ZSTD_freeCCtx(m_context); }
    Packer(const Packer &) = delete;
    Packer &operator=(const Packer &) = delete;

    /// `plain` itself where packing saves nothing. Valid until the next call.
    std::string_view pack(std::string_view plain)
    {
        if (const std::size_t most = ZSTD_compressBound(plain.size()); m_room.size() < most)
            m_room.resize(most); // as much as the largest piece needs: a message is small, and there are many
        const std::size_t packed =
            ZSTD_compressCCtx(m_context, m_room.data(), m_room.size(), plain.data(), plain.size(), packingLevel);
        return ZSTD_isError(packed) || packed >= plain.size() ? plain : std::string_view(m_room.data(), packed);
    }

private:
    ZSTD_CCtx *m_context;
    std::vector<char> m_room;
};

SectionWriter::SectionWriter(std::function<void(std::string_view)> put)
    : m_put(std::move(put)), m_packer(std::make_unique<Packer>())
{
    SessionHeader header{{}, sessionVersion, sizeof header};
    sessionMagic.copy(header.magic, sizeof header.magic);
    m_put({reinterpret_cast<const char *>(&header), sizeof header});
}

SectionWriter::~SectionWriter() = default;

void SectionWriter::add(SectionKind kind, std::string_view content, std::uint32_t number)
{
    do {
        const std::string_view piece = content.substr(0, mostPlainBytes);
        content.remove_prefix(piece.size());
        addPiece(kind, number, piece, content.empty());
    } while (!content.empty());
}

void SectionWriter::addPiece(SectionKind kind, std::uint32_t number, std::string_view content, bool isLast)
{
    const std::string_view packed = m_packer->pack(content);
    PieceHeader header{
        pieceMagic, static_cast<std::uint16_t>(kind),           static_cast<std::uint16_t>(isLast ? 1 : 0),
        number,     static_cast<std::uint32_t>(content.size()), static_cast<std::uint32_t>(packed.size()),
        0};
    header.checksum = checksumOfPiece(header, packed.data());
    m_put({reinterpret_cast<const char *>(&header), sizeof header});
    m_put(packed);
    ++m_pieces;
}

void SectionWriter::finish()
{
    const std::uint64_t pieces = m_pieces;
    add(SectionKind::End, {reinterpret_cast<const char *>(&pieces), sizeof pieces});
}

SectionReader::SectionReader(ByteSource &bytes, std::string name, MemoryBudget &memory)
    : m_bytes(bytes), m_name(std::move(name)), m_memory(memory)
{}

void SectionReader::takeExactly(void *to, std::size_t size, const char *what)
{
    std::size_t done = 0;
    while (done < size) {
        const std::size_t got = m_bytes.read(static_cast<char *>(to) + done, size - done);
        if (got == 0)
            throw InputError(
                m_name, Phrase("engine", "cut off: the file ends at byte %1, within %2").arg(m_offset + done, what));
        done += got;
    }
    m_offset += size;
}

void SectionReader::readHeader()
{
    SessionHeader header{};
    takeExactly(&header, sizeof header, "its header");
    if (std::string_view(header.magic, sizeof header.magic) != sessionMagic)
        throw InputError(m_name, QT_TRANSLATE_NOOP("engine", "this is no session of StreamScope"));
    if (header.version > sessionVersion)
        throw InputError(
            m_name,
            Phrase("engine", "a session of version %1; this StreamScope reads versions up to %2, a newer one reads it")
                .arg(header.version, sessionVersion));
    constexpr std::uint32_t longest = 4'096;
    if (header.version == 0 || header.headerBytes < sizeof header || header.headerBytes > longest)
        throw InputError(m_name, QT_TRANSLATE_NOOP("engine", "the header of this session is broken"));
    std::array<char, longest> more{};
    takeExactly(more.data(), header.headerBytes - sizeof header, "its header");
    m_hasHeader = true;
}

void SectionReader::fail(const std::string &what) const
{
    throw InputError(m_name, Phrase("engine", "the section at byte %1 is broken: %2").arg(m_section.offset, what));
}

/// Memory grows with the bytes that are there, not with what a header says: a piece is small.
void SectionReader::append(std::uint32_t packedBytes, std::uint32_t plainBytes)
{
    const std::size_t size = m_plain.size() + plainBytes;
    if (size > m_counted)
        m_memory.take(size - std::exchange(m_counted, size));
    if (packedBytes == plainBytes) {
        m_plain.append(m_packed.data(), plainBytes);
        return;
    }
    const std::size_t begin = m_plain.size();
    m_plain.resize(size);
    if (!m_unpacker.unpack(m_plain.data() + begin, plainBytes, m_packed.data(), packedBytes))
        fail(QT_TRANSLATE_NOOP("engine", "it cannot be unpacked"));
}

/// @returns whether the section ends with it
bool SectionReader::readPiece()
{
    PieceHeader header{};
    takeExactly(&header, sizeof header, "a section");
    if (const char *problem = problemOfPiece(header))
        fail(problem);
    if (m_packed.size() < header.packedBytes)
        m_packed.resize(header.packedBytes);
    takeExactly(m_packed.data(), header.packedBytes, "a section");
    if (checksumOfPiece(header, m_packed.data()) != header.checksum)
        fail(QT_TRANSLATE_NOOP("engine", "its checksum is wrong"));
    if (!m_plain.empty()
        && (static_cast<SectionKind>(header.kind) != m_section.kind || header.number != m_section.number))
        fail(QT_TRANSLATE_NOOP("engine", "another one begins before its end"));
    m_section.kind = static_cast<SectionKind>(header.kind);
    m_section.number = header.number;
    append(header.packedBytes, header.plainBytes);
    return header.isLast == 1;
}

bool SectionReader::next()
{
    if (!m_hasHeader)
        readHeader();
    if (m_isAtEnd)
        return false;
    m_section = {};
    m_section.offset = m_offset;
    m_plain.clear();
    const std::uint64_t before = m_pieces;
    do
        ++m_pieces;
    while (!readPiece());
    m_section.content = m_plain;
    if (m_section.kind != SectionKind::End)
        return true;
    std::uint64_t pieces = 0;
    if (m_section.content.size() != sizeof pieces)
        fail(QT_TRANSLATE_NOOP("engine", "it is no end"));
    std::memcpy(&pieces, m_section.content.data(), sizeof pieces);
    if (pieces != before)
        fail(QT_TRANSLATE_NOOP("engine", "sections are missing before it"));
    char more = 0;
    if (m_bytes.read(&more, 1) != 0)
        fail(QT_TRANSLATE_NOOP("engine", "something follows it, which is the last one"));
    m_isAtEnd = true;
    return false;
}

const Section &SectionReader::require()
{
    if (!next())
        throw InputError(m_name, Phrase("engine", "broken: what began before byte %1 has no end").arg(m_offset));
    return m_section;
}

bool looksLikeSession(std::string_view head)
{
    return head.starts_with(sessionMagic);
}

} // namespace streamscope
