// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/changes/edit/removed_calls.h"
#include "engine/program/errors.h"
#include "engine/program/operator_work_name.h"
#include "tests/support/experiment_runs.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// scale, drop, host, device and priority.
class TestScaling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operatorsGoWithTheirCopies();
    void whatFollowsDroppedPageableCopiesIsWarmer();
    void whatFollowsDroppedAllocationsIsWarmer();
    void fasterKernels();
    void kernelsOfManyShortWaves();
    void fasterCopies();
    void kernelsThatTheModelComputes();
    void noGainWhereCopiesAreTheLimit();
    void droppedOperations();
    void droppedPartsOfGraphsAndCollectives();
    void droppedLaunchesTakeTheirWorkAlong();
    void dropNeedsAFilter();
    void aFasterHost();
    void anotherDevice();
    void priorities();
};

void TestScaling::fasterKernels()
{
    const Program before = loaderReplay(10, HostMemory::Pinned);
    const ChangedProgram fast = changed(before, "scale:factor=0.5", selectsKind(OperationKind::Kernel));
    QCOMPARE(fast.touched, std::size_t{30});
    const double gone = h200Ms(before) - h200Ms(fast.program);
    QVERIFY2(gone > 5.3 && gone < 5.7, qPrintable(QString::number(gone))); // half of 11 ms
    QCOMPARE(changed(before, "scale:factor=1").touched, std::size_t{0});
    QVERIFY(hasNote(changed(before, "scale", selectsKind(OperationKind::Sync)), "No selected operation takes time"));
}

/// A kernel over 256 MiB in 248 waves of 1 us took 325 us, one over half of that 163 (H200): what passes between the
/// waves is part of its time.
void TestScaling::kernelsOfManyShortWaves()
{
    const DeviceProfile h200 = loadDeviceProfile("h200");
    Program program = emptyReplay(1, 4);
    Operation pad = replayedKernel(0, 0.001, 262'338);
    pad.kernel.own().sharedMemory = 0;
    program.operations = {pad, hostSync()};
    program = asReplay(program);
    const auto scaled = [&](const char *text) {
        const RequestedChange request = parseChange(text);
        return request.change->apply({program, {true, true}, request.values, &h200}).program;
    };
    const double before = h200Ms(program);
    for (const auto &[text, factor] : {std::pair{"scale:factor=0.5", 0.5},
                                       {"scale:factor=2", 2.0},
                                       {"scale:factor=0.05", 0.05},
                                       {"device=sim:h200,kernels=0.5", 0.5}}) {
        const double now = h200Ms(scaled(text));
        QVERIFY2(std::abs(now / before - factor) < 0.03, qPrintable(QStringLiteral("%1 of %2").arg(now).arg(before)));
    }
}

void TestScaling::fasterCopies()
{
    Program program = emptyReplay(1, 256 << 20);
    program.operations = {replayedCopy(OperationKind::H2D, 0, 256 << 20, HostMemory::Pinned), hostSync()};
    program.operations[0].setTimeFactor(1.2);
    const ChangedProgram fast = changed(asReplay(program), "scale:factor=0.25");
    QCOMPARE(fast.program.operations[0].timeFactor(), 0.3);
    QVERIFY(h200Ms(fast.program) < 0.3 * h200Ms(program));
}

void TestScaling::kernelsThatTheModelComputes()
{
    Program program = emptyProgram(1);
    Operation work = kernel(0), stream = kernel(0);
    work.kernel.own().workPerElement = 1000;
    stream.kernel.own().kind = KernelKind::Stream;
    program.operations = {work, stream};
    const ChangedProgram slow = changed(program, "scale:factor=2");
    QCOMPARE(slow.touched, std::size_t{1});
    QCOMPARE(slow.program.operations[0].kernel->workPerElement, std::int64_t{2000});
    QVERIFY(hasNote(slow, "1 kernel stays as it is"));
    const ChangedProgram fast = changed(program, "scale:factor=0.5");
    QCOMPARE(fast.program.operations[1].kernel->elements, program.operations[1].kernel->elements / 2);
    QVERIFY(h200Ms(fast.program) < 0.6 * h200Ms(program));
}

/// Measured: halving one of two products beside a longer copy changes nothing.
void TestScaling::noGainWhereCopiesAreTheLimit()
{
    Program program = emptyReplay(2, 256 << 20);
    for (int i = 0; i < 5; ++i) {
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 256 << 20, HostMemory::Pinned));
        program.operations.push_back(replayedKernel(1, 1.5));
        program.operations.push_back(replayedKernel(1, 1.5));
    }
    program.operations.push_back(hostSync());
    program = asReplay(program);
    int kernels = 0;
    const ChangedProgram half = changed(program, "scale:factor=0.5", [&kernels](const Operation &o) {
        return o.kind == OperationKind::Kernel && kernels++ % 2 == 0;
    });
    QCOMPARE(half.touched, std::size_t{5});
    QVERIFY(std::abs(h200Ms(half.program) / h200Ms(program) - 1) < 0.001);
}

void TestScaling::droppedOperations()
{
    // .item() taken out of a loop that copies are the limit of: 48.5 and 48.1 ms
    const Program before = loaderReplay(24, HostMemory::Pinned);
    const ChangedProgram free = changed(before, "drop", [](const Operation &o) {
        return (o.kind == OperationKind::D2H && o.bytes < 65536)
               || (o.kind == OperationKind::Sync && o.syncScope == SyncScope::Stream);
    });
    QCOMPARE(free.touched, std::size_t{48});
    QCOMPARE(free.program.operations.size(), before.operations.size() - 48);
    QVERIFY(h200Ms(free.program) > 0.97 * h200Ms(before));

    Program program = emptyProgram(2);
    program.events = {"e"};
    program.operations = {kernel(0), record(0, 0), wait(1, 0), kernel(1)};
    const ChangedProgram rest =
        changed(program, "drop", [](const Operation &o) { return o.kind != OperationKind::Kernel; });
    QCOMPARE(rest.touched, std::size_t{1}); // the wait
    QVERIFY(hasNote(rest, "1 event record stays"));
    QVERIFY(hasNote(changed(program, "drop", selectsKind(OperationKind::H2D)), "Nothing is selected"));
}

void TestScaling::droppedPartsOfGraphsAndCollectives()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 8; ++i) {
        program.operations.push_back(replayedKernel(0, 0.01));
        program.operations.back().graph = i / 4;
        program.operations.back().name = i % 4 < 2 ? "first" : "rest";
        program.operations.back().callNs = i % 4 == 0 ? 7000 + i : -1;
    }
    const ChangedProgram rest =
        changed(asReplay(program), "drop", [](const Operation &o) { return o.name == "first"; });
    QCOMPARE(rest.program.operations.size(), std::size_t{4});
    QCOMPARE(rest.program.operations[0].callNs, std::int64_t{7000}); // the graph's call
    QCOMPARE(rest.program.operations[1].callNs, std::int64_t{-1});
    QCOMPARE(rest.program.operations[2].callNs, std::int64_t{7004});

    const Program sums = ExperimentRun::programOf("gradient-buckets", {});
    std::int32_t group = 0;
    const ChangedProgram without = changed(sums, "drop", [&group](const Operation &o) {
        return o.kind == OperationKind::Collective && o.group() == 0 && group++ == 0;
    });
    QVERIFY(without.touched > 1);
    QVERIFY(hasNote(without, "went with them"));
    QVERIFY(h200Ms(without.program) > 0); // nobody waits for ever
}

/// What a framework does between two launches that go it did for the second one, and so a memset between them.
void TestScaling::droppedLaunchesTakeTheirWorkAlong()
{
    Program program = emptyReplay(1, 4096);
    const auto work = [](std::int64_t ns, std::string_view name) {
        Operation op = hostWork(ns);
        op.name = std::string(name);
        return op;
    };
    const auto launch = [](const char *name) {
        Operation op = replayedKernel(0, 0.002);
        op.name = name;
        return op;
    };
    Operation memset = launch("clear");
    memset.kind = OperationKind::Memset;
    memset.bytes = 64;
    program.operations = {launch("stays"), work(30'000, operatorWorkName),
                          launch("goes"),  work(40'000, operatorWorkName),
                          memset,          work(50'000, operatorWorkName),
                          launch("goes"),  work(400'000, "python"), // something else
                          launch("goes"),  work(35'000, operatorWorkName),
                          launch("stays"), work(45'000, operatorWorkName),
                          memset,          launch("stays")};
    const ChangedProgram rest = changed(asReplay(program), "drop", [](const Operation &o) { return o.name == "goes"; });
    QCOMPARE(countOf(rest.program, OperationKind::Kernel), std::size_t{3});
    QCOMPARE(countOf(rest.program, OperationKind::Memset), std::size_t{1});
    QVERIFY(hasNote(rest, "1 memset between them went"));
    std::int64_t left = 0;
    for (const Operation &operation : rest.program.operations)
        left += operation.kind == OperationKind::HostWork ? operation.durationNs : 0;
    // Around what goes the shorter piece goes, up to 20 us.
    QVERIFY2(left >= 45'000 + 400'000 && left <= 45'000 + 400'000 + 30'000 + 35'000, qPrintable(QString::number(left)));
}

void TestScaling::dropNeedsAFilter()
{
    QVERIFY_THROWS_EXCEPTION(InputError, changed(loaderReplay(1, HostMemory::Pinned), "drop"));
}

void TestScaling::aFasterHost()
{
    Program program = emptyReplay(1, 4096);
    for (int i = 0; i < 200; ++i) {
        program.operations.push_back(hostWork(6'000));
        program.operations.push_back(replayedKernel(0, 0.001, 1));
        program.operations.back().callNs = 4'000;
    }
    program = asReplay(program);
    const ChangedProgram fast = changed(program, "host:factor=0.5");
    QCOMPARE(fast.touched, std::size_t{400});
    QCOMPARE(fast.program.operations[0].durationNs, std::int64_t{3'000});
    QCOMPARE(fast.program.operations[1].callNs, std::int64_t{2'000});
    QVERIFY(std::abs(h200Ms(fast.program) / h200Ms(program) - 0.5) < 0.02); // the host is the limit
    // a GPU that is busy gains nothing
    const Program busy = loaderReplay(10, HostMemory::Pinned);
    QVERIFY(h200Ms(changed(busy, "host:factor=0.5").program) > 0.93 * h200Ms(busy));
    QVERIFY(hasNote(changed(busy, "host"), "were not measured"));
    QVERIFY(hasNote(changed(program, "host", selectsKind(OperationKind::Sync)), "No work of the host"));
    // copies take what they took, whatever their calls do
    Program copies = emptyReplay(1, 1 << 20);
    for (const double factor : {0.97, 1.04}) {
        copies.operations.push_back(replayedCopy(OperationKind::H2D, 0, 1 << 20, HostMemory::Pinned));
        copies.operations.back().callNs = 4'000;
        copies.operations.back().setTimeFactor(factor);
    }
    const Program faster = changed(asReplay(copies), "host:factor=0.5").program;
    QCOMPARE(faster.operations[0].timeFactor(), 0.97);
    QCOMPARE(faster.operations[1].timeFactor(), 1.04);
}

void TestScaling::anotherDevice()
{
    Program before = loaderReplay(4, HostMemory::Pinned);
    for (Operation &operation : before.operations)
        operation.setTimeFactor(1.3);
    const ChangedProgram other = changed(before, "device=sim:h200,kernels=2");
    QCOMPARE(other.device, std::string("sim:h200"));
    QVERIFY(other.touched > 0);
    QCOMPARE(other.program.operations[1].timeFactor(), 1.0);
    QVERIFY(hasNote(other, "take 2 times as long"));
    QCOMPARE(other.program.operations[3].durationNs, 2 * before.operations[3].durationNs);
    QVERIFY(hasNote(changed(before, "device=sim:c2050"), "state a factor"));
    QVERIFY_THROWS_EXCEPTION(InputError, changed(before, "device"));
    QVERIFY_THROWS_EXCEPTION(InputError, changed(before, "device=h200"));
    QCOMPARE(parseChange("device=\"sim:/a,b.json\"").values.text("device"), std::string("sim:/a,b.json"));
    QCOMPARE(parseChange("device=\"sim:/a,b.json\"").text(), std::string("device=\"sim:/a,b.json\""));
}

void TestScaling::priorities()
{
    // GT12b: an urgent kernel arrives while a long one has waves to come
    Program program = urgentBeforeASecondWave();
    program.streams[1].priority = program.streams[2].priority = 0;
    const ChangedProgram urgent =
        changed(program, "priority:value=-1", [](const Operation &o) { return o.stream > 0; });
    QCOMPARE(urgent.touched, std::size_t{2});
    QCOMPARE(urgent.program.streams[1].priority, -1);
    QCOMPARE(urgent.program.streams[0].priority, 0);
    const DeviceProfile device = spinDevice(2);
    QVERIFY(simulate(device, urgent.program)[2].end < simulate(device, program)[2].end);

    program.operations.push_back(program.operations[2]);
    int index = 0;
    const ChangedProgram shared = changed(program, "priority", [&index](const Operation &) { return index++ == 2; });
    QVERIFY(hasNote(shared, "1 operation that the filter does not name"));
    program.streams[1].kind = StreamKind::LegacyDefault;
    const ChangedProgram none = changed(program, "priority", [](const Operation &o) { return o.stream == 1; });
    QCOMPARE(none.touched, std::size_t{0});
    QVERIFY(hasNote(none, "default stream has no priority of its own"));
    QVERIFY(hasNote(changed(program, "priority:value=0", [](const Operation &o) { return o.stream == 2; }), "already"));
}

/// `.item()` in a step of PyTorch: a copy back and a wait inside of an operator, with the program's own work before and
/// behind it.
static Program stepWithItem()
{
    const auto operators = [](std::int64_t ns) {
        Operation work = hostWork(ns);
        work.name = operatorWorkName;
        return work;
    };
    Program program = emptyReplay(1, 4096);
    program.operations = {replayedKernel(0, 0.1),
                          operators(3'000),
                          hostWork(100'000),
                          operators(40'000), // leads to the copy
                          replayedCopy(OperationKind::D2H, 0, 4, HostMemory::Pinned),
                          operators(5'000),
                          hostSync(SyncScope::Stream, 0),
                          operators(30'000), // the rest of it
                          hostWork(200'000),
                          operators(7'000),
                          replayedKernel(0, 0.1),
                          hostSync()};
    return asReplay(program);
}

void TestScaling::operatorsGoWithTheirCopies()
{
    const auto left = [](const ChangedProgram &changed) {
        std::int64_t operators = 0, own = 0;
        for (const Operation &operation : changed.program.operations)
            if (operation.kind == OperationKind::HostWork)
                (operation.name == operatorWorkName ? operators : own) += operation.durationNs;
        return std::pair(operators, own);
    };
    const ChangedProgram without = changed(stepWithItem(), "drop", [](const Operation &o) {
        return o.kind == OperationKind::D2H || (o.kind == OperationKind::Sync && o.stream >= 0);
    });
    QCOMPARE(without.touched, std::size_t{2}); // what was selected
    QCOMPARE(left(without).first, std::int64_t{3'000 + 7'000});
    QVERIFY(left(without).second >= 300'000 - mostWorkOfCall); // its own work but for the call itself
    const ChangedProgram kernels = changed(stepWithItem(), "drop", selectsKind(OperationKind::Kernel));
    QCOMPARE(left(kernels).first, std::int64_t{75'000}); // what led to the launch alone goes
}

/// Each launch a little less so, and only behind calls that go to the system.
void TestScaling::whatFollowsDroppedAllocationsIsWarmer()
{
    const auto workLeft = [](std::int64_t callNs) {
        Program program = emptyReplay(1, 4 << 20);
        Operation framework = replayedKernel(0, 0.1);
        framework.name = "void at::native::vectorized_elementwise_kernel";
        Operation memory;
        memory.kind = OperationKind::Alloc;
        memory.bytes = 2 << 20;
        memory.callNs = callNs;
        program.operations = {framework, memory};
        for (int i = 0; i < 12; ++i) {
            program.operations.push_back(hostWork(50'000));
            program.operations.push_back(framework);
        }
        const ChangedProgram dropped = changed(asReplay(program), "drop", selectsKind(OperationKind::Alloc));
        std::vector<std::int64_t> left;
        for (const Operation &operation : dropped.program.operations)
            if (operation.kind == OperationKind::HostWork)
                left.push_back(operation.durationNs);
        return left;
    };
    const std::vector<std::int64_t> behindPool = workLeft(2'000), behindSystem = workLeft(150'000);
    QVERIFY(std::ranges::all_of(behindPool, [](std::int64_t ns) { return ns == 50'000; }));
    QCOMPARE(behindSystem.front(), std::int64_t{25'000});
    QVERIFY(std::ranges::is_sorted(behindSystem));
    QVERIFY(behindSystem.back() > 45'000 && behindSystem.back() < 50'000);
}

void TestScaling::whatFollowsDroppedPageableCopiesIsWarmer()
{
    const auto workLeft = [](std::uint64_t bytes, HostMemory memory) {
        Program program = emptyReplay(1, 4 << 20);
        Operation framework = replayedKernel(0, 0.1);
        framework.name = "void at::native::vectorized_elementwise_kernel";
        program.operations = {framework, replayedCopy(OperationKind::D2H, 0, bytes, memory), hostWork(70'000),
                              framework};
        const ChangedProgram dropped = changed(asReplay(program), "drop", selectsKind(OperationKind::D2H));
        return dropped.program.operations[1].durationNs;
    };
    QCOMPARE(workLeft(4 << 20, HostMemory::Pinned), std::int64_t{70'000});
    QCOMPARE(workLeft(4096, HostMemory::Pageable), std::int64_t{70'000});
    QCOMPARE(workLeft(4 << 20, HostMemory::Pageable), std::int64_t{21'000});
}

QTEST_GUILESS_MAIN(TestScaling)
#include "tst_scaling.moc"
