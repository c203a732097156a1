// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/timing/clock_choice.h"
#include "engine/executors/timing/clock_comparison.h"
#include "engine/executors/timing/clock_notes.h"
#include "engine/executors/timing/engine_order.h"
#include "engine/executors/timing/instrumentation_plan.h"
#include "engine/executors/timing/recorded_times.h"
#include "engine/executors/timing/threads/host_watcher.h"
#include "engine/executors/timing/watch_plan.h"
#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/raw_times_file.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace streamscope;
using namespace streamscope::test;

/// Watched copies: which copies are watched, and how their times are computed. No GPU needed.
class TestWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pinnedPipelineIsWatchedWhole_data();
    void pinnedPipelineIsWatchedWhole();
    void whatCannotBeWatchedSaysWhy_data();
    void whatCannotBeWatchedSaysWhy();
    void wordsOfEveryExperimentBelongToOneCopy();
    void wordIsTheLastOfTheDestination();
    void memoryThatIsUsedAgainIsNotWatched();
    void copyThatBringsWhatTheRunWroteIsNotWatched();
    void synchronisationOfTheDeviceEndsTheObserver();
    void raceIsNotWatched();
    void oddEndsKeepTheirEvents();
    void watchedCopiesHaveNoEvents();
    void noteSaysWhichCopiesAreWatched();
    void engineTakesTheNextCopyAtOnce();
    void watchedEndIsNotLateBesideTheOtherDirection();
    void agreesWithCupti_data();
    void agreesWithCupti();
    void recordsAreWhereTheirStreamsReachThem();
    void lostCopyIsNamed();
    void clockThatJumpedIsRefused();
    void rawTimesGoThereAndBack();
    void hostWatcherSeesWordsChange();
    void hostWatcherLeavesWhatNeverChanges();
    void clockIsKnownByName();
};

namespace {

constexpr std::int64_t us = 1000;

Program pipeline(std::initializer_list<std::pair<const char *, const char *>> settings)
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    Parameters parameters = experiment->defaults();
    for (const auto &[name, value] : settings)
        parameters.setText(name, value);
    return buildProgram(*experiment, parameters);
}

std::size_t copiesOf(const Program &program)
{
    return static_cast<std::size_t>(std::count_if(program.operations.begin(), program.operations.end(),
                                                  [](const Operation &operation) { return isCopy(operation.kind); }));
}

/// A copy in of 4 KiB to `place` in the device, and its kernel.
Operation copyInto(int stream, std::uint64_t place)
{
    Operation op = copyIn(stream);
    op.reads[0].offset = op.writes[0].offset = place;
    return op;
}

/// A run that was recorded on an H200 as if its copies had been watched: their ends are CUPTI's, which are of the clock
/// of %globaltimer, and there are no events.
struct Recorded
{
    RawTimes raw;
    Program program;
    std::string experiment;
    Parameters parameters;
};

Recorded load(const QString &name)
{
    QFile file(QStringLiteral(QT_TESTCASE_SOURCEDIR "/data/raw_times/") + name + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        throw InputError("no file " + name.toStdString());
    const RawTimesFile content = parseRawTimes(file.readAll(), name.toStdString());
    const Experiment *experiment = findExperiment(content.experiment);
    Parameters parameters = experiment->defaults();
    readParameters(JsonObject(content.parameters, name.toStdString(), "parameters"), parameters);
    Recorded recorded{content.raw, buildProgram(*experiment, parameters), content.experiment, parameters};
    for (const WatchPlan::Word &word : planWatch(recorded.program).words)
        recorded.raw.run.watched.push_back(recorded.raw.reference[static_cast<std::size_t>(word.operation)].end);
    recorded.raw.run.events.clear();
    return recorded;
}

RecordedTimes timesOf(const Recorded &recorded)
{
    return collectTimes(recorded.program, recorded.raw.run, false, recorded.raw.latencies);
}

QString refusalOf(const Recorded &recorded)
{
    try {
        timesOf(recorded);
    } catch (const RunError &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

void TestWatch::pinnedPipelineIsWatchedWhole_data()
{
    QTest::addColumn<QString>("memory");
    QTest::addColumn<QString>("submission");
    QTest::addColumn<QString>("order");
    for (const char *memory : {"pinned", "registered"})
        for (const char *submission : {"live", "gated"})
            for (const char *order : {"serial", "depth-first", "breadth-first"})
                QTest::addRow("%s %s %s", memory, submission, order) << memory << submission << order;
}

void TestWatch::pinnedPipelineIsWatchedWhole()
{
    QFETCH(QString, memory);
    QFETCH(QString, submission);
    QFETCH(QString, order);
    const Program program = pipeline({{"bytes", "4MiB"},
                                      {"chunks", "64"},
                                      {"streams", "4"},
                                      {"host_memory", qPrintable(memory)},
                                      {"submission", qPrintable(submission)},
                                      {"issue_order", qPrintable(order)}});
    const WatchPlan plan = planWatch(program);
    QCOMPARE(plan.words.size(), std::size_t{128});
    QVERIFY2(plan.everything && plan.problem.empty(), plan.problem.c_str());
    QVERIFY(std::is_sorted(plan.words.begin(), plan.words.end(),
                           [](const auto &a, const auto &b) { return a.operation < b.operation; }));
}

void TestWatch::whatCannotBeWatchedSaysWhy_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("pageable") << "host_memory"
                              << "pageable"
                              << "pageable memory";
    QTest::newRow("write-combined") << "host_memory"
                                    << "write-combined"
                                    << "write-combined memory";
    QTest::newRow("graph") << "submission"
                           << "graph"
                           << "a graph";
    QTest::newRow("too many") << "chunks"
                              << "4096"
                              << "more than 4096 copies";
}

void TestWatch::whatCannotBeWatchedSaysWhy()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, says);
    const WatchPlan plan = planWatch(pipeline({{qPrintable(name), qPrintable(value)}}));
    QVERIFY(plan.words.empty() && !plan.everything);
    QVERIFY2(QString::fromStdString(plan.problem).contains(says), plan.problem.c_str());
}

void TestWatch::wordsOfEveryExperimentBelongToOneCopy()
{
    std::size_t watched = 0;
    for (const Experiment *experiment : experiments()) {
        const Program program = buildProgram(*experiment, experiment->defaults());
        const WatchPlan plan = planWatch(program);
        QCOMPARE(plan.wordOf.size(), program.operations.size());
        QVERIFY2(plan.words.size() == copiesOf(program) || !plan.problem.empty()
                     || std::any_of(program.operations.begin(), program.operations.end(),
                                    [](const Operation &op) { return op.kind == OperationKind::D2D; }),
                 experiment->id().c_str());
        for (const WatchPlan::Word &word : plan.words) {
            ++watched;
            for (std::size_t i = 0; i < program.operations.size(); ++i) {
                if (static_cast<std::int32_t>(i) == word.operation || !isCopy(program.operations[i].kind))
                    continue;
                const BufferRange &other = program.operations[i].writes.front();
                QVERIFY2(other.buffer != word.place.buffer || other.offset + other.bytes <= word.place.offset
                             || word.place.offset + word.place.bytes <= other.offset,
                         experiment->id().c_str());
            }
        }
    }
    QVERIFY(watched > 0);
}

void TestWatch::wordIsTheLastOfTheDestination()
{
    Program program = emptyProgram(1);
    program.operations = {copyInto(0, 8192)};
    const WatchPlan plan = planWatch(program);
    QCOMPARE(plan.words.size(), std::size_t{1});
    QCOMPARE(plan.words[0].place, (BufferRange{1, 8192 + 4092, 4}));
    QCOMPARE(plan.words[0].source, (BufferRange{0, 8192 + 4092, 4}));
    QCOMPARE(plan.wordOf[0], 0);
}

void TestWatch::memoryThatIsUsedAgainIsNotWatched()
{
    Program program = emptyProgram(1);
    program.operations = {copyInto(0, 0), copyInto(0, 4096), copyInto(0, 0)}; // the first place comes twice
    WatchPlan plan = planWatch(program);
    QCOMPARE(plan.words.size(), std::size_t{1});
    QCOMPARE(plan.words[0].operation, 1);
    QVERIFY(!plan.everything && !plan.problem.empty());

    Operation inPlace = kernel(0);
    program.operations = {copyInto(0, 0), inPlace}; // behind the copy it may write
    QVERIFY(planWatch(program).everything);
    program.operations = {inPlace, copyInto(0, 0)}; // in front of it it may not
    QVERIFY(planWatch(program).words.empty());
    Operation reader = inPlace;
    reader.writes.clear();
    program.operations = {reader, copyInto(0, 0)}; // nor read what was put there
    QVERIFY(planWatch(program).words.empty());
    Operation memset;
    memset.kind = OperationKind::Memset;
    memset.stream = 0;
    memset.bytes = 4;
    memset.writes = {{1, 4092, 4}};
    program.operations = {copyInto(0, 0), memset};
    plan = planWatch(program);
    QVERIFY2(plan.words.empty() && plan.problem.find("written again") != std::string::npos, plan.problem.c_str());
    memset.writes = {{1, 4088, 4}}; // beside the word
    program.operations = {copyInto(0, 0), memset};
    plan = planWatch(program);
    QCOMPARE(plan.words.size(), std::size_t{1});
    QVERIFY(plan.problem.empty() && !plan.everything); // the memset has an event
}

void TestWatch::copyThatBringsWhatTheRunWroteIsNotWatched()
{
    Program program = emptyProgram(1);
    program.operations = {copyBack(0), copyIn(0)}; // there and back
    const WatchPlan plan = planWatch(program);
    QCOMPARE(plan.wordOf[1], WatchPlan::none);
    QVERIFY2(plan.problem.find("written in the same run") != std::string::npos
                 || plan.problem.find("used before") != std::string::npos,
             plan.problem.c_str());
}

void TestWatch::synchronisationOfTheDeviceEndsTheObserver()
{
    Program program = emptyProgram(1);
    Operation back = copyBack(0);
    back.reads[0].offset = back.writes[0].offset = 65536;
    program.operations = {copyInto(0, 0), hostSync(), back, copyInto(0, 4096)};
    const WatchPlan plan = planWatch(program);
    QCOMPARE(plan.wordOf, (std::vector<std::int32_t>{0, -1, 1, -1}));
    QVERIFY2(plan.problem.find("synchronisation") != std::string::npos, plan.problem.c_str());
}

void TestWatch::raceIsNotWatched()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), kernel(1)};
    const WatchPlan plan = planWatch(program);
    QVERIFY(plan.words.empty());
    QVERIFY2(plan.problem.find("race") != std::string::npos, plan.problem.c_str());
}

void TestWatch::oddEndsKeepTheirEvents()
{
    Program program = emptyProgram(1);
    Operation odd = copyIn(0), tiny = copyInto(0, 8192);
    odd.bytes = odd.reads[0].bytes = odd.writes[0].bytes = 4095;
    tiny.bytes = tiny.reads[0].bytes = tiny.writes[0].bytes = 3;
    program.operations = {odd, tiny};
    QVERIFY(planWatch(program).words.empty());
    program.operations = {copyInto(0, 16384), odd};
    QCOMPARE(planWatch(program).words.size(), std::size_t{1});
}

void TestWatch::watchedCopiesHaveNoEvents()
{
    Program program = emptyProgram(1);
    program.events = {"e"};
    program.operations = {copyInto(0, 0), kernel(0), record(0, 0), copyInto(0, 4096), copyInto(0, 4096)};
    const WatchPlan watch = planWatch(program);
    QCOMPARE(watch.words.size(), std::size_t{1});
    const InstrumentationPlan plan = planInstrumentation(program, watch);
    QCOMPARE(plan.entries[0].watched, 0);
    QCOMPARE(plan.entries[0].after, InstrumentationPlan::none);
    QCOMPARE(plan.entries[2].after, InstrumentationPlan::none); // the record is as in a plain run
    QCOMPARE(plan.events, 2);                                   // of the copies that share a place
    QCOMPARE(plan.stamps, 1);
    QCOMPARE(plan.entries[1].bracketBefore, InstrumentationPlan::none);
    QCOMPARE(planInstrumentation(program).events, 4);
}

void TestWatch::noteSaysWhichCopiesAreWatched()
{
    Program program = emptyProgram(1);
    program.operations = {copyInto(0, 0), copyInto(0, 4096)};
    QString note = QString::fromStdString(watchNote(program, planWatch(program)));
    QVERIFY2(note.startsWith("Copies are timed by watching") && !note.contains("event behind"), qPrintable(note));
    program.operations.push_back(copyInto(0, 4096));
    note = QString::fromStdString(watchNote(program, planWatch(program)));
    QVERIFY2(note.contains("2 of 3 have an event behind them: a copy's destination is "), qPrintable(note));
}

void TestWatch::engineTakesTheNextCopyAtOnce()
{
    Program program = emptyProgram(2);
    program.operations = {copyInto(0, 0), copyInto(1, 4096), copyBack(0)};
    CopyTiming timing;
    timing.latencies.h2d = {0, 4, 6, 8, 3, 5, 0};
    timing.latencies.d2h = {0, 4, 6, 8, 3, 5, 0};
    std::vector<OperationTimes> times(3);
    for (OperationTimes &t : times)
        t.issue = 0;
    times[0].ready = times[1].ready = 0;
    times[0].end = times[2].ready = 100;
    times[1].end = 200;
    times[2].end = 300;
    auto byEvents = times;
    correctCopyStarts(program, timing, byEvents);
    QCOMPARE(byEvents[1].start, std::int64_t{103});
    QCOMPARE(byEvents[2].start, std::int64_t{106});
    timing.watched = {true, true, true};
    correctCopyStarts(program, timing, times);
    QCOMPARE(times[1].start, std::int64_t{100}); // no event between them, for which the engine drains
    QCOMPARE(times[2].start, std::int64_t{102}); // from engine to engine, without one
    for (const OperationTimes &t : times)
        QCOMPARE(t.clock, Clock::Watch);
}

void TestWatch::watchedEndIsNotLateBesideTheOtherDirection()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyBack(1)};
    CopyTiming timing;
    timing.latencies.d2h.endBeside = 6'000;
    timing.watched = {true, true};
    std::vector<OperationTimes> times(2);
    times[0].issue = times[0].ready = times[1].issue = times[1].ready = 0;
    times[0].end = 150'000;
    times[1].end = 100'000;
    correctCopyStarts(program, timing, times);
    QCOMPARE(times[1].end, std::int64_t{100'000});
}

void TestWatch::agreesWithCupti_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"pipeline-depth-first", "pipeline-breadth-first", "pipeline-long-kernels",
                             "pipeline-serial", "pipeline-small-chunks", "pipeline-gated", "bidirectional-copy"})
        QTest::newRow(name) << name;
}

/// The starts, which are inferred, from ends that are CUPTI's own. The recorded runs had an event and CUPTI's record
/// between copies, for each of which the engine drained: 3 us together, 15 us for D2H beside H2D. Watched copies have
/// neither, so that the starts come out so much early here, and never late.
void TestWatch::agreesWithCupti()
{
    QFETCH(QString, name);
    const Recorded recorded = load(name);
    QVERIFY(!recorded.raw.run.watched.empty());
    const RecordedTimes found = timesOf(recorded);
    std::vector<OperationTimes> reference(found.times.size());
    for (std::size_t i = 0; i < reference.size(); ++i) {
        reference[i].start = recorded.raw.reference[i].start;
        reference[i].end = recorded.raw.reference[i].end;
        const OperationTimes &t = found.times[i];
        QVERIFY(t.ready <= t.start && t.start <= t.end && t.issue <= t.returned);
        if (isCopy(recorded.program.operations[i].kind))
            QCOMPARE(t.clock, Clock::Watch);
    }
    std::size_t copies = 0;
    for (const ClockCheck::Sample &sample : compareClocks(recorded.program, found.times, reference).samples) {
        if (!isCopy(sample.kind))
            continue;
        ++copies;
        QVERIFY2(std::abs(sample.end - sample.referenceEnd) <= 1 * us, qPrintable(QString::number(sample.index)));
        const std::int64_t late = sample.start - sample.referenceStart;
        QVERIFY2(late <= 6 * us && late >= -25 * us, qPrintable(QString::number(late) + " ns"));
    }
    QCOMPARE(copies, recorded.raw.run.watched.size());
}

void TestWatch::recordsAreWhereTheirStreamsReachThem()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {copyInto(0, 0), record(0, 0), wait(1, 0), copyInto(1, 4096)};
    RawRun raw;
    raw.calls = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}};
    raw.watched = {1000, 2000};
    raw.host = {{0, 0, 0, 0}}; // all clocks agree
    raw.timer = raw.timerEnd = raw.host;
    const RecordedTimes found = collectTimes(program, raw, false, {});
    QCOMPARE(found.times[0].end, std::int64_t{1000});
    QCOMPARE(found.times[1].end, std::int64_t{1000});
    QCOMPARE(found.times[2].end, std::int64_t{1000});
    QCOMPARE(found.times[3].ready, std::int64_t{1000});
    QCOMPARE(found.times[3].end, std::int64_t{2000});
}

void TestWatch::lostCopyIsNamed()
{
    Recorded recorded = load("pipeline-depth-first");
    recorded.raw.run.watched[3] = unknownTime;
    const QString said = refusalOf(recorded);
    QVERIFY2(said.contains("no watcher saw operation 5 (d2h"), qPrintable(said));
}

void TestWatch::clockThatJumpedIsRefused()
{
    Recorded recorded = load("pipeline-depth-first");
    recorded.raw.run.watched.back() -= 3000 * us; // long before its kernel ran
    const QString said = refusalOf(recorded);
    QVERIFY2(said.contains("before its stream came to it"), qPrintable(said));

    recorded = load("pipeline-depth-first");
    QVERIFY(timesOf(recorded).globalTimer.consistent());
    for (std::size_t i = 8; i < recorded.raw.run.timer.size(); ++i) { // in the middle of the first probes
        recorded.raw.run.timer[i].start += 20 * us;
        recorded.raw.run.timer[i].end += 20 * us;
    }
    QVERIFY(!timesOf(recorded).globalTimer.consistent());
}

void TestWatch::rawTimesGoThereAndBack()
{
    Recorded recorded = load("pipeline-depth-first");
    const std::int64_t origin = recorded.raw.run.timer.front().start;
    recorded.raw.run.watched[2] = unknownTime;
    const QByteArray json = rawTimesJson(recorded.experiment, recorded.parameters, recorded.raw);
    const RawTimesFile back = parseRawTimes(json, "back");
    QCOMPARE(back.raw.run.watched.size(), recorded.raw.run.watched.size());
    for (std::size_t i = 0; i < back.raw.run.watched.size(); ++i)
        QCOMPARE(back.raw.run.watched[i],
                 i == 2 ? unknownTime : recorded.raw.run.watched[i] - origin); // as the stamps are
    QCOMPARE(rawTimesJson(recorded.experiment, recorded.parameters, back.raw), json);

    QByteArray spoiled = json;
    spoiled.replace("\"watched\":[[", "\"watched\":[[7,");
    QVERIFY_THROWS_EXCEPTION(InputError, parseRawTimes(spoiled, "spoiled"));
}

void TestWatch::hostWatcherSeesWordsChange()
{
    constexpr std::size_t count = 300; // more than it looks at together
    constexpr std::uint32_t poison = 7;
    const auto now = [] {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    };
    std::size_t early = 0, late = 0; // of those that it looks at from the beginning, and of the others
    // A thread that loses its core gives no time, which is common on a busy machine.
    for (int tries = 0; tries < 500 && (early == 0 || late == 0); ++tries) {
        std::vector<std::uint32_t> memory(count, poison);
        std::vector<HostWatcher::Word> words;
        for (std::uint32_t &word : memory)
            words.push_back({&word, poison});
        HostWatcher watcher(words, 10'000'000'000);
        std::vector<std::int64_t> before, after;
        for (std::uint32_t &word : memory) {
            std::this_thread::sleep_for(std::chrono::microseconds(50));
            before.push_back(now());
            std::atomic_ref(word).store(8);
            after.push_back(now());
        }
        const std::vector<std::int64_t> times = watcher.finish(1'000'000'000);
        QCOMPARE(times.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            if (times[i] == unknownTime)
                continue;
            ++(i < HostWatcher::window ? early : late);
            QVERIFY(times[i] >= before[i]);
            QVERIFY2(times[i] <= after[i] + HostWatcher::maxUnwatchedNs, "seen later than it can have been");
        }
    }
    QVERIFY(early > 0 && late > 0);
}

void TestWatch::hostWatcherLeavesWhatNeverChanges()
{
    std::array<std::uint32_t, 2> memory{1, 2};
    HostWatcher stopped({{memory.data(), 1}, {&memory[1], 2}}, 10'000'000'000);
    QCOMPARE(stopped.finish(0), (std::vector<std::int64_t>{unknownTime, unknownTime}));
    HostWatcher tired({{memory.data(), 1}}, 1'000'000); // its time is over long before anybody's patience
    QCOMPARE(tired.finish(60'000'000'000), (std::vector<std::int64_t>{unknownTime}));
    HostWatcher nothing({}, 1'000'000);
    QVERIFY(nothing.finish(60'000'000'000).empty());
}

void TestWatch::clockIsKnownByName()
{
    Clock clock = Clock::Model;
    QVERIFY(parseClock("watch", clock));
    QCOMPARE(clock, Clock::Watch);
    QCOMPARE(clockName(Clock::Watch), std::string_view("watch"));
    QCOMPARE(parseClockChoice("watch"), ClockChoice::Watch);
    try {
        parseClockChoice("sundial");
        QFAIL("there is no such clock");
    } catch (const InputError &error) {
        QVERIFY(QString::fromUtf8(error.what()).contains("watch"));
    }
}

QTEST_GUILESS_MAIN(TestWatch)
#include "tst_watch.moc"
