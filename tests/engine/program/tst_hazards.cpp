// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/program/order/hazards.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Races are found where nothing orders two operations, and nowhere else.
class TestHazards : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersAndRaces_data();
    void ordersAndRaces();
    void namesOperationsAndTheMissingWait();
    void partsOfABuffer();
    void readersDoNotRace();
    void theWaitMustSeeTheRecord();
    void ordersReachThroughOtherStreams();
    void hostWorkRacesWithACopy();
    void collectivesJoinTheirRanks();
    void graphsOfSeveralStreamsStandApart();
    void threadsRaceOnTheHost();
    void threadsHandOver();
    void stagedMemoryIsReadByItsThread();
    void tenThousandOperations();
};

namespace {

Program twoStreams()
{
    Program program = emptyProgram(3);
    program.events = {"e", "f"};
    return program;
}

} // namespace

void TestHazards::ordersAndRaces_data()
{
    QTest::addColumn<QString>("between");
    QTest::addColumn<int>("races");
    QTest::newRow("nothing") << "nothing" << 1;
    QTest::newRow("same stream") << "same stream" << 0;
    QTest::newRow("event") << "event" << 0;
    QTest::newRow("another event") << "another event" << 1;
    QTest::newRow("device") << "device" << 0;
    QTest::newRow("device 1") << "device 1" << 1;
    QTest::newRow("stream") << "stream" << 0;
    QTest::newRow("other stream") << "other stream" << 1;
    QTest::newRow("sync event") << "sync event" << 0;
    QTest::newRow("polling") << "polling" << 0;
    QTest::newRow("NULL, blocking") << "NULL, blocking" << 0;
    QTest::newRow("NULL, non-blocking") << "NULL, non-blocking" << 1;
    QTest::newRow("per-thread") << "per-thread" << 1;
}

/// A copy into a buffer and a kernel on it, on two streams, with something in between.
void TestHazards::ordersAndRaces()
{
    QFETCH(QString, between);
    QFETCH(int, races);
    Program program = twoStreams();
    Operation second = kernel(1);
    std::vector<Operation> middle;
    if (between == "same stream")
        second.stream = 0;
    else if (between.contains("event") && !between.startsWith("sync"))
        middle = {record(0, 0), wait(1, between == "event" ? 0 : 1)};
    else if (between.startsWith("device"))
        middle = {hostSync(SyncScope::Device)};
    else if (between == "stream" || between == "other stream")
        middle = {hostSync(SyncScope::Stream, between == "stream" ? 0 : 1)};
    else if (between == "sync event")
        middle = {record(0, 0), hostSync(SyncScope::Event, Operation::none, 0)};
    else if (between == "polling") {
        middle = {hostSync(SyncScope::Stream, 0)};
        middle[0].syncMethod = SyncMethod::Polling;
    } else if (between.startsWith("NULL") || between == "per-thread") {
        program.streams[2].kind = between == "per-thread" ? StreamKind::PerThreadDefault : StreamKind::LegacyDefault;
        for (Stream &stream : program.streams)
            stream.nonBlocking = between == "NULL, non-blocking";
        middle = {spin(2, 1, 1)};
    }
    if (between == "device 1")
        middle[0].device = 1;
    program.operations = {copyIn(0)};
    program.operations.insert(program.operations.end(), middle.begin(), middle.end());
    program.operations.push_back(second);
    QCOMPARE(static_cast<int>(findRaces(program).size()), races);
}

void TestHazards::namesOperationsAndTheMissingWait()
{
    Program program = twoStreams();
    program.operations = {copyIn(0), kernel(1)};
    program.operations[0].name = "load";
    program.operations[1].name = "work";
    const auto races = findRaces(program);
    QCOMPARE(races.size(), std::size_t{1}); // reading and writing the same bytes is one pair
    QCOMPARE(races[0], (Race{0, 1, 1, true, false}));
    QCOMPARE(
        QString::fromStdString(raceText(program, races[0])),
        "'work' on stream 1 reads buffer 'device', which 'load' on stream 0 writes, and nothing makes one wait for "
        "the other");
    QCOMPARE(QString::fromStdString(missingWaitText(program, races[0])),
             "Record an event in stream 0 behind 'load' and let stream 1 wait for it (cudaStreamWaitEvent) before "
             "'work'.");
}

void TestHazards::partsOfABuffer()
{
    Program program = twoStreams();
    Operation other = copyIn(1);
    other.writes[0].offset = 4096;
    other.reads[0].offset = 4096;
    program.operations = {copyIn(0), other};
    QVERIFY(findRaces(program).empty()); // side by side
    Operation all = copyBack(2);
    all.bytes = all.reads[0].bytes = all.writes[0].bytes = 8192;
    program.buffers.push_back({"output", BufferPlace::Host, HostMemory::Pinned, 0, 1 << 20});
    all.writes[0].buffer = 2;
    program.operations.push_back(all);
    QCOMPARE(findRaces(program).size(), std::size_t{2}); // with both
    program.operations[1].writes[0].offset = 4092;
    QCOMPARE(findRaces(program).size(), std::size_t{3}); // and they with each other, in four bytes
}

void TestHazards::readersDoNotRace()
{
    Program program = twoStreams();
    Operation a = copyIn(0), b = copyIn(1);
    b.writes[0].offset = 4096;
    program.operations = {a, b};
    QVERIFY(findRaces(program).empty());
    Operation later = copyBack(2); // writes what both read, and reads what the first wrote
    program.operations.push_back(later);
    const auto races = findRaces(program);
    QCOMPARE(races.size(), std::size_t{2});
    QCOMPARE(races[1], (Race{1, 2, 0, false, true}));
}

/// Rule S5: a wait sees the latest record at the time of its call.
void TestHazards::theWaitMustSeeTheRecord()
{
    Program program = twoStreams();
    program.operations = {record(0, 0), copyIn(0), wait(1, 0), kernel(1)};
    QCOMPARE(findRaces(program).size(), std::size_t{1}); // recorded too early
    program.operations = {wait(1, 0), copyIn(0), record(0, 0), kernel(1)};
    QCOMPARE(findRaces(program).size(), std::size_t{1}); // waited too early
}

void TestHazards::ordersReachThroughOtherStreams()
{
    Program program = twoStreams();
    program.operations = {copyIn(0), record(0, 0), wait(2, 0), spin(2, 1, 1), record(2, 1), wait(1, 1), kernel(1)};
    QVERIFY(findRaces(program).empty());
    program.operations[2] = wait(1, 0); // the way over stream 2 is cut, but it waits itself
    QVERIFY(findRaces(program).empty());
    program.operations.erase(program.operations.begin() + 2);
    QCOMPARE(findRaces(program).size(), std::size_t{1});
}

void TestHazards::hostWorkRacesWithACopy()
{
    Program program = twoStreams();
    Operation load = hostWork(0);
    load.name = "load";
    load.writes = {{0, 0, 4096}};
    program.operations = {load, copyIn(0), load};
    const auto races = findRaces(program);
    QCOMPARE(races.size(), std::size_t{1});
    QVERIFY(
        QString::fromStdString(missingWaitText(program, races[0])).startsWith("Synchronise the host with stream 0"));
    program.buffers[0].hostMemory = HostMemory::Pageable; // staged when the call returns
    QVERIFY(findRaces(program).empty());
    program.buffers[0].hostMemory = HostMemory::Pinned;
    program.operations.insert(program.operations.begin() + 2, hostSync(SyncScope::Stream, 0));
    QVERIFY(findRaces(program).empty());
}

void TestHazards::collectivesJoinTheirRanks()
{
    Program program = twoStreams();
    Operation rank;
    rank.kind = OperationKind::Collective;
    rank.setGroup(0);
    rank.stream = 0;
    rank.bytes = 4096;
    program.operations = {copyIn(1), rank, rank, kernel(0)};
    program.operations[2].stream = 1;
    QVERIFY(findRaces(program).empty()); // the rank on stream 0 began behind the copy on stream 1
}

namespace {

Operation hostWork(int thread, bool writes)
{
    Operation op;
    op.kind = OperationKind::HostWork;
    op.thread = thread;
    (writes ? op.writes : op.reads) = {{0, 0, 4096}};
    return op;
}

} // namespace

/// Such a graph begins behind all that its streams did before, and what follows in them is behind all of it. Within it
/// nothing orders two streams, nor around graphs of a trace: one launch there may be several of them.
void TestHazards::graphsOfSeveralStreamsStandApart()
{
    Program program = twoStreams();
    const auto inGraph = [](Operation operation) {
        operation.graph = 0;
        return operation;
    };
    program.operations = {copyIn(0), inGraph(kernel(1)), inGraph(spin(0, 1, 1)), copyBack(0)};
    QVERIFY(findRaces(program).empty());
    program.operations[2].graph = Operation::none; // a graph of one stream
    QCOMPARE(findRaces(program).size(), std::size_t{2});
    program.operations = {inGraph(copyIn(0)), inGraph(kernel(1)), copyBack(0)};
    QCOMPARE(findRaces(program).size(), std::size_t{1});
    program.operations = {inGraph(copyIn(0)), inGraph(spin(1, 1, 1)), spin(2, 1, 1), kernel(2)};
    QCOMPARE(findRaces(program).size(), std::size_t{1}); // a stream that has no part in it
    program.operations = {copyIn(0), inGraph(kernel(1)), inGraph(spin(0, 1, 1)), copyBack(0)};
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        program.operations[i].source = static_cast<std::int32_t>(i);
    QCOMPARE(findRaces(program).size(), std::size_t{2});
}

void TestHazards::threadsRaceOnTheHost()
{
    Program program = emptyProgram(1);
    program.operations = {hostWork(0, true), copyIn(0)};
    QVERIFY(findRaces(program).empty());
    program.operations[1].thread = 1;
    const auto races = findRaces(program);
    QCOMPARE(races.size(), std::size_t{1});
    QCOMPARE(races.front(), (Race{0, 1, 0, true, false}));
    QCOMPARE(raceText(program, races.front()),
             std::string("h2d (operation 1) on stream 0 reads buffer 'host', which host_work (operation 0) on host "
                         "thread 0 writes, and nothing makes one wait for the other"));
    QCOMPARE(missingWaitText(program, races.front()),
             std::string("Let thread 0 record an event behind host_work (operation 0) and thread 1 wait for it before "
                         "h2d (operation 1)."));
}

/// A thread that waits for a record of another one knows what that one did before.
void TestHazards::threadsHandOver()
{
    Program program = twoStreams();
    program.operations = {hostWork(0, true), record(0, 0), onThread(1, wait(1, 0)), onThread(1, copyIn(1))};
    QVERIFY(findRaces(program).empty());
    program.operations = {copyBack(0), record(0, 0), onThread(1, hostSync(SyncScope::Event, -1, 0)),
                          hostWork(1, false)};
    QVERIFY(findRaces(program).empty());
    program.operations = {copyBack(0), hostSync(SyncScope::Stream, 0), hostWork(1, false)};
    QCOMPARE(findRaces(program).size(), std::size_t{1}); // thread 0 has waited, thread 1 has not
    program.operations.insert(program.operations.begin() + 2, {record(1, 0), onThread(1, wait(1, 0))});
    QVERIFY(findRaces(program).empty()); // now thread 0 hands over what it knows
}

void TestHazards::stagedMemoryIsReadByItsThread()
{
    Program program = twoStreams();
    program.buffers[0].hostMemory = HostMemory::Pageable;
    program.operations = {copyIn(0), hostWork(0, true)};
    QVERIFY(findRaces(program).empty());
    program.operations[1].thread = 1; // which may write while the call of thread 0 still reads
    QCOMPARE(findRaces(program).size(), std::size_t{1});
    program.operations.insert(program.operations.begin() + 1, onThread(1, copyIn(0)));
    QVERIFY(findRaces(program).empty()); // issued behind the first copy's call
}

void TestHazards::tenThousandOperations()
{
    const Experiment *pipeline = findExperiment("copy-compute-pipeline");
    Parameters values = pipeline->defaults();
    values.setText("chunks", "3333");
    values.setText("streams", "16");
    const Program program = buildProgram(*pipeline, values);
    QVERIFY(findRaces(program).empty());
    QVERIFY(program.operations.size() > 9'900);
}

QTEST_GUILESS_MAIN(TestHazards)
#include "tst_hazards.moc"
