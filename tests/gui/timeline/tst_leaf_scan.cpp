// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/leaf_scan.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace streamscope;

/// The scan without branches against plain counting.
class LeafScanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithPlainCounting_data();
    void agreesWithPlainCounting();
    void whatWasNotKeptIsLeftOut();
};

namespace {

constexpr std::size_t size = IntervalPyramid::leafSize;

struct Leaves
{
    std::vector<std::uint32_t> offsets, lengths;
    std::vector<double> starts;

    IntervalPyramid::KeptLeaf leaf(std::size_t i) const
    {
        return {offsets.data() + i * size, lengths.data() + i * size};
    }
};

Leaves randomLeaves(unsigned seed, std::uint32_t usual)
{
    std::mt19937 random(seed);
    Leaves leaves;
    double now = 0;
    for (std::size_t leaf = 0; leaf < LeafScan::maxLeaves; ++leaf) {
        leaves.starts.push_back(now);
        std::uint32_t offset = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint32_t length = random() % 8 == 0 ? 0 : random() % 16 == 0 ? usual * 40 : random() % usual;
            leaves.offsets.push_back(offset);
            leaves.lengths.push_back(length << IntervalPyramid::tagBits | random() % 32);
            offset += length + (random() % 3 == 0 ? 0 : random() % usual);
        }
        now += offset + random() % usual;
    }
    return leaves;
}

} // namespace

void LeafScanTest::agreesWithPlainCounting_data()
{
    QTest::addColumn<double>("nsPerPixel");
    QTest::addColumn<unsigned>("usual");
    for (const double nsPerPixel : {1.0, 3.7, 64.0, 1000.0, 54321.987, 4e6})
        for (const unsigned usual : {2U, 900U, 40'000U})
            QTest::addRow("%g ns a pixel, %u ns long", nsPerPixel, usual) << nsPerPixel << usual;
}

void LeafScanTest::agreesWithPlainCounting()
{
    QFETCH(double, nsPerPixel);
    QFETCH(unsigned, usual);
    const auto narrow = static_cast<std::uint32_t>(std::min(std::ceil(nsPerPixel) - 1, double{LeafScan::maxNarrowNs}));
    for (unsigned seed = 0; seed < 300; ++seed) {
        const Leaves leaves = randomLeaves(seed, usual);
        const double shift = seed % 7 * nsPerPixel / 7;
        LeafScan scan;
        for (std::size_t i = 0; i < LeafScan::maxLeaves; ++i)
            QVERIFY(scanLeaf(leaves.leaf(i), leaves.starts[i] + shift, 1 / nsPerPixel, narrow, scan));
        QCOMPARE(scan.count, LeafScan::places);
        std::uint64_t busy = 0;
        std::uint32_t longestNs = 0, longestAt = 0;
        for (std::uint32_t place = 0; place < LeafScan::places; ++place) {
            const std::uint32_t length = leaves.lengths[place] >> IntervalPyramid::tagBits;
            const double start = leaves.starts[place / size] + shift + leaves.offsets[place];
            const bool isWide = length > narrow;
            if (isWide)
                QVERIFY(scan.pixels[place] < 0);
            else
                QCOMPARE(scan.pixels[place], static_cast<std::int32_t>(start * (1 / nsPerPixel)));
            busy += length;
            QCOMPARE(scan.busy[place], busy);
            if (place == 0 || scan.pixels[place] != scan.pixels[place - 1] || length > longestNs) {
                longestNs = length;
                longestAt = place;
            }
            if (!isWide) {
                QCOMPARE(scan.longestNs(place), longestNs);
                QCOMPARE(scan.longestAt(place), longestAt);
            }
            const bool isLast = place + 1 == LeafScan::places || scan.pixels[place] != scan.pixels[place + 1];
            QCOMPARE((scan.ends >> place & 1) != 0, isLast);
        }
    }
}

void LeafScanTest::whatWasNotKeptIsLeftOut()
{
    Leaves leaves = randomLeaves(1, 900);
    leaves.lengths[size + 5] = IntervalPyramid::far;
    LeafScan scan;
    QVERIFY(scanLeaf(leaves.leaf(0), 0, 0.01, 99, scan));
    const std::uint64_t ends = scan.ends;
    QVERIFY(!scanLeaf(leaves.leaf(1), leaves.starts[1], 0.01, 99, scan));
    QCOMPARE(scan.count, static_cast<std::uint32_t>(size));
    QCOMPARE(scan.ends, ends);
}

QTEST_GUILESS_MAIN(LeafScanTest)
#include "tst_leaf_scan.moc"
