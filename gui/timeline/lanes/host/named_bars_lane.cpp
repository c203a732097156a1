// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/host/named_bars_lane.h"

#include "engine/formats/text/time_text.h"
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/scene/row_walk.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t narrowestEdged = 4; ///< pixels; a bar below it has no room for an edge
constexpr double narrowestNamed = 30;      ///< pixels

struct NamedIntervals
{
    const std::vector<NamedBar> &bars;

    std::int64_t begin(std::size_t i) const { return bars[i].begin; }
    std::int64_t end(std::size_t i) const
    {
        return i + 1 < bars.size() ? std::min(bars[i].end, bars[i + 1].begin) : bars[i].end;
    }
    std::uint32_t tag(std::size_t i) const { return bars[i].look; }
    std::uint32_t id(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};

/// Bars of a pixel or more as they are; in each other pixel what covers it most, as high as its share of the pixel.
class NamedSink
{
public:
    NamedSink(const PixelGrid &grid, SceneBars &bars) : m_grid(grid), m_bars(bars) {}

    void narrow(const NarrowCell &cell)
    {
        if (cell.pixel < m_past || cell.pixel >= m_grid.pixels())
            return;
        const double coverage = std::min(1.0, m_grid.shareOfPixel(cell.busyNs));
        m_bars.addPart(cell.pixel, cell.pixel + 1, static_cast<float>(coverage), noOperation, cell.tag, false);
        m_past = cell.pixel + 1;
    }

    void wide(std::int64_t left, std::int64_t right, std::size_t, std::uint32_t tag)
    {
        left = std::max(left, m_past);
        right = std::min(right, m_grid.pixels());
        if (right <= left)
            return;
        m_bars.addPart(left, right, 1, noOperation, tag, right - left >= narrowestEdged);
        m_past = right;
    }

private:
    const PixelGrid &m_grid;
    SceneBars &m_bars;
    std::int64_t m_past = 0; ///< behind the last bar
};

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int x, int y) { return static_cast<int>(x * (1 - share) + y * share); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QColor fillOf(const NamedBarsLook::Colour &colour, const TimelineTheme &theme)
{
    const QColor work = theme.style(OperationKind::HostWork).fill;
    switch (colour.fill) {
    case NamedBarsLook::Fill::Operator:
        return mixed(work, theme.background, 0.25);
    case NamedBarsLook::Fill::Python:
        return mixed(theme.style(OperationKind::H2D).fill, theme.background, 0.55);
    case NamedBarsLook::Fill::Waiting:
        return mixed(theme.style(OperationKind::Sync).fill, theme.background, 0.7);
    case NamedBarsLook::Fill::Working:
        return work;
    case NamedBarsLook::Fill::Hue:
        return mixed(barColours(theme)[kernelTag(colour.value % (kernelColourCount - 1))].fill, theme.background, 0.2);
    case NamedBarsLook::Fill::Own:
        return QColor(colour.value | 0xff000000U);
    }
    return work;
}

KindStyle styleOf(const NamedBarsLook::Colour &colour, const TimelineTheme &theme)
{
    const QColor fill = fillOf(colour, theme);
    KindStyle style = styleOfBars(theme.highContrast ? strengthened(fill, theme.dark) : fill, theme);
    style.outline = theme.background; // between neighbours
    return style;
}

} // namespace

NamedBarsLane::NamedBarsLane(QString laneKey, QString laneTitle, std::vector<std::vector<NamedBar>> bars,
                             NamedBarsLook look)
    : m_bars(std::move(bars)), m_look(std::move(look))
{
    key = std::move(laneKey);
    title = std::move(laneTitle);
    device = m_look.device;
    for (const std::vector<NamedBar> &row : m_bars)
        m_pyramids.emplace_back(NamedIntervals{row}, row.size(), false);
    for (std::size_t theme = 0; theme < m_styles.size(); ++theme)
        for (const NamedBarsLook::Colour &colour : m_look.colours)
            m_styles[theme].push_back(styleOf(colour, TimelineTheme::of(theme % 2 == 1, theme >= 2)));
}

bool NamedBarsLane::isIn(LaneGrouping grouping) const
{
    return grouping != LaneGrouping::Multiprocessors && grouping != LaneGrouping::Engines;
}

LaneHeading NamedBarsLane::heading(const TimelineContent &content, LaneGrouping grouping) const
{
    if (side && grouping == LaneGrouping::Devices)
        return sideHeading(content, *side);
    if (device && (grouping == LaneGrouping::Devices || content.hasSeveralDevices()))
        return content.deviceHeading(*device);
    return m_look.heading;
}

LaneLayout NamedBarsLane::layout(const LaneMetrics &metrics, double scale) const
{
    const double row = std::max(3.0, std::round((metrics.text + 3) * scale));
    return {row, row * static_cast<double>(rows()) + metrics.lanePadding, metrics.lanePadding / 2, 0, 1};
}

void NamedBarsLane::addBars(const TimelineContent &, std::size_t row, const PixelGrid &grid, SceneBars &bars) const
{
    if (m_pyramids[row].size() == 0)
        return;
    const NamedIntervals source{m_bars[row]};
    NamedSink sink(grid, bars);
    RowWalk<NamedIntervals, NamedSink>(m_pyramids[row], source, grid, sink).walk();
}

std::span<const KindStyle> NamedBarsLane::colours(const TimelineTheme &theme, bool) const
{
    return m_styles[(theme.highContrast ? 2U : 0U) + (theme.dark ? 1U : 0U)];
}

const NamedBar *NamedBarsLane::barAt(std::size_t row, std::int64_t time) const
{
    const std::vector<NamedBar> &bars = m_bars[row];
    const auto behind =
        std::partition_point(bars.begin(), bars.end(), [time](const NamedBar &bar) { return bar.begin <= time; });
    return behind == bars.begin() ? nullptr : &*(behind - 1);
}

QString NamedBarsLane::barLabel(const TimelineContent &, const TimelineScene &scene, const SceneBar &bar,
                                BarLabels &labels, double room) const
{
    const NamedBar *named =
        bar.edged && room >= narrowestNamed ? barAt(bar.row, scene.xToTime(bar.rect.center().x())) : nullptr;
    if (!named)
        return {};
    const QString name = m_look.name(named->id);
    const auto length = std::llround(static_cast<double>(named->end - named->begin) / m_look.factor);
    return labels.longestFitting({name + QStringLiteral(" · ") + timeText(length), name,
                                  name.left(name.size() / 2) + QChar(0x2026), name.left(4) + QChar(0x2026)},
                                 room);
}

QString NamedBarsLane::wholeLabel(const TimelineContent &, const TimelineScene &scene, const SceneBar &bar) const
{
    const NamedBar *named = bar.edged ? barAt(bar.row, scene.xToTime(bar.rect.center().x())) : nullptr;
    if (!named)
        return {};
    const auto length = std::llround(static_cast<double>(named->end - named->begin) / m_look.factor);
    return m_look.name(named->id) + QStringLiteral(" · ") + timeText(length);
}

QString NamedBarsLane::countText(const TimelineContent &) const
{
    return m_look.countText;
}

QString NamedBarsLane::toolTip(const TimelineContent &) const
{
    return title + QLatin1Char('\n') + m_look.countText;
}

QString NamedBarsLane::barToolTip(const TimelineContent &, const TimelineScene &scene, const SceneBar &bar,
                                  double x) const
{
    const NamedBar *named = barUnder(scene, bar, x);
    return named ? m_look.toolTip(named->id) : QString();
}

std::optional<TimeRange> NamedBarsLane::barTimes(const TimelineScene &scene, const SceneBar &bar, double x) const
{
    const NamedBar *named = barUnder(scene, bar, x);
    return named && named->begin < named->end ? std::optional(TimeRange{named->begin, named->end}) : std::nullopt;
}

const NamedBar *NamedBarsLane::barUnder(const TimelineScene &scene, const SceneBar &bar, double x) const
{
    // Rounded to pixels, a bar may begin a little after the time at its left edge.
    const double pixel = 1 / scene.devicePixelRatio;
    return barAt(bar.row, scene.xToTime(std::clamp(x, bar.rect.left(), bar.rect.right() - pixel) + pixel));
}

} // namespace streamscope
