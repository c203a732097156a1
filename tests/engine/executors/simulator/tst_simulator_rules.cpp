// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/simulator/simulator_executor.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

using namespace streamscope;
using namespace streamscope::test;

/// The rules of the scheduling notes that the golden rows do not cover, one by one, on a device whose operations take
/// 1 ms.
class TestSimulatorRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nullStreamSeparatesBlockingStreams();
    void perThreadStreamIsABlockingOne();
    void intruders_data();
    void intruders();
    void hostFunctionsTakeTurns();
    void theThreadOfHostFunctionsSleepsWhenNoneIsLeft();
    void aFunctionComesLaterTheLongerItsThreadHasSlept();
    void pollingEndsWithAQuestion();
    void fullLaunchQueueHoldsTheHost();
    void gateLetsEverythingGoAtOnce();
    void gateLetsStreamsGoOneByOne();
    void gatedStreamsAreJoinedOneByOne();
    void blockingStreamsAreForkedByTheHost();
    void gateBehindAFullQueueNeverOpens();
    void graphIsOneCall();
    void graphsAreHandedOverInParts();
    void copiesInsideGraphsAmongOtherWork();
    void branchesOfGraphsAmongOtherWork();
    void kernelsBehindMemsetsOfAGraph();
    void synchronisationsTakeTheirOwnTime();
    void graphsHandCopiesOverInTurn();
    void kernelsAloneStartSooner();
    void queuesAreVisitedInTurn();
    void twoStreamsTakeTurnsWhileTheHostLaunches();
    void copiesThatWaitForNothingGoWithTheCommands();
    void callsCostMoreBehindOthers();
    void nodesAreHandedOverOneByOne();
    void gatedRunsEndWhenTheirEventLooks();
    void copiesAloneMoveTheLastEvent();
    void arithmeticWaitsForTheFullestSm();
    void graphKnowsNoQueues();
    void copiesOfAGraphTakeTheChannels_data();
    void copiesOfAGraphTakeTheChannels();
    void graphNodesBehindCopiesStartLater();
    void firstCopiesOfAGraphFollowAtOnce();
    void engineNeedsTimeForAnotherChannel();
    void copiesComeLaterWhereKernelsWait();
    void smallestCopiesPassTheEngine();
    void copiesOfFewBranchesNeedTheEngine();
    void poolUsesMemoryAgain();
    void kernelsStartLaterBehindPools();
    void poolInsertsADependency();
    void poolGivesBackAtASynchronisation();
    void poolFollowsEvents();
    void poolSplitsBlocks();
    void registersAreNotTaken();
    void copiesOfNothingTakeNoEngine();
    void synchronisingWithTheNullStreamWaitsForBlockingStreams();
    void waitForAPastEventSeparatesNothing();
    void waitForAnEventJustRecordedSeparates();
    void twoStreamsBehindACopyKeepTheirOrder();
    void enginesTakeChannelsByTheirFirstUse();
    void synchronisingWithAStreamLeavesTheFreesOfOthers();
    void pageableCopiesAreStagedAhead();
    void graphNodesHaveNoPriorities();
    void fullKernelsShareThroughput();
    void deviceCopiesTakeSms();
    void launchesLeaveTheQueuesOneByOne();
    void functionsHoldTheirQueue();
    void poolsGrowByWholeBlocks();
    void smallAllocationsAreCheapInAKeptBlock();
    void chainedCopiesStartSooner();
    void dataOfTheOtherDirectionDelayACopy();
    void firstPinnedMemoryIsCold();
    void collectivesHaveCallsOfTheirOwn();
    void tracedCollectivesStartWithAllBlocks();
    void graphsReleaseInOrder();
    void eventsOfAGraphAreEdges();
    void withoutCopyEnginesNothingOverlaps();
    void anIdleEngineLooksAtItsChannelsInTurn();
    void soDoTheQueuesOfKernels();
    void neighboursShareTheWayToTheHost();
    void peerCopiesShareLinks();
    void stagedCopies_data();
    void stagedCopies();
    void collectiveWaitsForAllRanks();
    void collectiveWithoutItsRanksNeverEnds();
    void devicesAreIndependent();
    void urgentKernelGetsBetweenTheWaves();
    void unrecordedWaitIsAHazard();
    void tooManyEventsAreRefused();
    void endlessTimesAreRefused();
    void jitterFollowsTheSeed();
    void simulationsRunSideBySide();
};

namespace {

constexpr std::int64_t ms = 1'000'000;

Operation operation(OperationKind kind, int stream = Operation::none)
{
    Operation op;
    op.kind = kind;
    op.stream = stream;
    return op;
}

Program twoDevices()
{
    Program program = emptyProgram(2);
    program.streams[1].device = 1;
    program.buffers.push_back({"other", BufferPlace::Device, HostMemory::Pinned, 1, 1 << 20});
    return program;
}

QString errorOf(const std::function<void()> &work)
{
    try {
        work();
    } catch (const std::exception &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

/// Without the unit: 1 MB copies take 1 ms, calls nothing.
DeviceProfile linkDevice()
{
    DeviceProfile profile = spinDevice(4);
    for (DirectionCosts *direction : {&profile.copies.h2d, &profile.copies.d2h})
        direction->pinned = {0, {{1, 4.096e6}}};
    profile.links.peer = {0, {{1, 4.096e6}}};
    return profile;
}

} // namespace

void TestSimulatorRules::nullStreamSeparatesBlockingStreams()
{
    Program program = emptyProgram(4);
    program.streams[0].nonBlocking = program.streams[1].nonBlocking = false;
    program.streams[3].kind = StreamKind::LegacyDefault;
    program.operations = {spin(0, 1, 1), spin(3, 1, 1), spin(1, 1, 1), spin(2, 1, 1)};
    const auto times = simulate(spinDevice(8), program);
    QCOMPARE(times[1].start, 1 * ms); // N1: after the blocking stream
    QCOMPARE(times[2].start, 2 * ms); // N2: and the blocking streams after it
    QCOMPARE(times[3].start, 0 * ms); // N4
}

void TestSimulatorRules::perThreadStreamIsABlockingOne()
{
    Program program = emptyProgram(4);
    program.streams[0].kind = StreamKind::PerThreadDefault;
    program.streams[1].nonBlocking = false;
    program.streams[2].kind = StreamKind::LegacyDefault;
    program.streams[3].kind = StreamKind::PerThreadDefault; // the same as the first
    program.operations = {spin(0, 1, 1), spin(1, 1, 1), spin(2, 1, 1), spin(3, 1, 1), spin(0, 1, 1)};
    const auto times = simulate(spinDevice(8), program);
    QCOMPARE(times[1].start, 0 * ms); // T2: no order between the two
    QCOMPARE(times[2].start, 1 * ms);
    QCOMPARE(times[3].start, 2 * ms);
    QCOMPARE(times[4].start, 3 * ms);
}

void TestSimulatorRules::intruders_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("intruder");
    QTest::addColumn<bool>("separates");
    const QStringList all{"malloc", "free", "pinned malloc", "pinned free", "malloc async", "memset", "d2d", "null"};
    for (const QString &intruder : all) {
        const bool waits = intruder == "free" || intruder == "pinned free" || intruder == "null";
        QTest::addRow("h200 %s", qPrintable(intruder)) << "h200" << intruder << waits;
        QTest::addRow("k20c %s", qPrintable(intruder)) << "k20c" << intruder << (intruder != "malloc async");
    }
}

/// Section 8: what comes between two kernels of different streams and keeps them from running at once.
void TestSimulatorRules::intruders()
{
    QFETCH(QString, device);
    QFETCH(QString, intruder);
    QFETCH(bool, separates);
    Program program = emptyProgram(3);
    for (Stream &stream : program.streams)
        stream.nonBlocking = intruder != "null";
    program.streams[2].kind = intruder == "null" ? StreamKind::LegacyDefault : StreamKind::Created;
    Operation between = spin(2, 1, 0.001);
    between.kernel.own().sharedMemory = 0;
    if (intruder.contains("malloc") || intruder.contains("free")) {
        between = operation(intruder.contains("malloc") ? OperationKind::Alloc : OperationKind::Free);
        between.bytes = 4096;
        between.stream = intruder == "malloc async" ? 2 : Operation::none;
        between.allocation = intruder.startsWith("pinned") ? AllocationPlace::PinnedHost : AllocationPlace::Device;
    } else if (intruder != "null") {
        between = copyIn(2);
        between.kind = intruder == "memset" ? OperationKind::Memset : OperationKind::D2D;
        between.reads = {{1, 0, 4096}};
    }
    program.operations = {spin(0, 1, 20), between, spin(1, 1, 20)};
    for (Operation &op : program.operations)
        op.kernel.own().sharedMemory = 0;
    DeviceProfile profile = loadDeviceProfile(device.toStdString());
    profile.compute.hardwareQueues = 32;
    const auto times = simulate(profile, program);
    QCOMPARE(times[2].start >= times[0].end, separates);
}

void TestSimulatorRules::hostFunctionsTakeTurns()
{
    Program program = emptyProgram(2);
    Operation function = operation(OperationKind::HostFunction, 0);
    function.durationNs = ms;
    program.operations = {function, kernel(0), function};
    program.operations[2].stream = 1;
    const auto times = simulate(unitDevice(), program);
    QCOMPARE(times[1].start, 1 * ms); // S6: it blocks its own stream
    QCOMPARE(times[2].start, 1 * ms); // and the other function, of which there is one thread
}

/// Seen on H200s: with more streams than queues, each with a kernel and a function, only the first function comes late;
/// in one stream, with kernels between them, and in two each does.
void TestSimulatorRules::theThreadOfHostFunctionsSleepsWhenNoneIsLeft()
{
    DeviceProfile profile = spinDevice(4);
    profile.host.functionNs = 0.5 * ms;
    profile.host.nextFunctionNs = 0.1 * ms;
    profile.compute.hardwareQueues = 1;
    profile.compute.queueDependencies = false;
    const auto late = [&profile](int second, const std::vector<std::size_t> &functions) {
        Program program = emptyProgram(2);
        const Operation function = operation(OperationKind::HostFunction, 0),
                        other = operation(OperationKind::HostFunction, second);
        program.operations = {spin(0, 1, 3), function, spin(second, 1, 6), other, hostSync(), spin(0, 1, 3), function};
        const auto times = simulate(profile, program);
        std::vector<std::int64_t> tenths;
        for (const std::size_t index : functions)
            tenths.push_back((times[index].start - times[index - 1].end) / (ms / 10));
        return tenths;
    };
    // The second one of two streams was waiting already, the third one was not. All sleep for milliseconds.
    QCOMPARE(late(1, {1, 3, 6}), (std::vector<std::int64_t>{6, 1, 6}));
    QCOMPARE(late(0, {1, 3, 6}), (std::vector<std::int64_t>{6, 7, 6}));
    profile.compute.hardwareQueues = 2;
    QCOMPARE(late(1, {1, 3, 6}), (std::vector<std::int64_t>{6, 6, 6}));
}

/// Rounds of 0.2 ms came to their functions 39 us late on H200s, rounds of 0.8 ms 100 us and of 3 ms 121 us.
void TestSimulatorRules::aFunctionComesLaterTheLongerItsThreadHasSlept()
{
    constexpr std::int64_t us = 1000;
    DeviceProfile profile = spinDevice(4);
    profile.host.functionNs = 90 * us;
    const auto lateUs = [&profile](std::int64_t kernelNs) {
        Program program = emptyProgram(1);
        Operation kernel = spin(0, 1, 1);
        kernel.durationNs = kernelNs;
        const Operation function = operation(OperationKind::HostFunction, 0);
        program.operations = {kernel, function, kernel, function};
        const auto times = simulate(profile, program);
        return (times[3].start - times[2].end) / us;
    };
    for (const auto &[kernelUs, seenUs] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {150, 39}, {300, 63}, {500, 86}, {800, 100}, {1500, 109}, {3000, 121}})
        QVERIFY2(std::abs(lateUs(kernelUs * us) - seenUs) <= 6, qPrintable(QString::number(lateUs(kernelUs * us))));
}

void TestSimulatorRules::pollingEndsWithAQuestion()
{
    DeviceProfile profile = unitDevice();
    profile.host.pollNs = 300'000;
    Program program = emptyProgram(1);
    Operation sync = operation(OperationKind::Sync, 0);
    sync.syncScope = SyncScope::Stream;
    sync.syncMethod = SyncMethod::Polling;
    program.operations = {kernel(0), sync};
    QCOMPARE(simulate(profile, program)[1].end, std::int64_t{1'500'000}); // asked at 1.2 ms, the kernel ends at 1 ms
}

void TestSimulatorRules::fullLaunchQueueHoldsTheHost()
{
    DeviceProfile profile = unitDevice();
    profile.host.launchQueueDepth = 2;
    Program program = emptyProgram(1);
    program.operations.assign(4, kernel(0));
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].returned, 0 * ms);
    QCOMPARE(times[2].returned, 1 * ms);
    QCOMPARE(times[3].returned, 2 * ms);
}

void TestSimulatorRules::gateLetsEverythingGoAtOnce()
{
    DeviceProfile profile = spinDevice(4);
    profile.host.kernelLaunchNs = ms;
    Program program = emptyProgram(3);
    program.submission = Submission::Gated;
    program.operations = {spin(0, 1, 1), spin(1, 1, 1), spin(2, 1, 1)};
    const auto times = simulate(profile, program);
    for (const OperationTimes &t : times)
        QVERIFY(t.ready == 3 * ms && t.start == 3 * ms);
    profile.info.id = "sim:test";
    QCOMPARE(SimulatorExecutor(profile).run(program, {1, 0, 0}, {}).makespans.median(), 1 * ms); // from the gate on
    program.submission = Submission::Live;
    QCOMPARE(simulate(profile, program)[2].start, 3 * ms);
    QCOMPARE(simulate(profile, program)[0].start, 1 * ms);
}

/// The second kernel of a stream stands in the queue behind the first, and waits for the release, too.
void TestSimulatorRules::gateLetsStreamsGoOneByOne()
{
    DeviceProfile profile = spinDevice(4);
    profile.compute.releaseNs = 0.1 * ms;
    profile.compute.hardwareQueues = 2;
    Program program = emptyProgram(3);
    program.submission = Submission::Gated;
    program.operations = {spin(0, 1, 1), spin(1, 1, 1), spin(2, 1, 1), spin(0, 1, 1)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].ready - times[0].ready, ms / 10);
    QCOMPARE(times[2].ready - times[0].ready, 2 * ms / 10);
    QVERIFY(times[3].start >= times[0].end);
}

/// 105 to 150 streams that ended together held the event behind them by 14 to 34 us on H200s; streams without work did
/// not.
void TestSimulatorRules::gatedStreamsAreJoinedOneByOne()
{
    DeviceProfile profile = spinDevice(8);
    profile.info.id = "sim:test";
    profile.compute.queueVisitNs = 1;
    const auto makespan = [&profile](std::int32_t used, int streams) {
        Program program = emptyProgram(streams);
        program.submission = Submission::Gated;
        for (std::int32_t stream = 0; stream < used; ++stream)
            program.operations.push_back(spin(stream, 1, 1));
        return SimulatorExecutor(profile).run(program, {1, 0, 0}, {}).makespans.median();
    };
    QCOMPARE(makespan(1, 1), ms);
    QCOMPARE(makespan(8, 8), ms + 7 * 160);
    QCOMPARE(makespan(2, 8), ms + 160);
}

/// A measured run makes each stream wait for its first event, and its last event for each stream.
void TestSimulatorRules::blockingStreamsAreForkedByTheHost()
{
    DeviceProfile profile = spinDevice(4);
    profile.info.id = "sim:test";
    profile.host.kernelLaunchNs = ms;
    profile.host.forkNs = 0.5 * ms;
    profile.host.joinNs = 2.0 * ms;
    Program program = emptyProgram(3);
    program.operations = {spin(0, 1, 1)};
    const auto makespan = [&] { return SimulatorExecutor(profile).run(program, {1, 0, 0}, {}).makespans.median(); };
    QCOMPARE(makespan(), 1 * ms + 2 * 2 * ms); // no stream waits for the NULL stream: no fork
    program.streams[0].nonBlocking = false;
    QCOMPARE(makespan(), 1 * ms + 3 * (ms / 2) + 2 * 2 * ms); // the kernel ends before the host has joined the others
    program.operations = {spin(0, 1, 20)};
    QCOMPARE(makespan(), 21 * ms + 3 * (ms / 2));
    program.submission = Submission::Gated; // all that is done before the gate opens
    QCOMPARE(makespan(), 20 * ms);
}

void TestSimulatorRules::gateBehindAFullQueueNeverOpens()
{
    DeviceProfile profile = unitDevice();
    profile.host.launchQueueDepth = 2;
    Program program = emptyProgram(1);
    program.submission = Submission::Gated;
    program.operations.assign(4, kernel(0));
    const QString text = errorOf([&] { simulate(profile, program); });
    QVERIFY2(text.contains("gate") && text.contains("operation 2"), qPrintable(text));
}

void TestSimulatorRules::graphIsOneCall()
{
    DeviceProfile profile = spinDevice(4);
    profile.host = {};
    profile.host.kernelLaunchNs = ms;
    profile.host.graphLaunchNs = 2 * ms;
    profile.host.graphNodeNs = 1000;
    profile.compute.graphNodeNs = 5000;
    Program program = emptyProgram(1);
    program.submission = Submission::Graph;
    program.operations.assign(5, spin(0, 1, 1));
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].start, std::int64_t{2'010'000});
    QCOMPARE(times[4].end, std::int64_t{7'030'000});
}

void TestSimulatorRules::graphNodesBehindCopiesStartLater()
{
    DeviceProfile profile = linkDevice();
    profile.compute.graphNodeNs = 0.1 * ms;
    profile.compute.graphBehindCopyNs = 0.2 * ms;
    profile.compute.graphDispatchNs = 0.05 * ms;
    profile.compute.graphRootNs = 0.06 * ms;
    profile.copies.graphStartNs = 0.4 * ms;
    profile.copies.startBehindKernelNs = 7.0 * ms; // of streams
    Program program = emptyProgram(1);
    program.submission = Submission::Graph;
    program.operations = {copyIn(0), spin(0, 1, 1), spin(0, 1, 1), copyBack(0)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].start - times[0].end, 2 * ms / 10);
    QCOMPARE(times[2].start - times[1].end, ms / 10);
    QCOMPARE(times[3].start - times[2].end, 4 * ms / 10);
    Program roots = emptyProgram(2);
    roots.submission = Submission::Graph;
    roots.operations = {spin(0, 1, 1), spin(1, 1, 1)};
    const auto rootTimes = simulate(profile, roots);
    QCOMPARE(rootTimes[1].start - rootTimes[0].start, 6 * ms / 100);
    roots.operations = {spin(0, 1, 1), spin(1, 1, 1), spin(0, 1, 1)}; // others start between them
    profile.compute.graphRootNs = 9.0 * ms;
    const auto between = simulate(profile, roots);
    QCOMPARE(between[2].start - between[0].end, ms / 10);
    QCOMPARE(between[1].start - between[0].start, 9 * ms);
}

/// A copy that is the first of four nodes begins soon, during the call; kernels start behind the call. A traced call is
/// the time to the first node.
void TestSimulatorRules::graphsAreHandedOverInParts()
{
    DeviceProfile profile = linkDevice();
    profile.host.graphLaunchNs = 10 * ms;
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), spin(0, 1, 1), spin(0, 1, 1), spin(0, 1, 1)};
    for (Operation &operation : program.operations)
        operation.graph = 0;
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].start, std::int64_t{3'000});
    QCOMPARE(times[1].start, 10 * ms);
    QCOMPARE(times[0].returned, 10 * ms);
    program.operations[0].callNs = 5 * ms;
    QCOMPARE(simulate(profile, program)[0].start, 5 * ms);
    program.operations[0].callNs = -1;
    profile.compute.graphStartNs = 1.0 * ms;
    std::swap(program.operations[0], program.operations[3]); // three kernels, and the copy behind them
    const auto behind = simulate(profile, program);
    // 5 us and 3/4 of the rest of the call, and a start of 1 ms. Of a short call a fifth comes first.
    QCOMPARE(behind[0].start, 5'000 + 3 * (10 * ms - 5'000) / 4 + ms);
    profile.host.graphLaunchNs = 0.01 * ms;
    QCOMPARE(simulate(profile, program)[0].start, std::int64_t{8'000} + ms);
}

/// The first kernel behind the first copies begins as a graph does. In the middle of a graph its nodes follow each
/// other as in any graph.
void TestSimulatorRules::copiesInsideGraphsAmongOtherWork()
{
    DeviceProfile profile = linkDevice();
    profile.compute.graphStartNs = 1.0 * ms;
    profile.compute.graphBehindCopyNs = 0.2 * ms;
    profile.copies.graphStartNs = 0.4 * ms;
    profile.copies.startBehindKernelNs = profile.copies.startBehindCopyNs = 7.0 * ms; // of streams
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), spin(0, 1, 1), copyBack(0), copyIn(0), spin(0, 1, 1)};
    for (Operation &operation : program.operations)
        operation.graph = 0;
    const auto times = simulate(profile, program);
    const auto gap = [&times](int node) { return times[node].start - times[node - 1].end; };
    QCOMPARE(gap(1), 12 * ms / 10);
    QCOMPARE(gap(2), 4 * ms / 10);
    QCOMPARE(gap(3), 4 * ms / 10);
    QCOMPARE(gap(4), 2 * ms / 10);
}

/// So does the first kernel of another branch, nearly.
void TestSimulatorRules::branchesOfGraphsAmongOtherWork()
{
    DeviceProfile profile = linkDevice();
    profile.compute.graphStartNs = 1.0 * ms;
    profile.compute.graphBehindCopyNs = 0.2 * ms;
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), spin(0, 1, 1), copyIn(1), spin(1, 1, 1), spin(1, 1, 1)};
    for (Operation &operation : program.operations)
        operation.graph = 0;
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].start - times[0].end, 12 * ms / 10);
    QCOMPARE(times[3].start - times[2].end, ms);
}

void TestSimulatorRules::graphsHandCopiesOverInTurn()
{
    DeviceProfile profile = linkDevice();
    profile.host.graphCopyNs = 0.5 * ms;
    Program program = emptyProgram(3);
    program.submission = Submission::Graph;
    program.operations = {spin(0, 1, 1), copyBack(1), copyBack(1), copyIn(2)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].start, std::int64_t{0});
    QCOMPARE(times[1].start, std::int64_t{0}); // a kernel costs the next node nothing
    QCOMPARE(times[3].start, ms);
}

void TestSimulatorRules::kernelsAloneStartSooner()
{
    DeviceProfile profile = spinDevice(4);
    profile.compute.queuedKernelStartNs = 0.4 * ms;
    profile.compute.aloneKernelStartNs = 0.1 * ms;
    profile.compute.manyBlocksNs = 0.05 * ms;
    const auto gap = [&profile](const std::vector<Operation> &operations) {
        Program program = emptyProgram(2);
        program.operations = operations;
        const auto times = simulate(profile, program);
        return times[1].start - times[0].end;
    };
    QCOMPARE(gap({spin(0, 1, 1), spin(0, 4, 1)}), ms / 10);
    QCOMPARE(gap({spin(0, 1, 1), spin(0, 8, 1)}), 15 * ms / 100);
    QCOMPARE(gap({spin(0, 1, 1), spin(0, 1, 1), spin(1, 1, 9)}), 4 * ms / 10);
    Operation product = spin(0, 1, 1);
    product.kernel.own().kind = KernelKind::Tensor;
    QCOMPARE(gap({spin(0, 1, 1), product}), 4 * ms / 10);
    const auto gapBesideCopy = [](DeviceProfile device, Submission submission) {
        device.copies = linkDevice().copies;
        device.info.asyncEngineCount = 2;
        Program program = emptyProgram(2);
        program.submission = submission;
        program.operations = {spin(0, 1, 1), spin(0, 1, 1), copyIn(1), copyIn(1), copyIn(1), copyIn(1), copyIn(1)};
        const auto times = simulate(device, program);
        return times[1].start - times[0].end;
    };
    QCOMPARE(gapBesideCopy(profile, Submission::Live), 4 * ms / 10);
    QCOMPARE(gapBesideCopy(profile, Submission::Gated), ms / 10);
}

void TestSimulatorRules::queuesAreVisitedInTurn()
{
    DeviceProfile profile = spinDevice(8);
    profile.compute.hardwareQueues = 2;
    profile.compute.queueDependencies = true;
    profile.compute.dispatchNs = 0.1 * ms;
    profile.compute.queueVisitNs = 0.4 * ms;
    profile.compute.sharedQueueVisitNs = 0.3 * ms;
    const auto starts = [&profile](Submission submission, int streams, std::int32_t graph = Operation::none) {
        Program program = emptyProgram(streams);
        program.submission = submission;
        for (int stream = 0; stream < streams; ++stream) {
            program.operations.push_back(spin(stream, 1, 9));
            program.operations.back().graph = graph;
        }
        const auto times = simulate(profile, program);
        std::vector<std::int64_t> result;
        for (const auto &time : times)
            result.push_back((time.start - times[0].start) / (ms / 10));
        return result;
    };
    using Tenths = std::vector<std::int64_t>;
    QCOMPARE(starts(Submission::Gated, 2), (Tenths{0, 4}));
    // What is ready in a queue is started with its head. A gate lets the last queue go first.
    QCOMPARE(starts(Submission::Gated, 4), (Tenths{0, -3, 1, -2}));
    QCOMPARE(starts(Submission::Gated, 8),
             (Tenths{0, -4, 1, -3, 2, -2, 3, -1})); // the next queue waits for the last kernel
    profile.compute.releaseNs = 2 * ms;             // streams wait at a gate in the queues that they share
    QCOMPARE(starts(Submission::Gated, 4), (Tenths{0, -3, 1, -2}));
    QCOMPARE(starts(Submission::Gated, 2), (Tenths{0, 20}));
    profile.compute.releaseNs = 0;
    profile.compute.dispatchNs = 0;
    QCOMPARE(starts(Submission::Gated, 4), (Tenths{0, -3, 0, -3}));
    profile.compute.dispatchNs = 0.1 * ms;
    profile.compute.hardwareQueues = 1;
    QCOMPARE(starts(Submission::Gated, 2), (Tenths{0, 1})); // nothing to visit
    profile.compute.hardwareQueues = 2;
    QCOMPARE(starts(Submission::Graph, 2), (Tenths{0, 0}));         // nor in a graph
    QCOMPARE(starts(Submission::Live, 4, 0), (Tenths{0, 0, 0, 0})); // also where it is launched among other work
}

/// 981 kernels of 8 us on two streams took 4.797 ms on an H200 while the host launched them, 10 % less than behind a
/// gate.
void TestSimulatorRules::twoStreamsTakeTurnsWhileTheHostLaunches()
{
    const auto milliseconds = [](Submission submission) {
        Program program = emptyProgram(2);
        program.submission = submission;
        for (int i = 0; i < 981; ++i)
            program.operations.push_back(spin(i % 2, 26, 8e-3));
        return makespanMs(simulate(loadDeviceProfile("h200"), program));
    };
    const double live = milliseconds(Submission::Live);
    QVERIFY2(std::abs(live / 4.797 - 1) < 0.04, qPrintable(QString::number(live)));
    QVERIFY(milliseconds(Submission::Gated) > live * 1.06);
}

namespace {

/// Looks for other channels, and its calls have costs: 1 us for a copy, 4 for a launch.
DeviceProfile callingDevice()
{
    DeviceProfile profile = linkDevice();
    profile.copies.semaphoreRetryNs = 8192;
    profile.host.copyNs = profile.host.graphCopyNs = 1000;
    profile.host.kernelLaunchNs = 4000;
    return profile;
}

} // namespace

/// Up to 24 KiB to the device, where nothing is before the copy that is not done: the call writes the bytes. Then no
/// engine is needed.
void TestSimulatorRules::copiesThatWaitForNothingGoWithTheCommands()
{
    const DeviceProfile profile = callingDevice();
    const auto callNs = [&profile](std::vector<Operation> before, std::uint64_t bytes,
                                   Submission submission = Submission::Live) {
        Program program = emptyProgram(1);
        program.submission = submission;
        program.operations = std::move(before);
        program.operations.push_back(copyIn(0));
        program.operations.back().bytes = bytes;
        const OperationTimes times = simulate(profile, program).back();
        return times.returned - times.issue;
    };
    Operation sync = operation(OperationKind::Sync);
    sync.syncScope = SyncScope::Device;
    const std::vector<Operation> done{spin(0, 1, 1), sync};
    QCOMPARE(callNs(done, 4096), 1000 + 480 + 4 * 60);
    QCOMPARE(callNs(done, 24 << 10), 1000 + 480 + 24 * 60);
    QCOMPARE(callNs(done, (24 << 10) + 4), 1000);
    QCOMPARE(callNs({spin(0, 1, 1)}, 8192), 1000); // the stream works

    Program program = emptyProgram(2);
    program.operations = {spin(1, 1, 1), sync, copyIn(0), copyIn(1)};
    program.operations[2].bytes = 40960; // 10 ms
    const auto times = simulate(profile, program);
    QVERIFY(times[3].end < times[2].end - 9 * ms);
}

/// A launch behind a copy to the device that an engine brings costs more, and one behind such a copy less; with many
/// streams a copy behind another call costs more.
void TestSimulatorRules::callsCostMoreBehindOthers()
{
    const DeviceProfile profile = callingDevice();
    const auto callNs = [&profile](const Operation &before, const Operation &call, int streams) {
        Program program = emptyProgram(streams);
        program.operations = {before, call};
        const OperationTimes times = simulate(profile, program).back();
        return times.returned - times.issue;
    };
    QCOMPARE(callNs(copyIn(0), spin(0, 1, 1), 1), 4000 + 380);
    QCOMPARE(callNs(copyBack(0), spin(0, 1, 1), 1), 4000);
    QCOMPARE(callNs(spin(0, 1, 1), spin(0, 1, 1), 1), 4000);
    QCOMPARE(callNs(spin(0, 1, 1), copyBack(0), 11), 1000 + 600);
    QCOMPARE(callNs(copyBack(0), copyBack(0), 11), 1000);
}

/// The kernels of a branch are handed over together, behind the copy before them.
void TestSimulatorRules::nodesAreHandedOverOneByOne()
{
    Program program = emptyProgram(3);
    program.submission = Submission::Graph;
    program.operations = {copyIn(0), spin(0, 1, 1), spin(0, 1, 1), copyIn(1), spin(2, 1, 1)};
    const auto times = simulate(callingDevice(), program);
    constexpr std::int64_t copyNs = 1000 + 480 + 4 * 60;
    QCOMPARE(times[3].ready - times[0].ready, copyNs + 1160);
    QCOMPARE(times[4].ready - times[3].ready, copyNs);
}

void TestSimulatorRules::gatedRunsEndWhenTheirEventLooks()
{
    DeviceProfile profile = linkDevice();
    profile.copies.semaphoreRetryNs = 4.0 * ms;
    const auto makespan = [&profile](Submission submission, const std::vector<Operation> &operations) {
        Program program = emptyProgram(1);
        program.submission = submission;
        program.operations = operations;
        return SimulatorExecutor(profile).run(program, {1, 0, 0}, {}).makespans.median();
    };
    const std::int64_t one = makespan(Submission::Live, {copyBack(0)});
    QVERIFY(one < 2 * ms);
    constexpr std::int64_t seenNs = 1600;
    QCOMPARE(makespan(Submission::Gated, {copyBack(0)}), 4 * ms + seenNs);
    const std::vector<Operation> more(static_cast<std::size_t>(4 * ms / one + 1), copyBack(0));
    QCOMPARE(makespan(Submission::Gated, more), 8 * ms + seenNs);
    QCOMPARE(makespan(Submission::Gated, {spin(0, 1, 1)}), ms); // events see kernels at once
}

void TestSimulatorRules::copiesAloneMoveTheLastEvent()
{
    DeviceProfile profile = linkDevice();
    profile.copies.semaphoreRetryNs = 4.0 * ms;
    const auto eventNs = [&profile](double joinNs, const std::vector<Operation> &operations) {
        profile.copies.joinNs = joinNs;
        Program program = emptyProgram(2);
        program.operations = operations;
        std::int64_t end = 0;
        for (const OperationTimes &times : simulate(profile, program))
            end = std::max(end, times.end);
        return SimulatorExecutor(profile).run(program, {1, 0, 0}, {}).makespans.median() - end;
    };
    Operation fill = copyBack(0);
    fill.kind = OperationKind::Memset;
    fill.writes = fill.reads;
    fill.reads = {};
    QCOMPARE(eventNs(5000, {fill, copyBack(0), copyBack(1)}), 5000 - 1300);
    QCOMPARE(eventNs(1000, {fill, copyBack(0), copyBack(1)}), 0); // not before the copy has ended
    QCOMPARE(eventNs(5000, {copyBack(0), copyBack(1), copyBack(0)}), 5000);
    QCOMPARE(eventNs(5000, {copyIn(0), copyBack(1), copyBack(1), copyBack(0)}), 5000 + 3500);
}

void TestSimulatorRules::arithmeticWaitsForTheFullestSm()
{
    const DeviceProfile profile = loadDeviceProfile("h200"); // 132 SMs
    const auto duration = [&profile](std::uint64_t blocks) {
        Program program = emptyProgram(1);
        program.operations = {kernel(0)};
        program.operations[0].kernel.own().elements = blocks * program.operations[0].kernel->block;
        program.operations[0].kernel.own().workPerElement = 4096;
        const auto times = simulate(profile, program);
        return static_cast<double>(times[0].end - times[0].start);
    };
    const double five = duration(660);
    QVERIFY(std::abs(duration(582) / five - 1) < 0.01);
    QVERIFY(duration(528) / five < 0.85);
}

void TestSimulatorRules::kernelsBehindMemsetsOfAGraph()
{
    DeviceProfile profile = spinDevice(8);
    profile.compute.graphNodeNs = 0.1 * ms;
    profile.compute.graphBehindMemsetNs = 0.3 * ms;
    Program program = emptyProgram(1);
    Operation memset;
    memset.kind = OperationKind::Memset;
    memset.stream = 0;
    program.operations = {spin(0, 1, 1), memset, spin(0, 1, 1), spin(0, 1, 1)};
    program.operations[1].bytes = 4;
    program.buffers.push_back(Buffer());
    program.buffers.back().bytes = 4;
    program.operations[1].writes = {{static_cast<std::int32_t>(program.buffers.size()) - 1, 0, 4}};
    for (Operation &operation : program.operations)
        operation.graph = 0;
    const auto times = simulate(profile, program);
    QCOMPARE(times[2].start - times[1].end, 3 * ms / 10);
    QCOMPARE(times[3].start - times[2].end, ms / 10);
}

/// What a synchronisation with work that was done takes passes while another one waits.
void TestSimulatorRules::synchronisationsTakeTheirOwnTime()
{
    const DeviceProfile profile = spinDevice(8);
    for (const int kernelMs : {1, 9}) {
        Program program = emptyProgram(1);
        program.operations = {spin(0, 1, kernelMs), hostSync()};
        program.operations[0].callNs = 0;
        program.operations[1].callNs = 2 * ms;
        program.operations[1].durationNs = 7 * ms;
        QCOMPARE(simulate(profile, program)[1].returned, kernelMs == 1 ? 7 * ms : 11 * ms);
    }
}

void TestSimulatorRules::graphKnowsNoQueues()
{
    DeviceProfile profile = spinDevice(8);
    profile.compute.hardwareQueues = 1;
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 1), spin(0, 1, 1), spin(1, 1, 1)};
    QCOMPARE(simulate(profile, program)[2].start, 1 * ms); // H4: behind the second, which waits
    program.submission = Submission::Graph;
    QCOMPARE(simulate(profile, program)[2].start, 0 * ms); // Q1
}

void TestSimulatorRules::copiesOfAGraphTakeTheChannels_data()
{
    QTest::addColumn<int>("chunks");
    QTest::addColumn<int>("streams");
    QTest::addColumn<std::uint64_t>("bytes"); // of a chunk
    QTest::addColumn<std::uint64_t>("multiplyAdds");
    QTest::addColumn<double>("measuredUs");
    QTest::newRow("10 streams") << 42 << 10 << std::uint64_t{461580} << std::uint64_t{308} << 909.0;
    QTest::newRow("9 streams") << 20 << 9 << std::uint64_t{3069744} << std::uint64_t{649} << 2090.0;
    QTest::newRow("3 streams") << 108 << 3 << std::uint64_t{757260} << std::uint64_t{83} << 2641.0;
}

/// All copies to the device, all kernels, all copies back: with more streams than channels the copies back come late.
void TestSimulatorRules::copiesOfAGraphTakeTheChannels()
{
    QFETCH(int, chunks);
    QFETCH(int, streams);
    QFETCH(std::uint64_t, bytes);
    QFETCH(std::uint64_t, multiplyAdds);
    QFETCH(double, measuredUs);
    Program program = emptyProgram(streams);
    program.submission = Submission::Graph;
    const auto add = [&](Operation operation) {
        for (int chunk = 0; chunk < chunks; ++chunk) {
            operation.stream = chunk % streams;
            operation.bytes = bytes;
            operation.kernel.own().elements = bytes / 4;
            operation.kernel.own().workPerElement = multiplyAdds;
            program.operations.push_back(operation);
        }
    };
    add(copyIn(0));
    add(kernel(0));
    add(copyBack(0));
    const double us = makespanMs(simulate(loadDeviceProfile("h200"), program)) * 1e3;
    QVERIFY2(std::abs(us / measuredUs - 1) < 0.05, qPrintable(QString::number(us)));
}

namespace {

/// alloc, kernel, free on stream 0, then an alloc on `stream`.
Program allocations(int stream)
{
    Program program = emptyProgram(2);
    Operation alloc = operation(OperationKind::Alloc, 0), free = operation(OperationKind::Free, 0);
    alloc.bytes = free.bytes = 1 << 20;
    program.operations = {alloc, kernel(0), free, alloc};
    program.operations[3].stream = stream;
    return program;
}

DeviceProfile poolDevice()
{
    DeviceProfile profile = unitDevice();
    profile.pool.grow.points = {{0, 10.0 * ms}};
    profile.pool.trim.points = {{0, 3.0 * ms}};
    return profile;
}

} // namespace

/// Two channels of copies, and 0.4 ms from copy to copy.
DeviceProfile channelDevice()
{
    DeviceProfile profile = linkDevice();
    profile.copies.order = CopyOrder::ByStream;
    profile.copies.queues = 2;
    profile.copies.queuedStartNs = profile.copies.besideStartNs = 0.4 * ms;
    return profile;
}

std::vector<std::int64_t> gapsOfCopies(const DeviceProfile &profile, Submission submission,
                                       const std::vector<Operation> &operations, std::size_t streams = 4)
{
    Program program = emptyProgram(streams);
    program.submission = submission;
    program.operations = operations;
    std::vector<OperationTimes> copies;
    const auto times = simulate(profile, program);
    for (std::size_t i = 0; i < times.size(); ++i)
        if (operations[i].kind == OperationKind::H2D)
            copies.push_back(times[i]);
    std::sort(copies.begin(), copies.end(), [](const auto &a, const auto &b) { return a.start < b.start; });
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < copies.size(); ++i)
        gaps.push_back(copies[i].start - copies[i - 1].end);
    return gaps;
}

/// Those that wait for nothing but its launch. Others wait for the engine half of what all do in streams.
void TestSimulatorRules::firstCopiesOfAGraphFollowAtOnce()
{
    const DeviceProfile profile = channelDevice();
    QCOMPARE(gapsOfCopies(profile, Submission::Graph, {copyIn(0), copyIn(1)}), std::vector{std::int64_t{0}});
    const std::vector<Operation> behindKernel = {copyIn(0), spin(1, 1, 0.5), copyIn(1)};
    QCOMPARE(gapsOfCopies(profile, Submission::Live, behindKernel), std::vector{66 * ms / 100});
    QCOMPARE(gapsOfCopies(profile, Submission::Graph, behindKernel), std::vector{33 * ms / 100});
}

/// 100 copies of 4 KiB behind a gate took 255 to 263 us on one, four, 12 and 47 streams and 279 on five, where the
/// engine comes to a copy that waits and goes to another channel every five copies (an H200).
void TestSimulatorRules::engineNeedsTimeForAnotherChannel()
{
    const std::vector<Operation> inChannels = {copyIn(0), copyIn(1), copyIn(2), copyIn(3)}; // 0 and 2, 1 and 3
    const std::int64_t other = 54 * ms / 100;
    QCOMPARE(gapsOfCopies(channelDevice(), Submission::Gated, inChannels), (std::vector<std::int64_t>{0, other, 0}));
    std::vector<Operation> afterLong = {copyIn(0), copyIn(1)};
    for (Operation &operation : afterLong)
        operation.bytes = 128 << 10; // long enough to look at the channels meanwhile
    QCOMPARE(gapsOfCopies(channelDevice(), Submission::Gated, afterLong), std::vector{32 * ms / 100});
    QCOMPARE(gapsOfCopies(channelDevice(), Submission::Gated, {copyIn(0), copyIn(0)}), std::vector<std::int64_t>{0});
}

/// The same with a kernel behind each copy, all copies before all kernels: 358 us, and the kernels alone take 55.
void TestSimulatorRules::copiesComeLaterWhereKernelsWait()
{
    const DeviceProfile profile = channelDevice();
    const std::vector<Operation> waits = {copyIn(0), copyIn(0), spin(0, 1, 1)};
    const std::vector<Operation> ends = {copyIn(0), copyIn(0), spin(1, 1, 0.5)};
    const std::vector<Operation> runs = {copyIn(0), copyIn(0), spin(1, 1, 5)};
    QCOMPARE(gapsOfCopies(profile, Submission::Gated, waits), std::vector{2 * ms / 10});
    QCOMPARE(gapsOfCopies(profile, Submission::Gated, ends), std::vector{12 * ms / 100});
    QCOMPARE(gapsOfCopies(profile, Submission::Gated, runs), std::vector{std::int64_t{0}});
    Operation large = copyIn(0);
    large.bytes = 16 << 10;
    QCOMPARE(gapsOfCopies(profile, Submission::Gated, {large, large}), std::vector{8 * ms / 100});
    QCOMPARE(gapsOfCopies(profile, Submission::Gated, {large, large}, 1), std::vector{std::int64_t{0}});
}

/// 100 copies to the device on so many streams of an H200.
double hundredCopiesUs(Submission submission, int streams, std::uint64_t bytes)
{
    Program program = emptyProgram(static_cast<std::size_t>(streams));
    program.submission = submission;
    for (int i = 0; i < 100; ++i) {
        program.operations.push_back(copyIn(i % streams));
        program.operations.back().bytes = bytes;
    }
    const auto times = simulate(loadDeviceProfile("h200"), program);
    const auto last = std::max_element(times.begin(), times.end(), [](auto &a, auto &b) { return a.end < b.end; });
    return static_cast<double>(last->end - times.front().start) / 1000;
}

/// Behind a gate those of 1 KiB took 155 us on twelve streams and 256 on one, and of 1.5 KiB 261 and 255 (an H200).
void TestSimulatorRules::smallestCopiesPassTheEngine()
{
    const auto us = [](int streams, std::uint64_t bytes) { return hundredCopiesUs(Submission::Gated, streams, bytes); };
    QVERIFY(us(12, 1024) < 165 && us(12, 1024) > 130);
    QVERIFY(us(12, 1536) < 275 && us(12, 1536) > 230);
    QVERIFY(us(1, 1024) < 275 && us(1, 1024) > 230);
}

/// In a graph those of 4 KiB took 262, 254 and 257 us on one, two and three branches, 202 on five and 208 on eight (an
/// H200): by the engine, or with the commands.
void TestSimulatorRules::copiesOfFewBranchesNeedTheEngine()
{
    const auto us = [](int branches) { return hundredCopiesUs(Submission::Graph, branches, 4096); };
    for (const int branches : {1, 2, 3})
        QVERIFY2(us(branches) > 235 && us(branches) < 285, qPrintable(QString::number(us(branches))));
    for (const int branches : {5, 8})
        QVERIFY2(us(branches) > 170 && us(branches) < 220, qPrintable(QString::number(us(branches))));
}

void TestSimulatorRules::poolUsesMemoryAgain()
{
    const auto times = simulate(poolDevice(), allocations(0)); // the host gets memory for the first only
    QCOMPARE(times[0].returned - times[0].issue, 10 * ms);
    QCOMPARE(times[3].returned - times[3].issue, 0 * ms);
}

/// 308 kernels of 54 us on one stream, with an allocation before and a free behind each, took 1.3 us more each than
/// without (an H200).
void TestSimulatorRules::kernelsStartLaterBehindPools()
{
    DeviceProfile profile = spinDevice(4);
    profile.compute.aloneKernelStartNs = 0.1 * ms;
    profile.pool.releaseNs = 1.0 * ms;
    Operation alloc = allocations(0).operations[0], freed = alloc;
    alloc.kind = OperationKind::Alloc;
    freed.kind = OperationKind::Free;
    Program program = allocations(0);
    program.operations = {alloc, spin(0, 1, 1), freed, alloc, spin(0, 1, 1), freed, spin(0, 1, 1), spin(0, 1, 1)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[4].start - times[1].end, 75 * ms / 100);
    QCOMPARE(times[6].start - times[4].end, 75 * ms / 100);
    QCOMPARE(times[7].start - times[6].end, ms / 10);
}

void TestSimulatorRules::poolInsertsADependency()
{
    const DeviceProfile profile = poolDevice();
    const Program program = allocations(1);
    Simulation simulation(profile, program);
    const auto times = simulation.run({});
    QCOMPARE(times[3].ready, times[2].end); // M3: another stream waits for the free
    QCOMPARE(simulation.insertedDependencies().size(), std::size_t{1});
    QCOMPARE(simulation.insertedDependencies()[0].free, 2);
}

void TestSimulatorRules::poolGivesBackAtASynchronisation()
{
    Program program = allocations(0);
    program.operations.insert(program.operations.begin() + 3, operation(OperationKind::Sync));
    auto times = simulate(poolDevice(), program);
    QCOMPARE(times[4].returned - times[4].issue, 10 * ms); // M2: threshold 0
    QCOMPARE(times[3].end - times[2].end, 3 * ms);         // giving back costs the host
    program.poolReleaseThreshold = 1 << 20;
    times = simulate(poolDevice(), program);
    QCOMPARE(times[4].returned - times[4].issue, 0 * ms);
    QCOMPARE(times[3].end, times[2].end);
}

/// Measured on an H200: an allocation whose stream need not come after the free takes new memory; one that comes after
/// it by an event takes the freed memory.
void TestSimulatorRules::poolFollowsEvents()
{
    DeviceProfile profile = poolDevice();
    profile.pool.internalDependencies = false;
    Program program = allocations(1);
    auto times = simulate(profile, program);
    QCOMPARE(times[3].returned - times[3].issue, 10 * ms);
    program.events = {"freed"};
    Operation record = operation(OperationKind::EventRecord, 0), wait = operation(OperationKind::EventWait, 1);
    record.event = wait.event = 0;
    program.operations.insert(program.operations.begin() + 3, {record, wait});
    times = simulate(profile, program);
    QCOMPARE(times[5].returned - times[5].issue, 0 * ms);
    QCOMPARE(times[5].ready, times[2].end);
}

/// A freed block serves several smaller allocations.
void TestSimulatorRules::poolSplitsBlocks()
{
    Program program = allocations(0);
    program.operations[3].bytes = 1 << 19;
    program.operations.push_back(program.operations[3]);
    program.operations.push_back(program.operations[3]);
    const auto times = simulate(poolDevice(), program);
    QCOMPARE(times[3].returned - times[3].issue, 0 * ms);
    QCOMPARE(times[4].returned - times[4].issue, 0 * ms);
    QCOMPARE(times[5].returned - times[5].issue, 10 * ms);
}

/// cudaMemcpyAsync of no bytes does nothing, in its place in the stream.
void TestSimulatorRules::copiesOfNothingTakeNoEngine()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyIn(1)};
    Operation &nothing = program.operations[1];
    nothing.bytes = nothing.reads.front().bytes = nothing.writes.front().bytes = 0;
    const auto times = simulate(unitDevice(), program);
    QCOMPARE(times[1].end, times[1].ready);
    QVERIFY(times[1].end < times[0].end);
}

void TestSimulatorRules::synchronisingWithTheNullStreamWaitsForBlockingStreams()
{
    for (const bool nonBlocking : {false, true}) {
        Program program = emptyProgram(2);
        program.streams[0].kind = StreamKind::LegacyDefault;
        program.streams[1].nonBlocking = nonBlocking;
        Operation sync = operation(OperationKind::Sync, 0);
        sync.syncScope = SyncScope::Stream;
        program.operations = {kernel(1), sync};
        const auto times = simulate(unitDevice(), program);
        QCOMPARE(times[1].end >= times[0].end, !nonBlocking);
    }
}

/// A wait on the NULL stream for an event that was never recorded, or has passed, puts nothing into the stream.
void TestSimulatorRules::waitForAPastEventSeparatesNothing()
{
    Program program = emptyProgram(3);
    program.streams[0].kind = StreamKind::LegacyDefault;
    program.streams[1].nonBlocking = program.streams[2].nonBlocking = false;
    program.events = {"event"};
    Operation wait = operation(OperationKind::EventWait, 0), record = operation(OperationKind::EventRecord, 1);
    wait.event = record.event = 0;
    program.operations = {kernel(1), wait, copyIn(2)};
    auto times = simulate(unitDevice(), program);
    QVERIFY(times[2].start < times[0].end);
    program.operations = {kernel(1), record, wait, copyIn(2)};
    times = simulate(unitDevice(), program);
    QVERIFY(times[3].start >= times[0].end);
}

/// The event is recorded in an idle stream, the GPU has not reached it when the wait is called (H200, 8 us behind it).
void TestSimulatorRules::waitForAnEventJustRecordedSeparates()
{
    Program program = emptyProgram(4);
    program.streams[0].kind = StreamKind::LegacyDefault;
    for (int i = 1; i < 4; ++i)
        program.streams[i].nonBlocking = false;
    program.events = {"event"};
    program.operations = {spin(1, 1, 1), record(2, 0), wait(0, 0), spin(3, 1, 1)};
    auto times = simulate(spinDevice(4), program);
    QVERIFY(times[3].start >= times[0].end);
    program.operations.insert(program.operations.begin() + 2, hostWork(50'000));
    times = simulate(spinDevice(4), program);
    QVERIFY(times[4].start < times[0].end);
}

/// H200: in 13 of 15 processes; behind a kernel the last issued was first in 7 of 10.
void TestSimulatorRules::twoStreamsBehindACopyKeepTheirOrder()
{
    Program program = emptyProgram(3);
    program.streams[0].kind = StreamKind::LegacyDefault;
    program.streams[1].nonBlocking = program.streams[2].nonBlocking = false;
    program.operations = {copyIn(0), spin(1, 4, 1), spin(2, 4, 1)};
    auto times = simulate(spinDevice(4), program);
    QVERIFY(times[1].start < times[2].start);
    program.operations[0] = spin(0, 1, 1);
    times = simulate(spinDevice(4), program);
    QVERIFY(times[2].start < times[1].start);
}

/// H200: copies were issued in the streams 2, 1 and 0, and the engine took them in this order.
void TestSimulatorRules::enginesTakeChannelsByTheirFirstUse()
{
    Program program = emptyProgram(3);
    program.operations = {copyIn(2), copyIn(1), copyIn(0)};
    const auto times = simulate(linkDevice(), program);
    QVERIFY(times[0].start < times[1].start);
    QVERIFY(times[1].start < times[2].start);
}

void TestSimulatorRules::synchronisingWithAStreamLeavesTheFreesOfOthers()
{
    Program program = allocations(0);
    Stream other = program.streams[0];
    other.id = "other";
    program.streams.push_back(other);
    const auto last = static_cast<std::int32_t>(program.streams.size() - 1);
    Operation sync = operation(OperationKind::Sync, last);
    program.operations.insert(program.operations.begin() + 3, {hostWork(20 * ms), sync});
    auto times = simulate(poolDevice(), program);
    QCOMPARE(times[5].returned - times[5].issue, 0 * ms);
    program.operations[4].stream = 0;
    times = simulate(poolDevice(), program);
    QCOMPARE(times[5].returned - times[5].issue, 10 * ms);
}

/// Up to the staging memory's size a pageable copy to the device costs the host the staging only, also behind a kernel.
void TestSimulatorRules::pageableCopiesAreStagedAhead()
{
    DeviceProfile profile = spinDevice(1);
    profile.copies.stagingBytes = 2 << 20;
    profile.copies.h2d.pageable = {0, {{1, 1e9}}}; // 1 ns for a byte
    for (const auto &[bytes, ahead] : {std::pair{2 << 20, true}, {(2 << 20) + 4, false}}) {
        Program program = emptyProgram(2);
        for (Buffer &buffer : program.buffers) {
            buffer.bytes = static_cast<std::uint64_t>(bytes);
            buffer.hostMemory = HostMemory::Pageable;
        }
        program.operations = {spin(0, 1, 50), copyIn(0), spin(1, 1, 1)};
        Operation &moved = program.operations[1];
        moved.bytes = moved.reads.front().bytes = moved.writes.front().bytes = static_cast<std::uint64_t>(bytes);
        const auto times = simulate(profile, program);
        QCOMPARE(times[2].issue < times[0].end, ahead);
        QVERIFY(times[1].start >= times[0].end);
        QVERIFY(times[1].returned - times[1].issue >= (1 << 20));
    }
}

/// The nodes of a captured graph take the priority of the stream that launches it.
void TestSimulatorRules::graphNodesHaveNoPriorities()
{
    for (const Submission submission : {Submission::Live, Submission::Graph}) {
        Program program = emptyProgram(3);
        program.submission = submission;
        program.streams[2].priority = -5;
        DeviceProfile profile = spinDevice(1);
        profile.info.greatestPriority = -5;
        const auto blocks = static_cast<std::uint32_t>(blocksAtOnce({256, 1024, 0}, profile.info));
        program.operations = {spin(0, blocks, 1), spin(1, blocks, 1), spin(2, blocks, 1)};
        for (Operation &each : program.operations)
            each.kernel.own().sharedMemory = 0;
        const auto times = simulate(profile, program);
        QCOMPARE(times[2].start < times[1].start, submission == Submission::Live);
    }
}

/// A memset that fills the device is hardly longer beside a few small blocks.
void TestSimulatorRules::fullKernelsShareThroughput()
{
    DeviceProfile profile = spinDevice(4);
    profile.compute.memset = {0, {{1, 1e9}}};
    Program program = emptyProgram(2);
    Operation memset = operation(OperationKind::Memset, 1);
    memset.bytes = 4096;
    memset.writes = {{1, 0, 4096}};
    program.operations = {memset};
    const double alone = makespanMs(simulate(profile, program));
    program.operations = {spin(0, 8, 1), memset};
    const auto times = simulate(profile, program);
    const double beside = static_cast<double>(times[1].end - times[1].start) / ms;
    QVERIFY2(beside < 1.05 * alone, qPrintable(QString::number(beside / alone)));
}

namespace {

/// Within the device's only buffer.
Operation deviceCopy(int stream)
{
    Operation op = copyIn(stream);
    op.kind = OperationKind::D2D;
    op.reads = {{1, 8192, 4096}};
    return op;
}

} // namespace

/// Where copies inside the device are kernels, a kernel that fills the SMs holds them up.
void TestSimulatorRules::deviceCopiesTakeSms()
{
    for (const bool onSms : {false, true}) {
        DeviceProfile profile = spinDevice(1);
        profile.copies.deviceCopiesOnSms = onSms;
        Program program = emptyProgram(2);
        const auto blocks = static_cast<std::uint32_t>(blocksAtOnce({256, 1024, 0}, profile.info));
        program.operations = {spin(0, blocks, 1), deviceCopy(1)};
        program.operations[0].kernel.own().sharedMemory = 0;
        const auto times = simulate(profile, program);
        QCOMPARE(times[1].start >= times[0].end, onSms);
    }
}

/// However many streams have a kernel ready, the device takes them one after the other.
void TestSimulatorRules::launchesLeaveTheQueuesOneByOne()
{
    DeviceProfile profile = spinDevice(4);
    profile.compute.dispatchNs = 0.1 * ms;
    Program program = emptyProgram(3);
    program.submission = Submission::Gated;
    program.operations = {spin(0, 1, 1), spin(1, 1, 1), spin(2, 1, 1)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].start - times[0].start, ms / 10);
    QCOMPARE(times[2].start - times[1].start, ms / 10);
}

/// Two streams share the only queue: the second kernel waits for the function of the first stream.
void TestSimulatorRules::functionsHoldTheirQueue()
{
    for (const bool holds : {false, true}) {
        DeviceProfile profile = spinDevice(4);
        profile.compute.hardwareQueues = 1;
        profile.compute.functionsHoldQueues = holds;
        Program program = emptyProgram(2);
        Operation function = operation(OperationKind::HostFunction, 0);
        function.durationNs = 5 * ms;
        program.operations = {spin(0, 1, 1), function, spin(1, 1, 1)};
        const auto times = simulate(profile, program);
        QCOMPARE(times[2].start >= times[1].end, holds);
    }
}

/// What is left of the block that a pool got from the system serves other streams, too.
void TestSimulatorRules::poolsGrowByWholeBlocks()
{
    DeviceProfile profile = poolDevice();
    profile.pool.internalDependencies = false;
    profile.pool.growBytes = 4 << 20;
    const Program program = allocations(1); // 1 MiB on one stream, then on another
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].returned - times[0].issue, 10 * ms);
    QCOMPARE(times[3].returned - times[3].issue, 0 * ms);
}

void TestSimulatorRules::smallAllocationsAreCheapInAKeptBlock()
{
    DeviceProfile profile = unitDevice();
    profile.host.alloc.points = {{0, 10.0 * ms}};
    profile.host.smallAllocNs = 1.0 * ms;
    profile.host.smallBytes = 1 << 20;
    Program program = emptyProgram(1); // has a buffer of 1 MiB on the device
    Operation alloc = operation(OperationKind::Alloc);
    alloc.bytes = 1 << 20;
    program.operations = {alloc};
    QCOMPARE(makespanMs(simulate(profile, program)), 1.0);
    program.buffers[1].bytes = 2 << 20;
    QCOMPARE(makespanMs(simulate(profile, program)), 10.0);
}

void TestSimulatorRules::chainedCopiesStartSooner()
{
    DeviceProfile profile = spinDevice(1);
    profile.copies.h2d.pinned = {2.0 * ms, {{1, 1e15}}};
    profile.copies.h2d.chainedLatencyNs = 0.5 * ms;
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), copyIn(0), copyIn(0)};
    QCOMPARE(makespanMs(simulate(profile, program)), 3.0);
}

/// The second of two copies that go different ways finds the first one's data in the queues of the link.
void TestSimulatorRules::dataOfTheOtherDirectionDelayACopy()
{
    DeviceProfile profile = linkDevice(); // 4096 bytes take 1 ms
    profile.copies.loadedLatencyNs = 0.3 * ms;
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyBack(1)};
    auto times = simulate(profile, program);
    QCOMPARE(times[0].end - times[0].start, 1 * ms);
    QCOMPARE(times[1].end - times[1].start, 13 * ms / 10);
    profile.copies.loadedLatencyNs = 5.0 * ms; // no longer than those data take
    times = simulate(profile, program);
    QCOMPARE(times[1].end - times[1].start, 2 * ms);
}

void TestSimulatorRules::firstPinnedMemoryIsCold()
{
    DeviceProfile profile = unitDevice();
    profile.host.pinnedAlloc.points = {{0, 10.0 * ms}};
    profile.host.pinnedFree.points = {{0, 1.0 * ms}};
    profile.host.pinnedCold.points = {{0, 5.0 * ms}};
    Program program = emptyProgram(1);
    Operation alloc = operation(OperationKind::Alloc), free = operation(OperationKind::Free);
    alloc.allocation = free.allocation = AllocationPlace::PinnedHost;
    alloc.bytes = free.bytes = 4 << 20;
    program.operations = {alloc, free, alloc, free};
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].end - times[0].issue, 15 * ms);
    QCOMPARE(times[2].end - times[2].issue, 10 * ms);
}

void TestSimulatorRules::collectivesHaveCallsOfTheirOwn()
{
    DeviceProfile profile = unitDevice();
    profile.host.kernelLaunchNs = 1.0 * ms;
    profile.host.collectiveNs = 4.0 * ms;
    Program program = twoDevices();
    for (int rank : {0, 1}) {
        Operation collective = operation(OperationKind::Collective, rank);
        collective.setGroup(0);
        collective.bytes = 4096;
        program.operations.push_back(collective);
    }
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].returned - times[0].issue, 4 * ms);
    QCOMPARE(times[1].returned - times[1].issue, 4 * ms);
}

/// The blocks of a trace's collective wait for each other: it starts when all have room, and takes its own time.
void TestSimulatorRules::tracedCollectivesStartWithAllBlocks()
{
    DeviceProfile profile = spinDevice(1);
    const auto blocks = static_cast<std::uint32_t>(blocksAtOnce({256, 1024, 0}, profile.info));
    Program program = emptyProgram(2);
    program.operations = {spin(0, blocks - 1, 4), spin(1, 2, 1)};
    for (Operation &each : program.operations)
        each.kernel.own().sharedMemory = 0;
    Operation &second = program.operations[1];
    QVERIFY(simulate(profile, program)[1].start < 4 * ms);
    second.source = 1;
    second.bytes = 4096;
    const auto times = simulate(profile, program);
    QVERIFY(times[1].start >= 4 * ms);
    QCOMPARE(times[1].end - times[1].start, 1 * ms);
}

/// The branches of a graph start in the order in which they were captured.
void TestSimulatorRules::graphsReleaseInOrder()
{
    Program program = emptyProgram(3);
    program.submission = Submission::Graph;
    program.events = {"event"};
    program.operations = {copyIn(0), record(0, 0), wait(1, 0), copyIn(1), wait(2, 0), copyIn(2)};
    const auto times = simulate(unitDevice(), program);
    QVERIFY(times[3].start < times[5].start);
}

/// Of two nodes behind one the first captured comes first, also where an event leads to it and not to the other: two
/// batches of 126 MiB took 4.14 ms, and 4.72 the other way round (H200).
void TestSimulatorRules::eventsOfAGraphAreEdges()
{
    Program program = emptyProgram(2);
    program.submission = Submission::Graph;
    program.events = {"event"};
    const DeviceProfile profile = spinDevice(1);
    const auto blocks = static_cast<std::uint32_t>(blocksAtOnce({256, 1024, 0}, profile.info));
    program.operations = {spin(0, blocks, 1), record(0, 0), wait(1, 0), spin(1, blocks, 1), spin(0, blocks, 1)};
    for (Operation &each : program.operations)
        if (each.kind == OperationKind::Kernel)
            each.kernel.own().sharedMemory = 0;
    const auto times = simulate(profile, program);
    QVERIFY(times[3].start < times[4].start);
}

/// The kernels that run here do not take the registers that a Program names, on a GPU or in the model; more than a
/// block can have are refused all the same.
void TestSimulatorRules::registersAreNotTaken()
{
    DeviceProfile profile = spinDevice(1);
    profile.info.registersPerMultiprocessor = 65536;
    Program program = emptyProgram(1);
    program.operations = {spin(0, 8, 1)};
    program.operations[0].kernel.own().sharedMemory = 0;
    QCOMPARE(makespanMs(simulate(profile, program)), 1.0);
    program.operations[0].kernel.own().registers = 64;
    QCOMPARE(makespanMs(simulate(profile, program)), 1.0);
    program.operations[0].kernel.own().registers = 255;
    program.operations[0].kernel.own().block = 1024;
    profile.info.id = "sim:test";
    const QString text = errorOf([&] { SimulatorExecutor(profile).run(program, {1, 0, 0}, {}); });
    QVERIFY2(text.contains("registers"), qPrintable(text));
}

void TestSimulatorRules::withoutCopyEnginesNothingOverlaps()
{
    DeviceProfile profile = unitDevice();
    profile.info.asyncEngineCount = 0;
    Program program = emptyProgram(3);
    program.operations = {kernel(0), copyIn(1), kernel(2), copyBack(1)};
    QCOMPARE(makespanMs(simulate(profile, program)), 4.0);
    profile.info.asyncEngineCount = 1; // C1: copies beside kernels, but one at a time
    QCOMPARE(makespanMs(simulate(profile, program)), 2.0);
}

/// The more channels wait for their streams, the later the engine sees that one of them goes on.
void TestSimulatorRules::anIdleEngineLooksAtItsChannelsInTurn()
{
    DeviceProfile profile = linkDevice();
    profile.copies.order = CopyOrder::ByStream;
    profile.copies.waitingChannelNs = 0.1 * ms;
    Program program = emptyProgram(3);
    program.operations = {spin(0, 1, 1), spin(1, 1, 5), spin(2, 1, 9), copyBack(0), copyBack(1), copyBack(2)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[3].start, 1 * ms + 200'000);
    QCOMPARE(times[4].start, 5 * ms + 100'000);
    QCOMPARE(times[5].start, 9 * ms);
    profile.copies.order = CopyOrder::IssueOrder; // one channel
    QCOMPARE(simulate(profile, program)[3].start, 1 * ms);
}

void TestSimulatorRules::soDoTheQueuesOfKernels()
{
    DeviceProfile profile = linkDevice();
    profile.compute.hardwareQueues = 8;
    profile.compute.waitingQueueNs = 0.1 * ms;
    Program program = emptyProgram(3);
    program.operations = {copyIn(0), copyIn(1), copyIn(2), spin(0, 1, 1), spin(1, 1, 1), spin(2, 1, 1)};
    const auto times = simulate(profile, program);
    QCOMPARE(times[3].start, 1 * ms + 141'421); // the root of two
    QCOMPARE(times[4].start, 2 * ms + 100'000);
    QCOMPARE(times[5].start, 3 * ms);
    program.operations.resize(4); // nobody else waits
    QCOMPARE(simulate(profile, program)[3].start, 1 * ms);
}

void TestSimulatorRules::neighboursShareTheWayToTheHost()
{
    DeviceProfile profile = linkDevice();
    Program program = twoDevices();
    program.operations = {copyIn(0), copyIn(1)};
    program.operations[1].writes = {{2, 0, 4096}};
    QCOMPARE(makespanMs(simulate(profile, program)), 1.0);
    profile.links.devicesPerHostLink = 2;
    profile.links.hostLinkBytesPerSecond = 4.096e6;
    QCOMPARE(makespanMs(simulate(profile, program)), 2.0);
}

void TestSimulatorRules::peerCopiesShareLinks()
{
    Program program = twoDevices();
    program.streams.push_back({"2", StreamKind::Created, 2, 0, true});
    program.buffers.push_back({"third", BufferPlace::Device, HostMemory::Pinned, 2, 1 << 20});
    Operation peer = copyIn(0);
    peer.kind = OperationKind::Peer;
    peer.reads = {{1, 0, 4096}};
    peer.writes = {{3, 0, 4096}};
    Operation other = peer;
    other.stream = 1;
    other.reads = {{2, 0, 4096}};
    program.operations = {peer, other};
    QCOMPARE(makespanMs(simulate(linkDevice(), program)), 2.0); // both enter the third device
    program.operations[1].writes = {{1, 0, 4096}};
    QCOMPARE(makespanMs(simulate(linkDevice(), program)), 1.0);
}

void TestSimulatorRules::stagedCopies_data()
{
    QTest::addColumn<int>("copies");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("bothWays");
    QTest::addColumn<bool>("gated");
    QTest::addColumn<double>("us");
    QTest::newRow("small") << 29 << 3520 << false << false << 566.0;
    QTest::newRow("small, both ways") << 49 << 25996 << true << false << 1176.0;
    QTest::newRow("large, both ways") << 2 << 50195456 << true << false << 3664.0;
    QTest::newRow("all calls were made before") << 2 << 47720448 << true << true << 3181.0;
}

/// Without peer access, on two H200s.
void TestSimulatorRules::stagedCopies()
{
    QFETCH(const int, copies);
    QFETCH(const int, bytes);
    QFETCH(const bool, bothWays);
    QFETCH(const bool, gated);
    QFETCH(const double, us);
    Program program = twoDevices();
    program.peerAccess = false;
    program.submission = gated ? Submission::Gated : Submission::Live;
    const auto size = static_cast<std::uint64_t>(bytes);
    Operation copy = copyIn(0);
    copy.kind = OperationKind::Peer;
    copy.bytes = size;
    copy.reads = {{1, 0, size}};
    copy.writes = {{2, 0, size}};
    for (int i = 0; i < copies; ++i) {
        program.operations.push_back(copy);
        if (!bothWays)
            continue;
        program.operations.push_back(copy);
        program.operations.back().stream = 1;
        std::swap(program.operations.back().reads, program.operations.back().writes);
    }
    const double simulated = makespanMs(simulate(loadDeviceProfile("h200"), program)) * 1e3;
    QVERIFY2(std::abs(simulated / us - 1) < 0.06, qPrintable(QString::number(simulated)));
}

void TestSimulatorRules::collectiveWaitsForAllRanks()
{
    DeviceProfile profile = linkDevice();
    profile.links.ringBytesPerSecond = 1e9;
    profile.links.ringHopNs = 1000;
    Program program = twoDevices();
    Operation rank = operation(OperationKind::Collective, 0);
    rank.bytes = 1'000'000;
    rank.setGroup(7);
    program.operations = {spin(0, 1, 1), rank, rank};
    program.operations[2].stream = 1;
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].start, 1 * ms);
    QCOMPARE(times[2].ready, 0 * ms);
    QCOMPARE(times[2].start, 1 * ms);
    QCOMPARE(times[2].end - times[2].start, std::int64_t{2 * (1000 + 500'000)}); // 2 (n - 1) steps of a half each
}

void TestSimulatorRules::collectiveWithoutItsRanksNeverEnds()
{
    Program program = emptyProgram(1);
    Operation rank = operation(OperationKind::Collective, 0);
    rank.setGroup(1);
    program.operations = {rank, rank}; // the second waits for the first in their stream
    const QString text = errorOf([&] { simulate(unitDevice(), program); });
    QVERIFY2(text.contains("never ends") && text.contains("group 1"), qPrintable(text));
}

void TestSimulatorRules::devicesAreIndependent()
{
    Program program = twoDevices();
    program.streams.push_back({"null", StreamKind::LegacyDefault, 1, 0, false});
    program.operations = {kernel(0), kernel(2)};
    QCOMPARE(makespanMs(simulate(unitDevice(), program)), 1.0);
    DeviceProfile one = unitDevice();
    one.links.devices = 1;
    const QString text = errorOf([&] { SimulatorExecutor(one).run(program, {1, 0, 0}, {}); });
    QVERIFY2(text.contains("needs 2 devices"), qPrintable(text));
}

/// A3: a computing kernel of many blocks gives way to an urgent one when blocks end, not only at its end.
void TestSimulatorRules::urgentKernelGetsBetweenTheWaves()
{
    DeviceProfile profile = spinDevice(4);
    profile.info.maxThreadsPerMultiprocessor = 1024;
    profile.compute.fmaPerSecond = 1e9;
    profile.compute.kernelFixedNs = 0;
    profile.compute.memoryRate = {{1, 1e15}};
    Program program = emptyProgram(2);
    program.streams[1].priority = -5;
    Operation longOne = kernel(0);
    longOne.kernel.own().elements = 1 << 20;
    longOne.kernel.own().workPerElement = 1024; // 1074 ms in 16 waves
    Operation hostWork = operation(OperationKind::HostWork);
    hostWork.durationNs = 100 * ms;
    program.operations = {longOne, hostWork, spin(1, 4, 1)};
    program.operations[2].kernel.own().sharedMemory = 0;
    const auto times = simulate(profile, program);
    QVERIFY(times[2].start > 100 * ms && times[2].start < 140 * ms);
    QVERIFY(times[0].end > 1074 * ms && times[0].end < 1076 * ms);
}

void TestSimulatorRules::unrecordedWaitIsAHazard()
{
    Program program = emptyProgram(1);
    program.events = {"never"};
    program.operations = {wait(0, 0), kernel(0)};
    const Recording recording = SimulatorExecutor(unitDevice()).run(program, {1, 0, 0}, {});
    QCOMPARE(std::count_if(recording.notes.begin(), recording.notes.end(),
                           [](const std::string &note) {
                               return note.find("Hazard: operation 0") == 0
                                      && note.find("'never'") != std::string::npos;
                           }),
             std::ptrdiff_t{1});
}

void TestSimulatorRules::tooManyEventsAreRefused()
{
    Program program = emptyProgram(1);
    program.operations.assign(1000, kernel(0));
    const DeviceProfile profile = unitDevice();
    SimulationOptions options;
    options.maxEvents = 500;
    const QString text = errorOf([&] { Simulation(profile, program, options).run({}); });
    QVERIFY2(text.contains("500 events"), qPrintable(text));
}

void TestSimulatorRules::endlessTimesAreRefused()
{
    const auto refused = [](const Operation &operation, const DeviceProfile &profile) {
        Program program = emptyProgram(1);
        program.operations = {operation};
        return errorOf([&] { Simulation(profile, program).run({}); }).contains("100 days");
    };
    const DeviceProfile profile = loadDeviceProfile("h200");
    Operation longest = spin(0, 1, 1e6);
    QVERIFY(!refused(longest, profile));
    longest.kernel.own().grid = 2'147'483'647; // waves of them
    QVERIFY(refused(longest, profile));

    DeviceProfile slow = profile;
    slow.copies.h2d.pinned.bandwidth = {{1, 1000}};
    Operation copy = copyIn(0);
    copy.bytes = std::uint64_t{1} << 50;
    QVERIFY(refused(copy, slow));
    slow.compute.fmaPerSecond = 1000;
    Operation computes = kernel(0);
    computes.kernel.own().kind = KernelKind::Fma;
    computes.kernel.own().elements = std::uint64_t{1} << 48;
    computes.kernel.own().workPerElement = 1 << 30;
    QVERIFY(refused(computes, slow));
}

void TestSimulatorRules::jitterFollowsTheSeed()
{
    Program program = emptyProgram(1);
    program.operations.assign(20, copyIn(0));
    const auto makespan = [&program](bool jitter, std::uint64_t seed) {
        RunOptions options;
        options.repeat = 1;
        options.jitter = jitter;
        options.seed = seed;
        return SimulatorExecutor(loadDeviceProfile("h200")).run(program, options, {}).makespans.median();
    };
    QCOMPARE(makespan(false, 1), makespan(false, 2));
    QCOMPARE(makespan(true, 1), makespan(true, 1));
    QVERIFY(makespan(true, 1) != makespan(true, 2));
    QVERIFY(std::abs(double(makespan(true, 1)) / double(makespan(false, 1)) - 1) < 0.1);
}

void TestSimulatorRules::simulationsRunSideBySide()
{
    Program program = emptyProgram(4);
    for (int i = 0; i < 400; ++i)
        program.operations.push_back(i % 3 == 1 ? kernel(i % 4) : i % 3 == 2 ? copyBack(i % 4) : copyIn(i % 4));
    const DeviceProfile profile = loadDeviceProfile("h200");
    const double alone = makespanMs(simulate(profile, program));
    std::atomic<int> different{0};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int turn = 0; turn < 50; ++turn)
                    different += makespanMs(simulate(profile, program)) != alone ? 1 : 0;
            });
    }
    QCOMPARE(different.load(), 0);
}

QTEST_GUILESS_MAIN(TestSimulatorRules)
#include "tst_simulator_rules.moc"
