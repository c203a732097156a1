// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/timing/clock_alignment.h"
#include "engine/executors/timing/clock_comparison.h"
#include "engine/executors/timing/clock_line.h"
#include "engine/executors/timing/cupti_record.h"
#include "engine/executors/timing/engine_order.h"
#include "engine/executors/timing/instrumentation_plan.h"
#include "engine/program/errors.h"

#include <QtTest>

#include <set>

using namespace streamscope;
using namespace streamscope::test;

/// What a GPU run makes of its raw times; no GPU needed.
class TestClocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void queuedCopyStartsWhereTheOneBeforeEnds();
    void laterEndDecidesTheOrder();
    void directionsAreApartUnlessTheyShareAnEngine();
    void bracketsNarrowTheOffset();
    void contradictionIsSaid();
    void oneEventPerCopy();
    void readyFollowsStreamAndEvents();
    void lastOfThreeCausesStartsACopy();
    void busyOtherDirectionDelaysTheEndEvent();
    void emptyAndSimultaneousCopiesStayInOrder();
    void recordsAreTheLastOnesInOrderOfIssue();
    void recordsOfSeveralThreadsAreToldApartByStream();
    void recordsThatDoNotFitAreRefused();
    void comparisonRemovesOneOffsetPerClock();
    void clockLineFollowsDrift();
};

namespace {

OperationTimes timed(std::int64_t eventBefore, std::int64_t eventAfter)
{
    OperationTimes t;
    t.issue = 0;
    t.ready = eventBefore;
    t.end = eventAfter;
    return t;
}

} // namespace

void TestClocks::queuedCopyStartsWhereTheOneBeforeEnds()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyIn(1)};
    std::vector<OperationTimes> times{timed(0, 100), timed(2, 200)};
    correctCopyStarts(program, {}, times);
    QCOMPARE(times[1].ready, std::int64_t{2});
    QCOMPARE(times[1].start, std::int64_t{100});
    QCOMPARE(times[0].start, std::int64_t{0});
    QCOMPARE(times[1].clock, Clock::EventEngine);
}

void TestClocks::laterEndDecidesTheOrder()
{
    // The engine served the copy that was issued second first.
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyIn(1), copyIn(0)};
    std::vector<OperationTimes> times{timed(0, 300), timed(0, 100), timed(300, 300)};
    correctCopyStarts(program, {}, times);
    QCOMPARE(times[1].start, std::int64_t{0});
    QCOMPARE(times[0].start, std::int64_t{100});
    QCOMPARE(times[2].start, std::int64_t{300}); // zero length stays
    QCOMPARE(times[2].end, std::int64_t{300});
}

void TestClocks::directionsAreApartUnlessTheyShareAnEngine()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyBack(1)};
    std::vector<OperationTimes> times{timed(0, 100), timed(0, 150)};
    auto apart = times;
    correctCopyStarts(program, {}, apart);
    QCOMPARE(apart[1].start, std::int64_t{0});
    correctCopyStarts(program, {true, {}, {}, {}}, times);
    QCOMPARE(times[1].start, std::int64_t{100});
}

void TestClocks::bracketsNarrowTheOffset()
{
    ClockAlignment alignment;
    QVERIFY(alignment.empty());
    alignment.addBracket({1000, 10, 12, 1010});     // the offset lies in [990, 998]
    alignment.addBracket({2000, 1005, 1006, 2003}); // [995, 997]
    QVERIFY(alignment.consistent());
    QCOMPARE(alignment.offset(), std::int64_t{996});
    QCOMPARE(alignment.uncertainty(), std::int64_t{1});
}

void TestClocks::contradictionIsSaid()
{
    ClockAlignment alignment;
    alignment.addBracket({1000, 0, 0, 1002});
    alignment.addBracket({1010, 0, 0, 1012}); // the clock has jumped by 10
    QVERIFY(!alignment.consistent());
    QCOMPARE(alignment.offset(), std::int64_t{1006});
    QCOMPARE(alignment.uncertainty(), std::int64_t{4});
}

void TestClocks::oneEventPerCopy()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0), copyIn(0), kernel(0), copyBack(0)};
    const InstrumentationPlan plan = planInstrumentation(program);
    QCOMPARE(plan.stamps, 2);
    QCOMPARE(plan.events, 4); // one behind each copy
    QCOMPARE(plan.entries[1].bracketBefore, plan.entries[0].after);
    QCOMPARE(plan.entries[1].bracketAfter, plan.entries[2].after);
    std::set<std::int32_t> ends;
    for (const auto &entry : plan.entries)
        if (entry.after >= 0)
            QVERIFY(ends.insert(entry.after).second);
}

void TestClocks::readyFollowsStreamAndEvents()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {kernel(0), record(0, 0), wait(1, 0), kernel(1)};
    std::vector<OperationTimes> times(4);
    for (OperationTimes &t : times)
        t.issue = 5;
    times[0].start = 10;
    times[0].end = 90;
    times[1].start = times[1].end = 91;
    times[2].start = times[2].end = 92;
    times[3].start = 120;
    times[3].end = 130;
    fillReadyTimes(program, times);
    QCOMPARE(times[0].ready, std::int64_t{5});
    QCOMPARE(times[1].ready, std::int64_t{90});
    QCOMPARE(times[2].ready, std::int64_t{91});
    QCOMPARE(times[3].ready, std::int64_t{92});
}

void TestClocks::lastOfThreeCausesStartsACopy()
{
    Program program = emptyProgram(2);
    program.operations = {kernel(0), copyIn(0), copyIn(1)};
    CopyTiming timing;
    timing.latencies.h2d = {2, 4, 6, 8, 3, 5, 0};
    timing.submitted = {unknownTime, 10, 20};
    std::vector<OperationTimes> times{timed(0, 100), timed(100, 200), timed(0, 300)};
    auto found = times;
    correctCopyStarts(program, timing, found);
    QCOMPARE(found[1].start, std::int64_t{108}); // behind its kernel
    QCOMPARE(found[2].start, std::int64_t{203}); // behind the engine's last copy
    QCOMPARE(found[2].ready, std::int64_t{0});
    timing.submitted[1] = 150;
    found = times;
    correctCopyStarts(program, timing, found);
    QCOMPARE(found[1].start, std::int64_t{152}); // the host was late
    timing.submitted[1] = 500;                   // a host clock that jumped does not push it out of its span
    found = times;
    correctCopyStarts(program, timing, found);
    QCOMPARE(found[1].start, std::int64_t{200});
}

void TestClocks::busyOtherDirectionDelaysTheEndEvent()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyBack(1), copyBack(1), copyBack(1)};
    CopyTiming timing;
    timing.latencies.d2h.endBeside = 6'000;
    timing.latencies.d2h.queued = 3'000;
    timing.latencies.d2h.queuedBeside = 10'000;
    std::vector<OperationTimes> times{timed(0, 150'000), timed(0, 100'000), timed(100'000, 149'000),
                                      timed(149'000, 200'000)};
    correctCopyStarts(program, timing, times);
    QCOMPARE(times[1].end, std::int64_t{94'000});
    QCOMPARE(times[2].start, std::int64_t{110'000}); // from the event, as it was calibrated
    QCOMPARE(times[2].end, std::int64_t{148'000});   // the other one was about to end
    QCOMPARE(times[3].start, std::int64_t{153'000});
    QCOMPARE(times[3].end, std::int64_t{200'000}); // alone by then
}

void TestClocks::emptyAndSimultaneousCopiesStayInOrder()
{
    Program program = emptyProgram(3);
    program.operations = {copyIn(0), copyIn(1), copyIn(2)};
    CopyTiming timing;
    timing.latencies.h2d.queued = 4;
    std::vector<OperationTimes> times{timed(50, 50), timed(10, 50), timed(10, 50)};
    correctCopyStarts(program, timing, times);
    for (const OperationTimes &t : times) {
        QVERIFY(t.ready <= t.start && t.start <= t.end);
        QCOMPARE(t.end, std::int64_t{50});
    }
    QCOMPARE(times[1].start, std::int64_t{10}); // the first of those that were ready first
}

void TestClocks::recordsAreTheLastOnesInOrderOfIssue()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), record(0, 0), kernel(1), copyBack(0)};
    const auto times = matchRecords(program, {{OperationKind::H2D, 1, 1, 2}, // not of this run
                                              {OperationKind::H2D, 5, 10, 20},
                                              {OperationKind::Kernel, 7, 12, 30},
                                              {OperationKind::D2H, 9, 40, 50}});
    QCOMPARE(times[0].start, std::int64_t{10});
    QCOMPARE(times[1].start, unknownTime);
    QCOMPARE(times[2].end, std::int64_t{30});
    QCOMPARE(times[3].clock, Clock::Cupti);
}

void TestClocks::recordsOfSeveralThreadsAreToldApartByStream()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), kernel(1), copyBack(0), copyIn(1)};
    program.operations[1].thread = program.operations[2].thread = 1;
    const IssuedCalls issued{{13, 14}, {{10, 11, 12}, {0, 1, 2}, {5, 6, 7}, {20, 21, 22}}};
    const std::vector<CuptiRecord> records{
        {OperationKind::Memset, 1, 1, 2, 0, 7},  // of another stream
        {OperationKind::Memset, 2, 2, 3, 0, 13}, // before the run
        {OperationKind::Kernel, 3, 30, 40, 0, 14}, {OperationKind::D2H, 4, 32, 35, 0, 13},
        {OperationKind::H2D, 6, 36, 39, 0, 13},    {OperationKind::H2D, 9, 41, 42, 0, 14}};
    const auto times = matchRecords(program, records, issued);
    QCOMPARE(times[0].start, std::int64_t{36});
    QCOMPARE(times[1].end, std::int64_t{40});
    QCOMPARE(times[2].start, std::int64_t{32});
    QCOMPARE(times[3].start, std::int64_t{41});

    IssuedCalls overlapping = issued;
    overlapping.calls[2].end = 11; // the other thread's copy on this stream was called at 10
    QVERIFY_THROWS_EXCEPTION(RunError, matchRecords(program, records, overlapping));
}

void TestClocks::recordsThatDoNotFitAreRefused()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0)};
    QVERIFY_THROWS_EXCEPTION(RunError, matchRecords(program, {{OperationKind::Kernel, 1, 1, 2}}));
    QVERIFY_THROWS_EXCEPTION(RunError,
                             matchRecords(program, {{OperationKind::Kernel, 1, 1, 2}, {OperationKind::H2D, 2, 1, 2}}));
}

void TestClocks::comparisonRemovesOneOffsetPerClock()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyIn(0)};
    std::vector<OperationTimes> ours(3), reference(3);
    const auto set = [](OperationTimes &t, std::int64_t start, std::int64_t end, Clock clock) {
        t.ready = t.start = start;
        t.end = end;
        t.clock = clock;
    };
    set(ours[0], 0, 100, Clock::EventEngine);
    set(ours[1], 110, 200, Clock::GlobalTimer);
    set(ours[2], 205, 300, Clock::EventEngine);
    set(reference[0], 1007, 1100, Clock::Cupti);
    set(reference[1], 1121, 1210, Clock::Cupti);
    set(reference[2], 1205, 1300, Clock::Cupti);
    const ClockCheck check = compareClocks(program, ours, reference);
    QCOMPARE(check.groups.size(), std::size_t{2});
    QCOMPARE(check.groups[0].name, std::string("h2d"));
    QCOMPARE(check.groups[0].start.maximum, std::int64_t{7});
    QCOMPARE(check.groups[0].end.maximum, std::int64_t{0});
    QCOMPARE(check.groups[1].start.median, std::int64_t{1});
    QCOMPARE(check.groups[1].end.median, std::int64_t{0});
}

void TestClocks::clockLineFollowsDrift()
{
    const ClockLine line(1000, 50, 2000, 60);
    QCOMPARE(line.at(1000), std::int64_t{1050});
    QCOMPARE(line.at(1500), std::int64_t{1555});
    QCOMPARE(line.at(3000), std::int64_t{3070});
    QCOMPARE(line.drift(), std::int64_t{10});
    QCOMPARE(ClockLine(5, 7, 5, 9).at(10), std::int64_t{17}); // one moment only: no slope
}

QTEST_GUILESS_MAIN(TestClocks)
#include "tst_clocks.moc"
