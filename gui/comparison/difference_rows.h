// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"
#include "engine/timeline/span_query.h"

#include <QString>
#include <Qt>

#include <cstdint>
#include <vector>

namespace streamscope {

/// Columns of the table of differences.
struct DifferenceColumn
{
    enum Column { Operation, Stream, StartA, StartB, LastedA, LastedB, Difference, Percent, ColumnCount };
};

/// Which rows are shown, in addition to a query.
enum class DifferenceScope { All, Changed, OnlyA, OnlyB };

/// The filter and the order of the table of differences.
struct DifferenceView
{
    SpanQuery query = {};
    DifferenceScope scope = DifferenceScope::All;
    int column = DifferenceColumn::Difference; ///< differences by their size, whatever their sign
    Qt::SortOrder order = Qt::DescendingOrder;
};

struct DifferenceRows
{
    std::vector<std::uint32_t> rows;    ///< into the comparison's operations, as shown
    std::vector<std::int32_t> position; ///< by operation: its row, −1 for none
};

/// Sorts and filters, in n·log n. May be called on any thread.
DifferenceRows differenceRows(const ComparedRuns &compared, const DifferenceView &view);

/// A cell. Times in microseconds with three decimals, from the start of each run.
QString differenceText(const ComparedRuns &compared, const ComparedOperation &operation, int column);

} // namespace streamscope
