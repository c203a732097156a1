// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/comparison/prepared_comparison.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/run_history.h"

#include <functional>
#include <memory>
#include <optional>

namespace streamscope {

class ComparisonBar;
class ComparisonPanel;
class SelectionPanel;
class TimelineCoordinator;

/// The timeline's view before a comparison.
struct TimelineView
{
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const TimelineContent> content;
    TimeAxis axis;
    int scroll = 0;
    std::optional<std::uint32_t> selected;
    std::optional<TimelineWidget::TimeRange> range;
};

/// Opens and closes a comparison of runs A and B in the timeline. Keeps this session's runs and owns the comparison
/// bar, not the other widgets. Loads and compares on another thread.
class ComparisonController : public QObject
{
    Q_OBJECT

public:
    /// Loads B on another thread.
    using Loader = std::function<NamedRun(const RunControl &)>;

    ComparisonController(TimelineWidget *timeline, TimelineCoordinator *companions, ComparisonPanel *panel,
                         QWidget *parent);

    ComparisonBar *bar() const { return m_bar; }
    const RunHistory &history() const { return m_history; }
    bool isShown() const { return m_shown != nullptr; }
    bool isBusy() const { return m_task.isBusy(); }
    /// Null without a comparison.
    std::shared_ptr<const ComparedRuns> compared() const { return m_shown ? m_shown->runs : nullptr; }
    ComparisonScale scale() const { return m_scale; }

    /// A run has ended: it is added to the history, and becomes A when B waits for it or is already shown.
    void addRun(const NamedRun &run);
    /// Keeps `run` as B; the next finished run becomes A.
    void keepAsB(const NamedRun &run) { m_kept = run; }
    const std::optional<NamedRun> &kept() const { return m_kept; }
    /// Shows both when B is loaded; shown() or failed() answers.
    void compare(const NamedRun &a, Loader b);
    void compareWithFile(const NamedRun &a, const QString &path);
    void setScale(ComparisonScale scale);
    /// Cancels loading.
    void cancel() { m_task.cancel(); }
    /// Emits closed() when a comparison was shown.
    void close();
    /// Puts the timeline back; its content is `view`'s already.
    void restore(const TimelineView &view);

    /// Shows the facts of a selected operation and of its counterpart. False without a comparison.
    bool describe(int span, SelectionPanel *panel) const;
    /// A range on the axis in the time of run A.
    TimelineWidget::TimeRange rangeOfA(const TimelineWidget::TimeRange &range) const;

Q_SIGNALS:
    void busyChanged(bool busy);
    void shown();
    void closed(const streamscope::TimelineView &before);

private:
    void show(const std::shared_ptr<const PreparedComparison> &comparison);
    void load(std::function<std::shared_ptr<const ComparedRuns>(const RunControl &)> runs);
    TimelineView view() const;

    TimelineWidget *m_timeline;
    TimelineCoordinator *m_companions;
    ComparisonPanel *m_panel;
    ComparisonBar *m_bar;
    BackgroundTask m_task;
    RunHistory m_history;
    std::optional<NamedRun> m_kept;
    ComparisonScale m_scale = ComparisonScale::Absolute;
    std::shared_ptr<const PreparedComparison> m_shown;
    TimelineView m_before;
};

} // namespace streamscope
