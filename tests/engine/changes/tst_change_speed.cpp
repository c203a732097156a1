// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "tests/support/experiment_runs.h"

#include <QtTest>

#include <ctime>

using namespace streamscope;
using namespace streamscope::test;

/// Every change on Programs as large as real traces, and on every experiment.
class TestChangeSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onALongTrace_data();
    void onALongTrace();
    void twiceTheTraceTwiceTheTime();
    void everyChangeOnEveryExperiment();
};

/// The change as one would ask for it.
static std::string requestFor(const Change &change)
{
    if (change.id() == "bucket")
        return "bucket:bytes=256KiB";
    return change.id() == "device" ? "device=sim:h200,kernels=0.5" : change.id();
}

/// What the change is meant for.
static Selects selectsFor(const Change &change)
{
    if (change.id() == "prefetch" || change.id() == "move" || change.id() == "merge")
        return selectsKind(OperationKind::H2D);
    return change.id() == "drop" ? selectsKind(OperationKind::Sync) : Selects(selectsAll);
}

/// A training loop of 16 operations a step, with records and waits of a second stream.
static Program longTrace(int operations, HostMemory memory)
{
    Program program = emptyReplay(2, 1 << 20);
    program.events = {"ready", "reduced"};
    while (program.operations.size() < static_cast<std::size_t>(operations)) {
        program.operations.push_back(hostWork(20'000));
        program.operations.push_back(replayedCopy(OperationKind::H2D, 0, 1 << 20, memory));
        if (memory == HostMemory::Pageable)
            program.operations.push_back(hostSync(SyncScope::Stream, 0));
        for (int i = 0; i < 3; ++i) {
            program.operations.push_back(hostWork(5'000));
            program.operations.push_back(replayedKernel(0, 0.05));
            program.operations.back().callNs = 4'000;
            program.operations.back().name = "void at::native::vectorized_elementwise_kernel<4, float>";
        }
        Operation sum = replayedKernel(1, 0.02);
        sum.name = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";
        sum.bytes = 1 << 20;
        program.operations.insert(program.operations.end(),
                                  {record(0, 0), wait(1, 0), sum, record(1, 1), wait(0, 1),
                                   replayedCopy(OperationKind::D2H, 0, 4, memory), hostSync(SyncScope::Stream, 0),
                                   hostSync(SyncScope::Stream, 1)});
    }
    return asReplay(program);
}

/// Of the processor, which other work on the machine does not take.
static qint64 millisecondsFor(const Change &change, const Program &program)
{
    const RequestedChange request = parseChange(requestFor(change));
    const Selects selects = selectsFor(change);
    std::vector<bool> selected;
    for (const Operation &operation : program.operations)
        selected.push_back(selects(operation));
    const std::clock_t begin = std::clock();
    const ChangedProgram result = change.apply({program, selected, request.values, nullptr});
    const auto elapsed = static_cast<qint64>((std::clock() - begin) * 1000.0 / CLOCKS_PER_SEC);
    if (result.program.operations.empty())
        throw std::logic_error("nothing is left");
    return elapsed;
}

void TestChangeSpeed::onALongTrace_data()
{
    QTest::addColumn<QString>("id");
    for (const Change *change : changes())
        QTest::newRow(change->id().c_str()) << QString::fromStdString(change->id());
}

void TestChangeSpeed::onALongTrace()
{
    QFETCH(QString, id);
    const Change &change = *findChange(id.toStdString());
    const Program program = longTrace(130'000, id == "pin" ? HostMemory::Pageable : HostMemory::Pinned);
    const ChangedProgram result = changed(program, requestFor(change), selectsFor(change));
    const QStringList needsMore{"join", "merge", "nonblocking", "order",
                                "peer", "pool",  "spread"}; // than this trace has
    QVERIFY2(result.touched > 0 || needsMore.contains(id), "it found nothing to do");
    // some 0.05 s, split more, as it makes half a million operations of them; a bound that also a busy machine keeps
    const qint64 elapsed = millisecondsFor(change, program);
    qInfo("%s: %lld ms for 130,000 operations", qPrintable(id), static_cast<long long>(elapsed));
#ifdef NDEBUG // under a sanitizer up to 8 s
    QVERIFY2(elapsed < 3000, qPrintable(QString::number(elapsed)));
#endif
}

/// No change walks the Program once for each operation.
void TestChangeSpeed::twiceTheTraceTwiceTheTime()
{
    const Program small = longTrace(25'000, HostMemory::Pinned), large = longTrace(200'000, HostMemory::Pinned);
    for (const Change *change : changes()) {
        qint64 once = 0, eight = 0;
        for (int tries = 0; tries < 3 && eight >= 30 * once; ++tries) { // a full cache or an empty page may cost one
            once = std::max<qint64>(millisecondsFor(*change, small), 20);
            eight = millisecondsFor(*change, large);
        }
        QVERIFY2(eight < 30 * once,
                 qPrintable(QString("%1: %2 and %3 ms").arg(change->id().c_str()).arg(once).arg(eight)));
    }
}

/// changed() throws where a result is not sound; none may run for ever on the simulator.
void TestChangeSpeed::everyChangeOnEveryExperiment()
{
    for (const Experiment *experiment : experiments()) {
        const Program program = ExperimentRun::programOf(experiment->id(), {});
        for (const Change *change : changes())
            for (const bool replay : {false, true}) {
                const Program input = replay ? asReplay(program) : program;
                try {
                    const ChangedProgram result = changed(input, requestFor(*change), selectsFor(*change));
                    QVERIFY2(result.touched > 0 || !result.notes.empty(), change->id().c_str());
                    QVERIFY(h200Ms(result.program) > 0);
                    if (result.touched == 0)
                        QVERIFY2(result.program.operations == input.operations, change->id().c_str());
                } catch (const InputError &error) {
                    QVERIFY2(change->id() == "prefetch" || change->id() == "drop", error.what());
                }
            }
    }
}

QTEST_GUILESS_MAIN(TestChangeSpeed)
#include "tst_change_speed.moc"
