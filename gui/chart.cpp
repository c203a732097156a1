// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/chart.h"

#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>

namespace streamscope {

namespace {

class QtChart final : public Chart
{
public:
    explicit QtChart(QWidget *parent) : m_view(new QChartView(new QChart, parent))
    {
        m_view->setRenderHint(QPainter::Antialiasing);
        m_view->setFrameShape(QFrame::NoFrame);
        QChart *chart = m_view->chart();
        chart->setAnimationOptions(QChart::NoAnimation);
        chart->setMargins({4, 4, 4, 4});
        chart->setBackgroundRoundness(0);
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
        m_points->setPen(QPen(dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2), 2));
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

} // namespace

std::unique_ptr<Chart> makeChart(QWidget *parent)
{
    return std::make_unique<QtChart>(parent);
}

} // namespace streamscope
