// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/program/order/freed_allocations.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/order/program_order.h"

#include <QtTest>

#include <vector>

using namespace streamscope;
using namespace streamscope::test;

/// Where host threads wait for each other, and which threads can reach which stream.
class TestIssueOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneThreadWaitsForNobody();
    void threadsOnDifferentStreamsAreFree();
    void aStreamIsIssuedInListOrder();
    void theNullStreamTouchesBlockingStreams();
    void aWaitComesAfterTheRecordItSees();
    void aRecordDoesNotOvertakeWaits();
    void synchronisationsComeAfterTheirWork();
    void aFreeComesAfterItsAllocation();
    void nobodyWaitsTwice();
    void eachThreadHasADefaultStream();
    void refusesThreads();
};

namespace {

using Before = std::vector<std::int32_t>;

Before before(const Program &program, std::size_t operation)
{
    const IssueOrder order(program);
    const auto found = order.before(operation);
    return {found.begin(), found.end()};
}

Operation sync(int thread, SyncScope scope, int stream = Operation::none, int event = Operation::none)
{
    Operation op;
    op.kind = OperationKind::Sync;
    op.thread = thread;
    op.syncScope = scope;
    op.stream = stream;
    op.event = event;
    return op;
}

Operation allocation(int thread, OperationKind kind, std::uint64_t bytes)
{
    Operation op;
    op.kind = kind;
    op.thread = thread;
    op.bytes = bytes;
    return op;
}

} // namespace

void TestIssueOrder::oneThreadWaitsForNobody()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {kernel(0), record(0, 0), wait(1, 0), kernel(1)};
    QVERIFY(IssueOrder(program).empty());
    QCOMPARE(before(program, 2), Before());
    for (Operation &op : program.operations)
        op.thread = 3; // one thread, whatever its number
    QVERIFY(IssueOrder(program).empty());
    QCOMPARE(program.threadCount(), 4);
}

void TestIssueOrder::threadsOnDifferentStreamsAreFree()
{
    Program program = emptyProgram(2);
    program.operations = {kernel(0), onThread(1, kernel(1)), kernel(0), onThread(1, kernel(1))};
    QVERIFY(IssueOrder(program).empty());
}

void TestIssueOrder::aStreamIsIssuedInListOrder()
{
    Program program = emptyProgram(2);
    program.operations = {kernel(0), kernel(1), onThread(1, kernel(0)), kernel(0)};
    QCOMPARE(before(program, 2), Before{0});
    QCOMPARE(before(program, 3), Before{2});
}

void TestIssueOrder::theNullStreamTouchesBlockingStreams()
{
    Program program = emptyProgram(4);
    program.streams[0].kind = StreamKind::LegacyDefault;
    program.streams[1].nonBlocking = false;
    program.streams[3].nonBlocking = false;
    program.streams[3].device = 1;
    program.operations = {kernel(1), kernel(2), kernel(3), onThread(1, kernel(0)), kernel(1), kernel(2)};
    QCOMPARE(before(program, 3), Before{0}); // not for the non-blocking stream, nor for another device's
    QCOMPARE(before(program, 4), Before{3});
    QCOMPARE(before(program, 5), Before());
}

void TestIssueOrder::aWaitComesAfterTheRecordItSees()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {kernel(0), record(0, 0), onThread(1, wait(1, 0)), record(0, 0),
                          onThread(1, sync(1, SyncScope::Event, Operation::none, 0))};
    QCOMPARE(before(program, 2), Before{1});
    QCOMPARE(before(program, 4), Before{3});
    QCOMPARE(recordsSeen(program), (Before{-1, -1, 1, -1, 3}));
    program.operations = {onThread(1, wait(1, 0)), record(0, 0)};
    QCOMPARE(before(program, 0), Before()); // it sees no record and passes at once
    QCOMPARE(recordsSeen(program), (Before{-1, -1}));
}

/// Otherwise the wait would see the later record, as with one cudaEvent_t.
void TestIssueOrder::aRecordDoesNotOvertakeWaits()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {record(0, 0), onThread(1, wait(1, 0)), record(0, 0)};
    QCOMPARE(before(program, 2), Before{1});
    // A synchronisation has seen its record when it was called; the next record need not wait until it returns.
    program.operations = {record(0, 0), sync(1, SyncScope::Event, Operation::none, 0), record(0, 0)};
    QCOMPARE(before(program, 2), Before());
}

void TestIssueOrder::synchronisationsComeAfterTheirWork()
{
    Program program = emptyProgram(3);
    program.streams[2].device = 1;
    program.operations = {kernel(0),
                          kernel(1),
                          kernel(2),
                          sync(1, SyncScope::Stream, 0),
                          sync(2, SyncScope::Device),
                          sync(3, SyncScope::Stream, 2)};
    QCOMPARE(before(program, 3), Before{0});
    QCOMPARE(before(program, 4), Before{1});
    QCOMPARE(before(program, 5), Before{2});
}

void TestIssueOrder::aFreeComesAfterItsAllocation()
{
    Program program = emptyProgram(1);
    program.operations = {allocation(0, OperationKind::Alloc, 64), allocation(0, OperationKind::Alloc, 64),
                          allocation(0, OperationKind::Alloc, 32), allocation(1, OperationKind::Free, 64),
                          allocation(1, OperationKind::Free, 128)};
    QCOMPARE(freedAllocations(program), (Before{-1, -1, -1, 0, -1}));
    QCOMPARE(before(program, 3), Before{0});
    QCOMPARE(before(program, 4), Before());
}

void TestIssueOrder::nobodyWaitsTwice()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {kernel(0), record(0, 0), onThread(1, wait(1, 0)), onThread(1, kernel(0)),
                          onThread(2, kernel(0))};
    QCOMPARE(before(program, 2), Before{1});
    QCOMPARE(before(program, 3), Before()); // it knows of the record, which was issued behind the kernel
    QCOMPARE(before(program, 4), Before{3});
}

void TestIssueOrder::eachThreadHasADefaultStream()
{
    Program program = emptyProgram(1);
    program.streams[0].id = "per-thread";
    program.streams[0].kind = StreamKind::PerThreadDefault;
    QCOMPARE(perThreadStreamOf(program, 0, 0), 0);
    QCOMPARE(perThreadStreamOf(program, 0, 2), 1);
    QCOMPARE(perThreadStreamOf(program, 0, 2), 1);
    QCOMPARE(perThreadStreamOf(program, 1, 0), 0);
    QCOMPARE(program.streams.size(), std::size_t{2});
    QCOMPARE(program.streams[1].id, std::string("per-thread of thread 2"));
    program.operations = {kernel(0), onThread(2, kernel(1))};
    QVERIFY(findProblems(program).empty());
    QVERIFY(ProgramOrder(program).before(1).empty());
    program.operations[1].stream = 0;
    const auto problems = findProblems(program);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems.front(), std::string("operation 1 (kernel) is issued by thread 2, which cannot reach the "
                                           "per-thread default stream of thread 0 ('per-thread')"));
}

void TestIssueOrder::refusesThreads()
{
    Program program = emptyProgram(1);
    program.operations = {kernel(0), onThread(maxHostThreads, kernel(0)), onThread(-1, kernel(0))};
    QCOMPARE(findProblems(program),
             (std::vector<std::string>{"operation 1 (kernel) has thread 64; 0 to 63 are possible",
                                       "operation 2 (kernel) has thread -1; 0 to 63 are possible"}));
    program.operations = {kernel(0), onThread(1, kernel(0))};
    program.submission = Submission::Graph;
    QCOMPARE(findProblems(program),
             (std::vector<std::string>{"operation 1 (kernel) is issued by thread 1, the first operation by thread 0; "
                                       "one thread captures a graph: submission = graph is not possible here, use "
                                       "submission = live"}));
}

QTEST_GUILESS_MAIN(TestIssueOrder)
#include "tst_issue_order.moc"
