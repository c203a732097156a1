// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/matched_collectives.h"
#include "engine/ranks/rank_job.h"

#include <vector>

namespace streamscope {

/// Finds for each rank of a job why it started collectives last: what ran before them longer than on the other ranks,
/// or that its GPU was idle longer, as its host was late. Compared with the median of the others in each collective.
void addLateWork(const std::vector<RankTrace> &traces, const std::vector<MatchedCollective> &matched, RankJob &job);

} // namespace streamscope
