// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Calls of a trace that waited for the driver's lock, beside the pageable copies of another thread.
class TestLockWaits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pinningLetsTheOtherThreadGoOn();
    void callsThatBeginWithTheCopy();
    void callsThatGotThrough();
    void otherStreams();
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

bool saysThatCallsWaited(const ReplayedRun &run)
{
    const auto &notes = run.replay->trace.notes;
    return std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
        return note.find("waited until the call of another thread's pageable copy was over") != std::string::npos;
    });
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

QTEST_GUILESS_MAIN(TestLockWaits)
#include "tst_lock_waits.moc"
