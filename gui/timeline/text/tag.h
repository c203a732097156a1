// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

class QColor;
class QPainter;
class QRectF;
class QString;

namespace streamscope {

/// Paints a text on a filled background, centred at `centreX` and kept inside `area`.
void paintTag(QPainter &painter, const QString &text, double centreX, double top, const QRectF &area,
              const QColor &ground, const QColor &ink);

} // namespace streamscope
