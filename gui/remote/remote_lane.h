// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/remote/row_store.h"
#include "gui/timeline/model/content_lane.h"
#include "gui/timeline/scene/scene_bars.h"
#include "gui/timeline/text/timeline_theme.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace streamscope {

/// A lane whose operations lie on another machine: its bars come when they are looked at.
class RemoteLane final : public ContentLane
{
public:
    /// `number`: of the lane in the trace there.
    RemoteLane(const TraceLane &facts, std::uint32_t number, std::shared_ptr<RowStore> rows);

    /// The question for what is known of a bar of this lane, with the pointer at `x` of the scene.
    BarQuestion questionFor(const TimelineScene &scene, const SceneBar &bar, double x) const;

    bool isIn(LaneGrouping grouping) const override;
    LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const override;
    std::size_t rows() const override { return m_rowCount; }
    LaneLayout layout(const LaneMetrics &metrics, double scale) const override;
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const override;
    QString barLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar, BarLabels &labels,
                     double room) const override;
    QString busyText() const override { return m_busyText; }
    QString countText(const TimelineContent &) const override { return m_countText; }
    QString toolTip(const TimelineContent &) const override { return m_toolTip; }
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;

private:
    bool hasOwnColours() const { return !m_styles[0].empty(); }

    std::uint32_t m_number;
    std::shared_ptr<RowStore> m_rows;
    std::size_t m_rowCount;
    std::uint8_t m_groupings;
    std::vector<LaneHeading> m_headings; ///< by grouping
    QString m_busyText, m_countText, m_toolTip;
    std::array<std::vector<KindStyle>, 4> m_styles; ///< by theme; empty: the colours of kinds and names
};

} // namespace streamscope
