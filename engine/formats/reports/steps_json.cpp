// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/steps_json.h"

#include "engine/formats/text/json_object.h"

#include <QJsonArray>

namespace streamscope {

namespace {

QJsonValue timeOrNull(std::int64_t ns)
{
    return ns == unknownTime ? QJsonValue() : QJsonValue(static_cast<qint64>(ns));
}

QJsonObject stepJson(const Step &step, std::size_t index)
{
    return {{QStringLiteral("index"), static_cast<qint64>(index)},
            {QStringLiteral("name"), jsonText(step.name)},
            {QStringLiteral("duration_ns"), static_cast<qint64>(step.duration())},
            {QStringLiteral("host_begin_ns"), static_cast<qint64>(step.hostBegin)},
            {QStringLiteral("host_end_ns"), static_cast<qint64>(step.hostEnd)},
            {QStringLiteral("gpu_begin_ns"), timeOrNull(step.deviceBegin)},
            {QStringLiteral("gpu_end_ns"), timeOrNull(step.deviceEnd)},
            {QStringLiteral("operations"), static_cast<qint64>(step.operations)}};
}

} // namespace

QJsonObject toJson(const Steps &steps)
{
    constexpr std::size_t mostListed = 1'000;
    const StepFigures figures = figuresOf(steps);
    QJsonArray list;
    for (std::size_t i = 0; i < steps.steps.size() && i < mostListed; ++i)
        list.append(stepJson(steps.steps[i], i));
    return {{QStringLiteral("by"), jsonText(steps.by)},
            {QStringLiteral("count"), static_cast<qint64>(steps.steps.size())},
            {QStringLiteral("median_ns"), static_cast<qint64>(figures.median)},
            {QStringLiteral("spread_ns"), static_cast<qint64>(figures.spread)},
            {QStringLiteral("shortest_ns"), static_cast<qint64>(figures.shortest)},
            {QStringLiteral("longest_ns"), static_cast<qint64>(figures.longest)},
            {QStringLiteral("odd"), figures.odd ? QJsonValue(static_cast<qint64>(*figures.odd)) : QJsonValue()},
            {QStringLiteral("list"), list}};
}

} // namespace streamscope
