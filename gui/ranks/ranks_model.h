// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/show_ranks.h"

#include <QAbstractTableModel>

#include <memory>
#include <set>

namespace streamscope {

/// The ranks of a job, a row each; the first column can be checked: the ranks to show. sortRole gives plain numbers.
class RanksModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Rank,
        OthersWait,
        Waits,
        StartsLast,
        Compute,
        ExposedCommunication,
        ExposedCopies,
        Idle,
        Late,
        Residual,
        Clock,
        File,
        ColumnCount
    };
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the model. The ranks that are shown are checked.
    void setJob(std::shared_ptr<const ShownRanks> job);
    /// "gemm_1, 10.35 ms longer"; empty where nothing is known.
    static QString lateText(const RankFigures &rank);
    /// Numbers of the checked ranks.
    const std::set<int> &checked() const { return m_checked; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void checkedChanged();

private:
    std::shared_ptr<const ShownRanks> m_job;
    std::set<int> m_checked;
};

} // namespace streamscope
