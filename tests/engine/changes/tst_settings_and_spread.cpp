// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"
#include "tests/support/experiment_runs.h"

#include "engine/formats/files/program_file.h"
#include "engine/program/order/hazards.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// nonblocking, peer and pool, and spread over streams.
class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void peerAccess();
    void poolsKeepMemory();
    void nonBlockingStreams();
    void dataKeepTheNullStreamsOrder();
    void spreadChunks();
    void spreadKeepsDependencies();
    void spreadLeavesWhatItDoesNotKnow();
    void spreadInATrace();
};

void TestSettings::peerAccess()
{
    const Program staged = ExperimentRun::programOf("peer-copy", {{"peer_access", "no"}});
    const ChangedProgram direct = changed(staged, "peer");
    QVERIFY(direct.touched > 0 && direct.program.peerAccess);
    QVERIFY(h200Ms(direct.program) < 0.5 * h200Ms(staged));
    QCOMPARE(changed(direct.program, "peer").touched, std::size_t{0});
    QVERIFY(hasNote(changed(emptyProgram(1), "peer"), "Nothing is copied between devices"));
}

void TestSettings::poolsKeepMemory()
{
    const Program forgetful = ExperimentRun::programOf("allocation", {{"allocator", "async-0"}});
    const ChangedProgram kept = changed(forgetful, "pool");
    QVERIFY(kept.touched > 0);
    QVERIFY(h200Ms(kept.program) < 0.7 * h200Ms(forgetful));
    QCOMPARE(changed(kept.program, "pool").touched, std::size_t{0});
    ProgramFile file;
    file.program = kept.program;
    QCOMPARE(readProgramFile(programFileJson(file), "kept.json").program.poolReleaseThreshold, keepsEverything);
    QCOMPARE(changed(ExperimentRun::programOf("allocation", {{"allocator", "malloc"}}), "pool").touched,
             std::size_t{0});
}

void TestSettings::nonBlockingStreams()
{
    const Program blocking = ExperimentRun::programOf("default-stream", {});
    const ChangedProgram free = changed(blocking, "nonblocking");
    QVERIFY(free.touched > 0);
    QVERIFY(h200Ms(free.program) < 0.7 * h200Ms(blocking));
    QCOMPARE(changed(free.program, "nonblocking").touched, std::size_t{0});
}

void TestSettings::dataKeepTheNullStreamsOrder()
{
    Program program = emptyProgram(2);
    program.streams[0].kind = StreamKind::LegacyDefault;
    program.streams[0].nonBlocking = program.streams[1].nonBlocking = false;
    program.operations = {copyIn(0), kernel(1)};
    const ChangedProgram same = changed(program, "nonblocking");
    QCOMPARE(same.touched, std::size_t{0});
    QVERIFY(hasNote(same, "need the NULL stream's order"));
}

void TestSettings::spreadChunks()
{
    Program program = emptyProgram(1);
    for (int i = 0; i < 8; ++i) {
        program.operations.push_back(chunkOf(copyIn(0), i));
        Operation work = spin(0, 16, 0.2);
        work.reads = work.writes = copyIn(0).writes;
        program.operations.push_back(chunkOf(work, i));
    }
    const ChangedProgram wide = changed(program, "spread:streams=8");
    QCOMPARE(wide.touched, std::size_t{16});
    QCOMPARE(countOf(wide.program, OperationKind::EventWait), std::size_t{0}); // a chunk stays on one stream
    QVERIFY(h200Ms(wide.program) < 0.3 * h200Ms(program));
}

void TestSettings::spreadKeepsDependencies()
{
    Program program = emptyProgram(1);
    program.operations = {chunkOf(copyIn(0), 0), chunkOf(copyIn(0), 1)};
    Operation both = kernel(0); // needs both chunks
    both.reads = both.writes = {{1, 0, 8192}};
    program.operations.push_back(both);
    const ChangedProgram wide = changed(program, "spread:streams=2");
    QVERIFY(countOf(wide.program, OperationKind::EventWait) >= 1);
    QVERIFY(findRaces(wide.program).empty());
}

void TestSettings::spreadLeavesWhatItDoesNotKnow()
{
    Program program = emptyProgram(1);
    program.operations = {spin(0, 16, 0.2), spin(0, 16, 0.2)}; // no data
    QVERIFY(hasNote(changed(program, "spread"), "names no data"));
    QVERIFY(hasNote(changed(asReplay(program), "spread"), "A trace does not show"));
    for (int i = 0; i < 2; ++i) // what it reads nobody brought
        program.operations[static_cast<std::size_t>(i)].writes = chunkOf(copyIn(0), i).writes;
    QCOMPARE(changed(program, "spread").touched, std::size_t{0});
}

/// It names no data: what is selected needs what stands before it and is needed by what stands behind it.
void TestSettings::spreadInATrace()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0)};
    for (int i = 0; i < 8; ++i)
        program.operations.push_back(spin(0, 12, 0.2));
    program.operations.push_back(copyBack(0));
    program.operations.push_back(hostSync(SyncScope::Stream, 0));
    const Program trace = asReplay(program);
    const ChangedProgram wide = changed(trace, "spread:streams=4", selectsKind(OperationKind::Kernel));
    QCOMPARE(wide.touched, std::size_t{8});
    QCOMPARE(countOf(wide.program, OperationKind::EventRecord), std::size_t{5}); // the copy's, and one of each stream
    QCOMPARE(countOf(wide.program, OperationKind::EventWait), std::size_t{8});
    QVERIFY(hasNote(wide, "need nothing of one another"));
    const double before = h200Ms(trace), after = h200Ms(wide.program);
    QVERIFY2(after > 0.4 && after < 0.4 * before, qPrintable(QString::number(after)));
    // What the host waits for in the old stream includes what has left it.
    program.operations.erase(program.operations.end() - 2);
    QVERIFY(h200Ms(changed(asReplay(program), "spread:streams=4", selectsKind(OperationKind::Kernel)).program) > 0.4);
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings_and_spread.moc"
