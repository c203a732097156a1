// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/simulated_times.h"

#include "tests/support/programs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestSimulatedTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsEachTime();
    void keepsDistantTimes();
    void shiftsWhatIsKnown();
    void givesPagesBack();
    void makesTheSameTimeline();
};

static constexpr std::int64_t distant = 10'000'000'000; // 10 s: no distance of 32 bits

static void set(SimulatedTimes &times, std::size_t operation, const OperationTimes &to)
{
    times.setIssue(operation, to.issue);
    times.setReturned(operation, to.returned);
    times.setReady(operation, to.ready);
    times.setStart(operation, to.start);
    times.setEnd(operation, to.end);
}

static bool operator==(const OperationTimes &a, const OperationTimes &b)
{
    return a.issue == b.issue && a.ready == b.ready && a.start == b.start && a.end == b.end && a.returned == b.returned
           && a.clock == b.clock;
}

void TestSimulatedTimes::keepsEachTime()
{
    SimulatedTimes times(3);
    QVERIFY(times[1] == OperationTimes());
    set(times, 1, {100, 150, 170, 400, 120});
    QVERIFY(times[1] == (OperationTimes{100, 150, 170, 400, 120}));
    QVERIFY(times[0] == OperationTimes() && times[2] == OperationTimes());
    times.setStart(1, 300); // a rank of a collective that waited for the others
    times.setEnd(1, 500);
    QVERIFY(times[1] == (OperationTimes{100, 150, 300, 500, 120}));
    QCOMPARE(times.all().size(), std::size_t{3});
    QVERIFY(times.all()[1] == times[1]);
}

void TestSimulatedTimes::keepsDistantTimes()
{
    const OperationTimes far{5, 5 + distant, 5 + 2 * distant, 5 + 3 * distant, 5 + distant};
    const OperationTimes before{500, 400, 300, 200, 100}; // no run has that, and none may break it
    SimulatedTimes times(2);
    set(times, 0, far);
    set(times, 1, before);
    QVERIFY(times[0] == far);
    QVERIFY(times[1] == before);
    times.setStart(1, 450);
    times.setEnd(1, 460);
    QVERIFY(times[1] == (OperationTimes{500, 400, 450, 460, 100}));
}

void TestSimulatedTimes::shiftsWhatIsKnown()
{
    SimulatedTimes times(3);
    set(times, 0, {0, 1, 2, 3, 4});
    set(times, 1, {0, distant, 2 * distant, 3 * distant, 4 * distant});
    times.shift(7);
    QVERIFY(times[0] == (OperationTimes{7, 8, 9, 10, 11}));
    QVERIFY(times[1] == (OperationTimes{7, 7 + distant, 7 + 2 * distant, 7 + 3 * distant, 7 + 4 * distant}));
    QVERIFY(times[2] == OperationTimes());
}

void TestSimulatedTimes::givesPagesBack()
{
    constexpr std::size_t operations = (std::size_t{1} << 22) + 5; // three pages
    SimulatedTimes times(operations);
    for (const std::size_t operation : {std::size_t{0}, operations / 2, operations - 1})
        set(times, operation, {1, 2, 3, 4, 5});
    for (std::size_t i = 0; i < operations; ++i) {
        const OperationTimes taken = times.take(i);
        QCOMPARE(taken.end, i == 0 || i == operations / 2 || i == operations - 1 ? std::int64_t{4} : unknownTime);
    }
}

void TestSimulatedTimes::makesTheSameTimeline()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), kernel(0), copyBack(0), copyIn(1), kernel(1), copyBack(1)};
    SimulatedTimes times = Simulation(unitDevice(), program).run({});
    const Timeline measured = makeTimeline(program, times.all());
    const Timeline simulated = makeTimeline(program, std::move(times));
    QCOMPARE(simulated.size(), measured.size());
    for (std::size_t i = 0; i < measured.size(); ++i)
        QVERIFY(simulated.span(i) == measured.span(i));
}

QTEST_GUILESS_MAIN(TestSimulatedTimes)
#include "tst_simulated_times.moc"
