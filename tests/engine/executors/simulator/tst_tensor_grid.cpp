// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The rounds of our tensor kernel on an H200: 4 Mi elements are 4096 groups of four squares, a block of 256 threads has
// eight warps.
#include "engine/executors/simulator/units/tensor_grid.h"

#include <QTest>

using namespace streamscope;

class TestTensorGrid : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theBusiestMultiprocessor_data();
    void theBusiestMultiprocessor();
    void smallKernels();
};

void TestTensorGrid::theBusiestMultiprocessor_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("blocksAtOnce");
    QTest::addColumn<int>("rounds");
    QTest::addColumn<int>("groups");
    QTest::newRow("24 blocks: 192 warps, 21 or 22 rounds, a block each") << 24 << 5 << 22 << 22 * 8;
    QTest::newRow("132: 3 or 4 rounds") << 132 << 4 << 4 << 4 * 8;
    QTest::newRow("246: two blocks on one SM, and 16 blocks have a third round") << 246 << 5 << 3 << 5 * 8;
    QTest::newRow("200: 112 have a third round, one on each SM") << 200 << 4 << 3 << 5 * 8;
    QTest::newRow("396: three blocks, and two of them have two rounds") << 396 << 4 << 2 << 5 * 8;
    QTest::newRow("420: four blocks, and two of them have two rounds") << 420 << 4 << 2 << 6 * 8;
    QTest::newRow("444: four blocks, and one of them has two rounds") << 444 << 4 << 2 << 5 * 8;
    QTest::newRow("484: four blocks, and one of them has two rounds") << 484 << 5 << 2 << 5 * 8;
    QTest::newRow("586: 512 have work, four on one SM") << 586 << 5 << 1 << 4 * 8;
    QTest::newRow("871 fill the SMs up, five on one") << 871 << 5 << 1 << 5 * 8;
    QTest::newRow("990 of which an SM holds four") << 990 << 4 << 1 << 4 * 8;
}

void TestTensorGrid::theBusiestMultiprocessor()
{
    QFETCH(int, blocks);
    QFETCH(int, blocksAtOnce);
    KernelWork work;
    work.kind = KernelKind::Tensor;
    work.elements = 4 << 20;
    work.grid = static_cast<std::uint32_t>(blocks);
    work.block = 256;
    const TensorGrid grid = tensorGrid(work, 132, blocksAtOnce);
    QTEST(static_cast<int>(grid.rounds), "rounds");
    QTEST(static_cast<int>(grid.groups), "groups");
    QCOMPARE(blocksWithWork(work), std::int64_t{std::min(blocks, 512)});
}

void TestTensorGrid::smallKernels()
{
    KernelWork work;
    work.kind = KernelKind::Tensor;
    work.elements = 100; // less than a group
    work.grid = 1;
    work.block = 256;
    const TensorGrid one = tensorGrid(work, 132, 4);
    QCOMPARE(one.rounds, std::int64_t{1});
    QCOMPARE(one.groups, std::int64_t{1});
    work.block = 16; // less than a warp
    QCOMPARE(tensorGrid(work, 132, 4).groups, std::int64_t{1});
}

QTEST_APPLESS_MAIN(TestTensorGrid)
#include "tst_tensor_grid.moc"
