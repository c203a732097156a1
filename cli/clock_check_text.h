// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/clock_check.h"

#include <string>
#include <vector>

namespace streamscope {

/// What --check-clocks prints: one line where there is nothing to compare, else a small table in microseconds.
std::vector<std::string> clockCheckLines(const ClockCheck &check);

} // namespace streamscope
