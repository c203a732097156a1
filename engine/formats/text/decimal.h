// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace streamscope {

/// An ASCII digit, in every locale.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A decimal number's digits as an integer in units of 10^−`places`, rounded half away from zero: "12.3456" with 3
/// places is 12346. Accepts an exponent. Uses no double, so 19 digits stay exact. Empty for a text that is no number,
/// and for a result beyond ±4·10^18.
std::optional<std::int64_t> parseDecimal(std::string_view text, int places);

/// Traces with times outside this range are refused: from three years before a clock's 0 to the year 2093. Within it,
/// the difference of any two times fits into an int64 and can be written and read again.
inline constexpr std::int64_t earliestTimeNs = -100'000'000'000'000'000, latestTimeNs = 3'900'000'000'000'000'000;
inline constexpr bool isTimeInRange(std::int64_t ns)
{
    return ns >= earliestTimeNs && ns <= latestTimeNs;
}

/// Microseconds as nanoseconds.
inline std::optional<std::int64_t> parseMicroseconds(std::string_view text)
{
    return parseDecimal(text, 3);
}
inline std::optional<std::int64_t> parseInteger(std::string_view text)
{
    return parseDecimal(text, 0);
}

/// A number of bytes, up to 2^64 − 1. Empty for anything else.
std::optional<std::uint64_t> parseBytes(std::string_view text);

/// The value as an int when it lies from `least` to `most`, else empty: files may hold larger numbers than an int.
inline std::optional<int> intWithin(std::optional<std::int64_t> value, std::int64_t least, std::int64_t most)
{
    return value && *value >= least && *value <= most ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

} // namespace streamscope
