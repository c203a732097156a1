// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/bar_labels.h"
#include "gui/timeline/text/embedded_font.h"
#include "tests/support/spans.h"

#include <QFontMetricsF>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

/// One bar at every width: the label fits, and a wider bar never says less.
class BarLabelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWidthHasTheLongestThatFits_data();
    void everyWidthHasTheLongestThatFits();
    void waitingSaysHowLong();
    void twoKindsOfOneNameDiffer();
};

namespace {

std::shared_ptr<Recording> oneKernel(const std::string &name)
{
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    timeline.addStream({"0", 0, 0});
    Span span = kernelSpan(5'000, 6'234);
    span.ready = 2'000;
    span.issue = 1'000;
    span.name = timeline.intern(name);
    timeline.append(span);
    return recording;
}

SceneBar kernelBar(std::uint32_t span = 0)
{
    SceneBar bar;
    bar.span = span;
    bar.kind = OperationKind::Kernel;
    return bar;
}

} // namespace

void BarLabelsTest::everyWidthHasTheLongestThatFits_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << QStringLiteral("volta_sgemm_128x64_nn");
    QTest::newRow("signs") << QStringLiteral("a → b ∑");
    QTest::newRow("letters that join") << QStringLiteral("نواة الحساب");
    QTest::newRow("beyond 16 bits") << QStringLiteral("𝔎𝔢𝔯𝔫𝔢𝔩 😀😀");
    QTest::newRow("none") << QString();
}

void BarLabelsTest::everyWidthHasTheLongestThatFits()
{
    QFETCH(QString, name);
    const TimelineContent content(oneKernel(name.toStdString()));
    const QFont font = embeddedFont(12);
    const TextWidths widths(font);
    const QFontMetricsF metrics(font);
    BarLabels labels(content, widths);
    double before = 0;
    QString text;
    for (double room = 6; room < 400; room += 0.5) {
        text = labels.of(kernelBar(), LaneKind::Stream, VerificationState::None, room);
        const double width = metrics.horizontalAdvance(text);
        QVERIFY2(width <= room + 0.01, qPrintable(QStringLiteral("“%1” in %2").arg(text).arg(room)));
        QVERIFY(text.isEmpty() || !text.back().isHighSurrogate());
        // Where bars become wide enough for a sign in front, the name may give way to it.
        QVERIFY2(width >= before - widths.of(QStringLiteral("▸ ■")), qPrintable(text));
        before = width;
        const bool complete = text.contains(name);
        QVERIFY2(complete || room < widths.of(QStringLiteral("■ ") + name) + 1,
                 qPrintable(QStringLiteral("“%1” in %2").arg(text).arg(room)));
    }
    QCOMPARE(text, QStringLiteral("■ ") + name + QStringLiteral(" · 1.234\u00a0µs"));
}

void BarLabelsTest::waitingSaysHowLong()
{
    const TimelineContent content(oneKernel("k"));
    const TextWidths widths(embeddedFont(12));
    BarLabels labels(content, widths);
    SceneBar bar = kernelBar();
    bar.waiting = true;
    QCOMPARE(labels.of(bar, LaneKind::Stream, VerificationState::None, 400), QStringLiteral("waits 3\u00a0µs"));
    QCOMPARE(
        labels.of(bar, LaneKind::Stream, VerificationState::None, widths.of(QStringLiteral("waits 3\u00a0µs")) - 1),
        QStringLiteral("waits"));
    QCOMPARE(labels.of(bar, LaneKind::Stream, VerificationState::None, 20), QString());
}

/// Words are made once for each name; the sign is not the name's.
void BarLabelsTest::twoKindsOfOneNameDiffer()
{
    const auto recording = oneKernel("same");
    Span copy = recording->timeline.span(0);
    copy.kind = OperationKind::H2D;
    copy.engine = Engine::CopyH2D;
    recording->timeline.append(copy);
    const TimelineContent content(recording);
    const TextWidths widths(embeddedFont(12));
    BarLabels labels(content, widths);
    QVERIFY(
        labels.of(kernelBar(), LaneKind::Stream, VerificationState::None, 300).startsWith(QStringLiteral("■ same")));
    QVERIFY(
        labels.of(kernelBar(1), LaneKind::Stream, VerificationState::None, 300).startsWith(QStringLiteral("▸ same")));
    QVERIFY(labels.of(kernelBar(1), LaneKind::Stream, VerificationState::Failed, 300)
                .startsWith(QStringLiteral("✗ ▸ same")));
    QVERIFY(
        labels.of(kernelBar(), LaneKind::Stream, VerificationState::None, 300).startsWith(QStringLiteral("■ same")));
}

QTEST_MAIN(BarLabelsTest)
#include "tst_bar_labels.moc"
