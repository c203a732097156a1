// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/lessons/lesson_bars.h"

#include <QPointF>
#include <QWidget>

#include <optional>
#include <vector>

namespace streamscope {

/// A timeline on which a student draws: drag a bar from below to the time at which it starts, or mark it with Up and
/// Down and move it with Left and Right. Bars snap to half units and stay on the lane of their stream.
class BarsView : public QWidget
{
    Q_OBJECT

public:
    using Starts = std::vector<std::optional<double>>;

    /// `starts`: of each bar, in units; empty: none is placed. `canDraw`: else it only shows.
    BarsView(LessonBars bars, Starts starts, bool canDraw, QWidget *parent = nullptr);

    const Starts &starts() const { return m_starts; }
    /// Where a bar is now, for tests and tours.
    QRectF placeOf(std::size_t bar) const;
    /// Where a bar would be at this start.
    QRectF placeAt(std::size_t bar, double start) const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void drawn();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    std::optional<std::size_t> barAt(const QPointF &at) const;
    void place(std::size_t bar, double start);
    void mark(std::size_t bar);
    bool hasTray() const;

    LessonBars m_bars;
    Starts m_starts;
    bool m_canDraw;
    std::size_t m_marked = 0;
    std::optional<double> m_dragX;    ///< of the mouse in the bar that is dragged; empty: none is
    std::optional<QPointF> m_dragged; ///< the bar's left upper corner while it is dragged
};

} // namespace streamscope
