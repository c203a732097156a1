// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/comparison_report.h"

#include "engine/formats/text/json_object.h"
#include "engine/formats/text/time_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace streamscope {

namespace {

/// "2.3 % longer".
QString changeText(std::int64_t a, std::int64_t b)
{
    if (a <= 0)
        return b > 0 ? QStringLiteral("only in B") : QStringLiteral("the same");
    const double percent = (static_cast<double>(b) / static_cast<double>(a) - 1) * 100;
    if (std::abs(percent) < 0.05)
        return QStringLiteral("the same");
    return (percent > 0 ? QStringLiteral("%1 % longer") : QStringLiteral("%1 % shorter"))
        .arg(QString::number(std::abs(percent), 'f', 1));
}

QString kindChange(const ComparedKind &kind)
{
    if (kind.countB == 0)
        return QStringLiteral("only in A");
    return kind.countA == 0 ? QStringLiteral("only in B") : changeText(kind.sumA, kind.sumB);
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
    lines << QStringLiteral("whole run: A %1, B %2, %3")
                 .arg(timeText(comparison.spanA), timeText(comparison.spanB),
                      changeText(comparison.spanA, comparison.spanB));
    lines << QStringLiteral("operations: %1 in both, %2 only in A, %3 only in B")
                 .arg(comparison.matched)
                 .arg(comparison.onlyA)
                 .arg(comparison.onlyB);
    for (const ComparedKind &kind : comparison.kinds)
        lines << QStringLiteral("%1: A %2 in %3, B %4 in %5, %6")
                     .arg(QString::fromUtf8(infoOf(kind.kind).title))
                     .arg(kind.countA)
                     .arg(timeText(kind.sumA))
                     .arg(kind.countB)
                     .arg(timeText(kind.sumB), kindChange(kind));
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
                                     {QStringLiteral("kinds"), kinds},
                                     {QStringLiteral("operations"), operations}})
        .toJson(QJsonDocument::Compact);
}

} // namespace streamscope
