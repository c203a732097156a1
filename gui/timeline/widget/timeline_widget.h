// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/widget/timeline_input.h"
#include "gui/timeline/widget/timeline_painting.h"
#include "gui/timeline/widget/timeline_state.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

class LaneControls;
class OverviewStrip;

/// The Gantt chart in a window, with a strip of the whole run above it. The widget hands events on: TimelineState holds
/// the visible state, TimelineInput changes it, TimelinePainting paints it.
///
/// Recorded blocks are shown on one lane per SM below the other lanes; Ctrl+Shift+wheel changes the height of these
/// lanes. Selecting a kernel dims the blocks of all others.
class TimelineWidget : public QAbstractScrollArea
{
    Q_OBJECT

public:
    using TimeRange = TimelineState::TimeRange;

    explicit TimelineWidget(QWidget *parent = nullptr);
    ~TimelineWidget() override;

    /// Everything that the widget shows.
    TimelineState *state() const { return m_state.get(); }
    LaneControls *laneControls() const { return m_laneControls.get(); }
    OverviewStrip *overview() const { return m_overview; }

    /// See TimelineState for these. A null content shows the placeholder.
    void setContent(std::shared_ptr<const TimelineContent> content);
    const std::shared_ptr<const TimelineContent> &content() const { return m_state->content(); }
    void setPlaceholder(const QString &text);
    /// Draws the prediction of the same operations as dashed outlines over the content; null removes it, as
    /// setContent() does.
    void setPrediction(std::shared_ptr<const Recording> prediction) { m_state->setPrediction(std::move(prediction)); }
    const std::shared_ptr<const Recording> &prediction() const { return m_state->prediction(); }
    /// Marks the operations of these races, which are indices into the content's timeline.
    void setRaces(std::vector<Race> races) { m_state->setRaces(std::move(races)); }
    /// The Program, for dependencies by events; null when unknown.
    void setProgram(std::shared_ptr<const Program> program) { m_state->setProgram(std::move(program)); }
    /// Marks operations as found, in order.
    void setFound(std::vector<std::uint32_t> found) { m_state->setFound(std::move(found)); }
    bool showsArrows() const { return m_state->showsArrows(); }
    bool showsCriticalPath() const { return m_state->showsCriticalPath(); }
    /// Shows critical paths: of two compared runs either or both. setContent() hides them.
    ShownPaths shownPaths() const { return m_state->shownPaths(); }
    void setShownPaths(ShownPaths shown) { m_state->setShownPaths(shown); }
    /// Empty until computed, which takes a moment for large runs. A single run is A.
    const std::vector<CriticalStep> &criticalPath(Side side = Side::A) const { return m_state->criticalPath(side); }

    const TimeAxis &axis() const { return m_state->axis(); }
    /// From the left to the right edge of the plot, nanoseconds.
    std::pair<std::int64_t, std::int64_t> visibleRange() const
    {
        return {axis().originNs, axis().xToTime(m_state->plotWidth())};
    }
    void setAxis(const TimeAxis &axis) { m_state->setAxis(axis); }
    /// The selected operation as an index into the Timeline.
    std::optional<std::uint32_t> selectedSpan() const { return m_state->selectedSpan(); }
    /// The range selected by dragging.
    std::optional<TimeRange> selectedRange() const { return m_state->selectedRange(); }

    const LaneArrangement &arrangement() const { return m_state->arrangement(); }
    void setArrangement(const LaneArrangement &arrangement) { m_state->setArrangement(arrangement); }
    /// The lanes as they are drawn now.
    const LaneList &lanes() const { return m_state->lanes(); }
    /// Scrolls a lane into sight.
    void revealLane(const QString &key) { m_state->revealLane(key); }
    /// Whether the SM lanes are shown; default true.
    bool showsBlockLanes() const { return m_state->details().shown; }
    /// The picture as last laid out, in viewport coordinates; hit-testing uses the same.
    const TimelineScene &scene() const { return m_state->scene(); }

    const TimelineKeys &keys() const { return m_input->keys(); }
    void setKeys(const TimelineKeys &keys) { m_input->setKeys(keys); }
    const TimelineMarks &marks() const { return m_state->marks(); }
    /// Does not emit marksChanged().
    void setMarks(const TimelineMarks &marks) { m_state->setMarks(marks); }
    void setNoteEditor(TimelineInput::NoteEditor editor) { m_input->setNoteEditor(std::move(editor)); }
    /// Executes the command of a key; `fast`: with Shift. False when the command does not apply now.
    bool perform(TimelineCommand command, bool fast = false) { return m_input->perform(command, fast); }

public Q_SLOTS:
    /// Selects an operation and scrolls it into view; −1 clears. Emits spanSelected() when it changes.
    void selectSpan(int span) { m_state->selectSpan(span); }
    void clearSelection();
    void setBlockLanesShown(bool shown);
    /// The scale of the SM lanes, see DetailLanes; 0.1 to 4, default 1.
    void setBlockLaneScale(double scale);
    void fitAll() { m_state->fitAll(); }
    void fitSelection() { m_state->fitSelection(); }
    /// The view before the last zoom or pan.
    void zoomBack() { m_state->zoomBack(); }
    void setRange(std::optional<TimeRange> range) { m_state->setRange(range); }
    void zoomIn() { m_input->zoom(true); }
    void zoomOut() { m_input->zoom(false); }

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
    void mousePressEvent(QMouseEvent *event) override { m_input->press(*event); }
    void mouseMoveEvent(QMouseEvent *event) override { m_input->move(*event); }
    void mouseReleaseEvent(QMouseEvent *event) override { m_input->release(*event); }
    void mouseDoubleClickEvent(QMouseEvent *event) override { m_input->doubleClick(*event); }
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void connectOverview();
    void follow(bool picture);
    void updateScrollBars();
    void updateFrame();
    void announce(int span);
    void paintPlaceholder(QPainter &painter) const;
    void paintFocus(QPainter &painter) const;

    std::unique_ptr<TimelineState> m_state;
    std::unique_ptr<LaneControls> m_laneControls;
    std::unique_ptr<TimelineInput> m_input;
    TimelinePainting m_painting;
    OverviewStrip *m_overview;
    QString m_placeholder;
    bool m_updatingBars = false;
};

} // namespace streamscope
