// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/chart.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QHorizontalStackedBarSeries>
#include <QtCharts/QLineSeries>
#include <QtCharts/QLogValueAxis>
#include <QtCharts/QScatterSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace streamscope {

namespace {

QChartView *makeView(QWidget *parent)
{
    auto *view = new QChartView(new QChart, parent);
    view->setRenderHint(QPainter::Antialiasing);
    view->setFrameShape(QFrame::NoFrame);
    QChart *chart = view->chart();
    chart->setAnimationOptions(QChart::NoAnimation);
    chart->setMargins({4, 4, 4, 4});
    chart->setBackgroundRoundness(0);
    return view;
}

QColor pointColor(bool dark)
{
    return dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
}

class QtLineChart final : public LineChart
{
public:
    explicit QtLineChart(QWidget *parent) : m_view(makeView(parent))
    {
        QChart *chart = m_view->chart();
        chart->legend()->setAlignment(Qt::AlignRight);
        chart->addAxis(m_x, Qt::AlignBottom);
        chart->addAxis(m_y, Qt::AlignLeft);
        for (QLineSeries *series : {m_points, m_level}) {
            chart->addSeries(series);
            series->attachAxis(m_x);
            series->attachAxis(m_y);
        }
        m_points->setPointsVisible(true);
        m_x->setLabelFormat(QStringLiteral("%d"));
        m_y->setLabelFormat(QStringLiteral("%.4g"));
    }

    QWidget *widget() override { return m_view; }

    void setData(const ChartData &data) override
    {
        m_view->chart()->setTitle(data.title);
        m_x->setTitleText(data.xTitle);
        m_y->setTitleText(data.yTitle);
        m_points->setName(data.pointsName);
        m_level->setName(data.levelName);
        m_points->replace(QList<QPointF>(data.points.begin(), data.points.end()));
        m_level->clear();
        m_level->setVisible(data.level.has_value());
        if (data.points.empty())
            return;
        setRanges(data);
        if (data.level)
            m_level->replace(QList<QPointF>{{m_x->min(), *data.level}, {m_x->max(), *data.level}});
    }

    void setDark(bool dark) override
    {
        m_view->chart()->setTheme(dark ? QChart::ChartThemeDark : QChart::ChartThemeLight);
        m_points->setPen(QPen(pointColor(dark), 2));
        m_level->setPen(QPen(QColor(0xd5, 0x5e, 0x00), 2, Qt::DashLine));
    }

private:
    void setRanges(const ChartData &data)
    {
        double low = data.points.front().y();
        double high = low;
        for (const QPointF &point : data.points) {
            low = std::min(low, point.y());
            high = std::max(high, point.y());
        }
        // Equal values still need a scale; a tenth around them does not make noise look large.
        const double room = high > low ? (high - low) * 0.15 : std::max(std::abs(high) * 0.1, 1e-3);
        m_y->setRange(std::max(0.0, low - room), high + room);
        const auto last = static_cast<int>(data.points.back().x());
        m_x->setRange(0.5, last + 0.5);
        m_x->setTickType(QValueAxis::TicksDynamic);
        m_x->setTickAnchor(1);
        m_x->setTickInterval(std::max(1, (last + 9) / 10));
    }

    QChartView *m_view;
    // Owned by the chart once added to it.
    QValueAxis *m_x = new QValueAxis;
    QValueAxis *m_y = new QValueAxis;
    QLineSeries *m_points = new QLineSeries;
    QLineSeries *m_level = new QLineSeries;
};

class QtHistogramChart final : public HistogramChart
{
public:
    explicit QtHistogramChart(QWidget *parent) : m_view(makeView(parent))
    {
        QChart *chart = m_view->chart();
        chart->legend()->hide();
        // Bars stand on categories, one each; what people read is the scale below them.
        chart->addAxis(m_categories, Qt::AlignBottom);
        chart->addAxis(m_x, Qt::AlignBottom);
        chart->addAxis(m_y, Qt::AlignLeft);
        m_categories->setVisible(false);
        chart->addSeries(m_series);
        m_series->attachAxis(m_categories);
        m_series->attachAxis(m_y);
        m_series->setBarWidth(1);
        m_series->append(m_bars);
        m_x->setLabelFormat(QStringLiteral("%.5g"));
        m_x->setTickCount(4);
        m_y->setLabelFormat(QStringLiteral("%d"));
    }

    QWidget *widget() override { return m_view; }

    void setData(const HistogramData &data) override
    {
        m_view->chart()->setTitle(data.title);
        m_x->setTitleText(data.xTitle);
        m_y->setTitleText(data.yTitle);
        m_x->setRange(data.low, data.low + data.width * static_cast<double>(data.counts.size()));
        QStringList categories;
        for (std::size_t i = 0; i < data.counts.size(); ++i)
            categories << QString::number(i);
        m_categories->setCategories(categories);
        m_bars->remove(0, m_bars->count());
        double highest = 1;
        for (const double count : data.counts) {
            m_bars->append(count);
            highest = std::max(highest, count);
        }
        m_y->setRange(0, highest);
        m_y->setTickCount(static_cast<int>(std::min(highest, 5.0)) + 1);
        m_y->applyNiceNumbers();
    }

    void setDark(bool dark) override
    {
        m_view->chart()->setTheme(dark ? QChart::ChartThemeDark : QChart::ChartThemeLight);
        m_bars->setColor(pointColor(dark));
    }

private:
    QChartView *m_view;
    // Owned by the chart once added to it.
    QBarCategoryAxis *m_categories = new QBarCategoryAxis;
    QValueAxis *m_x = new QValueAxis;
    QValueAxis *m_y = new QValueAxis;
    QBarSeries *m_series = new QBarSeries;
    QBarSet *m_bars = new QBarSet(QString());
};

class QtStackedBarChart final : public StackedBarChart
{
public:
    explicit QtStackedBarChart(QWidget *parent) : m_view(makeView(parent))
    {
        QChart *chart = m_view->chart();
        chart->legend()->setAlignment(Qt::AlignRight);
        chart->addAxis(m_categories, Qt::AlignLeft);
        chart->addAxis(m_values, Qt::AlignBottom);
        m_values->setLabelFormat(QStringLiteral("%.4g"));
    }

    QWidget *widget() override { return m_view; }

    void setData(const BarData &data) override
    {
        QChart *chart = m_view->chart();
        chart->removeAllSeries(); // deletes it and its sets
        chart->setTitle(
            QStringLiteral("%1 (%2)").arg(data.title, data.valueTitle)); // an axis title takes the bars' room
        m_categories->setCategories(data.categories);
        auto *series = new QHorizontalStackedBarSeries;
        series->setBarWidth(0.6);
        double longest = 0;
        for (qsizetype category = 0; category < data.categories.size(); ++category) {
            double sum = 0;
            for (const BarData::Series &part : data.series)
                sum += part.values[static_cast<std::size_t>(category)];
            longest = std::max(longest, sum);
        }
        for (const BarData::Series &part : data.series) {
            auto *bars = new QBarSet(part.name);
            bars->setColor(part.colour);
            bars->setBorderColor(Qt::transparent);
            for (const double value : part.values)
                bars->append(value);
            series->append(bars);
        }
        chart->addSeries(series);
        series->attachAxis(m_categories);
        series->attachAxis(m_values);
        m_values->setRange(0, longest > 0 ? longest : 1);
        m_values->applyNiceNumbers();
    }

    void setDark(bool dark) override
    {
        m_view->chart()->setTheme(dark ? QChart::ChartThemeDark : QChart::ChartThemeLight);
    }

private:
    QChartView *m_view;
    // Owned by the chart once added to it.
    QBarCategoryAxis *m_categories = new QBarCategoryAxis;
    QValueAxis *m_values = new QValueAxis;
};

/// Colours that colour-blind people tell apart.
QColor curveColour(std::size_t index)
{
    constexpr QRgb colours[] = {0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7, 0xffe69f00, 0xff56b4e9};
    return QColor::fromRgb(colours[index % std::size(colours)]);
}

class QtCurveChart final : public CurveChart
{
public:
    explicit QtCurveChart(QWidget *parent) : m_view(makeView(parent))
    {
        QChart *chart = m_view->chart();
        chart->legend()->setAlignment(Qt::AlignRight);
        chart->addAxis(m_y, Qt::AlignLeft);
        m_y->setLabelFormat(QStringLiteral("%.4g"));
    }

    QWidget *widget() override { return m_view; }

    void setData(const CurveData &data) override
    {
        QChart *chart = m_view->chart();
        chart->removeAllSeries();
        chart->setTitle(QStringLiteral("%1 (%2 over %3)").arg(data.title, data.yTitle, data.xTitle)); // saves room
        double left = std::numeric_limits<double>::max(), right = std::numeric_limits<double>::lowest(), high = 0;
        for (const CurveData::Curve &curve : data.curves) {
            for (const QPointF &point : curve.points) {
                left = std::min(left, point.x());
                right = std::max(right, point.x());
                high = std::max(high, point.y());
            }
        }
        if (left > right)
            left = right = 1;
        makeXAxis(data, left, right);
        m_y->setTickCount(4);
        m_y->setRange(0, high > 0 ? high * 1.1 : 1);
        m_y->applyNiceNumbers();
        for (std::size_t i = 0; i < data.curves.size(); ++i)
            addCurve(data.curves[i], curveColour(i));
    }

    void setDark(bool dark) override
    {
        m_view->chart()->setTheme(dark ? QChart::ChartThemeDark : QChart::ChartThemeLight);
        for (qsizetype i = 0; i < m_view->chart()->series().size(); ++i) // the theme brings its own colours
            if (auto *series = qobject_cast<QXYSeries *>(m_view->chart()->series()[i]))
                series->setColor(curveColour(static_cast<std::size_t>(i)));
    }

private:
    void makeXAxis(const CurveData &data, double left, double right)
    {
        delete m_x;
        if (data.logarithmicX) {
            auto *axis = new QLogValueAxis;
            axis->setBase(10);
            axis->setRange(std::pow(10, std::floor(std::log10(left / 1.5))),
                           std::pow(10, std::ceil(std::log10(right * 1.5))));
            axis->setLabelFormat(QStringLiteral("%.0e"));
            m_x = axis;
        } else {
            auto *axis = new QValueAxis;
            axis->setRange(left, right > left ? right : left + 1);
            axis->applyNiceNumbers();
            axis->setLabelFormat(QStringLiteral("%.5g"));
            m_x = axis;
        }
        m_view->chart()->addAxis(m_x, Qt::AlignBottom);
    }

    void addCurve(const CurveData::Curve &curve, const QColor &colour)
    {
        QXYSeries *series = nullptr;
        if (curve.scatter) {
            auto *points = new QScatterSeries;
            points->setMarkerSize(8);
            points->setBorderColor(Qt::transparent);
            series = points;
        } else {
            series = new QLineSeries;
        }
        series->setName(curve.name);
        series->replace(QList<QPointF>(curve.points.begin(), curve.points.end()));
        m_view->chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
        if (!curve.scatter)
            series->setPen(QPen(colour, 1.5));
        series->setColor(colour);
    }

    QChartView *m_view;
    // Owned by the chart once added to it.
    QAbstractAxis *m_x = nullptr;
    QValueAxis *m_y = new QValueAxis;
};

} // namespace

std::unique_ptr<LineChart> makeLineChart(QWidget *parent)
{
    return std::make_unique<QtLineChart>(parent);
}

std::unique_ptr<HistogramChart> makeHistogramChart(QWidget *parent)
{
    return std::make_unique<QtHistogramChart>(parent);
}

std::unique_ptr<StackedBarChart> makeStackedBarChart(QWidget *parent)
{
    return std::make_unique<QtStackedBarChart>(parent);
}

std::unique_ptr<CurveChart> makeCurveChart(QWidget *parent)
{
    return std::make_unique<QtCurveChart>(parent);
}

} // namespace streamscope
