// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/bars_view.h"

#include "gui/lessons/bars_layout.h"
#include "gui/lessons/bars_picture.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {
constexpr double step = 0.5;    ///< units
constexpr int usualWidth = 340; ///< pixels
} // namespace

BarsView::BarsView(LessonBars bars, Starts starts, bool canDraw, QWidget *parent)
    : QWidget(parent), m_bars(std::move(bars)), m_starts(std::move(starts)), m_canDraw(canDraw)
{
    m_starts.resize(m_bars.bars.size());
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    if (canDraw) {
        setObjectName(QStringLiteral("lessonBars"));
        setFocusPolicy(Qt::StrongFocus);
        setAccessibleName(tr("A timeline to draw on"));
        setToolTip(tr("Drag each bar to the time at which it starts. Or mark a bar with Up and Down, and move it with "
                      "Left and Right."));
    } else {
        setAccessibleName(tr("A timeline"));
    }
}

/// Room for bars that wait stays until the drawing is only shown: nothing moves under the mouse.
bool BarsView::hasTray() const
{
    return m_canDraw || std::ranges::any_of(m_starts, [](const std::optional<double> &start) { return !start; });
}

QSize BarsView::sizeHint() const
{
    return {usualWidth, heightForWidth(usualWidth)};
}

int BarsView::heightForWidth(int width) const
{
    return static_cast<int>(std::ceil(BarsLayout(m_bars, hasTray(), width).height()));
}

QRectF BarsView::placeOf(std::size_t bar) const
{
    const BarsLayout layout(m_bars, hasTray(), width());
    return m_starts[bar] ? layout.placed(m_bars.bars[bar], *m_starts[bar]) : layout.tray()[bar];
}

QRectF BarsView::placeAt(std::size_t bar, double start) const
{
    return BarsLayout(m_bars, hasTray(), width()).placed(m_bars.bars[bar], start);
}

void BarsView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const TimelineTheme &theme = TimelineTheme::of(palette());
    painter.fillRect(rect(), theme.background);
    paintBars(painter, m_bars, BarsLayout(m_bars, hasTray(), width()), m_starts, theme);
    if (m_canDraw && hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.selection, 2));
        painter.drawRect(placeOf(m_marked).adjusted(-1, -1, 1, 1));
    }
    if (m_dragged) {
        const QRectF bar(*m_dragged, placeOf(m_marked).size());
        painter.setPen(QPen(theme.selection, 1, Qt::DashLine));
        painter.drawRect(bar);
    }
}

/// The name of a bar may be too long for it.
bool BarsView::event(QEvent *event)
{
    const auto *help = event->type() == QEvent::ToolTip ? static_cast<QHelpEvent *>(event) : nullptr;
    const auto bar = help ? barAt(help->pos()) : std::nullopt;
    if (!bar)
        return QWidget::event(event);
    QToolTip::showText(help->globalPos(), QString::fromStdString(m_bars.bars[*bar].name), this);
    return true;
}

std::optional<std::size_t> BarsView::barAt(const QPointF &at) const
{
    for (std::size_t i = m_bars.bars.size(); i-- > 0;) // later ones lie above
        if (placeOf(i).contains(at))
            return i;
    return std::nullopt;
}

void BarsView::mousePressEvent(QMouseEvent *event)
{
    const auto bar = m_canDraw && event->button() == Qt::LeftButton ? barAt(event->position()) : std::nullopt;
    if (!bar) {
        QWidget::mousePressEvent(event);
        return;
    }
    mark(*bar);
    m_dragX = event->position().x() - placeOf(*bar).left();
}

void BarsView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_dragX)
        return;
    const double height = placeOf(m_marked).height();
    m_dragged = QPointF(event->position().x() - *m_dragX, event->position().y() - height / 2);
    update();
}

void BarsView::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_dragX)
        return;
    const double left = event->position().x() - *m_dragX;
    const bool hasMoved = m_dragged.has_value();
    m_dragX.reset();
    m_dragged.reset();
    update();
    const BarsLayout layout(m_bars, hasTray(), width());
    if (hasMoved && event->position().y() <= layout.lanesBottom() + BarsLayout::rowHeight / 2) {
        place(m_marked, layout.unitsAt(left));
    } else if (hasMoved) { // back to where it waited
        m_starts[m_marked].reset();
        Q_EMIT drawn();
    }
}

void BarsView::keyPressEvent(QKeyEvent *event)
{
    const std::size_t count = m_bars.bars.size();
    switch (m_canDraw ? event->key() : 0) {
    case Qt::Key_Up:
        return mark((m_marked + count - 1) % count);
    case Qt::Key_Down:
        return mark((m_marked + 1) % count);
    case Qt::Key_Left:
        return place(m_marked, m_starts[m_marked].value_or(step) - step);
    case Qt::Key_Right:
        return place(m_marked, m_starts[m_marked] ? *m_starts[m_marked] + step : 0);
    default:
        QWidget::keyPressEvent(event);
    }
}

void BarsView::mark(std::size_t bar)
{
    m_marked = bar;
    update();
}

void BarsView::place(std::size_t bar, double start)
{
    const double last = std::max(0.0, m_bars.columns - m_bars.bars[bar].length);
    m_starts[bar] = std::clamp(std::round(start / step) * step, 0.0, last);
    update();
    Q_EMIT drawn();
}

} // namespace streamscope
