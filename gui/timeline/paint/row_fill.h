// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/tag_mix.h"
#include "gui/timeline/scene/pixel_fill.h"

#include <QColor>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace streamscope {

/// The colours of stacks but the last, which lie in front of each other: the first one in front.
struct StackLayers
{
    static constexpr std::size_t most = TagClasses::most - 1;

    std::size_t count = 0;
    std::array<const int *, most> tops{}; ///< by pixel
    std::array<QRgb, most> colours{};
};

/// Paints a row of bars with its background into an image, line by line and each pixel once. The row is first laid out
/// as one line of columns. All coordinates are pixels of the image; add bars from left to right.
class RowFill
{
public:
    explicit RowFill(const PixelTarget &target);

    /// A row that reaches from `top` to `bottom`.
    /// @param ground one line of the target's whole width, opaque
    void begin(int top, int bottom, std::span<const QRgb> ground);
    /// The colours of stacks in this row, from the bottom up. Call it after begin().
    void setStackColours(std::span<const QRgb> colours);
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
    /// Adds a column of one pixel in the row's stack colours, as high as the mix: TagMix::whole is the row's height.
    /// @param height of the column, for shares that do not quite add up to it
    void addStack(int x, int height, const TagMix &mix)
    {
        const bool late = x < m_columnsPast;
        const unsigned top = mix.high != 0
                                 ? 7 - static_cast<unsigned>(std::countl_zero(mix.high)) / TagMix::laneBits
                                 : 3 - static_cast<unsigned>(std::countl_zero(mix.low | 1)) / TagMix::laneBits;
        addColumn(x, x + 1, height, m_stackColours[std::min<std::size_t>(top, m_stackColours.size() - 1)]);
        if (late || x < m_target.left || x >= m_target.right)
            return;
        m_mixes.low[static_cast<std::size_t>(x - m_target.left)] = mix.low;
        m_mixes.high[static_cast<std::size_t>(x - m_target.left)] = mix.high;
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

    /// What to do for the lines of one stretch of columns.
    struct Stretch
    {
        int x, count;
        int lowest;  ///< below it all lines are alike
        int highest; ///< line of a stack
    };
    void layOutStacks();
    void paintLine(const Stretch &stretch, const StackLayers &layers, int y, bool isEdge) const;

    PixelTarget m_target;
    int m_top = 0, m_bottom = 0;
    /// Of stacks: their colours from the bottom up, by pixels their mixes (0: no stack), and where each colour begins.
    std::vector<QRgb> m_stackColours;
    struct
    {
        std::vector<std::uint64_t> low, high;
    } m_mixes;
    std::array<std::vector<int>, StackLayers::most> m_layers;
    /// By pixels from the target's left: the begin of a column, its colour and the colour behind it; both colours again
    /// for the row's first and last lines, where the edges are.
    std::vector<int> m_tops;
    std::vector<QRgb> m_colours, m_edges, m_under, m_underEdges;
    int m_framedPast = 0, m_columnsPast = 0;
    std::vector<Column> m_late; ///< columns on columns
};

} // namespace streamscope
