// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/analysis/analysis.h"
#include "engine/timeline/interval_set.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Figures against ones worked out by hand.
class TestAnalysis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unionsMergeTouchingIntervals();
    void lengthsOfUnions();
    void intersections();
    void figuresOfASmallRun();
    void emptyAndZeroLength();
    void seedExample();
    void sharedEngineCountsOnceForTheBound();
    void plainMakespanIsTheOneThatCounts();
    void findsWrongData();
    void findsInstrumentationCost();
    void busySmsAreNotFullOnes();
    void findsTheColdFirstRun();
    void saysWhatStartingTook();

private:
    static Recording recordingOf(const DeviceProfile &profile, const Program &program);
    static const Finding *find(const RunAnalysis &analysis, const std::string &id);
};

Recording TestAnalysis::recordingOf(const DeviceProfile &profile, const Program &program)
{
    Recording recording;
    recording.device = profile.info;
    const auto times = simulate(profile, program);
    recording.timeline = makeTimeline(program, times);
    recording.makespans.instrumented = recording.timeline.end();
    return recording;
}

const Finding *TestAnalysis::find(const RunAnalysis &analysis, const std::string &id)
{
    for (const Finding &finding : analysis.findings)
        if (finding.id == id)
            return &finding;
    return nullptr;
}

void TestAnalysis::unionsMergeTouchingIntervals()
{
    IntervalSet set({{30, 40}, {0, 10}, {10, 20}, {5, 7}, {50, 50}, {60, 55}});
    QCOMPARE(set.length(), std::int64_t{30});
    QCOMPARE(set.intervals(), (std::vector<IntervalSet::Interval>{{0, 20}, {30, 40}}));
    set.add(IntervalSet({{20, 30}}));
    QCOMPARE(set.intervals(), (std::vector<IntervalSet::Interval>{{0, 40}}));

    std::vector<IntervalSet::Interval> rising, falling, nearly; // the last as the spans of several streams lie
    for (std::int64_t i = 0; i < 1000; ++i) {
        rising.push_back({3 * i, 3 * i + 2});
        falling.insert(falling.begin(), rising.back());
    }
    nearly = rising;
    for (std::size_t i = 0; i + 4 < nearly.size(); i += 3)
        std::swap(nearly[i], nearly[i + 4]);
    QCOMPARE(IntervalSet(falling).intervals(), rising);
    QCOMPARE(IntervalSet(nearly).intervals(), rising);
}

void TestAnalysis::lengthsOfUnions()
{
    const std::vector<std::vector<IntervalSet::Interval>> sets{
        {{0, 10}, {30, 40}}, {}, {{5, 8}, {9, 31}, {7, 7}}, {{60, 61}, {90, 80}}};
    const UnionLengths few = unionLengths(sets.size(), sets.size(), [&](std::size_t item, const TakeInterval &take) {
        for (const IntervalSet::Interval &interval : sets[item])
            take(item, interval);
    });
    QCOMPARE(few.each, (std::vector<std::int64_t>{20, 0, 25, 1}));
    QCOMPARE(few.all, std::int64_t{41});
    QCOMPARE(unionLengths(0, 1, {}).all, std::int64_t{0});

    // As of two threads, one of which stands behind the other in the list, with some far ahead.
    std::vector<IntervalSet::Interval> many;
    for (std::int64_t thread = 0; thread < 2; ++thread)
        for (std::int64_t i = 0; i < 20000; ++i) {
            const std::int64_t begin = 10 * i + 3 * thread + (i % 97 == 0 ? 5000 : 0);
            many.push_back({begin, begin + i % 11 - 1});
        }
    std::vector<IntervalSet::Interval> parts[2];
    for (std::size_t i = 0; i < many.size(); ++i)
        parts[i % 2].push_back(many[i]);
    const UnionLengths lengths =
        unionLengths(many.size(), 2, [&](std::size_t item, const TakeInterval &take) { take(item % 2, many[item]); });
    QCOMPARE(lengths.each[0], IntervalSet(parts[0]).length());
    QCOMPARE(lengths.each[1], IntervalSet(parts[1]).length());
    QCOMPARE(lengths.all, IntervalSet(many).length());
}

void TestAnalysis::intersections()
{
    const IntervalSet a({{0, 10}, {20, 30}}), b({{5, 25}, {29, 40}});
    QCOMPARE(a.intersectionWith(b).intervals(), (std::vector<IntervalSet::Interval>{{5, 10}, {20, 25}, {29, 30}}));
    QVERIFY(a.intersectionWith(IntervalSet({{10, 20}})).empty()); // touching is no overlap
}

void TestAnalysis::figuresOfASmallRun()
{
    Timeline timeline;
    timeline.addStream({"a", 0, 0});
    timeline.addStream({"b", 0, 0});
    const auto add = [&timeline](OperationKind kind, int stream, std::int64_t ready, std::int64_t start,
                                 std::int64_t end) {
        Span span;
        span.kind = kind;
        span.engine = engineOf(kind);
        span.stream = stream;
        span.issue = 0;
        span.ready = ready;
        span.start = start;
        span.end = end;
        timeline.append(span);
    };
    add(OperationKind::H2D, 0, 0, 10, 30);
    add(OperationKind::Kernel, 0, 30, 30, 50);
    add(OperationKind::H2D, 1, 5, 30, 45); // waited 25, under the kernel
    add(OperationKind::D2H, 0, 50, 60, 80);
    add(OperationKind::Kernel, 1, 45, 50, 70); // 10 under the D2H
    add(OperationKind::Sync, -1, 0, 0, 1000);  // counts for nothing
    Recording recording;
    recording.timeline = timeline;
    const DeviceFigures f = analyze(recording, nullptr).devices.at(0);
    QCOMPARE(f.spanNs, std::int64_t{70});
    QCOMPARE(f.busyUnionNs, std::int64_t{70});
    QCOMPARE(f.idleNs, std::int64_t{0});
    QCOMPARE(f.unionNs.kernel, std::int64_t{40});
    QCOMPARE(f.unionNs.h2d, std::int64_t{35});
    QCOMPARE(f.unionNs.d2h, std::int64_t{20});
    QCOMPARE(f.overlapNs.kernelH2D, std::int64_t{15});
    QCOMPARE(f.overlapNs.kernelD2H, std::int64_t{10});
    QCOMPARE(f.overlapNs.h2dD2H, std::int64_t{0});
    QCOMPARE(f.overlapNs.kernelCopy, std::int64_t{25});
    QCOMPARE(f.exposedCopyNs, std::int64_t{30});
    QCOMPARE(f.copyHiddenPercent, 100.0 * 25 / 55);
    QCOMPARE(f.streamsActiveNs.at(1), std::int64_t{45});
    QCOMPARE(f.streamsActiveNs.at(2), std::int64_t{25});
    QCOMPARE(f.maxStreamsActive, 2);
    QCOMPARE(f.streams.at("b").busyNs, std::int64_t{35});
    QCOMPARE(f.streams.at("b").waitedNs, std::int64_t{30});
}

void TestAnalysis::emptyAndZeroLength()
{
    Recording recording;
    QVERIFY(analyze(recording, nullptr).devices.empty());
    QCOMPARE(analyze(recording, nullptr).summary.speedup, 0.0);
    recording.timeline.addStream({"a", 0, 0});
    Span span;
    span.stream = 0;
    span.kind = OperationKind::Kernel;
    span.engine = Engine::Compute;
    span.start = span.end = 5;
    recording.timeline.append(span);
    const RunAnalysis analysis = analyze(recording, nullptr);
    QCOMPARE(analysis.devices.at(0).spanNs, std::int64_t{0});
    QCOMPARE(analysis.devices.at(0).copyHiddenPercent, 0.0);
}

void TestAnalysis::seedExample()
{
    Program program = emptyProgram(2);
    for (int stream = 0; stream < 2; ++stream)
        for (const Operation &op : {copyIn(stream), kernel(stream), copyBack(stream)})
            program.operations.push_back(chunkOf(op, stream));
    const Summary summary = analyze(recordingOf(unitDevice(), program), &program).summary;
    QCOMPARE(summary.serialNs, std::int64_t{6'000'000});
    QCOMPARE(summary.makespanNs, std::int64_t{4'000'000});
    QCOMPARE(summary.boundNs, std::int64_t{3'000'000}); // copy in, kernel and copy back need one another
    QCOMPARE(summary.speedup, 1.5);
    QCOMPARE(summary.efficiency, 0.75);
}

void TestAnalysis::sharedEngineCountsOnceForTheBound()
{
    Program program = emptyProgram(2);
    for (int stream = 0; stream < 2; ++stream)
        for (const Operation &op : {copyIn(stream), kernel(stream), copyBack(stream)})
            program.operations.push_back(chunkOf(op, stream));
    DeviceProfile profile = inUnits("c1060");
    const RunAnalysis analysis = analyze(recordingOf(profile, program), &program);
    QCOMPARE(analysis.summary.boundNs, std::int64_t{4'000'000});
    QCOMPARE(analysis.summary.boundEngine, Engine::CopyH2D);
    QCOMPARE(analysis.devices.at(0).boundNs, analysis.summary.boundNs); // the Overlap tab says what the bar says
    QVERIFY(find(analysis, "one-copy-engine"));
}

void TestAnalysis::plainMakespanIsTheOneThatCounts()
{
    Makespans makespans;
    makespans.instrumented = 110;
    QCOMPARE(makespans.median(), std::int64_t{110});
    makespans.plain = {104, 100, 90, 300};
    QCOMPARE(makespans.median(), std::int64_t{102});
    QCOMPARE(makespans.minimum(), std::int64_t{90});
    QVERIFY(std::abs(makespans.instrumentationCost() - 8.0 / 102) < 1e-12);
}

void TestAnalysis::findsWrongData()
{
    Recording recording;
    for (const Verification good : {Verification::Passed, Verification::NotApplicable}) {
        recording.verification = good;
        QVERIFY(!find(analyze(recording, nullptr), "verification-failed"));
    }
    recording.verification = Verification::Failed;
    recording.verificationText = "buffer 'output', float 3: expected 1, found 2";
    const RunAnalysis analysis = analyze(recording, nullptr);
    QCOMPARE(analysis.findings.front().id, std::string("verification-failed"));
    QCOMPARE(analysis.findings.front().severity, Severity::Problem);
    QVERIFY(analysis.findings.front().text.find("float 3") != std::string::npos);
}

void TestAnalysis::findsInstrumentationCost()
{
    Recording recording;
    recording.makespans.plain = {1000};
    recording.makespans.instrumented = 1049;
    QVERIFY(!find(analyze(recording, nullptr), "instrumentation-cost"));
    recording.makespans.instrumented = 1051;
    QVERIFY(find(analyze(recording, nullptr), "instrumentation-cost"));
    recording.makespans.instrumented = 850; // short runs differ as much
    QVERIFY(!find(analyze(recording, nullptr), "instrumentation-cost"));
    recording.makespans.instrumented = 131;
    const RunAnalysis less = analyze(recording, nullptr);
    const Finding *finding = find(less, "instrumentation-cost");
    QVERIFY(finding);
    QVERIFY(finding->text.find("87 % less") != std::string::npos);
    recording.makespans.instrumented = 0; // there was none
    QVERIFY(!find(analyze(recording, nullptr), "instrumentation-cost"));
}

void TestAnalysis::busySmsAreNotFullOnes()
{
    DeviceProfile profile = unitDevice();
    profile.info.multiprocessors = 4;
    Program program = emptyProgram(2);
    for (int stream = 0; stream < 2; ++stream) {
        program.operations.push_back(kernel(stream));
        program.operations.back().kernel.own().grid = 1;
    }
    const auto limit = [](const DeviceProfile &device, const Program &run) {
        return find(analyze(recordingOf(device, run), &run), "bound")->text;
    };
    QVERIFY(limit(profile, program).find("the longest operation") != std::string::npos);
    for (Operation &op : program.operations)
        op.kernel.own().grid = 0; // now each fills the device
    QVERIFY(limit(profile, program).find("the SMs") != std::string::npos);
}

void TestAnalysis::findsTheColdFirstRun()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0)};
    Recording recording = recordingOf(unitDevice(), program);
    recording.makespans.plain = {900, 300, 310, 305};
    const Finding *counted = nullptr;
    RunAnalysis analysis = analyze(recording, &program);
    counted = find(analysis, "cold-first-run");
    QVERIFY(counted && counted->severity == Severity::Warning); // it is in the median
    QCOMPARE(counted->evidence[1].second, 0.305);
    recording.makespans.warmup = {900, 320};
    recording.makespans.plain = {300, 310, 305};
    analysis = analyze(recording, &program);
    const Finding *hidden = find(analysis, "cold-first-run");
    QVERIFY(hidden && hidden->severity == Severity::Info);
    QVERIFY(!find(analyze(recording, nullptr), "cold-first-run")); // imported: nobody knows what was before
    recording.makespans.warmup = {330, 320};
    QVERIFY(!find(analyze(recording, &program), "cold-first-run"));
}

void TestAnalysis::saysWhatStartingTook()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0)};
    Recording recording = recordingOf(unitDevice(), program);
    recording.makespans.plain = {300, 300};
    QVERIFY(!find(analyze(recording, &program), "startup"));
    const Summary before = analyze(recording, &program).summary;
    recording.startup = {{"creating the context", 0, 290'000'000}, {"loading the kernels", 300'000'000, 322'000'000}};
    const RunAnalysis analysis = analyze(recording, &program);
    const Finding *found = find(analysis, "startup");
    QVERIFY(found);
    QVERIFY2(found->text.find("312.000 ms: creating the context 290.000 ms") != std::string::npos, found->text.c_str());
    QCOMPARE(analysis.summary.makespanNs, before.makespanNs); // it is in no makespan
    QCOMPARE(analysis.summary.serialNs, before.serialNs);
    recording.makespans.warmup = {300};
    QVERIFY(!find(analyze(recording, &program), "startup")); // the first run is hidden on purpose
}

QTEST_GUILESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
