// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/phrase.h"

#include <QTest>

using namespace streamscope;

class PhraseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void putsItsArgumentsIn()
    {
        QCOMPARE(Phrase("engine", "%1 waits for '%2' (%3).").arg(3, "copy in", std::string("stream A")),
                 std::string("3 waits for 'copy in' (stream A)."));
        QCOMPARE(std::string(Phrase("engine", "None.")), std::string("None."));
    }
    void takesThemByNumberAndAsOftenAsTheyStand()
    {
        QCOMPARE(Phrase("engine", "%2 of %1, so %2").arg("a", 'b'), std::string("b of a, so b"));
    }
    /// "%1" in an argument, such as the name of an operation, is no placeholder.
    void leavesPlaceholdersOfArgumentsAlone()
    {
        QCOMPARE(Phrase("engine", "%1 and %2").arg("%2", "x"), std::string("%2 and x"));
    }
    void leavesOtherPercentSignsAlone()
    {
        QCOMPARE(Phrase("engine", "%globaltimer is 5 % off by %1, %9%").arg(7),
                 std::string("%globaltimer is 5 % off by 7, %9%"));
    }
};

QTEST_GUILESS_MAIN(PhraseTest)
#include "tst_phrase.moc"
