// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/polls.h"

#include "tests/support/changes.h"
#include "tests/support/made_trace.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr std::int64_t us = 1'000;

TraceStep call(HostCallKind kind, std::int64_t beginUs, std::int64_t endUs, std::int32_t thread = 0)
{
    TraceStep step;
    step.kind = kind;
    step.begin = beginUs * us;
    step.end = endUs * us;
    step.thread = thread;
    return step;
}

/// A launch and the record of an event, then questions of 1 us, `apart` from each other.
std::vector<TraceStep> loop(int questions, std::int64_t apart, std::int64_t begin = 0, std::int32_t thread = 0)
{
    std::vector<TraceStep> steps{call(HostCallKind::Launch, begin, begin + 4, thread),
                                 call(HostCallKind::EventRecord, begin + 5, begin + 6, thread)};
    for (int i = 0; i < questions; ++i)
        steps.push_back(call(HostCallKind::Query, begin + 10 + i * apart, begin + 11 + i * apart, thread));
    return steps;
}

void add(std::vector<TraceStep> &steps, const std::vector<TraceStep> &more)
{
    steps.insert(steps.end(), more.begin(), more.end());
}

} // namespace

/// Questions that a thread asks until its work is done are a wait.
class TestPolls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void questionsInARow();
    void shortRowsOfAThreadThatPolls();
    void rowsOfAFramework();
    void workBetweenQuestions();
    void recordsStayKnown();
    void aReplayWaits();
    void firstQuestions_data();
    void firstQuestions();
};

void TestPolls::questionsInARow()
{
    std::vector<TraceStep> steps = loop(6, 6);
    steps.push_back(call(HostCallKind::Launch, 60, 64));
    joinPolls(Timeline(), steps);
    QCOMPARE(steps.size(), std::size_t{4});
    QCOMPARE(steps[2].kind, HostCallKind::EventSync);
    QCOMPARE(steps[2].begin, 10 * us);
    QCOMPARE(steps[2].end, 41 * us);
    QCOMPARE(steps[2].asked, 34 * us); // the last but one
    QCOMPARE(steps[3].kind, HostCallKind::Launch);
}

void TestPolls::shortRowsOfAThreadThatPolls()
{
    std::vector<TraceStep> steps = loop(6, 6);
    add(steps, loop(2, 6, 100));
    add(steps, loop(1, 6, 200)); // that event had come
    joinPolls(Timeline(), steps);
    QCOMPARE(steps.size(), std::size_t{9});
    QCOMPARE(steps[5].kind, HostCallKind::EventSync);
    QCOMPARE(steps[8].kind, HostCallKind::Query);
}

/// It asks for two or three events now and then, and goes on.
void TestPolls::rowsOfAFramework()
{
    std::vector<TraceStep> steps = loop(3, 2);
    add(steps, loop(2, 2, 100));
    add(steps, loop(3, 2, 200));
    joinPolls(Timeline(), steps);
    QCOMPARE(steps.size(), std::size_t{14});
}

void TestPolls::workBetweenQuestions()
{
    std::vector<TraceStep> steps = loop(8, 100);
    joinPolls(Timeline(), steps);
    QCOMPARE(steps.size(), std::size_t{10});
}

void TestPolls::recordsStayKnown()
{
    std::vector<TraceStep> steps = loop(6, 6);
    add(steps, loop(0, 0, 100));
    steps.push_back(call(HostCallKind::StreamWait, 120, 121));
    steps.back().record = 9;
    joinPolls(Timeline(), steps);
    QCOMPARE(steps[steps.back().record].kind, HostCallKind::EventRecord);
    QCOMPARE(steps[steps.back().record].begin, 105 * us);
}

/// Turns of a kernel and questions until it is done, which take longer where it does.
void TestPolls::aReplayWaits()
{
    MadeTrace trace;
    constexpr int turns = 8;
    for (int turn = 0; turn < turns; ++turn) {
        const int begin = turn * 100;
        trace.kernel(begin, begin + 6, 40).call("cudaEventRecord", begin + 5, 1);
        for (int question = begin + 8; question < begin + 54; question += 6)
            trace.call("cudaEventQuery", question, 1);
    }
    const ReplayedRun run = trace.replayed();
    Program program = run.replay->program();
    QCOMPARE(countOf(program, OperationKind::Sync), std::size_t{turns});
    QVERIFY(std::abs(run.replay->error()) < 0.01);
    const double before = h200Ms(program);
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            operation.durationNs += 100 * us;
    QVERIFY(h200Ms(program) > before + 0.099 * turns);
}

void TestPolls::firstQuestions_data()
{
    QTest::addColumn<int>("kernelUs");
    QTest::addColumn<int>("syncs");
    QTest::newRow("the work was over each time") << 5 << 7; // the last is behind the end
    QTest::newRow("a question that found it at work waits for nothing") << 50 << 0;
}

/// One question behind each record: of captions that 408 launches made slowly it found the work done each time, and a
/// graph, which is faster than the GPU, was predicted 20 % too short.
void TestPolls::firstQuestions()
{
    QFETCH(const int, kernelUs);
    QFETCH(const int, syncs);
    MadeTrace trace;
    constexpr int turns = 8;
    for (int begin = 0; begin < 100 * turns; begin += 100) {
        trace.kernel(begin, begin + 6, kernelUs).call("cudaEventRecord", begin + 12, 1);
        trace.call("cudaEventQuery", begin + 15, 1);
    }
    const ReplayedRun run = trace.replayed();
    Program program = run.replay->program();
    QCOMPARE(countOf(program, OperationKind::Sync), static_cast<std::size_t>(syncs));
    QVERIFY(std::abs(run.replay->error()) < 0.01);
    if (syncs == 0)
        return;
    const double before = h200Ms(program);
    for (Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel)
            operation.durationNs += 100 * us;
    QVERIFY(h200Ms(program) > before + 0.09 * turns);
}

QTEST_GUILESS_MAIN(TestPolls)
#include "tst_polls.moc"
