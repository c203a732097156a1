// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/timeline_theme.h"
#include "tests/support/spans.h"

#include <QImage>
#include <QPainter>
#include <QTest>

#include <cmath>

using namespace streamscope;
using namespace streamscope::test;

/// Bars of a few pixels show the colour of their kind, also where outlines are strong.
class ThinBarsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void colourIsSeen_data();
    void colourIsSeen();
};

namespace {

/// Kernels of 1 µs that follow each other.
std::shared_ptr<Recording> backToBack(int count)
{
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    timeline.addStream({"0", 0, 0});
    for (int i = 0; i < count; ++i) {
        Span span = kernelSpan(i * 1000, (i + 1) * 1000);
        span.ready = span.issue = span.start;
        span.name = timeline.intern("k");
        timeline.append(span);
    }
    return recording;
}

} // namespace

void ThinBarsTest::colourIsSeen_data()
{
    QTest::addColumn<int>("pixels");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<double>("scale"); ///< of the painter, as pictures have it
    for (const int pixels : {2, 3, 4, 5, 8})
        for (const double ratio : {1.0, 1.25, 2.0})
            for (const double scale : {1.0, 3.0})
                QTest::addRow("%d pixels at %g, scale %g", pixels, ratio, scale) << pixels << ratio << scale;
}

void ThinBarsTest::colourIsSeen()
{
    QFETCH(int, pixels);
    QFETCH(double, ratio);
    QFETCH(double, scale);
    const TimelineContent content(backToBack(40));
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {800, 200};
    request.labelWidth = 160;
    request.devicePixelRatio = ratio;
    request.axis = {0, 1000 / (pixels / ratio)};
    const TimelineScene scene = buildScene(content, request);
    QVERIFY(scene.bars.size() >= 40);
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::of(true),
                                       &TimelineTheme::of(false, true), &TimelineTheme::of(true, true)}) {
        QImage image((QSizeF(800, 200) * ratio * scale).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        QPainter painter(&image);
        painter.setFont(request.font);
        painter.scale(scale, scale);
        paintScene(painter, scene, *theme);
        painter.end();
        const KindStyle &style = theme->kinds[static_cast<std::size_t>(OperationKind::Kernel)];
        const SceneBar bar = scene.bars[20];
        const double factor = ratio * scale;
        const int left = static_cast<int>(std::lround(bar.rect.left() * factor)),
                  past = static_cast<int>(std::lround(bar.rect.right() * factor)),
                  y = static_cast<int>(std::lround((bar.rect.bottom() - 5) * factor));
        int filled = 0, edge = 0;
        for (int x = left; x < past; ++x) {
            filled += image.pixelColor(x, y) == style.fill ? 1 : 0;
            edge += image.pixelColor(x, y) == style.outline ? 1 : 0;
        }
        const auto share = static_cast<double>(filled) / (past - left);
        QVERIFY2(share >= (pixels == 2 ? 0.49 : 0.59), qPrintable(QString::number(share)));
        if (pixels / ratio >= 2) // narrower ones have no outline at all
            QVERIFY2(edge > 0, "neighbours are told apart");
    }
}

QTEST_MAIN(ThinBarsTest)
#include "tst_thin_bars.moc"
