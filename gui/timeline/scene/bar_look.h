// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/scene/scene_bars.h"

#include <QColor>

#include <algorithm>
#include <cmath>

class QPainter;

namespace streamscope {

inline constexpr double narrowPixels = 2; ///< a narrower bar has no room for an outline

/// A bar narrower than this many edge widths has no right edge: two edges would hide its colour, one edge still
/// separates it from its neighbour.
inline constexpr int thinEdges = 5;

/// The area inside an outline.
inline QRectF insideOutline(const QRectF &rect, double edge)
{
    const bool isThin = rect.width() < edge * (thinEdges - 0.5); // tolerance for inexact sums of fractions
    return rect.adjusted(edge, edge, isThin ? 0 : -edge, -edge);
}

/// Stripes from lower left to upper right, cut to `rect`.
void paintHatch(QPainter &painter, const QRectF &rect, const QColor &colour);

/// Waiting bars are lower than executing bars, in addition to the pale colour and the stripes.
inline QRectF waitingRect(const QRectF &rect)
{
    const double inset = std::floor(rect.height() / 6);
    return rect.adjusted(0, inset, 0, -inset);
}

/// The height of a bar that covers this share of a pixel's time, in a row of `rowHeight`.
inline double coveredHeight(float coverage, double rowHeight)
{
    const auto whole = static_cast<double>(static_cast<int>(double{coverage} * rowHeight + 0.5));
    return std::clamp(whole, 2.0, std::max(2.0, rowHeight));
}

/// The height of a part of operations, to whole device pixels of size `pixel`.
inline double partHeight(float coverage, double rowHeight, double pixel)
{
    return coverage >= 1.0F ? rowHeight
                            : std::clamp(std::round(double{coverage} * rowHeight / pixel) * pixel, pixel, rowHeight);
}

/// The height is proportional to the covered share of the pixel's time: executing from the bottom, waiting from the
/// top. The two do not overlap, because a stream does not wait and execute at the same time.
inline QRectF coveredRect(const SceneBar &bar)
{
    const double height = coveredHeight(bar.coverage, bar.rect.height());
    const double top = bar.waiting ? bar.rect.top() : bar.rect.bottom() - height;
    return {bar.rect.left(), top, bar.rect.width(), height};
}

} // namespace streamscope
