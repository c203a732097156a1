// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/file/chunk_packer.h"

#include <cstdlib>
#include <cstring>

#include <zstd.h>

namespace streamscope::recorder {

namespace {

// A byte of a row becomes at most two, and more bytes become fewer; the lengths of the columns; the texts.
constexpr std::size_t plainRoom =
    2 * ChunkPacker::maxRowBytes + recording::Columns::most * maxColumnBytes(0) + ChunkPacker::maxTextBytes;
static_assert(plainRoom <= recording::maxPlainBytes);
constexpr std::size_t packedRoom = ZSTD_COMPRESSBOUND(plainRoom);
constexpr int level = 1; // docs/measurements/recording.md

} // namespace

ChunkPacker::ChunkPacker()
    : m_plain(static_cast<unsigned char *>(std::malloc(plainRoom))),
      m_packed(static_cast<unsigned char *>(std::malloc(packedRoom))), m_context(ZSTD_createCCtx())
{}

ChunkPacker::~ChunkPacker()
{
    std::free(m_plain);
    std::free(m_packed);
    ZSTD_freeCCtx(m_context);
}

ChunkPacker::Payload ChunkPacker::pack(const RowList &rows, const recording::Columns &columns, std::string_view after)
{
    unsigned char *end = m_plain;
    for (std::size_t column = 0; column < columns.count; ++column)
        end = encodeColumn(rows, columns.list[column], end);
    if (!after.empty())
        std::memcpy(end, after.data(), after.size());
    const std::size_t plain = static_cast<std::size_t>(end - m_plain) + after.size();
    const std::size_t packed = ZSTD_compressCCtx(m_context, m_packed, packedRoom, m_plain, plain, level);
    const bool saves = !ZSTD_isError(packed) && packed < plain;
    return {saves ? m_packed : m_plain, static_cast<std::uint32_t>(plain),
            static_cast<std::uint32_t>(saves ? packed : plain)};
}

} // namespace streamscope::recorder
