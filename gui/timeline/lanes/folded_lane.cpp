// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/operation.h"
#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/model/operation_lane.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/pixel_grid.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <numeric>

namespace streamscope {

namespace {

/// Above so many rows a column is several pixels wide, so that the cost stays that of so many lanes.
constexpr std::size_t mostRows = 32;

/// The bars of many lanes in one column of pixels.
struct FoldedColumn
{
    std::array<float, TagClasses::tags> byColour{}; ///< lanes that are busy, as shares
    std::uint32_t span = noOperation;               ///< of the bar that covers most of it
    float mostCovered = 0;
};

class FoldedSum
{
public:
    FoldedSum(const TimelineContent &content, const PixelGrid &grid)
        : m_content(content), m_grid(grid), m_columns(static_cast<std::size_t>(grid.pixels())),
          m_covered(m_columns.size())
    {}

    /// @returns whether the lane did anything at all
    bool add(const ContentLane &lane)
    {
        m_bars.start(0, 1);
        for (std::size_t row = 0; row < lane.rows(); ++row) {
            m_bars.beginRow(0, 0, 1);
            lane.addBars(m_content, row, m_grid, m_bars);
        }
        // The rows of a lane run at the same time: together they are one busy lane.
        std::fill(m_covered.begin(), m_covered.end(), 0.0F);
        if (lane.rows() > 1)
            walk([this](std::size_t x, std::uint8_t, float share, std::uint32_t) { m_covered[x] += share; });
        walk([this](std::size_t x, std::uint8_t colour, float share, std::uint32_t span) {
            FoldedColumn &column = m_columns[x];
            column.byColour[colour % TagClasses::tags] += share / std::max(1.0F, m_covered[x]);
            if (share > column.mostCovered) {
                column.mostCovered = share;
                column.span = span;
            }
        });
        return !m_bars.empty();
    }

    const std::vector<FoldedColumn> &columns() const { return m_columns; }

private:
    /// Calls visit(column, colour, share, span) for what executes.
    template <typename Visit>
    void walk(Visit visit) const
    {
        for (const SceneBars::Row &row : m_bars.rows()) {
            std::span<const TagMix> mixes = m_bars.mixesOf(row);
            for (const SceneBars::Packed &bar : m_bars.barsOf(row)) {
                if (bar.isCell && bar.edged) {
                    SceneBars::walkStack(row, mixes[0], bar.coverage, [&](std::uint8_t colour, double from, double to) {
                        visit(bar.left, colour, static_cast<float>(to - from), bar.span);
                    });
                    mixes = mixes.subspan(1);
                } else if (!bar.waiting) {
                    // A single short operation is drawn as a whole pixel, but it does not last one.
                    const float share = bar.isCell ? lengthOf(bar) : bar.coverage;
                    for (std::size_t x = bar.left; x < bar.left + std::size_t{bar.pixels()} && x < m_columns.size();
                         ++x)
                        visit(x, static_cast<std::uint8_t>(bar.colour), share, bar.span);
                }
            }
        }
    }

    float lengthOf(const SceneBars::Packed &cell) const
    {
        if (cell.extent > 1 || !isOperation(cell.span))
            return cell.coverage;
        const Timeline &timeline = m_content.timeline();
        const auto ns = static_cast<double>(timeline.ends()[cell.span] - timeline.starts()[cell.span]);
        return static_cast<float>(std::clamp(m_grid.shareOfPixel(ns), 0.0, 1.0));
    }

    const TimelineContent &m_content;
    const PixelGrid &m_grid;
    SceneBars m_bars;
    std::vector<FoldedColumn> m_columns;
    std::vector<float> m_covered; ///< of the present lane
};

/// The colours that take most of the time have classes of their own.
TagClasses foldedClasses(const std::vector<FoldedColumn> &columns)
{
    std::array<double, TagClasses::tags> totals{};
    for (const FoldedColumn &column : columns)
        for (std::size_t colour = 0; colour < totals.size(); ++colour)
            totals[colour] += column.byColour[colour];
    std::vector<std::uint8_t> colours;
    for (std::uint8_t colour = 0; colour < TagClasses::tags; ++colour)
        if (totals[colour] > 0)
            colours.push_back(colour);
    TagClasses classes;
    const bool hasRest = colours.size() > TagClasses::most;
    if (hasRest) {
        std::stable_sort(colours.begin(), colours.end(),
                         [&totals](std::uint8_t a, std::uint8_t b) { return totals[a] > totals[b]; });
        colours.resize(TagClasses::most - 1);
        std::sort(colours.begin(), colours.end());
        classes.of.fill(TagClasses::most - 1);
        classes.tag.back() = TagClasses::others;
    }
    for (std::size_t i = 0; i < colours.size(); ++i) {
        classes.tag[i] = colours[i];
        classes.of[colours[i]] = static_cast<std::uint8_t>(i);
    }
    classes.count = hasRest ? TagClasses::most : std::max<std::size_t>(colours.size(), 2); // one colour is a stack, too
    return classes;
}

/// Idle lanes would only make the others low, and engines do what streams do.
ContentLanes withWork(ContentLanes lanes)
{
    constexpr double some = 0.01; // of the busiest lane's time
    const auto isStream = [](const std::shared_ptr<const ContentLane> &lane) {
        return lane->operations() && lane->operations()->lane.kind == LaneKind::Stream;
    };
    const bool hasStreams = std::any_of(lanes.begin(), lanes.end(), isStream);
    double most = 0;
    for (const auto &lane : lanes)
        most = std::max(most, lane->busyShare.value_or(0));
    ContentLanes kept;
    std::copy_if(lanes.begin(), lanes.end(), std::back_inserter(kept), [&](const auto &lane) {
        return (!hasStreams || isStream(lane)) && lane->busyShare.value_or(0) >= some * most;
    });
    return kept.empty() ? lanes : kept;
}

/// The lanes under a folded heading: each column is as high as the share of them that is busy, in the colours of what
/// they do.
class FoldedLane final : public ContentLane
{
    Q_DECLARE_TR_FUNCTIONS(FoldedLane)

public:
    FoldedLane(const LaneHeading &heading, ContentLanes members)
        : m_lanes(members.size()), m_members(withWork(std::move(members)))
    {
        static std::atomic<std::uint32_t> next{0};
        m_number = ++next;
        key = heading.key;
        title = heading.foldedTitle;
        isPrediction = m_members.front()->isPrediction;
        for (const auto &member : m_members)
            m_rows += member->rows();
    }

    bool isIn(LaneGrouping) const override { return true; }
    LaneHeading heading(const TimelineContent &, LaneGrouping) const override { return {key, title, title}; }
    std::size_t rows() const override { return 1; }
    std::uint32_t rowNumber(std::size_t) const override { return m_number; }
    void addBars(const TimelineContent &content, std::size_t row, const PixelGrid &grid,
                 SceneBars &bars) const override;
    std::span<const KindStyle> colours(const TimelineTheme &theme, bool dimmed) const override
    {
        return m_members.front()->colours(theme, dimmed);
    }
    QString barLabel(const TimelineContent &, const TimelineScene &, const SceneBar &, BarLabels &,
                     double) const override
    {
        return {};
    }
    QString countText(const TimelineContent &) const override
    {
        return tr("%n lane(s)", nullptr, static_cast<int>(m_lanes));
    }
    QString toolTip(const TimelineContent &content) const override
    {
        return tr("%1: %2, folded").arg(title, countText(content));
    }
    QString barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                       double x) const override;

private:
    std::size_t m_lanes;    ///< under the heading
    ContentLanes m_members; ///< whose density is shown; at least one
    std::size_t m_rows = 0; ///< of all of them
    std::uint32_t m_number; ///< every folded lane has its own
};

void FoldedLane::addBars(const TimelineContent &content, std::size_t, const PixelGrid &grid, SceneBars &bars) const
{
    const auto step = static_cast<std::int64_t>((m_rows + mostRows - 1) / mostRows);
    const TimeAxis axis{grid.axis().originNs,
                        grid.axis().nsPerPixel * static_cast<double>(std::max<std::int64_t>(step, 1))};
    const PixelGrid columns(axis, (grid.pixels() + step - 1) / std::max<std::int64_t>(step, 1));
    FoldedSum sum(content, columns);
    std::size_t busy = 0;
    for (const auto &member : m_members)
        busy += sum.add(*member) ? 1U : 0U;
    if (busy == 0)
        return;
    const TagClasses classes = foldedClasses(sum.columns());
    bars.setClasses(classes);
    bars.setSums();
    const float whole = 1.0F / static_cast<float>(m_members.size());
    for (std::int64_t x = 0; x < grid.pixels(); ++x) {
        const FoldedColumn &column = sum.columns()[static_cast<std::size_t>(x / step)];
        const float coverage = std::accumulate(column.byColour.begin(), column.byColour.end(), 0.0F) * whole;
        if (coverage <= 0 || column.span == noOperation)
            continue;
        TagMix mix;
        for (std::size_t colour = 0; colour < column.byColour.size(); ++colour)
            if (column.byColour[colour] > 0)
                mix +=
                    TagMix::single(classes.of[colour],
                                   static_cast<std::uint32_t>(column.byColour[colour] * whole * TagMix::whole + 0.5F));
        bars.addCell(x, 2, std::min(coverage, 1.0F), column.span, classes.tag[0], false);
        bars.addMix(mix.limited());
    }
}

QString FoldedLane::barToolTip(const TimelineContent &content, const TimelineScene &scene, const SceneBar &bar,
                               double) const
{
    QString text = toolTip(content) + QLatin1Char('\n')
                   + tr("%1 % busy here, of those with work").arg(percentText(double{bar.coverage}));
    for (const SceneBars::Row &row : scene.bars.rowsOf(bar.lane)) {
        const std::span<const SceneBars::Packed> cells = scene.bars.barsOf(row);
        const auto found = std::find_if(cells.begin(), cells.end(), [&](const SceneBars::Packed &cell) {
            return scene.bars.rectOf(row, cell).left() == bar.rect.left();
        });
        if (found == cells.end())
            continue;
        std::array<double, operationKindCount> kinds{};
        SceneBars::walkStack(row, scene.bars.mixesOf(row)[static_cast<std::size_t>(found - cells.begin())],
                             double{bar.coverage}, [&](std::uint8_t colour, double from, double to) {
                                 kinds[static_cast<std::size_t>(kindOfTag(colour))] += to - from;
                             });
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            if (kinds[kind] > 0)
                text += QLatin1Char('\n') + kindTitle(static_cast<OperationKind>(kind)) + QStringLiteral(": ")
                        + tr("%1 %").arg(percentText(kinds[kind]));
    }
    return text;
}

} // namespace

std::shared_ptr<const ContentLane> foldedLane(const LaneHeading &heading, ContentLanes members)
{
    return std::make_shared<FoldedLane>(heading, std::move(members));
}

} // namespace streamscope
