// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/formats/files/parameter_json.h"
#include "engine/formats/files/preset.h"
#include "engine/formats/files/program_file.h"
#include "engine/formats/files/raw_times_file.h"
#include "engine/formats/text/decimal.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "tests/support/files.h"
#include "tests/support/session_bytes.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>

#include <limits>
#include <random>

using namespace streamscope;
using namespace streamscope::test;

/// Files that are written read back equal: random contents with extremes, and every file of the repository.
class TestRoundTrips : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void traces_data();
    void traces();
    void operationTables_data();
    void operationTables();
    void recordings_data();
    void recordings();
    void presets();
    void numbersAndTexts();
    void programs();
    void profiles();
    void rawTimes();
    void foreignNumbers_data();
    void foreignNumbers();
    void tableTexts_data();
    void tableTexts();
    void files_data();
    void files();
};

namespace {

constexpr unsigned seeds = 200;

void seedRows()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= seeds; ++seed)
        QTest::addRow("%u", seed) << seed;
}

/// Draws random contents that every reader accepts; unusual ones are more frequent.
class Draw
{
public:
    explicit Draw(unsigned seed) : m_random(seed) {}

    std::size_t pick(std::size_t choices) { return m_random() % choices; }
    bool yes() { return pick(2) == 0; }
    template <typename T>
    T oneOf(std::initializer_list<T> values)
    {
        return values.begin()[pick(values.size())];
    }
    std::uint64_t number() { return m_random(); }

    std::string text()
    {
        std::string text = oneOf<std::string>({"", "", "kernel", "=1+1", "+1", "-1", "@x", "'=x", "''", "'", " ", "7"});
        for (std::size_t i = pick(6); i > 0; --i)
            text += oneOf<std::string>({"a",
                                        "\"",
                                        "\\",
                                        "\n",
                                        "\r",
                                        "\r\n",
                                        ",",
                                        ";",
                                        "\t",
                                        "\b",
                                        "\x01",
                                        "\x7f",
                                        "µ",
                                        "\xf0\x9f\x98\x80",
                                        "\xef\xbf\xbd",
                                        "\\u0041",
                                        std::string(1, '\0'),
                                        "/",
                                        "<",
                                        "Memcpy HtoD (Pageable -> Device)",
                                        "Synchronize",
                                        " "});
        return text;
    }
    std::int64_t time()
    {
        const auto any = static_cast<std::int64_t>(m_random() % 1'000'000);
        return oneOf<std::int64_t>(
            {any, any, any, any, 0, -any, earliestTimeNs, latestTimeNs, 1'700'000'000'000'000'000 + any});
    }
    std::int64_t timeOrNone() { return yes() ? unknownTime : time(); }
    std::uint64_t bytes()
    {
        constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        return oneOf<std::uint64_t>({0, 1, 4096, most, most / 2, most / 2 + 1, 0xffff'ffff, m_random()});
    }

    TimelineStream stream(std::size_t number)
    {
        constexpr int most = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
        return {text() + " " + std::to_string(number), oneOf({0, 0, 1, 7, 1023}), oneOf({0, -5, 5, most, least}),
                static_cast<StreamRole>(pick(5))};
    }

    Span span(Timeline &timeline)
    {
        Span span;
        span.kind = static_cast<OperationKind>(pick(operationKindCount));
        span.engine = static_cast<Engine>(pick(7));
        span.clock = static_cast<Clock>(pick(clockCount));
        span.start = time();
        span.end = yes() ? span.start + static_cast<std::int64_t>(pick(5000)) : time();
        span.end = std::min(latestTimeNs, std::max(span.start, span.end));
        span.issue = timeOrNone();
        span.ready = timeOrNone();
        span.returned = timeOrNone();
        span.bytes = bytes();
        span.chunk = oneOf<std::int32_t>({-1, 0, 3, std::numeric_limits<std::int32_t>::max()});
        span.thread = oneOf<std::int32_t>({0, 0, 1, 63});
        span.stream = static_cast<std::int32_t>(pick(timeline.streams().size() + 1)) - 1;
        span.from = static_cast<MemoryKind>(pick(8));
        span.to = static_cast<MemoryKind>(pick(8));
        span.name = timeline.intern(text());
        return span;
    }

    Timeline timeline()
    {
        Timeline timeline;
        for (std::size_t i = 0, streams = pick(5); i < streams; ++i)
            timeline.addStream(stream(i));
        const std::size_t spans = pick(30);
        for (std::size_t i = 0; i < spans; ++i)
            timeline.append(span(timeline));
        std::vector<EventLink> links;
        for (std::size_t i = pick(8); i > 0 && spans > 0; --i)
            links.push_back({static_cast<std::uint32_t>(pick(spans)), static_cast<std::uint32_t>(pick(spans))});
        timeline.setEventLinks(links);
        timeline.setGlobalTimerStep(oneOf({0, 32, 1'000'000'000}));
        addFacts(timeline);
        timeline.setHostCalls(calls(timeline));
        return timeline;
    }

    LaunchShape shape()
    {
        const auto count = [this] { return oneOf<std::uint32_t>({0, 1, 132, 0xffff'ffff}); };
        return {{count(), 1, count()}, {count(), count(), 2}, count(), count()};
    }

    /// Shapes of kernels, and collectives.
    void addFacts(Timeline &timeline)
    {
        for (std::size_t i = 0; i < timeline.size(); ++i) {
            if (timeline.kinds()[i] != OperationKind::Kernel || timeline.streamIndices()[i] < 0)
                continue;
            if (yes())
                timeline.setLaunchShape(i, shape());
            if (yes())
                timeline.setCollective(i, {text(), text(), oneOf<std::uint64_t>({0, 4096, std::uint64_t{1} << 55U}),
                                           oneOf<std::int64_t>({-1, 0, 7}), oneOf({0, 8, 1024})});
        }
    }

    HostCalls calls(Timeline &timeline)
    {
        HostCalls calls;
        const std::size_t count = pick(12);
        for (std::size_t i = 0; i < count; ++i) {
            HostCall call;
            call.begin = time();
            call.end = std::min(latestTimeNs, call.begin + static_cast<std::int64_t>(pick(5000)));
            call.name = timeline.intern(text());
            call.thread = oneOf<std::int32_t>({0, 0, 1, 63});
            call.stream = static_cast<std::int32_t>(pick(timeline.streams().size() + 1)) - 1;
            call.record = yes() ? HostCall::none : static_cast<std::uint32_t>(pick(count));
            if (timeline.size() > 0 && yes()) {
                call.firstSpan = static_cast<std::uint32_t>(pick(timeline.size()));
                call.spans = static_cast<std::uint32_t>(1 + pick(timeline.size() - call.firstSpan));
            }
            call.kind = static_cast<HostCallKind>(pick(static_cast<std::size_t>(HostCallKind::Other) + 1));
            calls.append(call);
        }
        calls.sortByBegin();
        return calls;
    }

    std::vector<std::int64_t> samples()
    {
        std::vector<std::int64_t> list;
        for (std::size_t i = pick(4); i > 0; --i)
            list.push_back(std::max<std::int64_t>(time(), 0));
        return list;
    }

    Recording recording()
    {
        Recording recording;
        recording.timeline = timeline();
        recording.device.id = text();
        recording.device.name = text();
        recording.device.kind = yes() ? DeviceKind::Cuda : DeviceKind::Simulated;
        recording.device.asyncEngineCount = oneOf({0, 1, 2, 1000});
        if (yes())
            recording.device.multiprocessors = oneOf({0, 132, 1'000'000});
        recording.makespans = {{}, samples(), std::max<std::int64_t>(time(), 0), samples()};
        return recording;
    }

    /// With what only our own process hands on.
    Recording wholeRecording()
    {
        Recording r = recording();
        r.device.memoryBytes = bytes();
        r.device.uuid = text();
        r.device.eccEnabled = yes();
        r.makespans.warmup = samples();
        r.verification = static_cast<Verification>(pick(3));
        r.verificationText = "\xff" + text();
        r.notes = {text(), text()};
        r.environment = {{text(), text()}};
        r.startup = {{text(), time(), time()}};
        RawTimes &raw = r.raw.emplace();
        raw.run = {samples(),           {{time(), timeOrNone()}}, samples(),           {{1, 2, time()}},
                   {{3, timeOrNone()}}, {{1, 2, 3, time()}},      {{4, 5, 6, time()}}, {{7, 8, 9, time()}}};
        raw.latencies = {{1, 2, 3, 4, 5, 6, time()}, {7, 8, 9, 10, 11, 12, time()}};
        raw.oneEngineForBothDirections = yes();
        raw.reference = {{time(), timeOrNone()}};
        ClockCheck &check = r.clockCheck.emplace();
        check.problem = text();
        check.groups = {{text(), pick(9), {1, 2, time()}, {3, 4, time()}}};
        check.samples = {{pick(9), OperationKind::D2H, 1, 2, 3, 4, time()}};
        check.plainMakespan = time();
        check.eventsMakespan = time();
        check.cuptiMakespan = time();
        check.watchMakespan = time();
        check.plainAfterwardsMakespan = time();
        return r;
    }

private:
    std::mt19937_64 m_random;
};

/// Empty, or how the spans differ. `memory`: what lay at the ends of copies, and when calls returned, which no table
/// says.
QString difference(const Timeline &a, const Timeline &b, bool memory = true)
{
    if (a.size() != b.size())
        return QStringLiteral("%1 spans and %2").arg(a.size()).arg(b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        Span left = a.span(i), right = b.span(i);
        const bool sameName = a.name(left.name) == b.name(right.name);
        const auto streamOf = [](const Timeline &t, const Span &s) {
            return s.stream < 0 ? TimelineStream{"", -1, 0, {}} : t.streams()[static_cast<std::size_t>(s.stream)];
        };
        const TimelineStream from = streamOf(a, left), to = streamOf(b, right);
        const bool sameStream = from.id == to.id && from.device == to.device && from.priority == to.priority;
        left.name = right.name;
        left.stream = right.stream;
        if (!memory) {
            left.from = right.from;
            left.to = right.to;
            left.returned = right.returned;
        }
        if (!(left == right) || !sameName || !sameStream)
            return QStringLiteral("span %1: %2").arg(i).arg(!sameName ? "name" : !sameStream ? "stream" : "numbers");
    }
    return {};
}

/// What is known beside the fields of spans.
QString differentFacts(const Timeline &a, const Timeline &b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        const LaunchShape *left = a.launchShape(i), *right = b.launchShape(i);
        if (!left != !right || (left && !(*left == *right)))
            return QStringLiteral("launch shape of span %1").arg(i);
    }
    if (!(a.collectives() == b.collectives()))
        return QStringLiteral("collectives");
    if (a.hostCalls().size() != b.hostCalls().size())
        return QStringLiteral("%1 calls and %2").arg(a.hostCalls().size()).arg(b.hostCalls().size());
    for (std::size_t i = 0; i < a.hostCalls().size(); ++i) {
        HostCall left = a.hostCalls()[i];
        const HostCall &right = b.hostCalls()[i];
        const bool sameName = a.name(left.name) == b.name(right.name);
        left.name = right.name;
        if (!sameName || !(left == right))
            return QStringLiteral("call %1: %2").arg(i).arg(sameName ? "numbers" : "name");
    }
    return {};
}

QString difference(const Recording &a, const Recording &b)
{
    if (const QString spans = difference(a.timeline, b.timeline); !spans.isEmpty())
        return spans;
    if (const QString facts = differentFacts(a.timeline, b.timeline); !facts.isEmpty())
        return facts;
    const bool timelines = a.timeline.streams() == b.timeline.streams()
                           && a.timeline.eventLinks() == b.timeline.eventLinks()
                           && a.timeline.globalTimerStep() == b.timeline.globalTimerStep();
    const bool devices = a.device.id == b.device.id && a.device.name == b.device.name && a.device.kind == b.device.kind
                         && a.device.asyncEngineCount == b.device.asyncEngineCount
                         && a.device.multiprocessors == b.device.multiprocessors;
    const bool times = a.makespans.plain == b.makespans.plain && a.makespans.instrumented == b.makespans.instrumented
                       && a.makespans.instrumentedSamples == b.makespans.instrumentedSamples;
    return timelines && devices && times ? QString()
           : !timelines                  ? "streams, links or the timer's step"
           : !devices                    ? "device"
                                         : "makespans";
}

QStringList filesBelow(const QString &folder, const QStringList &names)
{
    QStringList files;
    QDirIterator below(folder, names, QDir::Files, QDirIterator::Subdirectories);
    while (below.hasNext())
        files.append(below.next());
    files.sort();
    return files;
}

QString sourceFolder()
{
    return qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR");
}

/// Refused contents have a message and cannot come from our writers.
ImportedTrace importText(const std::string &text)
{
    try {
        return importTraceBytes(text, "test");
    } catch (const InputError &error) {
        qWarning("%s", error.what());
        ImportedTrace nothing;
        nothing.recording.device.id = "refused";
        return nothing;
    }
}

} // namespace

void TestRoundTrips::traces_data()
{
    seedRows();
}

void TestRoundTrips::traces()
{
    QFETCH(unsigned, seed);
    const Recording recording = Draw(seed).recording();
    QCOMPARE(difference(recording, importText(chromeTrace(recording, nullptr)).recording), QString());
    const QTemporaryDir folder;
    const std::string packed = folder.filePath("t.json.gz").toStdString();
    OutputFile file(packed, OutputFile::Packing::ByName);
    writeChromeTrace(recording, nullptr, file);
    file.commit();
    QCOMPARE(difference(recording, importTrace(packed).recording), QString());
}

void TestRoundTrips::operationTables_data()
{
    seedRows();
}

void TestRoundTrips::operationTables()
{
    QFETCH(unsigned, seed);
    const Timeline timeline = Draw(seed).timeline();
    const std::string csv = operationsCsv(timeline).toStdString();
    const Timeline again = importText(csv).recording.timeline;
    QCOMPARE(difference(timeline, again, false), QString());
    QCOMPARE(operationsCsv(again).toStdString(), csv);
}

void TestRoundTrips::recordings_data()
{
    seedRows();
}

void TestRoundTrips::recordings()
{
    QFETCH(unsigned, seed);
    const Recording recording = Draw(seed).wholeRecording();
    const std::string bytes = recordingBytes(recording);
    const Recording again = recordingOf(bytes);
    QCOMPARE(difference(recording, again), QString());
    QCOMPARE(recordingBytes(again), bytes);
    QCOMPARE(again.raw->run.watched, recording.raw->run.watched);
    QCOMPARE(again.clockCheck->watchMakespan, recording.clockCheck->watchMakespan);
}

/// Every experiment, each of its knobs at the ends of its range and in between.
void TestRoundTrips::presets()
{
    Draw draw(1);
    for (const Experiment *experiment : experiments()) {
        for (int turn = 0; turn < 20; ++turn) {
            Preset preset;
            preset.experiment = experiment;
            preset.title = draw.text();
            preset.description = draw.text();
            preset.device = draw.text();
            preset.parameters = experiment->defaults();
            for (const ParameterSpec &spec : preset.parameters.specs()) {
                const std::int64_t number = draw.oneOf<std::int64_t>({spec.minimum, spec.maximum, spec.minimum + 1});
                if (spec.type == ParameterType::Choice)
                    preset.parameters.set(spec.name, spec.choices[draw.pick(spec.choices.size())]);
                else if (spec.type == ParameterType::IntegerList)
                    preset.parameters.set(spec.name, std::vector<std::int64_t>{number, spec.maximum});
                else
                    preset.parameters.set(spec.name, number);
            }
            const Preset again = readPreset(presetJson(preset), "test", experiments());
            QCOMPARE(again.title, preset.title);
            QCOMPARE(again.description, preset.description);
            QCOMPARE(again.device, preset.device);
            QVERIFY2(again.parameters == preset.parameters, experiment->id().c_str());
        }
    }
}

/// The types that no experiment has.
void TestRoundTrips::numbersAndTexts()
{
    ParameterSpec factor;
    factor.name = "factor";
    factor.type = ParameterType::Number;
    factor.lowest = 0.25;
    factor.highest = 8;
    factor.defaultValue = 1.0;
    ParameterSpec stream;
    stream.name = "stream";
    stream.type = ParameterType::Text;
    stream.defaultValue = std::string();
    Parameters values({factor, stream});
    values.set("factor", 1.0 / 3);
    values.set("stream", std::string("ein Strom, größer"));
    const QByteArray json = QJsonDocument(toJson(values)).toJson();
    Parameters again({factor, stream});
    readParameters(JsonObject::parse(json, "test"), again);
    QVERIFY(again == values);
    QCOMPARE(toJson(factor).value(QStringLiteral("minimum")).toDouble(), 0.25);
    QVERIFY(!toJson(stream).contains(QStringLiteral("minimum")));
    for (const char *wrong : {R"({"factor":"1"})", R"({"factor":9})", R"({"stream":1})", R"({"stream":"\""})"})
        QVERIFY_THROWS_EXCEPTION(InputError, readParameters(JsonObject::parse(wrong, "test"), again));
}

/// Those of the experiments, with odd names, and those that are at hand.
void TestRoundTrips::programs()
{
    Draw draw(2);
    std::vector<ProgramFile> files;
    for (const Experiment *experiment : experiments()) {
        ProgramFile file;
        file.program = buildProgram(*experiment, experiment->defaults());
        file.description = draw.text();
        file.device = draw.text();
        file.parameters = Parameters(runParameters());
        file.parameters.set("submission", std::string(submissionName(file.program.submission)));
        file.parameters.set("seed", std::int64_t{std::numeric_limits<std::int32_t>::max()});
        file.program.title = draw.text();
        for (Operation &operation : file.program.operations)
            operation.name = draw.text();
        for (std::size_t i = 0; i < file.program.streams.size(); ++i)
            file.program.streams[i].id = draw.text() + std::to_string(i);
        for (std::size_t i = 0; i < file.program.events.size(); ++i)
            file.program.events[i] = draw.text() + std::to_string(i);
        for (std::size_t i = 0; i < file.program.buffers.size(); ++i)
            file.program.buffers[i].id = draw.text() + std::to_string(i);
        files.push_back(file);
    }
    for (const QString &path : filesBelow(sourceFolder() + "/tests/data/programs", {"gt*.json"}))
        files.push_back(readProgramFile(contentOf(path), path.toStdString()));
    for (const ProgramFile &file : files) {
        const ProgramFile again = readProgramFile(programFileJson(file), "test");
        QVERIFY2(again.program == file.program, file.program.title.c_str());
        QCOMPARE(again.description, file.description);
        QCOMPARE(again.device, file.device);
        QVERIFY(again.parameters == file.parameters);
    }
}

/// Those that are built in. What a file says about itself is the origin's.
void TestRoundTrips::profiles()
{
    for (const QString &path : filesBelow(sourceFolder() + "/resources/device_profiles", {"*.json"})) {
        const QByteArray json = contentOf(path);
        const QJsonObject file = QJsonDocument::fromJson(json).object();
        const DeviceProfile profile = readDeviceProfile(json, path.toStdString(), "sim:x");
        ProfileOrigin origin{file["source"].toString().toStdString(), file["date"].toString().toStdString(), {}};
        const QByteArray first = deviceProfileJson(profile, origin);
        const DeviceProfile again = readDeviceProfile(first, "test", "sim:x");
        QCOMPARE(deviceProfileJson(again, origin), first);
        QCOMPARE(again.info.profileSource, profile.info.profileSource);
        // Each figure of the file has to be there again.
        const QJsonObject written = QJsonDocument::fromJson(first).object();
        for (const QString part : {"properties", "host", "copies", "compute", "pool", "links", "jitter"})
            for (const QString &key : file[part].toObject().keys())
                QCOMPARE(written[part].toObject()[key], file[part].toObject()[key]);
    }
}

void TestRoundTrips::rawTimes()
{
    for (const QString &path : filesBelow(sourceFolder() + "/tests/data/raw_times", {"*.json"})) {
        const RawTimesFile file = parseRawTimes(contentOf(path), path.toStdString());
        Parameters parameters = findExperiment(file.experiment)->defaults();
        const QByteArray json = rawTimesJson(file.experiment, parameters, file.raw);
        const RawTimesFile again = parseRawTimes(json, "test");
        QCOMPARE(rawTimesJson(again.experiment, parameters, again.raw), json);
        QCOMPARE(again.raw.run.events, file.raw.run.events);
        QCOMPARE(again.raw.run.watched, file.raw.run.watched);
    }
}

void TestRoundTrips::foreignNumbers_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QByteArray>("arguments");
    const QByteArray numbers[] = {"-1",         "0",          "132",        "1000000",    "1000001",
                                  "2147483647", "2147483648", "4294967295", "4294967428", "3999999999999999999",
                                  "1e18",       "-2147483649"};
    for (const QByteArray &number : numbers) {
        QTest::addRow("numSms %s", number.constData()) << "\"numSms\":" + number << QByteArray();
        QTest::addRow("priority %s", number.constData()) << QByteArray() << ",\"priority\":" + number;
        QTest::addRow("bytes %s", number.constData()) << QByteArray() << ",\"bytes\":" + number;
        QTest::addRow("stream %s", number.constData()) << QByteArray() << ",\"stream\":" + number;
    }
    QTest::newRow("bytes 2^64-1") << QByteArray() << QByteArray(",\"bytes\":18446744073709551615");
    QTest::newRow("bytes 2^63") << QByteArray() << QByteArray(",\"bytes\":9223372036854775808");
}

/// Other tools write numbers that ours do not hold: whatever is made of them is read again as it was written.
void TestRoundTrips::foreignNumbers()
{
    QFETCH(QByteArray, properties);
    QFETCH(QByteArray, arguments);
    const std::string text = "{\"deviceProperties\":[{\"id\":0,\"name\":\"G\""
                             + (properties.isEmpty() ? "" : "," + properties.toStdString())
                             + "}],\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"gpu_memcpy\",\"name\":\"Memcpy HtoD "
                               "(Pinned -> Device)\",\"pid\":0,"
                               "\"tid\":7,\"ts\":5,\"dur\":2,\"args\":{\"device\":0,\"stream\":7"
                             + arguments.toStdString() + "}}]}";
    const ImportedTrace trace = importText(text);
    QCOMPARE(difference(trace.recording, importText(chromeTrace(trace.recording, &trace.report)).recording), QString());
}

void TestRoundTrips::tableTexts_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("no UTF-8") << QByteArray("a\xff\xfe b");
    QTest::newRow("cut UTF-8") << QByteArray("a\xc3");
    QTest::newRow("a surrogate") << QByteArray("\xed\xa0\x80");
    QTest::newRow("a formula") << QByteArray("=1+1");
    QTest::newRow("an apostrophe") << QByteArray("'=1+1");
    QTest::newRow("quotes") << QByteArray("\"a\"\"b\"");
    QTest::newRow("a break") << QByteArray("\"a\r\nb\"");
    QTest::newRow("zero") << QByteArray("a\0b", 3);
    QTest::newRow("long") << QByteArray(100'000, 'x');
}

/// A table's names and streams as they were read, in a table and in a trace.
void TestRoundTrips::tableTexts()
{
    QFETCH(QByteArray, name);
    const std::string text = name.toStdString();
    const ImportedTrace first = importText(
        "index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\n0,kernel,"
        + text + ",0," + text + ",compute,0,,18446744073709551615,,,1,2,model\n");
    const Timeline &timeline = first.recording.timeline;
    QCOMPARE(difference(timeline, importText(operationsCsv(timeline).toStdString()).recording.timeline), QString());
    QCOMPARE(difference(first.recording, importText(chromeTrace(first.recording, &first.report)).recording), QString());
}

void TestRoundTrips::files_data()
{
    QTest::addColumn<QString>("path");
    const QString shared = sourceFolder() + "/../shared/traces";
    for (const QString &folder :
         QStringList{sourceFolder() + "/tests/data/traces", sourceFolder() + "/tests/fuzz/corpus", shared})
        for (const QString &path : filesBelow(folder, {"*.json", "*.json.gz", "*.csv", "*.sqlite"}))
            if (looksLikeTrace(openInput(path.toStdString())))
                QTest::newRow(qPrintable(path)) << path;
    if (!QFileInfo::exists(shared))
        QTest::newRow("shared traces") << QString();
}

void TestRoundTrips::files()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        QSKIP("the traces that are shared between checkouts are not here");
    ImportedTrace trace;
    try {
        trace = importTrace(path.toStdString());
    } catch (const InputError &) {
        return; // broken on purpose
    }
    const Timeline &timeline = trace.recording.timeline;
    QCOMPARE(difference(trace.recording, importText(chromeTrace(trace.recording, &trace.report)).recording), QString());
    QCOMPARE(difference(timeline, importText(operationsCsv(timeline).toStdString()).recording.timeline, false),
             QString());
}

QTEST_GUILESS_MAIN(TestRoundTrips)
#include "tst_round_trips.moc"
