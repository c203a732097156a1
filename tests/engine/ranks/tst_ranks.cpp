// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/ranks/rank_job.h"
#include "engine/ranks/ranks_json.h"
#include "engine/run/open_ranks.h"
#include "tests/support/files.h"
#include "tests/support/recording_bytes.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// A collective of a written trace, in nanoseconds since the start of the job.
struct Written
{
    std::int64_t start = 0, end = 0;
    const char *communicator = "0";
    const char *name = "allreduce";
    int elements = 1'024;
    int sequence = -1;
};

QByteArray microseconds(std::int64_t ns)
{
    return QByteArray::number(ns / 1'000) + '.' + QByteArray::number(ns % 1'000).rightJustified(3, '0');
}

/// A small Kineto file of one rank.
QByteArray kineto(int rank, int worldSize, const std::vector<Written> &collectives)
{
    QByteArray json = R"({"schemaVersion":1,"baseTimeNanoseconds":1790857026000000000,)";
    if (rank >= 0)
        json += R"("distributedInfo":{"backend":"nccl","rank":)" + QByteArray::number(rank) + R"(,"world_size":)"
                + QByteArray::number(worldSize) + R"(,"pg_config":[{"pg_name":"0","ranks":[0,1]}]},)";
    json += R"("traceEvents":[{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":4000000000.000,"dur":1,)"
            R"("args":{"device":0,"context":1,"stream":7,"correlation":1}})";
    for (const Written &one : collectives) {
        json += R"(,{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":0,"tid":17,"ts":)"
                + microseconds(4'000'000'000'000 + one.start) + R"(,"dur":)" + microseconds(one.end - one.start)
                + R"(,"args":{"device":0,"context":1,"stream":17,"Collective name":")" + one.name
                + R"(","dtype":"Float","In msg nelems":)" + QByteArray::number(one.elements)
                + R"(,"Process Group Name":")" + one.communicator + '"';
        if (one.sequence >= 0)
            json += R"(,"Seq":)" + QByteArray::number(one.sequence);
        json += "}}";
    }
    return json + "]}";
}

RankTrace traceOf(int rank, const std::vector<Written> &collectives, int worldSize = 2)
{
    const QByteArray json = kineto(rank, worldSize, collectives);
    return rankTraceOf(
        importTraceBytes({json.data(), static_cast<std::size_t>(json.size())}, "job.rank" + std::to_string(rank)));
}

/// Collectives 5 ms apart for two seconds; a small generator moves starts by up to 300 us and ends by up to 5 us.
std::vector<Written> longRun(unsigned rank)
{
    std::vector<Written> run;
    unsigned state = rank * 7'919 + 1;
    const auto next = [&state] { return (state = state * 1'664'525 + 1'013'904'223) >> 16U; };
    for (std::int64_t i = 0; i < 400; ++i) {
        const std::int64_t ready = i * 5'000'000 + 1'000'000;
        run.push_back({ready - next() % 300'000, ready + 200'000 + next() % 5'000});
    }
    return run;
}

/// The same by a clock that is ahead and too fast.
std::vector<Written> byOtherClock(std::vector<Written> run, std::int64_t offset, double drift)
{
    for (Written &one : run)
        for (std::int64_t *time : {&one.start, &one.end})
            *time += offset + std::llround(drift * static_cast<double>(*time));
    return run;
}

QString realRank(const QString &job, int rank)
{
    return qEnvironmentVariable("STREAMSCOPE_TRACES", sourcePath("../shared/traces")) + "/ranks/" + job + ".rank"
           + QString::number(rank) + ".json.gz";
}

bool anyHas(const std::vector<std::string> &problems, const char *part)
{
    return std::ranges::any_of(problems, [part](const std::string &p) { return p.find(part) != std::string::npos; });
}

} // namespace

/// Several traces of one job: who waits for whom, by which clock.
class TestRanks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sums();
    void communicatorsApart();
    void sequencesBeforePositions();
    void plantedClocks_data();
    void plantedClocks();
    void outliersDoNotMatter();
    void shortCollectivesTellTheClock();
    void clocksOfTwoRuns();
    void badInput();
    void oneRankIsNoComparison();
    void nothingToMatch();
    void numbersInFileNames();
    void folders();
    void foldersOfRecordings();
    void realRanks_data();
    void realRanks();
    void plantedInRealRanks_data();
    void plantedInRealRanks();
    void plantingsAgree();
    void plantedInSeveralRanks();
};

void TestRanks::sums()
{
    const RankJob job = compareRanks({traceOf(1, {{400, 1'000}, {5'300, 6'000}, {9'000, 9'500}}),
                                      traceOf(0, {{100, 1'010}, {5'900, 6'001}, {8'000, 9'499}})});
    QCOMPARE(job.problems, std::vector<std::string>());
    QCOMPARE(job.collectives, 3U);
    QCOMPARE(job.transferNs, 600 + 101 + 500);
    QCOMPARE(job.ranks.size(), 2U);
    QCOMPARE(job.ranks[0].rank, 0);
    QCOMPARE(job.ranks[0].waitNs, 300 + 0 + 1'000);
    QCOMPARE(job.ranks[1].waitNs, 0 + 600 + 0);
    QCOMPARE(job.ranks[0].startsLast, 1U);
    QCOMPARE(job.ranks[1].startsLast, 2U);
    QVERIFY(job.ranks[0].alignment.clock == RankClock::Own);
    QVERIFY(job.ranks[1].alignment.clock == RankClock::Own);
    QCOMPARE(job.ranks[1].alignment.residualNs, std::optional<std::int64_t>(1));
    const QJsonObject json = toJson(job);
    QCOMPARE(json["count"].toInteger(), 2);
    QCOMPARE(json["collectives"].toInteger(), 3);
    QCOMPARE(json["transfer_ns"].toInteger(), 1'201);
    const QJsonObject rank = json["by_rank"].toObject()["1"].toObject();
    QCOMPARE(rank["wait_ns"].toInteger(), 600);
    QCOMPARE(rank["starts_last"].toInteger(), 2);
    QCOMPARE(rank["residual_us"].toDouble(), 0.001);
}

/// The k-th of one communicator, whatever others do between.
void TestRanks::communicatorsApart()
{
    const RankJob job = compareRanks({traceOf(0, {{100, 1'000, "a"}, {2'000, 3'000, "b"}, {4'000, 5'000, "a"}}),
                                      traceOf(1, {{2'500, 3'000, "b"}, {4'000, 5'000, "c"}}),
                                      traceOf(2, {{300, 1'000, "a"}, {4'100, 5'000, "a"}, {4'200, 5'000, "c"}})});
    QCOMPARE(job.collectives, 4U);
    QCOMPARE(job.ranks[0].waitNs, 200 + 500 + 100);
    QCOMPARE(job.ranks[1].waitNs, 200);
    QCOMPARE(job.ranks[2].startsLast, 3U);
    QCOMPARE(job.ranks[2].collectives, 3U);
}

/// One capture began a collective later.
void TestRanks::sequencesBeforePositions()
{
    const RankJob job =
        compareRanks({traceOf(0, {{100, 1'000, "0", "allreduce", 8, 5}, {2'000, 3'000, "0", "allreduce", 8, 6}}),
                      traceOf(1, {{2'400, 3'000, "0", "allreduce", 8, 6}})});
    QCOMPARE(job.collectives, 1U);
    QCOMPARE(job.ranks[0].waitNs, 400);
    QVERIFY(anyHas(job.problems, "1 collectives in communicator '0' are in the file of one rank only"));
}

void TestRanks::plantedClocks_data()
{
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<double>("drift");
    QTest::newRow("ahead and fast") << qint64(500'000'000) << 50e-6;
    QTest::newRow("behind and slow") << qint64(-500'000'000) << -50e-6;
    QTest::newRow("behind and fast") << qint64(-500'000'000) << 50e-6;
    QTest::newRow("drift only") << qint64(0) << 50e-6;
    QTest::newRow("an hour") << qint64(3'600'000'000'000) << 0.0;
}

void TestRanks::plantedClocks()
{
    QFETCH(qint64, offset);
    QFETCH(double, drift);
    const RankJob plain = compareRanks({traceOf(0, longRun(0)), traceOf(1, longRun(1))});
    QVERIFY(plain.ranks[1].alignment.clock == RankClock::Own);
    const std::vector<Written> moved = byOtherClock(longRun(1), offset, drift);
    const RankJob job = compareRanks({traceOf(0, longRun(0)), traceOf(1, moved)});
    QCOMPARE(job.problems, std::vector<std::string>());
    const RankAlignment &alignment = job.ranks[1].alignment;
    QVERIFY(alignment.clock == RankClock::Aligned);
    QVERIFY(*alignment.residualNs <= 5'000);
    const RankTrace written = traceOf(1, moved), truth = traceOf(1, longRun(1));
    for (const std::size_t i : {std::size_t(0), truth.collectives.size() / 2, truth.collectives.size() - 1})
        QVERIFY(std::llabs(alignment.time(written.collectives[i].start) - truth.collectives[i].start) <= 20'000);
    QCOMPARE(job.collectives, plain.collectives);
    QVERIFY(std::llabs(job.transferNs - plain.transferNs) <= 2'000);
    for (std::size_t rank = 0; rank < 2; ++rank) // 400 collectives, each to 2 us
        QVERIFY(std::llabs(job.ranks[rank].waitNs - plain.ranks[rank].waitNs) <= 400 * 2'000);
}

void TestRanks::outliersDoNotMatter()
{
    std::vector<Written> moved = byOtherClock(longRun(1), 500'000'000, 50e-6);
    for (std::size_t i = 3; i < moved.size(); i += 7)
        moved[i].end += 3'000'000; // a rank that left a collective late
    const RankJob job = compareRanks({traceOf(0, longRun(0)), traceOf(1, moved)});
    const RankTrace written = traceOf(1, moved), truth = traceOf(1, longRun(1));
    for (std::size_t i = 0; i < truth.collectives.size(); ++i)
        QVERIFY(std::llabs(job.ranks[1].alignment.time(written.collectives[i].start) - truth.collectives[i].start)
                <= 20'000);
}

/// The rank that starts last ends last, by more the longer the data move: the short collectives tell the clock.
void TestRanks::shortCollectivesTellTheClock()
{
    std::vector<Written> first, second;
    for (std::int64_t i = 0; i < 60; ++i) {
        const std::int64_t begin = i * 5'000'000 + 1'000'000, transfer = i % 15 == 0 ? 8'000 : 200'000;
        first.push_back({begin - 400'000, begin + transfer});
        second.push_back({begin, begin + transfer + transfer / 14});
    }
    const RankJob plain = compareRanks({traceOf(0, first), traceOf(1, second)});
    const RankJob job = compareRanks({traceOf(0, first), traceOf(1, byOtherClock(second, 500'000'000, 50e-6))});
    QVERIFY(job.ranks[1].alignment.clock == RankClock::Aligned);
    QCOMPARE(plain.ranks[0].waitNs, 60 * 400'000);
    QVERIFY(std::llabs(job.ranks[0].waitNs - plain.ranks[0].waitNs) <= 60 * 1'000);
    QVERIFY(std::llabs(job.transferNs - plain.transferNs) <= 1'000);
    QCOMPARE(job.ranks[1].startsLast, 60U);
}

/// The same collectives at another pace are no clock's fault.
void TestRanks::clocksOfTwoRuns()
{
    const RankJob slower = compareRanks({traceOf(0, longRun(0)), traceOf(1, byOtherClock(longRun(1), 0, 0.08))});
    QVERIFY(anyHas(slower.problems, "hardly of one run"));
    QVERIFY(slower.ranks[1].alignment.clock == RankClock::Refused);
    QCOMPARE(slower.collectives, 0U);
    QVERIFY(toJson(slower)["by_rank"].toObject()["1"].toObject()["wait_ns"].isNull());
    std::vector<Written> other = longRun(1);
    for (std::size_t i = 0; i < other.size(); ++i) {
        const std::int64_t later = static_cast<std::int64_t>(i % 5) * 1'000'000;
        other[i].start += later;
        other[i].end += later;
    }
    QVERIFY(anyHas(compareRanks({traceOf(0, longRun(0)), traceOf(1, other)}).problems, "hardly of one run"));
    const std::vector<Written> two{{1'000, 2'000}, {3'000, 4'000}};
    QVERIFY(anyHas(compareRanks({traceOf(0, two), traceOf(1, byOtherClock(two, 1'000'000'000, 0))}).problems,
                   "only 2 collectives are shared"));
}

/// Each in one line, and the rest counts.
void TestRanks::badInput()
{
    const std::vector<Written> some{{1'000, 2'000}, {3'000, 4'000}};
    std::vector<Written> larger = some;
    larger[1].elements = 4'096;
    const auto problemsWith = [&some](const char *path) {
        RankTrace again = traceOf(1, some);
        again.path = path;
        const RankJob second = compareRanks({traceOf(0, some), traceOf(1, some), again});
        return second.ranks.size() == 2 && second.collectives == 2 ? second.problems : std::vector<std::string>();
    };
    QCOMPARE(
        problemsWith("other.rank1"),
        (std::vector<std::string>{"other.rank1: a second file of rank 1, after job.rank1; it is left out. Name the "
                                  "files of one job only"}));
    QVERIFY(anyHas(problemsWith("old/job.rank1"), "old/job.rank1: a second file of rank 1, after job.rank1;"));
    QCOMPARE(problemsWith("job.rank1"), std::vector<std::string>{"job.rank1: given twice; it counts once"});
    const RankJob missing = compareRanks({traceOf(0, some, 8), traceOf(1, some, 8), traceOf(6, some, 8)});
    QVERIFY(anyHas(missing.problems, "ranks 2 to 5, 7 of 8 are missing"));
    QCOMPARE(missing.collectives, 2U);
    const RankJob otherSize = compareRanks({traceOf(0, some), traceOf(1, some), traceOf(2, some, 16)});
    QVERIFY(anyHas(otherSize.problems, "job.rank2: of a job of 16 ranks, the others of one of 2; it is left out"));
    const RankJob otherModel = compareRanks({traceOf(0, some), traceOf(1, larger)});
    QVERIFY(
        anyHas(otherModel.problems, "1 of 2 collectives of rank 1 in communicator '0' are of another kind or size"));
    QCOMPARE(otherModel.collectives, 1U);
    const RankJob silent = compareRanks({traceOf(0, some, 3), traceOf(1, {}, 3), traceOf(2, some, 3)});
    QVERIFY(anyHas(silent.problems, "no collective in the file of rank 1"));
    QCOMPARE(silent.collectives, 2U);
}

/// One rank waits for nobody; a file beside a trace, as of a measurement, is no rank.
void TestRanks::oneRankIsNoComparison()
{
    const std::vector<Written> some{{1'000, 2'000}, {3'000, 4'000}};
    RankTrace noTrace = rankTraceOf(importTraceBytes(R"({"median_ms":1.5})", "job.rank0.time.json"));
    const RankJob job = compareRanks({noTrace, traceOf(0, some)});
    QCOMPARE(job.problems,
             (std::vector<std::string>{"job.rank0.time.json: no operation of a GPU in this file; it is left out",
                                       "rank 1 of 2 is missing: what the others waited for there is not known",
                                       "only job.rank0 is left: a comparison takes at least two ranks of one job"}));
    QCOMPARE(job.ranks.size(), 1U);
    noTrace.rank = -1;
    QVERIFY(anyHas(compareRanks({noTrace}).problems, "no file is left: a comparison"));
    const RankJob beside = compareRanks({traceOf(0, some), traceOf(1, {})});
    QCOMPARE(beside.problems,
             (std::vector<std::string>{"no collective in the file of rank 1",
                                       "rank 0 (job.rank0) counts in no figure, as its clock is unknown: it shares no "
                                       "collective with a rank whose clock is known"}));
}

void TestRanks::nothingToMatch()
{
    const RankJob job = compareRanks({traceOf(0, {}), traceOf(1, {})});
    QVERIFY(anyHas(job.problems, "no file holds a collective"));
    QCOMPARE(job.ranks.size(), 2U);
    QCOMPARE(job.collectives, 0U);
    QVERIFY(!job.ranks[0].alignment.residualNs);
}

void TestRanks::numbersInFileNames()
{
    QCOMPARE(rankInFileName("/rank9/job.rank3.json.gz"), 3);
    QCOMPARE(rankInFileName("Rank-12.json"), 12);
    QCOMPARE(rankInFileName("rank_7_of_ranks.json"), 7);
    QCOMPARE(rankInFileName("trace.json"), -1);
    QCOMPARE(rankInFileName("rank20261123042255.json"), -1);
    QVERIFY(areNamedAsRanks({"a/job.rank0.json.gz", "a/job.rank1.json.gz", "b/Job.rank12.json.gz"}));
    QVERIFY(!areNamedAsRanks({"job.rank0.json", "job.rank0.json"}));
    QVERIFY(!areNamedAsRanks({"job.rank0.json", "other.rank1.json"}));
    QVERIFY(!areNamedAsRanks({"job.rank0.json", "trace.json"}));
    QVERIFY(!areNamedAsRanks({"job.rank0.json"}));
    RankTrace a = traceOf(-1, {}), b = a;
    a.path = b.path = "trace.json";
    a.rank = b.rank = -1;
    const RankJob job = compareRanks({a, b});
    QCOMPARE(job.ranks.size(), 2U);
    QCOMPARE(job.ranks[1].rank, 1);
    QVERIFY(anyHas(job.problems, "it counts as rank 1"));
}

void TestRanks::folders()
{
    const QTemporaryDir folder;
    const std::vector<Written> some{{1'000, 2'000}, {3'000, 4'000}};
    store(folder.filePath("b.json"), kineto(0, 2, some));
    store(folder.filePath("a.json"), kineto(1, 2, some));
    store(folder.filePath("a.time.json"), R"({"median_ms":1.5})");
    const std::vector<std::string> files = rankFiles({folder.path().toStdString()});
    QCOMPARE(files.size(), 2U);
    const std::string absent = folder.filePath("absent.json").toStdString();
    const OpenedRanks opened = openRanks({files[0], absent, files[1]}, {}, {});
    QCOMPARE(opened.job.collectives, 2U);
    QCOMPARE(opened.job.ranks[0].path, files[1]);
    QVERIFY(anyHas(opened.unreadable, "there is no such file"));
    QVERIFY_THROWS_EXCEPTION(InputError, openRanks({absent}, {}, {}));
    const QTemporaryDir nothing;
    QVERIFY_THROWS_EXCEPTION(InputError, rankFiles({nothing.path().toStdString()}));
    QVERIFY_THROWS_EXCEPTION(InputError, loneTrace(nothing.path().toStdString()));
}

/// One is a trace of its own, several are ranks on the clock of the machine.
void TestRanks::foldersOfRecordings()
{
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    std::string lone;
    for (int rank = 0; rank < 2; ++rank) {
        RecordingBytes file;
        file.start(rank, 2);
        for (int i = 0; i < 3; ++i)
            file.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 17, 100'000 * i, 100'000 * i + 20'000 + 5'000 * rank,
                        100'000 * i + 50'000);
        const QString name = folder.filePath(QStringLiteral("rank%1-train-4711.ssrec").arg(rank));
        store(name, QByteArray::fromStdString(file.bytes()));
        if (rank == 0)
            QCOMPARE(lone = loneTrace(path), name.toStdString());
    }
    QCOMPARE(loneTrace(path), path);
    QCOMPARE(loneTrace(lone), lone);
    const OpenedRanks opened = openRanks(rankFiles({path}), {}, {});
    QCOMPARE(opened.job.ranks.size(), 2U);
    QCOMPARE(opened.job.ranks[1].rank, 1);
    QCOMPARE(opened.job.collectives, 3U);
    QVERIFY(opened.job.ranks[0].waitNs > opened.job.ranks[1].waitNs);
}

void TestRanks::realRanks_data()
{
    QTest::addColumn<QString>("job");
    QTest::addColumn<qint64>("wait0");
    QTest::addColumn<qint64>("wait1");
    QTest::addColumn<qint64>("transfer");
    QTest::addColumn<int>("last1");
    // Computed from the files by another program, in integer nanoseconds.
    QTest::newRow("buckets") << "ddp-bucket-25" << qint64(17962559) << qint64(560965) << qint64(11018302) << 52;
    QTest::newRow("slow GPU") << "ddp-slow-gpu" << qint64(156087415) << qint64(4437) << qint64(10992079) << 57;
    QTest::newRow("slow host") << "ddp-slow-host" << qint64(20191715) << qint64(2532167) << qint64(11102255) << 39;
    QTest::newRow("stacks") << "ddp-stack" << qint64(7253195) << qint64(7685574) << qint64(11110968) << 26;
}

void TestRanks::realRanks()
{
    QFETCH(QString, job);
    QFETCH(qint64, wait0);
    QFETCH(qint64, wait1);
    QFETCH(qint64, transfer);
    QFETCH(int, last1);
    if (!QFileInfo::exists(realRank(job, 0)))
        QSKIP("no public traces here (STREAMSCOPE_TRACES names their folder)");
    const auto traceOfRank = [&](int rank) { return rankTraceOf(importTrace(realRank(job, rank).toStdString())); };
    const RankJob found = compareRanks({traceOfRank(1), traceOfRank(0)});
    QCOMPARE(found.problems, std::vector<std::string>());
    QCOMPARE(found.collectives, 58U);
    QCOMPARE(found.ranks[0].waitNs, wait0);
    QCOMPARE(found.ranks[1].waitNs, wait1);
    QCOMPARE(found.transferNs, transfer);
    QCOMPARE(found.ranks[1].startsLast, static_cast<std::uint64_t>(last1));
    QVERIFY(found.ranks[1].alignment.clock == RankClock::Own);
    QVERIFY(*found.ranks[1].alignment.residualNs >= 12'000 && *found.ranks[1].alignment.residualNs <= 14'000);
}

void TestRanks::plantedInRealRanks_data()
{
    QTest::addColumn<QString>("job");
    QTest::addColumn<int>("planted");
    QTest::addColumn<double>("offset");
    QTest::addColumn<double>("drift");
    for (const char *job : {"ddp-bucket-25", "ddp-slow-gpu", "ddp-slow-host", "ddp-stack"})
        for (const int rank : {0, 1})
            for (const auto &[offset, drift] :
                 {std::pair(500e6, 50e-6), std::pair(-500e6, -50e-6), std::pair(3.6e12, 0.0), std::pair(-2e6, 200e-6)})
                QTest::addRow("%s, rank %d, %+.0f ms, %+.0f ppm", job, rank, offset / 1e6, drift * 1e6)
                    << job << rank << offset << drift;
}

/// A planted clock is found, and the figures are those of the clock that the ranks share. How near, the recordings
/// decide: their two GPUs share the host's clock, but the ends of their collectives say that the profiler's times of
/// one GPU are up to 1.4 us ahead of those of the other.
void TestRanks::plantedInRealRanks()
{
    QFETCH(QString, job);
    QFETCH(int, planted);
    QFETCH(double, offset);
    QFETCH(double, drift);
    if (!QFileInfo::exists(realRank(job, 0)))
        QSKIP("no public traces here (STREAMSCOPE_TRACES names their folder)");
    std::vector<RankTrace> traces;
    for (const int rank : {0, 1})
        traces.push_back(rankTraceOf(importTrace(realRank(job, rank).toStdString())));
    const RankJob plain = compareRanks(traces);
    const std::int64_t origin = traces[0].collectives.front().start;
    const auto moved = [=](std::int64_t time) {
        return time + std::llround(offset + drift * static_cast<double>(time - origin));
    };
    const std::vector<RankCollective> original = traces[1].collectives;
    for (RankCollective &collective : traces[static_cast<std::size_t>(planted)].collectives) {
        collective.start = moved(collective.start);
        collective.end = moved(collective.end);
    }
    const RankJob found = compareRanks(traces);
    QCOMPARE(found.problems, std::vector<std::string>());
    QVERIFY(found.ranks[1].alignment.clock == RankClock::Aligned);
    std::int64_t worst = 0;
    for (std::size_t i = 0; i < original.size(); ++i) { // rank 0 is the reference
        const std::int64_t truth = planted == 0 ? moved(original[i].start) : original[i].start;
        const std::int64_t error = found.ranks[1].alignment.time(traces[1].collectives[i].start) - truth;
        worst = std::max<std::int64_t>(worst, std::llabs(error));
    }
    QVERIFY2(worst <= 2'500, qPrintable(QString::number(worst)));
    QCOMPARE(found.collectives, plain.collectives);
    // By a reference that drifts, all times are longer or shorter.
    const auto byReference = [&](std::int64_t ns) {
        return planted == 0 ? ns + std::llround(drift * static_cast<double>(ns)) : ns;
    };
    QVERIFY(std::llabs(found.transferNs - byReference(plain.transferNs)) <= 200);
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const RankFigures &a = found.ranks[rank], &b = plain.ranks[rank];
        const std::int64_t wait = a.waitNs - byReference(b.waitNs);
        QVERIFY2(std::llabs(wait) <= 60'000, qPrintable(QString::number(wait))); // of up to 156 ms
        QCOMPARE(a.startsLast, b.startsLast);
    }
    qInfo("%s: clock to %.2f us, waits %+.1f and %+.1f us, transfer %+.2f us", QTest::currentDataTag(),
          static_cast<double>(worst) / 1e3,
          static_cast<double>(found.ranks[0].waitNs - byReference(plain.ranks[0].waitNs)) / 1e3,
          static_cast<double>(found.ranks[1].waitNs - byReference(plain.ranks[1].waitNs)) / 1e3,
          static_cast<double>(found.transferNs - byReference(plain.transferNs)) / 1e3);
}

/// What is planted is taken off again whatever it is: two plantings in one rank give the same figures.
void TestRanks::plantingsAgree()
{
    for (const char *job : {"ddp-bucket-25", "ddp-slow-gpu", "ddp-slow-host", "ddp-stack"}) {
        if (!QFileInfo::exists(realRank(job, 0)))
            QSKIP("no public traces here (STREAMSCOPE_TRACES names their folder)");
        std::vector<RankTrace> traces;
        for (const int rank : {0, 1})
            traces.push_back(rankTraceOf(importTrace(realRank(job, rank).toStdString())));
        std::vector<RankJob> jobs;
        for (const auto &[offset, drift] : {std::pair(1e6, 0.0), std::pair(500e6, 50e-6), std::pair(-7e9, -100e-6)}) {
            std::vector<RankTrace> planted = traces;
            const std::int64_t origin = traces[0].collectives.front().start;
            for (RankCollective &collective : planted[1].collectives)
                for (std::int64_t *time : {&collective.start, &collective.end})
                    *time += std::llround(offset + drift * static_cast<double>(*time - origin));
            jobs.push_back(compareRanks(planted));
        }
        for (const RankJob &one : jobs)
            for (std::size_t rank = 0; rank < 2; ++rank) {
                const std::int64_t wait = one.ranks[rank].waitNs - jobs[0].ranks[rank].waitNs;
                QVERIFY2(std::llabs(wait) <= 2'000, qPrintable(QString("%1: %2").arg(job).arg(wait)));
                QCOMPARE(one.ranks[rank].startsLast, jobs[0].ranks[rank].startsLast);
            }
    }
}

/// Four ranks of four hosts: one is always late, by turns one of the others, and the data move for 250 us, after which
/// the late one ends 15 us after the rest.
void TestRanks::plantedInSeveralRanks()
{
    constexpr int ranks = 4;
    std::vector<std::vector<Written>> runs(ranks);
    unsigned state = 11;
    const auto next = [&state] {
        return static_cast<std::int64_t>((state = state * 1'664'525 + 1'013'904'223) >> 16U);
    };
    for (std::int64_t i = 0; i < 200; ++i) {
        const bool isShort = i % 20 == 0;
        const std::int64_t begin = i * 3'000'000 + 1'000'000, transfer = isShort ? 10'000 : 250'000;
        const int late = i % 3 == 0 ? static_cast<int>(next() % ranks) : 2;
        for (int rank = 0; rank < ranks; ++rank) {
            const bool isLast = rank == late;
            const std::int64_t end = begin + transfer + (isLast ? transfer * 6 / 100 : 0) + next() % 1'000;
            runs[static_cast<std::size_t>(rank)].push_back(
                {isLast ? begin : begin - 100'000 - next() % 300'000, end, "0", "allreduce", isShort ? 8 : 4'096});
        }
    }
    const auto jobOf = [&](bool planted) {
        std::vector<RankTrace> traces;
        for (int rank = 0; rank < ranks; ++rank) {
            const auto &run = runs[static_cast<std::size_t>(rank)];
            traces.push_back(traceOf(
                rank,
                planted && rank > 0 ? byOtherClock(run, (rank - 2) * 400'000'000 + 70'000, (rank - 2) * 60e-6) : run,
                ranks));
        }
        return compareRanks(traces);
    };
    const RankJob plain = jobOf(false), found = jobOf(true);
    QCOMPARE(found.problems, std::vector<std::string>());
    QVERIFY(std::llabs(found.transferNs - plain.transferNs) <= 5'000);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        QVERIFY(found.ranks[rank].alignment.clock == (rank > 0 ? RankClock::Aligned : RankClock::Own));
        QCOMPARE(found.ranks[rank].startsLast, plain.ranks[rank].startsLast);
        const std::int64_t wait = found.ranks[rank].waitNs - plain.ranks[rank].waitNs;
        QVERIFY2(std::llabs(wait) <= 200 * 500, qPrintable(QString::number(wait)));
    }
}

QTEST_GUILESS_MAIN(TestRanks)
#include "tst_ranks.moc"
