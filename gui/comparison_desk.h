// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/comparer.h"
#include "gui/run_history.h"
#include "gui/timeline/timeline_widget.h"

#include <QObject>

#include <memory>
#include <optional>

namespace streamscope {

class ComparisonBar;
class ComparisonPanel;
class SelectionPanel;
class TimelineCompanions;

/// How the timeline stood before a comparison took it.
struct TimelineView
{
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const TimelineContent> content;
    TimeAxis axis;
    int scroll = 0;
    std::optional<std::uint32_t> selected;
    std::optional<TimelineWidget::TimeRange> range;
};

/// Puts run B beside run A in the timeline and takes it away again. It keeps this session's runs and owns the bar; the
/// other widgets are borrowed. Work is done by the Comparer, off the window's thread.
class ComparisonDesk : public QObject
{
    Q_OBJECT

public:
    ComparisonDesk(TimelineWidget *timeline, TimelineCompanions *companions, ComparisonPanel *panel, QWidget *parent);

    ComparisonBar *bar() const { return m_bar; }
    const RunHistory &history() const { return m_history; }
    bool isShown() const { return m_shown != nullptr; }
    bool isBusy() const { return m_comparer.isBusy(); }
    /// Null where nothing is compared.
    std::shared_ptr<const ComparedRuns> compared() const { return m_shown ? m_shown->runs : nullptr; }
    ComparisonScale scale() const { return m_scale; }

    /// A run has ended: it is kept, and becomes A where B is waiting for it or shown already.
    void addRun(const NamedRun &run);
    /// The next run is A, this is B.
    void keepAsB(const NamedRun &run) { m_kept = run; }
    const std::optional<NamedRun> &kept() const { return m_kept; }
    /// Shows both when B is loaded; shown() or failed() answers.
    void compare(const NamedRun &a, Comparer::Loader b);
    void compareWithFile(const NamedRun &a, const QString &path);
    void setScale(ComparisonScale scale);
    /// Gives up what is being loaded.
    void cancel() { m_comparer.cancel(); }
    /// closed() follows where a comparison was shown.
    void close();
    /// Puts the timeline back; its content is `view`'s already.
    void restore(const TimelineView &view);

    /// The facts of a selected operation and of its counterpart. False where nothing is compared.
    bool describe(int span, SelectionPanel *panel) const;
    /// A range on the axis in the time of run A.
    TimelineWidget::TimeRange rangeOfA(const TimelineWidget::TimeRange &range) const;

Q_SIGNALS:
    void busyChanged(bool busy);
    void shown();
    void closed(const streamscope::TimelineView &before);
    void failed(const QString &problem);

private:
    void show(const std::shared_ptr<const PreparedComparison> &comparison);
    TimelineView view() const;

    TimelineWidget *m_timeline;
    TimelineCompanions *m_companions;
    ComparisonPanel *m_panel;
    ComparisonBar *m_bar;
    Comparer m_comparer;
    RunHistory m_history;
    std::optional<NamedRun> m_kept;
    ComparisonScale m_scale = ComparisonScale::Absolute;
    std::shared_ptr<const PreparedComparison> m_shown;
    TimelineView m_before;
};

} // namespace streamscope
