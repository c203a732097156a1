// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/gpu_state.h"

#include <QtTest>

using namespace streamscope;

class TestGpuState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void idleClocksAreNoThrottling();
    void throttlingIsSaid();
    void otherProcessIsSaid();
    void unknownIsLeftOut();
};

void TestGpuState::idleClocksAreNoThrottling()
{
    QVERIFY(throttleText(0x1 | 0x2 | 0x10 | 0x100).empty()); // idle, set clocks, sync boost, display
    QCOMPARE(throttleText(0x4 | 0x40), std::string("power limit, temperature (hardware)"));
}

void TestGpuState::throttlingIsSaid()
{
    GpuState before, after;
    QVERIFY(warningsOf(before, after).empty());
    after.clockReasons = 0x20;
    const auto warnings = warningsOf(before, after);
    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY(warnings[0].find("temperature (driver)") != std::string::npos);
}

void TestGpuState::otherProcessIsSaid()
{
    GpuState before, after;
    before.computeProcesses = after.computeProcesses = 1; // our own
    QVERIFY(warningsOf(before, after).empty());
    after.computeProcesses = 2;
    QCOMPARE(warningsOf(before, after).size(), std::size_t{1});
}

void TestGpuState::unknownIsLeftOut()
{
    GpuState before, after;
    QVERIFY(environmentOf(before, after).empty());
    after.smClockMHz = 1980;
    after.powerWatts = 131.25;
    const auto list = environmentOf(before, after);
    QCOMPARE(list.size(), std::size_t{2});
    QCOMPARE(list[0].first, std::string("SM clock after the run"));
    QCOMPARE(list[0].second, std::string("1980 MHz"));
    QCOMPARE(list[1].second, std::string("131.25 W"));
}

QTEST_GUILESS_MAIN(TestGpuState)
#include "tst_gpu_state.moc"
