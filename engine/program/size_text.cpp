// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/size_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace streamscope {

namespace {

struct SizeUnit
{
    std::string_view name;
    std::int64_t bytes;
};
// Longest spellings first, so that "MiB" is not read as "B". Binary units come first: they are the ones written back.
// A letter alone is binary, as it is for dd and numfmt.
constexpr std::array<SizeUnit, 15> sizeUnits{{{"TiB", std::int64_t{1} << 40},
                                              {"GiB", std::int64_t{1} << 30},
                                              {"MiB", std::int64_t{1} << 20},
                                              {"KiB", std::int64_t{1} << 10},
                                              {"TB", 1'000'000'000'000},
                                              {"GB", 1'000'000'000},
                                              {"MB", 1'000'000},
                                              {"KB", 1'000},
                                              {"kB", 1'000},
                                              {"T", std::int64_t{1} << 40},
                                              {"G", std::int64_t{1} << 30},
                                              {"M", std::int64_t{1} << 20},
                                              {"K", std::int64_t{1} << 10},
                                              {"k", std::int64_t{1} << 10},
                                              {"B", 1}}};

/// What stands before the unit, times the unit, where that makes whole bytes.
std::optional<std::int64_t> fractionOf(std::string_view text, std::int64_t unit)
{
    double fraction = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), fraction, std::chars_format::fixed);
    if (error != std::errc{} || end != text.data() + text.size() || unit == 1)
        return std::nullopt;
    const double bytes = fraction * static_cast<double>(unit);
    if (!(bytes >= -9e15 && bytes <= 9e15) || bytes != static_cast<double>(static_cast<std::int64_t>(bytes)))
        return std::nullopt;
    return static_cast<std::int64_t>(bytes);
}

} // namespace

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> parseWholeNumber(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && text.front() == '+' && text[1] != '-')
        text.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

std::optional<double> parseNumber(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && text.front() == '+' && text[1] != '-')
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::string shortestText(double value)
{
    std::array<char, 32> text{}; // enough for the longest double, 24 characters
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::string(text.data(), end) : std::string();
}

std::optional<std::int64_t> parseSize(std::string_view text)
{
    text = trimmed(text);
    std::int64_t unit = 1;
    for (const SizeUnit &candidate : sizeUnits) {
        if (text.size() > candidate.name.size() && text.ends_with(candidate.name)) {
            unit = candidate.bytes;
            text = trimmed(text.substr(0, text.size() - candidate.name.size()));
            break;
        }
    }
    const auto whole = parseWholeNumber(text);
    if (!whole)
        return fractionOf(text, unit);
    if (*whole > std::numeric_limits<std::int64_t>::max() / unit
        || *whole < std::numeric_limits<std::int64_t>::min() / unit)
        return std::nullopt;
    return *whole * unit;
}

std::string sizeText(std::int64_t bytes)
{
    for (const SizeUnit &unit : sizeUnits)
        if (unit.name.find('i') != std::string_view::npos && bytes != 0 && bytes % unit.bytes == 0)
            return std::to_string(bytes / unit.bytes) + std::string(unit.name);
    return std::to_string(bytes);
}

} // namespace streamscope
