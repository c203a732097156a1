// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_geometry.h"

#include <QAbstractScrollArea>
#include <QImage>

#include <memory>
#include <optional>

namespace streamscope {

struct TimelineTheme;

/// The Gantt in a window: one viewport, the lanes painted into a cached image, and on top of it what follows the
/// pointer.
///
/// Blocks, where they were recorded, lie on one lane per SM below the others; Ctrl+Shift+wheel makes these lanes higher
/// or flatter. Selecting a kernel dims the blocks of all others.
///
/// Keys: W/S zoom, A/D and ←/→ pan, ↑/↓ scroll, F fits the selection, 0 or Home the whole run, `.` and `,` select the
/// next and previous operation of the lane, Esc clears. Ctrl+wheel zooms at the pointer, the wheel scrolls,
/// Shift+wheel, Shift+drag and middle drag pan, dragging selects a range, a double click fits an operation.
class TimelineWidget : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineWidget(QWidget *parent = nullptr);

    /// Shows `content` from its begin to its end. Null shows the placeholder.
    void setContent(std::shared_ptr<const TimelineContent> content);
    const std::shared_ptr<const TimelineContent> &content() const { return m_content; }
    /// Lays dashed outlines of where a prediction has the same operations over the content; null takes them away.
    /// setContent() does, too.
    void setPrediction(std::shared_ptr<const Recording> prediction);
    const std::shared_ptr<const Recording> &prediction() const { return m_prediction; }
    /// What an empty timeline says.
    void setPlaceholder(const QString &text);

    const TimeAxis &axis() const { return m_axis; }
    void setAxis(const TimeAxis &axis);

    /// The selected operation as an index into the Timeline.
    std::optional<std::uint32_t> selectedSpan() const { return m_selected; }

    struct TimeRange
    {
        std::int64_t beginNs = 0, endNs = 0;
    };
    /// The range that was dragged out.
    std::optional<TimeRange> selectedRange() const { return m_range; }

    /// Whether the lanes of the SMs are shown; from the start they are.
    bool showsBlockLanes() const { return m_blockLanes; }
    /// See SceneRequest::blockLaneScale; 0.1 to 4, from the start 1.
    double blockLaneScale() const { return m_blockLaneScale; }

    /// The picture as last laid out, in viewport coordinates; hit-testing uses the same.
    const TimelineScene &scene() const;

public Q_SLOTS:
    /// Selects an operation and scrolls it into view; −1 clears. Emits spanSelected() when it changes.
    void selectSpan(int span);
    void clearSelection();
    void setBlockLanesShown(bool shown);
    void setBlockLaneScale(double scale);
    void fitAll();
    void fitSelection();
    void zoomIn();
    void zoomOut();

Q_SIGNALS:
    /// −1: nothing is selected.
    void spanSelected(int span);
    void rangeChanged();

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    static constexpr double zoomPerKey = 1.5; ///< factor of one key press or menu action

    enum class Gesture { None, Press, Range, Pan };

    bool hasContent() const { return m_content && !m_content->isEmpty(); }
    const TimelineTheme &theme() const;
    double plotWidth() const;
    double legendHeight() const;
    void layOut();
    void updateScrollBars();
    TimeAxis limited(TimeAxis axis) const;
    void zoomAt(double viewportX, double factor);
    void pan(double pixels);
    void stepSelection(int direction);
    void reveal(std::uint32_t span);
    void fitRange(std::int64_t beginNs, std::int64_t endNs);
    void setRange(std::optional<TimeRange> range);
    int operationAt(const QPointF &position) const;
    bool showBlockToolTip(const QPoint &position, const QPoint &globalPosition);
    bool showToolTip(const QPoint &position, const QPoint &globalPosition);

    void invalidate();
    void refreshCache();
    void paintPlaceholder(QPainter &painter) const;
    void paintRange(QPainter &painter) const;
    void paintSelection(QPainter &painter) const;
    void paintCursor(QPainter &painter) const;
    void paintFocus(QPainter &painter) const;

    std::shared_ptr<const TimelineContent> m_content;
    std::shared_ptr<const Recording> m_prediction;
    QString m_placeholder;
    TimeAxis m_axis;
    double m_labelWidth = 180;
    double m_rowScale = 1;
    bool m_blockLanes = true;
    double m_blockLaneScale = 1;
    bool m_showsAll = true; ///< stays fitted when the window is resized

    mutable TimelineScene m_scene;
    mutable bool m_sceneValid = false;
    QImage m_cache;
    bool m_cacheValid = false;

    std::optional<std::uint32_t> m_selected;
    std::optional<TimeRange> m_range;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressPosition, m_lastPosition;
    std::optional<QPointF> m_pointer; ///< over the plot
    bool m_updatingBars = false;
};

} // namespace streamscope
