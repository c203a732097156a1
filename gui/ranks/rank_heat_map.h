// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/show_ranks.h"
#include "gui/ranks/rank_values.h"

#include <QImage>
#include <QRectF>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace streamscope {

/// Ranks by steps, the rank for which the others wait longest on top, each cell coloured by one value. Where several
/// ranks or steps share a pixel, it has the largest value of them, so that one slow rank among a thousand is seen. The
/// arrows move the current cell, Enter opens it.
class RankHeatMap : public QWidget
{
    Q_OBJECT

public:
    /// A rank in one step: indices into RankJob::ranks and RankJob::steps.
    struct Cell
    {
        std::size_t rank = 0, step = 0;
        bool operator==(const Cell &) const = default;
    };

    explicit RankHeatMap(QWidget *parent = nullptr);

    /// Null empties it.
    void setJob(std::shared_ptr<const ShownRanks> job);
    void setValue(RankValue value);
    /// Marks the row of a rank, as an index into RankJob::ranks.
    void setCurrentRank(std::size_t rank);
    std::optional<Cell> current() const { return m_current; }
    std::optional<Cell> cellAt(const QPointF &point) const;
    /// Where a cell is drawn.
    QRectF rectOf(const Cell &cell) const;

Q_SIGNALS:
    void currentChanged();
    /// A double click, or Enter.
    void opened(std::size_t rank, std::size_t step);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    bool isEmpty() const;
    std::size_t steps() const { return m_job->job.steps.size(); }
    std::optional<std::int64_t> valueOf(const Cell &cell) const;
    void order();
    void findRange();
    void makeImage();
    QRectF plot() const;
    void setCurrent(std::optional<Cell> cell);
    void paintLabels(QPainter &painter) const;
    void paintScale(QPainter &painter) const;
    QString cellText(const Cell &cell) const;

    std::shared_ptr<const ShownRanks> m_job;
    RankValue m_value = rankValues.front();
    std::vector<std::uint32_t> m_order; ///< indices of the ranks from the top
    std::vector<std::size_t> m_placeOf; ///< by rank: its place from the top
    std::int64_t m_low = 0, m_high = 0; ///< of all values, nanoseconds
    QImage m_image;                     ///< one pixel a cell, or the largest of several
    std::optional<Cell> m_current;
};

} // namespace streamscope
