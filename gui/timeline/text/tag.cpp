// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/tag.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace streamscope {

void paintTag(QPainter &painter, const QString &text, double centreX, double top, const QRectF &area,
              const QColor &ground, const QColor &ink)
{
    const QFontMetricsF metrics(painter.font());
    QRectF patch(0, top, metrics.horizontalAdvance(text) + 10, metrics.height() + 2);
    patch.moveLeft(
        std::clamp(centreX - patch.width() / 2, area.left(), std::max(area.left(), area.right() - patch.width())));
    painter.fillRect(patch, ground);
    painter.setPen(ink);
    painter.drawText(patch, Qt::AlignCenter, text);
}

} // namespace streamscope
