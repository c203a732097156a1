// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/session/number_table.h"

#include "engine/formats/session/leb128.h"
#include "engine/program/text/translatable.h"

#include <algorithm>

namespace streamscope {

namespace {

enum class ColumnForm : char { Equal, Each };

} // namespace

std::string NumberTable::packed() const
{
    std::string bytes;
    bytes.reserve(m_numbers.size() * 2);
    putLeb128(bytes, m_rows);
    putLeb128(bytes, m_columns);
    for (std::size_t column = 0; column < m_columns; ++column) {
        const std::uint64_t *const begin = m_numbers.data() + column * m_rows, *const end = begin + m_rows;
        const bool areEqual = std::all_of(begin, end, [begin](std::uint64_t number) { return number == *begin; });
        bytes.push_back(static_cast<char>(areEqual ? ColumnForm::Equal : ColumnForm::Each));
        for (const std::uint64_t *number = begin; number < (areEqual ? begin + 1 : end); ++number)
            putLeb128(bytes, *number);
    }
    return bytes;
}

NumberTable::NumberTable(SectionReader &reader, std::size_t columns) : m_columns(columns), m_rows(0)
{
    std::string_view bytes = reader.current().content;
    const auto number = [&] {
        std::uint64_t value = 0;
        if (!takeLeb128(bytes, value))
            reader.fail(QT_TRANSLATE_NOOP("engine", "its table is cut off"));
        return value;
    };
    const std::uint64_t rows = number(), there = number();
    if (rows == 0 || rows > mostTableRows || there > columns)
        reader.fail(QT_TRANSLATE_NOOP("engine", "its table has an impossible size"));
    m_rows = static_cast<std::size_t>(rows);
    m_numbers.resize(m_columns * m_rows);
    for (std::size_t column = 0; column < there; ++column) {
        if (bytes.empty())
            reader.fail(QT_TRANSLATE_NOOP("engine", "its table is cut off"));
        const auto form = static_cast<ColumnForm>(bytes.front());
        bytes.remove_prefix(1);
        std::uint64_t *const begin = m_numbers.data() + column * m_rows, *const end = begin + m_rows;
        if (form == ColumnForm::Equal)
            std::fill(begin, end, number());
        else if (form == ColumnForm::Each)
            std::generate(begin, end, number);
        else
            reader.fail(QT_TRANSLATE_NOOP("engine", "its table has a column of an unknown form"));
    }
    if (!bytes.empty())
        reader.fail(QT_TRANSLATE_NOOP("engine", "its table has bytes beyond its columns"));
}

} // namespace streamscope
