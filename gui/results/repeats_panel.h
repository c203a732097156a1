// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <QWidget>

#include <memory>

class QLabel;
class QStackedLayout;
class QWidget;

namespace streamscope {

class HistogramChart;
class LineChart;

/// The plain makespan of each repeat with the median, and a histogram of the makespans.
class RepeatsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RepeatsPanel(QWidget *parent = nullptr);
    ~RepeatsPanel() override;

    /// Null: nothing has run.
    void setMakespans(const Makespans *makespans, bool simulated);

protected:
    void changeEvent(QEvent *event) override;

private:
    QStackedLayout *m_pages;
    QLabel *m_hint;
    void makeCharts();

    QWidget *m_charts = nullptr; ///< both, side by side
    // Made when there is something to show: they cost at start.
    std::unique_ptr<LineChart> m_line;
    std::unique_ptr<HistogramChart> m_histogram;
};

} // namespace streamscope
