// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A trace written with the tables of Nsight Systems is read again with the same figures.
#include "tests/support/experiment_runs.h"
#include "tests/support/files.h"
#include "tests/support/recording_bytes.h"

#include "engine/analysis/analysis.h"
#include "engine/executors/timing/operation_times.h"
#include "engine/formats/traces/nsight/nsight_writer.h"
#include "engine/timeline/host/host_events.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

ImportedTrace written(const Recording &recording, const ImportReport *import, std::uint64_t leftOut = 0)
{
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString() + "/a.sqlite";
    OutputFile file(path);
    if (writeNsightDatabase(recording, import, file) != leftOut)
        qFatal("another number of operations was left out");
    file.commit();
    return importTrace(path);
}

/// Times on the device, per kind of operation and stream, gaps and waits.
void compareFigures(const Recording &a, const Recording &b)
{
    const RunAnalysis first = analyze(a, nullptr), second = analyze(b, nullptr);
    QCOMPARE(second.devices.size(), first.devices.size());
    for (const auto &[number, figures] : first.devices) {
        const DeviceFigures &other = second.devices.at(number);
        QCOMPARE(other.spanNs, figures.spanNs);
        QCOMPARE(other.busyUnionNs, figures.busyUnionNs);
        QCOMPARE(other.serialNs, figures.serialNs);
        QCOMPARE(other.boundNs, figures.boundNs);
        QCOMPARE(other.exposedCopyNs, figures.exposedCopyNs);
        QCOMPARE(other.migrationNs, figures.migrationNs);
        QCOMPARE(other.gapsNs, figures.gapsNs);
        QCOMPARE(other.criticalPath.operations, figures.criticalPath.operations);
        QCOMPARE(other.streamsActiveNs, figures.streamsActiveNs);
    }
    QCOMPARE(second.summary.makespanNs, first.summary.makespanNs);
}

std::map<OperationKind, int> kindsOf(const Timeline &timeline)
{
    std::map<OperationKind, int> kinds;
    for (const OperationKind kind : timeline.kinds())
        ++kinds[kind];
    return kinds;
}

} // namespace

class TestNsightWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tracesKeepTheirFigures_data();
    void tracesKeepTheirFigures();
    void everythingKnownComesBack();
    void streamsOfTheSameNumber();
    void ourOwnRuns();
};

void TestNsightWriter::tracesKeepTheirFigures_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name :
         {"small.ssrec", "swim_blocking.json.gz", "swim_non_blocking_pinned.json.gz", "chunked_depth.json.gz"})
        QTest::newRow(name) << QString::fromUtf8(name);
}

void TestNsightWriter::tracesKeepTheirFigures()
{
    QFETCH(QString, name);
    const ImportedTrace trace = importTrace(tracePath(name).toStdString());
    const ImportedTrace again = written(trace.recording, &trace.report);
    compareFigures(trace.recording, again.recording);
    QCOMPARE(kindsOf(again.recording.timeline), kindsOf(trace.recording.timeline));
    QCOMPARE(again.report.calls, trace.report.calls);
    QCOMPARE(again.report.originNs, trace.report.originNs);
    QCOMPARE(again.report.baseTimeNs, trace.report.baseTimeNs);
    QCOMPARE(again.recording.timeline.eventLinks().size(), trace.recording.timeline.eventLinks().size());
}

void TestNsightWriter::everythingKnownComesBack()
{
    const ImportedTrace trace = importTrace(tracePath("small.ssrec").toStdString());
    const Timeline &before = trace.recording.timeline;
    const ImportedTrace again = written(trace.recording, &trace.report);
    const Timeline &after = again.recording.timeline;
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        Span expected = before.span(i), got = after.span(i);
        QCOMPARE(after.name(got.name), before.name(expected.name));
        QCOMPARE(after.streams()[static_cast<std::size_t>(std::max(got.stream, 0))].role,
                 before.streams()[static_cast<std::size_t>(std::max(expected.stream, 0))].role);
        const LaunchShape *a = before.launchShape(i), *b = after.launchShape(i);
        QVERIFY((a == nullptr) == (b == nullptr) && (!a || *a == *b));
        got.clock = expected.clock;
        got.name = expected.name;
        got.stream = expected.stream;
        QVERIFY(got == expected);
    }
    for (std::size_t i = 0; i < before.hostCalls().size(); ++i) {
        HostCall expected = before.hostCalls()[i], got = after.hostCalls()[i];
        QCOMPARE(after.name(got.name), before.name(expected.name));
        got.name = expected.name;
        got.stream = expected.stream;
        QVERIFY(got == expected);
    }
    const HostEvents *events = after.hostEvents();
    QVERIFY(events && events->size() == 1 && events->name(0) == "step 1");
    QCOMPARE(again.recording.device.name, trace.recording.device.name);
    QCOMPARE(again.recording.device.multiprocessors, trace.recording.device.multiprocessors);
}

void TestNsightWriter::streamsOfTheSameNumber()
{
    Recording recording;
    Timeline &timeline = recording.timeline;
    for (const char *id : {"7", "7 (context 2)", "null", "A"})
        timeline.addStream({id, 0, 0});
    timeline.addStream({"7", 1, -3, StreamRole::NonBlocking});
    for (std::int32_t stream = 0; stream < 5; ++stream) {
        Span span;
        span.start = 100 * stream + 100;
        span.end = span.start + 50;
        span.stream = stream;
        span.name = timeline.intern("k" + std::to_string(stream));
        timeline.append(span);
    }
    recording.makespans.instrumented = 450;
    const ImportedTrace again = written(recording, nullptr);
    QCOMPARE(again.recording.timeline.streams().size(), 5U);
    QCOMPARE(again.recording.timeline.streams()[4].device, 1);
    QCOMPARE(again.recording.timeline.streams()[4].priority, -3);
    QCOMPARE(again.recording.timeline.streams()[4].role, StreamRole::NonBlocking);
    compareFigures(recording, again.recording);
}

/// They have no list of calls: each operation knows when it was issued.
void TestNsightWriter::ourOwnRuns()
{
    const ExperimentRun run("copy-compute-pipeline");
    Recording recording;
    recording.timeline = makeTimeline(run.program(), run.times());
    const ImportedTrace again = written(recording, nullptr);
    const Timeline &before = recording.timeline, &after = again.recording.timeline;
    for (const OperationKind kind : {OperationKind::H2D, OperationKind::D2H, OperationKind::Kernel})
        QCOMPARE(kindsOf(after)[kind], kindsOf(before)[kind]);
    std::size_t at = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!runsOnGpu(before.kinds()[i]))
            continue;
        while (at < after.size() && !runsOnGpu(after.kinds()[at]))
            ++at;
        QVERIFY(at < after.size());
        QCOMPARE(after.span(at).duration(), before.span(i).duration());
        QCOMPARE(after.span(at).issue - after.span(at).start, before.span(i).issue - before.span(i).start);
        ++at;
    }
}

QTEST_APPLESS_MAIN(TestNsightWriter)
#include "tst_nsight_writer.moc"
