// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/changes/edit/without_operations.h"
#include "engine/program/errors.h"
#include "engine/program/order/hazards.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestMove : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesOfATrace();
    void eventsOfASlowHostTakeTime_data();
    void eventsOfASlowHostTakeTime();
    void copiesBackNeedWhatIsBeforeThem();
    void recordsGoAlongWithCopiesBack();
    void hostFunctionsGoAlong();
    void hostFunctionsMakeData();
    void kernelsOfATraceKeepTheirOrder();
    void independentKernels();
    void wholeGraphs();
    void buffersSayWhatWaits();
    void theHostStillWaits();
    void eventsAreUsedAgain();
    void existingStreams();
    void nothingToMove();
    void theRestOfAProgram();
};

void TestMove::copiesOfATrace()
{
    Program before = emptyReplay(1, 48 << 20);
    for (int step = 0; step < 12; ++step) {
        before.operations.push_back(replayedCopy(OperationKind::H2D, 0, 48 << 20, HostMemory::Pinned));
        before.operations.push_back(replayedKernel(0, 1));
    }
    before.operations.push_back(hostSync());
    const ChangedProgram moved = changed(asReplay(before), "move:stream=copies", selectsKind(OperationKind::H2D));
    QCOMPARE(moved.touched, std::size_t{12});
    QCOMPARE(moved.program.streams.back().id, std::string("copies"));
    QCOMPARE(countOf(moved.program, OperationKind::EventWait), std::size_t{12}); // each kernel waits for its copy
    QVERIFY(h200Ms(moved.program) < 0.65 * h200Ms(before));
    QVERIFY(hasNote(moved, "A trace does not show data"));
}

void TestMove::eventsOfASlowHostTakeTime_data()
{
    QTest::addColumn<int>("gapNs");
    QTest::addColumn<int>("callNs");
    QTest::newRow("Python") << 15'000 << 15'000 + 1'200;
    QTest::newRow("a loop of C++") << 900 << -1;
    QTest::newRow("calls without a length") << 15'000 << -1;
}

/// What the host does before each call of a trace, it will do before the calls that a change adds.
void TestMove::eventsOfASlowHostTakeTime()
{
    QFETCH(int, gapNs);
    QFETCH(int, callNs);
    Program before = emptyReplay(1, 48 << 20);
    for (int step = 0; step < 12; ++step)
        for (const Operation &operation :
             {replayedCopy(OperationKind::H2D, 0, 1 << 20, HostMemory::Pinned), replayedKernel(0, 0.01)}) {
            before.operations.push_back(hostWork(gapNs));
            before.operations.push_back(operation);
            if (QTest::currentDataTag() == std::string("calls without a length"))
                before.operations.back().callNs = 0;
        }
    const ChangedProgram moved = changed(asReplay(before), "move", selectsKind(OperationKind::H2D));
    QCOMPARE(countOf(moved.program, OperationKind::EventRecord), std::size_t{12});
    for (const Operation &operation : moved.program.operations)
        if (uses(operation.kind, field::event))
            QCOMPARE(operation.callNs, std::int64_t{callNs});
}

void TestMove::copiesBackNeedWhatIsBeforeThem()
{
    Program before = emptyReplay(1, 48 << 20);
    for (int step = 0; step < 8; ++step) {
        before.operations.push_back(replayedKernel(0, 1));
        before.operations.push_back(replayedCopy(OperationKind::D2H, 0, 48 << 20, HostMemory::Pinned));
    }
    before.operations.push_back(hostSync(SyncScope::Stream, 0));
    const ChangedProgram moved = changed(asReplay(before), "move", selectsKind(OperationKind::D2H));
    const std::vector<OperationTimes> times = simulate(loadDeviceProfile("h200"), moved.program);
    std::int64_t kernelEnd = 0, lastCopy = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (moved.program.operations[i].kind == OperationKind::Kernel)
            kernelEnd = times[i].end;
        if (moved.program.operations[i].kind == OperationKind::D2H) {
            QVERIFY(times[i].start >= kernelEnd);
            lastCopy = times[i].end;
        }
    }
    QVERIFY(times.back().end >= lastCopy); // the synchronisation with the old stream waits for the moved copies
    QVERIFY(h200Ms(moved.program) < 0.65 * h200Ms(before));
}

/// A buffer is free again when its result is copied back: that record belongs to the copy. The kernel of the next step,
/// which has another buffer, does not wait for it.
void TestMove::recordsGoAlongWithCopiesBack()
{
    Program before = emptyReplay(1, 16 << 20);
    for (int step = 0; step < 16; ++step) {
        before.operations.push_back(replayedCopy(OperationKind::H2D, 0, 16 << 20, HostMemory::Pinned));
        before.operations.push_back(replayedKernel(0, 0.25));
        before.operations.push_back(replayedCopy(OperationKind::D2H, 0, 16 << 20, HostMemory::Pinned));
    }
    before.operations.push_back(hostSync());
    const ChangedProgram ahead = changed(asReplay(before), "prefetch:depth=3", selectsKind(OperationKind::H2D));
    const ChangedProgram both = changed(ahead.program, "move:stream=back", selectsKind(OperationKind::D2H));
    QVERIFY(h200Ms(ahead.program) > 16 * 0.5); // a kernel, then its copy back
    QVERIFY2(h200Ms(both.program) < 16 * 0.4, qPrintable(QString::number(h200Ms(both.program)))); // a copy each way
    const std::vector<OperationTimes> times = simulate(loadDeviceProfile("h200"), both.program);
    std::vector<std::int64_t> copiedBack, copiedIn;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (both.program.operations[i].kind == OperationKind::D2H)
            copiedBack.push_back(times[i].end);
        if (both.program.operations[i].kind == OperationKind::H2D)
            copiedIn.push_back(times[i].start);
    }
    for (std::size_t step = 4; step < 16; ++step) // into one of four buffers
        QVERIFY(copiedIn[step] >= copiedBack[step - 4]);
}

static Operation hostFunction()
{
    Operation function;
    function.kind = OperationKind::HostFunction;
    function.stream = 0;
    function.durationNs = 300'000;
    return function;
}

/// What a host function makes of a result is the host's: the next kernels do not wait for it, a copy to the device
/// does.
void TestMove::hostFunctionsGoAlong()
{
    Program before = emptyReplay(1, 8 << 20);
    const Operation function = hostFunction();
    for (int step = 0; step < 8; ++step) {
        before.operations.push_back(replayedKernel(0, 1));
        before.operations.push_back(replayedCopy(OperationKind::D2H, 0, 8 << 20, HostMemory::Pinned));
        before.operations.push_back(function);
    }
    before.operations.push_back(hostSync());
    const auto moved = [](Program program) {
        const auto isSelected = [](const Operation &operation) {
            return operation.kind == OperationKind::D2H || operation.kind == OperationKind::HostFunction;
        };
        return changed(asReplay(std::move(program)), "move", isSelected);
    };
    QVERIFY2(h200Ms(moved(before).program) < 8 + 0.7, qPrintable(QString::number(h200Ms(moved(before).program))));
    before.operations.push_back(replayedCopy(OperationKind::H2D, 0, 8 << 20, HostMemory::Pinned));
    before.operations.push_back(replayedKernel(0, 1));
    before.operations.push_back(hostSync());
    const ChangedProgram behind = moved(before);
    const std::vector<OperationTimes> times = simulate(loadDeviceProfile("h200"), behind.program);
    std::int64_t functionEnd = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (behind.program.operations[i].kind == OperationKind::HostFunction)
            functionEnd = times[i].end;
        if (behind.program.operations[i].kind == OperationKind::H2D)
            QVERIFY(times[i].start >= functionEnd);
    }
}

/// A function that fills the buffer of the next copy in needs no kernel: it works beside the one before.
void TestMove::hostFunctionsMakeData()
{
    Program before = emptyReplay(1, 8 << 20);
    const Operation function = hostFunction();
    for (int step = 0; step < 8; ++step) {
        before.operations.push_back(function);
        before.operations.push_back(replayedCopy(OperationKind::H2D, 0, 1 << 20, HostMemory::Pinned));
        before.operations.push_back(replayedKernel(0, 1));
    }
    before.operations.push_back(hostSync());
    const auto isSelected = [](const Operation &operation) {
        return operation.kind == OperationKind::H2D || operation.kind == OperationKind::HostFunction;
    };
    const ChangedProgram moved = changed(asReplay(std::move(before)), "move", isSelected);
    const double ms = h200Ms(moved.program); // 8 ms of kernels behind the first function and its copy
    QVERIFY2(ms > 8.3 && ms < 8 + 0.7, qPrintable(QString::number(ms)));
}

void TestMove::kernelsOfATraceKeepTheirOrder()
{
    Program before = emptyReplay(1, 1 << 20);
    before.operations = {replayedKernel(0, 1, 10), replayedKernel(0, 1, 10), replayedKernel(0, 1, 10), hostSync()};
    int index = 0;
    const ChangedProgram moved =
        changed(asReplay(before), "move", [&index](const Operation &) { return index++ == 1; });
    QCOMPARE(countOf(moved.program, OperationKind::EventWait), std::size_t{2});
    QVERIFY(h200Ms(moved.program) > 3);
}

void TestMove::independentKernels()
{
    Program before = emptyReplay(1, 1 << 20);
    before.operations = {replayedKernel(0, 1, 10), replayedKernel(0, 1, 10), hostSync(SyncScope::Stream, 0),
                         replayedKernel(0, 1, 10), hostSync()};
    int index = 0;
    const ChangedProgram moved =
        changed(asReplay(before), "move:independent=yes", [&index](const Operation &) { return index++ == 1; });
    QCOMPARE(countOf(moved.program, OperationKind::EventWait), std::size_t{1}); // for the synchronisation
    const double ms = h200Ms(moved.program);
    QVERIFY2(ms > 2 && ms < 2.1, qPrintable(QString::number(ms)));
}

/// A graph goes to another stream as a whole; a part of one stays.
void TestMove::wholeGraphs()
{
    Program before = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 5; ++i) {
        before.operations.push_back(replayedKernel(0, 1, 10));
        before.operations.back().graph = i < 2 ? 0 : i < 4 ? 1 : Operation::none;
    }
    before.operations.push_back(hostSync());
    before = asReplay(before);
    const auto moved = [&before](std::size_t from, std::size_t to) {
        std::size_t index = 0;
        return changed(before, "move", [&index, from, to](const Operation &) {
            const std::size_t i = index++;
            return i >= from && i < to;
        });
    };
    const ChangedProgram second = moved(2, 4);
    QCOMPARE(second.touched, std::size_t{2});
    std::vector<int> streams;
    for (const Operation &operation : second.program.operations)
        if (operation.kind == OperationKind::Kernel)
            streams.push_back(operation.stream);
    QCOMPARE(streams, (std::vector{0, 0, 1, 1, 0}));
    // it waits for the first graph, and the last kernel for it
    QCOMPARE(countOf(second.program, OperationKind::EventWait), std::size_t{2});
    QVERIFY(std::abs(h200Ms(second.program) - h200Ms(before)) < 0.1);
    const ChangedProgram part = moved(3, 5);
    QCOMPARE(part.touched, std::size_t{1}); // the last kernel
    QVERIFY(hasNote(part, "1 operation is part of a graph and stays there"));
}

void TestMove::buffersSayWhatWaits()
{
    // two independent chains on one stream, on different parts of the buffers
    Program program = emptyProgram(1);
    program.operations = {chunkOf(copyIn(0), 0), chunkOf(kernel(0), 0), chunkOf(copyIn(0), 1), chunkOf(kernel(0), 1),
                          chunkOf(copyBack(0), 1)};
    const ChangedProgram copies = changed(program, "move", selectsKind(OperationKind::H2D));
    QVERIFY(findRaces(copies.program).empty());
    QCOMPARE(countOf(copies.program, OperationKind::EventWait), std::size_t{2}); // the kernels for their copies
    const Selects second = [](const Operation &o) { return o.reads.front().offset > 0; };
    const ChangedProgram chain = changed(program, "move", second);
    QVERIFY(findRaces(chain.program).empty());
    QCOMPARE(chain.program.events.size(), std::size_t{0}); // nothing of it is needed elsewhere
    // the same part of the buffer: the second copy waits for the first kernel
    for (Operation &operation : program.operations)
        operation.reads.front().offset = operation.writes.front().offset = 0;
    QVERIFY(findRaces(changed(program, "move", selectsKind(OperationKind::H2D)).program).empty());
    QVERIFY(findRaces(changed(program, "move", selectsKind(OperationKind::Kernel)).program).empty());
}

void TestMove::theHostStillWaits()
{
    Program program = emptyProgram(1);
    program.events = {"e"};
    program.operations = {kernel(0),
                          copyBack(0),
                          hostSync(SyncScope::Stream, 0),
                          hostWork(1000),
                          kernel(0),
                          copyBack(0),
                          record(0, 0),
                          hostSync(SyncScope::Event, Operation::none, 0),
                          hostWork(1000)};
    program.operations[3].reads = program.operations[8].reads = {{0, 0, 4096}};
    QVERIFY(findRaces(program).empty());
    const ChangedProgram moved = changed(program, "move", selectsKind(OperationKind::D2H));
    QVERIFY2(findRaces(moved.program).empty(), moved.notes.back().c_str());
}

void TestMove::eventsAreUsedAgain()
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 200; ++i)
        program.operations.insert(program.operations.end(), {copyIn(0), kernel(0)});
    const ChangedProgram moved = changed(program, "move", selectsKind(OperationKind::H2D));
    QVERIFY(findRaces(moved.program).empty());
    QVERIFY(moved.program.events.size() <= 4);
    QCOMPARE(countOf(moved.program, OperationKind::EventWait), std::size_t{399});
}

void TestMove::existingStreams()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), kernel(0)};
    const ChangedProgram moved = changed(program, "move:stream=1", selectsKind(OperationKind::H2D));
    QCOMPARE(moved.program.streams.size(), std::size_t{2});
    QCOMPARE(moved.program.operations.front().stream, 1);
    // a stream of that name on another device
    program.streams[1].device = 1;
    const ChangedProgram own = changed(program, "move:stream=1", selectsKind(OperationKind::H2D));
    QCOMPARE(own.program.streams.back().id, std::string("1 (2)"));
    QCOMPARE(own.program.operations.front().stream, 2);
    program.streams[1] = {"1", StreamKind::PerThreadDefault, 0, 0, false, 3};
    QVERIFY_THROWS_EXCEPTION(InputError, changed(program, "move:stream=1"));
    QVERIFY_THROWS_EXCEPTION(InputError, changed(program, "move:stream="));
}

void TestMove::nothingToMove()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), hostSync()};
    const ChangedProgram same = changed(program, "move:stream=0");
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, program.operations);
    QVERIFY(hasNote(same, "Nothing to move"));
    QCOMPARE(changed(program, "move", selectsKind(OperationKind::Sync)).touched, std::size_t{0});
}

/// All fields of a Program but its operations.
void TestMove::theRestOfAProgram()
{
    Program program{"title", {{"A"}}, {{"b"}}, {"e"}, {}, Submission::Graph, 5, 7, false, true, TracedDevice()};
    program.traced->callToKernelNs = 3;
    const Program rest = program;
    program.operations.resize(4);
    QVERIFY(withoutOperations(program) == rest);
}

QTEST_GUILESS_MAIN(TestMove)
#include "tst_move.moc"
