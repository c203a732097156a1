// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/clock_alignment.h"
#include "engine/executors/engine_order.h"
#include "engine/executors/instrumentation_plan.h"

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
    void oneEventServesTwoOperations();
    void readyFollowsStreamAndEvents();
};

namespace {

OperationTimes timed(std::int64_t eventBefore, std::int64_t eventAfter)
{
    OperationTimes t;
    t.issue = 0;
    t.start = eventBefore;
    t.end = eventAfter;
    return t;
}

} // namespace

void TestClocks::queuedCopyStartsWhereTheOneBeforeEnds()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyIn(1)};
    std::vector<OperationTimes> times{timed(0, 100), timed(2, 200)};
    correctCopyStarts(program, false, times);
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
    correctCopyStarts(program, false, times);
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
    correctCopyStarts(program, false, apart);
    QCOMPARE(apart[1].start, std::int64_t{0});
    correctCopyStarts(program, true, times);
    QCOMPARE(times[1].start, std::int64_t{100});
}

void TestClocks::bracketsNarrowTheOffset()
{
    ClockAlignment alignment;
    QVERIFY(alignment.empty());
    alignment.addBracket(1000, 10, 12, 1010);     // the offset lies in [990, 998]
    alignment.addBracket(2000, 1005, 1006, 2003); // [995, 997]
    QVERIFY(alignment.consistent());
    QCOMPARE(alignment.offset(), std::int64_t{996});
    QCOMPARE(alignment.uncertainty(), std::int64_t{1});
}

void TestClocks::contradictionIsSaid()
{
    ClockAlignment alignment;
    alignment.addBracket(1000, 0, 0, 1002);
    alignment.addBracket(1010, 0, 0, 1012); // the clock has jumped by 10
    QVERIFY(!alignment.consistent());
    QCOMPARE(alignment.offset(), std::int64_t{1006});
    QCOMPARE(alignment.uncertainty(), std::int64_t{4});
}

void TestClocks::oneEventServesTwoOperations()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0), copyIn(0), kernel(0), copyBack(0)};
    const InstrumentationPlan plan = planInstrumentation(program);
    QCOMPARE(plan.stamps, 2);
    QCOMPARE(plan.events, 7); // before and after the first three, one less for the copy behind the copy
    QVERIFY(plan.entries[0].recordBefore);
    QVERIFY(!plan.entries[3].recordBefore);
    QCOMPARE(plan.entries[3].before, plan.entries[2].after);
    QCOMPARE(plan.entries[1].bracketBefore, plan.entries[0].after);
    QCOMPARE(plan.entries[1].bracketAfter, plan.entries[2].before);
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

QTEST_GUILESS_MAIN(TestClocks)
#include "tst_clocks.moc"
