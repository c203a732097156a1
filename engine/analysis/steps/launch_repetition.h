// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace streamscope {

/// Host times [begin, end) of turns in which the same operations are issued in the same order, at least three turns in
/// a row; synchronisations of the host count as operations. Operations before the first and behind the last turn belong
/// to none. Empty where nothing repeats itself. In time proportional to the operations.
std::vector<std::pair<std::int64_t, std::int64_t>> repeatedLaunches(const Timeline &timeline);

} // namespace streamscope
