// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/parameter_json.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QJsonArray>

#include <cmath>

namespace streamscope {

namespace {

/// A whole number that a double holds exactly.
std::int64_t wholeNumber(const JsonObject &object, const char *key, const ParameterSpec &spec, const QJsonValue &value)
{
    const double number = value.toDouble(std::nan(""));
    if (!value.isDouble() || number != std::floor(number) || std::abs(number) > 9.007199254740992e15)
        object.refuse(key, jsonValueText(value),
                      (spec.type == ParameterType::Size ? "a whole number of bytes, " : "a whole number, ")
                          + allowedText(spec));
    return static_cast<std::int64_t>(number);
}

ParameterValue readValue(const JsonObject &object, const char *key, const ParameterSpec &spec)
{
    const QJsonValue value = object.value(key);
    switch (spec.type) {
    case ParameterType::Integer:
    case ParameterType::Size:
        return wholeNumber(object, key, spec, value);
    case ParameterType::Choice:
    case ParameterType::Text:
        if (!value.isString())
            object.refuse(key, jsonValueText(value),
                          (spec.type == ParameterType::Choice ? "one of " : "") + allowedText(spec));
        return value.toString().toStdString();
    case ParameterType::Number:
        if (!value.isDouble())
            object.refuse(key, jsonValueText(value), Phrase("engine", "a number, %1").arg(allowedText(spec)));
        return value.toDouble();
    case ParameterType::IntegerList:
        break;
    }
    if (!value.isArray())
        object.refuse(key, jsonValueText(value), Phrase("engine", "a list of %1").arg(allowedText(spec)));
    std::vector<std::int64_t> list;
    for (const QJsonValue entry : value.toArray())
        list.push_back(wholeNumber(object, key, spec, entry));
    return list;
}

} // namespace

QJsonValue toJson(const ParameterValue &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value))
        return static_cast<qint64>(*number);
    if (const auto *text = std::get_if<std::string>(&value))
        return QString::fromStdString(*text);
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    QJsonArray list;
    for (const std::int64_t entry : std::get<2>(value))
        list.append(static_cast<qint64>(entry));
    return list;
}

QJsonObject toJson(const Parameters &parameters)
{
    QJsonObject object;
    for (const ParameterSpec &spec : parameters.specs())
        object.insert(QString::fromStdString(spec.name), toJson(parameters.value(spec.name)));
    return object;
}

void readParameters(const JsonObject &object, Parameters &parameters)
{
    for (const QString &name : object.keys()) {
        const QByteArray key = name.toUtf8();
        try {
            const ParameterSpec *spec = nullptr;
            for (const ParameterSpec &candidate : parameters.specs())
                if (candidate.name == key.toStdString())
                    spec = &candidate;
            if (!spec)
                parameters.value(key.toStdString()); // throws with the list of what there is
            else
                parameters.set(spec->name, readValue(object, key.constData(), *spec));
        } catch (const InputError &error) {
            const std::string text = error.what();
            throw InputError(text.starts_with(object.source()) ? text : object.at(nullptr) + ": " + text);
        }
    }
}

QJsonObject toJson(const ParameterSpec &spec)
{
    QJsonObject object{{QStringLiteral("name"), QString::fromStdString(spec.name)},
                       {QStringLiteral("label"), QString::fromStdString(spec.label)},
                       {QStringLiteral("type"), QString::fromUtf8(parameterTypeName(spec.type).data())},
                       {QStringLiteral("unit"), QString::fromStdString(spec.unit)},
                       {QStringLiteral("default"), toJson(spec.defaultValue)},
                       {QStringLiteral("help"), QString::fromStdString(spec.help)}};
    if (spec.type == ParameterType::Choice) {
        QJsonArray choices;
        for (const std::string &choice : spec.choices)
            choices.append(QString::fromStdString(choice));
        object.insert(QStringLiteral("choices"), choices);
    } else if (spec.type == ParameterType::Number) {
        object.insert(QStringLiteral("minimum"), spec.lowest);
        object.insert(QStringLiteral("maximum"), spec.highest);
    } else if (spec.type != ParameterType::Text) {
        object.insert(QStringLiteral("minimum"), static_cast<qint64>(spec.minimum));
        object.insert(QStringLiteral("maximum"), static_cast<qint64>(spec.maximum));
    }
    return object;
}

} // namespace streamscope
