// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/recorder/recorder_tree.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace streamscope::test;

/// `streamscope record` without a GPU: a recorded program sees the world as if the launcher were not there, and the
/// files of the recorder end where they were wanted.
class TestRecordCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_program = programWithCountingRecorder(); }
    void cleanupTestCase() { QFile::remove(m_program); }
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void exitCodesAreThoseOfTheProgram_data();
    void exitCodesAreThoseOfTheProgram();
    void deathBySignalIsPassedOn_data();
    void deathBySignalIsPassedOn();
    void onlyTheProgramLeavesACore();
    void signalsOfOthersReachTheProgram_data();
    void signalsOfOthersReachTheProgram();
    void signalsOfTheGroupComeOnce();
    void theProgramInheritsEverything_data();
    void theProgramInheritsEverything();
    void closedDescriptorsStayClosed();
    void standardStreamsAreThoseOfTheProgram();
    void argumentsArriveByteForByte();
    void variables();
    void anotherToolIsNotReplaced();
    void countsWhatWasRecorded();
    void oneFileGoesWhereItWasWanted();
    void severalProcessesKeepTheirFolder();
    void anInnerRecordingIsOneOfItsOwn();
    void mistakes_data();
    void mistakes();
    void mistakesLeaveNothing();
    void withoutARecorderNothingRuns();

private:
    struct Ended
    {
        int code;   ///< of the exit, or −1
        int signal; ///< or 0
        QByteArray out, err;
    };
    QStringList recording(const QStringList &program, const QStringList &options = {}) const
    {
        return QStringList{"record"} + options + QStringList{"--"} + program;
    }
    Ended run(const QStringList &arguments, const std::function<void(QProcess &)> &prepare = {},
              const QByteArray &input = {}) const
    {
        QProcess process;
        process.setWorkingDirectory(m_dir->path());
        if (prepare)
            prepare(process);
        process.start(m_program, arguments);
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(60000))
            return {-1, -1, {}, process.errorString().toUtf8()};
        const bool exited = process.exitStatus() == QProcess::NormalExit;
        return {exited ? process.exitCode() : -1, exited ? 0 : process.exitCode(), process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
    static QStringList shell(const char *script) { return {"/bin/sh", "-c", script}; }
    QString path(const char *name) const { return m_dir->filePath(QString::fromUtf8(name)); }
    QStringList inFolder(const QString &folder = {}) const
    {
        return QDir(m_dir->path() + '/' + folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    QString m_program;
    std::unique_ptr<QTemporaryDir> m_dir;
};

namespace {

const char nothing[] = "streamscope: nothing recorded: the program ran nothing on a GPU with CUDA\n";

QStringList operator+(const QString &first, const QStringList &rest)
{
    return QStringList{first} + rest;
}

} // namespace

void TestRecordCommand::exitCodesAreThoseOfTheProgram_data()
{
    QTest::addColumn<QStringList>("program");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("0") << shell("exit 0") << 0 << QByteArray(nothing);
    QTest::newRow("7") << shell("exit 7") << 7 << QByteArray(nothing);
    QTest::newRow("255") << shell("exit 255") << 255 << QByteArray(nothing);
    QTest::newRow("found on the PATH") << QStringList{"true"} << 0 << QByteArray(nothing);
    QTest::newRow("not on the PATH") << QStringList{"no-such-program"} << 127
                                     << QByteArray(
                                            "streamscope: cannot run 'no-such-program': there is no such program "
                                            "on the PATH\n");
    QTest::newRow("no such file") << QStringList{"./no-such"} << 127
                                  << QByteArray("streamscope: cannot run './no-such': there is no such file\n");
    QTest::newRow("no right") << QStringList{"./plain"} << 126
                              << QByteArray("streamscope: cannot run './plain': Permission denied\n");
    QTest::newRow("a folder") << QStringList{"/"} << 126
                              << QByteArray("streamscope: cannot run '/': Permission denied\n");
    QTest::newRow("no interpreter") << QStringList{"./script"} << 127
                                    << QByteArray(
                                           "streamscope: cannot run './script': the interpreter that it asks for "
                                           "is not there\n");
    QTest::newRow("a script without one") << QStringList{"./bare", "3"} << 3 << QByteArray(nothing);
}

void TestRecordCommand::exitCodesAreThoseOfTheProgram()
{
    QFETCH(QStringList, program);
    store(path("plain"), "exit 1\n");
    store(path("script"), "#!/no/such/interpreter\n");
    store(path("bare"), "exit $1\n");
    for (const char *script : {"script", "bare"})
        QVERIFY(chmod(qPrintable(path(script)), 0755) == 0);
    const QStringList before = inFolder();
    const Ended ended = run(recording(program));
    QTEST(ended.code, "code");
    QTEST(ended.err, "words");
    QCOMPARE(ended.out, QByteArray());
    QCOMPARE(inFolder(), before);
}

void TestRecordCommand::deathBySignalIsPassedOn_data()
{
    QTest::addColumn<int>("number");
    for (const int number : {SIGTERM, SIGKILL, SIGSEGV, SIGABRT, SIGINT, SIGHUP, SIGPIPE, SIGUSR1, SIGXFSZ})
        QTest::addRow("%s", sigabbrev_np(number)) << number;
}

void TestRecordCommand::deathBySignalIsPassedOn()
{
    QFETCH(int, number);
    const QString script = QStringLiteral("ulimit -c 0; kill -%1 $$").arg(number);
    const Ended ended = run(recording(shell(qPrintable(script))));
    QCOMPARE(ended.signal, number);
    QCOMPARE(ended.err, QByteArray(nothing));
}

/// A launcher with a core file of its own would overwrite that of the program.
void TestRecordCommand::onlyTheProgramLeavesACore()
{
    const QByteArray program = QFile::encodeName(m_program), folder = QFile::encodeName(m_dir->path());
    const pid_t child = fork();
    if (child == 0) {
        const rlimit much{RLIM_INFINITY, RLIM_INFINITY};
        setrlimit(RLIMIT_CORE, &much);
        static_cast<void>(!chdir(folder.constData()));
        const int quiet = open("/dev/null", O_WRONLY);
        dup2(quiet, STDERR_FILENO);
        execl(program.constData(), "streamscope", "record", "--", "/bin/sh", "-c", "ulimit -c 0; kill -SEGV $$",
              static_cast<char *>(nullptr));
        _exit(99);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGSEGV);
    QVERIFY(!WCOREDUMP(status));
}

void TestRecordCommand::signalsOfOthersReachTheProgram_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("heard");
    // Sent to the launcher alone: what ends programs is passed on, and the rest is the program's own affair.
    QTest::newRow("TERM") << SIGTERM << QByteArray("TERM");
    QTest::newRow("HUP") << SIGHUP << QByteArray("HUP");
    QTest::newRow("INT") << SIGINT << QByteArray("end");
    QTest::newRow("QUIT") << SIGQUIT << QByteArray("end");
    QTest::newRow("USR1") << SIGUSR1 << QByteArray("end");
    QTest::newRow("TSTP") << SIGTSTP << QByteArray("end");
}

namespace {

/// Says what it hears and ends; else it ends when there is a file "end".
const char listener[] = "for s in INT TERM HUP QUIT USR1; do trap \"echo $s; exit 5\" $s; done; echo ready; "
                        "while [ ! -e end ]; do sleep 0.02; done; echo end; exit 5";

/// Starts it and waits until it listens.
void startListener(QProcess &process, const QString &program, const QStringList &arguments)
{
    process.start(program, arguments);
    QVERIFY(process.waitForReadyRead(20000));
    QCOMPARE(process.readLine(), QByteArray("ready\n"));
}

} // namespace

void TestRecordCommand::signalsOfOthersReachTheProgram()
{
    QFETCH(int, number);
    QFETCH(QByteArray, heard);
    QProcess process;
    process.setWorkingDirectory(m_dir->path());
    startListener(process, m_program, recording(shell(listener)));
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), number), 0);
    if (heard == "end")
        store(path("end"), {});
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.readAll(), heard + '\n');
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 5);
}

/// As Ctrl-C: the program hears it itself, and the launcher neither ends nor says it again.
void TestRecordCommand::signalsOfTheGroupComeOnce()
{
    QProcess process;
    process.setWorkingDirectory(m_dir->path());
    process.setChildProcessModifier([] { setpgid(0, 0); });
    startListener(process, m_program, recording(launchedProgram() + QStringList{"hear", "3", "exit", "6"}));
    for (const int number : {SIGINT, SIGQUIT, SIGINT}) {
        QCOMPARE(kill(-static_cast<pid_t>(process.processId()), number), 0);
        QVERIFY(process.bytesAvailable() > 0 || process.waitForReadyRead(20000));
        QCOMPARE(process.readLine(), QByteArray::number(number) + '\n');
    }
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.readAll(), QByteArray());
    QCOMPARE(process.exitCode(), 6);
}

void TestRecordCommand::theProgramInheritsEverything_data()
{
    QTest::addColumn<QStringList>("program");
    QTest::newRow("signals") << QStringList{"grep", "^Sig[BIC]\\|^NoNewPrivs\\|^Umask", "/proc/self/status"};
    QTest::newRow("descriptors") << QStringList{"ls", "/proc/self/fd"};
    QTest::newRow("limits") << QStringList{"cat", "/proc/self/limits"};
    QTest::newRow("folder") << QStringList{"readlink", "/proc/self/cwd"};
}

/// With and without the launcher, under a parent with habits of its own.
void TestRecordCommand::theProgramInheritsEverything()
{
    QFETCH(QStringList, program);
    const auto strangeParent = [](QProcess &process) {
        process.setChildProcessModifier([] {
            for (const int number : {SIGHUP, SIGPIPE, SIGCHLD, SIGTSTP})
                std::signal(number, SIG_IGN);
            sigset_t blocked;
            sigemptyset(&blocked);
            sigaddset(&blocked, SIGUSR2);
            sigprocmask(SIG_BLOCK, &blocked, nullptr);
        });
    };
    for (const auto &parent : {std::function<void(QProcess &)>(), std::function<void(QProcess &)>(strangeParent)}) {
        QProcess alone;
        alone.setWorkingDirectory(m_dir->path());
        if (parent)
            parent(alone);
        alone.start(program.first(), program.mid(1));
        QVERIFY(alone.waitForFinished(20000));
        const Ended ended = run(recording(program), parent);
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.out, alone.readAllStandardOutput());
        QVERIFY(!ended.out.isEmpty());
    }
}

void TestRecordCommand::closedDescriptorsStayClosed()
{
    const auto withoutInput = [](QProcess &process) { process.setChildProcessModifier([] { close(STDIN_FILENO); }); };
    QCOMPARE(run(recording(shell("[ -e /proc/self/fd/0 ] && exit 1; ls /proc/$$/fd; exit 4")), withoutInput).code, 4);
}

void TestRecordCommand::standardStreamsAreThoseOfTheProgram()
{
    QByteArray bytes;
    for (int i = 0; i < 3'000'000; ++i)
        bytes += static_cast<char>(i * 7 + i / 251);
    const Ended ended = run(recording(shell("tee /dev/stderr; exit 3")), {}, bytes);
    QCOMPARE(ended.code, 3);
    QVERIFY(ended.out == bytes);
    QVERIFY(ended.err == bytes + nothing);
}

void TestRecordCommand::argumentsArriveByteForByte()
{
    const QStringList words{"[a,b]", "", "--", "--output", "a b", "$HOME", "'", "-h", "--help", "é", "a\nb"};
    const Ended ended = run(recording(QStringList{"printf", "<%s>"} + words));
    QCOMPARE(ended.code, 0);
    QCOMPARE(ended.out, ('<' + words.join("><") + '>').toUtf8());
}

void TestRecordCommand::variables()
{
    const auto outer = [](QProcess &process) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("STREAMSCOPE_RECORD_DELAY_MS", "9");
        environment.insert("STREAMSCOPE_RECORD_WAIT", "1");
        environment.insert("CUDA_INJECTION64_PATH", "");
        environment.insert("MINE", "a b");
        process.setProcessEnvironment(environment);
    };
    const QByteArray library = QFileInfo(QStringLiteral(COUNTING_RECORDER)).canonicalFilePath().toUtf8();
    const auto seen = [&](const QStringList &options) {
        const Ended ended = run(recording(shell("env | grep -e STREAMSCOPE_RECORD_ -e INJECTION -e MINE | sort"),
                                          QStringList{"--output", "x"} + options),
                                outer);
        return ended.out;
    };
    const QByteArray folder = "STREAMSCOPE_RECORD_FOLDER=" + path("x").toUtf8() + '\n';
    const QByteArray head = "CUDA_INJECTION64_PATH=" + library + "\nMINE=a b\nNVTX_INJECTION64_PATH=" + library + '\n';
    QCOMPARE(seen({}), head + folder + "STREAMSCOPE_RECORD_GRAPHS=nodes\n");
    QCOMPARE(seen({"--delay", "1.5", "--duration", "20", "--no-apis", "--graphs", "whole", "--signal", "USR2"}),
             head
                 + "STREAMSCOPE_RECORD_APIS=0\nSTREAMSCOPE_RECORD_DELAY_MS=1500\nSTREAMSCOPE_RECORD_DURATION_MS=20000\n"
                 + folder + "STREAMSCOPE_RECORD_GRAPHS=whole\nSTREAMSCOPE_RECORD_SIGNAL=12\n");
    QCOMPARE(seen({"--steps", "3:5"}),
             head + folder + "STREAMSCOPE_RECORD_GRAPHS=nodes\nSTREAMSCOPE_RECORD_STEPS=3:5\n");
    QCOMPARE(seen({"--wait-for-start", "--signal", "SIGUSR1"}),
             head + folder
                 + "STREAMSCOPE_RECORD_GRAPHS=nodes\nSTREAMSCOPE_RECORD_SIGNAL=10\nSTREAMSCOPE_RECORD_WAIT=1\n");
}

void TestRecordCommand::anotherToolIsNotReplaced()
{
    for (const char *name : {"CUDA_INJECTION64_PATH", "NVTX_INJECTION64_PATH"}) {
        const Ended ended = run(recording(shell("echo ran")), [name](QProcess &process) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(name, "/opt/tool.so");
            process.setProcessEnvironment(environment);
        });
        QCOMPARE(ended.code, 2);
        QCOMPARE(ended.out, QByteArray());
        QVERIFY2(ended.err.startsWith(QByteArray(QByteArray("streamscope: ") + name + " is set"))
                     && ended.err.count('\n') == 1,
                 ended.err.constData());
    }
    QCOMPARE(inFolder(), QStringList());
}

void TestRecordCommand::countsWhatWasRecorded()
{
    // 16 to 19 are operations, 32 is a call; what is torn at the end counts nothing.
    const QStringList two =
        launchedProgram() + QStringList{"fork", "cuda", "rows", "16", "6000", "rows", "17",    "100",  "rows", "18",
                                        "50",   "rows", "19",   "22", "rows", "32",   "60000", "torn", "exit", "4"};
    Ended ended = run(recording(two, {"--output", "my folder"}));
    QCOMPARE(ended.code, 4);
    QCOMPARE(ended.err,
             QByteArray("streamscope: recorded 12,344 operations of 2 processes (372 bytes) in 'my folder'; open "
                        "it with: streamscope 'my folder'\n"));
    QCOMPARE(inFolder("my folder").size(), 2);

    ended = run(recording(launchedProgram() + QStringList{"cuda", "rows", "32", "9"}, {"--output", "calls"}));
    QCOMPARE(ended.err, QByteArray("streamscope: nothing recorded: the program ran nothing on a GPU with CUDA; what "
                                   "else is known of it is in calls\n"));
    ended = run(recording(launchedProgram() + QStringList{"cuda"}, {"--output", "waiting", "--wait-for-start"}));
    QVERIFY2(ended.err.contains("nobody started the recording"), ended.err.constData());

    ended = run(recording(launchedProgram() + QStringList{"cuda", "rows", "16", "1"}));
    const QStringList made = inFolder().filter("recording-");
    QCOMPARE(made.size(), 1);
    QVERIFY(QRegularExpression("^recording-\\d{8}-\\d{6}$").match(made.first()).hasMatch());
    QVERIFY2(ended.err.startsWith("streamscope: recorded 1 operation of 1 process (")
                 && ended.err.endsWith(QByteArray("streamscope " + made.first().toUtf8() + '\n')),
             ended.err.constData());
}

void TestRecordCommand::oneFileGoesWhereItWasWanted()
{
    QVERIFY(QDir(m_dir->path()).mkdir("runs"));
    store(path("runs/a.ssrec"), "an older one");
    const Ended ended =
        run(recording(launchedProgram() + QStringList{"cuda", "rows", "16", "5"}, {"--output", "runs/a.ssrec"}));
    QCOMPARE(ended.err,
             QByteArray("streamscope: recorded 5 operations of 1 process (50 bytes) in runs/a.ssrec; open it "
                        "with: streamscope runs/a.ssrec\n"));
    QCOMPARE(inFolder("runs"), QStringList{"a.ssrec"});
    QVERIFY(contentOf(path("runs/a.ssrec")).startsWith("SSRECORD"));
    run(recording(shell("true"), {"--output", "runs/a.ssrec"}));
    QVERIFY(contentOf(path("runs/a.ssrec")).startsWith("SSRECORD")); // nothing new: the former one stays
    QCOMPARE(inFolder("runs"), QStringList{"a.ssrec"});
}

void TestRecordCommand::severalProcessesKeepTheirFolder()
{
    const Ended ended =
        run(recording(launchedProgram() + QStringList{"fork", "cuda", "rows", "16", "5"}, {"--output", "a.ssrec"}));
    QCOMPARE(ended.err, QByteArray("streamscope: recorded 10 operations of 2 processes (100 bytes) in a; open it with: "
                                   "streamscope a (2 processes do not fit into one file)\n"));
    QCOMPARE(inFolder("a").size(), 2);
    QCOMPARE(inFolder(), QStringList{"a"});
}

void TestRecordCommand::anInnerRecordingIsOneOfItsOwn()
{
    const QStringList inner =
        QStringList{m_program}
        + recording(launchedProgram() + QStringList{"cuda", "rows", "16", "5"}, {"--output", "inner"});
    const Ended ended = run(recording(inner, {"--output", "outer", "--wait-for-start"}));
    QVERIFY2(ended.err.startsWith("streamscope: recorded 5 operations")
                 && ended.err.contains("\nstreamscope: nothing recorded: nobody started"),
             ended.err.constData());
    QCOMPARE(inFolder(), QStringList{"inner"});
}

void TestRecordCommand::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char *name, const QStringList &options, const char *words) {
        QTest::newRow(name) << options << QByteArray(words);
    };
    const QStringList program{"--", "echo", "ran"};
    row("no program", {}, "no program is given");
    row("nothing behind the dashes", {"--"}, "no program is given");
    row("an empty program", {"--", ""}, "no program is given");
    row("no dashes", {"./train", "--lr", "3"}, "not expected");
    row("no dashes, no options", {"./train"}, "'./train': put -- in front of the program");
    row("an unknown option", QStringList{"--frob"} + program, "--frob");
    row("an empty output", QStringList{"--output", ""} + program, "--output: its value is empty");
    row("a full folder", QStringList{"--output", "full"} + program, "full: the folder is not empty");
    row("a file", QStringList{"--output", "plain"} + program, "plain: is a file");
    row("no parent", QStringList{"--output", "no/such"} + program,
        "no/such: the folder of the recording cannot be made");
    row("not writable", QStringList{"--output", "/proc/x"} + program, "/proc/x: the folder of the recording cannot be");
    row("a file without a parent", QStringList{"--output", "no/such.ssrec"} + program, "cannot be made here");
    row("a delay", QStringList{"--delay", "soon"} + program, "--delay: 'soon' is no time");
    row("a negative delay", QStringList{"--delay=-1"} + program, "--delay: '-1' is no time");
    row("steps", QStringList{"--steps", "5:3"} + program, "--steps: '5:3' are no steps");
    row("steps and a delay", QStringList{"--steps", "3:5", "--delay", "1"} + program, "--delay");
    row("graphs", QStringList{"--graphs", "half"} + program, "half");
    row("a signal that is taken", QStringList{"--signal", "SEGV"} + program, "--signal: 'SEGV' cannot start");
    row("attach and a program", QStringList{"--attach", "1"} + program, "--attach takes no program");
    row("attach and an option", {"--attach", "1", "--no-apis"}, "--attach takes no --no-apis");
    row("attach to nothing", {"--attach", "x"}, "--attach: 'x' is no process");
}

void TestRecordCommand::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    QVERIFY(QDir(m_dir->path()).mkpath("full/of"));
    store(path("plain"), "x");
    const Ended ended = run(QStringList{"record"} + arguments);
    QCOMPARE(ended.code, 2);
    QCOMPARE(ended.out, QByteArray());
    QVERIFY2(ended.err.contains(words), ended.err.constData());
    QVERIFY2(ended.err.count('\n') <= 2, ended.err.constData()); // the parser adds where to find help
    QCOMPARE(inFolder(), (QStringList{"full", "plain"}));
}

void TestRecordCommand::mistakesLeaveNothing()
{
    QVERIFY(QDir(m_dir->path()).mkdir("mine"));
    QCOMPARE(run(recording({"./no-such"}, {"--output", "mine"})).code, 127);
    QCOMPARE(run(recording({"./no-such"}, {"--output", "other"})).code, 127);
    QCOMPARE(run(recording({"./no-such"}, {"--output", "other.ssrec"})).code, 127);
    QCOMPARE(inFolder(), QStringList{"mine"}); // a folder that was there stays
}

void TestRecordCommand::withoutARecorderNothingRuns()
{
    const QString alone = path("streamscope");
    QVERIFY(QFile::copy(m_program, alone));
    QProcess process;
    process.setWorkingDirectory(m_dir->path());
    process.start(alone, recording({"echo", "ran"}));
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    QVERIFY(process.readAllStandardError().startsWith("streamscope: this program was built or installed without the "
                                                      "recorder"));
    QCOMPARE(inFolder(), QStringList{"streamscope"});
}

QTEST_GUILESS_MAIN(TestRecordCommand)
#include "tst_record_command.moc"
