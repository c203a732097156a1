// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/bar_look.h"

#include <QPainter>
#include <QVarLengthArray>

namespace streamscope {

namespace {

constexpr double hatchStep = 6;

} // namespace

/// Lines rather than a pattern brush: patterns do not scale with the device pixel ratio and do not reach every SVG
/// viewer.
void paintHatch(QPainter &painter, const QRectF &rect, const QColor &colour)
{
    QVarLengthArray<QLineF, 64> lines;
    const double height = rect.height();
    // Stripes are fixed to the plane, so neighbouring rectangles continue each other.
    const double firstOffset = std::floor((rect.left() + rect.top()) / hatchStep) * hatchStep;
    for (double sum = firstOffset; sum < rect.right() + rect.bottom(); sum += hatchStep) {
        // The line x + y = sum inside the rectangle.
        const double left = std::max(rect.left(), sum - rect.bottom());
        const double right = std::min(rect.right(), sum - rect.top());
        if (right > left)
            lines.append(QLineF(left, sum - left, right, sum - right));
    }
    if (lines.isEmpty() || height <= 0)
        return;
    painter.setPen(QPen(colour, 1));
    painter.drawLines(lines.constData(), static_cast<int>(lines.size()));
}

} // namespace streamscope
