// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QHeaderView>
#include <QMenu>
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

/// A context menu on the header chooses the columns; the last one in sight stays.
inline void offerColumns(QTableView &table)
{
    QHeaderView *header = table.horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(header, &QWidget::customContextMenuRequested, &table, [&table, header](const QPoint &at) {
        auto *menu = new QMenu(&table);
        menu->setObjectName(QStringLiteral("columnMenu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        for (int column = 0; column < header->count(); ++column) {
            QAction *shown = menu->addAction(table.model()->headerData(column, Qt::Horizontal).toString());
            shown->setCheckable(true);
            shown->setChecked(!table.isColumnHidden(column));
            shown->setEnabled(table.isColumnHidden(column) || header->count() - header->hiddenSectionCount() > 1);
            QObject::connect(shown, &QAction::toggled, &table,
                             [&table, column](bool shows) { table.setColumnHidden(column, !shows); });
        }
        menu->popup(header->mapToGlobal(at));
    });
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
