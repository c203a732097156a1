// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/changes.h"

#include "engine/replay/host_pauses.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestHostPauses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneOfManyRepetitions();
    void whatRepeatsIsNoPause();
    void aFewRepetitionsShowNothing();
    void otherPlacesCountByThemselves();
};

/// Turns of a loop: work of the host, a kernel, and a wait for it.
static Program loop(int turns)
{
    Program program = emptyReplay(1, 4096);
    for (int turn = 0; turn < turns; ++turn) {
        program.operations.push_back(hostWork(40'000));
        program.operations.push_back(replayedKernel(0, 0.02));
        program.operations.push_back(hostWork(10'000));
        program.operations.push_back(hostSync());
    }
    return asReplay(program);
}

void TestHostPauses::oneOfManyRepetitions()
{
    Program program = loop(20);
    program.operations[4 * 7 + 2].durationNs = 560'000;
    const std::vector<HostPause> pauses = hostPauses(program, repeatedCalls(program));
    QCOMPARE(pauses.size(), std::size_t{1});
    QCOMPARE(pauses[0].ns, std::int64_t{550'000});
    removePauses(pauses, program);
    QCOMPARE(program, loop(20));
}

void TestHostPauses::whatRepeatsIsNoPause()
{
    Program program = loop(20); // each tenth turn reads a file
    program.operations[4 * 5 + 2].durationNs = 560'000;
    program.operations[4 * 15 + 2].durationNs = 480'000;
    QVERIFY(hostPauses(program, repeatedCalls(program)).empty());
    program = loop(20); // long, but not by far longer than usual
    program.operations[4 * 5].durationNs = 390'000;
    QVERIFY(hostPauses(program, repeatedCalls(program)).empty());
}

void TestHostPauses::aFewRepetitionsShowNothing()
{
    Program program = loop(6);
    program.operations[4 * 3 + 2].durationNs = 560'000;
    QVERIFY(hostPauses(program, repeatedCalls(program)).empty());
}

/// The gap between two epochs stands between other calls than the gaps inside of one.
void TestHostPauses::otherPlacesCountByThemselves()
{
    Program program = loop(20);
    Operation last = replayedKernel(0, 0.02);
    last.name = "validate";
    program.operations.insert(program.operations.begin() + 40, {hostWork(900'000), last});
    QVERIFY(hostPauses(program, repeatedCalls(program)).empty());
}

QTEST_GUILESS_MAIN(TestHostPauses)
#include "tst_host_pauses.moc"
