// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/timeline_widget.h"

#include "gui/timeline/span_text.h"
#include "gui/timeline/time_text.h"
#include "gui/timeline/timeline_painter.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionFocusRect>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double zoomPerNotch = 1.2; ///< as Qt Creator and close to Tracy's 25 %
constexpr double zoomPerKey = 1.5;
constexpr double mostRowScale = 1.6;       ///< rows of a short run fill the space up to this
constexpr int horizontalSteps = 1'000'000; ///< scroll bars are int, times are not

} // namespace

TimelineWidget::TimelineWidget(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setMinimumSize(320, 160);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("What each stream and each engine did, over time. The operations table shows the same as text."));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    verticalScrollBar()->setSingleStep(20);
}

void TimelineWidget::setContent(std::shared_ptr<const TimelineContent> content)
{
    m_content = std::move(content);
    m_range.reset();
    m_gesture = Gesture::None;
    if (m_selected) {
        m_selected.reset();
        Q_EMIT spanSelected(-1);
    }
    layOut();
    fitAll();
}

void TimelineWidget::setPlaceholder(const QString &text)
{
    m_placeholder = text;
    viewport()->update();
}

void TimelineWidget::setAxis(const TimeAxis &axis)
{
    m_axis = limited(axis);
    m_showsAll = false;
    updateScrollBars();
    invalidate();
}

const TimelineTheme &TimelineWidget::theme() const
{
    return palette().color(QPalette::Window).lightness() < 128 ? TimelineTheme::darkTheme() : TimelineTheme::light();
}

double TimelineWidget::plotWidth() const
{
    return std::max(1.0, viewport()->width() - m_labelWidth);
}

double TimelineWidget::legendHeight() const
{
    return hasContent() ? paintLegend(nullptr, {}, viewport()->width() - 20, *m_content, theme(), font()) + 6 : 0;
}

void TimelineWidget::layOut()
{
    if (hasContent())
        m_labelWidth = labelWidthFor(*m_content, font(), std::max(140.0, viewport()->width() * 0.33));
    updateScrollBars();
    invalidate();
}

const TimelineScene &TimelineWidget::scene() const
{
    if (m_sceneValid || !hasContent())
        return m_scene;
    SceneRequest request;
    request.size = viewport()->size();
    request.axis = m_axis;
    request.labelWidth = m_labelWidth;
    request.rowScale = m_rowScale;
    request.scrollY = verticalScrollBar()->value();
    request.bottom = legendHeight();
    request.devicePixelRatio = devicePixelRatioF();
    request.font = font();
    m_scene = buildScene(*m_content, request);
    m_sceneValid = true;
    return m_scene;
}

void TimelineWidget::invalidate()
{
    m_sceneValid = false;
    m_cacheValid = false;
    viewport()->update();
}

void TimelineWidget::updateScrollBars()
{
    m_updatingBars = true;
    QScrollBar *vertical = verticalScrollBar();
    QScrollBar *horizontal = horizontalScrollBar();
    if (!hasContent()) {
        vertical->setRange(0, 0);
        horizontal->setRange(0, 0);
        m_updatingBars = false;
        return;
    }
    const double room = viewport()->height() - LaneMetrics(font()).ruler - legendHeight();
    const double natural = lanesHeight(*m_content, LaneMetrics(font())) + 8;
    m_rowScale = std::clamp(room / natural, 1.0, mostRowScale);
    const double wanted = lanesHeight(*m_content, LaneMetrics(font(), m_rowScale)) + 8;
    vertical->setPageStep(static_cast<int>(std::max(1.0, room)));
    vertical->setRange(0, static_cast<int>(std::max(0.0, std::ceil(wanted - room))));

    // What can be scrolled over: the run with its margins, and the view where that reaches further.
    const double whole = static_cast<double>(m_content->endNs() - m_content->beginNs()) * 1.02;
    const double view = plotWidth() * m_axis.nsPerPixel;
    const int page = static_cast<int>(std::clamp(view / std::max(whole, 1.0), 1e-6, 1.0) * horizontalSteps);
    const double from = static_cast<double>(m_axis.originNs - m_content->beginNs()) + whole * 0.01;
    horizontal->setPageStep(std::max(1, page));
    horizontal->setSingleStep(std::max(1, page / 20));
    horizontal->setRange(0, horizontalSteps - page);
    horizontal->setValue(static_cast<int>(std::clamp(from / std::max(whole, 1.0), 0.0, 1.0) * horizontalSteps));
    m_updatingBars = false;
}

void TimelineWidget::scrollContentsBy(int dx, int)
{
    if (m_updatingBars || !hasContent())
        return;
    if (dx != 0) {
        const double whole = static_cast<double>(m_content->endNs() - m_content->beginNs()) * 1.02;
        const double share = static_cast<double>(horizontalScrollBar()->value()) / horizontalSteps;
        m_axis.originNs = m_content->beginNs() + std::llround(whole * (share - 0.01));
        m_showsAll = false;
    }
    invalidate();
}

TimeAxis TimelineWidget::limited(TimeAxis axis) const
{
    if (!hasContent())
        return axis;
    const TimeAxis all = TimeAxis::fitted(m_content->beginNs(), m_content->endNs(), plotWidth());
    axis.nsPerPixel = std::clamp(axis.nsPerPixel, 0.01, std::max(0.01, all.nsPerPixel * 2));
    // Some of the run stays in sight, or a person is lost in empty time.
    const std::int64_t half = axis.pixelsToLength(plotWidth() / 2);
    axis.originNs = std::clamp(axis.originNs, m_content->beginNs() - half,
                               std::max(m_content->beginNs(), m_content->endNs()) - half);
    return axis;
}

void TimelineWidget::zoomAt(double viewportX, double factor)
{
    const double x = std::clamp(viewportX - m_labelWidth, 0.0, plotWidth());
    const TimeAxis widest = TimeAxis::fitted(0, m_content ? m_content->endNs() - m_content->beginNs() : 0, plotWidth());
    // The factor is cut before zooming, so that the time under the pointer stays where it is at the limits, too.
    const double wanted = std::clamp(m_axis.nsPerPixel / factor, 0.01, std::max(0.01, widest.nsPerPixel * 2));
    setAxis(m_axis.zoomedAt(x, m_axis.nsPerPixel / wanted));
}

void TimelineWidget::pan(double pixels)
{
    setAxis(m_axis.panned(pixels));
}
void TimelineWidget::zoomIn()
{
    zoomAt(m_labelWidth + plotWidth() / 2, zoomPerKey);
}
void TimelineWidget::zoomOut()
{
    zoomAt(m_labelWidth + plotWidth() / 2, 1 / zoomPerKey);
}

void TimelineWidget::fitAll()
{
    if (!hasContent())
        return;
    fitRange(m_content->beginNs(), m_content->endNs());
    m_showsAll = true;
}

void TimelineWidget::fitRange(std::int64_t beginNs, std::int64_t endNs)
{
    setAxis(TimeAxis::fitted(beginNs, endNs, plotWidth(), 0.02));
}

void TimelineWidget::fitSelection()
{
    if (!hasContent())
        return;
    if (m_range) {
        fitRange(m_range->beginNs, m_range->endNs);
    } else if (m_selected) {
        const Span span = m_content->timeline().span(*m_selected);
        fitRange(drawnBegin(span, true), span.end);
    }
}

void TimelineWidget::selectSpan(int span)
{
    const bool known = hasContent() && span >= 0 && static_cast<std::size_t>(span) < m_content->timeline().size();
    const std::optional<std::uint32_t> wanted = known ? std::optional(static_cast<std::uint32_t>(span)) : std::nullopt;
    if (wanted == m_selected)
        return;
    m_selected = wanted;
    if (m_selected) {
        reveal(*m_selected);
        setAccessibleDescription(spanTitle(m_content->timeline(), *m_selected));
    }
    viewport()->update();
    Q_EMIT spanSelected(m_selected ? span : -1);
}

void TimelineWidget::clearSelection()
{
    setRange(std::nullopt);
    selectSpan(-1);
}

void TimelineWidget::setRange(std::optional<TimeRange> range)
{
    m_range = range;
    viewport()->update();
    Q_EMIT rangeChanged();
}

void TimelineWidget::reveal(std::uint32_t index)
{
    const Span span = m_content->timeline().span(index);
    const double left = m_axis.timeToX(span.start);
    const double right = m_axis.timeToX(span.end);
    if (right < 0 || left > plotWidth())
        pan((left + right) / 2 - plotWidth() / 2);
    // Rows: only when it is seen nowhere, for an operation is drawn in its stream's lane and in its engine's.
    const auto isShown = [&](const SceneBar &bar) {
        return bar.span == index && bar.rect.top() >= scene().plotRect.top()
               && bar.rect.bottom() <= scene().plotRect.bottom();
    };
    if (std::any_of(scene().bars.begin(), scene().bars.end(), isShown))
        return;
    if (const auto place = placeOf(*m_content, LaneMetrics(font(), m_rowScale), index))
        verticalScrollBar()->setValue(static_cast<int>(place->top - verticalScrollBar()->pageStep() / 2.0));
}

void TimelineWidget::stepSelection(int direction)
{
    if (!hasContent())
        return;
    if (!m_selected) {
        selectSpan(direction > 0 ? 0 : static_cast<int>(m_content->timeline().size()) - 1);
        return;
    }
    const auto place = placeOf(*m_content, LaneMetrics(font(), m_rowScale), *m_selected);
    if (!place)
        return;
    const auto &spans = m_content->groups()[static_cast<std::size_t>(place->group)]
                            .lanes[static_cast<std::size_t>(place->lane)]
                            .lane.spans;
    const auto here = std::find(spans.begin(), spans.end(), *m_selected) - spans.begin();
    const auto next = here + direction;
    if (next >= 0 && next < static_cast<std::ptrdiff_t>(spans.size()))
        selectSpan(static_cast<int>(spans[static_cast<std::size_t>(next)]));
}

// --- events ---

bool TimelineWidget::event(QEvent *event)
{
    // Esc clears what is selected here before it may mean anything else in the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (plain && key->key() == Qt::Key_Escape && (m_selected || m_range)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool TimelineWidget::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        if (!showToolTip(help->pos(), help->globalPos()))
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave && m_pointer) {
        m_pointer.reset();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

bool TimelineWidget::showToolTip(const QPoint &position, const QPoint &globalPosition)
{
    if (!hasContent())
        return false;
    if (const SceneBar *bar = scene().barAt(position)) {
        QToolTip::showText(globalPosition, spanToolTip(m_content->timeline(), bar->span, bar->count), viewport());
        return true;
    }
    for (const SceneLane &lane : scene().lanes) {
        if (!lane.rect.contains(position) || position.x() > m_labelWidth)
            continue;
        const Lane &laneData = m_content->groups()[static_cast<std::size_t>(lane.group)]
                                   .lanes[static_cast<std::size_t>(lane.indexInGroup)]
                                   .lane;
        QString text = QString::fromStdString(laneData.label);
        if (!laneData.detail.empty())
            text += QStringLiteral(", ") + QString::fromStdString(laneData.detail);
        text += tr("\n%n operation(s), executing for %1 in all", nullptr, static_cast<int>(laneData.spans.size()))
                    .arg(timeText(laneData.busyNs));
        QToolTip::showText(globalPosition, text, viewport());
        return true;
    }
    return false;
}

void TimelineWidget::resizeEvent(QResizeEvent *)
{
    layOut();
    if (m_showsAll)
        fitAll();
}

void TimelineWidget::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange)
        layOut();
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

void TimelineWidget::keyPressEvent(QKeyEvent *event)
{
    if (!hasContent() || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const double step = plotWidth() * (event->modifiers() & Qt::ShiftModifier ? 0.2 : 0.1); // Shift: twice as far
    const double pointerX = m_pointer ? m_pointer->x() : m_labelWidth + plotWidth() / 2;
    switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoomAt(pointerX, zoomPerKey);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoomAt(pointerX, 1 / zoomPerKey);
    case Qt::Key_A:
    case Qt::Key_Left:
        return pan(-step);
    case Qt::Key_D:
    case Qt::Key_Right:
        return pan(step);
    case Qt::Key_Up:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Down:
        return verticalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_F:
        return fitSelection();
    case Qt::Key_0:
    case Qt::Key_Home:
        return fitAll();
    case Qt::Key_Period:
        return stepSelection(1);
    case Qt::Key_Comma:
        return stepSelection(-1);
    case Qt::Key_Escape:
        return clearSelection();
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineWidget::wheelEvent(QWheelEvent *event)
{
    const QPointF pixels = event->pixelDelta();
    const QPointF angle = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(event->position().x(), std::pow(zoomPerNotch, (angle.y() != 0 ? angle.y() : angle.x()) / 120.0));
    } else {
        const QPointF move = pixels.isNull() ? angle / 120.0 * 60.0 : pixels;
        const bool sideways = event->modifiers() & Qt::ShiftModifier;
        const double x = sideways && move.x() == 0 ? move.y() : move.x();
        if (x != 0)
            pan(-x);
        if (!sideways && move.y() != 0)
            verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(std::lround(move.y())));
    }
    event->accept();
}

void TimelineWidget::mousePressEvent(QMouseEvent *event)
{
    if (!hasContent())
        return;
    const bool pans = event->button() == Qt::MiddleButton
                      || (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
    if (!pans && event->button() != Qt::LeftButton)
        return;
    m_gesture = pans ? Gesture::Pan : Gesture::Press;
    m_pressPosition = m_lastPosition = event->position();
    if (pans)
        viewport()->setCursor(Qt::ClosedHandCursor);
}

void TimelineWidget::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF position = event->position();
    const bool overPlot = hasContent() && position.x() >= m_labelWidth;
    m_pointer = overPlot ? std::optional(position) : std::nullopt;
    if (m_gesture == Gesture::Press && std::abs(position.x() - m_pressPosition.x()) >= QApplication::startDragDistance()
        && m_pressPosition.x() >= m_labelWidth)
        m_gesture = Gesture::Range;
    if (m_gesture == Gesture::Range) {
        const std::int64_t a = scene().xToTime(m_pressPosition.x());
        const std::int64_t b =
            scene().xToTime(std::clamp(position.x(), m_labelWidth, static_cast<double>(viewport()->width())));
        setRange(TimeRange{std::min(a, b), std::max(a, b)});
    } else if (m_gesture == Gesture::Pan) {
        pan(m_lastPosition.x() - position.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value()
                                      + static_cast<int>(std::lround(m_lastPosition.y() - position.y())));
    }
    m_lastPosition = position;
    viewport()->update();
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_gesture == Gesture::Press) {
        setRange(std::nullopt);
        const SceneBar *bar = scene().barAt(event->position());
        selectSpan(bar ? static_cast<int>(bar->span) : -1);
    }
    m_gesture = Gesture::None;
    viewport()->unsetCursor();
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!hasContent() || event->button() != Qt::LeftButton)
        return;
    const SceneBar *bar = scene().barAt(event->position());
    if (!bar)
        return;
    const std::uint32_t span = bar->span; // fitting rebuilds the scene that `bar` points into
    selectSpan(static_cast<int>(span));
    setRange(std::nullopt);
    fitSelection();
}

// --- painting ---

void TimelineWidget::refreshCache()
{
    const double ratio = devicePixelRatioF();
    if (m_cacheValid && m_cache.devicePixelRatio() == ratio
        && m_cache.deviceIndependentSize() == QSizeF(viewport()->size()))
        return;
    if (m_cache.devicePixelRatio() != ratio)
        m_sceneValid = false; // moved to another screen: Qt 6.4 sends no event for it
    m_cache = QPixmap(viewport()->size() * ratio);
    m_cache.setDevicePixelRatio(ratio);
    m_cache.fill(theme().background);
    QPainter painter(&m_cache);
    painter.setFont(font());
    paintScene(painter, scene(), theme());
    const double legend = legendHeight();
    const QRectF strip(0, viewport()->height() - legend, viewport()->width(), legend);
    painter.fillRect(strip, theme().rulerBackground);
    painter.fillRect(QRectF(strip.left(), strip.top(), strip.width(), 1 / ratio), theme().frame);
    paintLegend(&painter, strip.topLeft() + QPointF(10, 3), strip.width() - 20, *m_content, theme(), font());
    if (m_content->isSimulated()) {
        const QRectF ruler = scene().rulerRect;
        paintBadge(&painter, {ruler.left() + 10, ruler.top() + 3}, ruler.height() - 7, tr("Simulated"), theme(),
                   font());
    }
    m_cacheValid = true;
}

void TimelineWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(font());
    if (!hasContent()) {
        paintPlaceholder(painter);
        paintFocus(painter);
        return;
    }
    refreshCache();
    painter.drawPixmap(0, 0, m_cache);
    painter.save();
    painter.setClipRect(QRectF(m_labelWidth, 0, plotWidth(), scene().plotRect.bottom()));
    paintRange(painter);
    paintSelection(painter);
    paintCursor(painter);
    painter.restore();
    paintFocus(painter);
}

void TimelineWidget::paintPlaceholder(QPainter &painter) const
{
    painter.fillRect(viewport()->rect(), theme().background);
    painter.setPen(theme().mutedText);
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, m_placeholder);
}

namespace {

/// A text on a filled patch, kept inside `area`.
void paintTag(QPainter &painter, const QString &text, double centreX, double top, const QRectF &area,
              const QColor &ground, const QColor &ink)
{
    const QFontMetricsF metrics(painter.font());
    QRectF patch(0, top, metrics.horizontalAdvance(text) + 10, metrics.height() + 2);
    patch.moveLeft(
        std::clamp(centreX - patch.width() / 2, area.left(), std::max(area.left(), area.right() - patch.width())));
    painter.fillRect(patch, ground);
    painter.setPen(ink);
    painter.drawText(patch, Qt::AlignCenter, text);
}

} // namespace

void TimelineWidget::paintRange(QPainter &painter) const
{
    if (!m_range)
        return;
    const double left = scene().timeToX(m_range->beginNs);
    const double right = scene().timeToX(m_range->endNs);
    const QRectF area(left, scene().plotRect.top(), right - left, scene().plotRect.height());
    painter.fillRect(area, theme().range);
    painter.fillRect(QRectF(left, area.top(), 1, area.height()), theme().selection);
    painter.fillRect(QRectF(right, area.top(), 1, area.height()), theme().selection);
    paintTag(painter, timeText(m_range->endNs - m_range->beginNs), (left + right) / 2, scene().plotRect.top() + 2,
             scene().plotRect, theme().selection, theme().background);
}

void TimelineWidget::paintSelection(QPainter &painter) const
{
    if (!m_selected)
        return;
    painter.setPen(QPen(theme().selection, 2));
    painter.setBrush(Qt::NoBrush);
    const QRectF plot = scene().plotRect;
    painter.setClipRect(plot);
    for (const SceneBar &bar : scene().bars) {
        if (bar.span == *m_selected && !bar.waiting)
            painter.drawRect(bar.rect.adjusted(-1, -1, 1, 1));
    }
    painter.setClipRect(QRectF(m_labelWidth, 0, plotWidth(), plot.bottom()));
}

void TimelineWidget::paintCursor(QPainter &painter) const
{
    if (!m_pointer || m_gesture == Gesture::Pan)
        return;
    const double x = std::round(m_pointer->x());
    painter.fillRect(QRectF(x, scene().plotRect.top(), 1, scene().plotRect.height()), theme().mutedText);
    const std::int64_t now = scene().xToTime(m_pointer->x());
    const std::int64_t step = std::max<std::int64_t>(1, m_axis.pixelsToLength(1));
    paintTag(painter, tickText(now, step, std::max(std::abs(now), step)), x, scene().rulerRect.top() + 3,
             scene().rulerRect, theme().text, theme().background);
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
