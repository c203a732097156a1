// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/timeline_widget.h"

#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/overview_strip.h"
#include "gui/timeline/widget/timeline_accessible.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr int horizontalSteps = 1'000'000; ///< scroll bars are int, times are not

} // namespace

TimelineWidget::TimelineWidget(QWidget *parent)
    : QAbstractScrollArea(parent), m_state(std::make_unique<TimelineState>()),
      m_laneControls(std::make_unique<LaneControls>(m_state.get(), viewport())),
      m_input(std::make_unique<TimelineInput>(m_state.get(), m_laneControls.get(), viewport())), m_painting(*m_state),
      m_overview(new OverviewStrip(this))
{
    installTimelineAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setMinimumSize(320, 160);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("What each stream and each engine did, over time. The operations table shows the same as text."));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->grabGesture(Qt::PinchGesture);
    verticalScrollBar()->setSingleStep(TimelineState::scrollStep);
    setViewportMargins(0, OverviewStrip::heightFor(font()), 0, 0);
    connectOverview();
    connect(m_state.get(), &TimelineState::changed, this, &TimelineWidget::follow);
    connect(m_state.get(), &TimelineState::spanSelected, this, &TimelineWidget::announce);
    updateFrame();
}

TimelineWidget::~TimelineWidget() = default;

void TimelineWidget::connectOverview()
{
    connect(m_overview, &OverviewStrip::viewWanted, this, [this](std::int64_t begin, std::int64_t end) {
        m_state->setAxis(TimeAxis::fitted(begin, end, m_state->plotWidth(), 0));
    });
    connect(m_overview, &OverviewStrip::zoomWanted, this, [this](std::int64_t ns, double factor) {
        const double left = m_state->labelWidth();
        m_state->zoomAt(std::clamp(left + m_state->axis().timeToX(ns), left, left + m_state->plotWidth()), factor);
    });
    connect(m_overview, &OverviewStrip::dragged, this, [this] { m_state->endBurst(); });
}

void TimelineWidget::setContent(std::shared_ptr<const TimelineContent> content)
{
    m_input->cancel();
    m_overview->setContent(content);
    m_state->setContent(std::move(content));
}

void TimelineWidget::setPlaceholder(const QString &text)
{
    if (m_placeholder == text)
        return;
    m_placeholder = text;
    viewport()->update();
}

/// Brings picture, scroll bars and overview up to date with the state.
void TimelineWidget::follow(bool picture)
{
    if (picture) {
        m_painting.invalidate();
        updateScrollBars();
        m_overview->setTheme(TimelineTheme::of(palette()));
        m_overview->setView(m_state->axis().originNs, m_state->visibleRange().second, m_state->labelWidth());
    }
    viewport()->update();
}

void TimelineWidget::announce(int span)
{
    if (span < 0)
        return;
    setAccessibleDescription(spanTitle(m_state->content()->timeline(), static_cast<std::uint32_t>(span)));
    QAccessibleValueChangeEvent changed(this, accessibleDescription());
    QAccessible::updateAccessibility(&changed);
}

void TimelineWidget::updateScrollBars()
{
    m_updatingBars = true;
    QScrollBar *vertical = verticalScrollBar(), *horizontal = horizontalScrollBar();
    vertical->setPageStep(m_state->page());
    vertical->setRange(0, m_state->maxScrollY());
    vertical->setValue(m_state->scrollY());
    if (m_state->hasContent()) {
        const double whole = std::max(1.0, m_state->scrolledNs());
        const double shown = m_state->plotWidth() * m_state->axis().nsPerPixel;
        const int page = static_cast<int>(std::clamp(shown / whole, 1e-6, 1.0) * horizontalSteps);
        horizontal->setPageStep(std::max(1, page));
        horizontal->setSingleStep(std::max(1, page / 20));
        horizontal->setRange(0, horizontalSteps - page);
        horizontal->setValue(static_cast<int>(std::clamp(m_state->scrolledShare(), 0.0, 1.0) * horizontalSteps));
    } else {
        horizontal->setRange(0, 0);
    }
    m_updatingBars = false;
}

void TimelineWidget::scrollContentsBy(int dx, int dy)
{
    if (m_updatingBars || !m_state->hasContent())
        return;
    if (dx != 0)
        m_state->scrollTo(static_cast<double>(horizontalScrollBar()->value()) / horizontalSteps);
    if (dy != 0)
        m_state->setScrollY(verticalScrollBar()->value());
}

void TimelineWidget::updateFrame()
{
    m_state->setFrame(viewport()->size(), font(), devicePixelRatioF());
}

// --- events ---

bool TimelineWidget::event(QEvent *event)
{
    // The timeline's keys come before other meanings in the window.
    if (event->type() == QEvent::ShortcutOverride && m_input->wants(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool TimelineWidget::viewportEvent(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), m_state->toolTipAt(help->pos()), viewport()); // an empty one hides it
        return true;
    }
    case QEvent::Leave:
        m_input->leave();
        break;
    case QEvent::NativeGesture:
    case QEvent::Gesture:
        if (m_input->pinch(*event))
            return true;
        break;
    case QEvent::ContextMenu: {
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        if (m_input->showMenu(menu->pos(), menu->globalPos()))
            return true;
        if (const int span = m_state->operationAt(menu->pos()); span >= 0)
            m_state->selectSpan(span); // what the menu is about
        break;
    }
    default:
        break;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineWidget::keyPressEvent(QKeyEvent *event)
{
    if (!m_input->press(*event))
        QAbstractScrollArea::keyPressEvent(event);
}

void TimelineWidget::wheelEvent(QWheelEvent *event)
{
    m_input->turn(*event);
    event->accept();
}

void TimelineWidget::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TimelineWidget::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void TimelineWidget::resizeEvent(QResizeEvent *)
{
    const QRect frame = contentsRect();
    m_overview->setGeometry(frame.left(), frame.top(), viewport()->width(), OverviewStrip::heightFor(font()));
    updateFrame();
}

void TimelineWidget::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        setViewportMargins(0, OverviewStrip::heightFor(font()), 0, 0);
        updateFrame();
    }
}

void TimelineWidget::paintEvent(QPaintEvent *)
{
    if (m_state->devicePixelRatio() != devicePixelRatioF())
        updateFrame(); // moved to another screen: Qt 6.4 sends no event for it
    QPainter painter(viewport());
    painter.setFont(font());
    if (!m_state->hasContent()) {
        paintPlaceholder(painter);
        paintFocus(painter);
        return;
    }
    const TimelineTheme &theme = TimelineTheme::of(palette());
    m_painting.paint(painter, theme, !m_input->isPanning());
    painter.setClipRect(m_state->scene().plotRect.adjusted(-m_state->labelWidth(), 0, 0, 0));
    m_laneControls->paint(painter, theme, hasFocus());
    painter.setClipping(false);
    paintFocus(painter);
}

void TimelineWidget::paintPlaceholder(QPainter &painter) const
{
    const TimelineTheme &theme = TimelineTheme::of(palette());
    painter.fillRect(viewport()->rect(), theme.background);
    painter.setPen(theme.mutedText);
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, m_placeholder);
}

void TimelineWidget::paintFocus(QPainter &painter) const
{
    if (!hasFocus())
        return;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
}

} // namespace streamscope
