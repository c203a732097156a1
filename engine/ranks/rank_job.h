// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_clocks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// One rank among the others. docs/ranks.md defines the figures.
struct RankFigures
{
    int rank = 0;
    std::string path;
    std::uint64_t collectives = 0; ///< of RankJob::collectives, those with this rank
    std::int64_t waitNs = 0;       ///< from the own start to the last start, summed
    std::uint64_t startsLast = 0;
    RankAlignment alignment;
};

/// Several traces of one job, compared.
struct RankJob
{
    std::vector<RankFigures> ranks;    ///< by number
    std::uint64_t collectives = 0;     ///< matched, with known clocks on at least two ranks
    std::int64_t transferNs = 0;       ///< shortest duration of each, summed
    std::vector<std::string> problems; ///< what is missing, left out or in doubt; one line each
};

/// Compares the traces of one job. A file that fits no job with the others is left out with a problem; the rest counts.
/// A trace without a rank gets the lowest free number.
RankJob compareRanks(std::vector<RankTrace> traces);

} // namespace streamscope
