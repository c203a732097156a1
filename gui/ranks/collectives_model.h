// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/show_ranks.h"

#include <QAbstractTableModel>

#include <memory>

namespace streamscope {

/// The collectives of a job, a row each. sortRole gives plain numbers.
class CollectivesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Start, Name, Bytes, Ranks, Last, Skew, Waits, Transfer, Algorithm, Bus, ColumnCount };
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the model.
    void setJob(std::shared_ptr<const ShownRanks> job);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(const JobCollective &collective, int column, bool plain) const;

    std::shared_ptr<const ShownRanks> m_job;
};

} // namespace streamscope
