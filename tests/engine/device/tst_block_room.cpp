// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/block_room.h"

#include <QTest>

using namespace streamscope;

class TestBlockRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitsOnAnH200_data();
    void fitsOnAnH200();
    void olderGpusReserveNoSharedMemory();
    void oneBlockFitsWhateverItAsks();
    void takesAndGivesBack();
};

namespace {

DeviceInfo h200()
{
    DeviceInfo device;
    device.computeMajor = 9;
    device.multiprocessors = 132;
    device.maxThreadsPerMultiprocessor = 2048;
    device.maxBlocksPerMultiprocessor = 32;
    device.registersPerMultiprocessor = 65'536;
    device.sharedMemoryPerMultiprocessor = 228 * 1024;
    return device;
}

} // namespace

void TestBlockRoom::fitsOnAnH200_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("sharedMemory");
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("blocksOfAnSm");
    QTest::newRow("by threads") << 256 << 0 << 32 << 8;
    QTest::newRow("threads come in warps") << 65 << 0 << 0 << 21; // of 96 threads
    QTest::newRow("by block slots") << 32 << 0 << 32 << 32;
    QTest::newRow("by shared memory") << 256 << 100 * 1024 << 32 << 2;
    QTest::newRow("1 KiB of it is the hardware's") << 256 << 114 * 1024 << 32 << 1;
    QTest::newRow("by registers") << 256 << 0 << 64 << 4;
    QTest::newRow("a warp gets them in units of 256") << 256 << 0 << 33 << 6; // 1,280 for a warp, not 1,056
}

/// Figures as CUDA's occupancy calculator gives them.
void TestBlockRoom::fitsOnAnH200()
{
    QFETCH(const int, threads);
    QFETCH(const int, sharedMemory);
    QFETCH(const int, registers);
    QFETCH(const int, blocksOfAnSm);
    const DeviceInfo device = h200();
    QCOMPARE(blocksAtOnce(blockShape(threads, sharedMemory, registers, device), device), 132LL * blocksOfAnSm);
}

void TestBlockRoom::olderGpusReserveNoSharedMemory()
{
    DeviceInfo device = h200();
    device.computeMajor = 7;
    device.sharedMemoryPerMultiprocessor = 96 * 1024;
    QCOMPARE(blocksAtOnce(blockShape(256, 48 * 1024, 32, device), device), 132LL * 2);
}

void TestBlockRoom::oneBlockFitsWhateverItAsks()
{
    const DeviceInfo device = h200();
    QCOMPARE(blocksAtOnce(blockShape(4096, 1 << 20, 255, device), device), 132LL);
    QCOMPARE(blocksAtOnce(blockShape(0, 0, 0, {}), {}), 32LL); // nothing is known: one SM with the usual limits
}

void TestBlockRoom::takesAndGivesBack()
{
    const DeviceInfo device = h200();
    const BlockShape shape = blockShape(512, 20'000, 40, device);
    BlockRoom room = BlockRoom::ofEmptySm(device);
    room.take(BlockRoom::takenBy(shape, 2));
    QCOMPARE(room.threads, 1024LL);
    QCOMPARE(room.slots, 30LL);
    QCOMPARE(room.fitting(shape), 1LL); // 20,480 registers each: 24,576 are left
    room.take(BlockRoom::takenBy(shape, -2));
    QVERIFY(room == BlockRoom::ofEmptySm(device));
}

QTEST_GUILESS_MAIN(TestBlockRoom)
#include "tst_block_room.moc"
