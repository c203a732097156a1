// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/difference_sums.h"
#include "gui/timeline/pixel_grid.h"
#include "gui/timeline/timeline_geometry.h"

#include <cstdint>

namespace streamscope {

/// Finds the operations that a bar of a comparison's scene stands for, be they merged, and what became of them
/// together. Bars in the order of the scene cost least: each search goes on from the one before. The content, which is
/// a comparison, and the scene outlive it.
class MergedDifferences
{
public:
    MergedDifferences(const TimelineContent &content, const TimelineScene &scene);

    /// Of an executing bar on the lane of a stream or of an engine: exactly those that start in its pixel and are
    /// narrower than one (SceneBar::count is an estimate in very dense pixels). Empty on the lanes of the host, where
    /// a call is not the operation, and for what waits.
    DifferenceSum of(const SceneBar &bar);

private:
    void enterRow(const SceneBar &bar, const Lane &lane);

    const TimelineContent &m_content;
    const TimelineScene &m_scene;
    const PixelGrid m_grid;
    std::uint32_t m_lane = ~0U;
    double m_top = 0;               ///< of the row at hand
    const LaneRow *m_row = nullptr; ///< null where its operations were not found
    std::size_t m_cursor = 0;       ///< where in it the last search ended
    double m_cursorX = 0;
};

} // namespace streamscope
