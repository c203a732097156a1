// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/pixel_fill.h"

#include "engine/timeline/wide_loops.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace streamscope {

namespace {

constexpr int mostGap = 64; ///< pixels without a column: beyond it, two stretches are cheaper than one

/// For values that are not far below zero: they are cut there.
int rounded(double value)
{
    return static_cast<int>(std::max(value, 0.0) + 0.5);
}

/// Line `y` of columns that reach from tops to bottoms. Without a branch, so that several pixels are written at once.
STREAMSCOPE_WIDE_LOOPS
void fillLine(QRgb *__restrict line, int count, int y, const int *__restrict tops, const int *__restrict bottoms,
              const QRgb *__restrict colours)
{
    for (int i = 0; i < count; ++i) {
        const QRgb mask = 0U - static_cast<QRgb>((tops[i] <= y) & (y < bottoms[i]));
        line[i] = (colours[i] & mask) | (line[i] & ~mask);
    }
}

} // namespace

PixelFill::PixelFill(QPainter &painter, const QRectF &clip) : m_painter(painter)
{
    const QTransform &transform = painter.deviceTransform();
    if (painter.device()->devType() != QInternal::Image || transform.type() > QTransform::TxScale
        || painter.opacity() < 1)
        return;
    const auto *image = static_cast<const QImage *>(painter.device());
    if (image->format() != QImage::Format_RGB32 && image->format() != QImage::Format_ARGB32_Premultiplied)
        return;
    // Not bits(): the painter has detached the image already, and a copy now would take it away from under the painter.
    m_bits = const_cast<unsigned char *>(image->constBits());
    m_bytesPerLine = image->bytesPerLine();
    m_scaleX = transform.m11();
    m_scaleY = transform.m22();
    m_dx = transform.dx();
    m_dy = transform.dy();
    const QRectF area = transform.mapRect(clip);
    m_left = std::max(0, rounded(area.left()));
    m_top = std::max(0, rounded(area.top()));
    m_right = std::min(image->width(), rounded(area.right()));
    m_bottom = std::min(image->height(), rounded(area.bottom()));
    const auto width = static_cast<std::size_t>(std::max(0, m_right - m_left));
    m_tops.resize(width);
    m_bottoms.resize(width);
    m_colours.resize(width);
    flush(); // nothing is pending
}

void PixelFill::fill(const QRectF &rect, QRgb colour)
{
    if (!m_bits) {
        m_painter.fillRect(rect, QColor(colour));
        return;
    }
    const int left = std::max(m_left, rounded(rect.left() * m_scaleX + m_dx));
    const int right = std::min(m_right, rounded(rect.right() * m_scaleX + m_dx));
    const int top = std::max(m_top, rounded(rect.top() * m_scaleY + m_dy));
    const int bottom = std::min(m_bottom, rounded(rect.bottom() * m_scaleY + m_dy));
    if (right <= left)
        return;
    const QRgb value = colour | 0xff000000U;
    for (int y = top; y < bottom; ++y) {
        auto *line = reinterpret_cast<QRgb *>(m_bits + y * m_bytesPerLine);
        if (right - left == 1)
            line[left] = value;
        else
            std::fill(line + left, line + right, value);
    }
}

void PixelFill::beginRow(double top, double bottom)
{
    m_rowTop = top;
    m_rowBottom = bottom;
    if (!m_bits)
        return;
    flush();
    m_rowTopPixel = std::max(m_top, rounded(top * m_scaleY + m_dy));
    m_rowBottomPixel = rounded(bottom * m_scaleY + m_dy);
}

void PixelFill::fillColumn(double x, double width, double height, QRgb colour)
{
    if (!m_bits) {
        m_painter.fillRect(QRectF(x, m_rowBottom - height, width, height), QColor(colour));
        return;
    }
    const int begin = rounded(x * m_scaleX + m_dx);
    const int left = std::max(m_left, begin);
    const int right = std::min(m_right, begin + rounded(width * m_scaleX));
    if (right <= left)
        return;
    if (left < m_columnsPast || left - m_columnsPast > mostGap) {
        flush();
        m_columnsFirst = m_columnsPast = left;
    }
    for (; m_columnsPast < left; ++m_columnsPast)
        setColumn(m_columnsPast, 0, 0, 0); // nothing there
    const int top = std::max(m_rowTopPixel, m_rowBottomPixel - rounded(height * m_scaleY));
    const int bottom = std::min(m_bottom, m_rowBottomPixel);
    m_columnsTop = std::min(m_columnsTop, top);
    m_columnsBottom = std::max(m_columnsBottom, bottom);
    for (; m_columnsPast < right; ++m_columnsPast)
        setColumn(m_columnsPast, top, bottom, colour | 0xff000000U);
}

void PixelFill::setColumn(int x, int top, int bottom, QRgb colour)
{
    const auto i = static_cast<std::size_t>(x - m_left);
    m_tops[i] = top;
    m_bottoms[i] = bottom;
    m_colours[i] = colour;
}

void PixelFill::flush()
{
    const auto offset = static_cast<std::size_t>(m_columnsFirst - m_left);
    for (int y = m_columnsTop; y < m_columnsBottom; ++y)
        fillLine(reinterpret_cast<QRgb *>(m_bits + y * m_bytesPerLine) + m_columnsFirst, m_columnsPast - m_columnsFirst,
                 y, m_tops.data() + offset, m_bottoms.data() + offset, m_colours.data() + offset);
    m_columnsFirst = m_columnsPast = m_left;
    m_columnsTop = m_bottom;
    m_columnsBottom = m_top;
}

void PixelFill::fillFramed(const QRectF &rect, double edge, QRgb outline, QRgb colour)
{
    if (!m_bits) {
        fill(rect, outline);
        fill(rect.adjusted(edge, edge, -edge, -edge), colour);
        return;
    }
    const int left = rounded(rect.left() * m_scaleX + m_dx), right = rounded(rect.right() * m_scaleX + m_dx);
    const int top = rounded(rect.top() * m_scaleY + m_dy), bottom = rounded(rect.bottom() * m_scaleY + m_dy);
    const int wide = std::max(1, rounded(edge * m_scaleX)), high = std::max(1, rounded(edge * m_scaleY));
    const int firstX = std::max(m_left, left), pastX = std::min(m_right, right);
    const int innerFirst = std::clamp(left + wide, firstX, std::max(firstX, pastX));
    const int innerPast = std::clamp(right - wide, innerFirst, std::max(innerFirst, pastX));
    if (pastX <= firstX)
        return;
    for (int y = std::max(m_top, top); y < std::min(m_bottom, bottom); ++y) {
        auto *line = reinterpret_cast<QRgb *>(m_bits + y * m_bytesPerLine);
        const bool inside = y >= top + high && y < bottom - high;
        std::fill(line + firstX, line + innerFirst, outline | 0xff000000U);
        std::fill(line + innerFirst, line + innerPast, (inside ? colour : outline) | 0xff000000U);
        std::fill(line + innerPast, line + pastX, outline | 0xff000000U);
    }
}

} // namespace streamscope
