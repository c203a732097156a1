// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "resources/recorder/recording_format.h"

#include <cstddef>
#include <type_traits>

/// Where the columns of a recording lie in the rows in memory.
namespace streamscope::recording {

struct Column
{
    std::uint16_t offset = 0; ///< of the value in its row
    std::uint16_t start = 0;  ///< of an `end`: the offset of its start
    std::uint8_t bytes = 0;   ///< 1, 2, 4 or 8
    bool isSigned = false;
    bool isEnd = false;
};

struct Columns
{
    static constexpr std::size_t most = 32;

    Column list[most];
    std::size_t count = 0;
};

/// Collects the columns of the row that visitColumns() shows to it.
struct ColumnCollector
{
    const char *row;
    Columns columns;

    template <typename Value>
    void operator()(const Value &value)
    {
        columns.list[columns.count++] = {offset(&value), 0, sizeof value, std::is_signed_v<Value>, false};
    }
    void end(const std::int64_t &start, const std::int64_t &value)
    {
        columns.list[columns.count++] = {offset(&value), offset(&start), sizeof value, true, true};
    }
    std::uint16_t offset(const void *value) const
    {
        return static_cast<std::uint16_t>(static_cast<const char *>(value) - row);
    }
};

template <typename Row>
Columns columnsOf()
{
    const Row row{};
    ColumnCollector collector{reinterpret_cast<const char *>(&row), {}};
    visitColumns(collector, row, static_cast<const Row *>(nullptr));
    return collector.columns;
}

} // namespace streamscope::recording
