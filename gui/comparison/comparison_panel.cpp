// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/comparison/comparison_panel.h"

#include "engine/formats/reports/comparison_words.h"
#include "gui/language/translated.h"
#include "gui/tables/table_columns.h"
#include "gui/widgets/empty_page.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace streamscope {

ComparisonPanel::ComparisonPanel(QWidget *parent)
    : QWidget(parent), m_nothing(new EmptyPage({}, this)), m_totals(new QTreeWidget), m_query(new QLineEdit),
      m_scope(new QComboBox), m_count(new QLabel), m_table(new QTableView), m_model(new DifferencesModel(this))
{
    setObjectName(QStringLiteral("comparisonPanel"));
    m_nothing->setText(tr("Compare (in the tool bar) puts another run, a file or the prediction beside the run that is "
                          "shown, as its baseline."));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    m_contents = splitter;
    splitter->addWidget(makeTotals());
    auto *right = new QWidget;
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(makeFilter());
    makeTable();
    column->addWidget(m_table, 1);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 5);
    splitter->setSizes({430, 900});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_nothing);
    layout->addWidget(splitter, 1);
    setComparison(nullptr);
}

QWidget *ComparisonPanel::makeTotals()
{
    m_totals->setObjectName(QStringLiteral("comparisonTotals"));
    m_totals->setAccessibleName(tr("Totals of both runs"));
    m_totals->setHeaderLabels(
        {tr("Totals"), translated(sideTitle(Side::A)), translated(sideTitle(Side::B)), tr("Change")});
    m_totals->setRootIsDecorated(false);
    m_totals->setFrameShape(QFrame::NoFrame);
    m_totals->setAlternatingRowColors(true);
    m_totals->header()->setStretchLastSection(true);
    return m_totals;
}

QWidget *ComparisonPanel::makeFilter()
{
    m_query->setObjectName(QStringLiteral("comparisonFilter"));
    m_query->setAccessibleName(tr("Filter"));
    m_query->setPlaceholderText(tr("Filter: part of a name, kernel, stream:2, > 1ms …"));
    m_query->setClearButtonEnabled(true);
    m_scope->setObjectName(QStringLiteral("comparisonScope"));
    m_scope->setAccessibleName(tr("Which operations"));
    m_scope->addItems({tr("All operations"), tr("Changed"), tr("Only in %1").arg(translated(sideName(Side::A))),
                       tr("Only in %1").arg(translated(sideName(Side::B)))});
    m_count->setObjectName(QStringLiteral("comparisonCount"));
    auto *copyButton = new QPushButton(tr("Copy as text"));
    copyButton->setObjectName(QStringLiteral("comparisonCopy"));
    copyButton->setToolTip(tr("The selected rows, or all of them, for a spreadsheet"));
    connect(copyButton, &QPushButton::clicked, this, &ComparisonPanel::copy);
    connect(m_query, &QLineEdit::textChanged, this, &ComparisonPanel::filter);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &ComparisonPanel::filter);
    auto *bar = new QWidget;
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 2, 4, 0);
    row->addWidget(m_query, 1);
    row->addWidget(m_scope);
    row->addWidget(m_count);
    row->addWidget(copyButton);
    return bar;
}

void ComparisonPanel::makeTable()
{
    m_table->setObjectName(QStringLiteral("differencesTable"));
    m_table->setAccessibleName(tr("Differences"));
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setSortIndicator(DifferencesModel::Difference, Qt::DescendingOrder);
    m_table->setSortingEnabled(true);
    makeReadable(*m_table);
    m_columns = new TableColumns(m_table, QStringLiteral("differences"));
    auto *copyAction = new QAction(tr("Copy"), m_table);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &ComparisonPanel::copy);
    m_table->addAction(copyAction);
    auto *show = new QAction(tr("Show in the timeline"), m_table);
    show->setObjectName(QStringLiteral("showDifference"));
    connect(show, &QAction::triggered, this, &ComparisonPanel::showWanted);
    connect(m_table, &QTableView::activated, this, &ComparisonPanel::showWanted);
    m_table->addAction(show);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        showCount();
        if (m_model->rowCount() > 0 && std::exchange(m_isNew, false))
            m_columns->fit(); // large tables come later; a filter leaves the widths
        selectSpan(m_selected);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (m_following || !current.isValid())
                    return;
                m_selected = m_model->spanAt(current.row());
                Q_EMIT spanSelected(m_selected);
            });
}

void ComparisonPanel::setComparison(const std::shared_ptr<const PreparedComparison> &comparison)
{
    const QScopedValueRollback following(m_following, true);
    m_comparison = comparison;
    m_isNew = true;
    m_model->setComparison(comparison ? comparison->runs : nullptr);
    m_contents->setVisible(comparison != nullptr);
    m_nothing->setVisible(comparison == nullptr);
    m_totals->clear();
    m_selected = -1;
    showCount();
    if (!comparison)
        return;
    for (const ComparedTotal &total : comparison->totals) {
        auto *item = new QTreeWidgetItem(
            {total.label, totalText(total, Side::A), totalText(total, Side::B), totalChangeText(total)});
        for (int i = 0; i < 4; ++i) {
            item->setToolTip(i, i == 0 ? total.label + QLatin1Char('\n') + total.help : total.help);
            if (i > 0)
                item->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
        }
        m_totals->addTopLevelItem(item);
    }
    for (int i = 0; i < 4; ++i)
        m_totals->resizeColumnToContents(i);
    m_totals->setColumnWidth(0, std::min(m_totals->columnWidth(0), 2 * TableColumns::widestByItself / 3));
}

void ComparisonPanel::filter()
{
    const QScopedValueRollback following(m_following, true);
    m_model->setFilter(parseQuery(m_query->text().toStdString()),
                       static_cast<DifferenceScope>(m_scope->currentIndex()));
}

void ComparisonPanel::showCount()
{
    const qsizetype all = m_comparison ? static_cast<qsizetype>(m_comparison->runs->comparison->operations.size()) : 0;
    m_count->setText(tr("%1 of %2").arg(m_model->rowCount()).arg(all));
}

void ComparisonPanel::selectSpan(int span)
{
    const QScopedValueRollback following(m_following, true);
    m_selected = span;
    const int row = span < 0 ? -1 : m_model->rowOfSpan(static_cast<std::uint32_t>(span));
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    } else if (m_table->currentIndex().row() != row) {
        m_table->selectRow(row);
        m_table->scrollTo(m_model->index(row, 0));
    }
}

QString ComparisonPanel::asText() const
{
    std::vector<int> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    if (rows.empty())
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows.push_back(row);
    QStringList lines, cells;
    for (int column = 0; column < DifferencesModel::ColumnCount; ++column)
        cells << m_model->headerData(column, Qt::Horizontal).toString();
    lines << cells.join(QLatin1Char('\t'));
    for (const int row : rows) {
        cells.clear();
        for (int column = 0; column < DifferencesModel::ColumnCount; ++column)
            cells << m_model->index(row, column).data().toString();
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void ComparisonPanel::copy() const
{
    QGuiApplication::clipboard()->setText(asText());
}

} // namespace streamscope
