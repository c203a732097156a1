// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Two or three filters whose overlap is asked for in the real window.
#include "gui/results/overlap_filters.h"
#include "gui/results/overlap_view.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/fact_list.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/kineto_file.h"

#include <QCheckBox>
#include <QLabel>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

class TestOverlapFilters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void termsOfTheShares();
    void ofARange();
    void asLanes();
    void mistakes();

private:
    void type(int line, const char *text);
    QString fact(const QString &label) { return m_window->findChild<FactList *>("overlapFacts")->value(label); }
    TimelineState *state() { return m_window->timeline()->state(); }
    /// Their titles.
    QStringList overlapLanes();

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

/// A kernel of 1 ms; an all-reduce of 1 ms that begins in its middle; a copy beside both.
void TestOverlapFilters::init()
{
    const QString path = m_folder.filePath("trace.json");
    store(path, Kineto(0).kernel("gemm", 0, 1'000'000).allReduce(500'000, 1'500'000).copy(900'000, 1'100'000).json());
    m_window = firstWindow();
    openPage(*m_window, m_window->findChild<OverlapView *>());
    m_window->openFile(path);
    QTRY_VERIFY(state()->content() && m_window->workspace().trace());
    QTRY_VERIFY(m_window->findChild<OverlapFilters *>());
}

void TestOverlapFilters::type(int line, const char *text)
{
    auto *edit = m_window->findChild<QLineEdit *>(QStringLiteral("overlapFilter%1").arg(line));
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, QLatin1String(text));
}

QStringList TestOverlapFilters::overlapLanes()
{
    QStringList titles;
    for (const auto &lane : state()->askedLanes())
        titles << lane->title;
    return titles;
}

void TestOverlapFilters::termsOfTheShares()
{
    type(0, "kernel nccl");
    type(1, "kernel !nccl");
    QTRY_VERIFY(!fact("All at once").isEmpty());
    QVERIFY2(fact("All at once").contains(QRegularExpression("^500.µs of 1.ms \\(50\\.0.%\\)$")),
             qPrintable(fact("All at once")));
    QVERIFY2(fact("“kernel nccl” exposed").contains("(50.0"), qPrintable(fact("“kernel nccl” exposed")));
    QVERIFY2(fact("Any of them").contains("(100.0"), qPrintable(fact("Any of them")));
    type(2, "copy");
    QTRY_VERIFY2(fact("All at once").contains("(10.0"), qPrintable(fact("All at once")));
    QTRY_VERIFY2(fact("“kernel nccl” exposed").contains("(40.0"), qPrintable(fact("“kernel nccl” exposed")));
}

void TestOverlapFilters::ofARange()
{
    type(0, "kernel nccl");
    type(1, "kernel !nccl");
    QTRY_VERIFY(!fact("All at once").isEmpty());
    state()->setRange(TimeRange{1'000'000, 1'500'000});
    QTRY_VERIFY2(fact("“kernel nccl” exposed").contains("(100.0"), qPrintable(fact("“kernel nccl” exposed")));
}

/// They stand above the others until nobody wants them or another document is shown.
void TestOverlapFilters::asLanes()
{
    auto *lanes = m_window->findChild<QCheckBox *>("overlapLanes");
    QVERIFY(!lanes->isEnabled());
    type(0, "kernel nccl");
    type(1, "kernel !nccl");
    QTRY_VERIFY(lanes->isEnabled());
    QCOMPARE(overlapLanes(), QStringList());
    lanes->click();
    QTRY_COMPARE(overlapLanes(), (QStringList{"kernel nccl", "kernel !nccl", "All at once", "kernel nccl exposed"}));
    lanes->click();
    QTRY_COMPARE(overlapLanes(), QStringList());
    lanes->click();
    QTRY_COMPARE(overlapLanes().size(), 4);
    type(1, "");
    QTRY_COMPARE(overlapLanes(), QStringList());
}

void TestOverlapFilters::mistakes()
{
    auto *problem = m_window->findChild<QLabel *>("overlapProblem");
    type(0, "kernel");
    QTRY_COMPARE(problem->text(), QString("A second filter is needed."));
    type(1, "> 1xs");
    QTRY_VERIFY2(problem->text().startsWith("filter '> 1xs': "), qPrintable(problem->text()));
    QVERIFY(fact("All at once").isEmpty());
    type(1, "copy");
    QTRY_VERIFY(!problem->isVisible());
}

QTEST_MAIN(TestOverlapFilters)
#include "tst_overlap_filters.moc"
