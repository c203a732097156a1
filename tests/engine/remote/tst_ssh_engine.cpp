// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/engine/faults.h"
#include "tests/support/engine/ssh_server.h"
#include "tests/support/experiment_runs.h"
#include "tests/support/files.h"
#include "tests/support/program_process.h"
#include "tests/support/written_run.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/program/errors.h"
#include "engine/remote/bundle_copy.h"
#include "engine/remote/engine_executors.h"
#include "engine/remote/machine_list.h"
#include "engine/run/devices.h"

#include <QElapsedTimer>
#include <QtTest>

#include <csignal>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// What opening the device or a run on it says; empty where it went well.
std::string failureOf(const std::string &device, const Program &program, const RunControl &control = {})
{
    try {
        openDevice(device)->run(program, {}, control);
    } catch (const InputError &error) {
        return std::string("bad input: ") + error.what();
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

bool contains(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// Runs on another machine: this one, through an SSH server of its own. Skipped where none is installed.
class TestSshEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ids_data();
    void ids();
    void wordsAreArguments();
    void runsAreTheSame();
    void commandLine();
    void machinesAreRemembered();
    void bundlesAreCopied();
    void filesHaveAddresses();
    void anotherNumberOfConnections();
    void problems_data();
    void problems();
    void faultsThere();
    void lostLinks();
    void noOrphanThere();

private:
    QString path(const QString &name) const { return m_server.path(name); }
    std::string device(const char *id = "sim:h200") const { return m_server.device(id); }

    SshServer m_server;
};

void TestSshEngine::ids_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("words"); ///< user, host, port and device; or a part of the message
    QTest::newRow("host") << "ssh://gpu1/cuda:0"
                          << "|gpu1|0|cuda:0";
    QTest::newRow("all") << "ssh://ada@gpu1.example.org:2222/cuda:3"
                         << "ada|gpu1.example.org|2222|cuda:3";
    QTest::newRow("a profile there") << "ssh://gpu1/sim:/tmp/a b.json"
                                     << "|gpu1|0|sim:/tmp/a b.json";
    QTest::newRow("IPv6") << "ssh://[fe80::1]:22/cuda:0"
                          << "|fe80::1|22|cuda:0";
    QTest::newRow("no device") << "ssh://gpu1"
                               << "the device of the host is missing";
    QTest::newRow("empty device") << "ssh://gpu1/"
                                  << "the device of the host is missing";
    QTest::newRow("no host") << "ssh:///cuda:0"
                             << "'' is no name of a host";
    QTest::newRow("an option") << "ssh://-oProxyCommand=touch/cuda:0"
                               << "is no name of a host";
    QTest::newRow("an option as user") << "ssh://-F@gpu1/cuda:0"
                                       << "is no name of a user";
    QTest::newRow("a command") << "ssh://gpu1;reboot/cuda:0"
                               << "is no name of a host";
    QTest::newRow("a substitution") << "ssh://$(id)/cuda:0"
                                    << "is no name of a host";
    QTest::newRow("a token of ssh") << "ssh://%h/cuda:0"
                                    << "is no name of a host";
    QTest::newRow("port") << "ssh://gpu1:70000/cuda:0"
                          << "':70000' is no port";
    QTest::newRow("port in words") << "ssh://gpu1:ssh/cuda:0"
                                   << "is no port";
    QTest::newRow("open bracket") << "ssh://[fe80::1/cuda:0"
                                  << "is no address";
    QTest::newRow("empty brackets") << "ssh://[]/cuda:0"
                                    << "is no address";
}

void TestSshEngine::ids()
{
    QFETCH(QString, id);
    QFETCH(QString, words);
    try {
        const auto parsed = parseSshDevice(id.toStdString());
        QVERIFY(parsed);
        QCOMPARE(QString("%1|%2|%3|%4")
                     .arg(QString::fromStdString(parsed->user), QString::fromStdString(parsed->host))
                     .arg(parsed->port)
                     .arg(QString::fromStdString(parsed->device)),
                 words);
    } catch (const InputError &error) {
        QVERIFY2(QString(error.what()).contains(words), error.what());
        QVERIFY2(QString(error.what()).contains("ssh://[USER@]HOST[:PORT]/DEVICE"), error.what());
    }
    QVERIFY(!parseSshDevice("cuda:0") && !parseSshDevice("sim:ssh://gpu1/x"));
}

void TestSshEngine::wordsAreArguments()
{
    const EngineHost host = sshEngineHost(*parseSshDevice("ssh://ada@[fe80::1]:2222/cuda:0"));
    const std::vector<std::string> &words = host.command.arguments;
    const std::vector<std::string> last(words.end() - 8, words.end());
    QCOMPARE(last, (std::vector<std::string>{"-l", "ada", "-p", "2222", "--", "fe80::1", "streamscope", "engine"}));
    QVERIFY(std::find(words.begin(), words.end(), "BatchMode=yes") != words.end());
    QCOMPARE(host.prefix, std::string("ssh://ada@[fe80::1]:2222/"));
    QCOMPARE(host.name, std::string("The engine on fe80::1"));
}

void TestSshEngine::runsAreTheSame()
{
    NEEDS_SSH_SERVER(m_server);
    const Program program = ExperimentRun::programOf("copy-compute-pipeline", {});
    const auto executor = openDevice(device());
    QCOMPARE(executor->device().id, device());
    Recording there = executor->run(program, {}, {});
    QCOMPARE(there.device.id, device());
    there.device.id = "sim:h200";
    QCOMPARE(written(there), written(SimulatorExecutor(loadDeviceProfile("h200")).run(program, {}, {})));
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 20; ++i)
        executor->run(program, {}, {});
    qInfo() << "a run over ssh:" << time.elapsed() / 20.0 << "ms";
    time.start();
    openDevice(device());
    qInfo() << "opening the device over ssh:" << time.elapsed() << "ms";
}

void TestSshEngine::commandLine()
{
    NEEDS_SSH_SERVER(m_server);
    const auto runs = [&](const std::string &id, const QString &csv) {
        return ProgramProcess().run(
            {"run", "large-pipeline", "--no-advice", "--device", QString::fromStdString(id), "--csv", csv},
            m_server.folder());
    };
    const Outcome here = runs("sim:h200", "here.csv"), there = runs(device(), "there.csv");
    QVERIFY2(there.code == 0, there.err);
    QVERIFY(there.out.contains(QByteArray("(" + QByteArray::fromStdString(device()) + ")")));
    QVERIFY(!contentOf(path("here.csv")).isEmpty());
    QCOMPARE(contentOf(path("there.csv")), contentOf(path("here.csv")));
    const Outcome sweep = ProgramProcess().run({"sweep", "large-pipeline", "--vary", "chunks=1,2,4", "--csv",
                                                "sweep.csv", "--device", QString::fromStdString(device())},
                                               m_server.folder());
    QVERIFY2(sweep.code == 0, sweep.err);
    QCOMPARE(contentOf(path("sweep.csv")).count('\n'), 4);
    const Outcome wrong = runs("ssh://a b/cuda:0", "wrong.csv");
    QVERIFY2(wrong.code == 2 && wrong.err.contains("is no name of a host"), wrong.err);
    const Outcome absent = runs(device("cuda:7"), "absent.csv");
    QVERIFY2(absent.code == 1 && absent.err.contains("cuda:7") && absent.err.count('\n') == 1, absent.err);
}

void TestSshEngine::machinesAreRemembered()
{
    NEEDS_SSH_SERVER(m_server);
    const QByteArray config = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", path("config").toUtf8());
    const auto streamscope = [this](const QStringList &arguments) {
        return ProgramProcess().run(arguments, m_server.folder());
    };
    const QString machine = QString::fromStdString(m_server.machine());
    m_server.script("elsewhere/streamscope", "exec '" + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"");
    QFile::remove(path("there/streamscope"));
    const Outcome absent = streamscope({"devices", "--machine", machine});
    QVERIFY2(absent.code == 1 && absent.err.contains("has no program 'streamscope'"), absent.err);
    const QString program = path("elsewhere/streamscope");
    const Outcome given = streamscope({"devices", "--machine", machine, "--remote-program", program});
    QVERIFY2(given.code == 0, given.err);
    QVERIFY2(given.out.contains(QByteArray::fromStdString(device())), given.out);
    const Outcome known = streamscope({"devices", "--machine", machine});
    QVERIFY2(known.code == 0 && known.out == given.out, known.err);
    const Outcome run = streamscope(
        {"run", "large-pipeline", "--no-advice", "--device", QString::fromStdString(device()), "--csv", "known.csv"});
    QVERIFY2(run.code == 0, run.err);
    for (const QString &wrong : {QString("a b"), QString("x;y"), QString("-x"), QString("$(id)")}) {
        const Outcome refused = streamscope({"devices", "--machine", machine, "--remote-program=" + wrong});
        QVERIFY2(refused.code == 2 && refused.err.contains("allowed: letters, digits"), refused.err);
    }
    config.isEmpty() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", config);
}

void TestSshEngine::bundlesAreCopied()
{
    NEEDS_SSH_SERVER(m_server);
    QVERIFY(!bundleIn(path("there").toStdString()));
    m_server.script("tree/bin/streamscope", "exec '" + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"");
    store(path("tree/bin/qt.conf"), "[Paths]\n");
    const auto bundle = bundleIn(path("tree").toStdString());
    QVERIFY(bundle && bundle->bytes > 20);
    const SshMachine machine = parseSshMachine(m_server.machine());
    for (int i = 0; i < 2; ++i) { // the second one takes the place of the first
        const std::string program = copyBundle(*bundle, machine, {});
        QCOMPARE(program, bundleFolderThere() + "/bin/streamscope");
        const auto there = std::make_shared<SharedEngine>(sshEngineHost(machine, program));
        QVERIFY(!there->devices({}).devices.empty());
    }
    m_server.configureClient("-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes");
    try {
        copyBundle(*bundle, machine, {});
        QFAIL("an unknown host got a copy");
    } catch (const RunError &error) {
        QVERIFY2(contains(error.what(), "StreamScope was not copied: the key of 127.0.0.1 is not known"), error.what());
    }
    std::stop_source stop;
    stop.request_stop();
    m_server.configureClient();
    QVERIFY_THROWS_EXCEPTION(Cancelled, copyBundle(*bundle, machine, {stop.get_token(), {}}));
}

void TestSshEngine::filesHaveAddresses()
{
    const auto file = parseSshFile("ssh://ada@gpu1:2222/data/a b.json.gz");
    QVERIFY(file && file->path == "/data/a b.json.gz" && machineText(*file) == "ada@gpu1:2222");
    QCOMPARE(parseSshFile("ssh://gpu1/~/t.json")->path, std::string("t.json"));
    QCOMPARE(machineText(parseSshMachine("[fe80::1]:22")), std::string("[fe80::1]:22"));
    QVERIFY(!parseSshFile("/data/t.json"));
    QVERIFY_THROWS_EXCEPTION(InputError, parseSshFile("ssh://gpu1"));
    QVERIFY_THROWS_EXCEPTION(InputError, parseSshFile("ssh://gpu1;reboot/t.json"));
    QVERIFY_THROWS_EXCEPTION(InputError, parseSshMachine(""));
}

void TestSshEngine::anotherNumberOfConnections()
{
    NEEDS_SSH_SERVER(m_server);
    m_server.installThere("'" + qgetenv("STREAMSCOPE_FAULTY_ENGINE") + "'");
    const auto executor = openDevice(device());
    const Recording recording =
        executor->run(ExperimentRun::programOf("hardware-queues", {{"connections", "2"}}), {}, {});
    QCOMPARE(recording.environment.back().second, std::string("a fresh one, for 2 connections"));
}

void TestSshEngine::problems_data()
{
    QTest::addColumn<QByteArray>("option"); ///< of ssh
    QTest::addColumn<QByteArray>("there");  ///< what the login finds as the program; empty: nothing
    QTest::addColumn<QString>("expected");
    const QByteArray ours = "$STREAMSCOPE_PROGRAM", faulty = "$STREAMSCOPE_FAULTY_ENGINE";
    QTest::newRow("no key") << QByteArray("-i /nowhere -o IdentityFile=none") << ours
                            << "127.0.0.1 takes no key of yours (";
    QTest::newRow("host is not known") << QByteArray("-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes")
                                       << ours << "the key of 127.0.0.1 is not known here: connect by hand once";
    QTest::newRow("no answer") << QByteArray("-o Port=1") << ours << "ssh does not reach 127.0.0.1: ";
    QTest::newRow("no program") << QByteArray() << QByteArray()
                                << "127.0.0.1 has no program 'streamscope': install StreamScope there";
    QTest::newRow("other version") << QByteArray() << faulty + " other-version"
                                   << "The engine on 127.0.0.1 is of another version";
    QTest::newRow("other build") << QByteArray() << faulty + " other-build"
                                 << "The engine on 127.0.0.1 is of another build: StreamScope 9.9.9";
    QTest::newRow("older") << QByteArray() << QByteArray("sh -c 'exit 2'") << "StreamScope on 127.0.0.1 is older";
    QTest::newRow("a login script prints") << QByteArray() << faulty + " banner"
                                           << "(\"Welcome to this machine.\"). Does something";
}

void TestSshEngine::problems()
{
    QFETCH(QByteArray, option);
    QFETCH(QByteArray, there);
    QFETCH(QString, expected);
    NEEDS_SSH_SERVER(m_server);
    there.replace("$STREAMSCOPE_PROGRAM", qgetenv("STREAMSCOPE_PROGRAM"));
    there.replace("$STREAMSCOPE_FAULTY_ENGINE", qgetenv("STREAMSCOPE_FAULTY_ENGINE"));
    m_server.configureClient(option);
    if (QByteArray(QTest::currentDataTag()) == "no key")
        store(path("ssh_config"), "IdentityFile " + path("other_key").toUtf8()
                                      + "\nIdentitiesOnly yes\nUserKnownHostsFile " + path("known_hosts").toUtf8()
                                      + "\n");
    m_server.installThere(there);
    if (there.isEmpty())
        QFile::remove(path("there/streamscope"));
    const std::string said = failureOf(device(), ExperimentRun::programOf("host-overlap", {}));
    QVERIFY2(contains(said, expected.toStdString()), said.c_str());
    QVERIFY2(!contains(said, "\n") && !contains(said, "\r") && !contains(said, "started again"), said.c_str());
    qInfo().noquote() << QString::fromStdString(said);
}

void TestSshEngine::faultsThere()
{
    NEEDS_SSH_SERVER(m_server);
    m_server.installThere("'" + qgetenv("STREAMSCOPE_FAULTY_ENGINE") + "'");
    const auto executor = openDevice(device());
    Program program = ExperimentRun::programOf("host-overlap", {});
    program.title = std::string(faultTitle) + "lost";
    try {
        executor->run(program, {}, {});
        QFAIL("the planted fault did nothing");
    } catch (const RunError &error) {
        QVERIFY2(contains(error.what(), "The engine on 127.0.0.1 was started again"), error.what());
    }
    program.title = "sound";
    QVERIFY(executor->run(program, {}, {}).timeline.size() > 0);
}

/// The connection is cut during a run.
void TestSshEngine::lostLinks()
{
    NEEDS_SSH_SERVER(m_server);
    m_server.script("there/streamscope", "echo $PPID > '" + path("login").toUtf8() + "'\nexec '"
                                             + qgetenv("STREAMSCOPE_FAULTY_ENGINE") + "' \"$@\"");
    const auto executor = openDevice(device());
    Program program = ExperimentRun::programOf("host-overlap", {});
    program.title = std::string(faultTitle) + "hang";
    RunControl control;
    control.progress = [&](int, int, const std::string &) {
        // The login shell became the script, so its parent is the server's process of this connection.
        ::kill(contentOf(path("login")).trimmed().toInt(), SIGKILL);
    };
    QElapsedTimer time;
    time.start();
    try {
        executor->run(program, {}, control);
        QFAIL("the link was not lost");
    } catch (const RunError &error) {
        qInfo().noquote() << "after" << time.elapsed() << "ms:" << error.what();
        QVERIFY2(contains(error.what(), "The connection to 127.0.0.1 was lost: "), error.what());
        QVERIFY2(contains(error.what(), "The engine on 127.0.0.1 was started again; earlier results are kept."),
                 error.what());
    }
    program.title = "sound";
    QVERIFY(executor->run(program, {}, {}).timeline.size() > 0);
}

/// The engine there ends with the program here.
void TestSshEngine::noOrphanThere()
{
    NEEDS_SSH_SERVER(m_server);
    m_server.script("there/streamscope", "echo $$ > '" + path("engine").toUtf8() + "'\nexec '"
                                             + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"");
    pid_t engine = 0;
    {
        const auto executor = openDevice(device());
        engine = contentOf(path("engine")).trimmed().toInt();
        QVERIFY(engine > 0 && ::kill(engine, 0) == 0);
    }
    QTRY_VERIFY(::kill(engine, 0) != 0);
}

QTEST_GUILESS_MAIN(TestSshEngine)
#include "tst_ssh_engine.moc"
