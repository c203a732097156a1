// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/bars_picture.h"

#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double rowHeight = 30, rulerHeight = 20, gap = 8, barInset = 4;
constexpr int fontPixels = 11;

/// Where everything lies.
class Layout
{
public:
    Layout(const LessonBars &bars, bool placed, double width)
        : m_bars(bars), m_font(embeddedFont(fontPixels)), m_width(width)
    {
        const QFontMetricsF metrics(m_font);
        for (const std::string &lane : bars.lanes)
            m_labels = std::max(m_labels, metrics.horizontalAdvance(laneText(lane)));
        m_labels = std::min(m_labels + gap, width / 3);
        m_unit = (width - m_labels - 1) / bars.columns;
        if (!placed)
            layOutTray();
    }

    static QString laneText(const std::string &lane) { return QString::fromStdString(lane); }

    const QFont &font() const { return m_font; }
    double width() const { return m_width; }
    double height() const { return trayTop() + (m_tray.empty() ? 0 : m_tray.back().bottom() - trayTop() + gap) + 1; }
    double x(double units) const { return m_labels + units * m_unit; }
    double laneTop(std::size_t lane) const { return rulerHeight + static_cast<double>(lane) * rowHeight; }
    double lanesBottom() const { return laneTop(m_bars.lanes.size()); }
    QRectF placed(const LessonBar &bar, double start) const
    {
        return {x(start), laneTop(bar.lane) + barInset, bar.length * m_unit, rowHeight - 2 * barInset};
    }
    const std::vector<QRectF> &tray() const { return m_tray; }
    QRectF label(std::size_t lane) const { return {0, laneTop(lane), m_labels - gap, rowHeight}; }

private:
    double trayTop() const { return lanesBottom() + 2 * gap; }

    /// The bars one behind the other, in rows.
    void layOutTray()
    {
        double left = m_labels, top = trayTop();
        for (const LessonBar &bar : m_bars.bars) {
            const double length = bar.length * m_unit;
            if (left > m_labels && left + length > m_width) {
                left = m_labels;
                top += rowHeight;
            }
            m_tray.push_back({left, top, length, rowHeight - 2 * barInset});
            left += length + gap;
        }
    }

    const LessonBars &m_bars;
    QFont m_font;
    double m_width;
    double m_labels = 0; ///< the width of the lanes' names
    double m_unit = 1;   ///< pixels
    std::vector<QRectF> m_tray;
};

void paintGrid(QPainter &painter, const LessonBars &bars, const Layout &layout)
{
    const TimelineTheme &theme = TimelineTheme::light();
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
                .elidedText(Layout::laneText(bars.lanes[lane]), Qt::ElideRight, layout.label(lane).width()));
    painter.setPen(QPen(theme.frame, 0.5));
    for (int unit = 0; unit <= bars.columns; ++unit)
        painter.drawLine(QPointF(layout.x(unit), rulerHeight), QPointF(layout.x(unit), layout.lanesBottom()));
    for (std::size_t lane = 0; lane <= bars.lanes.size(); ++lane)
        painter.drawLine(QPointF(0, layout.laneTop(lane)), QPointF(layout.width(), layout.laneTop(lane)));
}

void paintBar(QPainter &painter, const LessonBar &bar, const QRectF &place, const QFont &font)
{
    const KindStyle &style = TimelineTheme::light().style(bar.kind);
    painter.setPen(QPen(style.outline, 1));
    painter.setBrush(style.fill);
    painter.drawRect(place);
    painter.setPen(style.text);
    const QString name =
        QFontMetricsF(font).elidedText(QString::fromStdString(bar.name), Qt::ElideRight, place.width() - 4);
    painter.drawText(place, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine, name);
}

} // namespace

PaintedPicture barsPicture(const LessonBars &bars, const std::optional<std::vector<double>> &starts, double width)
{
    const QSizeF size(width, std::ceil(Layout(bars, starts.has_value(), width).height()));
    const auto paint = [bars, starts, width](QPainter &painter) {
        const Layout layout(bars, starts.has_value(), width);
        painter.setFont(layout.font());
        paintGrid(painter, bars, layout);
        for (std::size_t i = 0; i < bars.bars.size(); ++i)
            paintBar(painter, bars.bars[i], starts ? layout.placed(bars.bars[i], (*starts)[i]) : layout.tray()[i],
                     layout.font());
    };
    return {size, tr("A timeline to draw on"), {}, paint};
}

} // namespace streamscope
