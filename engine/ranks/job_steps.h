// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_job.h"

#include <vector>

namespace streamscope {

/// Adds the steps of the ranks to a job whose clocks are known: those of one name belong together, in the order in
/// which the ranks have them. A second step of one name on a rank counts as another step.
void addSteps(const std::vector<RankTrace> &traces, RankJob &job);

} // namespace streamscope
