// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/pictures/sweep_picture.h"

#include <QWidget>

#include <memory>

namespace streamscope {

/// A sweep over one knob as a curve, over two as a heat map. A click chooses a row.
class SweepView : public QWidget
{
    Q_OBJECT

public:
    explicit SweepView(QWidget *parent = nullptr);

    /// Null, and a table of another number of axes than one or two, draws nothing.
    void setTable(std::shared_ptr<const SweepTable> table, SweepFigure figure);
    /// Null where nothing is drawn.
    const SweepPicture *picture() const { return m_picture.get(); }

Q_SIGNALS:
    /// An index into SweepTable::rows.
    void rowChosen(std::size_t row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void layOut();

    std::shared_ptr<const SweepTable> m_table;
    SweepFigure m_figure = SweepFigure::Makespan;
    std::unique_ptr<SweepPicture> m_picture;
};

} // namespace streamscope
