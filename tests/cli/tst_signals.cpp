// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/// SIGINT and SIGTERM end every subcommand soon, wherever it is, and leave nothing half-written.
class TestSignals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void endEverySubcommand_data();
    void endEverySubcommand();
    void theSecondEndsAtOnce();
    void whatWasSwitchedOffStaysOff();
    void aBackgroundJobEndsToo();
    void nothingIsReplacedAfterASignal();

private:
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    /// A pipe without a writer, so that its reader waits forever.
    int silentPipe(const char *name) const
    {
        mkfifo(path(name).toLocal8Bit().constData(), 0600);
        return open(path(name).toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
    }
    /// One that takes no more bytes.
    int fullPipe(const char *name) const
    {
        const int pipe = silentPipe(name);
        const QByteArray filling(4096, 'x');
        fcntl(pipe, F_SETFL, O_NONBLOCK);
        while (write(pipe, filling.constData(), static_cast<std::size_t>(filling.size())) > 0) {
        }
        return pipe;
    }
    void start(QProcess &process, const QStringList &arguments) const
    {
        process.setWorkingDirectory(m_dir->path());
        process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), arguments);
        QVERIFY(process.waitForStarted());
        waitUntilWatching(process);
    }
    /// Until the program has blocked SIGTERM, which is when it watches for it; /proc says so.
    static void waitUntilWatching(const QProcess &process)
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                QFile status(QString("/proc/%1/status").arg(process.processId()));
                if (!status.open(QIODevice::ReadOnly))
                    return false;
                for (const QByteArray &line : status.readAll().split('\n'))
                    if (line.startsWith("SigBlk:"))
                        return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGTERM - 1) & 1) != 0;
                return false;
            }(),
            20000);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestSignals::endEverySubcommand_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList many{"--device", "sim:h200", "--set", "chunks=16384"};
    // Sixteen million blocks, each recorded: seconds on any machine.
    QTest::newRow("run") << QStringList{"run", "large-pipeline", "--set", "bytes=16GiB", "--blocks", "--csv", "o.csv"}
                                + many;
    QTest::newRow("sweep") << QStringList{"sweep", "large-pipeline", "--vary", "kernel_work=1:9999:+1"} + many;
    QTest::newRow("compare") << QStringList{"compare", "pipe", "large-pipeline"};
    QTest::newRow("analyze") << QStringList{"analyze", "pipe"};
    QTest::newRow("analyze --json") << QStringList{"analyze", "pipe", "--json"};
    QTest::newRow("convert, reading") << QStringList{"convert", "pipe", "--csv", "o.csv"};
    QTest::newRow("run, writing") << QStringList{"run", "two-stream-exercise", "--csv", "full pipe"};
    QTest::newRow("run, a preset from a pipe") << QStringList{"run", "./pipe"};
    QTest::newRow("run, a profile from a pipe")
        << QStringList{"run", "two-stream-exercise", "--device", "sim:pipe.json"};
}

void TestSignals::endEverySubcommand()
{
    QFETCH(QStringList, arguments);
    const int pipe = silentPipe("pipe"), profile = silentPipe("pipe.json"), full = fullPipe("full pipe");
    QVERIFY(pipe >= 0 && full >= 0);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        QProcess process;
        start(process, arguments);
        kill(static_cast<pid_t>(process.processId()), number);
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        const QByteArray words = process.readAllStandardError();
        QVERIFY2(words.startsWith("streamscope: stopped") && words.count('\n') == 1, words.constData());
        QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList());
    }
    for (const int descriptor : {pipe, profile, full})
        close(descriptor);
}

void TestSignals::theSecondEndsAtOnce()
{
    const int pipe = silentPipe("pipe");
    QProcess process;
    start(process, {"analyze", "pipe"});
    for (int i = 0; i < 2; ++i) {
        kill(static_cast<pid_t>(process.processId()), SIGTERM);
        // Signals of one kind do not queue up: the second one is sent when the first has been taken.
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                QFile status(QString("/proc/%1/status").arg(process.processId()));
                return !status.open(QIODevice::ReadOnly) || !status.readAll().contains("ShdPnd:\t0000000000004000");
            }(),
            20000);
    }
    QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(30000));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit); // by the signal
    QCOMPARE(process.exitCode(), SIGTERM);
    close(pipe);
}

void TestSignals::whatWasSwitchedOffStaysOff()
{
    const int pipe = silentPipe("pipe");
    QProcess process;
    process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); }); // as nohup does
    start(process, {"analyze", "pipe"});
    kill(static_cast<pid_t>(process.processId()), SIGHUP);
    kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(30000));
    QCOMPARE(process.exitCode(), 1);
    close(pipe);
}

/// A shell without job control switches SIGINT off for its background jobs; who sends it by hand means it.
void TestSignals::aBackgroundJobEndsToo()
{
    const int pipe = silentPipe("pipe");
    QProcess process;
    process.setChildProcessModifier([] { std::signal(SIGINT, SIG_IGN); });
    start(process, {"analyze", "pipe"});
    kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30000));
    QCOMPARE(process.exitCode(), 1);
    close(pipe);
}

void TestSignals::nothingIsReplacedAfterASignal()
{
    // The CSV is complete when the trace meets a pipe that is full.
    const int full = fullPipe("pipe");
    QFile old(path("o.csv"));
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    QProcess process;
    start(process, {"run", "two-stream-exercise", "--csv", "o.csv", "--trace", "pipe"});
    kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30000));
    QCOMPARE(process.exitCode(), 1);
    QVERIFY(old.open(QIODevice::ReadOnly));
    QCOMPARE(old.readAll(), QByteArray("old"));
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), QStringList{"o.csv"});
    close(full);
}

QTEST_GUILESS_MAIN(TestSignals)
#include "tst_signals.moc"
