// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace streamscope {

/// "64MiB", "64M", "1.5 GiB", "1TB", "4096" in bytes. Fractions must come out as whole bytes. Empty for anything else.
std::optional<std::int64_t> parseSize(std::string_view text);

/// The shortest text that parseSize() reads back as this value: `64MiB` where exact.
std::string sizeText(std::int64_t bytes);

/// A whole number with an optional sign, and spaces around it. Empty for anything else.
std::optional<std::int64_t> parseWholeNumber(std::string_view text);

/// A finite number, as 0.5, -2 or 1e-3, with an optional sign and spaces around it. Empty for anything else.
std::optional<double> parseNumber(std::string_view text);

/// The shortest text that parseNumber() reads back as this value.
std::string shortestText(double value);

/// Without the spaces at both ends.
std::string_view trimmed(std::string_view text);

} // namespace streamscope
