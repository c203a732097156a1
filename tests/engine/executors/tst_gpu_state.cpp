// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/checks/gpu_state.h"
#include "engine/timeline/recording.h"

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
    before.clockReasons = 0x1;
    QVERIFY(environmentOf(before, after).empty());
    after.clockReasons = 0x20;
    const auto list = environmentOf(before, after);
    QCOMPARE(list.size(), std::size_t{1});
    QVERIFY(list[0].first.starts_with(throttledEnvironment));
    QCOMPARE(list[0].second, std::string("temperature (driver)"));
}

void TestGpuState::otherProcessIsSaid()
{
    GpuState before, after;
    before.computeProcesses = after.computeProcesses = 1; // our own
    QVERIFY(environmentOf(before, after).empty());
    after.computeProcesses = 3;
    const auto list = environmentOf(before, after);
    QCOMPARE(list.size(), std::size_t{1});
    QVERIFY(list[0].first.starts_with(otherProcessesEnvironment));
    QCOMPARE(list[0].second, std::string("2"));
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
