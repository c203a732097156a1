// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QChart;
class QChartView;
class QLabel;

namespace streamscope {

/// One line of points with an optional level drawn across it.
struct LineData
{
    QString title, xTitle, yTitle;
    QString pointsName;
    std::vector<QPointF> points; ///< at least one, fewer than 10,000; see DESIGN.md
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
    QColor colour; ///< invalid: that of all charts
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

/// A chart of any of these kinds. The only user of the charts library, so the library can be exchanged.
class Chart : public QWidget
{
    Q_OBJECT

public:
    explicit Chart(QWidget *parent = nullptr);

    void draw(const LineData &shown);
    void draw(const HistogramData &shown);
    void draw(const BarData &shown);
    void draw(const CurveData &shown);

protected:
    void changeEvent(QEvent *event) override;

private:
    QChart &cleared(const QString &title, bool hasLegend = true);
    void recolour();

    QChartView *m_view;
    QLabel *m_legend;                        ///< of bars: in full, while that of the library cuts long names
    std::function<void(bool dark)> m_colour; ///< colours the series: a theme of the library brings its own colours
};

} // namespace streamscope
