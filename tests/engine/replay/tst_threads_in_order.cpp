// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace streamscope;
using namespace streamscope::test;

/// Threads whose work has an order among each other, and whose calls overlap.
class TestThreadsInOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoIssuedFirstIsNotKnown();
    void callsWaitForThoseBeforeThem();
    void threadsWaitForTheirOwnStreams();
};

namespace {

constexpr int few = 4; ///< blocks: kernels could run side by side

/// The streams of the synchronisations, in order.
std::vector<std::string> awaitedStreams(const ReplayedRun &run)
{
    const Program &program = run.replay->program();
    std::vector<std::string> streams;
    for (const Operation &op : program.operations)
        if (op.kind == OperationKind::Sync && op.syncScope == SyncScope::Stream)
            streams.push_back(program.streams[static_cast<std::size_t>(op.stream)].id);
    return streams;
}

double errorOf(const ReplayedRun &run)
{
    return std::abs(run.replay->error());
}

} // namespace

/// The kernels of a blocking stream and of the NULL stream take turns. The first call of one thread begins first and
/// takes longer: the other thread was first in the driver.
void TestThreadsInOrder::whoIssuedFirstIsNotKnown()
{
    MadeTrace trace;
    trace.on(1, 13).kernel(0, 114, 100, 30, few);
    trace.on(2, 7).kernel(5, 12, 100, 4, few);
    constexpr int turns = 20, turn = 102;
    for (int i = 2; i < turns; ++i)
        trace.on(1 + i % 2, i % 2 == 0 ? 13 : 7).kernel(20 * i, turn * i + 12, 100, 4, few);
    const ReplayedRun run =
        trace.on(1, 13).call("cudaDeviceSynchronize", 20 * turns, (turn - 20) * turns + 15).replayed();
    QVERIFY(std::ranges::any_of(run.replay->trace.notes, [](const std::string &note) {
        return note.starts_with("1 stream is taken to wait for the NULL stream");
    }));
    QVERIFY2(errorOf(run) < 0.05, qPrintable(QString::number(errorOf(run))));
}

/// Two threads issue to one stream, each call waits in the driver until the other thread's is over.
void TestThreadsInOrder::callsWaitForThoseBeforeThem()
{
    MadeTrace trace;
    constexpr int turns = 20, turn = 50;
    for (int i = 0; i < turns; ++i) {
        trace.on(1, 13).kernel(turn * i, turn * i + 33, 5, 30, few);
        trace.on(2, 13).kernel(turn * i + 5, turn * i + 58, 5, 50, few);
    }
    const ReplayedRun run = trace.on(1, 13).call("cudaDeviceSynchronize", turn * turns, 20).replayed();
    QCOMPARE(run.replay->trace.threads, 2);
    QVERIFY2(errorOf(run) < 0.03, qPrintable(QString::number(errorOf(run))));
}

/// One thread uses two streams in turn, and waits for the one that it used before the last; another one has a stream of
/// its own, whose work ended later.
void TestThreadsInOrder::threadsWaitForTheirOwnStreams()
{
    MadeTrace trace;
    trace.on(1, 13).kernel(0, 10, 100, 4, few);
    trace.on(2, 15).kernel(20, 30, 120, 4, few);
    trace.on(1, 14).kernel(160, 170, 100, 4, few).call("cudaStreamSynchronize", 180, 3);  // of 13
    trace.on(1, 13).kernel(200, 210, 100, 4, few).call("cudaStreamSynchronize", 220, 55); // of 14
    trace.on(2, 15).kernel(300, 310, 500, 4, few);
    trace.on(2, 14).call("cudaStreamSynchronize", 320, 3); // of a stream without work
    trace.on(1, 13).call("cudaDeviceSynchronize", 400, 415);
    QCOMPARE(awaitedStreams(trace.replayed()), (std::vector<std::string>{"13", "14"}));
}

QTEST_GUILESS_MAIN(TestThreadsInOrder)
#include "tst_threads_in_order.moc"
