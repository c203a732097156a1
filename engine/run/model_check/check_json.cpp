// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/check_json.h"

#include "engine/formats/text/json_object.h"
#include "engine/run/model_check/check_figures.h"

#include <QJsonArray>

namespace streamscope {

namespace {

double us(std::int64_t ns)
{
    return static_cast<double>(ns) / 1000.0;
}

QJsonObject rowJson(const CheckedConfiguration &row)
{
    const MeasuredConfiguration &m = row.measured;
    QJsonObject object{{QStringLiteral("experiment"), jsonText(m.experiment->id())},
                       {QStringLiteral("settings"), jsonText(settingsText(m.parameters))},
                       {QStringLiteral("measured_us"), QJsonObject{{QStringLiteral("median"), us(m.medianNs)},
                                                                   {QStringLiteral("min"), us(m.minimumNs)},
                                                                   {QStringLiteral("q1"), us(m.firstQuartileNs)},
                                                                   {QStringLiteral("q3"), us(m.thirdQuartileNs)}}},
                       {QStringLiteral("predicted_us"), us(row.predictedNs)},
                       {QStringLiteral("error_percent"), row.error() * 100}};
    if (row.range)
        object.insert(QStringLiteral("range_us"), QJsonArray{us(row.range->lowNs), us(row.range->highNs)});
    return object;
}

QJsonObject checkFiguresJson(const CheckFigures &figures)
{
    QJsonObject object{{QStringLiteral("count"), static_cast<qint64>(figures.count)},
                       {QStringLiteral("median_error_percent"), figures.medianError * 100},
                       {QStringLiteral("p95_error_percent"), figures.p95Error * 100}};
    if (!figures.experiment.empty())
        object.insert(QStringLiteral("experiment"), jsonText(figures.experiment));
    if (figures.insideShare)
        object.insert(QStringLiteral("inside_percent"), *figures.insideShare * 100);
    if (figures.worst)
        object.insert(QStringLiteral("worst"), rowJson(*figures.worst));
    return object;
}

} // namespace

QJsonObject modelCheckJson(const ModelCheck &check, const std::string &device, const std::string &model)
{
    const std::vector<CheckFigures> figures = figuresOf(check);
    QJsonArray experiments, rows, skipped;
    for (std::size_t i = 0; i + 1 < figures.size(); ++i)
        experiments.append(checkFiguresJson(figures[i]));
    for (const CheckedConfiguration &row : check.rows)
        rows.append(rowJson(row));
    for (const ModelCheckSkip &skip : check.skipped)
        skipped.append(QJsonObject{{QStringLiteral("experiment"), jsonText(skip.experiment)},
                                   {QStringLiteral("reason"), jsonText(skip.reason)}});
    QJsonObject object{{QStringLiteral("format"), QStringLiteral("streamscope-model-check")},
                       {QStringLiteral("version"), 1},
                       {QStringLiteral("device"), jsonText(device)},
                       {QStringLiteral("model"), jsonText(model)},
                       {QStringLiteral("experiments"), experiments},
                       {QStringLiteral("total"), checkFiguresJson(figures.back())},
                       {QStringLiteral("rows"), rows},
                       {QStringLiteral("skipped"), skipped}};
    if (const auto pageable = pageableFiguresOf(check))
        object.insert(QStringLiteral("pageable"), checkFiguresJson(*pageable));
    if (const auto steady = steadyFiguresOf(check))
        object.insert(QStringLiteral("steady"), checkFiguresJson(*steady));
    if (const auto pace = hostPaceOf(check))
        object.insert(QStringLiteral("host_pace"),
                      QJsonObject{{QStringLiteral("count"), static_cast<qint64>(pace->count)},
                                  {QStringLiteral("factor"), pace->factor}});
    return object;
}

} // namespace streamscope
