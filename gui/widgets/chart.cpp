// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/chart.h"

#include "gui/widgets/application_theme.h"

#include <QEvent>
#include <QLabel>
#include <QStringList>
#include <QVBoxLayout>
#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QHorizontalStackedBarSeries>
#include <QtCharts/QLegend>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace streamscope {

namespace {

QColor pointColour(bool dark)
{
    return dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
}

/// Colours that colour-blind people tell apart.
QColor curveColour(std::size_t index)
{
    constexpr QRgb colours[] = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7, 0xffe69f00, 0xff56b4e9};
    return QColor::fromRgb(colours[index % std::size(colours)]);
}

/// Owned by the chart; its labels have `digits` significant digits at most.
QValueAxis *addAxis(QChart &chart, Qt::Alignment side, int digits, const QString &title = {})
{
    auto *axis = new QValueAxis;
    axis->setLabelFormat(QStringLiteral("%.%1g").arg(digits));
    axis->setTitleText(title);
    chart.addAxis(axis, side);
    return axis;
}

/// On all axes that the chart has; owned by the chart.
void addSeries(QChart &chart, QAbstractSeries *series)
{
    chart.addSeries(series);
    for (QAbstractAxis *axis : chart.axes())
        series->attachAxis(axis);
}

QLineSeries *addLine(QChart &chart, const QString &name, const QList<QPointF> &points)
{
    auto *line = new QLineSeries;
    line->setName(name);
    line->replace(points);
    addSeries(chart, line);
    return line;
}

QXYSeries *addCurve(QChart &chart, const CurveData::Curve &curve)
{
    const QList<QPointF> points(curve.points.begin(), curve.points.end());
    if (!curve.scatter)
        return addLine(chart, curve.name, points);
    auto *cloud = new QScatterSeries;
    cloud->setName(curve.name);
    cloud->setMarkerSize(8);
    cloud->setBorderColor(Qt::transparent);
    cloud->replace(points);
    addSeries(chart, cloud);
    return cloud;
}

void addCurveAxis(QChart &chart, bool logarithmic, double left, double right)
{
    if (!logarithmic) {
        QValueAxis *axis = addAxis(chart, Qt::AlignBottom, 5);
        axis->setRange(left, right > left ? right : left + 1);
        axis->applyNiceNumbers();
        return;
    }
    auto *axis = new QLogValueAxis;
    axis->setBase(10);
    axis->setRange(std::pow(10, std::floor(std::log10(left / 1.5))), std::pow(10, std::ceil(std::log10(right * 1.5))));
    axis->setLabelFormat(QStringLiteral("%.0e"));
    chart.addAxis(axis, Qt::AlignBottom);
}

/// Every part with a value, which a line break does not separate from its colour.
QString legendHtml(const BarData &bars)
{
    QStringList entries;
    for (const BarData::Series &part : bars.series)
        if (std::any_of(part.values.begin(), part.values.end(), [](double value) { return value > 0; }))
            entries << QStringLiteral("<span style='white-space:nowrap'><span style='color:%1'>■</span>&nbsp;%2</span>")
                           .arg(part.colour.name(), part.name.toHtmlEscaped());
    return entries.join(QStringLiteral(" &nbsp; "));
}

} // namespace

Chart::Chart(QWidget *parent) : QWidget(parent), m_view(new QChartView(new QChart, this)), m_legend(new QLabel(this))
{
    m_legend->setObjectName(QStringLiteral("chartLegend"));
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_legend->setAlignment(Qt::AlignCenter);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setFrameShape(QFrame::NoFrame);
    QChart *chart = m_view->chart();
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setMargins({4, 4, 4, 4});
    chart->setBackgroundRoundness(0);
    chart->legend()->setAlignment(Qt::AlignRight);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_legend);
    recolour();
}

QChart &Chart::cleared(const QString &title, bool hasLegend)
{
    QChart &chart = *m_view->chart();
    m_colour = nullptr;
    chart.removeAllSeries(); // deletes them
    for (QAbstractAxis *axis : chart.axes()) {
        chart.removeAxis(axis);
        delete axis;
    }
    chart.setTitle(title);
    chart.legend()->setVisible(hasLegend);
    m_legend->hide();
    return chart;
}

void Chart::recolour()
{
    const bool dark = isDark(*this);
    m_view->chart()->setTheme(dark ? QChart::ChartThemeDark : QChart::ChartThemeLight);
    if (m_colour)
        m_colour(dark);
}

void Chart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

void Chart::draw(const LineData &shown)
{
    QChart &chart = cleared(shown.title);
    QValueAxis *x = addAxis(chart, Qt::AlignBottom, 5, shown.xTitle);
    x->setLabelFormat(QStringLiteral("%d"));
    QValueAxis *y = addAxis(chart, Qt::AlignLeft, 4, shown.yTitle);
    const auto [low, high] = std::minmax_element(shown.points.begin(), shown.points.end(),
                                                 [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); });
    // Equal values still need a scale; a tenth around them does not make noise look large.
    const double room =
        high->y() > low->y() ? (high->y() - low->y()) * 0.15 : std::max(std::abs(high->y()) * 0.1, 1e-3);
    y->setRange(std::max(0.0, low->y() - room), high->y() + room);
    const auto last = static_cast<int>(shown.points.back().x());
    x->setRange(0.5, last + 0.5);
    x->setTickType(QValueAxis::TicksDynamic);
    x->setTickAnchor(1);
    x->setTickInterval(std::max(1, (last + 9) / 10));
    QLineSeries *points = addLine(chart, shown.pointsName, {shown.points.begin(), shown.points.end()});
    points->setPointsVisible(true);
    QLineSeries *level =
        shown.level ? addLine(chart, shown.levelName, {{x->min(), *shown.level}, {x->max(), *shown.level}}) : nullptr;
    m_colour = [points, level](bool dark) {
        points->setPen(QPen(pointColour(dark), 2));
        if (level)
            level->setPen(QPen(QColor(0xd5, 0x5e, 0x00), 2, Qt::DashLine));
    };
    m_colour(isDark(*this));
}

void Chart::draw(const HistogramData &shown)
{
    QChart &chart = cleared(shown.title, false);
    // Bars stand on categories, one each; what people read is the scale below them.
    QStringList names;
    for (std::size_t i = 0; i < shown.counts.size(); ++i)
        names << QString::number(i);
    auto *categories = new QBarCategoryAxis;
    categories->setCategories(names);
    categories->setVisible(false);
    chart.addAxis(categories, Qt::AlignBottom);
    const double highest =
        shown.counts.empty() ? 1 : std::max(1.0, *std::max_element(shown.counts.begin(), shown.counts.end()));
    QValueAxis *y = addAxis(chart, Qt::AlignLeft, 4, shown.yTitle);
    y->setLabelFormat(QStringLiteral("%d"));
    y->setRange(0, highest);
    y->setTickCount(static_cast<int>(std::min(highest, 5.0)) + 1);
    y->applyNiceNumbers();
    auto *bars = new QBarSet(QString());
    for (const double count : shown.counts)
        bars->append(count);
    auto *series = new QBarSeries;
    series->setBarWidth(1);
    series->append(bars);
    addSeries(chart, series);
    QValueAxis *x = addAxis(chart, Qt::AlignBottom, 5, shown.xTitle);
    x->setTickCount(4);
    x->setRange(shown.low, shown.low + shown.width * static_cast<double>(shown.counts.size()));
    m_colour = [bars, own = shown.colour](bool dark) { bars->setColor(own.isValid() ? own : pointColour(dark)); };
    m_colour(isDark(*this));
}

void Chart::draw(const BarData &shown)
{
    // An axis title takes the bars' room.
    QChart &chart = cleared(QStringLiteral("%1 (%2)").arg(shown.title, shown.valueTitle), false);
    m_legend->setText(legendHtml(shown));
    m_legend->show();
    auto *categories = new QBarCategoryAxis;
    categories->setCategories(shown.categories);
    chart.addAxis(categories, Qt::AlignLeft);
    QValueAxis *values = addAxis(chart, Qt::AlignBottom, 4);
    std::vector<double> sums(static_cast<std::size_t>(shown.categories.size()));
    std::vector<std::pair<QBarSet *, QColor>> parts;
    auto *series = new QHorizontalStackedBarSeries;
    series->setBarWidth(0.6);
    for (const BarData::Series &part : shown.series) {
        auto *bars = new QBarSet(part.name);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            bars->append(part.values[i]);
            sums[i] += part.values[i];
        }
        series->append(bars);
        parts.emplace_back(bars, part.colour);
    }
    addSeries(chart, series);
    const double longest = sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
    values->setRange(0, longest > 0 ? longest : 1);
    values->applyNiceNumbers();
    m_colour = [parts](bool) {
        for (const auto &[bars, colour] : parts) {
            bars->setColor(colour);
            bars->setBorderColor(Qt::transparent);
        }
    };
    m_colour(isDark(*this));
}

void Chart::draw(const CurveData &shown)
{
    // An axis title takes the curves' room.
    QChart &chart = cleared(QStringLiteral("%1 (%2 over %3)").arg(shown.title, shown.yTitle, shown.xTitle));
    double left = std::numeric_limits<double>::max(), right = std::numeric_limits<double>::lowest(), high = 0;
    for (const CurveData::Curve &curve : shown.curves) {
        for (const QPointF &point : curve.points) {
            left = std::min(left, point.x());
            right = std::max(right, point.x());
            high = std::max(high, point.y());
        }
    }
    if (left > right)
        left = right = 1;
    QValueAxis *y = addAxis(chart, Qt::AlignLeft, 4);
    y->setTickCount(4);
    y->setRange(0, high > 0 ? high * 1.1 : 1);
    y->applyNiceNumbers();
    addCurveAxis(chart, shown.logarithmicX, left, right);
    std::vector<QXYSeries *> curves;
    for (const CurveData::Curve &curve : shown.curves)
        curves.push_back(addCurve(chart, curve));
    m_colour = [curves](bool) {
        for (std::size_t i = 0; i < curves.size(); ++i) {
            if (qobject_cast<QLineSeries *>(curves[i]))
                curves[i]->setPen(QPen(curveColour(i), 1.5));
            curves[i]->setColor(curveColour(i));
        }
    };
    m_colour(isDark(*this));
}

} // namespace streamscope
