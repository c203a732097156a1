// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Waits that move to where their stream is used again.
class TestPostpone : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void untilTheStreamIsUsedAgain();
    void workThatNeedsNothing();
    void aWaitWithTheDeviceIsForItsResult();
    void eventsKeepTheirRecord();
    void oneStreamWaitsAsBefore();
    void anotherThreadsStreamCountsForThat();
    void noStreamIsKnown();
};

/// Requests in turn on the streams, each awaited before the next.
static Program requests(int count, int streams, SyncScope scope = SyncScope::Stream)
{
    Program program = emptyReplay(streams, 1 << 20);
    for (int i = 0; i < count; ++i) {
        program.operations.push_back(hostWork(15'000));
        program.operations.push_back(replayedKernel(i % streams, 0.09, 44));
        program.operations.push_back(replayedCopy(OperationKind::D2H, i % streams, 256 << 10, HostMemory::Pinned));
        program.operations.push_back(scope == SyncScope::Stream ? hostSync(SyncScope::Stream, i % streams)
                                                                : hostSync());
    }
    program.operations.push_back(hostSync());
    return asReplay(program);
}

/// The places of the synchronisations, and with which stream (−1: the device).
static std::vector<std::pair<std::size_t, int>> syncsOf(const Program &program)
{
    std::vector<std::pair<std::size_t, int>> syncs;
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (program.operations[i].kind == OperationKind::Sync)
            syncs.emplace_back(i, program.operations[i].syncScope == SyncScope::Device ? -1
                                                                                       : program.operations[i].stream);
    return syncs;
}

void TestPostpone::untilTheStreamIsUsedAgain()
{
    using Syncs = std::vector<std::pair<std::size_t, int>>;
    const Program before = requests(4, 2);
    const ChangedProgram later = changed(before, "postpone");
    // work, kernel, copy | the same | wait 0, work, kernel, copy | wait 1, work, kernel, copy | waits
    QCOMPARE(syncsOf(later.program), (Syncs{{6, 0}, {10, 1}, {14, 1}, {15, 0}, {16, -1}}));
    QVERIFY(hasNote(later, "3 synchronisations wait later")); // the fourth is what the host does last anyhow
    QVERIFY(hasNote(later, "1 synchronisation stays"));
    QVERIFY(h200Ms(changed(requests(24, 4), "postpone").program) < 0.5 * h200Ms(requests(24, 4)));
}

void TestPostpone::workThatNeedsNothing()
{
    using Syncs = std::vector<std::pair<std::size_t, int>>;
    const ChangedProgram later = changed(requests(4, 2), "postpone:before=issue");
    // work, kernel, copy | the same | work, wait 0, kernel, copy | work, wait 1, kernel, copy | waits
    QCOMPARE(syncsOf(later.program), (Syncs{{7, 0}, {11, 1}, {14, 1}, {15, 0}, {16, -1}}));
}

/// The device has newer work by then.
void TestPostpone::aWaitWithTheDeviceIsForItsResult()
{
    const Program byStream = changed(requests(4, 2), "postpone").program;
    const Program byDevice = changed(requests(4, 2, SyncScope::Device), "postpone").program;
    QCOMPARE(syncsOf(byDevice).front(), syncsOf(byStream).front());
    QVERIFY(std::abs(h200Ms(byDevice) - h200Ms(byStream)) < 0.02);
}

void TestPostpone::eventsKeepTheirRecord()
{
    Program program = emptyReplay(2, 1 << 20);
    program.events = {"first", "second"};
    const auto request = [&program](int stream) {
        program.operations.push_back(replayedCopy(OperationKind::D2H, stream, 4, HostMemory::Pinned));
        program.operations.push_back(record(stream, stream));
        program.operations.push_back(hostSync(SyncScope::Event, Operation::none, stream));
    };
    for (const int stream : {0, 1, 0})
        request(stream);
    program.operations.push_back(hostSync());
    const Program later = changed(asReplay(program), "postpone").program;
    // copy 0, record, copy 1, record, wait 0, copy 0, record, …
    QCOMPARE(later.operations[4].kind, OperationKind::Sync);
    QCOMPARE(later.operations[4].event, 0);
    QCOMPARE(later.operations[5].kind, OperationKind::D2H);
    QCOMPARE(countOf(later, OperationKind::Sync), countOf(program, OperationKind::Sync));
}

void TestPostpone::oneStreamWaitsAsBefore()
{
    const ChangedProgram same = changed(requests(6, 1), "postpone");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "what the host uses next"));
}

/// What another thread issues to the stream is no use of it by this one.
void TestPostpone::anotherThreadsStreamCountsForThat()
{
    Program program = requests(4, 2);
    for (std::size_t i = 8; i < 12; ++i)
        program.operations[i].thread = 1;
    const Program later = changed(program, "postpone").program;
    // Thread 0 goes on with stream 1, and waits for stream 0 at its end; thread 1 has only one result.
    const std::vector<std::pair<std::size_t, int>> expected{{6, 1}, {10, 0}, {14, 1}, {15, 0}, {16, -1}};
    QCOMPARE(syncsOf(later), expected);
    QCOMPARE(later.operations[10].thread, 1);
    QCOMPARE(later.operations[15].thread, 0);
}

void TestPostpone::noStreamIsKnown()
{
    Program program = emptyReplay(1, 1 << 20);
    program.operations = {replayedKernel(0, 1), hostSync(), replayedKernel(0, 1), hostSync()};
    const ChangedProgram same = changed(asReplay(program), "postpone");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "no stream is known that they wait for"));
}

QTEST_GUILESS_MAIN(TestPostpone)
#include "tst_postpone.moc"
