// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/names_panel.h"

#include "engine/formats/text/time_text.h"
#include "engine/timeline/saturating.h"
#include "engine/timeline/statistics.h"
#include "gui/background/shared_work.h"
#include "gui/tables/table_columns.h"
#include "gui/tables/words_filter.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/widgets/chart.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace streamscope {

NamesPanel::NamesPanel(QWidget *parent)
    : QWidget(parent), m_model(new NamesModel(this)), m_sorted(new WordsFilter(this)), m_table(new QTableView),
      m_filter(new QLineEdit), m_scope(new QComboBox), m_grouping(new QComboBox), m_sum(new QLabel),
      m_histogramPlace(new QWidget)
{
    setObjectName(QStringLiteral("namesPanel"));
    makeTable();
    new QVBoxLayout(m_histogramPlace);
    m_histogramPlace->layout()->setContentsMargins(0, 0, 0, 0);
    m_histogramPlace->hide();
    auto *row = new QHBoxLayout;
    row->addWidget(m_table, 3);
    row->addWidget(m_histogramPlace, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeTools());
    layout->addLayout(row, 1);
}

NamesPanel::~NamesPanel()
{
    m_table->selectionModel()->disconnect(this); // it speaks while it is destroyed
}

QWidget *NamesPanel::makeTools()
{
    m_scope->setObjectName(QStringLiteral("namesScope"));
    m_scope->setAccessibleName(tr("Operations that count"));
    m_scope->addItems({tr("Whole run"), tr("Visible span"), tr("Selected range"), tr("Found operations")});
    connect(m_scope, &QComboBox::currentIndexChanged, this, &NamesPanel::follow);
    m_filter->setObjectName(QStringLiteral("namesFilter"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setPlaceholderText(tr("Filter: words of the name or the kind"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_sorted->setText(text);
        showSum();
    });
    m_grouping->setObjectName(QStringLiteral("namesGrouping"));
    m_grouping->setAccessibleName(tr("What rows are told apart by"));
    m_grouping->addItem(tr("By name"));
    for (const auto &[part, text] : {std::pair{OriginPart::Operator, tr("By operator")},
                                     {OriginPart::Range, tr("By range")},
                                     {OriginPart::Module, tr("By module")},
                                     {OriginPart::Stack, tr("By stack")},
                                     {OriginPart::Call, tr("By call")}})
        m_grouping->addItem(text, static_cast<int>(part));
    m_grouping->hide();
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &NamesPanel::follow);
    m_sum->setObjectName(QStringLiteral("namesSum"));
    auto *bar = new QWidget;
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(4, 2, 4, 0);
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_scope);
    layout->addWidget(m_grouping);
    layout->addWidget(m_sum, 1);
    return bar;
}

void NamesPanel::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(NamesModel::sortRole);
    m_table->setObjectName(QStringLiteral("namesTable"));
    m_table->setAccessibleName(tr("Operations by name"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(NamesModel::Total, Qt::DescendingOrder);
    makeReadable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_columns = new TableColumns(m_table, QStringLiteral("names"));
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { choose(current); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &row) { goTo(row, false); });
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        const QModelIndex row = m_table->indexAt(at);
        if (!row.isValid())
            return;
        QMenu menu;
        menu.addAction(tr("Show the first one in the timeline"), this, [this, row] { goTo(row, false); });
        menu.addAction(tr("Show the longest one in the timeline"), this, [this, row] { goTo(row, true); });
        menu.exec(m_table->viewport()->mapToGlobal(at));
    });
}

void NamesPanel::setTimeline(TimelineState *timeline)
{
    m_timeline = timeline;
    m_model->setColours(
        [this](std::uint32_t span) { return m_timeline->barColour(span, TimelineTheme::of(palette())); });
    connect(timeline, &TimelineState::changed, this, [this](bool picture) {
        if (picture)
            m_table->viewport()->update(); // the colours may be others
        if (picture || scope() == Scope::Found)
            follow();
    });
    connect(timeline, &TimelineState::rangeChanged, this, &NamesPanel::follow);
}

NamesPanel::Scope NamesPanel::scope() const
{
    return static_cast<Scope>(std::max(0, m_scope->currentIndex()));
}

NameScope NamesPanel::Wanted::nameScope() const
{
    NameScope asked;
    asked.range = range;
    asked.by = by;
    if (scope == Scope::Found)
        asked.operations = operations;
    return asked;
}

NamesPanel::Wanted NamesPanel::wanted() const
{
    Wanted now;
    const auto &content = m_timeline->content();
    if (!content || content->isEmpty())
        return now;
    now.recording = {content, &content->recording()};
    now.scope = scope();
    if (const QVariant by = m_grouping->currentData(); by.isValid() && !now.recording->timeline.origins().empty())
        now.by = static_cast<OriginPart>(by.toInt());
    if (now.scope == Scope::Visible)
        now.range = TimeRange{m_timeline->visibleRange().first, m_timeline->visibleRange().second};
    else if (now.scope == Scope::Range)
        now.range = m_timeline->selectedRange().value_or(TimeRange{0, 0});
    else if (now.scope == Scope::Found)
        now.operations = m_timeline->found();
    return now;
}

void NamesPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    follow();
}

void NamesPanel::follow()
{
    if (!m_timeline || !isVisible())
        return;
    Wanted now = wanted();
    m_grouping->setVisible(now.recording && !now.recording->timeline.origins().empty());
    if (now == m_wanted)
        return;
    m_wanted = std::move(now);
    compute();
}

void NamesPanel::compute()
{
    m_durations.cancel();
    m_histogramPlace->hide();
    if (!m_wanted.recording) {
        m_task.cancel();
        m_model->setFigures(nullptr, {});
        m_sum->clear();
        return;
    }
    m_task.startOrDo(
        m_wanted.recording->timeline.size(),
        [asked = m_wanted](const RunControl &control) {
            return figuresByName(asked.recording->timeline, asked.nameScope(), control.stop, shareWork);
        },
        [this](std::vector<NameFigures> figures) {
            m_model->setFigures(m_wanted.recording, std::move(figures), m_wanted.by);
            m_table->setTextElideMode(m_wanted.by ? Qt::ElideLeft : Qt::ElideRight); // the innermost part counts
            m_columns->fit();
            showSum();
            Q_EMIT shown();
        });
}

/// Of the rows in sight.
void NamesPanel::showSum()
{
    std::int64_t totalNs = 0;
    std::size_t operations = 0;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const NameFigures &figures = m_model->at(m_sorted->mapToSource(m_sorted->index(row, 0)).row());
        addTime(totalNs, figures.totalNs);
        operations += figures.count;
    }
    m_sum->setText(m_model->rowCount() == 0 ? QString()
                                            : tr("%1 summed over %2 operations of %3 names")
                                                  .arg(timeText(totalNs))
                                                  .arg(operations)
                                                  .arg(m_sorted->rowCount()));
}

/// Marks the operations of the row in the timeline. The search keeps its own hits.
void NamesPanel::choose(const QModelIndex &row)
{
    if (!row.isValid())
        return;
    const NameFigures figures = m_model->at(m_sorted->mapToSource(row).row());
    if (scope() != Scope::Found)
        m_timeline->setFound(
            operationsOf(m_wanted.recording->timeline, figures.kind, figures.name, m_wanted.nameScope()));
    drawHistogram(figures);
}

void NamesPanel::drawHistogram(const NameFigures &row)
{
    if (!m_histogram) {
        m_histogram = new Chart(m_histogramPlace);
        m_histogramPlace->layout()->addWidget(m_histogram);
    }
    m_durations.startOrDo(
        m_wanted.recording->timeline.size(),
        [asked = m_wanted, row](const RunControl &) {
            return histogramOf(durationsOf(asked.recording->timeline, row.kind, row.name, asked.nameScope()));
        },
        [this, row](const Histogram &histogram) {
            const bool isShort = row.longestNs < 1'000'000;
            const double unit = isShort ? 1e3 : 1e6;
            HistogramData shownData;
            shownData.title = m_model->label(row);
            shownData.xTitle = isShort ? tr("µs") : tr("ms");
            shownData.yTitle = tr("operations");
            shownData.colour = m_timeline->barColour(row.first, TimelineTheme::of(palette()));
            shownData.low = histogram.low / unit;
            shownData.width = histogram.width / unit;
            shownData.counts.assign(histogram.counts.begin(), histogram.counts.end());
            m_histogram->draw(shownData);
            m_histogram->setAccessibleName(tr("Durations of %1").arg(shownData.title));
            m_histogramPlace->show();
        });
}

void NamesPanel::goTo(const QModelIndex &row, bool longest)
{
    const NameFigures &figures = m_model->at(m_sorted->mapToSource(row).row());
    m_timeline->selectSpan(static_cast<int>(longest ? figures.longest : figures.first));
    m_timeline->fitSelection();
}

} // namespace streamscope
