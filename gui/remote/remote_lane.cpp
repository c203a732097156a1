// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_lane.h"

#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double narrowestNamed = 30; ///< pixels; as of the lane there, see NamedBarsLane

} // namespace

RemoteLane::RemoteLane(const TraceLane &facts, std::uint32_t number, std::shared_ptr<RowStore> rows)
    : m_number(number), m_rows(std::move(rows)), m_rowCount(facts.rows), m_groupings(facts.groupings),
      m_busyText(QString::fromStdString(facts.busyText)), m_countText(QString::fromStdString(facts.countText)),
      m_toolTip(QString::fromStdString(facts.toolTip))
{
    key = QString::fromStdString(facts.key);
    title = QString::fromStdString(facts.title);
    detail = QString::fromStdString(facts.detail);
    busyShare = facts.busyShare;
    if (facts.device >= 0)
        device = facts.device;
    for (const TraceHeading &heading : facts.headings)
        m_headings.push_back({QString::fromStdString(heading.key), QString::fromStdString(heading.title),
                              QString::fromStdString(heading.foldedTitle), heading.foldedAtFirst});
    const std::size_t colours = facts.fills.size() / m_styles.size();
    for (std::size_t i = 0; i < facts.fills.size(); ++i) {
        const std::size_t which = i / colours;
        const TimelineTheme &theme = TimelineTheme::of(which % 2 == 1, which >= 2);
        KindStyle style = styleOfBars(QColor(facts.fills[i] | 0xff000000U), theme);
        style.outline = theme.background; // between neighbours
        m_styles[which].push_back(style);
    }
}

bool RemoteLane::isIn(LaneGrouping grouping) const
{
    return (m_groupings & (1U << static_cast<unsigned>(grouping))) != 0;
}

LaneHeading RemoteLane::heading(const TimelineContent &, LaneGrouping grouping) const
{
    return m_headings[static_cast<std::size_t>(grouping)];
}

/// As that of the lane there, see NamedBarsLane.
LaneLayout RemoteLane::layout(const LaneMetrics &metrics, double scale) const
{
    if (!hasOwnColours())
        return ContentLane::layout(metrics, scale);
    const double row = std::max(3.0, std::round((metrics.text + 3) * scale));
    return {row, row * static_cast<double>(rows()) + metrics.lanePadding, metrics.lanePadding / 2, 0, 1};
}

void RemoteLane::addBars(const TimelineContent &, std::size_t row, const PixelGrid &grid, SceneBars &bars) const
{
    m_rows->draw({m_number, static_cast<std::uint32_t>(row)}, grid, bars);
}

std::span<const KindStyle> RemoteLane::colours(const TimelineTheme &theme, bool) const
{
    if (!hasOwnColours())
        return barColours(theme);
    return m_styles[(theme.highContrast ? 2U : 0U) + (theme.dark ? 1U : 0U)];
}

BarQuestion RemoteLane::questionFor(const TimelineScene &scene, const SceneBar &bar, double x) const
{
    const double ratio = scene.devicePixelRatio;
    const auto pixel = [&](double at) {
        return static_cast<std::uint32_t>(std::max<long long>(0, std::llround((at - scene.plotRect.left()) * ratio)));
    };
    BarQuestion question;
    question.view = {scene.axis.originNs, scene.axis.nsPerPixel / ratio, pixel(scene.plotRect.right())};
    question.row = {m_number, bar.row};
    question.left = pixel(bar.rect.left());
    // Where in a wide bar the pointer is says nothing, so that it need not be asked again.
    const double last = bar.rect.right() - 1 / ratio;
    question.pointer =
        hasOwnColours() ? pixel(std::clamp(x, bar.rect.left(), std::max(bar.rect.left(), last))) : question.left;
    return question;
}

QString RemoteLane::barLabel(const TimelineContent &, const TimelineScene &scene, const SceneBar &bar,
                             BarLabels &labels, double room) const
{
    const BarQuestion at = questionFor(scene, bar, bar.rect.left());
    const QString whole = m_rows->labelOf(at.row, at.view, at.left);
    if (whole.isEmpty())
        return {};
    if (!hasOwnColours())
        return labels.fitted(whole, bar, room);
    const QString dot = QStringLiteral(" · "), dots(QChar(0x2026));
    const QString name = whole.section(dot, 0, -2);
    return room < narrowestNamed
               ? QString()
               : labels.longestFitting({whole, name, name.left(name.size() / 2) + dots, name.left(4) + dots}, room);
}

QString RemoteLane::barToolTip(const TimelineContent &, const TimelineScene &scene, const SceneBar &bar, double x) const
{
    const auto known = m_rows->barOf(questionFor(scene, bar, x));
    return known ? QString::fromStdString(known->toolTip) : tr("Asking the other machine …");
}

} // namespace streamscope
