// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/explanation_json.h"

#include "engine/formats/text/json_object.h"

#include <QJsonArray>

namespace streamscope {

namespace {

QJsonValue heldByJson(const std::optional<DependencyKind> &kind)
{
    if (!kind)
        return QJsonValue();
    switch (*kind) {
    case DependencyKind::Stream:
        return QStringLiteral("stream");
    case DependencyKind::Event:
        return QStringLiteral("event");
    case DependencyKind::Engine:
        return QStringLiteral("engine");
    case DependencyKind::Host:
        return QStringLiteral("host");
    }
    return QJsonValue();
}

} // namespace

QJsonObject toJson(const Explanation &explanation)
{
    QJsonArray chain;
    for (const ExplainedStep &step : explanation.chain)
        chain.append(QJsonObject{{QStringLiteral("index"), static_cast<qint64>(step.span)},
                                 {QStringLiteral("held_by"), heldByJson(step.heldBy)},
                                 {QStringLiteral("free_at_us"), jsonMicroseconds(step.freeAt)},
                                 {QStringLiteral("late_call_us"), jsonMicroseconds(step.lateCallNs)},
                                 {QStringLiteral("starting_us"), jsonMicroseconds(step.startingNs)},
                                 {QStringLiteral("text"), jsonText(step.text)}});
    return {{QStringLiteral("format"), QStringLiteral("streamscope-explanation")},
            {QStringLiteral("version"), 1},
            {QStringLiteral("slack_us"), jsonMicroseconds(explanation.slackNs)},
            {QStringLiteral("chain"), chain},
            {QStringLiteral("issued_by"), jsonText(explanation.issuedBy)},
            {QStringLiteral("text"), jsonText(explanation.slackText)}};
}

} // namespace streamscope
