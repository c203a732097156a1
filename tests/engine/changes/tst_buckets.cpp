// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/changes/patterns/collective_times.h"
#include "engine/program/operator_work_name.h"

#include <QtTest>

#include <cmath>
#include <utility>

using namespace streamscope;
using namespace streamscope::test;

/// What `bucket` leaves of the host's work and of the waits for other ranks, in traces of one rank with NCCL.
class TestBuckets : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void launchesAreAsColdAsTheirPlace();
    void callsAreAsColdAsTheirPlace();
    void oneEndOfOperatorsStaysForEachBucket();
    void productsWithoutCollectivesBetweenFindWarmerCaches();
    void coldCallsTellHowMuchWarmthIsWorth();
    void theLeastTimeOfASizeIsItsOwn();
    void ofASizeThatAlwaysWaitedTheLinkTells();
    void aSlowerHostIsLaterWithEachLaunch();
    void aHostThatWasLateOnceIsNotLateAgain();
    void aGpuThatIsLateIsNoLateHost();
    void waitsForWhatWasJoinedGo();
    void doubtsOfBucketsAddAsSquares();
    void theRanksMayBeginApart();
};

namespace {

Operation allReduce(int stream, std::uint64_t bytes, std::int64_t ns)
{
    Operation sum = replayedKernel(stream, 0, 24);
    sum.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
    sum.bytes = bytes;
    sum.durationNs = ns;
    return sum;
}

Operation operators(std::int64_t ns)
{
    Operation work = hostWork(ns);
    work.name = operatorWorkName;
    return work;
}

/// All-reduces of 2 MiB, each behind so much work and with such a call.
Program burstOf(const std::vector<std::int64_t> &workNs, const std::vector<std::int64_t> &callsNs = {})
{
    Program program = emptyReplay(1, 1 << 20);
    for (std::size_t i = 0; i < workNs.size(); ++i) {
        if (workNs[i] > 0)
            program.operations.push_back(hostWork(workNs[i]));
        program.operations.push_back(allReduce(0, 2 << 20, 25'000));
        program.operations.back().callNs = i < callsNs.size() ? callsNs[i] : -1;
    }
    return asReplay(program);
}

std::vector<std::int64_t> workOf(const ChangedProgram &changed)
{
    std::vector<std::int64_t> ns;
    for (const Operation &operation : changed.program.operations)
        if (operation.kind == OperationKind::HostWork)
            ns.push_back(operation.durationNs);
    return ns;
}

/// Products on one stream with two all-reduces behind each on another one, as PyTorch issues them: the end of the first
/// one's operator and the begin of the second one are one piece of work.
Program backward(int layers)
{
    Program program = emptyReplay(2, 1 << 20);
    for (int i = 0; i < layers; ++i) {
        program.operations.push_back(operators(30'000));
        program.operations.push_back(replayedKernel(0, 0.04, 8));
        program.operations.back().callNs = 7'000;
        program.operations.push_back(operators(50'000));
        program.operations.push_back(allReduce(1, 4 << 20, 35'000));
        program.operations.back().callNs = 7'000;
        program.operations.push_back(operators(80'000));
        program.operations.push_back(allReduce(1, 8 << 10, 5'000));
        program.operations.back().callNs = 7'000;
        program.operations.push_back(operators(27'000));
        program.operations.push_back(hostWork(6'000));
    }
    return asReplay(program);
}

} // namespace

/// The second launch found cold caches, the others warm ones: so do the second bucket and the third.
void TestBuckets::launchesAreAsColdAsTheirPlace()
{
    const std::vector<std::int64_t> work{0,      90'000, 60'000, 50'000, 50'000, 50'000,
                                         50'000, 50'000, 50'000, 50'000, 50'000, 50'000};
    QCOMPARE(workOf(changed(burstOf(work), "bucket:bytes=8MiB")), (std::vector<std::int64_t>{90'000, 60'000}));
    std::vector<std::int64_t> paused = work; // up to twice the usual; what takes longer is something else
    paused[1] = 400'000;
    QCOMPARE(workOf(changed(burstOf(paused), "bucket:bytes=8MiB")), (std::vector<std::int64_t>{100'000, 60'000}));
}

void TestBuckets::callsAreAsColdAsTheirPlace()
{
    const std::vector<std::int64_t> work(12, 50'000);
    const ChangedProgram joined =
        changed(burstOf(work, {15'000, 11'000, 8'000, 8'000, 8'000, 8'000, 8'000, 8'000, 8'000, 8'000, 8'000, 8'000}),
                "bucket:bytes=8MiB");
    std::vector<std::int64_t> calls;
    for (const Operation &operation : joined.program.operations)
        if (operation.kind == OperationKind::Kernel)
            calls.push_back(operation.callNs);
    QCOMPARE(calls, (std::vector<std::int64_t>{15'000, 11'000, 8'000}));
}

/// A bucket that ends with the first all-reduce of a product keeps the end of its operator, which was hidden in the
/// work for the second one.
void TestBuckets::oneEndOfOperatorsStaysForEachBucket()
{
    const std::vector<Operation> &operations = changed(backward(8), "bucket:bytes=8MiB").program.operations;
    std::vector<bool> ends; // is the end of an operator behind it
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i].name.starts_with("nccl"))
            ends.push_back(i + 1 < operations.size() && operations[i + 1].name == operatorWorkName);
    QCOMPARE(ends, (std::vector<bool>{true, true, true, true, true}));
    const ChangedProgram one = changed(backward(8), "bucket:bytes=64MiB");
    QCOMPARE(std::count_if(one.program.operations.begin(), one.program.operations.end(),
                           [](const Operation &o) { return o.durationNs == 27'000; }),
             std::ptrdiff_t{1});
}

/// A product 43 us behind the last one takes the host 0.68 of what it took 207 us behind it.
void TestBuckets::productsWithoutCollectivesBetweenFindWarmerCaches()
{
    const ChangedProgram joined = changed(backward(8), "bucket:bytes=64MiB");
    QVERIFY(hasNote(joined, "find warmer caches"));
    std::vector<std::int64_t> beforeProduct;
    const std::vector<Operation> &operations = joined.program.operations;
    for (std::size_t i = 1; i < operations.size(); ++i)
        if (operations[i].name == "gemm")
            beforeProduct.push_back(operations[i - 1].durationNs);
    QCOMPARE(beforeProduct.size(), std::size_t{8});
    QCOMPARE(beforeProduct.front(), std::int64_t{30'000});
    for (std::size_t i = 1; i < beforeProduct.size(); ++i)
        QVERIFY2(beforeProduct[i] > 19'000 && beforeProduct[i] < 21'000, qPrintable(QString::number(beforeProduct[i])));
    Program own = backward(8); // no framework's: nothing is known of its caches
    for (Operation &operation : own.operations)
        if (operation.kind == OperationKind::HostWork)
            operation.name = "";
    QVERIFY(!hasNote(changed(own, "bucket:bytes=64MiB"), "find warmer caches"));
}

/// Where the calls of launches take long, memory is what makes the host slow: warm caches are worth more there.
void TestBuckets::coldCallsTellHowMuchWarmthIsWorth()
{
    const auto lastProduct = [](std::int64_t callNs) {
        Program program = backward(8);
        for (Operation &operation : program.operations)
            if (operation.name == "gemm")
                operation.callNs = callNs;
        const std::vector<Operation> operations = changed(program, "bucket:bytes=64MiB").program.operations;
        std::pair<std::int64_t, std::int64_t> times; // work and call
        for (std::size_t i = 1; i < operations.size(); ++i)
            if (operations[i].name == "gemm")
                times = {operations[i - 1].durationNs, operations[i].callNs};
        return times;
    };
    const auto fast = lastProduct(6'000), slow = lastProduct(12'000);
    QVERIFY2(fast.first > 19'000 && fast.first < 21'000, qPrintable(QString::number(fast.first)));
    QVERIFY2(slow.first > 11'000 && slow.first < 14'000, qPrintable(QString::number(slow.first)));
    QVERIFY2(fast.second > 4'900 && fast.second < 5'300, qPrintable(QString::number(fast.second)));
    QVERIFY2(slow.second > 8'000 && slow.second < 9'000, qPrintable(QString::number(slow.second)));
}

namespace {

std::vector<std::int64_t> bucketTimes(const ChangedProgram &changed)
{
    std::vector<std::int64_t> ns;
    for (const Operation &operation : changed.program.operations)
        if (operation.name.starts_with("nccl"))
            ns.push_back(operation.durationNs);
    return ns;
}

} // namespace

/// Three of twelve did not wait for another rank.
void TestBuckets::theLeastTimeOfASizeIsItsOwn()
{
    Program program = burstOf(std::vector<std::int64_t>(12, 90'000));
    std::int64_t ns = 25'000;
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            operation.durationNs = std::exchange(ns, ns == 100'000 ? 25'000 : ns + 25'000);
    QCOMPARE(CollectiveTimes(program, nullptr).withoutWaitNs(2 << 20), 25'000.0);
}

/// 110 us for 2 MiB and 70 for 8 KiB are more than any link of an H200 needs: each of them waited.
void TestBuckets::ofASizeThatAlwaysWaitedTheLinkTells()
{
    const DeviceProfile profile = loadDeviceProfile("h200");
    Program program = burstOf(std::vector<std::int64_t>(12, 90'000));
    bool large = false;
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel) {
            large = !large;
            operation.bytes = large ? 2 << 20 : 8 << 10;
            operation.durationNs = large ? 110'000 : 70'000;
        }
    const CollectiveTimes times(program, &profile);
    QVERIFY2(times.fixedNs() < 6'000, qPrintable(QString::number(times.fixedNs())));
    const double ns = times.withoutWaitNs(2 << 20); // recorded: 25.6 us
    QVERIFY2(ns > 23'000 && ns < 30'000, qPrintable(QString::number(ns)));
}

namespace {

/// A burst of twelve, 100 us from launch to launch, whose other rank launches `lateNs` later than this one.
Program burstBeside(const std::vector<std::int64_t> &lateNs)
{
    Program program = burstOf(std::vector<std::int64_t>(12, 90'000), std::vector<std::int64_t>(12, 10'000));
    std::int64_t launchNs = 0, endNs = 0;
    for (Operation &operation : program.operations) {
        if (operation.kind != OperationKind::Kernel)
            continue;
        const auto place = static_cast<std::size_t>(launchNs / 100'000);
        launchNs += 100'000;
        const std::int64_t start = std::max(launchNs, endNs);
        endNs = std::max(start, launchNs + (place < lateNs.size() ? lateNs[place] : 0)) + 22'000;
        operation.durationNs = endNs - start;
    }
    program.operations.push_back(hostWork(90'000));
    program.operations.push_back(allReduce(0, 8 << 10, 1'000)); // so that there is a line
    return asReplay(program);
}

} // namespace

/// The other rank is 10 us later with each launch: so it is to each bucket.
void TestBuckets::aSlowerHostIsLaterWithEachLaunch()
{
    std::vector<std::int64_t> late(12);
    for (std::size_t i = 0; i < late.size(); ++i)
        late[i] = 10'000 * static_cast<std::int64_t>(i); // the first one shows what it takes itself
    const std::vector<std::int64_t> times = bucketTimes(changed(burstBeside(late), "bucket:bytes=8MiB")),
                                    alone = bucketTimes(changed(burstBeside({}), "bucket:bytes=8MiB"));
    QCOMPARE(times.size(), std::size_t{4});
    for (std::size_t i = 0; i < 2; ++i)
        QVERIFY2(std::abs(times[i] - alone[i] - 10'000 * static_cast<std::int64_t>(i + 1)) < 4'000,
                 qPrintable(QString("%1: %2, %3").arg(i).arg(times[i]).arg(alone[i])));
}

/// The other rank comes 100 us late to the first all-reduce and 150 us to the second, then no more.
void TestBuckets::aHostThatWasLateOnceIsNotLateAgain()
{
    const std::vector<std::int64_t> times = bucketTimes(changed(burstBeside({100'000, 150'000}), "bucket:bytes=8MiB")),
                                    alone = bucketTimes(changed(burstBeside({}), "bucket:bytes=8MiB"));
    QCOMPARE(times, alone);
}

/// Where kernels decide when a collective begins, the other rank's kernels may be what is late: a bucket waits as its
/// collectives did on average.
void TestBuckets::aGpuThatIsLateIsNoLateHost()
{
    const auto waits = [](bool kernels) {
        Program program = emptyReplay(2, 1 << 20);
        for (int i = 0; i < 8; ++i)
            program.events.push_back("ready " + std::to_string(i));
        for (int i = 0; i < 8; ++i) {
            program.operations.push_back(hostWork(20'000));
            program.operations.push_back(replayedKernel(0, kernels ? 0.5 : 0.005));
            program.operations.push_back(record(0, i));
            program.operations.push_back(wait(1, i));
            program.operations.push_back(hostWork(20'000));
            program.operations.push_back(allReduce(1, 2 << 20, i == 0 ? 225'000 : 25'000));
        }
        return bucketTimes(changed(asReplay(program), "bucket:bytes=16MiB")).front();
    };
    QCOMPARE(waits(true) - waits(false), std::int64_t{25'000});
}

/// Behind its launches a program waits for each of twelve all-reduces, and lets go what belonged to them. Half a usual
/// launch is the end of the last one's operator.
void TestBuckets::waitsForWhatWasJoinedGo()
{
    Program program = burstOf(std::vector<std::int64_t>(12, 50'000));
    program.operations.push_back(operators(145'000));
    program.operations.push_back(hostWork(60'000));
    program.operations.push_back(hostSync());
    const std::vector<std::int64_t> work = workOf(changed(asReplay(program), "bucket:bytes=8MiB"));
    QCOMPARE(work, (std::vector<std::int64_t>{50'000, 50'000, 50'000, 55'000, 15'000}));
}

/// Two buckets are not both as cold as can be. A fifth of what the host does is in doubt, too, where it decides: not
/// for buckets that queue behind each other.
void TestBuckets::doubtsOfBucketsAddAsSquares()
{
    std::vector<std::int64_t> work(16, 50'000);
    QCOMPARE(changed(burstOf(work), "bucket:bytes=32MiB").doubtNs, std::llround(std::hypot(50'000, 0.2 * 50'000)));
    QCOMPARE(changed(burstOf(work), "bucket:bytes=8MiB").doubtNs, std::llround(std::hypot(100'000, 0.2 * 50'000)));
    work.front() = 0; // before the trace
    QCOMPARE(changed(burstOf(work), "bucket:bytes=32MiB").doubtNs, std::int64_t{0});
}

/// Where this rank begins first, it waits: by what the trace shows, or by one and a half launches.
void TestBuckets::theRanksMayBeginApart()
{
    QCOMPARE(changed(burstBeside({}), "bucket:bytes=8MiB").laterNs, std::int64_t{135'000});
    const std::int64_t later = changed(burstBeside({100'000, 250'000}), "bucket:bytes=8MiB").laterNs;
    QVERIFY2(std::abs(later - 250'000) < 4'000, qPrintable(QString::number(later)));
}

QTEST_GUILESS_MAIN(TestBuckets)
#include "tst_buckets.moc"
