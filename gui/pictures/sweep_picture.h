// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"
#include "gui/timeline/text/timeline_theme.h"

#include <QCoreApplication>
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace streamscope {

/// The drawn figure.
enum class SweepFigure { Makespan, Speedup, Efficiency };
QString sweepFigureTitle(SweepFigure figure);

/// A sweep as a picture: a line over one varied parameter, a heat map over two (the first to the right, the second
/// upwards). Laid out once, then painted on PNG, SVG or PDF. The table must outlive the picture.
class SweepPicture
{
    Q_DECLARE_TR_FUNCTIONS(SweepPicture)

public:
    struct Request
    {
        QRectF area; ///< device-independent pixels
        QFont font;
        const TimelineTheme *theme = nullptr;
        SweepFigure figure = SweepFigure::Makespan;
    };

    /// `table` has one or two axes.
    SweepPicture(const SweepTable &table, const Request &request);

    void paint(QPainter &painter) const;
    /// The row that is drawn at `point`, as an index into SweepTable::rows.
    std::optional<std::size_t> rowAt(const QPointF &point) const;

private:
    /// Where a row is drawn: a point of the line or a cell.
    struct Mark
    {
        QRectF rect;
        std::optional<double> value; ///< empty when the row has no figures
    };
    struct Tick
    {
        double at; ///< x or y
        QString label;
    };

    std::optional<double> valueOf(const SweepRow &row) const;
    void findRange();
    void chooseUnit();
    void layOutLine();
    void layOutMap();
    void addValueTicks();
    std::vector<double> placesOf(const SweepAxis &axis, double from, double to) const;
    void addParameterTicks(const SweepAxis &axis, const std::vector<double> &places, bool vertical);
    void paintAxes(QPainter &painter) const;
    void paintLine(QPainter &painter) const;
    void paintLineKey(QPainter &painter, const QPen &line, const QPen &limit) const;
    void paintMap(QPainter &painter) const;
    void paintScale(QPainter &painter) const;
    double share(double value) const;

    const SweepTable &m_table;
    Request m_request;
    double m_unit = 1; ///< divides the value
    QString m_unitName;
    double m_low = 0, m_high = 1; ///< of the drawn values, in units
    bool m_logarithmic = false;   ///< the colours of the map
    QRectF m_plot;
    std::vector<Mark> m_marks; ///< parallel to SweepTable::rows
    std::vector<QPointF> m_bound;
    std::vector<Tick> m_xTicks, m_yTicks;
};

} // namespace streamscope
