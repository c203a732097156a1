// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/steps/steps.h"
#include "engine/timeline/timeline.h"

#include <optional>

namespace streamscope {

/// One step made of all that are alike, with a Fold that says how they differ. On each stream the operations of the
/// steps are matched by name in the order of their launch (a step on other streams counts as if it were on those of the
/// median step, in the order of their use); times count from the begin of each step. A step that shares
/// fewer than half of its operations with the median step is left out, and so is an operation that fewer than half of
/// the remaining steps have. What issued an operation is that of the median step, or of the first step that has it.
/// Empty with fewer than two steps that are alike. In time proportional to the operations, times the number of
/// operations by which a step differs from the others.
std::optional<Timeline> foldedStep(const Timeline &timeline, const Steps &steps);

} // namespace streamscope
