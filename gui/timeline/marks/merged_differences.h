// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/difference_sums.h"
#include "gui/timeline/scene/pixel_grid.h"
#include "gui/timeline/scene/timeline_geometry.h"

#include <cstdint>

namespace streamscope {

/// Finds the operations of a bar in a comparison's scene, also of a merged bar, and their change together. Ask for bars
/// in the order of the scene, because each search continues from the one before. The content (a comparison) and the
/// scene must outlive the object.
class MergedDifferences
{
public:
    MergedDifferences(const TimelineContent &content, const TimelineScene &scene);

    /// The operations of an executing bar on a stream's or an engine's lane. For a merged bar, exactly those that start
    /// in its pixel and are narrower than a pixel (SceneBar::count is an estimate in very dense pixels). Empty on the
    /// host's lanes, where a call is not the operation, and for waiting bars.
    DifferenceSum of(const SceneBar &bar);

private:
    void enterRow(const SceneBar &bar, const Lane &lane);

    const TimelineContent &m_content;
    const TimelineScene &m_scene;
    const PixelGrid m_grid;
    std::uint32_t m_lane = ~0U;
    double m_top = 0;               ///< of the current row
    const LaneRow *m_row = nullptr; ///< null when its operations were not found
    std::size_t m_cursor = 0;       ///< where in it the last search ended
    double m_cursorX = 0;
};

} // namespace streamscope
