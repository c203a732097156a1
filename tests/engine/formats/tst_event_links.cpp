// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What waited for what by events, out of the traces of other programs and of our own.
#include "tests/support/programs.h"
#include "tests/support/sqlite_bytes.h"

#include "engine/analysis/run_dependencies.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/trace_import.h"
#include "tests/support/spans.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

Timeline import(const std::string &text)
{
    return importTraceBytes(text, "test", {}).recording.timeline;
}

std::string event(const char *category, const char *name, int ts, int duration, const std::string &arguments)
{
    return std::string(R"j({"ph":"X","cat":")j") + category + R"j(","name":")j" + name + R"j(","pid":0,"tid":1,"ts":)j"
           + std::to_string(ts) + ",\"dur\":" + std::to_string(duration) + ",\"args\":{" + arguments + "}},";
}

/// An operation on a stream with the call that issued it.
std::string operation(const char *name, int correlation, int stream, int issue, int ts, int duration)
{
    const std::string number = "\"correlation\":" + std::to_string(correlation);
    return event("cuda_runtime", "cudaLaunchKernel", issue, 2, number)
           + event("kernel", name, ts, duration,
                   R"j("device":0,"context":1,"stream":)j" + std::to_string(stream) + "," + number);
}

std::string recordCall(int correlation, int ts)
{
    return event("cuda_runtime", "cudaEventRecord", ts, 1, "\"correlation\":" + std::to_string(correlation));
}

std::string waitRow(int correlation, int stream, int on, int record, int ts)
{
    return event("cuda_sync", "Stream Wait Event", ts, 1,
                 R"j("device":0,"context":1,"stream":)j" + std::to_string(stream)
                     + ",\"correlation\":" + std::to_string(correlation) + ",\"wait_on_stream\":" + std::to_string(on)
                     + ",\"wait_on_cuda_event_record_corr_id\":" + std::to_string(record));
}

std::string trace(std::string events)
{
    events.pop_back(); // the last comma
    return "{\"traceEvents\":[" + events + "]}";
}

/// A link by the names of its operations: "first → second".
QStringList named(const Timeline &timeline, const std::vector<EventLink> &links)
{
    const auto name = [&](std::uint32_t span) {
        return QString::fromStdString(timeline.name(timeline.nameIndices()[span]));
    };
    QStringList list;
    for (const EventLink &link : links)
        list << name(link.from) + QStringLiteral(" → ") + name(link.to);
    list.sort();
    return list;
}

QStringList linksOf(const Timeline &timeline)
{
    return named(timeline, timeline.eventLinks());
}

/// Two kernels on stream 7, an event recorded behind each with one handle, and two waits of stream 8 for them.
std::string nsight(bool withSyncId)
{
    const std::string id = withSyncId ? ", eventSyncId INT" : "";
    const auto row = [&](const std::string &values, int syncId) {
        return "(" + values + (withSyncId ? "," + std::to_string(syncId) : std::string()) + ")";
    };
    return database(
        "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
        "INSERT INTO StringIds VALUES(1,'first'),(2,'second'),(3,'third'),(4,'fourth'),(5,'cudaLaunchKernel_v7000'),"
        "(6,'cudaEventRecord_v3020'),(7,'cudaStreamWaitEvent_v3020');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, streamId INT, "
        "correlationId INT, globalPid INT, demangledName INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(100,500,0,1,7,1,16777216,1),(500,900,0,1,7,3,16777216,2),"
        "(510,700,0,1,8,6,16777216,3),(910,950,0,1,8,8,16777216,4);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,12,16777219,1,5),(20,22,16777219,2,6),(30,32,16777219,5,7),"
        "(40,42,16777219,6,5),(50,52,16777219,3,5),(60,62,16777219,4,6),(70,72,16777219,7,7),(80,82,16777219,8,5);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(deviceId INT, contextId INT, streamId INT, correlationId INT, "
        "globalPid INT, eventId INT"
        + id + ");INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES" + row("0,1,7,2,16777216,99", 1000) + ","
        + row("0,1,7,4,16777216,99", 1001)
        + ";CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INT, end INT, deviceId INT, contextId INT, streamId "
          "INT, correlationId INT, globalPid INT, syncType INT, eventId INT"
        + id + ");INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES" + row("30,31,0,1,8,5,16777216,2,99", 1000)
        + "," + row("70,71,0,1,8,7,16777216,2,99", 1001) + ";");
}

} // namespace

class EventLinksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksKeepOrder();
    void kinetoSaysWhatWaited();
    void whatIsUnknownHasNoArrow();
    void theStreamMayComeLater();
    void nsightSaysWhatWaited_data();
    void nsightSaysWhatWaited();
    void criticalPathGoesThroughTheEvent();
    void ourOwnTraceKeepsThem();
    void aRealTrace();
};

void EventLinksTest::linksKeepOrder()
{
    Timeline timeline;
    timeline.addStream({"0", 0, 0});
    for (int i = 0; i < 4; ++i)
        timeline.append(kernelSpan(i, i + 1));
    timeline.setEventLinks({{2, 3}, {0, 3}, {1, 2}, {0, 3}, {1, 9}, {9, 1}, {2, 2}});
    QCOMPARE(timeline.eventLinks(), (std::vector<EventLink>{{1, 2}, {0, 3}, {2, 3}}));
}

/// The last one issued to the recorded stream before the record holds the wait, and what is issued behind the wait.
void EventLinksTest::kinetoSaysWhatWaited()
{
    const Timeline timeline = import(trace(
        operation("before", 1, 20, 100, 110, 50) + operation("early", 2, 20, 104, 200, 300) + recordCall(3, 108)
        + operation("late", 4, 20, 112, 520, 10) + operation("own", 5, 24, 114, 118, 10) + waitRow(6, 24, 20, 3, 120)
        + operation("held", 7, 24, 130, 505, 10) + operation("next", 8, 24, 140, 515, 10)));
    QCOMPARE(linksOf(timeline), (QStringList{"early → Stream Wait Event", "early → held"}));
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::EventWait)
            QCOMPARE(timeline.bytes(i), std::uint64_t{0});
    // The wait itself is a call of the host: what is behind it follows what was before it.
    const RunDependencies links(timeline, nullptr);
    std::uint32_t held = 0, own = 0;
    for (std::uint32_t i = 0; i < timeline.size(); ++i) {
        const std::string &name = timeline.name(timeline.nameIndices()[i]);
        held = name == "held" ? i : held;
        own = name == "own" ? i : own;
    }
    const auto into = links.into(held);
    QCOMPARE(into.size(), std::size_t{2});
    QCOMPARE(into[0], (Dependency{own, held, DependencyKind::Stream}));
    QCOMPARE(into[1].kind, DependencyKind::Event);
    QCOMPARE(links.outOf(into[1].from).size(), std::size_t{3}); // the late one of its stream, the wait and what it held
}

void EventLinksTest::whatIsUnknownHasNoArrow()
{
    const std::string work = operation("a", 1, 20, 100, 110, 50) + operation("b", 2, 24, 130, 200, 10);
    const auto warned = [](const std::string &text) {
        const ImportedTrace imported = importTraceBytes(text, "test", {});
        bool said = false;
        for (const std::string &warning : imported.report.warnings)
            said = said || warning.find("whose record is not in the file") != std::string::npos;
        return std::pair(imported.recording.timeline.eventLinks().size(), said);
    };
    QCOMPARE(warned(trace(work + waitRow(6, 24, -1, -1, 120))), std::pair(std::size_t{0}, false)); // as it says itself
    QCOMPARE(warned(trace(work + waitRow(6, 24, 20, 3, 120))), std::pair(std::size_t{0}, true));
    QCOMPARE(warned(trace(work + recordCall(3, 105) + waitRow(6, 24, 21, 3, 120))), std::pair(std::size_t{0}, true));
    // Recorded before anything was there to wait for.
    QCOMPARE(warned(trace(work + recordCall(3, 90) + waitRow(6, 24, 20, 3, 120))), std::pair(std::size_t{0}, false));
    // Two other contexts have a stream of that number.
    const auto inContext = [](const char *number, std::string text) {
        const std::string context = "\"context\":1";
        return text.replace(text.find(context), context.size(), std::string("\"context\":") + number);
    };
    QCOMPARE(warned(trace(inContext("2", operation("a", 1, 20, 100, 110, 50))
                          + inContext("3", operation("b", 2, 20, 101, 160, 50)) + recordCall(3, 105)
                          + waitRow(6, 24, 20, 3, 120))),
             std::pair(std::size_t{0}, true));
    // Nothing behind the wait.
    QCOMPARE(warned(trace(work + recordCall(3, 135) + waitRow(6, 24, 20, 3, 140))), std::pair(std::size_t{1}, false));
}

/// In the file, and in another context than the wait.
void EventLinksTest::theStreamMayComeLater()
{
    std::string other = operation("early", 2, 20, 104, 200, 300);
    const std::string context = "\"context\":1";
    other.replace(other.find(context), context.size(), "\"context\":2");
    const Timeline timeline =
        import(trace(waitRow(6, 24, 20, 3, 120) + recordCall(3, 108) + operation("held", 7, 24, 130, 505, 10) + other));
    QCOMPARE(linksOf(timeline), (QStringList{"early → Stream Wait Event", "early → held"}));
}

void EventLinksTest::nsightSaysWhatWaited_data()
{
    QTest::addColumn<bool>("withSyncId");
    QTest::newRow("by the number of the record") << true;
    QTest::newRow("by the handle, before there were numbers") << false;
}

void EventLinksTest::nsightSaysWhatWaited()
{
    QFETCH(bool, withSyncId);
    QCOMPARE(linksOf(import(nsight(withSyncId))), (QStringList{"first → Stream Wait Event", "first → third",
                                                               "second → Stream Wait Event", "second → fourth"}));
}

void EventLinksTest::criticalPathGoesThroughTheEvent()
{
    const Timeline timeline = import(nsight(true));
    QStringList path;
    for (const CriticalStep &step : RunDependencies(timeline, nullptr).criticalPath())
        path << QString::fromStdString(timeline.name(timeline.nameIndices()[step.span]));
    QCOMPARE(path, (QStringList{"first", "second", "fourth"}));
}

void EventLinksTest::ourOwnTraceKeepsThem()
{
    Program program = emptyProgram(3);
    program.events.resize(2);
    const auto eventOf = [](OperationKind kind, int stream, int number) {
        Operation operation;
        operation.kind = kind;
        operation.stream = stream;
        operation.event = number;
        return operation;
    };
    program.operations = {kernel(0),
                          eventOf(OperationKind::EventRecord, 0, 0),
                          eventOf(OperationKind::EventWait, 1, 0),
                          eventOf(OperationKind::EventWait, 2, 0),
                          kernel(1),
                          eventOf(OperationKind::EventRecord, 1, 1),
                          eventOf(OperationKind::EventWait, 2, 1),
                          kernel(2)};
    Recording recording;
    recording.timeline = makeTimeline(program, simulate(unitDevice(), program));
    const std::vector<EventLink> expected{{1, 2}, {1, 3}, {5, 6}};
    QCOMPARE(recording.timeline.eventLinks(), expected);
    QCOMPARE(import(chromeTrace(recording, nullptr)).eventLinks(), expected);
    // Imported ones go the same way.
    Recording foreign;
    foreign.timeline = import(nsight(true));
    const Timeline again = import(chromeTrace(foreign, nullptr));
    QCOMPARE(linksOf(again), linksOf(foreign.timeline));
    QVERIFY(!again.eventLinks().empty());
}

void EventLinksTest::aRealTrace()
{
    const QString folder = qEnvironmentVariable("STREAMSCOPE_TRACES",
                                                qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/../shared/traces");
    const QString path = folder + "/public/hta_event_sync_multi_stream.json.gz";
    if (!QFile::exists(path))
        QSKIP("no public traces here (STREAMSCOPE_TRACES names their folder)");
    const Timeline timeline = importTrace(path.toStdString()).recording.timeline;
    QCOMPARE(linksOf(timeline),
             (QStringList{"ampere_sgemm_128x64_nn → Memset (Device)", "ampere_sgemm_128x64_nn → Stream Wait Event"}));
    const EventLink link = timeline.eventLinks().front();
    QCOMPARE(timeline.streams()[static_cast<std::size_t>(timeline.streamIndices()[link.from])].id, std::string("20"));
    QCOMPARE(timeline.streams()[static_cast<std::size_t>(timeline.streamIndices()[link.to])].id, std::string("24"));
}

QTEST_GUILESS_MAIN(EventLinksTest)
#include "tst_event_links.moc"
