// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>
#include <QRectF>

#include <vector>

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

    void fill(const QRectF &rect, QRgb colour);
    void fill(const QRectF &rect, const QColor &colour) { fill(rect, colour.rgb()); }
    /// Like fill() for narrow bars that follow each other along one row: line by line, which memory likes better than
    /// column by column. They are painted at the latest by flush(); fill() does not wait for them.
    void fillColumn(const QRectF &rect, double rowTop, QRgb colour);
    void flush();
    /// True where it writes the pixels itself.
    bool isDirect() const { return m_bits != nullptr; }

private:
    struct Column
    {
        QRgb colour;
        int top, bottom;
    };

    QPainter &m_painter;
    std::vector<Column> m_columns; ///< side by side, from m_columnsLeft on
    int m_columnsLeft = 0, m_columnsTop = 0;
    unsigned char *m_bits = nullptr; ///< null: the painter does it
    qsizetype m_bytesPerLine = 0;
    double m_scaleX = 1, m_scaleY = 1, m_dx = 0, m_dy = 0;
    int m_left = 0, m_top = 0, m_right = 0, m_bottom = 0;
};

} // namespace streamscope
