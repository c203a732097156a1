// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>
#include <QRectF>

class QImage;
class QPainter;

namespace streamscope {

/// Fills rectangles with opaque colours. Into an image of 32 bits it writes the pixels itself, some ten times faster
/// than QPainter for the many bars that are one pixel wide; on anything else it asks the painter.
class PixelFill
{
public:
    /// @param clip what may be painted on, in the painter's coordinates; the painter itself must clip to it, too
    PixelFill(QPainter &painter, const QRectF &clip);

    void fill(const QRectF &rect, const QColor &colour);

private:
    QPainter &m_painter;
    unsigned char *m_bits = nullptr; ///< null: the painter does it
    qsizetype m_bytesPerLine = 0;
    double m_scaleX = 1, m_scaleY = 1, m_dx = 0, m_dy = 0;
    int m_left = 0, m_top = 0, m_right = 0, m_bottom = 0;
};

} // namespace streamscope
