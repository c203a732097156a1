// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/operations_table.h"

#include "gui/results/operations_filter.h"
#include "gui/results/operations_model.h"
#include "gui/tables/table_columns.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace streamscope {

OperationsTable::OperationsTable(QWidget *parent)
    : QTableView(parent), m_model(new OperationsModel(this)), m_proxy(new OperationsFilter(this))
{
    setObjectName(QStringLiteral("operationsTable"));
    setAccessibleName(tr("Operations"));
    m_proxy->setSourceModel(m_model);
    m_proxy->setSortRole(OperationsModel::sortRole);
    setModel(m_proxy);
    setSortingEnabled(true);
    sortByColumn(OperationsModel::Index, Qt::AscendingOrder);
    makeReadable(*this);
    auto *copy = new QAction(tr("Copy"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &OperationsTable::copySelected);
    addAction(copy);
    auto *show = new QAction(tr("Show in the timeline"), this);
    show->setObjectName(QStringLiteral("showInTimeline"));
    connect(show, &QAction::triggered, this, &OperationsTable::showWanted);
    connect(this, &QTableView::activated, this, &OperationsTable::showWanted);
    addAction(show);
    m_columns = new TableColumns(this, QStringLiteral("operations"));
    m_columns->setOffered(OperationsModel::Predicted, false);
    offerOrigins(nullptr);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (!m_following && current.isValid())
            Q_EMIT spanSelected(m_proxy->mapToSource(current).row());
    });
}

void OperationsTable::setRecording(std::shared_ptr<const Recording> recording)
{
    m_following = true;
    m_proxy->setRecording(nullptr);
    m_model->setRecording(recording);
    offerOrigins(recording.get());
    m_proxy->setRecording(std::move(recording));
    m_columns->setOffered(OperationsModel::Predicted, false);
    m_following = false;
    m_columns->fit();
    Q_EMIT rowsChanged();
}

/// Only what the run knows.
void OperationsTable::offerOrigins(const Recording *recording)
{
    for (std::size_t part = 0; part < originPartCount; ++part)
        m_columns->setOffered(OperationsModel::FirstOrigin + static_cast<int>(part),
                              recording && recording->timeline.origins().any(static_cast<OriginPart>(part)));
}

int OperationsTable::operationCount() const
{
    return m_model->rowCount();
}

void OperationsTable::selectSpan(int span)
{
    m_following = true;
    const QModelIndex row = m_proxy->mapFromSource(m_model->index(span, 0));
    if (span < 0 || !row.isValid()) {
        clearSelection();
        setCurrentIndex({});
    } else if (currentIndex().row() != row.row()) {
        selectRow(row.row());
        scrollTo(row);
    }
    m_following = false;
}

void OperationsTable::setFilter(const SpanQuery &query)
{
    m_following = true;
    m_proxy->setQuery(query);
    m_following = false;
    Q_EMIT rowsChanged();
}

void OperationsTable::setPrediction(std::shared_ptr<const Recording> prediction)
{
    const bool isThere = prediction != nullptr;
    m_model->setPrediction(std::move(prediction));
    m_columns->setOffered(OperationsModel::Predicted, isThere);
}

void OperationsTable::setColours(const std::function<QColor(std::uint32_t span)> &colourOf)
{
    m_model->setColours(colourOf);
}

QString OperationsTable::selectedAsTsv() const
{
    QModelIndexList cells = selectionModel()->selectedIndexes();
    std::sort(cells.begin(), cells.end(), [](const QModelIndex &a, const QModelIndex &b) {
        return a.row() != b.row() ? a.row() < b.row() : a.column() < b.column();
    });
    QString text;
    if (cells.size() > 1) {
        for (int column = 0; column < m_proxy->columnCount(); ++column)
            text += (column > 0 ? QStringLiteral("\t") : QString())
                    + m_proxy->headerData(column, Qt::Horizontal).toString();
        text += QLatin1Char('\n');
    }
    for (qsizetype i = 0; i < cells.size(); ++i) {
        text += cells[i].data().toString();
        const bool endsLine = i + 1 == cells.size() || cells[i + 1].row() != cells[i].row();
        text += endsLine ? QLatin1Char('\n') : QLatin1Char('\t');
    }
    return text;
}

void OperationsTable::copySelected() const
{
    const QString text = selectedAsTsv();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace streamscope
