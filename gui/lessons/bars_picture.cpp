// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/bars_picture.h"

#include "gui/lessons/bars_layout.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

void paintGrid(QPainter &painter, const LessonBars &bars, const BarsLayout &layout, const TimelineTheme &theme)
{
    const double rulerHeight = BarsLayout::rulerHeight;
    const int middle = static_cast<int>(Qt::AlignVCenter) | Qt::TextSingleLine;
    painter.setPen(theme.mutedText);
    for (int unit = 0; unit <= bars.columns; ++unit)
        painter.drawText(QRectF(layout.x(unit) - 20, 0, unit == bars.columns ? 20 : 40, rulerHeight),
                         middle | static_cast<int>(unit == bars.columns ? Qt::AlignRight : Qt::AlignHCenter),
                         QString::number(unit));
    painter.setPen(theme.text);
    for (std::size_t lane = 0; lane < bars.lanes.size(); ++lane)
        painter.drawText(
            layout.label(lane), middle | static_cast<int>(Qt::AlignLeft),
            QFontMetricsF(layout.font())
                .elidedText(QString::fromStdString(bars.lanes[lane]), Qt::ElideRight, layout.label(lane).width()));
    painter.setPen(QPen(theme.frame, 0.5));
    for (int unit = 0; unit <= bars.columns; ++unit)
        painter.drawLine(QPointF(layout.x(unit), rulerHeight), QPointF(layout.x(unit), layout.lanesBottom()));
    for (std::size_t lane = 0; lane <= bars.lanes.size(); ++lane)
        painter.drawLine(QPointF(0, layout.laneTop(lane)), QPointF(layout.width(), layout.laneTop(lane)));
}

void paintBar(QPainter &painter, const LessonBar &bar, const QRectF &place, const QFont &font,
              const TimelineTheme &theme)
{
    const KindStyle &style = theme.style(bar.kind);
    painter.setPen(QPen(style.outline, 1));
    painter.setBrush(style.fill);
    painter.drawRect(place);
    painter.setPen(style.text);
    const QFontMetricsF metrics(font);
    QString name = QString::fromStdString(bar.name);
    if (metrics.horizontalAdvance(name) > place.width() - 4) // "▸ 0", as in the timeline
        name = kindSign(bar.kind) + QLatin1Char(' ') + name.section(QLatin1Char(' '), -1);
    name = metrics.elidedText(name, Qt::ElideRight, place.width() - 2);
    painter.drawText(place, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine, name);
}

} // namespace

void paintBars(QPainter &painter, const LessonBars &bars, const BarsLayout &layout,
               const std::vector<std::optional<double>> &starts, const TimelineTheme &theme)
{
    painter.setFont(layout.font());
    paintGrid(painter, bars, layout, theme);
    for (std::size_t i = 0; i < bars.bars.size(); ++i)
        paintBar(painter, bars.bars[i], starts[i] ? layout.placed(bars.bars[i], *starts[i]) : layout.tray()[i],
                 layout.font(), theme);
}

PaintedPicture barsPicture(const LessonBars &bars, const std::optional<std::vector<double>> &starts, double width)
{
    const QSizeF size(width, std::ceil(BarsLayout(bars, !starts, width).height()));
    std::vector<std::optional<double>> places(bars.bars.size());
    if (starts)
        places.assign(starts->begin(), starts->end());
    const auto paint = [bars, places, hasTray = !starts, width](QPainter &painter) {
        paintBars(painter, bars, BarsLayout(bars, hasTray, width), places, TimelineTheme::light());
    };
    return {size, tr("A timeline to draw on"), {}, paint};
}

} // namespace streamscope
