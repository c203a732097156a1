// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/number_text.h"

#include <array>
#include <charconv>

namespace streamscope {

namespace {

std::string charsOf(double value, std::chars_format format, int precision)
{
    std::array<char, 400> text; // the largest double has 309 digits before its point
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, format, precision);
    return {text.data(), end};
}

} // namespace

std::string decimalText(double value, int decimals)
{
    return charsOf(value, std::chars_format::fixed, decimals);
}

std::string signedDecimalText(double value, int decimals)
{
    const std::string text = decimalText(value, decimals);
    return text.front() == '-' ? text : '+' + text;
}

std::string significantText(double value, int digits)
{
    return charsOf(value, std::chars_format::general, digits);
}

std::string millisecondsText(std::int64_t nanoseconds, int decimals)
{
    return decimalText(static_cast<double>(nanoseconds) / 1e6, decimals) + " ms";
}

std::string microsecondsText(std::int64_t nanoseconds)
{
    return decimalText(static_cast<double>(nanoseconds) / 1000.0, 2) + " us";
}

std::string roundSizeText(std::uint64_t bytes)
{
    constexpr std::array<const char *, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit)
        value /= 1024;
    return significantText(value, 4) + ' ' + units[unit];
}

std::string rightAligned(const std::string &text, std::size_t width)
{
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

} // namespace streamscope
