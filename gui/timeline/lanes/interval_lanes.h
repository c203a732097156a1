// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/interval_set.h"
#include "gui/timeline/model/content_lane.h"

#include <QString>

#include <vector>

namespace streamscope {

/// Times that the user asked for, as a lane.
struct NamedTimes
{
    QString title, toolTip;
    IntervalSet times;
};

/// A lane for each: high where the time is covered, lower where only a share of a pixel is.
ContentLanes intervalLanes(const TimelineContent &content, std::vector<NamedTimes> all);

} // namespace streamscope
