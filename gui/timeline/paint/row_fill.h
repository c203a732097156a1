// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/pixel_fill.h"

#include <QColor>

#include <algorithm>
#include <span>
#include <vector>

namespace streamscope {

/// Paints a row of bars with its background into an image, line by line and each pixel once. The row is first laid out
/// as one line of columns. All coordinates are pixels of the image; add bars from left to right.
class RowFill
{
public:
    explicit RowFill(const PixelTarget &target);

    /// A row that reaches from `top` to `bottom`.
    /// @param ground one line of the target's whole width, opaque
    void begin(int top, int bottom, std::span<const QRgb> ground);
    /// Adds a bar with an edge of one pixel.
    void addFramed(int left, int past, QRgb outline, QRgb colour);
    /// Adds a bar on the row's lower edge, in front of a framed bar at the same place.
    void addColumn(int left, int past, int height, QRgb colour)
    {
        left = std::max(left, m_target.left);
        past = std::min(past, m_target.right);
        const int top = std::max(m_top, m_bottom - height);
        if (left < m_columnsPast) {
            m_late.push_back({left, past, top, colour | opaque});
            return;
        }
        for (int x = left; x < past; ++x) {
            const auto i = static_cast<std::size_t>(x - m_target.left);
            if (x < m_framedPast) {
                m_under[i] = m_colours[i];
                m_underEdges[i] = m_edges[i];
            }
            m_tops[i] = top;
            m_colours[i] = m_edges[i] = colour | opaque;
        }
        m_columnsPast = std::max(m_columnsPast, past);
    }
    void paint();

    /// Adds background only.
    void paintGround(int top, int bottom, std::span<const QRgb> ground);

private:
    static constexpr QRgb opaque = 0xff000000U;
    struct Column
    {
        int left, past, top;
        QRgb colour;
    };

    PixelTarget m_target;
    int m_top = 0, m_bottom = 0;
    /// By pixels from the target's left: the begin of a column, its colour and the colour behind it; both colours again
    /// for the row's first and last lines, where the edges are.
    std::vector<int> m_tops;
    std::vector<QRgb> m_colours, m_edges, m_under, m_underEdges;
    int m_framedPast = 0, m_columnsPast = 0;
    std::vector<Column> m_late; ///< columns on columns
};

} // namespace streamscope
