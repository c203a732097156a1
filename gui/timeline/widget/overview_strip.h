// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"

#include <QImage>
#include <QWidget>

#include <memory>

namespace streamscope {

struct TimelineTheme;

/// The whole run on a strip: how busy its lanes were, and a frame around the part that the timeline shows. The frame
/// can be dragged, resized at its edges and drawn anew; a click centres it; the wheel zooms. The strip only emits
/// requests; the timeline changes the view.
class OverviewStrip : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewStrip(QWidget *parent = nullptr);

    void setContent(std::shared_ptr<const TimelineContent> content);
    void setTheme(const TimelineTheme &theme);
    /// What the timeline shows, and where its plot begins, in pixels.
    void setView(std::int64_t beginNs, std::int64_t endNs, double plotLeft);

    QSize sizeHint() const override { return {200, heightFor(font())}; }
    static int heightFor(const QFont &font);
    /// Where a time lies on the strip, in pixels.
    double xOf(std::int64_t ns) const;

Q_SIGNALS:
    void viewWanted(std::int64_t beginNs, std::int64_t endNs);
    void zoomWanted(std::int64_t atNs, double factor);
    /// A drag begins: what follows is one step of the zoom history.
    void dragged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    enum class Drag { None, Move, Left, Right, New };

    std::int64_t timeAt(double x) const;
    Drag grabAt(double x) const;
    void refreshDensity();

    std::shared_ptr<const TimelineContent> m_content;
    const TimelineTheme *m_theme;
    std::int64_t m_beginNs = 0, m_endNs = 1;
    double m_plotLeft = 0;
    QImage m_density;
    Drag m_drag = Drag::None;
    std::int64_t m_grabNs = 0, m_grabBeginNs = 0, m_grabEndNs = 0;
    double m_pressX = 0;
};

} // namespace streamscope
