// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/io/zstd_unpacker.h"
#include "resources/recorder/recording_format.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A chunk of a recording: checked and unpacked, its columns not decoded.
struct RecordedChunk
{
    recording::RowKind kind{};
    std::uint32_t columns = 0, rows = 0;
    std::uint64_t offset = 0; ///< in the file
    std::string_view payload;
};

/// The chunks of a recording one after another. Nothing in them is trusted.
class ChunkSource
{
public:
    /// `name` is that of the file, for messages.
    ChunkSource(ByteSource &bytes, std::string name, MemoryBudget &memory)
        : m_bytes(bytes), m_name(std::move(name)), m_memory(memory)
    {}

    /// Reads the file's header. False where the file ends within it. @throws InputError for another version.
    bool readHeader();
    /// The next whole chunk, valid until the next call; false at the end of the file, also where that cuts a chunk.
    /// @throws InputError for a broken chunk, with Remedy::Salvage.
    bool next(RecordedChunk &chunk);
    /// Refuses the chunk that next() gave.
    [[noreturn]] void fail(const std::string &what) const;

private:
    std::size_t take(void *to, std::size_t size);
    bool takePayload(std::size_t bytes);
    void reserve(std::vector<char> &buffer, std::size_t size);
    std::string_view unpack(std::size_t packedBytes, std::size_t plainBytes);

    ByteSource &m_bytes;
    std::string m_name;
    MemoryBudget &m_memory;
    ZstdUnpacker m_unpacker;
    std::vector<char> m_packed, m_plain;
    std::uint64_t m_offset = 0;     ///< of the next byte
    std::uint64_t m_chunkStart = 0; ///< of the chunk that is read
};

} // namespace streamscope
