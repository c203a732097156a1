// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/landscape_curve.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace streamscope {

namespace {
constexpr double edge = 5;    ///< pixels around the curve, for the dot
constexpr double dot = 3;     ///< its radius
constexpr double flat = 0.01; ///< of the makespan: a smaller difference is drawn as a level line
} // namespace

LandscapeCurve::LandscapeCurve(const ParameterSpec &spec, QWidget *parent) : QWidget(parent), m_spec(spec)
{
    setObjectName(QStringLiteral("landscape_") + QString::fromStdString(spec.name));
    setFixedHeight(18);
    setAccessibleName(tr("Predicted makespan over %1").arg(translated(spec.label)));
}

void LandscapeCurve::setLandscape(std::optional<KnobLandscape> landscape)
{
    m_landscape = std::move(landscape);
    m_low = m_high = 0;
    bool any = false;
    if (m_landscape)
        for (const KnobLandscape::Point &point : m_landscape->points)
            if (point.makespanNs) {
                m_low = any ? std::min(m_low, *point.makespanNs) : *point.makespanNs;
                m_high = any ? std::max(m_high, *point.makespanNs) : *point.makespanNs;
                any = true;
            }
    const QString text = any ? words() : QString();
    setToolTip(text);
    setAccessibleDescription(text);
    update();
}

std::size_t LandscapeCurve::fastest() const
{
    const auto &points = m_landscape->points;
    std::size_t best = m_landscape->present;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].makespanNs && *points[i].makespanNs < points[best].makespanNs.value_or(m_high))
            best = i;
    return best;
}

/// "Predicted: 6.03 ms; 5.9 ms at 32, 15.6 ms at 1".
QString LandscapeCurve::words() const
{
    const auto &points = m_landscape->points;
    const auto at = [&](std::size_t i) {
        return tr("%1 at %2")
            .arg(timeText(*points[i].makespanNs), QString::fromStdString(valueText(m_spec, points[i].value)));
    };
    const auto now = points[m_landscape->present].makespanNs;
    QString text = tr("Predicted: %1").arg(now ? timeText(*now) : tr("cannot run"));
    if (static_cast<double>(m_high - m_low) < flat * static_cast<double>(m_high))
        return text + tr("; this knob changes it by less than 1 %");
    std::size_t slowest = fastest();
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].makespanNs == m_high)
            slowest = i;
    return text + tr("; fastest %1, slowest %2").arg(at(fastest()), at(slowest));
}

QPointF LandscapeCurve::placeOf(std::size_t point) const
{
    const auto &points = m_landscape->points;
    const double share = static_cast<double>(point) / static_cast<double>(std::max<std::size_t>(points.size() - 1, 1));
    const double x = edge + share * (width() - 2 * edge);
    const double range = static_cast<double>(m_high - m_low);
    const bool level = range < flat * static_cast<double>(m_high);
    const auto ns = static_cast<double>(points[point].makespanNs.value_or(m_high));
    const double up = level ? 0.5 : (ns - static_cast<double>(m_low)) / range;
    return {x, height() - edge - up * (height() - 2 * edge)};
}

void LandscapeCurve::paintEvent(QPaintEvent *)
{
    if (!m_landscape || m_high == 0)
        return;
    const TimelineTheme &theme = TimelineTheme::of(palette());
    const auto &points = m_landscape->points;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath line;
    bool isOpen = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const QPointF at = placeOf(i);
        if (!points[i].makespanNs) {
            isOpen = false; // values that cannot run are a gap
        } else if (m_spec.type == ParameterType::Choice) {
            painter.fillRect(QRectF(at.x() - dot, at.y(), 2 * dot, height() - at.y()), theme.frame);
        } else {
            isOpen ? line.lineTo(at) : line.moveTo(at);
            isOpen = true;
        }
    }
    painter.setPen(QPen(theme.mutedText, 1.5));
    painter.drawPath(line);
    if (points[fastest()].makespanNs && fastest() != m_landscape->present)
        painter.drawEllipse(placeOf(fastest()), dot, dot);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.selection);
    painter.drawEllipse(placeOf(m_landscape->present), dot, dot);
}

} // namespace streamscope
