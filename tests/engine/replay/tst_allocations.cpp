// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/program_file.h"
#include "engine/program/operator_work_name.h"
#include "engine/run/what_if/what_if.h"
#include "tests/support/made_trace.h"

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
    void anAllocationInWhichWorkEnds();
    void copiesIntoNewMemoryStartLate_data();
    void copiesIntoNewMemoryStartLate();
    void dropTakesAllOfIt();
    void rangesKnowThatTheyWereMeasured();
    void programFilesKeepThem();
    void poolsThatKeepTheirMemory();
    void quickPools();
    void copiesWaitForMemoryOfPools();
    void memoryOfPoolsGoesBackAtTheWait();
    void heldCopiesAreNoLatency();
    void otherStreamsDoNotHoldCopies();
    void callsOfPoolsWaitForNothing();
};

namespace {

/// Steps of an allocation, a copy in, a kernel, a wait and a free. `hold`: from the end of the free to the next copy.
MadeTrace stepsWithAllocations(int steps, int hold)
{
    const int step = hold > 200 ? 1'200 : 600;
    MadeTrace trace;
    trace.kernel(0, 6, 10).call("cudaDeviceSynchronize", 10, 10);
    for (int i = 0; i < steps; ++i) {
        const int begin = 30 + i * step,
                  start = begin + (i > 0 ? hold : std::min(hold, 80)); // nothing is freed before the first
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

/// Turns that take memory from a pool, with calls of `allocation` and a wait that returns `back` behind the work.
MadeTrace turnsWithPools(int turns, int allocation, int back)
{
    MadeTrace trace;
    for (int i = 0, begin = 0; i < turns; ++i) {
        trace.call("cudaMallocAsync", begin, allocation);
        const int called = begin + allocation + 2;
        trace.kernel(called, called + 6, 40).copyBack(called + 8, called + 48);
        trace.call("cudaFreeAsync", called + 14, 2);
        trace.call("cudaStreamSynchronize", called + 18, 50 + back);
        begin = called + 70 + back;
    }
    return trace;
}

/// Frames that take memory from a pool and copy data in. `held`: from the return of a wait to the next copy, at least.
/// `beside`: a kernel of another stream runs all the time.
MadeTrace framesWithPools(int frames, int allocation, int back, int held, int kernel = 60, bool beside = false)
{
    MadeTrace trace;
    for (int i = 0, begin = 0, returned = -held; i < frames; ++i) {
        trace.call("cudaMallocAsync", begin, allocation);
        const int called = begin + allocation + 1, start = std::max(called + 6, returned + held), done = start + 82;
        if (beside && i == 0)
            trace.on(1, 8).kernel(-10, -4, 8'000, 4, 8).on(1, 7);
        trace.copyIn(called, start).kernel(called + 6, done, kernel).copyBack(called + 12, done + kernel + 3);
        trace.call("cudaFreeAsync", called + 18, 1);
        returned = done + kernel + 23 + back;
        trace.call("cudaStreamSynchronize", called + 20, returned - called - 20);
        begin = returned + 1;
    }
    return trace;
}

double differenceOf(const WhatIf &predicted, MadeTrace real)
{
    return static_cast<double>(predicted.predictedNs) / static_cast<double>(real.replayed().replay->measuredNs()) - 1;
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
    MadeTrace trace;
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
    MadeTrace trace;
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

/// cudaMalloc waits for nothing on the device.
void TestAllocations::anAllocationInWhichWorkEnds()
{
    MadeTrace trace;
    trace.kernel(0, 6, 100).call("cudaMalloc", 10, 120).kernel(135, 141, 10).call("cudaDeviceSynchronize", 141, 15);
    const ReplayedRun run = trace.replayed();
    const std::vector<Operation> allocations = allocationsOf(run);
    QCOMPARE(allocations.size(), std::size_t{1});
    QCOMPARE(allocations.front().callNs, std::int64_t{120'000});
    QVERIFY(std::ranges::none_of(run.replay->program().operations,
                                 [](const Operation &o) { return o.name == implicitSyncName; }));
    QVERIFY(std::abs(run.replay->error()) < 0.01);
}

/// What a copy waits for behind a free goes with the free.
void TestAllocations::copiesIntoNewMemoryStartLate_data()
{
    QTest::addColumn<int>("hold"); // us, as on H200s
    QTest::newRow("4 MiB") << 80;
    QTest::newRow("the cache of PyTorch, which was emptied") << 400;
}

void TestAllocations::copiesIntoNewMemoryStartLate()
{
    QFETCH(int, hold);
    const ReplayedRun run = stepsWithAllocations(6, hold).replayed();
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
    QVERIFY2(above < 1.18, qPrintable(QString::number(above))); // the host's pace, where it decides
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

/// The calls that grew the pool, and the waits that gave its memory back, are as quick as where it keeps its memory.
void TestAllocations::poolsThatKeepTheirMemory()
{
    const ReplayedRun forgetful = turnsWithPools(10, 110, 90).replayed();
    QVERIFY(std::abs(forgetful.replay->error()) < 0.01);
    const WhatIfBase base = whatIfBase(forgetful);
    const WhatIf kept = whatIf(base, {parseChange("pool")});
    QCOMPARE(kept.changes.front().touched, std::size_t{19}); // the first call is before all work
    const auto real = static_cast<double>(turnsWithPools(10, 4, 5).replayed().replay->measuredNs());
    const double error = static_cast<double>(kept.predictedNs) / real - 1;
    QVERIFY2(std::abs(error) < 0.05, qPrintable(QString::number(error)));
    const auto &notes = kept.changes.front().notes;
    QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string &note) {
        return note.find("9 allocations made a pool grow and 10 synchronisations gave its memory back")
               != std::string::npos;
    }));
}

void TestAllocations::quickPools()
{
    const WhatIfBase base = whatIfBase(turnsWithPools(10, 4, 5).replayed());
    QVERIFY(whatIf(base, {parseChange("pool")}).gain(base) < 0.01);
}

/// Copies that started late behind a wait which gave memory back no longer do.
void TestAllocations::copiesWaitForMemoryOfPools()
{
    const WhatIfBase base = whatIfBase(framesWithPools(10, 85, 85, 122).replayed());
    const double error = differenceOf(whatIf(base, {parseChange("pool")}), framesWithPools(10, 4, 5, 0));
    QVERIFY2(std::abs(error) < 0.05, qPrintable(QString::number(error)));
}

/// They wait from then on, not from the free, which the work comes before.
void TestAllocations::memoryOfPoolsGoesBackAtTheWait()
{
    const ReplayedRun run = framesWithPools(10, 85, 85, 122).replayed();
    QVERIFY(std::abs(run.replay->error()) < 0.01);
    for (const Operation &allocation : allocationsOf(run))
        QVERIFY(allocation.durationNs < 125'000);
    const WhatIf faster = whatIf(whatIfBase(run), {parseChange("scale:kernel,factor=0.5")});
    const double error = differenceOf(faster, framesWithPools(10, 85, 85, 122, 30));
    QVERIFY2(std::abs(error) < 0.02, qPrintable(QString::number(error)));
}

/// Where the allocations took most of that time, copies start little later than others.
void TestAllocations::heldCopiesAreNoLatency()
{
    const ReplayedRun run = framesWithPools(10, 105, 85, 122).replayed();
    QVERIFY(std::abs(run.replay->error()) < 0.01);
    QCOMPARE(run.replay->trace.heldCopies.size(), std::size_t{9});
    QVERIFY(!run.replay->program().traced->callToCopyNs);
}

/// A program with two streams in turn: while one still worked, copies on the other were thought to wait for it, and the
/// replay was 14 % too short.
void TestAllocations::otherStreamsDoNotHoldCopies()
{
    const ReplayedRun run = framesWithPools(10, 85, 85, 200, 60, true).replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
    QCOMPARE(run.replay->trace.heldCopies.size(), std::size_t{9});
}

void TestAllocations::callsOfPoolsWaitForNothing()
{
    MadeTrace trace;
    trace.kernel(0, 6, 100).call("cudaMallocAsync", 10, 120).kernel(135, 141, 10);
    const ReplayedRun run = trace.call("cudaDeviceSynchronize", 141, 15).replayed();
    const auto &operations = run.replay->program().operations;
    const auto isWait = [](const Operation &o) { return o.kind == OperationKind::Sync; };
    QCOMPARE(std::count_if(operations.begin(), operations.end(), isWait), std::ptrdiff_t{1});
    QVERIFY(std::abs(run.replay->error()) < 0.01);
}

QTEST_GUILESS_MAIN(TestAllocations)
#include "tst_allocations.moc"
