// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What a trace knows of the host, written as Chrome trace JSON and read again.
#include "engine/formats/reports/figures_json.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/origins/host_context.h"
#include "engine/timeline/ranges/time_range.h"
#include "tests/support/files.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr std::int64_t us = 1'000;

ImportedTrace readAgain(const std::string &json)
{
    return importTraceBytes(json, "again.json");
}

void requireSameEvents(const HostEvents *a, const HostEvents *b)
{
    QCOMPARE(a != nullptr, b != nullptr);
    if (!a)
        return;
    QCOMPARE(a->size(), b->size());
    QCOMPARE(a->threads().size(), b->threads().size());
    for (std::size_t i = 0; i < a->threads().size(); ++i) {
        const EventThread &x = a->threads()[i], &y = b->threads()[i];
        QCOMPARE(x.name, y.name);
        QCOMPARE(x.process, y.process);
        QCOMPARE(x.number, y.number);
        QCOMPARE(x.past, y.past);
        QCOMPARE(x.rows, y.rows);
    }
    std::multiset<std::string> namesA, namesB; // of events that begin and end at once, in any order
    for (std::size_t i = 0; i < a->size(); ++i) {
        QCOMPARE(a->begin(i), b->begin(i));
        QCOMPARE(a->end(i), b->end(i));
        QVERIFY(a->kind(i) == b->kind(i));
        QCOMPARE(a->row(i), b->row(i));
        namesA.insert(a->name(i) + '|' + a->style(i).domain + '|' + std::to_string(a->style(i).colour));
        namesB.insert(b->name(i) + '|' + b->style(i).domain + '|' + std::to_string(b->style(i).colour));
    }
    QVERIFY(namesA == namesB);
}

void requireSameOrigins(const Timeline &a, const Timeline &b)
{
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t part = 0; part < originPartCount; ++part)
            QCOMPARE(a.origins().text(i, static_cast<OriginPart>(part)),
                     b.origins().text(i, static_cast<OriginPart>(part)));
}

/// In every row of the picture slices lie within each other or beside each other.
void requireNested(const std::string &json)
{
    std::map<std::pair<int, int>, std::vector<std::pair<qint64, qint64>>> rows;
    QJsonParseError error;
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(json), &error).object();
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
    const auto ns = [](const QJsonValue &microseconds) { return std::llround(microseconds.toDouble() * 1'000); };
    for (const QJsonValue &value : all["traceEvents"].toArray()) {
        const QJsonObject event = value.toObject();
        if (event["ph"] == "X" && event["args"].toObject().contains("streamscope_event"))
            rows[{event["pid"].toInt(), event["tid"].toInt()}].emplace_back(ns(event["ts"]),
                                                                            ns(event["ts"]) + ns(event["dur"]));
    }
    QVERIFY(!rows.empty());
    for (const auto &[place, slices] : rows) {
        std::vector<qint64> open;
        for (const auto &[begin, end] : slices) {
            while (!open.empty() && open.back() <= begin)
                open.pop_back();
            QVERIFY(open.empty() || end <= open.back());
            open.push_back(end);
        }
    }
}

} // namespace

class TestHostRoundTrip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKind();
    void overlapsHaveARowOfTheirOwn();
    void aRangeKeepsWhatWasOpen();
    void badEvents_data();
    void badEvents();
    void realTraces_data();
    void realTraces();
};

void TestHostRoundTrip::everyKind()
{
    Recording recording;
    recording.device.id = "trace";
    Timeline &timeline = recording.timeline;
    timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    Span span;
    span.name = timeline.intern("gemm");
    span.stream = 0;
    span.issue = 20 * us;
    span.start = 30 * us;
    span.end = 40 * us;
    timeline.append(span);
    HostCalls calls;
    HostCall call;
    call.begin = 20 * us;
    call.end = 22 * us;
    call.name = timeline.intern("cudaLaunchKernel");
    call.kind = HostCallKind::Launch;
    call.result = 2;
    call.addSpan(0);
    calls.append(call);
    timeline.setHostCalls(calls);
    HostEventList list;
    const auto add = [&list](std::int64_t begin, std::int64_t end, const char *name, HostEventKind kind, int thread = 0,
                             std::uint16_t style = 0) {
        list.add({begin * us, end * us, list.intern(name), thread, style, kind});
    };
    add(-5, 60, "step 1", HostEventKind::Range);
    add(10, 50, "train.py(7): \"main\"\n", HostEventKind::PythonFrame);
    add(15, 30, "aten::mm", HostEventKind::Operator);
    add(16, 17, "poll", HostEventKind::OsCall);
    add(0, 80, "load", HostEventKind::Range, 1, list.style({"my domain", 0xff336699}));
    timeline.setHostEvents(list.make(0, [](std::int32_t thread) {
        return EventThread{thread == 0 ? "thread 41 (python)" : "loader", "9", thread, 0, 0, {}};
    }));
    setHostOrigins(timeline);
    QCOMPARE(timeline.origins().text(0, OriginPart::Operator), std::string("aten::mm"));
    const std::string json = chromeTrace(recording, nullptr);
    requireNested(json);
    const ImportedTrace again = readAgain(json);
    requireSameEvents(timeline.hostEvents(), again.recording.timeline.hostEvents());
    requireSameOrigins(timeline, again.recording.timeline);
    QVERIFY(again.recording.timeline.hostCalls()[0].result == 2);
    QCOMPARE(again.report.host.operators, 1U);
    QCOMPARE(again.report.host.ranges, 2U);
    QCOMPARE(again.report.host.pythonFrames, 1U);
    QCOMPARE(again.report.host.threads, 2U);
    QVERIFY2(json.find("\"cat\":\"cpu_op\"") != json.npos && json.find("\"name\":\"thread 41 (python)\"") != json.npos,
             json.c_str());
    ImportOptions without;
    without.hostEvents = false;
    QVERIFY(!importTraceBytes(json, "again.json", without).recording.timeline.hostEvents());
}

/// Ranges of NVTX may end in any order.
void TestHostRoundTrip::overlapsHaveARowOfTheirOwn()
{
    Recording recording;
    recording.timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    Span span;
    span.stream = 0;
    span.end = 100 * us;
    recording.timeline.append(span);
    HostEventList list;
    for (const auto &[begin, end] : {std::pair(0, 50), std::pair(10, 70), std::pair(20, 30), std::pair(60, 90)})
        list.add({begin * us, end * us, list.intern(std::to_string(begin)), 0, 0, HostEventKind::Range});
    recording.timeline.setHostEvents(list.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; }));
    const std::string json = chromeTrace(recording, nullptr);
    requireNested(json);
    QVERIFY(json.find("t (overlap 1)") != json.npos);
    requireSameEvents(recording.timeline.hostEvents(), readAgain(json).recording.timeline.hostEvents());
}

void TestHostRoundTrip::aRangeKeepsWhatWasOpen()
{
    Timeline timeline;
    timeline.addStream({"7", 0, 0, StreamRole::Ordinary});
    for (int i = 0; i < 4; ++i) {
        Span span;
        span.stream = 0;
        span.issue = i * 100 * us;
        span.start = span.issue + 10 * us;
        span.end = span.start + 20 * us;
        timeline.append(span);
    }
    HostEventList list;
    list.add({-50 * us, 900 * us, list.intern("all"), 0, 0, HostEventKind::Range});
    for (int i = 0; i < 4; ++i)
        list.add({i * 100 * us, i * 100 * us + 50 * us, list.intern("step " + std::to_string(i)), 0, 0,
                  HostEventKind::Range});
    timeline.setHostEvents(list.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; }));
    const Timeline part = timelineIn(timeline, {205 * us, 240 * us}, false);
    QCOMPARE(part.hostEvents()->size(), 2U);
    QCOMPARE(part.hostEvents()->name(0), std::string("all"));
    QCOMPARE(part.hostEvents()->name(1), std::string("step 2"));
    QCOMPARE(part.hostEvents()->parent(1), 0U);
    QCOMPARE(timelineIn(timeline, {205 * us, 240 * us}, true).hostEvents(), timeline.hostEvents()); // figures only
}

void TestHostRoundTrip::badEvents_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<QByteArray>("problem");
    QTest::newRow("no thread") << QByteArray(R"({"domain":"x"})") << QByteArray("needs its thread");
    QTest::newRow("unknown thread") << QByteArray(R"({"thread":3})") << QByteArray("a number from 0 to 0 should be");
    QTest::newRow("colour") << QByteArray(R"({"thread":0,"colour":-1})") << QByteArray("a number from 0 to 4294967295");
}

void TestHostRoundTrip::badEvents()
{
    QFETCH(QByteArray, event);
    QFETCH(QByteArray, problem);
    const std::string json =
        R"({"streamscope":{"version":1,"threads":[{"number":0,"process":"1","name":"t"}]},"traceEvents":[)"
        R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{"streamscope_event":)"
        + event.toStdString() + "}}]}";
    try {
        readAgain(json);
        QFAIL("read");
    } catch (const InputError &error) {
        QVERIFY2(QByteArray(error.what()).contains(problem), error.what());
    }
}

void TestHostRoundTrip::realTraces_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name :
         {"ranks/ddp-stack.rank0.json.gz", "ranks/ddp-bucket-25.rank1.json.gz", "public/hta_ns_resolution_v100.json.gz",
          "public/nsysai_mfu_2gpu_before__schema3.25.0.sqlite", "public/pipit_saxpy_mpi_a100__schema2.9.1.sqlite",
          "public/kineto2021_legacy_cats_multistream.json.gz"})
        QTest::newRow(name) << QString(name);
}

void TestHostRoundTrip::realTraces()
{
    QFETCH(QString, name);
    const QString path = qEnvironmentVariable("STREAMSCOPE_TRACES", sourcePath("../shared/traces")) + '/' + name;
    if (!QFileInfo::exists(path))
        QSKIP("no public traces here (STREAMSCOPE_TRACES names their folder)");
    const ImportedTrace trace = importTrace(path.toStdString());
    const std::string json = chromeTrace(trace.recording, &trace.report);
    const ImportedTrace again = readAgain(json);
    QCOMPARE(toJson(again.report.host), toJson(trace.report.host));
    const Timeline &a = trace.recording.timeline, &b = again.recording.timeline;
    requireSameEvents(a.hostEvents(), b.hostEvents());
    requireSameOrigins(a, b);
    QCOMPARE(a.hostCalls().size(), b.hostCalls().size());
    if (a.hostEvents())
        requireNested(json);
}

QTEST_GUILESS_MAIN(TestHostRoundTrip)
#include "tst_host_round_trip.moc"
