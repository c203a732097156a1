// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/lanes.h"
#include "gui/timeline/model/compared_runs.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// A lane of one side of a comparison. Its label is the side's letter, the name, the device and the clock.
struct ComparedLane
{
    Lane lane;
    Side side = Side::A;
    std::int64_t runNs = 0; ///< how long its run is on the axis
};

/// The lanes of both sides in drawing order: below each lane of A the lane of B for the same stream, engine or host.
/// Streams with different names are paired in order.
std::vector<ComparedLane> comparedLanes(const ComparedRuns &compared, Grouping grouping);

/// The lane of one SM of one side.
struct ComparedBlockLane
{
    std::size_t index = 0; ///< into BlockRecords::lanes() of `merged`
    Side side = Side::A;
    int device = 0;         ///< as its own run counts
    std::int64_t runNs = 0; ///< how long its run is on the axis
};

/// The SM lanes of both sides in drawing order: below each lane of A the lane of B with the same number on the same
/// device, so that both are visible together.
std::vector<ComparedBlockLane> comparedBlockLanes(const ComparedRuns &compared);

} // namespace streamscope
