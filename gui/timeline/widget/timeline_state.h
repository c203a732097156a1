// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/order/hazards.h"
#include "engine/timeline/ranges/time_range.h"
#include "gui/background/background_task.h"
#include "gui/timeline/marks/path_marks.h"
#include "gui/timeline/marks/timeline_marks.h"
#include "gui/timeline/model/run_links.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/widget/edge_snap.h"
#include "gui/timeline/widget/zoom_history.h"

#include <QElapsedTimer>
#include <QFont>
#include <QObject>
#include <QSize>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

/// The state of a timeline, without a widget: the content with its lanes, the visible part, the selection and the
/// marks. Input changes it; painting and scroll bars follow it.
class TimelineState : public QObject
{
    Q_OBJECT

public:
    static constexpr int scrollStep = 20; ///< pixels of one line

    explicit TimelineState(QObject *parent = nullptr);

    // --- content ---
    /// Shows `content` from its begin to its end, without selection, paths and prediction. Null shows nothing.
    void setContent(std::shared_ptr<const TimelineContent> content);
    const std::shared_ptr<const TimelineContent> &content() const { return m_content; }
    bool hasContent() const { return m_content && !m_content->isEmpty(); }
    /// Draws the prediction of the same operations as dashed outlines over the content; null removes it, as
    /// setContent() does.
    /// Lanes that the user asked for, above those of the content; the next content has none.
    void setAskedLanes(ContentLanes lanes);
    const ContentLanes &askedLanes() const { return m_asked; }
    void setPrediction(std::shared_ptr<const Recording> prediction) { set(m_prediction, std::move(prediction)); }
    const std::shared_ptr<const Recording> &prediction() const { return m_prediction; }
    /// Marks the operations of these races, which are indices into the content's timeline.
    void setRaces(std::vector<Race> races) { set(m_races, std::move(races)); }
    const std::vector<Race> &races() const { return m_races; }
    /// Marks operations as found, in order.
    void setFound(std::vector<std::uint32_t> found) { set(m_found, std::move(found)); }
    const std::vector<std::uint32_t> &found() const { return m_found; }
    const TimelineMarks &marks() const { return m_marks; }
    /// Does not emit marksChanged(); changeMarks() does.
    void setMarks(const TimelineMarks &marks) { set(m_marks, marks); }
    void changeMarks(const std::function<void(TimelineMarks &)> &change);

    // --- dependencies ---
    /// For dependencies by events; null when unknown.
    void setProgram(std::shared_ptr<const Program> program);
    RunLinks &links() const { return *m_links; }
    bool showsArrows() const { return m_arrows; }
    void setArrowsShown(bool shown) { set(m_arrows, shown); }
    ShownPaths shownPaths() const { return m_paths; }
    /// Of two compared runs either or both. setContent() hides them.
    void setShownPaths(ShownPaths shown);
    bool showsCriticalPath() const { return m_paths != ShownPaths::None; }
    /// Empty until computed, which takes a moment for large runs. A single run is A.
    const std::vector<CriticalStep> &criticalPath(Side side = Side::A) const;
    /// Selects the operation that starts first of those that depend on the selected one, or the one that ended last of
    /// those on which it depends.
    void followDependency(bool forward);

    // --- lanes and layout ---
    /// The size of the picture and its font.
    void setFrame(const QSize &size, const QFont &font, double devicePixelRatio);
    const QSize &size() const { return m_size; }
    const QFont &font() const { return m_font; }
    double devicePixelRatio() const { return m_devicePixelRatio; }
    double labelWidth() const { return m_labelWidth; }
    double plotWidth() const;
    /// 0 where the legend would take too much from the lanes.
    double legendHeight() const;
    const LaneArrangement &arrangement() const { return m_arrangement; }
    void setArrangement(const LaneArrangement &arrangement);
    const DetailLanes &details() const { return m_details; }
    /// What the colours of kernels say.
    KernelColouring colouring() const { return m_colouring; }
    void setColouring(KernelColouring colouring);
    /// Of the bar of an operation of the content.
    QColor barColour(std::uint32_t span, const TimelineTheme &theme) const;
    /// Scales are cut to 0.1 … 4.
    void setDetails(const DetailLanes &details);
    const LaneList &lanes() const { return *m_lanes; }
    /// The picture as it is now; hit tests use the same.
    const TimelineScene &scene() const;
    /// The operation of the bar at `position`; −1 without one.
    int operationAt(const QPointF &position) const;
    /// The time of the step or the range of the host whose bar is there.
    std::optional<TimeRange> barTimesAt(const QPointF &position) const;
    QString toolTipAt(const QPointF &position) const;
    /// The group of names (NameColours) of the operation under the pointer.
    std::optional<std::uint32_t> hoveredNames() const;

    // --- the visible part ---
    const TimeAxis &axis() const { return m_axis; }
    /// The view was fitted to the whole run and stays so.
    bool showsAll() const { return m_showsAll; }
    /// From the left to the right edge of the plot, nanoseconds.
    std::pair<std::int64_t, std::int64_t> visibleRange() const
    {
        return {m_axis.originNs, m_axis.xToTime(plotWidth())};
    }
    /// A step of the history, like all functions that move the view.
    void setAxis(const TimeAxis &axis);
    void zoomAt(double x, double factor);
    void pan(double pixels);
    void fitAll();
    void fitRange(std::int64_t beginNs, std::int64_t endNs);
    void fitSelection();
    void zoomBack();
    /// The next move is a step of its own.
    void endBurst() { m_history.endBurst(); }
    /// Bars of a content whose operations lie elsewhere have come.
    void showWhatCame() { invalidate(); }
    /// The user has pointed at a bar of such a content, or beside all bars.
    void pointAt(const QPointF &position)
    {
        if (hasContent() && m_content->coming())
            Q_EMIT pointedAt(position);
    }
    int scrollY() const { return m_scrollY; }
    int maxScrollY() const { return m_maxScrollY; }
    /// The height in which lanes scroll.
    int page() const { return m_page; }
    void setScrollY(int scrollY);
    void scrollBy(double pixels);
    /// The time that can be scrolled over, with its margins.
    double scrolledNs() const;
    /// The place of the left edge, as a share of scrolledNs().
    double scrolledShare() const;
    /// Moves the left edge there without a step of the history.
    void scrollTo(double share);
    void revealLane(const QString &key);
    /// Moves the view there where none of it is in sight.
    void revealTime(TimeRange range);
    bool useBookmark(std::size_t number);
    void goToMarker(bool forward);

    // --- selection ---
    std::optional<std::uint32_t> selectedSpan() const { return m_selected; }
    /// Selects an operation and scrolls it into view; −1 clears.
    void selectSpan(int span);
    /// Selects the next operation of the lane, or the one before.
    void stepSelection(bool next);
    std::optional<TimeRange> selectedRange() const { return m_range; }
    void setRange(std::optional<TimeRange> range);
    /// A small table beside the selected range, a label and its value in each row; setRange() empties it.
    void setRangeTable(std::vector<std::pair<QString, QString>> rows) { set(m_rangeTable, std::move(rows)); }
    const std::vector<std::pair<QString, QString>> &rangeTable() const { return m_rangeTable; }
    /// Neither an operation nor a range.
    void clearSelection();
    /// Selects the gap between the selected operation and `span`; where they overlap, the time of both.
    void measureTo(std::uint32_t span);

    // --- pointer ---
    /// Over the plot.
    const std::optional<QPointF> &pointer() const { return m_pointer; }
    void setPointer(std::optional<QPointF> pointer) { set(m_pointer, pointer); }
    /// Of the pointer, or else the middle of the plot.
    double pointerX() const { return m_pointer ? m_pointer->x() : m_labelWidth + plotWidth() / 2; }
    /// The edge to which the dragged range has snapped.
    const std::optional<SnappedEdge> &snap() const { return m_snap; }
    void setSnap(const std::optional<SnappedEdge> &snap) { m_snap = snap; }

Q_SIGNALS:
    /// `picture`: also the lanes or their bars have changed, else only marks on top of them.
    void changed(bool picture);
    /// −1: nothing is selected.
    void spanSelected(int span);
    void rangeChanged();
    /// See pointAt().
    void pointedAt(const QPointF &position);
    void arrangementChanged();
    void marksChanged();

private:
    QString waitText(std::uint32_t span) const;
    /// Of a mark on top of the picture.
    template <typename Value>
    void set(Value &mark, Value value)
    {
        mark = std::move(value);
        Q_EMIT changed(false);
    }
    void arrangeLanes();
    void prepareLanes();
    void layOut();
    void updateHeights();
    void invalidate();
    void moveTo(const TimeAxis &axis);
    TimeAxis limited(TimeAxis axis) const;
    void reveal(std::uint32_t span);
    void centre(double top);

    std::shared_ptr<const TimelineContent> m_content;
    std::shared_ptr<const Recording> m_prediction;
    std::vector<Race> m_races;
    std::vector<std::uint32_t> m_found;
    TimelineMarks m_marks;
    RunLinks *m_links;
    BackgroundTask m_preparing; ///< of lanes
    bool m_arrows = true;
    ShownPaths m_paths = ShownPaths::None;

    QSize m_size{1, 1};
    QFont m_font;
    double m_devicePixelRatio = 1;
    double m_labelWidth = 180;
    double m_rowScale = 1;
    LaneArrangement m_arrangement;
    DetailLanes m_details;
    KernelColouring m_colouring = KernelColouring::Name;
    ContentLanes m_asked;
    std::shared_ptr<const LaneList> m_lanes = std::make_shared<LaneList>();
    mutable TimelineScene m_scene;
    mutable bool m_sceneValid = false;

    TimeAxis m_axis;
    bool m_showsAll = true; ///< the view stays fitted when the size changes
    ZoomHistory m_history;
    QElapsedTimer m_clock;
    int m_scrollY = 0, m_maxScrollY = 0, m_page = 1;

    std::optional<std::uint32_t> m_selected;
    std::optional<TimeRange> m_range;
    std::vector<std::pair<QString, QString>> m_rangeTable;
    std::optional<QPointF> m_pointer;
    std::optional<SnappedEdge> m_snap;
};

} // namespace streamscope
