// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/program/operator_work_name.h"
#include "engine/program/order/hazards.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestPin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blockingCopiesOfALoader();
    void copiesBackKeepTheirWait();
    void theHostIsFasterBehindLargeCopies();
    void ownWorkBehindLargeCopiesStays();
    void onlyTheSelectedCopies();
    void pinnedCopiesAreLeftAlone();
    void aPipelineIsAsFastAsItsPinnedTwin();
    void theHostWaitsBeforeItWritesAgain();
    void aSynchronisationThatOthersNeedStays();
    void asMeasuredOnPinnedCopies();
    void dataThatTheHostHasJustWritten();
};

void TestPin::blockingCopiesOfALoader()
{
    const Program before = loaderReplay(24, HostMemory::Pageable);
    const ChangedProgram pinned = changed(before, "pin", [](const Operation &o) { return isHostCopy(o.kind); });
    // 24 synchronisations behind copies in are gone; those behind .item() stay, and the last one
    QCOMPARE(countOf(pinned.program, OperationKind::Sync), std::size_t{25});
    QVERIFY(pinned.program.operations.size() == before.operations.size() - 24);
    for (const Operation &operation : pinned.program.operations)
        if (isHostCopy(operation.kind))
            QCOMPARE(pinned.program.hostMemoryOf(operation), HostMemory::Pinned);
    QCOMPARE(pinned.touched, std::size_t{48 + 24});
    QVERIFY(hasNote(pinned, "24 synchronisations") && hasNote(pinned, "24 copies back"));
    // the real program went from 135 to 48 ms (copy 0.91 ms, kernels 1.1 ms a step)
    const double slow = h200Ms(before), fast = h200Ms(pinned.program);
    QVERIFY2(slow > 100 && fast < 55 && fast > 44, qPrintable(QString("%1 %2").arg(slow).arg(fast)));
}

void TestPin::copiesBackKeepTheirWait()
{
    Program program = emptyReplay(1, 64 << 20);
    program.operations = {replayedCopy(OperationKind::D2H, 0, 64 << 20, HostMemory::Pageable), hostWork(1'000'000),
                          hostSync()};
    program = asReplay(program);
    // a plain copy back holds the host without a synchronisation of its own: it gets one
    const ChangedProgram kept = changed(program, "pin");
    QCOMPARE(countOf(kept.program, OperationKind::Sync), std::size_t{2});
    QCOMPARE(kept.program.operations[1].syncScope, SyncScope::Stream);
    const ChangedProgram both = changed(program, "pin:asynchronous=both");
    QCOMPARE(countOf(both.program, OperationKind::Sync), std::size_t{1});
    QVERIFY(h200Ms(both.program) < h200Ms(kept.program) - 0.9);
    const ChangedProgram no = changed(loaderReplay(2, HostMemory::Pageable), "pin:asynchronous=no");
    QCOMPARE(countOf(no.program, OperationKind::Sync), std::size_t{5});
}

/// A copy in and two launches behind work of the host, with pinned memory.
static Program behindPinnedCopy(std::uint64_t bytes, std::int64_t workNs, const char *kernel)
{
    Program program = emptyReplay(1, bytes);
    program.operations = {replayedCopy(OperationKind::H2D, 0, bytes, HostMemory::Pageable),
                          hostSync(SyncScope::Stream, 0),
                          hostWork(workNs),
                          replayedKernel(0, 0.1),
                          hostWork(30'000),
                          replayedKernel(0, 0.1),
                          hostWork(30'000),
                          replayedKernel(0, 0.1),
                          hostSync()};
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel) {
            operation.name = kernel;
            operation.callNs = 16'000;
        }
    return changed(asReplay(program), "pin").program;
}

/// Staging no longer drives PyTorch out of the host's caches: the next two launches are warmer.
void TestPin::theHostIsFasterBehindLargeCopies()
{
    constexpr const char *ofPyTorch = "void at::native::vectorized_elementwise_kernel";
    const Program pinned = behindPinnedCopy(8 << 20, 100'000, ofPyTorch);
    std::vector<std::int64_t> work, calls;
    for (const Operation &operation : pinned.operations)
        if (operation.kind == OperationKind::HostWork)
            work.push_back(operation.durationNs);
        else if (operation.kind == OperationKind::Kernel)
            calls.push_back(operation.callNs);
    QCOMPARE(work, (std::vector<std::int64_t>{30'000, 18'000, 30'000}));
    QCOMPARE(calls, (std::vector<std::int64_t>{8'000, 12'000, 16'000}));
    const auto first = [](std::uint64_t bytes, std::int64_t ns) {
        return behindPinnedCopy(bytes, ns, ofPyTorch).operations[1].durationNs;
    };
    QCOMPARE(first(8 << 20, 1'000'000), std::int64_t{920'000}); // it was cold only at first
    QCOMPARE(first(64 << 10, 100'000), std::int64_t{100'000});
}

/// What a program without a framework does there is its own.
void TestPin::ownWorkBehindLargeCopiesStays()
{
    const Program pinned = behindPinnedCopy(8 << 20, 25'000, "churn_pass");
    QCOMPARE(pinned.operations[1].durationNs, std::int64_t{25'000});
    QCOMPARE(pinned.operations[2].callNs, std::int64_t{16'000});
}

void TestPin::onlyTheSelectedCopies()
{
    const Program before = loaderReplay(3, HostMemory::Pageable);
    const ChangedProgram pinned = changed(before, "pin", selectsKind(OperationKind::H2D));
    for (const Operation &operation : pinned.program.operations)
        if (isHostCopy(operation.kind))
            QCOMPARE(pinned.program.hostMemoryOf(operation) == HostMemory::Pinned,
                     operation.kind == OperationKind::H2D);
    // the stand-in buffer of the others stays, and the new one has a name of its own
    QCOMPARE(pinned.program.buffers.size(), before.buffers.size() + 1);
    QCOMPARE(pinned.program.buffers.back().id, std::string("pageable memory, pinned"));
}

void TestPin::pinnedCopiesAreLeftAlone()
{
    const Program before = loaderReplay(3, HostMemory::Pinned);
    const ChangedProgram same = changed(before, "pin");
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, before.operations);
    QVERIFY(hasNote(same, "None of the selected copies uses pageable memory"));
}

void TestPin::aPipelineIsAsFastAsItsPinnedTwin()
{
    const Program pageable = ExperimentRun::programOf("copy-compute-pipeline", {{"host_memory", "pageable"}});
    const Program twin = ExperimentRun::programOf("copy-compute-pipeline", {{"host_memory", "pinned"}});
    const ChangedProgram pinned = changed(pageable, "pin");
    QCOMPARE(pinned.program.operations, twin.operations);
    QCOMPARE(pinned.program.buffers, twin.buffers);
    QCOMPARE(h200Ms(pinned.program), h200Ms(twin));
    QVERIFY(h200Ms(pageable) > 2 * h200Ms(twin));
    // half of the copies share their memory with the others: they become pinned, too
    int copy = 0;
    const ChangedProgram half =
        changed(pageable, "pin", [&copy](const Operation &o) { return isHostCopy(o.kind) && copy++ % 4 == 0; });
    QVERIFY(hasNote(half, "the memory is the same"));
}

void TestPin::theHostWaitsBeforeItWritesAgain()
{
    Program program = emptyProgram(1);
    program.buffers[0] = {"batch", BufferPlace::Host, HostMemory::Pageable, 0, 64 << 20};
    program.buffers[1].bytes = 64 << 20;
    for (int step = 0; step < 4; ++step) {
        program.operations.push_back(hostWork(100'000));
        program.operations.back().writes = {{0, 0, 64 << 20}};
        program.operations.push_back(sized(copyIn(0), 64 << 20));
    }
    QVERIFY(findRaces(program).empty());
    const ChangedProgram pinned = changed(program, "pin");
    QVERIFY(findRaces(pinned.program).empty());
    QCOMPARE(countOf(pinned.program, OperationKind::Sync), std::size_t{3});
    QVERIFY(hasNote(pinned, "in 3 places"));
    QVERIFY(h200Ms(pinned.program) < h200Ms(program));
}

void TestPin::aSynchronisationThatOthersNeedStays()
{
    Program program = emptyProgram(2);
    program.buffers[0].hostMemory = HostMemory::Pageable;
    program.operations = {copyIn(0), hostSync(SyncScope::Stream, 0), kernel(1)}; // the other stream has no event
    const ChangedProgram pinned = changed(program, "pin");
    QCOMPARE(countOf(pinned.program, OperationKind::Sync), std::size_t{1});
    QVERIFY(hasNote(pinned, "stay: without them"));
    program.operations[2] = kernel(0);
    QCOMPARE(countOf(changed(program, "pin").program, OperationKind::Sync), std::size_t{0});
}

void TestPin::asMeasuredOnPinnedCopies()
{
    Program program = loaderReplay(2, HostMemory::Pageable);
    Operation fast = replayedCopy(OperationKind::H2D, 0, 1 << 20, HostMemory::Pinned);
    fast.setTimeFactor(1.25);
    program.operations.push_back(fast);
    program = asReplay(program);
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::H2D && program.hostMemoryOf(operation) == HostMemory::Pageable) {
            operation.callNs = 5'000'000; // with its staging
            operation.setTimeFactor(0.8);
        }
    for (const Operation &operation : changed(program, "pin").program.operations)
        if (operation.kind == OperationKind::H2D) {
            QCOMPARE(operation.timeFactor(), 1.25);
            QCOMPARE(operation.callNs, std::int64_t{-1});
        }
}

/// Operators on the host, an optimizer's say, leave their results in the caches, if they ran for as long as writing
/// takes.
void TestPin::dataThatTheHostHasJustWritten()
{
    const auto factorBehind = [](std::string_view work, std::int64_t ns, std::uint64_t bytes) {
        Program program = emptyReplay(1, bytes);
        program.operations = {hostWork(ns), hostWork(5'000),
                              replayedCopy(OperationKind::H2D, 0, bytes, HostMemory::Pageable),
                              hostSync(SyncScope::Stream, 0)};
        program.operations[0].name = std::string(work);
        program.operations[1].name = std::string(operatorWorkName);
        const ChangedProgram pinned = changed(asReplay(program), "pin");
        const double factor = pinned.program.operations[2].timeFactor();
        if (hasNote(pinned, "1 copy to the device reads what the host has just written") != (factor > 1))
            throw std::logic_error("the note and the factor differ");
        return factor;
    };
    QCOMPARE(factorBehind(hostOperatorsName, 80'000, 4 << 20), 2.25);
    QCOMPARE(factorBehind(hostOperatorsName, 30'000, 4 << 20), 1.0);         // too short
    QCOMPARE(factorBehind(operatorWorkName, 80'000, 4 << 20), 1.0);          // they prepare launches
    QCOMPARE(factorBehind("", 80'000, 4 << 20), 1.0);                        // nobody knows what it does
    QCOMPARE(factorBehind(hostOperatorsName, 2'000'000, 128 << 20), 1.3125); // most of it is in memory by now
}

QTEST_GUILESS_MAIN(TestPin)
#include "tst_pin.moc"
