// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The tables of the window: filter lines, columns that stay as they were arranged, and the way to the timeline.
#include "gui/window/main_window.h"

#include "engine/formats/traces/operations_csv.h"
#include "gui/comparison/comparison_controller.h"
#include "gui/results/names_panel.h"
#include "gui/results/operations_model.h"
#include "gui/results/operations_table.h"
#include "gui/sweep/sweep_panel.h"
#include "gui/tables/table_columns.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/spans.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

class TablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void theFilterOfOperationsIsTheSearch();
    void namesAndSweepsFilterByWords();
    void columnsComeBackAsTheyWereArranged();
    void columnsOfAnotherSweepStandWhereTheyBelong();
    void columnsAreReset();
    void namesAreAtMost300Pixels();
    void tabLeavesEveryTable();
    void differencesLeadToTheTimeline();

private:
    template <typename T>
    T *child(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    void run() const;
    void open(const char *table) const { openPage(*m_window, child<QTableView>(table)); }
    QMenu *columnMenu(const char *table) const;
    void compare() const;
    void sweep(const char *knob, const char *values) const;
    QStringList shownColumns(const char *table) const;

    std::unique_ptr<MainWindow> m_window;
};

void TablesTest::init()
{
    m_window = firstWindow();
    run();
}

void TablesTest::run() const
{
    child<QAction>("run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().content && !m_window->controller().isBusy(), 20'000);
}

QMenu *TablesTest::columnMenu(const char *table) const
{
    auto *view = child<QTableView>(table);
    Q_EMIT view->horizontalHeader()->customContextMenuRequested({5, 5});
    return view->findChild<QMenu *>("columnMenu");
}

void TablesTest::compare() const
{
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    run();
    auto *controller = m_window->findChild<ComparisonController *>();
    QSignalSpy shown(controller, &ComparisonController::shown);
    child<QAction>("comparePrediction")->trigger();
    QVERIFY(shown.wait(10'000));
}

void TablesTest::sweep(const char *knob, const char *values) const
{
    auto *box = child<QComboBox>("sweepKnob1");
    box->setCurrentIndex(box->findData(QLatin1String(knob)));
    child<QLineEdit>("sweepValues1")->setText(QLatin1String(values));
    child<QPushButton>("sweepStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("sweepStart")->isEnabled(), 20'000);
}

/// The titles from left to right.
QStringList TablesTest::shownColumns(const char *table) const
{
    const auto *view = child<QTableView>(table);
    const QHeaderView *header = view->horizontalHeader();
    QStringList titles;
    for (int place = 0; place < header->count(); ++place)
        if (const int column = header->logicalIndex(place); !view->isColumnHidden(column))
            titles << view->model()->headerData(column, Qt::Horizontal).toString();
    return titles;
}

void TablesTest::theFilterOfOperationsIsTheSearch()
{
    open("operationsTable");
    const auto *table = child<QTableView>("operationsTable");
    const int all = table->model()->rowCount();
    auto *line = child<QLineEdit>("operationsFilter");
    QTest::keyClicks(line, QStringLiteral("h2d"));
    QCOMPARE(table->model()->rowCount(), all / 3); // a copy in, a kernel, a copy out
    QCOMPARE(child<QLabel>("operationsCount")->text(), QStringLiteral("%1 of %2").arg(all / 3).arg(all));
    QCOMPARE(child<QLineEdit>("searchLine")->text(), QStringLiteral("h2d"));
    QCOMPARE(static_cast<int>(m_window->timeline()->state()->found().size()), all / 3);
    child<QAction>("find")->trigger(); // the bar shows the same text
    child<QLineEdit>("searchLine")->setText(QStringLiteral("kernel stream:1"));
    QCOMPARE(line->text(), QStringLiteral("kernel stream:1"));
    QVERIFY(table->model()->rowCount() > 0 && table->model()->rowCount() < all / 3);
    QTest::keyClick(child<QLineEdit>("searchLine"), Qt::Key_Escape);
    QVERIFY(line->text().isEmpty());
    QCOMPARE(table->model()->rowCount(), all);
}

void TablesTest::namesAndSweepsFilterByWords()
{
    open("namesTable");
    const auto *names = child<QTableView>("namesTable");
    const int all = names->model()->rowCount();
    QVERIFY(all > 3);
    const QString sumOfAll = child<QLabel>("namesSum")->text();
    QTest::keyClicks(child<QLineEdit>("namesFilter"), QStringLiteral("HOST device 1"));
    const int some = names->model()->rowCount();
    QVERIFY(some > 0 && some < all);
    for (int row = 0; row < some; ++row) {
        QString texts;
        for (int column = 0; column < names->model()->columnCount(); ++column)
            texts += names->model()->index(row, column).data().toString() + QLatin1Char(' ')
                     + names->model()->index(row, column).data(Qt::ToolTipRole).toString();
        for (const char *word : {"host", "device", "1"})
            QVERIFY2(texts.contains(QLatin1String(word), Qt::CaseInsensitive), qPrintable(texts));
    }
    QVERIFY(child<QLabel>("namesSum")->text() != sumOfAll); // of the rows in sight
    QVERIFY(child<QLabel>("namesSum")->text().contains(QStringLiteral("of %1 names").arg(some)));
    child<QLineEdit>("namesFilter")->clear();
    QCOMPARE(child<QLabel>("namesSum")->text(), sumOfAll);

    child<QAction>("sweep")->trigger();
    sweep("streams", "1,2,4");
    const auto *rows = child<QTableView>("sweepTable");
    QCOMPARE(rows->model()->rowCount(), 3);
    const QString slowest = rows->model()->index(0, 1).data().toString();
    QTest::keyClicks(child<QLineEdit>("sweepFilter"), slowest);
    QCOMPARE(rows->model()->rowCount(), 1);
    QCOMPARE(rows->model()->index(0, 1).data().toString(), slowest);
}

void TablesTest::columnsComeBackAsTheyWereArranged()
{
    open("operationsTable");
    auto *table = child<QTableView>("operationsTable");
    QVERIFY(!shownColumns("operationsTable").contains(QStringLiteral("Predicted")));
    columnMenu("operationsTable")->actions()[OperationsModel::Engine]->trigger();
    QVERIFY(table->isColumnHidden(OperationsModel::Engine));
    QHeaderView *header = table->horizontalHeader();
    header->resizeSection(OperationsModel::Name, 217);
    header->moveSection(header->visualIndex(OperationsModel::Duration), 0);
    const QStringList arranged = shownColumns("operationsTable");
    // Other contents, and the next window.
    setKnob(*m_window, "chunks", QStringLiteral("4"));
    run();
    QCOMPARE(shownColumns("operationsTable"), arranged);
    QCOMPARE(table->columnWidth(OperationsModel::Name), 217);
    m_window.reset();
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    table = child<QTableView>("operationsTable");
    QCOMPARE(shownColumns("operationsTable"), arranged);
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("large-pipeline"));
    run();
    QCOMPARE(table->columnWidth(OperationsModel::Name), 217);
    QVERIFY(table->isColumnHidden(OperationsModel::Engine));
    QCOMPARE(shownColumns("namesTable").size(), qsizetype{NamesModel::ColumnCount}); // its own
}

void TablesTest::columnsOfAnotherSweepStandWhereTheyBelong()
{
    child<QAction>("sweep")->trigger();
    sweep("streams", "1,2");
    QHeaderView *header = child<QTableView>("sweepTable")->horizontalHeader();
    const QStringList before = shownColumns("sweepTable");
    header->moveSection(header->count() - 1, 1); // the status behind the knob
    const QStringList moved = shownColumns("sweepTable");
    QVERIFY(moved != before);
    sweep("chunks", "2,4");
    QStringList other = shownColumns("sweepTable");
    QVERIFY(other.front() != moved.front()); // the knob comes first still
    other.front() = moved.front();
    QCOMPARE(other, moved);
}

void TablesTest::columnsAreReset()
{
    open("namesTable");
    auto *table = child<QTableView>("namesTable");
    const QStringList before = shownColumns("namesTable");
    const int width = table->columnWidth(NamesModel::Total);
    table->horizontalHeader()->moveSection(3, 1);
    table->setColumnWidth(NamesModel::Total, width + 50);
    QMenu *menu = columnMenu("namesTable");
    menu->actions()[NamesModel::Median]->trigger();
    QVERIFY(shownColumns("namesTable") != before);
    menu->findChild<QAction *>("resetColumns")->trigger();
    QCOMPARE(shownColumns("namesTable"), before);
    QCOMPARE(table->columnWidth(NamesModel::Total), width);
}

void TablesTest::namesAreAtMost300Pixels()
{
    const QTemporaryDir folder;
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    Span span = kernelSpan(1'000, 5'000);
    span.name = timeline.intern("void " + std::string(400, 'k') + "<int>()");
    timeline.append(span);
    const QString path = folder.filePath(QStringLiteral("long.csv"));
    store(path, operationsCsv(timeline));
    m_window->openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().isTrace() && m_window->workspace().shown().content, 20'000);
    open("namesTable");
    open("operationsTable");
    const auto *operations = child<QTableView>("operationsTable");
    QCOMPARE(operations->columnWidth(OperationsModel::Name), TableColumns::widestByItself);
    QCOMPARE(operations->textElideMode(), Qt::ElideRight);
    QVERIFY(child<QTableView>("namesTable")->columnWidth(NamesModel::Name) <= TableColumns::widestByItself);
}

void TablesTest::tabLeavesEveryTable()
{
    compare();
    child<QAction>("sweep")->trigger();
    sweep("streams", "1,2");
    for (const char *name : {"operationsTable", "namesTable", "differencesTable", "sweepTable"}) {
        open(name);
        auto *table = child<QTableView>(name);
        QVERIFY2(table->model()->rowCount() > 0, name);
        table->setFocus();
        QTRY_VERIFY2(table->hasFocus(), name);
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Tab);
        QVERIFY2(!table->hasFocus(), name);
        QCOMPARE(table->currentIndex().column(), 0);
    }
}

void TablesTest::differencesLeadToTheTimeline()
{
    compare();
    open("differencesTable");
    auto *table = child<QTableView>("differencesTable");
    const int width = table->columnWidth(0);
    child<QLineEdit>("comparisonFilter")->setText(QStringLiteral("kernel"));
    QCOMPARE(table->columnWidth(0), width); // no column jumps while somebody types
    child<QLineEdit>("comparisonFilter")->clear();
    table->selectRow(3);
    TimelineState *timeline = m_window->timeline()->state();
    QVERIFY(timeline->selectedSpan());
    const double before = timeline->axis().nsPerPixel;
    QVERIFY(table->actions().contains(child<QAction>("showDifference"))); // of the context menu
    child<QAction>("showDifference")->trigger();
    QVERIFY(timeline->axis().nsPerPixel < before);
}

QTEST_MAIN(TablesTest)
#include "tst_tables.moc"
