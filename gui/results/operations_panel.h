// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace streamscope {

class OperationsTable;
class SearchBar;

/// The table of operations under the line that filters it. This line and the timeline's search are one: what is typed
/// in either marks the operations in the timeline and hides the other rows.
class OperationsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit OperationsPanel(QWidget *parent = nullptr);

    OperationsTable *table() const { return m_table; }
    /// Not owned.
    void setSearch(SearchBar *search);

private:
    void showCount();

    OperationsTable *m_table;
    QLineEdit *m_line;
    QLabel *m_count;
};

} // namespace streamscope
