// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Threads of a trace that wait for each other without a call for that.
class TestHandOvers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLoaderHandsOver();
    void aThreadsOwnEvents();
    void startedThreadsAreAwaited();
    void workOfItsOwn();
    void threadsOfLongBefore();
    void functionsThatGiveBack();
    void pausesOfAnyLength();
};

namespace {

constexpr int steps = 6;

const char *const wait = "cudaStreamWaitEvent", *const record = "cudaEventRecord";

/// A loader copies pageable memory for 900 us, records, and hands over; 30 us later a trainer lets its stream wait and
/// launches a kernel of 300 us. `main`: a thread that started both waits for the device at the end.
MadeTrace loaderAndTrainer(bool main = false)
{
    MadeTrace trace;
    if (main)
        trace.on(1, 7).kernel(0, 6, 2);
    for (int i = 0; i < steps; ++i) {
        const int begin = 20 + i * 1'000;
        trace.on(2, 13).pageableCopyIn(begin, begin + 10, 890, 900);
        trace.call("cudaStreamSynchronize", begin + 902, 4).call(record, begin + 910, 2);
        trace.on(3, 14).call(wait, begin + 942, 2).kernel(begin + 950, begin + 956, 300);
    }
    const int end = 20 + (steps - 1) * 1'000 + 956 + 300;
    trace.on(main ? 1 : 3, 7).call("cudaDeviceSynchronize", end - 150, 155);
    return trace;
}

bool says(const ReplayedRun &run, std::string_view text)
{
    return std::ranges::any_of(run.replay->trace.notes,
                               [text](const std::string &note) { return note.find(text) != std::string::npos; });
}

std::size_t waitsOf(const ReplayedRun &run)
{
    const auto &operations = run.replay->program().operations;
    return static_cast<std::size_t>(std::count_if(
        operations.begin(), operations.end(), [](const Operation &o) { return o.kind == OperationKind::EventWait; }));
}

double hostWorkMs(const ReplayedRun &run, int thread)
{
    std::int64_t ns = 0;
    for (const Operation &operation : run.replay->program().operations)
        if (operation.kind == OperationKind::HostWork && operation.thread == thread)
            ns += operation.durationNs;
    return static_cast<double>(ns) / 1e6;
}

/// A ring of buffers that host functions give back: each next step begins `behind` that.
MadeTrace ringOfBuffers(const std::vector<int> &behind)
{
    MadeTrace trace;
    int begin = 0;
    for (const int pause : behind) {
        trace.copyIn(begin, begin + 6).copyBack(begin + 5, begin + 90).call("cudaLaunchHostFunc", begin + 10, 5);
        trace.copyIn(begin + 20, begin + 200, 20); // 90 us behind the copy back
        begin += 200 + pause;
    }
    return trace.call("cudaStreamSynchronize", begin, 5);
}

} // namespace

void TestHandOvers::aLoaderHandsOver()
{
    const ReplayedRun run = loaderAndTrainer().replayed();
    QCOMPARE(waitsOf(run), std::size_t{steps});
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
    // The trainer's 900 us before each wait were no work; the model holds it until the loader has recorded.
    QVERIFY2(hostWorkMs(run, 1) < 1.1, qPrintable(QString::number(hostWorkMs(run, 1))));
    QVERIFY(says(run, "pauses of threads are taken for waits for other threads"));
    const WhatIfBase base = whatIfBase(run);
    const double gain = whatIf(base, {parseChange("pin")}).gain(base);
    QVERIFY2(gain > 0.5, qPrintable(QString::number(gain)));
}

/// One thread that lets a stream of its own wait for another one is no hand-over.
void TestHandOvers::aThreadsOwnEvents()
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int begin = 20 + i * 1'000;
        trace.on(2, 13).kernel(begin, begin + 6, 300).call(record, begin + 10, 2);
        trace.on(3, 14).kernel(begin + 500, begin + 506, 100).call(record, begin + 505, 2);
        trace.on(3, 15).call(wait, begin + 509, 2).kernel(begin + 515, begin + 612, 50);
    }
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", steps * 1'000, 5).replayed();
    for (const Operation &operation : run.replay->program().operations)
        if (operation.kind == OperationKind::EventWait)
            QCOMPARE(run.replay->program().streams[static_cast<std::size_t>(operation.stream)].id, std::string("15"));
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

void TestHandOvers::startedThreadsAreAwaited()
{
    const ReplayedRun run = loaderAndTrainer(true).replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
    QVERIFY2(hostWorkMs(run, 0) < 0.4, qPrintable(QString::number(hostWorkMs(run, 0))));
    const WhatIfBase base = whatIfBase(run);
    const double gain = whatIf(base, {parseChange("pin")}).gain(base);
    QVERIFY2(gain > 0.5, qPrintable(QString::number(gain)));
}

/// Threads that go on while this one waits for the device did not hold it up.
void TestHandOvers::workOfItsOwn()
{
    MadeTrace trace;
    trace.on(1, 7).kernel(0, 6, 100);
    for (int i = 0; i < steps; ++i)
        trace.on(2, 13).kernel(50 + i * 1'000, 56 + i * 1'000, 800);
    const ReplayedRun run = trace.on(1, 7).call("cudaDeviceSynchronize", 3'500, 2'400).replayed();
    QVERIFY2(hostWorkMs(run, 0) > 3.4, qPrintable(QString::number(hostWorkMs(run, 0))));
}

/// A thread that copies all the time was not started by the one that works for 2 ms before it waits.
void TestHandOvers::threadsOfLongBefore()
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int begin = 20 + i * 1'000;
        trace.on(2, 13).copyIn(begin, begin + 6, 300);
        if (i < 3)
            trace.on(1, 7).kernel(begin + 100, begin + 106, 800).kernel(begin + 150, begin + 910, 60);
        if (i < 2)
            trace.call("cudaMemsetAsync", begin + 980, 4);
    }
    const int work = 20 + 2 * 1'000 + 154;
    const ReplayedRun run = trace.on(1, 7).call("cudaDeviceSynchronize", work + 3'000, 400).replayed();
    QVERIFY(!says(run, "taken for"));
    QVERIFY2(hostWorkMs(run, 1) > 3, qPrintable(QString::number(hostWorkMs(run, 1))));
}

void TestHandOvers::functionsThatGiveBack()
{
    const ReplayedRun run = ringOfBuffers(std::vector<int>(8, 40)).replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
    const auto &operations = run.replay->program().operations;
    const auto waits = std::count_if(operations.begin(), operations.end(), [](const Operation &o) {
        return o.kind == OperationKind::Sync && o.syncScope == SyncScope::Event;
    });
    QVERIFY(says(run, "7 pauses of threads are taken for waits for host functions"));
    QCOMPARE(waits, std::ptrdiff_t{7}); // behind the last one nothing comes
}

/// They end anyhow behind the functions.
void TestHandOvers::pausesOfAnyLength()
{
    const ReplayedRun run = ringOfBuffers({40, 180, 90, 310, 60, 220, 140, 270}).replayed();
    const auto &operations = run.replay->program().operations;
    QVERIFY(std::none_of(operations.begin(), operations.end(), [](const Operation &o) {
        return o.kind == OperationKind::Sync && o.syncScope == SyncScope::Event;
    }));
}

QTEST_GUILESS_MAIN(TestHandOvers)
#include "tst_hand_overs.moc"
