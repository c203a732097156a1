// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/lane_arrangement.h"

#include "gui/timeline/scene/timeline_geometry.h"
#include "tests/gui/sample_runs.h"

#include <QTest>

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
