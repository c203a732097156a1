// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Memory runs out on another thread, wherever the window works beside its own: a message says it, and the program goes
// on. Only large blocks are refused, and only on other threads, so that Qt itself still works.
#include "gui/background/shared_work.h"
#include "gui/comparison/differences_model.h"
#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/results/operations_table.h"
#include "gui/results/overlap_view.h"
#include "gui/results/range_panel.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/model/run_links.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/log_view.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"
#include "gui/workspace/settings.h"
#include "tests/gui/sample_runs.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QSemaphore>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

std::atomic<std::size_t> maxBytes = 0; ///< of one block on another thread; 0: as many as there are
const std::thread::id windowThread = std::this_thread::get_id();

} // namespace

void *operator new(std::size_t bytes)
{
    const std::size_t most = maxBytes;
    if (most > 0 && bytes > most && std::this_thread::get_id() != windowThread)
        throw std::bad_alloc();
    if (void *memory = std::malloc(bytes > 0 ? bytes : 1))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void *memory) noexcept
{
    std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
    std::free(memory);
}

using namespace streamscope;

namespace {

/// While it lives, memory is short on other threads.
struct ShortOfMemory
{
    explicit ShortOfMemory(std::size_t bytes = 200'000) { maxBytes = bytes; }
    ShortOfMemory(const ShortOfMemory &) = delete;
    ShortOfMemory &operator=(const ShortOfMemory &) = delete;
    ~ShortOfMemory() { maxBytes = 0; }
};

} // namespace

class BackgroundFailuresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void sharedWorkThrowsOnItsCaller();
    void lanesOfALargeRun();
    void dependencies();
    void figuresOfARange();
    void rowsOfAComparison();
    void overlap();
    void predictionInTheWindow();
    void traceInTheWindow();
    void pictureInTheWindow();

private:
    /// The problem that the window would show.
    bool isSaid() { return m_arose->size() == 1 && m_arose->at(0)[0].toString().contains("memory"); }

    std::unique_ptr<QSignalSpy> m_arose;
};

void BackgroundFailuresTest::init()
{
    QFile::remove(Settings::fileName());
    m_arose = std::make_unique<QSignalSpy>(&BackgroundProblems::instance(), &BackgroundProblems::arose);
}

void BackgroundFailuresTest::sharedWorkThrowsOnItsCaller()
{
    for (int i = 0; i < 100; ++i) {
        QSemaphore helperWorks; // once a helper has come, it is the one that throws
        const auto part = [&](std::size_t) {
            if (std::this_thread::get_id() == windowThread)
                helperWorks.tryAcquire(1, 20);
            else
                helperWorks.release();
            throw std::bad_alloc();
        };
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, shareWork(16, part));
    }
}

/// Made on several threads: what the others cannot do, ends the whole.
void BackgroundFailuresTest::lanesOfALargeRun()
{
    const auto recording = evenKernels(300'000, 1000, 1000, 0);
    BackgroundTask task;
    bool isMade = false;
    const ShortOfMemory shortage;
    task.start([&](const RunControl &) { return std::make_shared<const TimelineContent>(recording); },
               [&](const std::shared_ptr<const TimelineContent> &) { isMade = true; });
    QTRY_VERIFY(isSaid());
    QVERIFY(!isMade);
}

void BackgroundFailuresTest::dependencies()
{
    RunLinks links;
    QSignalSpy changed(&links, &RunLinks::changed);
    links.setRun(std::make_shared<TimelineContent>(evenKernels(300'000, 1000, 1000, 0)), nullptr);
    const ShortOfMemory shortage;
    QVERIFY(!links.prepare());
    QVERIFY(changed.wait(60'000));
    QVERIFY(isSaid());
    QVERIFY(links.prepare()); // nobody asks again
    QVERIFY(links.of(5).empty() && links.path().empty() && !links.isOnPath(5));
}

void BackgroundFailuresTest::figuresOfARange()
{
    TimelineWidget widget;
    SearchBar search;
    OperationsTable table;
    RangePanel range;
    TimelineCoordinator coordinator(&widget, &search, &table, &range);
    const auto recording = evenKernels(300'000, 1000, 500, 0);
    coordinator.setContent(std::make_shared<TimelineContent>(recording), nullptr);
    const ShortOfMemory shortage(1000);
    widget.state()->setRange(TimeRange{0, 200'000'000});
    QCOMPARE(range.value("Operations"), QStringLiteral("adding up …"));
    QTRY_VERIFY(range.value("Operations").isEmpty());
    QVERIFY(isSaid());
}

void BackgroundFailuresTest::rowsOfAComparison()
{
    NamedRun a, b;
    a.recording = evenKernels(60'000, 10'000, 4'000, 0);
    b.recording = evenKernels(59'000, 10'000, 5'000, 0);
    const auto compared = std::make_shared<const ComparedRuns>(a, b, ComparisonScale::Absolute);
    DifferencesModel model;
    const ShortOfMemory shortage;
    model.setComparison(compared);
    QTRY_VERIFY(isSaid());
    QCOMPARE(model.rowCount(), 0);
}

void BackgroundFailuresTest::overlap()
{
    OverlapView view;
    auto result = std::make_shared<RunResult>(*runPreset("two-stream-exercise"));
    result->recording = *evenKernels(300'000, 1000, 500, 0);
    const ShortOfMemory shortage(5'000);
    view.setResult(result);
    QTRY_VERIFY(isSaid());
}

/// The window says it, and the same window predicts once there is memory again.
void BackgroundFailuresTest::predictionInTheWindow()
{
    MainWindow window;
    const auto setChunks = [&](const QString &text) {
        auto *line =
            window.findChild<ParameterForm *>("parameterForm")->field("chunks")->editor()->findChild<QLineEdit *>();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    };
    QTRY_VERIFY(window.timeline()->state()->content());
    {
        const ShortOfMemory shortage(2'000);
        setChunks("64");
        QTRY_VERIFY(window.messages()->text().contains("memory"));
    }
    QCOMPARE(window.messages()->kind(), MessageBar::Kind::Error);
    QVERIFY(window.findChild<LogView *>()->toPlainText().contains("memory"));
    setChunks("32");
    QTRY_VERIFY(window.timeline()->state()->content()
                && window.timeline()->state()->content()->timeline().size() == 96);
}

void BackgroundFailuresTest::traceInTheWindow()
{
    MainWindow window;
    QSignalSpy failed(&window.controller(), &RunController::failed);
    const ShortOfMemory shortage(50'000);
    window.openFile(qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR")
                    + "/tests/data/traces/swim_non_blocking_pinned.json.gz");
    QVERIFY(failed.wait(20'000));
    QVERIFY(window.messages()->text().contains("memory"));
}

void BackgroundFailuresTest::pictureInTheWindow()
{
    QTemporaryDir folder;
    MainWindow window;
    QTRY_VERIFY(window.timeline()->state()->content());
    QSignalSpy exported(&window, &MainWindow::exported);
    const ShortOfMemory shortage(1'000);
    window.exportTo(folder.filePath("a.svg"));
    QVERIFY(exported.wait(20'000));
    QVERIFY(window.messages()->text().contains("memory"));
    QVERIFY(!QFile::exists(folder.filePath("a.svg")));
}

QTEST_MAIN(BackgroundFailuresTest)
#include "tst_background_failures.moc"
