// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "engine/formats/files/preset.h"
#include "engine/formats/io/files.h"
#include "engine/formats/reports/report.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "tests/support/files.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

class TestFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetGoesBothWays();
    void everyBuiltInPresetLoads();
    void presetMistakes_data();
    void presetMistakes();
    void profileMistakes_data();
    void profileMistakes();
    void everyProfileLoads();
    void csvOfASmallRun();
    void csvQuotesAndUnknowns();
    void reportHasTheContractsKeys();
    void filesAppearWholeOrNotAtAll();
    void unwritablePlacesAreNamed();
};

namespace {

QString messageOf(const std::function<void()> &action)
{
    try {
        action();
    } catch (const InputError &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

/// A sound one to spoil. Written anew without white space, so that the spoilers need neither its layout nor its
/// figures.
QByteArray profileText()
{
    return QJsonDocument::fromJson(contentOf(QStringLiteral(":/device_profiles/h200.json")))
        .toJson(QJsonDocument::Compact);
}

} // namespace

void TestFormats::presetGoesBothWays()
{
    Preset preset;
    preset.experiment = findExperiment("copy-compute-pipeline");
    preset.title = "Mine, \"quoted\"";
    preset.device = "sim:k20c";
    preset.parameters = preset.experiment->defaults();
    preset.parameters.setText("priorities", "0,-1");
    preset.parameters.setText("bytes", "3MiB");
    const Preset back = readPreset(presetJson(preset), "x.json", experiments());
    QVERIFY(back.parameters == preset.parameters);
    QCOMPARE(back.title, preset.title);
    QCOMPARE(back.device, preset.device);
    QCOMPARE(back.experiment, preset.experiment);
}

void TestFormats::everyBuiltInPresetLoads()
{
    const auto presets = builtInPresets(experiments());
    QStringList names;
    for (const Preset &preset : presets) {
        names << QString::fromStdString(preset.name);
        QVERIFY(!preset.title.empty() && !preset.description.empty());
        QVERIFY(findProblems(preset.experiment->build(preset.parameters)).empty());
    }
    for (const char *name : {"two-stream-exercise", "pinned-vs-pageable", "overlap-c1060", "overlap-c2050",
                             "overlap-k20c", "overlap-h200", "large-pipeline"})
        QVERIFY2(names.contains(QString::fromLatin1(name)), name);
}

void TestFormats::presetMistakes_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("says");
    const auto with = [](const char *rest) -> QByteArray {
        return QByteArray(R"({"format":"streamscope-preset","version":1,"experiment":"copy-compute-pipeline")") + rest
               + "}";
    };
    QTest::newRow("broken") << QByteArray("{\n  \"format\": \"streamscope-preset\",\n  \"version\": ,\n}")
                            << QStringList{"p.json", "line 3, column 14"};
    QTest::newRow("empty") << QByteArray() << QStringList{"p.json", "line 1, column 1"};
    QTest::newRow("list") << QByteArray("[]") << QStringList{"top level"};
    QTest::newRow("format") << QByteArray(R"({"format":"other","version":1})")
                            << QStringList{"format", "\"other\"", "streamscope-preset"};
    QTest::newRow("version") << QByteArray(R"({"format":"streamscope-preset","version":2,"experiment":"x"})")
                             << QStringList{"version", "2", "1"};
    QTest::newRow("experiment") << QByteArray(R"({"format":"streamscope-preset","version":1,"experiment":"x"})")
                                << QStringList{"unknown experiment 'x'", "copy-compute-pipeline"};
    QTest::newRow("no experiment") << QByteArray(R"({"format":"streamscope-preset","version":1})")
                                   << QStringList{"'experiment' is missing"};
    QTest::newRow("unknown key") << with(R"(,"colour":"red")") << QStringList{"unknown key 'colour'", "description"};
    QTest::newRow("unknown parameter") << with(R"(,"parameters":{"chunk":2})")
                                       << QStringList{"p.json: parameters", "unknown parameter 'chunk'", "chunks"};
    QTest::newRow("wrong type") << with(R"(,"parameters":{"chunks":"2"})")
                                << QStringList{"parameters.chunks", "\"2\"", "1 to 65536"};
    QTest::newRow("fraction") << with(R"(,"parameters":{"chunks":2.5})") << QStringList{"parameters.chunks", "2.5"};
    QTest::newRow("range") << with(R"(,"parameters":{"chunks":0})")
                           << QStringList{"p.json", "chunks", "'0'", "1 to 65536"};
    QTest::newRow("choice") << with(R"(,"parameters":{"host_memory":"locked"})")
                            << QStringList{"locked", "pageable, pinned"};
    QTest::newRow("list type") << with(R"(,"parameters":{"priorities":0})")
                               << QStringList{"parameters.priorities", "a list"};
    QTest::newRow("parameters type") << with(R"(,"parameters":[1])") << QStringList{"parameters", "an object"};
}

void TestFormats::presetMistakes()
{
    QFETCH(QByteArray, json);
    QFETCH(QStringList, says);
    const QString message = messageOf([&json = json] { readPreset(json, "p.json", experiments()); });
    QVERIFY(!message.isEmpty() && !message.contains(QLatin1Char('\n')));
    for (const QString &part : says)
        QVERIFY2(message.contains(part), qPrintable(message));
}

void TestFormats::profileMistakes_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("negative") << QByteArray("\"event_us\":") << QByteArray("\"event_us\":-")
                              << QStringList{"host.event_us"};
    QTest::newRow("missing") << QByteArray("\"sync_us\"") << QByteArray("\"snyc_us\"")
                             << QStringList{"'sync_us' is missing"};
    QTest::newRow("order") << QByteArray("by-stream") << QByteArray("random")
                           << QStringList{"copies.order", "issue-order or by-stream"};
    QTest::newRow("text") << QByteArray("\"hardware_queues\":8") << QByteArray("\"hardware_queues\":\"8\"")
                          << QStringList{"compute.hardware_queues", "\"8\""};
    QTest::newRow("falling sizes") << QByteArray("\"gb_per_s\":[[") << QByteArray("\"gb_per_s\":[[1099511627776,1],[")
                                   << QStringList{"gb_per_s", "rising bytes"};
    QTest::newRow("unknown intruder") << QByteArray("\"implicit_sync\":[")
                                      << QByteArray("\"implicit_sync\":[\"mallok\",")
                                      << QStringList{"implicit_sync", "mallok"};
    QTest::newRow("negative ring") << QByteArray("\"ring_gb_per_s\":") << QByteArray("\"ring_gb_per_s\":-")
                                   << QStringList{"links", "ring_gb_per_s", "-"};
    QTest::newRow("spread") << QByteArray("\"copy\":[[0,") << QByteArray("\"copy\":[[0,-")
                            << QStringList{"jitter", "copy", "factors above 0"};
    QTest::newRow("no queues") << QByteArray("\"queues\":4") << QByteArray("\"queues\":0")
                               << QStringList{"copies", "queues"};
}

void TestFormats::profileMistakes()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QStringList, says);
    QByteArray json = profileText();
    QVERIFY(json.contains(from));
    json.replace(json.indexOf(from), from.size(), to);
    const QString message = messageOf([&json] { readDeviceProfile(json, "d.json", "sim:d.json"); });
    QVERIFY(!message.isEmpty());
    for (const QString &part : says)
        QVERIFY2(message.contains(part), qPrintable(message));
}

void TestFormats::everyProfileLoads()
{
    QCOMPARE(builtInProfileNames(), (std::vector<std::string>{"h200", "h200-x2", "h100", "a100-pcie", "v100",
                                                              "gtx1650s", "k20c", "c2050", "c1060", "unit"}));
    for (const std::string &name : builtInProfileNames())
        QCOMPARE(loadDeviceProfile(name).info.id, "sim:" + name);
    QVERIFY(messageOf([] { loadDeviceProfile("h201"); }).contains(QStringLiteral("sim:h200")));
    QVERIFY(messageOf([] { loadDeviceProfile("/nowhere/x.json"); }).contains(QStringLiteral("/nowhere/x.json")));
}

void TestFormats::csvOfASmallRun()
{
    Program program = emptyProgram(1);
    program.operations = {copyIn(0), kernel(0)};
    program.operations[0].name = "in";
    program.operations[0].chunk = 0;
    program.operations[1].thread = 2;
    const QByteArray csv = operationsCsv(makeTimeline(program, simulate(unitDevice(), program)));
    QCOMPARE(
        csv,
        QByteArray("index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock,"
                   "thread\r\n"
                   "0,h2d,in,0,0,copy_h2d,0,0,4096,0.000,0.000,0.000,1000.000,model,0\r\n"
                   "1,kernel,kernel,0,0,compute,0,,0,0.000,1000.000,1000.000,2000.000,model,2\r\n"));
}

void TestFormats::csvQuotesAndUnknowns()
{
    Timeline timeline;
    Span span;
    span.name = timeline.intern("a,\"b\"");
    span.kind = OperationKind::Sync;
    span.engine = Engine::Host;
    span.start = -1;
    span.end = 1234567;
    timeline.append(span);
    QCOMPARE(operationsCsv(timeline).split('\n')[1],
             QByteArray("0,sync,\"a,\"\"b\"\"\",,,host,,,0,,,-0.001,1234.567,model,0\r"));
}

void TestFormats::reportHasTheContractsKeys()
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    const Program program = experiment->build(experiment->defaults());
    Recording recording;
    recording.device = unitDevice().info;
    recording.timeline = makeTimeline(program, simulate(unitDevice(), program));
    recording.makespans.instrumented = recording.timeline.end();
    recording.makespans.plain = {recording.timeline.end()};
    const QJsonObject report =
        QJsonDocument::fromJson(reportJson(experiment, experiment->defaults(), recording, analyze(recording, &program)))
            .object();
    QCOMPARE(report[QStringLiteral("format")].toString(), QStringLiteral("streamscope-report"));
    QCOMPARE(report[QStringLiteral("version")].toInt(), 1);
    for (const char *key : {"device", "experiment", "parameters", "makespan_us", "serial_us", "bound_us", "speedup",
                            "efficiency", "devices", "findings"})
        QVERIFY2(report.contains(QLatin1String(key)), key);
    const QJsonObject plain = report[QStringLiteral("makespan_us")].toObject()[QStringLiteral("plain")].toObject();
    QVERIFY(plain.contains(QStringLiteral("median")) && plain.contains(QStringLiteral("min")));
    QCOMPARE(plain[QStringLiteral("samples")].toArray().size(), 1);
    const QJsonObject device = report[QStringLiteral("devices")].toObject()[QStringLiteral("0")].toObject();
    for (const char *key : {"span_ns", "busy_union_ns", "idle_ns", "union_ns", "overlap_ns", "copy_hidden_percent",
                            "exposed_copy_ns", "streams_active_ns", "max_streams_active", "streams"})
        QVERIFY2(device.contains(QLatin1String(key)), key);
    QCOMPARE(device[QStringLiteral("overlap_ns")].toObject().keys(),
             (QStringList{"h2d&d2h", "kernel&copy", "kernel&d2h", "kernel&h2d"}));
    const QJsonObject finding = report[QStringLiteral("findings")].toArray().first().toObject();
    QCOMPARE(finding.keys(), (QStringList{"evidence", "id", "severity", "suggestion", "text"}));
}

void TestFormats::filesAppearWholeOrNotAtAll()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("a.csv")).toStdString();
    writeFileWhole(path, "first");
    writeFileWhole(path, "second");
    QCOMPARE(contentOf(QString::fromStdString(path)), QByteArray("second"));
    QVERIFY_THROWS_EXCEPTION(RunError, writeFileWhole(dir.filePath(QStringLiteral("no/a.csv")).toStdString(), "x"));
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList{"a.csv"}); // nothing half-written lies around
}

void TestFormats::unwritablePlacesAreNamed()
{
    QTemporaryDir dir;
    QVERIFY(messageOf([&] {
                requireWritable(dir.filePath(QStringLiteral("no/a.csv")).toStdString());
            }).contains(QStringLiteral("no folder")));
    QVERIFY(messageOf([&] { requireWritable(dir.path().toStdString()); }).contains(QStringLiteral("folder")));
    requireWritable(dir.filePath(QStringLiteral("a.csv")).toStdString());
}

QTEST_GUILESS_MAIN(TestFormats)
#include "tst_formats.moc"
