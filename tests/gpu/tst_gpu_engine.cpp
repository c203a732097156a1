// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/gpu/gpu_runs.h"
#include "tests/support/engine/faults.h"

#include "engine/program/errors.h"
#include "engine/remote/engine_executors.h"
#include "engine/remote/shared_engine.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Faults planted on a real GPU: each costs one run, and the next one works. Skipped without a GPU.
class GpuEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void faults_data();
    void faults();
    void anEndlessKernelIsStopped();
    void coldStarts();
    void costs();

private:
    static EngineHost host()
    {
        const QString beside = QCoreApplication::applicationDirPath() + "/faulty_engine";
        EngineHost host = localEngineHost(qEnvironmentVariable("STREAMSCOPE_FAULTY_ENGINE", beside).toStdString());
        host.command.arguments.clear();
        return host;
    }
    static EngineRunRequest request(const std::string &title = {})
    {
        EngineRunRequest asked{
            testDevice(), ExperimentRun::programOf("copy-compute-pipeline", {{"bytes", "64MiB"}}), {}};
        if (!title.empty())
            asked.program.title = std::string(faultTitle) + title;
        return asked;
    }
    static std::string failureOf(SharedEngine &engine, const std::string &fault, const RunControl &control = {})
    {
        try {
            engine.run(request(fault), std::nullopt, control);
        } catch (const std::exception &error) {
            return error.what();
        }
        return "nothing failed";
    }
    /// A run that must be right; says how long it took.
    static void runWell(SharedEngine &engine, const char *what)
    {
        QElapsedTimer time;
        time.start();
        const Recording recording = engine.run(request(), std::nullopt, {});
        qInfo() << what << time.elapsed() << "ms, makespan" << recording.makespans.median() / 1000 << "us";
        QVERIFY(recording.timeline.size() > 0 && recording.verification != Verification::Failed);
    }
};

void GpuEngine::initTestCase()
{
    if (!testDevice().starts_with("cuda:"))
        return;
    SharedEngine engine(host());
    if (!engine.devices({}).cudaUsable) // asked in the engine: this process never starts CUDA
        std::exit(qEnvironmentVariableIsSet("STREAMSCOPE_TEST_DEVICE") ? 1 : 77); // CTest: skipped
}

void GpuEngine::faults_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("expected");
    const bool isReal = testDevice().starts_with("cuda:");
    QTest::newRow("illegal access") << (isReal ? "illegal access" : "lost") << "cudaErrorIllegalAddress";
    QTest::newRow("killed") << "kill"
                            << "was killed by signal 9 (out of memory?)";
    QTest::newRow("crashed") << "crash"
                             << "crashed (signal 11)";
}

void GpuEngine::faults()
{
    QFETCH(QString, fault);
    QFETCH(QString, expected);
    SharedEngine engine(host());
    runWell(engine, "the first run, with the start of CUDA:");
    runWell(engine, "the second run:");
    QElapsedTimer time;
    time.start();
    const std::string said = failureOf(engine, fault.toStdString());
    const qint64 restart = time.elapsed();
    qInfo().noquote() << "after" << restart << "ms:" << QString::fromStdString(said);
    QVERIFY(QString::fromStdString(said).contains(expected));
    QVERIFY(QString::fromStdString(said).contains("started again; earlier results are kept."));
    QVERIFY(restart < 2'000);
    runWell(engine, "the next run, with the start of CUDA:");
}

void GpuEngine::anEndlessKernelIsStopped()
{
    EngineHost own = host();
    own.patience = std::chrono::seconds(1);
    SharedEngine engine(own);
    runWell(engine, "the first run, with the start of CUDA:");
    std::stop_source stop;
    RunControl control;
    control.stop = stop.get_token();
    control.progress = [&](int, int, const std::string &) { stop.request_stop(); };
    QElapsedTimer time;
    time.start();
    const std::string said = failureOf(engine, testDevice().starts_with("cuda:") ? "endless kernel" : "hang", control);
    qInfo().noquote() << "after" << time.elapsed() << "ms:" << QString::fromStdString(said);
    QVERIFY(QString::fromStdString(said).contains("did not end the run within 1 s and was killed"));
    runWell(engine, "the next run, with the start of CUDA:");
}

void GpuEngine::coldStarts()
{
    EngineExecutor device(std::make_shared<SharedEngine>(host()), testDevice());
    const Program cold = ExperimentRun::programOf("first-run", {});
    for (int i = 0; i < 2; ++i) {
        const Recording recording = device.run(cold, {}, {});
        QCOMPARE(!recording.environment.empty() && recording.environment.back().first == "process", i > 0);
    }
}

/// Of a run through the process against one in this process, which starts CUDA here: last.
void GpuEngine::costs()
{
    SharedEngine engine(host());
    runWell(engine, "start:");
    const auto here = openDeviceHere(testDevice());
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer time;
        time.start();
        const Recording recording = here->run(request().program, {}, {});
        qInfo() << "in this process:" << time.elapsed() << "ms, makespan" << recording.makespans.median() / 1000
                << "us";
        runWell(engine, "in the engine:  ");
    }
}

QTEST_GUILESS_MAIN(GpuEngine)
#include "tst_gpu_engine.moc"
