// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What becomes of the rows of a recording, and of one that is cut off, broken or hostile.
#include "tests/support/files.h"
#include "tests/support/recording_bytes.h"

#include "engine/analysis/analysis.h"
#include "engine/device/device_profile.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "engine/timeline/host/host_events.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <fstream>

#include <zlib.h>

using namespace streamscope;
using namespace streamscope::test;
using recording::ChunkHeader;
using recording::RowKind;

namespace {

ImportedTrace import(const std::string &bytes, bool salvage = false)
{
    ImportOptions options;
    options.salvage = salvage;
    return importTraceBytes(bytes, "test", options);
}

QStringList warningsOf(const ImportedTrace &trace)
{
    QStringList list;
    for (const std::string &warning : trace.report.warnings)
        list << QString::fromStdString(warning);
    return list;
}

int warningsWith(const ImportedTrace &trace, const char *part)
{
    return static_cast<int>(warningsOf(trace).filter(QLatin1String(part)).size());
}

QByteArray message(const std::string &bytes, bool salvage = false)
{
    try {
        import(bytes, salvage);
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

/// The span of this name.
Span spanNamed(const Timeline &timeline, const char *name, std::size_t *index = nullptr)
{
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.name(timeline.nameIndices()[i]) == name) {
            if (index)
                *index = i;
            return timeline.span(i);
        }
    qFatal("no span %s", name);
}

/// Two streams, of which the second waits for the first, with a range, synchronisations and every kind of operation.
std::string smallRecording()
{
    RecordingBytes file;
    file.start(3, 8).stream(13, -5, 2).stream(14, 0, 1);
    file.copy(1, 1'000'000, 13, 1'000, 10'000, 60'000).kernel("_Z5scalePfi", 13, 4'000, 60'500, 100'000);
    const std::uint64_t record = file.record(13, 8'000);
    file.wait(14, record, 10'000).kernel("second", 14, 12'000, 101'000, 150'000);
    file.range("step 1", 500, 20'000);
    recording::MemsetRow memset{};
    memset.start = 151'000;
    memset.end = 152'000;
    memset.context = RecordingBytes::context;
    memset.stream = 14;
    memset.correlation = file.call("cudaMemsetAsync", 14'000, 15'000);
    memset.bytes = 4'096;
    memset.memory = 3;
    file.writer().add(memset);
    recording::GraphRow graph{};
    graph.start = 153'000;
    graph.end = 160'000;
    graph.context = RecordingBytes::context;
    graph.stream = 14;
    graph.correlation = file.call("cudaGraphLaunch", 16'000, 18'000);
    graph.graph = 2;
    file.writer().add(graph);
    recording::MigrationRow migration{};
    migration.start = 20'000;
    migration.end = 30'000;
    migration.value = 65'536;
    migration.counter = 1;
    migration.fromDevice = recording::none;
    file.writer().add(migration);
    file.writer().add(recording::OverheadRow{19'000, 19'500, 6U << 16, RecordingBytes::thread, 0});
    file.writer().add(recording::ThreadRow{RecordingBytes::thread, file.writer().text("main")});
    file.synchronise(20'000, 170'000);
    return file.bytes();
}

/// A chunk with a right checksum, not packed.
std::string chunk(RowKind kind, std::uint16_t columns, std::uint32_t rows, const std::string &payload,
                  std::uint32_t plain = 0)
{
    const auto size = static_cast<std::uint32_t>(payload.size());
    ChunkHeader header{
        recording::chunkMagic, static_cast<std::uint16_t>(kind), columns, rows, plain ? plain : size, size, 0};
    const auto bytes = [](const auto *at) { return reinterpret_cast<const Bytef *>(at); };
    header.checksum = static_cast<std::uint32_t>(
        crc32(crc32(0, bytes(&header), offsetof(ChunkHeader, checksum)), bytes(payload.data()), size));
    return std::string(reinterpret_cast<const char *>(&header), sizeof header) + payload;
}

std::string column(const std::string &numbers)
{
    const auto size = static_cast<std::uint32_t>(numbers.size());
    return std::string(reinterpret_cast<const char *>(&size), sizeof size) + numbers;
}

/// A file with these chunks and no end.
std::string file(const std::string &chunks, std::uint32_t version = recording::version)
{
    recording::FileHeader header{{}, version, sizeof header};
    std::memcpy(header.magic, recording::magic, sizeof header.magic);
    return std::string(reinterpret_cast<const char *>(&header), sizeof header) + chunks;
}

} // namespace

class TestRecordingReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operationsWithTheirFacts();
    void callsAndWhatTheyIssued();
    void waitsForTheVeryRecord();
    void streamsAndTheirKinds();
    void theDeviceAndTheProcess();
    void timesAndTheirClocks();
    void rangesAndThreads();
    void countersAndMigrations();
    void whatWasLostIsSaid();
    void severalWindows();
    void everyPrefixOpens();
    void aFileThatGrows();
    void brokenFilesAreRefused_data();
    void brokenFilesAreRefused();
    void aBrokenChunkNeedsSalvage();
    void laterRecordersAreRead();
    void memoryIsLimited();
    void theGoldenFile();
};

void TestRecordingReader::operationsWithTheirFacts()
{
    const ImportedTrace trace = import(smallRecording());
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(trace.report.kept[static_cast<std::size_t>(OperationKind::Kernel)], 3U);
    QCOMPARE(trace.report.format, std::string("StreamScope recording, recorder 0.1.0"));
    std::size_t index = 0;
    const Span kernel = spanNamed(timeline, "scale(float*, int)", &index);
    QCOMPARE(kernel.start, 60'500 - trace.report.originNs);
    QCOMPARE(kernel.end, 100'000 - trace.report.originNs);
    QCOMPARE(kernel.issue, 4'000 - trace.report.originNs);
    QCOMPARE(kernel.returned, 6'000 - trace.report.originNs);
    const LaunchShape *shape = timeline.launchShape(index);
    QVERIFY(shape);
    QCOMPARE(shape->blocks(), 264U);
    QCOMPARE(shape->registers, 32U);
    QCOMPARE(shape->sharedMemory, 3'072U);
    const Span copy = spanNamed(timeline, "Memcpy HtoD (Pinned -> Device)");
    QCOMPARE(copy.kind, OperationKind::H2D);
    QCOMPARE(copy.bytes, 1'000'000U);
    QCOMPARE(copy.from, MemoryKind::Pinned);
    QCOMPARE(copy.to, MemoryKind::Device);
    QCOMPARE(spanNamed(timeline, "Memset (Device)").bytes, 4'096U);
    QCOMPARE(spanNamed(timeline, "CUDA graph 2").kind, OperationKind::Kernel);
    QCOMPARE(warningsWith(trace, "recorded as a whole"), 1);
    QCOMPARE(warningsWith(trace, "ends early"), 0);
}

void TestRecordingReader::callsAndWhatTheyIssued()
{
    const ImportedTrace trace = import(smallRecording());
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(trace.report.host.calls, 8U);
    QCOMPARE(timeline.hostCalls().size(), 9U); // and the driver's own work
    std::size_t kernel = 0;
    spanNamed(timeline, "second", &kernel);
    int found = 0;
    for (const HostCall &call : timeline.hostCalls()) {
        found += call.spans == 1 && call.firstSpan == kernel && call.kind == HostCallKind::Launch ? 1 : 0;
        found += call.kind == HostCallKind::DriverWork ? 1 : 0;
        found += call.kind == HostCallKind::DeviceSync && call.end == 170'000 - trace.report.originNs ? 1 : 0;
    }
    QCOMPARE(found, 3);
}

void TestRecordingReader::waitsForTheVeryRecord()
{
    // One event is recorded twice; the wait is for the first of them, and stands before it in the file.
    RecordingBytes file;
    file.start().stream(13, 0, 2).stream(14, 0, 2);
    file.kernel("a", 13, 0, 10'000, 20'000);
    file.wait(14, 1, 6'000).kernel("c", 14, 9'000, 30'000, 40'000);
    QCOMPARE(file.record(13, 3'000), 1U);
    file.kernel("b", 13, 4'000, 20'000, 60'000);
    file.record(13, 5'500);
    const ImportedTrace trace = import(file.bytes());
    const Timeline &timeline = trace.recording.timeline;
    std::size_t a = 0, c = 0;
    spanNamed(timeline, "a", &a);
    spanNamed(timeline, "c", &c);
    bool linked = false;
    for (const EventLink &link : timeline.eventLinks()) {
        QCOMPARE(link.from, static_cast<std::uint32_t>(a));
        linked = linked || link.to == c;
    }
    QVERIFY(linked);
    for (const HostCall &call : timeline.hostCalls())
        if (call.kind == HostCallKind::StreamWait) {
            QVERIFY(call.record != HostCall::none);
            QCOMPARE(timeline.hostCalls()[call.record].begin, 3'000 - trace.report.originNs);
        }
    // A record outside the recording is said.
    RecordingBytes late;
    late.start().kernel("a", 13, 0, 10'000, 20'000).wait(13, 99, 3'000).kernel("b", 13, 5'000, 20'000, 30'000);
    QCOMPARE(warningsWith(import(late.bytes()), "whose record is not in the file"), 1);
}

void TestRecordingReader::streamsAndTheirKinds()
{
    RecordingBytes file;
    file.start().stream(13, -5, 2).stream(14, 0, 1);
    for (const std::uint32_t stream : {7U, 13U, 14U, 15U})
        file.kernel("k", stream, 0, 10'000, 20'000);
    const Timeline timeline = import(file.bytes()).recording.timeline;
    std::map<std::string, TimelineStream> streams;
    for (const TimelineStream &stream : timeline.streams())
        streams[stream.id] = stream;
    QCOMPARE(streams["7"].role, StreamRole::LegacyDefault);
    QCOMPARE(streams["13"].role, StreamRole::NonBlocking);
    QCOMPARE(streams["13"].priority, -5);
    QCOMPARE(streams["14"].role, StreamRole::Blocking);
    QCOMPARE(streams["15"].role, StreamRole::Ordinary);
}

void TestRecordingReader::theDeviceAndTheProcess()
{
    RecordingBytes file;
    file.start(3, 8);
    file.writer().fact("driver.version", "580.95.05");
    file.writer().fact("note", "Multi-process service is on.");
    file.writer().fact("note", "Calls were not recorded.");
    file.writer().fact("device.1.name", "other GPU");
    file.writer().fact("recorder.call_ns.with", "262");
    file.writer().fact("recorder.call_ns.without", "5");
    file.kernel("k", 7, 0, 10'000, 20'000);
    const ImportedTrace trace = import(file.bytes());
    QCOMPARE(trace.report.recordedCallNs.value_or(0), 257);
    const DeviceInfo &device = trace.recording.device;
    QCOMPARE(device.name, std::string("NVIDIA H200"));
    QCOMPARE(device.multiprocessors.value_or(0), 132);
    QCOMPARE(device.computeMajor.value_or(0), 9);
    QCOMPARE(device.computeMinor.value_or(1), 0);
    QCOMPARE(device.asyncEngineCount, 3);
    QCOMPARE(device.memoryBytes.value_or(0), 150'000'000'000U);
    QCOMPARE(device.driverRelease.value_or(""), std::string("580.95.05"));
    QCOMPARE(device.uuid.value_or(""), std::string("GPU-1"));
    QCOMPARE(trace.report.rank, 3);
    QCOMPARE(trace.report.node, std::string("node1"));
    QCOMPARE(trace.report.worldSize, 8);
    QCOMPARE(trace.report.baseTimeNs.value_or(0), 1'790'857'026'000'000'000);
    QCOMPARE(warningsWith(trace, "Multi-process service is on."), 1);
    QCOMPARE(warningsWith(trace, "Calls were not recorded."), 1);
    const std::vector<std::pair<std::string, std::string>> &known = trace.recording.environment;
    QVERIFY(std::find(known.begin(), known.end(), std::pair<std::string, std::string>("host", "node1")) != known.end());
}

void TestRecordingReader::timesAndTheirClocks()
{
    const Timeline timeline = import(smallRecording()).recording.timeline;
    for (std::size_t i = 0; i < timeline.size(); ++i)
        QCOMPARE(timeline.clocks()[i], runsOnGpu(timeline.kinds()[i]) ? Clock::Cupti : Clock::Host);
}

void TestRecordingReader::rangesAndThreads()
{
    RecordingBytes file;
    file.start().kernel("k", 7, 1'000, 10'000, 20'000).range("outer", 0, 30'000).range("inner", 500, 4'000);
    const std::uint32_t name = file.writer().text("coloured"), domain = file.writer().text("nccl");
    file.writer().add(recording::RangeRow{40'000, 50'000, 101, name, domain, 0xff00ff00, 2});
    file.writer().add(recording::RangeRow{45'000, 45'000, 101, name, 0, 0, 3});
    file.writer().add(recording::ThreadRow{101, file.writer().text("loader")});
    const ImportedTrace trace = import(file.bytes());
    const HostEvents *events = trace.recording.timeline.hostEvents();
    QVERIFY(events);
    QCOMPARE(events->count(HostEventKind::Range), 3U);
    QCOMPARE(trace.report.host.ranges, 3U);
    QCOMPARE(trace.report.skipped.at("NVTX mark (it has no length)"), 1U);
    int styled = 0, named = 0;
    for (std::size_t i = 0; i < events->size(); ++i)
        styled += events->style(i) == RangeStyle{"nccl", 0xff00ff00} && events->name(i) == "coloured" ? 1 : 0;
    for (const EventThread &thread : events->threads())
        named += thread.name == "loader (101)" && thread.process == "4711" ? 1 : 0;
    QCOMPARE(styled, 1);
    QCOMPARE(named, 1);
}

void TestRecordingReader::countersAndMigrations()
{
    RecordingBytes file;
    file.start().kernel("k", 7, 0, 10'000, 20'000);
    file.writer().add(recording::MigrationRow{1'000, 2'000, 4'096, 0, 2, 0, recording::none, 0});
    file.writer().add(recording::MigrationRow{1'000, 2'000, 3, 0, 4, 0, recording::none, 0});
    file.writer().add(recording::AllocationRow{500, 1, 3, 0, 0x7000, 100, 0, 1, 0, 0});
    const ImportedTrace trace = import(file.bytes());
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(timeline.size(), 2U);
    const Span span = spanNamed(timeline, "Memcpy unified DtoH (Managed -> Managed)");
    QCOMPARE(span.bytes, 4'096U);
    QCOMPARE(timeline.streams()[static_cast<std::size_t>(span.stream)].role, StreamRole::Migration);
    QCOMPARE(trace.report.skipped.at("fault of managed memory, or another count"), 1U);
    QCOMPARE(trace.report.skipped.at("allocation or release of memory (the host's call is kept instead)"), 1U);
}

void TestRecordingReader::whatWasLostIsSaid()
{
    RecordingBytes file;
    file.start().kernel("k", 7, 0, 10'000, 20'000);
    const std::uint32_t slow = file.writer().text("the disk is too slow");
    file.writer().add(recording::DroppedRow{1'000, 10, slow});
    file.writer().add(recording::DroppedRow{2'000, 32, slow});
    file.writer().add(recording::DroppedRow{2'000, 1, file.writer().text("CUPTI")});
    const ImportedTrace trace = import(file.bytes());
    QCOMPARE(warningsWith(trace, "42 records were lost while recording: the disk is too slow."), 1);
    QCOMPARE(warningsWith(trace, "1 record was lost while recording: CUPTI."), 1);
}

void TestRecordingReader::severalWindows()
{
    RecordingBytes file;
    file.start();
    const auto turn = [&file](std::int64_t time, bool on, const char *cause) {
        file.writer().add(recording::SwitchRow{time, on, file.writer().text(cause)});
    };
    turn(0, true, "start of the program");
    file.kernel("k", 7, 0, 10'000, 20'000);
    turn(1'500'000'000, false, "");
    QCOMPARE(warningsWith(import(file.unfinished()), "The recording was on"), 0);
    turn(2'000'000'000, true, "signal");
    const ImportedTrace trace = import(file.bytes());
    QCOMPARE(warningsWith(trace, "The recording was on 2 times"), 1);
    QCOMPARE(warningsWith(trace, "0.000 s to 1.500 s (start of the program), 2.000 s to the end (signal)."), 1);
}

/// Whatever a killed program left: the operations that are there are those at the start of the whole file.
void TestRecordingReader::everyPrefixOpens()
{
    RecordingBytes made;
    made.start();
    for (int i = 0; i < 6; ++i) {
        made.kernel("k" + std::to_string(i), 7, 1'000 * i, 10'000 * i + 10'000, 10'000 * i + 15'000);
        made.unfinished();
    }
    const std::string whole = made.bytes();
    std::size_t kernels = 0;
    for (std::size_t size = sizeof(recording::magic); size < whole.size(); ++size) {
        const ImportedTrace trace = import(whole.substr(0, size));
        const Timeline &timeline = trace.recording.timeline;
        QCOMPARE(warningsWith(trace, "The recording ends early"), 1);
        QVERIFY(timeline.size() >= kernels);
        kernels = timeline.size();
        for (std::size_t i = 0; i < kernels; ++i)
            QCOMPARE(timeline.name(timeline.nameIndices()[i]), "k" + std::to_string(i));
    }
    QCOMPARE(kernels, 6U);
    QCOMPARE(warningsWith(import(whole), "The recording ends early"), 0);
    for (std::size_t size = 0; size < sizeof(recording::magic); ++size)
        QVERIFY(!message(whole.substr(0, size)).isEmpty());
}

void TestRecordingReader::aFileThatGrows()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString() + "/grows.ssrec";
    RecordingBytes made;
    made.start();
    std::size_t before = 0;
    for (int i = 0; i < 3; ++i) {
        made.kernel("k", 7, 1'000 * i, 10'000 * i + 10'000, 10'000 * i + 15'000);
        const std::string now = made.unfinished();
        std::ofstream(path, std::ios::binary | std::ios::app) << now.substr(before);
        before = now.size();
        const ImportedTrace trace = importTrace(path);
        QCOMPARE(trace.recording.timeline.size(), static_cast<std::size_t>(i) + 1);
        QCOMPARE(warningsWith(trace, "The recording ends early"), 1);
    }
}

void TestRecordingReader::brokenFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const std::string &bytes, const char *text) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(text);
    };
    const std::string one = column(std::string(1, '\0')), two = one + one;
    row("another version", file({}, 2), "a recording of version 2; this StreamScope reads version 1");
    std::string wrong = file(chunk(RowKind::Clock, 2, 1, two));
    wrong[sizeof(recording::FileHeader)] ^= 1;
    row("no chunk", wrong, "the chunk at byte 16 is broken: no chunk begins here");
    wrong = file(chunk(RowKind::Clock, 2, 1, two));
    wrong.back() ^= 1;
    row("checksum", wrong, "its checksum is wrong");
    wrong = file(chunk(RowKind::Clock, 2, 1, two));
    wrong[sizeof(recording::FileHeader) + offsetof(ChunkHeader, kind)] ^= 1;
    row("checksum of the header", wrong, "its checksum is wrong");
    row("too many rows", file(chunk(RowKind::Clock, 2, 65'537, two)), "impossible sizes");
    row("no rows", file(chunk(RowKind::Clock, 2, 0, two)), "impossible sizes");
    row("huge when unpacked", file(chunk(RowKind::Clock, 2, 1, two, 0xffffffff)), "impossible sizes");
    row("more rows than bytes", file(chunk(RowKind::Clock, 2, 60'000, two)), "more columns than bytes");
    row("no columns", file(chunk(RowKind::Clock, 0, 1, two)), "more columns than bytes");
    row("more columns than bytes", file(chunk(RowKind::Clock, 65'535, 1, two)), "more columns than bytes");
    row("not packed", file(chunk(RowKind::Clock, 2, 1, two, 100)), "it cannot be unpacked");
    std::string longer = two;
    longer[0] = 100;
    row("a column beyond the end", file(chunk(RowKind::Clock, 2, 1, longer)), "column 0 is longer than the chunk");
    row("fewer numbers", file(chunk(RowKind::Clock, 1, 2, column(std::string("\0", 1)) + "abc")), "column 0 has other");
    row("more numbers", file(chunk(RowKind::Clock, 1, 1, column(std::string("\0\0", 2)))), "column 0 has other");
    row("a number of 65 bits", file(chunk(RowKind::Clock, 1, 1, column(std::string(9, '\xff') + '\x02'))),
        "column 0 has other");
    row("an endless number", file(chunk(RowKind::Clock, 1, 1, column(std::string(12, '\x80')))), "column 0 has other");
    row("a value beyond its column", file(chunk(RowKind::Switch, 2, 1, one + column("\x80\x04"))),
        "column 1 has other");
    row("bytes behind the columns", file(chunk(RowKind::Clock, 2, 1, two + "x")), "bytes stand behind its columns");
    row("a text that is nowhere", file(chunk(RowKind::Fact, 2, 1, column("\x0e") + one)), "it names text 7");
    row("a text beyond the end", file(chunk(RowKind::Text, 1, 1, column("\x0e") + "abc")), "a text is longer");
    row("bytes behind the texts", file(chunk(RowKind::Text, 1, 1, column("\x02") + "abc")), "behind its texts");
}

void TestRecordingReader::brokenFilesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    const QByteArray said = message(bytes.toStdString());
    QVERIFY2(said.startsWith("test: ") && said.contains(text), said.constData());
}

void TestRecordingReader::aBrokenChunkNeedsSalvage()
{
    RecordingBytes made;
    made.start().kernel("a", 7, 0, 10'000, 20'000);
    const std::size_t before = made.unfinished().size();
    made.kernel("b", 7, 1'000, 20'000, 30'000);
    std::string bytes = made.bytes();
    bytes[before + 25] ^= 1;
    QVERIFY(message(bytes).contains("is broken"));
    const ImportedTrace trace = import(bytes, true);
    QCOMPARE(trace.recording.timeline.size(), 1U);
    QVERIFY(!trace.report.brokenAt.empty());
    const std::string place = "The file is broken: the chunk at byte " + std::to_string(before);
    QCOMPARE(warningsWith(trace, place.c_str()), 1);
    QCOMPARE(warningsWith(trace, "ends early"), 0);
}

/// Kinds and columns that are not known yet are passed over; columns that an older recorder did not have are 0.
void TestRecordingReader::laterRecordersAreRead()
{
    const std::string zero = column(std::string(1, '\0')), two = column("\x04");
    std::string kernel;
    for (int i = 0; i < 25; ++i)
        kernel += i == 1 ? column("\x28") : zero;
    const ImportedTrace trace =
        import(file(chunk(static_cast<RowKind>(99), 3, 1, zero + zero + zero) + chunk(RowKind::Kernel, 25, 1, kernel)
                    + chunk(RowKind::Copy, 3, 1, zero + two + zero)));
    QCOMPARE(trace.recording.timeline.size(), 2U);
    QCOMPARE(trace.report.skipped.at("row of a kind that this StreamScope does not know"), 1U);
    const Span copy = spanNamed(trace.recording.timeline, "Memcpy Unknown (Unknown -> Unknown)");
    QCOMPARE(copy.duration(), 2);
}

void TestRecordingReader::memoryIsLimited()
{
    RecordingBytes made;
    made.start();
    for (int i = 0; i < 20'000; ++i)
        made.kernel("k", 7, 1'000 * i, 10'000 * i + 10'000, 10'000 * i + 15'000);
    ImportOptions options;
    options.memoryLimit = 1 << 20;
    const std::string bytes = made.bytes();
    QVERIFY_THROWS_EXCEPTION(RunError, importTraceBytes(bytes, "test", options));
}

/// Written once by smallRecording(): files of earlier recorders stay readable.
void TestRecordingReader::theGoldenFile()
{
    const QString path = sourcePath(QStringLiteral("tests/data/traces/small.ssrec"));
    if (qEnvironmentVariableIsSet("STREAMSCOPE_WRITE_GOLDEN"))
        store(path, QByteArray::fromStdString(smallRecording()));
    const std::string bytes = contentOf(path).toStdString();
    const ImportedTrace golden = import(bytes), made = import(smallRecording());
    QCOMPARE(golden.report.warnings, made.report.warnings);
    QCOMPARE(golden.recording.timeline.size(), made.recording.timeline.size());
    for (std::size_t i = 0; i < golden.recording.timeline.size(); ++i)
        QVERIFY(golden.recording.timeline.span(i) == made.recording.timeline.span(i));
    QCOMPARE(golden.recording.timeline.hostCalls(), made.recording.timeline.hostCalls());
    QCOMPARE(golden.recording.timeline.names(), made.recording.timeline.names());
}

QTEST_APPLESS_MAIN(TestRecordingReader)
#include "tst_recording_reader.moc"
