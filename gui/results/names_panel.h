// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"
#include "gui/background/background_task.h"
#include "gui/results/names_model.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace streamscope {

class Chart;
class TableColumns;
class TimelineState;
class WordsFilter;

/// The operations of what the timeline shows by name: of the whole run, of the part in sight, of the selected range or
/// of what the search found. A chosen row marks its operations in the timeline and shows their durations as a
/// histogram. Nothing is added up while nobody looks.
class NamesPanel : public QWidget
{
    Q_OBJECT

public:
    enum class Scope { Run, Visible, Range, Found };

    explicit NamesPanel(QWidget *parent = nullptr);
    ~NamesPanel() override;

    /// Follows its content, visible part, range and search. Not owned.
    void setTimeline(TimelineState *timeline);
    const NamesModel &model() const { return *m_model; }
    QTableView *table() const { return m_table; }

Q_SIGNALS:
    /// The table shows the figures of its scope.
    void shown();

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// All that the figures depend on.
    struct Wanted
    {
        std::shared_ptr<const Recording> recording;
        std::optional<TimeRange> range;
        std::vector<std::uint32_t> operations; ///< with Scope::Found
        Scope scope = Scope::Run;
        std::optional<OriginPart> by;

        bool operator==(const Wanted &) const = default;
        NameScope nameScope() const;
    };
    QWidget *makeTools();
    void makeTable();
    Scope scope() const;
    Wanted wanted() const;
    void follow();
    void compute();
    void showSum();
    void choose(const QModelIndex &row);
    void drawHistogram(const NameFigures &row);
    void goTo(const QModelIndex &row, bool longest);

    TimelineState *m_timeline = nullptr;
    NamesModel *m_model;
    WordsFilter *m_sorted;
    QTableView *m_table;
    TableColumns *m_columns;
    QLineEdit *m_filter;
    QComboBox *m_scope, *m_grouping; ///< by what rows are told apart: shown where a trace knows more than names
    QLabel *m_sum;
    Chart *m_histogram = nullptr; ///< made when it is first needed
    QWidget *m_histogramPlace;
    Wanted m_wanted; ///< in the table, or being computed
    BackgroundTask m_task, m_durations;
};

} // namespace streamscope
