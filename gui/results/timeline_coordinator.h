// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"

#include <memory>

namespace streamscope {

class OperationsTable;
class RangePanel;
class SearchBar;
class TimelineWidget;
struct ComparedRuns;
struct Program;
struct Recording;

/// Connects a timeline with its search line, its table, the figures of the range, and its stored settings (keys, lanes,
/// marks). Owns none of them; is a child of the timeline.
class TimelineCoordinator : public QObject
{
    Q_OBJECT

public:
    TimelineCoordinator(TimelineWidget *timeline, SearchBar *search, OperationsTable *table, RangePanel *range);

    /// The recording that the timeline shows; null: none. `program` may be null. `name`: the key under which its marks
    /// are stored.
    void setRecording(std::shared_ptr<const Recording> recording, std::shared_ptr<const Program> program,
                      const QString &name);
    /// The same for two runs on one axis: ranges are measured in both, each by its own time.
    void setComparison(std::shared_ptr<const ComparedRuns> compared, const QString &name);

public Q_SLOTS:
    void showKeys();

private:
    void connectSearch();
    void connectKept();
    void updateRange();

    TimelineWidget *m_timeline;
    SearchBar *m_search;
    OperationsTable *m_table;
    RangePanel *m_range;
    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const ComparedRuns> m_compared; ///< null when one run is shown
    QString m_name;
    BackgroundTask m_task; ///< adds up the figures of a range
};

} // namespace streamscope
