// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/leaf_scan.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace streamscope;

/// The way for wide vectors against the one for every processor.
class LeafScanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bothWaysAgree_data();
    void bothWaysAgree();
    void whatWasNotKeptIsLeftOut();
};

namespace {

constexpr std::size_t size = IntervalForest::leafSize;

struct Leaves
{
    std::vector<std::uint32_t> offsets, lengths;
    std::vector<double> starts;

    IntervalForest::KeptLeaf leaf(std::size_t i) const
    {
        return {offsets.data() + i * size, lengths.data() + i * size};
    }
};

Leaves randomLeaves(unsigned seed, std::uint32_t usual)
{
    std::mt19937 random(seed);
    Leaves leaves;
    double now = 0;
    for (std::size_t leaf = 0; leaf < LeafScan::mostLeaves; ++leaf) {
        leaves.starts.push_back(now);
        std::uint32_t offset = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t length = random() % 8 == 0 ? 0 : random() % 16 == 0 ? usual * 40 : random() % usual;
            leaves.offsets.push_back(offset);
            leaves.lengths.push_back(length << IntervalForest::tagBits | random() % 32);
            offset += length + (random() % 3 == 0 ? 0 : random() % usual);
        }
        now += offset + random() % usual;
    }
    return leaves;
}

} // namespace

void LeafScanTest::bothWaysAgree_data()
{
    QTest::addColumn<double>("nsPerPixel");
    QTest::addColumn<unsigned>("usual");
    for (const double nsPerPixel : {1.0, 3.7, 64.0, 1000.0, 54321.987, 4e6})
        for (const unsigned usual : {2U, 900U, 40'000U})
            QTest::addRow("%g ns a pixel, %u ns long", nsPerPixel, usual) << nsPerPixel << usual;
}

void LeafScanTest::bothWaysAgree()
{
    QFETCH(double, nsPerPixel);
    QFETCH(unsigned, usual);
    const auto narrow = static_cast<std::uint32_t>(std::min(std::ceil(nsPerPixel) - 1, double{LeafScan::mostNarrowNs}));
    for (unsigned seed = 0; seed < 300; ++seed) {
        const Leaves leaves = randomLeaves(seed, usual);
        LeafScan scan, plain;
        const double shift = seed % 7 * nsPerPixel / 7;
        for (std::size_t i = 0; i < LeafScan::mostLeaves; ++i) {
            QVERIFY(scanLeaf(leaves.leaf(i), leaves.starts[i] + shift, 1 / nsPerPixel, narrow, scan));
            QVERIFY(scanLeafAnywhere(leaves.leaf(i), leaves.starts[i] + shift, 1 / nsPerPixel, narrow, plain));
            QCOMPARE(scan.count, plain.count);
            QCOMPARE(scan.ends, plain.ends);
            for (std::size_t place = 0; place < plain.count; ++place) {
                QCOMPARE(scan.pixels[place], plain.pixels[place]);
                QCOMPARE(scan.busy[place], plain.busy[place]);
                QCOMPARE(scan.longest[place], plain.longest[place]);
            }
        }
    }
}

void LeafScanTest::whatWasNotKeptIsLeftOut()
{
    Leaves leaves = randomLeaves(1, 900);
    leaves.lengths[size + 5] = IntervalForest::far;
    for (const auto scanOne : {&scanLeaf, &scanLeafAnywhere}) {
        LeafScan scan;
        QVERIFY(scanOne(leaves.leaf(0), 0, 0.01, 99, scan));
        const std::uint64_t ends = scan.ends;
        QVERIFY(!scanOne(leaves.leaf(1), leaves.starts[1], 0.01, 99, scan));
        QCOMPARE(scan.count, static_cast<std::uint32_t>(size));
        QCOMPARE(scan.ends, ends);
    }
}

QTEST_GUILESS_MAIN(LeafScanTest)
#include "tst_leaf_scan.moc"
