// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What is shown of the documents, without any window.
#include "gui/workspace/workspace.h"

#include "engine/run/named_run.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/files.h"

#include <QSignalSpy>
#include <QTest>

using namespace streamscope;

namespace {

QString trace()
{
    return test::tracePath("chunked_depth.json.gz");
}

} // namespace

class WorkspaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_workspace.reset(); }
    void decidesByTheState_data();
    void decidesByTheState();
    void aTraceIsADocument();
    void aRunStaysWithItsExperiment();
    void chosenExperimentsMakeRoom();
    void closedDocumentsGiveWayToTheirNeighbours();
    void severalTracesAreReadInTurn();
    void tracesOfTheLastWindowAreReadWhenSeen();
    void aLateRunBelongsToItsDocument();
    void predictionsAreOfTheValues();
    void aClosedComparisonBringsTheRunBack();
    void comparisonsAreTabs();
    void documentsThatRanAreNotUnsaved();
    void contentOfALargeRunFollows();

private:
    void openTrace();
    void runFront();
    const Shown &shown() { return m_workspace->shown(); }

    std::unique_ptr<Workspace> m_workspace;
};

void WorkspaceTest::init()
{
    m_workspace = std::make_unique<Workspace>();
    m_workspace->choose(builtIn("two-stream-exercise"));
    m_workspace->setDevices(std::make_shared<const DeviceCatalog>(listDevices()));
}

void WorkspaceTest::openTrace()
{
    QSignalSpy finished(&m_workspace->runs(), &RunController::finished);
    m_workspace->openTrace(trace(), false);
    QVERIFY(finished.wait(20'000));
}

void WorkspaceTest::runFront()
{
    QSignalSpy finished(&m_workspace->runs(), &RunController::finished);
    m_workspace->run();
    QVERIFY(finished.wait(20'000));
}

void WorkspaceTest::decidesByTheState_data()
{
    using Drawn = Shown::Drawn;
    QTest::addColumn<QString>("result");     // "", "current", "former" or "measured"
    QTest::addColumn<QString>("prediction"); // "", "current" or "former"
    QTest::addColumn<QString>("over");       // "", "trace" or "comparison"
    QTest::addColumn<bool>("predicts");
    QTest::addColumn<int>("drawn");
    QTest::addColumn<bool>("isBeside");
    QTest::addColumn<bool>("isOutdated");
    const auto row = [](const char *name, const char *result, const char *prediction, const char *over, bool predicts,
                        Drawn drawn, bool isBeside, bool isOutdated) {
        QTest::newRow(name) << result << prediction << over << predicts << static_cast<int>(drawn) << isBeside
                            << isOutdated;
    };
    row("nothing yet", "", "", "", true, Drawn::Nothing, false, false);
    row("predicted", "", "current", "", true, Drawn::Prediction, false, false);
    row("the next prediction is due", "", "former", "", true, Drawn::Prediction, false, false);
    row("predictions are not wanted", "", "current", "", false, Drawn::Nothing, false, false);
    row("ran", "current", "", "", true, Drawn::Run, false, false);
    row("simulated and predicted", "current", "current", "", true, Drawn::Run, false, false);
    row("measured and predicted", "measured", "current", "", true, Drawn::Run, true, false);
    row("measured, of other values predicted", "measured", "former", "", true, Drawn::Run, false, false);
    row("measured, predictions are not wanted", "measured", "current", "", false, Drawn::Run, false, false);
    row("a knob moved", "former", "current", "", true, Drawn::Prediction, false, true);
    row("a knob moved, predictions are not wanted", "former", "current", "", false, Drawn::Run, false, true);
    row("a knob moved, the model cannot", "former", "", "", true, Drawn::Run, false, true);
    row("trace", "", "", "trace", true, Drawn::Run, false, false);
    row("trace, not the run", "current", "current", "trace", true, Drawn::Run, false, false);
    row("trace, not the prediction", "former", "current", "trace", true, Drawn::Run, false, false);
    row("comparison", "measured", "current", "comparison", true, Drawn::Run, false, false);
    row("comparison, a knob moved", "former", "current", "comparison", true, Drawn::Run, false, true);
}

void WorkspaceTest::decidesByTheState()
{
    QFETCH(QString, result);
    QFETCH(QString, prediction);
    QFETCH(QString, over);
    QFETCH(bool, predicts);
    DeviceInfo device;
    device.id = "sim:unit";
    ShownState state;
    state.name = "experiment";
    state.preset = builtIn("two-stream-exercise");
    state.device = &device;
    state.predicts = predicts;
    Preset former = state.preset;
    former.parameters.set("chunks", std::int64_t{3});
    if (!result.isEmpty()) {
        auto run = std::make_shared<RunResult>(*runPreset("two-stream-exercise"));
        if (result == "former")
            run->request.parameters = former.parameters;
        if (result == "measured")
            run->recording.device.kind = DeviceKind::Cuda;
        state.result = run;
    }
    if (!prediction.isEmpty()) {
        const Preset &values = prediction == "former" ? former : state.preset;
        state.prediction = std::make_shared<const Prediction>(
            predict({values.experiment, values.parameters, values.device}, device, {}));
    }
    if (over == "trace") {
        auto opened = std::make_shared<RunResult>();
        ImportReport report;
        report.source = "/folder/a.json";
        opened->import = std::make_shared<const ImportReport>(report);
        state.trace = opened;
    }
    if (over == "comparison") {
        state.comparedRun.drawn = Shown::Drawn::Run;
        state.comparedRun.result = state.result;
        state.comparedRun.prediction = state.prediction; // it was beside
        const NamedRun a = namedRun(state.result);
        state.comparison = std::make_shared<const PreparedComparison>(
            std::make_shared<const ComparedRuns>(a, a, ComparisonScale::Absolute));
    }
    const Shown now = shownOf(state);
    QTEST(static_cast<int>(now.drawn), "drawn");
    QTEST(now.isPredictionBeside(), "isBeside");
    QTEST(now.isOutdated, "isOutdated");
    const bool isPrediction = now.drawn == Shown::Drawn::Prediction;
    QCOMPARE(now.result, over == "trace" ? state.trace : isPrediction ? nullptr : state.result); // of what is drawn
    QCOMPARE(now.former, isPrediction ? state.result : nullptr);
    QCOMPARE(now.comparison, state.comparison);
    if (over != "comparison")
        QCOMPARE(now.name, over == "trace" ? QString("a.json") : QString("experiment"));
    QCOMPARE(now.recording() != nullptr, now.drawn != Shown::Drawn::Nothing);
    QCOMPARE(now.run().has_value(), now.drawn != Shown::Drawn::Nothing);
    QCOMPARE(now.program() != nullptr, now.drawn == Shown::Drawn::Run && !now.isTrace());
}

/// A trace has no knobs, and is another document than the experiment.
void WorkspaceTest::aTraceIsADocument()
{
    m_workspace->setPredicts(true);
    QTRY_COMPARE(shown().drawn, Shown::Drawn::Prediction);
    const auto view = shown().view;
    openTrace();
    QVERIFY(shown().isTrace() && !m_workspace->experiment());
    QCOMPARE(shown().name, QString("chunked_depth.json.gz"));
    QCOMPARE(m_workspace->front().displayName(), QString("chunked_depth.json.gz"));
    QCOMPARE(m_workspace->front().origin(), trace());
    QCOMPARE(shown().content->timeline().size(), std::size_t{16});
    QVERIFY(shown().view != view);
    QCOMPARE(m_workspace->documents().size(), std::size_t{2});
    const auto content = shown().content;
    m_workspace->choose(builtIn("two-stream-exercise"));
    QVERIFY(!shown().isTrace() && !shown().result);
    QCOMPARE(shown().view, view);
    QVERIFY(shown().content->isPrediction());
    m_workspace->bringToFront(m_workspace->documents()[1].get());
    QCOMPARE(shown().content, content); // nothing is made anew
    m_workspace->setDevice("sim:k20c"); // for replays
    QCOMPARE(m_workspace->device()->id, std::string("sim:k20c"));
    m_workspace->choose(builtIn("two-stream-exercise"));
    QCOMPARE(m_workspace->device()->id, std::string("sim:unit"));
}

void WorkspaceTest::aRunStaysWithItsExperiment()
{
    runFront();
    const auto ran = shown().result;
    openTrace();
    m_workspace->choose(builtIn("large-pipeline"));
    QVERIFY(!shown().result && !shown().recording());
    m_workspace->choose(builtIn("two-stream-exercise"));
    QCOMPARE(shown().result, ran);
    QCOMPARE(m_workspace->history().runs().size(), std::size_t{2});
}

/// What was only looked at makes room, anything else has a tab of its own.
void WorkspaceTest::chosenExperimentsMakeRoom()
{
    const auto titles = [this] {
        QStringList list;
        for (const auto &document : m_workspace->documents())
            list << document->displayName();
        return list;
    };
    m_workspace->choose(builtIn("large-pipeline"));
    QCOMPARE(titles(), QStringList{"large-pipeline"});
    m_workspace->experiment()->setParameter("chunks", std::int64_t{4});
    m_workspace->choose(builtIn("two-stream-exercise"));
    runFront();
    m_workspace->choose(builtIn("host-overlap"));
    QCOMPARE(titles(), QStringList({"large-pipeline", "two-stream-exercise", "host-overlap"}));
    m_workspace->choose(builtIn("large-pipeline")); // goes to its tab
    QCOMPARE(titles().size(), 3);
    QCOMPARE(m_workspace->experiment()->preset().parameters.integer("chunks"), 4);
    m_workspace->move(0, 2);
    QCOMPARE(titles(), QStringList({"two-stream-exercise", "host-overlap", "large-pipeline"}));
}

void WorkspaceTest::closedDocumentsGiveWayToTheirNeighbours()
{
    m_workspace = std::make_unique<Workspace>();
    m_workspace->start(builtIn("large-pipeline"));
    openTrace(); // the first document gave way
    QCOMPARE(m_workspace->documents().size(), std::size_t{1});
    m_workspace->choose(builtIn("two-stream-exercise"));
    m_workspace->choose(builtIn("host-overlap"));
    QCOMPARE(m_workspace->documents().size(), std::size_t{2});
    m_workspace->close(&m_workspace->front());
    QVERIFY(shown().isTrace());
    m_workspace->close(&m_workspace->front()); // the last one
    QCOMPARE(m_workspace->documents().size(), std::size_t{1});
    QCOMPARE(m_workspace->front().displayName(), QString("large-pipeline"));
}

/// Files that come together are read one after the other; each gets a tab.
void WorkspaceTest::severalTracesAreReadInTurn()
{
    QSignalSpy finished(&m_workspace->runs(), &RunController::finished);
    m_workspace->openTrace(trace(), false);
    m_workspace->openTrace(test::tracePath("swim_blocking.json.gz"), false);
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20'000);
    QCOMPARE(m_workspace->documents().size(), std::size_t{3});
    QCOMPARE(shown().name, QString("swim_blocking.json.gz"));
    openTrace(); // it is read anew, in its tab
    QCOMPARE(m_workspace->documents().size(), std::size_t{3});
    QCOMPARE(shown().name, QString("chunked_depth.json.gz"));
}

/// A window opens with the tabs of the last one, and reads a trace when somebody looks at it.
void WorkspaceTest::tracesOfTheLastWindowAreReadWhenSeen()
{
    m_workspace->addTrace(trace());
    QVERIFY(!m_workspace->runs().isBusy() && !shown().isTrace());
    QSignalSpy finished(&m_workspace->runs(), &RunController::finished);
    m_workspace->bringToFront(m_workspace->documents()[1].get());
    QVERIFY(!shown().recording());
    QVERIFY(finished.wait(20'000));
    QVERIFY(shown().isTrace() && shown().content);
}

void WorkspaceTest::aLateRunBelongsToItsDocument()
{
    QSignalSpy finished(&m_workspace->runs(), &RunController::finished);
    m_workspace->run();
    m_workspace->choose(builtIn("large-pipeline")); // the signals of the run come later
    QVERIFY(finished.wait(20'000));
    QVERIFY(!shown().result);
    QVERIFY(!m_workspace->experiment()->result());
    m_workspace->choose(builtIn("two-stream-exercise"));
    QVERIFY(shown().result);
    QCOMPARE(shown().drawn, Shown::Drawn::Run);
    // The asking document is gone: nobody else gets its run.
    Preset own = builtIn("two-stream-exercise");
    m_workspace->open(own, "/folder/own.json");
    m_workspace->run();
    m_workspace->open(own, "/folder/other.json");
    m_workspace->close(m_workspace->documents()[m_workspace->documents().size() - 2].get());
    QTRY_VERIFY_WITH_TIMEOUT(!m_workspace->runs().isBusy(), 20'000);
    QVERIFY(!shown().result);
}

/// Back at values that were predicted before: what is still being predicted is not wanted any more.
void WorkspaceTest::predictionsAreOfTheValues()
{
    m_workspace->setPredicts(true);
    QTRY_VERIFY(m_workspace->prediction());
    const auto first = m_workspace->prediction();
    const std::int64_t chunks = m_workspace->experiment()->preset().parameters.integer("chunks");
    QSignalSpy predicted(m_workspace.get(), &Workspace::predicted);
    m_workspace->experiment()->setParameter("chunks", chunks + 1);
    m_workspace->experiment()->setParameter("chunks", chunks);
    QCOMPARE(shown().prediction, first);
    m_workspace->experiment()->setParameter("chunks", chunks + 2);
    QTRY_VERIFY(m_workspace->prediction());
    QCOMPARE(predicted.size(), 1); // nothing came in between
    m_workspace->setPredicts(false);
    QVERIFY(!shown().recording());
}

void WorkspaceTest::aClosedComparisonBringsTheRunBack()
{
    runFront();
    const Shown alone = shown();
    const NamedRun a = *alone.run();
    const auto comparison = std::make_shared<const PreparedComparison>(
        std::make_shared<const ComparedRuns>(a, a, ComparisonScale::Absolute));
    m_workspace->showComparison(comparison, alone);
    QCOMPARE(shown().content, comparison->content);
    m_workspace->experiment()->setParameter("chunks", std::int64_t{4}); // it stays open, and its run is an old one
    QCOMPARE(shown().comparison, comparison);
    QVERIFY(shown().isOutdated);
    QCOMPARE(shown().result, alone.result);
    m_workspace->experiment()->setParameter("chunks", std::int64_t{2});
    m_workspace->closeComparison();
    QVERIFY(!shown().comparison);
    QCOMPARE(shown().content, alone.content);
    QCOMPARE(shown().result, alone.result);
}

void WorkspaceTest::comparisonsAreTabs()
{
    runFront();
    const auto compare = [this] {
        const NamedRun a = *shown().run();
        m_workspace->showComparison(std::make_shared<const PreparedComparison>(
                                        std::make_shared<const ComparedRuns>(a, a, ComparisonScale::Absolute)),
                                    m_workspace->shownAlone());
        QVERIFY(shown().comparison);
    };
    compare();
    Document *const comparison = &m_workspace->front();
    const auto content = shown().content;
    const int front = m_workspace->frontNumber();
    m_workspace->choose(builtIn("large-pipeline"));
    QVERIFY(!shown().comparison && !shown().result);
    QVERIFY(m_workspace->frontNumber() != front);
    m_workspace->bringToFront(comparison);
    QCOMPARE(shown().content, content);
    QVERIFY(m_workspace->experiment()); // whose next run takes the place of run A
    m_workspace->close(m_workspace->source());
    QCOMPARE(shown().content, content); // it owns what it shows
    QVERIFY(!m_workspace->experiment() && !shown().isOutdated);
    m_workspace->closeComparison();
    QVERIFY(!shown().comparison);
    openTrace();
    compare();
    QVERIFY(m_workspace->isTraceInFront());
    m_workspace->closeComparison();
    QVERIFY(shown().isTrace() && !shown().comparison);
}

void WorkspaceTest::documentsThatRanAreNotUnsaved()
{
    runFront();
    m_workspace->choose(builtIn("large-pipeline"));
    QVERIFY(m_workspace->unsaved().empty());
    m_workspace->experiment()->setParameter("chunks", std::int64_t{4});
    m_workspace->choose(builtIn("two-stream-exercise"));
    QCOMPARE(m_workspace->unsaved().size(), std::size_t{1});
}

void WorkspaceTest::contentOfALargeRunFollows()
{
    m_workspace->setRecordsBlocks(true);
    m_workspace->choose(builtIn("large-pipeline"));
    m_workspace->experiment()->setParameter("bytes", std::int64_t{1} << 30);
    m_workspace->experiment()->setParameter("chunks", std::int64_t{64});
    runFront();
    QVERIFY(shown().recording()->timeline.blocks().size() > 200'000);
    QVERIFY(!shown().content);
    m_workspace->setPredicts(false); // whatever else changes, it is made once
    QSignalSpy changed(m_workspace.get(), &Workspace::shownChanged);
    QVERIFY(changed.wait(20'000));
    QVERIFY(shown().content);
    QCOMPARE(&shown().content->timeline(), &shown().recording()->timeline);
}

QTEST_MAIN(WorkspaceTest)
#include "tst_workspace.moc"
