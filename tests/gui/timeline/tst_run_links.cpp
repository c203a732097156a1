// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Dependencies, critical path and range figures of large runs are made beside the window's thread.
#include "gui/results/operations_table.h"
#include "gui/results/range_panel.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/model/run_links.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace streamscope;

class RunLinksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void smallRunsAreReadyAtOnce();
    void largeRunsFollow();
    void whatWasMadeForAFormerRunIsDropped();
    void theWidgetShowsThePathWhenItIsThere();
    void rangesOfLargeRunsFollow();
};

void RunLinksTest::smallRunsAreReadyAtOnce()
{
    RunLinks links;
    QVERIFY(!links.prepare()); // there is no run
    links.setRun(std::make_shared<TimelineContent>(evenKernels(100, 1000, 1000, 0)), nullptr);
    QVERIFY(links.path().empty());
    QVERIFY(links.prepare());
    QCOMPARE(links.path().size(), std::size_t{100});
    QVERIFY(links.isOnPath(0) && links.isOnPath(99) && !links.isOnPath(100));
    QCOMPARE(links.of(50).size(), std::size_t{2}); // the one before and the one behind
    QCOMPARE(links.of(0).size(), std::size_t{1});
}

void RunLinksTest::largeRunsFollow()
{
    RunLinks links;
    QSignalSpy changed(&links, &RunLinks::changed);
    links.setRun(std::make_shared<TimelineContent>(evenKernels(300'000, 1000, 1000, 0)), nullptr);
    QVERIFY(!links.prepare());
    QVERIFY(links.isWorking());
    QVERIFY(links.of(5).empty());
    QVERIFY(changed.wait(60'000));
    QVERIFY(links.prepare());
    QCOMPARE(links.path().size(), std::size_t{300'000});
    QCOMPARE(links.of(5).size(), std::size_t{2});
}

void RunLinksTest::whatWasMadeForAFormerRunIsDropped()
{
    RunLinks links;
    QSignalSpy changed(&links, &RunLinks::changed);
    links.setRun(std::make_shared<TimelineContent>(evenKernels(300'000, 1000, 1000, 0)), nullptr);
    QVERIFY(!links.prepare());
    links.setRun(std::make_shared<TimelineContent>(evenKernels(250'000, 1000, 1000, 0)), nullptr);
    QVERIFY(!links.prepare());
    QVERIFY(changed.wait(60'000));
    QCOMPARE(links.path().size(), std::size_t{250'000});
    QVERIFY(!changed.wait(300));
}

void RunLinksTest::theWidgetShowsThePathWhenItIsThere()
{
    TimelineWidget widget;
    widget.resize(900, 400);
    widget.setContent(std::make_shared<TimelineContent>(evenKernels(300'000, 1000, 900, 0)));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QTest::keyClick(&widget, Qt::Key_C);
    QVERIFY(widget.state()->showsCriticalPath());
    const QImage before = widget.viewport()->grab().toImage();
    QTRY_COMPARE_WITH_TIMEOUT(widget.state()->criticalPath().size(), std::size_t{300'000}, 60'000);
    QTRY_VERIFY(widget.viewport()->grab().toImage() != before); // "Looking for dependencies" has gone
    QTest::keyClick(&widget, Qt::Key_C);
    QVERIFY(widget.state()->criticalPath().empty());
}

void RunLinksTest::rangesOfLargeRunsFollow()
{
    TimelineWidget widget;
    SearchBar search;
    OperationsTable table;
    RangePanel range;
    TimelineCoordinator coordinator(&widget, &search, &table, &range);
    const auto recording = evenKernels(300'000, 1000, 500, 0);
    coordinator.setContent(std::make_shared<TimelineContent>(recording), nullptr);
    for (int i = 1; i <= 50; ++i) // as a drag does
        widget.state()->setRange(TimeRange{0, i * 1'000'000});
    QCOMPARE(range.value("Operations"), QStringLiteral("adding up …"));
    QTRY_COMPARE_WITH_TIMEOUT(range.value("Operations"), QStringLiteral("50000"), 60'000);
    widget.state()->setRange(std::nullopt);
    QVERIFY(range.value("Operations").isEmpty());
}

QTEST_MAIN(RunLinksTest)
#include "tst_run_links.moc"
