// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"

namespace streamscope {

/// Adds the bars of one sub-row to `scene.bars`, inside `rect` (only its top and height count): waiting, then
/// executing. What is narrower than a device pixel is merged with its neighbours in the same pixel and counted; nothing
/// is dropped and nothing is drawn wider than a pixel more than it lasted. Costs by the pixels, not by the spans.
void addRowBars(const Timeline &timeline, const Lane &lane, const LaneRow &row, const QRectF &rect,
                std::uint32_t laneIndex, TimelineScene &scene);

} // namespace streamscope
