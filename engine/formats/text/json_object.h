// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// UTF-8 text for a QJsonValue.
inline QString jsonText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// Nanoseconds as microseconds, for a QJsonValue.
inline double jsonMicroseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / 1000.0;
}

/// Strict reader of a JSON object. Every mistake is an InputError that names the file, the place, the value and what is
/// allowed; a key that the caller never asked for is a mistake, too.
class JsonObject
{
public:
    /// Parses a whole file whose top level is an object.
    /// @throws InputError with line and column for broken JSON.
    static JsonObject parse(const QByteArray &json, const std::string &source);

    JsonObject(QJsonObject object, std::string source, std::string place);

    /// Marks the key as asked for.
    bool has(const char *key) const;
    std::string text(const char *key) const;
    std::string textOr(const char *key, const std::string &fallback) const;
    bool flag(const char *key) const;
    /// A number in [minimum, maximum].
    double number(const char *key, double minimum, double maximum) const;
    std::int64_t integer(const char *key, std::int64_t minimum, std::int64_t maximum) const;
    JsonObject object(const char *key) const;
    /// A list of objects; messages name the third object "key[2]".
    std::vector<JsonObject> objects(const char *key) const;
    QJsonValue value(const char *key) const;
    QStringList keys() const { return m_object.keys(); }

    /// Call this last: throws for keys that were never asked for.
    void requireNothingElse() const;

    /// Checks `format` and `version`, which every StreamScope file has.
    void requireFormat(const char *format, int version) const;

    /// "file: place" for messages; `key` may be null for the object itself.
    std::string at(const char *key) const;
    const std::string &source() const { return m_source; }
    [[noreturn]] void refuse(const char *key, const std::string &found, const std::string &allowed) const;

private:
    QJsonValue require(const char *key) const;

    QJsonObject m_object;
    std::string m_source;
    std::string m_place;
    mutable std::set<QString> m_asked;
};

/// How a value is quoted in messages: `"text"`, `12`, `true`, `a list`, `an object`, `null`.
std::string jsonValueText(const QJsonValue &value);

} // namespace streamscope
