// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/shown.h"

#include <QObject>

#include <map>

namespace streamscope {

class ComparisonBar;
class SummaryBar;
class TimelineCoordinator;
class Workspace;
struct WindowDocks;

/// Shows in the timeline and in the panels around it what the workspace says is shown. A run that comes back has the
/// view that it had.
class ShownPanels : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    ShownPanels(const Workspace &workspace, const WindowDocks &docks, TimelineWidget *timeline,
                TimelineCoordinator *companions, SummaryBar *summary, ComparisonBar *comparison);

private:
    /// How a run was looked at.
    struct View
    {
        std::weak_ptr<const Recording> recording;
        TimeAxis axis;
        int scroll = 0;
        std::optional<std::uint32_t> selected;
        std::optional<TimelineWidget::TimeRange> range;
    };

    void show();
    void showResult();
    void showDevice();
    void showContent(const Shown &former);
    void showComparison();
    void showPrediction();
    void rememberView(const Shown &shown);
    void restoreView();
    void describe(int span) const;
    void showRange() const;

    const Workspace &m_workspace;
    const WindowDocks &m_docks;
    TimelineWidget *m_timeline;
    TimelineCoordinator *m_companions;
    SummaryBar *m_summary;
    ComparisonBar *m_bar;
    Shown m_shown;
    std::optional<const void *> m_device; ///< in its panel: a device, or the result of a trace
    std::map<const Recording *, View> m_views;
};

} // namespace streamscope
