// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/program/order/hazards.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

#include <array>
#include <map>
#include <numeric>
#include <set>

using namespace streamscope;
using namespace streamscope::test;

class TestSplit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneChainOfATrace();
    void asTheExperimentDoesIt();
    void partsAreAligned();
    void repeatedChains();
    void chunksOfRepeatedChainsShare();
    void theOldStreamWaitsForTheChunks();
    void chunksOfTheSameDataFollowEachOther();
    void smallKernelsKeepTheirBlocks();
    void fewBlocksOfATraceComeWithTheirData();
    void aChunkCostsACall_data();
    void aChunkCostsACall();
    void callsOfChunksAreWarm();
    void workThatUsuallyComesBeforeAKernel();
    void chunksAreJoinedAgain();
    void chunksThatStayApart();
    void pageableCopiesHoldTheHost();
    void synchronisationsEndAChain();
    void dataThatCannotBeToldApart();
    void oneHalfOfAChain();
};

/// A copy in, one short kernel of many blocks and a copy back, as PyTorch issues them.
static Program oneChain(std::uint64_t bytes = 256 << 20, HostMemory memory = HostMemory::Pinned)
{
    Program program = emptyReplay(1, bytes);
    program.operations = {hostWork(60'000), replayedCopy(OperationKind::H2D, 0, bytes, memory),
                          hostWork(60'000), replayedKernel(0, 0.01, 1320),
                          hostWork(26'000), replayedCopy(OperationKind::D2H, 0, bytes, memory),
                          hostSync()};
    program.operations[1].callNs = 330'000; // the first copy of a process
    program.operations[5].callNs = 7'650;
    return asReplay(program);
}

static std::uint64_t bytesOf(const Program &program, OperationKind kind)
{
    return std::accumulate(
        program.operations.begin(), program.operations.end(), std::uint64_t{0},
        [kind](std::uint64_t sum, const Operation &o) { return o.kind == kind ? sum + o.bytes : sum; });
}

void TestSplit::oneChainOfATrace()
{
    const Program before = oneChain();
    const ChangedProgram split = changed(before, "split:chunks=8,streams=4");
    QCOMPARE(countOf(split.program, OperationKind::H2D), std::size_t{8});
    QCOMPARE(countOf(split.program, OperationKind::Kernel), std::size_t{8});
    QCOMPARE(bytesOf(split.program, OperationKind::H2D), std::uint64_t{256} << 20);
    QCOMPARE(bytesOf(split.program, OperationKind::D2H), std::uint64_t{256} << 20);
    QCOMPARE(split.program.streams.size(), std::size_t{4});
    QVERIFY(split.program.streams[3].nonBlocking);
    // depth-first, and nothing to fork from or to join
    std::vector<OperationKind> order;
    for (const Operation &operation : split.program.operations)
        if (operation.kind != OperationKind::HostWork)
            order.push_back(operation.kind);
    QCOMPARE(order.size(), std::size_t{25});
    for (std::size_t i = 0; i < 24; ++i)
        QCOMPARE(order[i], i % 3 == 0 ? OperationKind::H2D : i % 3 == 1 ? OperationKind::Kernel : OperationKind::D2H);
    // measured: 9.9 ms became 6.04 ms
    QVERIFY(h200Ms(before) > 9.8 && h200Ms(before) < 10.4);
    QVERIFY2(h200Ms(split.program) < 6.7, qPrintable(QString::number(h200Ms(split.program))));
    QVERIFY(hasNote(split, "1 chain in 8 chunks on 4 streams"));
}

void TestSplit::asTheExperimentDoesIt()
{
    const Program whole = ExperimentRun::programOf("copy-compute-pipeline", {{"chunks", "1"}, {"streams", "1"}});
    const Program parts = ExperimentRun::programOf("copy-compute-pipeline", {{"chunks", "16"}, {"streams", "4"}});
    const ChangedProgram split = changed(whole, "split:chunks=16,streams=4");
    QCOMPARE(split.program.operations.size(), parts.operations.size());
    for (std::size_t i = 0; i < parts.operations.size(); ++i) {
        QCOMPARE(split.program.operations[i].kind, parts.operations[i].kind);
        QCOMPARE(split.program.operations[i].reads, parts.operations[i].reads);
        QCOMPARE(split.program.operations[i].writes, parts.operations[i].writes);
        QCOMPARE(split.program.operations[i].kernel, parts.operations[i].kernel);
        QCOMPARE(split.program.operations[i].chunk, parts.operations[i].chunk);
    }
    QVERIFY(findRaces(split.program).empty());
    QCOMPARE(h200Ms(split.program), h200Ms(parts));
}

void TestSplit::partsAreAligned()
{
    const Program before = ExperimentRun::programOf(
        "copy-compute-pipeline", {{"chunks", "1"}, {"streams", "1"}, {"bytes", "1000004"}, {"data", "in-and-out"}});
    const ChangedProgram split = changed(before, "split:chunks=7,streams=3");
    QVERIFY(split.touched > 0);
    QCOMPARE(bytesOf(split.program, OperationKind::H2D), std::uint64_t{1'000'004});
    std::uint64_t elements = 0;
    for (const Operation &operation : split.program.operations) {
        if (!operation.reads.empty())
            QCOMPARE(operation.reads.front().offset % 256, std::uint64_t{0});
        elements += operation.kernel->elements;
    }
    QCOMPARE(elements, std::uint64_t{250'001});
    QVERIFY(findRaces(split.program).empty());
}

void TestSplit::repeatedChains()
{
    Program program = oneChain(64 << 20);
    const std::vector<Operation> once = program.operations;
    for (int i = 0; i < 3; ++i)
        program.operations.insert(program.operations.end(), once.begin(), once.end());
    const ChangedProgram split = changed(asReplay(program), "split:chunks=4,streams=2");
    QVERIFY(hasNote(split, "4 chains in 4 chunks"));
    QCOMPARE(split.program.streams.size(), std::size_t{2}); // the same for all chains
    QCOMPARE(countOf(split.program, OperationKind::Kernel), std::size_t{16});
    QVERIFY(h200Ms(split.program) < 0.85 * h200Ms(program));
}

/// A name and a list of ranges of each chunk's own would be most of the memory of a long Program.
void TestSplit::chunksOfRepeatedChainsShare()
{
    Program before = oneChain();
    for (Operation &operation : before.operations)
        operation.name = "a name that is longer than a string holds in itself";
    const std::vector<Operation> chain = before.operations;
    before.operations.insert(before.operations.end(), chain.begin(), chain.end());
    const Program split = changed(asReplay(before), "split:chunks=8,streams=4").program;
    std::vector<const Operation *> copies;
    for (const Operation &operation : split.operations)
        if (operation.kind == OperationKind::H2D)
            copies.push_back(&operation);
    QCOMPARE(copies.size(), std::size_t{16});
    for (std::size_t i = 0; i < 8; ++i) {
        const Operation &first = *copies[i], &second = *copies[i + 8];
        QVERIFY(first.name.text().ends_with(", chunk " + std::to_string(i)));
        QCOMPARE(&first.name.text(), &second.name.text());
        QCOMPARE(first.reads.begin(), second.reads.begin());
        QCOMPARE(first.writes.begin(), second.writes.begin());
    }
}

void TestSplit::theOldStreamWaitsForTheChunks()
{
    Program program = emptyProgram(1);
    program.buffers[0].bytes = program.buffers[1].bytes = 4 << 20;
    const auto all = [](Operation op) { return sized(std::move(op), 4 << 20); };
    Operation whole = kernel(0);
    whole.kernel.own().elements = 1 << 20;
    whole.reads = whole.writes = {{1, 0, 4 << 20}};
    // one chain, a second one on the same data, and a synchronisation with the stream
    program.operations = {all(copyIn(0)),
                          whole,
                          all(copyBack(0)),
                          all(copyIn(0)),
                          whole,
                          all(copyBack(0)),
                          hostSync(SyncScope::Stream, 0),
                          hostWork(1000)};
    program.operations.back().reads = {{0, 0, 4 << 20}};
    const ChangedProgram split = changed(program, "split:chunks=4,streams=4");
    QVERIFY(findRaces(split.program).empty());
    // between the chains: three records and waits to join, one record and three waits to fork; then three to join
    QCOMPARE(countOf(split.program, OperationKind::EventRecord), std::size_t{7});
    QCOMPARE(countOf(split.program, OperationKind::EventWait), std::size_t{9});
    QCOMPARE(split.program.operations[split.program.operations.size() - 2].kind, OperationKind::Sync);
}

/// 48 blocks of a detector became 12, which took as long (an H200); libraries go through larger data with as many.
void TestSplit::fewBlocksOfATraceComeWithTheirData()
{
    Program program = oneChain();
    program.operations[3].source = 3;
    const auto parts = [&program](std::uint32_t blocks, const char *name) {
        program.operations[3].kernel.own().grid = blocks;
        program.operations[3].name = std::string(name);
        std::vector<std::pair<std::uint32_t, std::int64_t>> found;
        for (const Operation &operation : changed(program, "split:chunks=4,streams=2").program.operations)
            if (operation.kind == OperationKind::Kernel)
                found.emplace_back(operation.kernel->grid, operation.durationNs);
        return found.front();
    };
    QCOMPARE(parts(48, "detect"), std::pair(12U, std::int64_t{10'000}));
    QCOMPARE(parts(48, "at::native::resize"), std::pair(48U, std::int64_t{2'500}));
    QCOMPARE(parts(112, "gemm"), std::pair(112U, std::int64_t{2'500}));
    QCOMPARE(parts(4, "sum"), std::pair(4U, std::int64_t{2'500})); // they cannot be divided further
}

/// A kernel on data of the device and its copy back, again and again: a chunk needs the same chunk before it alone.
void TestSplit::chunksOfTheSameDataFollowEachOther()
{
    Program program = emptyProgram(1);
    program.buffers[0].bytes = program.buffers[1].bytes = 4 << 20;
    Operation whole = kernel(0);
    whole.kernel.own().elements = 1 << 20;
    whole.reads = whole.writes = {{1, 0, 4 << 20}};
    for (int turn = 0; turn < 3; ++turn) {
        program.operations.push_back(whole);
        program.operations.push_back(sized(copyBack(0), 4 << 20));
    }
    program.operations.push_back(hostSync(SyncScope::Stream, 0));
    const ChangedProgram split = changed(program, "split:chunks=4,streams=4");
    QVERIFY(findRaces(split.program).empty());
    QCOMPARE(countOf(split.program, OperationKind::EventRecord), std::size_t{3}); // to join, once
    const Operation other = program.operations[1]; // another copy of the same data between two turns
    program.operations.insert(program.operations.begin() + 2, other);
    const ChangedProgram apart = changed(program, "split:chunks=4,streams=4");
    QVERIFY(findRaces(apart.program).empty());
    QVERIFY(countOf(apart.program, OperationKind::EventRecord) > 3);
}

void TestSplit::smallKernelsKeepTheirBlocks()
{
    Program program = oneChain();
    program.operations[3].kernel.own().grid = 112;
    const ChangedProgram split = changed(program, "split:chunks=4,streams=2");
    QVERIFY(hasNote(split, "1 kernel has few blocks"));
    for (const Operation &operation : split.program.operations)
        if (operation.kind == OperationKind::Kernel) {
            QCOMPARE(operation.kernel->grid, 112U);
            QCOMPARE(operation.durationNs, std::int64_t{2500});
        }
    program.operations[3].kernel.own().grid = 132; // one block for each SM, which goes through the data by itself
    for (const Operation &operation : changed(program, "split:chunks=4,streams=2").program.operations)
        if (operation.kind == OperationKind::Kernel)
            QCOMPARE(operation.kernel->grid, 132U);
    program.operations[3].kernel.own().grid = 1001;
    std::uint32_t blocks = 0;
    for (const Operation &operation : changed(program, "split:chunks=4,streams=2").program.operations) {
        blocks += operation.kernel->grid;
        if (operation.kind == OperationKind::Kernel)
            QCOMPARE(operation.durationNs, std::int64_t{10'000});
    }
    QCOMPARE(blocks, 1001U);
}

void TestSplit::aChunkCostsACall_data()
{
    QTest::addColumn<bool>("otherThread");
    QTest::newRow("one thread") << false;
    QTest::newRow("another thread waits for calls, not for work") << true;
}

void TestSplit::aChunkCostsACall()
{
    QFETCH(bool, otherThread);
    Program before = oneChain();
    if (otherThread) {
        before.operations.push_back(hostWork(1'000'000));
        before.operations.back().thread = 1;
    }
    const ChangedProgram split = changed(before, "split:chunks=3,streams=1");
    std::vector<std::int64_t> calls, work;
    for (const Operation &operation : split.program.operations) {
        if (operation.kind == OperationKind::H2D)
            calls.push_back(operation.callNs);
        if (operation.kind == OperationKind::HostWork && operation.thread == 0)
            work.push_back(operation.durationNs);
    }
    const std::vector<std::int64_t> once{60'000, 60'000, 26'000};
    if (!otherThread) { // the calls have the work before them
        QCOMPARE(calls, (std::vector<std::int64_t>{330'000, 33'650, 33'650}));
        QVERIFY(work.size() >= once.size() && std::equal(once.begin(), once.end(), work.begin()));
        return;
    }
    // the first copy was dear, the others cost what copies usually do; so does the work before each call
    QCOMPARE(calls, (std::vector<std::int64_t>{330'000, 7'650, 7'650}));
    QCOMPARE(work, (std::vector<std::int64_t>{60'000, 60'000, 26'000, 26'000, 26'000, 26'000, 26'000, 26'000, 26'000}));
}

/// Each step waits, so its copy in and its launch find cold caches. The copy back does not, and says how warm a launch
/// is.
void TestSplit::callsOfChunksAreWarm()
{
    Program before = emptyReplay(1, 48 << 20);
    for (int step = 0; step < 3; ++step) {
        const std::array chain{replayedCopy(OperationKind::H2D, 0, 48 << 20, HostMemory::Pinned),
                               replayedKernel(0, 1, 1320),
                               replayedCopy(OperationKind::D2H, 0, 16 << 20, HostMemory::Pinned), hostSync()};
        before.operations.insert(before.operations.end(), chain.begin(), chain.end());
        const auto first = before.operations.size() - chain.size();
        before.operations[first].callNs = 20'000;
        before.operations[first + 1].callNs = 24'000;
        before.operations[first + 2].callNs = 5'000;
    }
    const ChangedProgram split = changed(asReplay(before), "split:chunks=8,streams=2");
    std::map<OperationKind, std::vector<std::int64_t>> calls;
    for (const Operation &operation : split.program.operations)
        if (calls[operation.kind].size() < 3)
            calls[operation.kind].push_back(operation.callNs);
    QCOMPARE(calls[OperationKind::H2D], (std::vector<std::int64_t>{20'000, 5'000, 5'000}));
    QCOMPARE(calls[OperationKind::Kernel], (std::vector<std::int64_t>{24'000, 6'000, 6'000}));
    QCOMPARE(calls[OperationKind::D2H], (std::vector<std::int64_t>{5'000, 5'000, 5'000}));
}

/// A kernel that comes often has its usual work before it in each chunk, not that of the quickest launches. Three small
/// products among seven launches once lost 208 % in four chunks and not the 294 that it took.
void TestSplit::workThatUsuallyComesBeforeAKernel()
{
    constexpr int chains = 10;
    Program before = emptyReplay(1, 48 << 20);
    for (int chain = 0; chain < chains; ++chain) {
        const std::array parts{hostWork(2'000),  replayedCopy(OperationKind::H2D, 0, 48 << 20, HostMemory::Pinned),
                               hostWork(20'000), replayedKernel(0, 1, 1320),
                               hostWork(2'000),  replayedCopy(OperationKind::D2H, 0, 16 << 20, HostMemory::Pinned),
                               hostSync()};
        before.operations.insert(before.operations.end(), parts.begin(), parts.end());
    }
    const ChangedProgram split = changed(asReplay(before), "split:chunks=4,streams=2");
    std::int64_t work = 0;
    for (const Operation &operation : split.program.operations)
        work += operation.kind == OperationKind::HostWork ? operation.durationNs
                                                          : std::max<std::int64_t>(operation.callNs, 0);
    QVERIFY2(work >= chains * 4 * 20'000, qPrintable(QString::number(work)));
}

/// What was split comes back in one piece, and the neighbours of an experiment take its streams in turn.
void TestSplit::chunksAreJoinedAgain()
{
    const Program whole = ExperimentRun::programOf("copy-compute-pipeline", {{"chunks", "4"}, {"streams", "2"}});
    const Program cut = changed(whole, "split:chunks=4,streams=1").program;
    const ChangedProgram joined = changed(cut, "join:chunks=4");
    QVERIFY(hasNote(joined, "16 chains became 4"));
    QCOMPARE(joined.program.operations.size(), whole.operations.size());
    for (std::size_t i = 0; i < whole.operations.size(); ++i) {
        QCOMPARE(joined.program.operations[i].kind, whole.operations[i].kind);
        QCOMPARE(joined.program.operations[i].bytes, whole.operations[i].bytes);
        QCOMPARE(joined.program.operations[i].kernel->elements, whole.operations[i].kernel->elements);
    }
    const Program small =
        ExperimentRun::programOf("copy-compute-pipeline", {{"bytes", "64MiB"}, {"chunks", "1024"}, {"streams", "4"}});
    const ChangedProgram fewer = changed(small, "join:chunks=64");
    QVERIFY(hasNote(fewer, "1024 chains became 16"));
    std::set<std::int32_t> streams;
    for (const Operation &operation : fewer.program.operations)
        if (operation.kind == OperationKind::H2D)
            streams.insert(operation.stream);
    QCOMPARE(streams.size(), std::size_t{4});
    QVERIFY(h200Ms(fewer.program) < 0.3 * h200Ms(small));
}

/// A synchronisation between them, a host function, which may make data of the next one from the last result, and data
/// that do not lie side by side, keep chains apart.
void TestSplit::chunksThatStayApart()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 4; ++i) {
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 1 << 20, HostMemory::Pinned));
        program.operations.push_back(replayedKernel(0, 0.1, 1320));
        if (i == 1)
            program.operations.push_back(hostSync());
    }
    QVERIFY(hasNote(changed(asReplay(program), "join"), "4 chains became 2"));
    Operation &between = *std::ranges::find_if(
        program.operations, [](const Operation &operation) { return operation.kind == OperationKind::Sync; });
    between = Operation();
    between.kind = OperationKind::HostFunction;
    between.stream = 0;
    between.durationNs = 10'000;
    QVERIFY(hasNote(changed(asReplay(program), "join"), "4 chains became 2"));
    Program apart = ExperimentRun::programOf("copy-compute-pipeline", {{"chunks", "3"}, {"streams", "1"}});
    std::erase_if(apart.operations, [](const Operation &operation) { return operation.chunk == 1; });
    QVERIFY(hasNote(changed(apart, "join"), "No two chains of copies and kernels follow each other on neighbouring"));
}

void TestSplit::pageableCopiesHoldTheHost()
{
    const Program before = oneChain(64 << 20, HostMemory::Pageable);
    const ChangedProgram same = changed(before, "split");
    QCOMPARE(same.touched, std::size_t{0});
    QCOMPARE(same.program.operations, before.operations);
    QVERIFY(hasNote(same, "2 copies use pageable memory, which holds the host in each chunk; pin first"));
}

void TestSplit::synchronisationsEndAChain()
{
    Program program = emptyReplay(1, 64 << 20);
    program.operations = {replayedCopy(OperationKind::H2D, 0, 64 << 20, HostMemory::Pinned), hostSync(),
                          replayedKernel(0, 1, 1320), hostSync(),
                          replayedCopy(OperationKind::D2H, 0, 64 << 20, HostMemory::Pinned)};
    const ChangedProgram same = changed(asReplay(program), "split");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "No copy and kernel follow each other"));
    program = oneChain(1024);
    QVERIFY(hasNote(changed(program, "split:chunks=8"), "too small"));
}

void TestSplit::dataThatCannotBeToldApart()
{
    Program program = emptyProgram(1);
    Operation reduce = kernel(0); // reads all that was copied, and writes it elsewhere
    program.buffers[1].bytes = 1 << 20;
    reduce.reads = {{1, 0, 512 << 10}};
    reduce.writes = {{1, 512 << 10, 256 << 10}};
    program.operations = {sized(copyIn(0), 512 << 10), reduce};
    const ChangedProgram same = changed(program, "split:chunks=4");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "cannot be told apart in chunks"));
}

void TestSplit::oneHalfOfAChain()
{
    Program program = oneChain();
    program.operations.erase(program.operations.begin() + 4, program.operations.begin() + 6);
    program.operations[3].kernel.own().grid = 8 * 132;
    program.operations[3].durationNs = 500'000;
    const ChangedProgram split = changed(program, "split:chunks=8,streams=2");
    QCOMPARE(countOf(split.program, OperationKind::H2D), std::size_t{8});
    QVERIFY(h200Ms(split.program) < 0.7 * h200Ms(program));
}

QTEST_GUILESS_MAIN(TestSplit)
#include "tst_split.moc"
