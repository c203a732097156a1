// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Runs whose data were wrong, or were not looked at, say so on their bars.
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/scene/verification_marks.h"
#include "gui/timeline/text/embedded_font.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/spans.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

std::shared_ptr<Recording> recordingOf(Verification verification, Clock clock, int spans = 4)
{
    auto recording = std::make_shared<Recording>();
    recording->device.kind = DeviceKind::Cuda;
    recording->verification = verification;
    Timeline &timeline = recording->timeline;
    Span span = kernelSpan(0, 0, timeline.addStream({"s", 0, 0}));
    span.name = timeline.intern("work");
    span.clock = clock;
    for (int i = 0; i < spans; ++i) {
        span.start = i * 1000;
        span.end = span.start + 700;
        timeline.append(span);
    }
    return recording;
}

TimelineScene sceneOf(const TimelineContent &content)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {1000, 300};
    request.axis = TimeAxis::fitted(content.beginNs(), content.endNs(), 820);
    return buildScene(content, request);
}

QImage pictureOf(const TimelineScene &scene, const TimelineTheme &theme)
{
    QImage image(1000, 300, QImage::Format_RGB32);
    image.fill(theme.background);
    QPainter painter(&image);
    painter.setFont(embeddedFont(12));
    paintScene(painter, scene, theme);
    return image;
}

int pixelsOf(const QImage &image, const QRectF &rect, const QColor &colour)
{
    int count = 0;
    const QRect area = rect.toRect();
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            count += image.pixelColor(x, y) == colour ? 1 : 0;
    return count;
}

} // namespace

class DoubtMarksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsDoubted_data();
    void whatIsDoubted();
    void wrongDataCrossesEveryBar();
    void narrowBarsAreMarkedToo();
    void theLegendSaysWhatItMeans();
};

void DoubtMarksTest::whatIsDoubted_data()
{
    QTest::addColumn<int>("verification");
    QTest::addColumn<int>("clock");
    QTest::addColumn<int>("state");
    const auto row = [](const char *name, Verification verification, Clock clock, VerificationState state) {
        QTest::newRow(name) << static_cast<int>(verification) << static_cast<int>(clock) << static_cast<int>(state);
    };
    row("wrong", Verification::Failed, Clock::Event, VerificationState::Failed);
    row("right", Verification::Passed, Clock::Event, VerificationState::None);
    row("measured, nothing came back", Verification::NotApplicable, Clock::GlobalTimer, VerificationState::Unverified);
    row("simulated", Verification::NotApplicable, Clock::Model, VerificationState::None);
    row("another program's trace", Verification::NotApplicable, Clock::Imported, VerificationState::None);
}

void DoubtMarksTest::whatIsDoubted()
{
    QFETCH(int, verification);
    QFETCH(int, clock);
    QFETCH(int, state);
    const TimelineContent content(recordingOf(static_cast<Verification>(verification), static_cast<Clock>(clock)));
    const VerificationState expected = static_cast<VerificationState>(state);
    QCOMPARE(content.verificationStates(), expected == VerificationState::None
                                               ? std::vector<VerificationState>()
                                               : std::vector<VerificationState>{expected});
    const TimelineScene scene = sceneOf(content);
    QVERIFY(!scene.barLabels.empty());
    const QString sign = verificationSign(expected);
    for (const SceneBarLabel &label : scene.barLabels)
        QVERIFY(label.text.text.startsWith(sign + kindSign(OperationKind::Kernel)));
}

void DoubtMarksTest::wrongDataCrossesEveryBar()
{
    for (const TimelineTheme *theme : {&TimelineTheme::light(), &TimelineTheme::of(true),
                                       &TimelineTheme::of(false, true), &TimelineTheme::of(true, true)}) {
        const TimelineContent wrong(recordingOf(Verification::Failed, Clock::Event));
        const TimelineContent right(recordingOf(Verification::Passed, Clock::Event));
        const TimelineScene marked = sceneOf(wrong), plain = sceneOf(right);
        const QImage markedPicture = pictureOf(marked, *theme), plainPicture = pictureOf(plain, *theme);
        for (const SceneBar &bar : marked.bars) {
            QVERIFY(pixelsOf(markedPicture, bar.rect, theme->warning) > 60);
            QCOMPARE(pixelsOf(plainPicture, bar.rect, theme->warning), 0);
        }
        QVERIFY(contrastRatio(theme->warning, theme->background) >= 4.5);
    }
}

void DoubtMarksTest::narrowBarsAreMarkedToo()
{
    const TimelineContent content(recordingOf(Verification::Failed, Clock::Event, 5000));
    const TimelineScene scene = sceneOf(content);
    const QImage picture = pictureOf(scene, TimelineTheme::light());
    QRectF all;
    for (const SceneBar &bar : scene.bars)
        all |= bar.rect;
    // Two lanes; the dashes take two thirds of three lines.
    QVERIFY(pixelsOf(picture, all, TimelineTheme::light().warning) > all.width() * 3);
}

void DoubtMarksTest::theLegendSaysWhatItMeans()
{
    const TimelineContent wrong(recordingOf(Verification::Failed, Clock::Event));
    const TimelineContent right(recordingOf(Verification::Passed, Clock::Event));
    const auto legend = [](const TimelineContent &content) {
        QImage image(900, 60, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setFont(embeddedFont(12));
        paintLegend(&painter, {5, 5}, 890, content, TimelineTheme::light(), embeddedFont(12));
        return image;
    };
    QVERIFY(pixelsOf(legend(wrong), {0, 0, 900, 60}, TimelineTheme::light().warning) > 20);
    QCOMPARE(pixelsOf(legend(right), {0, 0, 900, 60}, TimelineTheme::light().warning), 0);
    QVERIFY(verificationTitle(VerificationState::Failed).contains(verificationSign(VerificationState::Failed)));
    QVERIFY(verificationTitle(VerificationState::Unverified).contains(verificationSign(VerificationState::Unverified)));
}

QTEST_MAIN(DoubtMarksTest)
#include "tst_verification_marks.moc"
