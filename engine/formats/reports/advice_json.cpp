// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/reports/advice_json.h"

#include "engine/formats/text/json_object.h"

#include <cmath>

namespace streamscope {

namespace {

double percent(double share)
{
    return std::round(share * 1e4) / 100;
}

QJsonValue rangeJson(const std::optional<PredictionRange> &range)
{
    if (!range)
        return QJsonValue();
    return QJsonArray{jsonMicroseconds(range->lowNs), jsonMicroseconds(range->highNs)};
}

void addCode(QJsonObject &object, const std::string &code, const std::string &language)
{
    if (code.empty())
        return;
    object.insert(QStringLiteral("code_language"), jsonText(language));
    object.insert(QStringLiteral("code"), jsonText(code));
}

QJsonValue suggestionJson(const Suggestion &suggestion)
{
    if (suggestion.text.empty() && !suggestion.isTried())
        return QJsonValue();
    QJsonObject object{{QStringLiteral("text"), jsonText(suggestion.text)}};
    if (suggestion.isTried()) {
        object.insert(QStringLiteral("change"), jsonText(suggestion.change));
        object.insert(QStringLiteral("predicted_us"), jsonMicroseconds(suggestion.predictedNs));
        object.insert(QStringLiteral("predicted_range_us"), rangeJson(suggestion.range));
        object.insert(QStringLiteral("gain_percent"), percent(suggestion.gain));
        addCode(object, suggestion.code, suggestion.codeLanguage);
    }
    return object;
}

QJsonObject stepJson(const AdviceSummary::Step &step)
{
    QJsonObject object{{QStringLiteral("change"), jsonText(step.change)},
                       {QStringLiteral("predicted_us"), jsonMicroseconds(step.predictedNs)},
                       {QStringLiteral("predicted_range_us"), rangeJson(step.range)},
                       {QStringLiteral("gain_percent"), percent(step.gain)}};
    addCode(object, step.code, step.codeLanguage);
    return object;
}

} // namespace

QJsonArray toJson(const std::vector<Finding> &findings)
{
    QJsonArray list;
    for (const Finding &finding : findings) {
        QJsonObject evidence;
        for (const auto &[name, value] : finding.evidence)
            evidence.insert(jsonText(name), value);
        list.append(QJsonObject{{QStringLiteral("id"), jsonText(finding.id)},
                                {QStringLiteral("severity"), QString::fromLatin1(severityName(finding.severity))},
                                {QStringLiteral("text"), jsonText(finding.text)},
                                {QStringLiteral("evidence"), evidence},
                                {QStringLiteral("suggestion"), suggestionJson(finding.suggestion)}});
    }
    return list;
}

QJsonObject toJson(const AdviceSummary &advice)
{
    QJsonArray sequence;
    for (const AdviceSummary::Step &step : advice.sequence)
        sequence.append(stepJson(step));
    QJsonValue remaining;
    if (!advice.limit.empty())
        remaining = QJsonObject{{QStringLiteral("limit"), jsonText(advice.limit)},
                                {QStringLiteral("bound_us"), jsonMicroseconds(advice.boundNs)},
                                {QStringLiteral("efficiency"), advice.efficiency}};
    return {{QStringLiteral("text"), jsonText(advice.text)},
            {QStringLiteral("before_us"), jsonMicroseconds(advice.beforeNs)},
            {QStringLiteral("tried"), static_cast<qint64>(advice.tried)},
            {QStringLiteral("sequence"), sequence},
            {QStringLiteral("uncertain"), advice.uncertain ? QJsonValue(stepJson(*advice.uncertain)) : QJsonValue()},
            {QStringLiteral("remaining_bound"), remaining}};
}

} // namespace streamscope
