// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/analysis.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/text/json_cursor.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/timeline/ranges/time_range.h"
#include "tests/support/files.h"
#include "tests/support/sqlite_bytes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <zlib.h>

using namespace streamscope;
using namespace streamscope::test;
using streamscope::test::database;

/// Reading traces that are whole, broken or hostile, and writing them again.
class TestTraceImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decimals_data();
    void decimals();
    void strings();
    void spellings();
    void kinetoWithoutItsHeader();
    void everythingIsAccountedFor();
    void roundTrip_data();
    void roundTrip();
    void farTimesAreLeftOut();
    void lanesNest();
    void csvRoundTrip();
    void csvMistakesAreNamed();
    void ranges();
    void brokenJson_data();
    void brokenJson();
    void everyTruncation();
    void salvage();
    void gzip();
    void gzipBombEnds();
    void hugeValues();
    void manyStreamsEnd();
    void otherFiles();
    void otherDatabases();
    void hostThreads();
    void operationsWithoutCalls();
    void brokenDatabase();
    void cancels();
    void progressGrows();
};

namespace {

ImportedTrace import(const std::string &text, bool salvage = false)
{
    return importTraceBytes(text, "test", {salvage});
}

std::string eventWith(const std::string &rest)
{
    return R"j({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,)j" + rest + "}";
}

std::string kernelAt(const std::string &ts, const std::string &dur)
{
    return eventWith("\"ts\":" + ts + ",\"dur\":" + dur + R"j(,"args":{"device":0,"stream":7,"correlation":1})j");
}

std::string trace(const std::string &events)
{
    return "{\"traceEvents\":[" + events + "]}";
}

std::string packed(const std::string &text)
{
    std::string out(compressBound(text.size()) + 64, 0);
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// What a call throws, or nothing.
template <typename F>
std::string message(F f)
{
    try {
        f();
    } catch (const InputError &error) {
        return error.what();
    }
    return {};
}

void compareTimelines(const Timeline &a, const Timeline &b)
{
    QCOMPARE(a.size(), b.size());
    QVERIFY(a.streams() == b.streams());
    QCOMPARE(a.globalTimerStep(), b.globalTimerStep());
    for (std::size_t i = 0; i < a.size(); ++i) {
        Span left = a.span(i), right = b.span(i);
        QCOMPARE(a.name(left.name), b.name(right.name));
        left.name = right.name = 0;
        QVERIFY2(left == right, qPrintable(QString("span %1").arg(i)));
    }
}

Timeline everyKind()
{
    Timeline timeline;
    timeline.addStream({"A", 0, -3, StreamRole::NonBlocking});
    timeline.addStream({"7", 1, 0, StreamRole::LegacyDefault});
    timeline.setGlobalTimerStep(32);
    for (int kind = 0; kind < operationKindCount; ++kind) {
        Span span;
        span.kind = static_cast<OperationKind>(kind);
        span.engine = engineOf(span.kind);
        span.name = timeline.intern("name \"" + std::to_string(kind) + "\" \\ \n µ");
        span.stream = kind % 3 - 1;
        span.start = 1000 * kind - 1500;
        span.end = span.start + 1700;
        span.issue = kind % 2 ? unknownTime : span.start - 90;
        span.returned = kind % 4 ? unknownTime : span.start + 11;
        span.ready = kind % 5 ? span.start - 7 : unknownTime;
        span.chunk = kind - 1;
        span.bytes = static_cast<std::uint64_t>(kind) * 4096;
        span.clock = static_cast<Clock>(kind % 8);
        if (isCopy(span.kind)) {
            span.from = MemoryKind::Pinned;
            span.to = MemoryKind::DeviceStatic;
        }
        timeline.append(span);
    }
    return timeline;
}

} // namespace

void TestTraceImport::decimals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("ns"); // −1: no number
    QTest::newRow("digits") << "1712195495505582.988" << 1712195495505582988LL;
    QTest::newRow("integer") << "1712195495505582" << 1712195495505582000LL;
    QTest::newRow("one decimal") << "4.5" << 4500LL;
    QTest::newRow("rounds") << "1.0005" << 1001LL;
    QTest::newRow("cuts") << "1.00049999" << 1000LL;
    QTest::newRow("exponent") << "1.5e3" << 1500000LL;
    QTest::newRow("small exponent") << "1234567e-6" << 1235LL;
    QTest::newRow("zero") << "0.0e9999" << 0LL;
    QTest::newRow("too large") << "9223372036854775807" << -1LL;
    QTest::newRow("beyond 2^63") << "99999999999999999999999" << -1LL;
    QTest::newRow("1e400") << "1e400" << -1LL;
    QTest::newRow("tiny") << "1e-400" << 0LL;
    QTest::newRow("huge exponent") << "1e99999999999999999999" << -1LL;
    QTest::newRow("NaN") << "NaN" << -1LL;
    QTest::newRow("empty") << "" << -1LL;
    QTest::newRow("point") << "." << -1LL;
    QTest::newRow("two points") << "1.2.3" << -1LL;
}

void TestTraceImport::decimals()
{
    QFETCH(QString, text);
    QFETCH(qlonglong, ns);
    QCOMPARE(parseMicroseconds(text.toStdString()).value_or(-1), ns);
}

void TestTraceImport::strings()
{
    QCOMPARE(decodeJsonString("a\\u0041\\n\\\"\\\\"), std::string("aA\n\"\\"));
    QCOMPARE(decodeJsonString("\\ud83d\\ude00"), std::string("\xf0\x9f\x98\x80"));
    QCOMPARE(decodeJsonString("\\ud83d!"), std::string("\xef\xbf\xbd!"));
    QCOMPARE(decodeJsonString("\\ude00"), std::string("\xef\xbf\xbd"));
    QCOMPARE(decodeJsonString("\xff\xc0\x80"), std::string("\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
    QCOMPARE(decodeJsonString("\xed\xa0\x80").size(), std::size_t{9}); // a surrogate in UTF-8: three stray bytes
}

/// Object or array, keys in any order, times as texts, streams in the thread's name, 2020's categories.
/// A cut file, or one whose header follows: its events have arguments that only Kineto writes.
void TestTraceImport::kinetoWithoutItsHeader()
{
    const std::string call =
        R"j({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":1,"dur":3,)j";
    const auto formatOf = [&](const std::string &arguments) {
        return QString::fromStdString(import("[" + call + arguments + "}," + kernelAt("5", "1") + "]").report.format);
    };
    QCOMPARE(formatOf(R"j("args":{"cbid":211,"correlation":1})j"), QString("Chrome trace JSON (Kineto)"));
    QCOMPARE(formatOf(R"j("args":{"correlation":1})j"), QString("Chrome trace JSON"));
    const std::string events = eventWith(R"j("ts":5,"dur":1,"args":{"device":0,"stream":7,"blocks per SM":0.5})j");
    QCOMPARE(import(trace(events)).report.format, std::string("Chrome trace JSON (Kineto)"));
}

void TestTraceImport::spellings()
{
    const ImportedTrace a = import(R"j([
        {"args":{"correlation":"5","bytes":"4096"},"dur":"2.5","ts":"10","tid":"stream 13 ","pid":"0","name":"Memcpy HtoD (Pageable -> Device)","cat":"Memcpy","ph":"X"},
        {"ph":"X","cat":"Runtime","name":"cudaMemcpyAsync","pid":99,"tid":"1","ts":1,"dur":3,"args":{"correlation":5}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy PtoP (Device -> Device)","ts":20,"dur":1,"args":{"fromDevice":1,"inDevice":2,"toDevice":2,"stream":7,"bytes":1}},
    ])j");
    const Timeline &timeline = a.recording.timeline;
    QCOMPARE(timeline.size(), std::size_t{2});
    const Span copy = timeline.span(0);
    QCOMPARE(copy.kind, OperationKind::H2D);
    QCOMPARE(copy.from, MemoryKind::Pageable);
    QCOMPARE(copy.bytes, std::uint64_t{4096});
    QCOMPARE(copy.issue, std::int64_t{0});
    QCOMPARE(copy.returned, std::int64_t{3000});
    QCOMPARE(copy.start, std::int64_t{9000});
    QCOMPARE(copy.end, std::int64_t{11500});
    QCOMPARE(timeline.streams()[copy.stream].id, std::string("13"));
    QCOMPARE(timeline.span(1).kind, OperationKind::Peer);
    QCOMPARE(timeline.device(1), 2);
    QVERIFY(timeline.peerDevices(1) && *timeline.peerDevices(1) == (PeerDevices{1, 2}));
    QVERIFY(!timeline.peerDevices(0));
    // The header may follow the events.
    const ImportedTrace b =
        import(R"j({"traceEvents":[)j" + kernelAt("5", "1")
               + R"j(],"baseTimeNanoseconds":1000,"deviceProperties":[{"id":0,"name":"GPU","numSms":7}]})j");
    QCOMPARE(b.report.baseTimeNs.value_or(0), std::int64_t{1000});
    QCOMPARE(b.recording.device.name, std::string("GPU"));
    QCOMPARE(b.recording.device.multiprocessors.value_or(0), 7);
    QCOMPARE(b.report.originNs, std::int64_t{5000});
    // A byte order mark, and nothing at all.
    QCOMPARE(import("\xef\xbb\xbf[" + kernelAt("5", "1") + "]").recording.timeline.size(), std::size_t{1});
    QCOMPARE(import("[]").report.keptInAll(), std::uint64_t{0});
    QCOMPARE(import("{}").report.keptInAll(), std::uint64_t{0});
}

/// Every event is kept, joined or counted with a reason.
void TestTraceImport::everythingIsAccountedFor()
{
    for (const char *name : {"chunked_depth.json.gz", "swim_blocking.json.gz"}) {
        const ImportReport report = importTrace(tracePath(name).toStdString()).report;
        std::uint64_t skipped = 0;
        for (const auto &[reason, count] : report.skipped)
            skipped += count;
        const std::uint64_t gpu = report.keptInAll() - report.kept[static_cast<std::size_t>(OperationKind::Sync)];
        QCOMPARE(skipped + gpu + report.calls + report.host.operators, report.eventsRead); // synchronisations are calls
    }
}

void TestTraceImport::roundTrip_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("target");
    QTest::newRow("chunked") << tracePath("chunked_depth.json.gz") << "t.json";
    QTest::newRow("swim, packed") << tracePath("swim_non_blocking_pinned.json.gz") << "t.json.gz";
    QTest::newRow("every kind") << QString() << "t.json";
}

void TestTraceImport::roundTrip()
{
    QFETCH(QString, source);
    QFETCH(QString, target);
    ImportedTrace first;
    if (source.isEmpty())
        first.recording.timeline = everyKind();
    else
        first = importTrace(source.toStdString());
    QTemporaryDir folder;
    const std::string path = folder.filePath(target).toStdString();
    OutputFile output(path, OutputFile::Packing::ByName);
    writeChromeTrace(first.recording, &first.report, output);
    output.commit();
    const ImportedTrace second = importTrace(path);
    compareTimelines(first.recording.timeline, second.recording.timeline);
    QCOMPARE(second.recording.device.name, first.recording.device.name);
    QCOMPARE(second.recording.makespans.instrumented, first.recording.makespans.instrumented);
    if (source.isEmpty()) // a foreign trace has names of calls between those of operations
        QCOMPARE(second.recording.timeline.names(), first.recording.timeline.names());
}

/// A fuzzer's find: a call and a range that begin half a century before the first operation. No format takes times so
/// far from 0, so the trace could not be opened again after it was exported.
void TestTraceImport::farTimesAreLeftOut()
{
    const std::string host = R"j({"ph":"X","pid":9,"tid":1,"ts":10,"dur":2,)j";
    const std::string call = host + R"j("cat":"cuda_runtime","name":"cudaLaunchKernel","args":{"correlation":9}},)j";
    const std::string range = host + R"j("cat":"user_annotation","name":"step"},)j";
    const ImportedTrace first = import(trace(call + range + kernelAt("1606911006433418", "4")));
    QCOMPARE(first.recording.timeline.size(), std::size_t{1});
    QVERIFY(first.recording.timeline.hostCalls().empty());
    QVERIFY(!first.recording.timeline.hostEvents());
    std::uint64_t skipped = 0;
    for (const auto &[what, count] : first.report.skipped)
        skipped += what.find("years before") != std::string::npos ? count : 0;
    QCOMPARE(skipped, std::uint64_t{2});
    const ImportedTrace second = import(chromeTrace(first.recording, &first.report));
    compareTimelines(first.recording.timeline, second.recording.timeline);
}

/// What Perfetto asks for: strict JSON, numbers from 1 on, and events of a lane that nest or are disjoint.
void TestTraceImport::lanesNest()
{
    Recording recording;
    Timeline &timeline = recording.timeline;
    timeline.addStream({"7"});
    Span span;
    span.stream = 0;
    span.engine = Engine::Compute;
    span.name = timeline.intern("k");
    for (int i = 0; i < 40; ++i) {
        span.start = i * 10;
        span.end = span.start + 5 + (i * 7) % 31;
        span.issue = span.start - 3;
        span.returned = span.start + 4;
        timeline.append(span);
    }
    const QJsonObject root =
        QJsonDocument::fromJson(QByteArray::fromStdString(chromeTrace(recording, nullptr))).object();
    QVERIFY(!root.isEmpty());
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> lanes;
    int starts = 0, ends = 0, counters = 0;
    for (const QJsonValue &value : root["traceEvents"].toArray()) {
        const QJsonObject one = value.toObject();
        QVERIFY(one["pid"].toInt() >= 1 && one["tid"].toInt() >= 1 && one["ts"].toDouble(-1) >= 0);
        const QString phase = one["ph"].toString();
        starts += phase == "s";
        ends += phase == "f";
        counters += phase == "C";
        if (phase == "X")
            lanes[{one["pid"].toInt(), one["tid"].toInt()}].emplace_back(one["ts"].toDouble(),
                                                                         one["ts"].toDouble() + one["dur"].toDouble());
    }
    QCOMPARE(starts, 40);
    QCOMPARE(ends, 40);
    QVERIFY(counters > 1);
    for (auto &[lane, bars] : lanes) {
        std::sort(bars.begin(), bars.end());
        for (std::size_t i = 1; i < bars.size(); ++i)
            QVERIFY(bars[i].first > bars[i - 1].second - 1e-9);
    }
}

void TestTraceImport::csvRoundTrip()
{
    Timeline timeline = everyKind();
    const std::string csv = operationsCsv(timeline).toStdString();
    const Timeline again = import(csv).recording.timeline;
    QCOMPARE(operationsCsv(again), operationsCsv(timeline));
    QCOMPARE(again.span(3).start, timeline.span(3).start);
    QCOMPARE(import(packed(csv)).recording.timeline.size(), timeline.size());
}

void TestTraceImport::csvMistakesAreNamed()
{
    const std::string header =
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\r\n";
    const auto said = [&](const std::string &row) { return message([&] { import(header + row); }); };
    QCOMPARE(said("0,kernel,k,0,A,compute,0,,0,,,1.000,2.000,model\n"), std::string());
    QVERIFY(said("0,kernel,k,0,A,compute,0,,0,,,x,2.000,model\n").find("line 2, column start_us: 'x'")
            != std::string::npos);
    QVERIFY(said("0,kernle,k,0,A,compute,0,,0,,,1,2,model\n").find("column kind: 'kernle'") != std::string::npos);
    QVERIFY(said("0,kernel,k,0,A,compute,0,,0,,,3,2,model\n").find("column end_us") != std::string::npos);
    QVERIFY(said("0,kernel,k,0,A,compute,0,,-1,,,1,2,model\n").find("column bytes") != std::string::npos);
    const std::string withThread = header.substr(0, header.size() - 2) + ",thread\r\n";
    QCOMPARE(import(withThread + "0,kernel,k,0,A,compute,0,,0,,,1,2,model,5\n").recording.timeline.thread(0), 5);
    QVERIFY(message([&] {
                import(withThread + "0,kernel,k,0,A,compute,0,,0,,,1,2,model,-1\n");
            }).find("column thread: '-1' is not allowed; expected 0 to 1023")
            != std::string::npos);
    QVERIFY(said("0,kernel,k\n").find("line 2: 3 fields; the header has 14") != std::string::npos);
    QVERIFY(said("0,\"kernel,k\n").find("inside a quoted field") != std::string::npos);
    QVERIFY(message([&] { import("index,kind,name,device\n"); }).find("'stream' is missing") != std::string::npos);
    QCOMPARE(import(header + "0,kernel,k,0,A,compute,0,,0,,,1,2,model\n1,kern", true).recording.timeline.size(),
             std::size_t{1});
}

void TestTraceImport::ranges()
{
    QCOMPARE(parseTimeRange("1:2.5"), (TimeRange{1000, 2500}));
    QCOMPARE(parseTimeRange("100ns:3s"), (TimeRange{100, 3'000'000'000}));
    QCOMPARE(parseTimeRange(":1ms").end, std::int64_t{1'000'000});
    for (const char *wrong : {"", ":", "5", "2:1", "1:1", "a:b", "1m:2m", "nan:1", "1:inf"})
        QVERIFY2(!message([&] { parseTimeRange(wrong); }).empty(), wrong);
    const Timeline all = import(trace(kernelAt("0", "10") + "," + kernelAt("20", "10"))).recording.timeline;
    const Timeline cut = timelineIn(all, {5000, 25000}, true);
    QCOMPARE(cut.size(), std::size_t(2));
    QCOMPARE(cut.ends()[0], std::int64_t{10000});
    QCOMPARE(cut.ends()[1], std::int64_t{25000});
    QCOMPARE(timelineIn(all, {5000, 15000}, false).starts(), (std::vector<std::int64_t>{0}));
    QCOMPARE(timelineIn(all, {10000, 20000}, true).size(), std::size_t{0});
}

void TestTraceImport::brokenJson_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("cut header") << "{\n  {\"id\": 1}"
                                << "byte 4";
    QTest::newRow("unterminated") << "{\"traceEvents\":["
                                  << "byte 16: the text ends too early";
    QTest::newRow("no comma") << "[{} {}]"
                              << "byte 4";
    QTest::newRow("control character") << "[{\"name\":\"a\nb\"}]"
                                       << "byte 11: a control character in a string";
    QTest::newRow("bad escape") << "[{\"name\":\"\\x41\"}]"
                                << "byte 10: an escape";
    QTest::newRow("unescaped quote") << "[{\"name\":\"a\"b\"}]"
                                     << "byte 12";
    QTest::newRow("number") << "[{\"a\":01}]"
                            << "byte 6";
    QTest::newRow("number 2") << "[{\"a\":1.}]"
                              << "byte 6";
    QTest::newRow("literal") << "[{\"a\":trve}]"
                             << "byte 6";
    QTest::newRow("not an event") << "[1,2]"
                                  << "an event";
    QTest::newRow("something behind") << "[] x"
                                      << "behind the end";
    QTest::newRow("mismatch") << "[{\"a\":[}]}]"
                              << "byte 7";
    QTest::newRow("deep") << "[{\"a\":" + QString(100000, '[') << "nested deeper";
    QTest::newRow("deep objects") << "[" + QString("{\"a\":").repeated(100000) << "nested deeper";
}

void TestTraceImport::brokenJson()
{
    QFETCH(QString, text);
    QFETCH(QString, said);
    const std::string what = message([&] { import(text.toStdString()); });
    QVERIFY2(QString::fromStdString(what).contains(said), what.c_str());
    import(text.toStdString(), true); // and never a crash
}

/// A file cut anywhere is refused, and what is whole of it can be had.
void TestTraceImport::everyTruncation()
{
    const std::string text = R"j({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"G\u00e9"}],"traceEvents":[)j"
                             + kernelAt("1.5", "2") + "," + kernelAt("7", "1e1") + "],\"traceName\":\"x\"}\n";
    for (std::size_t length = 1; length + 2 < text.size(); ++length) {
        const std::string part = text.substr(0, length);
        QVERIFY2(!message([&] { import(part); }).empty(), part.c_str());
        QVERIFY(import(part, true).recording.timeline.size() <= 2);
    }
    const std::string whole = packed(text);
    for (std::size_t length = 2; length < whole.size() - 8; ++length) // the last 8 are a checksum
        QVERIFY(!message([&] { import(whole.substr(0, length)); }).empty());
}

void TestTraceImport::salvage()
{
    const std::string text = trace(kernelAt("1", "2") + "," + kernelAt("4", "2") + ",{\"ph\":\"X\",\"na");
    const std::string what = message([&] { import(text.substr(0, text.size() - 2)); });
    QVERIFY2(what.ends_with("2 whole events before it, 2 of them kept"), what.c_str());
    const ImportedTrace kept = import(text.substr(0, text.size() - 2), true);
    QCOMPARE(kept.recording.timeline.size(), std::size_t{2});
    QVERIFY(!kept.report.brokenAt.empty());
    // A header cut by hand: the events behind it are whole.
    const ImportedTrace found = import("{\n {\"id\":1}, \"traceEvents\" : [" + kernelAt("1", "2") + "]}", true);
    QCOMPARE(found.recording.timeline.size(), std::size_t{1});
}

void TestTraceImport::gzip()
{
    const std::string text = trace(kernelAt("1", "2"));
    QCOMPARE(import(packed(text)).recording.timeline.size(), std::size_t{1});
    // Two members, as cat a.gz b.gz makes.
    QCOMPARE(import(packed(text.substr(0, 30)) + packed(text.substr(30))).recording.timeline.size(), std::size_t{1});
    std::string broken = packed(text + std::string(100000, ' '));
    broken[broken.size() / 2] = static_cast<char>(broken[broken.size() / 2] ^ 0x55);
    QVERIFY(!message([&] { import(broken); }).empty());
    QVERIFY(message([&] { import(packed(packed(text))); }).find("packed twice") != std::string::npos);
}

/// A few hundred kilobytes that unpack to half a gigabyte of spaces end with a message.
void TestTraceImport::gzipBombEnds()
{
    const std::string part = packed(std::string(64 << 20, ' '));
    std::string bomb;
    for (int i = 0; i < 9; ++i)
        bomb += part;
    const std::string what = message([&] { import(bomb); });
    QVERIFY2(!what.empty(), "accepted");
}

void TestTraceImport::hugeValues()
{
    // Odd numbers in arguments are passed over; in times they cost the event.
    const ImportedTrace odd = import(trace(
        eventWith(
            R"j("ts":1,"dur":2,"args":{"device":0,"stream":7,"memory bandwidth (GB/s)":inf,"x":NaN,"y":-Infinity})j")
        + "," + kernelAt("NaN", "1") + "," + kernelAt("1e400", "1") + "," + kernelAt("1", "99999999999999999999") + ","
        + kernelAt("1", "-5") + "," + eventWith(R"j("ts":1,"dur":2,"args":{"device":99999999999999999999,"stream":7})j")
        + "," + eventWith(R"j("ts":1,"dur":2,"args":{"device":-3,"stream":7})j") + ","
        + eventWith(R"j("ts":1,"dur":2,"args":{"device":0,"stream":-1})j")));
    QCOMPARE(odd.recording.timeline.size(), std::size_t{1 + 1}); // the device falls back to the pid
    QCOMPARE(odd.report.eventsRead, std::uint64_t{8});
    // A value longer than the window.
    const std::string large =
        R"j([{"ph":"X","cat":"cpu_op","name":")j" + std::string(5 << 20, 'x') + "\"}," + kernelAt("1", "1") + "]";
    QCOMPARE(import(large).recording.timeline.size(), std::size_t{1});
    const std::string tooLarge = R"j([{"name":")j" + std::string((std::size_t{65} << 20), 'x') + "\"}]";
    QVERIFY(message([&] { import(tooLarge); }).find("64 MiB") != std::string::npos);
    const std::string header = R"j({"other":")j" + std::string((std::size_t{65} << 20), 'x') + R"j(","traceEvents":[)j"
                               + kernelAt("1", "1") + "]}";
    QCOMPARE(import(header).recording.timeline.size(), std::size_t{1});
}

/// A stream for each operation: nothing takes the square of it.
void TestTraceImport::manyStreamsEnd()
{
    std::string events;
    for (int i = 0; i < 60'000; ++i)
        events +=
            (i ? "," : "")
            + eventWith("\"ts\":" + std::to_string(i) + ",\"dur\":5,\"args\":{\"device\":" + std::to_string(i % 8)
                        + ",\"stream\":" + std::to_string(i / 16) + ",\"context\":" + std::to_string(i % 3) + "}");
    const ImportedTrace many = import(trace(events));
    QCOMPARE(many.recording.timeline.size(), std::size_t{60'000});
    QCOMPARE(analyze(many.recording, nullptr).devices.size(), std::size_t{8}); // minutes where it is the square
    events.clear();
    for (int i = 0; i < 70'000; ++i)
        events += (i ? "," : "")
                  + eventWith("\"ts\":1,\"dur\":5,\"args\":{\"device\":0,\"stream\":" + std::to_string(i) + "}");
    QVERIFY(message([&] { import(trace(events)); }).find("more than 65536 streams") != std::string::npos);
}

void TestTraceImport::otherFiles()
{
    QVERIFY(message([&] { import(""); }).find("empty") != std::string::npos);
    QVERIFY(message([&] { import("hello"); }).find("not a trace") != std::string::npos);
    QVERIFY(message([&] { import("PK\x03\x04...."); }).find("zip") != std::string::npos);
    QVERIFY(message([&] { import("\x28\xb5\x2f\xfd...."); }).find("zstd") != std::string::npos);
    QVERIFY(message([&] { importTrace("/nowhere/at/all"); }).find("cannot be read") != std::string::npos);
    QVERIFY(message([&] { importTrace("/tmp"); }).find("folder") != std::string::npos);
    QVERIFY(looksLikeTrace(openInput(tracePath("chunked_depth.json.gz").toStdString())));
    QVERIFY(!looksLikeTrace(openInput(qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR").toStdString()
                                      + "/resources/presets/overlap-h200.json")));
}

namespace {

constexpr const char *twoProcesses = R"j(
    CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
    INSERT INTO StringIds VALUES(1,'saxpy'),(2,'cudaLaunchKernel_v7000'),(3,'cudaDeviceSynchronize_v3020');
    CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, streamId INT, correlationId INT, globalPid INT, demangledName INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(100,200,0,1,7,5,16777216,1),(150,300,0,1,7,5,33554432,1),(400,410,0,1,7,6,16777216,1),(NULL,1,0,1,7,7,16777216,1),(9,3,0,1,7,7,16777216,1);
    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,20,16777219,5,2),(50,60,33554439,5,2),(500,600,16777219,9,3);
    CREATE TABLE TARGET_INFO_CUDA_STREAM(streamId INT, processId INT, contextId INT, priority INT, flag INT);
    INSERT INTO TARGET_INFO_CUDA_STREAM VALUES(7,1,1,4294967291,2),(7,2,1,0,3);
    CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INT, end INT, deviceId INT, streamId INT, bytes INT, copyKind INT, srcKind INT, dstKind INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(700,800,0,0,64,11,4,2),(900,950,0,3,64,1,1,2);
)j";

} // namespace

/// Correlation numbers are unique per process only; migrations are no copies; columns may be missing.
void TestTraceImport::otherDatabases()
{
    const ImportedTrace trace = import(database(twoProcesses));
    const Timeline &timeline = trace.recording.timeline;
    std::map<std::int64_t, std::int64_t> issue; // by start
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::Kernel)
            issue[timeline.starts()[i] + trace.report.originNs] =
                timeline.span(i).issue == unknownTime ? -1 : timeline.span(i).issue + trace.report.originNs;
    QCOMPARE(issue, (std::map<std::int64_t, std::int64_t>{{100, 10}, {150, 50}, {400, -1}}));
    QCOMPARE(timeline.streams().size(), std::size_t{4});
    QCOMPARE(timeline.streams()[0].priority, -5);
    QCOMPARE(timeline.streams()[1].role, StreamRole::LegacyDefault);
    QVERIFY(timeline.streams()[1].id != timeline.streams()[0].id);
    QCOMPARE(timeline.streams()[2].role, StreamRole::Migration);
    QCOMPARE(trace.report.skipped.at("row without times"), std::uint64_t{1});
    QCOMPARE(trace.report.skipped.at("row that ends before it starts"), std::uint64_t{1});
    QCOMPARE(trace.report.kept[static_cast<std::size_t>(OperationKind::Sync)], std::uint64_t{1});
    QVERIFY(message([] { import(database("CREATE TABLE contacts(name TEXT)")); }).find("not of Nsight Systems")
            != std::string::npos);
    QVERIFY(message([] { import(database("CREATE TABLE contacts(name TEXT)")); }).find("contacts")
            != std::string::npos);
    // Nothing but a version, a view where a table should be, and a table of other columns.
    QCOMPARE(import(database("CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT)")).report.keptInAll(),
             std::uint64_t{0});
    QVERIFY(!import(database("CREATE TABLE META_DATA_EXPORT(a); CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1 AS "
                             "start, 2 AS end"))
                 .report.warnings.empty());
    QCOMPARE(
        import(database("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(x); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1)"))
            .report.keptInAll(),
        std::uint64_t{0});
}

/// They are numbered in the order of their first calls; an operation has the thread of its call.
void TestTraceImport::hostThreads()
{
    const auto call = [](const char *name, int thread, int begin, int correlation) {
        return R"j({"ph":"X","cat":"cuda_runtime","name":")j" + std::string(name) + R"j(","pid":9,"tid":)j"
               + std::to_string(thread) + ",\"ts\":" + std::to_string(begin) + R"j(,"dur":2,"args":{"correlation":)j"
               + std::to_string(correlation) + "}}";
    };
    const auto kernel = [](int begin, int correlation) {
        return eventWith("\"ts\":" + std::to_string(begin)
                         + R"j(,"dur":5,"args":{"device":0,"stream":7,"correlation":)j" + std::to_string(correlation)
                         + "}");
    };
    const Timeline json =
        import(trace(call("cudaLaunchKernel", 70, 20, 2) + "," + call("cudaLaunchKernel", 5, 10, 1) + ","
                     + call("cudaStreamSynchronize", 70, 30, 3) + "," + kernel(40, 2) + "," + kernel(33, 1)))
            .recording.timeline;
    QCOMPARE(json.size(), std::size_t{3});
    QCOMPARE(json.thread(0), 0); // tid 5 came first
    QCOMPARE(json.thread(1), 1);
    QCOMPARE(json.thread(2), 1); // the synchronisation
    const Timeline database = import(test::database(twoProcesses)).recording.timeline;
    QVERIFY(database.anyThread());
    for (std::size_t i = 0; i < database.size(); ++i)
        QCOMPARE(database.thread(i), database.issue(i) == 40 ? 1 : 0); // the second process
}

/// Bytes of a database changed or cut: a message or a timeline, never anything else.
/// One or several: a sentence for each.
void TestTraceImport::operationsWithoutCalls()
{
    const auto kernel = [](int number) {
        return R"j({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)j" + std::to_string(10 * number)
               + R"j(,"dur":2,"args":{"device":0,"stream":7,"correlation":)j" + std::to_string(number) + "}}";
    };
    const std::string called = R"j({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":5,)j"
                               R"j("dur":1,"args":{"correlation":1}},)j"
                               + kernel(1);
    const auto warned = [](const std::string &events, const char *begin) {
        const std::vector<std::string> warnings = import(R"j({"traceEvents":[)j" + events + "]}").report.warnings;
        return std::ranges::count_if(warnings, [begin](const std::string &text) { return text.starts_with(begin); });
    };
    QCOMPARE(warned(called, "1 operation"), std::ptrdiff_t{0});
    QCOMPARE(warned(called + "," + kernel(2), "1 operation has no runtime call in the file"), std::ptrdiff_t{1});
    QCOMPARE(warned(called + "," + kernel(2) + "," + kernel(3), "2 operations have no runtime call in the file"),
             std::ptrdiff_t{1});
}

void TestTraceImport::brokenDatabase()
{
    const std::string whole = database(twoProcesses);
    for (std::size_t length = 16; length < whole.size(); length += 509)
        message([&] { import(whole.substr(0, length), length % 2); });
    for (std::size_t at = 16; at < whole.size(); at += 13) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0xa5);
        message([&] { import(changed, at % 2); });
    }
    QVERIFY(message([&] { import(whole.substr(0, 100)); }).find("test") == 0);
}

void TestTraceImport::cancels()
{
    std::string events = kernelAt("1", "1");
    for (int i = 0; i < 20000; ++i)
        events += "," + kernelAt("1", "1");
    std::stop_source stop;
    ImportControl control;
    control.stop = stop.get_token();
    int steps = 0;
    control.progress = [&](std::uint64_t, std::uint64_t) {
        if (++steps == 2)
            stop.request_stop();
    };
    QVERIFY_THROWS_EXCEPTION(Cancelled, importTraceBytes(trace(events), "test", {}, control));
    QCOMPARE(steps, 2);
}

void TestTraceImport::progressGrows()
{
    ImportControl control;
    std::uint64_t last = 0;
    control.progress = [&](std::uint64_t done, std::uint64_t total) {
        QVERIFY(done >= last && done <= total);
        last = done;
    };
    importTrace(tracePath("swim_blocking.json.gz").toStdString(), {}, control);
    QVERIFY(last > 0);
}

QTEST_GUILESS_MAIN(TestTraceImport)
#include "tst_trace_import.moc"
