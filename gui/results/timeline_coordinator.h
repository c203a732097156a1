// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"

#include <memory>

namespace streamscope {

class OperationsTable;
class RangePanel;
class SearchBar;
class TimelineContent;
class TimelineWidget;
struct Program;

/// Connects a timeline with its search line, its table, the figures of the range, and its keys. Owns none of them; is a
/// child of the timeline.
class TimelineCoordinator : public QObject
{
    Q_OBJECT

public:
    TimelineCoordinator(TimelineWidget *timeline, SearchBar *search, OperationsTable *table, RangePanel *range);

    /// Shows a run, or two on one axis: ranges are measured in both, each by its own time. Both may be null.
    void setContent(const std::shared_ptr<const TimelineContent> &content, std::shared_ptr<const Program> program);

public Q_SLOTS:
    void showKeys();

private:
    void updateRange();

    TimelineWidget *m_timeline;
    SearchBar *m_search;
    RangePanel *m_range;
    BackgroundTask m_task; ///< adds up the figures of a range
};

} // namespace streamscope
