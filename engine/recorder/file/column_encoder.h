// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "resources/recorder/recording_columns.h"

#include <cstddef>
#include <cstdint>

namespace streamscope::recorder {

/// Rows of one kind in memory, one after another.
struct RowList
{
    const unsigned char *rows = nullptr;
    std::size_t rowBytes = 0;
    std::size_t count = 0;
};

/// The most bytes that encodeColumn() writes for `rows` rows: 10 for each, its length, and what it writes too far.
constexpr std::size_t maxColumnBytes(std::size_t rows)
{
    return 10 * rows + 4 + 8;
}

/// Writes one column as the file has it, its length first. Returns its end.
unsigned char *encodeColumn(const RowList &rows, const recording::Column &column, unsigned char *to);

} // namespace streamscope::recorder
