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

} // namespace streamscope
