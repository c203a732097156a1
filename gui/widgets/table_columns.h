// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QHeaderView>
#include <QString>
#include <QTableView>
#include <QVariant>

#include <algorithm>

namespace streamscope {

/// Makes columns as wide as their contents, measured in the first rows; the column of names at most 300 pixels, longer
/// names are elided.
inline void fitColumns(QTableView &table, int nameColumn)
{
    constexpr int measuredRows = 50, widestName = 300;
    table.horizontalHeader()->setResizeContentsPrecision(measuredRows);
    table.resizeColumnsToContents();
    table.setColumnWidth(nameColumn, std::min(widestName, table.columnWidth(nameColumn)));
}

/// The head of a column and the explanation in its tooltip.
struct ColumnHead
{
    QString title, help;

    QVariant data(int role) const
    {
        return role == Qt::DisplayRole ? QVariant(title) : role == Qt::ToolTipRole ? QVariant(help) : QVariant();
    }
};

} // namespace streamscope
