// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/what_if/what_if_trial.h"

#include <QAbstractTableModel>
#include <QPointer>

#include <vector>

namespace streamscope {

/// The list of changes as a table, with what each is predicted to win. A check box switches a change on and off.
class WhatIfModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Change, Filter, Predicted, Gain, Note, Columns };

    explicit WhatIfModel(QObject *parent = nullptr);

    /// Null shows nothing. Does not own the list.
    void setList(WhatIfList *list);
    /// What the rows come to; empty while that is being computed.
    void setOutcomes(std::vector<RowOutcome> outcomes);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

private:
    void takeList();
    QString text(int row, int column) const;
    QString help(int row, int column) const;
    /// Null while it is being computed, and for a change that is off.
    const RowOutcome *outcome(int row) const;

    QPointer<WhatIfList> m_list;
    int m_rows = 0; ///< as the views know them
    std::vector<RowOutcome> m_outcomes;
};

} // namespace streamscope
