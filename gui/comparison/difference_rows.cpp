// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/difference_rows.h"

#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/timeline_theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace streamscope {

namespace {

QString microsecondsText(std::int64_t ns)
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
    if (operation.isUnrecorded)
        return 0;
    if (!operation.a || !operation.b)
        return static_cast<double>(operation.a ? operation.durationA : operation.durationB);
    return std::abs(static_cast<double>(operation.longerNs()));
}

double changedShare(const ComparedOperation &operation)
{
    if (operation.isUnrecorded)
        return 0;
    if (!operation.a || !operation.b || operation.durationA <= 0)
        return std::numeric_limits<double>::infinity();
    return changedNs(operation) / static_cast<double>(operation.durationA);
}

bool wants(DifferenceScope scope, const ComparedOperation &operation)
{
    switch (scope) {
    case DifferenceScope::All:
        return true;
    case DifferenceScope::Changed:
        return changeOf(operation) != LengthChange::Same && !operation.isUnrecorded;
    case DifferenceScope::OnlyA:
        return changeOf(operation) == LengthChange::OnlyA;
    case DifferenceScope::OnlyB:
        return changeOf(operation) == LengthChange::OnlyB;
    }
    return true;
}

QString streamText(const ComparedRuns &compared, const ComparedOperation &operation)
{
    const QString a = operation.a ? streamOf(compared.run(Side::A).recording->timeline, *operation.a) : QString();
    const QString b = operation.b ? streamOf(compared.run(Side::B).recording->timeline, *operation.b) : QString();
    if (operation.a && operation.b && a != b)
        return a + QStringLiteral(" → ") + b;
    return operation.a ? a : b;
}

} // namespace

QString differenceText(const ComparedRuns &compared, const ComparedOperation &operation, int column)
{
    const auto known = [](const auto &side, std::int64_t ns) { return side ? microsecondsText(ns) : QString(); };
    switch (column) {
    case DifferenceColumn::Operation: {
        const Timeline &timeline = compared.run(operation.a ? Side::A : Side::B).recording->timeline;
        const std::uint32_t span = operation.a ? *operation.a : *operation.b;
        return kindSign(timeline.kinds()[span]) + QLatin1Char(' ')
               + QString::fromStdString(timeline.name(timeline.nameIndices()[span]));
    }
    case DifferenceColumn::Stream:
        return streamText(compared, operation);
    case DifferenceColumn::StartA:
        return known(operation.a, operation.startA);
    case DifferenceColumn::StartB:
        return known(operation.b, operation.startB);
    case DifferenceColumn::LastedA:
        return known(operation.a, operation.durationA);
    case DifferenceColumn::LastedB:
        return known(operation.b, operation.durationB);
    case DifferenceColumn::Difference:
        if (!operation.a || !operation.b)
            return changeSign(operation);
        return withSign(static_cast<double>(operation.longerNs()), microsecondsText(std::abs(operation.longerNs())));
    case DifferenceColumn::Percent:
        return operation.a && operation.b ? changeSign(operation) : QString();
    default:
        return {};
    }
}

namespace {

/// The place of each text among all texts of the column, of which there are few.
std::vector<double> textKeys(const ComparedRuns &compared, int column)
{
    const std::vector<ComparedOperation> &all = compared.comparison->operations;
    std::map<QString, double> ranks;
    std::vector<std::map<QString, double>::iterator> texts;
    texts.reserve(all.size());
    for (const ComparedOperation &operation : all)
        texts.push_back(ranks.try_emplace(differenceText(compared, operation, column), 0).first);
    double rank = 0;
    for (auto &[text, place] : ranks)
        place = rank++;
    std::vector<double> keys;
    keys.reserve(all.size());
    for (const auto &entry : texts)
        keys.push_back(entry->second);
    return keys;
}

/// One number for each operation, in the order of the column.
std::vector<double> keysFor(const ComparedRuns &compared, int column, Qt::SortOrder order)
{
    if (column == DifferenceColumn::Operation || column == DifferenceColumn::Stream)
        return textKeys(compared, column);
    // What is not there comes last either way.
    const double missing = std::numeric_limits<double>::infinity() * (order == Qt::AscendingOrder ? 1 : -1);
    const auto keyOf = [&](const ComparedOperation &operation) {
        const auto known = [missing](const auto &side, std::int64_t ns) {
            return side ? static_cast<double>(ns) : missing;
        };
        switch (column) {
        case DifferenceColumn::StartA:
            return known(operation.a, operation.startA);
        case DifferenceColumn::StartB:
            return known(operation.b, operation.startB);
        case DifferenceColumn::LastedA:
            return known(operation.a, operation.durationA);
        case DifferenceColumn::LastedB:
            return known(operation.b, operation.durationB);
        case DifferenceColumn::Percent:
            return changedShare(operation);
        default:
            return changedNs(operation);
        }
    };
    const std::vector<ComparedOperation> &all = compared.comparison->operations;
    std::vector<double> keys(all.size());
    std::transform(all.begin(), all.end(), keys.begin(), keyOf);
    return keys;
}

} // namespace

DifferenceRows differenceRows(const ComparedRuns &compared, const DifferenceView &view)
{
    DifferenceRows arranged;
    const std::vector<ComparedOperation> &all = compared.comparison->operations;
    const SpanMatcher inA(view.query, compared.run(Side::A).recording->timeline);
    const SpanMatcher inB(view.query, compared.run(Side::B).recording->timeline);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const bool matches =
            view.query.empty() || (all[i].a && inA.matches(*all[i].a)) || (all[i].b && inB.matches(*all[i].b));
        if (matches && wants(view.scope, all[i]))
            arranged.rows.push_back(i);
    }
    const std::vector<double> keys = keysFor(compared, view.column, view.order);
    std::stable_sort(arranged.rows.begin(), arranged.rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        return view.order == Qt::AscendingOrder ? keys[a] < keys[b] : keys[b] < keys[a];
    });
    arranged.position.assign(all.size(), -1);
    for (std::size_t row = 0; row < arranged.rows.size(); ++row)
        arranged.position[arranged.rows[row]] = static_cast<std::int32_t>(row);
    return arranged;
}

} // namespace streamscope
