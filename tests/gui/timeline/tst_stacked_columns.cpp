// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/run_density.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/timeline_theme.h"
#include "tests/support/spans.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <random>

using namespace streamscope;
using namespace streamscope::test;

/// Operations that share a pixel column are drawn as a stack: each colour as high as its share of the time.
class StackedColumnsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heightsAreShares_data();
    void heightsAreShares();
    void namesHaveTheirShares();
    void overviewSharesOut();
    void sharesArePacked();
};

namespace {

constexpr double labelWidth = 160;
constexpr int width = 560, height = 220;

/// Copies and kernels of 0.2–3.2 µs with gaps; the mix changes along the run.
std::shared_ptr<Recording> mixedRun(int count, int names)
{
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    timeline.addStream({"0", 0, 0});
    std::mt19937 random(7);
    std::int64_t now = 0;
    for (int i = 0; i < count; ++i) {
        Span span = kernelSpan(0, 0);
        const unsigned phase = static_cast<unsigned>(i) * 5U / static_cast<unsigned>(count), dice = random() % 8;
        span.kind = dice <= phase ? OperationKind::H2D : dice < 7 ? OperationKind::Kernel : OperationKind::D2H;
        span.engine = engineOf(span.kind);
        span.start = now + static_cast<std::int64_t>(random() % 400);
        span.end = span.start + 200 + static_cast<std::int64_t>(random() % 3000);
        span.ready = span.issue = span.start;
        // The first names take most of the time.
        const int name = static_cast<int>(random() % static_cast<unsigned>(names * (names + 1) / 2));
        int which = 0;
        for (int sum = names; sum <= name; sum += names - which)
            ++which;
        span.name = timeline.intern("name " + std::string(1, static_cast<char>('a' + which)));
        now = span.end;
        timeline.append(span);
    }
    return recording;
}

SceneRequest requestFor(const TimelineContent &content, double share)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {width, height};
    request.labelWidth = labelWidth;
    const auto run = static_cast<double>(content.endNs() - content.beginNs());
    request.axis = {content.beginNs() + static_cast<std::int64_t>(run * (1 - share) * 0.4),
                    run * share / (width - labelWidth)};
    return request;
}

QImage painted(const TimelineScene &scene, const QFont &font, QImage::Format format)
{
    QImage image(width, height, format);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setFont(font);
    paintScene(painter, scene, TimelineTheme::light());
    return image;
}

using Colours = std::map<QRgb, double>; ///< pixels of a column by colour

/// What the column of a row ought to show, one operation after the other.
std::vector<Colours> wantedColumns(const TimelineContent &content, const TimelineScene &scene, double rowHeight)
{
    const Timeline &timeline = content.timeline();
    std::vector<Colours> columns(static_cast<std::size_t>(scene.plotRect.width()));
    for (std::uint32_t i = 0; i < timeline.size(); ++i) {
        const double x = scene.axis.timeToX(timeline.starts()[i]);
        if (x < 0 || x >= scene.plotRect.width())
            continue;
        const auto length = static_cast<double>(timeline.ends()[i] - timeline.starts()[i]);
        columns[static_cast<std::size_t>(x)][barColours(TimelineTheme::light())[content.tag(i)].fill.rgb()] +=
            length / scene.axis.nsPerPixel * rowHeight;
    }
    return columns;
}

Colours columnOf(const QImage &image, int x, const QRectF &row)
{
    Colours colours;
    for (int y = static_cast<int>(row.top()); y < static_cast<int>(row.bottom()); ++y)
        colours[image.pixel(x, y)] += 1;
    return colours;
}

} // namespace

void StackedColumnsTest::heightsAreShares_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<bool>("direct");
    QTest::addColumn<double>("error"); ///< pixels
    for (const bool direct : {true, false}) {
        // Below sixteen operations in a pixel shares are exact, above fifteenths of groups.
        QTest::addRow("a few operations in a pixel, %s", direct ? "direct" : "painter") << 0.02 << direct << 1.1;
        QTest::addRow("forty, %s", direct ? "direct" : "painter") << 0.25 << direct << 2.6;
        QTest::addRow("all, %s", direct ? "direct" : "painter") << 1.0 << direct << 1.6;
    }
}

void StackedColumnsTest::heightsAreShares()
{
    QFETCH(double, share);
    QFETCH(bool, direct);
    QFETCH(double, error);
    const TimelineContent content(mixedRun(65'536, 1));
    const SceneRequest request = requestFor(content, share);
    TimelineScene scene = buildScene(content, request);
    for (SceneDense &dense : scene.bars.dense())
        dense.text.clear(); // it would lie on columns
    const QImage image = painted(scene, request.font,
                                 direct ? QImage::Format_RGB32 : QImage::Format_ARGB32); // RGB32: pixels are written
    const SceneBars::Row &row = scene.bars.rows().front();
    const QRectF area(0, row.top, 1, row.height);
    std::size_t judged = 0;
    double sum = 0;
    const std::vector<Colours> wanted = wantedColumns(content, scene, row.height);
    for (const SceneBars::Packed &bar : scene.bars.barsOf(row)) {
        if (!bar.isCell || bar.extent < 2 || bar.left < 2 || bar.left + std::size_t{2} >= wanted.size())
            continue;
        const int x = static_cast<int>(scene.plotRect.left()) + static_cast<int>(bar.left);
        Colours seen = columnOf(image, x, area);
        double all = 0;
        for (const auto &[colour, pixels] : wanted[bar.left])
            all += pixels;
        for (const auto &[colour, pixels] : wanted[bar.left]) {
            const double fair = pixels * std::min(1.0, row.height / all);
            QVERIFY2(
                std::abs(seen[colour] - fair) <= error,
                qPrintable(QStringLiteral("pixel %1: %2 in place of %3").arg(bar.left).arg(seen[colour]).arg(fair)));
            sum += seen[colour] - fair;
            ++judged;
        }
    }
    QVERIFY2(judged > 200, qPrintable(QString::number(judged)));
    QVERIFY2(std::abs(sum / static_cast<double>(judged)) < 0.15, qPrintable(QString::number(sum))); // no bias
}

/// Twelve names, two kinds of copies: four names have classes of their own, the others share one.
void StackedColumnsTest::namesHaveTheirShares()
{
    const TimelineContent content(mixedRun(65'536, 12));
    QCOMPARE(content.names().kernelNames(), std::size_t{12});
    const auto *lane = content.operationLanes().front();
    const TagClasses &classes = lane->lane.rows.front().executing.classes();
    QCOMPARE(classes.count, TagClasses::most);
    QCOMPARE(classes.tag[0], static_cast<std::uint8_t>(OperationKind::H2D));
    QCOMPARE(classes.tag[1], static_cast<std::uint8_t>(OperationKind::D2H));
    QCOMPARE(classes.tag.back(), TagClasses::others);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        const std::uint8_t tag = content.names().kernels()[rank].tag;
        QCOMPARE(classes.tag[classes.of[tag]], tag);
    }
    for (const KernelColouring colouring : {KernelColouring::Name, KernelColouring::Kind, KernelColouring::Stream}) {
        SceneRequest request = requestFor(content, 1);
        request.colouring = colouring;
        const TimelineScene scene = buildScene(content, request);
        const SceneBars::Row &row = scene.bars.rows().front();
        std::map<std::uint8_t, double> shares; // by colour, of all cells
        double all = 0;
        for (const TagMix &mix : scene.bars.mixesOf(row))
            SceneBars::walkStack(row, mix, 1, [&](std::uint8_t colour, double from, double to) {
                shares[colour] += to - from;
                all += to - from;
            });
        std::map<std::uint8_t, double> wanted;
        double whole = 0;
        const Timeline &timeline = content.timeline();
        for (std::uint32_t i = 0; i < timeline.size(); ++i) {
            std::uint8_t tag = content.tag(i, colouring);
            if (colouring == KernelColouring::Name && classes.of[tag] + 1U == TagClasses::most)
                tag = otherKernelsTag;
            const auto length = static_cast<double>(timeline.ends()[i] - timeline.starts()[i]);
            wanted[tag] += length;
            whole += length;
        }
        QCOMPARE(shares.size(), wanted.size());
        for (const auto &[colour, share] : wanted)
            QVERIFY2(std::abs(shares[colour] / all - share / whole) < 0.02, qPrintable(QString::number(colour)));
    }
}

void StackedColumnsTest::overviewSharesOut()
{
    const TimelineContent content(mixedRun(65'536, 1));
    const std::vector<DensityColumn> density = runDensity(content, 100);
    for (const DensityColumn &column : density) { // before, one kind had all of it
        QVERIFY(column.share[DensityColumn::toDevice] > 0.02F);
        QVERIFY(column.share[DensityColumn::kernels] > 0.02F);
        QVERIFY(column.share[DensityColumn::toHost] > 0.02F);
    }
}

void StackedColumnsTest::sharesArePacked()
{
    constexpr std::uint32_t pixel = 1024;
    for (const auto &[sums, wanted] : std::vector<std::pair<TagShares::Sums, std::array<std::uint32_t, 7>>>{
             {{10, 5, 0, 0, 0, 0, 0}, {10, 5, 0, 0, 0, 0, 0}},
             {{1, 1, 1, 0, 0, 0, 0}, {5, 5, 5, 0, 0, 0, 0}},
             {{1, 1, 0, 0, 0, 0, 0}, {7, 8, 0, 0, 0, 0, 0}}, // 7.5 each: rounding makes no rest
             {{3, 3, 3, 1, 1, 1, 3}, {3, 3, 3, 1, 1, 1, 3}},
             {{0, 0, 0, 0, 0, 0, 9}, {0, 0, 0, 0, 0, 0, 15}}}) {
        const TagMix mix = TagShares::mixOf(TagShares::packed(sums), pixel);
        for (std::size_t k = 0; k < TagClasses::most; ++k)
            QCOMPARE(mix.of(k), wanted[k] * pixel);
    }
    TagMix over = TagMix::single(0, TagMix::whole);
    over += TagMix::single(5, TagMix::whole);
    QCOMPARE(over.limited().of(0), TagMix::whole / 2);
    QCOMPARE(over.limited().of(5), TagMix::whole / 2);
}

QTEST_MAIN(StackedColumnsTest)
#include "tst_stacked_columns.moc"
