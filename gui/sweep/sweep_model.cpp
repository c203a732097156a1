// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/sweep/sweep_model.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

const ParameterSpec &specOf(const SweepTable &table, const std::string &name)
{
    return *std::find_if(table.base.specs().begin(), table.base.specs().end(),
                         [&](const ParameterSpec &spec) { return spec.name == name; });
}

} // namespace

void SweepModel::setTable(std::shared_ptr<const SweepTable> table)
{
    beginResetModel();
    m_table = std::move(table);
    m_rows = m_table ? static_cast<int>(m_table->rows.size()) : 0;
    endResetModel();
}

int SweepModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int SweepModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->axes.size()) + FigureCount;
}

QVariant SweepModel::knob(const SweepRow &row, std::size_t axis, bool plain) const
{
    const std::string &name = m_table->axes[axis].name;
    const ParameterValue value = m_table->parametersOf(row).value(name);
    if (plain) {
        if (const auto *number = std::get_if<std::int64_t>(&value))
            return QVariant::fromValue<qlonglong>(*number);
        if (const auto *real = std::get_if<double>(&value))
            return *real;
    }
    return QString::fromStdString(valueText(specOf(*m_table, name), value));
}

QVariant SweepModel::figure(const SweepRow &row, int figure, bool plain)
{
    const Summary &summary = row.summary;
    if (figure == Status)
        return row.status == SweepStatus::Ok ? tr("ok")
                                             : QString::fromUtf8(sweepStatusName(row.status)) + QStringLiteral(": ")
                                                   + QString::fromStdString(row.error);
    if (row.status != SweepStatus::Ok)
        return {};
    switch (figure) {
    case Makespan:
        return plain ? QVariant::fromValue<qlonglong>(summary.makespanNs) : QVariant(timeText(summary.makespanNs));
    case Speedup:
        return plain ? QVariant(summary.speedup) : QVariant(QString::number(summary.speedup, 'f', 2));
    default:
        return plain ? QVariant(summary.efficiency)
                     : QVariant(tr("%1 %").arg(QString::number(summary.efficiency * 100, 'f', 0)));
    }
}

QVariant SweepModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_table)
        return {};
    const auto axes = static_cast<int>(m_table->axes.size());
    const SweepRow &row = m_table->rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || role == sortRole || role == Qt::ToolTipRole)
        return index.column() < axes ? knob(row, static_cast<std::size_t>(index.column()), role == sortRole)
                                     : figure(row, index.column() - axes, role == sortRole);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() < axes + Status ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    return {};
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || !m_table)
        return {};
    const auto axes = static_cast<int>(m_table->axes.size());
    if (section < axes)
        return translated(specOf(*m_table, m_table->axes[static_cast<std::size_t>(section)].name).label);
    const QString titles[FigureCount] = {tr("Makespan"), tr("Speed-up"), tr("Efficiency"), tr("Outcome")};
    return titles[section - axes];
}

} // namespace streamscope
