// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/operator_work_name.h"
#include "tests/support/made_trace.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// What of the host's time in a trace of PyTorch prepares launches.
class TestOperatorWork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theAutogradEngineTakesOver_data();
    void theAutogradEngineTakesOver();
    void whatGoesWithALaunch_data();
    void whatGoesWithALaunch();
};

namespace {

constexpr int steps = 4, step = 2'000, launches = 5;
constexpr std::int64_t us = 1'000;

/// `launches` operators, each with a kernel, from `begin` on.
void launch(MadeTrace &trace, int thread, const char *name, int begin)
{
    for (int i = 0; i < launches; ++i) {
        const int at = begin + i * 20;
        trace.on(thread, 7).inOperator(name, at, 18).kernel(at + 5, at + 12, 3);
    }
}

/// The longest work of the host's own, ns.
std::int64_t longestOwnWork(const Program &program)
{
    std::int64_t longest = 0;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::HostWork && operation.name != operatorWorkName)
            longest = std::max(longest, operation.durationNs);
    return longest;
}

} // namespace

void TestOperatorWork::theAutogradEngineTakesOver_data()
{
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<bool>("isEngine");
    QTest::newRow("autograd") << QByteArray("autograd::engine::evaluate_function: MulBackward0") << true;
    QTest::newRow("a thread of the program") << QByteArray("aten::mul") << false;
}

/// A forward pass, 180 us later a backward pass on the engine's thread, and 400 us later the next operator of the
/// script. That time was once taken for work of the program, and a graph of a step was two, with the time between them.
void TestOperatorWork::theAutogradEngineTakesOver()
{
    QFETCH(const QByteArray, second);
    QFETCH(const bool, isEngine);
    MadeTrace trace;
    for (int i = 0; i < steps; ++i) {
        const int begin = i * step;
        launch(trace, 1, "aten::mul", begin);
        launch(trace, 2, second.constData(), begin + 280);
        launch(trace, 1, "aten::cat", begin + 780);
        trace.call("cudaDeviceSynchronize", begin + 890, 20);
    }
    const ReplayedRun run = trace.replayed();
    const Program &program = run.replay->program();
    QCOMPARE(program.threadCount(), 1);
    const std::int64_t own = longestOwnWork(program), betweenSteps = step - 910;
    QVERIFY2(own >= (betweenSteps - 20) * us, qPrintable(QString::number(own)));
    std::int64_t operators = 0;
    for (const Operation &operation : program.operations)
        operators += operation.name == operatorWorkName ? operation.durationNs : 0;
    const std::int64_t handedOver = steps * (180 + 400) * us;
    QCOMPARE(operators > handedOver, isEngine);
}

void TestOperatorWork::whatGoesWithALaunch_data()
{
    QTest::addColumn<int>("ownWork"); // of the range, before its operator
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<int>("left"); // us from the end of one call to the begin of the next
    // From the first call to the end of the last one's operator: 16 and 15 us. 12 and 9 of them are for the second
    // call; of what is left on both sides the shorter part goes (shortenWorkAround()).
    QTest::newRow("the range and its operator") << 7 << QByteArray("aten::item") << 6;
    QTest::newRow("what the range computes stays") << 30 << QByteArray("aten::item") << 3 + 31;
    QTest::newRow("a gradient is looked at anyhow")
        << 7 << QByteArray("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad") << 16;
}

/// Three operators with a launch each; the second one stands in a range that takes 7 us to enter and 8 to leave, and
/// goes. Its time once stayed wherever the pieces were short: a PyTorch program that made its weights of 8 bits larger
/// before each product took 17.1 ms without that, and 21 were predicted.
void TestOperatorWork::whatGoesWithALaunch()
{
    QFETCH(const int, ownWork);
    QFETCH(const QByteArray, second);
    QFETCH(const int, left);
    MadeTrace trace;
    int at = 0;
    for (int i = 0; i < steps; ++i) {
        trace.inOperator("aten::mm", at, 12).kernel(at + 5, at + 15, 3);
        const int range = at + 13, inner = range + ownWork;
        trace.range("asked", range, ownWork + 10 + 8).inOperator(second.constData(), inner, 10);
        trace.kernel(inner + 5, inner + 15, 3);
        const int third = inner + 10 + 8 + 1;
        trace.inOperator("aten::cat", third, 12).kernel(third + 5, third + 15, 3);
        at = third + 200;
    }
    trace.call("cudaDeviceSynchronize", at, 20);
    const WhatIf without = whatIf(whatIfBase(trace.replayed()), {parseChange("drop:kernel range:asked")});
    QCOMPARE(without.changes.front().touched, static_cast<std::size_t>(steps));
    const auto &operations = without.program->operations;
    std::int64_t between = 0;
    bool counts = false;
    for (std::size_t i = 0, seen = 0; i < operations.size() && seen < 2; ++i) {
        seen += operations[i].kind == OperationKind::Kernel ? 1 : 0;
        counts = seen == 1;
        between += counts && operations[i].kind == OperationKind::HostWork ? operations[i].durationNs : 0;
    }
    const double betweenUs = static_cast<double>(between) / 1000;
    QVERIFY2(std::abs(betweenUs - left) < 1, qPrintable(QString::number(betweenUs)));
}

QTEST_GUILESS_MAIN(TestOperatorWork)
#include "tst_operator_work.moc"
