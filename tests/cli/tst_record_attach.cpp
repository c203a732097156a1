// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/recorder/fake_control_socket.h"
#include "tests/support/recorder/recorder_tree.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace streamscope::test;

/// `streamscope record --attach PID`: this process plays the one that is recorded.
class TestRecordAttach : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordsForADuration();
    void recordsUntilASignal_data();
    void recordsUntilASignal();
    void saysWhenTheProcessEnds();
    void refusals_data();
    void refusals();
    void processesThatCannotBeRecorded();
    void namesTheProcessesThatCanBeRecorded();

private:
    static QStringList attach(qint64 process, const QStringList &more = {})
    {
        return QStringList{"record", "--attach", QString::number(process)} + more;
    }
    static Outcome run(const QStringList &arguments) { return ProgramProcess().run(arguments, QDir::tempPath()); }
};

namespace {

/// A recorder that counts 1000 operations for each time it was stopped.
FakeControlSocket::Answer recorderWith(const QByteArray &file)
{
    return [file, state = QByteArray("waiting"), operations = 5](const QByteArray &command) mutable -> QByteArray {
        if (command.startsWith("start ")) {
            state = "recording";
            return "ok\n";
        }
        if (command == "stop") {
            state = "stopped";
            operations += 1000;
            return "ok\n";
        }
        if (command == "status")
            return state + ' ' + QByteArray::number(operations) + " 0 2048 " + file + '\n';
        return "error unknown command " + command + '\n';
    };
}

} // namespace

void TestRecordAttach::recordsForADuration()
{
    const FakeControlSocket recorder(recorderWith("/tmp/a b.ssrec"));
    const Outcome outcome = run(attach(getpid(), {"--duration", "0.05"}));
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out, QByteArray("/tmp/a b.ssrec\n"));
    QCOMPARE(outcome.err, QByteArray("streamscope: recording process " + QByteArray::number(getpid())
                                     + "\nstreamscope: recorded 1,000 operations of 1 process (2 KiB)\n"));
    QCOMPARE(recorder.heard(), QByteArray("status\nstart streamscope record --attach\nstatus\nstop\nstatus\n"));
}

void TestRecordAttach::recordsUntilASignal_data()
{
    QTest::addColumn<int>("number");
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        QTest::addRow("%s", sigabbrev_np(number)) << number;
}

void TestRecordAttach::recordsUntilASignal()
{
    QFETCH(int, number);
    const FakeControlSocket recorder(recorderWith("/tmp/x.ssrec"));
    QProcess process;
    process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), attach(getpid()));
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(20000));
    QVERIFY(process.readLine().endsWith("Ctrl-C ends the recording\n"));
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), QByteArray("/tmp/x.ssrec\n"));
    QVERIFY(recorder.heard().endsWith("stop\nstatus\n"));
}

void TestRecordAttach::saysWhenTheProcessEnds()
{
    QTemporaryDir folder;
    const QByteArray file = folder.filePath("p-1.ssrec").toUtf8();
    // A header, and a chunk of 12 copies without a payload.
    QByteArray bytes("SSRECORD\1\0\0\0\x10\0\0\0", 16);
    bytes += QByteArray("CHNK\x11\0\1\0\x0c\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
    store(QString::fromUtf8(file), bytes);
    FakeControlSocket recorder([file, asked = 0](const QByteArray &command) mutable -> QByteArray {
        if (command != "status")
            return "ok\n";
        return (++asked == 1 ? QByteArray("waiting") : QByteArray("recording")) + " 0 0 0 " + file + '\n';
    });
    QProcess process;
    process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), attach(getpid()));
    process.setReadChannel(QProcess::StandardError);
    QVERIFY(process.waitForReadyRead(20000));
    recorder.end();
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(process.readAllStandardOutput(), file + '\n');
    QCOMPARE(process.readAllStandardError(),
             QByteArray("streamscope: recording process " + QByteArray::number(getpid())
                        + "; Ctrl-C ends the recording\nstreamscope: recorded 12 operations of 1 process (40 bytes); "
                          "the process has ended\n"));
}

void TestRecordAttach::refusals_data()
{
    QTest::addColumn<QByteArray>("first"); // answer to the status
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("recorded already") << QByteArray("recording 1 0 0 /tmp/x.ssrec\n") << QByteArray("ok\n")
                                      << QByteArray("is being recorded already, into /tmp/x.ssrec");
    QTest::newRow("failed") << QByteArray("failed 0 0 0 the disk is full\n") << QByteArray("ok\n")
                            << QByteArray("has failed: the disk is full");
    QTest::newRow("refused") << QByteArray("waiting 0 0 0 /tmp/x.ssrec\n") << QByteArray("error not now\n")
                             << QByteArray("refuses: not now");
    QTest::newRow("nonsense") << QByteArray("hello\n") << QByteArray("ok\n") << QByteArray("answers 'hello'");
    QTest::newRow("control characters") << QByteArray("\x1b[2J\n") << QByteArray("ok\n")
                                        << QByteArray("answers '\\x1b");
    QTest::newRow("the process ends") << QByteArray("waiting 0 0 0 x\n") << QByteArray() << QByteArray("has ended");
}

void TestRecordAttach::refusals()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QByteArray, words);
    const FakeControlSocket recorder(
        [first, second](const QByteArray &command) { return command == "status" ? first : second; });
    const Outcome outcome = run(attach(getpid()));
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(words) && outcome.err.count('\n') == 1, outcome.err.constData());
}

void TestRecordAttach::processesThatCannotBeRecorded()
{
    Outcome outcome = run(attach(4194305)); // beyond the largest number of Linux
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.err, QByteArray("streamscope: there is no process 4194305\n"));

    outcome = run(attach(getpid()));
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("has no recorder that can be reached") && outcome.err.count('\n') == 1,
             outcome.err.constData());

    QProcess others;
    if (geteuid() == 0)
        others.setChildProcessModifier([] { static_cast<void>(!setuid(65534)); });
    others.start("sleep", {"60"});
    QVERIFY(others.waitForStarted());
    outcome = run(attach(geteuid() == 0 ? others.processId() : 1));
    others.kill();
    others.waitForFinished();
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.endsWith("belongs to another user\n"), outcome.err.constData());
}

void TestRecordAttach::namesTheProcessesThatCanBeRecorded()
{
    const FakeControlSocket recorder(recorderWith("x"));
    QProcess other;
    other.start("sleep", {"60"});
    QVERIFY(other.waitForStarted());
    const Outcome outcome = run(attach(other.processId()));
    other.kill();
    other.waitForFinished();
    QVERIFY2(outcome.err.contains("these have one: ")
                 && outcome.err.contains(QByteArray(QByteArray::number(getpid()) + " (tst_record_attach")),
             outcome.err.constData());
}

QTEST_GUILESS_MAIN(TestRecordAttach)
#include "tst_record_attach.moc"
