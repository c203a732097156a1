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
    bool blockLanes = true;                ///< one lane per SM, where blocks were recorded
    double blockLaneScale = 1;             ///< > 0: of the height of these lanes; see blockLanesHeight()
    /// The selected operation: if it has blocks, the blocks of other kernels are dimmed.
    std::optional<std::uint32_t> highlighted;
    QFont font;
};

struct SceneText
{
    QRectF rect;
    QString text; ///< fits into `rect`
};

/// The label of a bar, in the colours of its kind.
struct SceneBarLabel
{
    SceneText text;
    OperationKind kind = OperationKind::Kernel;
    bool waiting = false;
    bool outlined = false; ///< its bar is
    bool striped = false;  ///< its bar is marked as failed
};

struct SceneLane
{
    QRectF rect;   ///< whole width
    int group = 0; ///< index into TimelineContent::groups()
    int indexInGroup = 0;
    int place = 0;         ///< among the drawn lanes, from the top: every second lane is tinted
    QString key;           ///< see laneKey()
    double row = 0;        ///< height of each of its rows
    bool outlined = false; ///< a prediction: its bars have an edge and no filling
    VerificationState verification = VerificationState::None;
    SceneText title;
    SceneText detail;                     ///< "priority −5"; may be empty
    SceneText busy;                       ///< "87 % busy"; may be empty
    std::size_t firstBar = 0, endBar = 0; ///< its bars in TimelineScene::bars
};

struct SceneGroup
{
    QRectF rect;
    SceneText title;
    QString key; ///< see LaneEntry
    bool collapsed = false;
};

/// The lane of one SM.
struct SceneBlockLane
{
    QRectF rect;           ///< whole width
    std::size_t index = 0; ///< into TimelineContent::blockLanes()
    bool tinted = false;   ///< every other one; of two compared runs those of B
    double rowHeight = 0;  ///< of each of its rows, from the top down
    SceneText title;       ///< "SM 17"; empty when lanes are lower than letters and a neighbour has its title
    SceneText busy;
};

/// One block, or neighbours of one kernel that share pixels.
struct SceneBlock
{
    QRectF rect;
    std::uint32_t kernel = 0; ///< index into the Timeline; of several in one pixel that of the longest block
    std::uint32_t number = 0; ///< the kernel's, for its colour: see TimelineContent::kernelNumber()
    std::uint32_t first = 0;  ///< its blocks are among the records [first, past)
    std::uint32_t past = 0;
    std::uint32_t lane = 0; ///< index into TimelineScene::blockLanes
    float coverage = 1;     ///< the share of its time in which a block ran, 0 … 1
    bool single = false;    ///< one block, wide enough for an edge
    bool dimmed = false;    ///< another kernel is selected, which is not its counterpart
};

/// The label of a block, in the colour of its kernel.
struct SceneBlockLabel
{
    SceneText text;
    std::uint32_t number = 0; ///< as in SceneBlock
    bool dimmed = false;
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
    TimeAxis axis;
    double devicePixelRatio = 1;
    bool outlined = false; ///< some lanes are
    std::vector<SceneGroup> groups;
    std::vector<SceneLane> lanes;
    std::vector<SceneTick> ticks;
    SceneBars bars;
    std::vector<SceneBarLabel> barLabels;
    std::vector<SceneDense> dense;
    std::vector<SceneBlockLane> blockLanes;
    std::vector<SceneBlock> blocks;
    std::vector<SceneBlockLabel> blockLabels;
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

    /// The topmost bar at `point`; narrow bars can be hit up to `slack` beside their edges.
    std::optional<SceneBar> barAt(const QPointF &point, double slack = 3) const;
    /// The bar of blocks at `point`, with the same slack.
    const SceneBlock *blockAt(const QPointF &point, double slack = 3) const;
};

/// Heights that follow from the font.
struct LaneMetrics
{
    explicit LaneMetrics(const QFont &font, double rowScale = 1);
    double ruler, group, row, lanePadding;
    double text; ///< of one line of text
};

/// Height of the pinned lanes on a plot of `room`: 0 without pinned lanes, or when they would leave too little room for
/// the others.
double pinnedHeight(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics, double room);
/// Height of all lanes with their headings, without the ruler and without the SMs.
double lanesHeight(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics);
/// The same for lanes in default order.
double lanesHeight(const TimelineContent &content, const LaneMetrics &metrics);
/// Preferred width of the lane labels, at most `maximum`.
double labelWidthFor(const TimelineContent &content, const QFont &font, double maximum);
/// From the top of the lanes to the top of the sub-row in which `span` is drawn first (stream lanes before engine
/// lanes); empty when it is not drawn. Also returns its group and lane.
struct SpanPlace
{
    double top = 0, height = 0;
    int group = 0, lane = 0;
    bool pinned = false;
};
std::optional<SpanPlace> placeOf(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics,
                                 std::uint32_t span);

/// Computes the picture. Needs a QGuiApplication (fonts), no widget. Reuses the memory of a `former` scene, and its
/// rows where only their places have changed.
TimelineScene buildScene(const TimelineContent &content, const SceneRequest &request, TimelineScene former = {});

} // namespace streamscope
