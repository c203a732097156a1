// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"

#include <QAbstractTableModel>

#include <memory>

namespace streamscope {

/// The rows of a sweep: the varied knobs, then the figures. sortRole gives plain numbers.
class SweepModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the model.
    void setTable(std::shared_ptr<const SweepTable> table);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    enum Figure { Makespan, Speedup, Efficiency, Status, FigureCount };
    QVariant knob(const SweepRow &row, std::size_t axis, bool plain) const;
    static QVariant figure(const SweepRow &row, int figure, bool plain);

    std::shared_ptr<const SweepTable> m_table;
    int m_rows = 0; ///< told to the views
};

} // namespace streamscope
