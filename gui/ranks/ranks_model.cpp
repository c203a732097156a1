// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/ranks/ranks_model.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "gui/ranks/rank_values.h"
#include "gui/tables/table_columns.h"

#include <utility>

namespace streamscope {

namespace {

const QString unknown = QStringLiteral("–");

QVariant timeCell(std::optional<std::int64_t> ns, bool plain)
{
    if (plain)
        return static_cast<qlonglong>(ns.value_or(-1));
    return ns ? timeText(*ns) : unknown;
}

std::optional<std::int64_t> whereKnown(const RankFigures &rank, std::int64_t ns)
{
    return rank.alignment.isKnown() ? std::optional(ns) : std::nullopt;
}

QString clockText(const RankAlignment &alignment)
{
    switch (alignment.clock) {
    case RankClock::Own:
        return RanksModel::tr("its own");
    case RankClock::Aligned:
        return RanksModel::tr("%1 ahead, %2 ppm")
            .arg(timeText(alignment.fit.offsetNs), QString::number(alignment.fit.drift * 1e6, 'f', 1));
    case RankClock::Refused:
        break;
    }
    return RanksModel::tr("unknown");
}

QVariant startsLast(const RankFigures &rank, bool plain)
{
    if (plain)
        return static_cast<qulonglong>(rank.startsLast);
    return rank.alignment.isKnown() ? RanksModel::tr("%1 of %2").arg(rank.startsLast).arg(rank.collectives) : unknown;
}

QVariant cell(const RankFigures &rank, int column, bool plain)
{
    switch (column) {
    case RanksModel::Rank:
        return rank.rank;
    case RanksModel::OthersWait:
        return timeCell(whereKnown(rank, rank.othersWaitNs), plain);
    case RanksModel::Waits:
        return timeCell(rankValue(rank, RankValue::Wait), plain);
    case RanksModel::StartsLast:
        return startsLast(rank, plain);
    case RanksModel::Compute:
        return timeCell(rank.times.computeNs, plain);
    case RanksModel::ExposedCommunication:
        return timeCell(rank.times.exposedCommunicationNs, plain);
    case RanksModel::ExposedCopies:
        return timeCell(rank.times.exposedCopyNs, plain);
    case RanksModel::Idle:
        return timeCell(rank.times.idleNs, plain);
    case RanksModel::Late:
        return plain ? QVariant(static_cast<qlonglong>(rank.late ? rank.late->ns : -1)) : RanksModel::lateText(rank);
    case RanksModel::Residual:
        return timeCell(rank.alignment.residualNs, plain);
    case RanksModel::Clock:
        return plain ? QVariant(static_cast<qlonglong>(rank.alignment.fit.offsetNs)) : clockText(rank.alignment);
    default:
        break;
    }
    return QString::fromStdString(rank.path.substr(rank.path.rfind('/') + 1));
}

ColumnHead head(int column)
{
    switch (column) {
    case RanksModel::Rank:
        return {RanksModel::tr("Rank"), RanksModel::tr("A check shows its operations in the timeline.")};
    case RanksModel::OthersWait:
        return {RanksModel::tr("Others wait"),
                RanksModel::tr("What the other ranks waited in the collectives that this one started last, summed.")};
    case RanksModel::Waits:
        return {RanksModel::tr("Waits"), rankValueHelp(RankValue::Wait)};
    case RanksModel::StartsLast:
        return {RanksModel::tr("Starts last"), RanksModel::tr("Collectives that began last on this rank.")};
    case RanksModel::Compute:
        return {rankValueTitle(RankValue::Compute), rankValueHelp(RankValue::Compute)};
    case RanksModel::ExposedCommunication:
        return {RanksModel::tr("Exposed comm."), rankValueHelp(RankValue::ExposedCommunication)};
    case RanksModel::ExposedCopies:
        return {rankValueTitle(RankValue::ExposedCopies), rankValueHelp(RankValue::ExposedCopies)};
    case RanksModel::Idle:
        return {rankValueTitle(RankValue::Idle), rankValueHelp(RankValue::Idle)};
    case RanksModel::Late:
        return {RanksModel::tr("Late by"),
                RanksModel::tr("What ran longer than on the other ranks before the collectives that it started last, "
                               "summed; “its host”: its GPU was idle longer.")};
    case RanksModel::Residual:
        return {RanksModel::tr("Residual"),
                RanksModel::tr("Median difference between the ends of its collectives and those of the others: do not "
                               "read times between ranks below it.")};
    case RanksModel::Clock:
        return {RanksModel::tr("Clock"), RanksModel::tr("How its clock stands to the reference.")};
    default:
        break;
    }
    return {RanksModel::tr("File"), {}};
}

} // namespace

QString RanksModel::lateText(const RankFigures &rank)
{
    if (!rank.late)
        return {};
    const QString who =
        rank.late->name.empty() ? tr("its host") : QString::fromStdString(shortKernelName(rank.late->name));
    return tr("%1, %2 longer").arg(who, timeText(rank.late->ns));
}

void RanksModel::setJob(std::shared_ptr<const ShownRanks> job)
{
    beginResetModel();
    m_job = std::move(job);
    m_checked.clear();
    if (m_job)
        m_checked.insert(m_job->shown.begin(), m_job->shown.end());
    endResetModel();
    Q_EMIT checkedChanged();
}

int RanksModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_job ? 0 : static_cast<int>(m_job->job.ranks.size());
}

int RanksModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RanksModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_job)
        return {};
    const RankFigures &rank = m_job->job.ranks[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case sortRole:
        return cell(rank, index.column(), role == sortRole);
    case Qt::CheckStateRole:
        if (index.column() == Rank)
            return m_checked.count(rank.rank) > 0 ? Qt::Checked : Qt::Unchecked;
        return {};
    case Qt::ToolTipRole:
        if (index.column() == Clock && !rank.alignment.fit.refusal.empty())
            return QString::fromStdString(rank.alignment.fit.refusal);
        if (index.column() == Late && rank.late)
            return QString::fromStdString(rank.late->name);
        return index.column() == File ? QString::fromStdString(rank.path) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Late || index.column() >= Clock ? QVariant()
                                                                 : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

bool RanksModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || !m_job || role != Qt::CheckStateRole || index.column() != Rank)
        return false;
    const int rank = m_job->job.ranks[static_cast<std::size_t>(index.row())].rank;
    if (value.toInt() == Qt::Checked)
        m_checked.insert(rank);
    else
        m_checked.erase(rank);
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT checkedChanged();
    return true;
}

/// A rank of an unknown clock is on no common axis.
Qt::ItemFlags RanksModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == Rank && m_job && m_job->job.ranks[static_cast<std::size_t>(index.row())].alignment.isKnown())
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant RanksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal ? head(section).data(role) : QVariant();
}

} // namespace streamscope
