// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/device/device_profile.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Small pageable copies to an H200 go with the driver's commands and need no engine (docs/measurements/host-calls.md).
class TestCopiesWithCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passTheEngine_data();
    void passTheEngine();
    void takeTheirTimes();
    void waitForTheirStream();
    void aGraphsNeedTheEngine();
    void theSecondCallOfARun();
};

namespace {

constexpr std::uint64_t large = 8 << 20;

/// 8 MiB of pinned memory to the device on one stream, and behind 30 us of the host pageable memory on another one.
Program besideLargeCopy(std::uint64_t bytes, OperationKind largeKind = OperationKind::H2D)
{
    Program program = emptyProgram(2);
    program.buffers = {{"large", BufferPlace::Host, HostMemory::Pinned, 0, large},
                       {"device", BufferPlace::Device, HostMemory::Pinned, 0, large},
                       {"small", BufferPlace::Host, HostMemory::Pageable, 0, large}};
    Operation first = largeKind == OperationKind::H2D ? copyIn(0) : copyBack(0);
    first.bytes = first.reads[0].bytes = first.writes[0].bytes = large;
    Operation work;
    work.kind = OperationKind::HostWork;
    work.stream = Operation::none;
    work.durationNs = 30'000;
    Operation small = copyIn(1);
    small.bytes = small.writes[0].bytes = bytes;
    small.reads = {{2, 0, bytes}};
    program.operations = {first, work, small};
    return program;
}

double tookUs(const OperationTimes &times)
{
    return static_cast<double>(times.end - times.start) / 1000;
}

} // namespace

void TestCopiesWithCommands::passTheEngine_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("passes");
    for (const int bytes : {4096, 16384, 32768, 65536, 65537, 131072})
        QTest::addRow("%d bytes", bytes) << bytes << (bytes <= 65536);
}

void TestCopiesWithCommands::passTheEngine()
{
    QFETCH(const int, bytes);
    QFETCH(const bool, passes);
    const auto times = simulate(loadDeviceProfile("h200"), besideLargeCopy(static_cast<std::uint64_t>(bytes)));
    QCOMPARE(times[2].end < times[0].end, passes);
    QCOMPARE(times[2].start >= times[0].end, !passes);
}

/// 5.7 us alone, 7.4 beside a copy to the host and 17.5 beside one to the device.
void TestCopiesWithCommands::takeTheirTimes()
{
    const DeviceProfile h200 = loadDeviceProfile("h200");
    const double beside = tookUs(simulate(h200, besideLargeCopy(65536))[2]),
                 otherWay = tookUs(simulate(h200, besideLargeCopy(65536, OperationKind::D2H))[2]),
                 tiny = tookUs(simulate(h200, besideLargeCopy(4096))[2]);
    QVERIFY2(beside > 15 && beside < 19, qPrintable(QString::number(beside)));
    QVERIFY2(otherWay > 4.5 && otherWay < 7.5, qPrintable(QString::number(otherWay)));
    QVERIFY2(tiny > 3 && tiny < 5, qPrintable(QString::number(tiny)));
}

void TestCopiesWithCommands::waitForTheirStream()
{
    Program program = besideLargeCopy(65536);
    program.operations.insert(program.operations.begin(), spin(1, 1, 0.06));
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QVERIFY(times[3].start >= times[0].end);
    QVERIFY(times[3].end < times[1].end);
}

void TestCopiesWithCommands::aGraphsNeedTheEngine()
{
    Program program = besideLargeCopy(65536);
    program.operations.erase(program.operations.begin() + 1); // no work of the host in a graph
    program.submission = Submission::Graph;
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QVERIFY(times[1].start >= times[0].end || times[0].start >= times[1].end);
}

/// 16 KiB of pinned memory right behind the large copy's call: they took 4.6 us beside it on three H200s, from 10 us
/// behind its begin on, in each of 15 runs.
void TestCopiesWithCommands::theSecondCallOfARun()
{
    Program program = besideLargeCopy(16384);
    program.buffers[2].hostMemory = HostMemory::Pinned;
    program.operations.erase(program.operations.begin() + 1);
    const auto times = simulate(loadDeviceProfile("h200"), program);
    QVERIFY(times[1].end < times[0].end);
    QVERIFY2(std::abs(tookUs(times[1]) - 4.6) < 2, qPrintable(QString::number(tookUs(times[1]))));
}

QTEST_GUILESS_MAIN(TestCopiesWithCommands)
#include "tst_copies_with_commands.moc"
