// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/program/errors.h"

#include <QtTest>

#include <random>

using namespace streamscope;
using namespace streamscope::test;

/// Undisturbed waves are skipped. This must change only the number of events.
class TestSkippedWaves : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timesStayTheSame_data();
    void timesStayTheSame();
    void hugeGridsTakeFewEvents_data();
    void hugeGridsTakeFewEvents();
    void timesBeyondDecadesAreRefused();
};

namespace {

/// Kernels of many waves on some streams and devices, with copies, events and host work in between, whose lengths often
/// meet at one time.
class WavyProgram
{
public:
    explicit WavyProgram(unsigned seed) : m_random(seed), m_program(emptyProgram(1 + pick(6)))
    {
        m_program.events = {"a", "b"};
        for (Stream &stream : m_program.streams) {
            stream.priority = -pick(3);
            stream.device = pick(3) == 0 ? pick(3) : 0;
        }
        const int count = 3 + pick(25);
        for (int i = 0; i < count; ++i)
            m_program.operations.push_back(operation());
    }
    const Program &program() const { return m_program; }

    DeviceProfile device()
    {
        const char *const names[] = {"h200", "k20c", "c2050", "unit"};
        const int kind = pick(6);
        DeviceProfile profile = kind < 4 ? loadDeviceProfile(names[kind]) : spinDevice(1 + pick(20));
        profile.links.devices = 3;
        if (kind == 5)
            profile.compute.blockGapNs = pick(3);
        if (pick(3) == 0)
            profile.compute.waitingQueueNs = 500;
        return profile;
    }

private:
    int pick(int choices) { return static_cast<int>(m_random() % static_cast<unsigned>(choices)); }

    Operation operation()
    {
        const int stream = pick(static_cast<int>(m_program.streams.size()));
        switch (pick(9)) {
        case 0:
            return copyIn(stream);
        case 1:
            return record(stream, pick(2));
        case 2:
            return wait(stream, pick(2));
        case 3: {
            Operation work;
            work.kind = OperationKind::HostWork;
            work.durationNs = 1000 * pick(200);
            return work;
        }
        default:
            break;
        }
        constexpr std::int64_t lengths[] = {0, 1, 2, 3, 500, 1000, 1000, 3000, 10'000, 12'345};
        Operation op = spin(stream, 1U + static_cast<std::uint32_t>(pick(pick(2) == 0 ? 30 : 3000)), 0);
        op.durationNs = lengths[pick(10)];
        op.kernel.own().sharedMemory = static_cast<std::uint32_t>(pick(5)) * (20U << 10U);
        op.kernel.own().block = 32U << static_cast<unsigned>(pick(6));
        return op;
    }

    std::mt19937 m_random;
    Program m_program;
};

bool operator==(const OperationTimes &a, const OperationTimes &b)
{
    return a.issue == b.issue && a.ready == b.ready && a.start == b.start && a.end == b.end && a.returned == b.returned;
}

} // namespace

void TestSkippedWaves::timesStayTheSame_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 50; ++seed)
        QTest::addRow("%u", seed) << seed;
}

/// Twenty Programs for each row.
void TestSkippedWaves::timesStayTheSame()
{
    QFETCH(unsigned, seed);
    SimulationOptions eachAnEvent;
    eachAnEvent.skipsWaves = false;
    for (unsigned i = 0; i < 20; ++i) {
        WavyProgram random(seed * 1000 + i);
        const DeviceProfile device = random.device();
        const auto skipped = Simulation(device, random.program()).run({}).all();
        const auto each = Simulation(device, random.program(), eachAnEvent).run({}).all();
        for (std::size_t operation = 0; operation < each.size(); ++operation)
            QVERIFY2(skipped[operation] == each[operation],
                     qPrintable(QStringLiteral("program %1, operation %2").arg(seed * 1000 + i).arg(operation)));
    }
}

void TestSkippedWaves::hugeGridsTakeFewEvents_data()
{
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("streams");
    QTest::addColumn<std::int64_t>("blockNs");
    QTest::newRow("alone") << 1 << 1 << std::int64_t{1000};
    QTest::newRow("beside others") << 1 << 8 << std::int64_t{1000};
    QTest::newRow("on each device") << 8 << 16 << std::int64_t{1000};
    QTest::newRow("of no length") << 1 << 4 << std::int64_t{0};
}

/// A billion blocks of each kernel, one on an SM at a time, beside kernels that begin and end in between.
void TestSkippedWaves::hugeGridsTakeFewEvents()
{
    QFETCH(int, devices);
    QFETCH(int, streams);
    QFETCH(std::int64_t, blockNs);
    Program program = emptyProgram(streams);
    for (int i = 0; i < streams; ++i) {
        program.streams[static_cast<std::size_t>(i)].device = i % devices;
        for (int j = 0; j < 3; ++j) {
            Operation op = spin(i, j == 1 ? 7 : 1'000'000'000, 0);
            op.durationNs = blockNs + 10 * (j + i);
            program.operations.push_back(op);
        }
    }
    DeviceProfile device = loadDeviceProfile("h200");
    device.links.devices = devices;
    SimulationOptions options;
    options.maxEvents = 200'000;
    const auto times = Simulation(device, program, options).run({}).all();
    // What is the last to end has no other beside it and so keeps the pace of its waves.
    QVERIFY(makespanMs(times) > 1000.0 * static_cast<double>(blockNs) / 1e6);
}

/// Blocks, bytes and multiply-adds that would overflow the clock.
void TestSkippedWaves::timesBeyondDecadesAreRefused()
{
    Program program = emptyProgram(1);
    program.buffers[0].bytes = program.buffers[1].bytes = std::uint64_t{1} << 50;
    Operation copy = copyIn(0), endless = kernel(0);
    copy.bytes = copy.reads[0].bytes = copy.writes[0].bytes = std::uint64_t{1} << 50;
    endless.kernel.own().elements = std::uint64_t{1} << 48;
    endless.kernel.own().workPerElement = 1 << 30;
    DeviceProfile slow = spinDevice(1);
    slow.copies.h2d.pinned.bandwidth = {{1.0, 1000.0}};
    slow.compute.fmaPerSecond = 1000;
    for (const Operation &operation : {spin(0, 2'147'483'647, 1e6), copy, endless}) {
        program.operations = {operation};
        try {
            simulate(slow, program);
            QFAIL("not refused");
        } catch (const RunError &error) {
            QVERIFY2(QByteArray(error.what()).contains("100 days"), error.what());
        }
    }
}

QTEST_GUILESS_MAIN(TestSkippedWaves)
#include "tst_skipped_waves.moc"
