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

QTEST_GUILESS_MAIN(TestOperatorWork)
#include "tst_operator_work.moc"
