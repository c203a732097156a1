// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/ranks/rank_heat_map.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/pictures/heat_scale.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace streamscope {

namespace {

constexpr double gap = 6, scaleWidth = 12;

} // namespace

RankHeatMap::RankHeatMap(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("rankHeatMap"));
    setAccessibleName(tr("Ranks by steps; the table has the sums"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(220, 100);
}

bool RankHeatMap::isEmpty() const
{
    return !m_job || m_job->job.ranks.empty() || m_job->job.steps.empty();
}

void RankHeatMap::setJob(std::shared_ptr<const ShownRanks> job)
{
    m_job = std::move(job);
    m_current.reset();
    order();
    findRange();
    makeImage();
    update();
}

void RankHeatMap::setValue(RankValue value)
{
    m_value = value;
    findRange();
    makeImage();
    update();
}

void RankHeatMap::setCurrentRank(std::size_t rank)
{
    if (isEmpty() || rank >= m_placeOf.size() || (m_current && m_current->rank == rank))
        return;
    m_current = Cell{rank, m_current ? m_current->step : 0};
    update();
}

std::optional<std::int64_t> RankHeatMap::valueOf(const Cell &cell) const
{
    return rankValue(m_job->job.ranks[cell.rank].steps[cell.step], m_value);
}

void RankHeatMap::order()
{
    m_order.clear();
    m_placeOf.clear();
    if (isEmpty())
        return;
    m_order = slowestFirst(m_job->job);
    m_placeOf.resize(m_order.size());
    for (std::size_t place = 0; place < m_order.size(); ++place)
        m_placeOf[m_order[place]] = place;
}

void RankHeatMap::findRange()
{
    m_low = std::numeric_limits<std::int64_t>::max();
    m_high = 0;
    for (std::size_t rank = 0; rank < m_order.size(); ++rank)
        for (std::size_t step = 0; step < steps(); ++step)
            if (const auto value = valueOf({rank, step})) {
                m_low = std::min(m_low, *value);
                m_high = std::max(m_high, *value);
            }
    m_low = std::min(m_low, m_high);
}

/// Left of it the numbers of ranks, below the names of steps, right of it the scale.
QRectF RankHeatMap::plot() const
{
    const QFontMetricsF metrics(font());
    const double left = gap + metrics.horizontalAdvance(QStringLiteral("00000")) + gap;
    const double right = gap + scaleWidth + gap + metrics.horizontalAdvance(timeText(m_high)) + gap;
    const double bottom = metrics.height() + gap;
    return QRectF(rect()).adjusted(left, gap, -right, -bottom);
}

/// At most a pixel of the screen for each rank and step.
void RankHeatMap::makeImage()
{
    m_image = QImage();
    const QRectF area = plot();
    if (isEmpty() || area.width() < 1 || area.height() < 1)
        return;
    const double ratio = devicePixelRatioF();
    const int width = static_cast<int>(std::min<double>(static_cast<double>(steps()), area.width() * ratio));
    const int height = static_cast<int>(std::min<double>(static_cast<double>(m_order.size()), area.height() * ratio));
    std::vector<std::int64_t> largest(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), -1);
    for (std::size_t place = 0; place < m_order.size(); ++place)
        for (std::size_t step = 0; step < steps(); ++step) {
            const std::size_t y = place * static_cast<std::size_t>(height) / m_order.size();
            const std::size_t x = step * static_cast<std::size_t>(width) / steps();
            std::int64_t &pixel = largest[y * static_cast<std::size_t>(width) + x];
            pixel = std::max(pixel, valueOf({m_order[place], step}).value_or(-1));
        }
    m_image = QImage(width, height, QImage::Format_RGB32);
    const double range = std::max<double>(1, static_cast<double>(m_high)); // from 0: noise stays of one colour
    const QColor nothing = TimelineTheme::of(palette()).laneAlternate;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::int64_t value =
                largest[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
            m_image.setPixelColor(x, y, value < 0 ? nothing : heatColour(static_cast<double>(value) / range));
        }
}

QRectF RankHeatMap::rectOf(const Cell &cell) const
{
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(steps());
    const double height = area.height() / static_cast<double>(m_order.size());
    return {area.left() + static_cast<double>(cell.step) * width,
            area.top() + static_cast<double>(m_placeOf[cell.rank]) * height, width, height};
}

std::optional<RankHeatMap::Cell> RankHeatMap::cellAt(const QPointF &point) const
{
    const QRectF area = plot();
    if (isEmpty() || !area.contains(point))
        return std::nullopt;
    const auto part = [](double at, double length, std::size_t count) {
        return std::min(static_cast<std::size_t>(at / length * static_cast<double>(count)), count - 1);
    };
    return Cell{m_order[part(point.y() - area.top(), area.height(), m_order.size())],
                part(point.x() - area.left(), area.width(), steps())};
}

void RankHeatMap::setCurrent(std::optional<Cell> cell)
{
    if (!cell || cell == m_current)
        return;
    m_current = cell;
    update();
    Q_EMIT currentChanged();
}

void RankHeatMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const TimelineTheme &theme = TimelineTheme::of(palette());
    painter.fillRect(rect(), theme.background);
    painter.setFont(font());
    if (m_image.isNull())
        return;
    painter.drawImage(plot(), m_image);
    if (m_current) {
        const QRectF cell = rectOf(*m_current);
        painter.setPen(QPen(theme.selection, 2));
        painter.drawRect(QRectF(cell.left(), cell.top(), cell.width(), std::max(cell.height(), 3.0)));
    }
    paintLabels(painter);
    paintScale(painter);
}

/// As many numbers of ranks and names of steps as have room.
void RankHeatMap::paintLabels(QPainter &painter) const
{
    const QFontMetricsF metrics(font());
    const QRectF area = plot();
    painter.setPen(TimelineTheme::of(palette()).text);
    const double row = area.height() / static_cast<double>(m_order.size());
    const auto everyRow = static_cast<std::size_t>(std::ceil(metrics.height() / row));
    for (std::size_t place = 0; place < m_order.size(); place += everyRow) {
        const QRectF cell = rectOf({m_order[place], 0});
        painter.drawText(QRectF(0, cell.center().y() - metrics.height() / 2, area.left() - gap, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(m_job->job.ranks[m_order[place]].rank));
    }
    double free = area.left();
    for (std::size_t step = 0; step < steps(); ++step) {
        const QString name = QString::fromStdString(m_job->job.steps[step]);
        const double width = metrics.horizontalAdvance(name);
        const double left = rectOf({m_order.front(), step}).center().x() - width / 2;
        if (name.isEmpty() || left < free || left + width > area.right() + gap)
            continue;
        painter.drawText(QRectF(left, area.bottom() + 2, width + 1, metrics.height()), name);
        free = left + width + 2 * gap;
    }
}

void RankHeatMap::paintScale(QPainter &painter) const
{
    const QFontMetricsF metrics(font());
    const QRectF area = plot();
    const double left = area.right() + gap;
    const int height = std::max(2, static_cast<int>(area.height()));
    for (int i = 0; i < height; ++i)
        painter.fillRect(QRectF(left, area.bottom() - i - 1, scaleWidth, 1),
                         heatColour(static_cast<double>(i) / (height - 1)));
    painter.setPen(TimelineTheme::of(palette()).text);
    const double text = left + scaleWidth + gap;
    painter.drawText(QPointF(text, area.top() + metrics.ascent()), timeText(m_high));
    if (area.height() > 2 * metrics.height())
        painter.drawText(QPointF(text, area.bottom()), timeText(0));
}

QString RankHeatMap::cellText(const Cell &cell) const
{
    const auto value = valueOf(cell);
    const QString step = QString::fromStdString(m_job->job.steps[cell.step]);
    const QString where = step.isEmpty() ? tr("Rank %1").arg(m_job->job.ranks[cell.rank].rank)
                                         : tr("Rank %1 · %2").arg(m_job->job.ranks[cell.rank].rank).arg(step);
    return QStringLiteral("%1\n%2: %3")
        .arg(where, rankValueTitle(m_value),
             value ? tr("%1 (all: %2)").arg(timeText(*value), translated(timeRangeText(m_low, m_high)))
                   : tr("not known"));
}

bool RankHeatMap::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const auto cell = cellAt(help->pos()))
            QToolTip::showText(help->globalPos(), cellText(*cell), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void RankHeatMap::resizeEvent(QResizeEvent *)
{
    makeImage();
}

void RankHeatMap::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        makeImage();
        update();
    }
}

void RankHeatMap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        setCurrent(cellAt(event->position()));
}

void RankHeatMap::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const auto cell = cellAt(event->position()); cell && event->button() == Qt::LeftButton)
        Q_EMIT opened(cell->rank, cell->step);
}

void RankHeatMap::keyPressEvent(QKeyEvent *event)
{
    if (isEmpty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    Cell next = m_current.value_or(Cell{m_order.front(), 0});
    const std::size_t place = m_placeOf[next.rank];
    switch (event->key()) {
    case Qt::Key_Up:
        next.rank = m_order[place > 0 ? place - 1 : 0];
        break;
    case Qt::Key_Down:
        next.rank = m_order[std::min(place + 1, m_order.size() - 1)];
        break;
    case Qt::Key_Left:
        next.step = next.step > 0 ? next.step - 1 : 0;
        break;
    case Qt::Key_Right:
        next.step = std::min(next.step + 1, steps() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT opened(next.rank, next.step);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    setCurrent(next);
}

} // namespace streamscope
