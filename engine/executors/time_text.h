// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace streamscope {

/// "12.34 us", for notes and the environment of a report.
inline std::string microsecondsText(std::int64_t nanoseconds)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f us", static_cast<double>(nanoseconds) / 1000.0);
    return text;
}

} // namespace streamscope
