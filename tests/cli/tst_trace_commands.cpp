// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/program_process.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace streamscope::test;

/// analyze, convert and run --trace from outside, as scripts use them.
class TestTraceCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void analyzePrintsTheReport();
    void analyzeForPeople();
    void adviceOfATrace();
    void whyAnOperationStarted();
    void overlapOfFilters();
    void gates();
    void gates_data();
    void ranges();
    void ownRunsComeBack();
    void convertWritesEverything();
    void convertFoldsSteps();
    void nothingOnAGpuIsSaid();
    void recordings();
    void adviceAsCode();
    void mistakes_data();
    void mistakes();
    void salvage();
    void ranksOfAJob();

private:
    Outcome run(const QStringList &arguments) const { return ProgramProcess().run(arguments, m_dir->path()); }
    QJsonObject report(const QStringList &arguments)
    {
        return QJsonDocument::fromJson(run(QStringList{"analyze", "--json"} + arguments).out).object();
    }
    QString path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)); }
    static QJsonObject firstDevice(const QJsonObject &report) { return report["devices"].toObject()["0"].toObject(); }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestTraceCommands::analyzePrintsTheReport()
{
    const Outcome outcome = run({"analyze", tracePath("swim_blocking.json.gz"), "--json"});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.err, QByteArray());
    const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(report["format"].toString(), QString("streamscope-report"));
    QVERIFY(report["experiment"].isNull());
    const QJsonObject device = firstDevice(report);
    QCOMPARE(device["span_ns"].toInteger(), 111273118);
    QCOMPARE(device["exposed_copy_ns"].toInteger(), 36716605);
    QCOMPARE(device["streams"].toObject().keys(), (QStringList{"13", "17", "21"}));
    const QJsonObject budget = device["budget_ns"].toObject();
    qint64 sum = 0;
    for (const QJsonValue &part : budget)
        sum += part.toInteger();
    QCOMPARE(sum, 111273118);
    QCOMPARE(report["import"].toObject()["events_read"].toInteger(), 8470);
    const QJsonObject host = report["host"].toObject();
    QCOMPARE(host["threads"].toInteger(), 1);
    QCOMPARE(host["calls"].toInteger(), 1602);
    QCOMPARE(host["operators"].toInteger(), 2800);
    QCOMPARE(host["ranges"].toInteger(-1), 0);
    QCOMPARE(host["python_frames"].toInteger(-1), 0);
}

void TestTraceCommands::analyzeForPeople()
{
    const Outcome outcome = run({"analyze", tracePath("chunked_depth.json.gz")});
    QCOMPARE(outcome.code, 0);
    for (const char *part : {"NVIDIA H200, 12 operations on 4 streams", "Copying hidden", "49.524 GB/s",
                             "Critical path", "unknown: no kernel of NCCL", "skipped"})
        QVERIFY2(outcome.out.contains(part), part);
    const Outcome help = run({"analyze", "--help"});
    QVERIFY(help.out.contains("copy_hidden_percent: union(kernels)"));
}

void TestTraceCommands::adviceOfATrace()
{
    const QString trace = sourcePath(QStringLiteral("tests/data/whatif/loader-pin.before.json.gz"));
    const QJsonObject advised = report({trace});
    const QJsonObject first = advised["findings"].toArray().first().toObject()["suggestion"].toObject();
    QCOMPARE(first["change"].toString(), QString("pin:h2d pageable"));
    QVERIFY(first["gain_percent"].toDouble() > 60 && first["predicted_us"].toDouble() < 55'000);
    QCOMPARE(first["predicted_range_us"].toArray().size(), 2);
    const QJsonObject summary = advised["summary"].toObject();
    QVERIFY(summary["sequence"].toArray().size() >= 2);
    QVERIFY(!summary["remaining_bound"].toObject()["limit"].toString().isEmpty());
    double gain = 101;
    for (const QJsonValue finding : advised["findings"].toArray()) {
        const double own = finding["suggestion"]["gain_percent"].toDouble();
        QVERIFY(own <= gain);
        gain = own;
    }
    const QJsonObject plain = report({trace, "--no-advice"});
    QVERIFY(!plain.contains("summary"));
    for (const QJsonValue finding : plain["findings"].toArray())
        QVERIFY(finding["suggestion"].isNull() || !finding["suggestion"].toObject().contains("change"));
}

void TestTraceCommands::adviceAsCode()
{
    const QString trace = sourcePath("tests/data/whatif/loader-pin.before.json.gz");
    const Outcome text = run({"analyze", trace, "--code"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("\n     -    batch = batch.to(device)\n"
                               "     +    batch = batch.to(device, non_blocking=True)\n"),
             text.out.constData());
    QVERIFY(text.out.contains("\nthen --change 'prefetch':\n"));
    QVERIFY(!run({"analyze", trace}).out.contains("non_blocking=True)\n     +"));
    const QJsonObject json = report({trace});
    const QJsonObject suggestion = json["findings"].toArray()[0].toObject()["suggestion"].toObject();
    QCOMPARE(suggestion["code_language"].toString(), QString("pytorch"));
    QVERIFY(suggestion["code"].toString().contains("\n+    batch = batch.to(device, non_blocking=True)\n"));
    const QJsonObject step = json["summary"].toObject()["sequence"].toArray()[1].toObject();
    QVERIFY(step["code"].toString().contains("+def prefetched(loader, device, depth=1):\n"));
    for (const QStringList &other : {QStringList{"--json"}, {"--no-advice"}, {"--explain", "0"}})
        QCOMPARE(run(QStringList{"analyze", trace, "--code"} + other).code, 2);
}

void TestTraceCommands::whyAnOperationStarted()
{
    const QString trace = sourcePath(QStringLiteral("tests/data/pairs/h200/order-depth.before.json.gz"));
    const Outcome text = run({"analyze", trace, "--explain", "61"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.startsWith("operation 61 (h2d"), text.out.constData());
    QVERIFY(text.out.contains("it waited in its stream for operation 57") && text.out.contains("critical path"));
    const QJsonObject json = QJsonDocument::fromJson(run({"analyze", trace, "--explain", "61", "--json"}).out).object();
    QCOMPARE(json["format"].toString(), QString("streamscope-explanation"));
    QCOMPARE(json["chain"].toArray().first().toObject()["held_by"].toString(), QString("stream"));
    QCOMPARE(run({"analyze", trace, "--explain", "9999"}).code, 2);
    const Outcome none = run({"analyze", trace, "--explain", "-1"});
    QVERIFY2(none.code == 2 && none.err.contains("--explain: Value -1 not in range") && none.err.size() < 150,
             none.err.constData());
}

void TestTraceCommands::gates_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("message");
    const QString before = sourcePath(QStringLiteral("tests/data/whatif/loader-pin.before.json.gz"));
    const QString after = sourcePath(QStringLiteral("tests/data/whatif/loader-pin.after.json.gz"));
    const auto row = [](const char *name, const QStringList &arguments, int code, const char *message) {
        QTest::newRow(name) << arguments << code << QByteArray(message);
    };
    row("a share", {"analyze", before, "--no-advice", "--fail-if", "exposed_copy > 5 %"}, 1,
        "failed: exposed_copy > 5 %: it is 78.71 %");
    row("a time", {"analyze", before, "--no-advice", "--fail-if", "makespan >= 1ms"}, 1, "failed: makespan >= 1ms");
    row("the gain", {"analyze", before, "--fail-if", "advice.gain > 20 %"}, 1, "failed: advice.gain > 20 %: it is 68");
    row("all is well", {"analyze", before, "--no-advice", "--fail-if", "makespan > 1 s", "--fail-if", "problems > 0"},
        0, "");
    row("no advice, no gain", {"analyze", before, "--no-advice", "--fail-if", "advice.gain > 20 %"}, 2,
        "no change was tried here, so advice.gain is not known");
    row("a slip", {"analyze", before, "--no-advice", "--fail-if", "exposed_copi > 5 %"}, 2,
        "unknown figure 'exposed_copi'; allowed: exposed_copy, ");
    row("a slip of advice", {"analyze", before, "--fail-if", "advice.gian > 5 %"}, 2, "unknown figure 'advice.gian'");
    row("no sign", {"analyze", before, "--no-advice", "--fail-if", "idle 5 %"}, 2, "< or >");
    row("no number", {"analyze", before, "--no-advice", "--fail-if", "idle > much"}, 2, "'much' is no number");
    row("no unit of it", {"analyze", before, "--no-advice", "--fail-if", "problems > 5 %"}, 2,
        "'%' is no unit of problems");
    row("longer", {"compare", after, before, "--fail-if", "makespan > +3 %"}, 1, "failed: makespan > +3 %: it is 205.");
    row("of one kind", {"compare", after, before, "--fail-if", "h2d > 10 ms", "--fail-if", "kernel > 3 %"}, 1,
        "failed: h2d > 10 ms: it is 99.6");
    row("shorter", {"compare", before, after, "--fail-if", "makespan > +3 %"}, 0, "");
}

void TestTraceCommands::gates()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, message);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.err.contains(message), outcome.err.constData());
    QVERIFY(message.isEmpty() || outcome.err.count('\n') == 1);
}

void TestTraceCommands::ranges()
{
    const QJsonObject all = firstDevice(report({tracePath("chunked_depth.json.gz")}));
    const QJsonObject same = firstDevice(report({tracePath("chunked_depth.json.gz"), "--range", "0:1s"}));
    QCOMPARE(same["busy_union_ns"], all["busy_union_ns"]);
    const qint64 first = all["first_start_ns"].toInteger();
    // 1 ms from the first start on: every figure is of that.
    const QString range = QString("%1ns:%2ns").arg(first).arg(first + 1'000'000);
    const QJsonObject part = firstDevice(report({tracePath("chunked_depth.json.gz"), "--range", range}));
    QVERIFY(part["span_ns"].toInteger() <= 1'000'000);
    QCOMPARE(part["busy_union_ns"].toInteger() + part["idle_ns"].toInteger(), part["span_ns"].toInteger());
    QVERIFY(part["busy_union_ns"].toInteger() < all["busy_union_ns"].toInteger());
    const Outcome nothing = run({"analyze", tracePath("chunked_depth.json.gz"), "--range", "90s:91s"});
    QCOMPARE(nothing.code, 0);
    QVERIFY(nothing.err.contains("in this range"));
}

/// A run written as CSV and as a trace gives the figures of the run itself.
void TestTraceCommands::ownRunsComeBack()
{
    const Outcome made = run({"run", "large-pipeline", "--device", "sim:h200", "--csv", "r.csv", "--trace", "r.json",
                              "--report", "report.json"});
    QCOMPARE(made.code, 0);
    const QJsonObject figures = firstDevice(QJsonDocument::fromJson(contentOf(path("report.json"))).object());
    for (const char *name : {"r.csv", "r.json"}) {
        const QJsonObject again = firstDevice(report({path(name)}));
        for (const char *key :
             {"span_ns", "busy_union_ns", "union_ns", "overlap_ns", "streams_active_ns", "exposed_copy_ns"})
            QCOMPARE(again[QLatin1String(key)], figures[QLatin1String(key)]);
    }
    const QJsonObject whole = report({path("r.json")});
    QCOMPARE(whole["device"].toObject()["id"].toString(), QString("sim:h200"));
    QCOMPARE(firstDevice(whole)["streams"], figures["streams"]);
    const Outcome csv = run({"convert", path("r.json"), "--csv", "again.csv"});
    QCOMPARE(csv.code, 0);
    QFile first(path("r.csv")), second(path("again.csv"));
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(second.readAll(), first.readAll());
}

void TestTraceCommands::convertWritesEverything()
{
    const Outcome outcome = run(
        {"convert", tracePath("chunked_depth.json.gz"), "--csv", "a.csv", "--trace", "a.json.gz", "--image", "a.png"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QCOMPARE(firstDevice(report({path("a.json.gz")})), firstDevice(report({tracePath("chunked_depth.json.gz")})));
    QFile csv(path("a.csv")), image(path("a.png"));
    QVERIFY(csv.open(QIODevice::ReadOnly) && image.open(QIODevice::ReadOnly));
    const QByteArray text = csv.readAll();
    QVERIFY(text.startsWith("index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_"
                            "us,clock,thread,call,"));
    QCOMPARE(text.count(",imported,0,"), text.count("\r\n") - 1);
    QVERIFY(image.read(8).startsWith("\x89PNG"));
    // A range keeps what executes in it, as it ran.
    const QJsonObject all = firstDevice(report({tracePath("chunked_depth.json.gz")}));
    const QString range = QString("%1ns:").arg(all["first_start_ns"].toInteger() + 2'000'000);
    QCOMPARE(run({"convert", tracePath("chunked_depth.json.gz"), "--range", range, "--csv", "part.csv"}).code, 0);
    QFile part(path("part.csv"));
    QVERIFY(part.open(QIODevice::ReadOnly));
    for (QByteArray line = part.readLine(); !(line = part.readLine()).isEmpty();)
        QVERIFY(text.contains(line.mid(line.indexOf(',')))); // but for the index
}

/// Four chunks, each on a stream of its own: one chunk that all four share.
void TestTraceCommands::convertFoldsSteps()
{
    const Outcome outcome = run(
        {"convert", tracePath("chunked_depth.json.gz"), "--fold-steps", "--csv", "fold.csv", "--image", "fold.svg"});
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QFile csv(path("fold.csv")), svg(path("fold.svg"));
    QVERIFY(csv.open(QIODevice::ReadOnly) && svg.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(lines[0].contains(",steps,start_min_us,"), lines[0].constData());
    for (const char *kind : {"0,h2d,", "1,kernel,", "2,d2h,"})
        QVERIFY(
            std::any_of(lines.begin(), lines.end(), [kind](const QByteArray &line) { return line.startsWith(kind); }));
    QVERIFY2(lines[1].contains(",median,0,") && lines[1].contains(",4,"), lines[1].constData());
    QVERIFY(svg.readAll().contains("Median of 4 steps"));
    store(path("one.json"), R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2,)"
                            R"("args":{"device":0,"context":1,"stream":7,"correlation":1}}]})");
    const Outcome none = run({"convert", path("one.json"), "--fold-steps", "--csv", "none.csv"});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("one.json: it has no steps to fold"), none.err.constData());
    QVERIFY(!QFile::exists(path("none.csv")));
}

void TestTraceCommands::nothingOnAGpuIsSaid()
{
    store(path("cpu.json"),
          R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2}]})");
    const Outcome outcome = run({"analyze", path("cpu.json"), "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.contains("no operation of a GPU"));
    QVERIFY(QJsonDocument::fromJson(outcome.out).object()["devices"].toObject().isEmpty());
    QCOMPARE(run({"convert", path("cpu.json"), "--csv", "c.csv", "--image", "c.svg", "--trace", "c.json"}).code, 0);
}

/// In text, in JSON and in a range; a filter without operations is no mistake, but it is said.
void TestTraceCommands::overlapOfFilters()
{
    const QString trace = tracePath("swim_blocking.json.gz");
    const Outcome text = run({"analyze", trace, "--no-advice", "--overlap", "copy", "kernel"});
    QCOMPARE(text.code, 0);
    QCOMPARE(text.err, QByteArray());
    const qsizetype at = text.out.indexOf("\nOverlap\n");
    QVERIFY(at > 0);
    const QByteArray rows = text.out.mid(at);
    QVERIFY2(rows.contains("36.716605 ms") && rows.contains(" of 111.273118 ms makespan; "), rows);
    QVERIFY(rows.indexOf("'copy' ") < rows.indexOf("intersection of all"));
    const QJsonObject all = report({trace, "--no-advice", "--overlap", "copy", "kernel"});
    const QJsonObject overlap = all["overlap"].toObject();
    QCOMPARE(overlap["exposed_ns"].toInteger(), 36716605);
    QCOMPARE(overlap["makespan_ns"].toInteger(), 111273118);
    QCOMPARE(overlap["filters"].toArray()[1].toObject()["filter"].toString(), QString("kernel"));
    const QJsonObject plain = report({trace, "--no-advice"});
    QVERIFY(!plain.contains("overlap"));
    QJsonObject others = all;
    others.remove("overlap");
    QCOMPARE(others, plain);
    const QJsonObject part =
        report({trace, "--no-advice", "--range", "10ms:20ms", "--overlap", "copy", "kernel", "memset"});
    const QJsonObject device = firstDevice(part), figures = part["overlap"].toObject();
    QCOMPARE(figures["exposed_ns"].toInteger(-1), device["exposed_copy_ns"].toInteger());
    QCOMPARE(figures["makespan_ns"].toInteger(), device["span_ns"].toInteger());
    const Outcome nothing = run({"analyze", trace, "--no-advice", "--overlap", "copy", "kernel nowhere"});
    QCOMPARE(nothing.code, 0);
    QVERIFY2(nothing.err.contains("--overlap: no operation of ") && nothing.err.contains("matches 'kernel nowhere'"),
             nothing.err);
    QCOMPARE(nothing.err.count('\n'), 1);
}

/// A folder with one of them is that one; one that was cut off opens, one that is broken asks.
void TestTraceCommands::recordings()
{
    QVERIFY(QDir(m_dir->path()).mkdir("recorded"));
    const QByteArray bytes = contentOf(tracePath("small.ssrec"));
    store(path("recorded/train-4711.ssrec"), bytes);
    const QJsonObject whole = report({path("recorded"), "--no-advice"});
    QCOMPARE(whole["import"].toObject()["events_read"].toInteger(), 39);
    QCOMPARE(run({"convert", path("recorded"), "--sqlite", "a.sqlite"}).code, 0);
    const QJsonObject again = report({path("a.sqlite"), "--no-advice"});
    QCOMPARE(again["devices"], whole["devices"]);
    QCOMPARE(again["makespan_us"], whole["makespan_us"]);
    QCOMPARE(run({"replay", path("recorded")}).code, 0);
    QCOMPARE(run({"compare", path("recorded"), path("a.sqlite")}).code, 0);
    QCOMPARE(run({"whatif", path("recorded"), "--change", "unsync"}).code, 0);

    store(path("cut.ssrec"), bytes.first(bytes.size() / 2));
    const Outcome cut = run({"analyze", "cut.ssrec"});
    QCOMPARE(cut.code, 0);
    QVERIFY2(cut.out.contains("The recording ends early (the program was killed, or is still running)"), cut.out);
    QByteArray broken = bytes;
    broken[bytes.size() / 2] = static_cast<char>(~broken[bytes.size() / 2]);
    store(path("broken.ssrec"), broken);
    const Outcome refused = run({"convert", "broken.ssrec", "--sqlite", "b.sqlite"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("its checksum is wrong: --salvage opens the intact part"), refused.err);
    QVERIFY(!QFile::exists(path("b.sqlite")));
    QCOMPARE(run({"convert", "broken.ssrec", "--salvage", "--sqlite", "b.sqlite"}).code, 0);
}

void TestTraceCommands::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("said");
    const QString good = tracePath("chunked_depth.json.gz");
    QTest::newRow("no file") << QStringList{"analyze", "nowhere.json"} << "nowhere.json: cannot be read";
    QTest::newRow("folder") << QStringList{"convert", ".", "--csv", "x.csv"} << "folder";
    QTest::newRow("no name") << QStringList{"analyze"} << "file is required";
    QTest::newRow("range") << QStringList{"analyze", good, "--range", "5:1"} << "range '5:1'";
    const auto overlap = [&good](const QStringList &filters) {
        return QStringList{"analyze", good, "--overlap"} + filters;
    };
    QTest::newRow("overlap of nothing") << overlap({}) << "--overlap: 1 required FILTER missing";
    QTest::newRow("one filter") << overlap({"copy"}) << "--overlap: an overlap is of two or three filters";
    QTest::newRow("four filters") << overlap({"copy", "kernel", "h2d", "d2h"}) << "; 4 are given";
    QTest::newRow("an empty filter") << overlap({"copy", " "}) << "--overlap: filter 2 is empty";
    QTest::newRow("no filter's word") << overlap({"copy", ">soon"})
                                      << "--overlap: filter '>soon': \">soon\" is no bound";
    QTest::newRow("two questions") << overlap({"copy", "kernel", "--explain", "0"}) << "--explain and --overlap";
    QTest::newRow("nothing to write") << QStringList{"convert", good} << "nothing to write";
    QTest::newRow("suffix") << QStringList{"convert", good, "--image", "a.gif"} << ".png, .svg or .pdf";
    QTest::newRow("no folder") << QStringList{"convert", good, "--csv", "no/a.csv"} << "no folder";
    QTest::newRow("same twice") << QStringList{"convert", good, "--csv", "a", "--trace", "a"} << "one file";
    QTest::newRow("broken") << QStringList{"analyze", "broken.json"} << "broken JSON at byte 53";
    QTest::newRow("unknown") << QStringList{"analyze", "text.txt"} << "not a trace";
}

void TestTraceCommands::mistakes()
{
    for (const char *name : {"broken.json", "another.json"}) // a folder with one trace stands for that
        store(path(name), R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"k"},)");
    store(path("text.txt"), "hello");
    QFETCH(QStringList, arguments);
    QFETCH(QString, said);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(QString::fromUtf8(outcome.err).contains(said), outcome.err.constData());
}

void TestTraceCommands::salvage()
{
    QFile source(tracePath("swim_blocking.json.gz"));
    QVERIFY(source.open(QIODevice::ReadOnly));
    store(path("cut.json.gz"), source.read(60'000));
    const Outcome refused = run({"analyze", path("cut.json.gz")});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.endsWith(" of them kept: --salvage opens the intact part\n"), refused.err.constData());
    const Outcome outcome = run({"analyze", path("cut.json.gz"), "--salvage", "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.contains("truncated"));
    const QJsonObject import = QJsonDocument::fromJson(outcome.out).object()["import"].toObject();
    QVERIFY(import["events_read"].toInteger() > 100);
    QVERIFY(!import["broken_at"].isNull());
}

void TestTraceCommands::ranksOfAJob()
{
    const auto trace = [](int rank, const char *start) -> QByteArray {
        return QByteArray(R"({"distributedInfo":{"rank":)") + QByteArray::number(rank)
               + R"(,"world_size":3},"traceEvents":[{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,)"
                 R"("tid":7,"ts":)"
               + start
               + R"(,"dur":10,"args":{"device":0,"stream":7,"Process Group Name":"0",)"
                 R"("Collective name":"allreduce"}}]})";
    };
    store(path("a.json"), trace(0, "100"));
    store(path("b.json"), trace(1, "104"));
    const Outcome folder = run({"analyze", m_dir->path(), "--json"});
    QCOMPARE(folder.code, 0);
    QVERIFY2(folder.err.contains("rank 2 of 3 is missing"), folder.err);
    const QJsonObject ranks = QJsonDocument::fromJson(folder.out).object()["ranks"].toObject();
    QCOMPARE(ranks["count"].toInteger(), 2);
    QCOMPARE(ranks["collectives"].toInteger(), 1);
    QCOMPARE(ranks["transfer_ns"].toInteger(), 10'000);
    const QJsonObject first = ranks["by_rank"].toObject()["0"].toObject();
    QCOMPARE(first["wait_ns"].toInteger(), 4'000);
    QCOMPARE(first["starts_last"].toInteger(-1), 0);
    QCOMPARE(first["residual_us"].toDouble(), 4.0);
    const Outcome absent = run({"analyze", "b.json", "absent.json", "a.json"});
    QCOMPARE(absent.code, 2);
    QVERIFY(absent.out.indexOf("b.json") < absent.out.indexOf("a.json")); // the slowest first
    QVERIFY2(absent.err.contains("absent.json: cannot be read"), absent.err);
    const Outcome twice = run({"analyze", "a.json", "a.json"});
    QCOMPARE(twice.code, 0);
    QCOMPARE(twice.err, QByteArray("streamscope: a.json: given twice; it counts once\n"
                                   "streamscope: ranks 1, 2 of 3 are missing: what the others waited for there is not "
                                   "known\n"
                                   "streamscope: only a.json is left: a comparison takes at least two ranks of one "
                                   "job\n"));
    for (const QStringList &question : {QStringList{"--range", "0:1"}, QStringList{"--overlap", "copy", "kernel"}}) {
        const Outcome refused = run(QStringList{"analyze", "a.json", "b.json"} + question);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("take one file"), refused.err);
    }
}

QTEST_GUILESS_MAIN(TestTraceCommands)
#include "tst_trace_commands.moc"
