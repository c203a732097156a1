// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/clock_check.h"

#include <string>
#include <vector>

namespace streamscope {

/// The output of --check-clocks: a small table in microseconds, or one line when there is nothing to compare.
std::vector<std::string> clockCheckLines(const ClockCheck &check);

} // namespace streamscope
