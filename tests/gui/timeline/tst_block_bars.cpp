// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/row_walk.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/timeline_theme.h"
#include "tests/gui/timeline/sm_lanes.h"
#include "tests/support/block_runs.h"

#include <QTest>

#include <set>

using namespace streamscope;
using namespace streamscope::test;

/// The level of detail of the block view, held against looking at each block.
class BlockBarsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void searchFindsWhatALinearOneFinds();
    void longestAgreesWithAScan();
    void samePixelsAsBlockByBlock_data();
    void samePixelsAsBlockByBlock();
    void coverageIsTheShareOfBusyTime();
    void onlyLanesInSightAreMade();
    void toolTipsNameTheBlock();
    void coloursOfKernelsDiffer();
    void highContrastReachesTheBlocks();
};

namespace {

/// Pixels that the blocks of a row mark, one after the other.
std::vector<bool> pixelsOf(const BlockRecords &records, const BlockRow &row, const PixelGrid &grid)
{
    const std::vector<std::int64_t> &starts = records.starts(), &ends = records.ends();
    std::vector<bool> covered(static_cast<std::size_t>(grid.pixels()), false);
    for (std::size_t i = row.first; i < row.past; ++i) {
        std::int64_t left = grid.pixelOf(starts[i]), right = left + 1;
        if (ends[i] - starts[i] > grid.narrowNs()) {
            left = std::llround(grid.x(starts[i]));
            right = std::llround(grid.x(ends[i]));
        }
        for (std::int64_t x = std::max<std::int64_t>(0, left); x < std::min(right, grid.pixels()); ++x)
            covered[static_cast<std::size_t>(x)] = true;
    }
    return covered;
}

std::vector<SceneBars::Packed> barsOf(const TimelineContent &content, const SmLane &lane, std::size_t row,
                                      const PixelGrid &grid)
{
    SceneBars bars;
    bars.start(0, 1);
    bars.beginRow(0, 0, 10);
    lane.addBars(content, row, grid, bars);
    const auto packed = bars.barsOf(bars.rows().front());
    return {packed.begin(), packed.end()};
}

SceneRequest requestFor(const TimelineContent &content, double width, double height)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {width, height};
    request.labelWidth = 150;
    request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), width - 150);
    return request;
}

} // namespace

void BlockBarsTest::searchFindsWhatALinearOneFinds()
{
    const auto recording = recordingOf(randomBlocks({.multiprocessors = 3, .blocksEach = 300}), 4);
    const BlockRecords &records = recording->timeline.blocks();
    std::mt19937 random(7);
    for (const BlockLane &lane : records.lanes()) {
        const BlockRow row = lane.rows.front();
        const BlockIntervals source{records, row.first};
        const IntervalPyramid pyramid(source, row.past - row.first, false);
        for (int k = 0; k < 3000; ++k) {
            const auto time = static_cast<std::int64_t>(random() % 800'000);
            std::size_t expected = 0;
            while (expected < pyramid.size() && source.begin(expected) < time)
                ++expected;
            QCOMPARE(pyramid.firstStartingAt(source, time), expected);
        }
    }
}

void BlockBarsTest::longestAgreesWithAScan()
{
    BlockRun run{.multiprocessors = 1, .blocksEach = 5000, .kernels = 40};
    const auto recording = recordingOf(randomBlocks(run), run.kernels);
    const BlockRecords &records = recording->timeline.blocks();
    const BlockIntervals source{records, 0};
    const IntervalPyramid pyramid(source, records.size(), false);
    std::mt19937 random(3);
    for (int k = 0; k < 2000; ++k) {
        const std::size_t first = random() % records.size();
        const std::size_t past =
            first + 1 + random() % std::min<std::size_t>(records.size() - first, k % 2 ? 5000 : 80);
        std::size_t longest = first;
        for (std::size_t i = first; i < past; ++i) {
            if (source.end(i) - source.begin(i) > source.end(longest) - source.begin(longest))
                longest = i;
        }
        QCOMPARE(pyramid.longest(source, first, past), longest);
    }
}

void BlockBarsTest::samePixelsAsBlockByBlock_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<std::int64_t>("longest");
    QTest::addColumn<std::int64_t>("gap");
    QTest::addColumn<int>("resident");
    QTest::newRow("short") << 80'000 << std::int64_t{40} << std::int64_t{10} << 1;
    QTest::newRow("mixed") << 20'000 << std::int64_t{4000} << std::int64_t{500} << 1;
    QTest::newRow("sparse") << 5'000 << std::int64_t{30} << std::int64_t{20'000} << 1;
    QTest::newRow("resident") << 20'000 << std::int64_t{3000} << std::int64_t{100} << 8;
    QTest::newRow("few") << 10 << std::int64_t{4000} << std::int64_t{500} << 1;
}

void BlockBarsTest::samePixelsAsBlockByBlock()
{
    QFETCH(int, blocks);
    QFETCH(std::int64_t, longest);
    QFETCH(std::int64_t, gap);
    QFETCH(int, resident);
    constexpr std::int64_t pixels = 700;
    for (const bool taken : {false, true}) {
        const BlockRun run{.multiprocessors = 2,
                           .blocksEach = blocks,
                           .kernels = 3,
                           .resident = resident,
                           .longestNs = longest,
                           .longestGapNs = gap,
                           .taken = taken};
        const auto recording = recordingOf(randomBlocks(run, 5), run.kernels);
        const TimelineContent content(recording);
        const double length = static_cast<double>(recording->timeline.end());
        std::mt19937 random(9);
        for (int view = 0; view < 60; ++view) {
            const double shown = std::pow(0.5, view % 15);
            const auto origin = static_cast<std::int64_t>((length * (1 - shown)) * (random() % 1000) / 1000.0);
            const TimeAxis axis{origin - static_cast<std::int64_t>(length * shown * 0.02),
                                length * shown / static_cast<double>(pixels)};
            const PixelGrid grid(axis, pixels);
            for (const SmLane *lane : smLanesOf(content)) {
                for (std::size_t row = 0; row < lane->rows(); ++row) {
                    std::vector<bool> covered(static_cast<std::size_t>(pixels), false);
                    std::int64_t last = 0;
                    for (const SceneBars::Packed &bar : barsOf(content, *lane, row, grid)) {
                        const std::int64_t right = bar.left + bar.pixels();
                        QVERIFY(bar.left >= last && right > bar.left && right <= pixels);
                        QVERIFY(bar.coverage >= 0 && bar.coverage <= 1);
                        last = right;
                        for (std::int64_t x = bar.left; x < right; ++x)
                            covered[static_cast<std::size_t>(x)] = true;
                    }
                    QVERIFY2(covered == pixelsOf(recording->timeline.blocks(), lane->blocks(content).rows[row], grid),
                             qPrintable(QStringLiteral("view %1, taken %2").arg(view).arg(taken)));
                }
            }
        }
    }
}

void BlockBarsTest::coverageIsTheShareOfBusyTime()
{
    const BlockRun run{.multiprocessors = 1, .blocksEach = 100'000, .kernels = 1, .longestNs = 40, .longestGapNs = 40};
    const auto recording = recordingOf(randomBlocks(run), 1);
    const TimelineContent content(recording);
    const SmLane &lane = *smLanesOf(content).front();
    const double length = static_cast<double>(recording->timeline.end());
    constexpr std::int64_t pixels = 500;
    double sum = 0;
    for (const SceneBars::Packed &bar : barsOf(content, lane, 0, PixelGrid({0, length / pixels}, pixels)))
        sum += static_cast<double>(bar.coverage) * bar.pixels();
    const double share = static_cast<double>(lane.blocks(content).busyNs) / length;
    QVERIFY2(std::abs(sum / pixels - share) < 0.01, qPrintable(QString::number(sum / pixels - share)));
}

void BlockBarsTest::onlyLanesInSightAreMade()
{
    const TimelineContent content(recordingOf(randomBlocks({.multiprocessors = 132, .blocksEach = 50}), 4));
    SceneRequest request = requestFor(content, 900, 400);
    const TimelineScene scene = buildScene(content, request);
    const std::vector<SceneLane> sms = smLanesOf(scene);
    QVERIFY(sms.size() > 5 && sms.size() < 30);
    QCOMPARE(sms.front().title.text, QStringLiteral("SM 0"));
    QVERIFY(!sms.front().busy.text.isEmpty());
    // Titles that would lie on each other are left out.
    request.lanes = std::make_shared<LaneList>(arrangedLanes(content, {}, {.scale = 0.2}));
    const TimelineScene flat = buildScene(content, request);
    double end = -1e9;
    for (const SceneLane &lane : smLanesOf(flat)) {
        if (lane.title.text.isEmpty())
            continue;
        QVERIFY(lane.title.rect.top() >= end - 1);
        end = lane.title.rect.bottom();
    }
    QVERIFY(smLanesOf(flat).size() > sms.size());
    request.lanes = std::make_shared<LaneList>(arrangedLanes(content, {}, {.shown = false}));
    QVERIFY(smLanesOf(buildScene(content, request)).empty());
}

void BlockBarsTest::toolTipsNameTheBlock()
{
    const TimelineContent content(recordingOf(randomBlocks({.multiprocessors = 20, .blocksEach = 5}), 4));
    const TimelineScene scene = buildScene(content, requestFor(content, 1200, 900));
    const BlockRecords &records = content.timeline().blocks();
    int singles = 0;
    for (const SceneBar &block : scene.bars) {
        if (!block.edged)
            continue;
        ++singles;
        QCOMPARE(scene.barAt(block.rect.center())->rect, block.rect);
        const auto &lane = dynamic_cast<const SmLane &>(*scene.lanes[block.lane].content);
        const QString text = lane.barToolTip(content, scene, block, block.rect.center().x());
        std::size_t first = lane.blocks(content).rows[block.row].first;
        while (records.ends()[first] <= scene.xToTime(block.rect.center().x()))
            ++first;
        const BlockRecord record = records.record(first);
        QVERIFY(text.contains(QStringLiteral("kernel %1").arg(record.span)));
        QVERIFY(text.contains(QStringLiteral(">%1</td>").arg(record.block)));
        QVERIFY(text.contains(QStringLiteral(">%1</td>").arg(record.multiprocessor)));
        QVERIFY(text.contains(QStringLiteral("model")));
    }
    QVERIFY(singles > 0);
}

void BlockBarsTest::coloursOfKernelsDiffer()
{
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::of(true),
                                       &TimelineTheme::of(false, true), &TimelineTheme::of(true, true)}) {
        std::set<QRgb> seen;
        for (std::size_t i = 0; i < kernelColourCount; ++i) {
            const KindStyle &colour = blockColours(*theme)[kernelTag(i)];
            QVERIFY(seen.insert(colour.fill.rgb()).second);
            QVERIFY(contrastRatio(colour.fill, colour.text) >= 4.5);
            QVERIFY(blockColours(*theme, true)[kernelTag(i)].fill != colour.fill);
        }
        for (std::size_t i = 0; i + 1 < 8; ++i) // kernels that follow each other differ in lightness as well
            QVERIFY(contrastRatio(blockColours(*theme)[kernelTag(i)].fill, blockColours(*theme)[kernelTag(i + 1)].fill)
                    > 1.2);
    }
}

void BlockBarsTest::highContrastReachesTheBlocks()
{
    for (const TimelineTheme *theme : {&TimelineTheme::of(false, true), &TimelineTheme::of(true, true)}) {
        for (std::size_t i = 0; i < kernelColourCount; ++i) {
            const KindStyle &colour = blockColours(*theme)[kernelTag(i)],
                            &dimmed = blockColours(*theme, true)[kernelTag(i)];
            QVERIFY2(contrastRatio(colour.fill, theme->background) >= 7, qPrintable(colour.fill.name()));
            QVERIFY(contrastRatio(colour.fill, colour.text) >= 7);
            QVERIFY(contrastRatio(colour.fill, colour.outline) >= 7); // neighbouring blocks stay apart
            QVERIFY(contrastRatio(dimmed.fill, theme->background) >= 3);
            QVERIFY(contrastRatio(dimmed.fill, dimmed.text) >= 4.5);
            QVERIFY(contrastRatio(dimmed.fill, colour.fill) > 1.5); // who is looked at is seen at once
        }
    }
}

QTEST_MAIN(BlockBarsTest)
#include "tst_block_bars.moc"
