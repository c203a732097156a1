// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/comparison/difference_rows.h"

#include <QAbstractTableModel>

#include <memory>

namespace streamscope {

/// The operations of a comparison, largest change first. The model sorts and filters plain numbers itself. With many
/// operations it does so on another thread and then emits modelReset(). Times in microseconds with three decimals, from
/// the start of each run.
class DifferencesModel : public QAbstractTableModel, public DifferenceColumn
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the table.
    void setComparison(std::shared_ptr<const ComparedRuns> compared);
    void setFilter(const SpanQuery &query, DifferenceScope scope);

    /// The operation of a row as a span of the merged run: the baseline's, or this run's without one in the baseline;
    /// −1 beyond the table.
    int spanAt(int row) const;
    /// The row of an operation of either side; −1 when filtered out.
    int rowOfSpan(std::uint32_t span) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    const ComparedOperation &operation(int row) const;
    void arrange();
    void take(DifferenceRows rows);

    std::shared_ptr<const ComparedRuns> m_compared;
    DifferenceRows m_rows;
    DifferenceView m_view;
    BackgroundTask m_task;
};

} // namespace streamscope
