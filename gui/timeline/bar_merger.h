// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"

#include <optional>

namespace streamscope {

/// Turns the spans of one sub-row, given in time order, into bars on whole device pixels. What is narrower than a pixel
/// is merged with its neighbours in the same pixel and counted; nothing is dropped and nothing is drawn wider than a
/// pixel more than it lasted.
class BarMerger
{
public:
    /// Bars go to `scene.bars`, inside `row` (lane coordinates of the scene).
    BarMerger(TimelineScene &scene, const QRectF &row, std::uint32_t lane);

    /// Adds [beginNs, endNs] of span `index`.
    void add(std::int64_t beginNs, std::int64_t endNs, std::uint32_t index, OperationKind kind, bool waiting);
    /// Writes what is still open. Call it once, after the last span.
    void finish();

private:
    struct Run
    {
        std::int64_t pixel = 0;
        std::int64_t longestNs = 0;
        std::int64_t sumNs = 0;
        SceneBar bar;
    };
    void addNarrow(std::int64_t pixel, std::int64_t lengthNs, const SceneBar &bar);
    void addWide(std::int64_t first, std::int64_t past, SceneBar bar);
    void flush(bool waiting);
    void noteDense(const Run &run);
    void flushDense();
    QRectF pixels(std::int64_t first, std::int64_t past) const;

    TimelineScene &m_scene;
    QRectF m_row;
    std::uint32_t m_lane;
    double m_ratio;
    std::int64_t m_leftPixel, m_rightPixel; ///< of the plot; bars are cut there
    std::optional<Run> m_executing, m_waiting;

    std::int64_t m_denseFirst = 0, m_densePast = 0;
    std::uint64_t m_denseCount = 0;
};

} // namespace streamscope
