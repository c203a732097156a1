// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/operator_work_name.h"
#include "engine/run/what_if/host_warmth.h"

#include <QtTest>

#include <cmath>
#include <string>

using namespace streamscope;

/// What a framework does for a launch by how long ago it did the same.
class TestHostWarmth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void soonerIsCheaper();
    void laterIsDearer();
    void otherWorkStays();
    void chunksAreTheSameCall();
};

namespace {

constexpr std::int64_t us = 1'000, workNs = 100 * us, callNs = 10 * us;

/// Launches of one kernel, with the work of operators before each.
Program launches(int count, const std::string &work = std::string(operatorWorkName))
{
    Program program;
    program.streams.resize(1);
    for (int i = 0; i < count; ++i) {
        Operation operators;
        operators.kind = OperationKind::HostWork;
        operators.durationNs = workNs;
        operators.name = work;
        program.operations.push_back(operators);
        Operation launch;
        launch.kind = OperationKind::Kernel;
        launch.stream = 0;
        launch.name = "gemm";
        launch.callNs = callNs;
        launch.source = i;
        program.operations.push_back(launch);
    }
    return program;
}

/// One launch each `period`.
TimesOfRun each(std::int64_t period)
{
    return [period](std::size_t i) -> ExecutedTimes {
        const auto time = static_cast<std::int64_t>(i / 2) * period;
        return {time, time, time, time, time};
    };
}

double share(std::int64_t ns, std::int64_t of)
{
    return static_cast<double>(ns) / static_cast<double>(of);
}

} // namespace

void TestHostWarmth::soonerIsCheaper()
{
    const Program before = launches(4);
    Program after = before;
    const HostWarmth warmth(before, each(2'000 * us));
    QVERIFY(!warmth.apply(after, each(2'000 * us))); // as before
    QVERIFY(after.operations == before.operations);
    QVERIFY(warmth.apply(after, each(200 * us)));
    QCOMPARE(after.operations[0].durationNs, workNs); // nobody knows when the first came
    for (const std::size_t work : {2, 4, 6}) {
        const double left = share(after.operations[work].durationNs, workNs);
        QVERIFY2(std::abs(left - 0.71) < 0.06, qPrintable(QString::number(left)));
        const double call = share(after.operations[work + 1].callNs, callNs);
        QVERIFY2(std::abs(call - 0.82) < 0.06, qPrintable(QString::number(call)));
    }
}

void TestHostWarmth::laterIsDearer()
{
    const Program before = launches(2);
    Program after = before;
    QVERIFY(HostWarmth(before, each(200 * us)).apply(after, each(2'000 * us)));
    const double more = share(after.operations[2].durationNs, workNs);
    QVERIFY2(more > 1.3 && more < 1.5, qPrintable(QString::number(more)));
}

void TestHostWarmth::otherWorkStays()
{
    const Program before = launches(2, {}); // of the program itself
    Program after = before;
    QVERIFY(HostWarmth(before, each(2'000 * us)).apply(after, each(200 * us)));
    QCOMPARE(after.operations[2].durationNs, workNs);
    QVERIFY(after.operations[3].callNs < callNs);
}

/// A part comes behind the part before it, not behind the same part of the step before.
void TestHostWarmth::chunksAreTheSameCall()
{
    const Program before = launches(2);
    Program after = launches(4);
    for (int i = 0; i < 4; ++i) {
        Operation &launch = after.operations[static_cast<std::size_t>(2 * i + 1)];
        launch.source = i / 2;
        launch.chunk = i % 2;
        launch.name = "gemm, chunk " + std::to_string(i % 2);
    }
    const HostWarmth warmth(before, each(2'000 * us));
    QVERIFY(warmth.apply(after, each(200 * us)));
    QVERIFY(after.operations[4].durationNs < workNs);
    QVERIFY(after.operations[6].durationNs < workNs);
}

QTEST_GUILESS_MAIN(TestHostWarmth)
#include "tst_host_warmth.moc"
