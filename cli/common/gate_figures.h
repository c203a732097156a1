// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "cli/common/gate.h"

#include "engine/analysis/analysis.h"
#include "engine/analysis/several_runs/comparison.h"

namespace streamscope {

inline constexpr const char *analysisGateNames =
    "exposed_copy, exposed_communication, idle (share of the span, or a time), utilisation, copy_hidden, "
    "communication_hidden, efficiency (shares), makespan, bound, host_blocked (times), synchronisations, problems, "
    "warnings, advice.changes (numbers), advice.gain (share)";
/// Of several devices the largest value counts; of what is better when large, the smallest.
std::vector<GateFigure> gateFigures(const RunAnalysis &analysis);

inline constexpr const char *comparisonGateNames =
    "makespan, and the kinds of operations (kernel, h2d, d2h …): the change from A to B, as a share of A or a time; "
    "only_a, only_b (numbers)";
std::vector<GateFigure> gateFigures(const Comparison &comparison);

} // namespace streamscope
