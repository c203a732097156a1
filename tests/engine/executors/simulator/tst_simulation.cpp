// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// The rules of the simulator against published and computed figures (scheduling notes, golden rows GT1–GT5,
/// GT11–GT20).
class TestSimulation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void seedExample_data();
    void seedExample();
    void publishedOrdersInUnits_data();
    void publishedOrdersInUnits();
    void publishedMilliseconds_data();
    void publishedMilliseconds();
    void hardwareQueues_data();
    void hardwareQueues();
    void h200Pipeline_data();
    void h200Pipeline();
    void copiesOfOneDirectionSerialise();
    void directionsSlowEachOther();
    void pageableCopyHoldsTheHost();
    void smallPageableCopyDoesNot();
    void eventsOrderStreams();
    void waitOnUnrecordedEventPasses();
    void priorityDecidesWhoGoesFirst();
    void smallKernelsRunTogether();
    void streamsKeepTheirOrder();
    void sameRunTwice();
    void stopsInTheMiddleOfARun();

private:
    static Program pipeline(std::int64_t bytes, int chunks, int streams, const std::string &order, int work = 64,
                            const std::string &memory = "pinned");
};

Program TestSimulation::pipeline(std::int64_t bytes, int chunks, int streams, const std::string &order, int work,
                                 const std::string &memory)
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    Parameters values = experiment->defaults();
    values.set("bytes", bytes);
    values.set("chunks", std::int64_t{chunks});
    values.set("streams", std::int64_t{streams});
    values.set("issue_order", order);
    values.set("kernel_work", std::int64_t{work});
    values.set("host_memory", memory);
    return experiment->build(values);
}

void TestSimulation::seedExample_data()
{
    QTest::addColumn<int>("streams");
    QTest::addColumn<QString>("order");
    QTest::addColumn<double>("ms");
    QTest::newRow("serial") << 2 << "serial" << 6.0;
    QTest::newRow("one stream") << 1 << "depth-first" << 6.0;
    QTest::newRow("two streams") << 2 << "depth-first" << 4.0;
    QTest::newRow("two streams, breadth") << 2 << "breadth-first" << 4.0;
}

void TestSimulation::seedExample()
{
    QFETCH(int, streams);
    QFETCH(QString, order);
    QFETCH(double, ms);
    QCOMPARE(makespanMs(simulate(unitDevice(), pipeline(2 << 20, 2, streams, order.toStdString()))), ms);
}

void TestSimulation::publishedOrdersInUnits_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("order");
    QTest::addColumn<double>("units");
    QTest::newRow("GT1 C1060 sequential") << "c1060"
                                          << "serial" << 12.0;
    QTest::newRow("GT1 C1060 V1") << "c1060"
                                  << "depth-first" << 12.0;
    QTest::newRow("GT1b C1060 V2") << "c1060"
                                   << "breadth-first" << 8.0;
    QTest::newRow("GT2 C2050 V1") << "c2050"
                                  << "depth-first" << 6.0;
    QTest::newRow("GT2b C2050 V2") << "c2050"
                                   << "breadth-first" << 9.0;
    QTest::newRow("GT3 K20c V1") << "k20c"
                                 << "depth-first" << 6.0;
    QTest::newRow("GT3 K20c V2") << "k20c"
                                 << "breadth-first" << 6.0;
}

void TestSimulation::publishedOrdersInUnits()
{
    QFETCH(QString, device);
    QFETCH(QString, order);
    QFETCH(double, units);
    QCOMPARE(makespanMs(simulate(inUnits(device.toStdString()), pipeline(16 << 20, 4, 4, order.toStdString()))), units);
}

void TestSimulation::publishedMilliseconds_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("order");
    QTest::addColumn<double>("published");
    const auto row = [](const char *device, double sequential, double v1, double v2) {
        QTest::addRow("%s sequential", device) << device << "serial" << sequential;
        QTest::addRow("%s V1", device) << device << "depth-first" << v1;
        QTest::addRow("%s V2", device) << device << "breadth-first" << v2;
    };
    row("c1060", 12.92381, 13.63690, 8.84588);
    row("c2050", 9.984512, 5.735584, 7.597984);
    row("k20c", 7.101760, 3.974144, 3.967616);
}

void TestSimulation::publishedMilliseconds()
{
    QFETCH(QString, device);
    QFETCH(QString, order);
    QFETCH(double, published);
    const double ms =
        makespanMs(simulate(loadDeviceProfile(device.toStdString()), pipeline(16 << 20, 4, 4, order.toStdString())));
    QVERIFY2(std::abs(ms / published - 1) <= 0.15, qPrintable(QString::number(ms)));
}

void TestSimulation::hardwareQueues_data()
{
    QTest::addColumn<int>("queues");
    QTest::addColumn<double>("units");
    const std::vector<std::pair<int, double>> rows{{1, 33}, {2, 17}, {4, 9}, {8, 5}, {16, 3}, {32, 2}};
    for (const auto &[queues, units] : rows)
        QTest::addRow("GT5 %d queues", queues) << queues << units;
}

void TestSimulation::hardwareQueues()
{
    QFETCH(int, queues);
    QFETCH(double, units);
    DeviceProfile profile = unitDevice();
    profile.compute.hardwareQueues = queues;
    profile.info.multiprocessors = 132;
    Program program = emptyProgram(32);
    for (int stream = 0; stream < 32; ++stream)
        for (int i = 0; i < 2; ++i) {
            Operation op = kernel(stream);
            op.kernel.own().grid = 1;
            op.kernel.own().block = 1;
            program.operations.push_back(op);
        }
    QCOMPARE(makespanMs(simulate(profile, program)), units);
}

void TestSimulation::h200Pipeline_data()
{
    QTest::addColumn<int>("chunks");
    QTest::addColumn<QString>("order");
    QTest::addColumn<double>("measured"); // ms, on an H200, 256 MiB, 4 streams, pinned, 64 FMA per element
    QTest::addColumn<double>("tolerance");
    QTest::newRow("GT15 1") << 1 << "depth-first" << 9.952 << 0.01;
    QTest::newRow("GT15 4") << 4 << "depth-first" << 6.502 << 0.02;
    QTest::newRow("GT15 16") << 16 << "depth-first" << 5.705 << 0.02;
    QTest::newRow("GT15 64") << 64 << "depth-first" << 5.815 << 0.045;
    QTest::newRow("GT16 4") << 4 << "breadth-first" << 6.524 << 0.02;
    QTest::newRow("GT17 16") << 16 << "breadth-first" << 6.654 << 0.025;
    QTest::newRow("GT18 64") << 64 << "breadth-first" << 7.020 << 0.045;
    QTest::newRow("GT20 1") << 1 << "serial" << 9.945 << 0.01;
    QTest::newRow("GT20 16") << 16 << "serial" << 10.322 << 0.01;
    QTest::newRow("GT20 64") << 64 << "serial" << 11.272 << 0.01;
}

void TestSimulation::h200Pipeline()
{
    QFETCH(int, chunks);
    QFETCH(QString, order);
    QFETCH(double, measured);
    QFETCH(double, tolerance);
    const double ms =
        makespanMs(simulate(loadDeviceProfile("h200"), pipeline(256 << 20, chunks, 4, order.toStdString())));
    QVERIFY2(std::abs(ms / measured - 1) <= tolerance, qPrintable(QString::number(ms)));
}

void TestSimulation::copiesOfOneDirectionSerialise()
{
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyIn(1)};
    const auto times = simulate(unitDevice(), program);
    QCOMPARE(times[0].end, std::int64_t{1'000'000});
    QCOMPARE(times[1].ready, std::int64_t{0}); // its stream had reached it: it waits for the engine
    QCOMPARE(times[1].start, std::int64_t{1'000'000});
}

void TestSimulation::directionsSlowEachOther()
{
    DeviceProfile profile = unitDevice();
    profile.unitNs = 0;
    for (DirectionCosts *direction : {&profile.copies.h2d, &profile.copies.d2h})
        direction->pinned = {0, {{1, 4.096e6}}}; // 4096 bytes take 1 ms
    profile.copies.h2dTwoWayFactor = profile.copies.d2hTwoWayFactor = 0.5;
    Program program = emptyProgram(2);
    program.operations = {copyIn(0), copyBack(1)};
    QCOMPARE(makespanMs(simulate(profile, program)), 2.0);
    // When one of them is alone for half of its way, only the other half stretches.
    profile.copies.h2d.pinned.bandwidth = {{1, 8.192e6}};
    const auto times = simulate(profile, program);
    QCOMPARE(times[0].end, std::int64_t{1'000'000}); // 0.5 ms of work at half rate
    QCOMPARE(times[1].end, std::int64_t{1'500'000}); // 0.5 ms of work done by then, the rest at full rate
}

void TestSimulation::pageableCopyHoldsTheHost()
{
    Program program = emptyProgram(2);
    program.buffers[0] = {"host", BufferPlace::Host, HostMemory::Pageable, 0, 1 << 20};
    Operation first = copyIn(0);
    first.bytes = first.reads[0].bytes = first.writes[0].bytes = 1 << 20;
    program.operations = {first, kernel(1)};
    const auto times = simulate(unitDevice(), program);
    QCOMPARE(times[1].issue, times[0].end);
    program.buffers[0].hostMemory = HostMemory::Pinned;
    QCOMPARE(simulate(unitDevice(), program)[1].issue, std::int64_t{0});
}

void TestSimulation::smallPageableCopyDoesNot()
{
    Program program = emptyProgram(2);
    program.buffers[0].hostMemory = HostMemory::Pageable;
    program.operations = {copyIn(0), kernel(1)}; // 4 KiB: rule P2, up to 64 KiB
    QCOMPARE(simulate(unitDevice(), program)[1].issue, std::int64_t{0});
    program.operations = {copyBack(0), kernel(1)}; // but any copy back
    QCOMPARE(simulate(unitDevice(), program)[1].issue, std::int64_t{1'000'000});
}

void TestSimulation::eventsOrderStreams()
{
    Program program = emptyProgram(2);
    program.events = {"done"};
    program.operations = {kernel(0), record(0, 0), wait(1, 0), copyIn(1)};
    const auto times = simulate(unitDevice(), program);
    QCOMPARE(times[1].end, std::int64_t{1'000'000});
    QCOMPARE(times[2].end, std::int64_t{1'000'000});
    QCOMPARE(times[3].ready, std::int64_t{1'000'000});
    QCOMPARE(times[3].start, std::int64_t{1'000'000});
}

void TestSimulation::waitOnUnrecordedEventPasses()
{
    Program program = emptyProgram(2);
    program.events = {"never"};
    program.operations = {wait(1, 0), copyIn(1), record(0, 0)};
    QCOMPARE(simulate(unitDevice(), program)[1].start, std::int64_t{0});
}

void TestSimulation::priorityDecidesWhoGoesFirst()
{
    Program program = emptyProgram(3);
    program.streams[2].priority = -5;
    program.operations = {kernel(0), kernel(1), kernel(2)};
    const auto times = simulate(unitDevice(), program);
    QCOMPARE(times[0].start, std::int64_t{0}); // already running: no preemption
    QCOMPARE(times[2].start, std::int64_t{1'000'000});
    QCOMPARE(times[1].start, std::int64_t{2'000'000});
}

void TestSimulation::smallKernelsRunTogether()
{
    DeviceProfile profile = unitDevice();
    profile.info.multiprocessors = 4; // 32 blocks of 256 threads at once
    Program program = emptyProgram(3);
    for (int i = 0; i < 3; ++i) {
        program.operations.push_back(kernel(i));
        program.operations.back().kernel.own().grid = 16;
    }
    const auto times = simulate(profile, program);
    QCOMPARE(times[1].start, std::int64_t{0});
    QCOMPARE(times[2].start, std::int64_t{1'000'000}); // the first two leave nothing over
}

void TestSimulation::streamsKeepTheirOrder()
{
    const Program program = pipeline(64 << 20, 37, 5, "depth-first");
    const auto times = simulate(loadDeviceProfile("h200"), program);
    const auto predecessors = streamPredecessors(program);
    for (std::size_t i = 0; i < times.size(); ++i) {
        QVERIFY(times[i].issue <= times[i].ready && times[i].ready <= times[i].start && times[i].start < times[i].end);
        if (predecessors[i] >= 0)
            QVERIFY(times[i].ready >= times[static_cast<std::size_t>(predecessors[i])].end);
    }
}

void TestSimulation::sameRunTwice()
{
    const Program program = pipeline(64 << 20, 37, 5, "breadth-first");
    const auto a = simulate(loadDeviceProfile("h200"), program);
    const auto b = simulate(loadDeviceProfile("h200"), program);
    for (std::size_t i = 0; i < a.size(); ++i)
        QVERIFY(a[i].start == b[i].start && a[i].end == b[i].end);
}

void TestSimulation::stopsInTheMiddleOfARun()
{
    const Program program = pipeline(std::int64_t{4} << 30, 65536, 64, "breadth-first");
    std::stop_source stop;
    int runs = 0;
    RunControl control;
    control.stop = stop.get_token();
    control.progress = [&](int done, int, const std::string &) {
        runs = done;
        if (done == 2)
            stop.request_stop();
    };
    SimulatorExecutor executor(loadDeviceProfile("h200"));
    RunOptions options;
    options.repeat = 10000;
    options.jitter = true; // without it all repeats are one run
    QVERIFY_THROWS_EXCEPTION(Cancelled, executor.run(program, options, control));
    QCOMPARE(runs, 2); // within the run in which it was asked to
    // and the executor is usable
    QVERIFY(executor.run(pipeline(1 << 20, 2, 2, "depth-first"), {1, 0, 0}, {}).makespans.instrumented > 0);
}

QTEST_GUILESS_MAIN(TestSimulation)
#include "tst_simulation.moc"
