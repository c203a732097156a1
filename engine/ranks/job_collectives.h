// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/matched_collectives.h"
#include "engine/ranks/rank_job.h"

#include <vector>

namespace streamscope {

/// Adds the matched collectives to a job whose ranks, clocks and steps are known: who waits, who starts last, what the
/// transfer takes. A collective counts where at least two of its ranks have a known clock.
void addCollectives(const std::vector<RankTrace> &traces, const std::vector<MatchedCollective> &matched, RankJob &job);

} // namespace streamscope
