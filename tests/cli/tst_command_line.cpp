// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

using namespace streamscope::test;

/// The program from outside, as scripts use it: exit codes, data on stdout, messages on stderr, files.
class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void helpNeedsNoDisplay();
    void version();
    void devices();
    void experimentList();
    void experimentsByTheirNames();
    void changeList();
    void seedExample();
    void publishedOrders();
    void writesEverything();
    void settingsReachTheRun();
    void presetFiles();
    void programFiles();
    void comparesAndPicturesOfARange();
    void sweeps();
    void clockOptionsAreAcceptedOnASimulator();
    void mistakes_data();
    void mistakes();
    void badRunLeavesNoFiles();
    void blocksAreRecordedOnRequest();
    void aSessionFolderOfOthersIsNotUsed();

private:
    Outcome run(const QStringList &arguments, bool withoutDisplay = false,
                QProcessEnvironment environment = QProcessEnvironment::systemEnvironment());
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    QJsonObject report(const QStringList &arguments);

    std::unique_ptr<QTemporaryDir> m_dir;
};

Outcome TestCommandLine::run(const QStringList &arguments, bool withoutDisplay, QProcessEnvironment environment)
{
    return ProgramProcess(environment, !withoutDisplay).run(arguments, m_dir->path());
}

QJsonObject TestCommandLine::report(const QStringList &arguments)
{
    const Outcome outcome = run(QStringList{"run"} + arguments + QStringList{"--report", path("r.json")});
    if (outcome.code != 0)
        qWarning("%s", outcome.err.constData());
    return QJsonDocument::fromJson(contentOf(path("r.json"))).object();
}

/// Another person may have taken the name in the folder for temporary files.
void TestCommandLine::aSessionFolderOfOthersIsNotUsed()
{
    const QString taken = QStringLiteral("runtime-%1").arg(::getuid());
    QVERIFY(QDir(m_dir->path()).mkdir(taken));
    QVERIFY(QFile::setPermissions(path(qPrintable(taken)), QFile::ExeOther | QFile::WriteOther | QFile::ReadOther
                                                               | QFile::ReadUser | QFile::WriteUser | QFile::ExeUser));
    const QStringList picture{"run", "two-stream-exercise", "--device", "sim:h200", "--image", path("x.png")};
    QProcessEnvironment bare = QProcessEnvironment::systemEnvironment();
    bare.remove("XDG_RUNTIME_DIR");
    bare.insert("TMPDIR", m_dir->path());
    const Outcome open = run(picture, true, bare);
    QCOMPARE(open.code, 0);
    QVERIFY2(!open.err.contains(taken.toUtf8()), open.err.constData());

    QVERIFY(QDir(m_dir->path()).rmdir(taken));
    const Outcome none = run(picture, true, bare); // it makes one, and nobody complains
    QCOMPARE(none.code, 0);
    QVERIFY2(!none.err.contains("runtime"), none.err.constData());
    QCOMPARE(QFile::permissions(path(qPrintable(taken))) & (QFile::ReadOther | QFile::ReadGroup), QFile::Permissions());
}

void TestCommandLine::blocksAreRecordedOnRequest()
{
    const QStringList target{"leftover-three-quarters", "--device", "sim:h200"};
    QVERIFY(!report(target).contains(QStringLiteral("blocks_recorded")));
    const QJsonObject with = report(target + QStringList{"--blocks-csv", path("b.csv")});
    QCOMPARE(with[QStringLiteral("blocks_recorded")].toInt(), 198);
    QCOMPARE(contentOf(path("b.csv")).count("\r\n"), 199);
    QVERIFY(run({"run", "leftover-three-quarters", "--device", "sim:h200", "--blocks"})
                .out.contains("198 on 132 SMs (clock: model)"));
    QVERIFY(run({"run", "--help"}).out.contains("--blocks-csv"));
    QCOMPARE(run({"run", "leftover-three-quarters", "--blocks-csv", "/nowhere/b.csv"}).code, 2);
}

void TestCommandLine::helpNeedsNoDisplay()
{
    for (const QStringList &arguments : {QStringList{"--help"},
                                         {"run", "--help"},
                                         {"sweep", "--help"},
                                         {"merge", "--help"},
                                         {"devices", "--help"},
                                         {"experiments", "--help"},
                                         {"changes", "--help"}}) {
        const Outcome outcome = run(arguments, true);
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.contains("Usage") && outcome.err.isEmpty());
    }
}

void TestCommandLine::version()
{
    const Outcome outcome = run({"--version"}, true);
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("streamscope "));
    for (const char *part : {"\ncommit: ", "\nQt: 6.", "\nCUDA: ", "\nlicence: GPL-3.0-or-later"})
        QVERIFY2(outcome.out.contains(part), part);
}

void TestCommandLine::devices()
{
    const Outcome text = run({"devices"}, true);
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("sim:h200") && text.out.contains("asyncEngineCount"));
    const QJsonObject json = QJsonDocument::fromJson(run({"devices", "--json"}, true).out).object();
    QStringList ids;
    for (const QJsonValue device : json[QStringLiteral("devices")].toArray())
        ids << device[QStringLiteral("id")].toString();
    for (const char *id : {"sim:h200", "sim:k20c", "sim:c2050", "sim:c1060", "sim:unit"})
        QVERIFY(ids.contains(QString::fromLatin1(id)));
    QVERIFY(ids.contains(json[QStringLiteral("default")].toString()));
}

void TestCommandLine::experimentsByTheirNames()
{
    for (const auto &[words, preset] :
         {std::pair("swimming in streams", "swimming-in-streams"), std::pair("async.cu", "overlap-c1060"),
          std::pair("two streams exercise", "two-stream-exercise"), std::pair("prefetch", "prefetch"),
          std::pair("multi-stage", "multi-stage"), std::pair("gradient buckets", "gradient-buckets"),
          std::pair("VLM stages", "event-pipeline")}) {
        const QByteArray out = run({"experiments", words}, true).out;
        QVERIFY2(out.contains(preset), words);
        QVERIFY2(!out.contains("launch-cost"), words);
        QVERIFY2(out.contains("published examples:"), words);
    }
    const QJsonObject json =
        QJsonDocument::fromJson(run({"experiments", "VLM", "stages", "--json"}, true).out).object();
    const QJsonArray examples = json[QStringLiteral("examples")].toArray();
    QCOMPARE(examples.size(), 1);
    QCOMPARE(examples[0][QStringLiteral("name")].toString(), QStringLiteral("VLM stages"));
    const auto none = run({"experiments", "no such thing"});
    QCOMPARE(none.code, 2);
    QVERIFY(none.err.contains("no such thing"));
}

void TestCommandLine::experimentList()
{
    QVERIFY(run({"experiments"}, true).out.contains("copy-compute-pipeline"));
    const QJsonObject json = QJsonDocument::fromJson(run({"experiments", "--json"}, true).out).object();
    QStringList ids;
    QJsonObject pipeline;
    for (const QJsonValue entry : json[QStringLiteral("experiments")].toArray()) {
        ids << entry[QStringLiteral("id")].toString();
        if (ids.last() == QStringLiteral("copy-compute-pipeline"))
            pipeline = entry.toObject();
    }
    for (const char *id : {"bidirectional-copy", "concurrent-kernels", "copy-compute-pipeline", "stream-priorities"})
        QVERIFY(ids.contains(QString::fromLatin1(id)));
    const QJsonObject bytes = pipeline[QStringLiteral("parameters")].toArray().first().toObject();
    QCOMPARE(bytes[QStringLiteral("type")].toString(), QStringLiteral("size"));
    QCOMPARE(bytes[QStringLiteral("default")].toInt(), 256 << 20);
    QVERIFY(bytes.contains(QStringLiteral("minimum")) && bytes.contains(QStringLiteral("maximum")));
}

void TestCommandLine::changeList()
{
    const Outcome text = run({"changes"}, true);
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("pin: Pin host memory")
            && text.out.contains("chunks          integer, default 8; 2 to 1024"));
    QVERIFY(text.out.contains("filter: h2d d2h unless told otherwise") && text.out.contains("takes no filter"));
    const QJsonObject json = QJsonDocument::fromJson(run({"changes", "--json"}, true).out).object();
    QCOMPARE(json[QStringLiteral("format")].toString(), QStringLiteral("streamscope-changes"));
    QStringList ids;
    for (const QJsonValue entry : json[QStringLiteral("changes")].toArray()) {
        const QJsonObject change = entry.toObject();
        ids << change[QStringLiteral("id")].toString();
        for (const char *field : {"title", "summary", "assumes"})
            QVERIFY2(!change[QLatin1String(field)].toString().isEmpty(), qPrintable(ids.last()));
        QCOMPARE(change.contains(QStringLiteral("default_filter")), change[QStringLiteral("takes_filter")].toBool());
        if (ids.last() != QStringLiteral("scale"))
            continue;
        const QJsonObject factor = change[QStringLiteral("parameters")].toArray().first().toObject();
        QCOMPARE(factor[QStringLiteral("type")].toString(), QStringLiteral("number"));
        QCOMPARE(factor[QStringLiteral("default")].toDouble(), 0.5);
        QCOMPARE(factor[QStringLiteral("maximum")].toDouble(), 1000.0);
    }
    QCOMPARE(ids, QStringList({"bucket",   "connections", "device",      "drop",  "graph", "host",   "join",
                               "merge",    "move",        "nonblocking", "order", "peer",  "pin",    "pool",
                               "postpone", "prefetch",    "priority",    "scale", "split", "spread", "unsync"}));
    QCOMPARE(run({"changes", "pin"}, true).code, 2);
}

void TestCommandLine::seedExample()
{
    const QJsonObject two = report({"two-stream-exercise"});
    QCOMPARE(two[QStringLiteral("makespan_us")][QStringLiteral("plain")][QStringLiteral("median")].toDouble(), 4000.0);
    QCOMPARE(two[QStringLiteral("serial_us")].toDouble(), 6000.0);
    QCOMPARE(two[QStringLiteral("speedup")].toDouble(), 1.5);
    const QJsonObject serial = report({"two-stream-exercise", "--set", "issue_order=serial"});
    QCOMPARE(serial[QStringLiteral("makespan_us")][QStringLiteral("plain")][QStringLiteral("median")].toDouble(),
             6000.0);
}

void TestCommandLine::publishedOrders()
{
    // V1 gains nothing on one copy engine, V2 does; on two engines with the delayed signal it is the other way round.
    const auto makespan = [this](const char *preset, const char *order) {
        return report(
                   {QString::fromLatin1(preset), "--set",
                    QStringLiteral("issue_order=")
                        + QString::fromLatin1(
                            order)})[QStringLiteral("makespan_us")][QStringLiteral("plain")][QStringLiteral("median")]
            .toDouble();
    };
    QVERIFY(makespan("overlap-c1060", "breadth-first") < 0.7 * makespan("overlap-c1060", "depth-first"));
    QVERIFY(makespan("overlap-c2050", "depth-first") < 0.7 * makespan("overlap-c2050", "breadth-first"));
    QVERIFY(qAbs(makespan("overlap-k20c", "depth-first") / makespan("overlap-k20c", "breadth-first") - 1) < 0.01);
}

void TestCommandLine::writesEverything()
{
    for (const char *suffix : {"png", "svg", "pdf"}) {
        const QString image = path((std::string("i.") + suffix).c_str());
        const Outcome outcome =
            run({"run", "two-stream-exercise", "--image", image, "--csv", path("o.csv"), "--repeat", "4"}, true);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QVERIFY(outcome.out.contains(image.toUtf8()));
        const QByteArray data = contentOf(image);
        QVERIFY(data.contains(suffix == QByteArray("png") ? "PNG" : suffix == QByteArray("svg") ? "<svg" : "%PDF"));
    }
    QFile csv(path("o.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll().split('\n').size(), 1 + 6 + 1); // header, six operations, the last line's end
}

void TestCommandLine::settingsReachTheRun()
{
    const QJsonObject json = report({"copy-compute-pipeline", "--device", "sim:k20c", "--set", "bytes=1MiB", "--set",
                                     "chunks=3", "--set", "priorities=0,-1", "--repeat", "2"});
    const QJsonObject parameters = json[QStringLiteral("parameters")].toObject();
    QCOMPARE(parameters[QStringLiteral("bytes")].toInt(), 1 << 20);
    QCOMPARE(parameters[QStringLiteral("chunks")].toInt(), 3);
    QCOMPARE(parameters[QStringLiteral("priorities")].toArray().size(), 2);
    QCOMPARE(json[QStringLiteral("device")][QStringLiteral("id")].toString(), QStringLiteral("sim:k20c"));
    QCOMPARE(json[QStringLiteral("makespan_us")][QStringLiteral("plain")][QStringLiteral("samples")].toArray().size(),
             2);
}

void TestCommandLine::presetFiles()
{
    store(
        path("mine.json"),
        R"({"format":"streamscope-preset","version":1,"experiment":"copy-compute-pipeline","device":"sim:unit","parameters":{"bytes":4096,"chunks":1}})");
    QCOMPARE(report({path("mine.json")})[QStringLiteral("serial_us")].toDouble(), 3000.0);
}

void TestCommandLine::programFiles()
{
    store(path("mine.json"),
          R"({"format":"streamscope-program","version":1,"title":"Two copies","streams":[{"id":"A"},{"id":"B"}],
                   "operations":[{"op":"h2d","stream":"A","bytes":4096},{"op":"d2h","stream":"B","bytes":4096}]})");
    const QJsonObject json = report({path("mine.json"), "--device", "sim:unit", "--set", "repeat=3"});
    QCOMPARE(json[QStringLiteral("serial_us")].toDouble(), 2000.0);
    QVERIFY(json[QStringLiteral("experiment")].isNull());
    QCOMPARE(json[QStringLiteral("title")].toString(), QStringLiteral("Two copies"));
    QCOMPARE(json[QStringLiteral("parameters")][QStringLiteral("repeat")].toInt(), 3);
    const Outcome wrong = run({"run", path("mine.json"), "--set", "chunks=2"});
    QCOMPARE(wrong.code, 2);
    QVERIFY(wrong.err.contains("unknown parameter 'chunks'; allowed: submission, repeat, warmup, seed"));
}

void TestCommandLine::comparesAndPicturesOfARange()
{
    const QString image = path("both.svg");
    const Outcome same = run({"compare", "two-stream-exercise", "two-stream-exercise", "--image", image}, true);
    QVERIFY2(same.code == 0, same.err.constData());
    QVERIFY(same.out.contains("6 in both, 0 only in baseline, 0 only in this run"));
    QVERIFY(QFile::exists(image));
    const Outcome json = run({"compare", "two-stream-exercise", "large-pipeline", "--json"});
    const QJsonObject object = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(object["format"].toString(), QString("streamscope-comparison"));
    QCOMPARE(object["operations"].toArray().size(),
             object["matched"].toInt() + object["only_a"].toInt() + object["only_b"].toInt());
    QCOMPARE(run({"compare", "no-such", "two-stream-exercise"}).code, 2);
    QCOMPARE(run({"run", "two-stream-exercise", "--csv", path("finished.csv")}).code, 0);
    const Outcome finished = run({"compare", path("finished.csv"), "two-stream-exercise"});
    QVERIFY2(finished.code == 0, finished.err.constData());
    QVERIFY2(finished.out.contains("6 in both, 0 only in baseline, 0 only in this run"), finished.out.constData());
    QCOMPARE(run({"run", "two-stream-exercise", "--image", path("p.svg"), "--range", "1ms:2ms"}, true).code, 0);
    for (const char *range : {"2ms:1ms", "1", "a:b", "1:2lightyears", "nan:inf"})
        QCOMPARE(run({"run", "two-stream-exercise", "--image", path("p.svg"), "--range", range}, true).code, 2);
    QCOMPARE(run({"run", "two-stream-exercise", "--range", "1:2"}).code, 2); // of what?
    QCOMPARE(run({"compare", "two-stream-exercise", "two-stream-exercise", "--range", "1:2"}).code, 2);
    QCOMPARE(run({"compare", "two-stream-exercise", "two-stream-exercise", "--critical-path", "a"}).code, 2);
    QCOMPARE(
        run({"compare", "two-stream-exercise", "two-stream-exercise", "--image", image, "--critical-path", "c"}, true)
            .code,
        2);
    const Outcome marked = run({"compare", "leftover-three-quarters", "two-stream-exercise", "--device", "sim:k20c",
                                "--blocks", "--image", image, "--critical-path", "both"},
                               true);
    QVERIFY2(marked.code == 0, marked.err.constData());
    QFile svg(image);
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray picture = svg.readAll();
    for (const char *wanted :
         {"Baseline  SM 0", "This run  SM 0", "Operations of the critical path: baseline ", "(double line)"})
        QVERIFY2(picture.contains(wanted), wanted);
    const auto widthAt = [this](const QByteArray &scale) {
        const Outcome drawn =
            run({"run", "two-stream-exercise", "--image", path("p.png"), "--scale", QString::fromLatin1(scale)}, true);
        // The width stands behind the signature and the head of the first chunk.
        return drawn.code == 0 ? qFromBigEndian<quint32>(contentOf(path("p.png")).mid(16, 4)) : 0;
    };
    QCOMPARE(widthAt("1"), 1400U);
    QCOMPARE(widthAt("3.5"), 4900U);
    QCOMPARE(widthAt("99"), 0U);
}

void TestCommandLine::sweeps()
{
    const Outcome outcome =
        run({"sweep", "two-stream-exercise", "--vary", "chunks=1,2", "--vary", "streams=1:2:+1"}, true);
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), qsizetype(1 + 4 + 1));
    QVERIFY(lines[0].startsWith("index,bytes,chunks,streams,")
            && lines[0].endsWith("error,range_low_us,range_high_us\r"));
    QVERIFY(lines[4].contains(",ok,4000.000,6000.000,3000.000,1.5000,0.7500,"));
    for (const char *suffix : {"png", "svg", "pdf"}) {
        const QString image = path((std::string("s.") + suffix).c_str());
        QCOMPARE(run({"sweep", "two-stream-exercise", "--vary", "chunks=1,2", "--image", image, "--csv", path("s.csv")},
                     true)
                     .code,
                 0);
        QVERIFY(QFileInfo(image).size() > 1000);
    }
    const Outcome shard = run({"sweep", "two-stream-exercise", "--vary", "chunks=1:9:+1", "--shard", "2/4"});
    QVERIFY(shard.out.contains("\n1,") && shard.out.contains("\n5,") && !shard.out.contains("\n2,"));
    const Outcome allRefused = run({"sweep", "concurrent-kernels", "--vary", "shared_memory=524288"});
    QCOMPARE(allRefused.code, 1);
    QVERIFY(allRefused.out.contains(",refused,"));
}

void TestCommandLine::clockOptionsAreAcceptedOnASimulator()
{
    const QString csv = path("clock.csv");
    const Outcome outcome = run({"run", "two-stream-exercise", "--device", "sim:h200", "--clock", "cupti",
                                 "--check-clocks", "--csv", csv, "--report", path("clock.json")});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("clock check: not done, a simulated device has no clocks to check"));
    QFile operations(csv);
    QVERIFY(operations.open(QIODevice::ReadOnly));
    const QByteArray rows = operations.readAll();
    QVERIFY(rows.contains("model") && !rows.contains("cupti"));
    QCOMPARE(run({"run", "two-stream-exercise", "--device", "sim:h200", "--clock", "watch"}).code, 0);
    QVERIFY(run({"run", "--help"}).out.contains("auto, events, watch or cupti"));
    QFile report(path("clock.json"));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QVERIFY(report.readAll().contains("clock_check"));
}

void TestCommandLine::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no target") << QStringList{"run"} << 2 << QByteArray("target");
    QTest::newRow("unknown target") << QStringList{"run", "x"} << 2 << QByteArray("large-pipeline");
    QTest::newRow("unknown option") << QStringList{"run", "large-pipeline", "--colour"} << 2 << QByteArray("--colour");
    QTest::newRow("unknown word") << QStringList{"frobnicate"} << 2 << QByteArray("frobnicate");
    QTest::newRow("clock") << QStringList{"run", "large-pipeline", "--clock", "sundial"} << 2
                           << QByteArray("auto, events, watch, cupti");
    QTest::newRow("no such preset file") << QStringList{"run", "nowhere.json"} << 2 << QByteArray("nowhere.json");
    QTest::newRow("unknown device") << QStringList{"run", "large-pipeline", "--device", "gpu"} << 2
                                    << QByteArray("sim:h200");
    QTest::newRow("unknown parameter") << QStringList{"run", "large-pipeline", "--set", "chunk=2"} << 2
                                       << QByteArray("chunks");
    QTest::newRow("no value") << QStringList{"run", "large-pipeline", "--set", "chunks"} << 2
                              << QByteArray("name=value");
    QTest::newRow("out of range") << QStringList{"run", "large-pipeline", "--set", "chunks=0"} << 2
                                  << QByteArray("1 to 65536");
    QTest::newRow("repeat") << QStringList{"run", "large-pipeline", "--repeat", "0"} << 2 << QByteArray("1 to 10000");
    QTest::newRow("do not fit") << QStringList{"run", "large-pipeline", "--set", "bytes=8", "--set", "chunks=3"} << 2
                                << QByteArray("needs one at least");
    QTest::newRow("odd bytes") << QStringList{"run", "large-pipeline", "--set", "bytes=4097"} << 2
                               << QByteArray("multiple of 4");
    QTest::newRow("image suffix") << QStringList{"run", "two-stream-exercise", "--image", "x.bmp"} << 2
                                  << QByteArray(".png");
    QTest::newRow("no folder") << QStringList{"run", "two-stream-exercise", "--csv", "no/x.csv"} << 2
                               << QByteArray("no/x.csv");
    QTest::newRow("too large") << QStringList{"run", "overlap-c1060", "--set", "bytes=5GiB"} << 1
                               << QByteArray("needs 5.00 GiB");
    QTest::newRow("vary nothing") << QStringList{"sweep", "large-pipeline"} << 2 << QByteArray("--vary");
    QTest::newRow("vary") << QStringList{"sweep", "large-pipeline", "--vary", "chunks=1:4"} << 2
                          << QByteArray("from:to:+step");
    QTest::newRow("vary unknown") << QStringList{"sweep", "large-pipeline", "--vary", "chunk=1"} << 2
                                  << QByteArray("chunks");
    QTest::newRow("shard") << QStringList{"sweep", "large-pipeline", "--vary", "chunks=1", "--shard", "3/2"} << 2
                           << QByteArray("i from 1 to n");
    QTest::newRow("three in a picture") << QStringList{"sweep",     "large-pipeline", "--vary", "chunks=1", "--vary",
                                                       "streams=1", "--vary",         "seed=1", "--image",  "x.png"}
                                        << 2 << QByteArray("one or two");
    QTest::newRow("shared memory") << QStringList{"run", "concurrent-kernels", "--set", "shared_memory=512KiB"} << 2
                                   << QByteArray("offers 232448");
}

void TestCommandLine::mistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const Outcome outcome = run(arguments, true);
    QCOMPARE(outcome.code, code);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
    QVERIFY(outcome.err.trimmed().count('\n') <= 1); // one clear line (the parser adds where to find help)
}

void TestCommandLine::badRunLeavesNoFiles()
{
    run({"run", "overlap-c1060", "--set", "bytes=5GiB", "--csv", path("a.csv"), "--report", path("a.json"), "--image",
         path("a.png")});
    QVERIFY(QDir(m_dir->path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
