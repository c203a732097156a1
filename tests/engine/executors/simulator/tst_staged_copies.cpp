// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/device/device_profile.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// How far the host stages a pageable copy to an H200 ahead of the engine (docs/measurements/host-calls.md).
class TestStagedCopies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHostStagesOnWhileTheyWait_data();
    void theHostStagesOnWhileTheyWait();
    void theFirstPieceDoesNotWaitForTheSecond();
};

namespace {

constexpr std::uint64_t MiB = 1 << 20;

Program stagedCopy(std::uint64_t bytes)
{
    Program program = emptyProgram(1);
    program.buffers = {{"host", BufferPlace::Host, HostMemory::Pageable, 0, bytes},
                       {"device", BufferPlace::Device, HostMemory::Pinned, 0, bytes}};
    Operation copy = copyIn(0);
    copy.bytes = bytes;
    copy.reads = {{0, 0, bytes}};
    copy.writes = {{1, 0, bytes}};
    program.operations = {copy};
    return program;
}

} // namespace

void TestStagedCopies::theHostStagesOnWhileTheyWait_data()
{
    QTest::addColumn<int>("mebibytes");
    QTest::addColumn<double>("alone"); // medians of 63 runs of small programs on four H200s, us
    QTest::addColumn<double>("behind");
    QTest::newRow("1 MiB") << 1 << 22.0 << 22.0;
    QTest::newRow("2 MiB") << 2 << 141.0 << 43.0;
    QTest::newRow("3 MiB") << 3 << 272.0 << 172.0;
    QTest::newRow("6 MiB") << 6 << 685.0 << 562.0;
}

/// Alone, and in a stream behind a kernel.
void TestStagedCopies::theHostStagesOnWhileTheyWait()
{
    QFETCH(const int, mebibytes);
    QFETCH(const double, alone);
    QFETCH(const double, behind);
    const DeviceProfile h200 = loadDeviceProfile("h200");
    Program program = stagedCopy(static_cast<std::uint64_t>(mebibytes) * MiB);
    const auto takes = [&](double expected) {
        const OperationTimes times = simulate(h200, program).back();
        const double us = static_cast<double>(times.end - times.start) / 1000;
        QVERIFY2(std::abs(us - expected) < 0.1 * expected, qPrintable(QString::number(us)));
    };
    takes(alone);
    program.operations.insert(program.operations.begin(), spin(0, 1, 0.9));
    takes(behind);
}

/// 2 MiB do not hold the host longer than their staging takes, and begin behind the first of two pieces.
void TestStagedCopies::theFirstPieceDoesNotWaitForTheSecond()
{
    const DeviceProfile h200 = loadDeviceProfile("h200");
    const OperationTimes one = simulate(h200, stagedCopy(MiB))[0], two = simulate(h200, stagedCopy(2 * MiB))[0];
    QVERIFY(std::abs(one.start - two.start) < 10'000);
    QVERIFY(two.returned - two.issue > 1.8 * static_cast<double>(one.returned - one.issue));
    QVERIFY(two.end > two.returned);
}

QTEST_GUILESS_MAIN(TestStagedCopies)
#include "tst_staged_copies.moc"
