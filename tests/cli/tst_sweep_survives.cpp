// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_process.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>
#include <csignal>
#include <unistd.h>

using namespace streamscope::test;

/// A sweep that is ended in any way loses no row, and continues with --resume.
class TestSweepSurvives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void rowsOutliveTheProgram_data();
    void rowsOutliveTheProgram();
    void resumingGivesTheSameTable();
    void aTornLineIsMeasuredAgain();
    void rowsAreNotThrownAway();
    void rowsOfAnotherSweepAreRefused();
    void aFinishedSweepHasNothingToDo();
    void onlyOneAtATime();
    void shardsResume();
    void rowsOnStandardOutputComeInOrder();

private:
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    Outcome run(const QStringList &arguments) const { return ProgramProcess().run(arguments, m_dir->path()); }
    /// Starts a long sweep and waits for some of its rows.
    void begin(QProcess &process) const
    {
        process.setWorkingDirectory(m_dir->path());
        process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), m_long + QStringList{"--csv", "s.csv"});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(path("s.csv.partial")).count('\n') > 3, 60000);
    }

    const QStringList m_long{"sweep", "large-pipeline", "--device", "sim:h200", "--vary", "chunks=3000:9000:+1"};
    const QStringList m_short{"sweep", "two-stream-exercise", "--vary", "chunks=1,2,4", "--vary", "streams=1,2"};
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestSweepSurvives::rowsOutliveTheProgram_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGKILL") << SIGKILL;
}

void TestSweepSurvives::rowsOutliveTheProgram()
{
    QFETCH(int, number);
    store(path("s.csv"), "old");
    QProcess process;
    begin(process);
    kill(static_cast<pid_t>(process.processId()), number);
    QVERIFY(process.waitForFinished(30000));
    const QByteArray words = process.readAllStandardError();
    if (number == SIGTERM)
        QVERIFY2(words.contains("stopped: ") && words.contains("kept in s.csv.partial: go on with --resume"),
                 words.constData());
    QCOMPARE(contentOf(path("s.csv")), QByteArray("old"));
    const QByteArray rows = contentOf(path("s.csv.partial"));
    QVERIFY(rows.startsWith("index,bytes,chunks,") && rows.count(",ok,") >= 3);
}

void TestSweepSurvives::resumingGivesTheSameTable()
{
    QCOMPARE(run(m_short + QStringList{"--csv", "whole.csv"}).code, 0);
    const QByteArray whole = contentOf(path("whole.csv"));
    QCOMPARE(whole.count("\r\n"), 7);
    const QList<QByteArray> lines = whole.split('\n');
    // Some of the rows, not in order, one of them twice.
    store(path("s.csv.partial"), lines[0] + '\n' + lines[4] + '\n' + lines[2] + '\n' + lines[4] + '\n');
    for (const QStringList &arguments :
         {QStringList{"--resume", "s.csv"}, {"--resume", "s.csv.partial"}, {"--csv", "s.csv", "--resume", "s.csv"}}) {
        store(path("s.csv.partial"), lines[0] + '\n' + lines[4] + '\n' + lines[2] + '\n' + lines[4] + '\n');
        QFile::remove(path("s.csv"));
        const Outcome outcome = run(m_short + arguments);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(contentOf(path("s.csv")), whole);
        QVERIFY(!QFile::exists(path("s.csv.partial")));
    }
    QCOMPARE(run(m_short + QStringList{"--csv", "s.csv", "--resume", "other.csv"}).code, 2);
}

void TestSweepSurvives::aTornLineIsMeasuredAgain()
{
    QCOMPARE(run(m_short + QStringList{"--csv", "whole.csv"}).code, 0);
    const QByteArray whole = contentOf(path("whole.csv"));
    for (const qsizetype cut : {whole.indexOf("\n3,") + 20, whole.indexOf("\n3,") + 1, qsizetype(10), qsizetype(0)}) {
        store(path("s.csv.partial"), whole.left(cut));
        const Outcome outcome = run(m_short + QStringList{"--resume", "s.csv"});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(contentOf(path("s.csv")), whole);
        QFile::remove(path("s.csv"));
    }
}

void TestSweepSurvives::rowsAreNotThrownAway()
{
    QProcess process;
    begin(process);
    process.kill();
    QVERIFY(process.waitForFinished(30000));
    const QByteArray rows = contentOf(path("s.csv.partial"));
    const Outcome again = run(m_long + QStringList{"--csv", "s.csv"});
    QCOMPARE(again.code, 2);
    QVERIFY2(again.err.contains("s.csv.partial: holds the rows of a sweep that did not end; go on with --resume"),
             again.err.constData());
    QCOMPARE(contentOf(path("s.csv.partial")), rows);
}

void TestSweepSurvives::rowsOfAnotherSweepAreRefused()
{
    QCOMPARE(run(m_short + QStringList{"--csv", "whole.csv"}).code, 0);
    const QByteArray whole = contentOf(path("whole.csv"));
    const auto says = [&](const QByteArray &rows, const QStringList &sweep) -> QByteArray {
        store(path("s.csv.partial"), rows);
        const Outcome outcome = run(sweep + QStringList{"--resume", "s.csv"});
        if (outcome.code != 2 || outcome.err.count('\n') != 1 || contentOf(path("s.csv.partial")) != rows)
            return "code " + QByteArray::number(outcome.code) + ": " + outcome.err;
        return outcome.err;
    };
    QByteArray words = says(whole, {"sweep", "two-stream-exercise", "--vary", "chunks=1,2,8", "--vary", "streams=1,2"});
    QVERIFY2(words.contains("s.csv.partial: line 6: column chunks is '4' and would be '8' in this sweep"),
             words.constData());
    words = says(whole, m_short + QStringList{"--device", "sim:h200"});
    QVERIFY2(words.contains("column device is 'sim:unit' and would be 'sim:h200'"), words.constData());
    words = says(whole, {"sweep", "concurrent-kernels", "--vary", "streams=1,2"});
    QVERIFY2(words.contains("line 1: these are not the columns of this sweep"), words.constData());
    words = says("a,b\r\n1,2\r\n", m_short);
    QVERIFY2(words.contains("line 1: these are not the columns"), words.constData());
    words = says(whole + "99" + whole.mid(whole.indexOf("\n0,") + 2), m_short);
    QVERIFY2(words.contains("configuration 99; this sweep has 6"), words.constData());
}

void TestSweepSurvives::aFinishedSweepHasNothingToDo()
{
    QCOMPARE(run(m_short + QStringList{"--csv", "s.csv"}).code, 0);
    const QByteArray whole = contentOf(path("s.csv"));
    QCOMPARE(run(m_short + QStringList{"--resume", "s.csv"}).code, 0);
    QCOMPARE(contentOf(path("s.csv")), whole);
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList{"s.csv"});
    QCOMPARE(run(m_short + QStringList{"--resume", "new.csv"}).code,
             0); // a script need not know whether it is the first time
    QCOMPARE(contentOf(path("new.csv")), whole);
}

void TestSweepSurvives::onlyOneAtATime()
{
    QProcess process;
    begin(process);
    const Outcome second = run(m_long + QStringList{"--resume", "s.csv"});
    QCOMPARE(second.code, 2);
    QVERIFY2(second.err.contains("s.csv.partial: another process writes this sweep now"), second.err.constData());
    process.kill();
    QVERIFY(process.waitForFinished(30000));
}

void TestSweepSurvives::shardsResume()
{
    QCOMPARE(run(m_short + QStringList{"--shard", "2/2", "--csv", "whole.csv"}).code, 0);
    const QByteArray whole = contentOf(path("whole.csv"));
    QCOMPARE(whole.count("\r\n"), 4);
    store(path("s.csv.partial"), whole.left(whole.indexOf("\n3,") + 1));
    QCOMPARE(run(m_short + QStringList{"--shard", "2/2", "--resume", "s.csv"}).code, 0);
    QCOMPARE(contentOf(path("s.csv")), whole);
}

void TestSweepSurvives::rowsOnStandardOutputComeInOrder()
{
    const Outcome outcome = run({"sweep", "large-pipeline", "--device", "sim:h200", "--vary", "chunks=1:200:+1"});
    QCOMPARE(outcome.code, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 202);
    for (int i = 0; i < 200; ++i)
        QVERIFY2(lines[i + 1].split(',').first() == QByteArray::number(i), lines[i + 1].constData());
}

QTEST_GUILESS_MAIN(TestSweepSurvives)
#include "tst_sweep_survives.moc"
