// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_state.h"

#include "engine/formats/text/time_text.h"
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/wait_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double maxRowScale = 1.6; ///< rows of a short run fill the space up to this
constexpr double mostLegend = 0.2;  ///< of the height; the lanes matter more
constexpr double finest = 0.01;     ///< nanoseconds in a pixel
constexpr double margin = 0.01;     ///< of the run, on both sides of what can be scrolled over

} // namespace

TimelineState::TimelineState(QObject *parent) : QObject(parent), m_links(new RunLinks(this))
{
    m_clock.start();
    connect(m_links, &RunLinks::changed, this, [this] { Q_EMIT changed(true); });
}

// --- content ---

void TimelineState::setContent(std::shared_ptr<const TimelineContent> content)
{
    m_content = std::move(content);
    m_found.clear();
    m_asked.clear();
    setProgram(nullptr);
    m_prediction.reset();
    m_range.reset();
    m_rangeTable.clear();
    m_snap.reset();
    arrangeLanes();
    if (std::exchange(m_selected, std::nullopt))
        Q_EMIT spanSelected(-1);
    layOut();
    fitAll();
    m_history.clear();
}

void TimelineState::setAskedLanes(ContentLanes lanes)
{
    if (lanes.empty() && m_asked.empty())
        return;
    m_asked = std::move(lanes);
    arrangeLanes();
    layOut();
}

void TimelineState::changeMarks(const std::function<void(TimelineMarks &)> &change)
{
    const TimelineMarks former = m_marks;
    change(m_marks);
    if (m_marks == former)
        return;
    Q_EMIT changed(false);
    Q_EMIT marksChanged();
}

// --- dependencies ---

void TimelineState::setProgram(std::shared_ptr<const Program> program)
{
    m_links->setRun(m_content, std::move(program));
    m_paths = ShownPaths::None;
    Q_EMIT changed(true);
}

void TimelineState::setShownPaths(ShownPaths shown)
{
    m_paths = shown;
    if (showsCriticalPath())
        m_links->prepare();
    Q_EMIT changed(true); // the frames are part of the picture
}

const std::vector<CriticalStep> &TimelineState::criticalPath(Side side) const
{
    static const std::vector<CriticalStep> none;
    return showsPathOf(m_paths, side) ? m_links->path(side) : none;
}

void TimelineState::followDependency(bool forward)
{
    if (!m_selected || !m_links->prepare())
        return;
    const Timeline &timeline = m_content->timeline();
    std::optional<std::uint32_t> best;
    for (const Dependency &link : m_links->of(*m_selected)) {
        if ((forward ? link.from : link.to) != *m_selected)
            continue;
        const std::uint32_t other = forward ? link.to : link.from;
        if (!best
            || (forward ? timeline.starts()[other] < timeline.starts()[*best]
                        : timeline.ends()[other] > timeline.ends()[*best]))
            best = other;
    }
    if (best)
        selectSpan(static_cast<int>(*best));
}

// --- lanes and layout ---

void TimelineState::setFrame(const QSize &size, const QFont &font, double devicePixelRatio)
{
    m_size = size;
    m_font = font;
    m_devicePixelRatio = devicePixelRatio;
    layOut();
    if (m_showsAll)
        fitAll();
}

double TimelineState::plotWidth() const
{
    return std::max(1.0, m_size.width() - m_labelWidth);
}

double TimelineState::legendHeight() const
{
    if (!hasContent())
        return 0;
    // The theme makes no difference to the height.
    const double height =
        paintLegend(nullptr, {}, m_size.width() - 20, *m_content, TimelineTheme::light(), m_font, m_colouring) + 6;
    return height <= m_size.height() * mostLegend ? height : 0;
}

void TimelineState::setArrangement(const LaneArrangement &arrangement)
{
    if (arrangement == m_arrangement)
        return;
    m_arrangement = arrangement;
    arrangeLanes();
    layOut();
    Q_EMIT arrangementChanged();
}

void TimelineState::setDetails(const DetailLanes &details)
{
    m_details = details;
    m_details.scale = std::clamp(m_details.scale, 0.1, 4.0);
    arrangeLanes();
    layOut();
}

void TimelineState::setColouring(KernelColouring colouring)
{
    if (std::exchange(m_colouring, colouring) != colouring)
        layOut(); // the legend may take another line
}

QColor TimelineState::barColour(std::uint32_t span, const TimelineTheme &theme) const
{
    const bool known = hasContent() && span < m_content->timeline().size();
    return known ? barColours(theme)[m_content->tag(span, m_colouring)].fill : QColor();
}

void TimelineState::arrangeLanes()
{
    m_lanes = std::make_shared<LaneList>(m_content ? arrangedLanes(*m_content, m_arrangement, m_details, m_asked)
                                                   : LaneList());
    prepareLanes();
}

/// Of a large run on another thread; then the picture is made again.
void TimelineState::prepareLanes()
{
    ContentLanes lanes;
    for (const LaneEntry &entry : m_lanes->entries)
        if (entry.lane && !entry.lane->isPrepared())
            lanes.push_back(entry.lane);
    if (lanes.empty())
        return;
    m_preparing.startOrDo(
        m_content->timeline().size() + m_content->timeline().blocks().size(),
        [content = m_content, lanes = std::move(lanes)](const RunControl &control) {
            for (const auto &lane : lanes) {
                if (control.stop.stop_requested())
                    return false;
                lane->prepare();
            }
            return true;
        },
        [this](bool) { invalidate(); });
}

void TimelineState::layOut()
{
    if (hasContent())
        m_labelWidth =
            labelWidthFor(*m_content, m_font, std::max(140.0, m_size.width() * (m_content->compared() ? 0.4 : 0.33)));
    updateHeights();
    invalidate();
}

void TimelineState::updateHeights()
{
    if (!hasContent()) {
        m_scrollY = m_maxScrollY = 0;
        return;
    }
    const double room = m_size.height() - LaneMetrics(m_font).ruler - legendHeight();
    const LaneHeights natural = laneHeights(*m_lanes, LaneMetrics(m_font));
    m_rowScale = std::clamp((room - natural.details) / (natural.usual + 8), 1.0, maxRowScale);
    const double wanted = laneHeights(*m_lanes, LaneMetrics(m_font, m_rowScale)).all() + 8;
    m_page = static_cast<int>(std::max(1.0, room));
    m_maxScrollY = static_cast<int>(std::max(0.0, std::ceil(wanted - room)));
    m_scrollY = std::clamp(m_scrollY, 0, m_maxScrollY);
}

void TimelineState::invalidate()
{
    m_sceneValid = false;
    Q_EMIT changed(true);
}

const TimelineScene &TimelineState::scene() const
{
    if (m_sceneValid || !hasContent())
        return m_scene;
    SceneRequest request;
    request.size = m_size;
    request.axis = m_axis;
    request.labelWidth = m_labelWidth;
    request.rowScale = m_rowScale;
    request.scrollY = m_scrollY;
    request.bottom = legendHeight();
    request.devicePixelRatio = m_devicePixelRatio;
    request.lanes = m_lanes;
    request.highlighted = m_selected;
    request.font = m_font;
    request.colouring = m_colouring;
    request.onlyPrepared = true;
    m_scene = buildScene(*m_content, request, std::move(m_scene));
    m_sceneValid = true;
    return m_scene;
}

int TimelineState::operationAt(const QPointF &position) const
{
    const auto bar = scene().barAt(position);
    return bar && isOperation(bar->span) ? static_cast<int>(bar->span) : -1;
}

std::optional<TimeRange> TimelineState::barTimesAt(const QPointF &position) const
{
    const auto bar = hasContent() ? scene().barAt(position) : std::nullopt;
    return bar ? scene().lanes[bar->lane].content->barTimes(scene(), *bar, position.x()) : std::nullopt;
}

std::optional<std::uint32_t> TimelineState::hoveredNames() const
{
    const int span = m_pointer && hasContent() ? operationAt(*m_pointer) : -1;
    if (span < 0)
        return std::nullopt;
    return m_content->names().group(m_content->timeline().nameIndices()[static_cast<std::size_t>(span)]);
}

/// Without the reason while the links of a large run are being made.
QString TimelineState::waitText(std::uint32_t index) const
{
    const bool isKnown = m_links->prepare();
    const Timeline &timeline = m_content->timeline();
    return streamscope::waitText(timeline, index,
                                 isKnown ? lastHolder(timeline, m_links->of(index), index) : std::nullopt);
}

QString TimelineState::toolTipAt(const QPointF &position) const
{
    if (!hasContent())
        return {};
    if (const auto bar = scene().barAt(position)) {
        const ContentLane &lane = *scene().lanes[bar->lane].content;
        QString text = lane.barToolTip(*m_content, scene(), *bar, position.x());
        if (lane.operations() && !lane.operations()->isOnHost() && bar->count == 1 && !m_content->compared())
            if (const QString wait = waitText(bar->span); !wait.isEmpty())
                text += toolTipHtml({wait});
        const Timeline *predicted = m_prediction && lane.operations() ? &m_prediction->timeline : nullptr;
        const QString note = predictionText(m_content->timeline(), predicted, bar->span);
        return note.isEmpty() ? text : text + tr("\nPredicted: %1").arg(note);
    }
    const SceneLane *lane = position.x() <= m_labelWidth ? scene().laneAt(position.y()) : nullptr;
    return lane ? lane->content->toolTip(*m_content) : QString();
}

// --- the visible part ---

void TimelineState::setAxis(const TimeAxis &axis)
{
    m_history.note(m_axis, m_clock.elapsed());
    moveTo(axis);
}

/// Without a step of the history.
void TimelineState::moveTo(const TimeAxis &axis)
{
    m_axis = limited(axis);
    m_showsAll = false;
    invalidate();
}

TimeAxis TimelineState::limited(TimeAxis axis) const
{
    if (!hasContent())
        return axis;
    const TimeAxis all = TimeAxis::fitted(m_content->beginNs(), m_content->endNs(), plotWidth());
    axis.nsPerPixel = std::clamp(axis.nsPerPixel, finest, std::max(finest, all.nsPerPixel * 2));
    // Part of the run stays visible, so that the user does not get lost in empty time.
    const std::int64_t half = axis.pixelsToLength(plotWidth() / 2);
    axis.originNs = std::clamp(axis.originNs, m_content->beginNs() - half,
                               std::max(m_content->beginNs(), m_content->endNs()) - half);
    return axis;
}

void TimelineState::zoomAt(double viewX, double factor)
{
    const double x = std::clamp(viewX - m_labelWidth, 0.0, plotWidth());
    const TimeAxis widest = TimeAxis::fitted(0, m_content ? m_content->endNs() - m_content->beginNs() : 0, plotWidth());
    // The factor is cut before zooming, so that the time under the pointer stays where it is at the limits, too.
    const double wanted = std::clamp(m_axis.nsPerPixel / factor, finest, std::max(finest, widest.nsPerPixel * 2));
    setAxis(m_axis.zoomedAt(x, m_axis.nsPerPixel / wanted));
}

void TimelineState::pan(double pixels)
{
    setAxis(m_axis.panned(pixels));
}

void TimelineState::fitAll()
{
    if (!hasContent())
        return;
    if (!m_showsAll)
        m_history.note(m_axis, m_clock.elapsed() + ZoomHistory::burstMs);
    moveTo(TimeAxis::fitted(m_content->beginNs(), m_content->endNs(), plotWidth(), 0.02));
    m_showsAll = true;
}

void TimelineState::fitRange(std::int64_t beginNs, std::int64_t endNs)
{
    m_history.endBurst();
    setAxis(TimeAxis::fitted(beginNs, endNs, plotWidth(), 0.02));
}

void TimelineState::fitSelection()
{
    if (!hasContent())
        return;
    if (m_range) {
        fitRange(m_range->begin, m_range->end);
    } else if (m_selected) {
        const Span span = m_content->timeline().span(*m_selected);
        fitRange(drawnBegin(span, true), span.end);
    }
}

void TimelineState::zoomBack()
{
    if (const auto view = m_history.back())
        moveTo(*view);
}

void TimelineState::setScrollY(int scrollY)
{
    const int wanted = std::clamp(scrollY, 0, m_maxScrollY);
    if (std::exchange(m_scrollY, wanted) != wanted)
        invalidate();
}

void TimelineState::scrollBy(double pixels)
{
    setScrollY(m_scrollY + static_cast<int>(std::lround(pixels)));
}

double TimelineState::scrolledNs() const
{
    return static_cast<double>(m_content->endNs() - m_content->beginNs()) * (1 + 2 * margin);
}

double TimelineState::scrolledShare() const
{
    const auto from = static_cast<double>(m_axis.originNs - m_content->beginNs());
    return from / std::max(1.0, scrolledNs()) + margin;
}

void TimelineState::scrollTo(double share)
{
    m_axis.originNs = m_content->beginNs() + std::llround(scrolledNs() * (share - margin));
    m_showsAll = false;
    invalidate();
}

/// Scrolls `top`, counted from the top of all lanes, to the middle of the space below the pinned lanes.
void TimelineState::centre(double top)
{
    const double pinned = scene().scrollTop - scene().plotRect.top();
    setScrollY(static_cast<int>(top - (pinned + m_page) / 2));
}

void TimelineState::revealLane(const QString &key)
{
    const QRectF plot = scene().plotRect;
    for (const SceneLane &lane : scene().lanes)
        if (lane.content->key == key && lane.rect.top() >= plot.top() && lane.rect.bottom() <= plot.bottom())
            return;
    if (const auto place = placeOf(*m_lanes, LaneMetrics(m_font, m_rowScale), key))
        centre(place->top + place->height / 2);
}

void TimelineState::revealTime(TimeRange range)
{
    const double left = m_axis.timeToX(range.begin), right = m_axis.timeToX(range.end);
    if (right < 0 || left > plotWidth())
        pan((left + right) / 2 - plotWidth() / 2);
}

void TimelineState::reveal(std::uint32_t index)
{
    const Span span = m_content->timeline().span(index);
    revealTime({span.start, span.end});
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
    if (const auto place = placeOf(*m_lanes, m_content->timeline(), LaneMetrics(m_font, m_rowScale), index))
        centre(place->top);
}

bool TimelineState::useBookmark(std::size_t number)
{
    const auto &bookmark = m_marks.bookmarks[number];
    if (!bookmark)
        return false;
    m_history.endBurst();
    setAxis(bookmark->axis);
    setScrollY(bookmark->scrollY);
    return true;
}

void TimelineState::goToMarker(bool forward)
{
    const std::int64_t middle = m_axis.xToTime(plotWidth() / 2);
    const std::int64_t pixel = std::max<std::int64_t>(1, m_axis.pixelsToLength(1));
    if (const auto marker = m_marks.next(forward ? middle + pixel : middle - pixel, forward)) {
        m_history.endBurst();
        pan(m_axis.timeToX(m_marks.markers[*marker].ns) - plotWidth() / 2);
    }
}

// --- selection ---

void TimelineState::selectSpan(int span)
{
    const bool known = hasContent() && span >= 0 && static_cast<std::size_t>(span) < m_content->timeline().size();
    const std::optional<std::uint32_t> wanted = known ? std::optional(static_cast<std::uint32_t>(span)) : std::nullopt;
    if (wanted == m_selected)
        return;
    m_selected = wanted;
    if (m_selected)
        reveal(*m_selected);
    if (hasContent() && m_content->hasBlocks() && m_details.shown)
        invalidate(); // blocks of other kernels are dimmed
    Q_EMIT changed(false);
    Q_EMIT spanSelected(m_selected ? span : -1);
}

void TimelineState::stepSelection(bool next)
{
    if (!hasContent())
        return;
    if (!m_selected) {
        selectSpan(next ? 0 : static_cast<int>(m_content->timeline().size()) - 1);
        return;
    }
    const Timeline &timeline = m_content->timeline();
    const auto place = placeOf(*m_lanes, timeline, LaneMetrics(m_font, m_rowScale), *m_selected);
    if (!place)
        return;
    if (const auto span = neighbourOn(place->lane->operations()->lane, timeline, *m_selected, next))
        selectSpan(static_cast<int>(*span));
}

void TimelineState::setRange(std::optional<TimeRange> range)
{
    m_range = range;
    m_rangeTable.clear();
    Q_EMIT changed(false);
    Q_EMIT rangeChanged();
}

void TimelineState::clearSelection()
{
    setRange(std::nullopt);
    selectSpan(-1);
}

void TimelineState::measureTo(std::uint32_t span)
{
    const Timeline &timeline = m_content->timeline();
    std::uint32_t first = *m_selected, second = span;
    if (timeline.starts()[second] < timeline.starts()[first])
        std::swap(first, second);
    const std::int64_t a = std::min(timeline.ends()[first], timeline.ends()[second]);
    const std::int64_t b = timeline.starts()[second];
    setRange(TimeRange{std::min(a, b), std::max(a, b)});
}

} // namespace streamscope
