// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/comparison_report.h"

#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/json_object.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/text/phrase.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace streamscope {

namespace {

QString summedText(std::int64_t ns, std::size_t count)
{
    return QStringLiteral("%1 summed over %2").arg(timeText(ns)).arg(count);
}

/// "3 ms summed over 16 → 5 ms summed over 8, +67 %".
QString kindChange(const ComparedKind &kind)
{
    if (kind.countB == 0)
        return QStringLiteral("%1, %2").arg(summedText(kind.sumA, kind.countA), onlyInText(Side::A));
    if (kind.countA == 0)
        return QStringLiteral("%1, %2").arg(summedText(kind.sumB, kind.countB), onlyInText(Side::B));
    const QString change = changeText(kind.sumA, kind.sumB);
    return QStringLiteral("%1 → %2%3")
        .arg(summedText(kind.sumA, kind.countA), summedText(kind.sumB, kind.countB),
             change.isEmpty() ? change : QStringLiteral(", ") + change);
}

QJsonObject pairOf(std::int64_t a, std::int64_t b)
{
    return {{QStringLiteral("a"), jsonMicroseconds(a)},
            {QStringLiteral("b"), jsonMicroseconds(b)},
            {QStringLiteral("difference"), jsonMicroseconds(b - a)}};
}

QJsonValue indexOf(const std::optional<std::uint32_t> &index)
{
    return index ? QJsonValue(static_cast<qint64>(*index)) : QJsonValue(QJsonValue::Null);
}

} // namespace

QStringList comparisonLines(const Comparison &comparison)
{
    QStringList lines;
    const auto add = [&lines](const std::string &line) { lines << QString::fromStdString(line); };
    add(Phrase("engine", "whole run: %1").arg(fromToText(comparison.spanA, comparison.spanB).toStdString()));
    add(Phrase("engine", "operations: %1 in both, %2 only in baseline, %3 only in this run")
            .arg(comparison.matched, comparison.onlyA, comparison.onlyB));
    if (comparison.unrecorded > 0)
        add(Phrase("engine", "not compared: %1 times work of the host and events, which the trace does not record")
                .arg(comparison.unrecorded));
    for (const ComparedKind &kind : comparison.kinds)
        lines << QStringLiteral("%1: %2").arg(QString::fromUtf8(infoOf(kind.kind).title), kindChange(kind));
    return lines;
}

QByteArray comparisonJson(const Comparison &comparison, const Timeline &a, const Timeline &b)
{
    QJsonArray kinds, operations;
    for (const ComparedKind &kind : comparison.kinds)
        kinds.append(QJsonObject{{QStringLiteral("kind"), jsonText(kindName(kind.kind))},
                                 {QStringLiteral("count_a"), static_cast<qint64>(kind.countA)},
                                 {QStringLiteral("count_b"), static_cast<qint64>(kind.countB)},
                                 {QStringLiteral("sum_us"), pairOf(kind.sumA, kind.sumB)}});
    for (const ComparedOperation &operation : comparison.operations) {
        const Timeline &timeline = operation.a ? a : b;
        const Span span = timeline.span(operation.a ? *operation.a : *operation.b);
        operations.append(QJsonObject{{QStringLiteral("a"), indexOf(operation.a)},
                                      {QStringLiteral("b"), indexOf(operation.b)},
                                      {QStringLiteral("kind"), jsonText(kindName(span.kind))},
                                      {QStringLiteral("name"), jsonText(timeline.name(span.name))},
                                      {QStringLiteral("duration_us"), pairOf(operation.durationA, operation.durationB)},
                                      {QStringLiteral("start_us"), pairOf(operation.startA, operation.startB)}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), QStringLiteral("streamscope-comparison")},
                                     {QStringLiteral("version"), 1},
                                     {QStringLiteral("span_us"), pairOf(comparison.spanA, comparison.spanB)},
                                     {QStringLiteral("matched"), static_cast<qint64>(comparison.matched)},
                                     {QStringLiteral("only_a"), static_cast<qint64>(comparison.onlyA)},
                                     {QStringLiteral("only_b"), static_cast<qint64>(comparison.onlyB)},
                                     {QStringLiteral("not_recorded"), static_cast<qint64>(comparison.unrecorded)},
                                     {QStringLiteral("kinds"), kinds},
                                     {QStringLiteral("operations"), operations}})
        .toJson(QJsonDocument::Compact);
}

} // namespace streamscope
