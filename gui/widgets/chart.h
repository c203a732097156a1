// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace streamscope {

/// One line of points with an optional level drawn across it.
struct ChartData
{
    QString title, xTitle, yTitle;
    QString pointsName;
    std::vector<QPointF> points; ///< fewer than 10,000; see DESIGN.md
    QString levelName;
    std::optional<double> level;
};

/// Bars side by side without gaps, each from one edge to the next.
struct HistogramData
{
    QString title, xTitle, yTitle;
    double low = 0;   ///< where the first bar begins
    double width = 1; ///< of each bar, > 0
    std::vector<double> counts;
};

/// Horizontal bars, one per category, each of coloured parts.
struct BarData
{
    struct Series
    {
        QString name;
        std::vector<double> values; ///< one per category
        QColor colour;
    };
    QString title, valueTitle;
    QStringList categories;
    std::vector<Series> series;
};

/// Several lines or point clouds over one pair of axes; fewer than 10,000 points in total.
struct CurveData
{
    struct Curve
    {
        QString name;
        std::vector<QPointF> points;
        bool scatter = false; ///< points alone
    };
    QString title, xTitle, yTitle;
    bool logarithmicX = false; ///< then every x is above 0
    std::vector<Curve> curves;
};

/// The only user of the charts library, so the library can be exchanged.
class Chart
{
public:
    Chart() = default;
    Chart(const Chart &) = delete;
    Chart &operator=(const Chart &) = delete;
    virtual ~Chart() = default;

    /// The widget that shows the chart; owned by the parent given to makeChart().
    virtual QWidget *widget() = 0;
    virtual void setDark(bool dark) = 0;
};

class LineChart : public Chart
{
public:
    virtual void setData(const ChartData &data) = 0;
};

class HistogramChart : public Chart
{
public:
    virtual void setData(const HistogramData &data) = 0;
};

class StackedBarChart : public Chart
{
public:
    virtual void setData(const BarData &data) = 0;
};

class CurveChart : public Chart
{
public:
    virtual void setData(const CurveData &data) = 0;
};

// Charts whose widget belongs to `parent`. Do not use the object after its widget is deleted.
std::unique_ptr<LineChart> makeLineChart(QWidget *parent);
std::unique_ptr<HistogramChart> makeHistogramChart(QWidget *parent);
std::unique_ptr<StackedBarChart> makeStackedBarChart(QWidget *parent);
std::unique_ptr<CurveChart> makeCurveChart(QWidget *parent);

} // namespace streamscope
