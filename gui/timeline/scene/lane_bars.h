// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/timeline_geometry.h"

namespace streamscope {

/// Adds the bars of one sub-row to `scene.bars`, inside `rect` (only its top and height count): waiting, then
/// executing. Spans narrower than a device pixel are merged with their neighbours in the same pixel and counted. No
/// span is dropped, and none is drawn more than a pixel wider than its duration. The cost depends on the pixels, not on
/// the spans.
void addRowBars(const Timeline &timeline, const Lane &lane, const LaneRow &row, const QRectF &rect,
                std::uint32_t laneIndex, TimelineScene &scene);

} // namespace streamscope
