// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/program/errors.h"

#include "engine/executors/simulator/simulator_executor.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Blocks on SMs: published figures (scheduling notes, golden rows GT6–GT8, GT10–GT12b, GT14d) and the rules one by
/// one.
class TestComputeEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void falseDependencies_data();
    void falseDependencies();
    void leftover_data();
    void leftover();
    void fourKernels();
    void residentLimit_data();
    void residentLimit();
    void whatTheDeviceCannotTakeKeepsItsQueue();
    void twoCopiesBackToBack();
    void fullKernelsTakeTurns_data();
    void fullKernelsTakeTurns();
    void urgentBeforeTheSecondWave();
    void multiCopy();
    void higherQueueBlocksLower();
    void nothingPassesTheFirst();
    void roomIsCountedPerMultiprocessor();
    void reservedSharedMemoryCounts();
    void kernelEndsWithItsLastWave();
    void wavesFollowEachOtherWithAGap();
    void theLastWaveTakesAsLongAsAny();
    void oneBlockMoreOnSomeMultiprocessors();
    void restOfTheLoopIsSlow();
    void gridsOfManyRounds_data();
    void gridsOfManyRounds();
    void waitsForTheOnlyPlace();
    void blockThatFitsNowhereIsRefused();
    void manyBlocksStayFast();
    void manyWavesStayFast();
};

void TestComputeEngine::falseDependencies_data()
{
    QTest::addColumn<int>("queues");
    QTest::addColumn<bool>("dependencies");
    QTest::addColumn<bool>("breadthFirst");
    QTest::addColumn<double>("span");
    QTest::addColumn<double>("concurrency");
    QTest::newRow("GT6 1") << 1 << true << false << 41.0 << 1.171;
    QTest::newRow("GT6 2") << 2 << true << false << 21.0 << 2.286;
    QTest::newRow("GT6 4") << 4 << true << false << 11.0 << 4.364;
    QTest::newRow("GT6 8") << 8 << true << false << 6.0 << 8.0;
    for (const int queues : {1, 2, 8})
        QTest::addRow("GT6b %d", queues) << queues << true << true << 6.0 << 8.0;
    QTest::newRow("GT6c") << 1 << false << false << 6.0 << 8.0;
}

/// 8 streams of 6 kernels, each an eighth of the device.
void TestComputeEngine::falseDependencies()
{
    QFETCH(int, queues);
    QFETCH(bool, dependencies);
    QFETCH(bool, breadthFirst);
    QFETCH(double, span);
    QFETCH(double, concurrency);
    DeviceProfile profile = spinDevice(8);
    profile.compute.hardwareQueues = queues;
    profile.compute.queueDependencies = dependencies;
    Program program = emptyProgram(8);
    for (int i = 0; i < 48; ++i)
        program.operations.push_back(spin(breadthFirst ? i % 8 : i / 6, 1, 1));
    const auto times = simulate(profile, program);
    QCOMPARE(makespanMs(times), span);
    QVERIFY(std::abs(kernelConcurrency(program, times) - concurrency) < 0.001);
}

void TestComputeEngine::leftover_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<double>("span"); // ms
    QTest::addColumn<double>("concurrency");
    for (const int blocks : {19, 38, 76})
        QTest::addRow("GT7 %d", blocks) << blocks << 0.5 << 2.0;
    QTest::newRow("GT7 114") << 114 << 1.0 << 1.5;
    QTest::newRow("GT7 152") << 152 << 1.0 << 1.0;
    QTest::newRow("GT7 304") << 304 << 2.0 << 1.0;
}

void TestComputeEngine::leftover()
{
    QFETCH(int, blocks);
    QFETCH(double, span);
    QFETCH(double, concurrency);
    Program program = emptyProgram(2);
    program.operations = {spin(0, blocks, 0.5), spin(1, blocks, 0.5)};
    const auto times = simulate(spinDevice(152), program);
    QCOMPARE(makespanMs(times), span);
    QCOMPARE(kernelConcurrency(program, times), concurrency);
}

/// GT8 without its NULL stream: one stream, four blocking, four non-blocking ones.
void TestComputeEngine::fourKernels()
{
    for (const int streams : {1, 4})
        for (const bool nonBlocking : {false, true}) {
            Program program = emptyProgram(streams);
            for (Stream &stream : program.streams)
                stream.nonBlocking = nonBlocking;
            for (int i = 0; i < 4; ++i)
                program.operations.push_back(spin(i % streams, 38, 0.5));
            const auto times = simulate(spinDevice(152), program);
            QCOMPARE(kernelConcurrency(program, times), streams == 1 ? 1.0 : 4.0);
            QCOMPARE(makespanMs(times), streams == 1 ? 2.0 : 0.5);
        }
}

void TestComputeEngine::residentLimit_data()
{
    QTest::addColumn<int>("kernels");
    QTest::addColumn<double>("measured"); // ms, on an H200, with the host's waiting
    const std::vector<std::pair<int, double>> rows{{8, 5.05},  {16, 5.07},  {32, 5.14},   {64, 5.27},
                                                   {96, 5.38}, {128, 5.52}, {160, 10.15}, {256, 10.51}};
    for (const auto &[kernels, measured] : rows)
        QTest::addRow("GT10 %d", kernels) << kernels << measured;
}

void TestComputeEngine::residentLimit()
{
    QFETCH(int, kernels);
    QFETCH(double, measured);
    Program program = emptyProgram(kernels);
    for (int i = 0; i < kernels; ++i) {
        program.operations.push_back(spin(i, 1, 5));
        program.operations.back().kernel.own().sharedMemory = 0;
    }
    const int waves = (kernels + 127) / 128;
    const double fit = 5.02 * waves + 0.0039 * (kernels - 128 * (waves - 1));
    const double ms = makespanMs(simulate(loadDeviceProfile("h200"), program));
    QVERIFY2(std::abs(ms / fit - 1) <= 0.005, qPrintable(QString::number(ms)));
    QVERIFY2(std::abs(ms / measured - 1) <= 0.005, qPrintable(QString::number(ms)));
}

/// Measured on an H200: 192 streams with two kernels of 2.692 ms each take 8.569 ms with 32 queues. The kernels beyond
/// the 128 that fit keep their queues: all of one queue behind each other would take a fourth wave.
void TestComputeEngine::whatTheDeviceCannotTakeKeepsItsQueue()
{
    Program program = emptyProgram(192);
    program.connections = 32;
    for (int round = 0; round < 2; ++round)
        for (int stream = 0; stream < 192; ++stream) {
            program.operations.push_back(spin(stream, 2, 2.692));
            program.operations.back().kernel.own().sharedMemory = 48 << 10;
        }
    QVERIFY(std::abs(makespanMs(simulate(loadDeviceProfile("h200"), program)) - 8.569) < 0.05);
}

void TestComputeEngine::twoCopiesBackToBack()
{
    constexpr std::uint64_t bytes = 256 << 20;
    Program program = emptyProgram(2);
    program.buffers[0].bytes = program.buffers[1].bytes = bytes;
    program.operations = {copyIn(0), copyIn(1)};
    for (Operation &op : program.operations)
        op.bytes = op.reads[0].bytes = op.writes[0].bytes = bytes;
    const auto times = simulate(loadDeviceProfile("h200"), program); // GT11: 0.001–4.835, 4.837–9.669 ms
    const double origin = static_cast<double>(times[0].start);
    QVERIFY(std::abs((static_cast<double>(times[0].end) - origin) / 4.834e6 - 1) <= 0.005);
    QVERIFY(times[1].start >= times[0].end && times[1].start - times[0].end < 5000);
    QVERIFY(std::abs((static_cast<double>(times[1].end) - origin) / 9.668e6 - 1) <= 0.005);
}

void TestComputeEngine::fullKernelsTakeTurns_data()
{
    QTest::addColumn<int>("priorityA");
    QTest::addColumn<int>("priorityB");
    QTest::addColumn<bool>("aFirst");
    QTest::addColumn<QString>("order");
    QTest::newRow("GT12 equal") << 0 << 0 << true << "A0 B0 A1 B1 A2 B2 A3 B3 ";
    QTest::newRow("GT12 B high") << 0 << -5 << true << "A0 B0 A1 B1 A2 B2 A3 B3 ";
    QTest::newRow("GT12 B high and first") << 0 << -5 << false << "B0 A0 B1 A1 B2 A2 B3 A3 ";
    QTest::newRow("GT12 A high") << -5 << 0 << true << "A0 B0 A1 B1 A2 B2 A3 B3 ";
}

/// Rule A5: when every kernel fills the device, priority changes nothing, because the next of the urgent stream joins
/// the queue only after its predecessor has ended, and the other stream's kernel waits there already.
void TestComputeEngine::fullKernelsTakeTurns()
{
    QFETCH(int, priorityA);
    QFETCH(int, priorityB);
    QFETCH(bool, aFirst);
    QFETCH(QString, order);
    Program program = emptyProgram(2);
    program.streams[0].priority = priorityA;
    program.streams[1].priority = priorityB;
    for (int turn = 0; turn < 2; ++turn)
        for (int i = 0; i < 4; ++i) {
            const bool isA = (turn == 0) == aFirst;
            program.operations.push_back(spin(isA ? 0 : 1, 132, 2));
            program.operations.back().name = (isA ? "A" : "B") + std::to_string(i);
        }
    const auto times = simulate(loadDeviceProfile("h200"), program);
    std::vector<std::size_t> byStart{0, 1, 2, 3, 4, 5, 6, 7};
    std::sort(byStart.begin(), byStart.end(),
              [&times](std::size_t a, std::size_t b) { return times[a].start < times[b].start; });
    QString found;
    for (const std::size_t i : byStart)
        found += QString::fromStdString(program.operations[i].name) + ' ';
    QCOMPARE(found, order);
    QVERIFY(std::abs(kernelConcurrency(program, times) - 1.0) < 0.001);
}

void TestComputeEngine::urgentBeforeTheSecondWave()
{
    const auto times = simulate(spinDevice(2), urgentBeforeASecondWave()); // as a TX2
    QCOMPARE(times[2].start, std::int64_t{1'000'000});
    QCOMPARE(times[2].end, std::int64_t{2'000'000});
    QCOMPARE(times[3].start, std::int64_t{2'000'000});
    QCOMPARE(times[3].end, std::int64_t{3'000'000});
    QCOMPARE(times[0].end, std::int64_t{4'000'000}); // its second wave comes last
}

/// GT14d: simpleMultiCopy, 10 frames of 16 MiB on 4 streams; average per frame.
void TestComputeEngine::multiCopy()
{
    constexpr int frames = 10;
    const Program program = multiCopyProgram(4, frames, 132, 0.030);
    const double perFrame = makespanMs(simulate(loadDeviceProfile("h200"), program)) / frames;
    QVERIFY2(std::abs(perFrame / 0.346 - 1) <= 0.01, qPrintable(QString::number(perFrame))); // measured
}

/// Rule A2: an urgent kernel that finds no room still keeps the room that there is from the others.
void TestComputeEngine::higherQueueBlocksLower()
{
    Program program = emptyProgram(4);
    program.streams[2].priority = -5;
    program.operations = {spin(0, 3, 1), spin(2, 4, 1), spin(1, 1, 1)};
    program.operations[1].kernel.own().sharedMemory = 0;
    program.operations[1].kernel.own().block =
        1024; // beside one block with shared memory there is room for one of these
    DeviceProfile profile = spinDevice(4);
    profile.compute.maxResidentKernels = 1;
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].start, std::int64_t{1'000'000});
    QCOMPARE(times[2].start, std::int64_t{2'000'000});
}

/// Rule X1: a later kernel that would fit waits behind one that does not.
void TestComputeEngine::nothingPassesTheFirst()
{
    Program program = emptyProgram(3);
    program.operations = {spin(0, 4, 1), spin(1, 8, 1), spin(2, 1, 1)};
    program.operations[2].kernel.own().sharedMemory = 0; // would find room beside any of the others
    const auto times = simulate(spinDevice(4), program);
    QCOMPARE(times[1].start, std::int64_t{1'000'000});
    QCOMPARE(times[1].end, std::int64_t{3'000'000});
    QCOMPARE(times[2].start, std::int64_t{2'000'000}); // with the last wave of the second
}

/// Rule X2: free halves on two SMs do not hold a block that needs a whole one.
void TestComputeEngine::roomIsCountedPerMultiprocessor()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 2, 1), spin(1, 1, 1)};
    program.operations[0].kernel.own().sharedMemory = 0;
    program.operations[0].kernel.own().block = 1024;
    program.operations[1].kernel.own().sharedMemory = 200 << 10;
    const DeviceProfile device = spinDevice(2);
    QCOMPARE(simulate(device, program)[1].start, std::int64_t{0}); // threads left, all the shared memory left
    program.operations[0].kernel.own().sharedMemory = 50 << 10;
    QCOMPARE(simulate(device, program)[1].start, std::int64_t{1'000'000});
}

void TestComputeEngine::reservedSharedMemoryCounts()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, 2, 1)};
    program.operations[0].kernel.own().sharedMemory = 114 << 10; // twice this is all of an SM
    DeviceProfile profile = spinDevice(1);
    QCOMPARE(makespanMs(simulate(profile, program)), 2.0);
    profile.info.computeMajor = 7; // reserves nothing
    QCOMPARE(makespanMs(simulate(profile, program)), 1.0);
}

void TestComputeEngine::kernelEndsWithItsLastWave()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, 65535, 1)};
    QCOMPARE(makespanMs(simulate(spinDevice(132), program)), 497.0); // 65535 / 132 = 496.5
    program.operations[0].durationNs = 0;
    QCOMPARE(makespanMs(simulate(spinDevice(132), program)), 0.0);
}

/// Measured on an H200: 41 waves of 100 µs take 4.111 ms, 8 waves of 500 µs 4.002 ms.
void TestComputeEngine::wavesFollowEachOtherWithAGap()
{
    const DeviceProfile h200 = loadDeviceProfile("h200");
    for (const auto &[waves, blockMs, measuredNs] : {std::tuple{41, 0.1, 4'111'000}, std::tuple{8, 0.5, 4'002'000}}) {
        Program program = emptyProgram(1);
        program.operations = {spin(0, 132 * static_cast<std::uint32_t>(waves), blockMs)};
        const auto times = simulate(h200, program);
        QVERIFY(std::abs(times[0].end - times[0].start - measuredNs) < 1000);
    }
}

namespace {

/// On an H200, on which 1056 of these blocks fit at once.
std::int64_t fmaNs(std::uint32_t blocks, std::int64_t multiplyAdds, std::uint64_t elements = 4 << 20)
{
    Program program = emptyProgram(1);
    program.operations = {kernel(0)};
    KernelWork &work = program.operations[0].kernel.own();
    work.kind = KernelKind::Fma;
    work.elements = elements;
    work.grid = blocks;
    work.block = 256;
    work.workPerElement = multiplyAdds;
    const auto times = simulate(loadDeviceProfile("h200"), program);
    return times[0].end - times[0].start;
}

} // namespace

/// Measured on an H200: kernels of 1076 blocks take 13 us one behind the other, those of 1056 take 12.1, and 7.6 us
/// would be their share of the throughput.
void TestComputeEngine::theLastWaveTakesAsLongAsAny()
{
    QVERIFY(fmaNs(1056 + 20, 12) > fmaNs(1056, 12) + 700);
    QVERIFY(std::abs(fmaNs(1076, 12) - 12'000) < 1500);
    QVERIFY(fmaNs(1056 * 2, 12) < fmaNs(1056 + 20, 12)); // two full waves
}

/// Drawn on H200s: kernels of 1,060 to 2,248 blocks whose multipliers are busy take 1 to 15 percent more than their
/// share of the throughput, as the SM with the most blocks has more than the mean.
void TestComputeEngine::oneBlockMoreOnSomeMultiprocessors()
{
    const auto ofEachBlock = [](std::uint32_t blocks) {
        return static_cast<double>(fmaNs(blocks, 10'000, std::uint64_t{blocks} * 256)) / blocks;
    };
    const double share = ofEachBlock(65'000);
    QVERIFY(std::abs(ofEachBlock(1060) / share - 1.15) < 0.035); // 8.03 for each SM: four of them have nine
    QVERIFY(std::abs(ofEachBlock(1288) / share - 1.06) < 0.025);
    QVERIFY(std::abs(ofEachBlock(2248) / share - 1.05) < 0.025);
}

/// Measured on an H200: 79 passes of 11 multiply-adds take 24 us, not 19, because only every sixteenth branch is saved.
void TestComputeEngine::restOfTheLoopIsSlow()
{
    QVERIFY(fmaNs(64, 15) > fmaNs(64, 16));
    QVERIFY(std::abs(fmaNs(208, 11) - 24'300) < 2000);
    // 132 blocks went through 4 Mi elements with 17 multiply-adds each in 29.1 us: both loops take a moment more.
    QVERIFY2(std::abs(fmaNs(132, 17) - 29'100) < 600, qPrintable(QString::number(fmaNs(132, 17))));
}

void TestComputeEngine::gridsOfManyRounds_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("multiplyAdds");
    QTest::addColumn<int>("mebiElements");
    QTest::addColumn<double>("measuredUs"); // from one kernel of a stream to the next
    const auto row = [](int blocks, int multiplyAdds, int mebiElements, double us) {
        QTest::newRow(
            qPrintable(QStringLiteral("%1 blocks, %2 times, %3 Mi").arg(blocks).arg(multiplyAdds).arg(mebiElements)))
            << blocks << multiplyAdds << mebiElements << us;
    };
    row(264, 200, 4, 50.20);
    row(454, 28, 4, 17.14);
    row(598, 60, 4, 23.28); // the model had 21.1
    row(810, 16, 4, 10.61); // 8.9
    row(902, 20, 4, 12.00); // 10.2
    row(998, 8, 4, 11.10);  // 9.5
    row(1056, 6, 4, 9.74);  // 8.5
    row(1056, 200, 4, 41.36);
    row(528, 2, 16, 68.96);  // out of the memory
    row(810, 28, 16, 65.41); // 81.9
    row(1056, 2, 16, 46.86); // 55.2
}

/// Blocks whose threads have several elements wait for their data and compute in turn: how much of one hides under the
/// other (an H200, docs/measurements/concurrent-kernels.md).
void TestComputeEngine::gridsOfManyRounds()
{
    QFETCH(int, blocks);
    QFETCH(int, multiplyAdds);
    QFETCH(int, mebiElements);
    QFETCH(double, measuredUs);
    const double gapUs = loadDeviceProfile("h200").compute.queuedKernelStartNs / 1e3;
    const double us = static_cast<double>(fmaNs(static_cast<std::uint32_t>(blocks), multiplyAdds,
                                                static_cast<std::uint64_t>(mebiElements) << 20))
                          / 1e3
                      + gapUs;
    QVERIFY2(std::abs(us / measuredUs - 1) < 0.08, qPrintable(QString::number(us)));
}

/// A fuzzer's find: a device with room for one block, and that is taken.
void TestComputeEngine::waitsForTheOnlyPlace()
{
    DeviceProfile profile = loadDeviceProfile("h200");
    profile.info.multiprocessors = 1;
    profile.info.maxBlocksPerMultiprocessor = 1;
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 1), kernel(1)};
    const auto times = simulate(profile, program);
    QVERIFY(times[1].start >= times[0].end && times[1].end > times[1].start);
}

void TestComputeEngine::blockThatFitsNowhereIsRefused()
{
    SimulatorExecutor executor(loadDeviceProfile("h200"));
    Program program = emptyProgram(1);
    program.operations = {spin(0, 1, 1)};
    program.operations[0].name = "big";
    program.operations[0].kernel.own().sharedMemory = 228 << 10; // 227 KiB is the most
    try {
        executor.run(program, {1, 0, 0}, {});
        QFAIL("not refused");
    } catch (const InputError &error) {
        const QString text = QString::fromUtf8(error.what());
        QVERIFY2(text.contains("'big'") && text.contains("233472 bytes") && text.contains("232448"), error.what());
    }
    program.operations[0].kernel.own().sharedMemory = 227 << 10;
    QVERIFY(executor.run(program, {1, 0, 0}, {}).makespans.instrumented > 0);
}

/// A second or two in a debug build. Simulated block by block it would take longer than QtTest lets a test run.
void TestComputeEngine::manyBlocksStayFast()
{
    Program program = emptyProgram(64);
    program.buffers[1].bytes = std::uint64_t{1} << 30;
    for (int i = 0; i < 65536; ++i) {
        program.operations.push_back(kernel(i % 64)); // 65,535 blocks
        program.operations.back().kernel.own().workPerElement = 64;
    }
    QVERIFY(makespanMs(simulate(loadDeviceProfile("h200"), program)) > 0);
}

void TestComputeEngine::manyWavesStayFast()
{
    Program program = emptyProgram(64);
    for (int i = 0; i < 4096; ++i) {
        program.operations.push_back(spin(i % 64, 65535, 0.001));
        program.operations.back().kernel.own().sharedMemory = 0;
    }
    QVERIFY(makespanMs(simulate(loadDeviceProfile("h200"), program)) > 0);
}

QTEST_GUILESS_MAIN(TestComputeEngine)
#include "tst_compute_engine.moc"
