// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/program_file.h"
#include "engine/run/what_if/what_if.h"
#include "tests/support/kineto_run.h"
#include "tests/support/trace_event.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Calls of a trace that allocate and free memory: operations of their measured length, which changes can take away.
class TestAllocations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsAreOperations();
    void placesByName_data();
    void placesByName();
    void aFreeThatWaited();
    void copiesIntoNewMemoryStartLate();
    void dropTakesAllOfIt();
    void rangesKnowThatTheyWereMeasured();
    void programFilesKeepThem();
};

namespace {

/// A trace in the making; each call is behind the one before. Times in microseconds.
class Trace
{
public:
    Trace &call(const char *name, int begin, int duration)
    {
        m_events += traceEvent("cuda_runtime", name, 1, begin, duration, R"("correlation":0)");
        return *this;
    }
    Trace &copyIn(int begin, int start, int duration = 80)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", begin, start, duration,
                      R"(,"bytes":4194304)");
    }
    Trace &kernel(int begin, int start, int duration = 200)
    {
        return issued("cudaLaunchKernel", "kernel", "work", begin, start, duration,
                      R"(,"grid":[1000,1,1],"block":[256,1,1])");
    }

    ReplayedRun replayed() const { return replayRun(kinetoRun(m_events), {}, {}, {}); }

private:
    Trace &issued(const char *call, const char *category, const char *name, int begin, int start, int duration,
                  const std::string &more)
    {
        const std::string correlation = R"("correlation":)" + std::to_string(++m_number);
        m_events += traceEvent("cuda_runtime", call, 1, begin, 4, correlation);
        m_events += traceEvent(category, name, 7, start, duration, correlation + R"(,"device":0,"stream":7)" + more);
        return *this;
    }

    std::string m_events;
    int m_number = 0;
};

/// Steps of an allocation, a copy in, a kernel, a wait and a free. `hold`: from the end of the free to the next copy.
Trace stepsWithAllocations(int steps, int hold)
{
    constexpr int step = 600;
    Trace trace;
    trace.kernel(0, 6, 10).call("cudaDeviceSynchronize", 10, 10);
    for (int i = 0; i < steps; ++i) {
        const int begin = 30 + i * step, start = begin + hold;
        trace.call("cudaMalloc", begin, 40).copyIn(begin + 41, start).kernel(begin + 46, start + 82);
        trace.call("cudaStreamSynchronize", begin + 51, start + 288 - begin - 51);
        trace.call("cudaFree", begin + step - 50, 50);
    }
    trace.kernel(30 + steps * step, 37 + steps * step, 10).call("cudaDeviceSynchronize", 36 + steps * step, 15);
    return trace;
}

std::vector<Operation> allocationsOf(const ReplayedRun &run)
{
    std::vector<Operation> found;
    for (const Operation &operation : run.replay->program().operations)
        if (isAllocation(operation.kind))
            found.push_back(operation);
    return found;
}

} // namespace

void TestAllocations::callsAreOperations()
{
    const auto found = allocationsOf(stepsWithAllocations(3, 43).replayed());
    QCOMPARE(found.size(), std::size_t{6});
    for (std::size_t i = 0; i < found.size(); ++i) {
        QCOMPARE(found[i].kind, i % 2 == 0 ? OperationKind::Alloc : OperationKind::Free);
        QCOMPARE(found[i].callNs, std::int64_t{i % 2 == 0 ? 40'000 : 50'000});
        QCOMPARE(std::string_view(found[i].name), std::string_view(i % 2 == 0 ? "cudaMalloc" : "cudaFree"));
        QCOMPARE(found[i].stream, Operation::none);
        QCOMPARE(found[i].durationNs, std::int64_t{0});
    }
}

void TestAllocations::placesByName_data()
{
    QTest::addColumn<bool>("frees");
    QTest::addColumn<bool>("pinned");
    QTest::newRow("cudaMalloc") << false << false;
    QTest::newRow("cudaMallocAsync_v11020") << false << false;
    QTest::newRow("cudaMallocHost") << false << true;
    QTest::newRow("cudaHostAlloc") << false << true;
    QTest::newRow("cuMemHostAlloc") << false << true;
    QTest::newRow("hipHostMalloc") << false << true;
    QTest::newRow("cudaFree") << true << false;
    QTest::newRow("cudaFreeAsync") << true << false;
    QTest::newRow("cudaFreeHost") << true << true;
    QTest::newRow("cuMemFreeHost") << true << true;
    QTest::newRow("hipHostFree") << true << true;
}

void TestAllocations::placesByName()
{
    QFETCH(bool, frees);
    QFETCH(bool, pinned);
    Trace trace;
    trace.kernel(0, 6, 100).call(QTest::currentDataTag(), 10, 30).call("cudaDeviceSynchronize", 50, 60);
    const ReplayedRun run = trace.replayed();
    const auto found = allocationsOf(run);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].kind, frees ? OperationKind::Free : OperationKind::Alloc);
    QCOMPARE(found[0].allocation, pinned ? AllocationPlace::PinnedHost : AllocationPlace::Device);
    QCOMPARE(found[0].callNs, std::int64_t{30'000}); // it did not wait for the kernel, whatever the profile says
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
}

void TestAllocations::aFreeThatWaited()
{
    Trace trace;
    trace.kernel(0, 6, 100).call("cudaFree", 10, 120).kernel(135, 141, 10).call("cudaDeviceSynchronize", 141, 15);
    const ReplayedRun run = trace.replayed();
    const auto &operations = run.replay->program().operations;
    const auto free = std::find_if(operations.begin(), operations.end(),
                                   [](const Operation &o) { return o.kind == OperationKind::Free; });
    QVERIFY(free != operations.end() && (free - 1)->kind == OperationKind::Sync);
    QCOMPARE(free->callNs, std::int64_t{24'000}); // behind the kernel's end
    QVERIFY(std::abs(run.replay->error()) < 0.01);
    const WhatIfBase base = whatIfBase(run);
    const WhatIf without = whatIf(base, {parseChange("drop:free")});
    QCOMPARE(without.changes.front().touched, std::size_t{2});
    QVERIFY2(without.predictedNs < 130'000, qPrintable(QString::number(without.predictedNs)));
}

/// What a copy waits for behind a free goes with the free.
void TestAllocations::copiesIntoNewMemoryStartLate()
{
    const ReplayedRun run = stepsWithAllocations(6, 80).replayed();
    const auto found = allocationsOf(run);
    for (std::size_t i = 0; i + 1 < found.size(); ++i) // no copy comes behind the last
        QCOMPARE(found[i].durationNs > 70'000, i % 2 == 1);
    QVERIFY2(std::abs(run.replay->error()) < 0.02, qPrintable(QString::number(run.replay->error())));
}

void TestAllocations::dropTakesAllOfIt()
{
    const WhatIfBase held = whatIfBase(stepsWithAllocations(6, 80).replayed());
    const WhatIfBase atOnce = whatIfBase(stepsWithAllocations(6, 43).replayed());
    const auto without = [](const WhatIfBase &base) {
        return whatIf(base, {parseChange("drop:alloc free")}).predictedNs;
    };
    QVERIFY(held.beforeNs() - without(held) > 6 * 85'000);
    QVERIFY(held.beforeNs() - without(held) > atOnce.beforeNs() - without(atOnce) + 4 * 30'000);
}

/// The profile's own costs of allocations have nothing to say about a measured call.
void TestAllocations::rangesKnowThatTheyWereMeasured()
{
    const WhatIf same = whatIf(whatIfBase(stepsWithAllocations(6, 43).replayed()), {});
    QVERIFY(same.range);
    const auto above = static_cast<double>(same.range->highNs) / static_cast<double>(same.predictedNs);
    QVERIFY2(above < 1.12, qPrintable(QString::number(above)));
}

void TestAllocations::programFilesKeepThem()
{
    const ReplayedRun run = stepsWithAllocations(3, 80).replayed();
    const Program &program = run.replay->program();
    ProgramFile file;
    file.program = program;
    const Program read = readProgramFile(programFileJson(file), "trace.json").program;
    QCOMPARE(read.operations.size(), program.operations.size());
    for (std::size_t i = 0; i < read.operations.size(); ++i)
        if (isAllocation(program.operations[i].kind)) {
            QCOMPARE(read.operations[i].callNs, program.operations[i].callNs);
            QCOMPARE(read.operations[i].durationNs, program.operations[i].durationNs);
        }
}

QTEST_GUILESS_MAIN(TestAllocations)
#include "tst_allocations.moc"
