// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"
#include "engine/timeline/ranges/time_range.h"
#include "gui/background/background_task.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QStackedLayout;
class QTabWidget;
class QTextBrowser;
class QTimer;

namespace streamscope {

class Chart;
class EmptyPage;
class FactList;
class OverlapFilters;
struct OverlapData;
struct OverlapTimes;

/// Overlap figures with their definitions and charts, and for a trace its import report; for the whole timeline or a
/// range. Figures and charts are computed on another thread.
class OverlapView : public QWidget
{
    Q_OBJECT

public:
    explicit OverlapView(QWidget *parent = nullptr);

    /// Null: nothing has run.
    void setResult(std::shared_ptr<const RunResult> result);
    /// Empty: the whole timeline.
    void setRange(std::optional<TimeRange> range);
    EmptyPage *emptyPage() const { return m_hint; }

Q_SIGNALS:
    /// True when the shown figures are those of the current result and range.
    void shown();
    /// The times of the filters shall be lanes of the timeline; null: none shall.
    void lanesWanted(const std::vector<std::string> &filters, std::shared_ptr<const streamscope::OverlapTimes> times);

private:
    void makePages();
    void compute();
    void show(const OverlapData &overlap);
    void showReport();

    std::shared_ptr<const RunResult> m_result;
    std::optional<TimeRange> m_range;
    BackgroundTask m_task;
    QTimer *m_delay; ///< a range changes with every move of the pointer
    QStackedLayout *m_pages;
    EmptyPage *m_hint;
    // Made when there is something to show: charts cost at start.
    QWidget *m_content = nullptr;
    OverlapFilters *m_filters = nullptr;
    QLabel *m_scope = nullptr;
    FactList *m_facts = nullptr;
    QTabWidget *m_tabs = nullptr;
    QTextBrowser *m_report = nullptr;
    Chart *m_budget = nullptr, *m_gaps = nullptr, *m_activity = nullptr, *m_rates = nullptr;
};

} // namespace streamscope
