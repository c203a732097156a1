// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/pixel_fill.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace streamscope {

namespace {

/// For values that are not far below zero: they are cut there.
int rounded(double value)
{
    return static_cast<int>(std::max(value, 0.0) + 0.5);
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

void PixelFill::fillColumn(const QRectF &rect, double rowTop, QRgb colour)
{
    if (!m_bits) {
        m_painter.fillRect(rect, QColor(colour));
        return;
    }
    const int left = rounded(rect.left() * m_scaleX + m_dx);
    const int right = rounded(rect.right() * m_scaleX + m_dx);
    const int row = rounded(rowTop * m_scaleY + m_dy);
    const bool follows =
        !m_columns.empty() && row == m_columnsTop && left == m_columnsLeft + static_cast<int>(m_columns.size());
    if (!follows) {
        flush();
        m_columnsLeft = left;
        m_columnsTop = row;
    }
    const int top = std::max(m_top, rounded(rect.top() * m_scaleY + m_dy));
    const int bottom = std::min(m_bottom, rounded(rect.bottom() * m_scaleY + m_dy));
    for (int x = left; x < right; ++x)
        m_columns.push_back({colour | 0xff000000U, top, bottom});
}

void PixelFill::flush()
{
    const int first = std::max(0, m_left - m_columnsLeft);
    const int past = std::min(static_cast<int>(m_columns.size()), m_right - m_columnsLeft);
    int top = m_bottom, bottom = m_top;
    for (int i = first; i < past; ++i) {
        top = std::min(top, m_columns[static_cast<std::size_t>(i)].top);
        bottom = std::max(bottom, m_columns[static_cast<std::size_t>(i)].bottom);
    }
    for (int y = top; y < bottom; ++y) {
        auto *line = reinterpret_cast<QRgb *>(m_bits + y * m_bytesPerLine) + m_columnsLeft;
        for (int i = first; i < past; ++i) {
            const Column &column = m_columns[static_cast<std::size_t>(i)];
            line[i] = y >= column.top && y < column.bottom ? column.colour : line[i];
        }
    }
    m_columns.clear();
}

} // namespace streamscope
