// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/decimal.h"

#include <algorithm>
#include <charconv>

namespace streamscope {

namespace {

constexpr std::int64_t largest = 4'000'000'000'000'000'000; // two of them still add up

/// "e+12" and the like; empty for anything else.
std::optional<int> parseExponent(std::string_view text)
{
    text.remove_prefix(1);
    bool negative = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (text.empty() || !std::all_of(text.begin(), text.end(), isDigit))
        return std::nullopt;
    int value = 0;
    for (const char c : text)
        value = std::min(value * 10 + (c - '0'), 100'000);
    return negative ? -value : value;
}

} // namespace

std::optional<std::uint64_t> parseBytes(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size())
        return value;
    const auto other = parseInteger(text); // 1e9, 12.0
    return other && *other >= 0 ? std::optional(static_cast<std::uint64_t>(*other)) : std::nullopt;
}

std::optional<std::int64_t> parseDecimal(std::string_view text, int places)
{
    const bool negative = !text.empty() && text[0] == '-';
    if (negative)
        text.remove_prefix(1);
    int exponent = 0;
    if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
        const auto given = parseExponent(text.substr(e));
        if (!given)
            return std::nullopt;
        exponent = *given;
        text = text.substr(0, e);
    }
    const std::size_t point = std::min(text.find('.'), text.size());
    // How many digits, counted from the first, stand before the end of the result.
    const std::int64_t wanted = static_cast<std::int64_t>(point) + exponent + places;
    std::int64_t value = 0, digits = 0;
    bool roundUp = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == point)
            continue;
        if (!isDigit(text[i]))
            return std::nullopt;
        const int digit = text[i] - '0';
        if (digits < wanted) {
            if (value > (largest - digit) / 10)
                return std::nullopt;
            value = value * 10 + digit;
        } else if (digits == wanted) {
            roundUp = digit >= 5;
        }
        ++digits;
    }
    if (digits == 0)
        return std::nullopt;
    for (; digits < wanted && value != 0; ++digits) {
        if (value > largest / 10)
            return std::nullopt;
        value *= 10;
    }
    value += roundUp ? 1 : 0;
    return negative ? -value : value;
}

} // namespace streamscope
