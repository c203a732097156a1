// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The level of detail against a painter that looks at every single interval.
#include "gui/timeline/scene/row_walk.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace streamscope;

namespace {

struct Intervals
{
    std::vector<std::int64_t> begins, ends;
    std::int64_t begin(std::size_t i) const { return begins[i]; }
    std::int64_t end(std::size_t i) const { return ends[i]; }
    std::uint32_t tag(std::size_t i) const { return static_cast<std::uint32_t>(i % 5); }
    std::uint32_t id(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};

/// Lengths and gaps from nothing to millions of times the usual.
Intervals randomRow(std::size_t count, unsigned seed)
{
    std::mt19937_64 random(seed);
    Intervals row;
    std::int64_t now = -5'000;
    const auto length = [&](std::int64_t usual) {
        switch (random() % 64) {
        case 0:
            return std::int64_t{0};
        case 1:
            return usual * static_cast<std::int64_t>(random() % 1000);
        case 2:
            return random() % 64 == 0 ? usual * 1'000'000 : std::int64_t{1};
        default:
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * usual));
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        now += length(300);
        row.begins.push_back(now);
        now += length(1'000);
        row.ends.push_back(now);
    }
    return row;
}

struct Picture
{
    std::set<std::int64_t> covered;
    std::map<std::size_t, std::pair<std::int64_t, std::int64_t>> wideOnes;
    std::uint64_t count = 0;
    double busyNs = 0;

    void cover(std::int64_t left, std::int64_t right, const PixelGrid &grid)
    {
        for (std::int64_t pixel = std::max<std::int64_t>(left, 0); pixel < std::min(right, grid.pixels()); ++pixel)
            covered.insert(pixel);
    }
};

Picture bruteForce(const Intervals &row, const PixelGrid &grid)
{
    Picture picture;
    for (std::size_t i = 0; i < row.begins.size(); ++i) {
        if (row.ends[i] - row.begins[i] > grid.narrowNs()) {
            const std::int64_t left = std::llround(grid.x(row.begins[i])), right = std::llround(grid.x(row.ends[i]));
            picture.cover(left, right, grid);
            if (right > 0 && left < grid.pixels())
                picture.wideOnes[i] = {left, right};
        } else if (const std::int64_t pixel = grid.pixelOf(row.begins[i]); pixel >= 0 && pixel < grid.pixels()) {
            picture.covered.insert(pixel);
            ++picture.count;
            picture.busyNs += static_cast<double>(row.ends[i] - row.begins[i]);
        }
    }
    return picture;
}

struct PictureSink
{
    Picture picture;
    const PixelGrid &grid;
    std::int64_t lastPixel = -100;

    void wide(std::int64_t left, std::int64_t right, std::size_t i, std::uint32_t tag)
    {
        QCOMPARE(tag, static_cast<std::uint32_t>(i % 5));
        picture.cover(left, right, grid);
        if (right > 0 && left < grid.pixels())
            picture.wideOnes[i] = {left, right};
    }
    void narrow(const NarrowCell &cell)
    {
        QVERIFY(cell.pixel >= lastPixel);
        lastPixel = cell.pixel;
        QVERIFY(cell.first < cell.past && cell.longest < cell.past + 4096);
        if (cell.pixel < 0 || cell.pixel >= grid.pixels())
            return;
        picture.covered.insert(cell.pixel);
        picture.count += cell.count;
        picture.busyNs += cell.busyNs;
    }
};

} // namespace

class RowWalkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void paintsWhatEverySingleOneWould_data();
    void paintsWhatEverySingleOneWould();
    void tellsCellsExactly_data();
    void tellsCellsExactly();
    void findsFirstStartAndLongest();
    void sumsAddUp();
    void emptyAndDegenerate();
    void costsByThePixels();
};

void RowWalkTest::paintsWhatEverySingleOneWould_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("share");
    for (const int count : {1, 15, 16, 17, 1000, 50'000})
        for (const double share : {2.0, 1.0, 0.3, 0.01, 0.0001})
            QTest::addRow("%d intervals, %g of them", count, share) << count << share;
}

void RowWalkTest::paintsWhatEverySingleOneWould()
{
    QFETCH(int, count);
    QFETCH(double, share);
    for (unsigned seed = 0; seed < 6; ++seed) {
        const Intervals row = randomRow(static_cast<std::size_t>(count), seed);
        const IntervalPyramid forest(row, row.begins.size(), seed % 2 == 0);
        const double run = static_cast<double>(row.ends.back() - row.begins.front()) + 1;
        for (const double at : {-0.1, 0.0, 0.37, 0.9}) {
            const PixelGrid grid(
                {row.begins.front() + static_cast<std::int64_t>(run * at), std::max(1e-3, run * share / 700)}, 700);
            const Picture wanted = bruteForce(row, grid);
            PictureSink sink{{}, grid};
            RowWalk<Intervals, PictureSink>(forest, row, grid, sink).walk();
            QCOMPARE(sink.picture.covered, wanted.covered);
            QCOMPARE(sink.picture.wideOnes, wanted.wideOnes);
            // At either edge of the view a group may count for both sides of it.
            const auto difference =
                static_cast<std::int64_t>(sink.picture.count) - static_cast<std::int64_t>(wanted.count);
            if (at <= 0 && at + share >= 1.2)
                QCOMPARE(difference, 0);
            else
                QVERIFY(static_cast<double>(std::abs(difference)) <= 2 + 0.01 * static_cast<double>(wanted.count));
            if (wanted.count > 2000)
                QVERIFY(std::abs(sink.picture.busyNs - wanted.busyNs) <= 0.02 * wanted.busyNs);
        }
    }
}

void RowWalkTest::tellsCellsExactly_data()
{
    QTest::addColumn<double>("nsPerPixel");
    QTest::addColumn<qlonglong>("origin");
    QTest::addColumn<bool>("keep");
    for (const double nsPerPixel : {0.7, 6.0, 9.5, 14.0, 35.0})
        for (const qlonglong origin : {0LL, 1'700'000'000'000'000'000LL, -(1LL << 61)})
            for (const bool keep : {true, false})
                QTest::addRow("%g ns in a pixel, from %lld, %s", nsPerPixel, origin, keep ? "kept" : "not kept")
                    << nsPerPixel << origin << keep;
}

/// As long as no pixel is so full that whole groups are in it. Of several longest in one the first is named.
void RowWalkTest::tellsCellsExactly()
{
    QFETCH(double, nsPerPixel);
    QFETCH(qlonglong, origin);
    QFETCH(bool, keep);
    struct CellSink
    {
        std::map<std::int64_t, NarrowCell> cells;
        std::vector<std::size_t> wideOnes;

        void wide(std::int64_t, std::int64_t, std::size_t i, std::uint32_t) { wideOnes.push_back(i); }
        void narrow(const NarrowCell &cell)
        {
            QVERIFY(!cells.contains(cell.pixel));
            cells[cell.pixel] = cell;
        }
    };
    std::mt19937_64 random(11);
    Intervals row;
    for (std::int64_t now = origin; row.begins.size() < 4007;) {
        now += static_cast<std::int64_t>(random() % 4);
        row.begins.push_back(now);
        now += static_cast<std::int64_t>(random() % 8) * (random() % 100 == 0 ? 20 : 1); // many are equally long
        row.ends.push_back(now);
    }
    const IntervalPyramid forest(row, row.begins.size(), keep);
    const PixelGrid grid({origin - 100, nsPerPixel}, 40'000);
    CellSink sink, wanted;
    RowWalk<Intervals, CellSink>(forest, row, grid, sink).walk();
    for (std::size_t i = 0; i < row.begins.size(); ++i) {
        const std::int64_t length = row.ends[i] - row.begins[i], pixel = grid.pixelOf(row.begins[i]);
        if (length > grid.narrowNs()) {
            wanted.wide(0, 0, i, 0);
            continue;
        }
        NarrowCell &cell = wanted.cells[pixel];
        ++cell.count;
        cell.busyNs += static_cast<double>(length);
        if (length > cell.longestNs) {
            cell.longestNs = length;
            cell.longest = static_cast<std::uint32_t>(i);
            cell.tag = row.tag(i);
        }
    }
    QCOMPARE(sink.wideOnes, wanted.wideOnes);
    QCOMPARE(sink.cells.size(), wanted.cells.size());
    for (const auto &[pixel, cell] : wanted.cells) {
        const NarrowCell &made = sink.cells[pixel];
        QCOMPARE(made.count, cell.count);
        QCOMPARE(made.busyNs, cell.busyNs);
        QCOMPARE(made.longestNs, cell.longestNs);
        QCOMPARE(made.longest, cell.longest);
        QCOMPARE(made.tag, cell.tag);
    }
}

void RowWalkTest::findsFirstStartAndLongest()
{
    std::mt19937_64 random(7);
    for (const std::size_t count : {1u, 16u, 33u, 5000u}) {
        const Intervals row = randomRow(count, 3);
        const IntervalPyramid forest(row, count, true);
        for (int i = 0; i < 300; ++i) {
            const std::int64_t time = row.begins[random() % count] + static_cast<std::int64_t>(random() % 3) - 1;
            const auto wanted = std::lower_bound(row.begins.begin(), row.begins.end(), time) - row.begins.begin();
            QCOMPARE(forest.firstStartingAt(row, time), static_cast<std::size_t>(wanted));
            std::size_t a = random() % count, b = random() % count;
            if (a > b)
                std::swap(a, b);
            std::size_t longest = a;
            for (std::size_t k = a; k <= b; ++k)
                if (row.ends[k] - row.begins[k] > row.ends[longest] - row.begins[longest])
                    longest = k;
            QCOMPARE(forest.longest(row, a, b + 1), longest);
        }
    }
}

void RowWalkTest::sumsAddUp()
{
    const Intervals row = randomRow(3000, 5);
    const IntervalPyramid forest(row, 3000, true);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 3000; ++i) {
        QCOMPARE(forest.busyBefore(row, i), sum);
        QCOMPARE(forest.start(row, i), row.begins[i]);
        sum += row.ends[i] - row.begins[i];
    }
    QCOMPARE(forest.busyBefore(row, 3000), sum);
}

void RowWalkTest::emptyAndDegenerate()
{
    const Intervals none;
    const IntervalPyramid empty(none, 0, true);
    QCOMPARE(empty.firstStartingAt(none, 5), std::size_t{0});
    const PixelGrid grid({0, 10}, 100);
    PictureSink sink{{}, grid};
    RowWalk<Intervals, PictureSink>(empty, none, grid, sink).walk();
    QVERIFY(sink.picture.covered.empty());
    // A million instants at one time are one pixel, at any zoom.
    Intervals instants;
    instants.begins.assign(1'000'000, 500);
    instants.ends = instants.begins;
    const IntervalPyramid forest(instants, instants.begins.size(), true);
    for (const double zoom : {1e-3, 1.0, 1e6}) {
        const PixelGrid fine({500, zoom}, 100);
        PictureSink seen{{}, fine};
        RowWalk<Intervals, PictureSink>(forest, instants, fine, seen).walk();
        QCOMPARE(seen.picture.count, std::uint64_t{1'000'000});
        QCOMPARE(seen.picture.covered.size(), std::size_t{1});
    }
}

void RowWalkTest::costsByThePixels()
{
    struct Counting
    {
        const Intervals &row;
        mutable std::size_t looks = 0;
        std::int64_t begin(std::size_t i) const { return ++looks, row.begins[i]; }
        std::int64_t end(std::size_t i) const { return ++looks, row.ends[i]; }
        std::uint32_t tag(std::size_t i) const { return row.tag(i); }
        std::uint32_t id(std::size_t i) const { return row.id(i); }
    };
    const Intervals row = randomRow(1'000'000, 1);
    const Counting source{row};
    const IntervalPyramid forest(source, row.begins.size(), true);
    const double run = static_cast<double>(row.ends.back() - row.begins.front());
    for (const double share : {1.0, 0.1, 0.01, 0.001}) {
        source.looks = 0;
        const PixelGrid grid({row.begins.front(), run * share / 1000}, 1000);
        PictureSink sink{{}, grid};
        RowWalk<Counting, PictureSink>(forest, source, grid, sink).walk();
        QVERIFY(source.looks < 40 * 1000);
    }
}

QTEST_GUILESS_MAIN(RowWalkTest)
#include "tst_row_walk.moc"
