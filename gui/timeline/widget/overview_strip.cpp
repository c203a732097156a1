// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/overview_strip.h"

#include "gui/timeline/model/time_axis.h"
#include "gui/timeline/scene/run_density.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace streamscope {

namespace {

constexpr double edgeReach = 6; ///< pixels on both sides of an edge: a target of 12

} // namespace

OverviewStrip::OverviewStrip(QWidget *parent) : QWidget(parent), m_theme(&TimelineTheme::light())
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview"));
    setAccessibleDescription(tr("How busy the run was, and which part of it the timeline shows"));
    setToolTip(tr("The whole run. Drag the window or its edges, or draw a new one."));
}

int OverviewStrip::heightFor(const QFont &font)
{
    return static_cast<int>(std::ceil(QFontMetricsF(font).height() * 2.8));
}

void OverviewStrip::setContent(std::shared_ptr<const TimelineContent> content)
{
    m_content = std::move(content);
    m_density = {};
    update();
}

void OverviewStrip::setTheme(const TimelineTheme &theme)
{
    if (m_theme == &theme)
        return;
    m_theme = &theme;
    m_density = {};
    update();
}

void OverviewStrip::setView(std::int64_t beginNs, std::int64_t endNs, double plotLeft)
{
    if (beginNs == m_beginNs && endNs == m_endNs && plotLeft == m_plotLeft)
        return;
    if (plotLeft != m_plotLeft)
        m_density = {};
    m_beginNs = beginNs;
    m_endNs = endNs;
    m_plotLeft = plotLeft;
    update();
}

double OverviewStrip::xOf(std::int64_t ns) const
{
    if (!m_content || m_content->endNs() <= m_content->beginNs())
        return m_plotLeft;
    const double share = static_cast<double>(detail::saturatedDifference(ns, m_content->beginNs()))
                         / static_cast<double>(m_content->endNs() - m_content->beginNs());
    return m_plotLeft + share * (width() - m_plotLeft);
}

std::int64_t OverviewStrip::timeAt(double x) const
{
    const double share = (x - m_plotLeft) / std::max(1.0, width() - m_plotLeft);
    return m_content->beginNs()
           + detail::saturatedRound(share * static_cast<double>(m_content->endNs() - m_content->beginNs()));
}

OverviewStrip::Drag OverviewStrip::grabAt(double x) const
{
    const double left = xOf(m_beginNs), right = xOf(m_endNs);
    const bool roomy = right - left > 2 * edgeReach; // a small window is moved, not resized
    if (roomy && std::abs(x - left) <= edgeReach)
        return Drag::Left;
    if (roomy && std::abs(x - right) <= edgeReach)
        return Drag::Right;
    const double slack = roomy ? 0 : edgeReach;
    const bool all = left <= m_plotLeft + 1 && right >= width() - 1; // the window shows all: the drag draws a new one
    return !all && x >= left - slack && x <= right + slack ? Drag::Move : Drag::New;
}

void OverviewStrip::refreshDensity()
{
    const double ratio = devicePixelRatioF();
    const QSize size = (QSizeF(width() - m_plotLeft, height()) * ratio).toSize();
    if (m_density.size() == size || size.isEmpty())
        return;
    m_density = QImage(size, QImage::Format_RGB32);
    m_density.fill(m_theme->rulerBackground);
    QPainter painter(&m_density);
    const std::array<OperationKind, 4> kinds{OperationKind::H2D, OperationKind::Kernel, OperationKind::D2H,
                                             OperationKind::HostWork};
    const std::vector<DensityColumn> density = runDensity(*m_content, size.width());
    const double room = size.height() - std::round(4 * ratio);
    float most = 0; // the busiest column fills the strip: many lanes are never busy all at once
    for (const DensityColumn &column : density)
        most = std::max(most, column.share[0] + column.share[1] + column.share[2] + column.share[3]);
    for (int x = 0; x < size.width(); ++x) {
        double bottom = size.height();
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const double share = most > 0 ? density[static_cast<std::size_t>(x)].share[k] / most : 0;
            if (share <= 0)
                continue;
            const double high = std::max(1.0, std::round(share * room));
            painter.fillRect(QRectF(x, bottom - high, 1, high), m_theme->style(kinds[k]).fill);
            bottom -= high;
        }
    }
    painter.end();
    m_density.setDevicePixelRatio(ratio);
}

void OverviewStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->rulerBackground);
    painter.fillRect(QRectF(0, height() - 1, width(), 1), m_theme->frame);
    if (!m_content || m_content->isEmpty())
        return;
    refreshDensity();
    painter.drawImage(QPointF(m_plotLeft, 0), m_density);
    painter.setPen(m_theme->mutedText);
    painter.drawText(QRectF(10, 0, m_plotLeft - 20, height()), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                     m_content->timeline().fold() ? tr("Whole step") : tr("Whole run"));
    const double left = std::clamp(xOf(m_beginNs), m_plotLeft, static_cast<double>(width()));
    const double right = std::clamp(xOf(m_endNs), m_plotLeft, static_cast<double>(width()));
    QColor veil = m_theme->background;
    veil.setAlpha(165);
    painter.fillRect(QRectF(m_plotLeft, 0, left - m_plotLeft, height() - 1), veil);
    painter.fillRect(QRectF(right, 0, width() - right, height() - 1), veil);
    painter.setPen(QPen(m_theme->text, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(left + 0.5, 0.5, std::max(2.0, right - left - 1), height() - 2));
    for (const double x : {left, right - 3}) // grips
        painter.fillRect(QRectF(x, height() / 4.0, 3, height() / 2.0), m_theme->text);
}

void OverviewStrip::mousePressEvent(QMouseEvent *event)
{
    if (!m_content || m_content->isEmpty() || event->button() != Qt::LeftButton)
        return;
    m_pressX = event->position().x();
    m_drag = grabAt(m_pressX);
    m_grabNs = timeAt(m_pressX);
    m_grabBeginNs = m_beginNs;
    m_grabEndNs = m_endNs;
    Q_EMIT dragged();
}

void OverviewStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_content || m_content->isEmpty())
        return;
    const double x = event->position().x();
    if (m_drag == Drag::None) {
        const Drag would = grabAt(x);
        setCursor(would == Drag::Move ? Qt::OpenHandCursor : would == Drag::New ? Qt::CrossCursor : Qt::SizeHorCursor);
        return;
    }
    const std::int64_t now = timeAt(std::clamp(x, m_plotLeft, static_cast<double>(width())));
    if (m_drag == Drag::Move)
        Q_EMIT viewWanted(m_grabBeginNs + now - m_grabNs, m_grabEndNs + now - m_grabNs);
    else if (m_drag == Drag::Left)
        Q_EMIT viewWanted(std::min(now, m_grabEndNs - 1), m_grabEndNs);
    else if (m_drag == Drag::Right)
        Q_EMIT viewWanted(m_grabBeginNs, std::max(now, m_grabBeginNs + 1));
    else if (std::abs(x - m_pressX) > 4)
        Q_EMIT viewWanted(std::min(m_grabNs, now), std::max(m_grabNs, now));
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_drag == Drag::New && std::abs(event->position().x() - m_pressX) <= 4) {
        const std::int64_t half = (m_grabEndNs - m_grabBeginNs) / 2;
        Q_EMIT viewWanted(m_grabNs - half, m_grabNs + half);
    }
    m_drag = Drag::None;
}

void OverviewStrip::wheelEvent(QWheelEvent *event)
{
    if (m_content && !m_content->isEmpty())
        Q_EMIT zoomWanted(timeAt(event->position().x()), std::pow(1.2, event->angleDelta().y() / 120.0));
    event->accept();
}

} // namespace streamscope
