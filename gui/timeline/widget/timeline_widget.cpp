// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/model/run_links.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/time_text.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/overview_strip.h"
#include "gui/timeline/widget/timeline_accessible.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionFocusRect>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace streamscope {

double TimelineWidget::pointerX() const
{
    return m_pointer ? m_pointer->x() : m_labelWidth + plotWidth() / 2;
}

namespace {

constexpr double maxRowScale = 1.6;        ///< rows of a short run fill the space up to this
constexpr int horizontalSteps = 1'000'000; ///< scroll bars are int, times are not

} // namespace

TimelineWidget::TimelineWidget(QWidget *parent)
    : QAbstractScrollArea(parent), m_laneControls(new LaneControls(this)), m_overview(new OverviewStrip(this)),
      m_links(new RunLinks(this))
{
    installTimelineAccessibility();
    m_clock.start();
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setMinimumSize(320, 160);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("What each stream and each engine did, over time. The operations table shows the same as text."));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->grabGesture(Qt::PinchGesture);
    verticalScrollBar()->setSingleStep(20);
    setViewportMargins(0, OverviewStrip::heightFor(font()), 0, 0);
    connect(m_overview, &OverviewStrip::viewWanted, this,
            [this](std::int64_t begin, std::int64_t end) { setAxis(TimeAxis::fitted(begin, end, plotWidth(), 0)); });
    connect(m_overview, &OverviewStrip::zoomWanted, this, [this](std::int64_t ns, double factor) {
        zoomAt(std::clamp(m_labelWidth + m_axis.timeToX(ns), m_labelWidth, m_labelWidth + plotWidth()), factor);
    });
    connect(m_links, &RunLinks::changed, this, [this] {
        m_cacheValid = false;
        viewport()->update();
    });
    connect(m_overview, &OverviewStrip::dragged, this, [this] { m_history.endBurst(); });
}

void TimelineWidget::setContent(std::shared_ptr<const TimelineContent> content)
{
    m_content = std::move(content);
    m_found.clear();
    forgetDependencies(nullptr);
    m_prediction.reset();
    m_range.reset();
    m_snap.reset();
    m_gesture = Gesture::None;
    arrangeLanes();
    m_overview->setContent(m_content);
    if (m_selected) {
        m_selected.reset();
        Q_EMIT spanSelected(-1);
    }
    layOut();
    fitAll();
    m_history.clear();
}

void TimelineWidget::setArrangement(const LaneArrangement &arrangement)
{
    if (arrangement == m_arrangement)
        return;
    m_arrangement = arrangement;
    arrangeLanes();
    layOut();
    Q_EMIT arrangementChanged();
}

void TimelineWidget::arrangeLanes()
{
    m_lanes = std::make_shared<LaneList>(m_content ? arrangedLanes(*m_content, m_arrangement, m_details) : LaneList());
}

void TimelineWidget::setKeys(const TimelineKeys &keys)
{
    m_keys = keys;
}

void TimelineWidget::setMarks(const TimelineMarks &marks)
{
    m_marks = marks;
    viewport()->update();
}

void TimelineWidget::setPrediction(std::shared_ptr<const Recording> prediction)
{
    m_prediction = std::move(prediction);
    viewport()->update();
}

void TimelineWidget::setRaces(std::vector<Race> races)
{
    m_races = std::move(races);
    viewport()->update();
}

void TimelineWidget::setPlaceholder(const QString &text)
{
    m_placeholder = text;
    viewport()->update();
}

void TimelineWidget::setAxis(const TimeAxis &axis)
{
    m_history.note(m_axis, m_clock.elapsed());
    moveTo(axis);
}

/// Without a step of the history.
void TimelineWidget::moveTo(const TimeAxis &axis)
{
    m_axis = limited(axis);
    m_showsAll = false;
    updateScrollBars();
    invalidate();
}

void TimelineWidget::zoomBack()
{
    if (const auto view = m_history.back())
        moveTo(*view);
}

void TimelineWidget::updateOverview()
{
    m_overview->setTheme(theme());
    m_overview->setView(m_axis.originNs, m_axis.xToTime(plotWidth()), m_labelWidth);
}

const TimelineTheme &TimelineWidget::theme() const
{
    return TimelineTheme::of(palette());
}

double TimelineWidget::plotWidth() const
{
    return std::max(1.0, viewport()->width() - m_labelWidth);
}

double TimelineWidget::legendHeight() const
{
    return hasContent() ? paintLegend(nullptr, {}, viewport()->width() - 20, *m_content, theme(), font()) + 6 : 0;
}

void TimelineWidget::layOut()
{
    if (hasContent())
        m_labelWidth = labelWidthFor(*m_content, font(),
                                     std::max(140.0, viewport()->width() * (m_content->compared() ? 0.4 : 0.33)));
    updateScrollBars();
    invalidate();
}

const TimelineScene &TimelineWidget::scene() const
{
    if (m_sceneValid || !hasContent())
        return m_scene;
    SceneRequest request;
    request.size = viewport()->size();
    request.axis = m_axis;
    request.labelWidth = m_labelWidth;
    request.rowScale = m_rowScale;
    request.scrollY = verticalScrollBar()->value();
    request.bottom = legendHeight();
    request.devicePixelRatio = devicePixelRatioF();
    request.lanes = m_lanes;
    request.highlighted = m_selected;
    request.font = font();
    m_scene = buildScene(*m_content, request, std::move(m_scene));
    m_sceneValid = true;
    return m_scene;
}

void TimelineWidget::invalidate()
{
    m_sceneValid = false;
    m_cacheValid = false;
    updateOverview();
    viewport()->update();
}

void TimelineWidget::updateScrollBars()
{
    m_updatingBars = true;
    QScrollBar *vertical = verticalScrollBar();
    QScrollBar *horizontal = horizontalScrollBar();
    if (!hasContent()) {
        vertical->setRange(0, 0);
        horizontal->setRange(0, 0);
        m_updatingBars = false;
        return;
    }
    const double room = viewport()->height() - LaneMetrics(font()).ruler - legendHeight();
    const LaneHeights natural = laneHeights(*m_lanes, LaneMetrics(font()));
    m_rowScale = std::clamp((room - natural.details) / (natural.usual + 8), 1.0, maxRowScale);
    const double wanted = laneHeights(*m_lanes, LaneMetrics(font(), m_rowScale)).all() + 8;
    vertical->setPageStep(static_cast<int>(std::max(1.0, room)));
    vertical->setRange(0, static_cast<int>(std::max(0.0, std::ceil(wanted - room))));

    // What can be scrolled over: the run with its margins, and the view where that reaches further.
    const double whole = static_cast<double>(m_content->endNs() - m_content->beginNs()) * 1.02;
    const double view = plotWidth() * m_axis.nsPerPixel;
    const int page = static_cast<int>(std::clamp(view / std::max(whole, 1.0), 1e-6, 1.0) * horizontalSteps);
    const double from = static_cast<double>(m_axis.originNs - m_content->beginNs()) + whole * 0.01;
    horizontal->setPageStep(std::max(1, page));
    horizontal->setSingleStep(std::max(1, page / 20));
    horizontal->setRange(0, horizontalSteps - page);
    horizontal->setValue(static_cast<int>(std::clamp(from / std::max(whole, 1.0), 0.0, 1.0) * horizontalSteps));
    m_updatingBars = false;
}

void TimelineWidget::scrollContentsBy(int dx, int)
{
    if (m_updatingBars || !hasContent())
        return;
    if (dx != 0) {
        const double whole = static_cast<double>(m_content->endNs() - m_content->beginNs()) * 1.02;
        const double share = static_cast<double>(horizontalScrollBar()->value()) / horizontalSteps;
        m_axis.originNs = m_content->beginNs() + std::llround(whole * (share - 0.01));
        m_showsAll = false;
    }
    invalidate();
}

TimeAxis TimelineWidget::limited(TimeAxis axis) const
{
    if (!hasContent())
        return axis;
    const TimeAxis all = TimeAxis::fitted(m_content->beginNs(), m_content->endNs(), plotWidth());
    axis.nsPerPixel = std::clamp(axis.nsPerPixel, 0.01, std::max(0.01, all.nsPerPixel * 2));
    // Part of the run stays visible, so that the user does not get lost in empty time.
    const std::int64_t half = axis.pixelsToLength(plotWidth() / 2);
    axis.originNs = std::clamp(axis.originNs, m_content->beginNs() - half,
                               std::max(m_content->beginNs(), m_content->endNs()) - half);
    return axis;
}

void TimelineWidget::zoomAt(double viewportX, double factor)
{
    const double x = std::clamp(viewportX - m_labelWidth, 0.0, plotWidth());
    const TimeAxis widest = TimeAxis::fitted(0, m_content ? m_content->endNs() - m_content->beginNs() : 0, plotWidth());
    // The factor is cut before zooming, so that the time under the pointer stays where it is at the limits, too.
    const double wanted = std::clamp(m_axis.nsPerPixel / factor, 0.01, std::max(0.01, widest.nsPerPixel * 2));
    setAxis(m_axis.zoomedAt(x, m_axis.nsPerPixel / wanted));
}

void TimelineWidget::pan(double pixels)
{
    setAxis(m_axis.panned(pixels));
}
void TimelineWidget::zoomIn()
{
    zoomAt(m_labelWidth + plotWidth() / 2, zoomPerKey);
}
void TimelineWidget::zoomOut()
{
    zoomAt(m_labelWidth + plotWidth() / 2, 1 / zoomPerKey);
}

void TimelineWidget::fitAll()
{
    if (!hasContent())
        return;
    if (!m_showsAll)
        m_history.note(m_axis, m_clock.elapsed() + ZoomHistory::burstMs);
    moveTo(TimeAxis::fitted(m_content->beginNs(), m_content->endNs(), plotWidth(), 0.02));
    m_showsAll = true;
}

void TimelineWidget::fitRange(std::int64_t beginNs, std::int64_t endNs)
{
    m_history.endBurst();
    setAxis(TimeAxis::fitted(beginNs, endNs, plotWidth(), 0.02));
}

void TimelineWidget::fitSelection()
{
    if (!hasContent())
        return;
    if (m_range) {
        fitRange(m_range->beginNs, m_range->endNs);
    } else if (m_selected) {
        const Span span = m_content->timeline().span(*m_selected);
        fitRange(drawnBegin(span, true), span.end);
    }
}

void TimelineWidget::selectSpan(int span)
{
    const bool known = hasContent() && span >= 0 && static_cast<std::size_t>(span) < m_content->timeline().size();
    const std::optional<std::uint32_t> wanted = known ? std::optional(static_cast<std::uint32_t>(span)) : std::nullopt;
    if (wanted == m_selected)
        return;
    m_selected = wanted;
    if (m_selected) {
        reveal(*m_selected);
        setAccessibleDescription(spanTitle(m_content->timeline(), *m_selected));
        QAccessibleValueChangeEvent changed(this, accessibleDescription());
        QAccessible::updateAccessibility(&changed);
    }
    if (hasContent() && m_content->hasBlocks() && m_details.shown)
        invalidate(); // other kernels' blocks are dimmed
    viewport()->update();
    Q_EMIT spanSelected(m_selected ? span : -1);
}

void TimelineWidget::setBlockLanesShown(bool shown)
{
    if (shown == m_details.shown)
        return;
    m_details.shown = shown;
    arrangeLanes();
    layOut();
}

void TimelineWidget::setBlockLaneScale(double scale)
{
    m_details.scale = std::clamp(scale, 0.1, 4.0);
    arrangeLanes();
    layOut();
}

void TimelineWidget::clearSelection()
{
    setRange(std::nullopt);
    selectSpan(-1);
}

void TimelineWidget::setRange(std::optional<TimeRange> range)
{
    m_range = range;
    viewport()->update();
    Q_EMIT rangeChanged();
}

void TimelineWidget::reveal(std::uint32_t index)
{
    const Span span = m_content->timeline().span(index);
    const double left = m_axis.timeToX(span.start);
    const double right = m_axis.timeToX(span.end);
    if (right < 0 || left > plotWidth())
        pan((left + right) / 2 - plotWidth() / 2);
    // Scroll to its row only when no bar of it is in sight: its stream's and its engine's lane each have one.
    const auto isShown = [&](const SceneBar &bar) {
        const SceneLane &lane = scene().lanes[bar.lane];
        return bar.span == index
               && (lane.content->isDetail()
                   || (bar.rect.top() >= scene().plotRect.top() && bar.rect.bottom() <= scene().plotRect.bottom()
                       && bar.rect.height() >= lane.row - 4)); // else pinned lanes cut it
    };
    if (std::any_of(scene().bars.begin(), scene().bars.end(), isShown))
        return;
    if (const auto place = placeOf(*m_lanes, m_content->timeline(), LaneMetrics(font(), m_rowScale), index))
        scrollTo(place->top);
}

/// To the middle of what pinned lanes leave; `top` counts from the top of all lanes.
void TimelineWidget::scrollTo(double top)
{
    const double pinned = scene().scrollTop - scene().plotRect.top();
    verticalScrollBar()->setValue(static_cast<int>(top - (pinned + verticalScrollBar()->pageStep()) / 2));
}

void TimelineWidget::revealLane(const QString &key)
{
    for (const SceneLane &lane : scene().lanes) {
        const QRectF plot = scene().plotRect;
        if (lane.content->key == key && lane.rect.top() >= plot.top() && lane.rect.bottom() <= plot.bottom())
            return;
    }
    if (const auto place = placeOf(*m_lanes, LaneMetrics(font(), m_rowScale), key))
        scrollTo(place->top + place->height / 2);
}

void TimelineWidget::stepSelection(int direction)
{
    if (!hasContent())
        return;
    if (!m_selected) {
        selectSpan(direction > 0 ? 0 : static_cast<int>(m_content->timeline().size()) - 1);
        return;
    }
    const auto place = placeOf(*m_lanes, m_content->timeline(), LaneMetrics(font(), m_rowScale), *m_selected);
    if (!place)
        return;
    const Lane &lane = place->lane->operations()->lane;
    if (const auto next = neighbourOn(lane, m_content->timeline(), *m_selected, direction > 0))
        selectSpan(static_cast<int>(*next));
}

// --- events ---

void TimelineWidget::resizeEvent(QResizeEvent *)
{
    const QRect frame = contentsRect();
    m_overview->setGeometry(frame.left(), frame.top(), viewport()->width(), OverviewStrip::heightFor(font()));
    layOut();
    if (m_showsAll)
        fitAll();
}

void TimelineWidget::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        setViewportMargins(0, OverviewStrip::heightFor(font()), 0, 0);
        layOut();
    }
}

} // namespace streamscope
