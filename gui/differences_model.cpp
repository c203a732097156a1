// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/differences_model.h"

#include "gui/timeline/timeline_theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

QString microseconds(std::int64_t ns)
{
    return QString::number(static_cast<double>(ns) / 1000, 'f', 3);
}

QString withSign(double value, const QString &digits)
{
    return (value > 0 ? QStringLiteral("+") : value < 0 ? QStringLiteral("−") : QString()) + digits;
}

QString streamOf(const Timeline &timeline, std::uint32_t span)
{
    const std::int32_t stream = timeline.streamIndices()[span];
    return stream < 0 ? QString() : QString::fromStdString(timeline.streams()[static_cast<std::size_t>(stream)].id);
}

/// How much changed: the change itself; all of what only one run has.
double changedNs(const ComparedOperation &operation)
{
    if (!operation.a || !operation.b)
        return static_cast<double>(operation.a ? operation.durationA : operation.durationB);
    return std::abs(static_cast<double>(operation.longerNs()));
}

double changedShare(const ComparedOperation &operation)
{
    if (!operation.a || !operation.b || operation.durationA <= 0)
        return std::numeric_limits<double>::infinity();
    return changedNs(operation) / static_cast<double>(operation.durationA);
}

} // namespace

void DifferencesModel::setComparison(std::shared_ptr<const ComparedRuns> compared)
{
    beginResetModel();
    m_compared = std::move(compared);
    arrange();
    endResetModel();
}

void DifferencesModel::setFilter(const SpanQuery &query, DifferenceScope scope)
{
    beginResetModel();
    m_query = query;
    m_scope = scope;
    arrange();
    endResetModel();
}

void DifferencesModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ColumnCount)
        return;
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<std::uint32_t> kept;
    for (const QModelIndex &index : before)
        kept.push_back(m_rows[static_cast<std::size_t>(index.row())]);
    m_sortColumn = column;
    m_order = order;
    arrange();
    for (qsizetype i = 0; i < before.size(); ++i)
        changePersistentIndex(before[i], index(m_position[kept[static_cast<std::size_t>(i)]], before[i].column()));
    Q_EMIT layoutChanged();
}

bool DifferencesModel::wants(DifferenceScope scope, const ComparedOperation &operation) const
{
    switch (scope) {
    case DifferenceScope::All:
        return true;
    case DifferenceScope::Changed:
        return changeOf(operation) != Change::Same;
    case DifferenceScope::OnlyA:
        return !operation.b;
    case DifferenceScope::OnlyB:
        return !operation.a;
    }
    return true;
}

void DifferencesModel::arrange()
{
    m_rows.clear();
    m_position.clear();
    if (!m_compared)
        return;
    const std::vector<ComparedOperation> &all = m_compared->comparison->operations;
    const SpanMatcher inA(m_query, m_compared->run(Side::A).recording->timeline);
    const SpanMatcher inB(m_query, m_compared->run(Side::B).recording->timeline);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const bool matches =
            m_query.empty() || (all[i].a && inA.matches(*all[i].a)) || (all[i].b && inB.matches(*all[i].b));
        if (matches && wants(m_scope, all[i]))
            m_rows.push_back(i);
    }
    const std::vector<double> keys = keysFor(m_sortColumn);
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        return m_order == Qt::AscendingOrder ? keys[a] < keys[b] : keys[b] < keys[a];
    });
    m_position.assign(all.size(), -1);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_position[m_rows[row]] = static_cast<std::int32_t>(row);
}

/// One number for each operation, in the order of the column.
std::vector<double> DifferencesModel::keysFor(int column) const
{
    if (column == Operation || column == Stream)
        return textKeys(column);
    constexpr double missing = -std::numeric_limits<double>::infinity();
    const std::vector<ComparedOperation> &all = m_compared->comparison->operations;
    std::vector<double> keys;
    keys.reserve(all.size());
    for (const ComparedOperation &operation : all) {
        switch (column) {
        case StartA:
            keys.push_back(operation.a ? static_cast<double>(operation.startA) : missing);
            break;
        case StartB:
            keys.push_back(operation.b ? static_cast<double>(operation.startB) : missing);
            break;
        case LastedA:
            keys.push_back(operation.a ? static_cast<double>(operation.durationA) : missing);
            break;
        case LastedB:
            keys.push_back(operation.b ? static_cast<double>(operation.durationB) : missing);
            break;
        case Percent:
            keys.push_back(changedShare(operation));
            break;
        default:
            keys.push_back(changedNs(operation));
        }
    }
    return keys;
}

/// The place of each text among all texts of the column, of which there are few.
std::vector<double> DifferencesModel::textKeys(int column) const
{
    const std::vector<ComparedOperation> &all = m_compared->comparison->operations;
    std::map<QString, double> ranks;
    std::vector<std::map<QString, double>::iterator> texts;
    texts.reserve(all.size());
    for (const ComparedOperation &operation : all)
        texts.push_back(ranks.try_emplace(text(operation, column), 0).first);
    double rank = 0;
    for (auto &[text, place] : ranks)
        place = rank++;
    std::vector<double> keys;
    keys.reserve(all.size());
    for (const auto &entry : texts)
        keys.push_back(entry->second);
    return keys;
}

const ComparedOperation &DifferencesModel::operation(int row) const
{
    return m_compared->comparison->operations[m_rows[static_cast<std::size_t>(row)]];
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
    return m_compared && span < m_compared->merged->timeline.size() ? m_position[m_compared->rowOf(span)] : -1;
}

int DifferencesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DifferencesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString DifferencesModel::streamText(const ComparedOperation &operation) const
{
    const QString a = operation.a ? streamOf(m_compared->run(Side::A).recording->timeline, *operation.a) : QString();
    const QString b = operation.b ? streamOf(m_compared->run(Side::B).recording->timeline, *operation.b) : QString();
    if (operation.a && operation.b && a != b)
        return a + QStringLiteral(" → ") + b;
    return operation.a ? a : b;
}

QString DifferencesModel::text(const ComparedOperation &operation, int column) const
{
    const auto known = [](const auto &side, std::int64_t ns) { return side ? microseconds(ns) : QString(); };
    switch (column) {
    case Operation: {
        const Timeline &timeline = m_compared->run(operation.a ? Side::A : Side::B).recording->timeline;
        const std::uint32_t span = operation.a ? *operation.a : *operation.b;
        return kindSign(timeline.kinds()[span]) + QLatin1Char(' ')
               + QString::fromStdString(timeline.name(timeline.nameIndices()[span]));
    }
    case Stream:
        return streamText(operation);
    case StartA:
        return known(operation.a, operation.startA);
    case StartB:
        return known(operation.b, operation.startB);
    case LastedA:
        return known(operation.a, operation.durationA);
    case LastedB:
        return known(operation.b, operation.durationB);
    case Difference:
        if (!operation.a || !operation.b)
            return changeSign(operation);
        return withSign(static_cast<double>(operation.longerNs()), microseconds(std::abs(operation.longerNs())));
    case Percent:
        return operation.a && operation.b ? changeSign(operation) : QString();
    default:
        return {};
    }
}

QVariant DifferencesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_compared)
        return {};
    if (role == Qt::DisplayRole)
        return text(operation(index.row()), index.column());
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
    const std::pair<QString, QString> heads[ColumnCount] = {
        {tr("Operation"), tr("Kind and name; matched by kind, name, chunk and stream, the n-th with the n-th")},
        {tr("Stream"), tr("In A → in B, where they differ")},
        {tr("A start µs"), tr("From the start of run A")},
        {tr("B start µs"), tr("From the start of run B")},
        {tr("A lasted µs"), {}},
        {tr("B lasted µs"), {}},
        {tr("Difference µs"), tr("B less A: + is longer in B. Sorted by its size, whatever its sign")},
        {tr("Difference %"), tr("Of A's length")},
    };
    if (role == Qt::DisplayRole)
        return heads[section].first;
    if (role == Qt::ToolTipRole)
        return heads[section].second;
    return {};
}

} // namespace streamscope
