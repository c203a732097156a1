// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Runs, traces and sides of comparisons in a session file: they come back whole, or one line says what is wrong.
#include "engine/run/session/session_runs.h"

#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/fold_steps.h"
#include "engine/run/trace_job.h"
#include "engine/timeline/host/host_events.h"
#include "experiments/registry.h"
#include "tests/support/files.h"
#include "tests/support/kineto_file.h"
#include "tests/support/session_bytes.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>

using namespace streamscope;
using namespace streamscope::test;

class SessionRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsComeBackWhole();
    void programsComeBackWhole();
    void tracesComeBackWhole_data();
    void tracesComeBackWhole();
    void ranksComeBackWhole();
    void foldsComeBackWhole();
    void sidesShareTheirRun();
    void partsKeepTheirNumbers();
    void everyCutIsRefused();
    void everyBrokenByteIsRefused();
    void otherFilesAreRefused_data();
    void otherFilesAreRefused();
    void partsThatAreMissingAreRefused();
};

namespace {

std::string bytesOf(const SessionParts &parts)
{
    return sessionBytes([&parts](SectionWriter &writer) {
        for (const auto &[number, part] : parts.list())
            writeSessionPart(*part, number, writer);
    });
}

ReadSession read(const std::string &bytes)
{
    const auto source = readMemory(bytes);
    MemoryBudget memory("it", 0);
    SectionReader reader(*source, "it", memory);
    ReadSession session;
    readSession(reader, experiments(), {}, session);
    return session;
}

/// The run after it was written and read, alone with its source.
std::shared_ptr<const RunResult> again(const std::shared_ptr<const RunResult> &result)
{
    SessionParts parts;
    const SessionNumber number = parts.add(result);
    const std::string bytes = bytesOf(parts);
    std::shared_ptr<const RunResult> back = read(bytes).results.at(number);
    SessionParts second;
    second.add(back);
    if (bytesOf(second) != bytes)
        qFatal("written once more it is another file");
    return back;
}

std::shared_ptr<const RunResult> run(const RunSource &source, const std::string &device, bool blocks = false)
{
    RunRequest request{source, source->defaults(), device};
    request.blocks = blocks;
    return std::make_shared<const RunResult>(runOn(*openDevice(device), request, {}));
}

std::shared_ptr<const RunResult> open(const QString &path)
{
    return std::make_shared<const RunResult>(openTrace({path.toStdString(), {}}, {}));
}

void compare(const RunResult &a, const RunResult &b)
{
    QCOMPARE(chromeTrace(a.recording, nullptr), chromeTrace(b.recording, nullptr));
    QVERIFY(a.program == b.program);
    QVERIFY(a.request.parameters == b.request.parameters);
    QCOMPARE(a.request.device, b.request.device);
    QCOMPARE(a.request.blocks, b.request.blocks);
    QCOMPARE(a.analysis.summary.makespanNs, b.analysis.summary.makespanNs);
    QCOMPARE(a.analysis.summary.boundNs, b.analysis.summary.boundNs);
    QCOMPARE(a.analysis.findings.size(), b.analysis.findings.size());
    QCOMPARE(a.analysis.races.size(), b.analysis.races.size());
    QCOMPARE(a.finishedAt, b.finishedAt);
    QVERIFY(a.range == b.range);
    QVERIFY(!a.import == !b.import);
    if (a.import)
        QCOMPARE(importLines(*a.import), importLines(*b.import));
    const HostEvents *left = a.recording.timeline.hostEvents(), *right = b.recording.timeline.hostEvents();
    QVERIFY(!left == !right);
    for (std::size_t i = 0; left && i < left->size(); ++i) {
        const HostEvent one = (*left)[i], other = (*right)[i];
        QVERIFY(one.begin == other.begin && one.end == other.end && one.parent == other.parent && one.row == other.row
                && left->name(i) == right->name(i) && left->style(i) == right->style(i));
    }
    for (std::size_t i = 0; i < a.recording.timeline.size(); ++i)
        for (std::size_t part = 0; part < originPartCount; ++part)
            QCOMPARE(a.recording.timeline.origins().text(i, static_cast<OriginPart>(part)),
                     b.recording.timeline.origins().text(i, static_cast<OriginPart>(part)));
}

/// What opening says.
std::string problemOf(const std::string &bytes)
{
    try {
        read(bytes);
    } catch (const InputError &error) {
        return error.what();
    }
    return {};
}

/// Small, with a run, its source and a side.
std::string smallSession()
{
    SessionParts parts;
    const auto result = run(RunSource(experiments().front()), "sim:unit");
    parts.add(result);
    parts.add(namedRun(result));
    return bytesOf(parts);
}

} // namespace

void SessionRunsTest::runsComeBackWhole()
{
    for (const Experiment *experiment : experiments())
        for (const bool blocks : {false, true}) {
            const auto result = run(RunSource(experiment), "sim:h200", blocks);
            const auto back = again(result);
            compare(*result, *back);
            QVERIFY2(back->request.experiment == result->request.experiment, experiment->id().c_str());
            QCOMPARE(back->recording.timeline.blocks().size(), result->recording.timeline.blocks().size());
        }
}

void SessionRunsTest::programsComeBackWhole()
{
    for (const Experiment *experiment : experiments()) {
        const RunSource source(buildProgram(*experiment, experiment->defaults()), "said of it");
        const auto result = run(source, "sim:h200");
        const auto back = again(result);
        compare(*result, *back);
        QVERIFY(*back->request.experiment.program() == *source.program());
        QCOMPARE(back->request.experiment->explanation(), std::string("said of it"));
    }
}

void SessionRunsTest::tracesComeBackWhole_data()
{
    QTest::addColumn<QString>("path");
    for (const char *name : {"chunked_depth.json.gz", "swim_blocking.json.gz", "small.ssrec"})
        QTest::newRow(name) << tracePath(QLatin1String(name));
    QTest::newRow("PyTorch") << sourcePath(QStringLiteral("tests/data/whatif/sync-remove.before.json.gz"));
}

void SessionRunsTest::tracesComeBackWhole()
{
    QFETCH(QString, path);
    const auto result = open(path);
    compare(*result, *again(result));
}

void SessionRunsTest::ranksComeBackWhole()
{
    const QTemporaryDir folder;
    TraceRequest request{folder.path().toStdString(), {}, RanksRequest{}};
    for (int rank = 0; rank < 3; ++rank) {
        Kineto file(rank, 3);
        for (std::int64_t round = 0; round < 4; ++round) {
            const std::int64_t begin = round * 1'000'000, length = rank == 2 ? 500'000 : 100'000;
            file.kernel("step", begin, begin + length);
            file.allReduce(begin + length + rank, begin + 600'000);
        }
        const QString path = folder.filePath(QStringLiteral("job.rank%1.json").arg(rank));
        store(path, file.json());
        request.ranks->paths.push_back(path.toStdString());
    }
    const auto result = std::make_shared<const RunResult>(openTrace(request, {}));
    const auto back = again(result);
    compare(*result, *back);
    QCOMPARE(back->ranks->shown, result->ranks->shown);
    QCOMPARE(back->ranks->job.ranks.size(), std::size_t{3});
    QCOMPARE(back->ranks->job.collectives, result->ranks->job.collectives);
    for (std::size_t i = 0; i < 3; ++i) {
        const RankFigures &one = back->ranks->job.ranks[i], &other = result->ranks->job.ranks[i];
        QVERIFY(one.rank == other.rank && one.path == other.path && one.waitNs == other.waitNs
                && one.times == other.times && one.steps.size() == other.steps.size() && one.late == other.late);
    }
}

void SessionRunsTest::foldsComeBackWhole()
{
    const auto trace = open(sourcePath(QStringLiteral("tests/data/whatif/sync-remove.before.json.gz")));
    const auto result = std::make_shared<const RunResult>(foldSteps(*trace));
    const auto back = again(result);
    compare(*result, *back);
    const Fold *one = result->recording.timeline.fold(), *other = back->recording.timeline.fold();
    QVERIFY(other && other->text() == one->text() && other->operations == one->operations
            && other->duration == one->duration && other->leftOut == one->leftOut);
    QCOMPARE(runTitle(*back), runTitle(*result));
}

void SessionRunsTest::sidesShareTheirRun()
{
    SessionParts parts;
    const auto result = run(RunSource(experiments().front()), "sim:h200");
    const auto prediction =
        std::make_shared<const Prediction>(predict(result->request, openDevice("sim:h200")->device(), {}));
    NamedRun alone = namedPrediction(prediction);
    alone.recording = std::make_shared<const Recording>(prediction->recording); // of nobody
    alone.program = std::make_shared<const Program>(prediction->program);
    parts.add(result);
    parts.add(prediction);
    const SessionNumber a = parts.add(namedRun(result)), b = parts.add(namedPrediction(prediction)),
                        c = parts.add(alone);
    const ReadSession back = read(bytesOf(parts));
    QCOMPARE(back.runs.size(), std::size_t{3});
    QCOMPARE(back.runs.at(a).recording.get(), &back.results.begin()->second->recording);
    QCOMPARE(back.runs.at(b).recording.get(), &back.predictions.begin()->second->recording);
    QVERIFY(*back.runs.at(c).program == prediction->program);
    QCOMPARE(back.runs.at(c).recording->timeline.size(), prediction->recording.timeline.size());
    for (const auto &[number, one] :
         std::map<SessionNumber, NamedRun>{{a, namedRun(result)}, {b, namedPrediction(prediction)}, {c, alone}}) {
        const NamedRun &other = back.runs.at(number);
        QVERIFY(one.title == other.title && one.origin == other.origin && one.parameters == other.parameters
                && one.finishedAt == other.finishedAt);
    }
    QCOMPARE(back.predictions.begin()->second->model.profile, prediction->model.profile);
    QVERIFY(back.predictions.begin()->second->parameters == prediction->parameters);
}

void SessionRunsTest::partsKeepTheirNumbers()
{
    SessionParts parts;
    const auto first = run(RunSource(experiments().front()), "sim:unit");
    const auto second = run(RunSource(experiments().front()), "sim:unit");
    const SessionNumber one = parts.add(first);
    parts.add(second);
    parts.end();
    QCOMPARE(parts.list().size(), std::size_t{3}); // they have one source
    parts.begin();
    QCOMPARE(parts.add(first), one);
    parts.end();
    QCOMPARE(parts.list().size(), std::size_t{2});
    parts.begin();
    QVERIFY(parts.add(second) > one + 1); // a number is not used again
    parts.end();
    QCOMPARE(parts.list().size(), std::size_t{2});
    QCOMPARE(parts.add(std::shared_ptr<const RunResult>()), SessionNumber{0});
    QCOMPARE(parts.add(RunSource()), SessionNumber{0});
}

void SessionRunsTest::everyCutIsRefused()
{
    const std::string whole = smallSession();
    QCOMPARE(problemOf(whole), std::string());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const std::string problem = problemOf(whole.substr(0, length));
        QVERIFY2(problem.find("it: cut off: the file ends at byte " + std::to_string(length)) == 0, problem.c_str());
        QVERIFY(problem.find('\n') == std::string::npos);
    }
    QVERIFY2(problemOf(whole + "x").find("something follows it") != std::string::npos, problemOf(whole + "x").c_str());
}

void SessionRunsTest::everyBrokenByteIsRefused()
{
    const std::string whole = smallSession();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 0x10);
        const std::string problem = problemOf(broken);
        QVERIFY2(problem.starts_with("it: ") && problem.find('\n') == std::string::npos, std::to_string(at).c_str());
    }
}

void SessionRunsTest::otherFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("said");
    const auto header = [](std::uint32_t version, std::uint32_t length) {
        QByteArray bytes("SSESSION");
        bytes.append(reinterpret_cast<const char *>(&version), sizeof version);
        return bytes.append(reinterpret_cast<const char *>(&length), sizeof length);
    };
    QTest::newRow("a preset") << QByteArray("{\"format\":\"streamscope-preset\"}")
                              << QByteArray("it: this is no session");
    QTest::newRow("a newer version") << header(2, 16)
                                     << QByteArray("it: a session of version 2; this StreamScope reads versions up to "
                                                   "1, a newer one reads it");
    QTest::newRow("no version") << header(0, 16) << QByteArray("header of this session is broken");
    QTest::newRow("a long header") << header(1, 1U << 30U) << QByteArray("header of this session is broken");
    QTest::newRow("a header of a later 1")
        << header(1, 20) + QByteArray(4, '\0') << QByteArray("cut off: the file ends at byte 20");
    QTest::newRow("an impossible size")
        << header(1, 16) + "PSEC" + QByteArray("\1\0\1\0\0\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f\0\0\0\0", 20)
        << QByteArray("it: the section at byte 16 is broken: its header has impossible sizes");
}

void SessionRunsTest::otherFilesAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, said);
    const std::string problem = problemOf(bytes.toStdString());
    QVERIFY2(problem.find(said.toStdString()) != std::string::npos, problem.c_str());
}

void SessionRunsTest::partsThatAreMissingAreRefused()
{
    SessionParts parts;
    parts.add(run(RunSource(experiments().front()), "sim:unit"));
    const auto last = std::prev(parts.list().end());
    const std::string problem =
        problemOf(sessionBytes([&](SectionWriter &writer) { writeSessionPart(*last->second, last->first, writer); }));
    QVERIFY2(problem.find("does not fit the sections before it") != std::string::npos, problem.c_str());
    const std::string half = problemOf(sessionBytes([&](SectionWriter &writer) {
        writeRecording(std::get<std::shared_ptr<const RunResult>>(last->second->content)->recording, writer);
    }));
    QVERIFY2(half.find("a run is not whole") != std::string::npos, half.c_str());
}

QTEST_GUILESS_MAIN(SessionRunsTest)
#include "tst_session_runs.moc"
