// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/timeline/lanes.h"
#include "tests/support/spans.h"

#include <QtTest>

#include <set>

using namespace streamscope;
using namespace streamscope::test;

class TestTimeline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatIsPutIn();
    void aNameThatIsNotThereIsEmpty();
    void unknownTimesStayUnknown();
    void lanesByStreamAndEngine();
    void runsKnowMemoryAndLaunches();
    void collectivesInAnyOrder();
    void oneLaneForASharedEngine();
    void overlapsGetRowsOfTheirOwn();
    void hostThatWaitsIsNotBusy();
    void hostLaneShowsCalls();
    void eachHostThreadHasItsLanes();
    void enginesOfSeveralDevicesAreToldApart();
};

void TestTimeline::enginesOfSeveralDevicesAreToldApart()
{
    Timeline timeline;
    for (const int device : {0, 1})
        timeline.append(kernelSpan(0, 5, timeline.addStream({std::to_string(device), device, 0})));
    std::set<std::string> labels;
    for (const Lane &lane : buildLanes(timeline, unitDevice().info, Grouping::Engines))
        labels.insert(lane.label);
    QCOMPARE(labels, (std::set<std::string>{"GPU 0 SMs", "GPU 1 SMs"}));
}

void TestTimeline::keepsWhatIsPutIn()
{
    Timeline timeline;
    timeline.addStream({"x", 3, -2});
    Span span;
    span.issue = 1;
    span.ready = 2;
    span.start = 3;
    span.end = 9;
    span.bytes = 77;
    span.name = timeline.intern("name");
    span.stream = 0;
    span.chunk = 4;
    span.kind = OperationKind::D2H;
    span.engine = Engine::CopyD2H;
    span.clock = Clock::EventEngine;
    timeline.append(span);
    QCOMPARE(timeline.intern("name"), span.name);
    const Span back = timeline.span(0);
    QCOMPARE(timeline.name(back.name), std::string("name"));
    QCOMPARE(back.bytes, span.bytes);
    QCOMPARE(back.chunk, 4);
    QCOMPARE(back.clock, Clock::EventEngine);
    QCOMPARE(back.waited(), std::int64_t{1});
    QCOMPARE(timeline.device(0), 3);
    QCOMPARE(timeline.begin(), std::int64_t{1});
    QCOMPARE(timeline.end(), std::int64_t{9});
}

void TestTimeline::aNameThatIsNotThereIsEmpty()
{
    Timeline timeline;
    QCOMPARE(timeline.name(0), std::string());
    timeline.intern("only one");
    QCOMPARE(timeline.name(0), std::string("only one"));
    QCOMPARE(timeline.name(1), std::string());
    QCOMPARE(timeline.name(~0U), std::string());
}

void TestTimeline::unknownTimesStayUnknown()
{
    Timeline timeline;
    QCOMPARE(timeline.end(), std::int64_t{0});
    timeline.append(kernelSpan(5, 6, -1));
    QCOMPARE(timeline.span(0).waited(), std::int64_t{0});
    QCOMPARE(timeline.begin(), std::int64_t{5});
    QCOMPARE(timeline.device(0), 0); // a host operation
}

void TestTimeline::lanesByStreamAndEngine()
{
    Program program = emptyProgram(3);
    program.operations = {copyIn(0), kernel(0), copyBack(0), copyIn(1)};
    const Timeline timeline = makeTimeline(program, simulate(unitDevice(), program));
    const auto streams = buildLanes(timeline, unitDevice().info, Grouping::Streams);
    QCOMPARE(streams.size(), std::size_t{3}); // an idle stream is information
    QCOMPARE(streams[0].spans.size(), std::size_t{3});
    QCOMPARE(streams[0].busyNs, std::int64_t{3'000'000});
    QVERIFY(streams[2].spans.empty());
    const auto engines = buildLanes(timeline, unitDevice().info, Grouping::Engines);
    QCOMPARE(engines.size(), std::size_t{3});
    QCOMPARE(engines[0].engine, Engine::CopyH2D);
    QCOMPARE(engines[1].engine, Engine::Compute);
    QCOMPARE(engines[2].engine, Engine::CopyD2H);
    QCOMPARE(engines[0].busyNs, std::int64_t{2'000'000});
    QVERIFY(buildLanes(timeline, unitDevice().info, Grouping::Host).empty());
}

void TestTimeline::runsKnowMemoryAndLaunches()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0)};
    program.operations[1].kernel.own().grid = 12;
    program.operations[1].kernel.own().block = 128;
    program.operations[1].kernel.own().sharedMemory = 4096;
    program.operations[1].kernel.own().registers = 40;
    for (Buffer &buffer : program.buffers)
        buffer.hostMemory = HostMemory::Pageable;
    const Timeline pageable = makeTimeline(program, simulate(unitDevice(), program));
    QCOMPARE(pageable.from(0), MemoryKind::Pageable);
    QCOMPARE(pageable.to(0), MemoryKind::Device);
    QCOMPARE(pageable.from(2), MemoryKind::Device);
    QCOMPARE(pageable.to(2), MemoryKind::Pageable);
    QVERIFY(*pageable.launchShape(1) == (LaunchShape{{12, 1, 1}, {128, 1, 1}, 40, 4096}));
    QVERIFY(!pageable.launchShape(0));
    QVERIFY(pageable.hostCalls().empty()); // the spans know the times of their calls
    for (const HostMemory memory : {HostMemory::Pinned, HostMemory::WriteCombined, HostMemory::Registered}) {
        for (Buffer &buffer : program.buffers)
            buffer.hostMemory = memory;
        QCOMPARE(makeTimeline(program, simulate(unitDevice(), program)).from(0), MemoryKind::Pinned);
    }
}

void TestTimeline::collectivesInAnyOrder()
{
    Collectives collectives;
    for (const std::uint32_t span : {5U, 9U, 2U, 7U, 5U})
        collectives.set(span, {std::to_string(span), {}, span, -1, 2});
    QCOMPARE(collectives.size(), std::size_t{4});
    for (const std::uint32_t span : {2U, 5U, 7U, 9U})
        QCOMPARE(collectives.find(span)->name, std::to_string(span));
    QVERIFY(!collectives.find(0) && !collectives.find(6) && !collectives.find(10));
}

void TestTimeline::oneLaneForASharedEngine()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), copyBack(0)};
    const DeviceProfile profile = inUnits("c1060");
    const auto engines = buildLanes(makeTimeline(program, simulate(profile, program)), profile.info, Grouping::Engines);
    QCOMPARE(engines.size(), std::size_t{1});
    QCOMPARE(engines[0].label, std::string("Copy engine"));
    QCOMPARE(engines[0].spans.size(), std::size_t{2});
}

void TestTimeline::overlapsGetRowsOfTheirOwn()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    for (const auto &[start, end] : std::vector<std::pair<int, int>>{{0, 10}, {5, 15}, {10, 20}, {12, 13}, {30, 31}})
        timeline.append(kernelSpan(start, end));
    const Lane lane = buildLanes(timeline, {}, Grouping::Streams).front();
    QCOMPARE(lane.spans, (std::vector<std::uint32_t>{0, 2, 4, 1, 3})); // by rows: 0 2 4 | 1 | 3
    QCOMPARE(lane.rows.size(), std::size_t{3});
    QCOMPARE(lane.rows[1].past - lane.rows[1].first, std::size_t{1});
    QCOMPARE(positionOn(lane, timeline, 4)->index, std::size_t{2});
    QCOMPARE(positionOn(lane, timeline, 3)->row, std::size_t{2});
    QCOMPARE(neighbourOn(lane, timeline, 1, true), std::optional<std::uint32_t>(2));
    QCOMPARE(neighbourOn(lane, timeline, 2, false), std::optional<std::uint32_t>(1));
    QVERIFY(!neighbourOn(lane, timeline, 4, true));
    QCOMPARE(lane.busyNs, std::int64_t{21});
}

void TestTimeline::hostThatWaitsIsNotBusy()
{
    Timeline timeline;
    timeline.append(spanOf(OperationKind::HostWork, 0, 10, -1));
    timeline.append(spanOf(OperationKind::Sync, 10, 40, -1));
    const auto lanes = buildLanes(timeline, {}, Grouping::Host);
    QCOMPARE(lanes.size(), std::size_t{2}); // waiting has a row of its own
    QCOMPARE(lanes[0].busyNs, std::int64_t{10});
    QCOMPARE(lanes[1].blockedNs, std::int64_t{30});
    QVERIFY(lanes[0].kind == LaneKind::Host && lanes[1].kind == LaneKind::Sync);
}

void TestTimeline::hostLaneShowsCalls()
{
    // A pageable copy holds the host until it is done; a pinned one for the call only.
    DeviceProfile profile = unitDevice();
    profile.host.copyNs = 5000;
    Program program = emptyProgram(1);
    program.buffers[0].hostMemory = HostMemory::Pageable;
    program.operations = {copyBack(0), kernel(0)};
    const Timeline timeline = makeTimeline(program, simulate(profile, program));
    QCOMPARE(timeline.span(0).returned, timeline.span(0).end);
    const auto lanes = buildLanes(timeline, profile.info, Grouping::Host);
    QCOMPARE(lanes.size(), std::size_t{1});
    QCOMPARE(lanes[0].spans.size(), std::size_t{1}); // the kernel's call took no time
    QCOMPARE(intervalOn(LaneKind::Host, timeline, 0).begin, std::int64_t{0});
    QCOMPARE(intervalOn(LaneKind::Host, timeline, 0).end, timeline.span(0).end);
    QCOMPARE(intervalOn(LaneKind::Stream, timeline, 0).begin, std::int64_t{5000});
    QCOMPARE(lanes[0].busyNs, timeline.span(0).held());

    program.buffers[0].hostMemory = HostMemory::Pinned;
    QCOMPARE(makeTimeline(program, simulate(profile, program)).span(0).held(), std::int64_t{5000});
}

void TestTimeline::eachHostThreadHasItsLanes()
{
    Operation work;
    work.kind = OperationKind::HostWork;
    work.durationNs = 1000;
    Operation sync;
    sync.kind = OperationKind::Sync;
    Program program = emptyProgram(1);
    program.operations = {work, onThread(2, work), onThread(2, kernel(0)), onThread(2, sync)};
    const Timeline timeline = makeTimeline(program, simulate(unitDevice(), program));
    QCOMPARE(timeline.thread(3), 2);
    QCOMPARE(timeline.span(1).start, std::int64_t{0}); // beside the work of thread 0
    const auto lanes = buildLanes(timeline, unitDevice().info, Grouping::Host);
    QCOMPARE(lanes.size(), std::size_t{3});
    QCOMPARE(lanes[0].label, std::string("Host thread 0"));
    QCOMPARE(lanes[1].label, std::string("Host thread 2"));
    QCOMPARE(lanes[1].thread, 2);
    QCOMPARE(lanes[2].label, std::string("Host thread 2 waits"));
    QCOMPARE(lanes[2].blockedNs, std::int64_t{1'000'000});
}

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
