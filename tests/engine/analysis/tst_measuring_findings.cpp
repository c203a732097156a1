// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/analysis.h"
#include "engine/timeline/facts/cuda_results.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;

namespace {

const Finding *find(const RunAnalysis &analysis, const char *id)
{
    const auto found = std::find_if(analysis.findings.begin(), analysis.findings.end(),
                                    [id](const Finding &finding) { return finding.id == id; });
    return found == analysis.findings.end() ? nullptr : &*found;
}

/// A trace of kernels, each launched by a call; those of `lost` are not in the file.
Recording launches(int count, const std::vector<int> &lost, const char *otherCall = "cudaGetDevice")
{
    Recording recording;
    Timeline &timeline = recording.timeline;
    timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    HostCalls calls;
    HostCall other;
    other.name = timeline.intern(otherCall);
    calls.append(other);
    for (int i = 0; i < count; ++i) {
        HostCall call;
        call.begin = 10'000 + i * 1000;
        call.end = call.begin + 500;
        call.kind = HostCallKind::Launch;
        call.name = timeline.intern("cudaLaunchKernel");
        if (std::find(lost.begin(), lost.end(), i) == lost.end()) {
            Span span;
            span.stream = 0;
            span.engine = Engine::Compute;
            span.start = call.end;
            span.end = span.start + 300;
            timeline.append(span);
            call.addSpan(static_cast<std::uint32_t>(timeline.size() - 1));
        }
        calls.append(call);
    }
    timeline.setHostCalls(std::move(calls));
    recording.makespans.instrumented = timeline.end();
    return recording;
}

} // namespace

/// Findings that put a measurement in doubt, each with a near miss.
class TestMeasuringFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void failedCalls();
    void throttled();
    void sharedGpu();
    void unsteadyRuns();
    void droppedRecords();
    void launchesWithoutKernels_data();
    void launchesWithoutKernels();
};

void TestMeasuringFindings::failedCalls()
{
    Recording recording = launches(4, {});
    HostCalls calls = recording.timeline.hostCalls();
    calls[1].result = 600; // an event that was asked for and was not ready
    recording.timeline.setHostCalls(calls);
    QVERIFY(!find(analyze(recording, nullptr), "failed-calls"));
    calls[2].result = 2;
    calls[2].name = recording.timeline.intern("cudaMalloc");
    recording.timeline.setHostCalls(calls);
    QCOMPARE(find(analyze(recording, nullptr), "failed-calls")->text,
             "A CUDA call failed: cudaMalloc at 0.011 ms, which returned cudaErrorMemoryAllocation (2).");
    calls[4].result = 12'345;
    recording.timeline.setHostCalls(calls);
    const RunAnalysis analysis = analyze(recording, nullptr);
    const Finding *finding = find(analysis, "failed-calls");
    QVERIFY(finding->text.starts_with("2 CUDA calls failed, at first cudaMalloc at 0.011 ms"));
    QCOMPARE(finding->evidence.front().second, 2.0);
    QCOMPARE(cudaResultText("cuMemAlloc_v2", 2), "CUDA_ERROR_OUT_OF_MEMORY (2)");
    QCOMPARE(cudaResultText("cudaMalloc", 12'345), "12345");
    QCOMPARE(cudaResultText("cuLaunchKernel", 9), "9"); // only the runtime has a name for it
}

void TestMeasuringFindings::throttled()
{
    Recording recording;
    recording.environment = {{"SM clock before the run", "1980 MHz"}};
    QVERIFY(!find(analyze(recording, nullptr), "throttled"));
    recording.environment.emplace_back("throttled after the run", "power limit");
    const RunAnalysis analysis = analyze(recording, nullptr);
    QVERIFY(find(analysis, "throttled"));
    QVERIFY(find(analysis, "throttled")->text.find("(power limit)") != std::string::npos);
    QVERIFY(!find(analysis, "shared-gpu"));
}

void TestMeasuringFindings::sharedGpu()
{
    Recording recording;
    recording.environment = {{"other processes before the run", "1"}};
    QVERIFY(find(analyze(recording, nullptr), "shared-gpu"));
    QVERIFY(!find(analyze(recording, nullptr), "throttled"));
}

void TestMeasuringFindings::unsteadyRuns()
{
    Recording recording;
    recording.makespans.plain = {1000, 1010, 990, 1005, 3000}; // one outlier is no doubt: the median counts
    QVERIFY(!find(analyze(recording, nullptr), "unsteady-runs"));
    recording.makespans.plain = {1000, 1200, 990, 1250, 1100};
    QVERIFY(find(analyze(recording, nullptr), "unsteady-runs"));
    recording.makespans.plain = {1000, 1300}; // too few to say
    QVERIFY(!find(analyze(recording, nullptr), "unsteady-runs"));
}

void TestMeasuringFindings::droppedRecords()
{
    const RunAnalysis analysis = analyze(launches(100, {40, 41, 42, 70}), nullptr);
    const Finding *dropped = find(analysis, "dropped-records");
    QVERIFY(dropped);
    QCOMPARE(dropped->evidence[0].second, 99.0); // the first kernel is where the trace begins
    QCOMPARE(dropped->evidence[1].second, 4.0);
}

void TestMeasuringFindings::launchesWithoutKernels_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<int>>("lost");
    QTest::addColumn<QByteArray>("otherCall");
    QTest::newRow("none") << 100 << QList<int>{} << QByteArray("cudaGetDevice");
    QTest::newRow("the last ones ran after the trace")
        << 100 << QList<int>{96, 97, 98, 99} << QByteArray("cudaGetDevice");
    QTest::newRow("before the first kernel") << 100 << QList<int>{0, 1, 2, 3} << QByteArray("cudaGetDevice");
    QTest::newRow("three of very many") << 2000 << QList<int>{40, 41, 42} << QByteArray("cudaGetDevice");
    QTest::newRow("captured") << 100 << QList<int>{40, 41, 42, 43} << QByteArray("cudaStreamBeginCapture");
}

void TestMeasuringFindings::launchesWithoutKernels()
{
    QFETCH(int, count);
    QFETCH(QList<int>, lost);
    QFETCH(QByteArray, otherCall);
    const RunAnalysis analysis = analyze(launches(count, {lost.begin(), lost.end()}, otherCall.constData()), nullptr);
    QVERIFY(!find(analysis, "dropped-records"));
}

QTEST_GUILESS_MAIN(TestMeasuringFindings)
#include "tst_measuring_findings.moc"
