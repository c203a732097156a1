// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"

namespace streamscope {

/// Height of the SM lanes with their heading; 0 without recorded blocks. `scale` is SceneRequest::blockLaneScale; a row
/// is at least one pixel high. Collapsed: the heading only.
double blockLanesHeight(const TimelineContent &content, const LaneMetrics &metrics, double scale,
                        bool collapsed = false);

/// Adds the lanes of the SMs to a scene, below `lanesTop` (from the top of the lanes). Only visible lanes cost time.
void addBlockLanes(const TimelineContent &content, const SceneRequest &request, double lanesTop, TimelineScene &scene);

/// "SM 17", with the device when there are several; in a comparison with "A" or "B" in front.
QString blockLaneTitle(const TimelineContent &content, const ContentBlockLane &lane);

} // namespace streamscope
