// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/operations_panel.h"

#include "gui/results/operations_table.h"
#include "gui/timeline/widget/search_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace streamscope {

OperationsPanel::OperationsPanel(QWidget *parent)
    : QWidget(parent), m_table(new OperationsTable(this)), m_line(new QLineEdit(this)), m_count(new QLabel(this))
{
    setObjectName(QStringLiteral("operationsPanel"));
    setFocusProxy(m_table);
    m_line->setObjectName(QStringLiteral("operationsFilter"));
    m_line->setAccessibleName(tr("Filter"));
    m_line->setPlaceholderText(tr("Filter: part of a name, kernel, stream:2, > 1ms …"));
    m_line->setToolTip(tr("The same line as the timeline's search (Ctrl+F)"));
    m_line->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("operationsCount"));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(4, 2, 4, 0);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    connect(m_table, &OperationsTable::rowsChanged, this, &OperationsPanel::showCount);
    showCount();
}

void OperationsPanel::setSearch(SearchBar *search)
{
    connect(m_line, &QLineEdit::textChanged, search, &SearchBar::setText);
    connect(search, &SearchBar::textChanged, m_line, &QLineEdit::setText);
}

void OperationsPanel::showCount()
{
    m_count->setText(tr("%1 of %2").arg(m_table->model()->rowCount()).arg(m_table->operationCount()));
}

} // namespace streamscope
