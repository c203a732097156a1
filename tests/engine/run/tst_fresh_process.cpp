// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/experiment_runs.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/raw_times_file.h"
#include "engine/formats/reports/report.h"
#include "engine/formats/traces/blocks_csv.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/program/errors.h"
#include "engine/run/fresh_process_executor.h"
#include "engine/run/sweep/sweep.h"
#include "tests/support/files.h"
#include "tests/support/session_bytes.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace streamscope;
using namespace streamscope::test;

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

QString ourProgram()
{
    return qEnvironmentVariable("STREAMSCOPE_PROGRAM");
}

FreshRunRequest requestFor(const std::string &experiment, const Settings &settings, int repeat = 3)
{
    FreshRunRequest request;
    request.device = "sim:h200";
    request.program = ExperimentRun::programOf(experiment, settings);
    request.options.repeat = repeat;
    return request;
}

/// What a run that must fail says; "stopped" for one that was cancelled, empty where it went well.
std::string failureOf(const FreshProcess &process, const FreshRunRequest &request, const RunControl &control = {})
{
    try {
        process.run(request, control);
    } catch (const InputError &error) {
        return std::string("bad input: ") + error.what();
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

/// Everything that is written about a run, and so every figure that a user sees.
QByteArray written(const Recording &recording)
{
    QByteArray text = operationsCsv(recording.timeline);
    text += QByteArray::fromStdString(chromeTrace(recording, nullptr));
    text += reportJson({}, {}, recording, analyze(recording, nullptr));
    return text;
}

} // namespace

class TestFreshProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordingsComeBackWhole();
    void brokenRecordingsAreRefused();
    void everyExperimentRunsAsItDoesHere();
    void onlyAnotherNumberTakesAnotherProcess();
    void coldStartsTakeAFreshProcess();
    void childSeesTheNumber();
    void progressComesThrough();
    void errorsKeepTheirKindAndText();
    void stopEndsTheChild();
    void aStubbornChildIsKilled();
    void requestsAreReadStrictly();
    void progressLines();
    void failures_data();
    void failures();
    void childrenMaySayTooMuch();
    void killedFromOutside();
    void diesWithItsParent();
    void sweepTakesAProcessPerValue();
    void worksFromTheEngineThread();

private:
    /// A program of ours that does `script` instead; "$2" is the folder.
    QString standIn(const char *script)
    {
        const QString path = m_dir.filePath(QStringLiteral("child%1.sh").arg(m_scripts++));
        store(path, QByteArray("#!/bin/sh\n") + script + "\n");
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }
    int filesLeft() const
    {
        return static_cast<int>(QDir(m_temporary.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size());
    }

    QTemporaryDir m_dir, m_temporary;
    int m_scripts = 0;

private Q_SLOTS:
    /// Children's folders go where they can be counted.
    void initTestCase() { qputenv("TMPDIR", m_temporary.path().toUtf8()); }
    void cleanup() { QCOMPARE(filesLeft(), 0); }
};

void TestFreshProcess::recordingsComeBackWhole()
{
    SimulatorExecutor model(loadDeviceProfile("h200"));
    RunOptions options;
    options.blocks = true;
    options.jitter = true;
    Recording recording = model.run(ExperimentRun::programOf("stream-priorities", {}), options, {});
    recording.device.uuid = "GPU-1";
    recording.verification = Verification::Passed;
    recording.environment.emplace_back("name", "value");
    recording.makespans.instrumentedSamples = {1, 2, 3};
    recording.makespans.warmup = {9, 8};
    recording.startup = {{"creating the context", 0, 300'000'000}, {"loading the kernels", 310'000'000, 320'000'000}};
    recording.timeline.setGlobalTimerStep(32);
    RawTimes raw;
    raw.run.events = {1, unknownTime, 3};
    raw.run.stamps = {{5, 6}};
    raw.run.watched = {12, unknownTime};
    raw.run.calls = {{7, 8, 9}};
    raw.run.host = {{1, 2, 3, 4}};
    raw.latencies.d2h.endBeside = 77;
    raw.reference = {{10, 11}};
    recording.raw = raw;
    ClockCheck check;
    check.groups.push_back({"kernel", 3, {1, 2, 3}, {4, 5, 6}});
    check.samples.push_back({2, OperationKind::D2H, 1, 2, 3, 4, 5});
    check.watchMakespan = 8;
    recording.clockCheck = check;
    Span watched = recording.timeline.span(0);
    watched.clock = Clock::Watch;
    recording.timeline.append(watched);

    const Recording copy = recordingOf(recordingBytes(recording));
    QCOMPARE(written(copy), written(recording));
    QCOMPARE(rawTimesJson("x", {}, *copy.raw), rawTimesJson("x", {}, raw));
    QCOMPARE(copy.clockCheck->watchMakespan, check.watchMakespan);
    QVERIFY(copy.timeline.blocks().size() > 100);
    QCOMPARE(copy.timeline.blocks().size(), recording.timeline.blocks().size());
    for (std::size_t i = 0; i < copy.timeline.blocks().size(); ++i)
        QVERIFY(copy.timeline.blocks().record(i) == recording.timeline.blocks().record(i));
    for (std::size_t i = 0; i < copy.timeline.size(); ++i)
        QVERIFY(copy.timeline.span(i) == recording.timeline.span(i));
}

void TestFreshProcess::brokenRecordingsAreRefused()
{
    SimulatorExecutor model(loadDeviceProfile("unit"));
    RunOptions options;
    options.blocks = true;
    const Recording recording = model.run(ExperimentRun::programOf("hardware-queues", {}), options, {});
    const std::string whole = recordingBytes(recording);
    for (std::size_t length = 0; length < whole.size(); length += 1 + length / 16)
        QVERIFY_EXCEPTION_THROWN(recordingOf(whole.substr(0, length)), InputError);
    for (std::size_t at = 0; at < whole.size(); at += 7) { // any byte may be wrong
        std::string broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 0x55);
        QVERIFY_EXCEPTION_THROWN(recordingOf(broken), InputError);
    }

    // Numbers that are no value of what they stand for, and times whose differences overflow.
    const auto isRefused = [&recording](auto change) {
        Recording broken = recording;
        change(broken);
        try {
            recordingOf(recordingBytes(broken));
        } catch (const InputError &) {
            return true;
        }
        return false;
    };
    QVERIFY(!isRefused([](Recording &) {}));
    QVERIFY(isRefused([](Recording &r) { r.verification = static_cast<Verification>(77); }));
    QVERIFY(isRefused([](Recording &r) { r.makespans.plain.push_back(unknownTime); }));
    const auto far = [](std::int64_t time) {
        return [time](Recording &r) {
            BlockRecords blocks;
            blocks.append({0, 0, 0, -time, time});
            r.timeline.setBlocks(std::move(blocks), Clock::Model);
        };
    };
    QVERIFY(!isRefused(far(std::int64_t{1} << 61)));
    QVERIFY(isRefused(far((std::int64_t{1} << 61) + 1)));
}

void TestFreshProcess::everyExperimentRunsAsItDoesHere()
{
    SimulatorExecutor model(loadDeviceProfile("h200"));
    const FreshProcess fresh(ourProgram());
    for (const Experiment *experiment : experiments()) {
        FreshRunRequest request;
        request.device = "sim:h200";
        request.program = buildProgram(*experiment, experiment->defaults());
        request.program.connections = 4;
        request.options.repeat = 2;
        Recording here = model.run(request.program, request.options, {});
        Recording there = fresh.run(request, {});
        QVERIFY2(!there.notes.empty()
                     && there.notes.back().find("fresh process, for 4 connections") != std::string::npos,
                 experiment->id().c_str());
        there.notes.pop_back();
        there.environment.pop_back();
        QCOMPARE(written(there), written(here));
    }
}

void TestFreshProcess::onlyAnotherNumberTakesAnotherProcess()
{
    auto owned = std::make_unique<SetOnce>(8);
    const auto runsHere = owned->runs;
    FreshProcessExecutor executor(std::move(owned), FreshProcess(ourProgram()));
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
}

/// Only the first run of a process is a cold one.
void TestFreshProcess::coldStartsTakeAFreshProcess()
{
    const Program cold = ExperimentRun::programOf("first-run", {});
    const Program warm = ExperimentRun::programOf("first-run", {{"process", "running"}});
    QVERIFY(cold.coldStart && !warm.coldStart);
    auto owned = std::make_unique<SetOnce>(8);
    const auto runsHere = owned->runs;
    FreshProcessExecutor executor(std::move(owned), FreshProcess(ourProgram()));
    executor.run(warm, {}, {});
    QCOMPARE(*runsHere, 1);
    const Recording recording = executor.run(cold, {}, {});
    QCOMPARE(*runsHere, 1);
    QCOMPARE(recording.environment.back().second, std::string("a fresh one, for a cold start"));
    // A machine's own variable stays as it is.
    qputenv("CUDA_DEVICE_MAX_CONNECTIONS", "13");
    const FreshProcess echo(standIn("echo \"$CUDA_DEVICE_MAX_CONNECTIONS\" >&2; exit 3"));
    FreshRunRequest request;
    request.program = cold;
    const std::string said = failureOf(echo, request);
    qunsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
    QVERIFY2(said.find("for a cold start ended") != std::string::npos && said.ends_with("it said: 13"), said.c_str());
}

void TestFreshProcess::childSeesTheNumber()
{
    const FreshProcess echo(standIn("echo \"$CUDA_DEVICE_MAX_CONNECTIONS $1\" >&2; exit 3"));
    const std::string said = failureOf(echo, requestFor("hardware-queues", {{"connections", "32"}}));
    QVERIFY2(said.find("it said: 32 fresh-run") != std::string::npos, said.c_str());
    QVERIFY2(said.find("for 32 connections") != std::string::npos, said.c_str());
}

void TestFreshProcess::progressComesThrough()
{
    std::vector<std::string> heard;
    int lastDone = -1, lastTotal = 0;
    RunControl control;
    control.progress = [&](int done, int total, const std::string &what) {
        heard.push_back(what);
        lastDone = done, lastTotal = total;
    };
    FreshProcess(ourProgram()).run(requestFor("hardware-queues", {{"connections", "1"}}), control);
    QCOMPARE(heard.front(), std::string("starting a fresh process for 1 connection"));
    QVERIFY(std::find(heard.begin(), heard.end(), "simulated run for the picture") != heard.end());
    QCOMPARE(lastDone, lastTotal);
    QCOMPARE(lastTotal, 1); // the model has no noise: three repeats are one run
}

void TestFreshProcess::errorsKeepTheirKindAndText()
{
    FreshRunRequest request = requestFor("hardware-queues", {});
    request.device = "sim:nothing";
    const std::string unknown = failureOf(FreshProcess(ourProgram()), request);
    QVERIFY2(unknown.starts_with("bad input: ") && unknown.find("nothing") != std::string::npos, unknown.c_str());
    request.device = "cuda:77";
    const std::string absent = failureOf(FreshProcess(ourProgram()), request);
    QVERIFY2(absent.find("cuda:77") != std::string::npos && !absent.starts_with("bad input"), absent.c_str());
    QVERIFY(absent.find('\n') == std::string::npos);
}

void TestFreshProcess::stopEndsTheChild()
{
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    control.progress = [&](int done, int, const std::string &) {
        if (done == 5)
            stop.request_stop();
    };
    FreshRunRequest endless = requestFor("hardware-queues", {{"streams", "128"}, {"connections", "2"}}, 1'000'000);
    endless.options.jitter = true;                                   // without it all repeats are one run
    const FreshProcess patient(ourProgram(), std::chrono::hours(1)); // so it has to end in order, it is not killed
    QCOMPARE(failureOf(patient, endless, control), std::string("stopped"));
}

void TestFreshProcess::aStubbornChildIsKilled()
{
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    control.progress = [&](int done, int, const std::string &) {
        if (done == 1)
            stop.request_stop();
    };
    const FreshProcess deaf(standIn("trap '' TERM\necho '1 2 busy'\nwhile :; do sleep 0.05; done"),
                            std::chrono::milliseconds(200));
    QCOMPARE(failureOf(deaf, requestFor("hardware-queues", {}), control), std::string("stopped"));
}

void TestFreshProcess::requestsAreReadStrictly()
{
    FreshRunRequest request = requestFor("hardware-queues", {});
    request.options.seed = ~std::uint64_t{0};
    const QByteArray json = freshRunRequestJson(request);
    QCOMPARE(freshRunRequestJson(readFreshRunRequest(json, "request")), json);
    const auto changed = [&json](const char *from, const char *to) {
        QByteArray text = json;
        return text.replace(from, to);
    };
    QVERIFY_EXCEPTION_THROWN(readFreshRunRequest(changed("\"18446744073709551615\"", "\"any\""), "request"),
                             InputError);
    // One more run of that many is one too many for an int.
    QVERIFY_EXCEPTION_THROWN(readFreshRunRequest(changed("\"repeat\":3", "\"repeat\":2147483647"), "request"),
                             InputError);
}

void TestFreshProcess::progressLines()
{
    const FreshRunProgress step{3, 10, "run 2 of 8"};
    const auto again = readProgressLine(QByteArray::fromStdString(progressLine(step)));
    QVERIFY(again && again->done == 3 && again->total == 10 && again->what == "run 2 of 8");
    for (const char *line : {"", "1", "1 x y", "3 2 too far", "-1 2 back", "0 0 nothing", "1 99999999999 large"})
        QVERIFY2(!readProgressLine(line), line);
}

void TestFreshProcess::failures_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("expected");
    QTest::newRow("crash") << QByteArray("echo '1 2 busy'; echo 'last words' >&2; kill -SEGV $$")
                           << "was ended by signal 11; it said: last words";
    QTest::newRow("exit") << QByteArray("exit 4") << "ended without an outcome (exit code 4)";
    QTest::newRow("nothing written") << QByteArray("exit 0") << "ended without an outcome (exit code 0)";
    QTest::newRow("rubbish") << QByteArray("echo hello, this is rubbish > \"$2/result\"") << "this is no session";
    QTest::newRow("cut off") << QByteArray("printf 'SSESSION\\1\\0\\0\\0\\020\\0\\0\\0PSEC' > \"$2/result\"")
                             << "cut off: the file ends at byte 20, within a section";
    QTest::newRow("crash after the outcome")
        << QByteArray("echo no > \"$2/result\"; kill -ABRT $$") << "was ended by signal 6";
    QTest::newRow("strange progress") << QByteArray("echo what; echo '1'; echo '1 x y'; echo ' '; exit 5")
                                      << "exit code 5";
}

void TestFreshProcess::failures()
{
    QFETCH(QByteArray, script);
    QFETCH(QString, expected);
    const std::string said =
        failureOf(FreshProcess(standIn(script.constData())), requestFor("hardware-queues", {{"connections", "1"}}));
    QVERIFY2(said.find(expected.toStdString()) != std::string::npos, said.c_str());
    QVERIFY2(said.find("for 1 connection") != std::string::npos, said.c_str());
    QVERIFY2(said.find('\n') == std::string::npos, said.c_str());

    const std::string absent = failureOf(FreshProcess(m_dir.filePath("absent")), requestFor("hardware-queues", {}));
    QVERIFY2(absent.find("does not start") != std::string::npos, absent.c_str());
}

/// A library may print without an end, and without the end of a line.
void TestFreshProcess::childrenMaySayTooMuch()
{
    const auto maxMemory = [] {
        rusage use{};
        getrusage(RUSAGE_SELF, &use);
        return use.ru_maxrss; // KiB
    };
    const FreshProcess child(
        standIn("much() { head -c 400M /dev/zero | tr '\\0' x; }; much; much >&2; printf words >&2; exit 3"));
    const long before = maxMemory();
    const std::string said = failureOf(child, requestFor("hardware-queues", {{"connections", "1"}}));
    QVERIFY2(said.size() < 5'000 && said.ends_with("words"), std::to_string(said.size()).c_str());
    const long grown = (maxMemory() - before) / 1024;
    QVERIFY2(grown < 390, std::to_string(grown).c_str()); // an address sanitizer keeps up to 256 MiB of what was freed
}

void TestFreshProcess::killedFromOutside()
{
    const FreshRunRequest request = requestFor("hardware-queues", {});
    for (const auto &[signal, expected] :
         {std::pair("KILL", "was ended by signal 9"), std::pair("TERM", "was stopped by another process")}) {
        // The real child, and somebody who ends it as soon as it is at work.
        const QByteArray script = "( sleep 0.4; kill -" + QByteArray(signal) + " $$ ) &\nexec '" + ourProgram().toUtf8()
                                  + "' \"$1\" \"$2\" >/dev/null";
        FreshRunRequest endless = request;
        endless.options.repeat = 1'000'000;
        endless.options.jitter = true;
        const std::string said = failureOf(FreshProcess(standIn(script.constData())), endless);
        QVERIFY2(said.find(expected) != std::string::npos, said.c_str());
    }
}

/// A window that is killed must not leave a run on the GPU behind.
void TestFreshProcess::diesWithItsParent()
{
    const QString noted = m_dir.filePath("pid");
    const QByteArray script = "echo $$ > '" + noted.toUtf8() + "'\necho '1 2 busy'\nexec sleep 60";
    const QString child = standIn(script.constData());
    const pid_t parent = fork();
    if (parent == 0) {
        try {
            FreshProcess(child).run(requestFor("hardware-queues", {}), {});
        } catch (...) {
        }
        _exit(0);
    }
    QTRY_VERIFY(QFileInfo(noted).size() > 0);
    const pid_t pid = contentOf(noted).trimmed().toInt();
    QVERIFY(pid > 0 && ::kill(pid, 0) == 0);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    QTRY_VERIFY(::kill(pid, 0) != 0 || QFile::symLinkTarget(QStringLiteral("/proc/%1/exe").arg(pid)).isEmpty());
    QDir(m_temporary.path()).removeRecursively(); // what a killed parent leaves
    QDir().mkpath(m_temporary.path());
}

void TestFreshProcess::sweepTakesAProcessPerValue()
{
    SweepRequest request;
    request.experiment = findExperiment("hardware-queues");
    request.base = request.experiment->defaults();
    request.axes = {parseSweepAxis(request.base, "connections=1,8,32")};
    request.device = "sim:h200";
    auto owned = std::make_unique<SetOnce>(8);
    const auto runsHere = owned->runs;
    const SweepTable alone = runSweep(request, {});
    const SweepTable table =
        runSweep(request, std::make_unique<FreshProcessExecutor>(std::move(owned), FreshProcess(ourProgram())), {});
    QCOMPARE(table.rows.size(), 3U);
    QCOMPARE(*runsHere, 1);
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        QCOMPARE(table.rows[i].summary.makespanNs, alone.rows[i].summary.makespanNs);
    QVERIFY(table.rows[0].summary.makespanNs > 3 * table.rows[1].summary.makespanNs);
}

/// The window runs it beside its own thread, where no event loop turns meanwhile.
void TestFreshProcess::worksFromTheEngineThread()
{
    std::string failure = "not run";
    std::size_t operations = 0;
    const FreshRunRequest request = requestFor("hardware-queues", {{"connections", "2"}});
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        failure = failureOf(FreshProcess(m_dir.filePath("absent")), request);
        operations = FreshProcess(ourProgram()).run(request, {}).timeline.size();
    }));
    thread->start();
    QVERIFY(thread->wait(30'000));
    QVERIFY2(failure.find("does not start") != std::string::npos, failure.c_str());
    QCOMPARE(operations, request.program.operations.size());
}

QTEST_GUILESS_MAIN(TestFreshProcess)
#include "tst_fresh_process.moc"
