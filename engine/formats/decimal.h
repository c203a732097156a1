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

/// Microseconds as nanoseconds.
inline std::optional<std::int64_t> parseMicroseconds(std::string_view text)
{
    return parseDecimal(text, 3);
}
inline std::optional<std::int64_t> parseInteger(std::string_view text)
{
    return parseDecimal(text, 0);
}

} // namespace streamscope
