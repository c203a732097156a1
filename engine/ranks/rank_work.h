// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_trace.h"

namespace streamscope {

/// Finds what ran before each collective of `rank`, in the Timeline that it was made of: RankCollective::before and
/// idleBeforeNs, RankTrace::names. `zero`: the Timeline's 0 by the trace's own clock, nanoseconds.
void addWorkBefore(RankTrace &rank, const Timeline &timeline, const RankUse &use, std::int64_t zero);

} // namespace streamscope
