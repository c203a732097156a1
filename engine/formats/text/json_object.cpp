// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/json_object.h"

#include "engine/device/number_text.h"
#include "engine/formats/text/csv_rows.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonParseError>
#include <QStringList>

#include <cmath>

namespace streamscope {

namespace {

constexpr std::size_t longestText = CsvRows::longestField; // names have to fit into tables

/// The offending byte. Qt says the one behind it, but for garbage behind the document.
qsizetype offendingByte(const QJsonParseError &error)
{
    const bool exact = error.error == QJsonParseError::GarbageAtEnd || error.offset == 0;
    return exact ? error.offset : error.offset - 1;
}

/// "line 3, column 7" of a byte offset, both counted from 1; columns count characters, not bytes.
std::string lineAndColumn(const QByteArray &text, qsizetype offset)
{
    const QByteArray before = text.left(offset);
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    return Phrase("engine", "line %1, column %2")
        .arg(before.count('\n') + 1, QString::fromUtf8(before.mid(lineStart)).size() + 1);
}

} // namespace

std::string jsonValueText(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::String:
        return "\"" + value.toString().toStdString() + "\"";
    case QJsonValue::Double:
        return significantText(value.toDouble(), 15);
    case QJsonValue::Bool:
        return value.toBool() ? "true" : "false";
    case QJsonValue::Array:
        return "a list";
    case QJsonValue::Object:
        return "an object";
    default:
        return "null";
    }
}

JsonObject JsonObject::parse(const QByteArray &json, const std::string &source)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        throw InputError(
            Phrase("engine", "%1: broken JSON at %2: %3")
                .arg(source, lineAndColumn(json, offendingByte(error)), error.errorString().toStdString()));
    if (!document.isObject())
        throw InputError(Phrase("engine", "%1: the top level is not an object; expected { … }").arg(source));
    return {document.object(), source, {}};
}

JsonObject::JsonObject(QJsonObject object, std::string source, std::string place)
    : m_object(std::move(object)), m_source(std::move(source)), m_place(std::move(place))
{}

std::string JsonObject::at(const char *key) const
{
    std::string place = m_place;
    if (key)
        place += (place.empty() ? "" : ".") + std::string(key);
    return place.empty() ? m_source : m_source + ": " + place;
}

void JsonObject::refuse(const char *key, const std::string &found, const std::string &allowed) const
{
    throw InputError(Phrase("engine", "%1: %2 is not allowed; expected %3").arg(at(key), found, allowed));
}

QJsonValue JsonObject::require(const char *key) const
{
    const QString name = QString::fromLatin1(key);
    m_asked.insert(name);
    const auto found = m_object.constFind(name);
    if (found == m_object.constEnd())
        throw InputError(Phrase("engine", "%1: '%2' is missing").arg(at(nullptr), key));
    return *found;
}

bool JsonObject::has(const char *key) const
{
    const QString name = QString::fromLatin1(key);
    m_asked.insert(name);
    return m_object.contains(name);
}

QJsonValue JsonObject::value(const char *key) const
{
    return require(key);
}

std::string JsonObject::text(const char *key) const
{
    const QJsonValue found = require(key);
    if (!found.isString())
        refuse(key, jsonValueText(found), QT_TRANSLATE_NOOP("engine", "a text"));
    std::string text = found.toString().toStdString();
    if (text.size() > longestText)
        refuse(key, Phrase("engine", "a text of %1 bytes").arg(text.size()),
               Phrase("engine", "%1 bytes at most").arg(longestText));
    return text;
}

std::string JsonObject::textOr(const char *key, const std::string &fallback) const
{
    return has(key) ? text(key) : fallback;
}

bool JsonObject::flag(const char *key) const
{
    const QJsonValue found = require(key);
    if (!found.isBool())
        refuse(key, jsonValueText(found), QT_TRANSLATE_NOOP("engine", "true or false"));
    return found.toBool();
}

double JsonObject::number(const char *key, double minimum, double maximum) const
{
    const QJsonValue found = require(key);
    const double value = found.toDouble(std::nan(""));
    if (!found.isDouble() || !(value >= minimum && value <= maximum))
        refuse(
            key, jsonValueText(found),
            Phrase("engine", "a number from %1 to %2").arg(significantText(minimum, 15), significantText(maximum, 15)));
    return value;
}

std::int64_t JsonObject::integer(const char *key, std::int64_t minimum, std::int64_t maximum) const
{
    const double value = number(key, static_cast<double>(minimum), static_cast<double>(maximum));
    if (value != std::floor(value))
        refuse(key, significantText(value, 15), QT_TRANSLATE_NOOP("engine", "a whole number"));
    return static_cast<std::int64_t>(value);
}

JsonObject JsonObject::object(const char *key) const
{
    const QJsonValue found = require(key);
    if (!found.isObject())
        refuse(key, jsonValueText(found), QT_TRANSLATE_NOOP("engine", "an object"));
    return {found.toObject(), m_source, m_place.empty() ? std::string(key) : m_place + "." + key};
}

std::vector<JsonObject> JsonObject::objects(const char *key) const
{
    const QJsonValue found = require(key);
    if (!found.isArray())
        refuse(key, jsonValueText(found), QT_TRANSLATE_NOOP("engine", "a list of objects"));
    const QJsonArray list = found.toArray();
    std::vector<JsonObject> result;
    result.reserve(static_cast<std::size_t>(list.size()));
    for (qsizetype i = 0; i < list.size(); ++i) {
        const std::string name = std::string(key) + "[" + std::to_string(i) + "]";
        if (!list.at(i).isObject())
            refuse(name.c_str(), jsonValueText(list.at(i)), QT_TRANSLATE_NOOP("engine", "an object"));
        result.emplace_back(list.at(i).toObject(), m_source, m_place.empty() ? name : m_place + "." + name);
    }
    return result;
}

void JsonObject::requireNothingElse() const
{
    for (const QString &key : m_object.keys()) {
        if (m_asked.contains(key))
            continue;
        std::string allowed;
        for (const QString &known : m_asked)
            allowed += (allowed.empty() ? "" : ", ") + known.toStdString();
        throw InputError(
            Phrase("engine", "%1: unknown key '%2'; allowed: %3").arg(at(nullptr), key.toStdString(), allowed));
    }
}

void JsonObject::requireFormat(const char *format, int version) const
{
    if (text("format") != format)
        refuse("format", jsonValueText(value("format")), "\"" + std::string(format) + "\"");
    if (integer("version", 0, 1'000'000) != version)
        refuse("version", jsonValueText(value("version")), std::to_string(version));
}

} // namespace streamscope
