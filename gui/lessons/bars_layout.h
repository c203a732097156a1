// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/lessons/lesson_bars.h"

#include <QFont>
#include <QRectF>

#include <vector>

namespace streamscope {

/// Where everything lies on the timeline on which a student draws. Device-independent pixels.
class BarsLayout
{
public:
    /// `hasTray`: below the lanes there is room for the bars that are not placed. `bars` must outlive the layout. Needs
    /// a QGuiApplication.
    BarsLayout(const LessonBars &bars, bool hasTray, double width);

    static constexpr double rowHeight = 30, rulerHeight = 20;

    const QFont &font() const { return m_font; }
    double width() const { return m_width; }
    double height() const;
    double unit() const { return m_unit; }
    double x(double units) const { return m_labels + units * m_unit; }
    double unitsAt(double x) const { return (x - m_labels) / m_unit; }
    double laneTop(std::size_t lane) const { return rulerHeight + static_cast<double>(lane) * rowHeight; }
    double lanesBottom() const { return laneTop(m_bars.lanes.size()); }
    QRectF placed(const LessonBar &bar, double start) const;
    /// Of each bar, where it waits to be placed; empty without a tray.
    const std::vector<QRectF> &tray() const { return m_tray; }
    QRectF label(std::size_t lane) const;

private:
    void layOutTray();

    const LessonBars &m_bars;
    QFont m_font;
    double m_width;
    double m_labels = 0; ///< the width of the lanes' names
    double m_unit = 1;
    std::vector<QRectF> m_tray;
};

} // namespace streamscope
