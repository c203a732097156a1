// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/timeline_geometry.h"

#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/text_widths.h"
#include "gui/timeline/text/timeline_theme.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/spans.h"

#include <QTest>

#include <map>
#include <set>

using namespace streamscope;
using namespace streamscope::test;

namespace {

TimelineContent contentOf(const std::shared_ptr<const RunResult> &result)
{
    return TimelineContent(recordingOf(result));
}

SceneRequest wholeRun(const TimelineContent &content, double width = 1180, double ratio = 1)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {width, 800};
    request.labelWidth = 180;
    request.devicePixelRatio = ratio;
    request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), width - 180);
    return request;
}

LaneKind kindOf(const TimelineScene &scene, const SceneBar &bar)
{
    return scene.operationsOf(bar)->lane.kind;
}

} // namespace

class TimelineGeometryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyTimelineHasAnEmptyScene();
    void waitingAndExecutingAreToldApart();
    void barsLieWhereTheTimesSay();
    void everySpanIsThere();
    void countsOfMergedBarsAddUp_data();
    void countsOfMergedBarsAddUp();
    void sparseDoesNotLookBusy();
    void onlyTheVisiblePartIsBuilt();
    void noGapIsInvented();
    void overlappingSpansGetSubRows();
    void aNarrowBarIsNotHiddenByAWideOne();
    void barsAreOneListAndRows();
    void rowsThatOnlyMoveAreTakenAgain();
    void anotherRunHasRowsOfItsOwn();
    void tablesOfTwoFontsStaySideBySide();
    void anUnknownReadyTimeIsNoWaiting();
    void barsFallOnDevicePixels();
    void lanesSayHowBusyTheyAre();
    void hitTesting();
    void denseStretchesSayHowMany();
    void labelsFitTheirBars();
    void hundredThousandSpansMergeToFewBars();
    void coloursCanBeRead();
    void rulerLabelsNeverOverlap();
};

void TimelineGeometryTest::anEmptyTimelineHasAnEmptyScene()
{
    const TimelineContent nothing;
    QVERIFY(nothing.isEmpty());
    SceneRequest request;
    request.size = {400, 300};
    const TimelineScene scene = buildScene(nothing, request);
    QVERIFY(scene.bars.empty());
    QVERIFY(scene.lanes.empty());
}

void TimelineGeometryTest::waitingAndExecutingAreToldApart()
{
    const auto content = contentOf(runPreset("two-stream-exercise"));
    const TimelineScene scene = buildScene(content, wholeRun(content));
    // The second stream's first copy is ready at once and waits 1 ms for the copy engine: that alone waits.
    int waiting = 0;
    for (const SceneBar &bar : scene.bars) {
        if (!bar.waiting)
            continue;
        ++waiting;
        QCOMPARE(kindOf(scene, bar), LaneKind::Stream);
        QCOMPARE(bar.kind, OperationKind::H2D);
        QVERIFY(std::abs(bar.rect.width() - 1'000'000 / scene.axis.nsPerPixel) <= 1);
        QVERIFY(std::abs(bar.rect.left() - scene.timeToX(0)) <= 1);
    }
    QCOMPARE(waiting, 1);
}

void TimelineGeometryTest::barsLieWhereTheTimesSay()
{
    const auto content = contentOf(runPreset("large-pipeline"));
    const TimelineScene scene = buildScene(content, wholeRun(content));
    for (const SceneBar &bar : scene.bars) {
        if (bar.waiting || bar.count > 1)
            continue;
        const bool onHost = kindOf(scene, bar) == LaneKind::Host; // there its call is drawn
        const auto [begin, end] = intervalOn(onHost ? LaneKind::Host : LaneKind::Stream, content.timeline(), bar.span);
        QVERIFY(std::abs(bar.rect.left() - scene.timeToX(begin)) <= 1.5);
        QVERIFY(std::abs(bar.rect.right() - scene.timeToX(end)) <= 1.5);
        QCOMPARE(bar.kind, onHost ? OperationKind::HostWork : content.timeline().span(bar.span).kind);
    }
}

void TimelineGeometryTest::everySpanIsThere()
{
    const auto content = contentOf(runPreset("large-pipeline"));
    const TimelineScene scene = buildScene(content, wholeRun(content));
    std::map<LaneKind, std::uint64_t> executing;
    for (const SceneBar &bar : scene.bars) {
        if (!bar.waiting)
            executing[kindOf(scene, bar)] += bar.count;
    }
    std::uint64_t onStreams = 0, onEngines = 0;
    for (std::size_t i = 0; i < content.timeline().size(); ++i) {
        const Span span = content.timeline().span(i);
        onStreams += span.stream >= 0 && span.kind != OperationKind::Sync;
        onEngines += span.engine != streamscope::Engine::Host && span.engine != streamscope::Engine::None;
    }
    QCOMPARE(onStreams, 48u);
    QCOMPARE(executing[LaneKind::Stream], onStreams);
    QCOMPARE(executing[LaneKind::Engine], onEngines);
    QCOMPARE(executing[LaneKind::Host], onStreams); // one call each
}

void TimelineGeometryTest::countsOfMergedBarsAddUp_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("ratio");
    QTest::newRow("fewer than pixels") << 100 << 1.0;
    QTest::newRow("as many") << 1000 << 1.0;
    QTest::newRow("ten per pixel") << 10'000 << 1.0;
    QTest::newRow("ten per pixel, fine screen") << 10'000 << 2.0;
    QTest::newRow("odd ratio") << 10'000 << 1.5;
}

void TimelineGeometryTest::countsOfMergedBarsAddUp()
{
    QFETCH(int, count);
    QFETCH(double, ratio);
    const TimelineContent content(evenKernels(count, 1000, 600, 300));
    const TimelineScene scene = buildScene(content, wholeRun(content, 1180, ratio));
    std::map<LaneKind, std::uint64_t> executing;
    std::uint64_t waiting = 0;
    for (const SceneBar &bar : scene.bars) {
        if (bar.waiting)
            waiting += bar.count;
        else
            executing[kindOf(scene, bar)] += bar.count;
        QVERIFY(bar.count == 1 || bar.rect.width() <= 1 / ratio + 1e-9); // merged ones are one pixel wide
    }
    QCOMPARE(executing[LaneKind::Stream], static_cast<std::uint64_t>(count));
    QCOMPARE(executing[LaneKind::Engine], static_cast<std::uint64_t>(count));
    QCOMPARE(waiting, static_cast<std::uint64_t>(count));
    std::uint64_t dense = 0;
    for (const SceneDense &stretch : scene.bars.dense())
        dense += stretch.count;
    if (count == 10'000)
        QCOMPARE(dense, 2u * 10'000u); // the stream's lane and the engine's
}

void TimelineGeometryTest::sparseDoesNotLookBusy()
{
    for (const std::int64_t lengthNs : {100, 500, 900}) {
        const TimelineContent content(evenKernels(20'000, 1000, lengthNs, 0));
        double covered = 0;
        int merged = 0;
        for (const SceneBar &bar : buildScene(content, wholeRun(content)).bars) {
            QVERIFY(bar.count > 1 || bar.coverage == 1);
            if (bar.count > 1) {
                covered += bar.coverage;
                ++merged;
            }
        }
        QVERIFY(merged > 1000);
        QVERIFY(std::abs(covered / merged - static_cast<double>(lengthNs) / 1000) < 0.05);
    }
}

void TimelineGeometryTest::onlyTheVisiblePartIsBuilt()
{
    const TimelineContent content(evenKernels(10'000, 1000, 600, 0));
    SceneRequest request = wholeRun(content);
    request.axis = TimeAxis{5'000'000, 10}; // 1000 pixels show 10 µs: kernels 5000 … 5010
    const TimelineScene scene = buildScene(content, request);
    std::set<std::uint32_t> seen;
    for (const SceneBar &bar : scene.bars) {
        seen.insert(bar.span);
        QVERIFY(bar.rect.left() >= scene.plotRect.left() && bar.rect.right() <= scene.plotRect.right());
    }
    for (std::uint32_t span = 5000; span < 5010; ++span)
        QVERIFY(seen.contains(span));
    QVERIFY(seen.size() <= 12);
}

void TimelineGeometryTest::noGapIsInvented()
{
    const TimelineContent content(evenKernels(137, 1000, 1000, 0)); // back to back
    const TimelineScene scene = buildScene(content, wholeRun(content));
    std::optional<SceneBar> former;
    for (const SceneBar &bar : scene.bars) {
        if (kindOf(scene, bar) != LaneKind::Engine)
            continue;
        if (former)
            QCOMPARE(bar.rect.left(), former->rect.right());
        former = bar;
    }
    QVERIFY(former);
}

void TimelineGeometryTest::overlappingSpansGetSubRows()
{
    auto recording = std::make_shared<Recording>(*evenKernels(6, 500, 1000, 0)); // each overlaps the next
    const TimelineContent content(recording);
    const TimelineScene scene = buildScene(content, wholeRun(content));
    std::set<double> tops;
    std::vector<QRectF> rects;
    for (const SceneBar &bar : scene.bars) {
        if (kindOf(scene, bar) != LaneKind::Engine)
            continue;
        tops.insert(bar.rect.top());
        for (const QRectF &other : rects)
            QVERIFY(!other.intersects(bar.rect));
        rects.push_back(bar.rect);
    }
    QCOMPARE(rects.size(), 6u);
    QCOMPARE(tops.size(), 2u);
}

void TimelineGeometryTest::aNarrowBarIsNotHiddenByAWideOne()
{
    auto recording = std::make_shared<Recording>(*evenKernels(1, 1, 1'000'000, 0));
    Span tiny = recording->timeline.span(0);
    tiny.start = tiny.ready = 1'000'100; // right after it, far below a pixel
    tiny.end = 1'000'200;
    recording->timeline.append(tiny);
    Span wide = tiny;
    wide.start = wide.ready = 1'000'200;
    wide.end = 2'000'000;
    recording->timeline.append(wide);
    const TimelineContent content(recording);
    const TimelineScene scene = buildScene(content, wholeRun(content));
    for (const SceneBar &bar : scene.bars) {
        if (bar.span == 1)
            QCOMPARE(scene.barAt(bar.rect.center())->span, 1u);
    }
    QCOMPARE(scene.bars.size(), 6u);
}

void TimelineGeometryTest::barsAreOneListAndRows()
{
    const TimelineContent content(evenKernels(500, 700, 900, 200));
    const TimelineScene scene = buildScene(content, wholeRun(content));
    std::size_t at = 0;
    for (const SceneBar &bar : scene.bars) {
        const SceneBar same = scene.bars[at++];
        QCOMPARE(same.rect, bar.rect);
        QCOMPARE(same.span, bar.span);
    }
    QCOMPARE(at, scene.bars.size());
    std::size_t inRows = 0;
    for (std::uint32_t lane = 0; lane < scene.lanes.size(); ++lane) {
        for (const SceneBars::Row &row : scene.bars.rowsOf(lane)) {
            QCOMPARE(row.lane, lane);
            inRows += scene.bars.barsOf(row).size();
        }
    }
    QCOMPARE(inRows, at);
}

/// A frame alternates between plain letters and bold headings; a table of widths stays valid meanwhile.
namespace {

/// Forty streams of narrow and wide operations.
std::shared_ptr<Recording> manyLanes(std::int64_t length)
{
    auto recording = std::make_shared<Recording>();
    for (int stream = 0; stream < 40; ++stream) {
        recording->timeline.addStream({std::to_string(stream), 0, 0});
        for (std::int64_t i = 0; i < 600; ++i) {
            const std::int64_t start = i * 1000 + stream;
            Span span = spanOf(i % 3 == 0 ? OperationKind::H2D : OperationKind::Kernel, start,
                               start + (i % 97 == 0 ? 40 * length : length), stream);
            span.ready = i * 1000;
            recording->timeline.append(span);
        }
    }
    return recording;
}

void compareScenes(const TimelineScene &given, const TimelineScene &wanted)
{
    QCOMPARE(given.bars.size(), wanted.bars.size());
    QVERIFY(wanted.bars.size() > 1000);
    for (std::size_t i = 0; i < wanted.bars.size(); ++i) {
        const SceneBar a = given.bars[i], b = wanted.bars[i];
        QCOMPARE(a.rect, b.rect);
        QCOMPARE(a.span, b.span);
        QCOMPARE(a.count, b.count);
        QCOMPARE(a.lane, b.lane);
        QCOMPARE(a.kind, b.kind);
        QCOMPARE(a.waiting, b.waiting);
        QCOMPARE(a.coverage, b.coverage);
    }
    QCOMPARE(given.bars.dense().size(), wanted.bars.dense().size());
    for (std::size_t i = 0; i < wanted.bars.dense().size(); ++i) {
        QCOMPARE(given.bars.dense()[i].rect, wanted.bars.dense()[i].rect);
        QCOMPARE(given.bars.dense()[i].count, wanted.bars.dense()[i].count);
        QCOMPARE(given.bars.dense()[i].text, wanted.bars.dense()[i].text);
    }
    QCOMPARE(given.barLabels.size(), wanted.barLabels.size());
}

} // namespace

/// A scene that is built from the one before is the scene that is built from nothing.
void TimelineGeometryTest::rowsThatOnlyMoveAreTakenAgain()
{
    const TimelineContent content(manyLanes(300));
    SceneRequest request = wholeRun(content, 580);
    TimelineScene scene;
    for (const double scroll : {0.0, 7.5, 300.0, 290.0, 900.0, 0.0}) {
        request.scrollY = scroll;
        scene = buildScene(content, request, std::move(scene));
        compareScenes(scene, buildScene(content, request));
    }
    for (const int change : {0, 1, 2, 3}) {
        if (change == 0)
            request.axis.originNs += 1; // other times
        else if (change == 1)
            request.axis.nsPerPixel *= 0.7;
        else if (change == 2)
            request.labelWidth += 13; // other pixels
        else
            request.devicePixelRatio = 1.25;
        scene = buildScene(content, request, std::move(scene));
        compareScenes(scene, buildScene(content, request));
    }
}

void TimelineGeometryTest::anotherRunHasRowsOfItsOwn()
{
    const TimelineContent first(manyLanes(300)), second(manyLanes(500));
    const SceneRequest request = wholeRun(first, 580);
    TimelineScene scene = buildScene(first, request);
    scene = buildScene(second, request, std::move(scene));
    compareScenes(scene, buildScene(second, request));
}

void TimelineGeometryTest::tablesOfTwoFontsStaySideBySide()
{
    const QFont font = wholeRun(TimelineContent(evenKernels(2, 1, 1, 0))).font;
    QFont bold = font;
    bold.setBold(true);
    const TextWidths &plain = textWidths(font);
    QCOMPARE(textWidths(bold).font(), bold);
    QCOMPARE(plain.font(), font);
    QCOMPARE(&plain, &textWidths(font));
}

void TimelineGeometryTest::anUnknownReadyTimeIsNoWaiting()
{
    auto recording = std::make_shared<Recording>(*evenKernels(0, 1, 1, 0));
    recording->timeline.append(kernelSpan(5'000, 9'000));
    const TimelineContent content(recording);
    const TimelineScene scene = buildScene(content, wholeRun(content));
    QCOMPARE(scene.bars.size(), 2u);
    for (const SceneBar &bar : scene.bars)
        QVERIFY(!bar.waiting);
    QVERIFY(!content.anythingWaited());
}

void TimelineGeometryTest::barsFallOnDevicePixels()
{
    const auto content = contentOf(runPreset("large-pipeline"));
    for (const double ratio : {1.0, 1.5, 2.0}) {
        for (const SceneBar &bar : buildScene(content, wholeRun(content, 1183, ratio)).bars) {
            for (const double edge : {bar.rect.left(), bar.rect.right(), bar.rect.top(), bar.rect.bottom()})
                QVERIFY(std::abs(edge * ratio - std::round(edge * ratio)) < 1e-6);
            QVERIFY(bar.rect.width() * ratio > 0.999);
        }
    }
}

void TimelineGeometryTest::lanesSayHowBusyTheyAre()
{
    const auto content = contentOf(runPreset("two-stream-exercise"));
    SceneRequest request = wholeRun(content);
    request.labelWidth = labelWidthFor(content, request.font, 600);
    const TimelineScene scene = buildScene(content, request);
    QStringList titles, shares;
    for (const SceneLane &lane : scene.lanes) {
        titles << lane.title.text;
        shares << lane.busy.text;
    }
    QCOMPARE(titles,
             QStringList({QStringLiteral("Stream 0"), QStringLiteral("Stream 1"), QStringLiteral("Copy engine H2D"),
                          QStringLiteral("Compute (SMs)"), QStringLiteral("Copy engine D2H")}));
    QCOMPARE(shares, QStringList({QStringLiteral("75 % busy"), QStringLiteral("75 % busy"), QStringLiteral("50 % busy"),
                                  QStringLiteral("50 % busy"), QStringLiteral("50 % busy")}));
}

void TimelineGeometryTest::hitTesting()
{
    const auto content = contentOf(runPreset("two-stream-exercise"));
    const TimelineScene scene = buildScene(content, wholeRun(content));
    for (const SceneBar &bar : scene.bars) {
        const auto hit = scene.barAt(bar.rect.center());
        QVERIFY(hit);
        QCOMPARE(hit->span, bar.span);
    }
    QVERIFY(!scene.barAt({10, scene.plotRect.top() + 30}));                           // a label
    QVERIFY(!scene.barAt({scene.plotRect.right() - 5, scene.plotRect.bottom() - 5})); // empty space
    QVERIFY(!scene.barAt({-1, -1}));
}

/// In words once, at the top; the others by number, or not at all where there is no room.
void TimelineGeometryTest::denseStretchesSayHowMany()
{
    const TimelineContent content(evenKernels(10'000, 1, 1, 0));
    const TimelineScene scene = buildScene(content, wholeRun(content, 800));
    QVERIFY(scene.bars.dense().size() > 1);
    QCOMPARE(scene.bars.dense().front().text, QStringLiteral("10000 operations, zoom in"));
    for (std::size_t i = 1; i < scene.bars.dense().size(); ++i)
        QVERIFY(scene.bars.dense()[i].text.isEmpty()
                || scene.bars.dense()[i].text == QStringLiteral("×") + QString::number(scene.bars.dense()[i].count));
    QVERIFY(!scene.bars.dense().back().text.isEmpty());
}

void TimelineGeometryTest::labelsFitTheirBars()
{
    const auto content = contentOf(runPreset("large-pipeline"));
    const SceneRequest request = wholeRun(content, 700);
    const TimelineScene scene = buildScene(content, request);
    QVERIFY(!scene.barLabels.empty());
    const QFontMetricsF metrics(request.font);
    for (const SceneBarLabel &label : scene.barLabels)
        QVERIFY(metrics.horizontalAdvance(label.text.text) <= label.text.rect.width() + 0.01);
}

void TimelineGeometryTest::hundredThousandSpansMergeToFewBars()
{
    const TimelineContent content(evenKernels(100'000, 1000, 600, 300));
    const TimelineScene scene = buildScene(content, wholeRun(content, 2000));
    QVERIFY(scene.bars.size() < 20'000);
}

void TimelineGeometryTest::coloursCanBeRead()
{
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::of(true)}) {
        QVERIFY(contrastRatio(theme->text, theme->background) >= 4.5);
        QVERIFY(contrastRatio(theme->mutedText, theme->laneAlternate) >= 4.5);
        QVERIFY(contrastRatio(theme->badge, theme->badgeText) >= 4.5);
        for (const KindStyle &style : theme->kinds) {
            QVERIFY(contrastRatio(style.text, style.fill) >= 4.5);
            QVERIFY(contrastRatio(style.waitText, style.waiting) >= 4.5);
            const double edge =
                std::max(contrastRatio(style.outline, theme->background), contrastRatio(style.fill, theme->background));
            QVERIFY2(edge >= 3, qPrintable(style.fill.name()));
        }
    }
    std::set<QString> signs;
    for (int kind = 0; kind < operationKindCount; ++kind)
        signs.insert(kindSign(static_cast<OperationKind>(kind)));
    QCOMPARE(signs.size(), static_cast<std::size_t>(operationKindCount));
}

void TimelineGeometryTest::rulerLabelsNeverOverlap()
{
    const TimelineContent content(evenKernels(1000, 50'000, 20'000, 1000));
    int labels = 0;
    for (const double width : {620.0, 900.0, 1280.0, 2400.0}) // plots of windows from 1366×768 to 2560×1600
        for (const double ratio : {1.0, 2.0})
            for (double nsPerPixel = 0.01; nsPerPixel < 1e8; nsPerPixel *= 1.37)
                for (const std::int64_t origin : {-3'000'000LL, 0LL, 49'999'999LL}) {
                    SceneRequest request;
                    request.font = embeddedFont(12);
                    request.size = {width, 200};
                    request.labelWidth = 180;
                    request.devicePixelRatio = ratio;
                    request.axis = {origin, nsPerPixel};
                    const TimelineScene scene = buildScene(content, request);
                    double end = scene.plotRect.left() - 200;
                    for (const SceneTick &tick : scene.ticks) {
                        if (tick.label.text.isEmpty())
                            continue;
                        const double apart = tick.label.rect.left() > tick.x ? 0 : 24; // from the label before
                        QVERIFY2(tick.label.rect.left() > end + apart, qPrintable(QString::number(nsPerPixel)));
                        QVERIFY(tick.label.rect.right() <= width + 1);
                        end = tick.label.rect.right();
                        ++labels;
                    }
                }
    QVERIFY(labels > 1000);
}

QTEST_MAIN(TimelineGeometryTest)
#include "tst_timeline_geometry.moc"
