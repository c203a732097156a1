// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/executor.h"
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/program/errors.h"

#include <QtTest>

#include <algorithm>
#include <string>

using namespace streamscope;
using namespace streamscope::test;

/// Several host threads on a simulated device: what runs side by side, and where threads meet.
class TestHostThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void launchesShareTheDriversLock_data();
    void launchesShareTheDriversLock();
    void hostWorkRunsSideBySide();
    void blockingWaitsLeaveTheDriverToOthers();
    void eventsHandOver();
    void aStreamIsIssuedInListOrder();
    void anEventIsNotOvertaken();
    void aSyncWaitsForNothingIssuedLater();
    void gateOpensWhenAllThreadsAreDone();
    void defaultStreamsOfThreadsAreApart();
    void threadsThatWaitForeverAreReported();
    void pageableCopiesInAreStagedInTurn();
    void copiesPassBetweenThePiecesOfOthers();
    void pageableCopiesHoldTheDriversLock_data();
    void pageableCopiesHoldTheDriversLock();
    void allocationsHoldTheDriversLock_data();
    void allocationsHoldTheDriversLock();
    void oneThreadOfAnyNumber();
    void firstCallsOfOtherThreads();
};

namespace {

constexpr std::int64_t us = 1'000, ms = 1'000'000;

Operation hostWork(int thread, std::int64_t nanoseconds)
{
    Operation op;
    op.kind = OperationKind::HostWork;
    op.thread = thread;
    op.durationNs = nanoseconds;
    return op;
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

/// Launches of 4 us each.
DeviceProfile launching(double lockShare)
{
    DeviceProfile profile = spinDevice(16);
    profile.host.kernelLaunchNs = 4 * us;
    profile.host.driverLockShare = lockShare;
    return profile;
}

} // namespace

void TestHostThreads::launchesShareTheDriversLock_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<int>("microseconds");
    QTest::newRow("no lock: as one thread's calls") << 0.0 << 400;
    QTest::newRow("half of a call: just as long") << 0.5 << 402;
    QTest::newRow("three quarters") << 0.75 << 601;
    QTest::newRow("all of it: the sum of both") << 1.0 << 800;
}

void TestHostThreads::launchesShareTheDriversLock()
{
    QFETCH(double, share);
    QFETCH(int, microseconds);
    Program program = emptyProgram(2);
    for (int i = 0; i < 100; ++i)
        for (const int thread : {0, 1})
            program.operations.push_back(onThread(thread, spin(thread, 1, 0.001)));
    const auto times = simulate(launching(share), program);
    QCOMPARE(times[0].issue, std::int64_t{0});
    QCOMPARE(times[1].issue, std::int64_t{0}); // each thread begins at once
    std::int64_t returned = 0;
    for (const OperationTimes &t : times)
        returned = std::max(returned, t.returned);
    QCOMPARE(returned, microseconds * us);
}

void TestHostThreads::hostWorkRunsSideBySide()
{
    Program program = emptyProgram(1);
    program.operations = {hostWork(0, 3 * ms), hostWork(1, 2 * ms), hostWork(1, ms)};
    const auto times = simulate(launching(1), program);
    QCOMPARE(times[0].end, 3 * ms);
    QCOMPARE(times[1].start, std::int64_t{0});
    QCOMPARE(times[2].end, 3 * ms);
}

void TestHostThreads::blockingWaitsLeaveTheDriverToOthers()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 1), sync(0, SyncScope::Stream, 0), onThread(1, hostWork(1, 100 * us)),
                          onThread(1, spin(1, 1, 0.1))};
    const auto times = simulate(launching(1), program);
    QCOMPARE(times[1].end, 4 * us + ms);
    QCOMPARE(times[3].issue, 100 * us);
    QCOMPARE(times[3].returned, 104 * us);
}

/// The thread that waits begins its call when the other one has recorded.
void TestHostThreads::eventsHandOver()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {hostWork(0, 50 * us),       spin(0, 1, 1),  record(0, 0), onThread(1, wait(1, 0)),
                          onThread(1, spin(1, 1, 1)), hostWork(0, ms)};
    DeviceProfile profile = launching(0);
    profile.host.eventNs = us;
    auto times = simulate(profile, program);
    QCOMPARE(times[3].issue, 55 * us);
    QCOMPARE(times[4].start, times[1].end);
    program.operations[3] = sync(1, SyncScope::Event, Operation::none, 0);
    times = simulate(profile, program);
    QCOMPARE(times[3].issue, 55 * us);
    QCOMPARE(times[3].end, times[1].end);
    QCOMPARE(times[5].issue, 55 * us); // thread 0 goes on
}

void TestHostThreads::aStreamIsIssuedInListOrder()
{
    Program program = emptyProgram(1);
    program.operations = {hostWork(0, ms), spin(0, 1, 1), onThread(1, spin(0, 1, 1)), onThread(0, spin(0, 1, 1))};
    const auto times = simulate(launching(0), program);
    QCOMPARE(times[2].issue, times[1].returned);
    QCOMPARE(times[3].issue, times[2].returned);
    QCOMPARE(times[2].start, times[1].end);
}

/// The wait of thread 1 is for the first record; thread 0 records again only behind it.
void TestHostThreads::anEventIsNotOvertaken()
{
    Program program = emptyProgram(3);
    program.events = {"e"};
    program.operations = {record(0, 0),
                          onThread(1, hostWork(1, 100 * us)),
                          onThread(1, wait(1, 0)),
                          onThread(1, spin(1, 1, 1)),
                          spin(2, 1, 50),
                          record(2, 0)};
    const auto times = simulate(launching(0), program);
    QCOMPARE(times[3].ready, times[3].returned); // not behind the long kernel
    QVERIFY(times[5].issue >= times[2].returned);
    // A synchronisation refers to its record from the call on: the next record need not wait.
    program.operations[2] = sync(1, SyncScope::Event, Operation::none, 0);
    const auto again = simulate(launching(0), program);
    QCOMPARE(again[2].end, 100 * us);
    QVERIFY(again[5].issue < 100 * us);
}

void TestHostThreads::aSyncWaitsForNothingIssuedLater()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 1), sync(0, SyncScope::Device), onThread(1, hostWork(1, 100 * us)),
                          onThread(1, spin(1, 1, 5))};
    const auto times = simulate(launching(0), program);
    QCOMPARE(times[1].end, times[0].end);
}

void TestHostThreads::gateOpensWhenAllThreadsAreDone()
{
    Program program = emptyProgram(2);
    program.submission = Submission::Gated;
    program.operations = {spin(0, 1, 1), onThread(1, hostWork(1, 100 * us)), onThread(1, spin(1, 1, 1))};
    const auto times = simulate(launching(0), program);
    QCOMPARE(times[0].start, 104 * us);
    QCOMPARE(times[2].start, 104 * us);
}

void TestHostThreads::defaultStreamsOfThreadsAreApart()
{
    Program program = emptyProgram(1);
    program.streams[0].kind = StreamKind::PerThreadDefault;
    const std::int32_t other = perThreadStreamOf(program, 0, 1);
    program.operations = {spin(0, 1, 1), onThread(1, spin(other, 1, 1))};
    auto times = simulate(launching(0), program);
    QCOMPARE(times[1].start, times[0].start);
    program.streams.push_back({"null", StreamKind::LegacyDefault, 0, 0, false, 0});
    program.operations.push_back(spin(2, 1, 1)); // waits for both, as for every blocking stream
    program.operations.push_back(onThread(1, spin(other, 1, 1)));
    times = simulate(launching(0), program);
    QVERIFY(times[2].start >= std::max(times[0].end, times[1].end));
    QCOMPARE(times[3].start, times[2].end);
}

/// Thread 0 waits for an all-reduce whose other rank thread 1 issues behind an event that thread 0 never records.
void TestHostThreads::threadsThatWaitForeverAreReported()
{
    Program program = emptyProgram(2);
    program.streams[1].device = 1;
    program.events = {"e"};
    Operation rank;
    rank.kind = OperationKind::Collective;
    rank.setGroup(0);
    rank.stream = 0;
    Operation other = rank;
    other.stream = other.thread = 1;
    program.operations = {rank, sync(0, SyncScope::Stream, 0), record(0, 0), onThread(1, wait(1, 0)), other};
    try {
        simulate(unitDevice(), program);
        QFAIL("ended");
    } catch (const RunError &error) {
        QCOMPARE(std::string(error.what()),
                 std::string("the program never ends: operation 1 (sync) waits for something that does not happen; "
                             "host thread 1 waits for thread 0 to issue operation 2 (event_record)"));
    }
}

/// Traced on an H200: a thread stages its copy when that of the other thread has ended; a copy back waits for nobody.
void TestHostThreads::pageableCopiesInAreStagedInTurn()
{
    const std::uint64_t bytes = 8 << 20;
    Program program = emptyProgram(3);
    program.buffers.clear();
    for (int i = 0; i < 3; ++i) {
        program.buffers.push_back({"host " + std::to_string(i), BufferPlace::Host, HostMemory::Pageable, 0, bytes});
        program.buffers.push_back({"device " + std::to_string(i), BufferPlace::Device, HostMemory::Pinned, 0, bytes});
        Operation copy;
        copy.kind = i == 2 ? OperationKind::D2H : OperationKind::H2D;
        copy.stream = i;
        copy.bytes = bytes;
        copy.reads = {{2 * i, 0, bytes}};
        copy.writes = {{2 * i + 1, 0, bytes}};
        if (i == 2)
            std::swap(copy.reads, copy.writes);
        program.operations.push_back(onThread(i, copy));
    }
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QVERIFY(times[1].start >= times[0].end + 40 * us); // the first piece of the second one takes its time
    QVERIFY(times[2].start < times[0].end);
    QVERIFY(times[2].start < 100 * us);
    // the first copy waits for the second thread, which must not wait for the first copy
    program.events = {"e"};
    program.operations = {onThread(0, wait(0, 0)), program.operations[0], program.operations[1],
                          onThread(1, record(1, 0))};
    std::rotate(program.operations.begin(), program.operations.begin() + 2, program.operations.end());
    const auto crossed = simulate(loadDeviceProfile("h200"), program);
    QVERIFY(crossed[3].start >= crossed[0].end);
}

/// Traced on an H200: while 12 MiB go back to pageable memory, the small results of another thread come back, too, each
/// up to 46 us late. They once waited for all of it.
void TestHostThreads::copiesPassBetweenThePiecesOfOthers()
{
    constexpr std::uint64_t large = 12 << 20, small = 4096;
    constexpr int results = 8;
    Program program = emptyProgram(2);
    program.buffers = {{"log", BufferPlace::Host, HostMemory::Pageable, 0, large},
                       {"device", BufferPlace::Device, HostMemory::Pinned, 0, large},
                       {"result", BufferPlace::Host, HostMemory::Pinned, 0, small}};
    const auto copyBack = [](int stream, int to, std::uint64_t bytes) {
        Operation copy;
        copy.kind = OperationKind::D2H;
        copy.stream = stream;
        copy.bytes = bytes;
        copy.reads = {{1, 0, bytes}};
        copy.writes = {{to, 0, bytes}};
        return copy;
    };
    program.operations.push_back(onThread(0, copyBack(0, 0, large)));
    const auto alone = simulate(loadDeviceProfile("h200"), program);
    for (int i = 0; i < results; ++i) {
        program.operations.push_back(hostWork(1, 50 * us));
        program.operations.push_back(onThread(1, copyBack(1, 2, small)));
        program.operations.push_back(sync(1, SyncScope::Stream, 1));
    }
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QCOMPARE(times[0].end, alone[0].end);
    for (int i = 0; i < results; ++i) {
        const OperationTimes &copy = times[static_cast<std::size_t>(2 + 3 * i)];
        QVERIFY(copy.start - copy.issue > 10 * us && copy.start - copy.issue < 60 * us);
        QVERIFY(copy.end < times[0].end);
    }
}

void TestHostThreads::pageableCopiesHoldTheDriversLock_data()
{
    QTest::addColumn<bool>("copyOnNull");
    QTest::addColumn<bool>("callOnNull");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("waits");
    const auto row = [](const char *name, bool copyOnNull, bool callOnNull, OperationKind kind, bool waits) {
        QTest::newRow(name) << copyOnNull << callOnNull << static_cast<int>(kind) << waits;
    };
    row("launch, both on other streams", false, false, OperationKind::Kernel, false);
    row("launch, copy on the NULL stream", true, false, OperationKind::Kernel, true);
    row("launch on the NULL stream", false, true, OperationKind::Kernel, true);
    row("record on the NULL stream", false, true, OperationKind::EventRecord, true);
    row("record, both on other streams", false, false, OperationKind::EventRecord, false);
    row("wait for an event on the NULL stream", false, true, OperationKind::EventWait, false);
    row("host function, both on other streams", false, false, OperationKind::HostFunction, true);
    row("synchronisation with the NULL stream", false, true, OperationKind::Sync, false);
}

/// A call that a thread begins while another one is in the call of a pageable copy.
void TestHostThreads::pageableCopiesHoldTheDriversLock()
{
    QFETCH(const bool, copyOnNull);
    QFETCH(const bool, callOnNull);
    QFETCH(const int, kind);
    QFETCH(const bool, waits);
    constexpr std::uint64_t bytes = 8 << 20;
    Program program = emptyProgram(2);
    for (Stream &stream : program.streams)
        stream.nonBlocking = true;
    for (const auto &[isNull, index] : {std::pair(copyOnNull, 1), std::pair(callOnNull, 0)})
        if (isNull)
            program.streams[static_cast<std::size_t>(index)].kind = StreamKind::LegacyDefault;
    program.buffers = {{"host", BufferPlace::Host, HostMemory::Pageable, 0, bytes},
                       {"device", BufferPlace::Device, HostMemory::Pinned, 0, bytes}};
    program.events = {"event"};
    Operation copy;
    copy.kind = OperationKind::D2H;
    copy.stream = 1;
    copy.bytes = bytes;
    copy.reads = {{1, 0, bytes}};
    copy.writes = {{0, 0, bytes}};
    Operation call = spin(0, 1, 0);
    call.kind = static_cast<OperationKind>(kind);
    if (call.kind == OperationKind::EventRecord || call.kind == OperationKind::EventWait)
        call.event = 0;
    if (call.kind == OperationKind::Sync)
        call.syncScope = SyncScope::Stream;
    program.operations = {onThread(1, copy), hostWork(0, 100 * us), onThread(0, call)};
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QVERIFY(times[0].returned > 400 * us);
    QCOMPARE(times[2].issue, 100 * us);
    QCOMPARE(times[2].returned > times[0].returned, waits);
    QVERIFY(waits || times[2].returned < 200 * us);
}

void TestHostThreads::allocationsHoldTheDriversLock_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("place");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("waits");
    const auto row = [](const char *name, const char *call, AllocationPlace place, OperationKind kind, bool waits) {
        QTest::newRow(name) << QString(call) << static_cast<int>(place) << static_cast<int>(kind) << waits;
    };
    row("launch", "cudaMalloc", AllocationPlace::Device, OperationKind::Kernel, true);
    row("record", "cudaMalloc", AllocationPlace::Device, OperationKind::EventRecord, true);
    row("wait for an event", "cudaMalloc", AllocationPlace::Device, OperationKind::EventWait, false);
    row("another allocation", "cudaMalloc", AllocationPlace::Device, OperationKind::Alloc, true);
    row("launch beside a pool's", "cudaMallocAsync", AllocationPlace::Device, OperationKind::Kernel, false);
    row("launch beside pinned memory", "cudaHostAlloc", AllocationPlace::PinnedHost, OperationKind::Kernel, false);
}

/// A call that a thread begins 1 us behind the begin of another one's cudaMalloc, which takes 70.
void TestHostThreads::allocationsHoldTheDriversLock()
{
    QFETCH(const QString, name);
    QFETCH(const int, place);
    QFETCH(const int, kind);
    QFETCH(const bool, waits);
    Program program = emptyProgram(2);
    for (Stream &stream : program.streams)
        stream.nonBlocking = true;
    program.events = {"event"};
    Operation allocation;
    allocation.kind = OperationKind::Alloc;
    allocation.allocation = static_cast<AllocationPlace>(place);
    allocation.name = name.toStdString();
    allocation.callNs = 70 * us;
    Operation call = spin(0, 1, 0);
    call.kind = static_cast<OperationKind>(kind);
    if (call.kind == OperationKind::Alloc) {
        call = allocation;
        call.callNs = 5 * us;
    } else if (call.kind != OperationKind::Kernel) {
        call.event = 0;
    }
    program.operations = {onThread(1, allocation), hostWork(0, us), onThread(0, call)};
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QCOMPARE(times[0].returned, 70 * us);
    QCOMPARE(times[2].issue, 1 * us);
    QCOMPARE(times[2].returned > times[0].returned, waits);
}

void TestHostThreads::oneThreadOfAnyNumber()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {copyIn(0), record(0, 0), wait(1, 0), kernel(1), copyBack(1), sync(0, SyncScope::Device)};
    for (const Submission submission : {Submission::Live, Submission::Graph}) {
        program.submission = submission;
        if (submission == Submission::Graph)
            program.operations.pop_back();
        Program other = program;
        for (Operation &op : other.operations)
            op.thread = 5;
        const auto one = simulate(inUnits("h200"), program), five = simulate(inUnits("h200"), other);
        for (std::size_t i = 0; i < one.size(); ++i) {
            QCOMPARE(five[i].start, one[i].start);
            QCOMPARE(five[i].end, one[i].end);
        }
    }
}

/// Another thread's core has run none of the driver's code. Events alone do not warm it.
void TestHostThreads::firstCallsOfOtherThreads()
{
    DeviceProfile profile = launching(0);
    profile.host.threadStartNs = 12 * us;
    Program program = emptyProgram(2);
    program.events = {"e"};
    for (const int thread : {0, 1})
        program.operations.insert(program.operations.end(),
                                  {onThread(thread, hostWork(thread, 5 * us)), onThread(thread, record(thread, 0)),
                                   onThread(thread, spin(thread, 1, 0.001)), onThread(thread, spin(thread, 1, 0.001))});
    const auto times = simulate(profile, program);
    QCOMPARE(times[2].returned - times[2].issue, 4 * us);
    QCOMPARE(times[6].returned - times[6].issue, 16 * us);
    QCOMPARE(times[7].returned - times[7].issue, 4 * us);
}

QTEST_GUILESS_MAIN(TestHostThreads)
#include "tst_host_threads.moc"
