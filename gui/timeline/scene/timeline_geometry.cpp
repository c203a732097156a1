// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/timeline_geometry.h"

#include "gui/background/shared_work.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/scene/pixel_grid.h"
#include "gui/timeline/text/text_widths.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

namespace streamscope {

namespace {

constexpr double labelPadding = 10;
constexpr double labelGap = 12;
constexpr std::size_t rowsPerPart = 16; ///< fewer are not worth a thread

double entryHeight(const LaneEntry &entry, const LaneMetrics &metrics)
{
    return entry.isHeading() ? metrics.group : entry.lane->layout(metrics, entry.height).height;
}

/// Calls `visit(entry, top, height)` for each heading and lane, from the top down.
template <typename Visit>
void walkLanes(const LaneList &lanes, const LaneMetrics &metrics, Visit visit)
{
    double y = 0;
    for (const LaneEntry &entry : lanes.entries) {
        const double height = entryHeight(entry, metrics);
        visit(entry, y, height);
        y += height;
    }
}

/// Builds one scene; the members are what all steps share.
class SceneBuilder
{
    Q_DECLARE_TR_FUNCTIONS(SceneBuilder)

public:
    SceneBuilder(const TimelineContent &content, const SceneRequest &request, TimelineScene former)
        : m_content(content), m_request(request), m_metrics(request.font, request.rowScale),
          m_widths(textWidths(request.font)), m_labels(content, m_widths), m_scene(std::move(former))
    {
        m_scene.formerRows.exchange(m_scene.bars, m_scene.rowFrame);
        m_scene.clear();
    }

    TimelineScene build()
    {
        layOutAreas();
        noteHighlighted();
        addTicks();
        if (!m_request.lanes)
            m_defaultLanes = arrangedLanes(m_content, {});
        const double pinned = pinnedHeight(lanes(), m_metrics, m_scene.plotRect.height());
        m_scene.scrollTop = m_scene.plotRect.top() + pinned;
        walkLanes(lanes(), m_metrics, [&](const LaneEntry &entry, double top, double height) {
            m_scrolls = top >= pinned;
            entry.isHeading() ? addGroup(entry, top) : addLane(entry, top, height);
        });
        stickHeading();
        addRows();
        addBarLabels();
        addDenseTexts();
        return std::move(m_scene);
    }

private:
    void layOutAreas()
    {
        const double ratio = m_request.devicePixelRatio;
        const double left = std::round(m_request.labelWidth * ratio) / ratio;
        const double top = m_request.top + m_metrics.ruler;
        m_scene.size = m_request.size;
        m_scene.axis = m_request.axis;
        m_scene.devicePixelRatio = ratio;
        m_scene.outlined = false;
        m_scene.rulerRect = {0, m_request.top, m_request.size.width(), m_metrics.ruler};
        m_scene.plotRect = {left, top, std::max(1.0, m_request.size.width() - left),
                            std::max(0.0, m_request.size.height() - top - m_request.bottom)};
        m_scene.bars.start(std::round(left * ratio), ratio);
        m_scene.rowFrame = {m_content.identity(),     m_scene.axis, m_scene.plotRect.left(),
                            m_scene.plotRect.width(), ratio,        m_request.colouring};
        m_scene.formerRows.keepFor(m_scene.rowFrame);
    }

    /// Without blocks of the operation or its counterpart no other blocks are dimmed.
    void noteHighlighted()
    {
        m_scene.highlighted.reset();
        if (!m_request.highlighted)
            return;
        const std::uint32_t span = *m_request.highlighted;
        const ComparedRuns *compared = m_content.compared();
        const std::uint32_t partner = compared ? compared->counterpart(span).value_or(span) : span;
        if (m_content.kernelNumber(span) || m_content.kernelNumber(partner))
            m_scene.highlighted = {span, partner};
    }

    void addTicks()
    {
        const TimeAxis &axis = m_request.axis;
        const std::int64_t step = tickStep(axis.nsPerPixel, 96);
        const std::int64_t last = axis.xToTime(m_scene.plotRect.width());
        const std::int64_t largest = std::max(std::abs(axis.originNs), std::abs(last));
        double end = std::numeric_limits<double>::lowest(); // of the label before
        for (std::int64_t ns = firstTickAtOrAfter(axis.originNs, step); ns <= last;
             ns = detail::saturatedAdd(ns, step)) {
            SceneTick tick;
            tick.x = m_scene.timeToX(ns);
            const QString text = axisText(m_content, ns, step, largest);
            const double width = m_widths.of(text);
            QRectF rect(tick.x + 4, m_scene.rulerRect.top(), width + 1, m_scene.rulerRect.height());
            if (rect.right() > m_scene.size.width()) {
                rect.moveRight(tick.x - 3); // the last tick has more room on its other side
                end += 24;                  // or its label would seem to be of the tick before
            }
            if (tick.x <= m_scene.size.width() && rect.left() > end) {
                tick.label = {rect, text};
                end = rect.right() + 4;
            }
            m_scene.ticks.push_back(tick);
        }
    }

    double sceneY(double laneTop) const
    {
        return m_scene.plotRect.top() + laneTop - (m_scrolls ? m_request.scrollY : 0);
    }

    bool isVisible(double top, double height) const
    {
        return top < m_scene.plotRect.bottom()
               && top + height > (m_scrolls ? m_scene.scrollTop : m_scene.plotRect.top());
    }

    QRectF seen(const QRectF &rect) const { return m_scrolls ? m_scene.belowPinned(rect) : rect; }

    const LaneList &lanes() const { return m_request.lanes ? *m_request.lanes : m_defaultLanes; }

    void addGroup(const LaneEntry &entry, double laneTop)
    {
        const double top = sceneY(laneTop);
        if (entry.isDetail)
            m_place = 0;
        if (m_scrolls && m_request.scrollY > 0) {
            if (top < m_scene.scrollTop) {
                m_above = &entry;
                return;
            }
            m_nextHeading = std::min(m_nextHeading, top);
        }
        if (!isVisible(top, m_metrics.group))
            return;
        addHeading(entry, seen({0, top, m_scene.size.width(), m_metrics.group}));
        if (entry.folded)
            addFolded(*entry.folded, entry.folded, top);
    }

    /// The density of the lanes under a folded heading, beside its title.
    void addFolded(const ContentLane &content, const std::shared_ptr<const ContentLane> &shared, double top)
    {
        SceneGroup &heading = m_scene.groups.back();
        heading.plotLeft = m_scene.plotRect.left();
        const double room = heading.plotLeft - heading.title.rect.left() - labelPadding;
        if (m_widths.of(heading.title.text) > room)
            heading.title.text = m_widths.metrics().elidedText(heading.title.text, Qt::ElideMiddle, room);
        SceneLane lane;
        lane.rect = heading.rect;
        lane.content = shared;
        lane.row = m_metrics.group;
        m_scene.outlined = m_scene.outlined || content.isPrediction;
        const auto laneIndex = static_cast<std::uint32_t>(m_scene.lanes.size());
        m_scene.lanes.push_back(lane);
        m_rows.push_back(
            {{&content, content.rowNumber(0)}, laneIndex, snapped(seen({0, top + 2, 0, m_metrics.group - 4}))});
    }

    /// The heading of the first lanes in sight stays; the next one pushes it out.
    void stickHeading()
    {
        m_scene.stuckHeading = {};
        if (!m_above)
            return;
        const double top = std::min(m_scene.scrollTop, m_nextHeading - m_metrics.group);
        QRectF rect(0, top, m_scene.size.width(), m_metrics.group);
        rect.setTop(std::min(std::max(top, m_scene.scrollTop), rect.bottom()));
        if (rect.height() < m_metrics.group / 2)
            return;
        addHeading(*m_above, rect);
        m_scene.stuckHeading = rect;
    }

    void addHeading(const LaneEntry &entry, const QRectF &rect)
    {
        SceneGroup heading;
        heading.rect = rect;
        heading.key = entry.key;
        heading.collapsed = entry.collapsed;
        heading.title = {heading.rect.adjusted(labelPadding + m_metrics.text, 0, 0, 0), entry.title};
        m_scene.groups.push_back(heading);
        m_titlesEnd = heading.rect.bottom();
    }

    void addLane(const LaneEntry &entry, double laneTop, double height)
    {
        const int place = m_place++;
        const ContentLane &content = *entry.lane;
        const double top = sceneY(laneTop);
        if (!isVisible(top, height))
            return;
        if (!m_request.onlyPrepared)
            content.prepare();
        const LaneLayout layout = content.layout(m_metrics, entry.height);
        SceneLane lane;
        lane.rect = seen({0, top, m_scene.size.width(), height});
        lane.content = entry.lane;
        lane.tinted = entry.isDetail && content.side ? content.side == Side::B : place % 2 == 1;
        lane.row = layout.row;
        m_scene.outlined = m_scene.outlined || content.isPrediction;
        addLaneTexts(lane, height);
        const auto laneIndex = static_cast<std::uint32_t>(m_scene.lanes.size());
        m_scene.lanes.push_back(lane);
        if (m_request.onlyPrepared && !content.isPrepared())
            return;
        for (std::size_t row = 0; row < content.rows(); ++row) {
            const double rowTop = top + layout.firstRow + layout.row * static_cast<double>(row);
            if (isVisible(rowTop, layout.row))
                m_rows.push_back(
                    {{&content, content.rowNumber(row)},
                     laneIndex,
                     snapped(seen({0, rowTop + layout.above, 0, layout.row - layout.above - layout.below}))});
        }
    }

    struct VisibleRow
    {
        RowKey key;
        std::uint32_t lane; ///< index into TimelineScene::lanes
        QRectF rect;
    };

    /// Rows do not depend on each other: where there are many, the cores share them.
    void addRows()
    {
        const PixelGrid grid({m_scene.axis.originNs, m_scene.axis.nsPerPixel / m_request.devicePixelRatio},
                             std::llround(m_scene.plotRect.width() * m_request.devicePixelRatio));
        const std::size_t parts = std::max<std::size_t>(m_rows.size() / rowsPerPart, 1);
        const auto add = [&](std::size_t part, SceneBars &bars) {
            for (std::size_t i = m_rows.size() * part / parts; i < m_rows.size() * (part + 1) / parts; ++i)
                addRow(m_rows[i], grid, bars);
        };
        if (parts == 1) {
            add(0, m_scene.bars);
            return;
        }
        std::vector<SceneBars> made(parts);
        shareWork(parts, [&](std::size_t part) {
            made[part].start(m_scene.bars.leftPixel(), m_request.devicePixelRatio);
            add(part, made[part]);
        });
        for (const SceneBars &bars : made)
            m_scene.bars.append(bars);
    }

    void addRow(const VisibleRow &row, const PixelGrid &grid, SceneBars &bars) const
    {
        if (m_scene.formerRows.take(row.key, row.lane, row.rect.top(), row.rect.height(), bars))
            return;
        bars.beginRow(row.lane, row.rect.top(), row.rect.height(), row.key);
        row.key.lane->addBars(m_content, row.key.row, grid, bars);
        if (m_request.colouring != KernelColouring::Name)
            bars.recolourKernels([this](std::uint32_t span) { return m_content.tag(span, m_request.colouring); });
    }

    QRectF snapped(const QRectF &rect) const
    {
        const double ratio = m_request.devicePixelRatio;
        const double top = std::round(rect.top() * ratio) / ratio;
        const double bottom = std::round(rect.bottom() * ratio) / ratio;
        return {rect.left(), top, rect.width(), bottom - top};
    }

    /// Title at the left, busy share at the right, the detail between them where it fits. A lane that is cut by pinned
    /// lanes has none, and low lanes have them only where they do not lie on those of a neighbour.
    void addLaneTexts(SceneLane &lane, double height)
    {
        const ContentLane &content = *lane.content;
        QRectF area(labelPadding, lane.rect.top(), m_scene.plotRect.left() - 2 * labelPadding, lane.rect.height());
        if (content.isDetail()) {
            area.setHeight(m_metrics.text);
            area.moveCenter({area.center().x(), lane.rect.center().y()});
            const double free =
                m_scrolls && m_scene.hasPinned() ? std::max(m_titlesEnd, m_scene.scrollTop) : m_titlesEnd;
            if (area.top() < free - 0.5)
                return;
            m_titlesEnd = area.bottom();
        } else if (area.height() < std::min(height, m_metrics.text)) {
            return;
        }
        const QString busy = content.busyText();
        const double busyWidth = m_widths.of(busy);
        lane.busy = {QRectF(area.right() - busyWidth, area.top(), busyWidth + 1, area.height()), busy};
        const double titleRoom = std::max(0.0, area.width() - busyWidth - labelGap);
        QString title = content.title;
        if (m_widths.of(title) > titleRoom)
            title = m_widths.metrics().elidedText(title, Qt::ElideMiddle, titleRoom);
        const double titleWidth = m_widths.of(title);
        lane.title = {QRectF(area.left(), area.top(), titleWidth + 1, area.height()), title};
        const double detailWidth = m_widths.of(content.detail);
        if (!content.detail.isEmpty() && titleWidth + 8 + detailWidth <= titleRoom)
            lane.detail = {QRectF(lane.title.rect.right() + 8, area.top(), detailWidth + 1, area.height()),
                           content.detail};
    }

    void addBarLabels()
    {
        for (const SceneBars::Row &row : m_scene.bars.rows()) {
            if (row.wide == 0 || row.height < m_metrics.text - 4)
                continue; // no room for letters
            if (m_scene.stuckHeading.contains(1, row.top + row.height / 2))
                continue;
            for (const SceneBars::Packed &packed : m_scene.bars.barsOf(row)) {
                if (!packed.isCell)
                    addBarLabel(m_scene.bars.barOf(row, packed));
            }
        }
    }

    void addBarLabel(const SceneBar &bar)
    {
        const QRectF room = bar.rect.adjusted(4, 0, -3, 0);
        if (room.width() < 6)
            return;
        QString text = m_scene.lanes[bar.lane].content->barLabel(m_content, m_scene, bar, m_labels, room.width());
        if (!text.isEmpty())
            m_scene.barLabels.push_back({{room, std::move(text)}, bar});
    }

    /// The number of operations: in words once, at the top, and as a number in all other stretches.
    void addDenseTexts()
    {
        const double narrowest = m_widths.of(QChar(u'×')); // thousands of stretches are narrower
        const QString words = tr("%1 operations, zoom in");
        const double wordsWidth = m_widths.of(words.arg(QString()));
        bool isSaid = false;
        for (SceneDense &dense : m_scene.bars.dense()) {
            if (dense.rect.width() - 12 < narrowest || m_scene.stuckHeading.contains(1, dense.rect.center().y()))
                continue;
            const QString count = QString::number(dense.count);
            const double room = dense.rect.width() - 12;
            // Words in every stretch, from edge to edge, would hide the bars.
            const bool saysIt = !isSaid && wordsWidth + m_widths.of(count) < room / 2;
            dense.text = saysIt ? words.arg(count) : m_labels.longestFitting({QStringLiteral("×") + count}, room);
            isSaid = isSaid || saysIt;
        }
    }

    const TimelineContent &m_content;
    const SceneRequest &m_request;
    LaneMetrics m_metrics;
    const TextWidths &m_widths;
    BarLabels m_labels;
    LaneList m_defaultLanes;            ///< where the request has none
    const LaneEntry *m_above = nullptr; ///< the last heading above what is in sight
    double m_nextHeading = std::numeric_limits<double>::max();
    int m_place = 0;
    bool m_scrolls = true;                                      ///< the current lane; pinned lanes do not
    double m_titlesEnd = std::numeric_limits<double>::lowest(); ///< the lower edge of the last heading or title
    std::vector<VisibleRow> m_rows;
    TimelineScene m_scene;
};

} // namespace

double pinnedHeight(const LaneList &lanes, const LaneMetrics &metrics, double room)
{
    constexpr double most = 2.0 / 3; // of the room
    double height = 0;
    for (const LaneEntry &entry : std::span(lanes.entries).first(lanes.pinned))
        height += entryHeight(entry, metrics);
    return height <= room * most ? height : 0;
}

LaneHeights laneHeights(const LaneList &lanes, const LaneMetrics &metrics)
{
    LaneHeights heights;
    for (const LaneEntry &entry : lanes.entries)
        (entry.isDetail ? heights.details : heights.usual) += entryHeight(entry, metrics);
    return heights;
}

double labelWidthFor(const TimelineContent &content, const QFont &font, double maximum)
{
    constexpr std::size_t most = 500; // of a kind: thousands of lanes are like their first ones, others are elided
    const QFontMetricsF metrics(font);
    double widest = 120;
    std::map<QString, std::size_t> counts;
    for (const auto &lane : content.lanes()) {
        if (lane->isDetail() || lane->isCounter()
            || ++counts[lane->key.left(lane->key.indexOf(QLatin1Char(':')))] > most)
            continue;
        double width = metrics.horizontalAdvance(lane->title) + labelGap + metrics.horizontalAdvance(lane->busyText())
                       + 2 * labelPadding + 2;
        if (!lane->detail.isEmpty())
            width += 8 + metrics.horizontalAdvance(lane->detail);
        widest = std::max(widest, width);
    }
    return std::ceil(std::min(widest, maximum));
}

std::optional<LanePlace> placeOf(const LaneList &lanes, const Timeline &timeline, const LaneMetrics &metrics,
                                 std::uint32_t span)
{
    std::optional<LanePlace> place;
    walkLanes(lanes, metrics, [&](const LaneEntry &entry, double top, double) {
        const OperationLane *operations = place || entry.isHeading() ? nullptr : entry.lane->operations();
        if (!operations)
            return;
        const Lane &lane = operations->lane;
        if (lane.kind == LaneKind::Stream && lane.stream != timeline.streamIndices()[span])
            return; // no search in each of ten thousand streams
        const LaneLayout layout = operations->layout(metrics, entry.height);
        if (const auto found = positionOn(lane, timeline, span))
            place =
                LanePlace{top + layout.firstRow + layout.row * static_cast<double>(found->row), layout.row, operations};
    });
    return place;
}

std::optional<LanePlace> placeOf(const LaneList &lanes, const LaneMetrics &metrics, const QString &key)
{
    std::optional<LanePlace> place;
    walkLanes(lanes, metrics, [&](const LaneEntry &entry, double top, double height) {
        if (!entry.isHeading() && entry.key == key)
            place = LanePlace{top, height, entry.lane.get()};
    });
    return place;
}

void TimelineScene::clear()
{
    groups.clear();
    lanes.clear();
    ticks.clear();
    bars.clear();
    barLabels.clear();
}

TimelineScene buildScene(const TimelineContent &content, const SceneRequest &request, TimelineScene former)
{
    return SceneBuilder(content, request, std::move(former)).build();
}

const SceneLane *TimelineScene::laneAt(double y) const
{
    if (stuckHeading.height() > 0 && y >= stuckHeading.top() && y < stuckHeading.bottom())
        return nullptr;
    const auto lane = std::find_if(lanes.begin(), lanes.end(), [y](const SceneLane &candidate) {
        return y >= candidate.rect.top() && y < candidate.rect.bottom();
    });
    return lane == lanes.end() ? nullptr : &*lane;
}

std::optional<SceneBar> TimelineScene::barAt(const QPointF &point, double slack) const
{
    const SceneLane *lane = plotRect.contains(point) ? laneAt(point.y()) : nullptr;
    return lane ? bars.barAt(static_cast<std::uint32_t>(lane - lanes.data()), point, slack) : std::nullopt;
}

} // namespace streamscope
