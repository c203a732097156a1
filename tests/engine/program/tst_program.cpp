// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/program/expected_data.h"
#include "engine/program/program.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Soundness of Programs, and their expected data.
class TestProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void streamsAreCounted();
    void namesGoBothWays();
    void soundProgramHasNoProblems();
    void findsProblems_data();
    void findsProblems();
    void eventsBelongToOneDevice();
    void refusesWhatCannotBeSubmitted_data();
    void refusesWhatCannotBeSubmitted();
    void followsDataThroughAPipeline();
    void followsDataToAnotherPlace();
    void memsetAndUnknown();
    void additionsStopWhereFloatsStopCounting();
    void gridOfAGridStrideLoop();
    void longProgramsStaySmall();
};

void TestProgram::namesGoBothWays()
{
    for (int i = 0; i < operationKindCount; ++i) {
        OperationKind kind = OperationKind::Sync;
        QVERIFY(parseKind(kindName(static_cast<OperationKind>(i)), kind));
        QCOMPARE(static_cast<int>(kind), i);
    }
    HostMemory memory = HostMemory::Pinned;
    QVERIFY(!parseHostMemory("locked", memory));
    QCOMPARE(memory, HostMemory::Pinned);
}

void TestProgram::soundProgramHasNoProblems()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0)};
    QVERIFY(findProblems(program).empty());
    QCOMPARE(program.deviceBytes(), std::uint64_t{1} << 20);
    QCOMPARE(program.hostBytes(), std::uint64_t{1} << 20);
}

void TestProgram::findsProblems_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QString>("says");
    QTest::newRow("stream") << 0 << "no stream";
    QTest::newRow("past the end") << 1 << "past the end of buffer 'host'";
    QTest::newRow("wraps around") << 2 << "past the end of buffer 'device'";
    QTest::newRow("direction") << 3 << "wrong sides";
    QTest::newRow("event") << 4 << "no event";
    QTest::newRow("no source") << 5 << "one source";
    QTest::newRow("block") << 6 << "2000 threads";
    QTest::newRow("length") << 7 << "another number of bytes";
    QTest::newRow("time factor") << 8 << "has a time factor of 5.5e+216; more than 0";
}

void TestProgram::findsProblems()
{
    QFETCH(int, which);
    QFETCH(QString, says);
    Program program = emptyProgram(1);
    Operation op = copyIn(0);
    if (which == 0)
        op.stream = 1;
    else if (which == 1)
        op.reads[0].offset = 1 << 20;
    else if (which == 2)
        op.writes[0].offset = ~0ULL - 100;
    else if (which == 3)
        op.kind = OperationKind::D2H;
    else if (which == 4)
        op = record(0, 3);
    else if (which == 5)
        op.reads.clear();
    else if (which == 6) {
        op = kernel(0);
        op.kernel.own().block = 2000;
    } else if (which == 7)
        op.bytes = 8192;
    else
        op.setTimeFactor(5.5e216);
    program.operations = {op};
    const auto problems = findProblems(program);
    QVERIFY(!problems.empty());
    QVERIFY2(QString::fromStdString(problems.front()).contains(says), problems.front().c_str());
}

/// CUDA refuses cudaEventRecord() on a stream of another device than the event's; to wait there is fine.
void TestProgram::eventsBelongToOneDevice()
{
    Program program = emptyProgram(3);
    program.streams[2].device = 1;
    program.events = {"done", "other"};
    program.operations = {record(0, 0), record(1, 0), wait(2, 0), record(2, 1)};
    QVERIFY(findProblems(program).empty());
    program.operations.push_back(record(2, 0));
    program.operations.back().name = "again";
    const auto problems = findProblems(program);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems.front(),
             std::string("operation 4 (event_record 'again') records event 'done' on device 1, operation 0 "
                         "(event_record) on device 0; an event belongs to one device"));
}

void TestProgram::refusesWhatCannotBeSubmitted_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("gated");
    QTest::addColumn<QString>("graph");
    QTest::newRow("pinned copy") << "pinned"
                                 << ""
                                 << "";
    QTest::newRow("pageable copy") << "pageable"
                                   << "pinned memory would do"
                                   << "pinned memory would do";
    QTest::newRow("sync") << "sync"
                          << "makes the host wait"
                          << "makes the host wait";
    QTest::newRow("host work") << "host work"
                               << ""
                               << "work of the host thread";
    QTest::newRow("NULL stream") << "null"
                                 << ""
                                 << "default (NULL) stream";
    QTest::newRow("cudaMalloc") << "malloc"
                                << "may wait for the device"
                                << "not ordered by a stream";
}

void TestProgram::refusesWhatCannotBeSubmitted()
{
    QFETCH(QString, what);
    Program program = emptyProgram(1);
    Operation op = copyIn(0);
    if (what == "pageable")
        program.buffers[0].hostMemory = HostMemory::Pageable;
    else if (what == "null")
        program.streams[0].kind = StreamKind::LegacyDefault;
    else if (what != "pinned") {
        op = Operation();
        op.kind = what == "sync"        ? OperationKind::Sync
                  : what == "host work" ? OperationKind::HostWork
                                        : OperationKind::Alloc;
        op.bytes = 4096;
    }
    program.operations = {op};
    QVERIFY(findProblems(program).empty());
    QFETCH(QString, gated);
    QFETCH(QString, graph);
    for (const auto &[name, says] : {std::pair{"gated", gated}, std::pair{"graph", graph}}) {
        QVERIFY(parseSubmission(name, program.submission));
        QCOMPARE(submissionName(program.submission), name);
        const auto problems = findProblems(program);
        QCOMPARE(problems.size(), says.isEmpty() ? 0U : 1U);
        if (!says.isEmpty())
            QVERIFY2(QString::fromStdString(problems.front()).contains(says)
                         && problems.front().ends_with("use submission = live"),
                     problems.front().c_str());
    }
}

void TestProgram::followsDataThroughAPipeline()
{
    Program program = emptyProgram(2);
    program.buffers.push_back({"output", BufferPlace::Host, HostMemory::Pinned, 0, 1 << 20});
    for (std::uint64_t chunk = 0; chunk < 2; ++chunk) { // two chunks of 1024 floats
        Operation in = copyIn(0), work = kernel(0), back = copyBack(0);
        in.reads[0].offset = in.writes[0].offset = chunk * 4096;
        work.reads = work.writes = in.writes;
        work.kernel.own().workPerElement = 7;
        back.reads = in.writes;
        back.writes = {{2, chunk * 4096, 4096}};
        for (const Operation &op : {in, work, back})
            program.operations.push_back(op);
    }
    const ExpectedData expected(program, 5);
    QVERIFY(expected.isInput(0));
    QVERIFY(!expected.isInput(2));
    const auto &pieces = expected.pieces(2);
    QCOMPARE(pieces.size(), std::size_t{2}); // both chunks as one piece, then what nobody wrote
    QCOMPARE(pieces[0].kind, ExpectedPiece::Kind::Pattern);
    QCOMPARE(pieces[0].end, std::uint64_t{2048});
    QCOMPARE(pieces[0].additions, std::int64_t{7});
    QCOMPARE(pieces[0].shift, expected.inputShift(0));
    QCOMPARE(pieces[1].kind, ExpectedPiece::Kind::Unknown);
    QCOMPARE(expectedValue(0 + pieces[0].shift, 7), dataPattern(expected.inputShift(0)) + 7);
}

void TestProgram::followsDataToAnotherPlace()
{
    Program program = emptyProgram(1);
    Operation in = copyIn(0);
    in.reads[0].offset = 400; // floats 100… of the host go to floats 10… of the device
    in.writes[0].offset = 40;
    program.operations = {in};
    const ExpectedPiece piece = ExpectedData(program, 0).pieces(1)[1];
    QCOMPARE(piece.begin, std::uint64_t{10});
    QCOMPARE(piece.shift, std::int64_t{90});
}

void TestProgram::memsetAndUnknown()
{
    Program program = emptyProgram(1);
    Operation set;
    set.kind = OperationKind::Memset;
    set.stream = 0;
    set.bytes = 4096;
    set.memsetValue = 0x2A;
    set.writes = {{1, 0, 4096}};
    Operation work = kernel(0);
    work.kernel.own().workPerElement = 1;
    work.reads = work.writes = {{1, 0, 2048}};
    program.operations = {set, work};
    const ExpectedData expected(program, 0);
    QCOMPARE(expected.pieces(1)[0].kind, ExpectedPiece::Kind::Unknown); // arithmetic on bits is not predicted
    QCOMPARE(expected.pieces(1)[1].kind, ExpectedPiece::Kind::Bits);
    QCOMPARE(expected.pieces(1)[1].bits, 0x2A2A2A2AU);
}

void TestProgram::additionsStopWhereFloatsStopCounting()
{
    float x = dataPattern(5);
    for (int i = 0; i < 1000; ++i)
        x += 1.0F;
    QCOMPARE(expectedValue(5, 1000), x);
    QCOMPARE(expectedValue(5, 100'000'000), 16777216.0F);
    QCOMPARE(16777216.0F + 1.0F, 16777216.0F);
    QCOMPARE(dataPattern(-1), 1020.0F);
}

void TestProgram::gridOfAGridStrideLoop()
{
    KernelWork work;
    work.elements = 1;
    QCOMPARE(launchedBlocks(work), 1U);
    work.elements = 257;
    QCOMPARE(launchedBlocks(work), 2U);
    work.elements = 1ULL << 40;
    QCOMPARE(launchedBlocks(work), 65535U);
    work.grid = 8;
    QCOMPARE(launchedBlocks(work), 8U);
}

/// The order of operations takes memory for each pair of streams, and for each event and stream.
void TestProgram::streamsAreCounted()
{
    Program program;
    program.streams.resize(4096);
    QVERIFY(findProblems(program).empty());
    program.events.resize(8193);
    QCOMPARE(findProblems(program).size(), std::size_t{1});
    program.events.clear();
    program.streams.resize(4097);
    QCOMPARE(findProblems(program).size(), std::size_t{1});
    QVERIFY(findProblems(program).front().find("at most 4096 streams") != std::string::npos);
}

/// A what-if keeps two Programs of two million operations within a gigabyte (docs/measurements/replay.md).
void TestProgram::longProgramsStaySmall()
{
    QVERIFY2(sizeof(Operation) <= 144, qPrintable(QString::number(sizeof(Operation))));
    Operation first;
    first.name = "void at::native::vectorized_elementwise_kernel<4, float>";
    const Operation second = first;
    QCOMPARE(&first.name.text(), &second.name.text()); // one text for both
    QVERIFY(first.name == second.name && first == second);
    first.name += std::string(" again");
    QVERIFY(first.name != second.name);
    first.reads = {{0, 0, 16}};
    Operation third = first;
    third.reads[0].bytes = 8;
    QCOMPARE(first.reads.front().bytes, std::uint64_t{16}); // ranges are each operation's own
    third.reads.clear();
    QVERIFY(third.reads.empty() && third.reads == second.reads);
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
