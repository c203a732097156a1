// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_process.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace streamscope::test;

/// The program's output from outside: files under disk errors, and the exit code.
class TestOutputs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void anyCallOfTheDiskMayFail_data();
    void anyCallOfTheDiskMayFail();
    void outputsAppearTogether();
    void devicesAndPipesAreWrittenTo();
    void linksStayLinks();
    void permissionsStay();
    void oneFileForTwoOptionsIsRefused();
    void emptyValuesAreRefused();
    void namesOfAnyBytes();
    void standardOutputThatFails_data();
    void standardOutputThatFails();
    void closedStandardOutputGetsNoFile();
    void dataOnStandardOutputStandsAlone();
    void controlCharactersDoNotReachTheTerminal();
    void formulasAreText();
    void errorsOfAFileNameIt();

private:
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    static QByteArray contentOf(const QString &name);
    QStringList names() const
    {
        return QDir(m_dir->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

    /// /dev/null (minor 3) or /dev/full (7). Root gets one of its own: a program that replaces devices would take
    /// the machine's.
    QString device(unsigned minor)
    {
        if (geteuid() != 0)
            return minor == 3 ? "/dev/null" : "/dev/full";
        const QString name = m_devices.filePath(QString::number(minor));
        if (mknod(name.toLocal8Bit().constData(), S_IFCHR | 0600, makedev(1, minor)) != 0 && errno != EEXIST)
            return {};
        return QFile(name).open(QIODevice::WriteOnly) ? name : QString();
    }

    QTemporaryDir m_devices;
    std::unique_ptr<QTemporaryDir> m_dir;
};

QByteArray TestOutputs::contentOf(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

void TestOutputs::anyCallOfTheDiskMayFail_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("file");
    const QStringList run{"run", "leftover-three-quarters", "--device", "sim:h200"};
    for (const auto &[option, file] : std::vector<std::pair<const char *, const char *>>{{"--csv", "o.csv"},
                                                                                         {"--blocks-csv", "b.csv"},
                                                                                         {"--report", "r.json"},
                                                                                         {"--trace", "t.json"},
                                                                                         {"--trace", "t.json.gz"},
                                                                                         {"--image", "i.png"},
                                                                                         {"--image", "i.svg"},
                                                                                         {"--image", "i.pdf"}})
        QTest::addRow("run %s %s", option, file) << run + QStringList{option, file} << QString(file);
    const QString trace = qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/tests/fuzz/corpus/csv/run.csv";
    for (const auto &[option, file] : std::vector<std::pair<const char *, const char *>>{
             {"--csv", "o.csv"}, {"--trace", "t.json"}, {"--trace", "t.json.gz"}, {"--image", "i.svg"}})
        QTest::addRow("convert %s %s", option, file) << QStringList{"convert", trace, option, file} << QString(file);
    const QStringList sweep{"sweep", "two-stream-exercise", "--vary", "chunks=1,2"};
    QTest::newRow("sweep --csv") << sweep + QStringList{"--csv", "s.csv"} << QString("s.csv");
    QTest::newRow("sweep --image") << sweep + QStringList{"--image", "s.png"} << QString("s.png");
    QTest::newRow("compare --image") << QStringList{"compare", "two-stream-exercise", "two-stream-exercise", "--image",
                                                    "c.png"}
                                     << QString("c.png");
    QTest::newRow("calibrate") << QStringList{"calibrate", "--device", "sim:unit", "--profile", "p.json"}
                               << QString("p.json");
}

void TestOutputs::anyCallOfTheDiskMayFail()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, file);
    const QByteArray old = "what was there before\n";
    QStringList kept{file};
    if (file == "s.csv")
        kept.append("s.csv.partial");
    constexpr int maxCalls = 60;
    int call = 1;
    for (; call < maxCalls; ++call) {
        store(m_dir->filePath(file), old);
        QFile::remove(path("s.csv.partial"));
        ProgramProcess program;
        program.setFailingDevice(m_dir->path(), call, call % 2 == 0 ? EIO : ENOSPC);
        const Outcome outcome = program.run(arguments, m_dir->path());
        if (outcome.code == 0)
            break;
        QVERIFY2(outcome.code == 1, outcome.err.constData());
        QVERIFY2(outcome.err.count('\n') == 1 && outcome.err.contains(file.toUtf8()), outcome.err.constData());
        QVERIFY2(outcome.err.contains(call % 2 == 0 ? "Input/output error" : "No space left"), outcome.err.constData());
        QVERIFY2(!outcome.out.contains("wrote"), outcome.out.constData());
        QCOMPARE(contentOf(m_dir->filePath(file)), old);
        for (const QString &name : names())
            QVERIFY2(kept.contains(name), qPrintable(name));
    }
    QVERIFY2(call > 4 && call < maxCalls, "creating, writing, flushing, closing and renaming can each fail");
    QVERIFY(contentOf(m_dir->filePath(file)) != old);
    QCOMPARE(names(), QStringList{file});
}

void TestOutputs::outputsAppearTogether()
{
    store(path("o.csv"), "old");
    const Outcome outcome =
        ProgramProcess().run({"run", "two-stream-exercise", "--csv", "o.csv", "--trace", device(7)}, m_dir->path());
    QCOMPARE(outcome.code, 1);
    QCOMPARE(contentOf(path("o.csv")), QByteArray("old"));
    QCOMPARE(names(), QStringList{"o.csv"});
}

void TestOutputs::devicesAndPipesAreWrittenTo()
{
    const QStringList run{"run", "two-stream-exercise", "--csv"};
    const QString nothing = device(3), fullDevice = device(7);
    if (nothing.isEmpty() || fullDevice.isEmpty())
        QSKIP("no device may be made here");
    QCOMPARE(ProgramProcess().run(run + QStringList{nothing}, m_dir->path()).code, 0);
    struct stat status
    {};
    QVERIFY(stat(nothing.toLocal8Bit().constData(), &status) == 0 && S_ISCHR(status.st_mode));
    const Outcome full = ProgramProcess().run(run + QStringList{fullDevice}, m_dir->path());
    QCOMPARE(full.code, 1);
    const QByteArray words = fullDevice.toUtf8() + ": cannot be written: No space left";
    QVERIFY2(full.err.contains(words), full.err.constData());

    const QByteArray pipe = path("pipe").toLocal8Bit();
    QCOMPARE(mkfifo(pipe.constData(), 0600), 0);
    const int reader = open(pipe.constData(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    QCOMPARE(ProgramProcess().run(run + QStringList{"pipe"}, m_dir->path()).code, 0);
    QByteArray bytes(1 << 16, '\0');
    bytes.resize(std::max<qsizetype>(0, read(reader, bytes.data(), static_cast<std::size_t>(bytes.size()))));
    close(reader);
    QVERIFY(bytes.startsWith("index,kind,") && bytes.endsWith("model,0\r\n"));
    QVERIFY(stat(pipe.constData(), &status) == 0 && S_ISFIFO(status.st_mode));
}

void TestOutputs::linksStayLinks()
{
    const QStringList run{"run", "two-stream-exercise", "--csv"};
    QVERIFY(QDir(m_dir->path()).mkdir("folder"));
    store(path("folder/real.csv"), "old");
    QCOMPARE(symlink("folder/real.csv", path("link.csv").toLocal8Bit().constData()), 0);
    QCOMPARE(symlink("link.csv", path("second.csv").toLocal8Bit().constData()), 0);
    QCOMPARE(symlink("folder/new.csv", path("dangling.csv").toLocal8Bit().constData()), 0);
    for (const char *name : {"second.csv", "dangling.csv"})
        QCOMPARE(ProgramProcess().run(run + QStringList{name}, m_dir->path()).code, 0);
    for (const char *name : {"link.csv", "second.csv", "dangling.csv"})
        QVERIFY2(QFileInfo(path(name)).isSymLink(), name);
    QVERIFY(contentOf(path("folder/real.csv")).startsWith("index,"));
    QVERIFY(contentOf(path("folder/new.csv")).startsWith("index,"));

    QCOMPARE(symlink("loop.csv", path("loop.csv").toLocal8Bit().constData()), 0);
    const Outcome loop = ProgramProcess().run(run + QStringList{"loop.csv"}, m_dir->path());
    QCOMPARE(loop.code, 2);
    QVERIFY2(loop.err.contains("loop.csv: cannot be written: its links lead in a circle"), loop.err.constData());
}

void TestOutputs::permissionsStay()
{
    store(path("o.csv"), "old");
    QCOMPARE(chmod(path("o.csv").toLocal8Bit().constData(), 0640), 0);
    QCOMPARE(ProgramProcess().run({"run", "two-stream-exercise", "--csv", "o.csv"}, m_dir->path()).code, 0);
    struct stat status
    {};
    QCOMPARE(stat(path("o.csv").toLocal8Bit().constData(), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0640));
}

void TestOutputs::oneFileForTwoOptionsIsRefused()
{
    store(path("a.csv"), "old");
    QCOMPARE(symlink("a.csv", path("link").toLocal8Bit().constData()), 0);
    QCOMPARE(::link(path("a.csv").toLocal8Bit().constData(), path("hard").toLocal8Bit().constData()), 0);
    const QString image = "i.svg";
    for (const auto &[a, b] : std::vector<std::pair<QString, QString>>{{"a.csv", "a.csv"},
                                                                       {"a.csv", "./a.csv"},
                                                                       {"a.csv", "link"},
                                                                       {"a.csv", "hard"},
                                                                       {"new", "./new"},
                                                                       {"new", path("new")}}) {
        const Outcome outcome =
            ProgramProcess().run({"run", "two-stream-exercise", "--csv", a, "--report", b}, m_dir->path());
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("one file") && outcome.err.count('\n') == 1, outcome.err.constData());
    }
    QCOMPARE(contentOf(path("a.csv")), QByteArray("old"));
    const Outcome sweep = ProgramProcess().run(
        {"sweep", "two-stream-exercise", "--vary", "chunks=1,2", "--csv", image, "--image", "./" + image},
        m_dir->path());
    QCOMPARE(sweep.code, 2);
    if (const QString nothing = device(3); !nothing.isEmpty())
        QCOMPARE(ProgramProcess()
                     .run({"run", "two-stream-exercise", "--csv", nothing, "--report", nothing}, m_dir->path())
                     .code,
                 0);
}

void TestOutputs::emptyValuesAreRefused()
{
    for (const QStringList &arguments : {QStringList{"run", "two-stream-exercise", "--csv", ""},
                                         {"run", "two-stream-exercise", "--report="},
                                         {"run", ""},
                                         {"convert", "x.json", "--trace", ""},
                                         {"sweep", "two-stream-exercise", "--vary", ""},
                                         {"calibrate", "--profile", ""},
                                         {"run", "two-stream-exercise", "--device", ""}}) {
        const Outcome outcome = ProgramProcess().run(arguments, m_dir->path());
        QCOMPARE(outcome.code, 2);
        QVERIFY2(!outcome.err.isEmpty() && outcome.out.isEmpty(), outcome.err.constData());
    }
    QCOMPARE(names(), QStringList());
}

void TestOutputs::namesOfAnyBytes()
{
    // QProcess passes text; a shell passes bytes.
    const QByteArray script =
        "name=$(printf 'a\\377 b\\n\\033c.csv'); \"$1\" run two-stream-exercise --csv \"$name\" && "
        "[ -s \"$name\" ] && \"$1\" analyze \"$name\" >/dev/null && \"$1\" run two-stream-exercise "
        "--csv=-x.csv && [ -s ./-x.csv ] && \"$1\" analyze -- -x.csv >/dev/null && rm -- \"$name\"";
    QProcess shell;
    shell.setWorkingDirectory(m_dir->path());
    shell.start("sh", {"-c", QString::fromLatin1(script), "sh", qEnvironmentVariable("STREAMSCOPE_PROGRAM")});
    QVERIFY(shell.waitForFinished(600'000));
    const QByteArray out = shell.readAllStandardOutput();
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    QVERIFY2(out.contains("wrote a\\xff b\\x0a\\x1bc.csv"), out.constData());
}

void TestOutputs::standardOutputThatFails_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString trace = qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/tests/fuzz/corpus/csv/run.csv";
    QTest::newRow("--help") << QStringList{"--help"};
    QTest::newRow("--version") << QStringList{"--version"};
    QTest::newRow("devices") << QStringList{"devices"};
    QTest::newRow("devices --json") << QStringList{"devices", "--json"};
    QTest::newRow("experiments") << QStringList{"experiments"};
    QTest::newRow("experiments --json") << QStringList{"experiments", "--json"};
    QTest::newRow("changes") << QStringList{"changes"};
    QTest::newRow("changes --json") << QStringList{"changes", "--json"};
    QTest::newRow("run") << QStringList{"run", "two-stream-exercise"};
    QTest::newRow("run /dev/stdout") << QStringList{"run", "two-stream-exercise", "--csv", "/dev/stdout"};
    QTest::newRow("sweep") << QStringList{"sweep", "two-stream-exercise", "--vary", "chunks=1,2"};
    QTest::newRow("compare") << QStringList{"compare", "two-stream-exercise", "two-stream-exercise"};
    QTest::newRow("compare --json") << QStringList{"compare", "two-stream-exercise", "two-stream-exercise", "--json"};
    QTest::newRow("calibrate") << QStringList{"calibrate", "--device", "sim:unit", "--profile", "p.json"};
    QTest::newRow("analyze") << QStringList{"analyze", trace};
    QTest::newRow("analyze --json") << QStringList{"analyze", trace, "--json"};
    QTest::newRow("convert") << QStringList{"convert", trace, "--csv", "o.csv"};
}

void TestOutputs::standardOutputThatFails()
{
    QFETCH(QStringList, arguments);
    const auto through = [&](const char *redirection) {
        QProcess shell;
        shell.setWorkingDirectory(m_dir->path());
        shell.start("bash", QStringList{"-c", QString("\"$@\" ") + redirection, "bash",
                                        qEnvironmentVariable("STREAMSCOPE_PROGRAM")}
                                + arguments);
        shell.waitForFinished(600'000); // the thread sanitizer takes many times as long
        return Outcome{shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
    };
    for (const char *redirection : {">/dev/full", ">&-"}) {
        const Outcome outcome = through(redirection);
        QVERIFY2(outcome.code == 1 && outcome.err.count('\n') == 1, outcome.err.constData());
        QVERIFY2(outcome.err.contains("cannot be written"), outcome.err.constData());
    }
    // A pipe whose reader has gone.
    int ends[2];
    QCOMPARE(pipe2(ends, O_CLOEXEC), 0);
    close(ends[0]);
    QProcess process;
    process.setWorkingDirectory(m_dir->path());
    process.setChildProcessModifier([&ends] { dup2(ends[1], STDOUT_FILENO); });
    process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), arguments);
    QVERIFY(process.waitForFinished(600'000));
    close(ends[1]);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray words = process.readAllStandardError();
    QVERIFY2(words.isEmpty() || arguments.contains("/dev/stdout"), words.constData());
}

void TestOutputs::closedStandardOutputGetsNoFile()
{
    // A file that is opened while descriptor 1 is free would get that number, and what is printed.
    QProcess shell;
    shell.setWorkingDirectory(m_dir->path());
    shell.start("sh", {"-c", "\"$1\" run two-stream-exercise --csv o.csv >&-", "sh",
                       qEnvironmentVariable("STREAMSCOPE_PROGRAM")});
    QVERIFY(shell.waitForFinished(600'000));
    QCOMPARE(shell.exitCode(), 1);
    QVERIFY(!contentOf(path("o.csv")).contains("makespan"));
}

void TestOutputs::dataOnStandardOutputStandsAlone()
{
    const Outcome outcome = ProgramProcess().run({"run", "two-stream-exercise", "--csv", "/dev/stdout"}, m_dir->path());
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(outcome.out.startsWith("index,kind,") && outcome.out.endsWith("model,0\r\n"));
    QVERIFY(outcome.err.contains("makespan"));
}

void TestOutputs::controlCharactersDoNotReachTheTerminal()
{
    store(path("p.json"), R"({"format":"streamscope-program","version":1,"title":"T\u001b]0;x\u0007\u009b31m\u202e",
        "streams":[{"id":"A\u001b[2J"}],"operations":[{"op":"h2d","stream":"A\u001b[2J","bytes":4096,"name":"\u001b[1m"},
        {"op":"d2h","stream":"A\u001b[2J","bytes":4096,"name":"\u009b1m"}]})");
    const auto harmless = [](const QByteArray &text) {
        for (const QChar c : QString::fromUtf8(text))
            if ((c < ' ' && c != '\n' && c != '\r') || (c >= QChar(0x7f) && c < QChar(0xa0)) || c == QChar(0x202e))
                return false;
        return true;
    };
    for (const QStringList &arguments : {QStringList{"run", "p.json", "--device", "sim:unit", "--csv", "o.csv"},
                                         {"analyze", "o.csv"},
                                         {"analyze", "o.csv", "--json"},
                                         {"compare", "o.csv", "o.csv"},
                                         {"compare", "o.csv", "o.csv", "--json"},
                                         {"run", QString("x\x1b[2J") + QChar(0x9b)},
                                         {"run", "p.json", QString("--\x1b[2J")}}) {
        const Outcome outcome = ProgramProcess().run(arguments, m_dir->path());
        QVERIFY2(harmless(outcome.out) && harmless(outcome.err), qPrintable(arguments.join(' ')));
        QVERIFY(!outcome.out.isEmpty() || !outcome.err.isEmpty());
        if (arguments.contains("--json"))
            QVERIFY(QJsonDocument::fromJson(outcome.out).isObject());
    }
    QVERIFY(ProgramProcess().run({"analyze", "o.csv"}, m_dir->path()).out.contains("A\\x1b[2J"));
}

void TestOutputs::formulasAreText()
{
    const QByteArray program = R"~({"format":"streamscope-program","version":1,
        "streams":[{"id":"=1+1"},{"id":"-B"}],"operations":[
        {"op":"h2d","stream":"=1+1","bytes":4096,"name":"=HYPERLINK(\"x\")"},
        {"op":"d2h","stream":"-B","bytes":4096,"name":"'@x"}]})~";
    const QByteArray first = R"~(0,h2d,"'=HYPERLINK(""x"")",0,"'=1+1",copy_h2d)~";
    const QByteArray second = R"~(1,d2h,"''@x",0,"'-B",copy_d2h)~";
    store(path("p.json"), program);
    QCOMPARE(ProgramProcess().run({"run", "p.json", "--device", "sim:unit", "--csv", "o.csv"}, m_dir->path()).code, 0);
    const QByteArray csv = contentOf(path("o.csv"));
    QVERIFY2(csv.contains(first) && csv.contains(second), csv.constData());
    QCOMPARE(ProgramProcess().run({"convert", "o.csv", "--csv", "again.csv"}, m_dir->path()).code, 0);
    QCOMPARE(contentOf(path("again.csv")), csv);
    const Outcome analysis = ProgramProcess().run({"analyze", "o.csv"}, m_dir->path());
    QVERIFY2(analysis.out.contains("Stream =1+1"), analysis.out.constData());
}

void TestOutputs::errorsOfAFileNameIt()
{
    store(path("device.json"), R"({"format":"streamscope-preset","version":1,"experiment":"copy-compute-pipeline",
        "device":"sim:nowhere"})");
    store(path("size.json"), R"({"format":"streamscope-preset","version":1,"experiment":"copy-compute-pipeline",
        "device":"sim:c1060","parameters":{"bytes":8589934592}})");
    store(path("profile.json"), R"({"format":"streamscope-preset","version":1,"experiment":"copy-compute-pipeline",
        "device":"sim:none.json"})");
    for (const char *name : {"device.json", "size.json", "profile.json"})
        for (const QStringList &arguments :
             {QStringList{"run", name}, {"sweep", name, "--vary", "chunks=1,2"}, {"compare", name, name}}) {
            if (name == QByteArray("size.json") && arguments[0] == "sweep")
                continue; // a row says so
            const Outcome outcome = ProgramProcess().run(arguments, m_dir->path());
            QVERIFY2(outcome.code > 0 && outcome.err.startsWith(QString("streamscope: %1: ").arg(name).toUtf8()),
                     outcome.err.constData());
        }
    const Outcome own = ProgramProcess().run({"run", "size.json", "--device", "sim:nowhere"}, m_dir->path());
    QVERIFY2(!own.err.contains("size.json"), own.err.constData());
}

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_outputs.moc"
