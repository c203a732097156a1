// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/program/order/hazards.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestOrder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asTheExperimentIssues_data();
    void asTheExperimentIssues();
    void chainsOfATrace();
    void chainsOfSeveralKernels_data();
    void chainsOfSeveralKernels();
    void workGoesWithItsLaunch();
    void workThatPreparesACopy();
    void resultsThatTheHostAwaitsStay();
    void resultsBeforeASynchronisation();
    void chainsThatNeedEachOther();
    void boundsStay();
    void oneChain();
    void connectionsUndoFalseDependencies();
    void connectionsStay();
};

void TestOrder::asTheExperimentIssues_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("depth") << "breadth-first"
                           << "depth-first";
    QTest::newRow("breadth") << "depth-first"
                             << "breadth-first";
}

void TestOrder::asTheExperimentIssues()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    const auto program = [](const QString &order) {
        return ExperimentRun::programOf("copy-compute-pipeline", {{"issue_order", order.toStdString()}});
    };
    const ChangedProgram ordered = changed(program(from), "order=" + to.toStdString());
    QVERIFY(ordered.touched > 0);
    QCOMPARE(ordered.program.operations, program(to).operations);
    QVERIFY(findRaces(ordered.program).empty());
    QCOMPARE(h200Ms(ordered.program), h200Ms(program(to)));
    const ChangedProgram same = changed(program(to), "order=" + to.toStdString());
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "already"));
}

/// A trace of the breadth-first pipeline knows no chunks.
void TestOrder::chainsOfATrace()
{
    Program program = asReplay(ExperimentRun::programOf("copy-compute-pipeline", {{"issue_order", "breadth-first"}}));
    for (Operation &operation : program.operations)
        operation.chunk = Operation::none;
    const ChangedProgram depth = changed(program, "order=depth-first");
    QVERIFY(hasNote(depth, "A trace does not show data"));
    std::vector<std::int32_t> kinds;
    for (std::size_t i = 0; i < 48; ++i)
        QCOMPARE(chunkOf(depth.program.operations[i], 0).kind, i % 3 == 0   ? OperationKind::H2D
                                                               : i % 3 == 1 ? OperationKind::Kernel
                                                                            : OperationKind::D2H);
    QVERIFY(h200Ms(depth.program) < 0.95 * h200Ms(program));
}

void TestOrder::chainsOfSeveralKernels_data()
{
    QTest::addColumn<QString>("kernels");
    QTest::addColumn<bool>("areChains");
    QTest::newRow("the same in turn") << QStringLiteral("abcabcabc") << true;
    QTest::newRow("one more") << QStringLiteral("abcabcabca") << false;
    QTest::newRow("others") << QStringLiteral("abcdefghi") << false;
}

/// All copies in, then the kernels of all batches, then all copies back, on one of two streams in a trace.
void TestOrder::chainsOfSeveralKernels()
{
    QFETCH(const QString, kernels);
    QFETCH(const bool, areChains);
    constexpr std::uint64_t bytes = 1 << 20;
    Program program = emptyReplay(2, bytes);
    const auto add = [&program](OperationKind kind, const std::string &name) {
        Operation operation;
        operation.kind = kind;
        operation.stream = 0;
        operation.name = name;
        operation.bytes = bytes;
        operation.durationNs = kind == OperationKind::Kernel ? 20'000 : 0;
        if (kind == OperationKind::H2D) {
            operation.reads.push_back({1, 0, bytes});
            operation.writes.push_back({2, 0, bytes});
        } else if (kind == OperationKind::D2H) {
            operation.reads.push_back({2, 0, bytes});
            operation.writes.push_back({1, 0, bytes});
        }
        program.operations.push_back(operation);
    };
    for (int i = 0; i < 3; ++i)
        add(OperationKind::H2D, "in");
    for (const QChar kernel : kernels)
        add(OperationKind::Kernel, QString(kernel).toStdString());
    for (int i = 0; i < 3; ++i)
        add(OperationKind::D2H, "back");
    const ChangedProgram depth = changed(asReplay(program), "order=depth-first");
    QCOMPARE(depth.touched > 0, areChains);
    std::string order;
    for (const Operation &operation : depth.program.operations)
        order += operation.kind == OperationKind::H2D   ? "<"
                 : operation.kind == OperationKind::D2H ? ">"
                                                        : std::string(operation.name);
    if (areChains)
        QCOMPARE(order, std::string("<abc><abc><abc>"));
}

void TestOrder::workGoesWithItsLaunch()
{
    Program program = emptyReplay(2, 1 << 20);
    const auto copy = [](int stream) { return replayedCopy(OperationKind::H2D, stream, 4096, HostMemory::Pinned); };
    program.operations = {hostWork(1000),       copy(0),        hostWork(2000),       copy(1),
                          replayedKernel(0, 1), hostWork(3000), replayedKernel(1, 1), hostSync()};
    const ChangedProgram depth = changed(asReplay(program), "order=depth-first");
    const auto &operations = depth.program.operations;
    QCOMPARE(operations[0].durationNs, std::int64_t{1000});
    QCOMPARE(operations[2].kind, OperationKind::Kernel);
    QCOMPARE(operations[3].durationNs, std::int64_t{2000});
    QCOMPARE(operations[4].stream, 1);
    QCOMPARE(operations[5].durationNs, std::int64_t{3000});
    QCOMPARE(operations[6].kind, OperationKind::Kernel);
}

/// The host writes what each chain copies in, stage after stage: chain after chain the GPU begins while it still
/// writes.
void TestOrder::workThatPreparesACopy()
{
    Program program = emptyReplay(4, 1 << 20);
    for (int i = 0; i < 4; ++i) {
        program.operations.push_back(hostWork(200'000));
        program.operations.push_back(replayedCopy(OperationKind::H2D, i, 4096, HostMemory::Pinned));
    }
    for (int i = 0; i < 4; ++i)
        program.operations.push_back(replayedKernel(i, 0.2, 1056));
    program.operations.push_back(hostWork(150'000)); // for nothing that is copied: nothing passes it
    for (int i = 0; i < 2; ++i)
        program.operations.push_back(replayedKernel(i, 0.2, 1056));
    program.operations.push_back(hostSync());
    program = asReplay(program);
    const ChangedProgram depth = changed(program, "order=depth-first");
    for (std::size_t i = 0; i < 12; ++i)
        QCOMPARE(depth.program.operations[i].kind, i % 3 == 0   ? OperationKind::HostWork
                                                   : i % 3 == 1 ? OperationKind::H2D
                                                                : OperationKind::Kernel);
    QCOMPARE(depth.program.operations[12].durationNs, std::int64_t{150'000});
    const double depthMs = h200Ms(depth.program), breadthMs = h200Ms(program);
    QVERIFY2(depthMs < breadthMs - 0.5, qPrintable(QStringLiteral("%1 of %2").arg(depthMs).arg(breadthMs)));
    const ChangedProgram breadth = changed(program, "order=breadth-first"); // what the host does keeps its place
    for (std::size_t i = 0; i < 8; ++i)
        QCOMPARE(breadth.program.operations[i], program.operations[i]);
}

/// cudaMemcpy to ordinary memory returns with the data, and the host may use them for what it issues next.
void TestOrder::resultsThatTheHostAwaitsStay()
{
    for (const HostMemory memory : {HostMemory::Pinned, HostMemory::Pageable}) {
        Program program = emptyReplay(1, 1 << 20);
        for (int i = 0; i < 4; ++i) {
            program.operations.push_back(replayedKernel(0, 0.1));
            program.operations.push_back(replayedCopy(OperationKind::D2H, 0, 4096, memory));
        }
        QCOMPARE(changed(asReplay(program), "order=breadth-first").touched > 0, memory == HostMemory::Pinned);
    }
}

/// A program that waits for the device behind its copies uses their data there: line after line its kernels ran one
/// after the other, because each copy to ordinary memory held the host (an H200: 6.1 and 2.6 ms).
void TestOrder::resultsBeforeASynchronisation()
{
    Program program = emptyReplay(4, 1 << 20);
    for (int i = 0; i < 4; ++i) {
        program.operations.push_back(replayedKernel(i, 0.1, 8));
        program.operations.push_back(replayedCopy(OperationKind::D2H, i, 4096, HostMemory::Pageable));
    }
    program.operations.push_back(hostSync());
    program = asReplay(program);
    const ChangedProgram breadth = changed(program, "order=breadth-first");
    for (std::size_t i = 0; i < 8; ++i)
        QCOMPARE(breadth.program.operations[i].kind, i < 4 ? OperationKind::Kernel : OperationKind::D2H);
    QVERIFY(h200Ms(breadth.program) < 0.6 * h200Ms(program));
}

void TestOrder::chainsThatNeedEachOther()
{
    Program program = emptyProgram(1); // both chains use the same part of the device's buffer
    program.operations = {copyIn(0), kernel(0), copyBack(0), copyIn(0), kernel(0), copyBack(0)};
    const ChangedProgram same = changed(program, "order=breadth-first");
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, program.operations);
    QVERIFY(hasNote(same, "keeps its order"));
    for (std::size_t i = 3; i < 6; ++i)
        program.operations[i] = chunkOf(program.operations[i], 1);
    QCOMPARE(changed(program, "order=breadth-first").touched, std::size_t{4});
}

void TestOrder::boundsStay()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {chunkOf(copyIn(0), 0), chunkOf(copyIn(1), 1), hostSync(),
                          chunkOf(kernel(0), 0), record(0, 0),          wait(1, 0),
                          chunkOf(kernel(1), 1)};
    const ChangedProgram same = changed(program, "order=depth-first");
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, program.operations);
}

void TestOrder::oneChain()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0)};
    QVERIFY(hasNote(changed(program, "order=breadth-first"), "nothing to rearrange"));
}

void TestOrder::connectionsUndoFalseDependencies()
{
    const Program one = ExperimentRun::programOf("hardware-queues", {{"connections", "1"}, {"streams", "16"}});
    const ChangedProgram many = changed(one, "connections=32");
    QCOMPARE(many.program.connections, 32);
    QVERIFY(many.touched > 0);
    QVERIFY(h200Ms(many.program) < 0.5 * h200Ms(one));
}

void TestOrder::connectionsStay()
{
    const Program before = ExperimentRun::programOf("hardware-queues", {{"connections", "4"}});
    const ChangedProgram same = changed(before, "connections=4");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "4 connections already"));
}

QTEST_GUILESS_MAIN(TestOrder)
#include "tst_order.moc"
