// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/lane_arrangement.h"
#include "gui/timeline/model/time_axis.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/row_cache.h"
#include "gui/timeline/scene/scene_bars.h"

#include <QFont>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

/// The input of a scene. All lengths in device-independent pixels.
struct SceneRequest
{
    QSizeF size;                           ///< of the whole picture; invisible lanes are left out
    TimeAxis axis;                         ///< x = 0 is the left edge of the plot, right of the lane labels
    double labelWidth = 180;               ///< see labelWidthFor()
    double rowScale = 1;                   ///< ≥ 1: rows grow where there is room
    double scrollY = 0;                    ///< how far the lanes are scrolled up
    double top = 0;                        ///< free space above the ruler (a caption)
    double bottom = 0;                     ///< free space below the lanes (a legend)
    double devicePixelRatio = 1;           ///< edges of bars fall on whole device pixels
    std::shared_ptr<const LaneList> lanes; ///< null: default order
    /// The selected operation: if it has blocks, the blocks of other kernels are dimmed.
    std::optional<std::uint32_t> highlighted;
    KernelColouring colouring = KernelColouring::Name;
    bool onlyPrepared = false; ///< lanes that are not prepared have no bars yet
    QFont font;
};

struct SceneText
{
    QRectF rect;
    QString text; ///< fits into `rect`
};

/// The label of a bar.
struct SceneBarLabel
{
    SceneText text;
    SceneBar bar;
};

struct SceneLane
{
    QRectF rect; ///< whole width
    std::shared_ptr<const ContentLane> content;
    bool tinted = false; ///< every second lane; of compared lanes with details those of B
    double row = 0;      ///< height of each of its rows
    SceneText title;     ///< empty when lanes are lower than letters and a neighbour has its title
    SceneText detail;    ///< "priority −5"; may be empty
    SceneText busy;      ///< "87 % busy"; may be empty
};

struct SceneGroup
{
    QRectF rect;
    SceneText title;
    QString key; ///< see LaneEntry
    bool collapsed = false;
    double plotLeft = 0; ///< from where on a folded heading shows the density of its lanes; 0: nowhere
};

struct SceneTick
{
    double x = 0;
    SceneText label;
};

/// Rectangles and texts, ready to be painted on any device. Later bars lie on top.
struct TimelineScene
{
    QSizeF size;
    QRectF rulerRect; ///< whole width
    QRectF plotRect;  ///< where bars are
    /// The lower edge of the pinned lanes, where scrolling lanes are clipped. The top of plotRect without pinned lanes.
    double scrollTop = 0;
    /// The heading of the first lanes in sight, which stays there while they scroll; empty at the top. It is the last
    /// of the groups, and lies over lanes.
    QRectF stuckHeading;
    TimeAxis axis;
    double devicePixelRatio = 1;
    bool outlined = false; ///< some lanes are
    std::vector<SceneGroup> groups;
    std::vector<SceneLane> lanes;
    std::vector<SceneTick> ticks;
    SceneBars bars;
    std::vector<SceneBarLabel> barLabels;
    /// The selected operation and its counterpart in a comparison, where one of the two has parts.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> highlighted;
    RowFrame rowFrame;   ///< of the bars
    RowCache formerRows; ///< of the scene that this one was built from

    /// Clears all lists except formerRows, and keeps their memory.
    void clear();

    bool hasPinned() const { return scrollTop > plotRect.top(); }
    /// The visible part of a rectangle that scrolls below the pinned lanes.
    QRectF belowPinned(QRectF rect) const
    {
        if (hasPinned())
            rect.setTop(std::clamp(scrollTop, rect.top(), std::max(rect.top(), rect.bottom())));
        return rect;
    }

    double timeToX(std::int64_t ns) const { return plotRect.left() + axis.timeToX(ns); }
    std::int64_t xToTime(double x) const { return axis.xToTime(x - plotRect.left()); }

    /// The lane of a bar as one of whole operations; null on other lanes.
    const OperationLane *operationsOf(const SceneBar &bar) const { return lanes[bar.lane].content->operations(); }
    /// True for a part of another operation than the selected one.
    bool isDimmed(std::uint32_t span) const
    {
        return highlighted && span != highlighted->first && span != highlighted->second;
    }

    /// The topmost bar at `point`; narrow bars can be hit up to `slack` beside their edges.
    std::optional<SceneBar> barAt(const QPointF &point, double slack = 3) const;
    /// The lane at that height; null where there is none.
    const SceneLane *laneAt(double y) const;
};

/// Heights of lanes with their headings, without the ruler.
struct LaneHeights
{
    double usual = 0, details = 0; ///< `details`: of ContentLane::isDetail()

    double all() const { return usual + details; }
};
LaneHeights laneHeights(const LaneList &lanes, const LaneMetrics &metrics);
/// Height of the pinned lanes on a plot of `room`: 0 without pinned lanes, or when they would leave too little room for
/// the others.
double pinnedHeight(const LaneList &lanes, const LaneMetrics &metrics, double room);
/// Preferred width of the lane labels, at most `maximum`.
double labelWidthFor(const TimelineContent &content, const QFont &font, double maximum);
/// The place of a lane, or of a row of it, from the top of the lanes.
struct LanePlace
{
    double top = 0, height = 0;
    const ContentLane *lane = nullptr;
};
/// The row in which `span` is drawn first (stream lanes before engine lanes); empty when it is not drawn.
std::optional<LanePlace> placeOf(const LaneList &lanes, const Timeline &timeline, const LaneMetrics &metrics,
                                 std::uint32_t span);
/// Empty when the lane is not drawn.
std::optional<LanePlace> placeOf(const LaneList &lanes, const LaneMetrics &metrics, const QString &key);

/// Computes the picture. Needs a QGuiApplication (fonts), no widget. Reuses the memory of a `former` scene, and its
/// rows where only their places have changed.
TimelineScene buildScene(const TimelineContent &content, const SceneRequest &request, TimelineScene former = {});

} // namespace streamscope
