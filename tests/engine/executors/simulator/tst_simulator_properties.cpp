// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include <QtTest>

#include <random>

using namespace streamscope;
using namespace streamscope::test;

/// What holds for every Program, tried on random ones with fixed seeds.
class TestSimulatorProperties : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRunKeepsTheRules_data();
    void everyRunKeepsTheRules();
    void doubledTimesDoubleTheMakespan_data();
    void doubledTimesDoubleTheMakespan();
    void neverLongerThanTheSumOfParts_data();
    void neverLongerThanTheSumOfParts();
    void sameBytesTwice();
};

namespace {

constexpr int seeds = 60;

void seedRows()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= seeds; ++seed)
        QTest::addRow("%u", seed) << seed;
}

/// Copies, kernels, memsets, events, host work, host functions and synchronisations on some streams of all kinds.
class RandomProgram
{
public:
    explicit RandomProgram(unsigned seed) : m_random(seed), m_program(emptyProgram(1 + pick(6)))
    {
        m_program.buffers[0].bytes = m_program.buffers[1].bytes = std::uint64_t{64} << 20;
        m_program.buffers.push_back({"pageable", BufferPlace::Host, HostMemory::Pageable, 0, std::uint64_t{64} << 20});
        for (Stream &stream : m_program.streams) {
            stream.nonBlocking = pick(2) == 0;
            stream.priority = -pick(6);
        }
        if (pick(3) == 0)
            m_program.streams.back().kind = StreamKind::LegacyDefault;
        for (int i = 0; i < 4; ++i)
            m_program.events.push_back(std::to_string(i));
        const int count = 20 + pick(100);
        for (int i = 0; i < count; ++i)
            m_program.operations.push_back(operation());
        const int submission = pick(4);
        if (submission == 3 && findProblems(gated()).empty())
            m_program.submission = Submission::Gated;
    }
    const Program &program() const { return m_program; }

private:
    int pick(int choices) { return static_cast<int>(m_random() % static_cast<unsigned>(choices)); }
    Program gated() const
    {
        Program program = m_program;
        program.submission = Submission::Gated;
        return program;
    }

    Operation copy(int stream)
    {
        Operation op = pick(2) == 0 ? copyIn(stream) : copyBack(stream);
        op.bytes = op.reads[0].bytes = op.writes[0].bytes = std::uint64_t{1} << (10 + pick(15));
        if (pick(8) == 0)
            (op.kind == OperationKind::H2D ? op.reads : op.writes)[0].buffer = 2;
        return op;
    }

    Operation operation()
    {
        const int stream = pick(static_cast<int>(m_program.streams.size()));
        Operation op = kernel(stream);
        switch (pick(10)) {
        case 0:
        case 1:
        case 2:
            return copy(stream);
        case 3:
            return record(stream, pick(4));
        case 4:
            return wait(stream, pick(4));
        case 5:
            op = spin(stream, 1 + static_cast<std::uint32_t>(pick(400)), 0.001 * (1 + pick(300)));
            op.kernel.own().sharedMemory = static_cast<std::uint32_t>(pick(3)) * (60U << 10U);
            return op;
        case 6:
            op.kind = pick(2) == 0 ? OperationKind::HostFunction : OperationKind::Memset;
            op.bytes = 1 << 20;
            op.durationNs = 1000 * pick(100);
            return op;
        case 7:
            op.kind = pick(2) == 0 ? OperationKind::Sync : OperationKind::HostWork;
            if (op.kind == OperationKind::HostWork)
                op.stream = Operation::none;
            op.syncScope = static_cast<SyncScope>(pick(3));
            op.event = pick(4);
            op.durationNs = 1000 * pick(50);
            return op;
        default:
            op.kernel.own().elements = std::uint64_t{1} << (8 + pick(16));
            op.kernel.own().workPerElement = pick(200);
            return op;
        }
    }

    std::mt19937 m_random;
    Program m_program;
};

/// The copies of one direction, by start, do not overlap.
bool mayGoWithCommands(const Program &program, const Operation &operation)
{
    const bool pageable = program.hostMemoryOf(operation) == HostMemory::Pageable;
    const std::uint64_t kibibytes = pageable ? 64 : 24;
    return operation.kind == OperationKind::H2D && operation.bytes <= kibibytes << 10;
}

/// A pageable copy of several pieces leaves room for others between them.
bool goesInPieces(const Program &program, const Operation &copy)
{
    constexpr std::uint64_t piece = 512 << 10;
    return program.hostMemoryOf(copy) == HostMemory::Pageable && copy.bytes > piece;
}

/// By an engine. What may go with the commands needs none.
bool servedOneByOne(const Program &program, const std::vector<OperationTimes> &times, OperationKind kind)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> busy;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (program.operations[i].kind == kind && !mayGoWithCommands(program, program.operations[i])
            && !goesInPieces(program, program.operations[i]))
            busy.emplace_back(times[i].start, times[i].end);
    std::sort(busy.begin(), busy.end());
    for (std::size_t i = 1; i < busy.size(); ++i)
        if (busy[i].first < busy[i - 1].second)
            return false;
    return true;
}

int maxKernelsAtOnce(const Program &program, const std::vector<OperationTimes> &times)
{
    std::vector<std::pair<std::int64_t, int>> changes;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (program.operations[i].kind == OperationKind::Kernel) {
            changes.emplace_back(times[i].start, 1);
            changes.emplace_back(times[i].end, -1);
        }
    std::sort(changes.begin(), changes.end());
    int now = 0, most = 0;
    for (const auto &[time, by] : changes)
        most = std::max(most, now += by);
    return most;
}

void scale(CopyCost &cost, double by)
{
    cost.latencyNs *= by;
    for (CopyCost::Point &point : cost.bandwidth)
        point.bytesPerSecond /= by;
}

/// The same device, `by` times as slow in everything.
DeviceProfile slower(DeviceProfile profile, double by)
{
    for (DirectionCosts *costs : {&profile.copies.h2d, &profile.copies.d2h})
        for (CopyCost *cost : {&costs->pageable, &costs->pinned, &costs->writeCombined, &costs->registered})
            scale(*cost, by);
    scale(profile.copies.d2d, by);
    auto &host = profile.host;
    auto &copies = profile.copies;
    auto &compute = profile.compute;
    for (double *time : {&host.kernelLaunchNs,
                         &host.streamSwitchNs,
                         &host.copyNs,
                         &host.eventNs,
                         &host.syncNs,
                         &host.functionNs,
                         &host.nextFunctionNs,
                         &copies.h2d.chainedLatencyNs,
                         &copies.d2h.chainedLatencyNs,
                         &copies.startNs,
                         &copies.startBehindKernelNs,
                         &copies.startBehindCopyNs,
                         &copies.joinNs,
                         &copies.queuedStartNs,
                         &copies.besideStartNs,
                         &copies.semaphoreRetryNs,
                         &copies.loadedLatencyNs,
                         &host.forkNs,
                         &host.joinNs,
                         &copies.waitingChannelNs,
                         &compute.kernelStartNs,
                         &compute.queuedKernelStartNs,
                         &compute.launchedKernelStartNs,
                         &compute.crossKernelStartNs,
                         &compute.dispatchNs,
                         &compute.releaseNs,
                         &compute.waitingQueueNs,
                         &compute.blockGapNs,
                         &compute.blockStartNs,
                         &compute.kernelFixedNs,
                         &compute.memoryLatencyNs,
                         &compute.uncachedLatencyNs,
                         &compute.fmaLatencyNs})
        *time *= by;
    scale(compute.memset, by);
    compute.fmaPerSecond /= by;
    for (auto &rate : compute.memoryRate)
        rate.bytesPerSecond /= by;
    return profile;
}

Program slower(Program program, std::int64_t by)
{
    for (Operation &operation : program.operations)
        operation.durationNs *= by;
    return program;
}

} // namespace

void TestSimulatorProperties::everyRunKeepsTheRules_data()
{
    seedRows();
}

void TestSimulatorProperties::everyRunKeepsTheRules()
{
    QFETCH(unsigned, seed);
    const RandomProgram random(seed);
    const Program &program = random.program();
    QVERIFY(findProblems(program).empty());
    const DeviceProfile profile = loadDeviceProfile(seed % 4 == 0 ? "k20c" : seed % 4 == 1 ? "c2050" : "h200");
    const auto times = simulate(profile, program);
    const auto predecessors = streamPredecessors(program);
    const auto awaited = awaitedRecords(program);
    for (std::size_t i = 0; i < times.size(); ++i) {
        QVERIFY(times[i].issue >= 0 && times[i].issue <= times[i].ready && times[i].ready <= times[i].start);
        QVERIFY(times[i].start <= times[i].end);
        for (const std::int32_t earlier : {predecessors[i], awaited[i]})
            if (earlier >= 0)
                QVERIFY(times[i].ready >= times[static_cast<std::size_t>(earlier)].end);
        if (i > 0 && program.submission == Submission::Live)
            QVERIFY(times[i].issue >= times[i - 1].issue);
    }
    QVERIFY(servedOneByOne(program, times, OperationKind::H2D));
    QVERIFY(servedOneByOne(program, times, OperationKind::D2H));
    QVERIFY(maxKernelsAtOnce(program, times) <= profile.compute.maxResidentKernels);
}

void TestSimulatorProperties::doubledTimesDoubleTheMakespan_data()
{
    seedRows();
}

void TestSimulatorProperties::doubledTimesDoubleTheMakespan()
{
    QFETCH(unsigned, seed);
    const RandomProgram random(seed);
    DeviceProfile profile = loadDeviceProfile("h200");
    profile.host.functionNs = 0; // how long a thread takes to wake up is no multiple of how long it slept
    const double once = makespanMs(simulate(profile, random.program()));
    const double twice = makespanMs(simulate(slower(profile, 2), slower(random.program(), 2)));
    // Times are whole nanoseconds: a rounding may turn a tie, and with it one look. A few figures of looks do not
    // scale.
    QVERIFY2(std::abs(twice / once - 2) < 0.06, qPrintable(QString::number(twice / once)));
}

void TestSimulatorProperties::neverLongerThanTheSumOfParts_data()
{
    seedRows();
}

/// With or without any one of its dependencies a Program takes no longer than everything one after the other.
void TestSimulatorProperties::neverLongerThanTheSumOfParts()
{
    QFETCH(unsigned, seed);
    const RandomProgram random(seed);
    DeviceProfile profile = unitDevice();
    Program program = random.program();
    for (Operation &operation : program.operations)
        operation.durationNs = 1'000'000;
    const double sum = static_cast<double>(program.operations.size()); // of 1 ms each at most
    QVERIFY(makespanMs(simulate(profile, program)) <= sum);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        if (program.operations[i].kind != OperationKind::EventWait)
            continue;
        Program without = program;
        without.operations.erase(without.operations.begin() + static_cast<std::ptrdiff_t>(i));
        QVERIFY(makespanMs(simulate(profile, without)) <= sum);
    }
}

void TestSimulatorProperties::sameBytesTwice()
{
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        const RandomProgram random(seed);
        const DeviceProfile profile = loadDeviceProfile("h200");
        const auto a = simulate(profile, random.program()), b = simulate(profile, random.program());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(a[i].issue == b[i].issue && a[i].ready == b[i].ready && a[i].start == b[i].start
                    && a[i].end == b[i].end && a[i].returned == b[i].returned);
    }
}

QTEST_GUILESS_MAIN(TestSimulatorProperties)
#include "tst_simulator_properties.moc"
