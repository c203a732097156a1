// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/paint/row_fill.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/timeline_theme.h"

#include <array>
#include <vector>

class QPainter;

namespace streamscope {

/// Paints backgrounds and bars of a scene directly into the pixels of an image: each lane together with its background,
/// while its pixels are in the processor's cache.
class LanePainter
{
public:
    /// @param fill one that isDirect(), for the whole plot with its labels
    LanePainter(QPainter &painter, PixelFill &fill, const TimelineScene &scene, const TimelineTheme &theme);
    void paint();

private:
    static constexpr std::size_t maxColours = 32; ///< of a lane, see SceneBars::Packed
    struct Ink
    {
        QRgb fill, outline, waiting, hatch;
    };
    using Inks = std::array<Ink, maxColours>; ///< by colour
    static Inks inksOf(std::span<const KindStyle> styles);
    void takeInks(const ContentLane &lane);
    const Ink &inkOf(const SceneBars::Packed &bar) const
    {
        return (m_dims && m_scene.isDimmed(bar.span) ? m_dimmedInks : m_inks)[bar.colour];
    }

    std::vector<QRgb> groundLine(const QColor &colour) const;
    void paintBetweenLanes();
    void paintLane(std::uint32_t index);
    void paintAtOnce(const SceneBars::Row &row, int top, int bottom, std::span<const QRgb> ground);
    void setStackColours(const SceneBars::Row &row);
    void paintInTurn(const SceneBars::Row &row);
    void paintParts(const SceneBars::Row &row);
    void paintNarrowWaiting(const SceneBars::Row &row);

    QPainter &m_painter;
    PixelFill &m_fill;
    const PixelTarget &m_target;
    const TimelineScene &m_scene;
    const TimelineTheme &m_theme;
    const KindStyle *m_styles = nullptr; ///< of the lane
    Inks m_inks{}, m_dimmedInks{};
    bool m_dims = false;
    double m_pixel; ///< one device pixel of the scene
    RowFill m_row;
    std::vector<QRgb> m_ground, m_alternateGround; ///< one line of each
};

} // namespace streamscope
