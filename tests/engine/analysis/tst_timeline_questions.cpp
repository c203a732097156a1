// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Ranges, searches, dependencies and comparisons of Timelines.
#include "tests/support/programs.h"

#include "engine/analysis/range_figures.h"
#include "engine/analysis/run_dependencies.h"
#include "engine/analysis/several_runs/comparison.h"
#include "engine/timeline/span_query.h"

#include <QtTest>

#include <random>

using namespace streamscope;
using namespace streamscope::test;

namespace {

void add(Timeline &timeline, OperationKind kind, const std::string &name, std::int32_t stream, std::int64_t start,
         std::int64_t end, std::uint64_t bytes = 0, std::int64_t ready = unknownTime,
         MemoryKind host = MemoryKind::Unknown)
{
    Span span;
    span.kind = kind;
    span.engine = engineOf(kind);
    span.name = timeline.intern(name);
    span.stream = stream;
    span.start = start;
    span.end = end;
    span.bytes = bytes;
    span.ready = ready;
    (kind == OperationKind::H2D ? span.from : span.to) = host;
    timeline.append(span);
}

Timeline sample()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    timeline.addStream({"1", 1, 0});
    add(timeline, OperationKind::H2D, "load A", 0, 0, 1000, 4000, unknownTime, MemoryKind::Pageable);
    add(timeline, OperationKind::Kernel, "GEMM_pinned", 0, 1000, 3'000'000);
    add(timeline, OperationKind::Kernel, "relu", 1, 2000, 4000, 0, 500);
    add(timeline, OperationKind::D2H, "Grüße", 1, 4000, 4000, 0, unknownTime, MemoryKind::ManagedStatic);
    return timeline;
}

} // namespace

class TimelineQuestionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rangeFiguresAgainstAScan();
    void rangesOfNothing();
    void queries_data();
    void queries();
    void queriesThatCannotBeUnderstood();
    void dependenciesOfAPipeline();
    void dependenciesOfTheNullStream();
    void criticalPathIsUnbroken();
    void brokenTimesMakeNoCircle();
    void comparesOperationWithOperation();
    void hostWorkThatATraceLacks();
    void mergedRunsKeepEveryOperation();
    void devicesWithOtherNumbers();
    void farAndReversedTimesSurvive();
};

void TimelineQuestionsTest::rangeFiguresAgainstAScan()
{
    std::mt19937 random(5);
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    for (int i = 0; i < 200; ++i) {
        const auto start = static_cast<std::int64_t>(random() % 1000);
        add(timeline, i % 3 ? OperationKind::Kernel : OperationKind::H2D, "x", 0, start,
            start + static_cast<std::int64_t>(random() % 60), 1000);
    }
    for (int round = 0; round < 50; ++round) {
        const auto a = static_cast<std::int64_t>(random() % 1000), b = a + static_cast<std::int64_t>(random() % 300);
        const RangeFigures figures = figuresOfRange(timeline, a, b);
        std::int64_t sum = 0, both = 0, busy = 0;
        for (std::int64_t t = a; t < b; ++t) {
            int copies = 0, kernels = 0;
            for (std::size_t i = 0; i < timeline.size(); ++i)
                if (timeline.starts()[i] <= t && t < timeline.ends()[i])
                    ++(timeline.kinds()[i] == OperationKind::H2D ? copies : kernels);
            sum += copies + kernels;
            both += copies > 0 && kernels > 0;
            busy += copies + kernels > 0;
        }
        std::int64_t told = 0;
        for (const KindFigures &kind : figures.kinds)
            told += kind.sumNs;
        QCOMPARE(told, sum);
        QCOMPARE(figures.overlapNs, both);
        QCOMPARE(figures.busyNs, busy);
        QCOMPARE(figures.idleNs(), b - a - busy);
    }
}

void TimelineQuestionsTest::rangesOfNothing()
{
    const RangeFigures none = figuresOfRange(Timeline(), 5, 1);
    QCOMPARE(none.beginNs, std::int64_t{1});
    QVERIFY(none.kinds.empty() && none.idleNs() == 4);
    const RangeFigures copy = figuresOfRange(sample(), 500, 1000);
    QCOMPARE(copy.kinds.size(), std::size_t{1});
    QCOMPARE(copy.kinds[0].bytes, std::uint64_t{2000}); // the half of it
    QCOMPARE(copy.kinds[0].gigabytesPerSecond(), 4.0);
}

void TimelineQuestionsTest::queries_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("found");
    QTest::newRow("nothing") << "" << QList<int>{0, 1, 2, 3};
    QTest::newRow("name") << "gem" << QList<int>{1};
    QTest::newRow("case") << "LOAD a" << QList<int>{0};
    QTest::newRow("other script") << "Grüße" << QList<int>{3};
    QTest::newRow("kind") << "kernel" << QList<int>{1, 2};
    QTest::newRow("two kinds") << "h2d d2h" << QList<int>{0, 3};
    QTest::newRow("any copy") << "copy" << QList<int>{0, 3};
    QTest::newRow("copies of any kind, in any case") << "Copy > 500ns" << QList<int>{0};
    QTest::newRow("quoted copy") << "\"copy\"" << QList<int>{};
    QTest::newRow("stream") << "stream:1" << QList<int>{2, 3};
    QTest::newRow("device") << "device:0 kernel" << QList<int>{1};
    QTest::newRow("longer") << "> 1ms" << QList<int>{1};
    QTest::newRow("no blank") << ">=2us <=1ms" << QList<int>{2};
    QTest::newRow("shorter") << "< 1 us" << QList<int>{3};
    QTest::newRow("waited") << "waited>1us" << QList<int>{2};
    QTest::newRow("bytes") << "bytes > 1KiB" << QList<int>{0};
    QTest::newRow("memory") << "h2d Pageable" << QList<int>{0};
    QTest::newRow("managed memory") << "managed" << QList<int>{3};
    QTest::newRow("no such memory, but a name") << "pinned" << QList<int>{1};
    QTest::newRow("quoted memory is a name") << "\"pageable\"" << QList<int>{};
    QTest::newRow("two memories") << "pageable managed" << QList<int>{};
    QTest::newRow("quoted kind") << "\"kernel\"" << QList<int>{};
    QTest::newRow("no such stream") << "stream:9" << QList<int>{};
    QTest::newRow("not this name") << "kernel !gemm" << QList<int>{2};
    QTest::newRow("not this kind") << "!kernel" << QList<int>{0, 3};
    QTest::newRow("neither name") << "!gemm !relu" << QList<int>{0, 3};
    QTest::newRow("no copy") << "!copy stream:1" << QList<int>{2};
    QTest::newRow("not this stream") << "!stream:1" << QList<int>{0, 1};
    QTest::newRow("not this device") << "!device:0" << QList<int>{2, 3};
    QTest::newRow("not this memory") << "copy !pageable" << QList<int>{3};
    QTest::newRow("no longer") << "kernel !> 1 ms" << QList<int>{2};
    QTest::newRow("not a quoted name") << "!\"load a\" stream:0" << QList<int>{1};
    QTest::newRow("a kind and a name") << "!kernel !\"load\"" << QList<int>{3};
    QTest::newRow("a quoted mark is a name") << "\"!gemm\"" << QList<int>{};
    QTest::newRow("a mark within a name") << "ge!mm" << QList<int>{};
}

void TimelineQuestionsTest::queries()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, found);
    const Timeline timeline = sample();
    const SpanQuery query = parseQuery(text.toStdString());
    QCOMPARE(query.problem, std::string());
    QList<int> got;
    for (const std::uint32_t span : SpanMatcher(query, timeline).all())
        got << static_cast<int>(span);
    QCOMPARE(got, found);
}

void TimelineQuestionsTest::queriesThatCannotBeUnderstood()
{
    for (const char *text :
         {"> much", "> 1fortnight", "device:one", "=>3", "!", "kernel ! gemm", "!\"\"", "!device:one"})
        QVERIFY2(!parseQuery(text).problem.empty(), text);
    QVERIFY(parseQuery("\"unclosed").problem.empty());
}

void TimelineQuestionsTest::dependenciesOfAPipeline()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    Operation record;
    record.kind = OperationKind::EventRecord;
    record.stream = 0;
    record.event = 0;
    Operation wait = record;
    wait.kind = OperationKind::EventWait;
    wait.stream = 1;
    program.operations = {copyIn(0), record, wait, copyIn(1), kernel(1)};
    const Timeline timeline = makeTimeline(program, simulate(unitDevice(), program));
    const RunDependencies links(timeline, &program);
    QVERIFY(links.into(0).empty());
    QCOMPARE(links.into(2), (std::vector<Dependency>{{1, 2, DependencyKind::Event}}));
    QCOMPARE(links.outOf(1), (std::vector<Dependency>{{1, 2, DependencyKind::Event}}));
    QCOMPARE(links.into(4), (std::vector<Dependency>{{3, 4, DependencyKind::Stream}}));
    QCOMPARE(RunDependencies(timeline, nullptr).into(2), links.into(2)); // a recording keeps them
    Timeline without = timeline;
    without.setEventLinks({});
    QVERIFY(RunDependencies(without, nullptr).into(2).empty());
    QCOMPARE(RunDependencies(without, &program).into(2), links.into(2));
}

/// The NULL stream waits for blocking streams and they for it, whether the Program or only the streams' roles are
/// known.
void TimelineQuestionsTest::dependenciesOfTheNullStream()
{
    Program program = emptyProgram(4);
    for (int stream = 0; stream < 4; ++stream)
        program.streams[stream].nonBlocking = stream == 2;
    program.streams[3].kind = StreamKind::LegacyDefault;
    program.operations = {kernel(0), kernel(2), kernel(3), kernel(1), kernel(2), kernel(0)};
    Timeline timeline = makeTimeline(program, simulate(unitDevice(), program));
    using Spans = std::vector<std::uint32_t>;
    const auto before = [&timeline](const Program *known, std::uint32_t span) { // by the order of streams
        Spans spans;
        for (const Dependency &link : RunDependencies(timeline, known).into(span))
            if (link.kind == DependencyKind::Stream)
                spans.push_back(link.from);
        return spans;
    };
    QCOMPARE(before(&program, 2), Spans{0});
    QCOMPARE(before(&program, 3), Spans{2});
    QCOMPARE(before(&program, 4), Spans{1});
    QCOMPARE(before(&program, 5), (Spans{0, 2}));
    for (std::uint32_t span = 0; span < timeline.size(); ++span) // the timeline carries the streams' roles
        QCOMPARE(before(nullptr, span), before(&program, span));
    for (int stream = 0; stream < 4; ++stream)
        timeline.describeStream(stream, 0, StreamRole::Ordinary);
    QVERIFY(before(nullptr, 3).empty()); // nothing says what the streams are
}

void TimelineQuestionsTest::criticalPathIsUnbroken()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), kernel(0), copyBack(0), copyIn(1), kernel(1), copyBack(1)};
    const Timeline timeline = makeTimeline(program, simulate(unitDevice(), program));
    const auto path = RunDependencies(timeline, &program).criticalPath();
    // In, in (engine order), kernel, back: four units of 1 ms without a gap.
    QCOMPARE(path.size(), std::size_t{4});
    QCOMPARE(path.front().span, 0u);
    QVERIFY(!path.front().heldBy);
    QCOMPARE(*path[1].heldBy, DependencyKind::Engine);
    for (std::size_t i = 1; i < path.size(); ++i)
        QCOMPARE(timeline.starts()[path[i].span], timeline.ends()[path[i - 1].span]);
    QVERIFY(RunDependencies(Timeline(), nullptr).criticalPath().empty());
    // Also through a synchronisation, to what it waited for.
    program.operations = {copyIn(0), hostSync(), kernel(1)};
    const Timeline held = makeTimeline(program, simulate(unitDevice(), program));
    QCOMPARE(RunDependencies(held, &program).criticalPath().size(), std::size_t{3});
}

void TimelineQuestionsTest::brokenTimesMakeNoCircle()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    for (int i = 0; i < 50; ++i)
        add(timeline, OperationKind::Kernel, "k", 0, 10, i % 2 ? 10 : -5, 0, -100);
    QVERIFY(RunDependencies(timeline, nullptr).criticalPath().size() <= 50);
}

void TimelineQuestionsTest::comparesOperationWithOperation()
{
    Timeline a = sample(), b;
    b.addStream({"1", 1, 0});
    b.addStream({"0", 0, 0});
    add(b, OperationKind::Kernel, "relu", 0, 12'000, 13'000);
    add(b, OperationKind::Kernel, "GEMM_pinned", 0, 13'000, 20'000); // on another stream
    add(b, OperationKind::Kernel, "new", 0, 20'000, 21'000);
    const Comparison comparison = compareRuns(a, b);
    QCOMPARE(comparison.matched, std::size_t{2});
    QCOMPARE(comparison.onlyA, std::size_t{2});
    QCOMPARE(comparison.onlyB, std::size_t{1});
    QCOMPARE(*comparison.operations[1].b, 1u);
    QCOMPARE(comparison.operations[2].longerNs(), std::int64_t{-1000});
    QCOMPARE(comparison.operations.back().a, std::nullopt);
    QCOMPARE(comparison.spanB, std::int64_t{9000});
    QCOMPARE(compareRuns(a, a).matched, a.size());
    QVERIFY(compareRuns({}, {}).operations.empty());
    // Where a copy's memory lies is not which copy it is; of a kernel every letter counts.
    Timeline pageable, pinned;
    pageable.addStream({"0", 0, 0});
    pinned.addStream({"0", 0, 0});
    add(pageable, OperationKind::H2D, "Memcpy HtoD (Pageable -> Device)", 0, 0, 3000);
    add(pinned, OperationKind::H2D, "Memcpy HtoD (Pinned -> Device)", 0, 0, 1000);
    add(pageable, OperationKind::Kernel, "f (a->b)", 0, 3000, 4000);
    add(pinned, OperationKind::Kernel, "f (a->c)", 0, 1000, 2000);
    QCOMPARE(compareRuns(pageable, pinned).matched, std::size_t{1});
    QCOMPARE(compareRuns(pageable, pinned).operations[0].longerNs(), std::int64_t{-2000});
}

/// A trace has the calls of the host and not what it worked between them; a replay states that as operations.
void TimelineQuestionsTest::hostWorkThatATraceLacks()
{
    Timeline trace = sample(), replay = sample();
    add(replay, OperationKind::HostWork, "host work", -1, 0, 2'000);
    add(replay, OperationKind::EventRecord, "ready", 0, 0, 0);
    add(replay, OperationKind::Kernel, "new", 0, 3'000, 4'000);
    QCOMPARE(compareRuns(trace, replay).onlyB, std::size_t{3}); // two runs of ours: these are differences
    HostCalls calls;
    calls.append({0, 10, trace.intern("cudaLaunchKernel")});
    trace.setHostCalls(std::move(calls));
    for (const bool swapped : {false, true}) {
        const Comparison comparison = swapped ? compareRuns(replay, trace) : compareRuns(trace, replay);
        QCOMPARE(comparison.matched, trace.size());
        QCOMPARE(swapped ? comparison.onlyA : comparison.onlyB, std::size_t{1});
        QCOMPARE(swapped ? comparison.onlyB : comparison.onlyA, std::size_t{0});
        QCOMPARE(comparison.unrecorded, std::size_t{2});
        QCOMPARE(comparison.operations.size(), replay.size());
    }
}

void TimelineQuestionsTest::mergedRunsKeepEveryOperation()
{
    Recording a, b;
    a.timeline = sample();
    b.timeline = sample();
    add(b.timeline, OperationKind::Kernel, "long", 0, 3'000'000, 6'000'000);
    for (const ComparisonScale scale : {ComparisonScale::Absolute, ComparisonScale::Normalised}) {
        const auto merged = mergedRuns(a, b, scale);
        QCOMPARE(merged->timeline.size(), a.timeline.size() + b.timeline.size());
        QCOMPARE(merged->timeline.streams()[2].id, std::string("B 0"));
        QVERIFY(merged->timeline.streams()[2].device > merged->timeline.streams()[1].device);
        QCOMPARE(merged->timeline.begin(), std::int64_t{0});
        // The end of the longer one; or of both, which is 100 %.
        QCOMPARE(merged->timeline.end(),
                 scale == ComparisonScale::Absolute ? b.timeline.end() - b.timeline.begin() : normalisedLengthNs);
    }
}

/// A rank's trace is of device 1, and its replay of device 0: stream 7 is the same one in both.
void TimelineQuestionsTest::devicesWithOtherNumbers()
{
    Recording rank, replay;
    for (auto *const run : {&rank, &replay}) {
        const int device = run == &rank ? 1 : 0;
        for (const char *const stream : {"7", "20"})
            run->timeline.addStream({stream, device, 0});
    }
    for (const int stream : {0, 1})
        add(rank.timeline, OperationKind::Kernel, "work", stream, 0, 1000);
    for (const int stream : {1, 0})
        add(replay.timeline, OperationKind::Kernel, "work", stream, 0, 1000);
    const Comparison comparison = compareRuns(rank.timeline, replay.timeline);
    QCOMPARE(comparison.matched, std::size_t{2});
    QCOMPARE(*comparison.operations[0].b, 1u);
    const auto merged = mergedRuns(rank, replay, ComparisonScale::Absolute);
    const auto &streams = merged->timeline.streams();
    QCOMPARE(streams[2].device - firstDeviceOfB(rank.timeline), streams[0].device);
}

void TimelineQuestionsTest::farAndReversedTimesSurvive()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    const std::vector<std::pair<std::int64_t, std::int64_t>> times{
        {0, 0}, {5, 3}, {-1'000'000'000'000, 1'000'000'000'000}, {7, 4'294'967'302}, {0, 4'294'967'294}};
    for (const auto &[start, end] : times) {
        Span span;
        span.stream = 0;
        span.start = start;
        span.end = end;
        span.issue = start - 3'000'000'000;
        span.ready = start + 4;
        span.returned = span.issue + 17;
        span.bytes = 1ULL << 40U;
        timeline.append(span);
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Span back = timeline.span(i);
        QCOMPARE(back.start, times[i].first);
        QCOMPARE(back.end, times[i].second);
        QCOMPARE(timeline.ends()[i], times[i].second);
        QCOMPARE(back.issue, times[i].first - 3'000'000'000);
        QCOMPARE(back.ready, times[i].first + 4);
        QCOMPARE(back.returned, back.issue + 17);
        QCOMPARE(back.bytes, 1ULL << 40U);
    }
}

QTEST_GUILESS_MAIN(TimelineQuestionsTest)
#include "tst_timeline_questions.moc"
