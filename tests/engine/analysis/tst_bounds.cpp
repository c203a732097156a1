// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/analysis/analysis.h"
#include "engine/executors/timing/operation_times.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Bound, serial time and efficiency of small Programs, against figures worked out by hand.
class TestBounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNullStreamIsNoNeed();
    void smTimeIsNotTheUnionOfKernels();
    void halfAnSmIsShared_data();
    void halfAnSmIsShared();
    void mixedBlocksFitBesideEachOther();
    void unitsOfAnSmAreNotShared();
    void waitingForSmsIsNoWork();
    void chainsOfDataAreNeeded();
    void aSerialPipelineIsNotEfficient();
    void onlyKeptOrdersAreNeeded();
    void streamsOrderWhatNamesNoBuffers();
    void eventsOrderWhatNamesNoBuffers();
    void synchronisationsAreNoNeed();
    void theHostsWorkIsABound();
    void hostThreadsWorkBesideEachOther();
    void importedKernelsCountByTheirUnion();
    void gapsNameTheNullStream();

private:
    static RunAnalysis runOn(const DeviceProfile &profile, const Program &program);
    static double ms(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }
    static Operation sync();
    static std::string limitOf(const RunAnalysis &analysis);
};

RunAnalysis TestBounds::runOn(const DeviceProfile &profile, const Program &program)
{
    Recording recording;
    recording.device = profile.info;
    recording.timeline = makeTimeline(program, simulate(profile, program));
    recording.makespans.instrumented = recording.timeline.end();
    return analyze(recording, &program);
}

Operation TestBounds::sync()
{
    Operation op;
    op.kind = OperationKind::Sync;
    return op;
}

std::string TestBounds::limitOf(const RunAnalysis &analysis)
{
    for (const Finding &finding : analysis.findings)
        if (finding.id == "bound")
            return finding.text;
    return {};
}

/// Seven kernels of one SM each. The NULL stream separates those of two blocking streams: 7000 ms, which were called
/// the bound. On non-blocking streams the same work takes 3000 ms.
void TestBounds::theNullStreamIsNoNeed()
{
    Program program = emptyProgram(3);
    program.streams[2].kind = StreamKind::LegacyDefault;
    program.streams[2].nonBlocking = false;
    for (const int stream : {2, 0, 2, 1, 2, 0, 0})
        program.operations.push_back(spin(stream, 1, 1000));
    program.streams[0].nonBlocking = program.streams[1].nonBlocking = false;
    const DeviceProfile device = spinDevice(4);
    const RunAnalysis blocking = runOn(device, program);
    QCOMPARE(ms(blocking.summary.makespanNs), 7000.0);
    QCOMPARE(ms(blocking.summary.boundNs), 3000.0);
    program.streams[0].nonBlocking = program.streams[1].nonBlocking = true;
    const RunAnalysis free = runOn(device, program);
    QCOMPARE(ms(free.summary.makespanNs), 3000.0);
    QCOMPARE(free.summary.boundNs, blocking.summary.boundNs);
    QCOMPARE(ms(free.summary.serialNs), 7000.0);
}

/// One block after the other on a device with four SMs keeps a quarter of the SMs busy.
void TestBounds::smTimeIsNotTheUnionOfKernels()
{
    Program program = emptyProgram(8);
    for (int stream = 0; stream < 8; ++stream)
        program.operations.push_back(spin(stream, 1, 10));
    const RunAnalysis analysis = runOn(spinDevice(4), program);
    QCOMPARE(ms(analysis.summary.makespanNs), 20.0); // two rounds of four
    QCOMPARE(ms(analysis.summary.boundNs), 20.0);
    QCOMPARE(analysis.summary.boundBy, BoundBy::Multiprocessors);
    QVERIFY(limitOf(analysis).find("the SMs") != std::string::npos);
    program.connections = 1; // one hardware queue
    program.operations.resize(5);
    QCOMPARE(ms(runOn(spinDevice(4), program).summary.boundNs), 12.5); // 5 blocks on 4 SMs
}

/// A block that needs more than half of an SM takes all of it; four that need a quarter share it.
void TestBounds::halfAnSmIsShared_data()
{
    QTest::addColumn<int>("kiB");
    QTest::addColumn<double>("bound");
    QTest::newRow("more than half") << 118 << 40.0;
    QTest::newRow("half, less the reserve of 1 KiB") << 113 << 20.0;
    QTest::newRow("half, with the reserve more") << 114 << 40.0;
    QTest::newRow("a third") << 70 << 40.0 / 3;
    QTest::newRow("threads are the limit") << 0 << 5.0;
}

void TestBounds::halfAnSmIsShared()
{
    QFETCH(int, kiB);
    QFETCH(double, bound);
    Program program = emptyProgram(4);
    for (int stream = 0; stream < 4; ++stream) {
        program.operations.push_back(spin(stream, 6, 10));
        program.operations.back().kernel.own().sharedMemory = static_cast<std::uint32_t>(kiB) << 10;
    }
    DeviceProfile device = spinDevice(6);
    device.info.maxThreadsPerMultiprocessor = 2048;
    const Summary summary = runOn(device, program).summary;
    QVERIFY2(summary.boundNs <= summary.makespanNs, qPrintable(QString::number(ms(summary.makespanNs))));
    QVERIFY2(qAbs(ms(summary.boundNs) - std::max(bound, 10.0)) < 1e-5,
             qPrintable(QString::number(ms(summary.boundNs))));
}

/// Blocks with much shared memory and few threads run beside blocks with many threads: each fills another resource.
void TestBounds::mixedBlocksFitBesideEachOther()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 4, 10), spin(1, 4, 10)};
    program.operations[0].kernel.own().block = 32;
    program.operations[1].kernel.own().block = 1024;
    program.operations[1].kernel.own().sharedMemory = 0;
    const Summary summary = runOn(spinDevice(4), program).summary;
    QCOMPARE(ms(summary.makespanNs), 10.0);
    QCOMPARE(ms(summary.boundNs), 10.0); // not 15: a whole SM by shared memory, and half of one by threads
}

/// Kernels that compute add up where each fills the device, and not where they need different units.
void TestBounds::unitsOfAnSmAreNotShared()
{
    Program program = emptyProgram(2);
    program.operations = {chunkOf(kernel(0), 0), chunkOf(kernel(1), 1)};
    QCOMPARE(ms(runOn(unitDevice(), program).summary.boundNs), 2.0);
    program.operations[1].kernel.own().kind = KernelKind::Tensor;
    QCOMPARE(ms(runOn(unitDevice(), program).summary.boundNs), 1.0);
}

/// Two kernels of two waves each, side by side: each has its second wave when the other one lets it.
void TestBounds::waitingForSmsIsNoWork()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 6, 10), spin(1, 6, 10)};
    const Summary summary = runOn(spinDevice(4), program).summary;
    QCOMPARE(ms(summary.makespanNs), 30.0);
    QCOMPARE(ms(summary.serialNs), 40.0); // the spans are 20 and 20 or longer
    QCOMPARE(ms(summary.boundNs), 30.0);
    Program full = emptyProgram(3);
    full.operations = {spin(0, 3, 30), spin(1, 4, 10), spin(2, 1, 10)};
    QCOMPARE(ms(runOn(spinDevice(4), full).summary.serialNs), 50.0); // the second kernel has one SM for 30 ms
}

void TestBounds::chainsOfDataAreNeeded()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0), copyBack(0)};
    const RunAnalysis analysis = runOn(unitDevice(), program);
    QCOMPARE(ms(analysis.summary.boundNs), 3.0);
    QCOMPARE(analysis.summary.boundBy, BoundBy::Chain);
    QCOMPARE(analysis.summary.boundChain.operations, 3);
    QVERIFY(!analysis.summary.boundChain.byOrder);
    QCOMPARE(analysis.devices.at(0).boundNs, analysis.summary.boundNs); // the Overlap tab says what the bar says
    QVERIFY(limitOf(analysis).find("a chain of 3 operations") != std::string::npos);
}

/// Chunks one after the other, with the host waiting behind each: they need nothing of each other.
void TestBounds::aSerialPipelineIsNotEfficient()
{
    Program program = emptyProgram(1);
    for (int chunk = 0; chunk < 4; ++chunk)
        for (const Operation &operation : {copyIn(0), kernel(0), copyBack(0), sync()})
            program.operations.push_back(chunkOf(operation, chunk));
    const RunAnalysis analysis = runOn(unitDevice(), program);
    QCOMPARE(ms(analysis.summary.makespanNs), 12.0);
    QCOMPARE(ms(analysis.summary.boundNs), 4.0);
    for (Operation &operation : program.operations) // one buffer for all: a copy overwrites what others still use
        operation = chunkOf(operation, 0);
    QCOMPARE(ms(runOn(unitDevice(), program).summary.boundNs), 12.0);
}

/// Two streams that race for one buffer: nobody knows which order is meant.
void TestBounds::onlyKeptOrdersAreNeeded()
{
    Program program = emptyProgram(2);
    for (int stream = 0; stream < 2; ++stream)
        for (const Operation &operation : {copyIn(stream), kernel(stream)})
            program.operations.push_back(operation);
    const Summary summary = runOn(unitDevice(), program).summary;
    QCOMPARE(ms(summary.makespanNs), 3.0); // the second copy overwrites what the first kernel works on
    QCOMPARE(ms(summary.boundNs), 2.0);
}

void TestBounds::streamsOrderWhatNamesNoBuffers()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 10), spin(0, 1, 10), spin(1, 1, 10)};
    const RunAnalysis analysis = runOn(spinDevice(4), program);
    QCOMPARE(ms(analysis.summary.boundNs), 20.0);
    QVERIFY(analysis.summary.boundChain.byOrder);
    QVERIFY2(limitOf(analysis).find("counts as needed") != std::string::npos, limitOf(analysis).c_str());
    program.operations = {chunkOf(copyIn(0), 0), spin(0, 1, 1), chunkOf(copyBack(0), 1)};
    QCOMPARE(runOn(unitDevice(), program).summary.boundChain.operations,
             3); // the kernel may need one, and serve the other
}

void TestBounds::eventsOrderWhatNamesNoBuffers()
{
    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {spin(0, 1, 10), record(0, 0), wait(1, 0), spin(1, 1, 10)};
    QCOMPARE(ms(runOn(spinDevice(4), program).summary.boundNs), 20.0);
    program.operations = {chunkOf(copyIn(0), 0), record(0, 0), wait(1, 0), chunkOf(copyBack(1), 1)};
    QCOMPARE(ms(runOn(unitDevice(), program).summary.boundNs), 1.0);
}

/// The host could issue the second kernel and do its work without waiting.
void TestBounds::synchronisationsAreNoNeed()
{
    Operation work;
    work.kind = OperationKind::HostWork;
    work.durationNs = 10'000'000;
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 10), sync(), work, spin(1, 1, 10), sync()};
    const Summary summary = runOn(spinDevice(4), program).summary;
    QCOMPARE(ms(summary.makespanNs), 30.0);
    QCOMPARE(ms(summary.boundNs), 10.0);
}

void TestBounds::theHostsWorkIsABound()
{
    Operation work;
    work.kind = OperationKind::HostWork;
    work.durationNs = 10'000'000;
    Program program = emptyProgram(1);
    program.operations = {spin(0, 1, 10), work, work, work};
    const RunAnalysis analysis = runOn(spinDevice(4), program);
    QCOMPARE(ms(analysis.summary.boundNs), 30.0);
    QCOMPARE(analysis.summary.boundBy, BoundBy::Host);
    QCOMPARE(ms(analysis.devices.at(0).boundNs), 10.0); // the device's own

    DeviceProfile slowCalls = spinDevice(4);
    slowCalls.host.kernelLaunchNs = 1e6;
    program.operations.assign(40, spin(0, 1, 0.1));
    QCOMPARE(ms(runOn(slowCalls, program).summary.boundNs), 40.0);
}

/// The bound is the longest thread's work, not the sum over the threads.
void TestBounds::hostThreadsWorkBesideEachOther()
{
    Operation work;
    work.kind = OperationKind::HostWork;
    work.durationNs = 10'000'000;
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 1), work, work, onThread(1, work), onThread(1, work), onThread(1, work)};
    const Summary works = runOn(spinDevice(4), program).summary;
    QCOMPARE(ms(works.boundNs), 30.0);
    QCOMPARE(works.boundBy, BoundBy::Host);
    QVERIFY(works.boundNs <= works.makespanNs);

    DeviceProfile slowCalls = spinDevice(4);
    slowCalls.host.kernelLaunchNs = 1e6;
    program.operations.assign(20, spin(0, 1, 0.1));
    for (int i = 0; i < 30; ++i)
        program.operations.push_back(onThread(1, spin(1, 1, 0.1)));
    const Summary calls = runOn(slowCalls, program).summary;
    QCOMPARE(ms(calls.boundNs), 30.0);
    QVERIFY(calls.boundNs <= calls.makespanNs);
}

/// A file does not say how many SMs a kernel takes.
void TestBounds::importedKernelsCountByTheirUnion()
{
    Program program = emptyProgram(2);
    program.operations = {spin(0, 1, 10), spin(1, 1, 10)};
    const DeviceProfile device = spinDevice(4);
    Recording recording;
    recording.device = device.info;
    recording.timeline = makeTimeline(program, simulate(device, program));
    recording.makespans.instrumented = recording.timeline.end();
    const RunAnalysis analysis = analyze(recording, nullptr);
    QCOMPARE(ms(analysis.summary.boundNs), 10.0);
    QCOMPARE(analysis.summary.boundBy, BoundBy::Kernels);
    QVERIFY(limitOf(analysis).find("does not say how many SMs") != std::string::npos);
}

/// 4.5 ms between two kernels of a blocking stream were called launch.
void TestBounds::gapsNameTheNullStream()
{
    Program program = emptyProgram(3);
    program.streams[0].nonBlocking = program.streams[1].nonBlocking = program.streams[2].nonBlocking = false;
    program.streams[2].kind = StreamKind::LegacyDefault;
    program.operations = {spin(0, 1, 1), spin(1, 1, 5), spin(2, 1, 0.5), spin(0, 1, 1), spin(2, 1, 1)};
    program.operations[2].name = "library kernel";
    const RunAnalysis analysis = runOn(spinDevice(4), program);
    const auto gapOf = [&](const char *stream, GapCause cause) {
        return ms(analysis.devices.at(0).streams.at(stream).gapsNs[static_cast<std::size_t>(cause)]);
    };
    QCOMPARE(gapOf("0", GapCause::DefaultStream), 4.5); // 4 ms for the other stream's kernel, 0.5 for the NULL stream's
    QCOMPARE(gapOf("0", GapCause::Launch), 0.0);
    QCOMPARE(gapOf("2", GapCause::DefaultStream), 1.0); // the NULL stream waits for the kernel between its own
    QCOMPARE(analysis.devices.at(0).barrier, std::string("library kernel"));
    const auto told = [](const RunAnalysis &run) {
        return std::any_of(run.findings.begin(), run.findings.end(), [](const Finding &finding) {
            return finding.id == "null-stream" && finding.text.find("library kernel") != std::string::npos;
        });
    };
    QVERIFY(told(analysis));
    program.streams[0].nonBlocking = program.streams[1].nonBlocking = true;
    QVERIFY(!told(runOn(spinDevice(4), program)));
}

QTEST_GUILESS_MAIN(TestBounds)
#include "tst_bounds.moc"
