// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/bars_layout.h"

#include "gui/timeline/text/embedded_font.h"

#include <QFontMetricsF>

#include <algorithm>

namespace streamscope {

namespace {
constexpr double betweenBars = 8, barInset = 4;
constexpr int barFontPixels = 11;
} // namespace

BarsLayout::BarsLayout(const LessonBars &bars, bool hasTray, double width)
    : m_bars(bars), m_font(embeddedFont(barFontPixels)), m_width(width)
{
    const QFontMetricsF metrics(m_font);
    for (const std::string &lane : bars.lanes)
        m_labels = std::max(m_labels, metrics.horizontalAdvance(QString::fromStdString(lane)));
    m_labels = std::min(m_labels + betweenBars, width / 3);
    m_unit = (width - m_labels - 1) / bars.columns;
    if (hasTray)
        layOutTray();
}

double BarsLayout::height() const
{
    const double bottom = lanesBottom() + 2 * betweenBars;
    return (m_tray.empty() ? bottom : m_tray.back().bottom() + betweenBars) + 1;
}

QRectF BarsLayout::placed(const LessonBar &bar, double start) const
{
    return {x(start), laneTop(bar.lane) + barInset, bar.length * m_unit, rowHeight - 2 * barInset};
}

QRectF BarsLayout::label(std::size_t lane) const
{
    return {0, laneTop(lane), m_labels - betweenBars, rowHeight};
}

/// The bars one behind the other, in rows.
void BarsLayout::layOutTray()
{
    double left = m_labels, top = lanesBottom() + 2 * betweenBars;
    for (const LessonBar &bar : m_bars.bars) {
        const double length = bar.length * m_unit;
        if (left > m_labels && left + length > m_width) {
            left = m_labels;
            top += rowHeight;
        }
        m_tray.push_back({left, top, length, rowHeight - 2 * barInset});
        left += length + betweenBars;
    }
}

} // namespace streamscope
