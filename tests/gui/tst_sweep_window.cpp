// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Sweeps and the curves under the knobs, on real widgets.
#include "gui/window/main_window.h"

#include "gui/parameters/landscape_curve.h"
#include "gui/sweep/sweep_panel.h"
#include "gui/sweep/sweep_view.h"
#include "tests/gui/window_driver.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

class SweepWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void oneClickSweepsAndAPointOpensItsRun();
    void twoKnobsAreAMapAndARowOpens();
    void whatIsDoneStays();
    void wrongValuesAreSaid();
    void everyDocumentHasItsOwn();
    void knobsShowTheirLandscape();
    void curvesGoWithThePrediction();

private:
    template <typename T>
    T *child(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    QTableView *table() const { return child<QTableView>("sweepTable"); }
    void chooseKnob(int number, const char *name, const char *values) const;
    void sweep() const;

    std::unique_ptr<MainWindow> m_window;
};

void SweepWindowTest::init()
{
    m_window = firstWindow();
    m_window->resize(1440, 1100);
    QSignalSpy listed(&m_window->controller(), &RunController::devicesListed);
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    QTRY_VERIFY(m_window->workspace().device());
    child<QAction>("sweep")->trigger();
    QVERIFY(child<SweepPanel>("sweepPanel")->isVisible());
}

void SweepWindowTest::chooseKnob(int number, const char *name, const char *values) const
{
    auto *knob = m_window->findChild<QComboBox *>(QStringLiteral("sweepKnob%1").arg(number));
    knob->setCurrentIndex(knob->findData(QLatin1String(name)));
    m_window->findChild<QLineEdit *>(QStringLiteral("sweepValues%1").arg(number))->setText(QLatin1String(values));
}

void SweepWindowTest::sweep() const
{
    QTest::mouseClick(child<QPushButton>("sweepStart"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("sweepStart")->isEnabled());
}

void SweepWindowTest::oneClickSweepsAndAPointOpensItsRun()
{
    QCOMPARE(child<QComboBox>("sweepKnob1")->currentData().toString(), QStringLiteral("streams")); // proposed
    chooseKnob(1, "streams", "1,2,4");
    sweep();
    QCOMPARE(table()->model()->rowCount(), 3);
    QCOMPARE(child<QLabel>("sweepProgress")->text(), QStringLiteral("3 of 3 done"));
    QVERIFY(!child<QPushButton>("sweepResume")->isEnabled());
    auto *view = child<SweepView>("sweepView");
    QVERIFY(view->picture());
    std::optional<QPoint> first; // the point of one stream is the leftmost
    for (int x = 0; x < view->width() && !first; ++x)
        for (int y = 0; y < view->height() && !first; ++y)
            if (view->picture()->rowAt({double(x), double(y)}) == std::size_t{0})
                first = QPoint(x, y);
    QVERIFY(first);
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    QTest::mouseClick(view, Qt::LeftButton, {}, *first);
    QVERIFY(finished.wait(10'000));
    QCOMPARE(m_window->document().preset().parameters.integer("streams"), 1);
    QCOMPARE(child<QLabel>("figure_makespan")->text().replace(QChar::Nbsp, QLatin1Char(' ')), QStringLiteral("6 ms"));
    QVERIFY(child<QAction>("undo")->text().contains(QStringLiteral("open Streams 1")));
    child<QAction>("undo")->trigger();
    QCOMPARE(m_window->document().preset().parameters.integer("streams"), 2);
}

void SweepWindowTest::twoKnobsAreAMapAndARowOpens()
{
    chooseKnob(1, "streams", "1:4:*2");
    chooseKnob(2, "issue_order", "serial,depth-first,breadth-first");
    sweep();
    QCOMPARE(table()->model()->rowCount(), 9);
    auto *view = child<SweepView>("sweepView");
    QVERIFY(view->isVisible() && view->picture());
    chooseKnob(3, "chunks", "2,4");
    sweep();
    QCOMPARE(table()->model()->rowCount(), 18);
    QVERIFY(!view->isVisible()); // no picture of three
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    table()->setFocus();
    table()->selectRow(17);
    QTest::keyClick(table(), Qt::Key_Return);
    QVERIFY(finished.wait(10'000));
    const Parameters &now = m_window->document().preset().parameters;
    QCOMPARE(now.integer("streams"), 4);
    QCOMPARE(now.choice("issue_order"), std::string("breadth-first"));
    QCOMPARE(now.integer("chunks"), 4);
}

void SweepWindowTest::whatIsDoneStays()
{
    chooseKnob(1, "bytes", "1048576:67108864:+16384");
    chooseKnob(2, "chunks", "16,32,64");
    QTest::mouseClick(child<QPushButton>("sweepStart"), Qt::LeftButton);
    QTRY_VERIFY(table()->model()->rowCount() > 0);
    QVERIFY(child<QLabel>("sweepProgress")->text().contains(QStringLiteral(" s left")));
    QTest::mouseClick(child<QPushButton>("sweepStop"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("sweepStart")->isEnabled());
    const int done = table()->model()->rowCount();
    QVERIFY(done > 0 && child<QPushButton>("sweepResume")->isEnabled());
    QTest::mouseClick(child<QPushButton>("sweepResume"), Qt::LeftButton);
    QTRY_VERIFY(table()->model()->rowCount() > done);
    QTest::mouseClick(child<QPushButton>("sweepStop"), Qt::LeftButton);
    QTRY_VERIFY(child<QPushButton>("sweepResume")->isEnabled());
}

void SweepWindowTest::wrongValuesAreSaid()
{
    chooseKnob(1, "streams", "1,many");
    QTest::mouseClick(child<QPushButton>("sweepStart"), Qt::LeftButton);
    QVERIFY2(child<QLabel>("sweepProblem")->text().contains(QStringLiteral("many")),
             qPrintable(child<QLabel>("sweepProblem")->text()));
    QCOMPARE(table()->model()->rowCount(), 0);
    chooseKnob(1, "streams", "1,2");
    chooseKnob(2, "streams", "1,2");
    QTest::mouseClick(child<QPushButton>("sweepStart"), Qt::LeftButton);
    QVERIFY(child<QLabel>("sweepProblem")->text().contains(QStringLiteral("streams")));
}

void SweepWindowTest::everyDocumentHasItsOwn()
{
    chooseKnob(1, "streams", "1,2");
    sweep();
    m_window->workspace().experiment()->setParameter("chunks", std::int64_t{4}); // it stays open
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("large-pipeline"));
    QCOMPARE(table()->model()->rowCount(), 0);
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    QCOMPARE(table()->model()->rowCount(), 2);
}

void SweepWindowTest::knobsShowTheirLandscape()
{
    auto *curve = child<LandscapeCurve>("landscape_streams");
    QTRY_VERIFY(curve->landscape());
    QTRY_VERIFY(curve->isVisible());
    const KnobLandscape before = *curve->landscape();
    QCOMPARE(std::get<std::int64_t>(before.points[before.present].value), 2);
    QVERIFY(curve->placeOf(0).y() < curve->placeOf(before.present).y()); // one stream is slower: higher
    QVERIFY(curve->toolTip().contains(QStringLiteral("slowest")));
    QVERIFY(!child<LandscapeCurve>("landscape_repeat")->isVisible());
    setKnob(*m_window, "streams", QStringLiteral("1"));
    QTRY_COMPARE(std::get<std::int64_t>(curve->landscape()->points[curve->landscape()->present].value), 1);
}

void SweepWindowTest::curvesGoWithThePrediction()
{
    auto *curve = child<LandscapeCurve>("landscape_streams");
    QTRY_VERIFY(curve->isVisible());
    child<QAction>("predict")->trigger();
    QVERIFY(!curve->isVisible() && !curve->landscape());
    setKnob(*m_window, "streams", QStringLiteral("3"));
    child<QAction>("predict")->trigger();
    QTRY_VERIFY(curve->isVisible());
    QCOMPARE(std::get<std::int64_t>(curve->landscape()->points[curve->landscape()->present].value), 3);
}

QTEST_MAIN(SweepWindowTest)
#include "tst_sweep_window.moc"
