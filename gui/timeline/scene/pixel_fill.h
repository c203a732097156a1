// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>
#include <QRectF>

#include <algorithm>
#include <vector>

class QImage;
class QPainter;

namespace streamscope {

/// A 32-bit image to write pixels into, and its paintable area.
struct PixelTarget
{
    unsigned char *bits = nullptr; ///< null: no image, a painter must paint
    qsizetype bytesPerLine = 0;
    double scaleX = 1, scaleY = 1, dx = 0, dy = 0; ///< from the painter's coordinates
    int left = 0, top = 0, right = 0, bottom = 0;

    /// @param clip in the painter's coordinates
    static PixelTarget of(QPainter &painter, const QRectF &clip);

    /// For values that are not far below zero; negative values become 0.
    static int rounded(double value) { return static_cast<int>(std::max(value, 0.0) + 0.5); }
    int x(double painterX) const { return rounded(painterX * scaleX + dx); }
    int y(double painterY) const { return rounded(painterY * scaleY + dy); }
    int width() const { return std::max(0, right - left); }
    QRgb *line(int y) const { return reinterpret_cast<QRgb *>(bits + y * bytesPerLine); }
};

/// Fills rectangles with opaque colours. It writes the pixels of a 32-bit image itself, some ten times faster than
/// QPainter for many bars of one pixel; on any other device it uses the painter.
class PixelFill
{
public:
    /// @param clip the area to paint on, in the painter's coordinates; the painter itself must clip to it, too
    PixelFill(QPainter &painter, const QRectF &clip);

    void fill(const QRectF &rect, QRgb colour);
    void fill(const QRectF &rect, const QColor &colour) { fill(rect, colour.rgb()); }
    /// A frame of `edge` inside `rect`, and a filling inside the frame.
    void fillFramed(const QRectF &rect, double edge, QRgb outline, QRgb colour);
    /// For narrow bars along one row, from left to right: painted line by line, which uses the cache better than column
    /// by column. They stand on the row's lower edge, `height` high. They are painted by flush() at the latest; fill()
    /// and fillFramed() do not wait for them.
    void beginRow(double top, double bottom);
    void fillColumn(double x, double width, double height, QRgb colour);
    void flush();
    /// True where it writes the pixels itself.
    bool isDirect() const { return m_target.bits != nullptr; }
    const PixelTarget &target() const { return m_target; }

private:
    void setColumn(int x, int top, int bottom, QRgb colour);

    QPainter &m_painter;
    /// The columns to paint, by their distance from m_left: [first, past) of one row. Empty columns are not painted.
    std::vector<int> m_tops, m_bottoms;
    std::vector<QRgb> m_colours;
    int m_columnsFirst = 0, m_columnsPast = 0;
    int m_columnsTop = 0, m_columnsBottom = 0; ///< of all of them
    double m_rowBottom = -1;
    int m_rowTopPixel = 0, m_rowBottomPixel = 0;
    PixelTarget m_target;
};

} // namespace streamscope
