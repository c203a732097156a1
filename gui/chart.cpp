// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/chart.h"

#include <QtCharts/QBarCategoryAxis>
#include <QtCharts/QBarSeries>
#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>

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

} // namespace

std::unique_ptr<LineChart> makeLineChart(QWidget *parent)
{
    return std::make_unique<QtLineChart>(parent);
}

std::unique_ptr<HistogramChart> makeHistogramChart(QWidget *parent)
{
    return std::make_unique<QtHistogramChart>(parent);
}

} // namespace streamscope
