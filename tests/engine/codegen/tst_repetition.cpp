// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/unrolled_code.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

CodeNode statement(const char *shape, std::vector<CodeValue> values, std::size_t source = 0)
{
    CodeNode node;
    node.shape = shape;
    node.values = std::move(values);
    node.source = source;
    return node;
}

} // namespace

/// Loops from repeated statements.
class TestRepetition : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void depthFirst();
    void breadthFirst();
    void loopInLoop();
    void prologueStays();
    void twoAlikeStay();
    void unequalStridesStay();
};

/// Three statements for each of eight chunks, on four streams in turns.
void TestRepetition::depthFirst()
{
    std::vector<CodeNode> statements;
    for (std::int64_t chunk = 0; chunk < 8; ++chunk)
        for (const char *shape : {"h2d", "kernel", "d2h"})
            statements.push_back(statement(shape, {{chunk % 4, 4}, {chunk * 1024, 0}}));
    const auto folded = checkedLoops(statements);
    QCOMPARE(folded.size(), std::size_t(1));
    QCOMPARE(folded[0].count, 8);
    QCOMPARE(folded[0].body.size(), std::size_t(3));
    QCOMPARE(folded[0].values[1].stride, 1024);
}

void TestRepetition::breadthFirst()
{
    std::vector<CodeNode> statements;
    for (const char *shape : {"h2d", "kernel", "d2h"})
        for (std::int64_t chunk = 0; chunk < 5; ++chunk)
            statements.push_back(statement(shape, {{chunk % 2, 2}}));
    const auto folded = checkedLoops(statements);
    QCOMPARE(folded.size(), std::size_t(3));
    for (const CodeNode &loop : folded)
        QCOMPARE(loop.count, 5);
}

/// Ten steps of a copy and six kernels.
void TestRepetition::loopInLoop()
{
    std::vector<CodeNode> statements;
    for (std::int64_t step = 0; step < 10; ++step) {
        statements.push_back(statement("h2d", {{step, 0}}));
        for (std::int64_t kernel = 0; kernel < 6; ++kernel)
            statements.push_back(statement("kernel", {{kernel, 0}, {step, 0}}));
    }
    const auto folded = checkedLoops(statements);
    QCOMPARE(folded.size(), std::size_t(1));
    QCOMPARE(folded[0].count, 10);
    QCOMPARE(folded[0].body.size(), std::size_t(2));
    QCOMPARE(folded[0].body[1].count, 6);
}

/// A pipeline that copies one chunk ahead.
void TestRepetition::prologueStays()
{
    std::vector<CodeNode> statements{statement("h2d", {{0, 0}})};
    for (std::int64_t chunk = 0; chunk < 9; ++chunk) {
        statements.push_back(statement("h2d", {{chunk + 1, 0}}));
        statements.push_back(statement("kernel", {{chunk, 0}}));
    }
    statements.push_back(statement("kernel", {{9, 0}}));
    QVERIFY(checkedLoops(statements).size() <= 3);
}

void TestRepetition::twoAlikeStay()
{
    const std::vector<CodeNode> two{statement("h2d", {{0, 0}}), statement("h2d", {{8, 0}})};
    QCOMPARE(checkedLoops(two).size(), std::size_t(2));
}

void TestRepetition::unequalStridesStay()
{
    const std::vector<CodeNode> odd{statement("h2d", {{0, 0}}), statement("h2d", {{1, 0}}), statement("h2d", {{3, 0}}),
                                    statement("h2d", {{4, 0}})};
    QCOMPARE(checkedLoops(odd).size(), std::size_t(4));
}

QTEST_GUILESS_MAIN(TestRepetition)
#include "tst_repetition.moc"
