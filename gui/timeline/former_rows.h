// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene_bars.h"
#include "gui/timeline/time_axis.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace streamscope {

/// What the bars of a row depend on, beside the row itself.
struct RowFrame
{
    std::shared_ptr<const char> content; ///< TimelineContent::identity()
    TimeAxis axis;
    double left = 0, width = 0; ///< of the plot
    double devicePixelRatio = 0;

    bool operator==(const RowFrame &other) const
    {
        return content == other.content && axis.originNs == other.axis.originNs
               && axis.nsPerPixel == other.axis.nsPerPixel && left == other.left && width == other.width
               && devicePixelRatio == other.devicePixelRatio;
    }
};

/// The rows of the scene before. Who scrolls up and down, or folds a group, sees the same rows elsewhere: their bars
/// are copied, not looked for again.
class FormerRows
{
public:
    /// Gets a scene's rows, and gives it the memory of those before them.
    void exchange(SceneBars &bars, std::vector<SceneDense> &dense, RowFrame &frame);
    /// Forgets them if they belong to another frame.
    void keepFor(const RowFrame &frame);
    /// Adds the row of that key to a scene's, at `top` in lane `lane`. @returns false, and adds nothing, where it is
    /// not among them.
    bool take(std::uint64_t key, std::uint32_t lane, double top, double height, SceneBars &bars,
              std::vector<SceneDense> &dense) const;

private:
    SceneBars m_bars;
    std::vector<SceneDense> m_dense;
    RowFrame m_frame;
    std::vector<std::pair<std::uint64_t, std::size_t>> m_rows; ///< by key: which of m_bars.rows()
};

} // namespace streamscope
