// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The iterations of a program's outermost loop.
#include "engine/analysis/steps/steps.h"
#include "engine/formats/reports/steps_json.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/host/host_event_list.h"
#include "tests/support/files.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr std::int64_t us = 1'000;

void add(Timeline &timeline, const std::string &name, std::int64_t issue, std::int64_t length,
         OperationKind kind = OperationKind::Kernel)
{
    if (timeline.streams().empty())
        timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    Span span;
    span.name = timeline.intern(name);
    span.stream = kind == OperationKind::Sync ? -1 : 0;
    span.kind = kind;
    span.issue = issue;
    span.start = issue + 5 * us;
    span.end = span.start + length;
    timeline.append(span);
}

/// `lengths`: how long the second kernel of each step takes.
Timeline loop(const std::vector<std::int64_t> &lengths)
{
    Timeline timeline;
    add(timeline, "warm up", 0, 10 * us);
    std::int64_t time = 500 * us;
    for (const std::int64_t length : lengths) {
        add(timeline, "a", time, 10 * us);
        add(timeline, "b", time + 20 * us, length);
        add(timeline, "a", time + 40 * us, 10 * us);
        add(timeline, "wait", time + 45 * us, 1 * us, OperationKind::Sync);
        time += 500 * us;
    }
    return timeline;
}

void addRanges(Timeline &timeline, const std::string &name, bool numbered, int count)
{
    HostEventList list;
    for (int i = 0; i < count; ++i) {
        const std::int64_t begin = (490 + 500 * i) * us;
        const std::string text = numbered ? name + std::to_string(i + 7) : name;
        list.add({begin, begin + 450 * us, list.intern(text), 0, 0, HostEventKind::Range});
        list.add({begin + 1, begin + 40 * us, list.intern("part"), 0, 0, HostEventKind::Range});
    }
    timeline.setHostEvents(list.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; }));
}

} // namespace

class TestSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numberedRangesAreSteps();
    void rangesOfOneNameAreSteps();
    void repeatedLaunchesAreSteps();
    void nothingRepeats();
    void figuresAndTheOddOne();
    void stepsAreFoundByNumberAndName();
    void stepsAreCompared();
    void reportListsThem();
    void realTraces();
};

void TestSteps::numberedRangesAreSteps()
{
    Timeline timeline = loop({100 * us, 110 * us, 120 * us});
    addRanges(timeline, "ProfilerStep#", true, 3);
    const Steps steps = findSteps(timeline);
    QCOMPARE(steps.by, "ranges 'ProfilerStep#'");
    QCOMPARE(steps.steps.size(), 3u);
    QCOMPARE(steps.steps[1].name, "ProfilerStep#8");
    QCOMPARE(steps.steps[1].hostBegin, 990 * us);
    QCOMPARE(steps.steps[1].operations, 3u);
    QCOMPARE(steps.steps[1].deviceBegin, 1'005 * us);
    QCOMPARE(steps.steps[1].deviceEnd, 1'135 * us);
    QCOMPARE(steps.steps[1].duration(), 130 * us);
}

void TestSteps::rangesOfOneNameAreSteps()
{
    Timeline timeline = loop({100 * us, 110 * us, 120 * us});
    addRanges(timeline, "iteration", false, 3);
    const Steps steps = findSteps(timeline);
    QCOMPARE(steps.by, "ranges 'iteration'"); // and not "part", which holds less of the work
    QCOMPARE(steps.steps.size(), 3u);
}

void TestSteps::repeatedLaunchesAreSteps()
{
    const Steps steps = findSteps(loop({100 * us, 110 * us, 120 * us, 90 * us}));
    QCOMPARE(steps.by, "repeated launches");
    QCOMPARE(steps.steps.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(steps.steps[i].operations, 3u);
        QCOMPARE(steps.steps[i].hostBegin, static_cast<std::int64_t>(500 + 500 * i) * us); // behind the pause
    }
}

void TestSteps::nothingRepeats()
{
    QVERIFY(findSteps(Timeline()).empty());
    QVERIFY(stepsText(findSteps(Timeline())).empty());
    Timeline different;
    for (int i = 0; i < 20; ++i)
        add(different, "kernel " + std::to_string(i), i * 10 * us, 5 * us);
    QVERIFY(findSteps(different).empty());
    Timeline same; // a row of one kernel is no loop of steps
    for (int i = 0; i < 20; ++i)
        add(same, "k", i * 10 * us, 5 * us);
    QVERIFY(findSteps(same).empty());
}

void TestSteps::figuresAndTheOddOne()
{
    const Steps steps = findSteps(loop({100 * us, 102 * us, 400 * us, 104 * us, 98 * us}));
    const StepFigures figures = figuresOf(steps);
    QCOMPARE(figures.median, 122 * us); // from the start of the first kernel to the end of the second
    QCOMPARE(figures.medianStep, 1u);
    QCOMPARE(figures.spread, 2 * us);
    QCOMPARE(figures.shortest, 118 * us);
    QCOMPARE(figures.longest, 420 * us);
    QCOMPARE(figures.odd, std::optional<std::size_t>(2));
    QCOMPARE(stepsText(steps), "Steps: 5 by repeated launches: median 0.122 ms, spread 0.002 ms, 0.118 ms to 0.420 ms; "
                               "odd: 2 ('step 2') with 0.420 ms");
    QVERIFY(!figuresOf(findSteps(loop({100 * us, 102 * us, 104 * us, 98 * us}))).odd);
}

void TestSteps::stepsAreFoundByNumberAndName()
{
    const Steps steps = findSteps(loop({100 * us, 110 * us, 120 * us}));
    QCOMPARE(findStep(steps, "2"), std::optional<std::size_t>(2));
    QCOMPARE(findStep(steps, "step 1"), std::optional<std::size_t>(1));
    QVERIFY(!findStep(steps, "3"));
    QVERIFY(!findStep(steps, ""));
}

void TestSteps::stepsAreCompared()
{
    const Timeline timeline = loop({100 * us, 110 * us, 400 * us});
    const Steps steps = findSteps(timeline);
    const StepDifference difference = compareSteps(timeline, steps.steps[0], steps.steps[2]);
    QCOMPARE(difference.duration, 300 * us);
    QCOMPARE(difference.operations, 0);
    QCOMPARE(difference.names.size(), 1u);
    QCOMPARE(timeline.name(difference.names[0].name), "b");
    QCOMPARE(difference.names[0].b - difference.names[0].a, 300 * us);
    QCOMPARE(difference.names[0].countB, 1u);
}

void TestSteps::reportListsThem()
{
    const QJsonObject json = toJson(findSteps(loop({100 * us, 102 * us, 400 * us, 104 * us})));
    QCOMPARE(json["count"].toInt(), 4);
    QCOMPARE(json["by"].toString(), "repeated launches");
    QCOMPARE(json["odd"].toInt(), 2);
    const QJsonObject step = json["list"].toArray()[2].toObject();
    QCOMPARE(step["index"].toInt(), 2);
    QCOMPARE(step["duration_ns"].toInt(), 420'000);
    QCOMPARE(step["operations"].toInt(), 3);
}

void TestSteps::realTraces()
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_TRACES", sourcePath("../shared/traces"));
    if (!QFileInfo::exists(folder + "/ranks/ddp-stack.rank0.json.gz"))
        QSKIP("the shared traces are not here");
    const auto stepsOf = [&](const char *file) {
        return findSteps(importTrace(QString(folder + file).toStdString()).recording.timeline);
    };
    const Steps training = stepsOf("/ranks/ddp-stack.rank0.json.gz");
    QCOMPARE(training.by, "ranges 'step '");
    QCOMPARE(training.steps.size(), 3u);
    QCOMPARE(stepsOf("/public/hta_ns_resolution_v100.json.gz").steps.size(), 5u);
    const Steps detected = stepsOf("/whatif/sync-remove.before.json.gz"); // products, each with a synchronisation
    QCOMPARE(detected.by, "repeated launches");
    QCOMPARE(detected.steps.size(), 150u);
    QVERIFY(stepsOf("/whatif/small-graph.before.json.gz").empty()); // 2,000 equal kernels
    QVERIFY(stepsOf("/public/hta_rank_non_gpu.json.gz").empty());
}

QTEST_GUILESS_MAIN(TestSteps)
#include "tst_steps.moc"
