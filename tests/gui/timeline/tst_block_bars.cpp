// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/block_bars.h"
#include "gui/timeline/scene/block_scene.h"
#include "gui/timeline/scene/block_text.h"
#include "gui/timeline/scene/row_walk.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/timeline_theme.h"
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
std::vector<bool> pixelsOf(const BlockIndex &index, const BlockRow &row, const TimeAxis &axis, std::int64_t pixels)
{
    const PixelGrid grid(axis, pixels);
    std::vector<bool> covered(static_cast<std::size_t>(pixels), false);
    for (std::size_t i = row.first; i < row.past; ++i) {
        std::int64_t left = grid.pixelOf(index.start(i)), right = left + 1;
        if (index.end(i) - index.start(i) > grid.narrowNs()) {
            left = std::llround(grid.x(index.start(i)));
            right = std::llround(grid.x(index.end(i)));
        }
        for (std::int64_t x = std::max<std::int64_t>(0, left); x < std::min(right, pixels); ++x)
            covered[static_cast<std::size_t>(x)] = true;
    }
    return covered;
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
    const BlockIndex index(recording->timeline.blocks());
    std::mt19937 random(7);
    for (const BlockLane &lane : recording->timeline.blocks().lanes()) {
        const BlockRow row = lane.rows.front();
        for (int k = 0; k < 3000; ++k) {
            const std::size_t from = row.first + random() % (row.past - row.first + 1);
            const auto time = static_cast<std::int64_t>(random() % 800'000);
            std::size_t expected = from;
            while (expected < row.past && index.start(expected) < time)
                ++expected;
            QCOMPARE(index.firstStartingAt(row, from, time), expected);
        }
    }
}

void BlockBarsTest::longestAgreesWithAScan()
{
    BlockRun run{.multiprocessors = 1, .blocksEach = 5000, .kernels = 40};
    const auto recording = recordingOf(randomBlocks(run), run.kernels);
    const BlockRecords &records = recording->timeline.blocks();
    const BlockIndex index(records);
    std::mt19937 random(3);
    for (int k = 0; k < 2000; ++k) {
        const std::size_t first = random() % records.size();
        const std::size_t past =
            first + 1 + random() % std::min<std::size_t>(records.size() - first, k % 2 ? 5000 : 80);
        std::size_t longest = first;
        for (std::size_t i = first; i < past; ++i) {
            if (index.end(i) - index.start(i) > index.end(longest) - index.start(longest))
                longest = i;
        }
        QCOMPARE(index.longest(first, past), longest);
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
        const BlockRecords &records = recording->timeline.blocks();
        const BlockIndex index(records);
        const double length = static_cast<double>(recording->timeline.end());
        std::mt19937 random(9);
        for (int view = 0; view < 60; ++view) {
            const double shown = std::pow(0.5, view % 15);
            const auto origin = static_cast<std::int64_t>((length * (1 - shown)) * (random() % 1000) / 1000.0);
            const TimeAxis axis{origin - static_cast<std::int64_t>(length * shown * 0.02),
                                length * shown / static_cast<double>(pixels)};
            for (const BlockLane &lane : records.lanes()) {
                for (const BlockRow &row : lane.rows) {
                    std::vector<bool> covered(static_cast<std::size_t>(pixels), false);
                    std::int64_t last = 0;
                    for (const BlockBar &bar : blockBars(index, row, axis, pixels)) {
                        QVERIFY(bar.left >= last && bar.right > bar.left && bar.right <= pixels);
                        QVERIFY(bar.past > bar.first && bar.first >= row.first && bar.past <= row.past);
                        QVERIFY(bar.coverage >= 0 && bar.coverage <= 1);
                        last = bar.right;
                        for (std::int64_t x = bar.left; x < bar.right; ++x)
                            covered[static_cast<std::size_t>(x)] = true;
                    }
                    QVERIFY2(covered == pixelsOf(index, row, axis, pixels),
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
    const BlockLane &lane = recording->timeline.blocks().lanes().front();
    const BlockIndex index(recording->timeline.blocks());
    const double length = static_cast<double>(recording->timeline.end());
    constexpr std::int64_t pixels = 500;
    double sum = 0;
    for (const BlockBar &bar : blockBars(index, lane.rows.front(), {0, length / pixels}, pixels))
        sum += bar.coverage * static_cast<double>(bar.right - bar.left);
    const double share = static_cast<double>(lane.busyNs) / length;
    QVERIFY2(std::abs(sum / pixels - share) < 0.01, qPrintable(QString::number(sum / pixels - share)));
}

void BlockBarsTest::onlyLanesInSightAreMade()
{
    const TimelineContent content(recordingOf(randomBlocks({.multiprocessors = 132, .blocksEach = 50}), 4));
    SceneRequest request = requestFor(content, 900, 400);
    const TimelineScene scene = buildScene(content, request);
    QVERIFY(scene.blockLanes.size() > 5 && scene.blockLanes.size() < 30);
    QCOMPARE(scene.blockLanes.front().title.text, QStringLiteral("SM 0"));
    QVERIFY(!scene.blockLanes.front().busy.text.isEmpty());
    request.blockLaneScale = 0.2; // titles that would lie on each other are left out
    const TimelineScene flat = buildScene(content, request);
    double end = -1e9;
    for (const SceneBlockLane &lane : flat.blockLanes) {
        if (lane.title.text.isEmpty())
            continue;
        QVERIFY(lane.title.rect.top() >= end - 1);
        end = lane.title.rect.bottom();
    }
    QVERIFY(flat.blockLanes.size() > scene.blockLanes.size());
    request.blockLanes = false;
    QVERIFY(buildScene(content, request).blocks.empty());
}

void BlockBarsTest::toolTipsNameTheBlock()
{
    const TimelineContent content(recordingOf(randomBlocks({.multiprocessors = 20, .blocksEach = 5}), 4));
    const TimelineScene scene = buildScene(content, requestFor(content, 1200, 900));
    const BlockRecords &records = content.timeline().blocks();
    QVERIFY(!scene.blocks.empty());
    for (const SceneBlock &block : scene.blocks) {
        if (!block.single)
            continue;
        QCOMPARE(scene.blockAt(block.rect.center()), &block);
        const QString text = blocksToolTip(content, block.first, block.past, scene.xToTime(block.rect.center().x()),
                                           scene.xToTime(block.rect.center().x() + 1));
        const BlockRecord record = records.record(block.first);
        QVERIFY(text.contains(QStringLiteral("kernel %1").arg(record.span)));
        QVERIFY(text.contains(QStringLiteral(">%1</td>").arg(record.block)));
        QVERIFY(text.contains(QStringLiteral(">%1</td>").arg(record.multiprocessor)));
        QVERIFY(text.contains(QStringLiteral("model")));
    }
}

void BlockBarsTest::coloursOfKernelsDiffer()
{
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::darkTheme(),
                                       &TimelineTheme::contrastLight(), &TimelineTheme::contrastDark()}) {
        std::set<QRgb> seen;
        for (std::size_t i = 0; i < kernelColourCount; ++i) {
            const KernelColour &colour = kernelColour(*theme, i);
            QVERIFY(seen.insert(colour.fill.rgb()).second);
            QVERIFY(contrastRatio(colour.fill, colour.text) >= 4.5);
            QVERIFY(dimmedKernelColour(*theme, i).fill != colour.fill);
        }
        for (std::size_t i = 0; i + 1 < 8; ++i) // kernels that follow each other differ in lightness as well
            QVERIFY(contrastRatio(kernelColour(*theme, i).fill, kernelColour(*theme, i + 1).fill) > 1.2);
    }
}

void BlockBarsTest::highContrastReachesTheBlocks()
{
    for (const TimelineTheme *theme : {&TimelineTheme::contrastLight(), &TimelineTheme::contrastDark()}) {
        for (std::size_t i = 0; i < kernelColourCount; ++i) {
            const KernelColour &colour = kernelColour(*theme, i), &dimmed = dimmedKernelColour(*theme, i);
            QVERIFY2(contrastRatio(colour.fill, theme->background) >= 7, qPrintable(colour.fill.name()));
            QVERIFY(contrastRatio(colour.fill, colour.text) >= 7);
            QVERIFY(contrastRatio(colour.fill, colour.edge) >= 7); // neighbouring blocks stay apart
            QVERIFY(contrastRatio(dimmed.fill, theme->background) >= 3);
            QVERIFY(contrastRatio(dimmed.fill, dimmed.text) >= 4.5);
            QVERIFY(contrastRatio(dimmed.fill, colour.fill) > 1.5); // who is looked at is seen at once
        }
    }
}

QTEST_MAIN(BlockBarsTest)
#include "tst_block_bars.moc"
