// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a trace knows of host threads, as lanes: operators and ranges, Python frames, ranges on the GPU and steps.
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/host/host_events.h"
#include "gui/timeline/lanes/host/named_bars_lane.h"
#include "gui/timeline/model/lane_arrangement.h"
#include "gui/timeline/model/timeline_content.h"
#include "gui/timeline/widget/timeline_state.h"
#include "gui/timeline/widget/timeline_widget.h"

#include <QtTest>

using namespace streamscope;

namespace {

std::string event(const std::string &category, const std::string &name, int thread, int ts, int duration,
                  const std::string &arguments = {})
{
    return R"j({"ph":"X","cat":")j" + category + R"j(","name":")j" + name + R"j(","pid":9,"tid":)j"
           + std::to_string(thread) + ",\"ts\":" + std::to_string(ts) + ",\"dur\":" + std::to_string(duration)
           + ",\"args\":{" + arguments + "}},";
}

/// Three steps with a range, an operator and a Python frame in each.
std::shared_ptr<const Recording> training()
{
    std::string events = R"j({"ph":"M","name":"thread_name","pid":9,"tid":1,"args":{"name":"main thread"}},)j";
    events += event("python_function", "train.py(3): main", 1, 0, 3'000);
    for (int step = 0; step < 3; ++step) {
        const int t = 1'000 * step;
        const std::string correlation = "\"correlation\":" + std::to_string(step + 1);
        events += event("user_annotation", "step " + std::to_string(step), 1, t + 10, 900);
        events += event("user_annotation", "forward", 1, t + 20, 300);
        events += event("cpu_op", "aten::mm", 1, t + 30, 100);
        events += event("cuda_runtime", "cudaLaunchKernel", 1, t + 40, 10, "\"cbid\":1," + correlation);
        events += event("kernel", "gemm", 7, t + 100, 700, R"j("device":0,"context":1,"stream":7,)j" + correlation);
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
    void barsSayWhatTheyAre();
    void clickSelectsTheTime();
    void ownRunsHaveNoSuchLanes();
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

QTEST_MAIN(TestHostLanes)
#include "tst_host_lanes.moc"
