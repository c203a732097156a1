// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"

#include <QPainter>
#include <QTest>

using namespace streamscope;

class PredictionOverlayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differencesAreSaid();
    void outlinesLieWherePredicted();
    void predictionsAreHollow();
    void goesWithTheContent();
};

void PredictionOverlayTest::differencesAreSaid()
{
    const auto ran = evenKernels(2, 1000, 600, 0), predicted = evenKernels(2, 1000, 500, 0);
    QCOMPARE(predictionText(ran->timeline, &predicted->timeline, 0), QStringLiteral("500\u00a0ns (ran 20.0 % longer)"));
    QCOMPARE(predictionText(predicted->timeline, &ran->timeline, 1),
             QStringLiteral("600\u00a0ns (ran 16.7 % shorter)"));
    QVERIFY(predictionText(ran->timeline, nullptr, 0).isEmpty());
    QVERIFY(predictionText(ran->timeline, &predicted->timeline, 2).isEmpty());
}

void PredictionOverlayTest::outlinesLieWherePredicted()
{
    const auto ran = evenKernels(2, 10'000, 4'000, 0), predicted = evenKernels(2, 10'000, 8'000, 0);
    const TimelineContent content(ran);
    SceneRequest request;
    request.size = {800, 300};
    request.axis = TimeAxis::fitted(0, 20'000, 620);
    const TimelineScene scene = buildScene(content, request);
    QImage before(800, 300, QImage::Format_RGB32);
    before.fill(Qt::white);
    QImage after = before;
    QPainter painter(&after);
    paintPrediction(painter, scene, predicted->timeline, TimelineTheme::light());
    painter.end();
    const auto x = static_cast<int>(scene.timeToX(8'000)); // the right edge of the first outline
    int dark = 0;
    for (int y = 0; y < after.height(); ++y)
        for (int dx = -1; dx <= 1; ++dx)
            dark += qGray(after.pixel(x + dx, y)) < 128;
    QVERIFY(dark > 5);
}

void PredictionOverlayTest::predictionsAreHollow()
{
    const auto recording = evenKernels(1, 10'000, 10'000, 0);
    for (const bool isPrediction : {false, true}) {
        const TimelineContent content(recording, isPrediction);
        SceneRequest request;
        request.size = {800, 300};
        request.axis = TimeAxis::fitted(0, 10'000, 620);
        const TimelineScene scene = buildScene(content, request);
        QCOMPARE(scene.outlined, isPrediction);
        QImage image(800, 300, QImage::Format_RGB32);
        QPainter painter(&image);
        paintScene(painter, scene, TimelineTheme::light());
        painter.end();
        const QRectF bar = scene.bars.front().rect;
        const QColor inside = image.pixelColor(QPointF(bar.left() + 12, bar.top() + 4).toPoint());
        QCOMPARE(inside == TimelineTheme::light().style(OperationKind::Kernel).fill, !isPrediction);
    }
}

void PredictionOverlayTest::goesWithTheContent()
{
    TimelineWidget widget;
    const auto ran = runPreset("overlap-h200");
    widget.setContent(std::make_shared<TimelineContent>(recordingOf(ran)));
    widget.state()->setPrediction(recordingOf(ran));
    widget.resize(900, 500);
    QVERIFY(!widget.grab().isNull());
    if (qEnvironmentVariableIsSet("STREAMSCOPE_SHOTS")) {
        widget.state()->setPrediction(recordingOf(ran));
        widget.grab().save(qEnvironmentVariable("STREAMSCOPE_SHOTS") + QStringLiteral("/overlay.png"));
    }
    widget.setContent(nullptr);
    QVERIFY(!widget.state()->prediction());
}

QTEST_MAIN(PredictionOverlayTest)
#include "tst_prediction_overlay.moc"
