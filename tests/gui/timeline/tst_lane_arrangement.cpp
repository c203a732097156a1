// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/lane_arrangement.h"

#include "gui/timeline/scene/timeline_geometry.h"
#include "gui/timeline/text/kernel_colours.h"
#include "tests/gui/sample_runs.h"

#include <QTest>

#include <cmath>

using namespace streamscope;

namespace {

TimelineContent pipeline()
{
    const auto result = runPreset("large-pipeline");
    return TimelineContent(recordingOf(result));
}

QStringList keysOf(const LaneList &list)
{
    QStringList keys;
    for (const LaneEntry &entry : list.entries)
        keys << entry.key;
    return keys;
}

} // namespace

class LaneArrangementTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_content = pipeline(); }
    void asTheyCome();
    void groupings();
    void foldedHeadingsKeepTheirCount();
    void foldedHeadingsShowTheirDensity();
    void severalDevicesAreGroups();
    void pinnedStandOnTop();
    void hiddenAreCounted();
    void movedLanesStayWhereTheyArePut();
    void heightsCount();
    void survivesAFile();
    void badFilesMeanNothing();

private:
    TimelineContent m_content;
};

void LaneArrangementTest::asTheyCome()
{
    const QStringList keys = keysOf(arrangedLanes(m_content, {}));
    QVERIFY(keys.indexOf("group:host") < keys.indexOf("group:streams"));
    QVERIFY(keys.indexOf("group:streams") < keys.indexOf("group:engines"));
    QVERIFY(keys.contains("stream:0:0") && keys.contains("engine:0:copy_h2d"));
}

void LaneArrangementTest::groupings()
{
    LaneArrangement arrangement;
    arrangement.grouping = LaneGrouping::Streams;
    QVERIFY(!keysOf(arrangedLanes(m_content, arrangement)).contains("group:engines"));
    arrangement.grouping = LaneGrouping::Engines;
    QVERIFY(!keysOf(arrangedLanes(m_content, arrangement)).contains("group:streams"));
    arrangement.grouping = LaneGrouping::Devices;
    const QStringList keys = keysOf(arrangedLanes(m_content, arrangement));
    QVERIFY(keys.contains("group:device:0") && keys.contains("stream:0:0") && keys.contains("engine:0:compute"));
}

void LaneArrangementTest::foldedHeadingsKeepTheirCount()
{
    LaneArrangement arrangement;
    arrangement.collapsed = {"group:streams"};
    const LaneList list = arrangedLanes(m_content, arrangement);
    QVERIFY(!keysOf(list).contains("stream:0:0"));
    for (const LaneEntry &entry : list.entries)
        if (entry.key == "group:streams")
            QVERIFY(entry.collapsed && entry.lanes == 4);
}

void LaneArrangementTest::foldedHeadingsShowTheirDensity()
{
    // A copy in the first half on one stream, kernels all the time on another; two streams are idle.
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    for (const char *id : {"1", "2", "3", "4"})
        timeline.addStream({id, 0, 0});
    Span copy = test::kernelSpan(0, 500'000);
    copy.kind = OperationKind::H2D;
    copy.engine = Engine::CopyH2D;
    timeline.append(copy);
    for (int i = 0; i < 1000; ++i) {
        Span kernel = test::kernelSpan(i * 1000, (i + 1) * 1000);
        kernel.stream = 1;
        timeline.append(kernel);
    }
    const TimelineContent content(recording);
    LaneArrangement arrangement;
    arrangement.collapsed = {"group:streams"};
    SceneRequest request;
    request.font = QFont();
    request.size = {300, 200};
    request.labelWidth = 100;
    request.axis = {0, 1'000'000 / 200.0};
    request.lanes = std::make_shared<LaneList>(arrangedLanes(content, arrangement));
    const TimelineScene scene = buildScene(content, request);
    const auto heading = std::find_if(scene.groups.begin(), scene.groups.end(),
                                      [](const SceneGroup &group) { return group.key == "group:streams"; });
    QVERIFY(heading != scene.groups.end() && heading->plotLeft == 100);
    const SceneLane *lane = scene.laneAt(heading->rect.center().y());
    QVERIFY(lane && lane->rect == heading->rect);
    const auto rows = scene.bars.rowsOf(static_cast<std::uint32_t>(lane - scene.lanes.data()));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(scene.bars.barsOf(rows[0]).size(), std::size_t{200});
    for (const int x : {10, 90, 110, 190}) {
        const SceneBar bar = *scene.barAt({100.5 + x, heading->rect.center().y()});
        const bool both = x < 100;
        QCOMPARE(bar.coverage, both ? 1.0F : 0.5F); // of the two lanes with work
        double copies = 0, kernels = 0;
        SceneBars::walkStack(rows[0], scene.bars.mixesOf(rows[0])[static_cast<std::size_t>(x)], 1,
                             [&](std::uint8_t colour, double from, double to) {
                                 (kindOfTag(colour) == OperationKind::H2D ? copies : kernels) += to - from;
                             });
        QVERIFY(std::abs(copies - (both ? 0.5 : 0)) < 0.01 && std::abs(kernels - (both ? 0.5 : 1)) < 0.01);
    }
    const SceneBar first = *scene.barAt({110, heading->rect.center().y()});
    const QString text = lane->content->barToolTip(content, scene, first, 110);
    QVERIFY2(text.contains("100 % busy here") && text.contains("Kernel: 50 %"), qPrintable(text));
    // Another selection of lanes is drawn anew, though a new lane may lie at the old one's address.
    arrangement.hidden = {"stream:0:2"};
    request.lanes = std::make_shared<LaneList>(arrangedLanes(content, arrangement));
    const TimelineScene next = buildScene(content, request, buildScene(content, request));
    QCOMPARE(next.barAt({110, heading->rect.center().y()})->coverage, 1.0F);
    QVERIFY(!next.barAt({280, heading->rect.center().y()}));
}

void LaneArrangementTest::severalDevicesAreGroups()
{
    auto recording = std::make_shared<Recording>();
    recording->device.name = "NVIDIA H200";
    Timeline &timeline = recording->timeline;
    for (const auto &[id, device] : std::vector<std::pair<std::string, int>>{{"20", 1}, {"7", 1}, {"7", 0}, {"13", 0}})
        timeline.addStream({id, device, 0});
    for (int i = 0; i < 4; ++i) {
        Span kernel = test::kernelSpan(i * 1000, (i + 1) * 1000);
        kernel.stream = i;
        timeline.append(kernel);
    }
    const TimelineContent content(recording);
    QVERIFY(content.hasSeveralDevices() && !m_content.hasSeveralDevices());
    for (const LaneGrouping grouping :
         {LaneGrouping::All, LaneGrouping::Streams, LaneGrouping::Engines, LaneGrouping::Devices}) {
        LaneArrangement arrangement;
        arrangement.grouping = grouping;
        QStringList titles, keys;
        for (const LaneEntry &entry : arrangedLanes(content, arrangement).entries) {
            keys << entry.key;
            if (entry.isHeading())
                titles << entry.title;
        }
        QCOMPARE(titles, QStringList({"GPU 0 · NVIDIA H200", "GPU 1 · NVIDIA H200"}));
        QStringList wanted{"group:device:0", "stream:0:7", "stream:0:13", "engine:0:compute",
                           "group:device:1", "stream:1:7", "stream:1:20", "engine:1:compute"};
        wanted.removeIf([grouping](const QString &key) {
            return (grouping == LaneGrouping::Streams && key.startsWith("engine"))
                   || (grouping == LaneGrouping::Engines && key.startsWith("stream"));
        });
        QCOMPARE(keys, wanted);
    }
}

void LaneArrangementTest::pinnedStandOnTop()
{
    LaneArrangement arrangement;
    arrangement.pinned = {"engine:0:compute", "stream:0:2"};
    const QStringList keys = keysOf(arrangedLanes(m_content, arrangement));
    QCOMPARE(keys.mid(0, 3), QStringList({"group:pinned", "engine:0:compute", "stream:0:2"}));
    QCOMPARE(keys.count("stream:0:2"), 1);
}

void LaneArrangementTest::hiddenAreCounted()
{
    LaneArrangement arrangement;
    arrangement.hidden = {"stream:0:1", "no such lane"};
    const LaneList list = arrangedLanes(m_content, arrangement);
    QCOMPARE(list.hidden, 1);
    QVERIFY(!keysOf(list).contains("stream:0:1"));
}

void LaneArrangementTest::movedLanesStayWhereTheyArePut()
{
    LaneArrangement arrangement;
    const auto streams = [&] { return keysOf(arrangedLanes(m_content, arrangement)).filter("stream:0"); };
    moveLane(arrangement, arrangedLanes(m_content, arrangement), "stream:0:3", "stream:0:1", false);
    QCOMPARE(streams(), QStringList({"stream:0:0", "stream:0:3", "stream:0:1", "stream:0:2"}));
    moveLane(arrangement, arrangedLanes(m_content, arrangement), "stream:0:0", "stream:0:2", true);
    QCOMPARE(streams(), QStringList({"stream:0:3", "stream:0:1", "stream:0:2", "stream:0:0"}));
    const LaneArrangement before = arrangement;
    moveLane(arrangement, arrangedLanes(m_content, arrangement), "stream:0:0", "engine:0:compute", true);
    QVERIFY(arrangement == before); // another heading
}

void LaneArrangementTest::heightsCount()
{
    LaneArrangement arrangement;
    const LaneMetrics metrics{QFont()};
    const double usual = laneHeights(arrangedLanes(m_content, arrangement), metrics).all();
    arrangement.heights["stream:0:1"] = 2;
    QCOMPARE(laneHeights(arrangedLanes(m_content, arrangement), metrics).all(), usual + metrics.row);
}

void LaneArrangementTest::survivesAFile()
{
    LaneArrangement arrangement;
    arrangement.grouping = LaneGrouping::Devices;
    arrangement.collapsed = {"group:host"};
    arrangement.hidden = {"stream:0:1"};
    arrangement.pinned = {"b", "a"};
    arrangement.order = {"z", "y"};
    arrangement.heights = {{"stream:0:1", 2.5}};
    arrangement.counters = true;
    QVERIFY(LaneArrangement::fromJson(arrangement.toJson()) == arrangement);
}

void LaneArrangementTest::badFilesMeanNothing()
{
    for (const char *json : {"", "[]", "{\"grouping\":77,\"heights\":{\"a\":1e300},\"pinned\":[1,null]}"}) {
        const LaneArrangement arrangement = LaneArrangement::fromJson(json);
        QVERIFY(arrangement.grouping == LaneGrouping::All && arrangement.pinned.isEmpty());
        for (const auto &[key, height] : arrangement.heights)
            QVERIFY(height <= LaneArrangement::highest);
    }
}

QTEST_MAIN(LaneArrangementTest)
#include "tst_lane_arrangement.moc"
