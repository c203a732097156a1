// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QWidget;

namespace streamscope {

class Chart;
class EmptyPage;

/// The plain makespan of each repeat with the median, and a histogram of the makespans.
class RepeatsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RepeatsPanel(QWidget *parent = nullptr);

    /// Null: nothing has run.
    void setMakespans(const Makespans *makespans, bool simulated);
    EmptyPage *emptyPage() const { return m_hint; }

private:
    void makeCharts();

    QStackedLayout *m_pages;
    EmptyPage *m_hint;
    QWidget *m_charts = nullptr; ///< both, side by side
    // Made when there is something to show: they cost at start.
    Chart *m_line = nullptr, *m_histogram = nullptr;
};

} // namespace streamscope
