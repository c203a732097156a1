// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/ranks/ranks_panel.h"

#include "engine/formats/text/time_text.h"
#include "engine/ranks/late_rank_finding.h"
#include "gui/ranks/collectives_model.h"
#include "gui/ranks/rank_heat_map.h"
#include "gui/ranks/ranks_model.h"
#include "gui/tables/table_columns.h"
#include "gui/tables/words_filter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace streamscope {

RanksPanel::RanksPanel(QWidget *parent)
    : QWidget(parent), m_ranks(new RanksModel(this)), m_collectives(new CollectivesModel(this)),
      m_sortedRanks(new WordsFilter(this)), m_sortedCollectives(new WordsFilter(this)), m_tables(new QStackedWidget),
      m_map(new RankHeatMap), m_text(new QLabel), m_rows(new QComboBox), m_value(new QComboBox),
      m_show(new QPushButton(tr("Show checked ranks")))
{
    setObjectName(QStringLiteral("ranksPanel"));
    m_rankTable = makeTable(m_ranks, m_sortedRanks, "rankTable", tr("Ranks"));
    m_collectiveTable = makeTable(m_collectives, m_sortedCollectives, "collectiveTable", tr("Collectives"));
    m_rankColumns = new TableColumns(m_rankTable, QStringLiteral("ranks"));
    m_collectiveColumns = new TableColumns(m_collectiveTable, QStringLiteral("collectives"));
    m_rankTable->sortByColumn(RanksModel::OthersWait, Qt::DescendingOrder);
    m_collectiveTable->sortByColumn(CollectivesModel::Waits, Qt::DescendingOrder);
    m_tables->addWidget(m_rankTable);
    m_tables->addWidget(m_collectiveTable);
    auto *sides = new QSplitter(Qt::Horizontal);
    sides->addWidget(m_tables);
    sides->addWidget(m_map);
    sides->setStretchFactor(0, 3);
    sides->setStretchFactor(1, 2);
    sides->setChildrenCollapsible(false);
    m_text->setObjectName(QStringLiteral("ranksText"));
    m_text->setContentsMargins(4, 0, 4, 0);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name makes no wide window
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeTools());
    layout->addWidget(m_text);
    layout->addWidget(sides, 1);
    connect(m_ranks, &RanksModel::checkedChanged, this, &RanksPanel::follow);
    connect(m_rankTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &row) {
                if (row.isValid())
                    m_map->setCurrentRank(static_cast<std::size_t>(m_sortedRanks->mapToSource(row).row()));
            });
    connect(m_map, &RankHeatMap::currentChanged, this, [this] {
        m_rankTable->selectRow(
            m_sortedRanks->mapFromSource(m_ranks->index(static_cast<int>(m_map->current()->rank), 0)).row());
    });
    connect(m_map, &RankHeatMap::opened, this, &RanksPanel::openCell);
    connect(m_collectiveTable, &QTableView::activated, this, &RanksPanel::openCollective);
    connect(m_rankTable, &QTableView::activated, this, [this](const QModelIndex &row) {
        want({m_job->job.ranks[static_cast<std::size_t>(m_sortedRanks->mapToSource(row).row())].rank}, {});
    });
    follow();
}

RanksPanel::~RanksPanel()
{
    m_rankTable->selectionModel()->disconnect(this); // it speaks while it is destroyed
}

QTableView *RanksPanel::makeTable(QAbstractItemModel *model, WordsFilter *sorted, const char *name,
                                  const QString &title)
{
    sorted->setSourceModel(model);
    sorted->setSortRole(RanksModel::sortRole);
    static_assert(RanksModel::sortRole == CollectivesModel::sortRole);
    auto *table = new QTableView;
    table->setObjectName(QLatin1String(name));
    table->setAccessibleName(title);
    table->setModel(sorted);
    table->setSortingEnabled(true);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    makeReadable(*table);
    return table;
}

QWidget *RanksPanel::makeTools()
{
    m_rows->setObjectName(QStringLiteral("rankRows"));
    m_rows->setAccessibleName(tr("Rows of the table"));
    m_rows->addItems({tr("Ranks"), tr("Collectives")});
    connect(m_rows, &QComboBox::currentIndexChanged, m_tables, &QStackedWidget::setCurrentIndex);
    m_show->setObjectName(QStringLiteral("showRanks"));
    m_show->setToolTip(tr("Read the files of the checked ranks and show their operations on one axis"));
    connect(m_show, &QPushButton::clicked, this, [this] {
        want({m_ranks->checked().begin(), m_ranks->checked().end()}, {});
    });
    m_value->setObjectName(QStringLiteral("rankValue"));
    m_value->setAccessibleName(tr("Value of the heat map"));
    for (const RankValue value : rankValues) { // the first one is shown first
        m_value->addItem(rankValueTitle(value));
        m_value->setItemData(m_value->count() - 1, rankValueHelp(value), Qt::ToolTipRole);
    }
    connect(m_value, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_map->setValue(rankValues.at(static_cast<std::size_t>(std::max(0, index)))); });
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(4, 2, 4, 0);
    auto *filter = new QLineEdit;
    filter->setObjectName(QStringLiteral("ranksFilter"));
    filter->setAccessibleName(tr("Filter"));
    filter->setPlaceholderText(tr("Filter: words of any column"));
    filter->setClearButtonEnabled(true);
    for (WordsFilter *rows : {m_sortedRanks, m_sortedCollectives})
        connect(filter, &QLineEdit::textChanged, rows, &WordsFilter::setText);
    layout->addWidget(m_rows);
    layout->addWidget(filter, 1);
    layout->addWidget(m_show);
    layout->addStretch(1);
    layout->addWidget(new QLabel(tr("Heat map:")));
    layout->addWidget(m_value);
    return bar;
}

void RanksPanel::setJob(std::shared_ptr<const ShownRanks> job)
{
    if (m_job == job)
        return;
    m_job = std::move(job);
    m_ranks->setJob(m_job);
    m_collectives->setJob(m_job);
    m_map->setJob(m_job);
    m_rankColumns->fit();
    m_collectiveColumns->fit();
    if (!m_job) {
        m_text->clear();
        return;
    }
    const QString dot = QStringLiteral(" · ");
    QString text = tr("%1 ranks").arg(m_job->job.ranks.size()) + dot
                   + tr("%1 collectives matched").arg(m_job->job.collectives) + dot
                   + tr("transfer %1").arg(timeText(m_job->job.transferNs));
    const auto late = lateRankFinding(m_job->job);
    if (late) {
        const RankFigures &rank = m_job->job.ranks[slowestFirst(m_job->job).front()];
        text += dot
                + tr("the others wait %1 for rank %2: %3")
                      .arg(timeText(rank.othersWaitNs))
                      .arg(rank.rank)
                      .arg(RanksModel::lateText(rank));
    }
    m_text->setToolTip(late ? QString::fromStdString(late->text) : QString());
    m_text->setText(text);
}

/// The button acts only where it would change something.
void RanksPanel::follow()
{
    const std::set<int> &checked = m_ranks->checked();
    m_show->setEnabled(m_job && !checked.empty()
                       && (checked.size() != m_job->shown.size()
                           || !std::ranges::all_of(checked, [this](int rank) { return m_job->isShown(rank); })));
}

/// One rank in one step; the rank comes to those that are shown.
void RanksPanel::openCell(std::size_t rank, std::size_t step)
{
    const RankFigures &figures = m_job->job.ranks[rank];
    const RankStepFigures &cell = figures.steps[step];
    if (!figures.alignment.isKnown() || !cell.isKnown)
        return;
    std::vector<int> ranks = m_job->shown;
    if (!m_job->isShown(figures.rank))
        ranks.push_back(figures.rank);
    want(std::move(ranks), TimeRange{cell.begin, cell.end});
}

/// The ranks that start it first and last.
void RanksPanel::openCollective(const QModelIndex &row)
{
    const auto place = static_cast<std::size_t>(m_sortedCollectives->mapToSource(row).row());
    const JobCollective &collective = m_job->job.list[place];
    std::vector<int> ranks = m_job->shown;
    for (const std::uint32_t index : {collective.first, collective.last})
        if (const int rank = m_job->job.ranks[index].rank; std::ranges::find(ranks, rank) == ranks.end())
            ranks.push_back(rank);
    const std::int64_t beside = (collective.lastEnd - collective.firstStart) / 10;
    want(std::move(ranks), TimeRange{collective.firstStart - beside, collective.lastEnd + beside});
}

void RanksPanel::want(std::vector<int> ranks, std::optional<TimeRange> range)
{
    if (!m_job || ranks.empty())
        return;
    std::ranges::sort(ranks);
    Q_EMIT ranksWanted(ranks, range);
}

} // namespace streamscope
