// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/lanes.h"
#include "gui/timeline/compared_runs.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// A lane of one side of a comparison, with the letter of its side in front of its name and device and clock behind it.
struct ComparedLane
{
    Lane lane;
    Side side = Side::A;
    std::int64_t runNs = 0; ///< how long its run is on the axis
};

/// The lanes of both sides in the order in which they are drawn: each of A with that of B below it that stands for the
/// same stream, engine or host; streams of other names are paired as they come.
std::vector<ComparedLane> comparedLanes(const ComparedRuns &compared, Grouping grouping);

/// The lane of one SM of one side.
struct ComparedBlockLane
{
    std::size_t index = 0; ///< into BlockRecords::lanes() of `merged`
    Side side = Side::A;
    int device = 0;         ///< as its own run counts
    std::int64_t runNs = 0; ///< how long its run is on the axis
};

/// Those of both sides in the order in which they are drawn: each of A with that of B below it that has the same number
/// on the same device, so that both are in sight whatever is scrolled to.
std::vector<ComparedBlockLane> comparedBlockLanes(const ComparedRuns &compared);

} // namespace streamscope
