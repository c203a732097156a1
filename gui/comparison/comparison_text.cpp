// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_text.h"

#include "gui/timeline/text/time_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

/// "2.3 % longer".
QString changeText(std::int64_t a, std::int64_t b)
{
    if (a <= 0)
        return b > 0 ? tr("only in B") : tr("the same");
    const double percent = (static_cast<double>(b) / static_cast<double>(a) - 1) * 100;
    if (std::abs(percent) < 0.05)
        return tr("the same");
    return (percent > 0 ? tr("%1 % longer") : tr("%1 % shorter")).arg(QString::number(std::abs(percent), 'f', 1));
}

QString kindChange(const ComparedKind &kind)
{
    if (kind.countB == 0)
        return tr("only in A");
    return kind.countA == 0 ? tr("only in B") : changeText(kind.sumA, kind.sumB);
}

double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1e3;
}

QJsonObject pairOf(std::int64_t a, std::int64_t b)
{
    return {{QStringLiteral("a"), microseconds(a)},
            {QStringLiteral("b"), microseconds(b)},
            {QStringLiteral("difference"), microseconds(b - a)}};
}

QJsonValue indexOf(const std::optional<std::uint32_t> &index)
{
    return index ? QJsonValue(static_cast<qint64>(*index)) : QJsonValue(QJsonValue::Null);
}

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The letter goes with the first of them.
std::vector<QString> lettered(const QString &letter, std::vector<QString> texts)
{
    if (!texts.empty())
        texts.front().prepend(letter + QLatin1Char(' '));
    return texts;
}

} // namespace

QStringList comparisonLines(const Comparison &comparison)
{
    QStringList lines;
    lines << tr("whole run: A %1, B %2, %3")
                 .arg(timeText(comparison.spanA), timeText(comparison.spanB),
                      changeText(comparison.spanA, comparison.spanB));
    lines << tr("operations: %1 in both, %2 only in A, %3 only in B")
                 .arg(comparison.matched)
                 .arg(comparison.onlyA)
                 .arg(comparison.onlyB);
    for (const ComparedKind &kind : comparison.kinds)
        lines << tr("%1: A %2 in %3, B %4 in %5, %6")
                     .arg(kindTitle(kind.kind))
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
        kinds.append(QJsonObject{{QStringLiteral("kind"), fromView(kindName(kind.kind))},
                                 {QStringLiteral("count_a"), static_cast<qint64>(kind.countA)},
                                 {QStringLiteral("count_b"), static_cast<qint64>(kind.countB)},
                                 {QStringLiteral("sum_us"), pairOf(kind.sumA, kind.sumB)}});
    for (const ComparedOperation &operation : comparison.operations) {
        const Timeline &timeline = operation.a ? a : b;
        const Span span = timeline.span(operation.a ? *operation.a : *operation.b);
        operations.append(QJsonObject{{QStringLiteral("a"), indexOf(operation.a)},
                                      {QStringLiteral("b"), indexOf(operation.b)},
                                      {QStringLiteral("kind"), fromView(kindName(span.kind))},
                                      {QStringLiteral("name"), QString::fromStdString(timeline.name(span.name))},
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

PictureSource comparisonPicture(const std::shared_ptr<const ComparedRuns> &compared)
{
    PictureSource source;
    source.title = tr("A and B on one axis");
    source.compared = compared;
    const QStringList lines = comparisonLines(*compared->comparison);
    source.facts.emplace_back(lines.begin(), lines.end());
    const auto &[a, b] = compared->runs;
    const std::vector<QString> ofA = differingParameters(a, b), ofB = differingParameters(b, a);
    std::vector<QString> common = a.parameters;
    std::erase_if(common, [&ofA](const QString &text) { return std::find(ofA.begin(), ofA.end(), text) != ofA.end(); });
    std::vector<QString> parameters = lettered(tr("A:"), ofA);
    for (const auto &more : {lettered(tr("B:"), ofB), lettered(tr("both:"), common)})
        parameters.insert(parameters.end(), more.begin(), more.end());
    source.facts.push_back(parameters);
    if (compared->scale == ComparisonScale::Normalised)
        source.facts.push_back(
            {tr("each run is drawn from 0 to 100 % of its own time; times in words are as they were")});
    return source;
}

} // namespace streamscope
