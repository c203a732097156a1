// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Opens traces in the real window. With STREAMSCOPE_PICTURES=FOLDER each test leaves a picture of the window there.
#include "gui/window/main_window.h"
#include "tests/support/model_testers.h"

#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/fact_list.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"

#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/sqlite_bytes.h"

#include <QAction>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace streamscope;
using namespace streamscope::test;

class TracesInWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup();
    void showsFiguresChartsAndReport();
    void figuresOfARange();
    void eachTabShowsOnlyItsOwn();
    void severalDropsAreTabs();
    void twoDropsWithShiftAreCompared();
    void theNextWindowOpensTheSame();
    void eachDocumentHasItsLanesAndMarks();
    void dropsAndRecentFiles();
    void brokenFilesOfferWhatIsWhole_data();
    void brokenFilesOfferWhatIsWhole();
    void stopsAnImport();
    void cpuOnlyTracesAreSaid();
    void aFolderWithOneRecording();

private:
    void openAndWait(const QString &path);
    void drop(const QStringList &paths, Qt::KeyboardModifiers modifiers);
    QString fact(const char *label) { return m_window->findChild<FactList *>("overlapFacts")->value(label); }
    QTabWidget *tabs() { return m_window->findChild<QTabWidget *>("overlapTabs"); }

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void TracesInWindowTest::cleanup()
{
    if (const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES"); !folder.isEmpty() && m_window) {
        QTest::qWait(50);
        for (int tab = 0; tabs() && tab < tabs()->count(); ++tab) {
            tabs()->setCurrentIndex(tab);
            QTest::qWait(20);
            m_window->grab().save(QString("%1/%2-%3.png").arg(folder, QTest::currentTestFunction()).arg(tab));
        }
        m_window->grab().save(QString("%1/%2.png").arg(folder, QTest::currentTestFunction()));
    }
    m_window.reset();
}

void TracesInWindowTest::openAndWait(const QString &path)
{
    openPage(*m_window, m_window->findChild<OverlapView *>()); // nothing is added up while nobody looks
    QSignalSpy shown(m_window->findChild<OverlapView *>(), &OverlapView::shown);
    m_window->openFile(path);
    QVERIFY(shown.wait(20'000));
    QTRY_VERIFY(!m_window->controller().isBusy());
}

void TracesInWindowTest::showsFiguresChartsAndReport()
{
    openAndWait(tracePath("swim_non_blocking_pinned.json.gz"));
    QCOMPARE(m_window->timeline()->state()->content()->timeline().size(), std::size_t{1202});
    QVERIFY(m_window->windowTitle().startsWith("swim_non_blocking_pinned.json.gz — Trace"));
    QVERIFY(fact("Copying hidden").startsWith("96.1"));
    QCOMPARE(fact("Communication hidden"), QString("unknown: no kernel of NCCL or RCCL"));
    QVERIFY(fact("Most streams at once").startsWith("3"));
    auto *facts = m_window->findChild<FactList *>("overlapFacts");
    for (QTreeWidgetItemIterator item(facts); *item; ++item)
        if ((*item)->childCount() == 0)
            QVERIFY2(!(*item)->toolTip(0).isEmpty(), qPrintable((*item)->text(0))); // every figure has its definition
    QVERIFY(tabs()->isTabVisible(4));
    QVERIFY(m_window->findChild<QTextBrowser *>("importReport")->toPlainText().contains("8828 events"));
}

/// A trace has no knobs; its tab and that of the experiment have nothing of each other.
void TracesInWindowTest::eachTabShowsOnlyItsOwn()
{
    m_window->workspace().experiment()->setParameter("chunks", std::int64_t{8}); // it stays open
    openAndWait(tracePath("swim_non_blocking_pinned.json.gz"));
    QTRY_VERIFY(m_window->timeline()->state()->content() && !m_window->timeline()->state()->content()->isPrediction());
    QVERIFY(m_window->findChild<QLabel *>("figure_makespan"));
    QVERIFY(!m_window->findChild<DevicePanel *>()->value("Device 0").isEmpty());
    for (const char *knob : {"parameterForm", "repeatBox", "recordBlocksBox"})
        QVERIFY2(!m_window->findChild<QWidget *>(knob)->isVisible(), knob);
    QVERIFY(!m_window->findChild<QAction *>("run")->isEnabled());
    clickTab(*m_window, 0);
    QTRY_VERIFY(m_window->timeline()->state()->content() && m_window->timeline()->state()->content()->isPrediction());
    for (const char *knob : {"parameterForm", "repeatBox", "recordBlocksBox"})
        QTRY_VERIFY2(m_window->findChild<QWidget *>(knob)->isVisible(), knob);
    QVERIFY(m_window->windowTitle().startsWith("large-pipeline"));
    QVERIFY(!m_window->findChild<QLabel *>("figure_makespan"));
    QVERIFY(m_window->findChild<QLabel *>("figure_prediction"));
    QVERIFY(m_window->findChild<DevicePanel *>()->value("Device 0").isEmpty());
    QCOMPARE(m_window->findChild<OperationsTable *>()->model()->rowCount(),
             static_cast<int>(m_window->timeline()->state()->content()->timeline().size()));
    QVERIFY(!m_window->findChild<QAction *>("exportReport")->isEnabled());
    clickTab(*m_window, 1);
    QVERIFY(m_window->windowTitle().startsWith("swim_non_blocking_pinned.json.gz — Trace"));
    QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(m_window->findChild<DocumentTabs *>()->count(), 1);
    QVERIFY(m_window->windowTitle().startsWith("large-pipeline"));
}

void TracesInWindowTest::figuresOfARange()
{
    openAndWait(tracePath("swim_non_blocking_pinned.json.gz"));
    const QString whole = fact("Span");
    OverlapView *view = m_window->findChild<OverlapView *>();
    QSignalSpy shown(view, &OverlapView::shown);
    view->setRange(TimeRange{20'000'000, 30'000'000});
    QVERIFY(shown.wait(5'000));
    QVERIFY(fact("Span") != whole);
    QVERIFY(fact("H2D copies") != QString());
    QVERIFY(m_window->findChild<QLabel *>("overlapScope")->text().startsWith("Selected range"));
    view->setRange(std::nullopt);
    QVERIFY(shown.wait(5'000));
    QCOMPARE(fact("Span"), whole);
    view->setRange(TimeRange{20'000'000, 30'000'000});
    QVERIFY(shown.wait(5'000));
}

/// Lanes hidden in a trace were hidden in the experiment, too.
void TracesInWindowTest::eachDocumentHasItsLanesAndMarks()
{
    const QString path = tracePath("chunked_depth.json.gz");
    m_window->workspace().experiment()->setParameter("repeat", std::int64_t{7}); // it stays open
    openAndWait(path);
    TimelineState *timeline = m_window->timeline()->state();
    QTRY_VERIFY(timeline->content() && !timeline->content()->isPrediction());
    const QString lane = timeline->lanes().entries.back().key;
    m_window->timeline()->laneControls()->hide(lane);
    m_window->timeline()->laneControls()->togglePinned(timeline->lanes().entries.back().key);
    timeline->changeMarks([](TimelineMarks &marks) { marks.add({1'000'000, "here"}); });
    const LaneArrangement ofTheTrace = timeline->arrangement();

    clickTab(*m_window, 0);
    QVERIFY(!m_window->workspace().shown().isTrace());
    QVERIFY(timeline->arrangement() == LaneArrangement());
    QVERIFY(timeline->marks().markers.empty());
    QTRY_VERIFY(timeline->hasContent());
    m_window->timeline()->laneControls()->hide(timeline->lanes().entries[1].key);
    const LaneArrangement ofTheExperiment = timeline->arrangement();

    clickTab(*m_window, 1);
    QVERIFY(m_window->workspace().shown().isTrace());
    QVERIFY(timeline->arrangement() == ofTheTrace);
    QCOMPARE(timeline->marks().markers.size(), std::size_t{1});
    clickTab(*m_window, 0);
    QVERIFY(timeline->arrangement() == ofTheExperiment);

    m_window = std::make_unique<MainWindow>(); // the next one
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("large-pipeline"));
    QVERIFY(m_window->timeline()->state()->arrangement() == ofTheExperiment);
    openAndWait(path);
    QVERIFY(m_window->timeline()->state()->arrangement() == ofTheTrace);
    QCOMPARE(m_window->timeline()->state()->marks().markers.size(), std::size_t{1});
}

void TracesInWindowTest::drop(const QStringList &paths, Qt::KeyboardModifiers modifiers)
{
    QMimeData files;
    QList<QUrl> urls;
    for (const QString &path : paths)
        urls << QUrl::fromLocalFile(path);
    files.setUrls(urls);
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QDropEvent drop({50, 50}, Qt::CopyAction, &files, Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QCoreApplication::processEvents();
}

void TracesInWindowTest::severalDropsAreTabs()
{
    drop({tracePath("chunked_depth.json.gz"), tracePath("swim_blocking.json.gz")}, Qt::NoModifier);
    const auto *tabs = m_window->findChild<DocumentTabs *>();
    QTRY_COMPARE_WITH_TIMEOUT(tabs->count(), 2, 20'000); // nobody had touched the first document
    QCOMPARE(tabs->tabText(0), QString("chunked_depth.json.gz"));
    QCOMPARE(tabs->tabText(1), QString("swim_blocking.json.gz"));
    QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier); // round the end
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(m_window->windowTitle().startsWith("chunked_depth.json.gz"));
}

void TracesInWindowTest::twoDropsWithShiftAreCompared()
{
    drop({tracePath("swim_blocking.json.gz"), tracePath("swim_non_blocking_pinned.json.gz")}, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().comparison, 20'000);
    const auto *tabs = m_window->findChild<DocumentTabs *>();
    QCOMPARE(tabs->count(), 1);
    QVERIFY2(tabs->tabText(0).contains("swim_blocking") && tabs->tabText(0).contains(QStringLiteral(" → ")),
             qPrintable(tabs->tabText(0)));
    QVERIFY(!m_window->workspace().experiment());
    drop({tracePath("swim_blocking.json.gz"), m_folder.filePath("none.json")}, Qt::ShiftModifier);
    QTRY_VERIFY(m_window->messages()->text().contains("none.json"));
    QCOMPARE(tabs->count(), 1);
}

/// Traces are read when they come to the front.
void TracesInWindowTest::theNextWindowOpensTheSame()
{
    m_window->keepDocuments();
    QVERIFY(m_window->saveTo(m_folder.filePath("mine.json")));
    openAndWait(tracePath("chunked_depth.json.gz"));
    openAndWait(tracePath("swim_blocking.json.gz"));
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    m_window->close();
    m_window = std::make_unique<MainWindow>();
    QFile::remove(m_folder.filePath("mine.json"));
    m_window->reopen();
    QVERIFY2(m_window->messages()->text().contains("mine.json"), qPrintable(m_window->messages()->text()));
    const auto *tabs = m_window->findChild<DocumentTabs *>();
    QCOMPARE(tabs->count(), 3);
    QCOMPARE(tabs->tabText(2), QString("two-stream-exercise"));
    QCOMPARE(tabs->currentIndex(), 2);
    QVERIFY(!m_window->controller().isBusy());
    m_window->show();
    clickTab(*m_window, 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->timeline()->state()->hasContent(), 20'000);
    QCOMPARE(m_window->timeline()->state()->content()->timeline().size(), std::size_t{16});
}

void TracesInWindowTest::dropsAndRecentFiles()
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    drop({tracePath("chunked_depth.json.gz")}, Qt::NoModifier);
    QVERIFY(finished.wait(20'000));
    QVERIFY(Settings::recentFiles().value(0).endsWith("chunked_depth.json.gz"));
    // What is shown can be written as a trace and opened again.
    QSignalSpy exported(m_window.get(), &MainWindow::exported);
    m_window->exportTo(m_folder.filePath("again.trace.json"));
    QVERIFY(exported.wait(20'000));
    openAndWait(m_folder.filePath("again.trace.json"));
    QCOMPARE(m_window->timeline()->state()->content()->timeline().size(), std::size_t{16});
}

void TracesInWindowTest::brokenFilesOfferWhatIsWhole_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    QFile source(tracePath("swim_blocking.json.gz"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    QTest::newRow("Chrome trace") << "cut.json.gz" << source.read(60'000) << "truncated";
    QByteArray nsight = QByteArray::fromStdString(test::database(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, streamId INT, "
        "correlationId INT, globalPid INT, shortName INT);"
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) "
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1000 + i * 10, 1005 + i * 10, 0, 1, 7, i, 1, 1 FROM n;"));
    constexpr qsizetype page = 4'096;
    nsight.replace(nsight.size() / page / 2 * page, page, QByteArray(page, '\0'));
    QTest::newRow("Nsight Systems") << "cut.sqlite" << nsight << "malformed";
    QTest::newRow("operations CSV") << "cut.csv"
                                    << QByteArray("index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,"
                                                  "ready_us,start_us,end_us,clock\n"
                                                  "0,kernel,k,0,A,compute,0,0,0,0.000,0.000,1.000,2.000,event\n"
                                                  "1,kernel,k,0,A,comp")
                                    << "line 3";
}

void TracesInWindowTest::brokenFilesOfferWhatIsWhole()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    QFile cut(m_folder.filePath(name));
    QVERIFY(cut.open(QIODevice::WriteOnly));
    cut.write(bytes);
    cut.close();
    QSignalSpy failed(&m_window->controller(), &RunController::failed);
    m_window->openFile(cut.fileName());
    QVERIFY(failed.wait(20'000));
    QVERIFY2(m_window->messages()->text().contains(said), qPrintable(m_window->messages()->text()));
    QVERIFY(!m_window->messages()->text().contains("--salvage"));
    auto *offer = m_window->findChild<QPushButton *>("messageOffer");
    QVERIFY(offer->isVisible());
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    QTest::mouseClick(offer, Qt::LeftButton);
    QVERIFY(finished.wait(20'000));
    QVERIFY(!m_window->timeline()->state()->content()->isEmpty());
    QVERIFY(m_window->messages()->text().contains("is broken"));
}

void TracesInWindowTest::stopsAnImport()
{
    // Enough events for the window to be asked in between.
    QFile file(m_folder.filePath("long.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\":[");
    const QByteArray event = R"({"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":1,"dur":2},)";
    const QByteArray block = event.repeated(10'000);
    for (int i = 0; i < 300; ++i)
        file.write(block);
    file.write("{}]}");
    file.close();
    QSignalSpy stopped(&m_window->controller(), &RunController::stopped);
    QSignalSpy progress(&m_window->controller(), &RunController::progress);
    m_window->openFile(file.fileName());
    QVERIFY(progress.wait(20'000));
    m_window->controller().stop();
    QVERIFY(stopped.wait(20'000));
    QTRY_VERIFY(m_window->messages()->text().contains("Stopped"));
}

void TracesInWindowTest::cpuOnlyTracesAreSaid()
{
    const QString path = m_folder.filePath("cpu.json");
    store(path, R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2}]})");
    openAndWait(path);
    QVERIFY(m_window->messages()->text().contains("no operation of a GPU"));
}

/// It is that recording; what another program computed is not in doubt.
void TracesInWindowTest::aFolderWithOneRecording()
{
    QVERIFY(QDir(m_folder.path()).mkdir("one"));
    const QString folder = m_folder.filePath("one");
    QVERIFY(QFile::copy(tracePath("small.ssrec"), folder + "/train-4711.ssrec"));
    openAndWait(folder);
    QVERIFY(m_window->windowTitle().startsWith("train-4711.ssrec — Trace"));
    const TimelineContent &content = *m_window->timeline()->state()->content();
    QCOMPARE(content.timeline().size(), std::size_t{8});
    QVERIFY(content.verificationStates().empty());
    QVERIFY(m_window->findChild<QTextBrowser *>("importReport")->toPlainText().contains("StreamScope recording"));
}

QTEST_MAIN(TracesInWindowTest)
#include "tst_traces_in_window.moc"
