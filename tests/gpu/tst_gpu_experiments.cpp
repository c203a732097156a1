// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/gpu/gpu_runs.h"

#include "engine/formats/files/preset.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <string>

using namespace streamscope;
using namespace streamscope::test;

/// What each experiment promises to show, on a real GPU; tests/experiments/tst_phenomena.cpp asks the simulator.
/// Skipped without a GPU. The figures of every check are in the output (-v1).
class GpuExperiments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void presetRuns_data();
    void presetRuns();
    void copyComputePipeline();
    void swimmingInStreams();
    void bidirectionalCopy();
    void transferSize();
    void concurrentKernels();
    void instrumentsDoNotStretchFullKernels();
    void hardwareQueues();
    void streamPriorities();
    void tensorAndCudaCores();
    void defaultStream();
    void implicitSync();
    void eventPipeline();
    void multiStage();
    void prefetch();
    void hostOverlap();
    void hostFunction();
    void launchCost();
    void hostThreads();
    void hostThreadsStartTogether();
    void pageableCopyOfASecondThread();
    void graphBesideOtherWork();
    void allocation();
    void firstRun();
    void peerCopy();
    void gradientBuckets();

private:
    bool isReal() const { return testDevice().starts_with("cuda:"); }

    int m_gpus = 0;
};

void GpuExperiments::initTestCase()
{
    const DeviceCatalog catalog = listDevices();
    m_gpus = static_cast<int>(std::count_if(catalog.devices.begin(), catalog.devices.end(),
                                            [](const DeviceInfo &device) { return device.id.starts_with("cuda:"); }));
    if (!isReal())
        m_gpus = 8; // models
    else if (m_gpus == 0)
        std::exit(qEnvironmentVariableIsSet("STREAMSCOPE_TEST_DEVICE") ? 1 : 77); // CTest: skipped
}

void GpuExperiments::presetRuns_data()
{
    QTest::addColumn<Preset>("preset");
    for (const Preset &preset : builtInPresets(experiments()))
        QTest::newRow(preset.name.c_str()) << preset;
}

void GpuExperiments::presetRuns()
{
    QFETCH(Preset, preset);
    const Program program = buildProgram(*preset.experiment, preset.parameters);
    if (program.deviceCount() > m_gpus)
        QSKIP("needs more GPUs");
    const GpuRun run(program, runOptionsOf(preset.parameters));
    CHECK_FIGURES(run.makespan() > 0, run.makespan());
    if (!run.has("race"))
        QVERIFY2(run.isRight(), run.recording().verificationText.c_str());
}

void GpuExperiments::copyComputePipeline()
{
    const auto frames = [](const char *streams) {
        return GpuRun("copy-compute-pipeline",
                      {{"pipeline", "frames"}, {"bytes", "160MiB"}, {"chunks", "10"}, {"streams", streams}})
            .makespan();
    };
    const double one = frames("1"), four = frames("4");
    CHECK_FIGURES(one > 1.5 * four, one, four);
}

void GpuExperiments::swimmingInStreams()
{
    const GpuRun free("swimming-in-streams"), blocking("swimming-in-streams", {{"non_blocking", "no"}});
    const double freeMs = free.overlap(OperationKind::H2D, OperationKind::D2H);
    const double blockingMs = blocking.overlap(OperationKind::H2D, OperationKind::D2H);
    CHECK_FIGURES(freeMs > 1 && blockingMs < 0.1 * freeMs, freeMs, blockingMs);
    CHECK_FIGURES(blocking.makespan() > 1.2 * free.makespan(), free.makespan(), blocking.makespan());
}

void GpuExperiments::bidirectionalCopy()
{
    const double in = GpuRun("bidirectional-copy", {{"directions", "h2d"}}).makespan();
    const double out = GpuRun("bidirectional-copy", {{"directions", "d2h"}}).makespan();
    const double both = GpuRun("bidirectional-copy").makespan();
    CHECK_FIGURES(both < 0.8 * (in + out), in, out, both);
}

void GpuExperiments::transferSize()
{
    const GpuRun sizes("transfer-size", {{"largest_bytes", "1GiB"}});
    const double smallRate = sizes.gigabytesPerSecond("H2D 1024"),
                 largeRate = sizes.gigabytesPerSecond("H2D 1073741824");
    CHECK_FIGURES(smallRate < largeRate / 20, smallRate, largeRate);
    const double pinned = GpuRun("transfer-size").makespan();
    const double pageable = GpuRun("transfer-size", {{"host_memory", "pageable"}}).makespan();
    CHECK_FIGURES(pageable > 1.2 * pinned, pinned, pageable);
}

void GpuExperiments::concurrentKernels()
{
    const auto atATime = [](const char *blocks) {
        return GpuRun("concurrent-kernels",
                      {{"kernels", "2"}, {"streams", "2"}, {"blocks", blocks}, {"duration_us", "2000"}})
            .concurrency();
    };
    const double half = atATime("66"), threeQuarters = atATime("99"), whole = atATime("132"); // of 132 SMs
    CHECK_FIGURES(half > 1.9 && threeQuarters > 1.4 && threeQuarters < 1.6 && whole < 1.05, half, threeQuarters, whole);
    const auto resident = [](const char *kernels) {
        return GpuRun("concurrent-kernels", {{"kernels", kernels},
                                             {"streams", kernels},
                                             {"blocks", "1"},
                                             {"duration_us", "5000"},
                                             {"shared_memory", "0"}})
            .makespan();
    };
    const double limit = resident("128"), more = resident("160");
    CHECK_FIGURES(limit < 7 && more > 9.5, limit, more);
}

/// Four waves of blocks that wait on the timer: while all of their warps read it, the run took 1.5 times as long with
/// instruments (docs/measurements/block-places.md).
void GpuExperiments::instrumentsDoNotStretchFullKernels()
{
    const GpuRun run(
        "concurrent-kernels",
        {{"kernels", "1"}, {"streams", "1"}, {"blocks", "4224"}, {"shared_memory", "0"}, {"duration_us", "100"}});
    const double kernel = run.span(OperationKind::Kernel), makespan = run.makespan();
    CHECK_FIGURES(kernel > 0.9 * makespan && kernel < 1.05 * makespan, kernel, makespan);
}

void GpuExperiments::hardwareQueues()
{
    const auto units = [](const ExperimentSettings &settings) {
        return GpuRun("hardware-queues", settings).makespan() / 0.5;
    };
    const double one = units({{"connections", "1"}}), eight = units({{"connections", "8"}}),
                 many = units({{"connections", "32"}}), breadth = units({{"issue_order", "breadth-first"}});
    CHECK_FIGURES(one > 25 && eight > 4 && eight < 8 && many < 4 && breadth < 4, one, eight, many, breadth);
}

void GpuExperiments::streamPriorities()
{
    const auto startsAfterUs = [](const ExperimentSettings &settings) {
        const GpuRun run("stream-priorities", settings);
        return run.startUs("urgent kernel") - run.startUs("long kernel");
    };
    const double urgent = startsAfterUs({}), equal = startsAfterUs({{"priorities", "0"}});
    CHECK_FIGURES(urgent < 0.5 * equal, urgent, equal);
    const GpuRun copies("stream-priorities", {{"work", "copies"}});
    const double waitsUs = copies.startUs("urgent H2D") - copies.readyUs("urgent H2D");
    CHECK_FIGURES(waitsUs > 500, waitsUs);
}

void GpuExperiments::tensorAndCudaCores()
{
    const auto kernels = [](const char *work, ExperimentSettings settings = {}) {
        settings.emplace_back("work", work);
        return GpuRun("tensor-and-cuda-cores", settings).span(OperationKind::Kernel);
    };
    const double tensor = kernels("tensor"), cuda = kernels("cuda"), both = kernels("both");
    CHECK_FIGURES(both < 0.95 * (tensor + cuda), tensor, cuda, both);
    const ExperimentSettings heavy = {{"kernel_work", "4096"}};
    const double heavyTensor = kernels("tensor", heavy), heavyCuda = kernels("cuda", heavy),
                 heavyBoth = kernels("both", heavy);
    CHECK_FIGURES(heavyBoth > 0.9 * (heavyTensor + heavyCuda), heavyTensor, heavyCuda, heavyBoth); // nothing won
    const double tf32 = kernels("tensor", {{"precision", "tf32"}});
    CHECK_FIGURES(tf32 > 1.5 * tensor && tf32 < 3.5 * tensor, tf32, tensor);
}

void GpuExperiments::defaultStream()
{
    const auto units = [](const ExperimentSettings &settings) {
        ExperimentSettings all = {{"duration_us", "2000"}};
        all.insert(all.end(), settings.begin(), settings.end());
        return GpuRun("default-stream", all).makespan() / 2;
    };
    const double legacy = units({}), nonBlocking = units({{"stream_flags", "non-blocking"}}),
                 perThread = units({{"default_stream", "per-thread"}});
    CHECK_FIGURES(legacy > 1.9 && nonBlocking < 1.3 && perThread < 1.3, legacy, nonBlocking, perThread);
}

void GpuExperiments::implicitSync()
{
    const auto gapUs = [](const char *intruder) {
        const GpuRun run("implicit-sync", {{"intruder", intruder}});
        return run.startUs("second kernel") - run.endUs("first kernel");
    };
    const double none = gapUs("none"), free = gapUs("free"), nullKernel = gapUs("null-kernel"),
                 mallocAsync = gapUs("malloc-async");
    CHECK_FIGURES(none < 0 && free > 0 && nullKernel > 0 && mallocAsync < 0, none, free, nullKernel, mallocAsync);
    for (const char *other : {"memset", "device-copy", "malloc", "pinned-malloc", "pinned-free"}) // no promise
        qInfo() << other << gapUs(other);
}

void GpuExperiments::eventPipeline()
{
    const GpuRun joined("event-pipeline", {{"kernel_work", "8192"}});
    const GpuRun missing("event-pipeline", {{"kernel_work", "8192"}, {"missing_wait", "second"}});
    const auto gapUs = [](const GpuRun &run) { return run.startUs("encode 0") - run.endUs("preprocess 0"); };
    CHECK_FIGURES(gapUs(joined) >= -1 && gapUs(missing) < gapUs(joined), gapUs(joined), gapUs(missing));
    QVERIFY(missing.has("race"));
    QVERIFY(!joined.has("race"));
}

void GpuExperiments::multiStage()
{
    QVERIFY(GpuRun("multi-stage").has("race"));
    const GpuRun mended("multi-stage", {{"version", "mended"}});
    QVERIFY(!mended.has("race"));
    QVERIFY(mended.isRight());
}

void GpuExperiments::prefetch()
{
    const double synchronised = GpuRun("prefetch", {{"sync_every_step", "yes"}}).makespan();
    const double ahead = GpuRun("prefetch").makespan();
    CHECK_FIGURES(synchronised > 1.2 * ahead, synchronised, ahead);
}

void GpuExperiments::hostOverlap()
{
    const double beside = GpuRun("host-overlap").makespan();
    const double after = GpuRun("host-overlap", {{"overlap", "no"}}).makespan();
    CHECK_FIGURES(beside < 9.5 && after > 11.5, beside, after);
    for (const char *how : {"device", "stream", "event", "poll-stream", "poll-event"}) {
        const GpuRun run("host-overlap", {{"wait_with", how}, {"rounds", "1"}});
        const auto &ends = run.recording().timeline.ends();
        const double lateUs = static_cast<double>(ends[ends.size() - 1]) / 1000 - run.endUs("kernel 0");
        CHECK_FIGURES(lateUs > -20 && lateUs < 500, lateUs);
    }
}

void GpuExperiments::hostFunction()
{
    const GpuRun run("host-overlap", {{"host_function_us", "500"}, {"rounds", "1"}});
    const auto &kinds = run.recording().timeline.kinds();
    const auto at =
        static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), OperationKind::HostFunction) - kinds.begin());
    QVERIFY(at < kinds.size());
    const double startUs = static_cast<double>(run.recording().timeline.starts()[at]) / 1000;
    const double tookUs = static_cast<double>(run.recording().timeline.ends()[at]) / 1000 - startUs;
    const double afterUs = startUs - run.endUs("kernel 0");
    CHECK_FIGURES(afterUs > -20 && tookUs > 490 && tookUs < 700, afterUs, tookUs);
}

void GpuExperiments::launchCost()
{
    const auto submitted = [](const char *how) { return GpuRun("launch-cost", {{"submission", how}}).makespan(); };
    const double live = submitted("live"), gated = submitted("gated"), graph = submitted("graph");
    CHECK_FIGURES(graph < live, live, gated, graph);
}

/// Two threads work through chunks, each on its default stream, and a third one computes between them: handed over
/// by events, 20 times. The data that comes back is checked.
void GpuExperiments::hostThreads()
{
    ProgramBuilder builder("Three host threads");
    constexpr std::uint64_t bytes = 4 << 20;
    const auto perThread = builder.addStream({"per-thread", StreamKind::PerThreadDefault, 0, 0, false, 0});
    const auto compute = builder.addStream("compute");
    const auto out = perThreadStreamOf(builder.program(), perThread, 2);
    for (int chunk = 0; chunk < 20; ++chunk) {
        const std::string number = std::to_string(chunk);
        const auto from = builder.addHostBuffer("in " + number, bytes),
                   to = builder.addHostBuffer("out " + number, bytes);
        const auto data = builder.addDeviceBuffer("data " + number, bytes);
        const auto copied = builder.addEvent("copied"), computed = builder.addEvent("computed");
        builder.copy("copy in " + number, perThread, builder.all(from), builder.all(data));
        builder.record(perThread, copied);
        const std::size_t first = builder.program().operations.size();
        builder.wait(compute, copied);
        builder.fma("kernel " + number, compute, builder.all(data), builder.all(data), 16);
        builder.record(compute, computed);
        const std::size_t second = builder.program().operations.size();
        builder.syncEvent("computed " + number, computed);
        builder.copy("copy out " + number, out, builder.all(data), builder.all(to));
        for (std::size_t i = first; i < builder.program().operations.size(); ++i)
            builder.program().operations[i].thread = i < second ? 1 : 2;
    }
    for (std::size_t i = 0; i < builder.program().events.size(); ++i)
        builder.program().events[i] += " " + std::to_string(i / 2); // a file tells them apart by name
    for (const Submission submission : {Submission::Live, Submission::Gated}) {
        Program program = builder.program();
        program.submission = submission;
        if (submission == Submission::Gated) // which a synchronisation would never leave
            for (Operation &operation : program.operations)
                if (operation.kind == OperationKind::Sync) {
                    operation.kind = OperationKind::EventWait;
                    operation.stream = out;
                }
        const GpuRun run(program, {5, 1, 0});
        CHECK_FIGURES(run.isRight() && run.makespan() > 0, run.makespan());
        QVERIFY(!run.has("race"));
        QCOMPARE(run.recording().timeline.thread(2), 1);
        for (int chunk = 0; chunk < 20; ++chunk) {
            const std::string number = std::to_string(chunk);
            QVERIFY(run.endUs("copy in " + number) <= run.startUs("kernel " + number) + 20);
            QVERIFY(run.endUs("kernel " + number) <= run.startUs("copy out " + number) + 20);
        }
    }
}

/// Calls of threads begin within a fraction of a millisecond, and host work runs side by side.
void GpuExperiments::hostThreadsStartTogether()
{
    ProgramBuilder builder("Work on four threads");
    for (int thread = 0; thread < 4; ++thread)
        builder.hostWork("work " + std::to_string(thread), 5'000'000).thread = thread;
    const auto stream = builder.addStream("A");
    builder.kernel("kernel", stream, spinKernel(1000, 1));
    const GpuRun run(builder.take(), {5, 1, 0});
    double latest = 0;
    for (int thread = 0; thread < 4; ++thread)
        latest = std::max(latest, run.endUs("work " + std::to_string(thread)));
    CHECK_FIGURES(latest > 4'900 && latest < 9'000, latest);
}

/// CUPTI sees it begin behind the kernel before it; events would know no more than its call.
void GpuExperiments::pageableCopyOfASecondThread()
{
    if (!isReal())
        QSKIP("the simulator has no CUPTI");
    ProgramBuilder builder("Pageable copy behind a kernel");
    constexpr std::uint64_t bytes = 1 << 20;
    const auto a = builder.addStream("A"), b = builder.addStream("B");
    const auto from = builder.addHostBuffer("in", bytes, HostMemory::Pageable);
    const auto to = builder.addDeviceBuffer("data", bytes);
    builder.kernel("beside", a, spinKernel(3000, 1));
    builder.kernel("before", b, spinKernel(1000, 1));
    builder.copy("copy", b, builder.all(from), builder.all(to));
    for (Operation &operation : builder.program().operations)
        operation.thread = operation.stream == b ? 1 : 0;
    const GpuRun run(builder.take(), {5, 1, 0});
    QCOMPARE(run.recording().timeline.clocks()[2], Clock::Cupti);
    const double behind = run.startUs("copy") - run.endUs("before");
    CHECK_FIGURES(behind > -3 && behind < 500 && run.startUs("before") < 1000, behind, run.startUs("before"));
}

/// A graph of two streams waits for a copy outside of it, and a copy outside waits for a kernel in it.
void GpuExperiments::graphBesideOtherWork()
{
    constexpr std::uint64_t bytes = 4 << 20;
    ProgramBuilder builder("A graph beside other work");
    const auto a = builder.addStream("A"), b = builder.addStream("B"), c = builder.addStream("C");
    const auto in = builder.addHostBuffer("in", bytes), out = builder.addHostBuffer("out", bytes);
    const auto from = builder.addDeviceBuffer("from", bytes), to = builder.addDeviceBuffer("to", bytes);
    const auto copied = builder.addEvent("copied"), worked = builder.addEvent("worked");
    builder.copy("h2d", a, builder.all(in), builder.all(from));
    builder.record(a, copied);
    builder.kernel("before", c, spinKernel(400'000, 1));
    const std::size_t first = builder.program().operations.size();
    builder.wait(b, copied);
    builder.kernel("long", b, spinKernel(300'000, 1));
    builder.fma("fma", b, builder.all(from), builder.all(to), 64);
    builder.record(b, worked);
    builder.wait(c, worked);
    builder.kernel("inside", c, spinKernel(200'000, 1));
    for (std::size_t i = first; i < builder.program().operations.size(); ++i)
        builder.program().operations[i].graph = 0;
    builder.wait(a, worked);
    builder.copy("d2h", a, builder.all(to), builder.all(out));
    builder.kernel("behind", c, spinKernel(100'000, 1));
    const GpuRun run(builder.take(), {5, 2, 0});
    QVERIFY2(run.isRight(), run.recording().verificationText.c_str());
    constexpr double clocks = 10; // microseconds
    CHECK_FIGURES(run.startUs("long") > run.endUs("h2d") - clocks, run.startUs("long"), run.endUs("h2d"));
    CHECK_FIGURES(run.startUs("inside") > run.endUs("fma") - clocks, run.startUs("inside"), run.endUs("fma"));
    CHECK_FIGURES(run.startUs("d2h") > run.endUs("fma") - clocks, run.startUs("d2h"), run.endUs("fma"));
    CHECK_FIGURES(run.endUs("d2h") < run.endUs("inside"), run.endUs("d2h"), run.endUs("inside"));
    CHECK_FIGURES(run.startUs("behind") > run.endUs("inside") - clocks, run.startUs("behind"), run.endUs("inside"));
}

void GpuExperiments::allocation()
{
    const auto with = [](const char *allocator) { return GpuRun("allocation", {{"allocator", allocator}}).makespan(); };
    const double plain = with("malloc"), returned = with("async-0"), kept = with("async-max");
    CHECK_FIGURES(kept < returned && kept < plain, plain, returned, kept);
}

void GpuExperiments::firstRun()
{
    if (!isReal())
        QSKIP("a model starts nothing");
    const GpuRun run("first-run");
    const std::vector<std::int64_t> &samples = run.recording().makespans.plain;
    QVERIFY(samples.size() > 2);
    std::vector<std::int64_t> others(samples.begin() + 1, samples.end());
    std::sort(others.begin(), others.end());
    const double ratio = static_cast<double>(samples[0]) / static_cast<double>(others[others.size() / 2]);
    const double context = run.startup("creating the context"), kernels = run.startup("loading the kernels");
    CHECK_FIGURES(context > 1 && kernels > 0.01 && ratio > 1, context, kernels, ratio);
}

void GpuExperiments::peerCopy()
{
    if (m_gpus < 2)
        QSKIP("needs two GPUs");
    const GpuRun direct("peer-copy"), staged("peer-copy", {{"peer_access", "no"}});
    const double directMs = direct.span(OperationKind::Peer), stagedMs = staged.span(OperationKind::Peer);
    const double both = GpuRun("peer-copy", {{"directions", "both"}}).makespan();
    CHECK_FIGURES(directMs < stagedMs && both < 1.6 * direct.makespan(), directMs, stagedMs, both, direct.makespan());
}

void GpuExperiments::gradientBuckets()
{
    if (m_gpus < 2)
        QSKIP("needs two GPUs");
    const GpuRun run("gradient-buckets");
    const double hidden = run.overlap(OperationKind::Kernel, OperationKind::Collective);
    CHECK_FIGURES(hidden > 0, hidden);
    QVERIFY(run.isRight());
}

QTEST_GUILESS_MAIN(GpuExperiments)
#include "tst_gpu_experiments.moc"
