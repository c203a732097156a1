// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/formats/traces/recorded/chunk_source.h"
#include "engine/program/text/translatable.h"
#include "resources/recorder/recording_columns.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace streamscope {

/// Rows in memory that columns are decoded into, one after another.
struct DecodedRows
{
    unsigned char *rows = nullptr;
    std::size_t rowBytes = 0;
    std::size_t count = 0;
};

/// Decodes the columns of a chunk that both the file and `columns` have; the others of `columns` stay as they are.
/// Returns the bytes behind the last column. @throws InputError by source.fail().
std::string_view decodeColumns(const RecordedChunk &chunk, const recording::Columns &columns, const DecodedRows &rows,
                               const ChunkSource &source);

/// The rows of one chunk at a time. Columns that a file does not have are 0.
class RowReader
{
public:
    explicit RowReader(MemoryBudget &memory) : m_memory(memory) {}

    /// Valid until the next call.
    template <typename Row>
    std::span<const Row> read(const RecordedChunk &chunk, const ChunkSource &source)
    {
        static_assert(std::is_trivially_copyable_v<Row> && alignof(Row) <= alignof(std::uint64_t));
        unsigned char *rows = reserve(chunk.rows * sizeof(Row));
        if (!decodeColumns(chunk, recording::columnsOf<Row>(), {rows, sizeof(Row), chunk.rows}, source).empty())
            source.fail(QT_TRANSLATE_NOOP("engine", "bytes stand behind its columns"));
        return {reinterpret_cast<const Row *>(rows), chunk.rows};
    }

private:
    unsigned char *reserve(std::size_t bytes); ///< set to 0

    MemoryBudget &m_memory;
    std::vector<std::uint64_t> m_words;
};

} // namespace streamscope
