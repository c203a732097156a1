// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/show_ranks.h"
#include "engine/timeline/ranges/time_range.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAbstractItemModel;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace streamscope {

class CollectivesModel;
class RankHeatMap;
class RanksModel;
class TableColumns;
class WordsFilter;

/// The ranks of a job: who makes the others wait and why, the ranks and the collectives as tables, and ranks by steps
/// as a heat map. Says which ranks the timeline shall show, and which part of it.
class RanksPanel : public QWidget
{
    Q_OBJECT

public:
    explicit RanksPanel(QWidget *parent = nullptr);
    ~RanksPanel() override;

    /// Null empties it.
    void setJob(std::shared_ptr<const ShownRanks> job);

Q_SIGNALS:
    /// The timeline shall show these ranks, and then this range in nanoseconds of the reference clock; without one,
    /// all.
    void ranksWanted(const std::vector<int> &ranks, std::optional<streamscope::TimeRange> range);

private:
    QTableView *makeTable(QAbstractItemModel *model, WordsFilter *sorted, const char *name, const QString &title);
    QWidget *makeTools();
    void follow();
    void openCell(std::size_t rank, std::size_t step);
    void openCollective(const QModelIndex &row);
    void want(std::vector<int> ranks, std::optional<TimeRange> range);

    std::shared_ptr<const ShownRanks> m_job;
    RanksModel *m_ranks;
    CollectivesModel *m_collectives;
    WordsFilter *m_sortedRanks, *m_sortedCollectives;
    QTableView *m_rankTable, *m_collectiveTable;
    TableColumns *m_rankColumns, *m_collectiveColumns; ///< belong to the tables
    QStackedWidget *m_tables;
    RankHeatMap *m_map;
    QLabel *m_text;
    QComboBox *m_rows, *m_value;
    QPushButton *m_show;
};

} // namespace streamscope
