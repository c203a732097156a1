// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Host functions of traces that have their calls alone: what they held back says how long they took.
class TestStreamFunctions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdTheirStream();
    void thatNobodyWaitedFor();
    void inARow();
    void endBeforeWhatTheyHeldBegins();
    void beforeAnyWork();
    void inAStreamOfTheirOwn();
    void inTheStreamOfTheNextCopy();
    void inAnotherStreamThanTheLast();
    void onAQuickDriver();
    void dropped();
    void betweenTwoEvents();
};

namespace {

constexpr int steps = 8, step = 400;

/// Steps of a copy in, a kernel, a copy back and a host function, issued at once; the next copy begins `held` behind
/// the copy back.
MadeTrace stepsWithFunctions(int held)
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int called = i * 25, start = 10 + i * (230 + held);
        trace.copyIn(called, start).kernel(called + 5, start + 82, 120).copyBack(called + 10, start + 206, 22);
        trace.call("cudaLaunchHostFunc", called + 15, 5);
    }
    const int end = 10 + steps * (230 + held);
    return trace.call("cudaStreamSynchronize", steps * 25, end + 5 - steps * 25);
}

std::vector<Operation> functionsOf(const ReplayedRun &run)
{
    std::vector<Operation> found;
    for (const Operation &operation : run.replay->program().operations)
        if (operation.kind == OperationKind::HostFunction)
            found.push_back(operation);
    return found;
}

} // namespace

void TestStreamFunctions::holdTheirStream()
{
    const ReplayedRun run = stepsWithFunctions(170).replayed();
    const auto found = functionsOf(run);
    QCOMPARE(found.size(), std::size_t{steps});
    for (const Operation &function : found) {
        QVERIFY2(function.durationNs > 80'000 && function.durationNs < 170'000,
                 qPrintable(QString::number(function.durationNs)));
        QCOMPARE(function.callNs, std::int64_t{5'000});
    }
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
    const auto &notes = run.replay->trace.notes;
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
        return note.find("When 8 host functions ran is not in the file") != std::string::npos;
    }));
}

/// The next operation was called when they had ended.
void TestStreamFunctions::thatNobodyWaitedFor()
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int called = i * step;
        trace.copyIn(called, called + 6).copyBack(called + 10, called + 90, 22);
        trace.call("cudaLaunchHostFunc", called + 15, 5);
    }
    const ReplayedRun run = trace.call("cudaStreamSynchronize", steps * step, 5).replayed();
    const auto found = functionsOf(run);
    QCOMPARE(found.size(), std::size_t{steps});
    for (const Operation &function : found)
        QCOMPARE(function.durationNs, std::int64_t{0});
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
}

void TestStreamFunctions::inARow()
{
    MadeTrace trace;
    trace.copyIn(0, 6).call("cudaLaunchHostFunc", 10, 5).call("cudaLaunchHostFunc", 20, 5).copyIn(30, 386);
    const ReplayedRun run = trace.call("cudaStreamSynchronize", 40, 430).replayed();
    const auto found = functionsOf(run);
    QCOMPARE(found.size(), std::size_t{2});
    QVERIFY(found[0].durationNs < found[1].durationNs); // the driver's thread had to wake up
    QVERIFY(found[1].durationNs > 140'000 && found[1].durationNs <= 150'000);
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

/// A copy needs 8 us behind a function until it begins, a kernel 1.5.
void TestStreamFunctions::endBeforeWhatTheyHeldBegins()
{
    const auto functionUs = [](bool copies) {
        MadeTrace trace;
        for (int i = 0; i < steps; ++i) {
            const int called = i * 20, start = 10 + i * 300;
            if (copies)
                trace.copyIn(called, start, 100);
            else
                trace.kernel(called, start, 100);
            trace.call("cudaLaunchHostFunc", called + 10, 5);
        }
        const ReplayedRun run = trace.call("cudaStreamSynchronize", steps * 20, steps * 300 - steps * 20).replayed();
        return static_cast<double>(functionsOf(run)[steps / 2].durationNs) / 1000;
    };
    const double later = functionUs(false) - functionUs(true);
    QVERIFY2(std::abs(later - 6.5) < 0.1, qPrintable(QString::number(later)));
}

void TestStreamFunctions::beforeAnyWork()
{
    MadeTrace trace;
    trace.call("cudaLaunchHostFunc", 0, 5).copyIn(10, 16).call("cudaStreamSynchronize", 20, 80);
    QVERIFY(functionsOf(trace.replayed()).empty());
}

/// Which no call shows: the work behind their calls begins as soon as work does without functions between.
void TestStreamFunctions::inAStreamOfTheirOwn()
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int called = i * 25, start = 10 + i * 211;
        trace.copyIn(called, start).kernel(called + 5, start + 86, 120).call("cudaLaunchHostFunc", called + 15, 5);
    }
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", steps * 25, steps * (211 - 25) + 10).replayed();
    QVERIFY(
        functionsOf(run).empty()); // nor the last one: the host did not wait for as long as a thread takes to wake up
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
    const auto &notes = run.replay->trace.notes;
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
        return note.find("8 host functions are left out: nothing in the file waited for them") != std::string::npos;
    }));
}

/// The thread used another stream last, whose work was done long before the host had waited for the functions.
void TestStreamFunctions::inAnotherStreamThanTheLast()
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int called = i * 25, start = 10 + i * 300;
        trace.copyIn(called, start).copyBack(called + 10, start + 90, 22);
        trace.call("cudaLaunchHostFunc", called + 15, 5);
    }
    const int end = 10 + steps * 300;
    trace.on(1, 9).kernel(steps * 25, steps * 25 + 10, 100);
    const ReplayedRun run = trace.call("cudaStreamSynchronize", steps * 25 + 10, end - steps * 25).replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
    Program shorter = run.replay->program();
    for (Operation &operation : shorter.operations)
        if (operation.kind == OperationKind::HostFunction)
            operation.durationNs /= 2;
    const double before = makespanMs(simulate(run.replay->profile, run.replay->program()));
    const double after = makespanMs(simulate(run.replay->profile, shorter));
    QVERIFY2(after < 0.85 * before, qPrintable(QString::number(after / before)));
}

/// A stream of functions and copies, and one of kernels, each of which waits for a copy by an event.
void TestStreamFunctions::inTheStreamOfTheNextCopy()
{
    MadeTrace trace;
    trace.on(1, 14).copyIn(0, 6, 20);
    for (int i = 0; i < steps; ++i) {
        const int called = 10 + i * 30, start = 170 + i * 230;
        trace.call("cudaLaunchHostFunc", called, 5).on(1, 14).copyIn(called + 7, start, 80);
        trace.call("cudaEventRecord", called + 13, 2).call("cudaStreamWaitEvent", called + 17, 2);
        trace.on(1, 13).kernel(called + 20, start + 83, 120);
    }
    const int end = 170 + (steps - 1) * 230 + 203;
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", 300, end - 295).replayed();
    const auto found = functionsOf(run);
    QCOMPARE(found.size(), std::size_t{steps});
    const Program &program = run.replay->program();
    for (const Operation &function : found)
        QCOMPARE(program.streams[static_cast<std::size_t>(function.stream)].id, std::string("14"));
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
    QVERIFY2(run.replay->startErrors.p95 < 40'000, qPrintable(QString::number(run.replay->startErrors.p95)));
}

/// Functions that held their streams for less than the profile's thread takes to wake up.
void TestStreamFunctions::onAQuickDriver()
{
    const ReplayedRun run = stepsWithFunctions(25).replayed();
    QCOMPARE(functionsOf(run).size(), std::size_t{steps});
    QVERIFY(run.replay->program().traced && run.replay->program().traced->functionWakeNs);
    QVERIFY(*run.replay->program().traced->functionWakeNs < 60'000);
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

void TestStreamFunctions::dropped()
{
    const WhatIfBase base = whatIfBase(stepsWithFunctions(170).replayed());
    const WhatIf without = whatIf(base, {parseChange("drop:host_function")});
    QCOMPARE(without.changes.front().touched, std::size_t{steps});
    const double gain = without.gain(base);
    QVERIFY2(gain > 0.36 && gain < 0.46, qPrintable(QString::number(gain)));
}

/// The stream of the function has nothing else, so no file names it: it waits for the copy in, and the copy back waits
/// for it, 150 us longer than for the kernel. A program of an H200 was replayed 44 % too short without.
void TestStreamFunctions::betweenTwoEvents()
{
    constexpr int turn = 286;
    MadeTrace trace;
    trace.on(1, 13);
    for (int i = 0; i < steps; ++i) {
        const int called = i * 40, start = 10 + i * turn;
        trace.copyIn(called, start, 30).call("cudaEventRecord", called + 5, 1);
        trace.call("cudaStreamWaitEvent", called + 7, 1).call("cudaLaunchHostFunc", called + 9, 4);
        trace.kernel(called + 14, start + 34, 60, 4, 8).call("cudaEventRecord", called + 20, 1);
        trace.call("cudaStreamWaitEvent", called + 22, 1).copyBack(called + 24, start + 258, 22);
    }
    const int end = 10 + steps * turn;
    const ReplayedRun run = trace.call("cudaStreamSynchronize", steps * 40, end - steps * 40).replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
    const Program &program = run.replay->program();
    const std::vector<Operation> functions = functionsOf(run);
    QCOMPARE(functions.size(), static_cast<std::size_t>(steps));
    for (const Operation &function : functions) {
        QCOMPARE(program.streams[static_cast<std::size_t>(function.stream)].id, "functions beside 13");
        QVERIFY(function.durationNs > 150'000 && function.durationNs < 220'000); // 220, and the thread wakes up in that
    }
    QCOMPARE(run.replay->trace.edges.eventInferred, std::uint64_t{2} * steps);
}

QTEST_GUILESS_MAIN(TestStreamFunctions)
#include "tst_stream_functions.moc"
