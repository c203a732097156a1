// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/recorded/column_decoder.h"
#include "engine/program/text/phrase.h"

#include <cstdint>
#include <cstring>

namespace streamscope {

namespace {

using recording::Column;

/// The numbers of one column.
class Numbers
{
public:
    explicit Numbers(std::string_view bytes) : m_at(bytes.data()), m_end(bytes.data() + bytes.size()) {}

    /// False at the end, and for a number of more than 64 bits.
    bool next(std::uint64_t &difference)
    {
        if (m_at == m_end)
            return false;
        std::uint64_t number = static_cast<unsigned char>(*m_at++);
        if (number >= 0x80 && !more(number))
            return false;
        difference = number >> 1 ^ (number & 1 ? ~std::uint64_t{0} : 0);
        return true;
    }
    bool atEnd() const { return m_at == m_end; }

private:
    bool more(std::uint64_t &number)
    {
        number &= 0x7f;
        for (int shift = 7; shift < 64 && m_at != m_end; shift += 7) {
            const auto byte = static_cast<unsigned char>(*m_at++);
            if (shift == 63 && byte > 1)
                return false;
            number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return true;
        }
        return false;
    }

    const char *m_at, *m_end;
};

template <typename Value>
bool decodeDifferences(Numbers &numbers, const Column &column, const DecodedRows &rows)
{
    unsigned char *to = rows.rows + column.offset;
    std::uint64_t wide = 0;
    for (std::size_t row = 0; row < rows.count; ++row, to += rows.rowBytes) {
        std::uint64_t difference = 0;
        if (!numbers.next(difference))
            return false;
        wide += difference;
        const auto value = static_cast<Value>(wide);
        if (static_cast<std::uint64_t>(value) != wide)
            return false;
        std::memcpy(to, &value, sizeof value);
    }
    return true;
}

bool decodeEnds(Numbers &numbers, const Column &column, const DecodedRows &rows)
{
    unsigned char *row = rows.rows;
    for (std::size_t i = 0; i < rows.count; ++i, row += rows.rowBytes) {
        std::uint64_t duration = 0, start = 0;
        if (!numbers.next(duration))
            return false;
        std::memcpy(&start, row + column.start, sizeof start);
        start += duration;
        std::memcpy(row + column.offset, &start, sizeof start);
    }
    return true;
}

bool decodeColumn(Numbers &numbers, const Column &column, const DecodedRows &rows)
{
    if (column.isEnd)
        return decodeEnds(numbers, column, rows);
    switch (column.bytes) {
    case 1:
        return decodeDifferences<std::uint8_t>(numbers, column, rows);
    case 2:
        return decodeDifferences<std::uint16_t>(numbers, column, rows);
    case 4:
        return column.isSigned ? decodeDifferences<std::int32_t>(numbers, column, rows)
                               : decodeDifferences<std::uint32_t>(numbers, column, rows);
    default:
        return decodeDifferences<std::uint64_t>(numbers, column, rows);
    }
}

} // namespace

std::string_view decodeColumns(const RecordedChunk &chunk, const recording::Columns &columns, const DecodedRows &rows,
                               const ChunkSource &source)
{
    std::string_view rest = chunk.payload;
    for (std::uint32_t i = 0; i < chunk.columns; ++i) {
        std::uint32_t bytes = 0;
        if (rest.size() >= sizeof bytes)
            std::memcpy(&bytes, rest.data(), sizeof bytes);
        if (rest.size() < sizeof bytes || bytes > rest.size() - sizeof bytes)
            source.fail(Phrase("engine", "column %1 is longer than the chunk").arg(i));
        rest.remove_prefix(sizeof bytes);
        Numbers numbers(rest.substr(0, bytes));
        rest.remove_prefix(bytes);
        if (i < columns.count && !(decodeColumn(numbers, columns.list[i], rows) && numbers.atEnd()))
            source.fail(Phrase("engine", "column %1 has other numbers than its rows").arg(i));
    }
    return rest;
}

unsigned char *RowReader::reserve(std::size_t bytes)
{
    const std::size_t words = (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
    if (m_words.size() < words) {
        m_memory.take((words - m_words.size()) * sizeof(std::uint64_t));
        m_words = std::vector<std::uint64_t>(words);
    }
    std::memset(m_words.data(), 0, bytes);
    return reinterpret_cast<unsigned char *>(m_words.data());
}

} // namespace streamscope
