// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/lanes/content_lane.h"
#include "gui/timeline/model/difference_sums.h"

namespace streamscope {

/// The operations of a stream or of an engine, the calls of the host, or its synchronisations.
class OperationLane final : public ContentLane
{
public:
    OperationLane(Lane operations, const LaneSource &source);

    Lane lane;
    double blockedShare = 0;    ///< Sync lane: of the length of the run, in synchronisations
    DifferenceSums differences; ///< of a comparison, of its spans; empty on the lanes of the host

    /// A bar there is the call that issues an operation, and not the operation.
    bool isOnHost() const { return lane.kind == LaneKind::Host || lane.kind == LaneKind::Sync; }
    /// The interval of a bar of one operation.
    LaneInterval intervalOf(const Timeline &timeline, const SceneBar &bar) const;

    bool isIn(LaneGrouping grouping) const override;
    LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const override;
    std::size_t rows() const override { return lane.rows.size(); }
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    const OperationLane *operations() const override { return this; }
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const override;
    QString barLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar, BarLabels &labels,
                     double room) const override;
    QString busyText() const override;
    QString countText(const TimelineContent &content) const override;
    QString toolTip(const TimelineContent &content) const override;
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;
};

ContentLanes hostLanes(const LaneSource &source);
ContentLanes streamLanes(const LaneSource &source);
ContentLanes engineLanes(const LaneSource &source);

} // namespace streamscope
