// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"

namespace streamscope {

/// Height of the heading and the lanes of the SMs; 0 where no blocks were recorded. `scale` is
/// SceneRequest::blockLaneScale; no row gets lower than a pixel. Collapsed, there is the heading alone.
double blockLanesHeight(const TimelineContent &content, const LaneMetrics &metrics, double scale,
                        bool collapsed = false);

/// Adds the lanes of the SMs to a scene, below `lanesTop` (from the top of the lanes). Only lanes in sight cost time.
void addBlockLanes(const TimelineContent &content, const SceneRequest &request, double lanesTop, TimelineScene &scene);

/// "SM 17", with the device where there are several, and in a comparison "A" or "B" before it.
QString blockLaneTitle(const TimelineContent &content, const ContentBlockLane &lane);

} // namespace streamscope
