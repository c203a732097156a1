// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/sweep_picture.h"

#include "gui/language/translated.h"
#include "gui/pictures/heat_scale.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace streamscope {

namespace {

constexpr double gap = 6;

const ParameterSpec &specOf(const SweepTable &table, const std::string &name)
{
    return *std::find_if(table.base.specs().begin(), table.base.specs().end(),
                         [&name](const ParameterSpec &spec) { return spec.name == name; });
}

QString axisTitle(const SweepTable &table, const SweepAxis &axis)
{
    const ParameterSpec &spec = specOf(table, axis.name);
    const QString label = translated(spec.label.empty() ? spec.name : spec.label);
    const bool unit = !spec.unit.empty() && spec.type != ParameterType::Size; // sizes carry theirs
    return unit ? QStringLiteral("%1 [%2]").arg(label, translated(spec.unit)) : label;
}

QString valueTextOf(const SweepTable &table, const SweepAxis &axis, std::size_t index)
{
    return QString::fromStdString(valueText(specOf(table, axis.name), axis.values[index]));
}

/// 1, 2 or 5 times a power of ten, so that about `count` steps make `span`.
double niceStep(double span, double count)
{
    const double raw = std::max(span / count, 1e-12);
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= raw)
            return factor * power;
    return 10 * power;
}

QString shortNumber(double value)
{
    return QString::number(value, 'g', 4);
}

} // namespace

QString sweepFigureTitle(SweepFigure figure)
{
    constexpr std::array titles{QT_TRANSLATE_NOOP("streamscope", "Makespan"),
                                QT_TRANSLATE_NOOP("streamscope", "Speed-up"),
                                QT_TRANSLATE_NOOP("streamscope", "Efficiency")};
    return tr(titles[static_cast<std::size_t>(figure)]);
}

SweepPicture::SweepPicture(const SweepTable &table, const Request &request) : m_table(table), m_request(request)
{
    chooseUnit();
    findRange();
    if (m_table.axes.size() == 2)
        layOutMap();
    else
        layOutLine();
}

std::optional<double> SweepPicture::valueOf(const SweepRow &row) const
{
    if (row.status != SweepStatus::Ok)
        return std::nullopt;
    switch (m_request.figure) {
    case SweepFigure::Makespan:
        return static_cast<double>(row.summary.makespanNs) / m_unit;
    case SweepFigure::Speedup:
        return row.summary.speedup;
    case SweepFigure::Efficiency:
        return row.summary.efficiency * 100;
    }
    return std::nullopt;
}

void SweepPicture::chooseUnit()
{
    if (m_request.figure != SweepFigure::Makespan) {
        m_unitName = m_request.figure == SweepFigure::Efficiency ? QStringLiteral("%") : QString();
        return;
    }
    std::int64_t largest = 0;
    for (const SweepRow &row : m_table.rows)
        largest = std::max(largest, row.summary.makespanNs);
    m_unit = largest < 1'000'000 ? 1e3 : largest < 10'000'000'000 ? 1e6 : 1e9;
    m_unitName = m_unit == 1e3 ? tr("µs") : m_unit == 1e6 ? tr("ms") : tr("s");
}

/// Of a line the nearest point counts, of a map the cell.
std::optional<std::size_t> SweepPicture::rowAt(const QPointF &point) const
{
    constexpr double reach = 12; // pixels
    std::optional<std::size_t> nearest;
    double least = reach;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const QRectF &rect = m_marks[i].rect;
        if (rect.contains(point))
            return i;
        const double distance = QLineF(rect.center(), point).length();
        if (m_table.axes.size() != 2 && distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

void SweepPicture::findRange()
{
    bool any = false;
    for (const SweepRow &row : m_table.rows) {
        const std::optional<double> value = valueOf(row);
        if (!value)
            continue;
        m_low = any ? std::min(m_low, *value) : *value;
        m_high = any ? std::max(m_high, *value) : *value;
        any = true;
    }
    m_logarithmic = any && m_low > 0 && m_high > 20 * m_low;
}

/// Numbers stand where they belong (powers on a logarithmic scale), everything else at even distances.
std::vector<double> SweepPicture::placesOf(const SweepAxis &axis, double from, double to) const
{
    std::vector<double> numbers;
    for (const ParameterValue &value : axis.values)
        if (const auto *number = std::get_if<std::int64_t>(&value))
            numbers.push_back(static_cast<double>(*number));
        else if (const auto *real = std::get_if<double>(&value))
            numbers.push_back(*real);
    const bool plain = numbers.size() == axis.values.size();
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    if (plain && *low > 0 && *high >= 8 * *low)
        std::transform(numbers.begin(), numbers.end(), numbers.begin(), [](double x) { return std::log2(x); });
    if (!plain) {
        numbers.resize(axis.values.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<double>(i);
    }
    const auto [first, last] = std::minmax_element(numbers.begin(), numbers.end());
    const double begin = *first, span = *last - *first;
    for (double &number : numbers)
        number = span > 0 ? from + (to - from) * (number - begin) / span : (from + to) / 2;
    return numbers;
}

/// Labels that would touch the one before them are left out.
void SweepPicture::addParameterTicks(const SweepAxis &axis, const std::vector<double> &places, bool vertical)
{
    const QFontMetricsF metrics(m_request.font);
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    double free = -1e9;
    for (const std::size_t i : order) {
        const QString label = valueTextOf(m_table, axis, i);
        const double half = vertical ? metrics.height() / 2 : metrics.horizontalAdvance(label) / 2;
        const bool fits = places[i] - half >= free;
        (vertical ? m_yTicks : m_xTicks).push_back({places[i], fits ? label : QString()});
        if (fits)
            free = places[i] + half + (vertical ? 0 : gap);
    }
}

void SweepPicture::addValueTicks()
{
    const double step = niceStep(m_high - m_low, std::clamp(m_plot.height() / 40, 2.0, 8.0));
    for (double value = std::ceil(m_low / step) * step; value <= m_high + step * 1e-6; value += step)
        m_yTicks.push_back({m_plot.bottom() - m_plot.height() * (value - m_low) / (m_high - m_low),
                            shortNumber(std::abs(value) < step * 1e-6 ? 0 : value)});
}

void SweepPicture::layOutLine()
{
    m_low = 0; // heights compare only from zero on
    m_high = m_high > 0 ? m_high * 1.08 : 1;
    const QFontMetricsF metrics(m_request.font);
    const double labels = metrics.horizontalAdvance(QStringLiteral("0000.0"));
    const double legend = metrics.height() + gap;
    m_plot = m_request.area.adjusted(labels + metrics.height() + 3 * gap, legend + gap, -4 * gap,
                                     -2 * metrics.height() - 3 * gap);
    const SweepAxis &axis = m_table.axes.front();
    const std::vector<double> places = placesOf(axis, m_plot.left() + 10, m_plot.right() - 10);
    const auto yOf = [this](double value) {
        return m_plot.bottom() - m_plot.height() * (value - m_low) / (m_high - m_low);
    };
    for (const SweepRow &row : m_table.rows) {
        const std::optional<double> value = valueOf(row);
        const QPointF point(places[row.index], value ? yOf(*value) : m_plot.bottom());
        m_marks.push_back({QRectF(point.x() - 3.5, point.y() - 3.5, 7, 7), value});
        if (value && m_request.figure == SweepFigure::Makespan)
            m_bound.emplace_back(point.x(), yOf(static_cast<double>(row.summary.boundNs) / m_unit));
    }
    addParameterTicks(axis, places, false);
    addValueTicks();
}

void SweepPicture::layOutMap()
{
    const QFontMetricsF metrics(m_request.font);
    const SweepAxis &across = m_table.axes[0], &up = m_table.axes[1];
    double labels = 0;
    for (std::size_t i = 0; i < up.values.size(); ++i)
        labels = std::max(labels, metrics.horizontalAdvance(valueTextOf(m_table, up, i)));
    const double scale = metrics.horizontalAdvance(QStringLiteral("0000.0")) + 16 + 5 * gap;
    m_plot = m_request.area.adjusted(labels + metrics.height() + 3 * gap, metrics.height() + 2 * gap, -scale,
                                     -2 * metrics.height() - 3 * gap);
    const double width = m_plot.width() / static_cast<double>(across.values.size());
    const double height = m_plot.height() / static_cast<double>(up.values.size());
    for (const SweepRow &row : m_table.rows) {
        const std::size_t whole = row.index / up.values.size();
        const auto column = static_cast<double>(whole);
        const auto line = static_cast<double>(row.index % up.values.size());
        const QRectF cell(m_plot.left() + column * width, m_plot.bottom() - (line + 1) * height, width, height);
        m_marks.push_back({cell, valueOf(row)});
    }
    std::vector<double> columns, lines;
    for (std::size_t i = 0; i < across.values.size(); ++i)
        columns.push_back(m_plot.left() + (static_cast<double>(i) + 0.5) * width);
    for (std::size_t i = 0; i < up.values.size(); ++i)
        lines.push_back(m_plot.bottom() - (static_cast<double>(i) + 0.5) * height);
    addParameterTicks(across, columns, false);
    addParameterTicks(up, lines, true);
}

void SweepPicture::paint(QPainter &painter) const
{
    painter.save();
    painter.setFont(m_request.font);
    if (m_table.axes.size() == 2)
        paintMap(painter);
    paintAxes(painter);
    if (m_table.axes.size() == 2)
        paintScale(painter);
    else
        paintLine(painter);
    painter.restore();
}

void SweepPicture::paintAxes(QPainter &painter) const
{
    const TimelineTheme &theme = *m_request.theme;
    const QFontMetricsF metrics(m_request.font);
    const bool map = m_table.axes.size() == 2;
    const QString figure = m_unitName.isEmpty()
                               ? sweepFigureTitle(m_request.figure)
                               : QStringLiteral("%1 [%2]").arg(sweepFigureTitle(m_request.figure), m_unitName);
    for (const Tick &tick : m_yTicks) {
        if (!map)
            painter.fillRect(QRectF(m_plot.left(), std::round(tick.at), m_plot.width(), 1), theme.grid);
        painter.setPen(theme.text);
        painter.drawText(QRectF(m_plot.left() - gap - 400, tick.at - metrics.height() / 2, 400, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (const Tick &tick : m_xTicks) {
        painter.fillRect(QRectF(std::round(tick.at), m_plot.bottom(), 1, 4), theme.mutedText);
        painter.setPen(theme.text);
        painter.drawText(QRectF(tick.at - 200, m_plot.bottom() + gap, 400, metrics.height()), Qt::AlignCenter,
                         tick.label);
    }
    painter.fillRect(QRectF(m_plot.left(), m_plot.bottom(), m_plot.width(), 1), theme.frame);
    painter.fillRect(QRectF(m_plot.left(), m_plot.top(), 1, m_plot.height()), theme.frame);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(m_plot.left(), m_plot.bottom() + gap + metrics.height(), m_plot.width(), metrics.height()),
                     Qt::AlignCenter, axisTitle(m_table, m_table.axes.front()));
    painter.save();
    painter.translate(m_request.area.left() + gap, m_plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-m_plot.height() / 2 - 40, 0, m_plot.height() + 80, metrics.height()), Qt::AlignCenter,
                     map ? axisTitle(m_table, m_table.axes[1]) : figure);
    painter.restore();
    if (map)
        painter.drawText(QRectF(m_plot.left(), m_plot.top() - gap - metrics.height(),
                                m_request.area.right() - m_plot.left() - gap, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, figure);
}

void SweepPicture::paintLine(QPainter &painter) const
{
    const TimelineTheme &theme = *m_request.theme;
    const QColor line = theme.dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
    const QColor limit(0xd5, 0x5e, 0x00);
    // The values of a sweep need not rise.
    std::vector<const Mark *> sorted;
    for (const Mark &mark : m_marks)
        sorted.push_back(&mark);
    std::sort(sorted.begin(), sorted.end(),
              [](const Mark *a, const Mark *b) { return a->rect.center().x() < b->rect.center().x(); });
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (!m_bound.empty()) {
        std::vector<QPointF> points = m_bound;
        std::sort(points.begin(), points.end(), [](const QPointF &a, const QPointF &b) { return a.x() < b.x(); });
        painter.setPen(QPen(limit, 1.5, Qt::DashLine));
        painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    }
    QPainterPath path;
    bool connected = false;
    for (const Mark *mark : sorted) {
        if (mark->value)
            connected ? path.lineTo(mark->rect.center()) : path.moveTo(mark->rect.center());
        connected = mark->value.has_value();
    }
    painter.setPen(QPen(line, 2));
    painter.drawPath(path);
    painter.setPen(QPen(theme.background, 1));
    painter.setBrush(line);
    for (const Mark *mark : sorted)
        if (mark->value)
            painter.drawEllipse(mark->rect);
    painter.setPen(QPen(theme.mutedText, 1.5));
    for (const Mark *mark : sorted)
        if (!mark->value) {
            painter.drawLine(mark->rect.topLeft(), mark->rect.bottomRight());
            painter.drawLine(mark->rect.topRight(), mark->rect.bottomLeft());
        }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintLineKey(painter, QPen(line, 2), QPen(limit, 1.5, Qt::DashLine));
}

/// Above the plot, where no line runs.
void SweepPicture::paintLineKey(QPainter &painter, const QPen &line, const QPen &limit) const
{
    const TimelineTheme &theme = *m_request.theme;
    const QFontMetricsF metrics(m_request.font);
    double x = m_plot.left();
    const double y = m_request.area.top() + gap + metrics.height() / 2;
    const auto entry = [&](const QString &text, const QPen &pen) {
        painter.setPen(pen);
        painter.drawLine(QPointF(x, y), QPointF(x + 22, y));
        painter.setPen(theme.text);
        painter.drawText(QRectF(x + 28, y - metrics.height() / 2, 400, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += 28 + metrics.horizontalAdvance(text) + 18;
    };
    entry(m_table.simulated ? tr("%1 (simulated)").arg(sweepFigureTitle(m_request.figure))
                            : sweepFigureTitle(m_request.figure),
          line);
    if (!m_bound.empty())
        entry(tr("Bound: no schedule is shorter"), limit);
    const bool anyMissing = std::any_of(m_marks.begin(), m_marks.end(), [](const Mark &mark) { return !mark.value; });
    if (anyMissing) {
        painter.setPen(theme.text);
        painter.drawText(QRectF(x, y - metrics.height() / 2, 400, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("× refused or failed"));
    }
}

/// Bright is good: a short makespan, a high speed-up.
double SweepPicture::share(double value) const
{
    if (!(m_high > m_low))
        return 0.5;
    const double part =
        m_logarithmic ? std::log(value / m_low) / std::log(m_high / m_low) : (value - m_low) / (m_high - m_low);
    return m_request.figure == SweepFigure::Makespan ? 1 - part : part;
}

void SweepPicture::paintMap(QPainter &painter) const
{
    const QFontMetricsF metrics(m_request.font);
    const TimelineTheme &theme = *m_request.theme;
    for (const Mark &mark : m_marks) {
        const QString label = mark.value ? shortNumber(*mark.value) : QStringLiteral("×");
        const QColor ground = mark.value ? heatColour(share(*mark.value)) : theme.laneAlternate;
        // Whole pixels: no seams between neighbours.
        const QRectF cell(QPointF(std::round(mark.rect.left()), std::round(mark.rect.top())),
                          QPointF(std::round(mark.rect.right()), std::round(mark.rect.bottom())));
        painter.fillRect(cell, ground);
        if (metrics.horizontalAdvance(label) + 4 > cell.width() || metrics.height() > cell.height())
            continue;
        painter.setPen(mark.value ? readableOn(ground) : theme.mutedText);
        painter.drawText(cell, Qt::AlignCenter, label);
    }
}

void SweepPicture::paintScale(QPainter &painter) const
{
    const QFontMetricsF metrics(m_request.font);
    const double left = m_plot.right() + 3 * gap;
    const int steps = std::max(2, static_cast<int>(m_plot.height()));
    for (int i = 0; i < steps; ++i) {
        const double part = static_cast<double>(i) / (steps - 1);
        const double shown = m_request.figure == SweepFigure::Makespan ? 1 - part : part;
        painter.fillRect(QRectF(left, m_plot.bottom() - i - 1, 14, 1), heatColour(shown));
    }
    painter.setPen(m_request.theme->text);
    for (const double part : {0.0, 0.5, 1.0}) {
        const double value = m_logarithmic ? m_low * std::pow(m_high / m_low, part) : m_low + (m_high - m_low) * part;
        const double y = m_plot.bottom() - m_plot.height() * part;
        painter.drawText(QRectF(left + 14 + gap, y - metrics.height() / 2, 200, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, shortNumber(value));
    }
}

} // namespace streamscope
