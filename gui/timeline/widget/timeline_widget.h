// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/run_dependencies.h"
#include "engine/program/hazards.h"
#include "gui/timeline/marks/path_marks.h"
#include "gui/timeline/marks/timeline_marks.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/widget/edge_snap.h"
#include "gui/timeline/widget/timeline_keys.h"
#include "gui/timeline/widget/zoom_history.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QImage>

#include <functional>

#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

class LaneControls;
class OverviewStrip;
class RunLinks;
struct TimelineTheme;

/// The Gantt chart in a window: one viewport, the lanes painted into a cached image, and above it the marks that follow
/// the pointer.
///
/// Recorded blocks are shown on one lane per SM below the other lanes; Ctrl+Shift+wheel changes the height of these
/// lanes. Selecting a kernel dims the blocks of all others.
///
/// TimelineKeys has the commands of keys and pointer, LaneArrangement the arrangement of lanes, TimelineMarks the
/// user's marks; this class applies them. A strip with the whole run is above the lanes.
class TimelineWidget : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineWidget(QWidget *parent = nullptr);

    /// Shows `content` from its begin to its end. Null shows the placeholder.
    void setContent(std::shared_ptr<const TimelineContent> content);
    const std::shared_ptr<const TimelineContent> &content() const { return m_content; }
    /// Draws the prediction of the same operations as dashed outlines over the content; null removes it, as
    /// setContent() does.
    void setPrediction(std::shared_ptr<const Recording> prediction);
    const std::shared_ptr<const Recording> &prediction() const { return m_prediction; }
    /// Marks the operations of these races, which are indices into the content's timeline.
    void setRaces(std::vector<Race> races);
    /// The Program, for dependencies by events; null when unknown.
    void setProgram(std::shared_ptr<const Program> program);
    /// Marks operations as found, in order.
    void setFound(std::vector<std::uint32_t> found);
    bool showsArrows() const { return m_arrows; }
    bool showsCriticalPath() const { return m_paths != ShownPaths::None; }
    /// Shows critical paths: of two compared runs either or both. setContent() hides them.
    ShownPaths shownPaths() const { return m_paths; }
    void setShownPaths(ShownPaths shown);
    /// Empty until computed, which takes a moment for large runs. A single run is A.
    const std::vector<CriticalStep> &criticalPath(Side side = Side::A) const;
    /// The text of an empty timeline.
    void setPlaceholder(const QString &text);

    const TimeAxis &axis() const { return m_axis; }
    /// From the left to the right edge of the plot, nanoseconds.
    std::pair<std::int64_t, std::int64_t> visibleRange() const
    {
        return {m_axis.originNs, m_axis.xToTime(plotWidth())};
    }
    void setAxis(const TimeAxis &axis);

    /// The selected operation as an index into the Timeline.
    std::optional<std::uint32_t> selectedSpan() const { return m_selected; }

    struct TimeRange
    {
        std::int64_t beginNs = 0, endNs = 0;
    };
    /// The range selected by dragging.
    std::optional<TimeRange> selectedRange() const { return m_range; }

    const LaneArrangement &arrangement() const { return m_arrangement; }
    void setArrangement(const LaneArrangement &arrangement);
    /// The lanes as they are drawn now.
    const LaneList &lanes() const { return *m_lanes; }
    LaneControls *laneControls() const { return m_laneControls; }
    OverviewStrip *overview() const { return m_overview; }
    /// Scrolls a lane into sight.
    void revealLane(const QString &key);

    const TimelineKeys &keys() const { return m_keys; }
    void setKeys(const TimelineKeys &keys);
    const TimelineMarks &marks() const { return m_marks; }
    /// Does not emit marksChanged().
    void setMarks(const TimelineMarks &marks);
    /// Asks the user for the note of a marker; empty = no change. Replaceable, so that tests need no dialog.
    using NoteEditor = std::function<std::optional<QString>(const QString &note)>;
    void setNoteEditor(NoteEditor editor) { m_editNote = std::move(editor); }

    /// Executes the command of a key; `fast`: with Shift. False when the command does not apply now.
    bool perform(TimelineCommand command, bool fast = false);

    /// Whether the SM lanes are shown; default true.
    bool showsBlockLanes() const { return m_details.shown; }
    /// The scale of the SM lanes, see DetailLanes; 0.1 to 4, default 1.
    double blockLaneScale() const { return m_details.scale; }

    /// The picture as last laid out, in viewport coordinates; hit-testing uses the same.
    const TimelineScene &scene() const;

public Q_SLOTS:
    /// Selects an operation and scrolls it into view; −1 clears. Emits spanSelected() when it changes.
    void selectSpan(int span);
    void clearSelection();
    void setBlockLanesShown(bool shown);
    void setBlockLaneScale(double scale);
    void fitAll();
    void fitSelection();
    /// The view before the last zoom or pan.
    void zoomBack();
    void setRange(std::optional<TimeRange> range);
    void zoomIn();
    void zoomOut();

Q_SIGNALS:
    /// −1: nothing is selected.
    void spanSelected(int span);
    void rangeChanged();
    /// The user has changed it.
    void arrangementChanged();
    void marksChanged();
    void helpWanted();
    void findWanted();
    void findStepWanted(bool next);

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    static constexpr double zoomPerKey = 1.5; ///< factor of one key press or menu action

    enum class Gesture { None, Press, Range, Pan, Zoom };

    bool hasContent() const { return m_content && !m_content->isEmpty(); }
    const TimelineTheme &theme() const;
    double plotWidth() const;
    double legendHeight() const;
    void layOut();
    void updateScrollBars();
    TimeAxis limited(TimeAxis axis) const;
    void zoomAt(double viewportX, double factor);
    void pan(double pixels);
    void stepSelection(int direction);
    void reveal(std::uint32_t span);
    void scrollTo(double top);
    void fitRange(std::int64_t beginNs, std::int64_t endNs);
    void moveTo(const TimeAxis &axis);
    void remember();
    void arrangeLanes();
    void updateOverview();
    bool performOnLane(TimelineCommand command);
    bool performOnMarks(TimelineCommand command);
    bool performOnDependencies(TimelineCommand command);
    void forgetDependencies(std::shared_ptr<const Program> program);
    void followDependency(bool forward);
    void editMarker();
    void deleteMarker();
    void goToMarker(bool forward);
    void changeMarks(const std::function<void(TimelineMarks &)> &change);
    bool useBookmark(const QKeyEvent &event);
    void measureTo(std::uint32_t span);
    void dragRange(const QMouseEvent &event);
    bool pinch(QEvent *event);
    double pointerX() const;
    int operationAt(const QPointF &position) const;
    bool showToolTip(const QPoint &position, const QPoint &globalPosition);

    void invalidate();
    void refreshCache();
    void paintPlaceholder(QPainter &painter) const;
    void paintRange(QPainter &painter) const;
    void paintMarkers(QPainter &painter) const;
    void paintFound(QPainter &painter) const;
    void paintDependencies(QPainter &painter);
    void paintFramedPaths(QPainter &painter) const;
    void paintPathsText(QPainter &painter) const;
    void paintSnap(QPainter &painter) const;
    void paintSelection(QPainter &painter) const;
    void paintCursor(QPainter &painter) const;
    void paintFocus(QPainter &painter) const;

    std::shared_ptr<const TimelineContent> m_content;
    std::shared_ptr<const Recording> m_prediction;
    std::vector<Race> m_races;
    QString m_placeholder;
    LaneControls *m_laneControls;
    OverviewStrip *m_overview;
    LaneArrangement m_arrangement;
    std::shared_ptr<const LaneList> m_lanes = std::make_shared<LaneList>();
    TimelineKeys m_keys;
    TimelineMarks m_marks;
    NoteEditor m_editNote;
    RunLinks *m_links;
    std::vector<std::uint32_t> m_found;
    bool m_arrows = true;
    ShownPaths m_paths = ShownPaths::None;
    ZoomHistory m_history;
    QElapsedTimer m_clock;
    TimeAxis m_axis;
    double m_labelWidth = 180;
    double m_rowScale = 1;
    DetailLanes m_details;
    bool m_showsAll = true; ///< the view stays fitted when the window is resized

    mutable TimelineScene m_scene;
    mutable bool m_sceneValid = false;
    QImage m_cache;
    bool m_cacheValid = false;

    std::optional<std::uint32_t> m_selected;
    std::optional<TimeRange> m_range;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressPosition, m_lastPosition;
    std::int64_t m_pressNs = 0; ///< where a range begins, snapped
    std::optional<SnappedEdge> m_snap;
    std::optional<QPointF> m_pointer; ///< over the plot
    bool m_updatingBars = false;
};

} // namespace streamscope
