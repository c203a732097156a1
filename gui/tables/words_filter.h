// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace streamscope {

/// Sorts a table, and shows the rows in which each word of a text stands, in any column or its tooltip, without regard
/// to capitals.
class WordsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
};

} // namespace streamscope
