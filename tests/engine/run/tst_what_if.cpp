// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"

#include "engine/formats/text/time_text.h"
#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/trace_job.h"
#include "engine/run/what_if/stand_in_run.h"
#include "engine/run/what_if/what_if.h"
#include "experiments/registry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Real PyTorch programs before and after one change, traced on an H200 (tests/data/whatif): the replay gives back what
/// the trace shows, and the change what the changed program took.
class TestWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replays_data();
    void replays();
    void changes_data();
    void changes();
    void nothingIsWon_data();
    void nothingIsWon();
    void shorterKernelsBesideLongerCopies();
    void changesAddUp();
    void otherRanksSetThePace();
    void allCollectivesMayHaveWaited();
    void theTimeWithoutTheProfiler_data();
    void theTimeWithoutTheProfiler();
    void ownWorkTakesAsLongWithoutTheProfiler();
    void aChangeThatFindsNothing();
    void filtersKnowTheTracesOperators_data();
    void filtersKnowTheTracesOperators();
    void programsAndExperiments();
    void standInsKeepTheirLength();
    void anotherDeviceHasTheSameKernels_data();
    void anotherDeviceHasTheSameKernels();
    void theTracesOwnGpu_data();
    void theTracesOwnGpu();
    void json();
    void mistakes_data();
    void mistakes();
};

namespace {

std::shared_ptr<const RunResult> traceOf(const QString &name)
{
    static QMap<QString, std::shared_ptr<const RunResult>> opened;
    auto &result = opened[name];
    if (!result)
        result = std::make_shared<const RunResult>(openTrace(
            {sourcePath(QStringLiteral("tests/data/whatif/") + name + QStringLiteral(".json.gz")).toStdString(), {}},
            {}));
    return result;
}

WhatIfBase baseOf(const QString &name)
{
    return whatIfBase(replayRun(traceOf(name), {}, {}, {}));
}

WhatIf tried(const WhatIfBase &base, const QStringList &texts)
{
    std::vector<RequestedChange> requests;
    for (const QString &text : texts)
        requests.push_back(parseChange(text.toStdString()));
    return whatIf(base, requests);
}

/// Milliseconds: the lowest and the highest of what the changed program took, without and with the profiler.
std::pair<double, double> realAfter(const QString &pair)
{
    QFile file(sourcePath(QStringLiteral("tests/data/whatif/times.json")));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no times.json");
    const QJsonObject times = QJsonDocument::fromJson(file.readAll()).object().value(pair).toObject();
    double low = 1e9, high = 0;
    for (const char *key : {"after_ms", "profiled_after_ms"})
        for (const QJsonValue value : times.value(QLatin1String(key)).toArray()) {
            low = std::min(low, value.toDouble());
            high = std::max(high, value.toDouble());
        }
    return {low, high};
}

} // namespace

void TestWhatIf::replays_data()
{
    QTest::addColumn<QString>("name");
    for (const char *pair : {"loader-pin", "chunk-8", "small-graph", "sync-remove"})
        for (const char *side : {"before", "after"})
            QTest::addRow("%s.%s", pair, side) << QStringLiteral("%1.%2").arg(QLatin1String(pair), QLatin1String(side));
}

void TestWhatIf::replays()
{
    QFETCH(QString, name);
    const ReplayedRun run = replayRun(traceOf(name), {}, {}, {});
    QVERIFY2(std::abs(run.replay->error()) < 0.033, qPrintable(QString::number(run.replay->error())));
    QVERIFY(run.replay->startErrors.p95 < run.replay->measuredNs() / 20);
}

void TestWhatIf::changes_data()
{
    QTest::addColumn<QString>("pair");
    QTest::addColumn<QString>("change");
    QTest::newRow("pageable copies pinned") << "loader-pin"
                                            << "pin:h2d pageable";
    QTest::newRow("one chain in chunks") << "chunk-8"
                                         << "split:chunks=8,streams=4";
    QTest::newRow("launches as graphs") << "small-graph"
                                        << "graph:nodes=400";
    QTest::newRow("synchronisations gone") << "sync-remove"
                                           << "unsync";
}

void TestWhatIf::changes()
{
    QFETCH(QString, pair);
    QFETCH(QString, change);
    const auto [low, high] = realAfter(pair);
    const WhatIfBase base = baseOf(pair + QStringLiteral(".before"));
    const WhatIf result = tried(base, {change});
    const double predicted = static_cast<double>(result.predictedNs) / 1e6;
    QVERIFY2(predicted > 0.9 * low && predicted < 1.1 * high, qPrintable(QString::number(predicted)));
    QVERIFY(result.gain(base) > 0.1);
    QVERIFY(result.range);
    QVERIFY(result.range->contains(result.predictedNs));
    if (result.withoutProfilerNs)
        QVERIFY(*result.withoutProfilerNs <= result.predictedNs);
    QCOMPARE(result.recording->timeline.size(), result.program->operations.size());
}

void TestWhatIf::nothingIsWon_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QStringList>("changes");
    QTest::newRow("the results of a loop bound by its copies")
        << "loader-pin.after" << QStringList{"drop:d2h", "drop:sync"};
    QTest::newRow("another queue for one stream") << "loader-pin.after" << QStringList{"connections=32"};
}

/// Measured for the first one: 48.5 → 48.1 ms.
void TestWhatIf::nothingIsWon()
{
    QFETCH(QString, trace);
    QFETCH(QStringList, changes);
    const WhatIfBase base = baseOf(trace);
    const double gain = tried(base, changes).gain(base);
    QVERIFY2(gain < 0.03, qPrintable(QString::number(gain)));
}

/// Kernels at half their length win nothing beside copies that take longer.
void TestWhatIf::shorterKernelsBesideLongerCopies()
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    const auto device = openDevice("sim:h200");
    const WhatIfBase base =
        whatIfBase(buildProgram(*experiment, experiment->defaults()), device->device(), "pipeline", {});
    const double gain = tried(base, {QStringLiteral("scale:kernel,factor=0.5")}).gain(base);
    QVERIFY2(gain < 0.03, qPrintable(QString::number(gain)));
}

/// One rank's trace: twelve products of 400 us, each with a collective of two ranks behind it.
static std::shared_ptr<const RunResult> traceOfARank(std::uint64_t bytes, const std::vector<std::int64_t> &collectives)
{
    auto trace = std::make_shared<RunResult>();
    Timeline &timeline = trace->recording.timeline;
    timeline.addStream({"7"});
    HostCalls calls;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < 24; ++i) {
        const bool collective = i % 2 == 1;
        Span span;
        span.name = timeline.intern(collective ? "ncclDevKernel_AllReduce_Sum_f32_RING_LL" : "product");
        span.issue = static_cast<std::int64_t>(i) * 4'000;
        span.returned = span.issue + 3'000;
        span.start = at + 10'000;
        span.end = at = span.start + (collective ? collectives[i / 2 % collectives.size()] : 400'000);
        span.stream = 0;
        span.clock = Clock::Imported;
        timeline.append(span);
        timeline.setLaunchShape(timeline.size() - 1, {{16, 1, 1}, {512, 1, 1}, 32, 0});
        if (collective) {
            Collective what;
            what.name = "allreduce";
            what.ranks = 2;
            what.bytes = bytes;
            timeline.setCollective(timeline.size() - 1, what);
        }
        HostCall call;
        call.kind = HostCallKind::Launch;
        call.begin = span.issue;
        call.end = span.returned;
        call.addSpan(static_cast<std::uint32_t>(i));
        calls.append(call);
    }
    timeline.setHostCalls(std::move(calls));
    trace->recording.device.name = "NVIDIA H200";
    return trace;
}

/// Each second collective waits 300 us for the other rank.
void TestWhatIf::otherRanksSetThePace()
{
    const auto trace = traceOfARank(16 << 20, {100'000, 400'000});
    const WhatIfBase base = whatIfBase(replayRun(trace, {}, {}, {}));
    const WhatIf faster = tried(base, {QStringLiteral("scale:kernel product,factor=0.5")});
    const double won = static_cast<double>(base.beforeNs() - faster.predictedNs) / 1e3;
    // Without waits it takes 3.6 ms instead of 6: the other rank becomes as fast, and is late by as much less.
    QVERIFY2(std::abs(won - 12 * 200 - 0.4 * 1'800) < 60, qPrintable(QString::number(won)));
    const std::string note = faster.notes.back();
    QVERIFY2(note.starts_with("12 collectives waited " + timeText(1'800'000).toStdString() + " for other ranks"),
             note.c_str());
    QVERIFY2(note.find("as slow as in the trace it takes 8.04") != std::string::npos, note.c_str()); // as before
    QVERIFY(faster.range->lowNs <= faster.predictedNs - 1'000'000);                                  // no waits
    QVERIFY(faster.range->highNs >= faster.predictedNs + 1'000'000);
    for (const std::string &quiet : tried(base, {}).notes)
        QVERIFY(quiet.find("other ranks") == std::string::npos);
}

/// 32 MiB take two H200s 133 us. Collectives that all take longer, and not the same, all waited.
void TestWhatIf::allCollectivesMayHaveWaited()
{
    const auto note = [](const std::vector<std::int64_t> &collectives) {
        const WhatIfBase base = whatIfBase(replayRun(traceOfARank(32 << 20, collectives), {}, {}, {}));
        const std::vector<std::string> notes = tried(base, {QStringLiteral("scale:kernel product,factor=0.5")}).notes;
        return QString::fromStdString(notes.empty() ? std::string() : notes.back());
    };
    const double all = 4 * (0.6 + 1.1 + 1.5) - 12 * 0.133;
    const QRegularExpressionMatch waited = QRegularExpression(QStringLiteral("12 collectives waited ([0-9.]+).ms"))
                                               .match(note({600'000, 1'100'000, 1'500'000}));
    QVERIFY2(waited.hasMatch(), qPrintable(note({600'000, 1'100'000, 1'500'000})));
    QVERIFY2(std::abs(waited.captured(1).toDouble() / all - 1) < 0.03, qPrintable(waited.captured(1)));
    QVERIFY(!note({600'000}).contains(QStringLiteral("waited"))); // a slower link
    QVERIFY(note({130'000, 1'500'000}).contains(QStringLiteral("waited 8.22")));
}

void TestWhatIf::theTimeWithoutTheProfiler_data()
{
    changes_data();
}

/// It is shown only where what the profiler costs matters little; its bounds are a note elsewhere.
void TestWhatIf::theTimeWithoutTheProfiler()
{
    QFETCH(QString, pair);
    QFETCH(QString, change);
    const WhatIf result = tried(baseOf(pair + QStringLiteral(".before")), {change});
    const bool bounds = std::any_of(result.notes.begin(), result.notes.end(), [](const std::string &note) {
        return note.starts_with("Without the profiler it takes ");
    });
    QCOMPARE(bounds, !result.withoutProfilerNs);
    if (!result.withoutProfilerNs)
        return;
    const double real = realAfter(pair).first, shown = static_cast<double>(*result.withoutProfilerNs) / 1e6;
    QVERIFY2(std::abs(shown / real - 1) < 0.1, qPrintable(QStringLiteral("%1 against %2").arg(shown).arg(real)));
}

/// What a program computes itself between its calls, 400 us in each of twelve steps, takes as long without the
/// profiler.
void TestWhatIf::ownWorkTakesAsLongWithoutTheProfiler()
{
    const QString path = sourcePath(QStringLiteral("tests/data/pairs/h200-advised/advised-host-loader.before.json.gz"));
    const WhatIfBase base =
        whatIfBase(replayRun(std::make_shared<const RunResult>(openTrace({path.toStdString(), {}}, {})), {}, {}, {}));
    const WhatIf result = tried(base, {QStringLiteral("graph")});
    QVERIFY(result.plain);
    QVERIFY2(result.plain->lowNs >= 12 * 400'000, qPrintable(QString::number(result.plain->lowNs)));
}

/// Its figures are those of the trace, whether there is a recording or not.
void TestWhatIf::aChangeThatFindsNothing()
{
    WhatIfBase base = baseOf(QStringLiteral("loader-pin.before"));
    const WhatIf shown = tried(base, {QStringLiteral("bucket")});
    QCOMPARE(shown.changes.front().touched, std::size_t{0});
    QCOMPARE(shown.predictedNs, base.beforeNs());
    const WhatIf figures = whatIfOnce(base, {parseChange("bucket")});
    QCOMPARE(figures.predictedNs, shown.predictedNs);
    QCOMPARE(figures.changes.front().predictedNs, shown.predictedNs);
    QVERIFY(figures.range && shown.range);
    QCOMPARE(figures.range->lowNs, shown.range->lowNs);
    QCOMPARE(figures.range->highNs, shown.range->highNs);
}

void TestWhatIf::filtersKnowTheTracesOperators_data()
{
    QTest::addColumn<QStringList>("changes"); // the last one counts
    QTest::addColumn<std::size_t>("operations");
    const auto row = [](const char *name, const QStringList &changes, std::size_t operations) {
        QTest::newRow(name) << changes << operations;
    };
    row("operator", {QStringLiteral("scale:operator:aten::mm,factor=0.5")}, 144); // a memset before each product
    row("with a kind", {QStringLiteral("scale:kernel operator:aten::mm,factor=0.5")}, 72);
    row("all others", {QStringLiteral("scale:kernel !operator:aten::mm,factor=0.5")}, 96);
    row("thread", {QStringLiteral("scale:kernel thread:0,factor=0.5")}, 168);
    row("no such thread", {QStringLiteral("scale:kernel thread:1,factor=0.5")}, 0);
    row("behind another change",
        {QStringLiteral("drop:operator:aten::mul"), QStringLiteral("scale:kernel operator:aten::mm,factor=0.5")}, 72);
}

/// A simulated run has no operators: those of the trace that it came from count, in every change.
void TestWhatIf::filtersKnowTheTracesOperators()
{
    QFETCH(const QStringList, changes);
    QFETCH(const std::size_t, operations);
    const WhatIf shown = tried(baseOf(QStringLiteral("loader-pin.before")), changes);
    QCOMPARE(shown.changes.back().touched, operations);
}

void TestWhatIf::changesAddUp()
{
    const WhatIfBase base = baseOf(QStringLiteral("loader-pin.before"));
    const WhatIf both = tried(base, {QStringLiteral("pin:h2d pageable"), QStringLiteral("unsync")});
    QCOMPARE(both.changes.size(), std::size_t{2});
    QCOMPARE(both.changes[0].predictedNs, tried(base, {QStringLiteral("pin:h2d pageable")}).predictedNs);
    QCOMPARE(both.changes[1].predictedNs, both.predictedNs);
    QCOMPARE(tried(base, {}).predictedNs, base.beforeNs()); // on the trace's own scale
}

void TestWhatIf::programsAndExperiments()
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    Parameters values = experiment->defaults();
    values.setText("host_memory", "pageable");
    const auto device = openDevice("sim:h200");
    const WhatIfBase base = whatIfBase(buildProgram(*experiment, values), device->device(), "pipeline", {});
    QVERIFY(!base.measuredNs());
    const WhatIf pinned = tried(base, {QStringLiteral("pin")});
    values.setText("host_memory", "pinned");
    const WhatIfBase real = whatIfBase(buildProgram(*experiment, values), device->device(), "pipeline", {});
    const double ratio = static_cast<double>(pinned.predictedNs) / static_cast<double>(real.simulatedNs);
    QVERIFY2(ratio > 0.95 && ratio < 1.05, qPrintable(QString::number(ratio)));
    QVERIFY(!pinned.withoutProfilerNs);
}

/// Kernels of ours take no registers: more of their blocks fit, and each runs the longer for it.
void TestWhatIf::standInsKeepTheirLength()
{
    const ReplayedRun run = replayRun(traceOf(QStringLiteral("sync-remove.before")), {}, {}, {});
    const Program program = standIns(run.replay->program(), run.replay->profile);
    QVERIFY(std::all_of(program.operations.begin(), program.operations.end(),
                        [](const Operation &operation) { return operation.kernel->registers == 0; }));
    RunControl control;
    const RunResult same = runStandIns(run.replay->program(), run.replay->profile, "same", "sim:h200", control);
    const RunResult converted = runStandIns(program, run.replay->profile, "converted", "sim:h200", control);
    const double ratio = static_cast<double>(converted.recording.makespans.median())
                         / static_cast<double>(same.recording.makespans.median());
    QVERIFY2(std::abs(ratio - 1) < 0.02, qPrintable(QString::number(ratio)));
    QVERIFY(
        std::abs(static_cast<double>(same.recording.makespans.median()) / static_cast<double>(run.replay->measuredNs())
                 - 1)
        < 0.01);
    QCOMPARE(same.program.title, std::string("same, as stand-ins"));
    const ReplayedRun graphs = replayRun(traceOf(QStringLiteral("small-graph.after")), {}, {}, {});
    const auto inGraphs = [](const Program &of) {
        return std::count_if(of.operations.begin(), of.operations.end(),
                             [](const Operation &operation) { return operation.graph != Operation::none; });
    };
    QCOMPARE(inGraphs(standIns(graphs.replay->program(), graphs.replay->profile)), inGraphs(graphs.replay->program()));
    QVERIFY(runStandIns(graphs.replay->program(), graphs.replay->profile, "graphs", "sim:h200", control)
                .recording.timeline.size()
            > 2000);
}

void TestWhatIf::anotherDeviceHasTheSameKernels_data()
{
    QTest::addColumn<QString>("trace");
    QTest::addColumn<QString>("device");
    const QString network = QStringLiteral("whatif/loader-pin.before");
    // Its products take all shared memory of an SM of an H200.
    const QString products = QStringLiteral("pairs/h200-museum/essays-and-four-judges.before");
    QTest::newRow("fewer SMs") << network << "sim:v100";
    QTest::newRow("very few SMs") << network << "sim:gtx1650s";
    QTest::newRow("less shared memory") << products << "sim:v100";
    QTest::newRow("smaller blocks, fewer registers") << products << "sim:c1060";
}

/// Kernels take there what the change states (here: as long), on whatever number of SMs.
void TestWhatIf::anotherDeviceHasTheSameKernels()
{
    QFETCH(QString, trace);
    QFETCH(QString, device);
    const auto opened = std::make_shared<const RunResult>(openTrace(
        {sourcePath(QStringLiteral("tests/data/") + trace + QStringLiteral(".json.gz")).toStdString(), {}}, {}));
    const WhatIfBase base = whatIfBase(replayRun(opened, {}, {}, {}));
    const WhatIf there = tried(base, {QStringLiteral("device=") + device});
    const auto kernelMs = [](const Recording &recording) {
        std::int64_t ns = 0;
        for (std::size_t i = 0; i < recording.timeline.size(); ++i)
            if (recording.timeline.kinds()[i] == OperationKind::Kernel)
                ns += recording.timeline.ends()[i] - recording.timeline.starts()[i];
        return static_cast<double>(ns) / 1e6;
    };
    const double before = kernelMs(*base.recording), after = kernelMs(*there.recording);
    QVERIFY(before > 1);
    QVERIFY2(std::abs(after / before - 1) < 0.02, qPrintable(QStringLiteral("%1 and %2").arg(before).arg(after)));
    QVERIFY(replayRun(opened, device.toStdString(), {}, {}).replay->isAcceptable());
}

void TestWhatIf::theTracesOwnGpu_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<double>("most");
    QTest::newRow("the same profile") << "sim:h200" << 0.0;
    QTest::newRow("another profile") << "sim:h200-x2" << 0.01;
}

/// It has the latencies that the trace shows. small-graph.after took 24 % longer with those of the profile.
void TestWhatIf::theTracesOwnGpu()
{
    QFETCH(QString, device);
    QFETCH(double, most);
    const WhatIfBase base = baseOf(QStringLiteral("small-graph.after"));
    const WhatIf there = tried(base, {QStringLiteral("device=") + device});
    QVERIFY2(std::abs(there.gain(base)) <= most, qPrintable(QString::number(there.gain(base))));
    QVERIFY(there.plain);
    QVERIFY(std::abs(there.plain->lowNs - tried(base, {}).plain->lowNs) <= most * static_cast<double>(base.beforeNs()));
    const WhatIf faster = tried(base, {QStringLiteral("device=%1,kernels=0.5").arg(device)});
    QVERIFY(faster.gain(base) > 0.05);
}

void TestWhatIf::json()
{
    const WhatIfBase base = baseOf(QStringLiteral("chunk-8.before"));
    const QJsonObject object = whatIfJson(base, tried(base, {QStringLiteral("split:chunks=8,streams=4")}));
    for (const char *key : {"format", "version", "measured_us", "replayed_us", "replay_error_percent", "changes",
                            "predicted_us", "predicted_range_us", "gain_percent", "notes"})
        QVERIFY2(object.contains(QLatin1String(key)), key);
    QCOMPARE(object.value(QLatin1String("format")).toString(), QStringLiteral("streamscope-whatif"));
    QCOMPARE(object.value(QLatin1String("changes")).toArray().size(), 1);
    QVERIFY(object.value(QLatin1String("gain_percent")).toDouble() > 30);
    const QJsonObject replayed = replayJson(*base.replay);
    for (const char *key :
         {"measured_us", "replayed_us", "error_percent", "operations", "threads", "edges", "start_error_us", "notes"})
        QVERIFY2(replayed.contains(QLatin1String(key)), key);
    QCOMPARE(replayed.value(QLatin1String("edges")).toObject().size(), 8);
}

void TestWhatIf::mistakes_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown") << "speed"
                             << "speed";
    QTest::newRow("value") << "split:chunks=0"
                           << "chunks";
    QTest::newRow("filter") << "pin:>fast"
                            << "fast";
}

void TestWhatIf::mistakes()
{
    QFETCH(QString, change);
    QFETCH(QString, message);
    const WhatIfBase base = baseOf(QStringLiteral("chunk-8.before"));
    try {
        tried(base, {change});
        QFAIL("nothing was thrown");
    } catch (const InputError &error) {
        QVERIFY2(QString::fromStdString(error.what()).contains(message), error.what());
    }
}

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
