// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

// All text of fractions outside the window comes from here. printf and streams take the decimal point from the locale,
// so a German desktop would write "54,78" into JSON; these functions always write a point.

/// As printf's %.Nf in the C locale: "5.781". `decimals`: 0 to 17.
std::string decimalText(double value, int decimals);

/// The same with a sign for positive values, too: "+5.8".
std::string signedDecimalText(double value, int decimals);

/// As printf's %.Ng in the C locale: at most `digits` significant digits (1 to 17), an exponent where that is shorter.
std::string significantText(double value, int digits);

/// Nanoseconds as "5.781 ms".
std::string millisecondsText(std::int64_t nanoseconds, int decimals = 3);

/// Nanoseconds as "12.34 us".
std::string microsecondsText(std::int64_t nanoseconds);

/// Bytes for people, with up to four digits: "6.21 GiB".
std::string roundSizeText(std::uint64_t bytes);

/// `text`, padded in front with spaces to at least `width` bytes.
std::string rightAligned(const std::string &text, std::size_t width);

} // namespace streamscope
