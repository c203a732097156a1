// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/experiment_runs.h"
#include "tests/support/written_run.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/raw_times_file.h"
#include "engine/remote/engine_contents.h"
#include "engine/remote/engine_message.h"

#include <QDataStream>
#include <QtTest>

#include <limits>

using namespace streamscope;
using namespace streamscope::test;

namespace {

EngineRunRequest requestFor(const std::string &experiment)
{
    EngineRunRequest request{"sim:h200", ExperimentRun::programOf(experiment, {}), {}};
    request.options.repeat = 3;
    request.options.seed = ~std::uint64_t{0};
    request.options.clock = ClockChoice::Watch;
    request.options.blocks = true;
    return request;
}

/// What a reader says of bytes; empty where they are a stream.
std::string complaintAbout(const QByteArray &bytes)
{
    MessageReader reader;
    reader.feed(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    try {
        while (reader.next()) {
        }
    } catch (const std::exception &error) {
        return error.what();
    }
    return {};
}

QByteArray head(int kind, quint64 size)
{
    QByteArray bytes;
    QDataStream(&bytes, QIODevice::WriteOnly) << static_cast<quint8>(kind) << size;
    return bytes;
}

} // namespace

/// What an engine and its client write to each other, and that nothing else is read.
class TestEngineMessages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void piecesOfAnySize();
    void onlyAStreamIsRead();
    void lengthsAreCheckedFirst();
    void otherVersionsAreToldApart();
    void contentsComeBack();
    void requestsAreReadStrictly();
    void cutContentsAreRefused();
    void errorsKeepTheirKind();
    void recordingsComeBackWhole();
    void brokenRecordingsAreRefused();
};

void TestEngineMessages::piecesOfAnySize()
{
    const QByteArray large(100'000, 'x');
    const QByteArray stream = streamOpening() + messageBytes(MessageKind::Hello, "who")
                              + messageBytes(MessageKind::AskDevices) + messageBytes(MessageKind::Run, large)
                              + messageBytes(MessageKind::Bye);
    for (const qsizetype step : {1, 7, 4'096, 1 << 20}) {
        MessageReader reader;
        std::vector<EngineMessage> messages;
        for (qsizetype at = 0; at < stream.size(); at += step) {
            const QByteArray piece = stream.mid(at, step);
            reader.feed(piece.constData(), static_cast<std::size_t>(piece.size()));
            while (auto message = reader.next())
                messages.push_back(std::move(*message));
        }
        QCOMPARE(messages.size(), 4U);
        QCOMPARE(messages[0].content, QByteArray("who"));
        QVERIFY(messages[1].kind == MessageKind::AskDevices && messages[1].content.isEmpty());
        QVERIFY(messages[2].kind == MessageKind::Run && messages[2].content == large);
        QVERIFY(messages[3].kind == MessageKind::Bye);
        QVERIFY(reader.rest().isEmpty());
    }
}

void TestEngineMessages::onlyAStreamIsRead()
{
    QCOMPARE(complaintAbout({}), std::string());
    QCOMPARE(complaintAbout(streamOpening().left(5)), std::string());
    QVERIFY(!complaintAbout("W").empty()); // at the first byte
    QVERIFY(!complaintAbout("StrScX").empty());
    QVERIFY(!complaintAbout(streamOpening() + head(0, 0)).empty());
    QVERIFY(!complaintAbout(streamOpening() + head(200, 0)).empty());
    QVERIFY(!complaintAbout(streamOpening() + "These are words.").empty());
}

/// Before the content is there, and so before memory is taken for it.
void TestEngineMessages::lengthsAreCheckedFirst()
{
    for (int kind = 1; kind <= static_cast<int>(MessageKind::Bye); ++kind) {
        const std::uint64_t most = largestContent(static_cast<MessageKind>(kind));
        QVERIFY(complaintAbout(streamOpening() + head(kind, most + 1)).find("too long") != std::string::npos);
        QVERIFY(!complaintAbout(streamOpening() + head(kind, ~std::uint64_t{0})).empty());
    }
    MessageReader small(1'000);
    const QByteArray bytes = streamOpening() + head(static_cast<int>(MessageKind::Result), 1'001);
    small.feed(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    QVERIFY_THROWS_EXCEPTION(RunError, small.next());
}

void TestEngineMessages::otherVersionsAreToldApart()
{
    MessageReader reader;
    const QByteArray bytes = streamOpening(engineStreamVersion + 3);
    reader.feed(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    try {
        reader.next();
        QFAIL("another version was read");
    } catch (const OtherStreamVersion &other) {
        QCOMPARE(other.version, engineStreamVersion + 3);
    }
}

void TestEngineMessages::contentsComeBack()
{
    QVERIFY(readHello(writeHello(ownHello())) == ownHello());
    const DeviceInfo h200 = loadDeviceProfile("h200").info;
    const DeviceCatalog catalog{{h200, loadDeviceProfile("unit").info}, "sim:h200", "no driver", false};
    const DeviceCatalog again = readCatalog(writeCatalog(catalog));
    QCOMPARE(again.devices.size(), 2U);
    QCOMPARE(again.cudaStatus, catalog.cudaStatus);
    QCOMPARE(writeCatalog(again), writeCatalog(catalog));
    for (const std::optional<int> connections : {std::optional<int>(), std::optional(8)}) {
        const OpenedDevice opened = readOpened(writeOpened({h200, connections, 4}));
        QVERIFY(opened.connections == connections && opened.machineDevices == 4);
        QCOMPARE(deviceProperties(opened.info).size(), deviceProperties(h200).size());
    }
    const EngineProgress progress = readProgress(writeProgress({3, 10, "run 2 of 8"}));
    QVERIFY(progress.done == 3 && progress.total == 10 && progress.what == "run 2 of 8");
    const EngineProgress odd = readProgress(writeProgress({5, 0, std::string(1'000'000, 'x')}));
    QVERIFY(odd.done <= odd.total);
    QVERIFY(writeProgress(odd).size() < static_cast<qsizetype>(largestContent(MessageKind::Progress)));
}

void TestEngineMessages::requestsAreReadStrictly()
{
    for (const Experiment *experiment : experiments()) {
        const EngineRunRequest request = requestFor(experiment->id());
        const EngineRunRequest again = readRunRequest(writeRunRequest(request));
        QVERIFY2(again.program == request.program, experiment->id().c_str());
        QCOMPARE(again.options.seed, request.options.seed);
        QVERIFY(again.options.clock == ClockChoice::Watch && again.options.blocks && !again.options.jitter);
        QCOMPARE(writeRunRequest(again), writeRunRequest(request));
    }
    // One more run of that many is one too many for an int.
    EngineRunRequest many = requestFor("hardware-queues");
    many.options.repeat = std::numeric_limits<int>::max();
    QVERIFY_THROWS_EXCEPTION(BrokenStream, readRunRequest(writeRunRequest(many)));
    EngineRunRequest unsound = requestFor("hardware-queues");
    unsound.program.operations.front().stream = 1'000;
    QVERIFY_THROWS_EXCEPTION(BrokenStream, readRunRequest(writeRunRequest(unsound)));
    const QByteArray whole = writeRunRequest(requestFor("hardware-queues"));
    for (qsizetype at = 0; at < whole.size(); at += 7) { // any byte may be wrong
        QByteArray broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 0x55);
        try {
            readRunRequest(broken);
        } catch (const BrokenStream &) {
        }
    }
    QVERIFY_THROWS_EXCEPTION(BrokenStream, readRunRequest(whole + "x"));
}

void TestEngineMessages::cutContentsAreRefused()
{
    const auto refusesEvery = [](const QByteArray &whole, auto read) {
        for (qsizetype length = 0; length < whole.size(); length += 1 + length / 16)
            try {
                read(whole.left(length));
                return false;
            } catch (const BrokenStream &) {
            }
        return true;
    };
    const DeviceInfo info = loadDeviceProfile("h200").info;
    QVERIFY(refusesEvery(writeHello(ownHello()), readHello));
    QVERIFY(refusesEvery(writeCatalog({{info}, "sim:h200", "none", false}), readCatalog));
    QVERIFY(refusesEvery(writeOpened({info, 8, 1}), readOpened));
    QVERIFY(refusesEvery(writeRunRequest(requestFor("host-overlap")), readRunRequest));
    QVERIFY(refusesEvery(writeProgress({1, 2, "three"}), readProgress));
    QVERIFY(refusesEvery(writeError({EngineError::Kind::Failed, "why"}), readError));
}

void TestEngineMessages::errorsKeepTheirKind()
{
    const auto again = [](auto error) {
        try {
            throw error;
        } catch (...) {
            throwAgain(readError(writeError(currentError())));
        }
    };
    QVERIFY_THROWS_EXCEPTION(InputError, again(InputError("file", "wrong")));
    QVERIFY_THROWS_EXCEPTION(DeviceLost, again(DeviceLost("gone")));
    QVERIFY_THROWS_EXCEPTION(Cancelled, again(Cancelled()));
    QVERIFY_THROWS_EXCEPTION(RunError, again(std::bad_alloc()));
    try {
        again(RunError("the reason"));
    } catch (const RunError &error) {
        QCOMPARE(std::string(error.what()), std::string("the reason"));
    }
}

void TestEngineMessages::recordingsComeBackWhole()
{
    SimulatorExecutor model(loadDeviceProfile("h200"));
    RunOptions options;
    options.blocks = true;
    options.jitter = true;
    Recording recording = model.run(ExperimentRun::programOf("stream-priorities", {}), options, {});
    recording.device.uuid = "GPU-1";
    recording.verification = Verification::Passed;
    recording.environment.emplace_back("name", "value");
    recording.makespans.instrumentedSamples = {1, 2, 3};
    recording.makespans.warmup = {9, 8};
    recording.startup = {{"creating the context", 0, 300'000'000}, {"loading the kernels", 310'000'000, 320'000'000}};
    recording.timeline.setGlobalTimerStep(32);
    RawTimes raw;
    raw.run.events = {1, unknownTime, 3};
    raw.run.stamps = {{5, 6}};
    raw.run.watched = {12, unknownTime};
    raw.run.calls = {{7, 8, 9}};
    raw.run.host = {{1, 2, 3, 4}};
    raw.latencies.d2h.endBeside = 77;
    raw.reference = {{10, 11}};
    recording.raw = raw;
    ClockCheck check;
    check.groups.push_back({"kernel", 3, {1, 2, 3}, {4, 5, 6}});
    check.samples.push_back({2, OperationKind::D2H, 1, 2, 3, 4, 5});
    check.watchMakespan = 8;
    recording.clockCheck = check;
    Span watched = recording.timeline.span(0);
    watched.clock = Clock::Watch;
    recording.timeline.append(watched);

    const Recording copy = readResult(writeResult(recording));
    QCOMPARE(written(copy), written(recording));
    QCOMPARE(rawTimesJson("x", {}, *copy.raw), rawTimesJson("x", {}, raw));
    QCOMPARE(copy.clockCheck->watchMakespan, check.watchMakespan);
    QVERIFY(copy.timeline.blocks().size() > 100);
    QCOMPARE(copy.timeline.blocks().size(), recording.timeline.blocks().size());
    for (std::size_t i = 0; i < copy.timeline.blocks().size(); ++i)
        QVERIFY(copy.timeline.blocks().record(i) == recording.timeline.blocks().record(i));
    for (std::size_t i = 0; i < copy.timeline.size(); ++i)
        QVERIFY(copy.timeline.span(i) == recording.timeline.span(i));
}

void TestEngineMessages::brokenRecordingsAreRefused()
{
    SimulatorExecutor model(loadDeviceProfile("unit"));
    RunOptions options;
    options.blocks = true;
    const Recording recording = model.run(ExperimentRun::programOf("hardware-queues", {}), options, {});
    const QByteArray whole = writeResult(recording);
    for (qsizetype length = 0; length < whole.size(); length += 1 + length / 16)
        QVERIFY_THROWS_EXCEPTION(BrokenStream, readResult(whole.left(length)));
    for (qsizetype at = 0; at < whole.size(); at += 7) { // any byte may be wrong
        QByteArray broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 0x55);
        QVERIFY_THROWS_EXCEPTION(BrokenStream, readResult(broken));
    }
    QVERIFY_THROWS_EXCEPTION(BrokenStream, readResult(whole + "x"));

    // Numbers that are no value of what they stand for, and times whose differences overflow.
    const auto isRefused = [&recording](auto change) {
        Recording broken = recording;
        change(broken);
        try {
            readResult(writeResult(broken));
        } catch (const BrokenStream &) {
            return true;
        }
        return false;
    };
    QVERIFY(!isRefused([](Recording &) {}));
    QVERIFY(isRefused([](Recording &r) { r.verification = static_cast<Verification>(77); }));
    QVERIFY(isRefused([](Recording &r) { r.makespans.plain.push_back(unknownTime); }));
    const auto far = [](std::int64_t time) {
        return [time](Recording &r) {
            BlockRecords blocks;
            blocks.append({0, 0, 0, -time, time});
            r.timeline.setBlocks(std::move(blocks), Clock::Model);
        };
    };
    QVERIFY(!isRefused(far(std::int64_t{1} << 61)));
    QVERIFY(isRefused(far((std::int64_t{1} << 61) + 1)));
}

QTEST_GUILESS_MAIN(TestEngineMessages)
#include "tst_engine_messages.moc"
