// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// One rank's part in a collective.
struct CollectivePart
{
    std::uint32_t rank = 0;       ///< index into the list of ranks
    std::uint32_t collective = 0; ///< index into RankTrace::collectives
};

/// A collective that at least two of the ranks have, with a part of each.
struct MatchedCollective
{
    std::vector<CollectivePart> parts; ///< in order of ranks
};

struct MatchedCollectives
{
    std::vector<MatchedCollective> list;
    std::vector<std::string> problems; ///< one sentence each
};

/// Matches the collectives of all ranks: the k-th of a communicator belongs to the k-th of that communicator on every
/// other rank; where all of them have sequence numbers, the numbers match instead, so that a capture may begin later on
/// one rank. A part of another kind than that of the first rank is no part and is reported.
MatchedCollectives matchCollectives(const std::vector<RankTrace> &ranks);

} // namespace streamscope
