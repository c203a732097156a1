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
    /// Colours of a kind.
    struct Ink
    {
        QRgb fill, outline, waiting, hatch;
    };
    const Ink &inkOf(const SceneBars::Packed &bar) const { return m_inks[bar.kind]; }

    std::vector<QRgb> groundLine(const QColor &colour) const;
    void paintBetweenLanes();
    void paintLane(std::uint32_t index);
    void paintAtOnce(const SceneBars::Row &row, int top, int bottom, std::span<const QRgb> ground);
    void paintInTurn(const SceneBars::Row &row);
    void paintNarrowWaiting(const SceneBars::Row &row);

    QPainter &m_painter;
    PixelFill &m_fill;
    const PixelTarget &m_target;
    const TimelineScene &m_scene;
    const TimelineTheme &m_theme;
    std::array<Ink, operationKindCount> m_inks{};
    double m_pixel; ///< one device pixel of the scene
    RowFill m_row;
    std::vector<QRgb> m_ground, m_alternateGround; ///< one line of each
};

} // namespace streamscope
