// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/device/shared_memory_split.h"
#include "engine/executors/simulator/units/multiprocessors.h"
#include "engine/formats/files/device_profile_file.h"

#include <QTest>

using namespace streamscope;

/// Pairs of kernels with one block for each SM, as an H200 ran them (tests/bench/block_places.cu): which of them shared
/// SMs.
class TestSharedMemorySplit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beside_data();
    void beside();
    void anEmptySmTakesAnySplit();
    void otherGpusHaveNoRule();
};

namespace {

DeviceInfo h200()
{
    return loadDeviceProfile("h200").info;
}

BlockShape shapeOf(int threads, int kibibytes)
{
    return blockShape(threads, std::int64_t{kibibytes} * 1024, 0, h200());
}

} // namespace

void TestSharedMemorySplit::beside_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("shared"); // KiB
    QTest::addColumn<int>("threadsBehind");
    QTest::addColumn<int>("sharedBehind");
    QTest::addColumn<bool>("together");
    constexpr int draws[][5] = {
        {128, 48, 256, 131, 1},  {32, 98, 1024, 15, 1},  {128, 98, 64, 0, 1},    {128, 63, 512, 0, 1},
        {128, 98, 256, 63, 1},   {256, 7, 1024, 118, 1}, {512, 99, 128, 80, 1},  {64, 24, 256, 8, 1},
        {64, 48, 768, 7, 1},     {256, 0, 1024, 15, 1},  {512, 8, 512, 24, 1},   {128, 5, 256, 118, 1},
        {768, 0, 32, 1, 0},      {512, 80, 128, 98, 0},  {32, 131, 1024, 48, 0}, {512, 0, 32, 32, 0},
        {256, 12, 256, 48, 0},   {256, 0, 768, 118, 0},  {128, 118, 64, 24, 0},  {768, 24, 128, 40, 0},
        {768, 40, 512, 99, 0},   {1024, 0, 32, 0, 0},    {768, 0, 128, 0, 0},    {512, 8, 512, 32, 0},
        {256, 16, 1024, 163, 0},
    };
    for (const auto &draw : draws)
        QTest::addRow("%d threads, %d KiB; %d threads, %d KiB", draw[0], draw[1], draw[2], draw[3])
            << draw[0] << draw[1] << draw[2] << draw[3] << (draw[4] == 1);
}

void TestSharedMemorySplit::beside()
{
    QFETCH(const int, threads);
    QFETCH(const int, shared);
    QFETCH(const int, threadsBehind);
    QFETCH(const int, sharedBehind);
    QFETCH(const bool, together);
    Multiprocessors multiprocessors(h200());
    Placement first, second;
    QCOMPARE(multiprocessors.place(shapeOf(threads, shared), 132, first), 132LL);
    QCOMPARE(multiprocessors.place(shapeOf(threadsBehind, sharedBehind), 132, second), together ? 132LL : 0LL);
}

void TestSharedMemorySplit::anEmptySmTakesAnySplit()
{
    Multiprocessors multiprocessors(h200());
    const BlockShape little = shapeOf(1024, 0), much = shapeOf(128, 100);
    Placement first, second;
    QCOMPARE(multiprocessors.place(little, 100, first), 100LL);
    QCOMPARE(multiprocessors.room(much), 2LL * 32); // two on each of the SMs that are empty
    multiprocessors.release(little, first);
    QCOMPARE(multiprocessors.room(much), 2LL * 132);
}

void TestSharedMemorySplit::otherGpusHaveNoRule()
{
    DeviceInfo other = h200();
    other.computeMajor = 8;
    const SharedMemorySplit split = SharedMemorySplit::of(shapeOf(1024, 0), other);
    QCOMPARE(split.taken, 228LL * 1024);
    QCOMPARE(split.least, 0LL);
}

QTEST_APPLESS_MAIN(TestSharedMemorySplit)
#include "tst_shared_memory_split.moc"
