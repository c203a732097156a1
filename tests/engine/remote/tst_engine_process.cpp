// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/engine/faults.h"
#include "tests/support/experiment_runs.h"
#include "tests/support/files.h"
#include "tests/support/written_run.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/program/errors.h"
#include "engine/remote/engine_executors.h"
#include "engine/remote/engine_process.h"
#include "engine/remote/shared_engine.h"
#include "engine/run/engine_thread.h"
#include "engine/run/sweep/sweep.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace streamscope;
using namespace streamscope::test;
using namespace std::chrono_literals;

namespace {

/// A device that, like CUDA, has one number of connections per process; the rest is the model's.
class SetOnce final : public Executor
{
public:
    explicit SetOnce(int connections) : m_connections(connections), m_model(loadDeviceProfile("h200")) {}
    const DeviceInfo &device() const override { return m_model.device(); }
    std::optional<int> fixedConnections() const override { return m_connections; }
    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override
    {
        if (program.connections != 0 && program.connections != m_connections)
            throw std::logic_error("ran in the wrong process");
        ++*runs;
        return m_model.run(program, options, control);
    }
    const std::shared_ptr<int> runs = std::make_shared<int>(0);

private:
    int m_connections;
    SimulatorExecutor m_model;
};

/// An engine of the program that is shipped.
EngineHost ourHost()
{
    return localEngineHost(qEnvironmentVariable("STREAMSCOPE_PROGRAM").toStdString());
}

/// An engine that fails on demand; `atStart` names a fault before the first message.
EngineHost faultyHost(const std::string &atStart = {})
{
    EngineHost host = localEngineHost(qEnvironmentVariable("STREAMSCOPE_FAULTY_ENGINE").toStdString());
    host.command.arguments = {atStart};
    return host;
}

EngineRunRequest requestFor(const std::string &experiment, const ExperimentSettings &settings, int repeat = 3)
{
    EngineRunRequest request{"sim:h200", ExperimentRun::programOf(experiment, settings), {}};
    request.options.repeat = repeat;
    return request;
}

/// A run that takes minutes.
EngineRunRequest longRequest()
{
    EngineRunRequest request = requestFor("hardware-queues", {{"streams", "128"}}, 1'000'000);
    request.options.jitter = true; // without it all repeats are one run
    return request;
}

EngineRunRequest faultRequest(const std::string &fault)
{
    EngineRunRequest request = requestFor("host-overlap", {});
    request.program.title = std::string(faultTitle) + fault;
    return request;
}

/// Its exception; empty where it went well.
template <typename Action>
std::string failureOf(Action action)
{
    try {
        action();
    } catch (const InputError &error) {
        return std::string("bad input: ") + error.what();
    } catch (const Cancelled &stopped) {
        return std::string("cancelled: ") + stopped.what();
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

bool contains(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

/// Stops a run when it reports this number of steps.
struct StopAt
{
    explicit StopAt(int step)
    {
        control.stop = source.get_token();
        control.progress = [this, step](int done, int, const std::string &) {
            if (done == step)
                source.request_stop();
        };
    }
    std::stop_source source;
    RunControl control;
};

bool isGone(pid_t pid)
{
    return ::kill(pid, 0) != 0 || QFile::symLinkTarget(QStringLiteral("/proc/%1/exe").arg(pid)).isEmpty();
}

} // namespace

class TestEngineProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyExperimentRunsAsItDoesHere();
    void onlyAnotherNumberTakesAnotherProcess();
    void coldStartsTakeAFreshProcess();
    void theEngineHasTheNumber();
    void progressComesThrough();
    void errorsKeepTheirKindAndText();
    void aStopEndsTheRunOnly();
    void aHangingEngineIsKilled_data();
    void aHangingEngineIsKilled();
    void faults_data();
    void faults();
    void startFaults_data();
    void startFaults();
    void printedTextStaysOut();
    void failedRunsKeepTheEngine();
    void endedWhileIdle();
    void replacedWhenSpent();
    void mayNotStartAgain();
    void childrenMaySayTooMuch();
    void leavesNoOrphan_data();
    void leavesNoOrphan();
    void oneRunAtATime();
    void sweepTakesAProcessPerValue();
    void devicesComeFromTheEngine();
    void theEngineThreadGoesOn();
    void costs();

private:
    /// A program that does `script` instead.
    QString standIn(const QByteArray &script)
    {
        const QString path = m_dir.filePath(QStringLiteral("child%1.sh").arg(m_scripts++));
        store(path, "#!/bin/sh\n" + script + "\n");
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }
    /// The host, whose engine notes its process id in a file.
    EngineHost noting(EngineHost host, const QString &file)
    {
        const QByteArray program = QByteArray::fromStdString(host.command.program);
        host.command.program =
            standIn("echo $$ > '" + file.toUtf8() + "'\nexec '" + program + "' \"$@\"").toStdString();
        return host;
    }

    QTemporaryDir m_dir;
    int m_scripts = 0;
};

void TestEngineProcess::everyExperimentRunsAsItDoesHere()
{
    SimulatorExecutor model(loadDeviceProfile("h200"));
    EngineProcess engine(ourHost(), 0, {});
    for (const Experiment *experiment : experiments()) {
        EngineRunRequest request{"sim:h200", buildProgram(*experiment, experiment->defaults()), {}};
        request.options.repeat = 2;
        QCOMPARE(written(engine.run(request, {})), written(model.run(request.program, request.options, {})));
    }
    EngineRunRequest request = requestFor("hardware-queues", {{"connections", "4"}});
    Recording there = runInFreshEngine(ourHost(), request, {});
    QVERIFY(!there.notes.empty() && contains(there.notes.back(), "fresh process, for 4 connections"));
    there.notes.pop_back();
    there.environment.pop_back();
    QCOMPARE(written(there), written(model.run(request.program, request.options, {})));
}

void TestEngineProcess::onlyAnotherNumberTakesAnotherProcess()
{
    auto owned = std::make_unique<SetOnce>(8);
    const auto runsHere = owned->runs;
    FreshEngineExecutor executor(std::move(owned), ourHost());
    const auto notesOf = [&](const char *connections) {
        return executor.run(ExperimentRun::programOf("hardware-queues", {{"connections", connections}}), {}, {})
            .notes.size();
    };
    const std::size_t usual = notesOf("8");
    QCOMPARE(*runsHere, 1);
    QCOMPARE(notesOf("1"), usual + 1); // says that it ran elsewhere
    QCOMPARE(*runsHere, 1);
    executor.run(ExperimentRun::programOf("host-overlap", {}), {}, {}); // does not care
    QCOMPARE(*runsHere, 2);

    const auto shared = std::make_shared<SharedEngine>(faultyHost());
    EngineExecutor there(shared, "sim:h200");
    QCOMPARE(there.fixedConnections(), std::optional(8));
    const auto ranFresh = [&](const char *connections) {
        const Recording recording =
            there.run(ExperimentRun::programOf("hardware-queues", {{"connections", connections}}), {}, {});
        return !recording.environment.empty() && recording.environment.back().first == "process";
    };
    QVERIFY(!ranFresh("8"));
    QVERIFY(ranFresh("2"));
}

/// Only the first run of a process is a cold one.
void TestEngineProcess::coldStartsTakeAFreshProcess()
{
    const Program cold = ExperimentRun::programOf("first-run", {});
    const Program warm = ExperimentRun::programOf("first-run", {{"process", "running"}});
    QVERIFY(cold.coldStart && !warm.coldStart);
    auto owned = std::make_unique<SetOnce>(8);
    const auto runsHere = owned->runs;
    FreshEngineExecutor executor(std::move(owned), ourHost());
    executor.run(warm, {}, {});
    QCOMPARE(*runsHere, 1);
    const Recording recording = executor.run(cold, {}, {});
    QCOMPARE(*runsHere, 1);
    QCOMPARE(recording.environment.back().second, std::string("a fresh one, for a cold start"));

    EngineExecutor there(std::make_shared<SharedEngine>(faultyHost()), "sim:h200");
    const auto isFresh = [&](const Program &program) {
        const Recording run = there.run(program, {}, {});
        return !run.environment.empty() && run.environment.back().first == "process";
    };
    QVERIFY(!isFresh(cold)); // nothing has run in it yet
    QVERIFY(isFresh(cold));
    QVERIFY(!isFresh(warm));
}

void TestEngineProcess::theEngineHasTheNumber()
{
    QCOMPARE(EngineProcess(faultyHost(), 32, {}).open("sim:h200", {}).connections, std::optional(32));
    // A machine's own variable stays as it is.
    qputenv("CUDA_DEVICE_MAX_CONNECTIONS", "13");
    const auto own = EngineProcess(faultyHost(), 0, {}).open("sim:h200", {}).connections;
    qunsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
    QCOMPARE(own, std::optional(13));
}

void TestEngineProcess::progressComesThrough()
{
    std::vector<std::string> heard;
    int lastDone = -1, lastTotal = 0;
    RunControl control;
    control.progress = [&](int done, int total, const std::string &what) {
        heard.push_back(what);
        lastDone = done, lastTotal = total;
    };
    runInFreshEngine(ourHost(), requestFor("hardware-queues", {{"connections", "1"}}), control);
    QCOMPARE(heard.front(), std::string("starting a fresh process for 1 connection"));
    QVERIFY(std::find(heard.begin(), heard.end(), "simulated run for the picture") != heard.end());
    QCOMPARE(lastDone, lastTotal);
    QCOMPARE(lastTotal, 1); // the model has no noise: three repeats are one run
}

void TestEngineProcess::errorsKeepTheirKindAndText()
{
    EngineProcess engine(ourHost(), 0, {});
    const std::string unknown = failureOf([&] { engine.open("sim:nothing", {}); });
    QVERIFY2(unknown.starts_with("bad input: ") && contains(unknown, "nothing"), unknown.c_str());
    EngineRunRequest request = requestFor("hardware-queues", {});
    request.device = "cuda:77";
    const std::string absent = failureOf([&] { engine.run(request, {}); });
    QVERIFY2(contains(absent, "cuda:77") && !absent.starts_with("bad input"), absent.c_str());
    QVERIFY(!contains(absent, "\n"));
    QVERIFY(engine.isAlive());
}

void TestEngineProcess::aStopEndsTheRunOnly()
{
    EngineHost patient = ourHost();
    patient.patience = 1h; // so it has to end in order, it is not killed
    EngineProcess engine(patient, 0, {});
    for (int i = 0; i < 3; ++i) {
        StopAt fifth(5);
        QCOMPARE(failureOf([&] { engine.run(longRequest(), fifth.control); }), std::string("cancelled: stopped"));
        QVERIFY(engine.isAlive());
        QVERIFY(engine.run(requestFor("host-overlap", {}), {}).timeline.size() > 0);
    }
}

void TestEngineProcess::aHangingEngineIsKilled_data()
{
    QTest::addColumn<QString>("fault");
    QTest::newRow("deaf to a stop") << "hang";
    QTest::newRow("frozen whole") << "freeze";
}

void TestEngineProcess::aHangingEngineIsKilled()
{
    QFETCH(QString, fault);
    EngineHost host = faultyHost();
    host.patience = 300ms;
    SharedEngine engine(host);
    StopAt start(0);
    QElapsedTimer time;
    time.start();
    const std::string said =
        failureOf([&] { engine.run(faultRequest(fault.toStdString()), std::nullopt, start.control); });
    QVERIFY2(contains(said, "cancelled: Stopped. The engine process did not end the run within 300 ms and was killed"),
             said.c_str());
    QVERIFY(time.elapsed() < 3'000);
    QVERIFY(engine.run(requestFor("host-overlap", {}), std::nullopt, {}).timeline.size() > 0);
}

void TestEngineProcess::faults_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("expected");
    const QString again = ". It was started again; earlier results are kept. ";
    QTest::newRow("kill") << "kill"
                          << "The engine process was killed by signal 9 (out of memory?)" + again
                                 + "Run again, or use smaller buffers.";
    QTest::newRow("crash") << "crash"
                           << "The engine process crashed (signal 11)" + again + "Run again; if it";
    QTest::newRow("abort") << "abort"
                           << "The engine process crashed (signal 6)" + again;
    QTest::newRow("exit") << "exit"
                          << "The engine process ended by itself (exit code 4)" + again;
    QTest::newRow("rubbish") << "rubbish"
                             << "The engine process sent what is no message: ";
    QTest::newRow("long message") << "long message"
                                  << "too long for its kind" + again;
    QTest::newRow("wrong answer") << "wrong answer"
                                  << "an answer came to no question" + again;
    QTest::newRow("broken result") << "broken result"
                                   << "cut off: the file ends at byte 7, within its header" + again;
    QTest::newRow("lost device") << "lost"
                                 << "the device is lost to this process. The engine process was started "
                                    "again; earlier results are kept. Run again; if";
}

void TestEngineProcess::faults()
{
    QFETCH(QString, fault);
    QFETCH(QString, expected);
    SharedEngine engine(faultyHost());
    const QByteArray before = written(engine.run(requestFor("host-overlap", {}), std::nullopt, {}));
    QElapsedTimer time;
    time.start();
    const std::string said = failureOf([&] { engine.run(faultRequest(fault.toStdString()), std::nullopt, {}); });
    const qint64 restart = time.elapsed();
    QVERIFY2(contains(said, expected.toStdString()), said.c_str());
    QVERIFY2(!contains(said, "\n"), said.c_str());
    QVERIFY2(restart < 2'000, std::to_string(restart).c_str());
    QCOMPARE(written(engine.run(requestFor("host-overlap", {}), std::nullopt, {})), before);
    qInfo() << "from the fault to the new engine:" << restart << "ms";

    // A fresh engine is not started again: it was for one run.
    const std::string fresh = failureOf([&] {
        EngineRunRequest request = faultRequest(fault.toStdString());
        request.program.connections = 2;
        runInFreshEngine(faultyHost(), request, {});
    });
    QVERIFY2(!fresh.empty() && !contains(fresh, "started again"), fresh.c_str());
    if (fault != "lost")
        QVERIFY2(contains(fresh, "The engine process for 2 connections"), fresh.c_str());
}

void TestEngineProcess::startFaults_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("expected");
    QTest::newRow("version") << "other-version"
                             << QStringLiteral("is of another version: it speaks version %1 of the engine's stream, "
                                               "and this program version %2. Install the same version in both places.")
                                    .arg(engineStreamVersion + 1)
                                    .arg(engineStreamVersion);
    QTest::newRow("build") << "other-build"
                           << "is of another build: StreamScope 9.9.9, and this program is ";
    QTest::newRow("banner") << "banner"
                            << "(\"Welcome to this machine.\"). Does something print text where the engine starts";
    QTest::newRow("silent") << "silent"
                            << "did not answer within 500 ms. Try again.";
    QTest::newRow("exit") << "exit"
                          << "ended by itself (exit code 7)";
    QTest::newRow("words") << "deaf"
                           << "ended by itself (exit code 3); it said: the last words.";
}

void TestEngineProcess::startFaults()
{
    QFETCH(QString, fault);
    QFETCH(QString, expected);
    EngineHost host = faultyHost(fault.toStdString());
    host.answersWithin = fault == "silent" ? 500ms : 10'000ms;
    SharedEngine engine(host);
    for (int i = 0; i < 2; ++i) {
        const std::string said = failureOf([&] { engine.run(requestFor("host-overlap", {}), std::nullopt, {}); });
        QVERIFY2(contains(said, expected.toStdString()) && said.starts_with("The engine process "), said.c_str());
        QVERIFY2(!contains(said, "started again"), said.c_str());
    }
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(failureOf([&] { engine.devices({stop.get_token(), {}}); }), std::string("cancelled: stopped"));
}

void TestEngineProcess::printedTextStaysOut()
{
    SharedEngine engine(faultyHost());
    QVERIFY(engine.run(faultRequest("print"), std::nullopt, {}).timeline.size() > 0);
}

/// Not enough memory is the run's fault, not the engine's.
void TestEngineProcess::failedRunsKeepTheEngine()
{
    EngineProcess engine(faultyHost(), 0, {});
    QCOMPARE(failureOf([&] { engine.run(faultRequest("no memory"), {}); }),
             std::string("not enough device memory (planted)"));
    QVERIFY(engine.isAlive());
    QVERIFY(engine.run(requestFor("host-overlap", {}), {}).timeline.size() > 0);
}

void TestEngineProcess::endedWhileIdle()
{
    const QString noted = m_dir.filePath("idle");
    SharedEngine engine(noting(ourHost(), noted));
    engine.run(requestFor("host-overlap", {}), std::nullopt, {});
    const pid_t first = contentOf(noted).trimmed().toInt();
    engine.run(requestFor("host-overlap", {}), std::nullopt, {});
    QCOMPARE(contentOf(noted).trimmed().toInt(), first); // kept
    ::kill(first, SIGKILL);
    QTest::qWait(50);
    engine.run(requestFor("host-overlap", {}), std::nullopt, {}); // nothing was lost, so nothing is said
    QVERIFY(contentOf(noted).trimmed().toInt() != first);
}

void TestEngineProcess::replacedWhenSpent()
{
    const QString noted = m_dir.filePath("spent");
    EngineHost host = noting(ourHost(), noted);
    host.mostRuns = 2;
    SharedEngine engine(host);
    std::vector<pid_t> served;
    for (int i = 0; i < 5; ++i) {
        engine.run(requestFor("host-overlap", {}), std::nullopt, {});
        served.push_back(contentOf(noted).trimmed().toInt());
    }
    QVERIFY(served[0] == served[1] && served[2] == served[3]);
    QVERIFY(served[1] != served[2] && served[3] != served[4]);
    QVERIFY(isGone(served[0]) && isGone(served[2]));
}

void TestEngineProcess::mayNotStartAgain()
{
    const QString once = m_dir.filePath("once");
    EngineHost host = faultyHost();
    host.command.program = standIn("test ! -e '" + once.toUtf8() + "' || exit 9\n: > '" + once.toUtf8() + "'\nexec '"
                                   + qgetenv("STREAMSCOPE_FAULTY_ENGINE") + "' \"$@\"")
                               .toStdString();
    SharedEngine engine(host);
    const std::string said = failureOf([&] { engine.run(faultRequest("kill"), std::nullopt, {}); });
    QVERIFY2(contains(said, "(out of memory?). It could not be started again: The engine process ended by itself (exit "
                            "code 9)"),
             said.c_str());
    EngineHost absent = ourHost();
    absent.command.program = m_dir.filePath("absent").toStdString();
    const std::string none = failureOf([&] { EngineProcess(absent, 0, {}); });
    QVERIFY2(contains(none, "does not start: ") && contains(none, "No such file"), none.c_str());
}

/// A library may print without an end, and without the end of a line.
void TestEngineProcess::childrenMaySayTooMuch()
{
    const auto maxMemory = [] {
        rusage use{};
        getrusage(RUSAGE_SELF, &use);
        return use.ru_maxrss; // KiB
    };
    EngineHost host = ourHost();
    host.answersWithin = 60s;
    host.command.program =
        standIn("much() { head -c 400M /dev/zero | tr '\\0' x; }; much >&2; printf words >&2; exit 3").toStdString();
    const long before = maxMemory();
    const std::string said = failureOf([&] { EngineProcess(host, 0, {}); });
    QVERIFY2(said.size() < 5'000 && contains(said, "words."), said.substr(0, 300).c_str());
    const long grown = (maxMemory() - before) / 1024;
    QVERIFY2(grown < 390, std::to_string(grown).c_str()); // an address sanitizer keeps up to 256 MiB of what was freed
}

void TestEngineProcess::leavesNoOrphan_data()
{
    QTest::addColumn<QString>("fault");
    QTest::newRow("idle") << "";
    QTest::newRow("at work") << "none";
    QTest::newRow("hangs") << "hang";
}

/// A window that is killed must not leave an engine on the GPU behind.
void TestEngineProcess::leavesNoOrphan()
{
    QFETCH(QString, fault);
    const QString noted = m_dir.filePath("orphan" + fault);
    const EngineHost host = noting(faultyHost(), noted);
    const pid_t parent = fork();
    if (parent == 0) {
        failureOf([&] {
            EngineProcess engine(host, 0, {});
            if (fault == "none")
                engine.run(longRequest(), {});
            else if (!fault.isEmpty())
                engine.run(faultRequest(fault.toStdString()), {});
            ::pause();
        });
        _exit(0);
    }
    QTRY_VERIFY(QFileInfo(noted).size() > 0);
    QTest::qWait(300);
    const pid_t pid = contentOf(noted).trimmed().toInt();
    QVERIFY(pid > 0 && !isGone(pid));
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    QTRY_VERIFY(isGone(pid));
}

/// The engine thread, a sweep and a trial may want the GPU at once.
void TestEngineProcess::oneRunAtATime()
{
    SharedEngine engine(ourHost());
    std::atomic<int> good = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int k = 0; k < 5; ++k)
                good += engine.run(requestFor("host-overlap", {}), std::nullopt, {}).timeline.size() == 0 ? 0 : 1;
        });
    threads.clear();
    QCOMPARE(good.load(), 20);
}

void TestEngineProcess::sweepTakesAProcessPerValue()
{
    SweepRequest request;
    request.experiment = findExperiment("hardware-queues");
    request.base = request.experiment->defaults();
    request.axes = {parseSweepAxis(request.base, "connections=1,8,32")};
    request.device = "sim:h200";
    auto owned = std::make_unique<SetOnce>(8);
    const auto runsHere = owned->runs;
    const SweepTable alone = runSweep(request, {});
    const SweepTable table = runSweep(request, std::make_unique<FreshEngineExecutor>(std::move(owned), ourHost()), {});
    QCOMPARE(table.rows.size(), 3U);
    QCOMPARE(*runsHere, 1);
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        QCOMPARE(table.rows[i].summary.makespanNs, alone.rows[i].summary.makespanNs);
    QVERIFY(table.rows[0].summary.makespanNs > 3 * table.rows[1].summary.makespanNs);
}

void TestEngineProcess::devicesComeFromTheEngine()
{
    const DeviceCatalog here = listDevicesHere();
    useEngineProcess(InEngine::Gpus, ourHost().command.program);
    const DeviceCatalog there = listDevices();
    QCOMPARE(there.devices.size(), here.devices.size());
    QCOMPARE(there.cudaStatus, here.cudaStatus);
    QCOMPARE(there.defaultId, here.defaultId);
    QCOMPARE(openDevice("")->device().id, here.defaultId);
    QVERIFY(openDevice("sim:unit")->another()); // in this process

    useEngineProcess(InEngine::Gpus, m_dir.filePath("absent").toStdString());
    const DeviceCatalog none = listDevices(); // the simulated devices work without an engine
    QVERIFY2(contains(none.cudaStatus, "does not start"), none.cudaStatus.c_str());
    QCOMPARE(none.defaultId, std::string("sim:h200"));
    QVERIFY(!none.devices.empty());
    QCOMPARE(openDevice("")->device().id, std::string("sim:h200"));
    useEngineProcess(InEngine::Nothing);
}

void TestEngineProcess::theEngineThreadGoesOn()
{
    useEngineProcess(InEngine::Everything, faultyHost().command.program);
    {
        EngineThread engine;
        QSignalSpy finished(&engine, &EngineThread::finished), failed(&engine, &EngineThread::failed);
        RunRequest sound{findExperiment("host-overlap"), findExperiment("host-overlap")->defaults(), "sim:h200"};
        Program program = faultRequest("kill").program;
        Parameters parameters(runParameters());
        const RunRequest fault{RunSource(std::move(program)), parameters, "sim:h200"};
        engine.run(sound);
        engine.run(fault);
        engine.run(sound);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 20'000);
        QCOMPARE(failed.size(), 1);
        QVERIFY2(failed.first().at(1).toString().contains("earlier results are kept"),
                 qPrintable(failed.first().at(1).toString()));
    }
    useEngineProcess(InEngine::Nothing);
}

/// Printed for docs/engine-process.md.
void TestEngineProcess::costs()
{
    QElapsedTimer time;
    const auto medianUs = [&](auto action) {
        std::vector<qint64> samples;
        for (int i = 0; i < 21; ++i) {
            time.start();
            action();
            samples.push_back(time.nsecsElapsed() / 1000);
        }
        std::sort(samples.begin(), samples.end());
        return samples[samples.size() / 2];
    };
    qInfo() << "start until Hello:" << medianUs([] { EngineProcess(ourHost(), 0, {}); }) << "us";
    SharedEngine engine(ourHost());
    SimulatorExecutor model(loadDeviceProfile("h200"));
    for (const auto &[name, request] :
         {std::pair("host-overlap", requestFor("host-overlap", {})),
          std::pair("10,000 chunks", requestFor("copy-compute-pipeline", {{"bytes", "1GiB"}, {"chunks", "10000"}}))}) {
        const qint64 here = medianUs([&, &request = request] { model.run(request.program, request.options, {}); });
        const qint64 there = medianUs([&, &request = request] { engine.run(request, std::nullopt, {}); });
        qInfo() << name << request.program.operations.size() << "operations: here" << here << "us, in the engine"
                << there << "us";
    }
}

QTEST_GUILESS_MAIN(TestEngineProcess)
#include "tst_engine_process.moc"
