// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/shown.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace streamscope {

class ComparisonBar;
class SummaryBar;
class TimelineCoordinator;
class TimelineState;
class Workspace;
struct OverlapTimes;
struct WindowDocks;

/// Shows in the timeline and in the panels around it what the workspace says is shown. A document that comes back has
/// the view that it had.
class ShownPanels : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    ShownPanels(Workspace &workspace, const WindowDocks &docks, TimelineState *timeline,
                TimelineCoordinator *coordinator, SummaryBar *summary, ComparisonBar *comparison);

    /// Shows the marks of a view where it is in front.
    void showMarks(const DocumentView &view);

private:
    void show();
    void showResult();
    void showDevice();
    void showContent(const Shown &former);
    void showComparison();
    void showPrediction();
    QString viewName() const;
    void showView();
    void keepLanes();
    void keepMarks();
    void rememberPart(const Shown &shown);
    void restorePart();
    DocumentView::Part shownPart() const;
    void goOn(const DocumentView::Part &part, bool showedAll, const Timeline &former);
    std::uint32_t onTimeline(std::uint32_t span) const;
    int inTable(int span) const;
    void describe(int span) const;
    void showRange() const;
    void showOverlapLanes(const std::vector<std::string> &filters, const std::shared_ptr<const OverlapTimes> &times);

    Workspace &m_workspace;
    const WindowDocks &m_docks;
    TimelineState *m_timeline;
    TimelineCoordinator *m_coordinator;
    SummaryBar *m_summary;
    ComparisonBar *m_bar;
    Shown m_shown;
    std::optional<const void *> m_device; ///< in its panel: a device, or the result of a trace
};

} // namespace streamscope
