// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// RFC 4180: a field with a comma, a quote or a line break stands in quotes, quotes inside are doubled.
std::string csvField(const std::string &text);

/// Nanoseconds as microseconds with 3 decimals, exactly; empty for unknownTime.
std::string csvMicroseconds(std::int64_t ns);

} // namespace streamscope
