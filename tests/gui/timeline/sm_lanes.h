// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/lanes/sm_lane.h"
#include "gui/timeline/scene/timeline_geometry.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace streamscope::test {

/// The lanes of the SMs, in a run and in a scene.
inline std::vector<const SmLane *> smLanesOf(const TimelineContent &content)
{
    std::vector<const SmLane *> lanes;
    for (const auto &lane : content.lanes())
        if (const auto *sm = dynamic_cast<const SmLane *>(lane.get()))
            lanes.push_back(sm);
    return lanes;
}

inline std::vector<SceneLane> smLanesOf(const TimelineScene &scene)
{
    std::vector<SceneLane> lanes;
    std::copy_if(scene.lanes.begin(), scene.lanes.end(), std::back_inserter(lanes),
                 [](const SceneLane &lane) { return lane.content->isDetail(); });
    return lanes;
}

} // namespace streamscope::test
