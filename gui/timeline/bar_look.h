// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene_bars.h"

#include <QColor>

#include <algorithm>
#include <cmath>

class QPainter;

namespace streamscope {

inline constexpr double narrowPixels = 2; ///< below it a bar has no room for an outline

/// Below so many edges a bar has none at its right: two would leave nothing of its colour, one still tells it from its
/// neighbour.
inline constexpr int thinEdges = 5;

/// What an outline leaves free.
inline QRectF insideOutline(const QRectF &rect, double edge)
{
    const bool isThin = rect.width() < edge * (thinEdges - 0.5); // sums of fractions are not exact
    return rect.adjusted(edge, edge, isThin ? 0 : -edge, -edge);
}

/// Stripes from lower left to upper right, cut to `rect`.
void paintHatch(QPainter &painter, const QRectF &rect, const QColor &colour);

/// Waiting is lower than executing: a third sign beside paleness and stripes.
inline QRectF waitingRect(const QRectF &rect)
{
    const double inset = std::floor(rect.height() / 6);
    return rect.adjusted(0, inset, 0, -inset);
}

/// Of a row of `rowHeight`, for what covers that share of a pixel's time.
inline double coveredHeight(float coverage, double rowHeight)
{
    const auto whole = static_cast<double>(static_cast<int>(double{coverage} * rowHeight + 0.5));
    return std::clamp(whole, 2.0, std::max(2.0, rowHeight));
}

/// As high as the share of the pixel's time that it stands for: executing from the bottom, waiting from the top.
/// The two do not meet, for one stream does not wait and execute at once.
inline QRectF coveredRect(const SceneBar &bar)
{
    const double height = coveredHeight(bar.coverage, bar.rect.height());
    const double top = bar.waiting ? bar.rect.top() : bar.rect.bottom() - height;
    return {bar.rect.left(), top, bar.rect.width(), height};
}

} // namespace streamscope
