// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a trace knows of host threads, as lanes: operators and ranges, Python frames, ranges on the GPU and steps.
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/host/host_events.h"
#include "gui/timeline/lanes/host/named_bars_lane.h"
#include "gui/timeline/marks/call_arrows.h"
#include "gui/timeline/model/lane_arrangement.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/wait_text.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "tests/support/sqlite_bytes.h"
#include "tests/support/trace_event.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// Three steps with a range, an operator and a Python frame in each.
std::shared_ptr<const Recording> training()
{
    std::string events = R"j({"ph":"M","name":"thread_name","pid":9,"tid":1,"args":{"name":"main thread"}},)j";
    events += traceEvent("python_function", "train.py(3): main", 1, 0, 3'000);
    for (int step = 0; step < 3; ++step) {
        const int t = 1'000 * step;
        const std::string correlation = "\"correlation\":" + std::to_string(step + 1);
        events += traceEvent("user_annotation", "step " + std::to_string(step), 1, t + 10, 900);
        events += traceEvent("user_annotation", "forward", 1, t + 20, 300);
        events += traceEvent("cpu_op", "aten::mm", 1, t + 30, 100);
        events += traceEvent("cuda_runtime", "cudaLaunchKernel", 1, t + 40, 10, "\"cbid\":1," + correlation);
        events +=
            traceEvent("kernel", "gemm", 7, t + 100, 700, R"j("device":0,"context":1,"stream":7,)j" + correlation);
    }
    events.pop_back();
    return std::make_shared<const Recording>(
        importTraceBytes("{\"traceEvents\":[" + events + "]}", "test", {}).recording);
}

const NamedBarsLane *laneWith(const TimelineContent &content, const QString &key)
{
    for (const auto &lane : content.lanes())
        if (lane->key == key)
            return dynamic_cast<const NamedBarsLane *>(lane.get());
    return nullptr;
}

/// The middle of the first bar of a row.
QPointF barOf(const TimelineScene &scene, const QString &key, std::uint32_t row)
{
    for (const SceneBar &bar : scene.bars)
        if (scene.lanes[bar.lane].content->key == key && bar.row == row)
            return bar.rect.center();
    return {};
}

} // namespace

class TestHostLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threadsHaveLanes();
    void pythonIsFoldedUntilOpened();
    void gpuRangesAndSteps();
    void nodesOfAGraphShareTheirCall();
    void barsSayWhatTheyAre();
    void clickSelectsTheTime();
    void anArrowLeadsFromTheCall();
    void foldedLanesHaveNoCallArrows();
    void queueLatencyIsSaid();
    void errorsOfCallsAreSaid();
    void ownRunsHaveNoSuchLanes();
    void comparedRunsHaveTheirLanes();
    void oneOfTwoRunsHasLanes();
};

void TestHostLanes::threadsHaveLanes()
{
    const TimelineContent content(training());
    const NamedBarsLane *lane = laneWith(content, "events:0");
    QVERIFY(lane);
    QCOMPARE(lane->rows(), 3u); // step, forward, operator
    QCOMPARE(lane->heading(content, LaneGrouping::All).title, "main thread");
    QCOMPARE(lane->barAt(0, 1'500'000)->begin, content.timeline().hostEvents()->begin(lane->barAt(0, 1'500'000)->id));
    bool callsBesideThem = false;
    for (const auto &other : content.lanes())
        callsBesideThem = callsBesideThem
                          || (other->operations() && other->key == "host"
                              && other->heading(content, LaneGrouping::All).key == "group:thread:0");
    QVERIFY(callsBesideThem);
}

void TestHostLanes::pythonIsFoldedUntilOpened()
{
    const TimelineContent content(training());
    QVERIFY(laneWith(content, "python:0"));
    LaneArrangement arrangement;
    QVERIFY(!entryOf(arrangedLanes(content, arrangement), "python:0"));
    arrangement.collapsed.insert("group:python:0"); // the user's click
    QVERIFY(entryOf(arrangedLanes(content, arrangement), "python:0"));
}

void TestHostLanes::gpuRangesAndSteps()
{
    const TimelineContent content(training());
    const NamedBarsLane *ranges = laneWith(content, "ranges:0");
    QVERIFY(ranges);
    QCOMPARE(ranges->rows(), 2u);
    const NamedBar *first = ranges->barAt(0, 100'000);
    QVERIFY(first);
    QCOMPARE(first->end - first->begin, 700'000);
    const NamedBarsLane *steps = laneWith(content, "steps");
    QVERIFY(steps);
    QCOMPARE(steps->rows(), 1u);
    QVERIFY(steps->countText(content).startsWith("Steps: 3 by ranges 'step '"));
}

/// A call is drawn once, however many operations it issued: 400 nodes made the lane 400 rows high.
void TestHostLanes::nodesOfAGraphShareTheirCall()
{
    std::string events;
    for (int launch = 0; launch < 2; ++launch) {
        const std::string correlation = "\"correlation\":" + std::to_string(launch + 1);
        const int t = 1'000 * launch;
        events += traceEvent("cuda_runtime", "cudaGraphLaunch", 1, t, 100, "\"cbid\":311," + correlation);
        for (int node = 0; node < 40; ++node)
            events += traceEvent("kernel", "add", 7, t + 200 + 10 * node, 5,
                                 R"j("device":0,"context":1,"stream":7,)j" + correlation);
    }
    events.pop_back();
    const Recording recording = importTraceBytes("{\"traceEvents\":[" + events + "]}", "test", {}).recording;
    const Timeline &timeline = recording.timeline;
    const std::vector<Lane> lanes = buildLanes(timeline, recording.device, Grouping::Host);
    QCOMPARE(lanes.size(), std::size_t(1));
    QCOMPARE(lanes[0].rows.size(), std::size_t(1));
    QCOMPARE(lanes[0].spans.size(), std::size_t(2));
    QCOMPARE(lanes[0].busyNs, 200'000);
    for (std::uint32_t span = 0; span < timeline.size(); ++span) {
        const auto position = positionOn(lanes[0], timeline, span);
        QVERIFY(position);
        QCOMPARE(intervalOn(LaneKind::Host, timeline, lanes[0].spans[position->index]).begin,
                 intervalOn(LaneKind::Host, timeline, span).begin);
    }
}

void TestHostLanes::barsSayWhatTheyAre()
{
    TimelineWidget widget;
    widget.resize(1'400, 900);
    widget.setContent(std::make_shared<const TimelineContent>(training()));
    widget.state()->fitAll();
    const TimelineScene &scene = widget.state()->scene();
    QStringList labels;
    for (const SceneBarLabel &label : scene.barLabels)
        labels << label.text.text;
    QVERIFY2(labels.filter("step 1").size() == 3, qPrintable(labels.join('|'))); // ruler, thread and GPU
    const QString tip = widget.state()->toolTipAt(barOf(scene, "events:0", 2));
    QVERIFY2(tip.contains("aten::mm") && tip.contains("main thread"), qPrintable(tip));
    QVERIFY(widget.state()->toolTipAt(barOf(scene, "steps", 0)).contains("Median step"));
}

void TestHostLanes::clickSelectsTheTime()
{
    TimelineWidget widget;
    widget.resize(1'400, 900);
    widget.setContent(std::make_shared<const TimelineContent>(training()));
    widget.state()->fitAll();
    const auto times = widget.state()->barTimesAt(barOf(widget.state()->scene(), "ranges:0", 0));
    QVERIFY(times);
    QCOMPARE(times->end - times->begin, 700'000);
    QVERIFY(!widget.state()->barTimesAt(barOf(widget.state()->scene(), "stream:0:7", 0))); // an operation
}

/// The second kernel: its call ends at 1,050 µs, it starts at 1,100 µs. The first event of the file is at 0.
void TestHostLanes::anArrowLeadsFromTheCall()
{
    TimelineWidget widget;
    widget.resize(1'400, 900);
    const auto content = std::make_shared<const TimelineContent>(training());
    widget.setContent(content);
    TimelineState *state = widget.state();
    state->fitAll();
    const Timeline &timeline = content->timeline();
    const std::uint32_t span = 1;
    QCOMPARE(timeline.kinds()[span], OperationKind::Kernel);
    const auto arrow = callArrow(*content, span, state->scene());
    QVERIFY(arrow);
    QCOMPARE(arrow->from.x(), state->scene().timeToX(timeline.starts()[span] - 50'000));
    QCOMPARE(arrow->to.x(), state->scene().timeToX(timeline.starts()[span]));
    for (const SceneLane &lane : state->scene().lanes) {
        QVERIFY(lane.content->key != "host" || lane.rect.contains(lane.rect.left(), arrow->from.y()));
        QVERIFY(lane.content->key != "stream:0:7" || lane.rect.contains(lane.rect.left(), arrow->to.y()));
    }
    state->setAxis({timeline.starts()[span] + 1'000'000, 100}); // both ends lie to the left
    QVERIFY(!callArrow(*content, span, state->scene()));
    state->fitAll();
    const QImage plain = widget.grab().toImage();
    state->setPointer(barOf(state->scene(), "stream:0:7", 0));
    const QImage hovered = widget.grab().toImage();
    const QPoint middle = (callArrow(*content, 0, state->scene())->to - QPointF(4, 0)).toPoint();
    const QPoint shift = widget.viewport()->pos();
    QVERIFY(plain.pixel((middle + shift) * plain.devicePixelRatio())
            != hovered.pixel((middle + shift) * plain.devicePixelRatio())); // the head of the arrow
    state->setArrowsShown(false);
    QVERIFY(plain.pixel((middle + shift) * plain.devicePixelRatio())
            == widget.grab().toImage().pixel((middle + shift) * plain.devicePixelRatio()));
}

void TestHostLanes::foldedLanesHaveNoCallArrows()
{
    TimelineWidget widget;
    widget.resize(1'400, 900);
    const auto content = std::make_shared<const TimelineContent>(training());
    widget.setContent(content);
    widget.state()->fitAll();
    QVERIFY(callArrow(*content, 1, widget.state()->scene()));
    for (const char *heading : {"group:thread:0", "group:streams"}) {
        LaneArrangement folded;
        folded.collapsed = {heading};
        widget.state()->setArrangement(folded);
        QVERIFY2(!callArrow(*content, 1, widget.state()->scene()), heading);
    }
    for (const char *lane : {"host", "stream:0:7"}) {
        LaneArrangement hidden;
        hidden.hidden = {lane};
        widget.state()->setArrangement(hidden);
        QVERIFY2(!callArrow(*content, 1, widget.state()->scene()), lane);
    }
    widget.state()->setArrangement({});
    QVERIFY(callArrow(*content, 1, widget.state()->scene()));
}

void TestHostLanes::queueLatencyIsSaid()
{
    TimelineWidget widget;
    widget.resize(1'400, 900);
    widget.setContent(std::make_shared<const TimelineContent>(training()));
    widget.state()->fitAll();
    const QString said = QString("50 µs from the call's end to the start");
    const auto plain = [](QString text) { return text.replace(QChar(0xa0), ' ').replace("&#39;", "'"); };
    const QString tip = plain(widget.state()->toolTipAt(barOf(widget.state()->scene(), "stream:0:7", 0)));
    QVERIFY2(tip.contains("queue latency 50 µs"), qPrintable(tip));
    const QString call = plain(hostToolTip(widget.state()->content()->timeline(), 1, 1));
    QVERIFY2(call.contains("started 60 µs after the call, 50 µs after its end"), qPrintable(call));
    const auto facts = spanFacts(widget.state()->content()->timeline(), 1);
    QVERIFY(std::ranges::any_of(
        facts, [&](const SpanFact &fact) { return fact.first == "Queue latency" && plain(fact.second) == said; }));
    auto unknown = std::make_shared<Recording>(); // nobody has measured its call
    unknown->timeline.addStream({"1", 0, 0, StreamRole::Ordinary});
    Span span;
    span.stream = 0;
    span.engine = Engine::Compute;
    span.start = 10;
    span.end = 500;
    unknown->timeline.append(span);
    QVERIFY(std::ranges::none_of(spanFacts(unknown->timeline, 0),
                                 [](const SpanFact &fact) { return fact.first == "Queue latency"; }));
}

void TestHostLanes::errorsOfCallsAreSaid()
{
    const std::string bytes = database(
        "CREATE TABLE StringIds(id INT, value TEXT);"
        "INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'gemm'),(3,'cudaEventSynchronize_v3020');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT,"
        " returnValue INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1000,2000,16777217,1,1,0),(5000,9000,16777217,2,3,719);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, streamId INT,"
        " correlationId INT, globalPid INT, demangledName INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(3000,8000,0,1,7,1,16777216,2);");
    const Timeline timeline = importTraceBytes(bytes, "test", {}).recording.timeline;
    const auto returned = [&](std::uint32_t span) {
        for (const auto &[label, value] : spanFacts(timeline, span))
            if (label == "Returned")
                return value;
        return QString();
    };
    QCOMPARE(timeline.kinds()[1], OperationKind::Sync);
    QCOMPARE(returned(1), "cudaErrorLaunchFailure (719)");
    QVERIFY(hostToolTip(timeline, 1, 1).contains("returned cudaErrorLaunchFailure (719)"));
    QCOMPARE(returned(0), QString()); // it succeeded
    QVERIFY(!hostToolTip(timeline, 0, 1).contains("returned"));
}

void TestHostLanes::ownRunsHaveNoSuchLanes()
{
    auto recording = std::make_shared<Recording>();
    recording->timeline.addStream({"1", 0, 0, StreamRole::Ordinary});
    Span span;
    span.stream = 0;
    span.issue = 0;
    span.start = 10;
    span.end = 500;
    recording->timeline.append(span);
    const TimelineContent content(recording);
    for (const auto &lane : content.lanes())
        QVERIFY(!dynamic_cast<const NamedBarsLane *>(lane.get()));
}

NamedRun named(std::shared_ptr<const Recording> recording)
{
    NamedRun run;
    run.title = "run";
    run.recording = std::move(recording);
    return run;
}

/// On the axis that both share, those of B below those of A, under one heading.
void TestHostLanes::comparedRunsHaveTheirLanes()
{
    for (const ComparisonScale scale : {ComparisonScale::Absolute, ComparisonScale::Normalised}) {
        const auto compared = std::make_shared<const ComparedRuns>(named(training()), named(training()), scale);
        const TimelineContent content(compared);
        QStringList keys;
        for (const auto &lane : content.lanes())
            keys << lane->key;
        for (const char *key : {"steps", "ranges:0", "events:0", "python:0"}) {
            const qsizetype place = keys.indexOf(QString("A/") + key);
            QVERIFY2(place >= 0 && keys.value(place + 1) == QString("B/") + key, key);
        }
        QVERIFY(keys.indexOf("A/stream:0:7") < keys.indexOf("A/events:0")); // the GPU stands before the threads
        // The second step begins 1 ms after the first; on an axis of percent both are stretched.
        const double factor = axisFactor(compared->run(Side::A).recording->timeline, scale);
        const Timeline &own = compared->run(Side::B).recording->timeline;
        const NamedBarsLane *events = laneWith(content, "B/events:0");
        QVERIFY(events);
        const std::int64_t step = std::llround(static_cast<double>(1'010'000 - 40'000 - own.begin()) * factor);
        const NamedBar *bar = events->barAt(0, step + 10);
        QVERIFY(bar);
        QVERIFY2(std::llabs(bar->begin - step) <= 1, qPrintable(QString("%1 %2").arg(bar->begin).arg(step)));
        QCOMPARE(events->side, std::optional(Side::B));
        QCOMPARE(events->heading(content, LaneGrouping::All).key, "group:thread:0");
        QCOMPARE(events->heading(content, LaneGrouping::Devices).key, "group:side:B");
        for (const OperationLane *lane : content.operationLanes())
            if (lane->isOnHost())
                QCOMPARE(lane->heading(content, LaneGrouping::All).key, "group:thread:0");
    }
}

void TestHostLanes::oneOfTwoRunsHasLanes()
{
    auto plain = std::make_shared<Recording>(*training());
    plain->timeline.setHostEvents(nullptr);
    plain->timeline.setHostCalls({});
    const TimelineContent content(
        std::make_shared<const ComparedRuns>(named(plain), named(training()), ComparisonScale::Absolute));
    QVERIFY(laneWith(content, "B/events:0"));
    QVERIFY(laneWith(content, "B/steps"));
    QVERIFY(!laneWith(content, "A/events:0"));
    QVERIFY(!laneWith(content, "A/steps"));
}

QTEST_MAIN(TestHostLanes)
#include "tst_host_lanes.moc"
