// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/comparison/differences_model.h"
#include "gui/workspace/prepared_comparison.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;
class QTreeWidget;

namespace streamscope {

class EmptyPage;
class TableColumns;

/// Two runs in figures: totals, and each operation with its counterpart. Rows and timeline share one selection.
class ComparisonPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonPanel(QWidget *parent = nullptr);

    /// Null: nothing is compared.
    void setComparison(const std::shared_ptr<const PreparedComparison> &comparison);
    /// The selected rows, or all without a selection: a header line, columns separated by tabs.
    QString asText() const;
    EmptyPage *emptyPage() const { return m_nothing; }

public Q_SLOTS:
    /// Selects the row of an operation of either side; −1 clears. Does not emit spanSelected().
    void selectSpan(int span);
    void copy() const;

Q_SIGNALS:
    /// The user chose a row: an operation of the merged run.
    void spanSelected(int span);
    /// The user wants to see the selected operation in the timeline.
    void showWanted();

private:
    QWidget *makeTotals();
    QWidget *makeFilter();
    void makeTable();
    void filter();
    void showCount();

    EmptyPage *m_nothing;
    QWidget *m_contents;
    QTreeWidget *m_totals;
    QLineEdit *m_query;
    QComboBox *m_scope;
    QLabel *m_count;
    QTableView *m_table;
    DifferencesModel *m_model;
    TableColumns *m_columns = nullptr;
    std::shared_ptr<const PreparedComparison> m_comparison;
    int m_selected = -1;
    bool m_isNew = false;     ///< its columns are to be fitted
    bool m_following = false; ///< the selection is being set from outside
};

} // namespace streamscope
