// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/section_file.h"
#include "engine/program/text/phrase.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace streamscope {

// Tables of whole numbers in a session: by column, a number per row as LEB128. A column of equal numbers takes one.

/// Small numbers for small distances, whatever their sign.
constexpr std::uint64_t zigzag(std::int64_t value)
{
    return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
}
constexpr std::int64_t unzigzag(std::uint64_t value)
{
    return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1));
}
/// From `from` to `to`, which may be any numbers: the way back is exact, too.
constexpr std::uint64_t step(std::int64_t from, std::int64_t to)
{
    return zigzag(static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)));
}
constexpr std::int64_t stepped(std::int64_t from, std::uint64_t step)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(unzigzag(step)));
}

/// Of one section. Each section stands alone, so that a file is read in small parts.
inline constexpr std::size_t mostTableRows = 16'384;

/// Numbers by column and row.
class NumberTable
{
public:
    NumberTable(std::size_t columns, std::size_t rows) : m_columns(columns), m_rows(rows), m_numbers(columns * rows) {}
    /// Reads a section with at most `columns`; those that it lacks, because a former version wrote it, are 0.
    /// @throws InputError
    NumberTable(SectionReader &reader, std::size_t columns);

    std::size_t rows() const { return m_rows; }
    std::uint64_t &at(std::size_t column, std::size_t row) { return m_numbers[column * m_rows + row]; }
    std::uint64_t at(std::size_t column, std::size_t row) const { return m_numbers[column * m_rows + row]; }

    std::string packed() const;

private:
    std::size_t m_columns, m_rows;
    std::vector<std::uint64_t> m_numbers;
};

/// Writes `count` rows. `rowOf(i, isFirst)` returns the numbers of row `i`, which may be counted from the row before
/// unless it is the first one of a section.
template <typename RowOf>
void writeTable(SectionWriter &writer, SectionKind kind, std::size_t count, RowOf rowOf)
{
    constexpr std::size_t columns = std::tuple_size_v<decltype(rowOf(std::size_t{}, true))>;
    for (std::size_t begin = 0; begin < count; begin += mostTableRows) {
        NumberTable table(columns, std::min(mostTableRows, count - begin));
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const std::array<std::uint64_t, columns> numbers = rowOf(begin + row, row == 0);
            for (std::size_t column = 0; column < columns; ++column)
                table.at(column, row) = numbers[column];
        }
        writer.add(kind, table.packed());
    }
}

/// One row of a table that was read. What does not fit is refused.
class NumberRow
{
public:
    NumberRow(const NumberTable &table, std::size_t row, const SectionReader &reader)
        : m_table(table), m_row(row), m_reader(reader)
    {}

    std::uint64_t operator[](std::size_t column) const { return m_table.at(column, m_row); }
    bool isFirst() const { return m_row == 0; }
    /// A whole number without a sign.
    template <typename T>
    T number(std::size_t column, std::uint64_t most = std::numeric_limits<T>::max()) const
    {
        const std::uint64_t number = m_table.at(column, m_row);
        require(number <= most);
        return static_cast<T>(number);
    }
    /// Of a column that holds one more, so that −1 is 0.
    std::int32_t index(std::size_t column, std::size_t count) const
    {
        const std::uint64_t number = m_table.at(column, m_row);
        require(number <= count && number <= std::uint64_t{1} << 31U);
        return static_cast<std::int32_t>(static_cast<std::int64_t>(number) - 1);
    }
    template <typename Enum>
    Enum value(std::size_t column, Enum last) const
    {
        return static_cast<Enum>(number<std::uint8_t>(column, static_cast<std::uint64_t>(last)));
    }
    template <typename T>
    T withSign(std::size_t column) const
    {
        const std::int64_t number = unzigzag(m_table.at(column, m_row));
        require(number >= std::numeric_limits<T>::min() && number <= std::numeric_limits<T>::max());
        return static_cast<T>(number);
    }
    void require(bool sound) const
    {
        if (!sound)
            m_reader.fail(Phrase("engine", "row %1 holds an impossible number").arg(m_row));
    }

private:
    const NumberTable &m_table;
    std::size_t m_row;
    const SectionReader &m_reader;
};

/// Reads the section at hand. `take(row)` gets each NumberRow. `bytesPerRow`: what a row takes in memory.
template <typename Take>
void readTable(SectionReader &reader, std::size_t columns, std::size_t bytesPerRow, Take take)
{
    const NumberTable table(reader, columns);
    reader.memory().take(table.rows() * bytesPerRow);
    for (std::size_t row = 0; row < table.rows(); ++row)
        take(NumberRow(table, row, reader));
}

} // namespace streamscope
