// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/parameter.h"

#include "engine/program/errors.h"
#include "engine/program/size_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace streamscope {

namespace {

std::string joined(const std::vector<std::string> &parts)
{
    std::string text;
    for (const std::string &part : parts)
        text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string numberText(const ParameterSpec &spec, std::int64_t value)
{
    return spec.type == ParameterType::Size ? sizeText(value) : std::to_string(value);
}

[[noreturn]] void refuse(const ParameterSpec &spec, const std::string &value, const std::string &why)
{
    throw InputError(
        Phrase("engine", "parameter '%1': '%2' %3; allowed: %4").arg(spec.name, value, why, allowedText(spec)));
}

std::size_t expectedAlternative(ParameterType type)
{
    switch (type) {
    case ParameterType::Integer:
    case ParameterType::Size:
        return 0;
    case ParameterType::Choice:
    case ParameterType::Text:
        return 1;
    case ParameterType::IntegerList:
        return 2;
    case ParameterType::Number:
        return 3;
    }
    return 0;
}

/// One line that can stand in quotes.
bool isPlainLine(const std::string &text)
{
    constexpr std::size_t longest = 1000;
    return text.size() <= longest && std::none_of(text.begin(), text.end(), [](char letter) {
               return letter == '"' || static_cast<unsigned char>(letter) < ' ' || letter == 0x7f;
           });
}

} // namespace

ParameterSpec tuned(ParameterSpec spec, std::vector<ParameterValue> values)
{
    spec.tuningValues = std::move(values);
    if (spec.tuningValues.empty())
        spec.tuningValues.assign(spec.choices.begin(), spec.choices.end());
    return spec;
}

ParameterSpec notTuned(ParameterSpec spec)
{
    spec.tuningValues.clear();
    return spec;
}

Parameters::Parameters(std::vector<ParameterSpec> specs) : m_specs(std::move(specs))
{
    m_values.reserve(m_specs.size());
    for (const ParameterSpec &spec : m_specs)
        m_values.push_back(spec.defaultValue);
}

bool Parameters::has(std::string_view name) const
{
    return std::any_of(m_specs.begin(), m_specs.end(), [name](const ParameterSpec &s) { return s.name == name; });
}

std::size_t Parameters::indexOf(std::string_view name) const
{
    for (std::size_t i = 0; i < m_specs.size(); ++i)
        if (m_specs[i].name == name)
            return i;
    std::vector<std::string> names;
    for (const ParameterSpec &spec : m_specs)
        names.push_back(spec.name);
    throw InputError(Phrase("engine", "unknown parameter '%1'; allowed: %2").arg(std::string(name), joined(names)));
}

const ParameterValue &Parameters::value(std::string_view name) const
{
    return m_values[indexOf(name)];
}

const ParameterValue &Parameters::typed(std::string_view name, std::size_t alternative) const
{
    for (std::size_t i = 0; i < m_specs.size(); ++i)
        if (m_specs[i].name == name && m_values[i].index() == alternative)
            return m_values[i];
    throw std::logic_error(
        Phrase("engine", "parameter '%1' is not declared with the type that is read").arg(std::string(name)));
}

std::int64_t Parameters::integer(std::string_view name) const
{
    return std::get<0>(typed(name, 0));
}
const std::string &Parameters::choice(std::string_view name) const
{
    return std::get<1>(typed(name, 1));
}
const std::vector<std::int64_t> &Parameters::list(std::string_view name) const
{
    return std::get<2>(typed(name, 2));
}
double Parameters::number(std::string_view name) const
{
    return std::get<3>(typed(name, 3));
}
const std::string &Parameters::text(std::string_view name) const
{
    return std::get<1>(typed(name, 1));
}

void Parameters::set(std::string_view name, ParameterValue value)
{
    const std::size_t index = indexOf(name);
    checkValue(m_specs[index], value);
    m_values[index] = std::move(value);
}

void Parameters::setText(std::string_view name, std::string_view text)
{
    set(name, parseValue(m_specs[indexOf(name)], text));
}

void checkValue(const ParameterSpec &spec, const ParameterValue &value)
{
    if (value.index() != expectedAlternative(spec.type))
        throw InputError(
            Phrase("engine", "parameter '%1' has the wrong type; allowed: %2").arg(spec.name, allowedText(spec)));
    const auto inRange = [&spec](std::int64_t v) { return v >= spec.minimum && v <= spec.maximum; };
    switch (spec.type) {
    case ParameterType::Integer:
    case ParameterType::Size:
        if (!inRange(std::get<0>(value)))
            refuse(spec, numberText(spec, std::get<0>(value)), QT_TRANSLATE_NOOP("engine", "is out of range"));
        break;
    case ParameterType::Choice:
        if (std::find(spec.choices.begin(), spec.choices.end(), std::get<1>(value)) == spec.choices.end())
            refuse(spec, std::get<1>(value), QT_TRANSLATE_NOOP("engine", "is not one of the choices"));
        break;
    case ParameterType::IntegerList:
        if (std::get<2>(value).empty())
            refuse(spec, "", QT_TRANSLATE_NOOP("engine", "is an empty list"));
        for (const std::int64_t v : std::get<2>(value))
            if (!inRange(v))
                refuse(spec, std::to_string(v), QT_TRANSLATE_NOOP("engine", "is out of range"));
        break;
    case ParameterType::Number:
        if (const double number = std::get<3>(value); !(number >= spec.lowest && number <= spec.highest))
            refuse(spec, shortestText(number), QT_TRANSLATE_NOOP("engine", "is out of range"));
        break;
    case ParameterType::Text:
        if (!isPlainLine(std::get<1>(value)))
            refuse(spec, std::get<1>(value).substr(0, 40), QT_TRANSLATE_NOOP("engine", "is no plain line of text"));
        break;
    }
}

ParameterValue parseValue(const ParameterSpec &spec, std::string_view text)
{
    switch (spec.type) {
    case ParameterType::Integer:
        if (const auto value = parseWholeNumber(text))
            return *value;
        refuse(spec, std::string(text), QT_TRANSLATE_NOOP("engine", "is not a whole number"));
    case ParameterType::Size:
        if (const auto value = parseSize(text))
            return *value;
        refuse(spec, std::string(text),
               QT_TRANSLATE_NOOP("engine", "is not a size in whole bytes (as 4096, 64KiB, 256MiB)"));
    case ParameterType::Choice:
    case ParameterType::Text:
        return std::string(trimmed(text));
    case ParameterType::Number:
        if (const auto value = parseNumber(text))
            return *value;
        refuse(spec, std::string(text), QT_TRANSLATE_NOOP("engine", "is not a number"));
    case ParameterType::IntegerList: {
        std::vector<std::int64_t> values;
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t comma = std::min(text.find(',', begin), text.size());
            const auto value = parseWholeNumber(text.substr(begin, comma - begin));
            if (!value)
                refuse(spec, std::string(text),
                       QT_TRANSLATE_NOOP("engine", "is not a list of whole numbers separated by commas"));
            values.push_back(*value);
            begin = comma + 1;
        }
        return values;
    }
    }
    throw std::logic_error(QT_TRANSLATE_NOOP("engine", "unknown parameter type"));
}

std::string valueText(const ParameterSpec &spec, const ParameterValue &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value))
        return numberText(spec, *number);
    if (const auto *text = std::get_if<std::string>(&value))
        return *text;
    if (const auto *number = std::get_if<double>(&value))
        return shortestText(*number);
    std::string list;
    for (const std::int64_t v : std::get<2>(value))
        list += (list.empty() ? "" : ",") + std::to_string(v);
    return list;
}

std::string allowedText(const ParameterSpec &spec)
{
    if (spec.type == ParameterType::Choice)
        return joined(spec.choices);
    if (spec.type == ParameterType::Text)
        return QT_TRANSLATE_NOOP("engine", "a line of text without quotes");
    if (spec.type == ParameterType::Number)
        return Phrase("engine", "%1 to %2").arg(shortestText(spec.lowest), shortestText(spec.highest));
    const std::string range =
        Phrase("engine", "%1 to %2").arg(numberText(spec, spec.minimum), numberText(spec, spec.maximum));
    return spec.type == ParameterType::IntegerList
               ? Phrase("engine", "whole numbers from %1, separated by commas").arg(range)
               : range;
}

std::string_view parameterTypeName(ParameterType type)
{
    constexpr std::array<std::string_view, 6> names{"integer", "size", "choice", "integer-list", "number", "text"};
    return names[static_cast<std::size_t>(type)];
}

} // namespace streamscope
