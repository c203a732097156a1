// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>
#include <string>

using namespace streamscope;
using namespace streamscope::test;

/// Which streams wait for the NULL stream, where the file does not say it.
class TestNullStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shortWorkBetweenLongKernels();
    void waitsThatAreThatOrder();
    void copiesThatWaitForKernels();
};

namespace {

constexpr int few = 4; ///< blocks: kernels could run side by side

bool findsNullStream(const ReplayedRun &run)
{
    return std::ranges::any_of(run.replay->trace.notes, [](const std::string &note) {
        return note.starts_with("1 stream is taken to wait for the NULL stream");
    });
}

} // namespace

/// The waits take 3 % of the time, and so does the replay's error without them.
void TestNullStream::shortWorkBetweenLongKernels()
{
    MadeTrace trace;
    constexpr int turns = 20, turn = 220;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 13).kernel(at, at + 8, 98, 4, few);
        trace.on(1, 7).kernel(at + 5, at + 108, 4, 4, few);
        trace.on(1, 13).kernel(at + 10, at + 114, 98, 4, few).call("cudaDeviceSynchronize", at + 15, 200);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY(findsNullStream(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.015, qPrintable(QString::number(run.replay->error())));
}

/// A wait for an event of another stream was taken for one of the NULL stream, and stayed when nobody waited for that.
void TestNullStream::waitsThatAreThatOrder()
{
    MadeTrace trace;
    constexpr int turns = 20, turn = 220;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 13).kernel(at, at + 8, 90, 4, few);
        trace.on(1, 7).kernel(at + 5, at + 100, 10, 4, few).call("cudaEventRecord", at + 10, 1);
        trace.on(1, 13).call("cudaStreamWaitEvent", at + 12, 1).kernel(at + 14, at + 112, 98, 4, few);
        trace.call("cudaDeviceSynchronize", at + 19, 195);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY(findsNullStream(run));
    QVERIFY(std::ranges::any_of(run.replay->trace.notes, [](const std::string &note) {
        return note.starts_with("20 of the waits for events were this order");
    }));
    QCOMPARE(run.replay->trace.edges.eventInferred, std::uint64_t{0});
    const auto &operations = run.replay->program().operations;
    QVERIFY(std::ranges::none_of(operations, [](const Operation &o) { return o.kind == OperationKind::EventWait; }));
    QVERIFY2(std::abs(run.replay->error()) < 0.015, qPrintable(QString::number(run.replay->error())));
}

/// Of a stream that is idle, 8 us behind their calls: what unsync wins hangs on that order. A program of an H200 that
/// waited for each of its streams was taken to win 36 % without, and won 12.
void TestNullStream::copiesThatWaitForKernels()
{
    MadeTrace trace;
    constexpr int turns = 20, turn = 145;
    for (int i = 0; i < turns; ++i) {
        const int at = i * turn;
        trace.on(1, 7).kernel(at, at + 8, 14, 4, few);
        trace.on(1, 13).copyIn(at + 10, at + 26).kernel(at + 16, at + 110, 20, 4, few);
        trace.call("cudaStreamSynchronize", at + 22, 112);
    }
    const ReplayedRun run = trace.replayed();
    QVERIFY(findsNullStream(run));
    QVERIFY2(std::abs(run.replay->error()) < 0.03, qPrintable(QString::number(run.replay->error())));
}

QTEST_GUILESS_MAIN(TestNullStream)
#include "tst_null_stream.moc"
