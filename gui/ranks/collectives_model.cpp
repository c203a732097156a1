// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/ranks/collectives_model.h"

#include "engine/formats/text/time_text.h"
#include "gui/tables/table_columns.h"

#include <utility>

namespace streamscope {

namespace {

QVariant lengthCell(std::int64_t ns, bool plain)
{
    return plain ? QVariant(static_cast<qlonglong>(ns)) : QVariant(timeText(ns));
}

QVariant rateCell(std::optional<double> gigabytes, bool plain)
{
    if (plain)
        return gigabytes.value_or(-1);
    return gigabytes ? CollectivesModel::tr("%1 GB/s").arg(*gigabytes, 0, 'g', 3) : QStringLiteral("–");
}

ColumnHead headOfColumn(int column)
{
    switch (column) {
    case CollectivesModel::Start:
        return {CollectivesModel::tr("Start"), CollectivesModel::tr("Its last start on any rank, in the timeline.")};
    case CollectivesModel::Name:
        return {CollectivesModel::tr("Collective"),
                CollectivesModel::tr("Kind and communicator, as the files name them.")};
    case CollectivesModel::Bytes:
        return {CollectivesModel::tr("Bytes"), {}};
    case CollectivesModel::Ranks:
        return {CollectivesModel::tr("Ranks"), CollectivesModel::tr("That take part and whose clocks are known.")};
    case CollectivesModel::Last:
        return {CollectivesModel::tr("Starts last"), CollectivesModel::tr("The rank for which the others wait.")};
    case CollectivesModel::Skew:
        return {CollectivesModel::tr("Skew"), CollectivesModel::tr("From the first start to the last start.")};
    case CollectivesModel::Waits:
        return {CollectivesModel::tr("Waits"),
                CollectivesModel::tr("From each rank's start to the last start, summed over ranks.")};
    case CollectivesModel::Transfer:
        return {CollectivesModel::tr("Transfer"),
                CollectivesModel::tr("The shortest duration: the last rank waits for nobody.")};
    case CollectivesModel::Algorithm:
        return {CollectivesModel::tr("Algorithm"), CollectivesModel::tr("Bytes over transfer.")};
    default:
        break;
    }
    return {CollectivesModel::tr("Bus"), CollectivesModel::tr("What a link carries for it, as nccl-tests counts it.")};
}

} // namespace

void CollectivesModel::setJob(std::shared_ptr<const ShownRanks> job)
{
    beginResetModel();
    m_job = std::move(job);
    endResetModel();
}

int CollectivesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_job ? 0 : static_cast<int>(m_job->job.list.size());
}

int CollectivesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CollectivesModel::cell(const JobCollective &collective, int column, bool plain) const
{
    switch (column) {
    case Start:
        return lengthCell(collective.lastStart - m_job->originNs, plain);
    case Name: {
        const QString name = QString::fromStdString(collective.name.empty() ? "collective" : collective.name);
        return collective.communicator.empty()
                   ? name
                   : tr("%1, group %2").arg(name, QString::fromStdString(collective.communicator));
    }
    case Bytes:
        if (plain)
            return static_cast<qulonglong>(collective.bytes);
        return collective.bytes > 0 ? bytesText(collective.bytes) : QStringLiteral("–");
    case Ranks:
        return collective.ranks;
    case Last:
        return m_job->job.ranks[collective.last].rank;
    case Skew:
        return lengthCell(collective.skewNs(), plain);
    case Waits:
        return lengthCell(collective.waitNs, plain);
    case Transfer:
        return lengthCell(collective.transferNs, plain);
    case Algorithm:
        return rateCell(algorithmBandwidth(collective), plain);
    default:
        break;
    }
    return rateCell(busBandwidth(collective), plain);
}

QVariant CollectivesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_job)
        return {};
    if (role == Qt::TextAlignmentRole)
        return index.column() == Name ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != sortRole)
        return {};
    return cell(m_job->job.list[static_cast<std::size_t>(index.row())], index.column(), role == sortRole);
}

QVariant CollectivesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? headOfColumn(section).data(role) : QVariant();
}

} // namespace streamscope
