// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How operations of a folded step differ, as whiskers on their bars.
#include "gui/timeline/marks/spread_whiskers.h"
#include "gui/timeline/text/embedded_font.h"

#include <QImage>
#include <QPainter>
#include <QtTest>

using namespace streamscope;

namespace {

constexpr QSize size(1'000, 200);

/// Two kernels of 40 us; the times of the second differ.
std::shared_ptr<const Recording> foldedRun()
{
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    auto fold = std::make_shared<Fold>();
    fold->steps = fold->allSteps = 9;
    for (const std::int64_t start : {0, 50'000}) {
        Span span;
        span.stream = 0;
        span.engine = Engine::Compute;
        span.start = start;
        span.end = start + 40'000;
        span.clock = Clock::Median;
        timeline.append(span);
        const std::int64_t spread = start > 0 ? 8'000 : 0;
        fold->operations.push_back({{start - 2 * spread, start - spread, start, start + spread, start + 2 * spread},
                                    {40'000, 40'000 - spread / 2, 40'000, 40'000 + spread / 2, 60'000},
                                    9});
    }
    timeline.setFold(fold);
    return recording;
}

TimelineScene sceneOf(const TimelineContent &content, std::int64_t end)
{
    SceneRequest request;
    request.size = size;
    request.font = embeddedFont(12);
    request.axis = TimeAxis::fitted(content.beginNs(), end, size.width() - request.labelWidth, 0);
    return buildScene(content, request);
}

/// Columns of the picture that whiskers touch, for the first lane of operations.
std::vector<int> columns(const TimelineContent &content, const TimelineScene &scene, double share)
{
    const TimelineTheme &theme = TimelineTheme::of(false);
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::red);
    QPainter painter(&image);
    paintSpreads(painter, content, scene, theme);
    painter.end();
    const QRectF bar = (*scene.bars.operations().begin()).rect;
    const int y = static_cast<int>(bar.top() + bar.height() * share - 0.5);
    std::vector<int> found;
    for (int x = 0; x < size.width(); ++x)
        if (image.pixelColor(x, y) == theme.text)
            found.push_back(x);
    return found;
}

} // namespace

class TestSpreadWhiskers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quartilesOfStartAndDuration();
    void narrowBarsHaveNone();
    void runsHaveNone();
};

void TestSpreadWhiskers::quartilesOfStartAndDuration()
{
    const TimelineContent content(foldedRun());
    const TimelineScene scene = sceneOf(content, content.endNs() + 20'000);
    const std::vector<int> starts = columns(content, scene, 0.25), durations = columns(content, scene, 0.75);
    QVERIFY(!starts.empty() && !durations.empty()); // of the second kernel alone: the first does not differ
    QVERIFY(std::abs(starts.front() - scene.timeToX(42'000)) <= 1.5);
    QVERIFY(std::abs(starts.back() - scene.timeToX(58'000)) <= 1.5);
    QVERIFY(std::abs(durations.front() - scene.timeToX(86'000)) <= 1.5);
    QVERIFY(std::abs(durations.back() - scene.timeToX(94'000)) <= 1.5);
}

void TestSpreadWhiskers::narrowBarsHaveNone()
{
    const TimelineContent content(foldedRun());
    QVERIFY(columns(content, sceneOf(content, 10'000'000), 0.25).empty());
}

void TestSpreadWhiskers::runsHaveNone()
{
    auto recording = std::make_shared<Recording>(*foldedRun());
    recording->timeline.setFold(nullptr);
    const TimelineContent content(recording);
    QVERIFY(columns(content, sceneOf(content, content.endNs()), 0.25).empty());
}

QTEST_MAIN(TestSpreadWhiskers)
#include "tst_spread_whiskers.moc"
