// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/sm_lane.h"

#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "gui/background/shared_work.h"
#include "gui/language/translated.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/scene/row_walk.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double lowestRow = 3;             ///< pixels at scale 1: two of bar and one between rows
constexpr double lanePadding = 1;           ///< pixels between SMs
constexpr double narrowestLabel = 60;       ///< pixels
constexpr std::int64_t narrowestSingle = 4; ///< pixels; a bar below it has no room for an edge
constexpr double alike = 0.2;               ///< of coverage: neighbours that differ less become one bar

/// Turns a walk into bars that do not overlap.
class BlockSink
{
public:
    BlockSink(const TimelineContent &content, const PixelGrid &grid, SceneBars &bars)
        : m_content(content), m_grid(grid), m_bars(bars)
    {}

    void narrow(const NarrowCell &cell)
    {
        if (cell.pixel < 0 || cell.pixel >= m_grid.pixels())
            return;
        const Bar bar{cell.pixel, cell.pixel + 1, cell.tag, std::min(1.0, m_grid.shareOfPixel(cell.busyNs)), false};
        if (m_last.right <= cell.pixel)
            return append(bar);
        // A wide bar that ends in this pixel gives way: otherwise it would hide the narrow one.
        if (m_last.right - m_last.left > 1) {
            m_last.right = cell.pixel;
            m_last.single = m_last.single && m_last.right - m_last.left >= narrowestSingle;
            append(bar);
        } else {
            m_last.coverage = std::min(1.0, m_last.coverage + bar.coverage);
        }
    }

    void wide(std::int64_t left, std::int64_t right, std::size_t, std::uint32_t kernel)
    {
        left = std::max<std::int64_t>(left, 0);
        right = std::min(right, m_grid.pixels());
        if (m_last.right > left && right - left > 1)
            left = m_last.right; // a narrow bar keeps its pixel
        if (right <= left)
            return;
        if (m_last.right > left)
            m_last.coverage = 1;
        else
            append({left, right, kernel, 1, right - left >= narrowestSingle});
    }

    void finish()
    {
        if (m_last.right > m_last.left)
            m_bars.addPart(m_last.left, m_last.right, static_cast<float>(m_last.coverage), m_last.kernel,
                           m_content.tag(m_last.kernel), m_last.single);
    }

private:
    struct Bar
    {
        std::int64_t left = 0, right = 0; ///< device pixels; equal: none
        std::uint32_t kernel = 0;
        double coverage = 1;
        bool single = false; ///< one block, wide enough for an edge of its own
    };

    /// Neighbours that look nearly alike become one, with the coverage of both together.
    void append(const Bar &bar)
    {
        if (m_last.right > m_last.left && m_last.right == bar.left && m_last.kernel == bar.kernel && !m_last.single
            && !bar.single && std::abs(m_last.coverage - bar.coverage) < alike) {
            const auto old = static_cast<double>(m_last.right - m_last.left);
            const auto added = static_cast<double>(bar.right - bar.left);
            m_last.coverage = (m_last.coverage * old + bar.coverage * added) / (old + added);
            m_last.right = bar.right;
            return;
        }
        finish();
        m_last = bar;
    }

    const TimelineContent &m_content;
    const PixelGrid &m_grid;
    SceneBars &m_bars;
    Bar m_last; ///< not yet added, because the next one may change it
};

/// The block in the time of its own run.
BlockRecord ownBlock(const TimelineContent &content, std::size_t index)
{
    BlockRecord block = content.timeline().blocks().record(index);
    const ComparedRuns *compared = content.compared();
    if (!compared)
        return block;
    const Side side = compared->sideOf(block.span);
    block.start = compared->ownTime(side, block.start);
    block.end = compared->ownTime(side, block.end);
    return block;
}

} // namespace

SmLane::SmLane(std::size_t index, const LaneSource &source, bool saysDevice) : m_index(index), m_maxRows(1)
{
    const BlockRecords &records = source.content.timeline().blocks();
    const BlockLane &lane = records.lanes()[index];
    for (const BlockRow &row : lane.rows)
        m_pyramids.emplace_back(BlockIntervals{records, row.first}, row.past - row.first, false);
    for (const BlockLane &each : records.lanes())
        m_maxRows = std::max(m_maxRows, each.rows.size());
    side = source.side;
    const int number = lane.device - source.part.firstDevice;
    device = number;
    key = QStringLiteral("sm:%1:%2").arg(number).arg(lane.multiprocessor);
    comparedAs =
        QStringLiteral("%1:%2").arg(number, 6, 10, QLatin1Char('0')).arg(lane.multiprocessor, 6, 10, QLatin1Char('0'));
    title = tr("SM %1").arg(lane.multiprocessor);
    if (saysDevice)
        title.prepend(tr("GPU %1").arg(number) + QLatin1Char(' '));
    if (side) {
        title.prepend(translated(sideTitle(*side)) + QStringLiteral("  "));
        key.prepend(sideKey(*side) + QLatin1Char('/'));
    }
    if (source.runNs > 0)
        busyShare = static_cast<double>(lane.busyNs) / static_cast<double>(source.runNs);
}

const BlockLane &SmLane::blocks(const TimelineContent &content) const
{
    return content.timeline().blocks().lanes()[m_index];
}

bool SmLane::isIn(LaneGrouping grouping) const
{
    return grouping != LaneGrouping::Streams && grouping != LaneGrouping::Engines;
}

LaneHeading SmLane::heading(const TimelineContent &content, LaneGrouping) const
{
    LaneHeading made{QStringLiteral("group:sms"), tr("SMs: blocks, coloured by kernel"), tr("SMs")};
    if (content.hasSeveralDevices() && device) {
        made.key += QStringLiteral(":%1").arg(*device);
        made.title = tr("GPU %1 · %2").arg(*device).arg(made.title);
        made.foldedTitle = tr("GPU %1 · %2").arg(*device).arg(made.foldedTitle);
    }
    if (!content.compared())
        return made;
    made.title = tr("SMs of both runs: blocks, what is matched in one colour");
    for (const Side each : {Side::A, Side::B})
        if (content.compared()->run(each).recording->timeline.blocks().empty())
            made.title =
                tr("SMs: blocks, coloured by kernel; no blocks of %1 were recorded").arg(translated(sideName(each)));
    return made;
}

LaneLayout SmLane::layout(const LaneMetrics &metrics, double scale) const
{
    const double natural = std::max(lowestRow, std::floor(metrics.text / static_cast<double>(m_maxRows)));
    const double row = std::max(1.0, std::round(natural * scale)), all = row * static_cast<double>(rows());
    const double height = std::max(std::floor(metrics.text * scale), all) + lanePadding;
    return {row, height, std::floor((height - lanePadding - all) / 2), 0, row >= lowestRow ? 1.0 : 0.0};
}

void SmLane::addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid, SceneBars &bars) const
{
    const BlockIntervals source{content.timeline().blocks(), blocks(content).rows[row].first};
    BlockSink sink(content, grid, bars);
    RowWalk<BlockIntervals, BlockSink>(m_pyramids[row], source, grid, sink).walk();
    sink.finish();
}

std::span<const KindStyle> SmLane::colours(const TimelineTheme &theme, bool dimmed) const
{
    return blockColours(theme, dimmed);
}

QString SmLane::barLabel(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                         BarLabels &labels, double room) const
{
    if (bar.rect.width() < narrowestLabel)
        return {};
    const Timeline &timeline = content.timeline();
    const QString name = QString::fromStdString(shortKernelName(timeline.name(timeline.nameIndices()[bar.span])));
    if (!bar.edged)
        return labels.longestFitting({name}, room);
    const BlockRow &row = blocks(content).rows[bar.row];
    const std::size_t next = m_pyramids[bar.row].firstStartingAt(BlockIntervals{timeline.blocks(), row.first},
                                                                 scene.xToTime(bar.rect.center().x()) + 1);
    const std::uint32_t number = timeline.blocks().blocks()[row.first + std::max<std::size_t>(next, 1) - 1];
    if (number == unknownBlock)
        return labels.longestFitting({name}, room);
    return labels.longestFitting({name + QStringLiteral(" · ") + tr("block %1").arg(number), name}, room);
}

QString SmLane::countText(const TimelineContent &content) const
{
    return tr("%n block(s)", nullptr, static_cast<int>(blocks(content).blocks()));
}

QString SmLane::toolTip(const TimelineContent &content) const
{
    const BlockLane &lane = blocks(content);
    const std::int64_t busyNs = side ? content.compared()->ownLength(*side, lane.busyNs) : lane.busyNs;
    return title + QLatin1Char('\n') + countText(content) + QStringLiteral(", ")
           + tr("at least one of them running for %1 in all, at most %n at once", nullptr,
                static_cast<int>(lane.rows.size()))
                 .arg(timeText(busyNs));
}

QString SmLane::blockToolTip(const TimelineContent &content, std::size_t index)
{
    const BlockRecord block = ownBlock(content, index);
    const auto [timeline, kernel] = content.own(block.span);
    const std::vector<SpanFact> facts{
        {tr("Kernel"), spanTitle(*timeline, kernel)},
        {tr("Block"), block.block == unknownBlock ? tr("not known which one") : QString::number(block.block)},
        {tr("SM"), QString::number(block.multiprocessor)},
        {tr("Started"), exactTimeText(block.start)},
        {tr("Ended"), exactTimeText(block.end)},
        {tr("Duration"), exactTimeText(block.end - block.start)},
        {tr("Clock"), clockTitle(timeline->blockClock())}};
    const ComparedRuns *compared = content.compared();
    return (compared ? sideHtml(*compared, compared->sideOf(block.span)) : QString()) + factsHtml(facts);
}

QString SmLane::barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                           double x) const
{
    // The pixel under the pointer. Beside a narrow bar the pointer means the bar.
    const double pixel = 1 / scene.devicePixelRatio;
    const double left =
        std::clamp(std::floor(x / pixel) * pixel, bar.rect.left(), std::max(bar.rect.left(), bar.rect.right() - pixel));
    const std::size_t first = blocks(content).rows[bar.row].first;
    const BlockIntervals source{content.timeline().blocks(), first};
    const IntervalPyramid &pyramid = m_pyramids[bar.row];
    std::size_t begin = pyramid.firstStartingAt(source, scene.xToTime(left));
    const std::size_t end = pyramid.firstStartingAt(source, scene.xToTime(left + pixel));
    if (begin == end && begin > 0) // none starts here: the block that runs, or the nearest before
        --begin;
    const std::size_t count = std::max<std::size_t>(1, end - begin);
    const QString html = blockToolTip(content, first + pyramid.longest(source, begin, begin + count));
    return count == 1 ? html
                      : html
                            + tr("<p>The longest of %n blocks in this pixel. Zoom in to tell them apart.</p>", nullptr,
                                 static_cast<int>(count));
}

ContentLanes smLanes(const LaneSource &source)
{
    const BlockRecords &records = source.content.timeline().blocks();
    const ComparedRuns *compared = source.content.compared();
    std::vector<std::size_t> indices;
    bool severalDevices = false; // of one run
    std::optional<Side> before;
    for (std::size_t i = 0; i < records.lanes().size(); ++i) {
        const BlockLane &lane = records.lanes()[i];
        const auto side =
            compared ? std::optional(compared->sideOf(records.spans()[lane.rows.front().first])) : source.side;
        severalDevices |= i > 0 && side == before && lane.device != records.lanes()[i - 1].device;
        before = side;
        if (side == source.side)
            indices.push_back(i);
    }
    ContentLanes lanes(indices.size());
    shareLargeWork(records.size(), indices.size(),
                   [&](std::size_t i) { lanes[i] = std::make_shared<SmLane>(indices[i], source, severalDevices); });
    return lanes;
}

} // namespace streamscope
