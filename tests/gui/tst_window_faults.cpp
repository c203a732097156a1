// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Faults that the window once had, on real widgets.
#include "gui/window/main_window.h"

#include "gui/results/overlap_view.h"
#include "gui/timeline/marks/dependency_arrows.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// Counts how often a window came to the front.
class RaiseCounter : public QObject
{
public:
    int raised = 0;

    bool eventFilter(QObject *, QEvent *event) override
    {
        raised += event->type() == QEvent::ZOrderChange;
        return false;
    }
};

} // namespace

class WindowFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_window = firstWindow(); }
    void cleanup() { m_window.reset(); }
    void floatedPanelsComeToTheFront();
    void foldedLanesHaveNoArrowStubs();
    void theBudgetsLegendIsWhole();
    void aSimulatedRunIsOneRun();
    void idleMultiprocessorsAreSaid();
    void kernelsOfATraceAreNoBound();
    void clicksBetweenFlatBlocksHit();
    void savingStartsInItsOwnFolder();

private:
    template <typename T>
    T *child(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }
    QString figure(const char *name) const
    {
        const auto *label = child<QLabel>(QStringLiteral("figure_") + QLatin1String(name));
        return label ? label->text().replace(QChar::Nbsp, QLatin1Char(' ')) : QString();
    }
    TimelineState *timeline() const { return m_window->timeline()->state(); }
    void waitForResult(QSignalSpy &finished) const;
    void run();
    void open(const QString &path);

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void WindowFaultsTest::waitForResult(QSignalSpy &finished) const
{
    QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), 20'000); // it may have come already
    QTRY_VERIFY(!m_window->controller().isBusy());
    QTRY_VERIFY(timeline()->hasContent());
}

void WindowFaultsTest::run()
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    child<QAction>("run")->trigger();
    waitForResult(finished);
}

void WindowFaultsTest::open(const QString &path)
{
    QSignalSpy finished(&m_window->controller(), &RunController::finished);
    m_window->openFile(path);
    waitForResult(finished);
}

void WindowFaultsTest::floatedPanelsComeToTheFront()
{
    child<QDockWidget>("dockInspector")->setFloating(true);
    m_window->close();
    m_window = std::make_unique<MainWindow>();
    auto *inspector = child<QDockWidget>("dockInspector");
    QVERIFY(inspector->isFloating());
    RaiseCounter counter;
    inspector->installEventFilter(&counter);
    m_window->show();
    QTRY_VERIFY(counter.raised > 0);
}

/// An arrow to an operation on a folded lane would end in the middle of nothing.
void WindowFaultsTest::foldedLanesHaveNoArrowStubs()
{
    run();
    timeline()->links().prepare();
    const Timeline &spans = timeline()->content()->timeline();
    std::uint32_t kernel = 0;
    while (spans.kinds()[kernel] != OperationKind::Kernel)
        ++kernel;
    QTRY_VERIFY(timeline()->links().prepare());
    const auto arrows = [&] { return arrowsOf(timeline()->links().of(kernel), spans, timeline()->scene()); };
    const std::size_t all = arrows().size();
    QVERIFY(all > 0);
    LaneArrangement folded = timeline()->arrangement();
    folded.collapsed = {QStringLiteral("group:streams"), QStringLiteral("group:engines"), QStringLiteral("group:host")};
    timeline()->setArrangement(folded);
    QCOMPARE(arrows().size(), std::size_t{0});
    folded.collapsed.clear();
    for (const LaneEntry &lane : arrangedLanes(*timeline()->content(), {}).entries)
        if (!lane.isHeading() && lane.key.startsWith(QStringLiteral("engine:")))
            folded.hidden.insert(lane.key);
    timeline()->setArrangement(folded);
    QCOMPARE(arrows().size(), all); // the streams still have them
}

void WindowFaultsTest::theBudgetsLegendIsWhole()
{
    run();
    auto *overlap = m_window->findChild<OverlapView *>();
    openPage(*m_window, overlap);
    const auto visible = [overlap]() -> QLabel * {
        for (QLabel *legend : overlap->findChildren<QLabel *>("chartLegend"))
            if (legend->isVisible())
                return legend;
        return nullptr;
    };
    QTRY_VERIFY(visible());
    const QLabel *legend = visible();
    QVERIFY(legend->text().contains(QStringLiteral("exposed copying")));
    QVERIFY(!legend->text().contains(QStringLiteral("communication"))); // there is none
    QVERIFY(legend->height() >= legend->heightForWidth(legend->width()));
}

void WindowFaultsTest::aSimulatedRunIsOneRun()
{
    run();
    QVERIFY(!figure("makespan").isEmpty());
    QVERIFY2(figure("runs").isEmpty() && figure("minimum").isEmpty(), "a model gives the same each time");
    setKnob(*m_window, "repeat", QStringLiteral("10000"));
    run(); // 10,000 simulations of this experiment would take minutes
    QCOMPARE(m_window->workspace().shown().result->recording.makespans.plain.size(), std::size_t{10'000});
}

/// Two kernels of half the device one after the other: no schedule is shorter, and half of the device idles.
void WindowFaultsTest::idleMultiprocessorsAreSaid()
{
    const QString path = m_folder.filePath(QStringLiteral("half.json"));
    store(path, R"({"format":"streamscope-program","version":1,"title":"half","streams":[{"id":"A"}],"operations":[
        {"op":"kernel","stream":"A","kernel":"spin","duration_us":500,"grid":132,"block":1024},
        {"op":"kernel","stream":"A","kernel":"spin","duration_us":500,"grid":132,"block":1024},
        {"op":"sync","what":"device"}]})");
    m_window->openFile(path);
    m_window->workspace().setDevice("sim:h200");
    run();
    QCOMPARE(figure("bound"), QStringLiteral("1 ms (chain)"));
    QVERIFY(figure("efficiency").startsWith(QStringLiteral("9")));
    QCOMPARE(figure("smUse"), QStringLiteral("49 %"));
}

void WindowFaultsTest::kernelsOfATraceAreNoBound()
{
    open(tracePath("swim_blocking.json.gz"));
    QVERIFY(figure("efficiency").isEmpty() && figure("bound").isEmpty());
    QCOMPARE(figure("kernels"), QStringLiteral("58.12 ms (52 %)"));
}

void WindowFaultsTest::clicksBetweenFlatBlocksHit()
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("leftover-three-quarters"));
    m_window->workspace().setRecordsBlocks(true);
    run();
    timeline()->setDetails({true, 0.1});
    const TimelineScene &scene = timeline()->scene();
    double x = 0, top = 1e9, bottom = 0;
    for (const SceneLane &lane : scene.lanes) {
        if (!lane.content->isDetail())
            continue;
        top = std::min(top, lane.rect.top() + 2);
        bottom = std::max(bottom, std::min(lane.rect.bottom(), scene.plotRect.bottom()) - 2);
    }
    for (const SceneBar &bar : scene.bars)
        if (!scene.operationsOf(bar) && bar.rect.width() > 20)
            x = bar.rect.center().x();
    QVERIFY(x > 0 && bottom - top > 50);
    for (int y = static_cast<int>(top); y < bottom; ++y) {
        timeline()->clearSelection();
        QTest::mouseClick(m_window->timeline()->viewport(), Qt::LeftButton, {}, {static_cast<int>(x), y});
        QVERIFY2(timeline()->selectedSpan(), qPrintable(QString::number(y)));
    }
}

/// Not where the last trace was opened, which may be nobody's to write to.
void WindowFaultsTest::savingStartsInItsOwnFolder()
{
    QString at;
    m_window->setFileChoosers([](auto &&...) { return QString(); },
                              [&at](const QString &, const QString &where, const QString &) {
                                  at = where;
                                  return QString();
                              });
    QVERIFY(m_window->saveTo(m_folder.filePath(QStringLiteral("mine.json"))));
    open(tracePath("swim_blocking.json.gz"));
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset("two-stream-exercise"));
    child<QAction>("save")->trigger();
    QCOMPARE(QFileInfo(at).absolutePath(), QFileInfo(m_folder.path()).absoluteFilePath());
}

QTEST_MAIN(WindowFaultsTest)
#include "tst_window_faults.moc"
