// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/time_axis.h"
#include "gui/timeline/scene/scene_bars.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace streamscope {

/// The inputs of a row's bars, besides the row itself.
struct RowFrame
{
    std::shared_ptr<const char> content; ///< TimelineContent::identity()
    TimeAxis axis;
    double left = 0, width = 0; ///< of the plot
    double devicePixelRatio = 0;
    KernelColouring colouring = KernelColouring::Name;

    bool operator==(const RowFrame &) const = default;
};

/// The rows of the previous scene. After vertical scrolling or folding a group the same rows appear at other places:
/// their bars are copied and not computed again.
class RowCache
{
public:
    /// Takes a scene's rows and gives it the memory of the rows before them.
    void exchange(SceneBars &bars, RowFrame &frame);
    /// Discards the rows if they belong to another frame.
    void keepFor(const RowFrame &frame);
    /// Adds the row of that key to a scene's, at `top` in lane `lane`. @returns false, and adds nothing, when there is
    /// no such row. Several threads may call it.
    bool take(const RowKey &key, std::uint32_t lane, double top, double height, SceneBars &bars) const;

private:
    SceneBars m_bars;
    RowFrame m_frame;
    std::vector<std::pair<RowKey, std::size_t>> m_rows; ///< with the index into m_bars.rows(), sorted
};

} // namespace streamscope
