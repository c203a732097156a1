// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/checks/cuda_checks.h"
#include "engine/executors/timing/instrumentation_plan.h"
#include "engine/executors/timing/recorded_times.h"
#include "engine/program/errors.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// What a real GPU refuses, and where its bars come from for operations that have no event of their own. No GPU needed.
class TestCudaChecks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void acceptsWhatFits();
    void readyFollowsTheNullStream();
    void hostFunctionsHaveTheHostsTime();
    void otherDevicesAreTimedByEvents();
};

namespace {

DeviceInfo gpu()
{
    DeviceInfo info = loadDeviceProfile("h200").info;
    info.kind = DeviceKind::Cuda;
    info.id = "cuda:0";
    return info;
}

Operation fmaOn(int stream)
{
    Operation op = kernel(stream);
    op.kernel.own().elements = 1024;
    return op;
}

Program reduction()
{
    Program program = emptyProgram(2);
    program.streams[1].device = 1;
    program.buffers.push_back({"other", BufferPlace::Device, HostMemory::Pinned, 1, 1 << 20});
    for (int rank = 0; rank < 2; ++rank) {
        Operation op;
        op.kind = OperationKind::Collective;
        op.stream = rank;
        op.setGroup(0);
        op.bytes = 4096;
        op.reads = op.writes = {{rank == 0 ? 1 : 2, 0, 4096}};
        program.operations.push_back(op);
    }
    return program;
}

} // namespace

void TestCudaChecks::refuses_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("says");
    QTest::newRow("short range") << "short range"
                                 << "first range does not hold";
    QTest::newRow("other device") << "other device"
                                  << "on its own device";
    QTest::newRow("tensor on 7.5") << "old"
                                   << "compute capability 8.0; a simulated device can";
    QTest::newRow("tensor alignment") << "alignment"
                                      << "multiple of 32 bytes";
    QTest::newRow("torn group") << "torn"
                                << "one behind the other";
    QTest::newRow("one rank") << "one rank"
                              << "two devices at least; a simulated device can: --device sim:h200";
    QTest::newRow("gated collective") << "gated"
                                      << "use submission = live";
    QTest::newRow("alloc in a graph") << "graph"
                                      << "not put into a graph";
    QTest::newRow("alloc in a graph of some operations") << "own graph"
                                                         << "not put into a graph";
    QTest::newRow("graph over devices") << "graph over devices"
                                        << "several devices";
}

void TestCudaChecks::refuses()
{
    QFETCH(QString, what);
    QFETCH(QString, says);
    Program program = emptyProgram(1);
    program.operations = {fmaOn(0)};
    DeviceInfo device = gpu();
    if (what == "short range") {
        program.operations[0].writes[0].bytes = 4092;
    } else if (what == "other device") {
        program.buffers[1].device = 1;
    } else if (what == "old" || what == "alignment") {
        program.operations[0].kernel.own().kind = KernelKind::Tensor;
        device.computeMajor = what == "old" ? 7 : 9;
        program.operations[0].reads[0].offset = what == "alignment" ? 4 : 0;
    } else if (what == "torn") {
        program = reduction();
        program.operations.insert(program.operations.begin() + 1, record(0, 0));
        program.events = {"e"};
    } else if (what == "one rank") {
        program = reduction();
        program.operations.pop_back();
    } else if (what == "gated" || what == "graph over devices") {
        program = reduction();
        program.submission = what == "gated" ? Submission::Gated : Submission::Graph;
    } else {
        Operation op;
        op.kind = OperationKind::Alloc;
        op.stream = 0;
        op.bytes = 4096;
        op.graph = what == "own graph" ? 0 : Operation::none;
        program.operations = {op};
        program.submission = what == "graph" ? Submission::Graph : Submission::Live;
    }
    QVERIFY(findProblems(program).empty());
    try {
        requireCudaRuns(program, device);
        QFAIL("not refused");
    } catch (const InputError &error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(says), error.what());
    }
}

void TestCudaChecks::acceptsWhatFits()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), fmaOn(0), copyBack(0), spin(0, 1, 1)};
    requireCudaRuns(program, gpu());
    program.operations[1].graph = 0; // beside other work
    requireCudaRuns(program, gpu());
    requireCudaRuns(reduction(), gpu());
}

void TestCudaChecks::readyFollowsTheNullStream()
{
    Program program = emptyProgram(3);
    program.streams[0].nonBlocking = false;
    program.streams[1].kind = StreamKind::LegacyDefault;
    program.operations = {spin(0, 1, 1), copyIn(1), copyIn(0), copyIn(2)};
    std::vector<OperationTimes> times(4);
    for (std::size_t i = 0; i < 4; ++i) {
        times[i].issue = static_cast<std::int64_t>(i);
        times[i].end = 1000 * static_cast<std::int64_t>(i + 1);
    }
    fillReadyTimes(program, times);
    QCOMPARE(times[1].ready, std::int64_t{1000}); // N1: behind the kernel of the blocking stream
    QCOMPARE(times[2].ready, std::int64_t{2000}); // N2
    QCOMPARE(times[3].ready, std::int64_t{3});    // N4
}

void TestCudaChecks::hostFunctionsHaveTheHostsTime()
{
    Program program = emptyProgram(1);
    Operation function;
    function.kind = OperationKind::HostFunction;
    function.stream = 0;
    program.operations = {function};
    RawRun raw;
    raw.calls = {{5000, 5500, 6000}};
    raw.functions = {{7000, 9000}};
    raw.host = {{100, 5100, 5100, 100}}; // event time = host - 5000
    const OperationTimes t = collectTimes(program, raw, false, {}).times[0];
    QCOMPARE(t.start, std::int64_t{2000});
    QCOMPARE(t.end, std::int64_t{4000});
    QCOMPARE(t.clock, Clock::Host);
    raw.functions[0] = {};
    QVERIFY_THROWS_EXCEPTION(RunError, collectTimes(program, raw, false, {}));
}

void TestCudaChecks::otherDevicesAreTimedByEvents()
{
    Program program = emptyProgram(2);
    program.streams[1].device = 1;
    program.operations = {spin(0, 1, 1), spin(1, 1, 1)};
    const InstrumentationPlan plan = planInstrumentation(program);
    QCOMPARE(plan.stamps, 1);
    QVERIFY(plan.entries[0].stamp >= 0 && plan.entries[0].before < 0);
    QVERIFY(plan.entries[1].stamp < 0 && plan.entries[1].before >= 0 && plan.entries[1].after >= 0);
}

QTEST_GUILESS_MAIN(TestCudaChecks)
#include "tst_cuda_checks.moc"
