// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Two runs on one axis: the SMs of both, and differences of what is merged.
#include "engine/formats/text/time_text.h"
#include "engine/run/named_run.h"
#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/merged_differences.h"
#include "gui/timeline/marks/narrow_differences.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/row_walk.h"
#include "gui/timeline/text/embedded_font.h"
#include "tests/gui/sample_runs.h"
#include "tests/gui/timeline/sm_lanes.h"
#include "tests/support/spans.h"

#include <QPainter>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>

using namespace streamscope;
using namespace streamscope::test;

namespace {

NamedRun runWithBlocks(const std::string &preset, const std::string &device)
{
    return namedRun(runPreset(preset, device, true));
}

std::vector<SceneBar> blocksOf(const TimelineScene &scene)
{
    std::vector<SceneBar> blocks;
    std::copy_if(scene.bars.begin(), scene.bars.end(), std::back_inserter(blocks),
                 [&scene](const SceneBar &bar) { return !scene.operationsOf(bar); });
    return blocks;
}

NamedRun named(std::shared_ptr<const Recording> recording)
{
    NamedRun run;
    run.title = QStringLiteral("test");
    run.recording = std::move(recording);
    return run;
}

std::shared_ptr<const TimelineContent> comparing(const NamedRun &a, const NamedRun &b,
                                                 ComparisonScale scale = ComparisonScale::Absolute)
{
    return std::make_shared<const TimelineContent>(std::make_shared<const ComparedRuns>(a, b, scale));
}

/// Short kernels and copies without order, so that pixels hold several of either change; `scale` stretches some.
std::shared_ptr<const Recording> shortOperations(int count, double scale, unsigned seed)
{
    auto recording = std::make_shared<Recording>();
    recording->device.id = "cuda:0";
    recording->device.asyncEngineCount = 2;
    Timeline &timeline = recording->timeline;
    timeline.addStream({"0", 0, 0});
    timeline.addStream({"1", 0, 0});
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::int64_t> length(1, 900), gap(0, 400);
    std::array<std::int64_t, 2> now{};
    for (int i = 0; i < count; ++i) {
        Span span;
        span.kind = i % 3 == 0 ? OperationKind::H2D : OperationKind::Kernel;
        span.engine = engineOf(span.kind);
        span.stream = i % 2;
        span.name = timeline.intern(i % 50 == 7 ? "only here " + std::to_string(seed) : "op");
        std::int64_t &at = now[static_cast<std::size_t>(span.stream)];
        const std::int64_t usual = length(random) * (i % 97 == 0 ? 300 : 1); // a few are wide
        span.issue = span.ready = span.start = at + gap(random);
        span.end =
            span.start + (i % 400 < 200 && scale < 1e6 ? usual : std::llround(static_cast<double>(usual) * scale));
        at = span.end;
        timeline.append(span);
    }
    return recording;
}

/// What the table of differences says.
DifferenceSum fromTheTable(const ComparedRuns &compared, std::uint32_t span)
{
    const ComparedOperation &operation = compared.operation(span);
    return operation.a && operation.b ? DifferenceSum{1, 0, operation.durationA, operation.durationB}
                                      : DifferenceSum{0, 1, 0, 0};
}

SceneRequest requestFor(const TimelineContent &content, double width, double height, double ratio = 1)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {width, height};
    request.labelWidth = 150;
    request.devicePixelRatio = ratio;
    request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), width - 150);
    return request;
}

} // namespace

class ComparedMarksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lanesOfTheSmsAreInPairs();
    void whoRecordedNoBlocksIsSaid();
    void matchedKernelsAreLookedAtTogether();
    void blocksSayTheirOwnTimes();
    void sumsAreThoseOfAnyStretch();
    void mergedBarsKnowTheirOperations_data();
    void mergedBarsKnowTheirOperations();
    void mergedBarsAreMarked();
    void loneNarrowBarsAreMarked();
    void toolTipsAddUpWhatIsMerged();
};

void ComparedMarksTest::lanesOfTheSmsAreInPairs()
{
    const NamedRun a = runWithBlocks("leftover-three-quarters", "sim:h200");
    const NamedRun b = runWithBlocks("leftover-three-quarters", "sim:k20c");
    for (const ComparisonScale scale : {ComparisonScale::Absolute, ComparisonScale::Normalised}) {
        const auto content = comparing(a, b, scale);
        QVERIFY(content->hasBlocks());
        const auto lanesOfA = a.recording->timeline.blocks().lanes().size();
        const auto lanesOfB = b.recording->timeline.blocks().lanes().size();
        QCOMPARE(smLanesOf(*content).size(), lanesOfA + lanesOfB);
        const TimelineScene scene = buildScene(*content, requestFor(*content, 1200, 6000));
        const std::vector<SceneLane> lanes = smLanesOf(scene);
        QCOMPARE(lanes.size(), lanesOfA + lanesOfB);
        QCOMPARE(lanes[0].content->title, QStringLiteral("Baseline  SM 0"));
        QCOMPARE(lanes[1].content->title, QStringLiteral("This run  SM 0"));
        QCOMPARE(lanes[2].content->title, QStringLiteral("Baseline  SM 1"));
        QVERIFY(!lanes[0].tinted && lanes[1].tinted);
        QVERIFY(scene.groups.back().title.text.contains(QStringLiteral("both runs")));
        for (const SceneBar &block : blocksOf(scene)) {
            const QString title = scene.lanes[block.lane].content->title;
            QCOMPARE(content->compared()->sideOf(block.span),
                     title.startsWith(QStringLiteral("Baseline")) ? Side::A : Side::B);
        }
        // Each is busy for its share of its own run, on either axis.
        for (const SmLane *lane : smLanesOf(*content)) {
            const Recording &own = *content->compared()->run(*lane->side).recording;
            const auto number = lane->blocks(*content).multiprocessor;
            const auto &ownLanes = own.timeline.blocks().lanes();
            const auto same = std::find_if(ownLanes.begin(), ownLanes.end(),
                                           [number](const BlockLane &other) { return other.multiprocessor == number; });
            const auto run = static_cast<double>(own.timeline.end() - own.timeline.begin());
            QVERIFY(std::abs(*lane->busyShare - static_cast<double>(same->busyNs) / run) < 1e-6);
        }
    }
}

void ComparedMarksTest::whoRecordedNoBlocksIsSaid()
{
    const NamedRun a = namedRun(runPreset("leftover-three-quarters"));
    const NamedRun b = runWithBlocks("leftover-three-quarters", "sim:h200");
    const auto content = comparing(a, b);
    const TimelineScene scene = buildScene(*content, requestFor(*content, 1200, 900));
    QVERIFY(scene.groups.back().title.text.contains(QStringLiteral("no blocks of baseline were recorded")));
    const std::vector<SceneLane> lanes = smLanesOf(scene);
    QCOMPARE(lanes[0].content->title, QStringLiteral("This run  SM 0"));
    QCOMPARE(lanes[1].content->title, QStringLiteral("This run  SM 1"));
}

void ComparedMarksTest::matchedKernelsAreLookedAtTogether()
{
    const NamedRun run = runWithBlocks("leftover-three-quarters", "sim:h200");
    const auto content = comparing(run, run);
    const ComparedRuns &compared = *content->compared();
    QVERIFY(content->blockKernels().size() >= 2);
    for (const std::uint32_t kernel : content->blockKernels()) {
        QCOMPARE(compared.sideOf(kernel), Side::A); // B has none of its own
        QCOMPARE(content->kernelNumber(*compared.counterpart(kernel)), content->kernelNumber(kernel));
    }
    SceneRequest request = requestFor(*content, 1200, 900);
    const std::uint32_t selected = content->blockKernels()[1];
    request.highlighted = *compared.counterpart(selected);
    int bright = 0, dimmed = 0;
    const TimelineScene scene = buildScene(*content, request);
    for (const SceneBar &block : blocksOf(scene)) {
        const bool looked = block.span == selected || block.span == *request.highlighted;
        QCOMPARE(scene.isDimmed(block.span), !looked);
        ++(looked ? bright : dimmed);
    }
    QVERIFY(bright > 0 && dimmed > 0);
}

void ComparedMarksTest::blocksSayTheirOwnTimes()
{
    const NamedRun a = runWithBlocks("leftover-three-quarters", "sim:h200");
    NamedRun b = runWithBlocks("concurrent-kernels", "sim:h200");
    b.title = QStringLiteral("the second one");
    const auto content = comparing(a, b, ComparisonScale::Normalised);
    const BlockRecords &merged = content->timeline().blocks(), &own = b.recording->timeline.blocks();
    const auto lanes = smLanesOf(*content);
    const SmLane &lane =
        **std::find_if(lanes.begin(), lanes.end(), [](const SmLane *candidate) { return candidate->side == Side::B; });
    const std::size_t first = lane.blocks(*content).rows.front().first;
    const BlockRecord expected = own.record(own.lanes().front().rows.front().first);
    const QString text = SmLane::blockToolTip(*content, first);
    QVERIFY2(text.contains(exactTimeText(expected.start)), qPrintable(text));
    QVERIFY2(text.contains(exactTimeText(expected.end - expected.start)), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("<b>This run</b>, Simulated: the second one")));
    QVERIFY(merged.record(first).end - merged.record(first).start != expected.end - expected.start); // stretched
    const QString busy = timeText(own.lanes().front().busyNs);
    QVERIFY2(lane.toolTip(*content).contains(busy), qPrintable(lane.toolTip(*content)));
    QVERIFY(lane.toolTip(*content).startsWith(QStringLiteral("This run  SM 0")));
}

void ComparedMarksTest::sumsAreThoseOfAnyStretch()
{
    // From seconds on lengths do not fit where sums are made of them.
    for (const auto &[count, scale] : std::vector<std::pair<int, double>>{
             {1, 1.5}, {15, 1.5}, {16, 1.5}, {17, 1.5}, {32, 1.5}, {100, 1.5}, {40, 1e7}, {40, 1e9}}) {
        const auto content =
            comparing(named(shortOperations(count, scale / 1.5, 1)), named(shortOperations(count, scale, 2)));
        for (const OperationLane *lane : content->operationLanes()) {
            const auto &spans = lane->lane.spans;
            for (std::size_t first = 0; first <= spans.size(); ++first) {
                DifferenceSum expected;
                for (std::size_t past = first; past <= spans.size(); ++past) {
                    const DifferenceSum sum = lane->differences.of(*content->compared(), spans, first, past);
                    QCOMPARE(sum.ofA, expected.ofA);
                    QCOMPARE(sum.ofB, expected.ofB);
                    QCOMPARE(sum.matched, expected.matched);
                    QCOMPARE(sum.count(), past - first);
                    if (past < spans.size())
                        expected += fromTheTable(*content->compared(), spans[past]);
                }
            }
        }
    }
}

void ComparedMarksTest::mergedBarsKnowTheirOperations_data()
{
    QTest::addColumn<double>("ratio");
    QTest::addColumn<double>("zoom");
    for (const double ratio : {1.0, 1.25, 2.0})
        for (const double zoom : {1.0, 3.0, 9.0})
            QTest::addRow("%g at %g", zoom, ratio) << ratio << zoom;
}

void ComparedMarksTest::mergedBarsKnowTheirOperations()
{
    QFETCH(double, ratio);
    QFETCH(double, zoom);
    const auto content = comparing(named(shortOperations(8'000, 1, 1)), named(shortOperations(8'000, 1.3, 2)));
    SceneRequest request = requestFor(*content, 800, 600, ratio);
    request.axis = request.axis.zoomedAt(200, zoom);
    const TimelineScene scene = buildScene(*content, request);
    const PixelGrid grid({scene.axis.originNs, scene.axis.nsPerPixel / ratio},
                         std::llround(scene.plotRect.width() * ratio));
    MergedDifferences merged(*content, scene);
    std::size_t several = 0;
    for (const SceneBar &bar : scene.bars) {
        if (bar.waiting)
            continue;
        const OperationLane &lane = *scene.operationsOf(bar);
        DifferenceSum expected;
        const std::int64_t pixel = std::llround((bar.rect.left() - scene.plotRect.left()) * ratio);
        if (bar.count == 1) {
            expected = differenceOf(*content->compared(), bar.span);
        } else {
            const LaneRow &row = lane.lane.rows[positionOn(lane.lane, content->timeline(), bar.span)->row];
            for (std::size_t i = row.first; i < row.past; ++i) {
                const LaneInterval interval = intervalOn(lane.lane.kind, content->timeline(), lane.lane.spans[i]);
                if (grid.pixelOf(interval.begin) == pixel && interval.end - interval.begin <= grid.narrowNs())
                    expected += differenceOf(*content->compared(), lane.lane.spans[i]);
            }
            ++several;
        }
        for (const DifferenceSum &sum : {merged.of(bar), MergedDifferences(*content, scene).of(bar)}) {
            QCOMPARE(sum.matched, expected.matched);
            QCOMPARE(sum.unmatched, expected.unmatched);
            QCOMPARE(sum.ofA, expected.ofA);
            QCOMPARE(sum.ofB, expected.ofB);
        }
    }
    QVERIFY(several > 100);
}

void ComparedMarksTest::mergedBarsAreMarked()
{
    // Half of B's operations last longer; what is alike is not marked.
    const auto content = comparing(named(evenKernels(40'000, 1000, 400, 0)), named(shortOperations(4, 1, 1)));
    auto longer = std::make_shared<Recording>();
    longer->device = content->compared()->run(Side::A).recording->device;
    longer->timeline.addStream({"s", 0, 0});
    Span span = kernelSpan(0, 0);
    span.name = longer->timeline.intern("work");
    for (int i = 0; i < 40'000; ++i) {
        span.issue = span.ready = span.start = i * 1000;
        span.end = span.start + (i < 10'000 ? 400 : i < 20'000 ? 500 : i < 30'000 ? 300 : 400);
        longer->timeline.append(span);
    }
    const auto both = comparing(content->compared()->run(Side::A), named(longer));
    const TimelineScene scene = buildScene(*both, requestFor(*both, 950, 400));
    const auto differences = narrowDifferences(*both, scene);
    QCOMPARE(differences.size(), std::size_t{4}); // on the stream's lane of B and on its engine's
    QCOMPARE(differences[0].change, LengthChange::Longer);
    QCOMPARE(differences[1].change, LengthChange::Shorter);
    for (std::size_t i = 0; i < differences.size(); ++i) {
        const QRectF &rect = differences[i].rect;
        const std::int64_t from = i % 2 == 0 ? 10'000'000 : 20'000'000;
        QVERIFY(std::abs(rect.left() - scene.timeToX(from)) <= 1.5);
        QVERIFY(std::abs(rect.right() - scene.timeToX(from + 10'000'000)) <= 1.5);
    }
    QImage image(950, 400, QImage::Format_RGB32);
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::of(true, true)}) {
        QPainter painter(&image);
        painter.setFont(embeddedFont(12));
        paintScene(painter, scene, *theme);
        paintDifferences(painter, *both, scene, *theme);
        painter.end();
        const auto at = [&](std::int64_t ns, double up) {
            return image.pixelColor(static_cast<int>(scene.timeToX(ns)),
                                    static_cast<int>(differences[0].rect.bottom() - up));
        };
        int red = 0;
        for (std::int64_t ns = 11'000'000; ns < 19'000'000; ns += 100'000)
            red += at(ns, 4) == longerColour(*theme);
        QVERIFY2(red > 20 && red < 60, qPrintable(QString::number(red))); // broken
        for (std::int64_t ns = 21'000'000; ns < 29'000'000; ns += 100'000)
            QCOMPARE(at(ns, 1), shorterColour(*theme));      // unbroken
        QVERIFY(at(25'000'000, 4) != shorterColour(*theme)); // and lower
        QVERIFY(at(5'000'000, 1) != shorterColour(*theme) && at(5'000'000, 1) != longerColour(*theme));
    }
    // Where nothing is matched both say so.
    std::set<LengthChange> alone;
    for (const NarrowDifference &difference :
         narrowDifferences(*content, buildScene(*content, requestFor(*content, 950, 400))))
        alone.insert(difference.change);
    QCOMPARE(alone, (std::set<LengthChange>{LengthChange::OnlyA, LengthChange::OnlyB}));
}

void ComparedMarksTest::loneNarrowBarsAreMarked()
{
    const auto content =
        comparing(named(evenKernels(50, 100'000, 4'000, 0)), named(evenKernels(50, 100'000, 6'000, 0)));
    const TimelineScene scene = buildScene(*content, requestFor(*content, 950, 300));
    const auto differences = narrowDifferences(*content, scene);
    QCOMPARE(differences.size(), std::size_t{100});
    for (const NarrowDifference &difference : differences)
        QVERIFY(difference.change == LengthChange::Longer && difference.rect.width() < narrowestFoot);
}

void ComparedMarksTest::toolTipsAddUpWhatIsMerged()
{
    const auto content = comparing(named(evenKernels(4'000, 1000, 400, 0)), named(evenKernels(4'100, 1000, 500, 0)));
    const TimelineScene scene = buildScene(*content, requestFor(*content, 550, 300));
    const auto bar = std::find_if(scene.bars.begin(), scene.bars.end(), [&](const SceneBar &candidate) {
        return content->compared()->sideOf(candidate.span) == Side::B && candidate.count > 4;
    });
    QVERIFY(bar != scene.bars.end());
    const DifferenceSum sum = MergedDifferences(*content, scene).of(*bar);
    const QString text = comparedToolTip(*content->compared(), (*bar).span, (*bar).count, sum);
    const auto matched = static_cast<std::int64_t>(sum.matched);
    QVERIFY(matched > 4);
    for (const QString &wanted :
         {QStringLiteral("%1 matched here, in baseline").arg(matched), exactTimeText(matched * 400),
          exactTimeText(matched * 500), signedTimeText(matched * 100), QStringLiteral("▲ +25")})
        QVERIFY2(text.contains(wanted), qPrintable(wanted + QLatin1Char('\n') + text));
    // The last of B have no counterpart.
    SceneBar last;
    for (const SceneBar &candidate : scene.bars)
        if (candidate.count > 4)
            last = candidate;
    const DifferenceSum alone = MergedDifferences(*content, scene).of(last);
    QCOMPARE(alone.matched, std::size_t{0});
    QCOMPARE(changeOf(alone, Side::B), LengthChange::OnlyB);
    QVERIFY(comparedToolTip(*content->compared(), last.span, last.count, alone)
                .contains(QStringLiteral("only in this run, here")));
}

QTEST_MAIN(ComparedMarksTest)
#include "tst_compared_marks.moc"
