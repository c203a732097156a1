// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/file/column_encoder.h"

#include <cstddef>
#include <string_view>

struct ZSTD_CCtx_s;

namespace streamscope::recorder {

/// Makes the payload of chunks, packed where that saves something. Throws nothing.
class ChunkPacker
{
public:
    /// Rows of one chunk may take so much memory.
    static constexpr std::size_t maxRowBytes = std::size_t{512} << 10;
    /// And so much the bytes of the texts of one chunk.
    static constexpr std::size_t maxTextBytes = std::size_t{256} << 10;
    /// How many rows of one kind a chunk may have.
    static constexpr std::size_t rowsOf(std::size_t rowBytes)
    {
        return maxRowBytes / rowBytes < recording::maxRows ? maxRowBytes / rowBytes : recording::maxRows;
    }

    ChunkPacker();
    ~ChunkPacker();
    ChunkPacker(const ChunkPacker &) = delete;
    ChunkPacker &operator=(const ChunkPacker &) = delete;

    bool ready() const { return m_plain && m_packed && m_context; } ///< false without memory

    struct Payload
    {
        const void *bytes;
        std::uint32_t plainBytes, packedBytes;
    };
    /// Valid until the next call. `after` is put behind the columns.
    Payload pack(const RowList &rows, const recording::Columns &columns, std::string_view after = {});

private:
    unsigned char *m_plain;
    unsigned char *m_packed;
    ZSTD_CCtx_s *m_context;
};

} // namespace streamscope::recorder
