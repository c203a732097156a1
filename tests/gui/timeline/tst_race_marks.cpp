// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/marks/race_marks.h"

#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "experiments/registry.h"
#include "gui/pictures/timeline_image.h"

#include <QTest>

using namespace streamscope;

/// Races show in the timeline, and only races do.
class RaceMarksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void marksBothOperations();
    void pictureShowsThem();

private:
    static RunResult run(const char *version);
    static int warningPixels(const QImage &image);
};

RunResult RaceMarksTest::run(const char *version)
{
    const Experiment *experiment = findExperiment("multi-stage");
    Parameters values = experiment->defaults();
    values.setText("version", version);
    return runOn(*openDevice("sim:h200"), {experiment, values, {}}, {});
}

void RaceMarksTest::marksBothOperations()
{
    const auto result = std::make_shared<RunResult>(run("published"));
    const TimelineContent content(std::shared_ptr<const Recording>(result, &result->recording));
    const auto laneOf = [&content](LaneKind kind) {
        const auto isOf = [kind](const auto &lane) { return lane->operations()->lane.kind == kind; };
        return *std::find_if(content.lanes().begin(), content.lanes().end(), isOf);
    };
    const std::shared_ptr<const ContentLane> lanes[]{laneOf(LaneKind::Host), laneOf(LaneKind::Stream),
                                                     laneOf(LaneKind::Engine)};
    TimelineScene scene;
    scene.lanes.resize(3);
    scene.bars.start(0, 1);
    const auto begin = [&scene, &lanes](std::uint32_t lane) {
        scene.lanes[lane].content = lanes[lane];
        scene.bars.beginRow(lane, 40.0 * lane, 20);
    };
    const auto add = [&scene](std::uint32_t span, int x) { scene.bars.addWide(x, x + 50, span, kernelTag(0), false); };
    begin(0);
    add(1, 0);  // its call
    add(5, 70); // work of the host
    begin(1);
    add(1, 10);
    add(3, 30);
    begin(2);
    add(1, 10);
    const auto marks = raceMarks(scene, {{1, 3, 0, true, false}, {1, 7, 0, true, false}, {3, 5, 0, false, true}});
    QCOMPARE(marks.size(), std::size_t{2}); // 7 is not drawn
    QCOMPARE(marks[0].first, QRectF(10, 40, 50, 20));
    QCOMPARE(marks[0].second, QRectF(30, 40, 50, 20));
    QCOMPARE(marks[1].second, QRectF(70, 0, 50, 20));
}

int RaceMarksTest::warningPixels(const QImage &image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) == QColor(0xC0, 0x1C, 0x28) ? 1 : 0;
    return count;
}

void RaceMarksTest::pictureShowsThem()
{
    const QImage published = timelineBitmap(run("published"));
    if (qEnvironmentVariableIsSet("STREAMSCOPE_SHOTS"))
        published.save(qEnvironmentVariable("STREAMSCOPE_SHOTS") + QStringLiteral("/race.png"));
    QVERIFY(warningPixels(published) > 100);
    QCOMPARE(warningPixels(timelineBitmap(run("mended"))), 0);
}

QTEST_MAIN(RaceMarksTest)
#include "tst_race_marks.moc"
