// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_value.h"

#include "engine/device/number_text.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/text/translatable.h"

#include <cmath>

namespace streamscope {

namespace {

/// Three digits, which is what a reader remembers; whole numbers as they are.
std::string numberText(double value)
{
    const double size = std::abs(value);
    if (value == std::round(value) || size >= 100)
        return decimalText(value, 0);
    return decimalText(value, size >= 10 ? 1 : 2);
}

std::string shareText(double value, LessonFormat format)
{
    const double percent = 100 * value;
    const int decimals = format == LessonFormat::TwoDecimals        ? 2
                         : format == LessonFormat::OneDecimal       ? 1
                         : format == LessonFormat::Whole            ? 0
                         : std::abs(percent) < 9.95 && percent != 0 ? 1
                                                                    : 0;
    return decimalText(percent, decimals) + " %";
}

std::string plainText(double value, LessonFormat format)
{
    switch (format) {
    case LessonFormat::Whole:
        return decimalText(value, 0);
    case LessonFormat::OneDecimal:
        return decimalText(value, 1);
    case LessonFormat::TwoDecimals:
        return decimalText(value, 2);
    default:
        return numberText(value);
    }
}

std::string timeValueText(double ns, LessonFormat format)
{
    if (ns == 0 && format == LessonFormat::Usual)
        return "0 ms"; // people do not ask in which unit nothing is
    switch (format) {
    case LessonFormat::Nanoseconds:
        return numberText(ns) + " ns";
    case LessonFormat::Microseconds:
        return numberText(ns / 1e3) + " µs";
    case LessonFormat::Milliseconds:
        return numberText(ns / 1e6) + " ms";
    case LessonFormat::Seconds:
        return numberText(ns / 1e9) + " s";
    default:
        break;
    }
    const double size = std::abs(ns);
    return timeValueText(ns, size >= 1e9   ? LessonFormat::Seconds
                             : size >= 1e6 ? LessonFormat::Milliseconds
                             : size >= 1e3 ? LessonFormat::Microseconds
                                           : LessonFormat::Nanoseconds);
}

} // namespace

std::string_view lessonUnitText(LessonUnit unit)
{
    switch (unit) {
    case LessonUnit::Number:
        return QT_TRANSLATE_NOOP("engine", "a number");
    case LessonUnit::Share:
        return QT_TRANSLATE_NOOP("engine", "a share in percent");
    case LessonUnit::Time:
        return QT_TRANSLATE_NOOP("engine", "a time");
    case LessonUnit::Bytes:
        return QT_TRANSLATE_NOOP("engine", "a size in bytes");
    case LessonUnit::Rate:
        return QT_TRANSLATE_NOOP("engine", "a rate in GB/s");
    case LessonUnit::Truth:
        return QT_TRANSLATE_NOOP("engine", "a condition");
    case LessonUnit::Text:
        return QT_TRANSLATE_NOOP("engine", "a text");
    }
    return {};
}

std::string lessonValueText(const LessonValue &value, LessonFormat format)
{
    switch (value.unit) {
    case LessonUnit::Number:
        return plainText(value.number, format);
    case LessonUnit::Share:
        return shareText(value.number, format);
    case LessonUnit::Time:
        return timeValueText(value.number, format);
    case LessonUnit::Bytes:
        return bytesText(static_cast<std::uint64_t>(std::max(0.0, value.number))).toStdString();
    case LessonUnit::Rate:
        return plainText(value.number, format) + " GB/s";
    case LessonUnit::Truth:
        return value.number != 0 ? "yes" : "no";
    case LessonUnit::Text:
        return value.text;
    }
    return {};
}

} // namespace streamscope
