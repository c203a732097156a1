// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/thread_turns.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;

namespace {

constexpr std::int64_t us = 1'000;

/// `count` launches of 10 us by a thread, 20 us apart, from `begin` on; microseconds.
void launch(std::vector<TraceStep> &steps, std::int32_t thread, std::int64_t begin, int count)
{
    for (int i = 0; i < count; ++i) {
        TraceStep step;
        step.thread = thread;
        step.begin = (begin + i * 20) * us;
        step.end = step.begin + 10 * us;
        step.kind = HostCallKind::Launch;
        step.spans = 1;
        steps.push_back(step);
    }
}

ThreadTurns turnsOf(std::vector<TraceStep> steps)
{
    std::stable_sort(steps.begin(), steps.end(),
                     [](const TraceStep &a, const TraceStep &b) { return a.begin < b.begin; });
    return ThreadTurns(steps);
}

/// Steps of a training loop: forward on thread 0, backward on thread 1.
std::vector<TraceStep> training(int steps)
{
    std::vector<TraceStep> all;
    for (int step = 0; step < steps; ++step) {
        launch(all, 0, step * 1'000, 10);
        launch(all, 1, step * 1'000 + 300, 20);
    }
    return all;
}

} // namespace

/// Threads that hand over to each other count as one, others do not.
class TestThreadTurns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forwardAndBackward();
    void aLateEndAtTheChange();
    void threadsAtTheSameTime();
    void threadsThatOnlyMissEachOther();
    void threadsThatMeetInBothDirections();
    void tooFewTurns();
    void queriesAreNoTurns();
    void aThirdThreadStaysApart();
};

void TestThreadTurns::forwardAndBackward()
{
    const ThreadTurns turns = turnsOf(training(4));
    QCOMPARE(turns.joined(), std::size_t{1});
    QCOMPARE(turns.threadFor(0), 0);
    QCOMPARE(turns.threadFor(1), 0);
    QCOMPARE(turns.threadFor(7), 7);
}

/// The thread that hands over ends its call while the other one begins already.
void TestThreadTurns::aLateEndAtTheChange()
{
    std::vector<TraceStep> steps = training(4);
    for (TraceStep &step : steps)
        if (step.thread == 0 && step.begin % (1'000 * us) == 180 * us)
            step.end = step.begin + 150 * us; // 30 us into the backward pass
    QCOMPARE(turnsOf(steps).joined(), std::size_t{1});
    for (TraceStep &step : steps)
        if (step.thread == 0 && step.begin % (1'000 * us) == 180 * us)
            step.end = step.begin + 300 * us;
    QCOMPARE(turnsOf(steps).joined(), std::size_t{0});
}

void TestThreadTurns::threadsAtTheSameTime()
{
    std::vector<TraceStep> steps = training(4);
    launch(steps, 1, 1'005, 4); // beside a forward pass
    QCOMPARE(turnsOf(steps).joined(), std::size_t{0});
}

/// Two independent loops whose short calls never meet: no turn has several calls.
void TestThreadTurns::threadsThatOnlyMissEachOther()
{
    std::vector<TraceStep> steps;
    for (int i = 0; i < 40; ++i) {
        launch(steps, 0, i * 100, 2);
        launch(steps, 1, i * 100 + 50, 2);
    }
    QCOMPARE(turnsOf(steps).joined(), std::size_t{0});
}

/// Two loops of the same pace, of four calls each, at first the one a little before the other and then the other way
/// round: four threads that aligned batches did so for 4 ms.
void TestThreadTurns::threadsThatMeetInBothDirections()
{
    std::vector<TraceStep> steps;
    for (int i = 0; i < 24; ++i) {
        launch(steps, 0, i * 200, 4);
        launch(steps, 1, i * 200 + (i < 20 ? 110 : 65), 4);
    }
    QCOMPARE(turnsOf(steps).joined(), std::size_t{1});
    launch(steps, 1, 24 * 200, 4);
    launch(steps, 0, 24 * 200 + 65, 4);
    QCOMPARE(turnsOf(steps).joined(), std::size_t{0});
}

void TestThreadTurns::tooFewTurns()
{
    QCOMPARE(turnsOf(training(2)).joined(), std::size_t{0});
    QCOMPARE(turnsOf({}).joined(), std::size_t{0});
}

/// A watchdog asks while others work.
void TestThreadTurns::queriesAreNoTurns()
{
    std::vector<TraceStep> steps = training(4);
    for (int i = 0; i < 100; ++i) {
        TraceStep query;
        query.thread = i % 3;
        query.begin = i * 37 * us;
        query.end = query.begin + 5 * us;
        query.kind = HostCallKind::Query;
        steps.push_back(query);
    }
    QCOMPARE(turnsOf(steps).joined(), std::size_t{1});
}

/// A loader works beside both.
void TestThreadTurns::aThirdThreadStaysApart()
{
    std::vector<TraceStep> steps = training(4);
    launch(steps, 2, 0, 200);
    const ThreadTurns turns = turnsOf(steps);
    QCOMPARE(turns.joined(), std::size_t{1});
    QCOMPARE(turns.threadFor(1), 0);
    QCOMPARE(turns.threadFor(2), 2);
}

QTEST_GUILESS_MAIN(TestThreadTurns)
#include "tst_thread_turns.moc"
