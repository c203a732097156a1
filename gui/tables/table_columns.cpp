// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/tables/table_columns.h"

#include "gui/workspace/settings.h"

#include <QEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace streamscope {

namespace {

const QString orderKey = QStringLiteral("order"), columnsKey = QStringLiteral("columns"),
              widthKey = QStringLiteral("width"), hiddenKey = QStringLiteral("hidden");

} // namespace

void makeReadable(QTableView &table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setAlternatingRowColors(true);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 6);
    table.horizontalHeader()->setHighlightSections(false);
}

TableColumns::TableColumns(QTableView *table, const QString &name) : QObject(table), m_table(table), m_name(name)
{
    constexpr int measuredRows = 50;
    QHeaderView *header = table->horizontalHeader();
    header->setResizeContentsPrecision(measuredRows);
    header->setSectionsMovable(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->viewport()->installEventFilter(this);
    connect(header, &QWidget::customContextMenuRequested, this, &TableColumns::offerMenu);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int before, int now) {
        if (m_arranging || before == 0 || now == 0) // hidden or shown
            return;
        m_choices[title(column)].width = now;
        m_changed = true;
    });
    connect(header, &QHeaderView::sectionMoved, this, [this] {
        if (m_arranging)
            return;
        m_order = shownOrder();
        m_changed = true;
    });
    load();
    arrange();
}

TableColumns::~TableColumns()
{
    keep();
}

QString TableColumns::title(int column) const
{
    return m_table->model()->headerData(column, Qt::Horizontal).toString();
}

QStringList TableColumns::shownOrder() const
{
    const QHeaderView *header = m_table->horizontalHeader();
    QStringList titles;
    for (int place = 0; place < header->count(); ++place)
        titles << title(header->logicalIndex(place));
    return titles;
}

/// The columns from left to right. Where the user moved none of a kind of columns, such as the knobs of another sweep,
/// they keep the places that the model gives them.
std::vector<int> TableColumns::wantedOrder() const
{
    const int count = m_table->horizontalHeader()->count();
    std::vector<int> order(static_cast<std::size_t>(count)), known;
    std::iota(order.begin(), order.end(), 0);
    std::copy_if(order.begin(), order.end(), std::back_inserter(known),
                 [this](int column) { return m_order.contains(title(column)); });
    std::vector<int> moved = known;
    std::stable_sort(moved.begin(), moved.end(),
                     [this](int a, int b) { return m_order.indexOf(title(a)) < m_order.indexOf(title(b)); });
    for (std::size_t i = 0; i < known.size(); ++i)
        order[static_cast<std::size_t>(known[i])] = moved[i];
    return order;
}

/// The places and what is hidden, as chosen.
void TableColumns::arrange()
{
    const QScopedValueRollback arranging(m_arranging, true);
    QHeaderView *header = m_table->horizontalHeader();
    int place = 0;
    for (const int column : wantedOrder())
        header->moveSection(header->visualIndex(column), place++);
    for (int column = 0; column < header->count(); ++column) {
        const auto chosen = m_choices.find(title(column));
        m_table->setColumnHidden(column, m_notOffered.contains(column)
                                             || (chosen != m_choices.end() && chosen->second.isHidden));
    }
}

void TableColumns::fit()
{
    arrange();
    const QScopedValueRollback arranging(m_arranging, true);
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_table->horizontalHeader()->count(); ++column) {
        if (m_table->isColumnHidden(column))
            continue;
        const auto chosen = m_choices.find(title(column));
        const int width = chosen != m_choices.end() && chosen->second.width > 0
                              ? chosen->second.width
                              : std::min(widestByItself, m_table->columnWidth(column));
        m_table->setColumnWidth(column, width);
    }
}

void TableColumns::setOffered(int column, bool isOffered)
{
    if (isOffered ? m_notOffered.erase(column) == 0 : !m_notOffered.insert(column).second)
        return;
    arrange();
    if (isOffered)
        fit();
}

/// The last column in sight stays.
void TableColumns::offerMenu(const QPoint &at)
{
    const QHeaderView *header = m_table->horizontalHeader();
    auto *menu = new QMenu(m_table);
    menu->setObjectName(QStringLiteral("columnMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < header->count(); ++column) {
        if (m_notOffered.contains(column))
            continue;
        const bool isShown = !m_table->isColumnHidden(column);
        QAction *action = menu->addAction(title(column));
        action->setCheckable(true);
        action->setChecked(isShown);
        action->setEnabled(!isShown || header->count() - header->hiddenSectionCount() > 1);
        connect(action, &QAction::toggled, this, [this, column](bool shows) { setChosen(column, shows); });
    }
    menu->addSeparator();
    QAction *back = menu->addAction(tr("Reset columns"), this, &TableColumns::reset);
    back->setObjectName(QStringLiteral("resetColumns"));
    menu->popup(header->mapToGlobal(at));
}

void TableColumns::setChosen(int column, bool isShown)
{
    m_choices[title(column)].isHidden = !isShown;
    m_changed = true;
    if (isShown)
        fit();
    else
        arrange();
    keep();
}

void TableColumns::reset()
{
    m_choices.clear();
    m_order.clear();
    fit();
    m_changed = true;
    keep();
}

/// A drag of a column ends.
bool TableColumns::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(this, &TableColumns::keep, Qt::QueuedConnection); // the header takes it first
    return QObject::eventFilter(watched, event);
}

void TableColumns::load()
{
    const QJsonObject kept = QJsonDocument::fromJson(Settings::tableColumns(m_name)).object();
    for (const QJsonValue one : kept[orderKey].toArray())
        m_order << one.toString();
    const QJsonObject columns = kept[columnsKey].toObject();
    for (auto one = columns.begin(); one != columns.end(); ++one) {
        const QJsonObject chosen = one.value().toObject();
        m_choices[one.key()] = {chosen[widthKey].toInt(), chosen[hiddenKey].toBool()};
    }
}

void TableColumns::keep()
{
    if (!m_changed)
        return;
    m_changed = false;
    QJsonObject columns;
    for (const auto &[one, choice] : m_choices)
        columns[one] = QJsonObject{{widthKey, choice.width}, {hiddenKey, choice.isHidden}};
    const QJsonObject kept{{orderKey, QJsonArray::fromStringList(m_order)}, {columnsKey, columns}};
    Settings::setTableColumns(m_name, QJsonDocument(kept).toJson(QJsonDocument::Compact));
}

} // namespace streamscope
