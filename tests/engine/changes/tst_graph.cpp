// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "tests/support/experiment_runs.h"

#include "engine/program/operator_work_name.h"

#include <QtTest>

#include <map>

using namespace streamscope;
using namespace streamscope::test;

class TestGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallKernelsOfATrace();
    void workThatPreparesTheFirstLaunch();
    void operatorsAroundAGraph();
    void operatorsPrepareLaunches();
    void theFirstLaunchStaysDear();
    void onePerRepetition();
    void memsetsBetweenTheKernels();
    void synchronisationsAndLongWorkAreBounds();
    void eventsStayInsideOrEndAGraph();
    void pageableCopiesEndAGraph();
    void theDefaultStreamIsCapturedElsewhere();
    void workOfOtherProgramsIsNoGap();
    void threadsHaveGraphsOfTheirOwn();
    void otherThreadsOnTheDefaultStreamAreBounds();
    void workOfNoLengthGoes();
    void nothingToSave();
    void otherSubmissions();
};

/// Kernels of 1 µs with Python between their launches.
static Program smallKernels(int kernels)
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < kernels; ++i) {
        program.operations.push_back(hostWork(i == 0 ? 40'000 : 4'000));
        program.operations.push_back(replayedKernel(0, 0.001, 1));
        program.operations.back().callNs = 3'400;
    }
    program.operations.push_back(hostSync());
    return asReplay(program);
}

/// Nodes by graph.
static std::map<std::int32_t, int> graphsOf(const Program &program)
{
    std::map<std::int32_t, int> nodes;
    for (const Operation &operation : program.operations)
        if (operation.graph >= 0)
            ++nodes[operation.graph];
    return nodes;
}

void TestGraph::smallKernelsOfATrace()
{
    const Program before = smallKernels(2000);
    const ChangedProgram fives = changed(before, "graph:nodes=400");
    QCOMPARE(graphsOf(fives.program), (std::map<std::int32_t, int>{{0, 400}, {1, 400}, {2, 400}, {3, 400}, {4, 400}}));
    // the work before a graph stays, the work inside it goes
    QCOMPARE(countOf(fives.program, OperationKind::HostWork), std::size_t{5});
    QCOMPARE(fives.touched, std::size_t{2000 + 1995});
    QVERIFY(hasNote(fives, "2000 launches became 5 graphs of up to 400 nodes"));
    QVERIFY(hasNote(fives, "7980 us of work"));
    for (const Operation &operation : fives.program.operations)
        QVERIFY(operation.callNs == -1);
    // measured: 14.7 ms became 2.36 ms
    const double slow = h200Ms(before), fast = h200Ms(fives.program);
    QVERIFY2(slow > 14 && slow < 16, qPrintable(QString::number(slow)));
    QVERIFY2(fast < 4, qPrintable(QString::number(fast)));
    const std::map<std::int32_t, int> equal = graphsOf(changed(before, "graph").program);
    QCOMPARE(equal.size(), std::size_t{16});
    for (const auto &[graph, nodes] : equal)
        QCOMPARE(nodes, 125);
}

/// 60 us before a graph whose nodes have 40 us before them, but for one with 5 us: 25 us were work of its own, or stay
/// for the call.
void TestGraph::workThatPreparesTheFirstLaunch()
{
    Program before = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 24; ++i) {
        before.operations.push_back(hostWork(i % 8 == 0 ? 60'000 : i % 8 == 7 ? 5'000 : 40'000));
        before.operations.push_back(replayedKernel(0, 0.001, 1));
        if (i % 8 == 7)
            before.operations.push_back(hostSync());
    }
    before = asReplay(before);
    const Program after = changed(before, "graph").program;
    QCOMPARE(graphsOf(after).size(), std::size_t{3});
    std::vector<std::int64_t> work;
    for (const Operation &operation : after.operations)
        if (operation.kind == OperationKind::HostWork)
            work.push_back(operation.durationNs);
    QCOMPARE(work, (std::vector<std::int64_t>{25'000, 25'000, 25'000}));
}

/// What leads to the first launch of a captured function, or ends behind its last one, is not done any more; the
/// program's own work between them and the waits is, and 5 us to call the graph.
void TestGraph::operatorsAroundAGraph()
{
    Program before = emptyReplay(1, 1 << 20);
    const auto work = [&before](std::int64_t us, bool ofOperators) {
        before.operations.push_back(hostWork(us * 1'000));
        if (ofOperators)
            before.operations.back().name = operatorWorkName;
    };
    for (int step = 0; step < 3; ++step) {
        work(300, false);
        work(180, true);
        for (int i = 0; i < 8; ++i) {
            if (i > 0)
                work(i % 2 == 0 ? 1 : 20, true);
            before.operations.push_back(replayedKernel(0, 0.001, 1));
        }
        work(30, true);
        work(25, false);
        before.operations.push_back(hostSync());
    }
    before = asReplay(before);
    const Program after = changed(before, "graph").program;
    QCOMPARE(graphsOf(after), (std::map<std::int32_t, int>{{0, 8}, {1, 8}, {2, 8}}));
    std::vector<std::int64_t> left;
    for (const Operation &operation : after.operations)
        if (operation.kind == OperationKind::HostWork)
            left.push_back(operation.durationNs);
    // The operators are more than the 19 us that usually stand before a launch inside: nothing else goes with them.
    QCOMPARE(left, (std::vector<std::int64_t>{300'000, 25'000, 300'000, 25'000, 300'000, 25'000}));
    std::erase_if(before.operations, [](const Operation &operation) { return operation.durationNs == 25'000; });
    std::int64_t behind = 0;
    for (const Operation &operation : changed(before, "graph").program.operations)
        if (operation.kind == OperationKind::HostWork && operation.durationNs < 100'000)
            behind += operation.durationNs;
    QCOMPARE(behind, std::int64_t{3 * 5'000});
}

/// An optimizer of PyTorch takes long, and all of it prepares launches; other long work is no part of a graph.
void TestGraph::operatorsPrepareLaunches()
{
    Program before = smallKernels(40);
    for (std::size_t i = 0; i < before.operations.size(); i += 20)
        if (before.operations[i].kind == OperationKind::HostWork)
            before.operations[i].durationNs = 300'000;
    QVERIFY(graphsOf(changed(before, "graph").program).size() > 1);
    for (Operation &operation : before.operations)
        if (operation.kind == OperationKind::HostWork)
            operation.name = operatorWorkName;
    QCOMPARE(graphsOf(changed(before, "graph").program), (std::map<std::int32_t, int>{{0, 40}}));
}

/// In a profiled process the first launch takes long, whatever it is.
void TestGraph::theFirstLaunchStaysDear()
{
    Program before = smallKernels(40);
    before.operations[1].callNs = 353'400;
    const ChangedProgram result = changed(before, "graph");
    std::int64_t first = 0;
    for (const Operation &operation : result.program.operations)
        if (operation.kind == OperationKind::HostWork && operation.name == "first launch")
            first += operation.durationNs;
    QCOMPARE(first, std::int64_t{350'000});
    before.operations[1].callNs = 34'000; // ten times the others, which is no third of a millisecond
    for (const Operation &operation : changed(before, "graph").program.operations)
        QVERIFY(!(operation.name == "first launch"));
}

/// A library's memset between its kernels is captured with them; one at the end of a run is not.
void TestGraph::memsetsBetweenTheKernels()
{
    Program before = smallKernels(40);
    std::vector<Operation> operations;
    int kernels = 0;
    for (const Operation &operation : before.operations) {
        operations.push_back(operation);
        kernels += operation.kind == OperationKind::Kernel ? 1 : 0;
        if (operation.kind != OperationKind::Kernel || kernels % 10 != 0)
            continue;
        Operation memset;
        memset.kind = OperationKind::Memset;
        memset.stream = 0;
        memset.bytes = 64;
        memset.writes = {{2, 0, 64}};
        operations.push_back(memset);
    }
    before.operations = std::move(operations);
    const ChangedProgram result = changed(asReplay(before), "graph", selectsKind(OperationKind::Kernel));
    QCOMPARE(countOf(before, OperationKind::Memset), std::size_t{4});
    QCOMPARE(graphsOf(result.program), (std::map<std::int32_t, int>{{0, 40 + 3}}));
}

void TestGraph::onePerRepetition()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int step = 0; step < 6; ++step)
        for (int i = 0; i < 50; ++i) {
            program.operations.push_back(replayedKernel(0, 0.001, 1));
            program.operations.back().name = "kernel " + std::to_string(i);
        }
    const ChangedProgram steps = changed(asReplay(program), "graph");
    QCOMPARE(graphsOf(steps.program).size(), std::size_t{6});
    QCOMPARE(graphsOf(steps.program).at(5), 50);
}

void TestGraph::synchronisationsAndLongWorkAreBounds()
{
    Program program = smallKernels(30);
    program.operations[20].durationNs = 1'000'000; // before the 11th kernel: not the work of a launch
    program.operations.insert(program.operations.begin() + 40, hostSync(SyncScope::Stream, 0));
    const ChangedProgram graphs = changed(asReplay(program), "graph");
    QCOMPARE(graphsOf(graphs.program), (std::map<std::int32_t, int>{{0, 10}, {1, 10}, {2, 10}}));
    QCOMPARE(countOf(graphs.program, OperationKind::Sync), std::size_t{2});
    const auto longWork = [](const Operation &o) { return o.durationNs == 1'000'000; };
    QVERIFY(std::any_of(graphs.program.operations.begin(), graphs.program.operations.end(), longWork));
}

void TestGraph::eventsStayInsideOrEndAGraph()
{
    const auto kernels = [](int stream, int count) {
        return std::vector<Operation>(static_cast<std::size_t>(count), replayedKernel(stream, 0.001, 1));
    };
    Program program = emptyReplay(2, 1 << 20);
    program.events = {"e"};
    const auto add = [&program](const std::vector<Operation> &list) {
        program.operations.insert(program.operations.end(), list.begin(), list.end());
    };
    add(kernels(0, 4));
    add({record(0, 0), wait(1, 0)});
    add(kernels(1, 4));
    const ChangedProgram one = changed(asReplay(program), "graph");
    QCOMPARE(graphsOf(one.program), (std::map<std::int32_t, int>{{0, 10}}));
    QVERIFY(hasNote(one, "several streams"));
    // cut where the event is not open
    QCOMPARE(graphsOf(changed(asReplay(program), "graph:nodes=5").program),
             (std::map<std::int32_t, int>{{0, 6}, {1, 4}}));

    program.operations.insert(program.operations.begin() + 5, hostSync(SyncScope::Stream, 1));
    const ChangedProgram two = changed(asReplay(program), "graph");
    QCOMPARE(graphsOf(two.program), (std::map<std::int32_t, int>{{0, 4}, {1, 4}}));
    QCOMPARE(two.program.operations[4].graph, Operation::none); // the record
}

void TestGraph::pageableCopiesEndAGraph()
{
    for (const HostMemory memory : {HostMemory::Pinned, HostMemory::Pageable}) {
        Program program = smallKernels(20);
        program.operations.insert(program.operations.begin() + 20, replayedCopy(OperationKind::H2D, 0, 4096, memory));
        const std::size_t graphs = memory == HostMemory::Pinned ? 1 : 2;
        QCOMPARE(graphsOf(changed(asReplay(program), "graph").program).size(), graphs);
    }
}

void TestGraph::theDefaultStreamIsCapturedElsewhere()
{
    Program program = smallKernels(100);
    program.streams[0] = {"7", StreamKind::LegacyDefault, 0, 0, false, 0};
    const ChangedProgram graphs = changed(program, "graph");
    QCOMPARE(graphsOf(graphs.program).size(), std::size_t{1});
    QCOMPARE(graphs.program.streams.size(), std::size_t{2});
    QVERIFY(!graphs.program.streams[1].nonBlocking);
    QVERIFY(hasNote(graphs, "default stream cannot be captured"));
    QVERIFY(h200Ms(graphs.program) < 0.5 * h200Ms(program));
}

void TestGraph::workOfOtherProgramsIsNoGap()
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 6; ++i)
        program.operations.insert(program.operations.end(), {kernel(0), hostWork(1000)});
    const ChangedProgram same = changed(program, "graph");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "no graph would save a call"));
}

void TestGraph::threadsHaveGraphsOfTheirOwn()
{
    Program program = emptyReplay(2, 1 << 20);
    for (int i = 0; i < 10; ++i)
        for (int thread = 0; thread < 2; ++thread)
            program.operations.push_back(onThread(thread, replayedKernel(thread, 0.001, 1)));
    const ChangedProgram graphs = changed(asReplay(program), "graph");
    QCOMPARE(graphsOf(graphs.program), (std::map<std::int32_t, int>{{0, 10}, {1, 10}}));
    for (const Operation &operation : graphs.program.operations)
        QCOMPARE(operation.graph, operation.thread);
    QVERIFY(h200Ms(graphs.program) < h200Ms(program));
}

/// Blocking streams of two threads have nothing to do with each other unless somebody uses the default stream.
void TestGraph::otherThreadsOnTheDefaultStreamAreBounds()
{
    Program program = emptyReplay(3, 1 << 20);
    for (Stream &stream : program.streams)
        stream.nonBlocking = false;
    program.streams[2].kind = StreamKind::LegacyDefault;
    const auto both = [&program] {
        for (int i = 0; i < 10; ++i)
            for (int thread = 0; thread < 2; ++thread)
                program.operations.push_back(onThread(thread, replayedKernel(thread, 0.001, 1)));
    };
    both();
    QCOMPARE(graphsOf(changed(asReplay(program), "graph").program), (std::map<std::int32_t, int>{{0, 10}, {1, 10}}));
    program.operations.push_back(onThread(1, replayedKernel(2, 0.001, 1)));
    both();
    const auto nodes = graphsOf(changed(asReplay(program), "graph").program);
    QCOMPARE(nodes, (std::map<std::int32_t, int>{{0, 10}, {1, 10}, {2, 10}, {3, 10}}));
}

/// Where a synchronisation went there may be work of no length. It parted the graph into one for each node.
void TestGraph::workOfNoLengthGoes()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 10; ++i) {
        program.operations.push_back(replayedKernel(0, 0.001, 1));
        program.operations.push_back(hostWork(0));
    }
    program.operations.push_back(hostSync());
    const ChangedProgram graph = changed(asReplay(program), "graph");
    QCOMPARE(graphsOf(graph.program), (std::map<std::int32_t, int>{{0, 10}}));
    QCOMPARE(countOf(graph.program, OperationKind::HostWork), std::size_t{1}); // behind the last one
}

void TestGraph::nothingToSave()
{
    const Program before = loaderReplay(3, HostMemory::Pageable); // three kernels between copies that hold the host
    const ChangedProgram same = changed(before, "graph");
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, before.operations);
    QVERIFY(hasNote(same, "Fewer than 4 launches"));
    // what the filter does not name ends a run
    int index = 0;
    const ChangedProgram odd = changed(smallKernels(100), "graph", [&index](const Operation &) { return ++index % 4; });
    QCOMPARE(odd.touched, std::size_t{0});
}

void TestGraph::otherSubmissions()
{
    const Program graph = ExperimentRun::programOf("launch-cost", {{"submission", "graph"}});
    QCOMPARE(changed(graph, "graph").touched, std::size_t{0});
    const Program live = ExperimentRun::programOf("launch-cost", {{"submission", "live"}, {"duration_us", "2"}});
    QVERIFY(h200Ms(changed(live, "graph:nodes=100000").program)
            < 1.1 * h200Ms(ExperimentRun::programOf("launch-cost", {{"submission", "graph"}, {"duration_us", "2"}})));
}

QTEST_GUILESS_MAIN(TestGraph)
#include "tst_graph.moc"
