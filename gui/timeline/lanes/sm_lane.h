// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/block_records.h"
#include "gui/timeline/model/lane_kinds.h"

#include <QCoreApplication>

namespace streamscope {

/// The blocks of a row for its IntervalPyramid: positions count from its first block, the tag is the kernel.
struct BlockIntervals
{
    const BlockRecords &records;
    std::size_t first;

    std::int64_t begin(std::size_t i) const { return records.starts()[first + i]; }
    std::int64_t end(std::size_t i) const { return records.ends()[first + i]; }
    std::uint32_t tag(std::size_t i) const { return records.spans()[first + i]; }
    std::uint32_t id(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};

/// The blocks that ran on one multiprocessor, coloured by kernel. The index takes about 3 bytes per block.
class SmLane final : public ContentLane
{
    Q_DECLARE_TR_FUNCTIONS(SmLane)

public:
    /// @param index into BlockRecords::lanes()
    SmLane(std::size_t index, const LaneSource &source, bool saysDevice);

    const BlockLane &blocks(const TimelineContent &content) const;
    /// The facts of one block, as rich text: kernel, number, SM, start, duration, clock. In a comparison also the side,
    /// with times of its own run.
    static QString blockToolTip(const TimelineContent &content, std::size_t record);

    bool isIn(LaneGrouping grouping) const override;
    LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const override;
    std::size_t rows() const override { return m_pyramids.size(); }
    LaneLayout layout(const LaneMetrics &metrics, double scale) const override;
    /// A bar is a block, or several neighbours of one kernel that are too narrow to draw separately. A block of a pixel
    /// or more covers what it covers, rounded; a shorter one marks the pixel in which it starts. Bars do not overlap;
    /// their number is bounded by the pixels. When several kernels share a pixel, the bar is of the kernel of the
    /// longest block (in very dense pixels, blocks at the pixel's edges may be missed or added).
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    bool isDetail() const override { return true; }
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const override;
    QString barLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar, BarLabels &labels,
                     double room) const override;
    QString countText(const TimelineContent &content) const override;
    QString toolTip(const TimelineContent &content) const override;
    /// The longest block that starts in the pixel at `x` and the number of these blocks, or else the last block that
    /// started before.
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;

private:
    std::size_t m_index;
    std::size_t m_maxRows;                   ///< of all these lanes: a block is equally high on each SM
    std::vector<IntervalPyramid> m_pyramids; ///< by row
};

} // namespace streamscope
