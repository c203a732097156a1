// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/span_query.h"
#include "gui/timeline/compared_runs.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace streamscope {

/// Which rows of a comparison are wanted, besides a query.
enum class DifferenceScope { All, Changed, OnlyA, OnlyB };

/// The operations of a comparison, what changed most first. It sorts and filters by itself, on plain numbers: a million
/// rows take some tenths of a second. Times in microseconds with three decimals, from the start of each run.
class DifferencesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Operation,
        Stream,
        StartA,
        StartB,
        LastedA,
        LastedB,
        Difference,
        Percent,
        ColumnCount,
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the table.
    void setComparison(std::shared_ptr<const ComparedRuns> compared);
    void setFilter(const SpanQuery &query, DifferenceScope scope);

    /// The operation of a row as a span of the merged run, A's where there is one; −1 beyond the table.
    int spanAt(int row) const;
    /// Where an operation of either side stands; −1 where it is filtered out.
    int rowOfSpan(std::uint32_t span) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    const ComparedOperation &operation(int row) const;
    bool wants(DifferenceScope scope, const ComparedOperation &operation) const;
    std::vector<double> keysFor(int column) const;
    std::vector<double> textKeys(int column) const;
    void arrange();
    QString text(const ComparedOperation &operation, int column) const;
    QString streamText(const ComparedOperation &operation) const;

    std::shared_ptr<const ComparedRuns> m_compared;
    std::vector<std::uint32_t> m_rows;    ///< into the comparison's operations, as shown
    std::vector<std::int32_t> m_position; ///< by operation: its row, −1 for none
    SpanQuery m_query;
    DifferenceScope m_scope = DifferenceScope::All;
    int m_sortColumn = Difference;
    Qt::SortOrder m_order = Qt::DescendingOrder;
};

} // namespace streamscope
