// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/sweep/sweep_view.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace streamscope {

SweepView::SweepView(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("sweepView"));
    setAccessibleName(tr("Sweep as a picture; the table has the same rows"));
    setMouseTracking(true);
    setMinimumSize(220, 120);
}

void SweepView::setTable(std::shared_ptr<const SweepTable> table, SweepFigure figure)
{
    m_table = std::move(table);
    m_figure = figure;
    layOut();
}

void SweepView::layOut()
{
    constexpr double margin = 8;
    m_picture.reset();
    const bool draws = m_table && !m_table->axes.empty() && m_table->axes.size() <= 2
                       && std::any_of(m_table->rows.begin(), m_table->rows.end(),
                                      [](const SweepRow &row) { return row.status == SweepStatus::Ok; });
    if (draws)
        m_picture = std::make_unique<SweepPicture>(
            *m_table, SweepPicture::Request{QRectF(rect()).adjusted(margin, margin, -margin, -margin), font(),
                                            &TimelineTheme::of(palette()), m_figure});
    update();
}

void SweepView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), TimelineTheme::of(palette()).background);
    painter.setFont(font());
    if (m_picture)
        m_picture->paint(painter);
}

void SweepView::resizeEvent(QResizeEvent *)
{
    layOut();
}

void SweepView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
}

void SweepView::mouseReleaseEvent(QMouseEvent *event)
{
    if (const auto row = m_picture ? m_picture->rowAt(event->position()) : std::nullopt)
        Q_EMIT rowChosen(*row);
}

void SweepView::mouseMoveEvent(QMouseEvent *event)
{
    const bool isOnRow = m_picture && m_picture->rowAt(event->position());
    setCursor(isOnRow ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

} // namespace streamscope
