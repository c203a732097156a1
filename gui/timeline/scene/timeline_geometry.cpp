// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/timeline_geometry.h"

#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/scene/block_scene.h"
#include "gui/timeline/scene/lane_bars.h"
#include "gui/timeline/text/text_widths.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <span>

namespace streamscope {

namespace {

constexpr double labelPadding = 10;
constexpr double labelGap = 12;

QString busyText(const ContentLane &lane)
{
    if (lane.lane.spans.empty())
        return tr("idle");
    if (!lane.busyShare)
        return {};
    const bool blocked = lane.lane.kind == LaneKind::Sync;
    const double percent = (blocked ? lane.blockedShare : *lane.busyShare) * 100;
    return (blocked ? tr("%1 % waiting") : tr("%1 % busy"))
        .arg(QString::number(percent, 'f', percent > 0 && percent < 10 ? 1 : 0));
}

double rowHeightOf(const LaneEntry &entry, const LaneMetrics &metrics)
{
    return std::max(3.0, std::round(metrics.row * entry.height));
}

const ContentLane &laneOf(const TimelineContent &content, int group, int lane)
{
    return content.groups()[static_cast<std::size_t>(group)].lanes[static_cast<std::size_t>(lane)];
}

double entryHeight(const LaneEntry &entry, const TimelineContent &content, const LaneMetrics &metrics)
{
    if (entry.isHeading)
        return metrics.group;
    const std::size_t rows = laneOf(content, entry.group, entry.lane).lane.rows.size();
    return rowHeightOf(entry, metrics) * static_cast<double>(rows) + metrics.lanePadding;
}

/// Calls `visit(entry, top, height)` for each heading and lane, from the top down. @returns the height of all.
template <typename Visit>
double walkLanes(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics, Visit visit)
{
    double y = 0;
    for (const LaneEntry &entry : lanes.entries) {
        const double height = entryHeight(entry, content, metrics);
        visit(entry, y, height);
        y += height;
    }
    return y;
}

/// Builds one scene; the members are what all steps share.
class SceneBuilder
{
public:
    SceneBuilder(const TimelineContent &content, const SceneRequest &request, TimelineScene former)
        : m_content(content), m_request(request), m_metrics(request.font, request.rowScale),
          m_widths(textWidths(request.font)), m_labels(content, m_widths), m_scene(std::move(former))
    {
        m_scene.formerRows.exchange(m_scene.bars, m_scene.dense, m_scene.rowFrame);
        m_scene.clear();
    }

    TimelineScene build()
    {
        layOutAreas();
        addTicks();
        if (!m_request.lanes)
            m_defaultLanes = arrangedLanes(m_content, {});
        const double pinned = pinnedHeight(lanes(), m_content, m_metrics, m_scene.plotRect.height());
        m_scene.scrollTop = m_scene.plotRect.top() + pinned;
        const double height =
            walkLanes(lanes(), m_content, m_metrics, [&](const LaneEntry &entry, double top, double high) {
                m_scrolls = top >= pinned;
                entry.isHeading ? addGroup(entry, top) : addLane(entry, top, high);
                m_place += entry.isHeading ? 0 : 1;
            });
        addBarLabels();
        addDenseTexts();
        if (lanes().blocks)
            addBlockLanes(m_content, m_request, height, m_scene);
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
        m_scene.rowFrame = {m_content.identity(), m_scene.axis, m_scene.plotRect.left(), m_scene.plotRect.width(),
                            ratio};
        m_scene.formerRows.keepFor(m_scene.rowFrame);
    }

    void addTicks()
    {
        const TimeAxis &axis = m_request.axis;
        const std::int64_t step = tickStep(axis.nsPerPixel, 96);
        const std::int64_t last = axis.xToTime(m_scene.plotRect.width());
        const std::int64_t largest = std::max(std::abs(axis.originNs), std::abs(last));
        for (std::int64_t ns = firstTickAtOrAfter(axis.originNs, step); ns <= last;
             ns = detail::saturatedAdd(ns, step)) {
            SceneTick tick;
            tick.x = m_scene.timeToX(ns);
            const QString text = axisText(m_content, ns, step, largest);
            const double width = m_widths.of(text);
            QRectF rect(tick.x + 4, m_scene.rulerRect.top(), width + 1, m_scene.rulerRect.height());
            if (rect.right() > m_scene.size.width())
                rect.moveRight(tick.x - 3); // the last tick has more room on its other side
            if (tick.x <= m_scene.size.width())
                tick.label = {rect, text};
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
        if (!isVisible(top, m_metrics.group))
            return;
        SceneGroup heading;
        heading.rect = seen({0, top, m_scene.size.width(), m_metrics.group});
        heading.key = entry.key;
        heading.collapsed = entry.collapsed;
        heading.title = {heading.rect.adjusted(labelPadding + m_metrics.text, 0, 0, 0),
                         entry.collapsed ? tr("%1 (%2)").arg(entry.title).arg(entry.lanes) : entry.title};
        m_scene.groups.push_back(heading);
    }

    void addLane(const LaneEntry &entry, double laneTop, double height)
    {
        const ContentLane &content = laneOf(m_content, entry.group, entry.lane);
        const double top = sceneY(laneTop);
        if (!isVisible(top, height))
            return;
        SceneLane lane;
        lane.rect = seen({0, top, m_scene.size.width(), height});
        lane.group = entry.group;
        lane.indexInGroup = entry.lane;
        lane.place = m_place;
        lane.key = entry.key;
        lane.row = rowHeightOf(entry, m_metrics);
        lane.outlined = content.isPrediction;
        lane.verification = content.verification;
        m_scene.outlined = m_scene.outlined || lane.outlined;
        if (lane.rect.height() >= std::min(height, m_metrics.text))
            addLaneTexts(lane, content);
        const auto laneIndex = static_cast<std::uint32_t>(m_scene.lanes.size());
        lane.firstBar = m_scene.bars.size();
        m_scene.lanes.push_back(lane);
        for (std::size_t row = 0; row < content.lane.rows.size(); ++row) {
            const double rowTop = top + m_metrics.lanePadding / 2 + lane.row * static_cast<double>(row);
            if (isVisible(rowTop, lane.row))
                addRow(content.lane, row, keyOf(entry, row), snapped(seen({0, rowTop + 1, 0, lane.row - 2})),
                       laneIndex);
        }
        m_scene.lanes.back().endBar = m_scene.bars.size();
    }

    static std::uint64_t keyOf(const LaneEntry &entry, std::size_t row)
    {
        constexpr int rowBits = 24, laneBits = 32;
        return (static_cast<std::uint64_t>(entry.group) << (laneBits + rowBits))
               | (static_cast<std::uint64_t>(entry.lane) << rowBits) | row;
    }

    void addRow(const Lane &lane, std::size_t row, std::uint64_t key, const QRectF &rect, std::uint32_t laneIndex)
    {
        if (m_scene.formerRows.take(key, laneIndex, rect.top(), rect.height(), m_scene.bars, m_scene.dense))
            return;
        const std::size_t firstDense = m_scene.dense.size();
        addRowBars(m_content.timeline(), lane, lane.rows[row], rect, laneIndex, m_scene);
        m_scene.bars.nameRow(key, firstDense, m_scene.dense.size());
    }

    QRectF snapped(const QRectF &rect) const
    {
        const double ratio = m_request.devicePixelRatio;
        const double top = std::round(rect.top() * ratio) / ratio;
        const double bottom = std::round(rect.bottom() * ratio) / ratio;
        return {rect.left(), top, rect.width(), bottom - top};
    }

    /// Title at the left, busy share at the right, the detail between them where it fits.
    void addLaneTexts(SceneLane &lane, const ContentLane &content) const
    {
        const QRectF area(labelPadding, lane.rect.top(), m_scene.plotRect.left() - 2 * labelPadding,
                          lane.rect.height());
        const QString busy = busyText(content);
        const double busyWidth = m_widths.of(busy);
        lane.busy = {QRectF(area.right() - busyWidth, area.top(), busyWidth + 1, area.height()), busy};
        const double titleRoom = std::max(0.0, area.width() - busyWidth - labelGap);
        QString title = QString::fromStdString(content.lane.label);
        if (m_widths.of(title) > titleRoom)
            title = m_widths.metrics().elidedText(title, Qt::ElideMiddle, titleRoom);
        const double titleWidth = m_widths.of(title);
        lane.title = {QRectF(area.left(), area.top(), titleWidth + 1, area.height()), title};
        const QString detail = QString::fromStdString(content.lane.detail);
        const double detailWidth = m_widths.of(detail);
        if (!detail.isEmpty() && titleWidth + 8 + detailWidth <= titleRoom)
            lane.detail = {QRectF(lane.title.rect.right() + 8, area.top(), detailWidth + 1, area.height()), detail};
    }

    void addBarLabels()
    {
        for (const SceneBars::Row &row : m_scene.bars.rows()) {
            if (row.wide == 0 || row.height < m_metrics.text - 4)
                continue; // no room for letters
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
        const SceneLane &lane = m_scene.lanes[bar.lane];
        QString text = m_labels.of(bar, lane, room.width());
        if (!text.isEmpty())
            m_scene.barLabels.push_back({{room, std::move(text)},
                                         bar.kind,
                                         bar.waiting,
                                         lane.outlined,
                                         lane.verification == VerificationState::Failed});
    }

    /// How many there are: in words once, at the top, and by number in all others.
    void addDenseTexts()
    {
        const double narrowest = m_widths.of(QChar(u'×')); // there are thousands in which not even that fits
        const QString words = tr("%1 operations, zoom in");
        const double wordsWidth = m_widths.of(words.arg(QString()));
        bool isSaid = false;
        for (SceneDense &dense : m_scene.dense) {
            if (dense.rect.width() - 12 < narrowest)
                continue;
            const QString count = QString::number(dense.count);
            const double room = dense.rect.width() - 12;
            // Words from edge to edge, stretch after stretch, would hide what they are about.
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
    LaneList m_defaultLanes; ///< where the request has none
    int m_place = 0;
    bool m_scrolls = true; ///< the lane at hand; pinned ones do not
    TimelineScene m_scene;
};

} // namespace

LaneMetrics::LaneMetrics(const QFont &font, double rowScale)
{
    text = std::ceil(QFontMetricsF(font).height());
    ruler = text + 8;
    group = text + 6;
    row = std::round((text + 8) * rowScale);
    lanePadding = 4;
}

double pinnedHeight(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics, double room)
{
    constexpr double most = 2.0 / 3; // of the room
    double height = 0;
    for (const LaneEntry &entry : std::span(lanes.entries).first(lanes.pinned))
        height += entryHeight(entry, content, metrics);
    return height <= room * most ? height : 0;
}

double lanesHeight(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics)
{
    return walkLanes(lanes, content, metrics, [](const LaneEntry &, double, double) {});
}

double lanesHeight(const TimelineContent &content, const LaneMetrics &metrics)
{
    return lanesHeight(arrangedLanes(content, {}), content, metrics);
}

double labelWidthFor(const TimelineContent &content, const QFont &font, double maximum)
{
    const QFontMetricsF metrics(font);
    double widest = 120;
    for (const ContentGroup &group : content.groups()) {
        // Thousands of lanes are like their first ones; the others' titles are elided where they are longer.
        for (const ContentLane &lane : std::span(group.lanes).first(std::min<std::size_t>(group.lanes.size(), 500))) {
            double width = metrics.horizontalAdvance(QString::fromStdString(lane.lane.label)) + labelGap
                           + metrics.horizontalAdvance(busyText(lane)) + 2 * labelPadding + 2;
            if (!lane.lane.detail.empty())
                width += 8 + metrics.horizontalAdvance(QString::fromStdString(lane.lane.detail));
            widest = std::max(widest, width);
        }
    }
    return std::ceil(std::min(widest, maximum));
}

std::optional<SpanPlace> placeOf(const LaneList &lanes, const TimelineContent &content, const LaneMetrics &metrics,
                                 std::uint32_t span)
{
    std::optional<SpanPlace> place;
    walkLanes(lanes, content, metrics, [&](const LaneEntry &entry, double top, double) {
        if (place || entry.isHeading)
            return;
        const Lane &lane = laneOf(content, entry.group, entry.lane).lane;
        if (lane.kind == LaneKind::Stream && lane.stream != content.timeline().streamIndices()[span])
            return; // ten thousand streams need no search
        const double row = rowHeightOf(entry, metrics);
        if (const auto found = positionOn(lane, content.timeline(), span))
            place = SpanPlace{top + metrics.lanePadding / 2 + row * static_cast<double>(found->row), row, entry.group,
                              entry.lane, entry.pinned};
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
    dense.clear();
    blockLanes.clear();
    blocks.clear();
    blockLabels.clear();
}

TimelineScene buildScene(const TimelineContent &content, const SceneRequest &request, TimelineScene former)
{
    return SceneBuilder(content, request, std::move(former)).build();
}

namespace {

/// The last of the blocks in the list at `point`, or else the nearest one of its row that is less than `slack` away.
const SceneBlock *blockUnder(std::span<const SceneBlock> blocks, const QPointF &point, double slack)
{
    const SceneBlock *nearest = nullptr;
    double nearestDistance = slack;
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
        if (point.y() < block->rect.top() || point.y() >= block->rect.bottom())
            continue;
        if (point.x() >= block->rect.left() && point.x() < block->rect.right())
            return &*block;
        const double distance = std::max(block->rect.left() - point.x(), point.x() - block->rect.right());
        if (distance < nearestDistance) {
            nearestDistance = distance;
            nearest = &*block;
        }
    }
    return nearest;
}

} // namespace

std::optional<SceneBar> TimelineScene::barAt(const QPointF &point, double slack) const
{
    if (!plotRect.contains(point))
        return std::nullopt;
    const auto lane = std::find_if(lanes.begin(), lanes.end(), [&](const SceneLane &candidate) {
        return point.y() >= candidate.rect.top() && point.y() < candidate.rect.bottom();
    });
    if (lane == lanes.end())
        return std::nullopt;
    return bars.barAt(static_cast<std::uint32_t>(lane - lanes.begin()), point, slack);
}

const SceneBlock *TimelineScene::blockAt(const QPointF &point, double slack) const
{
    return plotRect.contains(point) ? blockUnder(blocks, point, slack) : nullptr;
}

} // namespace streamscope
