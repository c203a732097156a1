// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/names_model.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "gui/tables/table_columns.h"
#include "gui/timeline/text/timeline_theme.h"

namespace streamscope {

QString NamesModel::label(const NameFigures &row) const
{
    NameScope scope;
    scope.by = m_by;
    const std::string text = labelOf(m_recording->timeline, row, scope);
    if (m_by && text.empty())
        return tr("unknown");
    return QString::fromStdString(!m_by && row.kind == OperationKind::Kernel ? shortKernelName(text) : text);
}

void NamesModel::setFigures(std::shared_ptr<const Recording> recording, std::vector<NameFigures> figures,
                            std::optional<OriginPart> by)
{
    beginResetModel();
    m_recording = std::move(recording);
    m_figures = std::move(figures);
    m_by = by;
    m_totalNs = 0;
    m_operations = 0;
    for (const NameFigures &row : m_figures) {
        m_totalNs += row.totalNs;
        m_operations += row.count;
    }
    endResetModel();
}

int NamesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_figures.size());
}

int NamesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

double NamesModel::share(const NameFigures &row) const
{
    return m_totalNs > 0 ? static_cast<double>(row.totalNs) / static_cast<double>(m_totalNs) : 0;
}

QVariant NamesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const NameFigures &row = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case sortRole:
        return number(row, index.column());
    case Qt::ToolTipRole:
        return index.column() != Name ? QVariant()
               : m_by                 ? label(row)
                                      : QString::fromStdString(m_recording->timeline.name(row.name));
    case Qt::DecorationRole:
        return index.column() == Name && m_colourOf ? m_colourOf(row.first) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((index.column() <= Kind ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    default:
        return {};
    }
}

QString NamesModel::text(const NameFigures &row, int column) const
{
    switch (column) {
    case Name:
        return label(row);
    case Kind:
        return m_by ? QString() : kindSign(row.kind) + QLatin1Char(' ') + kindTitle(row.kind); // of several kinds
    case Count:
        return QString::number(row.count);
    case Total:
        return timeText(row.totalNs);
    case Share:
        return QString::number(share(row) * 100, 'f', 1);
    case Shortest:
        return timeText(row.shortestNs);
    case Median:
        return timeText(row.medianNs);
    case Longest:
        return timeText(row.longestNs);
    case First:
        return exactTimeText(m_recording->timeline.starts()[row.first]);
    default:
        return {};
    }
}

QVariant NamesModel::number(const NameFigures &row, int column) const
{
    switch (column) {
    case Count:
        return QVariant::fromValue<qulonglong>(row.count);
    case Total:
    case Share:
        return QVariant::fromValue<qlonglong>(row.totalNs);
    case Shortest:
        return QVariant::fromValue<qlonglong>(row.shortestNs);
    case Median:
        return QVariant::fromValue<qlonglong>(row.medianNs);
    case Longest:
        return QVariant::fromValue<qlonglong>(row.longestNs);
    case First:
        return QVariant::fromValue<qlonglong>(m_recording->timeline.starts()[row.first]);
    default:
        return text(row, column);
    }
}

QVariant NamesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const ColumnHead heads[ColumnCount] = {
        {tr("Name"), tr("Kernels without return type, namespaces and arguments")},
        {tr("Kind"), {}},
        {tr("Count"), tr("Operations of this name")},
        {tr("Total"), tr("Summed over the operations, which may run at the same time")},
        {tr("%"), tr("Of the total of all rows")},
        {tr("Min"), tr("The shortest operation")},
        {tr("Median"), {}},
        {tr("Max"), tr("The longest operation")},
        {tr("First use"), tr("When the first of them starts")},
    };
    return heads[section].data(role);
}

} // namespace streamscope
