// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/executors/timing/block_recording.h"
#include "engine/formats/traces/blocks_csv.h"
#include "engine/program/errors.h"
#include "tests/support/block_runs.h"
#include "tests/support/files.h"
#include "tests/support/programs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <set>

using namespace streamscope;
using namespace streamscope::test;

/// Blocks as records: their lanes and rows, what the simulated SMs hand out, and the phenomena that the lanes are for.
class TestSimulatedBlocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsHoldEveryBlockOnce();
    void lanesAreSortedByDeviceAndNumber();
    void everyKernelLeavesItsBlocks();
    void blocksLieInsideTheirKernels();
    void leftover();
    void waves();
    void priorityActsAtABlocksEnd();
    void oneWaveKernelsHaveNoNumbers();
    void recordingChangesNothing();
    void nothingIsRecordedUnasked();
    void tooManyBlocksAreSaid();
    void csv();

private:
    static Recording record(const Program &program, int multiprocessors, bool blocks = true)
    {
        RunOptions options;
        options.repeat = 1;
        options.blocks = blocks;
        return SimulatorExecutor(spinDevice(multiprocessors)).run(program, options, {});
    }
    static std::set<int> multiprocessorsOf(const BlockRecords &records, std::uint32_t span, std::int64_t start)
    {
        std::set<int> found;
        for (std::size_t i = 0; i < records.size(); ++i)
            if (records.spans()[i] == span && records.starts()[i] == start)
                found.insert(records.record(i).multiprocessor);
        return found;
    }
};

void TestSimulatedBlocks::rowsHoldEveryBlockOnce()
{
    BlockRecords records = randomBlocks({.multiprocessors = 7, .blocksEach = 900, .resident = 5});
    const std::size_t count = records.size();
    records.arrange(std::vector<int>(4, 0));
    QCOMPARE(records.lanes().size(), std::size_t{7});
    std::size_t at = 0;
    for (const BlockLane &lane : records.lanes()) {
        QVERIFY(lane.rows.size() <= 5 && lane.rows.size() > 1);
        std::int64_t busy = 0, until = 0;
        std::map<std::int64_t, std::int64_t> intervals;
        for (const BlockRow &row : lane.rows) {
            QCOMPARE(row.first, at);
            QVERIFY(row.past > row.first);
            at = row.past;
            for (std::size_t i = row.first; i < row.past; ++i) {
                QCOMPARE(records.record(i).multiprocessor, lane.multiprocessor);
                QVERIFY(i == row.first || records.starts()[i] >= records.ends()[i - 1]); // nothing hides another
                auto &end = intervals[records.starts()[i]];
                end = std::max(end, records.ends()[i]);
            }
        }
        for (const auto &[start, end] : intervals) {
            busy += std::max<std::int64_t>(0, end - std::max(start, until));
            until = std::max(until, end);
        }
        QCOMPARE(lane.busyNs, busy);
    }
    QCOMPARE(at, count);
}

void TestSimulatedBlocks::lanesAreSortedByDeviceAndNumber()
{
    BlockRecords records;
    records.append({1, 0, 3, 10, 20});
    records.append({0, 0, 9, 10, 20});
    records.append({1, 1, 1, 10, 20});
    records.arrange({0, 1});
    QCOMPARE(records.lanes().size(), std::size_t{3});
    QCOMPARE(records.lanes()[0].device, 0);
    QCOMPARE(records.lanes()[0].multiprocessor, std::uint16_t{9});
    QCOMPARE(records.lanes()[1].multiprocessor, std::uint16_t{1});
    QCOMPARE(records.record(2), (BlockRecord{1, 0, 3, 10, 20}));
}

void TestSimulatedBlocks::everyKernelLeavesItsBlocks()
{
    Program program = emptyProgram(3);
    program.operations = {spin(0, 99, 0.5), spin(1, 99, 0.5), spin(2, 500, 0.1), spin(0, 1, 0.2)};
    const Recording recording = record(program, 132);
    std::map<std::uint32_t, std::set<std::uint32_t>> blocks;
    const BlockRecords &records = recording.timeline.blocks();
    for (std::size_t i = 0; i < records.size(); ++i)
        blocks[records.spans()[i]].insert(records.blocks()[i]);
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
        QCOMPARE(blocks[i].size(), std::size_t{program.operations[i].kernel->grid}); // each number once
        QCOMPARE(*blocks[i].rbegin(), program.operations[i].kernel->grid - 1);
    }
    QCOMPARE(records.size(), std::size_t{launchedBlocks(program)});
    QCOMPARE(recording.timeline.blockClock(), Clock::Model);
}

/// Two grids of 700 blocks, of which 1,056 have room: those of the second come as those of the first end, one by one.
/// While blocks were recorded they came when the first grid had ended, and the run took 306 us instead of 281.
void TestSimulatedBlocks::recordingChangesNothing()
{
    constexpr std::uint32_t grid = 700;
    Program program = emptyProgram(2);
    for (int stream = 0; stream < 2; ++stream) {
        Operation op = kernel(stream);
        op.kernel.own().kind = KernelKind::Fma;
        op.kernel.own().elements = std::uint64_t{grid} * 256;
        op.kernel.own().workPerElement = 20'000;
        op.kernel.own().grid = grid;
        op.kernel.own().block = 256;
        op.reads.clear();
        op.writes.clear();
        program.operations.push_back(op);
    }
    RunOptions options;
    options.repeat = 1;
    const auto run = [&program, &options](bool blocks) {
        options.blocks = blocks;
        return SimulatorExecutor(loadDeviceProfile("h200")).run(program, options, {});
    };
    const Recording plain = run(false), recorded = run(true);
    for (std::uint32_t i = 0; i < program.operations.size(); ++i)
        QCOMPARE(recorded.timeline.span(i).end, plain.timeline.span(i).end);
    QCOMPARE(recorded.timeline.blocks().size(), std::size_t{2 * grid});
}

void TestSimulatedBlocks::blocksLieInsideTheirKernels()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 300, 0.3), spin(1, 77, 0.5), spin(0, 10, 0.1)};
    const Recording recording = record(program, 64);
    const BlockRecords &records = recording.timeline.blocks();
    std::map<std::uint32_t, std::pair<std::int64_t, std::int64_t>> hull;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const BlockRecord block = records.record(i);
        QVERIFY(block.start >= 0 && block.end <= recording.timeline.end());
        auto [entry, isNew] = hull.try_emplace(block.span, block.start, block.end);
        entry->second.first = std::min(entry->second.first, block.start);
        entry->second.second = std::max(entry->second.second, block.end);
    }
    for (const auto &[span, times] : hull) { // the first block in, the last one out
        QCOMPARE(times.first, recording.timeline.span(span).start);
        QCOMPARE(times.second, recording.timeline.span(span).end);
    }
}

/// Two kernels of three quarters of the device: the second takes the quarter that is left, then what the first leaves.
void TestSimulatedBlocks::leftover()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 99, 0.5), spin(1, 99, 0.5)};
    const BlockRecords records = record(program, 132).timeline.blocks();
    const std::set<int> first = multiprocessorsOf(records, 0, 0);
    const std::set<int> beside = multiprocessorsOf(records, 1, 0);
    const std::set<int> after = multiprocessorsOf(records, 1, 500'000);
    QCOMPARE(first.size(), std::size_t{99});
    QCOMPARE(beside.size(), std::size_t{33});
    QCOMPARE(after.size(), std::size_t{66});
    for (const int sm : beside)
        QVERIFY(!first.contains(sm));
}

void TestSimulatedBlocks::waves()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, 132 * 3 + 20, 0.5)};
    const BlockRecords records = record(program, 132).timeline.blocks();
    QCOMPARE(records.lanes().size(), std::size_t{132});
    for (const std::int64_t wave : {0, 1, 2})
        QCOMPARE(multiprocessorsOf(records, 0, wave * 500'000).size(), std::size_t{132});
    QCOMPARE(multiprocessorsOf(records, 0, 1'500'000).size(), std::size_t{20}); // the tail
    for (const BlockLane &lane : records.lanes())
        QCOMPARE(lane.rows.size(), std::size_t{1});
}

void TestSimulatedBlocks::priorityActsAtABlocksEnd()
{
    Program program = emptyProgram(2);
    program.streams[1].priority = -5;
    program.operations = {spin(0, 132 * 4, 0.5), hostWork(200'000), spin(1, 16, 0.5)};
    const BlockRecords records = record(program, 132).timeline.blocks();
    const std::set<int> urgent = multiprocessorsOf(records, 2, 500'000); // not at 0.2 ms: blocks are not displaced
    QCOMPARE(urgent.size(), std::size_t{16});
    for (const int sm : multiprocessorsOf(records, 0, 500'000))
        QVERIFY(!urgent.contains(sm));
}

void TestSimulatedBlocks::oneWaveKernelsHaveNoNumbers()
{
    Program program = emptyProgram(1);
    program.operations = {kernel(0)};
    RunOptions options;
    options.repeat = 1;
    options.blocks = true;
    const Recording recording = SimulatorExecutor(loadDeviceProfile("h200")).run(program, options, {});
    const BlockRecords &records = recording.timeline.blocks();
    QVERIFY(!records.empty() && records.size() < launchedBlocks(program));
    QCOMPARE(records.blocks().front(), unknownBlock);
    QVERIFY(recording.notes.back().find("no numbers") != std::string::npos);
}

void TestSimulatedBlocks::nothingIsRecordedUnasked()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, 10, 0.5)};
    QVERIFY(record(program, 4, false).timeline.blocks().empty());
}

void TestSimulatedBlocks::tooManyBlocksAreSaid()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, static_cast<std::uint32_t>(maxRecordedBlocks), 0.001), spin(0, 1, 0.001)};
    const std::string problem = blockRecordingProblem(program);
    QVERIFY(problem.find("16777217") != std::string::npos && problem.find("16777216") != std::string::npos);
    program.operations.pop_back();
    QVERIFY(blockRecordingProblem(program).empty());
}

void TestSimulatedBlocks::csv()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, 2, 0.5)};
    program.operations[0].name = "a \"b\", c";
    const Recording recording = record(program, 2);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("b.csv"));
    OutputFile output(path.toStdString());
    writeBlocksCsv(recording.timeline, output);
    output.commit();
    QCOMPARE(contentOf(path), QByteArray("index,name,block,sm,start_us,end_us,clock\r\n"
                                         "0,\"a \"\"b\"\", c\",0,0,0.000,500.000,model\r\n"
                                         "0,\"a \"\"b\"\", c\",1,1,0.000,500.000,model\r\n"));
}

QTEST_GUILESS_MAIN(TestSimulatedBlocks)
#include "tst_simulated_blocks.moc"
