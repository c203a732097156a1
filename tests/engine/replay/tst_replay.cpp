// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/preset.h"
#include "engine/program/errors.h"
#include "engine/program/operator_work_name.h"
#include "engine/replay/replay.h"
#include "engine/timeline/host/host_event_list.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <initializer_list>
#include <string>

using namespace streamscope;

/// Traces become Programs: what the calls did, what they waited for, and what is assumed where the file is silent.
class TestReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsBecomeOperationsAndHostWork();
    void theRangeLeavesOutIdleSynchronisations();
    void synchronisationsThatDoNotWait();
    void workOfOperators();
    void workBetweenOperators();
    void operatorsOnTheHost();
    void operationsThatStartWithinTheirCall();
    void unnamedStreamSynchronisations();
    void synchronisationsOfACsv();
    void unnamedEventSynchronisations();
    void namedEvents();
    void inferredEvents();
    void eventsAreNotInferredWithoutARecord();
    void copiesThatWaitForTheirEngine();
    void copiesOneBehindTheOther();
    void copiesOfOtherStreamsOneBehindTheOther();
    void copiesBetweenTwoLooks();
    void copiesAtTheFirstLook();
    void memsetsBesideCopies();
    void graphsAreOneCall();
    void copiesAtTheHeadOfAGraph();
    void graphsBehindEachOther();
    void kernelsThatPassOthers();
    void streamsThatWaitForTheNullStream_data();
    void streamsThatWaitForTheNullStream();
    void shortWorkOfTheNullStream();
    void blockingCopies();
    void freesThatWaited();
    void severalThreads();
    void operationsWithoutCalls();
    void pageableCopiesWithoutCalls();
    void callsWithoutOperations();
    void kernelsKeepTheirShape();
    void peerCopiesConnectTwoDevices();
    void pageableCopiesThatReturnEarly();
    void smallPageableCopiesAreCalled();
    void aRangeOfATrace();
    void nothingToReplay();
    void presetsComeBack_data();
    void presetsComeBack();
};

namespace {

constexpr std::int64_t us = 1'000;

/// A trace in the making. Times in microseconds.
class Trace
{
public:
    explicit Trace(int streams)
    {
        for (int i = 0; i < streams; ++i)
            recording.timeline.addStream({std::to_string(7 + i)});
        recording.device.name = "NVIDIA H200";
    }

    std::uint32_t operation(OperationKind kind, int stream, double start, double end, std::uint64_t bytes = 0,
                            MemoryKind host = MemoryKind::Pinned)
    {
        Span span;
        span.kind = kind;
        span.engine = engineOf(kind);
        span.stream = stream;
        span.start = ns(start);
        span.end = ns(end);
        span.bytes = bytes;
        span.clock = Clock::Imported;
        if (kind == OperationKind::H2D)
            span.from = host, span.to = MemoryKind::Device;
        if (kind == OperationKind::D2H)
            span.from = MemoryKind::Device, span.to = host;
        span.name = recording.timeline.intern(std::string(kindName(kind)));
        m_spans.push_back(span);
        return static_cast<std::uint32_t>(m_spans.size() - 1);
    }

    /// `first`, `count`: the operations that it issued.
    std::uint32_t call(HostCallKind kind, double begin, double end, std::uint32_t first = HostCall::none,
                       std::uint32_t count = 1, int thread = 0, const char *name = "cudaCallAsync")
    {
        HostCall call;
        call.kind = kind;
        call.begin = ns(begin);
        call.end = ns(end);
        call.thread = thread;
        call.name = recording.timeline.intern(name);
        call.firstSpan = first;
        call.spans = first == HostCall::none ? 0 : count;
        for (std::uint32_t i = 0; i < call.spans; ++i) {
            m_spans[first + i].issue = call.begin;
            m_spans[first + i].returned = call.end;
            m_spans[first + i].thread = thread;
        }
        m_calls.append(call);
        return static_cast<std::uint32_t>(m_calls.size() - 1);
    }

    Span &span(std::uint32_t index) { return m_spans[index]; }
    HostCall &lastCall() { return m_calls[m_calls.size() - 1]; }

    const Recording &finish()
    {
        for (const Span &span : m_spans)
            recording.timeline.append(span);
        recording.timeline.setHostCalls(m_calls);
        return recording;
    }

    Recording recording;

private:
    static std::int64_t ns(double microseconds) { return static_cast<std::int64_t>(microseconds * 1e3); }
    std::vector<Span> m_spans;
    HostCalls m_calls;
};

const DeviceProfile &h200()
{
    static const DeviceProfile profile = loadDeviceProfile("h200");
    return profile;
}

ReplayedProgram programOf(Trace &trace, TimeRange range = {})
{
    ReplayedProgram result = replayedProgram(trace.finish(), h200(), range);
    const auto problems = findProblems(result.program);
    if (!problems.empty())
        qFatal("%s", problems.front().c_str());
    return result;
}

std::vector<OperationKind> kindsOf(const Program &program)
{
    std::vector<OperationKind> kinds;
    for (const Operation &op : program.operations)
        kinds.push_back(op.kind);
    return kinds;
}

using K = OperationKind;

} // namespace

void TestReplay::callsBecomeOperationsAndHostWork()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 100, 104, trace.operation(K::Kernel, 0, 108, 160));
    trace.call(HostCallKind::Copy, 120, 122, trace.operation(K::D2H, 0, 164, 190, 1 << 20));
    trace.call(HostCallKind::DeviceSync, 130, 193);
    const ReplayedProgram replayed = programOf(trace);
    const Program &program = replayed.program;
    QCOMPARE(kindsOf(program), (std::vector{K::Kernel, K::HostWork, K::D2H, K::HostWork, K::Sync}));
    QCOMPARE(program.operations[0].callNs, 4 * us);
    QCOMPARE(program.operations[0].source, 0);
    QCOMPARE(program.operations[1].durationNs, 16 * us);
    QCOMPARE(program.operations[3].durationNs, 8 * us);
    QCOMPARE(program.operations[4].callNs, 3 * us); // what passes after the copy's end
    QCOMPARE(replayed.measuredNs(), 93 * us);
    QCOMPARE(replayed.operations, std::uint64_t{2});
    QCOMPARE(replayed.edges.stream, std::uint64_t{1});
    QCOMPARE(replayed.edges.synchronisation, std::uint64_t{1});
    const Replay result = replay(trace.recording, h200());
    QVERIFY2(std::abs(result.error()) < 0.04, qPrintable(QString::number(result.error())));
    QVERIFY(result.startErrors.p95 < 3 * us);
}

/// They find nothing to wait for, and so are no part of what is measured.
void TestReplay::theRangeLeavesOutIdleSynchronisations()
{
    Trace trace(1);
    trace.call(HostCallKind::DeviceSync, 0, 20);
    trace.call(HostCallKind::Profiler, 20, 2'000);
    trace.call(HostCallKind::Launch, 2'100, 2'104, trace.operation(K::Kernel, 0, 2'110, 2'160));
    trace.call(HostCallKind::DeviceSync, 2'300, 2'310);
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(replayed.begin, 2'100 * us);
    QCOMPARE(replayed.measuredNs(), 60 * us);
    QCOMPARE(kindsOf(replayed.program), std::vector{K::Kernel});
}

/// 18 us are the call's own; where it waits, it returns as soon as others do.
void TestReplay::synchronisationsThatDoNotWait()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 4, trace.operation(K::Kernel, 0, 8, 60));
    trace.call(HostCallKind::DeviceSync, 80, 98);
    trace.call(HostCallKind::Launch, 100, 104, trace.operation(K::Kernel, 0, 108, 160));
    trace.call(HostCallKind::DeviceSync, 130, 163);
    const Program program = programOf(trace).program;
    QCOMPARE(kindsOf(program),
             (std::vector{K::Kernel, K::HostWork, K::Sync, K::HostWork, K::Kernel, K::HostWork, K::Sync}));
    QCOMPARE(program.operations[2].durationNs, 18 * us);
    QVERIFY(program.operations[2].callNs < 6 * us);
    QCOMPARE(program.operations[6].durationNs, std::int64_t{0});
    QCOMPARE(program.operations[6].callNs, 3 * us);
    QVERIFY(std::abs(replay(trace.recording, h200()).error()) < 0.04);
}

/// A range or an operator in PyTorch's words.
struct TracedOperator
{
    HostEventKind kind;
    const char *name;
    std::int64_t begin, end; ///< us
};

/// What PyTorch's profiler says of the only thread.
static void setHostEvents(Trace &trace, std::initializer_list<TracedOperator> all)
{
    HostEventList events;
    for (const TracedOperator &one : all) {
        NewHostEvent event;
        event.begin = one.begin * us;
        event.end = one.end * us;
        event.name = events.intern(one.name);
        event.kind = one.kind;
        events.add(event);
    }
    trace.recording.timeline.setHostEvents(events.make(0, [](std::int32_t number) {
        EventThread thread;
        thread.number = number;
        return thread;
    }));
}

/// Work that operators fill by half has their name.
void TestReplay::workOfOperators()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 4, trace.operation(K::Kernel, 0, 8, 60));
    trace.call(HostCallKind::Launch, 104, 108, trace.operation(K::Kernel, 0, 112, 160));
    trace.call(HostCallKind::Launch, 208, 212, trace.operation(K::Kernel, 0, 216, 260));
    setHostEvents(trace, {
                             {HostEventKind::Operator, "aten::mm", 50, 110},
                             {HostEventKind::Range, "load", 108, 212},
                         });
    const Program program = programOf(trace).program;
    QCOMPARE(std::string(program.operations[1].name), std::string(operatorWorkName));
    QVERIFY(program.operations[3].name.empty());
}

/// The end of the operator around the first call and what leads to the second stand apart from the program's own work.
void TestReplay::workBetweenOperators()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 4, trace.operation(K::Kernel, 0, 8, 60));
    trace.call(HostCallKind::DeviceSync, 94, 104);
    trace.call(HostCallKind::Launch, 604, 608, trace.operation(K::Kernel, 0, 612, 660));
    setHostEvents(trace, {
                             {HostEventKind::Operator, "aten::add", -4, 24},
                             {HostEventKind::Operator, "aten::rand", 200, 320}, // on the host: it issues nothing
                             {HostEventKind::Operator, "aten::t", 504, 524},
                             {HostEventKind::Operator, "aten::addmm", 544, 610},
                         });
    const Program program = programOf(trace).program;
    std::vector<std::int64_t> work;
    std::vector<std::string> names;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::HostWork) {
            work.push_back(operation.durationNs / us);
            names.push_back(operation.name);
        }
    QCOMPARE(work, (std::vector<std::int64_t>{20, 70, 400, 100}));
    QCOMPARE(names,
             (std::vector{std::string(operatorWorkName), std::string(), std::string(), std::string(operatorWorkName)}));
}

/// As an optimizer on the host does between two copies: its operators fill the time and launch nothing.
void TestReplay::operatorsOnTheHost()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 4, trace.operation(K::Kernel, 0, 8, 60));
    trace.call(HostCallKind::DeviceSync, 94, 104);
    trace.call(HostCallKind::Launch, 244, 248, trace.operation(K::Kernel, 0, 252, 300));
    setHostEvents(trace, {
                             {HostEventKind::Operator, "aten::item", 90, 110},
                             {HostEventKind::Operator, "aten::add_", 130, 220},
                             {HostEventKind::Operator, "aten::addmm", 230, 250},
                         });
    std::vector<std::string> names;
    const ReplayedProgram replayed = programOf(trace);
    for (const Operation &operation : replayed.program.operations)
        if (operation.kind == OperationKind::HostWork && operation.durationNs >= 100 * us)
            names.push_back(operation.name);
    QCOMPARE(names, (std::vector{std::string(hostOperatorsName)}));
}

void TestReplay::operationsThatStartWithinTheirCall()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 40, trace.operation(K::Kernel, 0, 10, 60));
    trace.call(HostCallKind::Launch, 50, 54, trace.operation(K::Kernel, 0, 62, 80));
    const ReplayedProgram replayed = programOf(trace);
    QVERIFY(replayed.program.operations[0].callNs < 10 * us);
    QCOMPARE(kindsOf(replayed.program), (std::vector{K::Kernel, K::HostWork, K::Kernel}));
    QCOMPARE(replayed.program.operations[0].callNs + replayed.program.operations[1].durationNs, 50 * us);
    QVERIFY(replay(trace.recording, h200()).startErrors.p95 <= us);
}

void TestReplay::unnamedStreamSynchronisations()
{
    Trace trace(2);
    trace.call(HostCallKind::Copy, 0, 2, trace.operation(K::H2D, 0, 5, 200, 1 << 20));
    trace.call(HostCallKind::Copy, 10, 12, trace.operation(K::H2D, 1, 200, 400, 1 << 20));
    trace.call(HostCallKind::StreamSync, 20, 203);  // the thread's last stream ends later: it was the other one
    trace.call(HostCallKind::StreamSync, 210, 402); // and now the last one
    const ReplayedProgram replayed = programOf(trace);
    std::vector<std::int32_t> streams;
    for (const Operation &op : replayed.program.operations)
        if (op.kind == K::Sync)
            streams.push_back(op.stream);
    QCOMPARE(streams, (std::vector<std::int32_t>{0, 1}));
    QVERIFY(replayed.notes.size() == 1 && replayed.notes[0].starts_with("2 synchronisations do not say"));
}

/// A CSV has no calls, and no times of return: a synchronisation waits to its own end.
void TestReplay::synchronisationsOfACsv()
{
    Trace trace(1);
    for (const double start : {0.0, 200.0}) {
        trace.span(trace.operation(K::Kernel, 0, start + 5, start + 100)).issue = us * static_cast<int>(start);
        trace.span(trace.operation(K::Sync, 0, start + 10, start + 103)).issue = us * static_cast<int>(start + 10);
    }
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(kindsOf(replayed.program),
             (std::vector{K::Kernel, K::HostWork, K::Sync, K::HostWork, K::Kernel, K::HostWork, K::Sync}));
    QCOMPARE(replayed.program.operations[2].callNs, 3 * us);
    QCOMPARE(replayed.program.operations[3].durationNs, 97 * us); // not the wait
    QVERIFY(std::abs(replay(trace.recording, h200()).error()) < 0.04);
}

void TestReplay::unnamedEventSynchronisations()
{
    Trace trace(2);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 100));
    trace.call(HostCallKind::Launch, 3, 5, trace.operation(K::Kernel, 1, 8, 300));
    trace.call(HostCallKind::EventRecord, 6, 7);
    trace.call(HostCallKind::EventSync, 10, 103);
    trace.call(HostCallKind::EventSync, 110, 111); // did not wait: the host's own time
    trace.call(HostCallKind::Launch, 120, 122, trace.operation(K::Kernel, 0, 130, 140));
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(kindsOf(replayed.program), (std::vector{K::Kernel, K::EventRecord, K::HostWork, K::Kernel, K::HostWork,
                                                     K::Sync, K::HostWork, K::Kernel}));
    QCOMPARE(replayed.program.operations[5].syncScope, SyncScope::Event);
    QCOMPARE(replayed.program.operations[5].event, replayed.program.operations[1].event);
    QCOMPARE(replayed.program.operations[5].callNs, 3 * us);
}

void TestReplay::namedEvents()
{
    Trace trace(2);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 100));
    const std::uint32_t record = trace.call(HostCallKind::EventRecord, 3, 4);
    trace.lastCall().stream = 0;
    trace.call(HostCallKind::StreamWait, 5, 6);
    trace.lastCall().stream = 1;
    trace.lastCall().record = record;
    trace.call(HostCallKind::Launch, 7, 9, trace.operation(K::Kernel, 1, 102, 150));
    trace.call(HostCallKind::EventRecord, 10, 11); // nobody waits for it
    trace.lastCall().stream = 1;
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(kindsOf(replayed.program),
             (std::vector{K::Kernel, K::HostWork, K::EventRecord, K::HostWork, K::EventWait, K::HostWork, K::Kernel}));
    QCOMPARE(replayed.edges.event, std::uint64_t{1});
    QCOMPARE(replayed.edges.eventInferred, std::uint64_t{0});
    QVERIFY(replay(trace.recording, h200()).startErrors.p95 < 3 * us);
}

void TestReplay::inferredEvents()
{
    Trace trace(2);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 100));
    trace.call(HostCallKind::EventRecord, 3, 4);
    trace.call(HostCallKind::StreamWait, 5, 6);
    trace.call(HostCallKind::Launch, 7, 9, trace.operation(K::Kernel, 1, 102, 150));
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(replayed.edges.eventInferred, std::uint64_t{1});
    QVERIFY(replay(trace.recording, h200()).startErrors.p95 < 3 * us);
}

/// Without a record, or started long after, nothing says that it waited.
void TestReplay::eventsAreNotInferredWithoutARecord()
{
    for (const bool recorded : {false, true}) {
        Trace trace(2);
        trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 100));
        if (recorded)
            trace.call(HostCallKind::EventRecord, 3, 4);
        trace.call(HostCallKind::StreamWait, 5, 6);
        trace.call(HostCallKind::Launch, 7, 9, trace.operation(K::Kernel, 1, recorded ? 140 : 102, 150));
        QCOMPARE(programOf(trace).edges.eventInferred, std::uint64_t{0});
    }
}

/// A copy that starts when its engine has served another stream says nothing about the time from kernel to copy.
void TestReplay::copiesThatWaitForTheirEngine()
{
    Trace trace(2);
    double call = 0;
    const auto issue = [&](HostCallKind kind, std::uint32_t operation) {
        trace.call(kind, call, call + 0.5, operation);
        call += 1;
    };
    for (int step = 0; step < 20; ++step) {
        const double at = 500 + 60 * step;
        issue(HostCallKind::Launch, trace.operation(K::Kernel, 0, at, at + 20));
        issue(HostCallKind::Copy, trace.operation(K::D2H, 0, at + 23, at + 35, 500'000));
        issue(HostCallKind::Launch, trace.operation(K::Kernel, 1, at + 2, at + 22));
        issue(HostCallKind::Copy, trace.operation(K::D2H, 1, at + 36, at + 48, 500'000)); // behind the other
    }
    const Replay result = replay(trace.finish(), h200());
    QVERIFY(result.program().traced && result.program().traced->kernelToCopyNs);
    QCOMPARE(*result.program().traced->kernelToCopyNs, 3.0 * us);
}

/// Results that come back one by one, with a moment between two copies that the trace shows.
void TestReplay::copiesOneBehindTheOther()
{
    constexpr double gap = 1.3, length = 4;
    constexpr int count = 100;
    Trace trace(1);
    double at = 600;
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, at - gap));
    for (int i = 0; i < count; ++i, at += length + gap)
        trace.call(HostCallKind::Copy, 3 + 2 * i, 4 + 2 * i, trace.operation(K::D2H, 0, at, at + length, 64 << 10));
    trace.call(HostCallKind::StreamSync, 300, at + 2);
    const Replay result = replay(trace.finish(), h200());
    QVERIFY(std::abs(result.program().traced->copyToCopyNs.value_or(0) - gap * us) < 1);
    QVERIFY2(std::abs(result.error()) < 0.005, qPrintable(QString::number(result.error())));
}

/// Of two streams in turn, all issued before the first begins: the trace shows what the engine needs from one to the
/// other.
void TestReplay::copiesOfOtherStreamsOneBehindTheOther()
{
    constexpr double gap = 4.1, length = 20;
    constexpr int count = 60;
    Trace trace(2);
    double at = 300;
    for (int i = 0; i < count; ++i, at += length + gap)
        trace.call(HostCallKind::Copy, 3 + 2 * i, 4 + 2 * i,
                   trace.operation(K::H2D, i % 2, at, at + length, 1'000'000));
    trace.call(HostCallKind::StreamSync, 200, at + 2);
    const Replay result = replay(trace.finish(), h200());
    QVERIFY(std::abs(result.program().traced->queuedCopyNs.value_or(0) - gap * us) < 1);
}

/// Steps of a kernel and a copy back of its result, whose engine looks for the kernel's end 2 us behind the call and
/// then every 8 us. `kernelEnds`: behind that call, by step.
static Recording stepsWithLooks(const std::vector<double> &kernelEnds)
{
    Trace trace(1);
    double at = 0;
    for (const double ends : kernelEnds) {
        constexpr double firstLook = 2, period = 8;
        const double returned = at + 20, end = returned + ends,
                     start = returned + firstLook + period * std::max(std::ceil((ends - firstLook) / period), 0.0);
        trace.call(HostCallKind::Launch, at, at + 4, trace.operation(K::Kernel, 0, at + 6, end));
        trace.call(HostCallKind::Copy, at + 18, returned, trace.operation(K::D2H, 0, start, start + 2, 4));
        trace.call(HostCallKind::StreamSync, returned + 1, start + 4);
        at = start + 10;
    }
    return trace.finish();
}

/// Most kernels end a little before the second look, some a little behind it. These wait for the longest, and alone
/// would make the replay 10 % too long.
void TestReplay::copiesBetweenTwoLooks()
{
    std::vector<double> ends(30, 9);
    for (std::size_t i = 0; i < ends.size(); i += 5)
        ends[i] = 10.5;
    const Replay result = replay(stepsWithLooks(ends), h200());
    QCOMPARE(*result.program().traced->kernelToCopyNs, std::llround((24 * 1 + 6 * 7.5) / 30 * us));
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

/// A kernel is done when the engine first comes to the copy.
void TestReplay::copiesAtTheFirstLook()
{
    std::vector<double> ends(30, 1);
    for (std::size_t i = 0; i < ends.size(); i += 3)
        ends[i] = 1.5;
    const Replay result = replay(stepsWithLooks(ends), h200());
    QCOMPARE(*result.program().traced->callToCopyNs, 2.0 * us);
    QVERIFY2(std::abs(result.error()) < 0.01, qPrintable(QString::number(result.error())));
}

/// Under the profiler what follows a memset or a kernel comes later beside a copy to the device.
void TestReplay::memsetsBesideCopies()
{
    constexpr int steps = 10;
    constexpr double length = 20, apart = 1.2, besideApart = 4.2, memset = 1, besideMemset = 4;
    Trace trace(2);
    double at = 40, call = 0;
    const auto step = [&](double gap, double memsetLength) {
        trace.call(HostCallKind::Memset, call, call + 0.2, trace.operation(K::Memset, 0, at, at + memsetLength, 4096));
        at += memsetLength + gap;
        trace.call(HostCallKind::Launch, call + 0.3, call + 0.5, trace.operation(K::Kernel, 0, at, at + length));
        at += length + gap;
        call += 0.6;
    };
    for (int i = 0; i < steps; ++i)
        step(apart, memset);
    call = at - 12;
    trace.call(HostCallKind::Copy, call, call + 0.5, trace.operation(K::H2D, 1, call + 3, at + 600, 30 << 20));
    call += 0.6;
    for (int i = 0; i < steps; ++i)
        step(besideApart, besideMemset);
    const Replay result = replay(trace.finish(), h200());
    QVERIFY(std::abs(result.profile.compute.queuedKernelStartNs - apart * us) < 2);
    std::vector<std::int64_t> starts, memsets;
    for (std::size_t i = 0; i < result.program().operations.size(); ++i) {
        const Operation &operation = result.program().operations[i];
        if (operation.kind == K::Kernel)
            starts.push_back(result.times.start(i));
        else if (operation.kind == K::Memset)
            memsets.push_back(result.times.end(i) - result.times.start(i));
    }
    const std::int64_t alone = starts[5] - starts[4], beside = starts[steps + 5] - starts[steps + 4];
    QVERIFY2(std::abs(beside - alone - 9 * us) < us / 2, qPrintable(QString::number(beside - alone)));
    QVERIFY2(std::abs(memsets[steps + 5] - 4 * us) < us / 3, qPrintable(QString::number(memsets[steps + 5])));
    QVERIFY2(std::abs(memsets[5] - us) < us / 10, qPrintable(QString::number(memsets[5])));
}

void TestReplay::graphsAreOneCall()
{
    Trace trace(1);
    std::uint32_t first = 0;
    for (int i = 0; i < 10; ++i) {
        const std::uint32_t node = trace.operation(K::Kernel, 0, 20 + i * 2, 21.2 + i * 2);
        first = i == 0 ? node : first;
    }
    trace.call(HostCallKind::GraphLaunch, 0, 15, first, 10);
    trace.call(HostCallKind::DeviceSync, 16, 42);
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(replayed.edges.graph, std::uint64_t{10});
    QCOMPARE(replayed.program.operations[0].callNs, 15 * us);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(replayed.program.operations[static_cast<std::size_t>(i)].graph, 0);
    const Replay result = replay(trace.recording, h200());
    QVERIFY(std::abs(result.error()) < 0.05);
}

/// The copy starts while the call hands over the kernels, which start when it has returned.
void TestReplay::copiesAtTheHeadOfAGraph()
{
    Trace trace(1);
    for (int i = 0; i < 6; ++i) {
        const double at = i * 100;
        const std::uint32_t first = trace.operation(K::H2D, 0, at + 8, at + 15, 256 << 10);
        trace.operation(K::Kernel, 0, at + 31, at + 40);
        trace.operation(K::Kernel, 0, at + 40.3, at + 50);
        trace.call(HostCallKind::GraphLaunch, at, at + 28, first, 3);
        trace.call(HostCallKind::StreamSync, at + 29, at + 52);
    }
    const ReplayedProgram replayed = programOf(trace);
    std::int64_t callNs = 0;
    for (int i = 0; i < 3; ++i)
        callNs += std::max<std::int64_t>(replayed.program.operations[static_cast<std::size_t>(i)].callNs, 0);
    QVERIFY2(std::abs(callNs - 28 * us) < us, qPrintable(QString::number(callNs))); // when the first kernel could begin
    QVERIFY(replayed.program.operations[0].graph != replayed.program.operations[1].graph);
    QCOMPARE(replayed.program.operations[1].graph, replayed.program.operations[2].graph);
    const Replay result = replay(trace.recording, h200());
    QVERIFY2(std::abs(result.error()) < 0.02, qPrintable(QString::number(result.error())));
}

/// From graph to graph more time passes than from node to node.
void TestReplay::graphsBehindEachOther()
{
    Trace trace(1);
    double at = 6.5;
    for (int i = 0; i < 10; ++i) {
        std::uint32_t first = HostCall::none;
        for (int node = 0; node < 10; ++node) {
            const std::uint32_t kernel = trace.operation(K::Kernel, 0, at, at + 1.5);
            first = std::min(first, kernel);
            at += 1.8;
        }
        at += 5.5;
        trace.call(HostCallKind::GraphLaunch, i * 4, i * 4 + 3, first, 10);
    }
    const Replay result = replay(trace.finish(), h200());
    QVERIFY2(std::abs(result.error()) < 0.02, qPrintable(QString::number(result.error())));
}

/// Short kernels of another stream start between the waves of a long one: their stream has a higher priority.
void TestReplay::kernelsThatPassOthers()
{
    const auto traced = [](bool pass) {
        Trace trace(2);
        const std::uint32_t back = trace.operation(K::Kernel, 0, 13, 533);
        trace.call(HostCallKind::Launch, 0, 11, back);
        std::vector<std::uint32_t> loop;
        for (int i = 0; i < 6; ++i) {
            const double at = 50 + 70 * i, start = pass ? at + 20 : 534 + 22 * i;
            loop.push_back(trace.operation(K::Kernel, 1, start, start + 20));
            trace.call(HostCallKind::Launch, at, at + 6, loop.back());
        }
        trace.finish();
        trace.recording.timeline.setLaunchShape(back, {{2640, 1, 1}, {256, 1, 1}, 16, 102400});
        for (const std::uint32_t kernel : loop)
            trace.recording.timeline.setLaunchShape(kernel, {{132, 1, 1}, {256, 1, 1}, 16, 102400});
        return trace.recording;
    };
    Recording known = traced(true); // a file that says which streams are which says their priorities, too
    known.timeline.describeStream(1, 0, StreamRole::NonBlocking);
    QCOMPARE(replay(known, h200()).program().streams[1].priority, 0);
    const Replay passed = replay(traced(true), h200()), waited = replay(traced(false), h200());
    QCOMPARE(passed.program().streams[0].priority, 0);
    QVERIFY(passed.program().streams[1].priority < 0);
    QVERIFY(std::abs(passed.error()) < 0.05);
    QVERIFY(std::any_of(passed.trace.notes.begin(), passed.trace.notes.end(),
                        [](const std::string &note) { return note.starts_with("1 stream is taken"); }));
    QCOMPARE(waited.program().streams[1].priority, 0);
}

void TestReplay::streamsThatWaitForTheNullStream_data()
{
    QTest::addColumn<bool>("waits");
    QTest::addColumn<bool>("passesOnce");
    QTest::addColumn<bool>("fills");
    QTest::newRow("they wait") << true << false << false;
    QTest::newRow("they run side by side") << false << false << false;
    QTest::newRow("they ran side by side once") << true << true << false;
    QTest::newRow("kernels that fill the GPU") << true << false << true;
}

/// Kernels in turn on stream 7, the number of the NULL stream, and on stream 8, issued long before they can start.
void TestReplay::streamsThatWaitForTheNullStream()
{
    QFETCH(bool, waits);
    QFETCH(bool, passesOnce);
    QFETCH(bool, fills);
    Trace trace(2);
    for (int i = 0; i < 10; ++i) {
        const double one = waits ? 102 * i : 100 * (i / 2);
        const double start = 20 + one - (passesOnce && i == 9 ? 30 : 0);
        trace.call(HostCallKind::Launch, 2 * i, 2 * i + 1, trace.operation(K::Kernel, i % 2, start, start + 98));
    }
    trace.finish();
    for (std::size_t i = 0; i < 10; ++i)
        trace.recording.timeline.setLaunchShape(i, {{fills ? 132U * 2 : 4U, 1, 1}, {1024, 1, 1}, 32, 0});
    const Replay result = replay(trace.recording, h200());
    const auto &streams = result.program().streams;
    const bool expected = waits && !passesOnce && !fills;
    QCOMPARE(streams[0].kind == StreamKind::LegacyDefault, expected);
    QCOMPARE(streams[1].nonBlocking, !expected);
    QCOMPARE(std::any_of(result.trace.notes.begin(), result.trace.notes.end(),
                         [](const std::string &note) { return note.starts_with("1 stream is taken to wait"); }),
             expected);
    if (expected)
        QVERIFY2(std::abs(result.error()) < 0.05, qPrintable(QString::number(result.error())));
    trace.recording.timeline.describeStream(1, 0, StreamRole::NonBlocking); // the file says that nothing waits
    const Replay known = replay(trace.recording, h200());
    QVERIFY(known.program().streams[0].kind == StreamKind::Created && known.program().streams[1].nonBlocking);
}

/// Long kernels on a stream, and memsets between them on the NULL stream: the length is right without the waits, the
/// starts are not.
void TestReplay::shortWorkOfTheNullStream()
{
    Trace trace(2);
    for (int i = 0; i < 20; ++i) {
        const double start = 20 + 108 * i;
        trace.call(HostCallKind::Launch, 4 * i, 4 * i + 1, trace.operation(K::Kernel, 1, start, start + 100));
        trace.call(HostCallKind::Memset, 4 * i + 2, 4 * i + 3,
                   trace.operation(K::Memset, 0, start + 102.5, start + 105.5, 4 << 20));
    }
    trace.finish();
    for (std::size_t i = 0; i < 40; ++i)
        trace.recording.timeline.setLaunchShape(i, {{4U, 1, 1}, {1024, 1, 1}, 32, 0});
    const Replay result = replay(trace.recording, h200());
    QVERIFY(result.program().streams[1].kind == StreamKind::LegacyDefault); // used second
    QVERIFY(!result.program().streams[0].nonBlocking);
    QVERIFY2(std::abs(result.error()) < 0.02, qPrintable(QString::number(result.error())));
    const auto measured = static_cast<double>(result.measuredNs());
    QVERIFY(static_cast<double>(result.startErrors.p95) < 0.02 * measured);
}

void TestReplay::blockingCopies()
{
    Trace trace(1);
    trace.call(HostCallKind::Copy, 0, 205, trace.operation(K::H2D, 0, 5, 200, 8 << 20), 1, 0, "cudaMemcpy");
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(kindsOf(replayed.program), (std::vector{K::H2D, K::Sync}));
    QCOMPARE(replayed.program.operations[1].callNs, 5 * us);
    Trace pageable(1);
    pageable.call(HostCallKind::Copy, 0, 1'205, pageable.operation(K::H2D, 0, 50, 1'200, 8 << 20, MemoryKind::Pageable),
                  1, 0, "cudaMemcpy");
    const ReplayedProgram staged = programOf(pageable);
    QCOMPARE(kindsOf(staged.program), std::vector{K::H2D}); // the model holds the host itself
    QCOMPARE(staged.program.hostMemoryOf(staged.program.operations[0]), HostMemory::Pageable);
}

void TestReplay::freesThatWaited()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 500));
    trace.call(HostCallKind::Free, 10, 520, HostCall::none, 1, 0, "cudaFree");
    trace.call(HostCallKind::Free, 530, 540, HostCall::none, 1, 0, "cudaFree"); // the device was idle
    trace.call(HostCallKind::Launch, 550, 552, trace.operation(K::Kernel, 0, 555, 600));
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(kindsOf(replayed.program),
             (std::vector{K::Kernel, K::HostWork, K::Sync, K::Free, K::HostWork, K::Free, K::HostWork, K::Kernel}));
    QCOMPARE(replayed.program.operations[3].callNs, 20 * us);
    QCOMPARE(replayed.program.operations[5].callNs, 10 * us);
}

void TestReplay::severalThreads()
{
    Trace trace(2);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 100), 1, 0);
    trace.call(HostCallKind::Launch, 50, 52, trace.operation(K::Kernel, 1, 60, 160), 1, 5);
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(replayed.threads, 2);
    QCOMPARE(kindsOf(replayed.program), (std::vector{K::Kernel, K::HostWork, K::Kernel}));
    QCOMPARE(replayed.program.operations[1].thread, 1);
    QCOMPARE(replayed.program.operations[1].durationNs, 50 * us); // before its first call it did something else
}

void TestReplay::operationsWithoutCalls()
{
    Trace trace(2);
    trace.operation(K::Kernel, 0, 5, 100);
    trace.operation(K::Kernel, 1, 90, 200);
    const ReplayedProgram replayed = programOf(trace);
    QVERIFY(replayed.notes[0].starts_with("2 operations have no call in the file"));
    QVERIFY(replay(trace.recording, h200()).startErrors.p95 <= 4 * us);
}

/// How long they held the host is unknown, so they hold nothing: what starts behind them starts when it did.
void TestReplay::pageableCopiesWithoutCalls()
{
    Trace trace(1);
    for (int i = 0; i < 20; ++i) {
        trace.operation(K::H2D, 0, i * 200, i * 200 + 150, 4 << 20, MemoryKind::Pageable);
        trace.operation(K::Kernel, 0, i * 200 + 156, i * 200 + 199);
    }
    const Replay result = replay(trace.finish(), h200());
    QVERIFY2(std::abs(result.error()) < 0.02, qPrintable(QString::number(result.error())));
    QVERIFY(std::any_of(result.trace.notes.begin(), result.trace.notes.end(), [](const std::string &note) {
        return note.starts_with("The calls of 20 pageable copies are not in the file");
    }));
}

/// Their work is lost, or was recorded into a graph.
void TestReplay::callsWithoutOperations()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 100));
    trace.call(HostCallKind::Launch, 10, 12);
    trace.call(HostCallKind::Copy, 20, 22);
    trace.call(HostCallKind::HostFunction, 30, 32);
    trace.call(HostCallKind::Query, 40, 42);
    const ReplayedProgram replayed = programOf(trace);
    QCOMPARE(replayed.notes.size(), std::size_t{3}); // and the shape of the kernel, and when the function ran
    QVERIFY2(replayed.notes[0].starts_with("2 calls that issue work have no operation in the file"),
             replayed.notes[0].c_str());
}

void TestReplay::kernelsKeepTheirShape()
{
    Trace trace(1);
    trace.call(HostCallKind::Launch, 0, 2, trace.operation(K::Kernel, 0, 5, 1'005));
    trace.finish();
    trace.recording.timeline.setLaunchShape(0, {{264, 2, 1}, {256, 4, 1}, 64, 1'024});
    const Replay result = replay(trace.recording, h200());
    const KernelWork &work = result.program().operations[0].kernel;
    QCOMPARE(work.grid, 528U);
    QCOMPARE(work.block, 1'024U);
    QCOMPARE(work.registers, 64U);
    QCOMPARE(work.sharedMemory, 1'024U);
    // 64 registers let one block of 1,024 threads on each of 132 SMs: 4 waves
    QVERIFY(result.program().operations[0].durationNs < 300 * us);
    QVERIFY(std::abs(result.times[0].end - result.times[0].start - 1'000 * us) <= 1 * us);
}

/// The last piece of a pageable copy is on its way when the call returns: the model waits for it, and the host's work
/// in that time counts as done.
void TestReplay::pageableCopiesThatReturnEarly()
{
    Trace trace(1);
    trace.call(HostCallKind::Copy, 0, 1000, trace.operation(K::H2D, 0, 200, 1091, 4 << 20, MemoryKind::Pageable));
    trace.call(HostCallKind::Launch, 1150, 1155, trace.operation(K::Kernel, 0, 1158, 1200));
    const Program program = programOf(trace).program;
    QCOMPARE(kindsOf(program), (std::vector{K::H2D, K::HostWork, K::Kernel}));
    QCOMPARE(program.operations[0].callNs, std::int64_t{-1});
    QCOMPARE(program.operations[1].durationNs, 59 * us); // not 150: 91 passed during the copy
}

/// They go with the driver's commands, so their calls are like others. Five of 12 KiB before each kernel once made a
/// replay 7 % too long: what one of them took on the GPU was taken for what its call took.
void TestReplay::smallPageableCopiesAreCalled()
{
    Trace trace(1);
    trace.call(HostCallKind::Copy, 0, 4, trace.operation(K::H2D, 0, 6, 12, 12 << 10, MemoryKind::Pageable));
    trace.call(HostCallKind::Copy, 4, 7, trace.operation(K::H2D, 0, 12, 13, 12 << 10, MemoryKind::Pageable));
    const Replay result = replay(trace.finish(), h200());
    const Program &program = result.program();
    QCOMPARE(kindsOf(program), (std::vector{K::H2D, K::H2D}));
    QCOMPARE(program.operations[0].callNs, 4 * us);
    QCOMPARE(program.operations[1].callNs, 3 * us);
    QCOMPARE(result.times.returned(1), 7 * us);
}

void TestReplay::peerCopiesConnectTwoDevices()
{
    Trace trace(0);
    for (const int device : {0, 1})
        trace.recording.timeline.addStream({"7", device});
    trace.call(HostCallKind::Copy, 100, 104, trace.operation(K::Peer, 0, 110, 160, 8 << 20));
    trace.call(HostCallKind::Copy, 200, 204, trace.operation(K::Peer, 1, 210, 260, 8 << 20));
    trace.call(HostCallKind::Copy, 300, 304, trace.operation(K::Peer, 1, 310, 360, 8 << 20));
    trace.finish();
    trace.recording.timeline.setPeerDevices(0, {0, 1});
    trace.recording.timeline.setPeerDevices(1, {0, 1});
    const Replay result = replay(trace.recording, h200());
    const Program &program = result.program();
    QVERIFY(findProblems(program).empty());
    std::vector<const Operation *> copies;
    for (const Operation &op : program.operations)
        if (isCopy(op.kind))
            copies.push_back(&op);
    QCOMPARE(copies.size(), std::size_t{3});
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(copies[i]->kind, K::Peer);
        QCOMPARE(program.buffers[static_cast<std::size_t>(copies[i]->reads[0].buffer)].device, 0);
        QCOMPARE(program.buffers[static_cast<std::size_t>(copies[i]->writes[0].buffer)].device, 1);
    }
    QCOMPARE(copies[2]->kind, K::D2D); // the trace is silent
    QVERIFY(std::any_of(result.trace.notes.begin(), result.trace.notes.end(), [](const std::string &note) {
        return note.starts_with("The devices of 1 peer copy are not in the file");
    }));
    for (const Operation *copy : copies) { // on links and engines of the model, with the lengths of the trace
        const OperationTimes &times = result.times[static_cast<std::size_t>(copy - program.operations.data())];
        QVERIFY2(std::abs(times.end - times.start - 50 * us) <= us,
                 qPrintable(QString::number(times.end - times.start)));
    }
}

void TestReplay::aRangeOfATrace()
{
    Trace trace(1);
    for (int i = 0; i < 10; ++i)
        trace.call(HostCallKind::Launch, i * 100, i * 100 + 2,
                   trace.operation(K::Kernel, 0, i * 100 + 5, i * 100 + 50));
    const ReplayedProgram replayed = programOf(trace, {200 * us, 500 * us});
    QCOMPARE(replayed.operations, std::uint64_t{3});
    QCOMPARE(replayed.begin, 200 * us);
    QCOMPARE(replayed.end, 450 * us);
}

void TestReplay::nothingToReplay()
{
    Trace trace(1);
    trace.call(HostCallKind::DeviceSync, 0, 20);
    QVERIFY_THROWS_EXCEPTION(InputError, programOf(trace));
    Trace kernels(1);
    kernels.call(HostCallKind::Launch, 0, 2, kernels.operation(K::Kernel, 0, 5, 100));
    QVERIFY_THROWS_EXCEPTION(InputError, programOf(kernels, {us * 500, us * 600}));
}

void TestReplay::presetsComeBack_data()
{
    QTest::addColumn<QString>("name");
    for (const Preset &preset : builtInPresets(experiments()))
        if (preset.device.empty() || preset.device == "sim:h200")
            QTest::newRow(preset.name.c_str()) << QString::fromStdString(preset.name);
}

/// What the simulator ran comes back as it was, from nothing but the spans and the times of their calls.
void TestReplay::presetsComeBack()
{
    QFETCH(QString, name);
    const auto presets = builtInPresets(experiments());
    const auto preset =
        std::find_if(presets.begin(), presets.end(), [&](const Preset &p) { return p.name == name.toStdString(); });
    SimulatorExecutor executor(h200());
    RunOptions options;
    options.repeat = options.warmup = 0;
    const Program program = buildProgram(*preset->experiment, preset->parameters);
    if (program.submission == Submission::Gated)
        QSKIP("a trace does not show the gate that holds the streams");
    const Recording recording = executor.run(program, options, {});
    const Replay result = replay(recording, h200());
    QVERIFY2(std::abs(result.error()) < 0.05, qPrintable(QString::number(result.error())));
}

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"
