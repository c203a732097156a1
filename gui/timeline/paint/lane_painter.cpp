// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/paint/lane_painter.h"

#include "gui/timeline/scene/bar_look.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

LanePainter::LanePainter(QPainter &painter, PixelFill &fill, const TimelineScene &scene, const TimelineTheme &theme)
    : m_painter(painter), m_fill(fill), m_target(fill.target()), m_scene(scene), m_theme(theme),
      m_pixel(1 / scene.devicePixelRatio), m_row(fill.target()), m_ground(groundLine(theme.background)),
      m_alternateGround(groundLine(theme.laneAlternate))
{}

LanePainter::Inks LanePainter::inksOf(std::span<const KindStyle> styles)
{
    Inks inks{};
    for (std::size_t i = 0; i < styles.size(); ++i)
        inks[i] = {styles[i].fill.rgb(), styles[i].outline.rgb(), styles[i].waiting.rgb(), styles[i].hatch.rgb()};
    return inks;
}

void LanePainter::takeInks(const ContentLane &lane)
{
    m_dims = lane.isDetail() && m_scene.highlighted;
    const std::span<const KindStyle> styles = lane.colours(m_theme, false);
    if (styles.data() == m_styles)
        return;
    m_styles = styles.data();
    m_inks = inksOf(styles);
    m_dimmedInks = inksOf(lane.colours(m_theme, true));
}

/// One line of the background with the ticks.
std::vector<QRgb> LanePainter::groundLine(const QColor &colour) const
{
    std::vector<QRgb> line(static_cast<std::size_t>(m_target.width()), colour.rgb());
    for (const SceneTick &tick : m_scene.ticks) {
        const double x = std::round(tick.x * m_scene.devicePixelRatio) / m_scene.devicePixelRatio;
        const int past = std::min(m_target.x(x + m_pixel), m_target.right);
        for (int i = std::max(m_target.x(x), m_target.left); i < past; ++i)
            line[static_cast<std::size_t>(i - m_target.left)] = m_theme.grid.rgb();
    }
    return line;
}

void LanePainter::paint()
{
    paintBetweenLanes();
    for (std::uint32_t lane = 0; lane < m_scene.lanes.size(); ++lane)
        paintLane(lane);
}

/// The ground below and between the lanes.
void LanePainter::paintBetweenLanes()
{
    int top = m_target.top;
    for (const SceneLane &lane : m_scene.lanes) {
        m_row.paintGround(top, m_target.y(lane.rect.top()), m_ground);
        top = std::max(top, m_target.y(lane.rect.bottom()));
    }
    m_row.paintGround(top, m_target.bottom, m_ground);
}

void LanePainter::paintLane(std::uint32_t index)
{
    const SceneLane &lane = m_scene.lanes[index];
    takeInks(*lane.content);
    const std::span<const QRgb> ground = lane.tinted ? m_alternateGround : m_ground;
    const bool isToScale = std::abs(m_target.scaleX * m_scene.bars.point() - 1) < 1e-9;
    int y = m_target.y(lane.rect.top());
    for (const SceneBars::Row &row : m_scene.bars.rowsOf(index)) {
        const int top = m_target.y(row.top), bottom = m_target.y(row.top + row.height);
        m_row.paintGround(y, top, ground);
        if (row.parts || row.wideWaiting || !isToScale) {
            m_row.paintGround(top, bottom, ground);
            row.parts ? paintParts(row) : paintInTurn(row);
        } else {
            paintAtOnce(row, top, bottom, ground);
        }
        if (row.anyWaiting)
            paintNarrowWaiting(row);
        y = bottom;
    }
    m_row.paintGround(y, m_target.y(lane.rect.bottom()), ground);
}

/// Parts of operations touch: a single one has an edge at its left, merged ones are as high as their share of the time.
void LanePainter::paintParts(const SceneBars::Row &row)
{
    constexpr double maxColumn = 12; // pixels: wider bars are filled at once
    const double bottom = row.top + row.height;
    m_fill.beginRow(row.top, bottom);
    for (const SceneBars::Packed &bar : m_scene.bars.barsOf(row)) {
        const Ink &ink = inkOf(bar);
        QRectF rect = m_scene.bars.rectOf(row, bar);
        const double height = partHeight(bar.coverage, row.height, m_pixel);
        if (rect.width() <= maxColumn) {
            if (bar.edged)
                m_fill.fillColumn(rect.left(), m_pixel, row.height, ink.outline);
            rect.setLeft(rect.left() + (bar.edged ? m_pixel : 0));
            m_fill.fillColumn(rect.left(), rect.width(), height, ink.fill);
        } else {
            m_fill.fill({rect.left(), bottom - height, rect.width(), height}, ink.fill);
            if (bar.edged)
                m_fill.fill({rect.left(), row.top, m_pixel, row.height}, ink.outline);
        }
    }
    m_fill.flush();
}

void LanePainter::paintAtOnce(const SceneBars::Row &row, int top, int bottom, std::span<const QRgb> ground)
{
    const int left = m_target.x(m_scene.bars.leftPixel() * m_scene.bars.point());
    const int whole = PixelTarget::rounded(row.height * m_target.scaleY);
    const int narrow = static_cast<int>(std::ceil(narrowPixels * m_target.scaleX)); // narrower bars have no outline
    m_row.begin(top, bottom, ground);
    setStackColours(row);
    std::span<const TagMix> mixes = m_scene.bars.mixesOf(row);
    for (const SceneBars::Packed &bar : m_scene.bars.barsOf(row)) {
        const Ink &ink = inkOf(bar);
        const int x = left + static_cast<int>(bar.left);
        if (bar.isCell && bar.edged) {
            m_row.addStack(x, PixelTarget::rounded(coveredHeight(bar.coverage, row.height) * m_target.scaleY),
                           mixes[0]);
            mixes = mixes.subspan(1);
        } else if (bar.isCell) {
            if (!bar.waiting)
                m_row.addColumn(x, x + 1,
                                bar.extent > 1
                                    ? PixelTarget::rounded(coveredHeight(bar.coverage, row.height) * m_target.scaleY)
                                    : whole,
                                ink.fill);
        } else if (const int pixels = static_cast<int>(bar.extent); pixels < narrow) {
            m_row.addColumn(x, x + pixels, whole, ink.fill);
        } else {
            m_row.addFramed(x, x + pixels, ink.outline, ink.fill);
        }
    }
    m_row.paint();
}

void LanePainter::setStackColours(const SceneBars::Row &row)
{
    if (m_scene.bars.mixesOf(row).empty())
        return;
    std::array<QRgb, TagClasses::most> colours{};
    for (std::size_t k = 0; k < row.colours; ++k)
        colours[k] = m_inks[row.colour[k]].fill;
    m_row.setStackColours(std::span(colours).first(row.colours));
}

/// For rows with stripes, or at another scale. Narrow bars lie on the end of the wide bar before them.
void LanePainter::paintInTurn(const SceneBars::Row &row)
{
    m_fill.beginRow(row.top, row.top + row.height);
    std::span<const TagMix> mixes = m_scene.bars.mixesOf(row);
    for (const SceneBars::Packed &bar : m_scene.bars.barsOf(row)) {
        const Ink &ink = inkOf(bar);
        const QRectF rect = m_scene.bars.rectOf(row, bar);
        if (bar.isCell && bar.edged) {
            SceneBars::walkStack(
                row, mixes[0], coveredHeight(bar.coverage, row.height),
                [&](std::uint8_t colour, double from, double to) {
                    m_fill.fill({rect.left(), rect.bottom() - to, rect.width(), to - from}, m_inks[colour].fill);
                });
            mixes = mixes.subspan(1);
            continue;
        }
        const bool narrow = rect.width() < narrowPixels;
        if (narrow && !bar.waiting) {
            m_fill.fillColumn(rect.left(), rect.width(),
                              bar.isCell && bar.extent > 1 ? coveredHeight(bar.coverage, row.height) : row.height,
                              ink.fill);
        } else if (bar.waiting && !narrow) {
            m_fill.fill(waitingRect(rect), ink.waiting);
            paintHatch(m_painter, waitingRect(rect), m_styles[bar.colour].hatch);
        } else if (!narrow) {
            m_fill.fillFramed(rect, m_pixel, ink.outline, ink.fill);
        }
    }
    m_fill.flush();
}

/// Comes last: narrow waiting bars hang from the upper edge, beside the columns.
void LanePainter::paintNarrowWaiting(const SceneBars::Row &row)
{
    for (const SceneBars::Packed &packed : m_scene.bars.barsOf(row)) {
        if (!packed.waiting)
            continue;
        const SceneBar bar = m_scene.bars.barOf(row, packed);
        if (bar.rect.width() < narrowPixels)
            m_fill.fill(coveredRect(bar), inkOf(packed).hatch);
    }
}

} // namespace streamscope
