// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The steps of a trace in the real window. With STREAMSCOPE_PICTURES=FOLDER each test leaves a picture there.
#include "engine/program/errors.h"
#include "engine/run/what_if/replayed_run.h"
#include "gui/results/operations_model.h"
#include "gui/results/operations_table.h"
#include "gui/results/panels.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/window/open_documents.h"
#include "gui/workspace/settings.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/trace_event.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int oddStep = 2;

/// Five steps of two kernels; in one step the second kernel takes four times as long.
QByteArray trainingJson()
{
    std::string events;
    for (int step = 0; step < 5; ++step) {
        const int t = 1'000 * step;
        events += traceEvent("user_annotation", "step " + std::to_string(step), 1, t + 10, 900);
        for (int kernel = 0; kernel < 2; ++kernel) {
            const std::string correlation = "\"correlation\":" + std::to_string(2 * step + kernel + 1);
            const int length = kernel == 0 ? 200 : step == oddStep ? 400 : 100 + step;
            events += traceEvent("cuda_runtime", "cudaLaunchKernel", 1, t + 40 + 20 * kernel, 10,
                                 "\"cbid\":1," + correlation);
            events += traceEvent("kernel", kernel == 0 ? "gemm" : "softmax", 7, t + 100 + 300 * kernel, length,
                                 R"j("device":0,"context":1,"stream":7,)j" + correlation);
        }
    }
    events.pop_back();
    return QByteArray::fromStdString("{\"traceEvents\":[" + events + "]}");
}

} // namespace

class TestStepsWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aClickDescribesTheStep();
    void aDoubleClickZooms();
    void theMenuCompares();
    void linksCompareAndZoom();
    void commandsGoToSteps();
    void anOperationSaysItsQueueLatency();
    void allStepsFold();
    void aFoldIsNoRun();
    void columnsSayWhatIssuedAnOperation();
    void runsWithoutStepsHaveNone();

private:
    TimelineState *state() { return m_window->timeline()->state(); }
    SelectionPanel *panel() { return m_window->findChild<SelectionPanel *>(); }
    /// With plain spaces.
    QString fact(const char *label) { return panel()->value(label).replace(QChar(0xa0), ' '); }
    QAction *action(const char *name) { return m_window->findChild<QAction *>(name); }
    QPoint bar(int step);
    void click(int step) { QTest::mouseClick(m_window->timeline()->viewport(), Qt::LeftButton, {}, bar(step)); }
    /// Presses on a link of the page Selection.
    void follow(const QString &label, const QString &value);

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void TestStepsWindow::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    store(m_folder.filePath("training.json"), trainingJson());
    std::string one = traceEvent("kernel", "gemm", 7, 0, 10, R"j("device":0,"context":1,"stream":7,"correlation":1)j");
    one.pop_back();
    store(m_folder.filePath("one.json"), QByteArray::fromStdString("{\"traceEvents\":[" + one + "]}"));
}

void TestStepsWindow::init()
{
    m_window = firstWindow();
    m_window->openFile(m_folder.filePath("training.json"));
    QTRY_VERIFY(m_window->workspace().shown().isTrace() && state()->content()
                && state()->content() == m_window->workspace().shown().content);
    openPage(*m_window, panel());
}

void TestStepsWindow::cleanup()
{
    if (const QString pictures = qEnvironmentVariable("STREAMSCOPE_PICTURES"); !pictures.isEmpty()) {
        QTest::qWait(50);
        m_window->grab().save(QString("%1/%2.png").arg(pictures, QTest::currentTestFunction()));
    }
    m_window.reset();
}

/// The middle of the bar of a step, on the lane of the steps.
QPoint TestStepsWindow::bar(int step)
{
    int seen = 0;
    const TimelineScene &scene = state()->scene();
    for (const SceneBar &bar : scene.bars)
        if (scene.lanes[bar.lane].content->key == "steps" && seen++ == step)
            return bar.rect.center().toPoint();
    return {};
}

void TestStepsWindow::follow(const QString &label, const QString &value)
{
    for (QTreeWidgetItem *item : panel()->findItems(label, Qt::MatchExactly | Qt::MatchRecursive, 0)) {
        if (!item->text(1).replace(QChar(0xa0), ' ').contains(value))
            continue;
        panel()->scrollToItem(item);
        QTest::mouseClick(panel()->viewport(), Qt::LeftButton, {}, panel()->visualItemRect(item).center());
        QCoreApplication::processEvents(); // links are followed when the click is over
        return;
    }
    QFAIL(qPrintable(label + " has no link: " + value));
}

void TestStepsWindow::aClickDescribesTheStep()
{
    QVERIFY(!action("compareMedianStep")->isEnabled());
    click(oddStep);
    QCOMPARE(fact("Step"), "step 2");
    QCOMPARE(fact("Duration"), "700 µs");
    QCOMPARE(fact("From the median"), "+297 µs");
    QVERIFY(!fact("Odd").isEmpty());
    QVERIFY(action("compareMedianStep")->isEnabled());
    state()->selectSpan(0); // an operation has the page
    QCOMPARE(fact("Name"), "gemm");
    QCOMPARE(fact("Step"), "");
    click(0);
    QCOMPARE(fact("Step"), "step 0");
    QVERIFY(!action("compareStepBefore")->isEnabled());
    state()->clearSelection();
    QCOMPARE(fact("Step"), "");
}

void TestStepsWindow::aDoubleClickZooms()
{
    QTest::mouseDClick(m_window->timeline()->viewport(), Qt::LeftButton, {}, bar(1));
    const auto [from, to] = state()->visibleRange();
    QVERIFY(from < 1'060'000 && from > 860'000 && to > 1'461'000 && to < 1'660'000);
}

void TestStepsWindow::theMenuCompares()
{
    const QPoint at = bar(oddStep);
    QWidget *viewport = m_window->timeline()->viewport();
    QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, viewport->mapToGlobal(at));
    QCoreApplication::sendEvent(viewport, &wanted);
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QVERIFY(menu->actions().contains(action("oddStep")));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action("compareStepBefore")).center());
    QVERIFY(!panel()->findItems("Compared with step 1", Qt::MatchExactly).isEmpty());
    QCOMPARE(fact("Longer by"), "+299 µs (401 µs, here 700 µs)");
    QCOMPARE(fact("More operations"), "0 (2, here 2)");
    QCOMPARE(fact("softmax"), "+299 µs (101 µs, here 400 µs) · 1 × in both");
    QCOMPARE(fact("gemm"), ""); // takes the same time
    QVERIFY(panel()->isVisible());
}

void TestStepsWindow::linksCompareAndZoom()
{
    click(oddStep);
    follow("Compare", "median");
    QVERIFY(!panel()->findItems("Compared with step 2", Qt::MatchExactly).size());
    QVERIFY(fact("softmax").startsWith("+297 µs"));
    follow("Compare", "before"); // in place of the former comparison
    QCOMPARE(panel()->findItems("Compared with", Qt::MatchStartsWith).size(), 1);
    QVERIFY(fact("softmax").startsWith("+299 µs"));
    follow("softmax", "+299 µs");
    const auto [from, to] = state()->visibleRange();
    QVERIFY(from > 2'260'000 && from < 2'360'000 && to > 2'760'000 && to < 2'860'000);
    QCOMPARE(fact("Step"), "step 2"); // the page stays
}

void TestStepsWindow::commandsGoToSteps()
{
    action("oddStep")->trigger();
    QCOMPARE(state()->selectedRange()->begin, 2'060'000); // the first call, at 40 µs, is the origin
    QCOMPARE(fact("Step"), "step 2");
    QVERIFY(state()->visibleRange().first > 1'900'000 && state()->visibleRange().second < 3'000'000);
    action("medianStep")->trigger();
    QCOMPARE(fact("Step"), "step 3");                   // of 101, 102, 103, 104 and 400
    QVERIFY(!action("compareMedianStep")->isEnabled()); // it is the median
    action("compareStepBefore")->trigger();
    QVERIFY(fact("Longer by").startsWith(QString::fromUtf8("−297 µs")));
}

void TestStepsWindow::anOperationSaysItsQueueLatency()
{
    action("oddStep")->trigger();
    state()->selectSpan(2 * oddStep + 1);
    QCOMPARE(fact("Name"), "softmax");
    QCOMPARE(fact("Queue latency"),
             "330 µs from the call's end to the start"); // called at 60, over at 70, begun at 400
}

void TestStepsWindow::allStepsFold()
{
    const auto trace = m_window->workspace().shown().result;
    Document *const of = &m_window->workspace().front();
    const std::size_t before = m_window->workspace().documents().size();
    action("foldSteps")->trigger();
    QTRY_VERIFY(state()->content() && state()->content()->timeline().fold());
    QCOMPARE(m_window->workspace().front().displayName(), QString::fromUtf8("Median of 5 steps · training.json"));
    QVERIFY2(m_window->windowTitle().contains(QString::fromUtf8("Median of 5 steps")),
             qPrintable(m_window->windowTitle()));
    QCOMPARE(m_window->findChild<QLabel *>("figure_origin")->text(), "median of 5 steps");
    QCOMPARE(m_window->findChild<QLabel *>("figure_foldedStep")->text().replace(QChar(0xa0), ' '), "403 µs");
    QCOMPARE(state()->content()->timeline().size(), std::size_t{2});
    state()->selectSpan(1);
    QCOMPARE(fact("Name"), "softmax");
    QCOMPARE(fact("Folded"), "in 5 of 5 steps");
    QCOMPARE(fact("Duration"), "median 103 µs, quartiles 101 to 104 µs, all 100 to 400 µs");
    QVERIFY2(fact("Clock").startsWith("median of 5 steps"), qPrintable(fact("Clock")));
    QCOMPARE(fact("Issued"), "");
    QVERIFY(spanToolTip(state()->content()->timeline(), 1, 1).contains("median 103"));
    m_window->workspace().bringToFront(of); // once more: the same document
    QTRY_VERIFY(state()->content() && !state()->content()->timeline().fold());
    action("foldSteps")->trigger();
    QTRY_VERIFY(state()->content() && state()->content()->timeline().fold());
    QCOMPARE(m_window->workspace().documents().size(), before + 1);
    m_window->workspace().close(&m_window->workspace().front());
    QCOMPARE(m_window->workspace().shown().result, trace);
}

/// It is neither replayed nor opened again, and has no steps of its own.
void TestStepsWindow::aFoldIsNoRun()
{
    action("foldSteps")->trigger();
    QTRY_VERIFY(state()->content() && state()->content()->timeline().fold());
    for (const char *name : {"replayTrace", "replayRange", "runReplay", "foldSteps", "medianStep"})
        QVERIFY2(!action(name)->isEnabled(), name);
    OpenDocuments documents(m_window->workspace());
    documents.keep();
    QCOMPARE(Settings::openDocuments().filter("training.json").size(), 1); // the trace alone
    QVERIFY_THROWS_EXCEPTION(InputError, replayRun(m_window->workspace().shown().result, "sim:h200", {}, {}));
}

/// Of a run that knows it; the columns that would be empty are not offered.
void TestStepsWindow::columnsSayWhatIssuedAnOperation()
{
    const auto *table = m_window->findChild<OperationsTable *>();
    const auto column = [](OriginPart part) { return OperationsModel::FirstOrigin + static_cast<int>(part); };
    const auto text = [&](int row, OriginPart part) {
        return table->model()->index(row, column(part)).data().toString();
    };
    QCOMPARE(text(5, OriginPart::Range), "step 2");
    QCOMPARE(text(5, OriginPart::Call), "cudaLaunchKernel");
    QCOMPARE(table->model()->headerData(column(OriginPart::Stack), Qt::Horizontal).toString(), "Stack");
    QVERIFY(!table->isColumnHidden(column(OriginPart::Range)));
    QVERIFY(table->isColumnHidden(column(OriginPart::Stack)));
    m_window->openFile(m_folder.filePath("one.json"));
    QTRY_COMPARE(state()->content()->timeline().size(), std::size_t{1});
    QVERIFY(table->isColumnHidden(column(OriginPart::Range)));
}

void TestStepsWindow::runsWithoutStepsHaveNone()
{
    QVERIFY(action("oddStep")->isEnabled());
    m_window->openFile(m_folder.filePath("one.json"));
    QTRY_COMPARE(state()->content()->timeline().size(), std::size_t{1});
    for (const char *name : {"medianStep", "oddStep", "compareMedianStep", "compareStepBefore", "foldSteps"})
        QVERIFY2(!action(name)->isEnabled(), name);
}

QTEST_MAIN(TestStepsWindow)
#include "tst_steps_window.moc"
