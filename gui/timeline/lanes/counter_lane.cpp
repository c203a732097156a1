// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/counter_lane.h"

#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/pixel_grid.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace streamscope {

namespace {

constexpr double counterHeight = 1.4; ///< of a usual row

/// Three digits: "31.2", "0.08", "128".
QString threeDigits(double value)
{
    const int decimals = value >= 100 || value == std::floor(value) ? 0 : value >= 10 ? 1 : 2;
    return QString::number(value, 'f', decimals);
}

/// To be told from the ground and from the colour itself, also in high contrast.
QColor paleOf(const QColor &colour, const QColor &ground)
{
    constexpr double share = 0.4; // of the colour
    const auto mixed = [](int a, int b) { return static_cast<int>(a * share + b * (1 - share)); };
    return {mixed(colour.red(), ground.red()), mixed(colour.green(), ground.green()),
            mixed(colour.blue(), ground.blue())};
}

/// Neighbouring columns of one height become one bar.
class CounterSink
{
public:
    CounterSink(SceneBars &bars, std::size_t colour) : m_bars(bars), m_colour(colour) {}

    void add(std::int64_t pixel, float share)
    {
        if (share != m_share) {
            finish(pixel);
            m_share = share;
            m_first = pixel;
        }
    }
    void finish(std::int64_t past)
    {
        if (m_share > 0 && past > m_first)
            m_bars.addPart(m_first, past, m_share, noOperation, m_colour, false);
        m_share = 0;
    }

private:
    SceneBars &m_bars;
    std::size_t m_colour;
    std::int64_t m_first = 0;
    float m_share = 0;
};

} // namespace

std::vector<int> devicesOf(const Timeline &timeline)
{
    std::set<int> devices;
    for (const TimelineStream &stream : timeline.streams())
        devices.insert(stream.device);
    return {devices.begin(), devices.end()};
}

double roundedUp(double value)
{
    if (value <= 0)
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (step * power >= value * (1 - 1e-9))
            return step * power;
    return 10 * power;
}

CounterLane::CounterLane(CounterLook look, std::optional<int> number, std::unique_ptr<const CounterSource> source,
                         const TimelineContent &content)
    : m_look(std::move(look)), m_counter(std::move(source), content.beginNs(), content.endNs())
{
    key = m_look.key;
    title = m_look.title;
    device = number;
    isPrediction = false; // the badge says it; outlines of columns would say nothing
    for (std::size_t i = 0; i < m_styles.size(); ++i) {
        const TimelineTheme &theme = TimelineTheme::of(i % 2 == 1, i >= 2);
        const KindStyle &style = theme.style(m_look.colour);
        m_styles[i] = {style, style};
        m_styles[i][0].fill = m_styles[i][0].outline = paleOf(style.fill, theme.background);
    }
}

double CounterLane::highest() const
{
    return m_look.highest ? *m_look.highest : roundedUp(m_counter.most());
}

LaneHeading CounterLane::heading(const TimelineContent &content, LaneGrouping) const
{
    if (m_look.heading)
        return *m_look.heading;
    if (content.hasSeveralDevices())
        return content.deviceHeading(*device);
    return {QStringLiteral("group:counters"), tr("Counters: mean solid, maximum pale"), tr("Counters")};
}

LaneLayout CounterLane::layout(const LaneMetrics &metrics, double scale) const
{
    const double row = std::max(8.0, std::round(metrics.row * counterHeight * scale));
    return {row, row + metrics.lanePadding, metrics.lanePadding / 2, 1, 1};
}

void CounterLane::addBars(const TimelineContent &, std::size_t, const PixelGrid &grid, SceneBars &bars) const
{
    const auto from = static_cast<double>(grid.axis().originNs);
    const std::vector<CounterColumn> columns =
        m_counter.columns(from, grid.axis().nsPerPixel, static_cast<std::size_t>(grid.pixels()));
    const auto scale = static_cast<float>(1 / highest());
    CounterSink most(bars, 0), mean(bars, 1);
    std::int64_t pixel = 0;
    for (const CounterColumn &column : columns) // only where the mean leaves some of it to be seen
        most.add(pixel++, column.most > column.mean * 1.001F ? std::min(1.0F, column.most * scale) : 0.0F);
    most.finish(pixel);
    pixel = 0;
    for (const CounterColumn &column : columns)
        mean.add(pixel++, std::min(1.0F, column.mean * scale));
    mean.finish(pixel);
}

std::span<const KindStyle> CounterLane::colours(const TimelineTheme &theme, bool) const
{
    return m_styles[(theme.highContrast ? 2U : 0U) + (theme.dark ? 1U : 0U)];
}

QString CounterLane::valueText(double value) const
{
    return m_look.unit.isEmpty() ? threeDigits(value) : threeDigits(value) + QStringLiteral(" ") + m_look.unit;
}

QString CounterLane::busyText() const
{
    return isPrepared() ? QStringLiteral("0–") + valueText(highest()) : tr("adding up …");
}

QString CounterLane::countText(const TimelineContent &) const
{
    return isPrepared() ? tr("at most %1").arg(valueText(m_counter.most())) : QString();
}

QString CounterLane::toolTip(const TimelineContent &content) const
{
    return title + QLatin1Char('\n') + m_look.toolTip + QLatin1Char('\n') + countText(content);
}

QString CounterLane::barToolTip(const TimelineContent &, const TimelineScene &scene, const SceneBar &, double x) const
{
    const double ns = scene.axis.nsPerPixel / scene.devicePixelRatio;
    const double pixel = std::floor((x - scene.plotRect.left()) * scene.devicePixelRatio);
    const CounterColumn column =
        m_counter.columns(static_cast<double>(scene.axis.originNs) + pixel * ns, ns, 1).front();
    QString text = valueText(double{column.mean}) + QLatin1Char(' ') + m_look.what;
    if (column.most > column.mean * 1.001F)
        text += QLatin1Char('\n') + tr("mean of this pixel; at most %1").arg(valueText(double{column.most}));
    return text;
}

} // namespace streamscope
