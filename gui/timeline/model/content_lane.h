// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"
#include "engine/timeline/lanes.h"
#include "engine/timeline/ranges/time_range.h"

#include <QCoreApplication>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

class QFont;

namespace streamscope {

class BarLabels;
class OperationLane;
class PixelGrid;
class SceneBars;
class TimelineContent;
struct KindStyle;
struct SceneBar;
struct TimelineScene;
struct TimelineTheme;

/// The views of a timeline, which differ in their lanes and headings.
enum class LaneGrouping { All, Streams, Engines, Devices, Multiprocessors };
inline constexpr int laneGroupingCount = 5;

/// Whether the data of a run were verified.
enum class VerificationState {
    None,
    Unverified, ///< it ran on a GPU, and no data came back that could be checked
    Failed,     ///< wrong data came back
};

/// The heading above some lanes. The key stays the same from run to run.
struct LaneHeading
{
    QString key, title;
    QString foldedTitle;        ///< without the number of lanes
    bool foldedAtFirst = false; ///< until the user opens it
};

/// Heights that follow from the font.
struct LaneMetrics
{
    explicit LaneMetrics(const QFont &font, double rowScale = 1);
    double ruler, group, row, lanePadding;
    double text; ///< of one line of text
};

/// The vertical layout of a lane, in device-independent pixels.
struct LaneLayout
{
    double row;          ///< height of each row
    double height;       ///< of the lane
    double firstRow;     ///< from the top of the lane to its first row
    double above, below; ///< free space in each row above and below its bars
};

/// One lane of the picture. A kind of lane is a subclass and a function in the table of lane_kinds.cpp. The members
/// and functions are all that arrangement, geometry, painter, tooltips and screen readers know of it. The times of a
/// lane lie in its TimelineContent, which every function gets again, because a content can be moved.
class ContentLane
{
    Q_DECLARE_TR_FUNCTIONS(ContentLane)

public:
    virtual ~ContentLane() = default;

    QString key;           ///< stays the same from run to run: pinning, hiding and order are saved under it
    QString title, detail; ///< "Stream 2", "priority −5"; the detail may be empty
    QString comparedAs;    ///< in a comparison, the lane of the other run with the same text belongs next to this one
    bool pairsInOrder = false;       ///< lanes without such a partner are compared in order
    std::optional<Side> side;        ///< of a comparison
    std::optional<int> device;       ///< of its own run, where the lane belongs to one
    std::optional<double> busyShare; ///< of the length of its run, 0 … 1; empty when nothing ran
    bool isPrediction = false;       ///< drawn as outlines
    VerificationState verification = VerificationState::None; ///< of the device's operations

    virtual bool isIn(LaneGrouping grouping) const = 0;
    virtual LaneHeading heading(const TimelineContent &content, LaneGrouping grouping) const = 0;

    virtual std::size_t rows() const = 0;
    /// The number of row `row` in RowKey. It must differ from those of other lanes that a new lane at the same address
    /// could have been.
    virtual std::uint32_t rowNumber(std::size_t row) const { return static_cast<std::uint32_t>(row); }
    virtual LaneLayout layout(const LaneMetrics &metrics, double scale) const;
    /// Adds the bars of a row to the current row of `bars`, from left to right.
    virtual void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                         SceneBars &bars) const = 0;

    /// The lane as one of whole operations, which marks, arrows and edges refer to; null where bars are parts of
    /// operations or something else.
    virtual const OperationLane *operations() const { return nullptr; }
    /// One of many low lanes with details, whose bars touch each other. A menu command hides all of them, and a gesture
    /// makes all of them higher; the bars of other operations are dimmed when one is selected.
    virtual bool isDetail() const { return false; }

    /// A value over time. Such lanes are shown only on request, see LaneArrangement::counters.
    virtual bool isCounter() const { return false; }
    /// False until prepare() has returned. A view of a large run prepares lanes on another thread and leaves their bars
    /// out until then.
    virtual bool isPrepared() const { return true; }
    virtual void prepare() const {}

    /// The colours of bars; SceneBar::colour is an index.
    virtual std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const = 0;
    /// As much text as fits into `room` pixels; may be empty.
    virtual QString barLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                             BarLabels &labels, double room) const = 0;
    /// All that a wide bar says, however much room it takes; may be empty.
    virtual QString wholeLabel(const TimelineContent &, const TimelineScene &, const SceneBar &) const { return {}; }
    /// "87 % busy"; may be empty.
    virtual QString busyText() const;
    /// "12 operation(s)", for screen readers.
    virtual QString countText(const TimelineContent &content) const = 0;
    virtual QString toolTip(const TimelineContent &content) const = 0;
    /// The tooltip of a bar with the pointer at `x` of the scene, as rich text.
    virtual QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                               double x) const = 0;
    /// The time of a bar that stands for no operation, with the pointer at `x`; empty for other bars.
    virtual std::optional<TimeRange> barTimes(const TimelineScene &, const SceneBar &, double) const
    {
        return std::nullopt;
    }
};

using ContentLanes = std::vector<std::shared_ptr<const ContentLane>>;

/// "87", with one decimal below ten per cent: "9.1".
QString percentText(double share);

} // namespace streamscope
