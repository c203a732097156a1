// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/differences_model.h"
#include "gui/tables/table_columns.h"

#include <utility>

namespace streamscope {

void DifferencesModel::setComparison(std::shared_ptr<const ComparedRuns> compared)
{
    beginResetModel();
    m_compared = std::move(compared);
    m_rows = {};
    endResetModel();
    arrange();
}

void DifferencesModel::setFilter(const SpanQuery &query, DifferenceScope scope)
{
    m_view.query = query;
    m_view.scope = scope;
    arrange();
}

void DifferencesModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ColumnCount)
        return;
    m_view.column = column;
    m_view.order = order;
    arrange();
}

void DifferencesModel::arrange()
{
    if (!m_compared) {
        m_task.cancel();
        return;
    }
    constexpr std::size_t partsPerOperation = 4; // sorting one takes as long as adding up so many
    m_task.startOrDo(
        m_compared->comparison->operations.size() * partsPerOperation,
        [compared = m_compared, view = m_view](const RunControl &) { return differenceRows(*compared, view); },
        [this](DifferenceRows rows) { take(std::move(rows)); });
}

void DifferencesModel::take(DifferenceRows rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

const ComparedOperation &DifferencesModel::operation(int row) const
{
    return m_compared->comparison->operations[m_rows.rows[static_cast<std::size_t>(row)]];
}

int DifferencesModel::spanAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return -1;
    const ComparedOperation &here = operation(row);
    return static_cast<int>(here.a ? *here.a : static_cast<std::uint32_t>(m_compared->sizeOfA()) + *here.b);
}

int DifferencesModel::rowOfSpan(std::uint32_t span) const
{
    if (!m_compared || m_rows.position.empty() || span >= m_compared->merged->timeline.size())
        return -1;
    return m_rows.position[m_compared->rowOf(span)];
}

int DifferencesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.rows.size());
}

int DifferencesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DifferencesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_compared)
        return {};
    if (role == Qt::DisplayRole)
        return differenceText(*m_compared, operation(index.row()), index.column());
    if (role == Qt::ToolTipRole && index.column() == Operation)
        return differenceText(*m_compared, operation(index.row()), index.column()); // the column may be too narrow
    if (role == Qt::TextAlignmentRole) {
        const bool words = index.column() <= Stream;
        return QVariant::fromValue(Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    return {};
}

QVariant DifferencesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const ColumnHead heads[ColumnCount] = {
        {tr("Operation"), tr("Kind and name; matched by kind, name, chunk and stream, the n-th with the n-th")},
        {tr("Stream"), tr("In baseline → in this run, where they differ")},
        {tr("Baseline start µs"), tr("From the start of the baseline")},
        {tr("This run start µs"), tr("From the start of this run")},
        {tr("Baseline duration µs"), {}},
        {tr("This run duration µs"), {}},
        {tr("Change µs"),
         tr("From baseline to this run: + is longer in this run. Sorted by size; the sign does not count")},
        {tr("Change %"), tr("Of the duration in the baseline")},
    };
    return heads[section].data(role);
}

} // namespace streamscope
