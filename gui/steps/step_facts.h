// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/steps/steps.h"
#include "engine/timeline/ranges/time_range.h"

#include <cstddef>
#include <functional>

namespace streamscope {

class FactList;

/// Adds what is known of a step: its times, its distance from the median, its operations.
void addStepFacts(FactList &list, const Steps &steps, std::size_t step);

/// Adds how `step` differs from `other`: duration, time on the host, operations, and the names that take another time,
/// the largest difference first, as links that `zoom` to the operations of that name in `step`, or in `other` where
/// `step` has none. `zoom` must stay callable as long as the list.
void addStepDifference(FactList &list, const Timeline &timeline, const Steps &steps, std::size_t other,
                       std::size_t step, const std::function<void(const TimeRange &)> &zoom);

} // namespace streamscope
