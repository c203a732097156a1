// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/beside_collectives.h"
#include "engine/replay/replay_fit.h"
#include "engine/run/what_if/what_if.h"
#include "tests/support/kineto_run.h"
#include "tests/support/trace_event.h"

#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Products that fill the device, and collectives beside them: who waits for whom, and who has the SMs.
class TestCollectives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCollectiveWaitsForTheWorkBeforeIt();
    void waitsOfItsOperatorAreItsOwn();
    void eachStreamHasItsWaits();
    void whatTheTraceShows();
    void productsTakeTheSmsThatAreFree();
    void aWaitThatComesLaterIsShorter();
    void itComesBehindTheNextProduct();
    void whatWaitedForADroppedOneGoesOn();
    void aWaitBesideProductsIsInTheRange();
    void bucketsOfABusyGpuAreSure();
};

namespace {

constexpr std::int64_t us = 1'000;

/// A trace in the making, as PyTorch's profiler writes it. Times in microseconds.
class Trace
{
public:
    /// A product whose blocks have an SM each, on all 132.
    Trace &product(int begin, int start, int duration)
    {
        return issued(
            "cuLaunchKernelEx", "kernel", "nvjet_256x128", begin, 4, start, duration,
            R"("stream":7,"grid":[2,66,1],"block":[384,1,1],"registers per thread":168,"shared memory":213188)");
    }
    /// An operator of 60 us that records an event, lets the collective's stream wait for it and launches 24 blocks.
    Trace &collective(int begin, int start, int duration, const char *name = "AllReduce", int elements = 1 << 20)
    {
        m_events += traceEvent("cpu_op", "c10d::allreduce_", 1, begin, 60);
        recordAndWait(begin + 5);
        issued("cuLaunchKernelEx", "kernel", (std::string("ncclDevKernel_") + name + "_Sum_f32_RING_LL").c_str(),
               begin + 20, 10, start, duration,
               R"("stream":17,"grid":[24,1,1],"block":[544,1,1],"registers per thread":96,"shared memory":103808,)"
               R"("Collective name":"allreduce","In msg nelems":)"
                   + std::to_string(elements) + R"(,"Out msg nelems":)" + std::to_string(elements)
                   + R"(,"Group size":2,"dtype":"Float")");
        return recordAndWait(begin + 40);
    }
    Trace &copyIn(int begin, int start, int duration)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", begin, 4, start, duration,
                      R"("stream":25,"bytes":4194304)");
    }
    Trace &recordAndWait(int begin)
    {
        call("cudaEventRecord", begin, 1);
        return call("cudaStreamWaitEvent", begin + 2, 1);
    }
    Trace &call(const char *name, int begin, int duration)
    {
        m_events += traceEvent("cuda_runtime", name, 1, begin, duration, R"("correlation":0)");
        return *this;
    }

    std::shared_ptr<const RunResult> opened() const { return kinetoRun(m_events); }
    ReplayedRun replayed() const { return replayRun(opened(), {}, {}, {}); }

private:
    Trace &issued(const char *call, const char *category, const char *name, int begin, int length, int start,
                  int duration, const std::string &more)
    {
        const std::string correlation = R"("correlation":)" + std::to_string(++m_number);
        m_events += traceEvent("cuda_runtime", call, 1, begin, length, correlation);
        m_events += traceEvent(category, name, 7, start, duration, correlation + R"(,"device":0,)" + more);
        return *this;
    }

    std::string m_events;
    int m_number = 0;
};

/// The kernel of the Program that comes from the `number`th kernel whose name has this part; −1 without.
std::int32_t kernelOf(const ReplayedRun &run, const char *part, int number = 0)
{
    const auto &operations = run.replay->program().operations;
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i].name.find(part) != std::string::npos && number-- == 0)
            return static_cast<std::int32_t>(i);
    return -1;
}

/// What the stream of an operation waits for just before it: the operation behind which the event is recorded.
std::int32_t waitsFor(const ReplayedRun &run, std::int32_t operation)
{
    const auto &operations = run.replay->program().operations;
    const auto before = static_cast<std::size_t>(operation) - 1;
    if (operations[before].kind != OperationKind::EventWait)
        return -1;
    for (std::size_t i = 1; i < operations.size(); ++i)
        if (operations[i].kind == OperationKind::EventRecord && operations[i].event == operations[before].event)
            return static_cast<std::int32_t>(i) - 1;
    return -1;
}

double startUs(const ReplayedRun &run, std::int32_t operation)
{
    const Timeline &timeline = run.recording->timeline;
    return static_cast<double>(timeline.starts()[static_cast<std::size_t>(operation)] - run.replay->trace.begin) / 1e3;
}

double lengthUs(const Recording &recording, const char *part, int number)
{
    const Timeline &timeline = recording.timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::Kernel
            && timeline.name(timeline.nameIndices()[i]).find(part) != std::string_view::npos && number-- == 0)
            return static_cast<double>(timeline.ends()[i] - timeline.starts()[i]) / 1e3;
    return 0;
}

WhatIf tried(const WhatIfBase &base, const char *change)
{
    return whatIf(base, {parseChange(change)}, {}, {});
}

} // namespace

/// It had to wait for SMs, long after the product that it needs: its place among the calls says what that is.
void TestCollectives::aCollectiveWaitsForTheWorkBeforeIt()
{
    const ReplayedRun run = Trace()
                                .product(0, 10, 1'000)
                                .collective(20, 1'900, 40)
                                .product(100, 1'013, 1'000)
                                .call("cudaDeviceSynchronize", 110, 1'910)
                                .replayed();
    QCOMPARE(waitsFor(run, kernelOf(run, "nccl")), kernelOf(run, "nvjet", 0));
    QCOMPARE(run.replay->trace.edges.eventInferred, std::uint64_t{1});
}

/// Behind a launch the library lets streams wait for each other: no product waits for the collective because of that,
/// though it began just behind it.
void TestCollectives::waitsOfItsOperatorAreItsOwn()
{
    const ReplayedRun run = Trace()
                                .product(0, 10, 1'000)
                                .collective(20, 1'014, 40)
                                .product(1'040, 1'060, 1'000)
                                .call("cudaDeviceSynchronize", 1'050, 1'020)
                                .replayed();
    QCOMPARE(waitsFor(run, kernelOf(run, "nvjet", 1)), -1);
    QCOMPARE(run.replay->trace.edges.eventInferred, std::uint64_t{1});
}

/// Both streams were told to wait before the next copy was issued, and the product waits for the first one.
void TestCollectives::eachStreamHasItsWaits()
{
    const ReplayedRun run = Trace()
                                .copyIn(0, 10, 1'000)
                                .recordAndWait(10)
                                .recordAndWait(15)
                                .copyIn(20, 1'012, 1'000)
                                .product(40, 1'016, 500)
                                .call("cudaDeviceSynchronize", 50, 1'970)
                                .replayed();
    QCOMPARE(waitsFor(run, kernelOf(run, "nvjet")), kernelOf(run, "HtoD", 0));
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
}

void TestCollectives::whatTheTraceShows()
{
    const auto trace = Trace()
                           .product(0, 10, 1'000)
                           .product(20, 1'020, 1'000) // a collective comes in at nine tenths
                           .collective(40, 1'920, 600)
                           .product(120, 2'100, 1'100) // it had SMs for 420 us of this one
                           .opened();
    const BesideCollectives beside(trace->recording.timeline);
    std::vector<std::uint32_t> products;
    for (std::uint32_t i = 0; i < trace->recording.timeline.size(); ++i)
        if (trace->recording.timeline.kinds()[i] == OperationKind::Kernel && !trace->recording.timeline.collective(i))
            products.push_back(i);
    QCOMPARE(products.size(), std::size_t{3});
    QCOMPARE(beside.heldNs(products[0]), 0.0);
    QCOMPARE(beside.heldNs(products[1]), 24.0 * 100 * us);
    QCOMPARE(beside.heldNs(products[2]), 24.0 * 420 * us);
    QCOMPARE(beside.aloneNs(products[2]), 1'000 * us);
    QCOMPARE(beside.tail(products[2]), 0.1);
}

/// Of 132 SMs the collective has 24: the product beside it takes that much longer, and as long as alone without it.
void TestCollectives::productsTakeTheSmsThatAreFree()
{
    Trace trace;
    trace.product(0, 10, 1'000).collective(20, 1'014, 1'500).product(1'040, 1'060, 1'220);
    trace.call("cudaDeviceSynchronize", 1'050, 1'480);
    const ReplayedRun run = trace.replayed();
    QVERIFY2(std::abs(run.replay->error()) < 0.01, qPrintable(QString::number(run.replay->error())));
    const double beside = lengthUs(*run.recording, "nvjet", 1);
    QVERIFY2(std::abs(beside - 1'220) < 30, qPrintable(QString::number(beside)));
    const WhatIf without = tried(whatIfBase(run), "drop:kernel nccl");
    const double alone = lengthUs(*without.recording, "nvjet", 1);
    QVERIFY2(std::abs(alone - 1'000) < 30, qPrintable(QString::number(alone)));
}

/// Two ranks meet when the later one comes: where this rank comes later than in the trace, it waits less, and takes no
/// less than the shortest of these bytes.
void TestCollectives::aWaitThatComesLaterIsShorter()
{
    const ReplayedRun run = Trace()
                                .product(0, 10, 100)
                                .collective(20, 120, 900)
                                .collective(90, 1'030, 40)
                                .call("cudaDeviceSynchronize", 160, 930)
                                .replayed();
    const auto waited = static_cast<std::size_t>(kernelOf(run, "nccl"));
    for (const auto &[later, expected] : {std::pair{0, 900}, {500, 400}, {2'000, 40}}) {
        Program program = run.replay->program();
        SimulatedTimes times(program.operations.size());
        const auto span = static_cast<std::size_t>(program.operations[waited].source);
        const std::int64_t start = run.trace->recording.timeline.starts()[span] - run.replay->trace.begin + later * us;
        for (std::size_t i = 0; i < times.size(); ++i) {
            times.setReady(i, start);
            times.setStart(i, start);
            times.setEnd(i, start + 900 * us);
        }
        fitLengths(run.trace->recording.timeline, run.replay->trace.begin, times, 0, program);
        const double length = static_cast<double>(program.operations[waited].durationNs) / 1e3;
        QVERIFY2(std::abs(length - expected) < 5, qPrintable(QString::number(length)));
    }
}

/// The next product is there already, 4 us after the first, and takes the SMs: the collective comes in at its end.
void TestCollectives::itComesBehindTheNextProduct()
{
    constexpr int products = 8, length = 1'000, apart = 4;
    Trace trace;
    for (int i = 0; i < products; ++i) {
        trace.product(100 * i, 10 + i * (length + apart), length);
        if (i == 0)
            trace.collective(20, 10 + 2 * length + apart - 100, 40);
    }
    trace.call("cudaDeviceSynchronize", 100 * products, products * (length + apart) + 20 - 100 * products);
    const ReplayedRun run = trace.replayed();
    const double start = startUs(run, kernelOf(run, "nccl"));
    QVERIFY2(start > 1'500 && start < 2'050, qPrintable(QString::number(start)));
}

/// The event behind a collective that is left out stands behind the collective before it, which nobody waited for.
void TestCollectives::whatWaitedForADroppedOneGoesOn()
{
    Trace trace;
    trace.product(0, 10, 100).collective(20, 114, 900, "ReduceScatter", 1 << 24).collective(90, 1'020, 50, "AllGather");
    trace.recordAndWait(160).product(170, 1'074, 100).call("cudaDeviceSynchronize", 180, 1'000);
    const ReplayedRun run = trace.replayed();
    QCOMPARE(waitsFor(run, kernelOf(run, "nvjet", 1)), kernelOf(run, "AllGather"));
    const WhatIf without = tried(whatIfBase(run), "drop:kernel AllGather");
    const Timeline &timeline = without.recording->timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.name(timeline.nameIndices()[i]).find("nvjet") != std::string_view::npos)
            QVERIFY(timeline.starts()[i] - run.replay->trace.begin < 300 * us);
}

/// Without the synchronisations the collectives run beside the products, where those of the other rank end at another
/// time.
void TestCollectives::aWaitBesideProductsIsInTheRange()
{
    Trace trace;
    for (int i = 0; i < 10; ++i) {
        const int begin = i * 1'000;
        trace.product(begin, begin + 10, 800).collective(begin + 20, begin + 814, 50);
        trace.call("cudaDeviceSynchronize", begin + 100, 770);
    }
    const WhatIf result = tried(whatIfBase(trace.replayed()), "unsync");
    const double upwards = static_cast<double>(result.range->highNs - result.predictedNs) / 1e3;
    const double expected = 9 * 24.0 / 132 * 400; // of each product half, for the SMs of the collective
    QVERIFY2(upwards > expected, qPrintable(QString::number(upwards)));
    QVERIFY2(upwards < expected + 800 + 0.2 * static_cast<double>(result.predictedNs) / 1e3,
             qPrintable(QString::number(upwards)));
}

/// How cold the launch of a bucket is, and how far the ranks' hosts are apart, does not matter where the GPU is behind.
void TestCollectives::bucketsOfABusyGpuAreSure()
{
    constexpr int layers = 8, product = 1'000, launch = 800;
    Trace trace;
    for (int i = 0; i < layers; ++i) {
        const int begin = i * launch, start = 10 + i * (product + 3);
        trace.product(begin, start, product).collective(begin + 20, start + 2 * product - 90, 40);
    }
    trace.call("cudaDeviceSynchronize", layers * launch, (layers + 2) * product - layers * launch);
    const WhatIf result = tried(whatIfBase(trace.replayed()), "bucket:bytes=16MiB");
    QCOMPARE(result.changes.front().touched, std::size_t{layers});
    const auto ms = [](std::int64_t ns) { return static_cast<double>(ns) / 1e6; };
    QVERIFY2(result.range->highNs - result.predictedNs < 1'200 * us,
             qPrintable(QStringLiteral("%1 to %2 ms").arg(ms(result.predictedNs)).arg(ms(result.range->highNs))));
}

QTEST_GUILESS_MAIN(TestCollectives)
#include "tst_collectives.moc"
