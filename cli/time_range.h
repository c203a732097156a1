// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace streamscope {

/// "1ms:2.5ms": nanoseconds from the start of the run. Units ns, us, ms and s; without one, microseconds as in the CSV.
/// @throws InputError naming what is allowed.
std::pair<std::int64_t, std::int64_t> parseTimeRange(const std::string &text);

} // namespace streamscope
