// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/program/order/hazards.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestUnsync : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void afterEachKernel();
    void resultsOfATraceAreWaitedFor();
    void eventsBehindCopiesBack();
    void theHostReadsWhatCameBack();
    void otherStreamsNeedTheWait();
    void memoryIsGivenBack();
    void aSerialPipeline();
    void nothingSelected();
};

/// Kernels, each followed by a device synchronisation.
static Program eachWaitedFor(int kernels)
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < kernels; ++i) {
        program.operations.push_back(hostWork(10'000));
        program.operations.push_back(replayedKernel(0, 0.013));
        program.operations.push_back(hostSync());
    }
    return asReplay(program);
}

void TestUnsync::afterEachKernel()
{
    const Program before = eachWaitedFor(150);
    const ChangedProgram free = changed(before, "unsync");
    QCOMPARE(free.touched, std::size_t{149});
    QCOMPARE(countOf(free.program, OperationKind::Sync), std::size_t{1});
    QCOMPARE(free.program.operations.back().kind, OperationKind::Sync);
    QVERIFY(hasNote(free, "last synchronisation of the Program stays"));
    QVERIFY(h200Ms(free.program) < 0.75 * h200Ms(before));
}

void TestUnsync::resultsOfATraceAreWaitedFor()
{
    const Program before = loaderReplay(5, HostMemory::Pinned);
    const ChangedProgram same = changed(before, "unsync");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "5 synchronisations stay: a copy back"));
    // a second wait for the same result is one too many
    Program twice = emptyReplay(1, 1 << 20);
    twice.operations = {replayedCopy(OperationKind::D2H, 0, 4, HostMemory::Pinned), hostSync(SyncScope::Stream, 0),
                        hostSync(), hostSync()};
    const ChangedProgram once = changed(asReplay(twice), "unsync");
    QCOMPARE(once.touched, std::size_t{1});
    QCOMPARE(once.program.operations[1].syncScope, SyncScope::Stream);
}

void TestUnsync::eventsBehindCopiesBack()
{
    Program program = emptyReplay(1, 1 << 20);
    program.events = {"copied", "computed"};
    program.operations = {replayedCopy(OperationKind::D2H, 0, 4, HostMemory::Pinned),
                          record(0, 0),
                          hostSync(SyncScope::Event, Operation::none, 0),
                          replayedKernel(0, 1),
                          record(0, 1),
                          hostSync(SyncScope::Event, Operation::none, 1),
                          hostSync()};
    const ChangedProgram one = changed(asReplay(program), "unsync");
    QCOMPARE(one.touched, std::size_t{1});
    QCOMPARE(one.program.operations[2].event, 0);
    QCOMPARE(one.program.operations[5].kind, OperationKind::Sync);
}

void TestUnsync::theHostReadsWhatCameBack()
{
    Program program = emptyProgram(1);
    program.operations = {kernel(0),      hostSync(), copyBack(0), hostSync(SyncScope::Stream, 0),
                          hostWork(1000), hostSync()};
    program.operations[4].reads = {{0, 0, 4096}};
    const ChangedProgram free = changed(program, "unsync");
    QCOMPARE(free.touched, std::size_t{1}); // the wait before the copy
    QVERIFY(findRaces(free.program).empty());
    QVERIFY(hasNote(free, "would race"));
    program.operations[4].reads.clear(); // nobody reads it
    QCOMPARE(changed(program, "unsync").touched, std::size_t{2});
}

void TestUnsync::otherStreamsNeedTheWait()
{
    Program program = emptyProgram(2);
    program.operations = {
        copyIn(0), hostSync(SyncScope::Stream, 1), hostSync(SyncScope::Stream, 0), kernel(1), kernel(1), hostSync()};
    const ChangedProgram free = changed(program, "unsync");
    QCOMPARE(free.touched, std::size_t{1}); // the one with the other stream
    QCOMPARE(free.program.operations[1].stream, 0);
    QVERIFY(findRaces(free.program).empty());
}

void TestUnsync::memoryIsGivenBack()
{
    Program program = emptyReplay(1, 1 << 20);
    Operation release;
    release.kind = OperationKind::Free;
    release.bytes = 1 << 20;
    program.operations = {replayedKernel(0, 1), hostSync(), hostWork(1000), release, hostSync()};
    const ChangedProgram same = changed(asReplay(program), "unsync");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "memory is allocated or freed"));
    // a replay of such a call
    program.operations = {replayedKernel(0, 1), hostSync(), replayedKernel(0, 1), hostSync()};
    program.operations[1].name = "implicit";
    QCOMPARE(changed(asReplay(program), "unsync").touched, std::size_t{0});
}

void TestUnsync::aSerialPipeline()
{
    const Program serial = ExperimentRun::programOf("copy-compute-pipeline", {{"issue_order", "serial"}});
    const Program depth = ExperimentRun::programOf("copy-compute-pipeline", {{"issue_order", "depth-first"}});
    const ChangedProgram free = changed(serial, "unsync");
    QCOMPARE(countOf(free.program, OperationKind::Sync), std::size_t{1});
    QVERIFY(h200Ms(free.program) < 1.02 * h200Ms(depth));
    QVERIFY(h200Ms(serial) > 1.5 * h200Ms(depth));
}

void TestUnsync::nothingSelected()
{
    const ChangedProgram same = changed(eachWaitedFor(2), "unsync", selectsKind(OperationKind::Kernel));
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "No synchronisation is selected"));
}

QTEST_GUILESS_MAIN(TestUnsync)
#include "tst_unsync.moc"
