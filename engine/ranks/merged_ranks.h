// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/trace_import.h"
#include "engine/ranks/rank_clocks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// A rank whose operations are shown.
struct LoadedRank
{
    int rank = 0;
    const ImportedTrace *trace = nullptr; ///< not owned
    RankAlignment alignment;              ///< of a known clock
};

/// Several ranks on one axis.
struct MergedRanks
{
    Recording recording;
    std::int64_t originNs = 0; ///< its 0 by the reference clock
};

/// The operations of several ranks on one axis, each rank with devices, streams and host threads of its own: rank by
/// rank, in the order of the list. Times are those of the reference clock; 0 is the first of them. The device is that
/// of the first rank.
MergedRanks mergeRanks(const std::vector<LoadedRank> &ranks);

/// What was imported, as of one trace. `source`: of all.
ImportReport mergedReport(const std::vector<LoadedRank> &ranks, const std::string &source);

} // namespace streamscope
