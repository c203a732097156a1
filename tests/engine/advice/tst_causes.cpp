// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"
#include "tests/support/experiment_runs.h"

#include "engine/advice/cause.h"
#include "engine/program/operator_work_name.h"
#include "engine/run/advice/advice.h"

#include <QtTest>

#include <functional>
#include <set>

using namespace streamscope;
using namespace streamscope::test;

namespace {

using Build = std::function<Program()>;

Build experiment(const std::string &id, const ExperimentSettings &settings = {})
{
    return [=] { return ExperimentRun::programOf(id, settings); };
}

Advice adviceFor(const Program &program, const std::string &device)
{
    DeviceInfo info = loadDeviceProfile(device).info;
    info.id = "sim:" + device;
    return advise(whatIfBase(program, info, "planted", {}), {});
}

/// A loop of a trace: each step as `step` adds it.
Program loopOf(int steps, int streams, std::uint64_t bytes, const std::function<void(Program &)> &step)
{
    Program program = emptyReplay(streams, bytes);
    program.events = {"copied", "computed"};
    for (int i = 0; i < steps; ++i)
        step(program);
    program.operations.push_back(hostSync());
    return asReplay(program);
}

void add(Program &program, const Operation &operation)
{
    program.operations.push_back(operation);
}

/// Each step reads a number back: beside short work that is much, beside a long copy nothing.
Program resultReads(std::uint64_t copyBytes)
{
    return loopOf(20, 1, copyBytes, [copyBytes](Program &program) {
        add(program, replayedCopy(OperationKind::H2D, 0, copyBytes, HostMemory::Pinned));
        add(program, replayedKernel(0, 0.06));
        add(program, replayedCopy(OperationKind::D2H, 0, 4, HostMemory::Pinned));
        add(program, hostSync(SyncScope::Stream, 0));
    });
}

Program waitsEachStep(double kernelMs)
{
    return loopOf(40, 1, 4096, [kernelMs](Program &program) {
        add(program, hostWork(40'000));
        add(program, replayedKernel(0, kernelMs));
        add(program, hostSync());
    });
}

Program workOfTheHost(double kernelMs)
{
    return loopOf(20, 1, 64 << 10, [kernelMs](Program &program) {
        add(program, hostWork(200'000));
        add(program, replayedKernel(0, kernelMs));
        add(program, replayedCopy(OperationKind::D2H, 0, 64 << 10, HostMemory::Pinned));
        add(program, hostSync(SyncScope::Stream, 0));
    });
}

/// One kernel after the other on one stream: all of one name, or of three in turn, none of which is half of the run.
Program oneKernel(bool alike)
{
    int count = 0;
    return loopOf(12, 1, 4096, [alike, &count](Program &program) {
        for (int i = 0; i < 3; ++i) {
            Operation kernel = replayedKernel(0, 0.5);
            kernel.name = alike ? "advect" : "advect " + std::to_string(count++ % 3) + " of 3";
            add(program, kernel);
        }
    });
}

Program loader(double kernelMs)
{
    return loopOf(12, 1, 24 << 20, [kernelMs](Program &program) {
        add(program, replayedCopy(OperationKind::H2D, 0, 24 << 20, HostMemory::Pinned));
        add(program, replayedKernel(0, kernelMs));
    });
}

/// A kernel waits until the result of the one before is copied back.
Program resultsCopiedBack(double kernelMs)
{
    constexpr std::uint64_t bytes = 12 << 20;
    return loopOf(14, 2, bytes, [kernelMs](Program &program) {
        add(program, replayedKernel(0, kernelMs));
        add(program, record(0, 1));
        add(program, wait(1, 1));
        add(program, replayedCopy(OperationKind::D2H, 1, bytes, HostMemory::Pinned));
        add(program, record(1, 0));
        add(program, wait(0, 0));
    });
}

/// Requests in turn on `streams` streams, each awaited before the next.
Program awaitedRequests(int streams, double kernelMs)
{
    int request = 0;
    return loopOf(24, streams, 1 << 20, [streams, kernelMs, &request](Program &program) {
        const int stream = request++ % streams;
        add(program, hostWork(15'000));
        add(program, replayedCopy(OperationKind::H2D, stream, 1 << 20, HostMemory::Pinned));
        add(program, replayedKernel(stream, kernelMs, 44));
        add(program, replayedCopy(OperationKind::D2H, stream, 256 << 10, HostMemory::Pinned));
        add(program, hostSync(SyncScope::Stream, stream));
    });
}

/// Steps of three kernels on one stream, the second of another kind.
Program kernelsInTurn(std::uint32_t blocks)
{
    return loopOf(15, 1, 4096, [blocks](Program &program) {
        for (const char *name : {"first", "other", "last"}) {
            add(program, replayedKernel(0, 0.06, blocks));
            program.operations.back().name = name;
        }
    });
}

Program smallCopies(std::uint64_t bytes)
{
    Program program = emptyProgram(1);
    program.buffers[0].bytes = program.buffers[1].bytes = 64 * bytes;
    for (int i = 0; i < 64; ++i) {
        Operation copy = copyIn(0);
        copy.bytes = bytes;
        copy.reads = {{0, static_cast<std::uint64_t>(i) * bytes, bytes}};
        copy.writes = {{1, static_cast<std::uint64_t>(i) * bytes, bytes}};
        add(program, copy);
    }
    add(program, hostSync());
    return program;
}

/// Steps of 16 copies inside the device and a kernel, and a wait.
Program deviceCopies(std::uint64_t bytes)
{
    constexpr std::uint64_t blocks = 16;
    Program program = emptyProgram(1);
    program.buffers = {{"cache", BufferPlace::Device, HostMemory::Pinned, 0, blocks * bytes},
                       {"blocks", BufferPlace::Device, HostMemory::Pinned, 0, blocks * bytes}};
    for (int step = 0; step < 4; ++step) {
        for (std::uint64_t block = 0; block < blocks; ++block) {
            Operation copy;
            copy.kind = OperationKind::D2D;
            copy.stream = 0;
            copy.bytes = bytes;
            copy.reads = {{0, block * bytes, bytes}};
            copy.writes = {{1, block * bytes, bytes}};
            add(program, copy);
        }
        Operation kernel = spin(0, 132, 0.01);
        kernel.reads = {{1, 0, blocks * bytes}};
        add(program, kernel);
        add(program, hostSync());
    }
    return program;
}

/// Chunks on one stream, each a copy in, a kernel of `blocks` blocks and a copy back.
Program chunksOnOneStream(std::uint32_t blocks, double kernelMs)
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 16; ++i) {
        add(program, chunkOf(copyIn(0), i));
        Operation kernelOfChunk = spin(0, blocks, kernelMs);
        kernelOfChunk.reads = kernelOfChunk.writes = copyIn(0).writes;
        add(program, chunkOf(kernelOfChunk, i));
        add(program, chunkOf(copyBack(0), i));
    }
    add(program, hostSync());
    return program;
}

/// A host function reads what each kernel brought back.
Program hostFunctions(double kernelMs)
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 10; ++i) {
        Operation result = spin(0, 132, kernelMs);
        result.reads = result.writes = copyIn(0).writes;
        add(program, chunkOf(result, i));
        Operation back = chunkOf(copyBack(0), i);
        back.writes = chunkOf(copyIn(0), i).reads;
        add(program, back);
        Operation function;
        function.kind = OperationKind::HostFunction;
        function.stream = 0;
        function.durationNs = 300'000;
        function.reads = back.writes;
        add(program, function);
    }
    add(program, hostSync());
    return program;
}

/// Long kernels on one stream, and on another short ones that the host waits for.
Program urgentLoop(int priority)
{
    Program program = emptyReplay(2, 4096);
    program.streams[1].priority = priority;
    for (int i = 0; i < 8; ++i) {
        Operation fill = replayedKernel(0, 0.1, 132 * 5);
        add(program, fill);
    }
    for (int i = 0; i < 40; ++i) {
        add(program, replayedKernel(1, 0.02, 16));
        add(program, replayedCopy(OperationKind::D2H, 1, 4096, HostMemory::Pinned));
        add(program, hostSync(SyncScope::Stream, 1));
        add(program, hostWork(30'000));
    }
    add(program, hostSync());
    return asReplay(program);
}

/// Many kernels on one stream, and behind them copies on another one.
Program manyKernelsThenCopies(int kernels)
{
    Program program = emptyReplay(2, 32 << 20);
    for (int i = 0; i < kernels; ++i)
        add(program, replayedKernel(0, 0.06));
    for (int i = 0; i < 150; ++i)
        add(program, replayedCopy(OperationKind::H2D, 1, 32 << 20, HostMemory::Pinned));
    add(program, hostSync());
    return asReplay(program);
}

/// Calls of a trace that take half a millisecond each. A framework's allocator that only grows gives nothing back.
Program allocationsOfATrace(bool frees)
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 10; ++i) {
        Operation call;
        call.kind = frees && i % 2 == 1 ? OperationKind::Free : OperationKind::Alloc;
        call.callNs = 500'000;
        add(program, call);
        add(program, replayedKernel(0, 0.2));
        add(program, hostSync());
    }
    return asReplay(program);
}

struct Planted
{
    const char *cause;
    Build built, nearMiss;
    const char *device = "h200";
};

Build pipeline(const ExperimentSettings &settings)
{
    return experiment("copy-compute-pipeline", settings);
}

std::vector<Planted> plantedCases()
{
    return {
        {"allocations", experiment("allocation", {{"allocator", "malloc"}}),
         experiment("allocation", {{"allocator", "async-max"}})},
        {"awaited-results", [] { return awaitedRequests(4, 0.09); }, [] { return awaitedRequests(1, 0.09); }},
        {"collectives",
         experiment("gradient-buckets",
                    {{"layers", "60"}, {"layer_bytes", "1000000"}, {"bucket_bytes", "1000000"}, {"layer_us", "20"}}),
         experiment("gradient-buckets")},
        {"device-copies", [] { return deviceCopies(64 << 10); }, [] { return deviceCopies(16 << 20); }},
        {"few-chunks", pipeline({{"chunks", "1"}, {"streams", "1"}}), pipeline({{"chunks", "16"}, {"streams", "4"}})},
        {"forgetful-pool", experiment("allocation", {{"allocator", "async-0"}, {"sync_every_step", "yes"}}),
         experiment("allocation", {{"allocator", "async-max"}, {"sync_every_step", "yes"}})},
        {"full-launch-queue", [] { return manyKernelsThenCopies(1800); }, [] { return manyKernelsThenCopies(900); }},
        {"held-by-copies-back", [] { return resultsCopiedBack(0.2); }, [] { return resultsCopiedBack(20); }},
        {"host-functions", [] { return hostFunctions(0.2); }, [] { return hostFunctions(20); }},
        {"host-work", [] { return workOfTheHost(0.1); }, [] { return workOfTheHost(8); }},
        {"hot-kernel", [] { return oneKernel(true); }, [] { return oneKernel(false); }},
        {"independent-kernels", [] { return kernelsInTurn(40); }, [] { return kernelsInTurn(132); }},
        {"issue-order", pipeline({{"issue_order", "depth-first"}, {"chunks", "3"}, {"streams", "3"}}),
         pipeline({{"issue_order", "breadth-first"}, {"chunks", "3"}, {"streams", "3"}}), "c1060"},
        {"late-copies", [] { return loader(0.5); }, [] { return loader(0.005); }},
        {"late-host", experiment("launch-cost"), experiment("launch-cost", {{"submission", "graph"}})},
        {"late-urgent-work", [] { return urgentLoop(0); }, [] { return urgentLoop(-5); }},
        {"many-chunks", pipeline({{"bytes", "64MiB"}, {"chunks", "1024"}, {"streams", "4"}}),
         pipeline({{"bytes", "64MiB"}, {"chunks", "16"}, {"streams", "4"}})},
        {"null-stream-order", experiment("default-stream"),
         experiment("default-stream", {{"stream_flags", "non-blocking"}})},
        {"one-stream", [] { return chunksOnOneStream(16, 0.2); }, [] { return chunksOnOneStream(132, 2); }},
        {"pageable-copies", pipeline({{"host_memory", "pageable"}}), pipeline({{"host_memory", "pinned"}})},
        {"result-reads", [] { return resultReads(4096); }, [] { return resultReads(48 << 20); }},
        {"shared-queues", experiment("hardware-queues"), experiment("hardware-queues", {{"connections", "32"}})},
        {"small-copies", [] { return smallCopies(4096); }, [] { return smallCopies(16 << 20); }},
        {"small-kernels", [] { return chunksOnOneStream(16, 0.2); }, [] { return chunksOnOneStream(132, 2); }},
        {"staged-peer-copies", experiment("peer-copy", {{"peer_access", "no"}}), experiment("peer-copy")},
        {"synchronisations", [] { return waitsEachStep(0.05); }, [] { return waitsEachStep(5); }},
    };
}

} // namespace

/// Each cause has a Program in which its change wins, and a near miss in which it wins nothing and is not mentioned.
class TestCauses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCauseIsPlanted();
    void planted_data();
    void planted();
    void resultsInTheCallOfACopy();
    void copiesOfARoundTripMoveTogether();
    void anAllocatorThatGrowsIsNoLoop();
    void ownKernelsMayBeIndependent();
    void aConditionIsSaidWhereItWinsFarMore();
    void nothingIsSaidTwice();
    void whyNothingWins();
};

void TestCauses::planted_data()
{
    QTest::addColumn<Planted>("planted");
    for (const Planted &planted : plantedCases())
        QTest::newRow(planted.cause) << planted;
}

void TestCauses::everyCauseIsPlanted()
{
    std::vector<std::string> planted;
    for (const Planted &one : plantedCases())
        planted.emplace_back(one.cause);
    QCOMPARE(planted, causeIds());
}

void TestCauses::planted()
{
    QFETCH(Planted, planted);
    const std::string cause = planted.cause;
    const auto finds = [&](const Program &program) {
        const Advice advice = adviceFor(program, planted.device);
        // two causes propose the same change: it is said once
        const bool isSpread = cause == "one-stream";
        return std::any_of(advice.findings.begin(), advice.findings.end(), [&](const Finding &finding) {
            return finding.id == cause || (isSpread && finding.id == "small-kernels");
        });
    };
    QVERIFY(finds(planted.built()));
    QVERIFY(!finds(planted.nearMiss()));
}

/// A Monte Carlo loop in CUDA C++: cudaMemcpy of 4 bytes to a variable waits by itself, and nothing follows it.
void TestCauses::resultsInTheCallOfACopy()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 40; ++i) {
        program.operations.push_back(replayedKernel(0, 0.05));
        program.operations.push_back(replayedCopy(OperationKind::D2H, 0, 4, HostMemory::Pageable));
        program.operations.push_back(hostWork(20'000));
    }
    program.operations.push_back(hostSync());
    const Advice advice = adviceFor(asReplay(program), "h200");
    QVERIFY(!advice.findings.empty());
    QCOMPARE(advice.findings.front().id, std::string("result-reads"));
}

/// A stencil's halos go to the host behind the kernels at the ends, and come back beside the kernel for the rest: to
/// take the copies in alone ahead wins half of what both on a stream of their own do.
void TestCauses::copiesOfARoundTripMoveTogether()
{
    Program program = emptyReplay(1, 1 << 20);
    for (int i = 0; i < 20; ++i) {
        program.operations.push_back(replayedKernel(0, 0.02));
        program.operations.push_back(replayedCopy(OperationKind::D2H, 0, 1 << 20, HostMemory::Pinned));
        program.operations.push_back(replayedKernel(0, 0.15));
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 1 << 20, HostMemory::Pinned));
    }
    program.operations.push_back(hostSync());
    const Advice advice = adviceFor(asReplay(program), "h200");
    QVERIFY(!advice.findings.empty());
    QCOMPARE(advice.findings.front().suggestion.change, std::string("move:h2d d2h"));
}

void TestCauses::anAllocatorThatGrowsIsNoLoop()
{
    const auto finds = [](bool frees) {
        const Advice advice = adviceFor(allocationsOfATrace(frees), "h200");
        return std::any_of(advice.findings.begin(), advice.findings.end(),
                           [](const Finding &finding) { return finding.id == "allocations"; });
    };
    QVERIFY(finds(true));
    QVERIFY(!finds(false));
}

/// Only under a condition, and only where nothing else wins: not beside a copy, whose data the kernel needs, and not
/// for the kernels of a framework, which nearly always need one another.
void TestCauses::ownKernelsMayBeIndependent()
{
    const Program own = kernelsInTurn(40);
    const Advice advice = adviceFor(own, "h200");
    QVERIFY(!advice.findings.empty());
    QVERIFY(advice.findings.front().suggestion.text.starts_with("Only if"));
    QCOMPARE(advice.findings.front().severity, Severity::Hint);
    QVERIFY(advice.summary.sequence.empty()); // no step that somebody may take for granted
    QVERIFY2(advice.summary.text.ends_with(" %, under a condition."), advice.summary.text.c_str());
    const auto finds = [](const Program &program) {
        const Advice found = adviceFor(program, "h200");
        return std::any_of(found.findings.begin(), found.findings.end(),
                           [](const Finding &finding) { return finding.id == "independent-kernels"; });
    };
    Program framework = own;
    Operation operators = hostWork(1'000);
    operators.name = operatorWorkName;
    framework.operations.insert(framework.operations.begin(), operators);
    QVERIFY(!finds(asReplay(framework)));
    Program copies = emptyReplay(1, 1 << 20);
    for (const Operation &operation : own.operations) {
        copies.operations.push_back(operation);
        if (operation.kind == OperationKind::Kernel)
            copies.operations.push_back(replayedCopy(OperationKind::D2H, 0, 4096, HostMemory::Pinned));
    }
    QVERIFY(!finds(asReplay(copies)));
}

/// A wait behind each turn of two kernels costs little; the kernels side by side win half, if nothing of one needs the
/// other. Where the waits cost nearly as much, they alone are said.
void TestCauses::aConditionIsSaidWhereItWinsFarMore()
{
    const auto said = [](std::int64_t hostNs) {
        Program program = emptyReplay(1, 4096);
        for (int turn = 0; turn < 30; ++turn) {
            program.operations.push_back(hostWork(hostNs));
            for (const char *name : {"first", "second"}) {
                program.operations.push_back(replayedKernel(0, 0.1, 16));
                program.operations.back().name = name;
            }
            program.operations.push_back(hostSync());
        }
        const Advice advice = adviceFor(asReplay(program), "h200");
        std::vector<std::string> ids;
        for (const Finding &finding : advice.findings)
            ids.push_back(finding.id);
        return ids;
    };
    QCOMPARE(said(10'000), (std::vector<std::string>{"synchronisations", "independent-kernels"}));
    QCOMPARE(said(100'000).back(), std::string("synchronisations"));
}

void TestCauses::nothingIsSaidTwice()
{
    const Advice advice = adviceFor(chunksOnOneStream(16, 0.2), "h200");
    std::set<std::string> changes;
    for (const Finding &finding : advice.findings)
        QVERIFY2(changes.insert(finding.suggestion.change).second, finding.suggestion.change.c_str());
    for (std::size_t i = 1; i < advice.findings.size(); ++i)
        QVERIFY(advice.findings[i - 1].suggestion.gain >= advice.findings[i].suggestion.gain);
}

void TestCauses::whyNothingWins()
{
    const Advice advice = adviceFor(ExperimentRun::programOf("copy-compute-pipeline", {}), "h200");
    QVERIFY(advice.findings.empty() && advice.summary.sequence.empty());
    QVERIFY(advice.summary.tried > 3);
    QVERIFY2(advice.summary.text.ends_with("% of what the D2H copy engine allows."), advice.summary.text.c_str());
}

QTEST_GUILESS_MAIN(TestCauses)
#include "tst_causes.moc"
