// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/pixel_fill.h"

#include "engine/timeline/wide_loops.h"
#include "gui/timeline/scene/bar_look.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace streamscope {

namespace {

constexpr int maxGap = 64; ///< pixels without a column: beyond it, two stretches are cheaper than one

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

PixelTarget PixelTarget::of(QPainter &painter, const QRectF &clip)
{
    PixelTarget target;
    const QTransform &transform = painter.deviceTransform();
    if (painter.device()->devType() != QInternal::Image || transform.type() > QTransform::TxScale
        || painter.opacity() < 1)
        return target;
    const auto *image = static_cast<const QImage *>(painter.device());
    if (image->format() != QImage::Format_RGB32 && image->format() != QImage::Format_ARGB32_Premultiplied)
        return target;
    // Not bits(): the painter has detached the image already, and a copy now would take it away from under the painter.
    target.bits = const_cast<unsigned char *>(image->constBits());
    target.bytesPerLine = image->bytesPerLine();
    target.scaleX = transform.m11();
    target.scaleY = transform.m22();
    target.dx = transform.dx();
    target.dy = transform.dy();
    const QRectF area = transform.mapRect(clip);
    target.left = std::max(0, rounded(area.left()));
    target.top = std::max(0, rounded(area.top()));
    target.right = std::min(image->width(), rounded(area.right()));
    target.bottom = std::min(image->height(), rounded(area.bottom()));
    return target;
}

PixelFill::PixelFill(QPainter &painter, const QRectF &clip)
    : m_painter(painter), m_target(PixelTarget::of(painter, clip))
{
    if (!isDirect())
        return;
    const auto width = static_cast<std::size_t>(m_target.width());
    m_tops.resize(width);
    m_bottoms.resize(width);
    m_colours.resize(width);
    flush(); // nothing is pending
}

void PixelFill::fill(const QRectF &rect, QRgb colour)
{
    if (!isDirect()) {
        m_painter.fillRect(rect, QColor(colour));
        return;
    }
    const int left = std::max(m_target.left, m_target.x(rect.left()));
    const int right = std::min(m_target.right, m_target.x(rect.right()));
    const int top = std::max(m_target.top, m_target.y(rect.top()));
    const int bottom = std::min(m_target.bottom, m_target.y(rect.bottom()));
    if (right <= left)
        return;
    const QRgb value = colour | 0xff000000U;
    for (int y = top; y < bottom; ++y) {
        auto *line = m_target.line(y);
        if (right - left == 1)
            line[left] = value;
        else
            std::fill(line + left, line + right, value);
    }
}

void PixelFill::beginRow(double top, double bottom)
{
    m_rowBottom = bottom;
    if (!isDirect())
        return;
    flush();
    m_rowTopPixel = std::max(m_target.top, m_target.y(top));
    m_rowBottomPixel = m_target.y(bottom);
}

void PixelFill::fillColumn(double x, double width, double height, QRgb colour)
{
    if (!isDirect()) {
        m_painter.fillRect(QRectF(x, m_rowBottom - height, width, height), QColor(colour));
        return;
    }
    const int begin = m_target.x(x);
    const int left = std::max(m_target.left, begin);
    const int right = std::min(m_target.right, begin + PixelTarget::rounded(width * m_target.scaleX));
    if (right <= left)
        return;
    if (left < m_columnsPast || left - m_columnsPast > maxGap) {
        flush();
        m_columnsFirst = m_columnsPast = left;
    }
    for (; m_columnsPast < left; ++m_columnsPast)
        setColumn(m_columnsPast, 0, 0, 0); // no bar in these columns
    const int top = std::max(m_rowTopPixel, m_rowBottomPixel - PixelTarget::rounded(height * m_target.scaleY));
    const int bottom = std::min(m_target.bottom, m_rowBottomPixel);
    m_columnsTop = std::min(m_columnsTop, top);
    m_columnsBottom = std::max(m_columnsBottom, bottom);
    for (; m_columnsPast < right; ++m_columnsPast)
        setColumn(m_columnsPast, top, bottom, colour | 0xff000000U);
}

void PixelFill::setColumn(int x, int top, int bottom, QRgb colour)
{
    const auto i = static_cast<std::size_t>(x - m_target.left);
    m_tops[i] = top;
    m_bottoms[i] = bottom;
    m_colours[i] = colour;
}

void PixelFill::flush()
{
    const auto offset = static_cast<std::size_t>(m_columnsFirst - m_target.left);
    for (int y = m_columnsTop; y < m_columnsBottom; ++y)
        fillLine(m_target.line(y) + m_columnsFirst, m_columnsPast - m_columnsFirst, y, m_tops.data() + offset,
                 m_bottoms.data() + offset, m_colours.data() + offset);
    m_columnsFirst = m_columnsPast = m_target.left;
    m_columnsTop = m_target.bottom;
    m_columnsBottom = m_target.top;
}

void PixelFill::fillFramed(const QRectF &rect, double edge, QRgb outline, QRgb colour)
{
    if (!isDirect()) {
        fill(rect, outline);
        fill(insideOutline(rect, edge), colour);
        return;
    }
    const int left = m_target.x(rect.left()), right = m_target.x(rect.right());
    const int top = m_target.y(rect.top()), bottom = m_target.y(rect.bottom());
    const int wide = std::max(1, PixelTarget::rounded(edge * m_target.scaleX)),
              high = std::max(1, PixelTarget::rounded(edge * m_target.scaleY));
    const int firstX = std::max(m_target.left, left), pastX = std::min(m_target.right, right);
    const int innerFirst = std::clamp(left + wide, firstX, std::max(firstX, pastX));
    const int lastEdge = right - left < thinEdges * wide ? 0 : wide;
    const int innerPast = std::clamp(right - lastEdge, innerFirst, std::max(innerFirst, pastX));
    if (pastX <= firstX)
        return;
    for (int y = std::max(m_target.top, top); y < std::min(m_target.bottom, bottom); ++y) {
        auto *line = m_target.line(y);
        const bool inside = y >= top + high && y < bottom - high;
        std::fill(line + firstX, line + innerFirst, outline | 0xff000000U);
        std::fill(line + innerFirst, line + innerPast, (inside ? colour : outline) | 0xff000000U);
        std::fill(line + innerPast, line + pastX, outline | 0xff000000U);
    }
}

} // namespace streamscope
