// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/widget/timeline_state.h"

#include <QCoreApplication>
#include <QImage>

class QPainter;

namespace streamscope {

struct TimelineTheme;

/// Paints a TimelineState: the picture, which is kept as an image, and the marks on top of it.
class TimelinePainting
{
    Q_DECLARE_TR_FUNCTIONS(TimelinePainting)

public:
    explicit TimelinePainting(const TimelineState &state) : m_state(state) {}

    /// The next paint() makes the picture again.
    void invalidate() { m_imageValid = false; }
    /// Paints picture and marks. Only with content.
    /// @param cursor whether the line at the pointer is shown
    void paint(QPainter &painter, const TimelineTheme &theme, bool cursor);

private:
    void refreshImage();
    void paintPicture(QPainter &painter) const;
    void paintFramedPaths(QPainter &painter) const;
    void paintFound(QPainter &painter) const;
    void paintWaiting(QPainter &painter) const;
    void paintSameName(QPainter &painter) const;
    void paintRange(QPainter &painter) const;
    void paintRangeTable(QPainter &painter, double left, double right) const;
    void paintSelection(QPainter &painter) const;
    void paintCalls(QPainter &painter) const;
    void paintDependencies(QPainter &painter) const;
    void paintPathsText(QPainter &painter) const;
    void paintMarkers(QPainter &painter) const;
    void paintSnap(QPainter &painter) const;
    void paintCursor(QPainter &painter) const;

    const TimelineScene &scene() const { return m_state.scene(); }
    const TimelineTheme &theme() const { return *m_theme; }

    const TimelineState &m_state;
    const TimelineTheme *m_theme = nullptr; ///< of the last paint()
    QImage m_image;
    bool m_imageValid = false;
};

} // namespace streamscope
