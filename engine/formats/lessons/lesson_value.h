// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace streamscope {

/// What a figure of a lesson is. Expressions are checked with it: a time cannot be compared with a size.
enum class LessonUnit : std::uint8_t {
    Number, ///< a count, a ratio
    Share,  ///< 0.95 is 95 %
    Time,   ///< nanoseconds
    Bytes,
    Rate, ///< bytes per nanosecond, which is GB/s
    Truth,
    Text,
};

/// "a time", "a share in percent": for messages.
std::string_view lessonUnitText(LessonUnit unit);

/// A value of an expression in a lesson.
struct LessonValue
{
    LessonUnit unit = LessonUnit::Number;
    double number = 0; ///< in the unit above; 0 or 1 for Truth
    std::string text;  ///< Text only

    bool isTrue() const { return unit == LessonUnit::Truth && number != 0; }
    bool operator==(const LessonValue &) const = default;
};

/// How a placeholder writes its value: "{a.makespan | ms}".
enum class LessonFormat : std::uint8_t {
    Usual,       ///< by its unit: "6.02 ms", "95 %", "16 MiB", "55.4 GB/s", "1.74"
    Whole,       ///< "0": without decimals
    OneDecimal,  ///< "1"
    TwoDecimals, ///< "2"
    Nanoseconds, ///< "ns", "us", "ms", "s": a time in this unit
    Microseconds,
    Milliseconds,
    Seconds,
};

/// The value for people, with its unit, always with a decimal point: "6.02 ms". Truth is "yes" or "no".
std::string lessonValueText(const LessonValue &value, LessonFormat format = LessonFormat::Usual);

} // namespace streamscope
