// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// On every screen a bar's edge is a pixel's edge: no blended colours, no hairline between neighbours.
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/embedded_font.h"
#include "tests/gui/sample_runs.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <set>

using namespace streamscope;

class HighDpiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPixelHasAColourOfTheTheme_data();
    void everyPixelHasAColourOfTheTheme();
    void neighboursLeaveNoHairline_data() { everyPixelHasAColourOfTheTheme_data(); }
    void neighboursLeaveNoHairline();
};

namespace {

struct Shown
{
    TimelineScene scene;
    QImage image;
};

Shown shown(const TimelineContent &content, double ratio, const TimelineTheme &theme, double scrollY = 0)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {800, 400};
    request.labelWidth = 181.3;
    request.devicePixelRatio = ratio;
    request.scrollY = scrollY;
    request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), 618);
    Shown result{buildScene(content, request), QImage((QSizeF(800, 400) * ratio).toSize(), QImage::Format_RGB32)};
    result.scene.barLabels.clear(); // letters are blended
    result.scene.bars.dense().clear();
    result.image.setDevicePixelRatio(ratio);
    result.image.fill(theme.background);
    QPainter painter(&result.image);
    painter.setFont(request.font);
    paintScene(painter, result.scene, theme);
    return result;
}

} // namespace

void HighDpiTest::everyPixelHasAColourOfTheTheme_data()
{
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 1.25, 1.5, 1.75, 2.0, 3.0})
        QTest::addRow("%g", ratio) << ratio;
}

void HighDpiTest::everyPixelHasAColourOfTheTheme()
{
    QFETCH(double, ratio);
    const auto result = runPreset("large-pipeline");
    const TimelineContent content(recordingOf(result));
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::of(true),
                                       &TimelineTheme::of(false, true), &TimelineTheme::of(true, true)}) {
        std::set<QRgb> known{theme->background.rgb(), theme->laneAlternate.rgb(), theme->groupBackground.rgb(),
                             theme->grid.rgb(), theme->frame.rgb()};
        for (const KindStyle &style : theme->kinds)
            for (const QColor &colour : {style.fill, style.outline, style.waiting, style.hatch})
                known.insert(colour.rgb());
        const Shown picture = shown(content, ratio, *theme, 3.4);
        const QRectF plot = picture.scene.plotRect;
        int strange = 0;
        for (int y = static_cast<int>(plot.top() * ratio) + 1; y < picture.image.height(); ++y)
            for (int x = static_cast<int>(plot.left() * ratio); x < picture.image.width(); ++x)
                strange += known.contains(picture.image.pixel(x, y)) ? 0 : 1;
        QCOMPARE(strange, 0);
    }
}

void HighDpiTest::neighboursLeaveNoHairline()
{
    QFETCH(double, ratio);
    const TimelineContent content(evenKernels(137, 1000, 1000, 0)); // back to back
    const TimelineTheme &theme = TimelineTheme::light();
    const Shown picture = shown(content, ratio, theme);
    const SceneLane &lane = picture.scene.lanes.front();
    const KindStyle &style = theme.style(OperationKind::Kernel);
    const int y = static_cast<int>(std::lround(lane.rect.center().y() * ratio));
    const int first = static_cast<int>(std::lround(picture.scene.bars.front().rect.left() * ratio));
    const int past = static_cast<int>(
        std::lround(picture.scene.bars[picture.scene.bars.rowsOf(1).front().first - 1].rect.right() * ratio));
    for (int x = first; x < past; ++x) {
        const QRgb colour = picture.image.pixel(x, y);
        QVERIFY2(colour == style.fill.rgb() || colour == style.outline.rgb(), qPrintable(QString::number(x)));
    }
    // Lanes follow each other without a line of another colour between them: left of the bars there are only grounds.
    for (int row = static_cast<int>(picture.scene.plotRect.top() * ratio) + 1; row < picture.image.height(); ++row) {
        const QRgb colour = picture.image.pixel(1, row);
        QVERIFY(colour == theme.background.rgb() || colour == theme.laneAlternate.rgb()
                || colour == theme.groupBackground.rgb());
    }
}

QTEST_MAIN(HighDpiTest)
#include "tst_hidpi.moc"
