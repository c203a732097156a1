// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/compared_runs.h"

#include <QWidget>

#include <array>

class QComboBox;
class QLabel;

namespace streamscope {

/// The bar above a timeline that shows two runs: the names of baseline and this run, each with a badge for the origin
/// of its times; the choice of the axis; buttons that swap the two and close the comparison.
class ComparisonBar : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonBar(QWidget *parent = nullptr);

    void setComparison(const ComparedRuns &compared);

Q_SIGNALS:
    void scaleChosen(streamscope::ComparisonScale scale);
    void swapWanted();
    void closed();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Row
    {
        QLabel *side, *badge, *text;
    };
    void recolour();

    std::array<Row, 2> m_rows;
    QLabel *m_summary;
    QComboBox *m_scale;
};

} // namespace streamscope
