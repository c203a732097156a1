// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/lanes/counter_lane.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/gui/sample_runs.h"

#include <QAction>
#include <QMenu>
#include <QTest>

#include <cmath>

using namespace streamscope;

/// Lanes of values over time, from runs whose values are known.
class CounterLanesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void values();
    void whatWasNotMeasuredIsAbsent();
    void smsFromBlocks();
    void barsAreMeanAndMaximum();
    void shownOnRequestAndRemembered();
    void largeRunsDoNotBlock();
    void devicesHaveTheirOwn();
};

namespace {

/// On stream 0 a copy of 1 MB in 50 µs (20 GB/s), a pause, another in 25 µs (40 GB/s); a kernel on stream 1 over both.
std::shared_ptr<Recording> twoCopies()
{
    auto recording = std::make_shared<Recording>();
    Timeline &timeline = recording->timeline;
    timeline.addStream({"0", 0, 0});
    timeline.addStream({"1", 0, 0});
    const auto add = [&](OperationKind kind, int stream, std::int64_t issue, std::int64_t start, std::int64_t end,
                         std::uint64_t bytes) {
        Span span = test::kernelSpan(start, end);
        span.kind = kind;
        span.engine = engineOf(kind);
        span.stream = stream;
        span.issue = issue;
        span.bytes = bytes;
        timeline.append(span);
    };
    add(OperationKind::H2D, 0, 0, 0, 50'000, 1'000'000);
    add(OperationKind::H2D, 0, 10'000, 75'000, 100'000, 1'000'000);
    add(OperationKind::Kernel, 1, 20'000, 40'000, 100'000, 0);
    return recording;
}

const CounterLane *laneOf(const TimelineContent &content, const QString &key)
{
    for (const auto &lane : content.lanes())
        if (lane->key == key)
            return dynamic_cast<const CounterLane *>(lane.get());
    return nullptr;
}

using Columns = std::vector<CounterColumn>;

TimelineScene sceneOf(const TimelineContent &content, const LaneArrangement &arrangement)
{
    SceneRequest request;
    request.font = embeddedFont(12);
    request.size = {300, 600};
    request.labelWidth = 200;
    request.axis = {content.beginNs(), static_cast<double>(content.endNs() - content.beginNs()) / 100};
    request.lanes = std::make_shared<LaneList>(arrangedLanes(content, arrangement));
    return buildScene(content, request);
}

} // namespace

void CounterLanesTest::values()
{
    const TimelineContent content(twoCopies());
    const CounterLane *copies = laneOf(content, "counter:0:h2d");
    QVERIFY(copies);
    QCOMPARE(copies->counter().columns(0, 25'000, 4), (Columns{{20, 20}, {20, 20}, {0, 0}, {40, 40}}));
    QCOMPARE(copies->highest(), 40.0);
    QCOMPARE(copies->busyText(), QStringLiteral("0–40 GB/s"));
    const CounterLane *streams = laneOf(content, "counter:0:streams");
    QVERIFY(streams);
    QCOMPARE(streams->counter().columns(0, 20'000, 5), (Columns{{1, 1}, {1, 1}, {1.5, 2}, {1.25, 2}, {2, 2}}));
    const CounterLane *queue = laneOf(content, "counter:0:queue");
    QVERIFY(queue); // the second copy waits from 10 to 75 µs, the kernel from 20 to 40 µs
    QCOMPARE(queue->counter().columns(0, 20'000, 4), (Columns{{0.5, 1}, {2, 2}, {1, 1}, {0.75, 1}}));
}

void CounterLanesTest::whatWasNotMeasuredIsAbsent()
{
    auto recording = std::make_shared<Recording>();
    recording->timeline.addStream({"0", 0, 0});
    Span copy = test::kernelSpan(0, 1000);
    copy.kind = OperationKind::H2D;
    copy.engine = Engine::CopyH2D;
    copy.issue = unknownTime;
    recording->timeline.append(copy); // no bytes, no issue
    const TimelineContent content(recording);
    for (const char *key : {"counter:0:h2d", "counter:0:d2h", "counter:0:peer", "counter:0:queue", "counter:0:sms"})
        QVERIFY2(!laneOf(content, QString::fromLatin1(key)), key);
    QVERIFY(laneOf(content, "counter:0:streams"));
}

void CounterLanesTest::smsFromBlocks()
{
    auto recording = twoCopies();
    recording->device.multiprocessors = 4;
    BlockRecords blocks;
    blocks.append({2, 0, 0, 40'000, 80'000});
    blocks.append({2, 1, 0, 50'000, 70'000}); // at the same time on the same SM
    blocks.append({2, 2, 3, 60'000, 100'000});
    recording->timeline.setBlocks(std::move(blocks), Clock::GlobalTimer);
    const TimelineContent content(recording);
    const CounterLane *sms = laneOf(content, "counter:0:sms");
    QVERIFY(sms);
    QCOMPARE(sms->counter().columns(40'000, 20'000, 3), (Columns{{1, 1}, {2, 2}, {1, 1}}));
    QCOMPARE(sms->highest(), 4.0);
}

void CounterLanesTest::barsAreMeanAndMaximum()
{
    const TimelineContent content(twoCopies());
    LaneArrangement arrangement;
    arrangement.counters = true;
    const TimelineScene scene = sceneOf(content, arrangement);
    const auto lane = std::find_if(scene.lanes.begin(), scene.lanes.end(),
                                   [](const SceneLane &one) { return one.content->key == "counter:0:h2d"; });
    QVERIFY(lane != scene.lanes.end());
    QCOMPARE(lane->busy.text, QStringLiteral("0–40 GB/s"));
    const double y = lane->rect.center().y();
    const SceneBar first = *scene.barAt({210.5, y}), second = *scene.barAt({290.5, y});
    QCOMPARE(first.coverage, 0.5F);
    QCOMPARE(second.coverage, 1.0F);
    QVERIFY(!scene.barAt({262.5, y})); // the pause
    QCOMPARE(first.span, noOperation);
    QCOMPARE(lane->content->barToolTip(content, scene, first, 210.5), QStringLiteral("20 GB/s H2D"));
    // One pixel for the whole run: 2 MB in 100 µs, at most 40.
    TimelineScene far = scene;
    far.axis.nsPerPixel *= 100;
    const QString text = lane->content->barToolTip(content, far, first, 200.5);
    QVERIFY2(text.startsWith("20 GB/s H2D\n") && text.contains("40 GB/s"), qPrintable(text));
}

void CounterLanesTest::shownOnRequestAndRemembered()
{
    TimelineWidget widget;
    widget.resize(900, 700);
    widget.setContent(std::make_shared<TimelineContent>(twoCopies()));
    TimelineState *state = widget.state();
    const auto shown = [state] {
        return std::count_if(state->lanes().entries.begin(), state->lanes().entries.end(),
                             [](const LaneEntry &entry) { return entry.lane && entry.lane->isCounter(); });
    };
    QCOMPARE(shown(), 0);
    QCOMPARE(state->lanes().hidden, 0); // nobody has hidden them
    widget.show();
    QTest::keyClick(&widget, Qt::Key_V);
    QCOMPARE(shown(), 3);
    QVERIFY(LaneArrangement::fromJson(state->arrangement().toJson()).counters);
    QVERIFY(state
                ->toolTipAt({state->labelWidth() + 40,
                             [state] {
                                 for (const SceneLane &lane : state->scene().lanes)
                                     if (lane.content->key == "counter:0:h2d")
                                         return lane.rect.center().y();
                                 return 0.0;
                             }()})
                .contains("GB/s H2D"));
    // Hidden like any other lane, and drawn in pictures.
    widget.laneControls()->hide("counter:0:queue");
    QCOMPARE(shown(), 2);
    QCOMPARE(state->lanes().hidden, 1);
    // The menu of the lanes' labels has the command, too.
    widget.laneControls()->showMenu({10, 60}, widget.mapToGlobal(QPoint(10, 60)));
    QMenu *menu = widget.viewport()->findChild<QMenu *>();
    QVERIFY(menu);
    for (QAction *action : menu->actions())
        if (action->text().remove('&').startsWith("Show counters")) {
            QVERIFY(action->isChecked());
            action->trigger();
        }
    menu->close();
    QCOMPARE(shown(), 0);
}

void CounterLanesTest::largeRunsDoNotBlock()
{
    TimelineState state;
    state.setFrame({900, 700}, embeddedFont(12), 1);
    state.setContent(std::make_shared<TimelineContent>(evenKernels(250'000, 1000, 500, 100)));
    LaneArrangement arrangement;
    arrangement.counters = true;
    state.setArrangement(arrangement);
    const auto barsOf = [&state](const QString &key) {
        const TimelineScene &scene = state.scene();
        for (std::uint32_t i = 0; i < scene.lanes.size(); ++i)
            if (scene.lanes[i].content->key == key && !scene.bars.rowsOf(i).empty())
                return scene.bars.barsOf(scene.bars.rowsOf(i)[0]).size();
        return std::size_t{0};
    };
    QTRY_VERIFY_WITH_TIMEOUT(barsOf("counter:0:streams") > 0, 60'000); // after another thread has added them up
    QCOMPARE(state.toolTipAt({0, 0}), QString());
}

void CounterLanesTest::devicesHaveTheirOwn()
{
    auto recording = twoCopies();
    recording->timeline.addStream({"5", 1, 0});
    Span copy = test::kernelSpan(0, 100'000);
    copy.kind = OperationKind::D2H;
    copy.engine = Engine::CopyD2H;
    copy.stream = 2;
    copy.bytes = 3'000'000;
    recording->timeline.append(copy);
    const TimelineContent content(recording);
    QCOMPARE(laneOf(content, "counter:1:d2h")->counter().most(), 30.0);
    QVERIFY(!laneOf(content, "counter:1:h2d") && !laneOf(content, "counter:0:d2h"));
    LaneArrangement arrangement;
    arrangement.counters = true;
    QString heading;
    for (const LaneEntry &entry : arrangedLanes(content, arrangement).entries) {
        if (entry.isHeading())
            heading = entry.key;
        else if (entry.lane->isCounter())
            QCOMPARE(heading, QStringLiteral("group:device:%1").arg(*entry.lane->device));
    }
}

QTEST_MAIN(CounterLanesTest)
#include "tst_counter_lanes.moc"
