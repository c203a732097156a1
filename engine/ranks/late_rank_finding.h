// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/ranks/rank_job.h"

#include <optional>

namespace streamscope {

/// The rank for which the others wait longest, and what makes it late; empty where nobody waits. No change mends it, so
/// it carries none.
std::optional<Finding> lateRankFinding(const RankJob &job);

} // namespace streamscope
