// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace streamscope {

/// A decimal number's digits as an integer in units of 10^−`places`, rounded half away from zero: "12.3456" with 3
/// places is 12346. Takes an exponent. Never through a double, so 19 digits stay exact.
/// Empty for what is no number, and for more than ±4·10^18.
std::optional<std::int64_t> parseDecimal(std::string_view text, int places);

/// Traces whose times lie outside are refused, so that the difference of any two times, and any time moved to begin at
/// 0, can be written and read again: from three years before a clock's 0 to the year 2093 of the epoch.
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

/// As an int where it is from `least` to `most`: files hold numbers that ours do not.
inline std::optional<int> intWithin(std::optional<std::int64_t> value, std::int64_t least, std::int64_t most)
{
    return value && *value >= least && *value <= most ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

} // namespace streamscope
