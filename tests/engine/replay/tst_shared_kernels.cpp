// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/shared_time.h"
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Kernels of a trace that ran at the same time: their measured times have one another's in them.
class TestSharedKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneEvery190us();
    void fourThatFillHalf();
    void urgentOnesWereQueuedBefore();
    void smallOnesComeInLater();
    void smallOnesComeInBesideWholeWaves();
    void thoseThatWaitForOthers();
};

/// Two streams with kernels that fill the device: each takes 265 us, and one begins every 190.
void TestSharedKernels::oneEvery190us()
{
    MadeTrace trace;
    for (int i = 0; i < 16; ++i)
        trace.on(1, 13 + i % 2).kernel(i * 5, 100 + i * 190, 265, 4, 2112);
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", 100, 15 * 190 + 270).replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
    QVERIFY(std::ranges::any_of(run.replay->trace.notes,
                                [](const std::string &note) { return note.starts_with("Kernels that ran together"); }));
}

/// Four streams with kernels that fill half of the device each, as an H200 ran them: the third and the fourth begin
/// when blocks of those before end, and the last one ends at 1507 us, four times 377.
void TestSharedKernels::fourThatFillHalf()
{
    MadeTrace trace;
    constexpr int turns = 5, turn = 1'550;
    constexpr int begins[] = {20, 49, 237, 554}, lengths[] = {440, 767, 943, 973};
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        for (int k = 0; k < 4; ++k)
            trace.on(1, 13 + k).kernel(at + 2 + k * 4, at + begins[k], lengths[k], 4, 528);
        trace.call("cudaDeviceSynchronize", at + 20, 1'512);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
}

/// All are issued at once. A long kernel has blocks waiting while short ones of another stream begin, one after the
/// other: that stream has a higher priority.
void TestSharedKernels::urgentOnesWereQueuedBefore()
{
    MadeTrace trace;
    constexpr int turns = 6;
    for (int i = 0; i < turns; ++i) {
        trace.on(1, 13).kernel(i * 20, 100 + i * 1'300, 1'290, 4, 40'000);
        trace.on(1, 14).kernel(i * 20 + 5, 250 + i * 1'300, 140, 4, 2112);
        trace.copyBack(i * 20 + 10, 395 + i * 1'300, 1'130);
    }
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", turns * 20, turns * 1'300).replayed();
    const auto &streams = run.replay->program().streams;
    QVERIFY(std::ranges::any_of(streams, [](const Stream &s) { return s.id == "14" && s.priority < 0; }));
    QVERIFY2(std::abs(run.replay->error()) < 0.05, qPrintable(QString::number(run.replay->error())));
}

/// A small kernel waits for a kernel of 2.9 waves, and comes in 9 us before its end: the last wave would begin 16 us
/// before that, but blocks do not end together.
void TestSharedKernels::smallOnesComeInLater()
{
    MadeTrace trace;
    constexpr int turns = 8, turn = 120;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 13).kernel(at, at + 12, 49, 4, 3072).on(1, 14).kernel(at + 5, at + 52, 30, 4, 16);
        trace.call("cudaDeviceSynchronize", at + 12, 73);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

/// 4224 blocks are four whole waves and leave nobody room until they end, if all take as long. In a trace of an H200 a
/// small kernel, which is called for when they have begun, comes in 57 us before their end each time; it was let in
/// behind them, and the replay was 15 % too long.
void TestSharedKernels::smallOnesComeInBesideWholeWaves()
{
    MadeTrace trace;
    constexpr int turns = 12, turn = 385;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 14).kernel(at, at + 12, 325, 4, 4224);
        trace.on(1, 15).kernel(at + 20, at + 280, 73, 4, 16);
        trace.call("cudaStreamSynchronize", at + 26, 330);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
}

/// 1000 of 1056 blocks are one kernel's. The next one begins with 56, and with the others when that one ends: it takes
/// 199 us, 99 of them for waiting.
void TestSharedKernels::thoseThatWaitForOthers()
{
    MadeTrace trace;
    trace.on(1, 13).kernel(0, 100, 100);
    for (int i = 1; i < 10; ++i)
        trace.on(1, 13 + i % 2).kernel(i * 5, 1 + i * 100, 199);
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", 60, 1'050).replayed();
    const Timeline &timeline = run.trace->recording.timeline;
    Program program = run.replay->program();
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            operation.durationNs = timeline.span(static_cast<std::size_t>(operation.source)).duration();
    QVERIFY(takeOutOthers(timeline, run.replay->profile, SmUse::InTurn, program));
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            QCOMPARE(operation.durationNs, std::int64_t{100'000});
}

QTEST_GUILESS_MAIN(TestSharedKernels)
#include "tst_shared_kernels.moc"
