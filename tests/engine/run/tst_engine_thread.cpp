// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/engine_thread.h"
#include "experiments/registry.h"

#include <QSignalSpy>
#include <QtTest>

using namespace streamscope;

class TestEngineThread : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsDevices();
    void runsAndTells();
    void stopsAndGoesOn();
    void badInputIsToldApart();
    void absentGpuFailsWithReason();
    void endsWhileARunIsInFlight();

private:
    static RunRequest request(const char *device, const char *bytes = "2MiB", const char *chunks = "2",
                              const char *repeat = "3");
    /// Sixteen million blocks, each recorded: seconds on any machine.
    static RunRequest longRequest()
    {
        RunRequest whole = request("sim:h200", "16GiB", "16384");
        whole.blocks = true;
        return whole;
    }
};

RunRequest TestEngineThread::request(const char *device, const char *bytes, const char *chunks, const char *repeat)
{
    RunRequest request;
    request.experiment = findExperiment("copy-compute-pipeline");
    request.parameters = request.experiment->defaults();
    request.parameters.setText("bytes", bytes);
    request.parameters.setText("chunks", chunks);
    request.parameters.setText("repeat", repeat);
    request.device = device;
    return request;
}

void TestEngineThread::listsDevices()
{
    EngineThread engine;
    QSignalSpy spy(&engine, &EngineThread::devicesListed);
    engine.listDevices();
    QVERIFY(spy.wait(20000));
    const auto catalog = spy.first().first().value<std::shared_ptr<const DeviceCatalog>>();
    QVERIFY(!catalog->cudaStatus.empty());
    QCOMPARE(catalog->defaultId, std::string(catalog->cudaUsable ? "cuda:0" : "sim:h200"));
    QCOMPARE(catalog->devices.back().id, std::string("sim:unit"));
}

void TestEngineThread::runsAndTells()
{
    EngineThread engine;
    QSignalSpy finished(&engine, &EngineThread::finished), progress(&engine, &EngineThread::progress);
    const int id = engine.run(request("sim:unit"));
    QVERIFY(engine.isBusy());
    QVERIFY(finished.wait(20000));
    QCOMPARE(finished.first().first().toInt(), id);
    QVERIFY(!engine.isBusy());
    QVERIFY(progress.size() >= 2);
    const auto result = finished.first().at(1).value<std::shared_ptr<const RunResult>>();
    QCOMPARE(result->recording.makespans.plain.size(), std::size_t{3});
    QCOMPARE(result->analysis.summary.speedup, 1.5);
}

void TestEngineThread::stopsAndGoesOn()
{
    EngineThread engine;
    QSignalSpy started(&engine, &EngineThread::started), stopped(&engine, &EngineThread::stopped),
        finished(&engine, &EngineThread::finished);
    engine.run(longRequest());
    QVERIFY(started.wait(20000));
    engine.stop();
    QVERIFY(stopped.wait(20000));
    QVERIFY(finished.isEmpty());
    engine.run(request("sim:unit"));
    QVERIFY(finished.wait(20000));
}

void TestEngineThread::badInputIsToldApart()
{
    EngineThread engine;
    QSignalSpy failed(&engine, &EngineThread::failed);
    engine.run(request("sim:nothing"));
    QVERIFY(failed.wait(20000));
    QVERIFY(failed.first().at(1).toString().contains(QStringLiteral("sim:h200")));
    QCOMPARE(failed.first().at(2).value<Remedy>(), Remedy::MendInput);
    RunRequest wide = request("sim:h200");
    wide.experiment = findExperiment("concurrent-kernels");
    wide.parameters = wide.experiment->defaults();
    wide.parameters.setText("shared_memory", "512KiB");
    engine.run(wide);
    QVERIFY(failed.wait(20000));
    QVERIFY2(failed.last().at(1).toString().contains(QStringLiteral("offers 232448; make 'shared_memory' smaller")),
             qPrintable(failed.last().at(1).toString()));
    RunRequest large = request("sim:c1060", "16GiB");
    engine.run(large);
    QVERIFY(failed.wait(20000));
    QVERIFY2(failed.last().at(1).toString().contains(QStringLiteral("needs 16.00 GiB")),
             qPrintable(failed.last().at(1).toString()));
    QCOMPARE(failed.last().at(2).value<Remedy>(), Remedy::None);
}

void TestEngineThread::absentGpuFailsWithReason()
{
    if (listDevices().cudaUsable)
        QSKIP("this machine has a GPU");
    EngineThread engine;
    QSignalSpy failed(&engine, &EngineThread::failed);
    engine.run(request("cuda:0"));
    QVERIFY(failed.wait(20000));
    const QString message = failed.first().at(1).toString();
    QVERIFY2(message.contains(QStringLiteral("cuda:0")) && message.contains(QStringLiteral("sim:h200")),
             qPrintable(message));
    QCOMPARE(failed.first().at(2).value<Remedy>(), Remedy::None);
}

void TestEngineThread::endsWhileARunIsInFlight()
{
    std::unique_ptr<QSignalSpy> finished;
    {
        EngineThread engine;
        QSignalSpy started(&engine, &EngineThread::started);
        engine.run(longRequest());
        QVERIFY(started.wait(20000));
        finished = std::make_unique<QSignalSpy>(&engine, &EngineThread::finished);
    }
    QVERIFY(finished->isEmpty());
}

QTEST_GUILESS_MAIN(TestEngineThread)
#include "tst_engine_thread.moc"
