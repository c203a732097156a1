// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

#include <memory>

namespace streamscope {

class OperationsTable;
class RangePanel;
class SearchBar;
class TimelineWidget;
struct ComparedRuns;
struct Program;
struct Recording;

/// What stands around a timeline and follows it: the search line, the table, the figures of the range, and what is kept
/// of it from start to start (keys, lanes, marks). It owns none of them; belongs to the timeline.
class TimelineCompanions : public QObject
{
    Q_OBJECT

public:
    TimelineCompanions(TimelineWidget *timeline, SearchBar *search, OperationsTable *table, RangePanel *range);

    /// What the timeline shows now; null: nothing. `program` may be null, `name` is under what its marks are kept.
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
    void startAddingUp();

    TimelineWidget *m_timeline;
    SearchBar *m_search;
    OperationsTable *m_table;
    RangePanel *m_range;
    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const ComparedRuns> m_compared; ///< null where one run is shown
    QString m_name;
    bool m_addsUp = false;     ///< the figures of a range, beside the window's thread
    bool m_rangeIsNew = false; ///< since then the range or the recording has become another one
};

} // namespace streamscope
