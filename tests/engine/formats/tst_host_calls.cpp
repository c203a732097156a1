// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The calls of the host, the shapes of launches and the collectives that readers of foreign traces keep.
#include "engine/analysis/several_runs/comparison.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/timeline/ranges/time_range.h"
#include "tests/support/files.h"
#include "tests/support/sqlite_bytes.h"

#include <QDir>
#include <QtTest>

#include <map>

using namespace streamscope;
using namespace streamscope::test;

namespace {

std::string traceEvent(const std::string &head, long long ts, long long duration, const std::string &arguments)
{
    return "{\"ph\":\"X\"," + head + ",\"ts\":" + std::to_string(ts) + ",\"dur\":" + std::to_string(duration)
           + ",\"args\":{" + arguments + "}},";
}

std::string call(const std::string &name, int thread, long long ts, long long duration, int correlation,
                 const std::string &category = "cuda_runtime")
{
    return traceEvent(R"j("cat":")j" + category + R"j(","name":")j" + name + R"j(","pid":9,"tid":)j"
                          + std::to_string(thread),
                      ts, duration, "\"cbid\":1,\"correlation\":" + std::to_string(correlation));
}

std::string kernel(const std::string &name, int stream, long long ts, long long duration, int correlation,
                   const std::string &more = {})
{
    return traceEvent(R"j("cat":"kernel","name":")j" + name + R"j(","pid":0,"tid":)j" + std::to_string(stream), ts,
                      duration,
                      R"j("device":0,"context":1,"stream":)j" + std::to_string(stream)
                          + ",\"correlation\":" + std::to_string(correlation) + more);
}

std::string syncRow(const std::string &name, long long ts, int correlation, int stream, int waitsOn = -1,
                    int record = -1)
{
    return traceEvent(R"j("cat":"cuda_sync","name":")j" + name + R"j(","pid":0,"tid":)j" + std::to_string(stream), ts,
                      1,
                      R"j("device":0,"context":1,"stream":)j" + std::to_string(stream) + ",\"correlation\":"
                          + std::to_string(correlation) + ",\"wait_on_stream\":" + std::to_string(waitsOn)
                          + ",\"wait_on_cuda_event_record_corr_id\":" + std::to_string(record));
}

ImportedTrace import(std::string events)
{
    events.pop_back(); // the last comma
    return importTraceBytes("{\"traceEvents\":[" + events + "]}", "test", {});
}

QStringList namesOf(const Timeline &timeline)
{
    QStringList names;
    for (const HostCall &one : timeline.hostCalls())
        names << QString::fromStdString(timeline.name(one.name));
    return names;
}

std::string spanName(const Timeline &timeline, std::uint32_t span)
{
    return timeline.name(timeline.nameIndices()[span]);
}

/// What holds for the calls of every trace.
void checkCalls(const Timeline &timeline)
{
    std::vector<int> calls(timeline.size());
    std::int64_t before = std::numeric_limits<std::int64_t>::min();
    for (const HostCall &one : timeline.hostCalls()) {
        QVERIFY(one.begin >= before);
        QVERIFY(one.end >= one.begin);
        before = one.begin;
        QCOMPARE(one.spans == 0, one.firstSpan == HostCall::none);
        QVERIFY(one.stream < static_cast<std::int32_t>(timeline.streams().size()));
        QVERIFY(one.record == HostCall::none || timeline.hostCalls()[one.record].kind == HostCallKind::EventRecord);
        for (std::uint32_t i = 0; i < one.spans; ++i) {
            const Span span = timeline.span(one.firstSpan + i);
            ++calls[one.firstSpan + i];
            if (span.kind == OperationKind::EventWait)
                continue;                                                 // has no call of its own in the timeline
            QVERIFY(span.issue >= one.begin && span.returned <= one.end); // equal, or in a nested call of the driver
            QCOMPARE(span.thread, one.thread);
            QCOMPARE(span.kind == OperationKind::Sync, isSynchronisation(one.kind));
        }
    }
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] != OperationKind::EventWait)
            QCOMPARE(calls[i], timeline.issue(i) == unknownTime ? 0 : 1);
}

} // namespace

class TestHostCalls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allCallsAreKept();
    void numbersOfSeveralProcesses();
    void graphsAreOneRun();
    void driverCallsInRuntimeCalls();
    void syncRowsSayWhatCallsAreAbout();
    void overheadIsTold();
    void oddCallsAreSkipped();
    void launchShapes();
    void collectives();
    void nsight_data();
    void nsight();
    void rangesKeepWhatBelongs();
    void mergedRunsKeepBoth();
    void realTraces_data();
    void realTraces();
    void ourOwnTraceKeepsThem_data();
    void ourOwnTraceKeepsThem();
    void realCounts();
};

/// Two threads; the file is not in the order of time.
void TestHostCalls::allCallsAreKept()
{
    const ImportedTrace trace =
        import(call("cudaEventQuery", 2, 30, 1, 4) + call("cudaMalloc", 1, 5, 2, 1)
               + call("cudaLaunchKernel", 1, 10, 3, 2) + kernel("a", 7, 14, 5, 2)
               + call("cudaEventRecordWithFlags", 1, 15, 1, 3) + call("cudaStreamSynchronize", 1, 40, 9, 5)
               + call("cudaLaunchKernel", 2, 50, 2, 6) + kernel("b", 8, 55, 5, 6));
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(namesOf(timeline), (QStringList{"cudaMalloc", "cudaLaunchKernel", "cudaEventRecordWithFlags",
                                             "cudaEventQuery", "cudaStreamSynchronize", "cudaLaunchKernel"}));
    const HostCalls &calls = timeline.hostCalls();
    QCOMPARE(calls[0].kind, HostCallKind::Alloc);
    QCOMPARE(calls[0].begin, std::int64_t{-5000}); // before the first operation was issued
    QCOMPARE(calls[0].spans, 0U);
    QCOMPARE(spanName(timeline, calls[1].firstSpan), std::string("a"));
    QCOMPARE(calls[1].end, std::int64_t{3000});
    QCOMPARE(calls[3].thread, 1);
    QCOMPARE(calls[4].kind, HostCallKind::StreamSync);
    QCOMPARE(timeline.kinds()[calls[4].firstSpan], OperationKind::Sync);
    QCOMPARE(calls[5].thread, timeline.thread(calls[5].firstSpan));
    QCOMPARE(trace.report.calls, std::uint64_t{6});
    QVERIFY(trace.report.skipped.empty());
    QCOMPARE(timeline.size(), std::size_t{3});
    checkCalls(timeline);
}

/// Also where another thread launches at the same nanosecond.
void TestHostCalls::graphsAreOneRun()
{
    const Timeline timeline =
        import(call("cudaGraphLaunch", 1, 10, 5, 1) + kernel("g1", 7, 20, 2, 1) + kernel("g2", 8, 24, 2, 1)
               + kernel("g3", 7, 30, 2, 1) + call("cudaLaunchKernel", 2, 10, 5, 2) + kernel("other", 9, 22, 2, 2))
            .recording.timeline;
    QCOMPARE(timeline.hostCalls().size(), std::size_t{2});
    for (const HostCall &one : timeline.hostCalls())
        QCOMPARE(one.spans, one.kind == HostCallKind::GraphLaunch ? 3U : 1U);
    checkCalls(timeline);
}

void TestHostCalls::driverCallsInRuntimeCalls()
{
    const ImportedTrace trace =
        import(call("cudaLaunchKernel", 1, 10, 5, 1) + call("cuLaunchKernel", 1, 11, 3, 2, "cuda_driver")
               + kernel("wrapped", 7, 20, 2, 2) + call("cuLaunchKernelEx", 1, 15, 5, 3, "cuda_driver")
               + kernel("alone", 7, 24, 2, 3) + call("cudaMalloc", 1, 30, 9, 4)
               + call("cuLaunchKernel", 2, 31, 3, 5, "cuda_driver") + kernel("other thread", 7, 40, 2, 5));
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(namesOf(timeline), (QStringList{"cudaLaunchKernel", "cuLaunchKernelEx", "cudaMalloc", "cuLaunchKernel"}));
    QCOMPARE(spanName(timeline, timeline.hostCalls()[0].firstSpan), std::string("wrapped"));
    QCOMPARE(trace.report.skipped.size(), std::size_t{1});
    QCOMPARE(trace.report.skipped.begin()->second, std::uint64_t{1});
    checkCalls(timeline);
}

void TestHostCalls::syncRowsSayWhatCallsAreAbout()
{
    const Timeline timeline =
        import(call("cudaLaunchKernel", 1, 10, 2, 1) + kernel("first", 20, 14, 50, 1)
               + call("cudaEventRecord", 1, 13, 1, 2) + call("cudaStreamWaitEvent", 1, 16, 2, 3)
               + syncRow("Stream Wait Event", 16, 3, 24, 20, 2) + call("cudaLaunchKernel", 1, 20, 2, 4)
               + kernel("second", 24, 70, 5, 4) + call("cudaEventSynchronize", 1, 30, 40, 5)
               + syncRow("Event Sync", 30, 5, -1, 20, 2) + call("cudaStreamSynchronize", 1, 75, 3, 6)
               + syncRow("Stream Sync", 75, 6, 24) + call("cudaDeviceSynchronize", 1, 80, 3, 7)
               + syncRow("Context Sync", 80, 7, -1))
            .recording.timeline;
    const HostCalls &calls = timeline.hostCalls();
    QCOMPARE(calls.size(), std::size_t{7});
    const auto streamOf = [&](std::size_t i) {
        return calls[i].stream < 0 ? std::string() : timeline.streams()[static_cast<std::size_t>(calls[i].stream)].id;
    };
    QCOMPARE(streamOf(1), std::string("20"));
    QCOMPARE(streamOf(2), std::string("24"));
    QCOMPARE(calls[2].record, 1U);
    QCOMPARE(timeline.kinds()[calls[2].firstSpan], OperationKind::EventWait);
    QCOMPARE(streamOf(4), std::string("20"));
    QCOMPARE(calls[4].record, 1U);
    QCOMPARE(streamOf(5), std::string("24"));
    QCOMPARE(calls[5].record, HostCall::none);
    QCOMPARE(streamOf(6), std::string());
    QCOMPARE(timeline.streams().size(), std::size_t{2}); // a row makes no stream of its own
    checkCalls(timeline);
}

void TestHostCalls::overheadIsTold()
{
    const auto overhead = [](const std::string &name, long long ts) {
        return traceEvent(R"j("cat":"overhead","name":")j" + name + R"j(","pid":-1,"tid":0)j", ts, 4, {});
    };
    const Timeline timeline = import(call("cudaLaunchKernel", 5, 10, 9, 1) + kernel("k", 7, 30, 5, 1)
                                     + call("cuLaunchKernel", 6, 40, 2, 2, "cuda_driver") + kernel("l", 7, 50, 5, 2)
                                     + overhead("Activity Buffer Request", 1) + overhead("Command Buffer Full", 11)
                                     + overhead("Buffer Flush", 39) + overhead("Lazy Function Loading", 60))
                                  .recording.timeline;
    const HostCalls &calls = timeline.hostCalls();
    QCOMPARE(namesOf(timeline), (QStringList{"Activity Buffer Request", "cudaLaunchKernel", "Command Buffer Full",
                                             "Buffer Flush", "cuLaunchKernel", "Lazy Function Loading"}));
    QCOMPARE(calls[0].kind, HostCallKind::Profiler);
    QCOMPARE(calls[2].kind, HostCallKind::DriverWork);
    QCOMPARE(calls[3].kind, HostCallKind::Profiler);
    QCOMPARE(calls[5].kind, HostCallKind::DriverWork);
    QCOMPARE(calls[0].thread, 0);
}

void TestHostCalls::oddCallsAreSkipped()
{
    const ImportedTrace trace = import(call("cudaMalloc", 1, 5, -2, 1) + call("cudaMalloc", 1, 3950000000000000, 2, 1)
                                       + R"j({"ph":"X","cat":"cuda_runtime","name":"cudaMalloc","ts":"x","dur":1},)j"
                                       + call("cudaFree", 1, 5, 2, 1));
    QCOMPARE(trace.report.calls, std::uint64_t{1});
    QCOMPARE(trace.report.skipped.size(), std::size_t{3});
    const HostCall &one = trace.recording.timeline.hostCalls()[0];
    QCOMPARE(one.begin, std::int64_t{0}); // without operations, time begins with the calls
    QCOMPARE(trace.report.originNs, std::int64_t{5000});
    QCOMPARE(one.kind, HostCallKind::Free);
}

void TestHostCalls::launchShapes()
{
    const std::string launch =
        R"j(,"registers per thread":122,"shared memory":12544,"grid":[8,16,5],"block":[128,1,1])j";
    const Timeline timeline =
        import(kernel("whole", 7, 10, 1, 1, launch) + kernel("again", 7, 20, 1, 2, launch)
               + kernel("odd", 7, 30, 1, 3, R"j(,"grid":[-1,"2",99999999999,4],"block":"[1]","shared memory":{})j")
               + kernel("none", 7, 40, 1, 4))
            .recording.timeline;
    const LaunchShape whole{{8, 16, 5}, {128, 1, 1}, 122, 12544};
    QVERIFY(timeline.launchShape(0) && *timeline.launchShape(0) == whole);
    QCOMPARE(timeline.launchShape(0)->blocks(), std::uint64_t{640});
    QCOMPARE(timeline.launchShape(1), timeline.launchShape(0)); // stored once
    QVERIFY(timeline.launchShape(2) && *timeline.launchShape(2) == (LaunchShape{{0, 2, 0}, {}, 0, 0}));
    QVERIFY(!timeline.launchShape(3));
    QVERIFY(timeline.anyLaunchShape());
}

void TestHostCalls::collectives()
{
    const Timeline timeline =
        import(kernel("ncclDevKernel_AllGather", 7, 10, 1, 1,
                      R"j(,"Collective name":"_allgather_base","In msg nelems":25136,"Out msg nelems":201088,)j"
                      R"j("Group size":8,"dtype":"BFloat16","Process Group Name":"3","Seq":41)j")
               + kernel("gemm", 7, 20, 1, 2)
               + kernel("ncclDevKernel_AllReduce", 7, 30, 1, 3,
                        R"j(,"Collective name":"allreduce","In msg nelems":7,"dtype":"Quaternion")j"))
            .recording.timeline;
    QCOMPARE(timeline.collectives().size(), std::size_t{2});
    QVERIFY(timeline.collective(0));
    QVERIFY(*timeline.collective(0) == (Collective{"_allgather_base", "3", 402176, 41, 8}));
    QVERIFY(!timeline.collective(1));
    QVERIFY(*timeline.collective(2) == (Collective{"allreduce", "", 0, -1, 0}));
}

namespace {

/// A launch with its event, a wait for it, two synchronisations; a launch that was recorded three times.
std::string nsightTables(bool withSyncId)
{
    const auto id = [withSyncId](const char *text) { return std::string(withSyncId ? text : ""); };
    return streamscope::test::database(
        "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
        "INSERT INTO StringIds VALUES(1,'first'),(2,'second'),(3,'cudaLaunchKernel_v7000'),(4,'cudaEventRecord_v3020'),"
        "(5,'cudaStreamWaitEvent_v3020'),(6,'cudaEventSynchronize_v3020'),(7,'cudaStreamSynchronize_v3020'),"
        "(8,'cudaLaunchKernel'),(9,'cuLaunchKernel'),(10,'CUPTI Buffer flush'),(11,'cudaMalloc_v3020');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, streamId INT, "
        "correlationId INT, globalPid INT, demangledName INT, gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT, "
        "blockZ INT, registersPerThread INT, staticSharedMemory INT, dynamicSharedMemory INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(100,500,0,1,7,1,16777216,1,8,4,2,128,2,1,40,1024,4096),"
        "(510,700,0,1,8,4,16777216,2,1,1,1,32,1,1,16,0,NULL);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT, end INT, globalTid INT, correlationId INT, nameId INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,12,16777219,1,3),(20,22,16777219,2,4),(30,32,16777219,3,5),"
        "(40,50,16777219,4,8),(41,49,16777219,4,3),(42,48,16777219,4,9),(60,510,16777219,5,6),(520,710,16777219,6,7),"
        "(5,6,16777220,7,11),(30,20,16777219,8,11);"
        "CREATE TABLE PROFILER_OVERHEAD(start INT, end INT, globalTid INT, nameId INT);"
        "INSERT INTO PROFILER_OVERHEAD VALUES(800,900,16777221,10);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(deviceId INT, contextId INT, streamId INT, correlationId INT, "
        "globalPid INT, eventId INT"
        + id(", eventSyncId INT") + ");INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(0,1,7,2,16777216,99"
        + id(",1000")
        + ");CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INT, end INT, deviceId INT, "
          "contextId INT, streamId INT, correlationId INT, globalPid INT, syncType INT, eventId INT"
        + id(", eventSyncId INT")
        + ");INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(30,31,0,1,8,3,16777216,2,99" + id(",1000")
        + "),(60,510,0,1,4294967295,5,16777216,1,99" + id(",1000") + "),(520,710,0,1,8,6,16777216,2,4294967295"
        + id(",0") + ");");
}

} // namespace

void TestHostCalls::nsight_data()
{
    QTest::addColumn<bool>("withSyncId");
    QTest::newRow("since 2024") << true;
    QTest::newRow("before") << false;
}

void TestHostCalls::nsight()
{
    QFETCH(bool, withSyncId);
    const ImportedTrace trace = importTraceBytes(nsightTables(withSyncId), "test", {});
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(namesOf(timeline),
             (QStringList{"cudaMalloc", "cudaLaunchKernel", "cudaEventRecord", "cudaStreamWaitEvent",
                          "cudaLaunchKernel", "cudaEventSynchronize", "cudaStreamSynchronize", "CUPTI Buffer flush"}));
    const HostCalls &calls = timeline.hostCalls();
    const auto streamOf = [&](std::size_t i) {
        return calls[i].stream < 0 ? std::string() : timeline.streams()[static_cast<std::size_t>(calls[i].stream)].id;
    };
    QCOMPARE(calls[0].thread, 1); // issues nothing, so it comes second
    QCOMPARE(streamOf(2), std::string("7"));
    QCOMPARE(streamOf(3), std::string("8"));
    QCOMPARE(calls[3].record, 2U);
    QCOMPARE(spanName(timeline, calls[4].firstSpan), std::string("second"));
    QCOMPARE(calls[4].end - calls[4].begin, std::int64_t{10});
    QCOMPARE(streamOf(5), std::string());
    QCOMPARE(calls[5].record, 2U);
    QCOMPARE(streamOf(6), std::string("8"));
    QCOMPARE(calls[6].record, HostCall::none);
    QCOMPARE(calls[7].kind, HostCallKind::Profiler);
    QCOMPARE(calls[7].thread, 2);
    QCOMPARE(trace.report.calls, std::uint64_t{8});
    const LaunchShape *shape = timeline.launchShape(calls[1].firstSpan);
    QVERIFY(shape && *shape == (LaunchShape{{8, 4, 2}, {128, 2, 1}, 40, 5120}));
    QVERIFY(*timeline.launchShape(calls[4].firstSpan) == (LaunchShape{{1, 1, 1}, {32, 1, 1}, 16, 0}));
    checkCalls(timeline);
}

namespace {

/// Two launches, a record and a wait for it, and a synchronisation.
ImportedTrace smallTrace()
{
    return import(call("cudaLaunchKernel", 1, 10, 2, 1)
                  + kernel("a", 20, 14, 50, 1, R"j(,"grid":[3,1,1],"block":[64,1,1],"Collective name":"x","Seq":5)j")
                  + call("cudaEventRecord", 1, 13, 1, 2) + call("cudaStreamWaitEvent", 1, 16, 2, 3)
                  + syncRow("Stream Wait Event", 16, 3, 24, 20, 2) + call("cudaLaunchKernel", 1, 20, 2, 4)
                  + kernel("b", 24, 70, 10, 4, R"j(,"grid":[4,1,1],"block":[64,1,1])j")
                  + call("cudaDeviceSynchronize", 1, 60, 40, 5));
}

} // namespace

void TestHostCalls::rangesKeepWhatBelongs()
{
    const Timeline whole = smallTrace().recording.timeline; // 0 is at 10 µs of the file
    const Timeline part = timelineIn(whole, {5'000, 65'000}, true);
    QCOMPARE(namesOf(part),
             (QStringList{"cudaLaunchKernel", "cudaStreamWaitEvent", "cudaLaunchKernel", "cudaDeviceSynchronize"}));
    const HostCalls &calls = part.hostCalls();
    QCOMPARE(calls[0].begin, std::int64_t{0}); // outside, but its kernel is inside
    QCOMPARE(calls[1].record, HostCall::none); // left out
    QCOMPARE(calls[3].begin, std::int64_t{50'000});
    QCOMPARE(calls[3].end, std::int64_t{65'000});
    checkCalls(part);
    QCOMPARE(part.launchShape(calls[2].firstSpan)->grid[0], 4U);
    QCOMPARE(part.eventLinks().size(), whole.eventLinks().size());
    const Timeline end = timelineIn(whole, {61'000, 100'000}, false);
    QCOMPARE(namesOf(end), (QStringList{"cudaLaunchKernel", "cudaDeviceSynchronize"}));
    QCOMPARE(end.hostCalls()[1].end, std::int64_t{90'000}); // whole
    QVERIFY(end.collectives().empty() && end.eventLinks().empty());
    checkCalls(end);
    const Timeline all = timelineIn(whole, {}, false);
    QCOMPARE(namesOf(all), namesOf(whole));
    QCOMPARE(all.hostCalls()[2].record, 1U);
    QVERIFY(all.collectives() == whole.collectives());
}

void TestHostCalls::mergedRunsKeepBoth()
{
    const ImportedTrace a = smallTrace(), b = smallTrace();
    const auto merged = mergedRuns(a.recording, b.recording, ComparisonScale::Absolute);
    const Timeline &both = merged->timeline;
    QCOMPARE(both.hostCalls().size(), std::size_t{10});
    QCOMPARE(both.collectives().size(), std::size_t{2});
    checkCalls(both);
    std::vector<std::string> streams;
    for (const HostCall &one : both.hostCalls())
        if (one.kind == HostCallKind::StreamWait) {
            streams.push_back(both.streams()[static_cast<std::size_t>(one.stream)].id);
            QCOMPARE(both.hostCalls()[one.record].kind, HostCallKind::EventRecord);
        }
    QCOMPARE(streams, (std::vector<std::string>{"A 24", "B 24"}));
}

namespace {

QString sharedTraces()
{
    return qEnvironmentVariable("STREAMSCOPE_TRACES",
                                qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/../shared/traces");
}

} // namespace

void TestHostCalls::realTraces_data()
{
    QTest::addColumn<QString>("path");
    for (const char *own : {"chunked_depth.json.gz", "swim_blocking.json.gz", "swim_non_blocking_pinned.json.gz"})
        QTest::newRow(own) << tracePath(own);
    if (!QFile::exists(sharedTraces() + "/expected.json"))
        qWarning("no shared traces here: only our own are read (STREAMSCOPE_TRACES names their folder)");
    for (const char *folder : {"public", "whatif", "ranks"}) {
        const QDir traces(sharedTraces() + "/" + folder);
        for (const QString &file : traces.entryList({"*.json.gz", "*.sqlite"}, QDir::Files))
            if (!file.startsWith(QLatin1String("INVALID")))
                QTest::newRow(qPrintable(file)) << traces.filePath(file);
    }
}

void TestHostCalls::realTraces()
{
    QFETCH(QString, path);
    const ImportedTrace trace = importTrace(path.toStdString());
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(trace.report.calls, static_cast<std::uint64_t>(timeline.hostCalls().size()));
    checkCalls(timeline);
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::Kernel) {
            QVERIFY(timeline.launchShape(i));
            QVERIFY(timeline.launchShape(i)->blocks() > 0 && timeline.launchShape(i)->threadsPerBlock() > 0);
        }
}

void TestHostCalls::ourOwnTraceKeepsThem_data()
{
    realTraces_data();
}

void TestHostCalls::ourOwnTraceKeepsThem()
{
    QFETCH(QString, path);
    const ImportedTrace first = importTrace(path.toStdString());
    const ImportedTrace second = importTraceBytes(chromeTrace(first.recording, &first.report), "test", {});
    const Timeline &a = first.recording.timeline, &b = second.recording.timeline;
    QCOMPARE(second.report.calls, first.report.calls);
    QCOMPARE(namesOf(b), namesOf(a));
    for (std::size_t i = 0; i < a.hostCalls().size(); ++i) {
        HostCall one = a.hostCalls()[i];
        one.name = b.hostCalls()[i].name;
        QVERIFY2(one == b.hostCalls()[i], qPrintable(QString::number(i)));
    }
    for (std::size_t i = 0; i < a.size(); ++i)
        QVERIFY(!a.launchShape(i) ? !b.launchShape(i) : *a.launchShape(i) == *b.launchShape(i));
    QVERIFY(a.collectives() == b.collectives());
    checkCalls(b);
}

/// Against counts that another program took from the file.
void TestHostCalls::realCounts()
{
    const QString path = sharedTraces() + "/ranks/ddp-bucket-25.rank0.json.gz";
    if (!QFile::exists(path))
        QSKIP("no shared traces here (STREAMSCOPE_TRACES names their folder)");
    const Timeline timeline = importTrace(path.toStdString()).recording.timeline;
    std::map<HostCallKind, int> kinds;
    for (const HostCall &one : timeline.hostCalls())
        ++kinds[one.kind];
    QCOMPARE(kinds[HostCallKind::Launch], 2188 + 631 + 36);
    QCOMPARE(kinds[HostCallKind::Copy], 111);
    QCOMPARE(kinds[HostCallKind::Memset], 504);
    QCOMPARE(kinds[HostCallKind::EventRecord], 174 + 115);
    QCOMPARE(kinds[HostCallKind::StreamWait], 230);
    QCOMPARE(kinds[HostCallKind::Query], 269);
    QCOMPARE(kinds[HostCallKind::Profiler], 1);
    QCOMPARE(kinds[HostCallKind::DriverWork], 383);
    QCOMPARE(timeline.collectives().size(), std::size_t{58});
}

/// Two processes count their calls alike: what each of them issued is unknown.
void TestHostCalls::numbersOfSeveralProcesses()
{
    const auto inProcess = [](int process, std::string event) {
        return event.replace(event.find("\"pid\":9"), 7, "\"pid\":" + std::to_string(process));
    };
    const std::string alone = call("cudaLaunchKernel", 1, 10, 5, 1) + kernel("a", 7, 20, 5, 1);
    QCOMPARE(import(alone).report.processes, 1);
    const std::string apart = inProcess(8, call("cudaLaunchKernel", 2, 12, 5, 2)) + kernel("b", 7, 30, 5, 2);
    const ImportedTrace two = import(alone + apart);
    QCOMPARE(two.report.processes, 2);
    QCOMPARE(two.report.sharedNumbers, std::uint64_t{0});
    QCOMPARE(two.recording.timeline.span(1).thread, 1);
    const ImportedTrace shared = import(alone + apart + inProcess(8, call("cudaLaunchKernel", 2, 40, 5, 1)));
    QCOMPARE(shared.report.sharedNumbers, std::uint64_t{1});
    QCOMPARE(shared.report.processes, 1);
    QVERIFY(shared.recording.timeline.span(0).issue == unknownTime
            || shared.recording.timeline.span(1).issue == unknownTime);
    QVERIFY(std::any_of(shared.report.warnings.begin(), shared.report.warnings.end(), [](const std::string &warning) {
        return warning.starts_with("Calls of several processes have the same 1 number:");
    }));
}

QTEST_GUILESS_MAIN(TestHostCalls)
#include "tst_host_calls.moc"
