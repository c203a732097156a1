// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Calls of a trace that waited for the driver's lock, beside pageable copies and allocations of another thread.
class TestLockWaits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pinningLetsTheOtherThreadGoOn();
    void callsThatBeginWithTheCopy();
    void callsThatGotThrough();
    void otherStreams();
    void besideAllocations();
    void besidePools();
    void allocationsBesideCopies();
};

namespace {

constexpr int steps = 6, step = 1'000;

/// A thread launches a kernel in each step on stream `stream`, and another one copies back for 700 us meanwhile. Where
/// the launch `waits` it returns 12 us behind that. It begins `after` the copy's call.
MadeTrace launchesBesideCopies(int stream, bool waits, int after = 100)
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int begin = i * step, launch = begin + after, returned = waits ? begin + 712 : launch + 12;
        trace.on(2, 13).pageableCopyBack(begin, begin + 20, 650, 700);
        trace.on(1, stream).kernel(launch, returned + 3, 200, returned - launch);
        trace.call("cudaStreamSynchronize", returned + 2, 205);
    }
    return trace;
}

const Operation &firstKernel(const ReplayedRun &run)
{
    const auto &operations = run.replay->program().operations;
    return *std::find_if(operations.begin(), operations.end(),
                         [](const Operation &o) { return o.kind == OperationKind::Kernel; });
}

/// A thread launches a kernel of 20 us and waits for it, and another one frees and allocates meanwhile, by calls of
/// these names, from 10 us before the launch on. Where the launch `waits` it returns 9 us behind the last of both.
MadeTrace launchesBesideAllocations(const char *frees, const char *allocates, bool waits)
{
    MadeTrace trace;
    trace.on(2, 13).kernel(0, 6, 20).call("cudaStreamSynchronize", 5, 24);
    for (int i = 0; i < steps; ++i) {
        const int begin = 100 + i * 200, launch = begin + 10, returned = waits ? begin + 89 : launch + 9;
        trace.on(2, 13).call(frees, begin, 80).call(allocates, begin + 82, 5);
        trace.on(1, 14).kernel(launch, returned + 3, 20, returned - launch);
        trace.call("cudaStreamSynchronize", returned + 2, 25);
    }
    return trace;
}

const Operation &lastKernel(const ReplayedRun &run)
{
    const auto &operations = run.replay->program().operations;
    return *std::find_if(operations.rbegin(), operations.rend(),
                         [](const Operation &o) { return o.kind == OperationKind::Kernel; });
}

bool says(const ReplayedRun &run, const char *text)
{
    const auto &notes = run.replay->trace.notes;
    return std::any_of(notes.begin(), notes.end(),
                       [text](const std::string &note) { return note.find(text) != std::string::npos; });
}

bool saysThatCallsWaited(const ReplayedRun &run)
{
    return says(run, "waited until the call of another thread's pageable copy was over");
}

} // namespace

void TestLockWaits::pinningLetsTheOtherThreadGoOn()
{
    const ReplayedRun run = launchesBesideCopies(7, true).replayed();
    QCOMPARE(firstKernel(run).callNs, std::int64_t{12'000});
    QVERIFY(saysThatCallsWaited(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
    const WhatIfBase base = whatIfBase(run);
    const WhatIf pinned = whatIf(base, {parseChange("pin:d2h,asynchronous=both")});
    QVERIFY2(pinned.gain(base) > 0.09, qPrintable(QString::number(pinned.gain(base)))); // of 6 ms the last 0.6
}

/// Most get through then, but one that ends behind the copy's call did wait.
void TestLockWaits::callsThatBeginWithTheCopy()
{
    const ReplayedRun run = launchesBesideCopies(7, true, 3).replayed();
    QCOMPARE(firstKernel(run).callNs, std::int64_t{12'000});
    QVERIFY(saysThatCallsWaited(run));
}

/// In this trace nobody waited, so stream 7 is none that waits.
void TestLockWaits::callsThatGotThrough()
{
    const ReplayedRun run = launchesBesideCopies(7, false).replayed();
    QVERIFY(!saysThatCallsWaited(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
    QVERIFY(std::ranges::none_of(run.replay->program().streams,
                                 [](const Stream &stream) { return stream.kind == StreamKind::LegacyDefault; }));
}

/// What makes calls wait on two other streams is not known.
void TestLockWaits::otherStreams()
{
    const ReplayedRun run = launchesBesideCopies(14, true).replayed();
    QVERIFY(!saysThatCallsWaited(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

/// What the calls waited goes with the allocations.
void TestLockWaits::besideAllocations()
{
    const ReplayedRun run = launchesBesideAllocations("cudaFree", "cudaMalloc", true).replayed();
    QVERIFY(says(run, "6 calls waited until allocations and frees of another thread were over"));
    QCOMPARE(lastKernel(run).callNs, std::int64_t{9'000});
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
    const WhatIfBase base = whatIfBase(run);
    const WhatIf dropped = whatIf(base, {parseChange("drop:alloc free")});
    QVERIFY2(dropped.gain(base) > 0.25, qPrintable(QString::number(dropped.gain(base))));
}

/// Calls of pools and of pinned memory hold nobody up, as far as is known.
void TestLockWaits::besidePools()
{
    for (const auto &[frees, allocates] :
         {std::pair("cudaFreeAsync", "cudaMallocAsync"), std::pair("cudaFreeHost", "cudaHostAlloc")}) {
        const ReplayedRun run = launchesBesideAllocations(frees, allocates, false).replayed();
        QVERIFY(!says(run, "of another thread were over"));
        QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
    }
}

/// A free that begins in the pageable copy of another thread ends 50 us behind its call: that long it takes.
void TestLockWaits::allocationsBesideCopies()
{
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int begin = i * step;
        trace.on(2, 13).pageableCopyBack(begin, begin + 20, 650, 700);
        trace.on(1, 14).call("cudaFree", begin + 685, 65).kernel(begin + 752, begin + 760, 20);
        trace.call("cudaStreamSynchronize", begin + 758, 25);
    }
    const ReplayedRun run = trace.replayed();
    const auto &operations = run.replay->program().operations;
    const auto free = std::find_if(operations.begin(), operations.end(),
                                   [](const Operation &o) { return o.kind == OperationKind::Free; });
    QVERIFY(free != operations.end());
    QCOMPARE(free->callNs, std::int64_t{50'000});
    QVERIFY(saysThatCallsWaited(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

QTEST_GUILESS_MAIN(TestLockWaits)
#include "tst_lock_waits.moc"
