// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/recorder/recorded_process.h"

#include <QRegularExpression>
#include <QTest>

#include <csignal>

using namespace streamscope;
using namespace streamscope::test;
using recording::RowKind;

/// A process that is recorded: the recorder with a source that needs no GPU, in a program that loads it as CUDA does.
class TestRecordedProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRecordIsWrittenOrCounted();
    void nothingWithoutAFolder();
    void exitCodesStay();
    void quickExitLosesAtMostTheLastFlush();
    void killLosesAtMostTheLastFlush();
    void childOfAForkLeavesTheFileAlone();
    void execMakesAnotherFile();
    void rankStandsInTheName();
    void startsAndStopsFromInside();
    void windowsNest();
    void stepsBegin_data();
    void stepsBegin();
    void startsAndStopsFromOutside();
    void delayAndDuration();
    void signalStartsAndStops();
    void refusalIsOneLine();
    void missingFolderIsOneLine();
    void fullDiskKeepsWhatIsThere();
    void emptyRecordingLeavesNoFile();
};

/// Four threads at full speed: what the recorder cannot take is counted, nothing vanishes.
void TestRecordedProcess::everyRecordIsWrittenOrCounted()
{
    RecordedProcess p;
    p.start({"threads", "4", "500000", "print", "wait"});
    QByteArray asked;
    while (!p.process().canReadLine())
        QVERIFY(p.process().waitForReadyRead(60'000));
    asked = p.process().readLine().trimmed();
    QCOMPARE(asked, QByteArray("4000000"));
    QVERIFY(p.waitUntilReady());
    QCOMPARE(p.ask("stop"), QByteArray("ok"));
    const QList<QByteArray> status = p.ask("status").split(' ');
    QVERIFY2(status.size() == 5, status.join(' ').constData());
    QCOMPARE(status[0], QByteArray("stopped"));
    p.goOn();
    QVERIFY(p.finish());
    const std::uint64_t kernels = p.rows(RowKind::Kernel), calls = p.rows(RowKind::Call);
    QCOMPARE(status[1].toULongLong(), kernels);
    QCOMPARE(kernels + calls + status[2].toULongLong(), 4'000'000ULL);
    QCOMPARE(p.rows(RowKind::Dropped) > 0, status[2] != "0");
    QCOMPARE(status[4], p.files().value(0).toUtf8());
}

void TestRecordedProcess::nothingWithoutAFolder()
{
    RecordedProcess p;
    p.environment().remove("STREAMSCOPE_RECORD_FOLDER");
    p.run({"launch", "10", "exit", "4"});
    QCOMPARE(p.process().exitCode(), 4);
    QCOMPARE(p.process().readAllStandardError(), QByteArray());
    QVERIFY(p.files().isEmpty());
}

void TestRecordedProcess::exitCodesStay()
{
    RecordedProcess p;
    p.run({"launch", "1000", "exit", "7"});
    QCOMPARE(p.process().exitCode(), 7);
    QCOMPARE(p.rows(RowKind::Kernel), 1000ULL);
    QCOMPARE(p.rows(RowKind::Clock), 2ULL); // begin and end
    QVERIFY(p.rows(RowKind::Index) > 0);
    QCOMPARE(p.process().readAllStandardError(), QByteArray());
}

void TestRecordedProcess::quickExitLosesAtMostTheLastFlush()
{
    RecordedProcess p;
    p.start({"launch", "1000", "wait", "_exit", "5"});
    QVERIFY(p.waitUntilReady());
    QTRY_COMPARE(p.rows(RowKind::Kernel), 1000ULL); // written while it runs
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.process().exitCode(), 5);
    QCOMPARE(p.rows(RowKind::Kernel), 1000ULL);
}

void TestRecordedProcess::killLosesAtMostTheLastFlush()
{
    RecordedProcess p;
    p.start({"launch", "1000", "wait", "kill"});
    QVERIFY(p.waitUntilReady());
    QTRY_COMPARE(p.rows(RowKind::Kernel), 1000ULL);
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.process().exitStatus(), QProcess::CrashExit);
    QCOMPARE(p.rows(RowKind::Kernel), 1000ULL);
}

void TestRecordedProcess::childOfAForkLeavesTheFileAlone()
{
    RecordedProcess p;
    p.run({"launch", "100", "fork", "launch", "100"});
    QCOMPARE(p.process().exitCode(), 0);
    QCOMPARE(p.files().size(), 1);
    QCOMPARE(p.rows(RowKind::Kernel), 200ULL);
}

void TestRecordedProcess::execMakesAnotherFile()
{
    RecordedProcess p;
    p.start({"launch", "100", "wait", "exec", qEnvironmentVariable("STREAMSCOPE_RECORDED_PROGRAM"), "launch", "5"});
    QVERIFY(p.waitUntilReady());
    QTRY_COMPARE(p.rows(RowKind::Kernel), 100ULL);
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.files().size(), 2);
    QCOMPARE(p.rows(RowKind::Kernel), 105ULL);
}

void TestRecordedProcess::rankStandsInTheName()
{
    RecordedProcess p;
    p.set("RANK", "7");
    p.set("WORLD_SIZE", "8");
    p.run({"launch", "10"});
    QCOMPARE(p.files().size(), 1);
    const QString name = QFileInfo(p.files().first()).fileName();
    QVERIFY2(QRegularExpression("^rank7-recorded_program-\\d+\\.ssrec$").match(name).hasMatch(), qPrintable(name));
}

void TestRecordedProcess::startsAndStopsFromInside()
{
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_WAIT", "1");
    p.run({"launch", "10", "start", "launch", "20", "stop", "launch", "40", "start", "start", "launch", "80"});
    QCOMPARE(p.rows(RowKind::Kernel), 100ULL);
    QCOMPARE(p.rows(RowKind::Switch), 3ULL); // a second start changes nothing
}

void TestRecordedProcess::windowsNest()
{
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_WAIT", "1");
    p.run({"launch", "1", "window", "outer", "launch", "10", "window", "inner", "launch", "20", "end", "launch", "40",
           "end", "launch", "100", "end", "launch", "200"});
    QCOMPARE(p.rows(RowKind::Kernel), 70ULL);
    QCOMPARE(p.rows(RowKind::Range), 2ULL);
}

void TestRecordedProcess::stepsBegin_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<qulonglong>("kernels");
    // Step i makes 10^i launches, and 5 come before the first.
    QTest::newRow("one") << "1:1" << 10ULL;
    QTest::newRow("two") << "1:2" << 110ULL;
    QTest::newRow("from the start") << "0:1" << 16ULL;
    QTest::newRow("to the end") << "2:9" << 1100ULL;
    QTest::newRow("never") << "7:9" << 0ULL;
}

void TestRecordedProcess::stepsBegin()
{
    QFETCH(QString, steps);
    QFETCH(qulonglong, kernels);
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_STEPS", steps);
    p.run({"launch", "5", "step", "launch", "1", "step", "launch", "10", "step", "launch", "100", "step", "launch",
           "1000"});
    QCOMPARE(p.rows(RowKind::Kernel), kernels);
}

void TestRecordedProcess::startsAndStopsFromOutside()
{
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_WAIT", "1");
    p.start({"launch", "10", "wait", "launch", "20", "wait", "launch", "40"});
    QVERIFY(p.waitUntilReady());
    QVERIFY(p.ask("status").startsWith("waiting 0 0 "));
    QCOMPARE(p.ask("start test"), QByteArray("ok"));
    QVERIFY(p.ask("status").startsWith("recording "));
    p.goOn();
    QVERIFY(p.waitUntilReady());
    QCOMPARE(p.ask("stop"), QByteArray("ok"));
    QCOMPARE(p.rows(RowKind::Kernel), 20ULL); // in the file already
    QVERIFY(p.ask("dance").startsWith("error "));
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.rows(RowKind::Kernel), 20ULL);
}

void TestRecordedProcess::delayAndDuration()
{
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_DELAY_MS", "500"); // of which ten launches take a few, on any machine
    p.set("STREAMSCOPE_RECORD_DURATION_MS", "20");
    p.start({"launch", "10", "wait", "launch", "20"});
    QVERIFY(p.waitUntilReady());
    QTRY_VERIFY(p.ask("status").startsWith("stopped "));
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.rows(RowKind::Kernel), 0ULL); // all launches were before or after
}

void TestRecordedProcess::signalStartsAndStops()
{
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_WAIT", "1");
    p.set("STREAMSCOPE_RECORD_SIGNAL", QString::number(SIGUSR2));
    p.start({"launch", "10", "wait", "launch", "20", "wait", "launch", "40"});
    QVERIFY(p.waitUntilReady());
    ::kill(pid_t(p.process().processId()), SIGUSR2);
    QTRY_VERIFY(p.ask("status").startsWith("recording "));
    p.goOn();
    QVERIFY(p.waitUntilReady());
    ::kill(pid_t(p.process().processId()), SIGUSR2);
    QTRY_VERIFY(p.ask("status").startsWith("stopped "));
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.rows(RowKind::Kernel), 20ULL);
}

void TestRecordedProcess::refusalIsOneLine()
{
    RecordedProcess p;
    p.set("FAKE_SOURCE_REFUSES", "another profiler is attached");
    p.run({"launch", "10", "exit", "3"});
    QCOMPARE(p.process().exitCode(), 3);
    QCOMPARE(p.process().readAllStandardError(),
             QByteArray("streamscope record: nothing is recorded: another profiler is attached\n"));
    QVERIFY(p.files().isEmpty());
}

void TestRecordedProcess::missingFolderIsOneLine()
{
    RecordedProcess p;
    p.set("STREAMSCOPE_RECORD_FOLDER", p.folder() + "/nowhere");
    p.run({"launch", "10", "exit", "3"});
    QCOMPARE(p.process().exitCode(), 3);
    const QByteArray said = p.process().readAllStandardError();
    QVERIFY2(said.startsWith("streamscope record: nothing is recorded, as ") && said.count('\n') == 1
                 && said.contains("No such file or directory"),
             said.constData());
}

void TestRecordedProcess::fullDiskKeepsWhatIsThere()
{
    RecordedProcess p;
    p.start({"launch", "1000", "wait", "threads", "2", "2000000", "exit", "3"});
    QVERIFY(p.waitUntilReady());
    QTRY_COMPARE(p.rows(RowKind::Kernel), 1000ULL);
    // No byte more: as if the disk were full, but for this process alone.
    const QString limit = QString::number(QFileInfo(p.files().first()).size());
    QCOMPARE(QProcess::execute("prlimit", {"--fsize=" + limit, "--pid", QString::number(p.process().processId())}), 0);
    p.goOn();
    QVERIFY(p.finish());
    QCOMPARE(p.process().exitStatus(), QProcess::NormalExit);
    QCOMPARE(p.process().exitCode(), 3);
    QCOMPARE(p.rows(RowKind::Kernel), 1000ULL);
    const QByteArray said = p.process().readAllStandardError();
    QVERIFY2(said.startsWith("streamscope record: the recording ends here, as ") && said.count('\n') == 1,
             said.constData());
}

void TestRecordedProcess::emptyRecordingLeavesNoFile()
{
    RecordedProcess p;
    p.run({"exit", "0"});
    QVERIFY(p.files().isEmpty());
}

QTEST_GUILESS_MAIN(TestRecordedProcess)
#include "tst_recorded_process.moc"
