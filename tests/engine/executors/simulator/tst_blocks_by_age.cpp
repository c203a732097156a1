// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/units/blocks_by_age.h"

#include "tests/support/programs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// Blocks of 256 threads that use this share of their SM's multipliers, as all did that were measured.
constexpr double load = 0.525;

/// Microseconds from the opening of the gate to the last end.
double gatedUs(const std::vector<std::uint64_t> &blocks, int streams, std::uint64_t multiplyAdds)
{
    Program program = emptyProgram(streams);
    program.submission = Submission::Gated;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        Operation op = kernel(static_cast<int>(i) % streams);
        op.kernel.own().kind = KernelKind::Fma;
        op.kernel.own().elements = blocks[i] * 256;
        op.kernel.own().workPerElement = multiplyAdds;
        op.kernel.own().grid = 0;
        op.kernel.own().block = 256;
        op.reads.clear();
        op.writes.clear();
        program.operations.push_back(op);
    }
    constexpr double gateUs = 2.2; // from its opening to the first kernel: one block of 46.8 us ends after 49.0
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;
    for (const OperationTimes &times : simulate(loadDeviceProfile("h200"), program)) {
        first = std::min(first, times.start);
        last = std::max(last, times.end);
    }
    return gateUs + static_cast<double>(last - first) / 1e3;
}

} // namespace

/// How blocks share an SM, against grids of multiply-adds on two H200s (docs/measurements/concurrent-kernels.md).
class TestBlocksByAge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lastEnds_data();
    void lastEnds();
    void theOldestGoesFirst();
    void aStackKeepsWhatWasDone();
    void endedBlocksLeaveTheirPlaces();
    void whatIsRemovedTakesNothing();
    void whatWaitsForMemoryStarves();
    void gridsTogether_data();
    void gridsTogether();
    void manyGridsTakeWhatTheirWorkTakes_data();
    void manyGridsTakeWhatTheirWorkTakes();
};

void TestBlocksByAge::lastEnds_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<double>("measured"); // in times of one block: 46.8 us
    const std::vector<std::pair<int, double>> rows = {{1, 1},     {2, 1.23},  {3, 1.94}, {4, 2.31},
                                                      {5, 2.88},  {6, 3.38},  {7, 3.93}, {8, 4.40},
                                                      {10, 5.43}, {12, 6.45}, {16, 8.50}};
    for (const auto &[blocks, measured] : rows)
        QTest::newRow(qPrintable(QString::number(blocks))) << blocks << measured;
}

void TestBlocksByAge::lastEnds()
{
    QFETCH(int, blocks);
    QFETCH(double, measured);
    QVERIFY2(std::abs(lastEndByAge(blocks, load) / measured - 1) < 0.03,
             qPrintable(QString::number(lastEndByAge(blocks, load))));
}

/// Of two batches on one SM the older takes nearly its own time, and both together what their work takes.
void TestBlocksByAge::theOldestGoesFirst()
{
    BlocksByAge blocks(2);
    blocks.add(0, {{0, 2}}, {1000, load}, 0);
    blocks.add(1, {{0, 1}, {1, 1}}, {1000, load}, 100);
    std::vector<double> ends(2);
    blocks.findEnds(100, ends);
    QVERIFY2(std::abs(ends[0] / 1000 - lastEndByAge(2, load)) < 0.03, qPrintable(QString::number(ends[0])));
    QVERIFY2(ends[1] > 1900 && ends[1] < 2000, qPrintable(QString::number(ends[1])));
    BlocksByAge alone(2); // on an SM that has no others
    alone.add(1, {{1, 1}}, {1000, load}, 100);
    alone.findEnds(100, ends);
    QVERIFY(std::abs(ends[1] - 1100) < 1);
}

/// It does not matter how often one looks.
void TestBlocksByAge::aStackKeepsWhatWasDone()
{
    std::vector<double> once(1), often(1);
    BlocksByAge a(1), b(1);
    a.add(0, {{0, 5}}, {1000, load}, 0);
    b.add(0, {{0, 5}}, {1000, load}, 0);
    a.findEnds(0, once);
    for (int now = 0; now < 2500; now += 100)
        b.findEnds(now, often);
    QVERIFY2(std::abs(once[0] - often[0]) < 1, qPrintable(QString::number(often[0] - once[0])));
}

void TestBlocksByAge::endedBlocksLeaveTheirPlaces()
{
    BlocksByAge blocks(2);
    blocks.add(0, {{0, 1}, {1, 3}}, {1000, load}, 0);
    Placement running;
    QVERIFY(!blocks.thinned(0, 500, running));
    QVERIFY(blocks.thinned(0, 1010, running)); // that of the first SM
    QCOMPARE(running, (Placement{{1, 3}}));
    QVERIFY(!blocks.thinned(0, 1010, running));
    QVERIFY(std::abs(blocks.nextEnd(1010) - 1030) < 30); // the oldest of the three
    QVERIFY(blocks.thinned(0, 1300, running));
    QCOMPARE(running, (Placement{{1, 1}}));
}

void TestBlocksByAge::whatIsRemovedTakesNothing()
{
    BlocksByAge blocks(1);
    blocks.add(0, {{0, 2}}, {1000, load}, 0);
    blocks.add(1, {{0, 1}}, {1000, load}, 0);
    blocks.remove(0, 500);
    std::vector<double> ends(2);
    blocks.findEnds(500, ends);
    QVERIFY2(ends[1] > 1380 && ends[1] < 1500, qPrintable(QString::number(ends[1]))); // it had done little
    blocks.clear();
    blocks.add(1, {{0, 1}}, {1000, load}, 2000);
    blocks.findEnds(2000, ends);
    QVERIFY(std::abs(ends[1] - 3000) < 1);
}

/// Three blocks on an SM leave a kernel that waits for memory nothing until one is done; two leave it enough. The
/// experiment multi-stage of 360 KiB takes 209 us on an H200, and took 183 in the model.
void TestBlocksByAge::whatWaitsForMemoryStarves()
{
    const auto lengthUs = [](std::uint64_t blocks) {
        Program program = emptyProgram(2);
        program.submission = Submission::Gated;
        for (int i = 0; i < 2; ++i) {
            Operation op = kernel(i);
            op.kernel.own().kind = KernelKind::Fma;
            op.kernel.own().elements = blocks * 256;
            op.kernel.own().workPerElement = i == 0 ? 21'066 : 1;
            op.kernel.own().block = 256;
            op.reads.clear();
            op.writes.clear();
            program.operations.push_back(op);
        }
        const OperationTimes times = simulate(loadDeviceProfile("h200"), program).back();
        return static_cast<double>(times.end - times.start) / 1e3;
    };
    QVERIFY2(std::abs(lengthUs(360) - 52) < 5, qPrintable(QString::number(lengthUs(360))));
    QVERIFY2(lengthUs(244) < 5, qPrintable(QString::number(lengthUs(244))));
}

void TestBlocksByAge::gridsTogether_data()
{
    QTest::addColumn<std::vector<std::uint64_t>>("blocks");
    QTest::addColumn<double>("measuredUs"); // behind a gate, 20,000 multiply-adds for each element
    const auto row = [](const char *name, const std::vector<std::uint64_t> &blocks, double us) {
        QTest::newRow(name) << blocks << us;
    };
    row("three blocks on an SM", {300}, 92.5); // 84.6 if three took what they ask for together
    row("two on each, then one", {264, 164}, 111.3);
    row("two and one", {132, 164}, 93.1);       // the model had 64.7
    row("one or two, twice", {164, 164}, 94.5); // and 67.8
    row("two or three, twice", {272, 272}, 140.2);
    row("four and five", {480, 480}, 210.5);
    row("more than there is room for", {700, 700}, 283.1);
    row("few and many", {450, 160}, 138.9);
    row("three, of which two have an SM", {90, 90, 90}, 94.9); // and 59.8
    row("three times one", {132, 132, 132}, 95.0);
    row("three times two", {264, 264, 264}, 162.7);
}

void TestBlocksByAge::gridsTogether()
{
    QFETCH(std::vector<std::uint64_t>, blocks);
    QFETCH(double, measuredUs);
    const double us = gatedUs(blocks, static_cast<int>(blocks.size()), 20'000);
    QVERIFY2(std::abs(us / measuredUs - 1) < 0.05, qPrintable(QString::number(us)));
}

void TestBlocksByAge::manyGridsTakeWhatTheirWorkTakes_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("streams");
    QTest::addColumn<double>("measuredUs"); // 60 kernels of 7,358 multiply-adds
    const auto row = [](int blocks, int streams, double us) {
        QTest::newRow(qPrintable(QStringLiteral("%1 blocks, %2 streams").arg(blocks).arg(streams)))
            << blocks << streams << us;
    };
    row(60, 6, 290.4);
    row(88, 2, 648.3);
    row(110, 3, 557.0);
    row(132, 2, 653.7);
    row(160, 2, 865.2); // the model had 978
    row(160, 12, 661.5);
    row(200, 2, 1016.4); // and 1,110
    row(200, 12, 822.1);
    row(565, 3, 2299.5);
    row(889, 12, 3617.7);
}

void TestBlocksByAge::manyGridsTakeWhatTheirWorkTakes()
{
    QFETCH(int, blocks);
    QFETCH(int, streams);
    QFETCH(double, measuredUs);
    const std::vector<std::uint64_t> grids(60, static_cast<std::uint64_t>(blocks));
    const double us = gatedUs(grids, streams, 7358);
    QVERIFY2(std::abs(us / measuredUs - 1) < 0.035, qPrintable(QString::number(us)));
}

QTEST_GUILESS_MAIN(TestBlocksByAge)
#include "tst_blocks_by_age.moc"
