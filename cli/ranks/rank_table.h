// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_job.h"

#include <string>
#include <vector>

namespace streamscope {

/// The ranks of a job for people, the slowest first: the one that starts last most often.
std::vector<std::string> rankTable(const RankJob &job);

} // namespace streamscope
