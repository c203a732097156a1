// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/widget/timeline_input.h"
#include "gui/timeline/widget/timeline_painting.h"
#include "gui/timeline/widget/timeline_state.h"

#include <QAbstractScrollArea>

#include <memory>

namespace streamscope {

class LaneControls;
class OverviewStrip;

/// The Gantt chart in a window, with a strip of the whole run above it. The widget hands events on: TimelineState holds
/// the visible state, TimelineInput changes it, TimelinePainting paints it.
///
/// Recorded blocks are shown on one lane per SM below the other lanes; Ctrl+Shift+wheel changes the height of these
/// lanes. Selecting a kernel dims the blocks of all others.
class TimelineWidget : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineWidget(QWidget *parent = nullptr);
    ~TimelineWidget() override;

    /// Everything that the widget shows.
    TimelineState *state() const { return m_state.get(); }
    /// Keys and commands.
    TimelineInput *input() const { return m_input.get(); }
    LaneControls *laneControls() const { return m_laneControls.get(); }
    OverviewStrip *overview() const { return m_overview; }

    /// A null content shows the placeholder.
    void setContent(std::shared_ptr<const TimelineContent> content);
    void setPlaceholder(const QString &text);
    const QString &placeholder() const { return m_placeholder; }

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override { m_input->press(*event); }
    void mouseMoveEvent(QMouseEvent *event) override { m_input->move(*event); }
    void mouseReleaseEvent(QMouseEvent *event) override { m_input->release(*event); }
    void mouseDoubleClickEvent(QMouseEvent *event) override { m_input->doubleClick(*event); }
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void connectOverview();
    void follow(bool picture);
    void updateScrollBars();
    void updateFrame();
    void announce(int span);
    void paintPlaceholder(QPainter &painter) const;
    void paintFocus(QPainter &painter) const;

    std::unique_ptr<TimelineState> m_state;
    std::unique_ptr<LaneControls> m_laneControls;
    std::unique_ptr<TimelineInput> m_input;
    TimelinePainting m_painting;
    OverviewStrip *m_overview;
    QString m_placeholder;
    bool m_updatingBars = false;
};

} // namespace streamscope
