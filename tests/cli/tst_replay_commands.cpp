// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_in_folder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace streamscope::test;

/// replay and whatif from outside, as scripts use them.
class TestReplayCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_program = std::make_unique<ProgramInFolder>(); }
    void replayPrintsItsContract();
    void replayWritesEverything();
    void theProgramRunsAsItWasReplayed_data();
    void theProgramRunsAsItWasReplayed();
    void whatIfPrintsItsContract();
    void whatIfOnAPreset();
    void poorTraces_data();
    void poorTraces();
    void kernelsAloneProveNothingOfTheHost();
    void graphsAroundLostCalls();
    void noEmptyPrograms();
    void mistakes_data();
    void mistakes();

private:
    static QString pair(const char *name)
    {
        return sourcePath(QStringLiteral("tests/data/whatif/") + QLatin1String(name) + QStringLiteral(".json.gz"));
    }

    std::unique_ptr<ProgramInFolder> m_program;
};

void TestReplayCommands::replayPrintsItsContract()
{
    const QJsonObject replay = m_program->json({"replay", pair("loader-pin.before")});
    QCOMPARE(replay["format"].toString(), QString("streamscope-replay"));
    QCOMPARE(replay["version"].toInt(), 1);
    QCOMPARE(replay["operations"].toInt(), 288);
    QCOMPARE(replay["threads"].toInt(), 1);
    QVERIFY(std::abs(replay["error_percent"].toDouble()) < 3.3);
    QCOMPARE(replay["measured_us"].toDouble(),
             154488.036); // from the first copy to the end of the last synchronisation
    QCOMPARE(replay["edges"].toObject()["synchronisation"].toInt(), 48);
    QCOMPARE(replay["edges"].toObject().keys(), (QStringList{"collective", "event", "event_inferred", "graph", "launch",
                                                             "stream", "synchronisation", "thread"}));
    QVERIFY(replay["start_error_us"].toObject()["p95"].toDouble() < replay["measured_us"].toDouble() / 20);
    const QJsonObject part = m_program->json({"replay", pair("loader-pin.before"), "--range", "1ms:20ms"});
    QVERIFY(part["operations"].toInt() > 20 && part["operations"].toInt() < 60);
}

void TestReplayCommands::replayWritesEverything()
{
    const Outcome outcome =
        m_program->run({"replay", pair("chunk-8.after"), "--program", "p.json", "--csv", "p.csv", "--image", "p.svg"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY(contentOf(m_program->path("p.json")).contains("streamscope-program"));
    QVERIFY(contentOf(m_program->path("p.csv")).startsWith("index,kind,name"));
    QVERIFY(contentOf(m_program->path("p.svg")).contains("<svg"));
    QVERIFY(outcome.out.contains("measured:") && outcome.out.contains("wrote p.svg"));
}

void TestReplayCommands::theProgramRunsAsItWasReplayed_data()
{
    QTest::addColumn<QString>("trace");
    for (const char *trace : {"small-graph.after", "small-graph.before", "loader-pin.before", "chunk-8.after"})
        QTest::newRow(trace) << pair(trace);
    QTest::newRow("too-many-chunks.after")
        << sourcePath(QStringLiteral("tests/data/pairs/h200-forum/too-many-chunks.after.json.gz"));
}

/// What the trace showed of its device is in the file, and that an engine's next copy comes later under PyTorch's
/// profiler: too-many-chunks.after took 7.6 % less without it.
void TestReplayCommands::theProgramRunsAsItWasReplayed()
{
    QFETCH(QString, trace);
    const QJsonObject replay = m_program->json({"replay", trace, "--program", "p.json"});
    const double replayed = replay["replayed_us"].toDouble();
    const Outcome outcome = m_program->run({"run", "p.json", "--report", "r.json"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QJsonObject report = QJsonDocument::fromJson(contentOf(m_program->path("r.json"))).object();
    const double us = report["makespan_us"].toObject()["plain"].toObject()["median"].toDouble();
    QVERIFY2(std::abs(us / replayed - 1) < 0.001, qPrintable(QString("%1 against %2").arg(us).arg(replayed)));
}

void TestReplayCommands::whatIfPrintsItsContract()
{
    const QJsonObject result = m_program->json(
        {"whatif", pair("loader-pin.before"), "--change", "pin:h2d pageable", "--change", "prefetch:depth=1"});
    QCOMPARE(result["format"].toString(), QString("streamscope-whatif"));
    const QJsonArray changes = result["changes"].toArray();
    QCOMPARE(changes.size(), 2);
    QCOMPARE(changes[0].toObject()["change"].toString(), QString("pin:h2d pageable"));
    QCOMPARE(changes[1].toObject()["predicted_us"].toDouble(), result["predicted_us"].toDouble());
    QVERIFY(result["predicted_us"].toDouble() < changes[0].toObject()["predicted_us"].toDouble());
    const QJsonArray range = result["predicted_range_us"].toArray();
    QVERIFY(range[0].toDouble() <= result["predicted_us"].toDouble());
    QVERIFY(range[1].toDouble() >= result["predicted_us"].toDouble());
    QVERIFY(result["predicted_without_profiler_us"].isDouble());
}

void TestReplayCommands::whatIfOnAPreset()
{
    const QJsonObject result =
        m_program->json({"whatif", "large-pipeline", "--device", "sim:h200", "--change", "scale:kernel,factor=0.5"});
    QVERIFY(result["measured_us"].isNull());
    QVERIFY(result["replay_error_percent"].isNull());
    QVERIFY(std::abs(result["gain_percent"].toDouble()) < 3); // its copies are the limit
    QVERIFY(!result.contains("predicted_without_profiler_us"));
    const QJsonObject pageable = m_program->json({"whatif", "large-pipeline", "--set", "host_memory=pageable", "--set",
                                                  "chunks=8", "--device", "sim:h200", "--change", "pin"});
    QVERIFY(pageable["gain_percent"].toDouble() > 50);
}

namespace {

/// An event of Kineto; times in microseconds.
QString event(const char *category, const char *name, int process, int lane, int at, int length, int number)
{
    return QStringLiteral(
               R"j({"ph":"X","cat":"%1","name":"%2","pid":%3,"tid":%4,"ts":%5,"dur":%6,"args":{"correlation":%7%8}})j")
        .arg(QLatin1String(category), QLatin1String(name))
        .arg(process)
        .arg(lane)
        .arg(at)
        .arg(length)
        .arg(number)
        .arg(QLatin1String(category) == QLatin1String("cuda_runtime") ? QString()
                                                                      : QStringLiteral(R"j(,"device":0,"stream":7)j"));
}

QString launch(int at, int number, int process = 9)
{
    return event("cuda_runtime", "cudaLaunchKernel", process, 1, at, 4, number);
}

QString kernel(int at, int number)
{
    return event("kernel", "k", 0, 7, at, 50, number);
}

QString copyIn(int at, int number)
{
    return event("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, at, 90, number);
}

QString header(const char *device)
{
    return QStringLiteral(R"j("deviceProperties":[{"id":0,"name":"%1","numSms":132}])j").arg(QLatin1String(device));
}

} // namespace

void TestReplayCommands::poorTraces_data()
{
    QTest::addColumn<QStringList>("events");
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("says");
    const QString h200 = header("NVIDIA H200");
    const QStringList whole{launch(100, 1), kernel(110, 1), launch(120, 2), kernel(165, 2)};
    QTest::newRow("no calls") << QStringList{copyIn(110, 1), kernel(205, 2)} << h200
                              << "2 operations have no call in the file: each is issued when it started";
    QTest::newRow("no call of a pageable copy")
        << QStringList{copyIn(110, 1), kernel(205, 2)} << h200 << "The calls of 1 pageable copy are not in the file";
    QTest::newRow("lost operations") << whole + QStringList{launch(130, 3)} << h200
                                     << "1 call that issues work has no operation in the file";
    QTest::newRow("lost calls") << whole + QStringList{kernel(300, 3)} << h200
                                << "The call of 1 operation is not in the file: it is issued when it started, so that";
    QTest::newRow("two processes") << whole + QStringList{launch(130, 3, 8), kernel(220, 3)} << h200
                                   << "The calls are of 2 processes";
    QTest::newRow("numbers of two processes") << whole + QStringList{launch(130, 2, 8), kernel(220, 2)} << h200
                                              << "Calls of several processes have the same numbers (1 of them)";
    QTest::newRow("unknown device") << whole << header("NVIDIA Z9000") << "the trace is of NVIDIA Z9000";
    QTest::newRow("no device") << whole << QStringLiteral("\"schemaVersion\":1")
                               << "the file does not say which device it is of";
}

/// What can be replayed is, and what was assumed is said.
void TestReplayCommands::poorTraces()
{
    QFETCH(QStringList, events);
    QFETCH(QString, head);
    QFETCH(QString, says);
    const QString file = m_program->path("poor.json");
    store(file, ("{" + head + ",\"traceEvents\":[" + events.join(',') + "]}").toUtf8());
    for (const QStringList &arguments : {QStringList{"replay", file}, QStringList{"whatif", file, "--change", "pin"}}) {
        const Outcome outcome = m_program->run(arguments);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QVERIFY2(QString::fromUtf8(outcome.out).contains(says), outcome.out.constData());
    }
}

/// Where no calls are, nothing says that the host is late: no gain comes of a faster one, or of fewer calls.
void TestReplayCommands::kernelsAloneProveNothingOfTheHost()
{
    QStringList events;
    for (int i = 0; i < 20; ++i)
        events << kernel(100 + 200 * i, i);
    const QString file = m_program->path("kernels.json");
    store(file, ("{" + header("NVIDIA H200") + ",\"traceEvents\":[" + events.join(',') + "]}").toUtf8());
    for (const char *change : {"graph", "merge:kernel", "host", "unsync", "split"}) {
        const QJsonObject result = m_program->json({"whatif", file, "--change", QLatin1String(change)});
        QVERIFY2(std::abs(result["gain_percent"].toDouble(100)) < 1, change);
    }
    const QString host = QString::fromUtf8(m_program->run({"whatif", file, "--change", "host"}).out);
    QVERIFY2(host.contains("What the host did before 19 operations without a call in the file is unknown"),
             qPrintable(host));
    QVERIFY(m_program->json({"analyze", file})["summary"].toObject()["sequence"].toArray().isEmpty());
}

/// Calls of a thread are lost in between: their operations are issued by a thread of their own, on the same stream.
void TestReplayCommands::graphsAroundLostCalls()
{
    QStringList events;
    for (int i = 0; i < 20; ++i) {
        if (i % 5 != 4)
            events << launch(100 + 55 * i, i);
        events << kernel(110 + 55 * i, i);
    }
    const QString file = m_program->path("lost.json");
    store(file, ("{" + header("NVIDIA H200") + ",\"traceEvents\":[" + events.join(',') + "]}").toUtf8());
    const Outcome outcome = m_program->run({"whatif", file, "--change", "graph"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QVERIFY2(outcome.out.contains("16 launches became 4 graphs of up to 4 nodes"), outcome.out.constData());
}

/// drop takes the other ranks of a collective along: the file that was written could not be read.
void TestReplayCommands::noEmptyPrograms()
{
    store(m_program->path("sum.json"),
          R"({"format":"streamscope-program","version":1,"streams":[{"id":"A"},{"id":"B","device":1}],"operations":[
              {"op":"collective","stream":"A","bytes":65536,"group":0,"name":"left"},
              {"op":"collective","stream":"B","bytes":65536,"group":0,"name":"right"}]})");
    for (const QStringList &file : {QStringList(), {"--program", "rest.json"}}) {
        const Outcome outcome = m_program->run(QStringList{"whatif", "sum.json", "--change", "drop:left"} + file);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err.trimmed().count('\n'), 0);
        QVERIFY2(outcome.err.contains("change drop:left: no operation is left"), outcome.err.constData());
        QVERIFY(!QFile::exists(m_program->path("rest.json")));
    }
}

void TestReplayCommands::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QString trace = pair("loader-pin.before");
    QTest::newRow("real device") << QStringList{"replay", trace, "--device", "cuda:0"}
                                 << "a replay runs on a simulated device";
    QTest::newRow("empty range") << QStringList{"replay", trace, "--range", "900ms:901ms"}
                                 << "there is nothing to replay";
    QTest::newRow("no such change") << QStringList{"whatif", trace, "--change", "speed"} << "unknown change 'speed'";
    QTest::newRow("no change") << QStringList{"whatif", trace} << "--change";
    QTest::newRow("cannot be applied") << QStringList{"whatif", trace, "--change", "prefetch"}
                                       << "change prefetch: operation";
    QTest::newRow("set") << QStringList{"whatif", trace, "--set", "chunks=8", "--change", "pin"}
                         << "a trace has no values";
    QTest::newRow("set what") << QStringList{"whatif", "large-pipeline", "--set", "chnks=8", "--change", "pin"}
                              << "chnks";
    QTest::newRow("value") << QStringList{"whatif", trace, "--change", "split:chunks=0"} << "chunks";
}

void TestReplayCommands::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const Outcome outcome = m_program->run(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(QString::fromUtf8(outcome.err).contains(message), outcome.err.constData());
    QCOMPARE(outcome.err.trimmed().count('\n'),
             message == QLatin1String("--change") ? outcome.err.trimmed().count('\n') : 0);
    QCOMPARE(outcome.out, QByteArray());
}

QTEST_GUILESS_MAIN(TestReplayCommands)
#include "tst_replay_commands.moc"
