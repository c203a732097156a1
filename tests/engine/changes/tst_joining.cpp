// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/program/operator_work_name.h"
#include "engine/program/order/hazards.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

#include <set>

using namespace streamscope;
using namespace streamscope::test;

/// merge and bucket.
class TestJoining : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallCopiesOfATrace();
    void operatorsFindWarmerCaches();
    void smallCopiesWereNoMeasureOfLargeOnes_data();
    void smallCopiesWereNoMeasureOfLargeOnes();
    void pageableCopiesStageTogether();
    void callsBehindJoinedOnesAreInDoubt();
    void dataMayHaveToBeGathered();
    void theHostGoesOnWritingPieces();
    void theHostWritesNothingBetweenCalls();
    void copiesOfNeighbouringData();
    void whatStandsBetweenKeepsThemApart();
    void kernelsOfATrace();
    void kernelsThatOnlyStart();
    void productsOfMatrices();
    void kernelsOfOtherSizes();
    void kernelsOfSmallBlocks();
    void kernelsOfOtherShapes();
    void kernelsOfFewBlocksLieSideBySide();
    void kernelsOnTheSameData();
    void nothingToJoin();
    void bucketsOfAnExperiment();
    void largeBucketsAreCut();
    void kernelsOfNccl();
    void launchesOfJoinedCollectivesGo();
    void launchesOfBucketsAreCold();
    void operatorsOfJoinedCollectivesGo();
    void largeBucketsTakeWhatTheLinkTakes();
    void whoeverWaitsForABucketKeepsIt();
    void noCollectives();
};

void TestJoining::smallCopiesOfATrace()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 20; ++i) {
        program.operations.push_back(hostWork(5'000));
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 4096, HostMemory::Pinned));
        program.operations.back().setTimeFactor(i < 10 ? 1 : 2);
    }
    program.operations.push_back(hostSync());
    program = asReplay(program);
    const ChangedProgram merged = changed(program, "merge", selectsKind(OperationKind::H2D));
    QCOMPARE(merged.touched, std::size_t{20});
    QCOMPARE(merged.program.operations.size(), std::size_t{4}); // with the host's writing before the copy
    QCOMPARE(merged.program.operations[2].bytes, std::uint64_t{20 * 4096});
    // The pieces took 1 and 2; what the host has just written takes more.
    QCOMPARE(merged.program.operations[2].timeFactor(), 2.25);
    QVERIFY(merged.program.buffers[1].bytes >= 20 * 4096);
    QVERIFY(h200Ms(merged.program) < 0.3 * h200Ms(program));
}

/// Steps of 8 copies with operators before them, and a launch.
static ChangedProgram mergedSteps(bool operators, std::int64_t launchNs, std::int64_t workNs)
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 16; ++i) {
        program.operations.push_back(hostWork(workNs));
        program.operations.back().name = operators ? operatorWorkName : "";
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 4096, HostMemory::Pinned));
        program.operations.back().callNs = 10'000;
        if (i % 8 < 7)
            continue;
        program.operations.push_back(replayedKernel(0, 0.01));
        program.operations.back().callNs = launchNs;
    }
    return changed(asReplay(program), "merge", selectsKind(OperationKind::H2D));
}

/// With cold caches a launch takes twice as long as the warmest (11 us, where a copy's call takes 10). A step of 582 us
/// becomes one of 92, which comes sooner again: nearly all of that goes.
void TestJoining::operatorsFindWarmerCaches()
{
    for (const bool operators : {true, false}) {
        const ChangedProgram merged = mergedSteps(operators, 22'000, 60'000);
        QCOMPARE(merged.program.operations.size(), std::size_t{operators ? 6U : 8U}); // without, the host writes pieces
        QCOMPARE(hasNote(merged, "warmer caches: the work of the host that stays takes 41 % less"), operators);
        QCOMPARE(merged.program.operations[0].durationNs < 36'000, operators);
        QCOMPARE(merged.program.operations[operators ? 2 : 3].callNs < 13'000, operators);
    }
    QVERIFY(!hasNote(mergedSteps(true, 11'000, 60'000), "warmer caches"));  // they are warm
    QVERIFY(hasNote(mergedSteps(true, 22'000, 150'000), "takes 8 % less")); // and after 182 us nearly as cold
}

void TestJoining::smallCopiesWereNoMeasureOfLargeOnes_data()
{
    QTest::addColumn<int>("pieces");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("pageable");
    QTest::addColumn<double>("factor"); // of the small ones, by the model
    QTest::addColumn<double>("us");     // with its call; the copies took 79 and the calls 88 us on H200s
    QTest::newRow("pinned, shorter than modelled") << 32 << (128 << 10) << false << 0.67 << 85.0;
    QTest::newRow("pageable, longer by their calls") << 160 << (8 << 10) << true << 2.89 << 115.0;
}

/// Small copies take what each has, however large it is.
void TestJoining::smallCopiesWereNoMeasureOfLargeOnes()
{
    QFETCH(int, pieces);
    QFETCH(int, bytes);
    QFETCH(bool, pageable);
    QFETCH(double, factor);
    QFETCH(double, us);
    Program program = emptyReplay(1, static_cast<std::uint64_t>(bytes));
    for (int i = 0; i < pieces; ++i) {
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, static_cast<std::uint64_t>(bytes),
                                                  pageable ? HostMemory::Pageable : HostMemory::Pinned));
        program.operations.back().setTimeFactor(factor);
    }
    program = asReplay(program);
    const DeviceProfile h200 = loadDeviceProfile("h200");
    const RequestedChange merge = parseChange("merge:h2d");
    const ChangedProgram joined =
        merge.change->apply({program, std::vector<bool>(program.operations.size(), true), merge.values, &h200});
    QCOMPARE(countOf(joined.program, OperationKind::H2D), std::size_t{1});
    const double took = 1e3 * h200Ms(joined.program);
    QVERIFY2(std::abs(took - us) < 0.25 * us, qPrintable(QString::number(took)));
}

/// The calls of small pageable copies have their staging in them. 5 of 12 KiB, whose calls took 3 us, became one of 60
/// KiB, whose call took 5.4; 160 of 8 KiB with calls of 8.5 us one of 1.25 MiB, with 95 us (H200s).
void TestJoining::pageableCopiesStageTogether()
{
    const DeviceProfile h200 = loadDeviceProfile("h200");
    const RequestedChange merge = parseChange("merge:h2d");
    const auto joined = [&](int pieces, std::uint64_t bytes, std::int64_t callNs) {
        Program program = emptyReplay(1, bytes);
        for (int i = 0; i < pieces; ++i) {
            program.operations.push_back(replayedCopy(OperationKind::H2D, 0, bytes, HostMemory::Pageable));
            program.operations.back().callNs = callNs;
        }
        program = asReplay(program);
        const std::vector<bool> all(program.operations.size(), true);
        return merge.change->apply({program, all, merge.values, &h200}).program;
    };
    const Program small = joined(5, 12 << 10, 3'000);
    QCOMPARE(countOf(small, OperationKind::H2D), std::size_t{1});
    const auto copyOf = [](const Program &program) {
        return *std::ranges::find_if(program.operations,
                                     [](const Operation &operation) { return operation.kind == OperationKind::H2D; });
    };
    QVERIFY(copyOf(small).callNs > 4'500 && copyOf(small).callNs < 7'500);
    const Program large = joined(160, 8 << 10, 8'500);
    QCOMPARE(copyOf(large).callNs, std::int64_t{-1});
    const double took = 1e3 * h200Ms(large);
    QVERIFY2(took > 80 && took < 135, qPrintable(QString::number(took)));
}

void TestJoining::callsBehindJoinedOnesAreInDoubt()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 4; ++i) {
        program.operations.push_back(hostWork(5'000));
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 4096, HostMemory::Pinned));
        program.operations.back().callNs = 2'000;
    }
    Program alone = program;
    program.operations.push_back(hostWork(70'000));
    program.operations.push_back(replayedKernel(0, 0.01));
    program.operations.back().callNs = 8'000;
    const ChangedProgram merged = changed(asReplay(program), "merge", selectsKind(OperationKind::H2D));
    QCOMPARE(merged.hostDoubtNs, std::int64_t{(70'000 + 8'000 + 2'000) / 2});
    QVERIFY(hasNote(merged, "(40 us less), which is in the range"));
    alone.operations.push_back(hostSync());
    QCOMPARE(changed(asReplay(alone), "merge", selectsKind(OperationKind::H2D)).hostDoubtNs, std::int64_t{1'000});
}

/// The host's work directly before joined copies; 0 without any.
static std::int64_t gatheringNs(const Program &program)
{
    std::int64_t ns = 0;
    for (std::size_t i = 0; i + 1 < program.operations.size(); ++i)
        if (program.operations[i].name == "gather" && isCopy(program.operations[i + 1].kind))
            ns += program.operations[i].durationNs;
    return ns;
}

/// The work before all copies but one, and under a framework their calls, too. The bytes take 0.4 us each (10 GB/s).
void TestJoining::dataMayHaveToBeGathered()
{
    for (const bool operators : {true, false})
        for (const OperationKind kind : {OperationKind::H2D, OperationKind::D2H}) {
            Program program = emptyReplay(1, 4000);
            for (int i = 0; i < 8; ++i) {
                program.operations.push_back(hostWork(6'000));
                program.operations.back().name = operators ? operatorWorkName : "";
                program.operations.push_back(replayedCopy(kind, 0, 4000, HostMemory::Pinned));
                program.operations.back().callNs = 2'000;
            }
            const ChangedProgram merged = changed(asReplay(program), "merge", selectsKind(kind));
            // 400 ns a piece to write it: without operators the host did that between the calls, and goes on to
            const std::int64_t bytesNs = 8 * 400, writingNs = operators ? 0 : 7 * 400;
            const std::int64_t expected =
                (operators ? 85 * (7 * 6'000 + 8 * 2'000) / 100 : 7 * 6'000) + bytesNs - writingNs;
            QCOMPARE(merged.gatherNs, kind == OperationKind::H2D ? expected : 0);
            QCOMPARE(hasNote(merged, "gathered first"), kind == OperationKind::H2D);
            QCOMPARE(gatheringNs(merged.program), kind == OperationKind::H2D ? writingNs : 0);
            const ChangedProgram gathered = changed(asReplay(program), "merge:gather=yes", selectsKind(kind));
            QCOMPARE(gathered.gatherNs, std::int64_t{0}); // it is in the prediction
            QCOMPARE(gatheringNs(gathered.program), kind == OperationKind::H2D ? expected + writingNs : 0);
            QCOMPARE(hasNote(gathered, "Gathering the data in one buffer"), kind == OperationKind::H2D);
        }
    Program ours = emptyProgram(1); // its buffers say that the data lie side by side
    for (int i = 0; i < 8; ++i)
        ours.operations.push_back(chunkOf(copyIn(0), i));
    QCOMPARE(changed(ours, "merge").gatherNs, std::int64_t{0});
}

/// A loop of C++ that fills the next piece of a buffer between two calls: no more than the bytes take stays, and no
/// more than there was.
void TestJoining::theHostGoesOnWritingPieces()
{
    const auto merged = [](std::int64_t workNs, const char *kernel) {
        Program program = emptyReplay(1, 4000);
        for (int i = 0; i < 8; ++i) {
            program.operations.push_back(hostWork(workNs));
            program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 4000, HostMemory::Pinned));
        }
        program.operations.push_back(replayedKernel(0, 0.01));
        program.operations.back().name = kernel;
        return changed(asReplay(program), "merge", selectsKind(OperationKind::H2D));
    };
    QCOMPARE(gatheringNs(merged(300, "product").program), std::int64_t{7 * 300});
    QCOMPARE(gatheringNs(merged(3'000, "product").program), std::int64_t{7 * 400});
    QVERIFY(hasNote(merged(3'000, "product"), "write the next piece"));
    const ChangedProgram framework = merged(3'000, "void at::native::vectorized_elementwise_kernel");
    QCOMPARE(gatheringNs(framework.program), std::int64_t{0}); // its thread has no operators in the trace
    QVERIFY(!hasNote(framework, "write the next piece"));
}

/// Between copies of messages that lay there already the host took what it took between all calls.
void TestJoining::theHostWritesNothingBetweenCalls()
{
    for (const bool writes : {false, true}) {
        Program program = emptyReplay(1, 4000);
        for (int i = 0; i < 8; ++i) {
            program.operations.push_back(hostWork(writes ? 600 : 300));
            program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 4000, HostMemory::Pinned));
        }
        for (int i = 0; i < 4; ++i) {
            program.operations.push_back(hostWork(300));
            program.operations.push_back(replayedKernel(0, 0.01));
        }
        const ChangedProgram merged = changed(asReplay(program), "merge", selectsKind(OperationKind::H2D));
        QCOMPARE(gatheringNs(merged.program), std::int64_t{writes ? 7 * 300 : 0});
        QCOMPARE(hasNote(merged, "has just written"), writes);
    }
}

void TestJoining::copiesOfNeighbouringData()
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 8; ++i)
        program.operations.push_back(chunkOf(copyIn(0), i < 4 ? i : i + 1)); // a hole behind the fourth
    const ChangedProgram merged = changed(program, "merge");
    QCOMPARE(merged.program.operations.size(), std::size_t{2});
    QCOMPARE(merged.program.operations[0].reads, (BufferRanges{{0, 0, 16384}}));
    QCOMPARE(merged.program.operations[1].writes, (BufferRanges{{1, 5 * 4096, 16384}}));
    QVERIFY(h200Ms(merged.program) < 0.5 * h200Ms(program));
}

void TestJoining::whatStandsBetweenKeepsThemApart()
{
    Program program = emptyReplay(2, 4096);
    program.events = {"e"};
    const Operation copy = replayedCopy(OperationKind::H2D, 0, 4096, HostMemory::Pinned);
    for (const Operation &between : {replayedKernel(0, 1), record(0, 0), hostSync(SyncScope::Stream, 1),
                                     hostWork(1'000'000), replayedCopy(OperationKind::D2H, 0, 4096, HostMemory::Pinned),
                                     replayedCopy(OperationKind::H2D, 0, 4096, HostMemory::Pageable)}) {
        program.operations = {copy, between, copy};
        QCOMPARE(changed(asReplay(program), "merge").touched, std::size_t{0});
    }
    program.operations = {copy, replayedKernel(1, 1), copy}; // another stream's
    QCOMPARE(changed(asReplay(program), "merge").touched, std::size_t{2});
    for (const int stream : {0, 1}) { // another thread waits
        Operation wait = hostSync(SyncScope::Stream, stream);
        wait.thread = 1;
        program.operations = {copy, wait, copy};
        QCOMPARE(changed(asReplay(program), "merge").touched, std::size_t{stream == 0 ? 0U : 2U});
    }
}

void TestJoining::kernelsOfATrace()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 100; ++i) {
        program.operations.push_back(hostWork(4'000));
        program.operations.push_back(replayedKernel(0, 0.002, i == 0 ? 64 : 32));
        program.operations.back().name = "step " + std::to_string(i);
    }
    program = asReplay(program);
    const ChangedProgram fused = changed(program, "merge:kernel", selectsKind(OperationKind::Kernel));
    QCOMPARE(fused.program.operations.size(), std::size_t{2});
    const KernelWork &work = fused.program.operations[1].kernel;
    QCOMPARE(work.grid, 64U);
    const std::int64_t oneStart = 1500 + 500 * (64 + 99 * 32) / 64; // and the same time of blocks
    QCOMPARE(fused.program.operations[1].durationNs, oneStart);
    QVERIFY(h200Ms(fused.program) < 0.3 * h200Ms(program));
}

/// On an H200, twenty kernels of 0.96 us that became one with as much work took 1.03 us.
void TestJoining::kernelsThatOnlyStart()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 20; ++i)
        program.operations.push_back(replayedKernel(0, i % 2 == 0 ? 0.00096 : 0.00099));
    const ChangedProgram fused = changed(asReplay(program), "merge:kernel");
    QCOMPARE(fused.program.operations.size(), std::size_t{1});
    const std::int64_t shared = 155; // of 10 * 30 ns: side by side, SMs with 8 warps do 0.52 of what they can
    QCOMPARE(fused.program.operations[0].durationNs, 960 + shared);
    QVERIFY(hasNote(fused, "960 ns"));
}

/// An SM holds 32 blocks, however few their threads are: 16,384 blocks run in four waves, and each of them has a fourth
/// of the kernel's start. On an H200, 26 lookups of 11.4 us became one of 257.5 us.
void TestJoining::kernelsOfSmallBlocks()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 26; ++i) {
        program.operations.push_back(replayedKernel(0, 0.0114 / 4, 16'384));
        program.operations.back().kernel.own().block = 32;
    }
    const ChangedProgram fused = changed(asReplay(program), "merge:kernel", selectsKind(OperationKind::Kernel));
    QCOMPARE(fused.program.operations.size(), std::size_t{1});
    const double us = 4 * static_cast<double>(fused.program.operations[0].durationNs) / 1e3;
    QVERIFY2(std::abs(us - 257.5) < 5, qPrintable(QString::number(us)));
}

/// A convolution of large blocks and an addition of twice as many small ones, fused, take as long as both: a block of
/// the one was in each place of the other, 3.1 times as long in all. No thread has more registers than fit.
void TestJoining::kernelsOfOtherShapes()
{
    Program program = emptyReplay(1, 4096);
    const auto add = [&](std::uint32_t blocks, std::uint32_t threads, std::uint32_t registers, double ms) {
        Operation op = replayedKernel(0, ms, blocks);
        op.name = "kernel of " + std::to_string(threads);
        op.kernel.own().block = threads;
        op.kernel.own().registers = registers;
        op.kernel.own().sharedMemory = 0;
        program.operations.push_back(op);
    };
    add(1056, 512, 64, 0.16);  // 2 blocks an SM: 4 waves
    add(2112, 128, 168, 0.03); // 3 blocks an SM: 6 waves
    add(1, 32, 16, 0.001);     // one that only starts
    program = asReplay(program);
    const DeviceProfile h200 = loadDeviceProfile("h200");
    const RequestedChange request = parseChange("merge:kernel");
    const Program fused = request.change->apply({program, {true, true, false}, request.values, &h200}).program;
    QCOMPARE(fused.operations.size(), std::size_t{2});
    QCOMPARE(fused.operations[0].kernel->registers, decltype(KernelWork::registers){128});
    const double before = h200Ms(program), after = h200Ms(fused);
    QVERIFY2(after <= before && after > 0.97 * before, qPrintable(QStringLiteral("%1 and %2").arg(before).arg(after)));
}

/// One long block among kernels of thousands is no part of a grid of thousands.
/// A transform, a product and the transform back, again and again, of one to four blocks each: what comes again is one
/// kernel on more data, the three follow each other.
void TestJoining::kernelsOfFewBlocksLieSideBySide()
{
    const auto joined = [](int grid, const char *of) {
        Program program = emptyReplay(1, 4096);
        for (int i = 0; i < 60; ++i) {
            program.operations.push_back(
                replayedKernel(0, i % 3 == 1 ? 0.004 : 0.011, grid < 132 ? grid << i % 3 : grid));
            program.operations.back().name = of + std::to_string(i % 3);
        }
        program.operations.push_back(replayedKernel(0, 0.001)); // one that only starts
        const ChangedProgram merged = changed(asReplay(program), "merge", [](const Operation &operation) {
            return operation.kind == OperationKind::Kernel && operation.durationNs > 1000;
        });
        const auto of20 = merged.program.operations.front().durationNs;
        return std::pair(merged.program.operations.size(), of20);
    };
    QCOMPARE(joined(1, "part "), std::pair(std::size_t{2}, std::int64_t{1'000 + 10'000 + 3'000 + 10'000}));
    QVERIFY(joined(132, "part ").second > 20 * 9'000); // each fills the device
}

/// 24 products of 3.9 us that became one took 27.6 us (an H200): the start of each is most of it.
void TestJoining::productsOfMatrices()
{
    for (const bool products : {false, true}) {
        Program program = emptyReplay(1, 4096);
        for (int i = 0; i < 24; ++i) {
            program.operations.push_back(replayedKernel(0, 0.0039, 128));
            program.operations.back().kernel.own().block = 384;
            program.operations.back().name = products ? "nvjet_sm90_tst_64x16" : "scan_pass";
        }
        const ChangedProgram fused = changed(asReplay(program), "merge:kernel");
        const double us = static_cast<double>(fused.program.operations.front().durationNs) / 1000;
        QVERIFY2(products ? us > 20 && us < 30 : us > 36, qPrintable(QString::number(us)));
    }
}

void TestJoining::kernelsOfOtherSizes()
{
    Program program = emptyReplay(1, 4096);
    program.operations = {replayedKernel(0, 0.636, 1), replayedKernel(0, 0.0017, 65536),
                          replayedKernel(0, 0.0017, 65536)};
    const ChangedProgram fused = changed(asReplay(program), "merge:kernel");
    QCOMPARE(fused.program.operations.size(), std::size_t{2});
    QVERIFY(h200Ms(fused.program) <= h200Ms(program));
}

void TestJoining::kernelsOnTheSameData()
{
    Program program = emptyProgram(1);
    Operation work = kernel(0);
    work.kernel.own().elements = 1024;
    work.kernel.own().workPerElement = 10;
    program.operations = {work, work, chunkOf(work, 1), chunkOf(work, 2), chunkOf(work, 2)};
    const ChangedProgram fused = changed(program, "merge");
    QCOMPARE(fused.program.operations.size(), std::size_t{3});
    QCOMPARE(fused.program.operations[0].kernel->workPerElement, std::int64_t{20}); // the same data
    QCOMPARE(fused.program.operations[1].kernel->elements, std::uint64_t{2048});    // the data behind it
    QCOMPARE(fused.program.operations[1].reads.front().bytes, std::uint64_t{8192});
    QCOMPARE(fused.program.operations[2].kernel->elements, std::uint64_t{1024});
}

void TestJoining::nothingToJoin()
{
    const Program before = loaderReplay(3, HostMemory::Pinned);
    const ChangedProgram same = changed(before, "merge", selectsKind(OperationKind::H2D));
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, before.operations);
    QVERIFY(hasNote(same, "No two selected copies"));
}

static Program gradients(const std::string &bucketBytes)
{
    return ExperimentRun::programOf("gradient-buckets",
                                    {{"bucket_bytes", bucketBytes}, {"layers", "16"}, {"layer_bytes", "4MiB"}});
}

void TestJoining::bucketsOfAnExperiment()
{
    const Program before = gradients("4MiB"), wanted = gradients("16MiB");
    const ChangedProgram joined = changed(before, "bucket:bytes=16MiB");
    QCOMPARE(joined.touched, countOf(before, OperationKind::Collective));
    QCOMPARE(countOf(joined.program, OperationKind::Collective), countOf(wanted, OperationKind::Collective));
    QVERIFY(findRaces(joined.program).empty());
    QVERIFY2(std::abs(h200Ms(joined.program) / h200Ms(wanted) - 1) < 0.02,
             qPrintable(QString("%1 %2").arg(h200Ms(joined.program)).arg(h200Ms(wanted))));
    const ChangedProgram same = changed(wanted, "bucket:bytes=16MiB");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "collectives stay as they are"));
}

void TestJoining::largeBucketsAreCut()
{
    const Program before = gradients("64MiB");
    const ChangedProgram cut = changed(before, "bucket:bytes=16MiB");
    QCOMPARE(countOf(cut.program, OperationKind::Collective), 4 * countOf(before, OperationKind::Collective));
    std::map<std::int32_t, std::size_t> ranks;
    for (const Operation &operation : cut.program.operations)
        if (operation.kind == OperationKind::Collective) {
            ++ranks[operation.group()];
            QCOMPARE(operation.bytes, std::uint64_t{16} << 20);
        }
    QCOMPARE(ranks.size(), std::size_t{4});
    for (const auto &[group, count] : ranks)
        QCOMPARE(count, ranks.begin()->second);
    QVERIFY(findRaces(cut.program).empty());
    QVERIFY(hasNote(cut, "not earlier"));
}

/// What a trace of one rank shows: kernels whose time is 20 µs and 10 µs a MiB, each recorded for the optimizer.
static Program ncclReplay(int collectives, std::uint64_t bytes)
{
    Program program = emptyReplay(2, bytes);
    for (int i = 0; i < collectives; ++i) {
        program.events.push_back("ready " + std::to_string(i));
        program.operations.push_back(replayedKernel(0, 0.3));
        program.operations.push_back(record(0, i));
        program.operations.push_back(wait(1, i));
        Operation sum = replayedKernel(1, 0, 24);
        sum.name = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";
        sum.bytes = i == 0 ? bytes / 2 : bytes;
        sum.durationNs = 20'000 + static_cast<std::int64_t>(10'000 * (sum.bytes >> 20));
        program.operations.push_back(sum);
    }
    for (int i = 0; i < collectives; ++i) {
        program.events.push_back("reduced " + std::to_string(i));
        program.operations.insert(program.operations.begin() + 5 * i + 4, record(1, collectives + i));
        program.operations.push_back(wait(0, collectives + i));
    }
    program.operations.push_back(hostSync());
    return asReplay(program);
}

void TestJoining::kernelsOfNccl()
{
    const Program before = ncclReplay(8, 8 << 20);
    const ChangedProgram joined = changed(before, "bucket:bytes=32MiB");
    std::vector<std::uint64_t> bytes;
    std::vector<std::int64_t> times;
    for (const Operation &operation : joined.program.operations)
        if (operation.name.starts_with("nccl")) {
            bytes.push_back(operation.bytes >> 20);
            times.push_back(operation.durationNs);
        }
    QCOMPARE(bytes, (std::vector<std::uint64_t>{36, 24}));
    QCOMPARE(times, (std::vector<std::int64_t>{20'000 + 360'000, 20'000 + 240'000}));
    QVERIFY(hasNote(joined, "20 us do not grow"));
    QCOMPARE(countOf(joined.program, OperationKind::EventRecord), countOf(before, OperationKind::EventRecord));
    // the last bucket is exposed behind the last kernel
    QVERIFY(h200Ms(joined.program) > h200Ms(before));

    const ChangedProgram cut = changed(ncclReplay(2, 64 << 20), "bucket:bytes=16MiB");
    QCOMPARE(cut.touched, std::size_t{6});
    for (const Operation &operation : cut.program.operations)
        if (operation.name.starts_with("nccl"))
            QCOMPARE(operation.durationNs, std::int64_t{180'000});
}

/// PyTorch works 50 us for each all-reduce. Another rank was late to the first two, and no later to the others.
void TestJoining::launchesOfJoinedCollectivesGo()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 16; ++i) {
        Operation sum = replayedKernel(0, i < 2 ? 0.15 : i % 2 == 0 ? 0.025 : 0.005, 24);
        sum.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
        sum.bytes = i % 2 == 0 ? 2 << 20 : 8 << 10;
        program.operations.push_back(hostWork(50'000));
        program.operations.push_back(sum);
    }
    const ChangedProgram joined = changed(asReplay(program), "bucket:bytes=8MiB");
    QCOMPARE(countOf(joined.program, OperationKind::HostWork), std::size_t{3});
    QCOMPARE(countOf(joined.program, OperationKind::Kernel), std::size_t{3});
    QCOMPARE(joined.program.operations[5].durationNs, std::int64_t{5'000}); // a small one that was left
    // 8 MiB at 10 us each, and 5 us
    for (const std::size_t bucket : {1, 3})
        QVERIFY(std::abs(joined.program.operations[bucket].durationNs - 85'000) < 4'000);
    QVERIFY(hasNote(joined, "650 us of work of the host"));
}

/// The caches are as cold for the second launch of two as for the second of many, which took 40 us more. The first
/// bucket is launched behind what its first collective was launched behind: nothing.
void TestJoining::launchesOfBucketsAreCold()
{
    const std::vector<std::int64_t> work{0, 90'000, 60'000, 50'000, 40'000, 50'000, 50'000, 50'000};
    Program program = emptyReplay(1, 1 << 20);
    for (const std::int64_t ns : work) {
        if (ns > 0)
            program.operations.push_back(hostWork(ns));
        Operation sum = replayedKernel(0, 0.025, 24);
        sum.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
        sum.bytes = 2 << 20;
        program.operations.push_back(sum);
    }
    const ChangedProgram joined = changed(asReplay(program), "bucket:bytes=8MiB");
    QCOMPARE(joined.program.operations.size(), std::size_t{3});
    QCOMPARE(joined.program.operations[0].bytes, std::uint64_t{8 << 20});
    QCOMPARE(joined.program.operations[1].durationNs, std::int64_t{80'000});
    QCOMPARE(joined.program.operations[2].bytes, std::uint64_t{8 << 20});
}

/// Of the work between an all-reduce that goes and another kernel the end of its operator goes, too; behind the one
/// that stays it does not.
void TestJoining::operatorsOfJoinedCollectivesGo()
{
    Program program = emptyReplay(2, 1 << 20);
    const auto work = [&program](std::int64_t ns, bool ofOperators) {
        program.operations.push_back(hostWork(ns));
        if (ofOperators)
            program.operations.back().name = operatorWorkName;
    };
    for (int i = 0; i < 8; ++i) {
        work(28'000, true); // of the product, alone behind the first all-reduce
        program.operations.push_back(replayedKernel(0, 0.04, 8));
        work(40'000, true);
        Operation sum = replayedKernel(1, 0.025, 24);
        sum.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
        sum.bytes = 2 << 20;
        program.operations.push_back(sum);
        if (i > 0) {
            work(27'000, true);
            work(6'000, false);
        }
    }
    const ChangedProgram joined = changed(asReplay(program), "bucket:bytes=8MiB");
    std::int64_t ends = 0, products = 0, python = 0;
    for (const Operation &operation : joined.program.operations) {
        ends += operation.durationNs == 27'000 ? 1 : 0;
        products += operation.durationNs == 28'000 ? 1 : 0;
        python += operation.durationNs == 6'000 ? 1 : 0;
    }
    QCOMPARE(ends, std::int64_t{2});
    QCOMPARE(products, std::int64_t{8});
    QCOMPARE(python, std::int64_t{7});
}

/// Beyond the largest of a trace each byte takes what the link takes for it.
void TestJoining::largeBucketsTakeWhatTheLinkTakes()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 16; ++i) {
        Operation sum = replayedKernel(0, i % 2 == 0 ? 0.025 : 0.005, 24);
        sum.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
        sum.bytes = i % 2 == 0 ? 2 << 20 : 8 << 10;
        program.operations.push_back(sum);
    }
    program = asReplay(program);
    const DeviceProfile h200 = loadDeviceProfile("h200");
    const RequestedChange request = parseChange("bucket:bytes=64MiB");
    const std::vector<bool> all(program.operations.size(), true);
    const ChangedProgram joined = request.change->apply({program, all, request.values, &h200});
    QCOMPARE(joined.program.operations.size(), std::size_t{1});
    const Operation &sum = joined.program.operations.front();
    const double beyond = static_cast<double>(sum.bytes - (2 << 20)) * 1e9 / h200.links.ringBytesPerSecond;
    // the line through both sizes has at most what the link takes with a flag for each word
    const double largest = static_cast<double>(2 << 20) * 3e9 / h200.links.ringBytesPerSecond + 5'000;
    QVERIFY2(sum.durationNs < static_cast<std::int64_t>(beyond + std::max(largest, 25'000.0) + 5'000)
                 && sum.durationNs > static_cast<std::int64_t>(beyond + 15'000),
             qPrintable(QString::number(sum.durationNs)));
}

void TestJoining::whoeverWaitsForABucketKeepsIt()
{
    Program program = ncclReplay(3, 8 << 20);
    // the second kernel of the step needs the first sum
    program.operations.insert(program.operations.begin() + 6, wait(0, 3));
    const ChangedProgram joined = changed(asReplay(program), "bucket:bytes=64MiB");
    QCOMPARE(joined.touched, std::size_t{2}); // only the others
}

void TestJoining::noCollectives()
{
    QVERIFY(hasNote(changed(loaderReplay(2, HostMemory::Pinned), "bucket"), "no collective with its bytes"));
    Program program = emptyProgram(1);
    program.operations = {kernel(0)};
    QVERIFY(hasNote(changed(program, "bucket"), "has no collective"));
}

QTEST_GUILESS_MAIN(TestJoining)
#include "tst_joining.moc"
