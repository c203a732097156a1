// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/communication.h"
#include "engine/analysis/critical_path.h"
#include "engine/analysis/stream_gaps.h"

#include <QtTest>

using namespace streamscope;

/// Causes of gaps and the critical path of small timelines, checked against figures by hand.
class TestStreamGaps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void hostLateThenLaunch();
    void unknownWithoutACall();
    void readySplitsLaunchAndEngine();
    void waitsForEvents();
    void waitsForTheEngine();
    void waitsForTheDefaultStream();
    void fullQueues();
    void criticalPathAddsUp();

private:
    /// Times in µs; an issue below 0 is unknown.
    Span add(int stream, double issue, double start, double end, OperationKind kind = OperationKind::Kernel);
    std::int64_t gap(int stream, GapCause cause)
    {
        return streamGaps(m_timeline, 0).at(stream).byCause[static_cast<std::size_t>(cause)];
    }

    Timeline m_timeline;
};

void TestStreamGaps::init()
{
    m_timeline = Timeline();
    m_timeline.addStream({"a"});
    m_timeline.addStream({"b"});
    m_timeline.addStream({"null", 0, 0, StreamRole::LegacyDefault});
    m_timeline.addStream({"blocking", 0, 0, StreamRole::Blocking});
    m_timeline.intern("k");
}

Span TestStreamGaps::add(int stream, double issue, double start, double end, OperationKind kind)
{
    Span span;
    span.stream = stream;
    span.kind = kind;
    span.engine = engineOf(kind);
    span.start = qRound64(start * 1000);
    span.end = qRound64(end * 1000);
    if (issue >= 0) {
        span.issue = qRound64(issue * 1000);
        span.returned = span.issue + 1000;
    }
    m_timeline.append(span);
    return span;
}

void TestStreamGaps::hostLateThenLaunch()
{
    add(0, 0, 5, 10);
    add(0, 40, 46, 50); // issued 30 µs after the stream ran dry, started 6 µs later
    QCOMPARE(gap(0, GapCause::HostLate), 30'000);
    QCOMPARE(gap(0, GapCause::Launch), 6'000);
    QCOMPARE(streamGaps(m_timeline, 0).at(0).longestNs, 36'000);
}

void TestStreamGaps::unknownWithoutACall()
{
    add(0, -1, 5, 10);
    add(0, -1, 30, 40);
    QCOMPARE(gap(0, GapCause::Unknown), 20'000);
}

void TestStreamGaps::readySplitsLaunchAndEngine()
{
    add(0, 0, 5, 10);
    Span next;
    next.stream = 0;
    next.engine = Engine::Compute;
    next.issue = 0;
    next.ready = 13'000;
    next.start = 40'000;
    next.end = 50'000;
    m_timeline.append(next);
    QCOMPARE(gap(0, GapCause::Launch), 3'000);
    QCOMPARE(gap(0, GapCause::EngineWait), 27'000);
}

void TestStreamGaps::waitsForEvents()
{
    add(0, 0, 5, 10);
    add(0, 1, 2, 2, OperationKind::EventWait);
    add(0, 3, 100, 110);
    QCOMPARE(gap(0, GapCause::EventWait), 90'000);
}

void TestStreamGaps::waitsForTheEngine()
{
    add(0, 0, 5, 10, OperationKind::H2D);
    add(1, 1, 10, 95, OperationKind::H2D);
    add(1, 1, 10, 90, OperationKind::D2H); // the other direction explains nothing
    add(0, 2, 100, 110, OperationKind::H2D);
    QCOMPARE(gap(0, GapCause::EngineWait), 85'000);
    QCOMPARE(gap(0, GapCause::Launch), 5'000);
}

void TestStreamGaps::waitsForTheDefaultStream()
{
    add(3, 0, 5, 10);
    add(0, 0, 5, 10);
    add(2, 1, 10, 70);
    add(3, 2, 71, 80);
    add(0, 2, 71, 80); // does not say that it blocks: its engine was busy
    QCOMPARE(gap(3, GapCause::DefaultStream), 60'000);
    QCOMPARE(gap(3, GapCause::Launch), 1'000);
    QCOMPARE(gap(0, GapCause::DefaultStream), 0);
    QCOMPARE(gap(0, GapCause::EngineWait), 60'000);
}

/// A full queue of one stream blocks the host in a call, so the host is late for another stream.
void TestStreamGaps::fullQueues()
{
    add(1, 0, 1, 2);
    for (int i = 0; i <= DeviceFigures::fullQueue; ++i)
        add(0, i == DeviceFigures::fullQueue ? 10 : 5, 1000.0 + i, 1001.0 + i);
    Span held = m_timeline.span(m_timeline.size() - 1);
    Timeline again = m_timeline;
    held.returned = 500'000; // the call that found the queue full
    held.issue = 20'000;
    held.start += 2'000'000;
    held.end += 2'000'000;
    again.append(held);
    m_timeline = again;
    add(1, 600, 605, 610);
    const StreamGaps full = streamGaps(m_timeline, 0).at(0);
    QVERIFY(full.deepestQueue >= DeviceFigures::fullQueue);
    QVERIFY(full.queueFullNs > 0);
    QCOMPARE(gap(1, GapCause::QueueFull), 481'000); // and the call before it, for 1 µs
    QCOMPARE(gap(1, GapCause::HostLate), 117'000);
    QCOMPARE(gap(1, GapCause::Launch), 5'000);
}

void TestStreamGaps::criticalPathAddsUp()
{
    add(0, 0, 5, 25, OperationKind::H2D);
    add(1, 1, 6, 20);                       // not on the path
    add(0, 2, 30, 60);                      // 5 µs behind the copy
    add(0, 80, 86, 96, OperationKind::D2H); // the host was late by 20 µs
    const CriticalPath path =
        criticalPath(m_timeline, RunDependencies(m_timeline, nullptr), 0, communicationNames(m_timeline));
    QCOMPARE(path.copy, 30'000);
    QCOMPARE(path.compute, 30'000);
    QCOMPARE(path.wait, 5'000);
    QCOMPARE(path.host, 20'000);
    QCOMPARE(path.launch, 6'000);
    QCOMPARE(path.operations, 3);
    QVERIFY(isCommunicationName("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)"));
    QVERIFY(!isCommunicationName("void at::native::reduce_kernel<512>"));
}

QTEST_GUILESS_MAIN(TestStreamGaps)
#include "tst_stream_gaps.moc"
