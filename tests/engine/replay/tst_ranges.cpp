// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "tests/support/made_trace.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Parts of a trace: where they begin the device has work of before, which holds up what comes behind it.
class TestRanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDeviceIsBehind();
    void theRestOfAGraph();
    void whatTheOtherStreamWaitedFor();
    void whatEndsBehindTheRange();
    void whatRanWhereNothingWasIssued();
    void hostFunctionsOfBefore();
};

namespace {

constexpr std::int64_t us = 1'000;

std::string errorOf(const ReplayedRun &run)
{
    return std::to_string(run.replay->error());
}

bool saysSo(const ReplayedRun &run, const char *begin)
{
    return std::ranges::any_of(run.replay->trace.notes,
                               [begin](const std::string &note) { return note.starts_with(begin); });
}

} // namespace

/// The host issues a kernel of 100 us every 10 us. Of ranges in the middle replays were up to 90 % too short.
void TestRanges::theDeviceIsBehind()
{
    MadeTrace trace;
    for (int i = 0; i < 40; ++i)
        trace.kernel(i * 10, 5 + i * 102, 100);
    trace.call("cudaDeviceSynchronize", 400, 3'690);
    const ReplayedRun run = trace.replayed({205 * us, 305 * us});
    QCOMPARE(run.replay->trace.operations, std::uint64_t{10});
    QCOMPARE(run.replay->measuredNs(), (5 + 30 * 102 + 100 - 210) * us);
    QVERIFY2(std::abs(run.replay->error()) < 0.005, errorOf(run).c_str());
    QVERIFY(run.replay->startErrors.p95 < 10 * us);
    QCOMPARE(run.replay->trace.threads, 1);
    QVERIFY(saysSo(run, "19 operations were issued before the range"));
    const auto part = replayedPart(run); // beside the replay, on one axis
    const Timeline &shown = part->recording.timeline;
    QCOMPARE(shown.end() - shown.begin(), run.replay->measuredNs());
    QCOMPARE(shown.size(), std::size_t{29});
}

/// Nodes follow each other sooner than launches do.
void TestRanges::theRestOfAGraph()
{
    MadeTrace trace;
    for (int i = 0; i < 4; ++i)
        trace.graph(i * 20, 30 + i * 203, 100, 10);
    trace.call("cudaDeviceSynchronize", 90, 750);
    const ReplayedRun run = trace.replayed({35 * us, 75 * us});
    QCOMPARE(run.replay->trace.operations, std::uint64_t{4});
    QVERIFY2(std::abs(run.replay->error()) < 0.01, errorOf(run).c_str());
    const auto &operations = run.replay->program().operations;
    QVERIFY(std::ranges::all_of(operations, [](const Operation &operation) {
        return operation.kind != OperationKind::Kernel || operation.graph >= 0;
    }));
}

/// Before the range the copies' stream waits for the kernels'.
void TestRanges::whatTheOtherStreamWaitedFor()
{
    MadeTrace trace;
    for (int i = 0; i < 20; ++i) {
        trace.on(1, 13).kernel(i * 20, 5 + i * 102, 100).call("cudaEventRecord", i * 20 + 6, 1);
        trace.on(1, 14).call("cudaStreamWaitEvent", i * 20 + 8, 1).copyBack(i * 20 + 10, 107 + i * 102);
    }
    trace.call("cudaDeviceSynchronize", 400, 1'670);
    const ReplayedRun run = trace.replayed({201 * us, 399 * us});
    QVERIFY2(std::abs(run.replay->error()) < 0.01, errorOf(run).c_str());
    QVERIFY2(run.replay->startErrors.p95 < 20 * us, std::to_string(run.replay->startErrors.p95).c_str());
}

/// A long kernel of another stream is no part of it.
void TestRanges::whatEndsBehindTheRange()
{
    MadeTrace trace;
    trace.on(1, 14).kernel(0, 5, 100'000, 4, 4);
    for (int i = 0; i < 20; ++i)
        trace.on(1, 13).kernel(10 + i * 60, 15 + i * 60, 40, 4, 4).call("cudaStreamSynchronize", 15 + i * 60, 45);
    const ReplayedRun run = trace.replayed({305 * us, 605 * us});
    QVERIFY(run.replay->measuredNs() < 310 * us);
    QVERIFY2(std::abs(run.replay->error()) < 0.03, errorOf(run).c_str());
}

/// All calls were made before it.
void TestRanges::whatRanWhereNothingWasIssued()
{
    MadeTrace trace;
    for (int i = 0; i < 40; ++i)
        trace.kernel(i * 10, 5 + i * 102, 100);
    trace.call("cudaDeviceSynchronize", 400, 3'690);
    const ReplayedRun run = trace.replayed({1'055 * us, 2'000 * us});
    QCOMPARE(run.replay->trace.operations, std::uint64_t{10}); // the first and the last one run across its ends
    QCOMPARE(run.replay->trace.threads, 1);
    QVERIFY2(std::abs(run.replay->error()) < 0.01, errorOf(run).c_str());
    QVERIFY_THROWS_EXCEPTION(InputError, trace.replayed({5'000 * us, 6'000 * us}));
}

/// A function of 100 us between any two kernels of 50: the file shows its call alone, and when the next kernel begins.
void TestRanges::hostFunctionsOfBefore()
{
    MadeTrace trace;
    for (int i = 0; i < 30; ++i)
        trace.kernel(i * 20, 5 + i * 160, 50).call("cudaLaunchHostFunc", i * 20 + 6, 2);
    trace.call("cudaDeviceSynchronize", 610, 4'200);
    const ReplayedRun run = trace.replayed({301 * us, 599 * us});
    QVERIFY2(std::abs(run.replay->error()) < 0.05, errorOf(run).c_str());
}

QTEST_GUILESS_MAIN(TestRanges)
#include "tst_ranges.moc"
