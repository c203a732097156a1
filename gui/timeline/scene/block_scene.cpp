// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/block_scene.h"

#include "gui/background/shared_work.h"
#include "gui/timeline/scene/block_bars.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double labelPadding = 10;
constexpr double lowestRow = 3;         ///< at scale 1: two pixels of bar and one between rows
constexpr double narrowestText = 60;    ///< pixels
constexpr std::size_t rowsPerPart = 16; ///< fewer are not worth a thread
constexpr double lanePadding = 1;       ///< between SMs

const std::vector<BlockLane> &lanesOf(const TimelineContent &content)
{
    return content.timeline().blocks().lanes();
}

/// The same for all lanes, so that a block is equally high on each SM.
double rowHeight(const TimelineContent &content, const LaneMetrics &metrics, double scale)
{
    std::size_t rows = 1;
    for (const BlockLane &lane : lanesOf(content))
        rows = std::max(rows, lane.rows.size());
    const double natural = std::max(lowestRow, std::floor(metrics.text / static_cast<double>(rows)));
    return std::max(1.0, std::round(natural * scale));
}

double laneHeight(const BlockLane &lane, const LaneMetrics &metrics, double row, double scale)
{
    const double least = std::floor(metrics.text * scale);
    return std::max(least, row * static_cast<double>(lane.rows.size())) + lanePadding;
}

/// Adds the lanes to one scene; the members are what all steps share.
class BlockSceneBuilder
{
public:
    BlockSceneBuilder(const TimelineContent &content, const SceneRequest &request, TimelineScene &scene)
        : m_content(content), m_request(request), m_scene(scene), m_metrics(request.font), m_fontMetrics(request.font),
          m_row(rowHeight(content, m_metrics, request.blockLaneScale)), m_pixelAxis{request.axis.originNs,
                                                                                    request.axis.nsPerPixel
                                                                                        / request.devicePixelRatio}
    {
        if (request.highlighted)
            noteHighlighted(*request.highlighted);
    }

    void build(double lanesTop)
    {
        double top = m_scene.plotRect.top() + lanesTop - m_request.scrollY;
        const bool collapsed = m_request.lanes && m_request.lanes->blocksCollapsed;
        addHeading(top, collapsed);
        if (collapsed)
            return;
        top += m_metrics.group;
        m_titlesEnd = std::max(top, m_scene.hasPinned() ? m_scene.scrollTop : top);
        for (std::size_t i = 0; i < m_content.blockLanes().size(); ++i) {
            const BlockLane &lane = m_content.blockLane(m_content.blockLanes()[i]);
            const double height = laneHeight(lane, m_metrics, m_row, m_request.blockLaneScale);
            if (isVisible(top, height))
                addLane(i, top, height);
            top += height;
        }
        addRows();
        if (m_row - rowGap() >= m_metrics.text - 3)
            addLabels();
    }

private:
    /// The kernel and, in a comparison, its counterpart; nothing where neither left blocks.
    void noteHighlighted(std::uint32_t span)
    {
        const ComparedRuns *compared = m_content.compared();
        const std::uint32_t partner = compared ? compared->counterpart(span).value_or(span) : span;
        if (m_content.kernelNumber(span) || m_content.kernelNumber(partner))
            m_highlighted = {span, partner};
    }

    bool isDimmed(std::uint32_t kernel) const
    {
        return m_highlighted && kernel != m_highlighted->first && kernel != m_highlighted->second;
    }

    struct VisibleRow
    {
        BlockRow blocks;
        double y, height;
        std::uint32_t lane;
    };

    bool isVisible(double top, double height) const
    {
        return top < m_scene.plotRect.bottom() && top + height > m_scene.scrollTop;
    }

    void addHeading(double top, bool collapsed)
    {
        if (!isVisible(top, m_metrics.group))
            return;
        SceneGroup heading;
        heading.rect = m_scene.belowPinned({0, top, m_scene.size.width(), m_metrics.group});
        heading.key = blocksKey();
        heading.collapsed = collapsed;
        heading.title = {heading.rect.adjusted(labelPadding + m_metrics.text, 0, 0, 0),
                         collapsed ? tr("SMs (%1)").arg(lanesOf(m_content).size()) : headingText()};
        m_scene.groups.push_back(heading);
    }

    /// In a comparison the heading also names the side without block lanes.
    QString headingText() const
    {
        if (!m_content.compared())
            return tr("SMs: blocks, coloured by kernel");
        for (const Side side : {Side::A, Side::B})
            if (m_content.compared()->run(side).recording->timeline.blocks().empty())
                return tr("SMs: blocks, coloured by kernel; no blocks of %1 were recorded").arg(sideLetter(side));
        return tr("SMs of A and B: blocks, what is matched in one colour");
    }

    void addLane(std::size_t index, double top, double height)
    {
        const ContentBlockLane &place = m_content.blockLanes()[index];
        const BlockLane &content = m_content.blockLane(place);
        SceneBlockLane lane;
        lane.rect = m_scene.belowPinned({0, top, m_scene.size.width(), height});
        lane.index = index;
        lane.tinted = place.side ? place.side == Side::B : index % 2 == 1;
        lane.rowHeight = m_row;
        addTexts(lane, place);
        m_scene.blockLanes.push_back(lane);
        const double rowsTop = top + std::floor((height - lanePadding - m_row * rowCount(content)) / 2);
        for (std::size_t row = 0; row < content.rows.size(); ++row)
            noteRow(content.rows[row], rowsTop + m_row * static_cast<double>(row));
    }

    static double rowCount(const BlockLane &lane) { return static_cast<double>(lane.rows.size()); }

    void addTexts(SceneBlockLane &lane, const ContentBlockLane &content)
    {
        const double textHeight = m_metrics.text;
        const double middle = lane.rect.center().y();
        if (middle - textHeight / 2 < m_titlesEnd - 0.5)
            return; // overlapping titles are unreadable
        m_titlesEnd = middle + textHeight / 2;
        const QRectF area(labelPadding, middle - textHeight / 2, m_scene.plotRect.left() - 2 * labelPadding,
                          textHeight);
        lane.title = {area, m_fontMetrics.elidedText(blockLaneTitle(m_content, content), Qt::ElideRight, area.width())};
        if (!content.busyShare)
            return;
        const double percent = *content.busyShare * 100;
        const QString busy = tr("%1 % busy").arg(QString::number(percent, 'f', percent > 0 && percent < 10 ? 1 : 0));
        if (m_fontMetrics.horizontalAdvance(busy) + m_fontMetrics.horizontalAdvance(lane.title.text) + labelPadding
            <= area.width())
            lane.busy = {area, busy};
    }

    double rowGap() const { return m_row >= lowestRow ? 1 : 0; }

    void noteRow(const BlockRow &row, double top)
    {
        const double ratio = m_request.devicePixelRatio;
        const double y = std::round(top * ratio) / ratio;
        const double height = std::max(1 / ratio, std::round((top + m_row - rowGap()) * ratio) / ratio - y);
        if (!isVisible(y, height))
            return;
        const QRectF seen = m_scene.belowPinned({0, y, 0, height});
        m_visible.push_back(
            {row, seen.top(), seen.height(), static_cast<std::uint32_t>(m_scene.blockLanes.size() - 1)});
    }

    /// Rows know nothing of each other: where there are many, the cores share them.
    void addRows()
    {
        const std::size_t parts = std::max<std::size_t>(m_visible.size() / rowsPerPart, 1);
        std::vector<std::vector<SceneBlock>> made(parts);
        shareWork(parts, [&](std::size_t part) {
            for (std::size_t i = m_visible.size() * part / parts; i < m_visible.size() * (part + 1) / parts; ++i)
                addBlocks(m_visible[i], made[part]);
        });
        for (std::vector<SceneBlock> &blocks : made) {
            if (m_scene.blocks.empty())
                m_scene.blocks = std::move(blocks);
            else
                m_scene.blocks.insert(m_scene.blocks.end(), blocks.begin(), blocks.end());
        }
    }

    void addBlocks(const VisibleRow &row, std::vector<SceneBlock> &blocks) const
    {
        const double ratio = m_request.devicePixelRatio;
        const auto pixels = static_cast<std::int64_t>(std::ceil(m_scene.plotRect.width() * ratio));
        for (const BlockBar &bar : blockBars(*m_content.blocks(), row.blocks, m_pixelAxis, pixels)) {
            SceneBlock block;
            block.rect = {m_scene.plotRect.left() + static_cast<double>(bar.left) / ratio, row.y,
                          static_cast<double>(bar.right - bar.left) / ratio, row.height};
            block.kernel = bar.kernel;
            block.number = static_cast<std::uint32_t>(m_content.kernelNumber(bar.kernel).value_or(0));
            block.lane = row.lane;
            block.first = static_cast<std::uint32_t>(bar.first);
            block.past = static_cast<std::uint32_t>(bar.past);
            block.coverage = static_cast<float>(bar.coverage);
            block.single = bar.single;
            block.dimmed = isDimmed(bar.kernel);
            blocks.push_back(block);
        }
    }

    void addLabels()
    {
        for (const SceneBlock &block : m_scene.blocks) {
            if (block.rect.width() < narrowestText)
                continue;
            const QString text = textOf(block);
            if (!text.isEmpty())
                m_scene.blockLabels.push_back({{block.rect.adjusted(5, 0, -3, 0), text}, block.number, block.dimmed});
        }
    }

    QString textOf(const SceneBlock &block) const
    {
        const Timeline &timeline = m_content.timeline();
        const QString name = QString::fromStdString(timeline.name(timeline.span(block.kernel).name));
        const double room = block.rect.width() - 8;
        const std::uint32_t number = timeline.blocks().blocks()[block.first];
        const QString longer =
            block.single && number != unknownBlock ? name + QStringLiteral(" · ") + tr("block %1").arg(number) : name;
        if (m_fontMetrics.horizontalAdvance(longer) <= room)
            return longer;
        return m_fontMetrics.horizontalAdvance(name) <= room ? name : QString();
    }

    const TimelineContent &m_content;
    const SceneRequest &m_request;
    TimelineScene &m_scene;
    LaneMetrics m_metrics;
    QFontMetricsF m_fontMetrics;
    double m_row;
    TimeAxis m_pixelAxis;                                                 ///< of device pixels
    std::optional<std::pair<std::uint32_t, std::uint32_t>> m_highlighted; ///< see noteHighlighted()
    double m_titlesEnd = 0;                                               ///< of the last title so far
    std::vector<VisibleRow> m_visible;
};

} // namespace

double blockLanesHeight(const TimelineContent &content, const LaneMetrics &metrics, double scale, bool collapsed)
{
    if (!content.blocks())
        return 0;
    if (collapsed)
        return metrics.group;
    const double row = rowHeight(content, metrics, scale);
    double height = metrics.group;
    for (const BlockLane &lane : lanesOf(content))
        height += laneHeight(lane, metrics, row, scale);
    return height;
}

void addBlockLanes(const TimelineContent &content, const SceneRequest &request, double lanesTop, TimelineScene &scene)
{
    if (content.blocks() && request.blockLanes)
        BlockSceneBuilder(content, request, scene).build(lanesTop);
}

QString blockLaneTitle(const TimelineContent &content, const ContentBlockLane &lane)
{
    QString title = tr("SM %1").arg(content.blockLane(lane).multiprocessor);
    // They are sorted by device, those of both sides together.
    if (content.blockLanes().front().device != content.blockLanes().back().device)
        title.prepend(tr("Device %1").arg(lane.device) + QLatin1Char(' '));
    return lane.side ? sideLetter(*lane.side) + QStringLiteral("  ") + title : title;
}

} // namespace streamscope
