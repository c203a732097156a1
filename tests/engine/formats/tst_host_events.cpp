// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Operators, ranges, Python frames and calls of the system: what readers keep of them, and what they tell about the
// operations of the GPU.
#include "engine/analysis/explain/explanation.h"
#include "engine/formats/traces/host/nsight_host_events.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/run/advice/finding_origins.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/host/python_frame.h"
#include "engine/timeline/origins/device_ranges.h"
#include "engine/timeline/origins/host_context.h"
#include "engine/timeline/ranges/time_range.h"
#include "engine/timeline/span_query.h"
#include "tests/support/files.h"
#include "tests/support/sqlite_bytes.h"
#include "tests/support/trace_event.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

namespace {

std::string launch(int thread, int ts, int correlation, const std::string &name = "cudaLaunchKernel")
{
    return traceEvent("cuda_runtime", name, thread, ts, 5, "\"cbid\":1,\"correlation\":" + std::to_string(correlation));
}

std::string onGpu(const std::string &category, const std::string &name, int ts, int duration, int correlation)
{
    return traceEvent(category, name, 7, ts, duration,
                      R"j("device":0,"context":1,"stream":7,"bytes":64,"correlation":)j" + std::to_string(correlation));
}

/// Two steps of a training loop with their backward passes on a thread of autograd's.
std::string trainingEvents()
{
    std::string events = R"j({"ph":"M","name":"thread_name","pid":9,"tid":1,"args":{"name":"thread 1 (python)"}},)j"
                         R"j({"ph":"M","name":"thread_name","pid":9,"tid":2,"args":{"name":"pt_autograd_0"}},)j";
    events += traceEvent("python_function", "train.py(10): main", 1, 0, 2000);
    for (int step = 0; step < 2; ++step) {
        const int t = 1000 * step;
        const int id = 10 * step;
        events += traceEvent("user_annotation", "step " + std::to_string(step), 1, t + 10, 900);
        events += traceEvent("python_function", "torch/nn/modules/module.py(1): __call__", 1, t + 15, 300);
        events += traceEvent("python_function", "nn.Module: Linear_0", 1, t + 20, 280);
        events += traceEvent("user_annotation", "load", 1, t + 22, 60);
        events += traceEvent("cpu_op", "aten::to", 1, t + 25, 50);
        events += traceEvent("cpu_op", "aten::copy_", 1, t + 30, 40);
        events += launch(1, t + 35, id + 1, "cudaMemcpyAsync");
        events += onGpu("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", t + 50, 40, id + 1);
        events += traceEvent("cpu_op", "aten::mm", 1, t + 100, 50);
        events += launch(1, t + 110, id + 2);
        events += onGpu("kernel", "gemm", t + 120, 100, id + 2);
        events += traceEvent("user_annotation", "backward", 1, t + 400, 400);
        events += traceEvent("cpu_op", "autograd::engine::evaluate_function: MmBackward0", 2, t + 420, 100);
        events += traceEvent("cpu_op", "aten::mm", 2, t + 430, 60);
        events += launch(2, t + 440, id + 3);
        events += onGpu("kernel", "gemm_back", t + 450, 200, id + 3);
    }
    return events;
}

ImportedTrace import(std::string events)
{
    events.pop_back(); // the last comma
    return importTraceBytes("{\"traceEvents\":[" + events + "]}", "test", {});
}

std::size_t indexOf(const Timeline &timeline, const std::string &name)
{
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.name(timeline.nameIndices()[i]) == name)
            return i;
    return timeline.size();
}

std::size_t matching(const Timeline &timeline, const std::string &query)
{
    return SpanMatcher(parseQuery(query), timeline).all().size();
}

/// A trace of the collection beside the project; empty where it is not there.
QString sharedTrace(const QString &file)
{
    const QString path = qEnvironmentVariable("STREAMSCOPE_TRACES", sourcePath("../shared/traces")) + '/' + file;
    return QFileInfo::exists(path) ? path : QString();
}

} // namespace

class TestHostEvents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readersKeepEvents();
    void eventsCanBeLeftOut();
    void operationsKnowWhatIssuedThem();
    void backwardBelongsToItsCaller();
    void searchAsksForOrigins();
    void csvCarriesOrigins();
    void partsOfATimelineKeepOrigins();
    void rangesOnTheGpu();
    void explanationAndAdviceNameTheLine();
    void eventsNest();
    void manyOverlappingEventsStaySmall();
    void pythonFrames();
    void nsightKeepsRangesAndSystemCalls();
    void nsightKeepsCallChains();
    void callChainsGiveWayToPython();
    void callChainsTakeCountedMemory();
    void realCallChains();
    void realTraces_data();
    void realTraces();
};

void TestHostEvents::readersKeepEvents()
{
    const ImportedTrace trace = import(trainingEvents());
    const HostEvents *events = trace.recording.timeline.hostEvents();
    QVERIFY(events);
    QCOMPARE(trace.report.host.operators, 10u);
    QCOMPARE(trace.report.host.ranges, 6u);
    QCOMPARE(trace.report.host.pythonFrames, 5u);
    QCOMPARE(trace.report.host.threads, 2u);
    QCOMPARE(events->count(HostEventKind::Operator), 10u);
    QCOMPARE(events->count(HostEventKind::Range), 6u);
    QCOMPARE(events->count(HostEventKind::PythonFrame), 5u);
    QCOMPARE(events->threads().size(), 2u);
    QCOMPARE(events->threads()[0].name, "thread 1 (python)");
    QCOMPARE(events->threads()[1].name, "pt_autograd_0");
    QCOMPARE(trace.report.skipped.count("category cpu_op"), 0u);
    // Ranges and operators nest in rows of their own, Python frames in others.
    QCOMPARE(events->threads()[0].rows, (std::array{4, 3}));
    QVERIFY(events->memoryBytes() <= 64 * events->size() + 4'096);
}

void TestHostEvents::eventsCanBeLeftOut()
{
    std::string events = trainingEvents();
    events.pop_back();
    ImportOptions options;
    options.hostEvents = false;
    const ImportedTrace trace = importTraceBytes("{\"traceEvents\":[" + events + "]}", "test", options);
    QVERIFY(!trace.recording.timeline.hostEvents());
    QVERIFY(trace.recording.timeline.origins().empty());
    QCOMPARE(trace.report.host.operators, 10u); // counted all the same
    QCOMPARE(trace.recording.timeline.size(), 6u);
}

void TestHostEvents::operationsKnowWhatIssuedThem()
{
    const ImportedTrace trace = import(trainingEvents());
    const Timeline &timeline = trace.recording.timeline;
    const std::size_t copy = indexOf(timeline, "Memcpy HtoD (Pageable -> Device)");
    const HostContext context = hostContextOf(timeline, copy);
    const HostEvents &events = *timeline.hostEvents();
    QCOMPARE(timeline.name(timeline.hostCalls()[context.call].name), "cudaMemcpyAsync");
    QCOMPARE(context.operators.size(), 2u);
    QCOMPARE(events.name(context.operators.back()), "aten::copy_");
    QCOMPARE(context.ranges.size(), 2u);
    QCOMPARE(events.name(context.ranges.front()), "step 0");
    QCOMPARE(context.frames.size(), 3u);
    QCOMPARE(events.name(context.frames.front()), "train.py(10): main");
    const HostOrigins &origins = timeline.origins();
    QCOMPARE(origins.text(copy, OriginPart::Call), "cudaMemcpyAsync");
    QCOMPARE(origins.text(copy, OriginPart::Operator), "aten::to > aten::copy_");
    QCOMPARE(origins.text(copy, OriginPart::Range), "step 0 > load");
    QCOMPARE(origins.text(copy, OriginPart::Module), "Linear_0");
    QCOMPARE(origins.text(copy, OriginPart::Stack), "train.py(10): main"); // without PyTorch's own functions
}

void TestHostEvents::backwardBelongsToItsCaller()
{
    const Timeline timeline = import(trainingEvents()).recording.timeline;
    const std::size_t kernel = indexOf(timeline, "gemm_back");
    QCOMPARE(timeline.origins().text(kernel, OriginPart::Range), "step 0 > backward");
    QCOMPARE(timeline.origins().text(kernel, OriginPart::Stack), "train.py(10): main");
    QCOMPARE(innermostOf(timeline.origins().text(kernel, OriginPart::Operator)), "aten::mm");
    // A thread that is none of autograd's has no caller.
    std::string other = trainingEvents() + traceEvent("cpu_op", "loader::next", 3, 30, 20) + launch(3, 35, 77)
                        + onGpu("kernel", "decode", 40, 5, 77);
    const Timeline loader = import(other).recording.timeline;
    QCOMPARE(loader.origins().text(indexOf(loader, "decode"), OriginPart::Range), "");
    QCOMPARE(loader.origins().text(indexOf(loader, "decode"), OriginPart::Operator), "loader::next");
}

void TestHostEvents::searchAsksForOrigins()
{
    const Timeline timeline = import(trainingEvents()).recording.timeline;
    QCOMPARE(matching(timeline, "range:backward"), 2u);
    QCOMPARE(matching(timeline, "range:\"step 1 > back\""), 1u);
    QCOMPARE(matching(timeline, "!range:backward"), 4u);
    QCOMPARE(matching(timeline, "operator:aten::mm kernel"), 4u);
    QCOMPARE(matching(timeline, "operator:ATEN::TO"), 2u);
    QCOMPARE(matching(timeline, "call:memcpy"), 2u);
    QCOMPARE(matching(timeline, "module:linear range:load"), 2u);
    QCOMPARE(matching(timeline, "stack:train.py"), 6u);
    QCOMPARE(matching(timeline, "thread:autograd"), 2u);
    QCOMPARE(matching(timeline, "thread:0"), 4u);
    QVERIFY(!parseQuery("range:").problem.empty());
    QCOMPARE(matching(timeline, "\"range:backward\""), 0u); // in quotes it is a part of a name
}

void TestHostEvents::csvCarriesOrigins()
{
    const Timeline timeline = import(trainingEvents()).recording.timeline;
    const QByteArray csv = operationsCsv(timeline);
    QVERIFY(csv.contains(",thread,call,operator,range,module,stack\r\n"));
    const Timeline read = importTraceBytes(csv.toStdString(), "test", {}).recording.timeline;
    QCOMPARE(read.size(), timeline.size());
    for (std::size_t i = 0; i < timeline.size(); ++i)
        for (std::size_t part = 0; part < originPartCount; ++part)
            QCOMPARE(read.origins().text(i, static_cast<OriginPart>(part)),
                     timeline.origins().text(i, static_cast<OriginPart>(part)));
    QVERIFY(!operationsCsv(Timeline()).contains("operator"));
}

void TestHostEvents::partsOfATimelineKeepOrigins()
{
    const Timeline timeline = import(trainingEvents()).recording.timeline;
    const Timeline part = timelineIn(timeline, parseTimeRange("900us:"), true);
    QVERIFY(part.size() > 0 && part.size() < timeline.size());
    QCOMPARE(part.origins().text(0, OriginPart::Range), "step 1 > load");
    QCOMPARE(part.hostEvents(), timeline.hostEvents());
}

void TestHostEvents::rangesOnTheGpu()
{
    const Timeline timeline = import(trainingEvents()).recording.timeline;
    const std::vector<DeviceRange> ranges = deviceRanges(timeline);
    QCOMPARE(ranges.size(), 6u);
    const auto name = [&](std::size_t i) { return timeline.hostEvents()->name(ranges[i].event); };
    QCOMPARE(name(0), "step 0");
    QCOMPARE(ranges[0].operations, 3u);
    QCOMPARE(ranges[0].end - ranges[0].start, 600'000); // 50 to 650 us
    QCOMPARE(name(1), "load");
    QCOMPARE(ranges[1].end - ranges[1].start, 40'000);
    QCOMPARE(ranges[1].row, 1);
    QCOMPARE(name(2), "backward");
    QCOMPARE(ranges[2].row, 1); // beside what is over
    QVERIFY(deviceRanges(Timeline()).empty());
}

void TestHostEvents::explanationAndAdviceNameTheLine()
{
    const Timeline timeline = import(trainingEvents()).recording.timeline;
    const auto copy = static_cast<std::uint32_t>(indexOf(timeline, "Memcpy HtoD (Pageable -> Device)"));
    QCOMPARE(
        explain(timeline, nullptr, copy).issuedBy,
        "It was issued by cudaMemcpyAsync, in the operators aten::to > aten::copy_, in the ranges 'step 0 > load', "
        "in the modules Linear_0, called from train.py(10): main.");
    QCOMPARE(originsText(timeline, "pageable-copies", {}), "From train.py:10 main(), aten::to: 2 copies, 0.080 ms.");
    QCOMPARE(originsText(timeline, "late-host", {}), "");
}

void TestHostEvents::eventsNest()
{
    HostEventList list;
    const auto add = [&list](std::int64_t begin, std::int64_t end, const char *name) {
        list.add({begin, end, list.intern(name), 0, 0, HostEventKind::Range});
    };
    add(1'000'000, 2'000'000, "outer");
    add(1'100'000, 1'300'000, "first");
    add(1'299'500, 1'400'000, "rounded");  // begins half a microsecond before its neighbour ends
    add(1'350'000, 1'900'000, "late end"); // overlaps its neighbour for good
    add(1'500'000, 1'500'000, "empty");
    const auto events = list.make(1'000'000, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; });
    const EventThread &thread = events->threads().front();
    const auto rowOf = [&](const std::string &name) {
        for (std::size_t i = 0; i < events->size(); ++i)
            if (events->name(i) == name)
                return static_cast<int>(events->row(i));
        return -1;
    };
    QCOMPARE(rowOf("outer"), 0);
    QCOMPARE(rowOf("first"), 1);
    QCOMPARE(rowOf("rounded"), 1);
    QCOMPARE(rowOf("late end"), 2);
    const auto namesAt = [&](std::int64_t time) {
        std::string names;
        for (const std::uint32_t i : events->openAt(thread, time))
            names += events->name(i) + ' ';
        return names;
    };
    QCOMPARE(namesAt(-1), "");
    QCOMPARE(namesAt(0), "outer ");
    QCOMPARE(namesAt(200'000), "outer first ");
    QCOMPARE(namesAt(370'000), "outer rounded late end ");
    QCOMPARE(namesAt(500'000), "outer late end ");
    QCOMPARE(namesAt(950'000), "outer ");
    QCOMPARE(namesAt(1'000'000), "");
}

/// Each overlaps its neighbours: neither the rows nor the searches grow with their number.
void TestHostEvents::manyOverlappingEventsStaySmall()
{
    HostEventList list;
    constexpr int many = 50'000;
    const std::uint32_t name = list.intern("r");
    for (int i = 0; i < many; ++i)
        list.add({i * 10'000, i * 10'000 + 15'000, name, 0, 0, HostEventKind::Range});
    const auto events = list.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; });
    QVERIFY(events->threads().front().rows[0] <= HostEvents::mostRows);
    for (int i = 0; i < many; i += 997)
        QVERIFY(events->openAt(events->threads().front(), i * 10'000 + 1).size() <= 2);
    HostEventList deep;
    for (int i = 0; i < many; ++i)
        deep.add({i, 10 * many - i, deep.intern("d"), 0, 0, HostEventKind::Operator});
    const auto nested = deep.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; });
    QCOMPARE(nested->threads().front().rows[0], HostEvents::mostRows);
}

void TestHostEvents::pythonFrames()
{
    const auto frame = parsePythonFrame("data/loader.py(41): __next__");
    QVERIFY(frame);
    QCOMPARE(frame->place(), "data/loader.py:41");
    QCOMPARE(frame->function, "__next__");
    QVERIFY(!parsePythonFrame("<built-in function len>"));
    QVERIFY(!parsePythonFrame("nn.Module: Linear_0"));
    QVERIFY(!parsePythonFrame("(3): "));
    QCOMPARE(moduleOf("nn.Module: Linear_0"), "Linear_0");
    QVERIFY(isLibraryFile("torch/nn/modules/module.py"));
    QVERIFY(isLibraryFile("<frozen os>"));
    QVERIFY(isLibraryFile("threading.py"));
    QVERIFY(isLibraryFile("/usr/lib/python3.12/json/encoder.py"));
    QVERIFY(!isLibraryFile("train.py"));
    QVERIFY(!isLibraryFile("torchlike/train.py"));
    QCOMPARE(withoutAddress("<built-in method to of Tensor object at 0x7f74a9a25b80>"),
             "<built-in method to of Tensor object");
    QVERIFY(isWaitingName("pthread_cond_wait"));
    QVERIFY(isWaitingName("<built-in function sleep>"));
    QVERIFY(isWaitingName("<built-in method acquire of _thread.lock object"));
    QVERIFY(!isWaitingName("aten::wait_tensor"));
    QVERIFY(!isWaitingName("<built-in function len>"));
}

void TestHostEvents::nsightKeepsRangesAndSystemCalls()
{
    QCOMPARE(operatorOfRange("aten::to, seq = 45328, op_id = 990350"), "aten::to");
    QCOMPARE(operatorOfRange("aten::empty, op_id = 1"), "aten::empty");
    QCOMPARE(operatorOfRange("load, then go"), "");
    const std::string bytes = database(
        "CREATE TABLE StringIds (id INTEGER, value TEXT);"
        "INSERT INTO StringIds VALUES (1,'cudaLaunchKernel'),(2,'gemm'),(3,'registered'),(4,'sem_wait'),(5,'worker');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId "
        "INTEGER,"
        " nameId INTEGER, returnValue INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1000,2000,16777217,1,1,0),(5000,5100,16777217,2,1,700);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,"
        " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (3000,4000,0,1,7,1,16777216,2);"
        "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, color INTEGER, text TEXT,"
        " globalTid INTEGER, textId INTEGER, domainId INTEGER);"
        "INSERT INTO NVTX_EVENTS VALUES (0,NULL,75,NULL,'MPI',16777217,NULL,1),"
        "(500,9000,59,4278255360,'step',16777217,NULL,0),(600,2500,59,NULL,NULL,16777217,3,1),"
        "(700,2400,59,NULL,'aten::mm, seq = 3, op_id = 7',16777217,NULL,0),(800,NULL,59,NULL,'open',16777217,NULL,0),"
        "(900,NULL,34,NULL,'mark',16777217,NULL,0);"
        "CREATE TABLE OSRT_API (start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER);"
        "INSERT INTO OSRT_API VALUES (6000,8000,16777217,4);"
        "CREATE TABLE ThreadNames (nameId INTEGER, globalTid INTEGER);"
        "INSERT INTO ThreadNames VALUES (5,16777217);");
    const ImportedTrace trace = importTraceBytes(bytes, "test", {});
    const Timeline &timeline = trace.recording.timeline;
    const HostEvents &events = *timeline.hostEvents();
    QCOMPARE(trace.report.host.ranges, 3u);
    QCOMPARE(trace.report.skipped.at("range without an end"), 1u);
    QCOMPARE(events.size(), 4u);
    QCOMPARE(events.threads().front().name, "worker (1)");
    QCOMPARE(events.name(0), "step");
    QCOMPARE(events.style(0).colour, 0xff00ff00u);
    QCOMPARE(events.style(1).domain, "MPI");
    QCOMPARE(events.name(1), "registered");
    QCOMPARE(events.kind(2), HostEventKind::Operator);
    QCOMPARE(events.kind(3), HostEventKind::OsCall);
    QVERIFY(isWaitingName(events.name(3)));
    QCOMPARE(timeline.origins().text(0, OriginPart::Operator), "aten::mm");
    QCOMPARE(timeline.origins().text(0, OriginPart::Range), "step > registered");
    QCOMPARE(timeline.hostCalls()[0].result, 0);
    QCOMPARE(timeline.hostCalls()[1].result, 700);
}

namespace {

/// Two kernels and a copy with stacks, and a third kernel without. `more`: further statements.
std::string chainsDatabase(const std::string &more = {})
{
    return database(
        "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
        "INSERT INTO StringIds VALUES (1,'cudaLaunchKernel_v7000'),(2,'gemm'),(10,'0x7fd9'),(11,'cudaLaunchKernel'),"
        "(12,'void app::Model::forward<float>(int)'),(13,'main'),(14,'__libc_start_main'),(15,'_start'),"
        "(16,'load(std::string const&)'),(20,'/usr/lib64/libcuda.so.525'),(21,'/opt/libcudart.so.11.7'),"
        "(22,'/home/me/train'),(23,'/lib64/libc-2.31.so'),(24,'/env/site-packages/torch/lib/libtorch.so'),"
        "(25,'c10::launch()'),(26,'cudaLaunchKernelExC_v11060'),(27,'cudaLaunchKernelExC');"
        "CREATE TABLE CUDA_CALLCHAINS (id INTEGER, symbol INTEGER, module INTEGER, unresolved INTEGER, originalIP "
        "INTEGER, stackDepth INTEGER);"
        "INSERT INTO CUDA_CALLCHAINS VALUES (1,10,20,1,0,0),(1,11,21,NULL,0,1),(1,25,24,NULL,0,2),(1,12,22,NULL,0,3),"
        "(1,13,22,NULL,0,4),(1,14,23,NULL,0,5),(1,15,22,NULL,0,6),"
        "(2,13,22,NULL,0,2),(2,16,22,NULL,0,1),(2,27,21,NULL,0,0)," // in another order
        "(3,10,20,1,0,0);"                                          // nothing of the program
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId "
        "INTEGER, nameId INTEGER, returnValue INTEGER, callchainId INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1000,2000,16777217,1,1,0,1),(3000,4000,16777217,2,26,0,2),"
        "(5000,6000,16777217,3,1,0,NULL),(7000,8000,16777217,4,1,0,3),(9000,9500,16777217,5,1,0,99);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER,"
        " streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (2100,2200,0,1,7,1,16777216,2),(4100,4200,0,1,7,2,16777216,2),"
        "(6100,6200,0,1,7,3,16777216,2),(8100,8200,0,1,7,4,16777216,2),(9600,9700,0,1,7,5,16777216,2);"
        + more);
}

std::string stackOf(const Timeline &timeline, std::size_t span)
{
    return timeline.origins().text(span, OriginPart::Stack);
}

} // namespace

/// Functions of the program, without those of CUDA, of the system and of installed packages.
void TestHostEvents::nsightKeepsCallChains()
{
    const Timeline timeline = importTraceBytes(chainsDatabase(), "test", {}).recording.timeline;
    QCOMPARE(timeline.size(), 5u);
    QCOMPARE(stackOf(timeline, 0), "main > forward");
    QCOMPARE(stackOf(timeline, 1), "main > load");
    for (std::size_t span = 2; span < 5; ++span)
        QCOMPARE(stackOf(timeline, span), "");
    QCOMPARE(timeline.origins().text(0, OriginPart::Call), "cudaLaunchKernel");
    QCOMPARE(matching(timeline, "stack:load"), 1u);
    const std::string fromZero =
        chainsDatabase("UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET callchainId = callchainId - 1;");
    const Timeline shifted = importTraceBytes(fromZero, "test", {}).recording.timeline; // chains count from 1
    QCOMPARE(stackOf(shifted, 0), "main > forward");
    QCOMPARE(stackOf(shifted, 1), "main > load");
    ImportOptions plain;
    plain.hostEvents = false;
    QVERIFY(importTraceBytes(chainsDatabase(), "test", plain).recording.timeline.origins().empty());
}

/// Ranges stay beside them; Python frames say more.
void TestHostEvents::callChainsGiveWayToPython()
{
    Timeline timeline = importTraceBytes(chainsDatabase(), "test", {}).recording.timeline;
    CallStacks stacks;
    stacks.texts.emplace_back("main > native");
    stacks.ofCall.assign(timeline.hostCalls().size(), 1);
    const auto with = [&](HostEventKind kind, const char *name) {
        HostEventList list;
        list.add({0, 100'000, list.intern(name), 0, 0, kind});
        timeline.setHostEvents(list.make(0, [](std::int32_t) { return EventThread{"t", "p", 0, 0, 0, {}}; }));
        setHostOrigins(timeline, {}, stacks);
    };
    with(HostEventKind::Range, "step");
    QCOMPARE(stackOf(timeline, 0), "main > native");
    QCOMPARE(timeline.origins().text(0, OriginPart::Range), "step");
    with(HostEventKind::PythonFrame, "train.py(3): main");
    QCOMPARE(stackOf(timeline, 0), "train.py(3): main");
}

/// A file that claims deep and many stacks is refused, and never more than a part of a stack is kept.
void TestHostEvents::callChainsTakeCountedMemory()
{
    const std::string deep =
        chainsDatabase("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                       "INSERT INTO CUDA_CALLCHAINS SELECT 99, 12, 22, NULL, 0, i FROM n;");
    const Timeline timeline = importTraceBytes(deep, "test", {}).recording.timeline;
    QVERIFY(stackOf(timeline, 4).ends_with("forward > forward"));
    QVERIFY(stackOf(timeline, 4).size() <= HostOrigins::longestText);
    const std::string many =
        chainsDatabase("WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
                       "INSERT INTO CUDA_CALLCHAINS SELECT i, i, 22, NULL, 0, 0 FROM n;"
                       "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
                       "INSERT INTO StringIds SELECT i, 'function' || i FROM n;");
    ImportOptions small;
    small.memoryLimit = 8 << 20;
    QVERIFY(importTraceBytes(chainsDatabase(), "test", small).recording.timeline.size() == 5);
    QVERIFY_THROWS_EXCEPTION(RunError, importTraceBytes(many, "test", small));
}

void TestHostEvents::realTraces_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<quint64>("operators");
    QTest::addColumn<quint64>("ranges");
    QTest::addColumn<quint64>("frames");
    QTest::addColumn<QString>("query");
    QTest::addColumn<quint64>("matches");
    QTest::newRow("55 MB") << "public/tracelens_h100_owlv2_55MB.json.gz" << quint64(24'378) << quint64(7)
                           << quint64(65'313) << "range:ProfilerStep#6" << quint64(5'247);
    QTest::newRow("Nsight") << "public/nsysai_mfu_2gpu_before__schema3.25.0.sqlite" << quint64(0) << quint64(19'118)
                            << quint64(0) << "operator:aten::mm kernel" << quint64(0);
    QTest::newRow("stacks") << "ranks/ddp-stack.rank0.json.gz" << quint64(20'887) << quint64(82) << quint64(8'104)
                            << "range:backward" << quint64(2'427);
}

void TestHostEvents::realCallChains()
{
    const QString path = sharedTrace("public/pipit_saxpy_mpi_a100__schema2.9.1.sqlite");
    if (path.isEmpty())
        QSKIP("the shared traces are not here");
    const Timeline timeline = importTrace(path.toStdString()).recording.timeline; // its calls count chains from 0
    std::size_t kernels = 0;
    for (std::size_t span = 0; span < timeline.size(); ++span) {
        if (runsOnGpu(timeline.kinds()[span]))
            QVERIFY(stackOf(timeline, span).starts_with("main"));
        if (timeline.kinds()[span] == OperationKind::Kernel && ++kernels > 0)
            QCOMPARE(stackOf(timeline, span), "main > saxpy > saxpy"); // the function and its stub
    }
    QVERIFY(kernels > 0);
}

void TestHostEvents::realTraces()
{
    QFETCH(const QString, file);
    QFETCH(const quint64, operators);
    QFETCH(const quint64, ranges);
    QFETCH(const quint64, frames);
    QFETCH(const QString, query);
    QFETCH(const quint64, matches);
    const QString path = sharedTrace(file);
    if (path.isEmpty())
        QSKIP("the shared traces are not here");
    const ImportedTrace trace = importTrace(path.toStdString());
    const HostEvents &events = *trace.recording.timeline.hostEvents();
    QCOMPARE(trace.report.host.operators, operators);
    QCOMPARE(trace.report.host.ranges, ranges);
    QCOMPARE(trace.report.host.pythonFrames, frames);
    QCOMPARE(events.size(), operators + ranges + frames);
    QVERIFY(events.memoryBytes() <= 64 * events.size());
    QCOMPARE(matching(trace.recording.timeline, query.toStdString()), matches);
}

QTEST_GUILESS_MAIN(TestHostEvents)
#include "tst_host_events.moc"
