// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/analysis/explain/explanation.h"
#include "engine/analysis/explain/slack.h"
#include "engine/executors/simulator/simulator_executor.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

Recording runOf(const Program &program)
{
    return SimulatorExecutor(unitDevice()).run(program, {}, {});
}

bool says(const ExplainedStep &step, const char *part)
{
    return step.text.find(part) != std::string::npos;
}

} // namespace

class TestExplain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void streamEngineAndEvent();
    void theHostWaited();
    void engineOfAForeignTrace();
    void slack();
    void theHostsWorkIsNoSlack();
    void nothingHeldTheFirst();
    void longChainsAreCut();
};

void TestExplain::streamEngineAndEvent()
{
    Program program = emptyProgram(3);
    program.events = {"e"};
    program.operations = {chunkOf(copyIn(0), 0),  chunkOf(copyIn(1), 1), kernel(1), record(1, 0), wait(2, 0),
                          chunkOf(copyBack(2), 1)};
    const Recording recording = runOf(program);
    const Explanation explanation = explain(recording.timeline, &program, 5);
    QVERIFY2(explanation.chain.size() >= 4, explanation.chain.front().text.c_str());
    QCOMPARE(explanation.chain.back().span, 0U);
    const auto stepOf = [&](std::uint32_t span) -> const ExplainedStep & {
        return *std::find_if(explanation.chain.begin(), explanation.chain.end(),
                             [span](const ExplainedStep &step) { return step.span == span; });
    };
    QCOMPARE(*stepOf(2).heldBy, DependencyKind::Stream); // the kernel waits for its copy
    QCOMPARE(*stepOf(1).heldBy, DependencyKind::Engine); // which waits for the copy of stream 0
    QVERIFY2(says(stepOf(1), "the H2D copy engine served operation 0 (h2d 'h2d'), until 1.000 ms"),
             stepOf(1).text.c_str());
    QVERIFY(!stepOf(0).heldBy);
    QCOMPARE(explanation.slackNs, 0);
}

void TestExplain::theHostWaited()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), hostSync(), kernel(1), hostSync()};
    const Explanation explanation = explain(runOf(program).timeline, &program, 2);
    QCOMPARE(*explanation.chain[0].heldBy, DependencyKind::Host);
    QVERIFY2(says(explanation.chain[0], "the host came to it behind operation 1 (sync"),
             explanation.chain[0].text.c_str());
    QVERIFY2(says(explanation.chain[1], "the host waited for operation 0"), explanation.chain[1].text.c_str());
}

/// A file does not say when a stream reached an operation: the engine that was busy until just before explains it.
void TestExplain::engineOfAForeignTrace()
{
    Timeline timeline;
    timeline.addStream({"7", 0, 0});
    timeline.addStream({"8", 0, 0});
    const auto add = [&timeline](int stream, std::int64_t issue, std::int64_t start, std::int64_t end) {
        Span span;
        span.kind = OperationKind::H2D;
        span.engine = Engine::CopyH2D;
        span.stream = stream;
        span.issue = issue;
        span.start = start;
        span.end = end;
        span.clock = Clock::Imported;
        timeline.append(span);
    };
    add(0, 0, 5'000, 900'000);
    add(1, 10'000, 902'000, 1'500'000);
    add(1, 2'000'000, 2'900'000, 3'000'000); // its engine was idle: nobody knows
    const Explanation held = explain(timeline, nullptr, 1);
    QCOMPARE(*held.chain[0].heldBy, DependencyKind::Engine);
    QCOMPARE(held.chain[0].freeAt, std::int64_t{900'000});
    QCOMPARE(explain(timeline, nullptr, 0).slackNs, explain(timeline, nullptr, 1).slackNs);
    const Explanation unknown = explain(timeline, nullptr, 2);
    QCOMPARE(*unknown.chain[0].heldBy, DependencyKind::Stream);
    QVERIFY2(says(unknown.chain[0], "starting took 0.900 ms"), unknown.chain[0].text.c_str());
}

/// A short branch beside a long one, both before the same operation.
void TestExplain::slack()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {chunkOf(copyIn(0), 0), record(0, 0), chunkOf(kernel(1), 1),
                          chunkOf(kernel(1), 1), wait(1, 0),   chunkOf(copyBack(1), 0)};
    const Recording recording = runOf(program);
    const std::vector<std::int64_t> slack = slackOf(recording.timeline, RunDependencies(recording.timeline, &program));
    QCOMPARE(slack[0], std::int64_t{1'000'000}); // one unit beside two
    QCOMPARE(slack[2], std::int64_t{0});
    QCOMPARE(slack[3], std::int64_t{0});
    QCOMPARE(slack[5], std::int64_t{0});
    const Explanation copy = explain(recording.timeline, &program, 0);
    QCOMPARE(copy.slackText, std::string("It could take 1.000 ms longer before the run takes longer."));
    QVERIFY(explain(recording.timeline, &program, 3).slackText.find("critical path") != std::string::npos);
}

/// copy, wait, work, kernel: the copy holds all that follows.
void TestExplain::theHostsWorkIsNoSlack()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), hostSync(), hostWork(5'000'000), kernel(0), hostSync()};
    const Recording recording = runOf(program);
    for (const std::int64_t slack : slackOf(recording.timeline, RunDependencies(recording.timeline, &program)))
        QCOMPARE(slack, std::int64_t{0});
}

void TestExplain::nothingHeldTheFirst()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0)};
    const Explanation explanation = explain(runOf(program).timeline, &program, 0);
    QCOMPARE(explanation.chain.size(), std::size_t{1});
    QVERIFY2(says(explanation.chain[0], "nothing held it"), explanation.chain[0].text.c_str());
}

void TestExplain::longChainsAreCut()
{
    Program program = emptyProgram(1);
    program.operations.assign(50, kernel(0));
    const std::vector<std::string> lines = explanationLines(explain(runOf(program).timeline, &program, 49), 20);
    QCOMPARE(lines.size(), std::size_t{22});
    QCOMPARE(lines[20], std::string("30 more steps back to the start of the run."));
}

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
