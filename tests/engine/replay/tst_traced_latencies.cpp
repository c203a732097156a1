// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// What usually passes between two operations of a stream: what other streams make them wait is no part of it.
class TestTracedLatencies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsThatWaitForAnotherStream();
    void kernelsThatWaitForACopyOfAnotherStream();
    void streamsThatWaitBesideEachOther();
    void copiesBehindTheirCalls();
    void copiesBackBehindCopiesOnTheDevice();
    void graphsBehindPageableCopies();
};

namespace {

constexpr int turns = 20, few = 4;

double errorOf(const ReplayedRun &run)
{
    return std::abs(run.replay->error());
}

} // namespace

/// Of two kernels of a stream the second follows at once, and the next first one waits for a kernel of another stream.
void TestTracedLatencies::kernelsThatWaitForAnotherStream()
{
    MadeTrace trace;
    constexpr int turn = 86;
    for (int i = 0; i < turns; ++i) {
        const int call = i * 40, at = 10 + i * turn;
        trace.on(1, 13).call("cudaStreamWaitEvent", call, 1).kernel(call + 2, at, 50, 4, few);
        trace.kernel(call + 8, at + 52, 20, 4, few).call("cudaEventRecord", call + 14, 1);
        trace.on(1, 14).call("cudaStreamWaitEvent", call + 16, 1).kernel(call + 18, at + 74, 8, 4, few);
        trace.call("cudaEventRecord", call + 24, 1);
    }
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", turns * 40, 10 + turns * (turn - 40)).replayed();
    QVERIFY(run.replay->program().traced->kernelToKernelNs.value_or(0) > 1'500);
    QVERIFY(run.replay->program().traced->kernelToKernelNs.value_or(0) <= 2'000);
    QVERIFY2(errorOf(run) < 0.02, qPrintable(QString::number(errorOf(run))));
}

/// They do, as with the NULL stream. The end of a copy is seen some microseconds later.
void TestTracedLatencies::kernelsThatWaitForACopyOfAnotherStream()
{
    MadeTrace trace;
    constexpr int turn = 86;
    for (int i = 0; i < turns; ++i) {
        const int call = i * 20, at = 10 + i * turn;
        trace.on(1, 13).kernel(call, at, 50, 4, few).kernel(call + 5, at + 52, 20, 4, few);
        trace.on(1, 14).copyBack(call + 10, at + 74, 4);
    }
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", turns * 20, 10 + turns * (turn - 20)).replayed();
    QVERIFY(run.replay->program().traced->kernelToKernelNs.value_or(0) <= 2'000);
}

/// Four streams with kernels that wait: the model adds by itself that three others wait, so it is no part of what
/// passes from kernel to kernel.
void TestTracedLatencies::streamsThatWaitBesideEachOther()
{
    MadeTrace trace;
    constexpr int turn = 23, kernels = 40;
    for (int i = 0; i < kernels; ++i)
        for (int thread = 0; thread < 4; ++thread)
            trace.on(1 + thread, 13 + thread).kernel(i * 8, 8 + thread + i * turn, turn - 3, 4, few);
    const ReplayedRun run = trace.on(1, 13).call("cudaDeviceSynchronize", kernels * 8, 15 + kernels * 15).replayed();
    QVERIFY2(errorOf(run) < 0.02, qPrintable(QString::number(errorOf(run))));
}

/// An engine begins a copy 2 us behind its call, sooner than a kernel would: the call is not over earlier for that.
void TestTracedLatencies::copiesBehindTheirCalls()
{
    MadeTrace trace;
    constexpr int turn = 100;
    for (int i = 0; i < turns; ++i)
        trace.on(1, 13).copyIn(i * turn, i * turn + 6).call("cudaStreamSynchronize", i * turn + 10, 78);
    const ReplayedRun run = trace.replayed();
    QVERIFY2(errorOf(run) < 0.005, qPrintable(QString::number(errorOf(run))));
}

/// A copy on the device is a kernel for it: so long as behind that it takes until the copy back begins.
void TestTracedLatencies::copiesBackBehindCopiesOnTheDevice()
{
    MadeTrace trace;
    constexpr int turn = 100;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 13).kernel(at, at + 8, 30, 4, few).copyInside(at + 5, at + 40).copyBack(at + 10, at + 51);
        trace.call("cudaStreamSynchronize", at + 15, 58);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY2(errorOf(run) < 0.005, qPrintable(QString::number(errorOf(run))));
}

/// The call of the copy returns 20 us before its end, and that of the graph begins: the model holds the host so long.
void TestTracedLatencies::graphsBehindPageableCopies()
{
    MadeTrace trace;
    constexpr int turn = 370;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 13).pageableCopyIn(at, at + 90, 170, 240).graph(at + 242, at + 265, 40, 30);
        trace.call("cudaStreamSynchronize", at + 280, 70);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY2(errorOf(run) < 0.015, qPrintable(QString::number(errorOf(run))));
}

QTEST_GUILESS_MAIN(TestTracedLatencies)
#include "tst_traced_latencies.moc"
